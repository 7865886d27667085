//! Games of a run played once more: what a seed and the rules say, against what the files hold.

use super::Simulation;
use super::ordered::{Batch, Worker};
use super::play::{Games, Table};
use crate::run::GameRow;

/// A table at which games of a run are played again, in any order.
///
/// A game is the same as it was in the run where the agents are reproducible
/// ([`AgentSpec::is_reproducible`](crate::agents::AgentSpec::is_reproducible)).
pub struct Again<'s> {
    table: Table<'s>,
    game: Games,
}

impl<'s> Again<'s> {
    /// A table for the games of `simulation`.
    pub fn new(simulation: &Simulation<'s>) -> Self {
        let table = Table::new(Simulation { records: true, ..*simulation });
        Self { table, game: Games::default() }
    }

    /// Plays game number `game` of the run; its row and its record, a line of `games.jsonl`.
    pub fn play(&mut self, game: u64) -> (&GameRow, &[u8]) {
        self.game.clear();
        self.table.work(game, &mut self.game);
        (&self.game.rows[0], &self.game.records)
    }
}
