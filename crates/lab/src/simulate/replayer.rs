//! Replaying games of a run from seed and rules.

use super::Simulation;
use super::ordered::Batch;
use super::play::{Games, Runner};
use crate::rows::{FailedGame, GameRow};
use std::fmt;

/// Replays games of a run, in any order.
///
/// A game is the same as in the run if the agents are reproducible
/// ([`Contestant::is_reproducible`](crate::contestant::Contestant::is_reproducible)).
pub struct Replayer<'s> {
    runner: Runner<'s>,
    game: Games,
}

impl fmt::Debug for Replayer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Replayer").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<'s> Replayer<'s> {
    /// A replayer of the games of `simulation`.
    pub fn new(simulation: &Simulation<'s>) -> Self {
        let runner = Runner::new(Simulation { records: true, ..*simulation });
        Self { runner, game: Games::default() }
    }

    /// Plays game number `game` of the run; returns its row and its record, a line of `games.jsonl`.
    ///
    /// # Panics
    /// Panics if the game cannot be played to its end.
    pub fn play(&mut self, game: u64) -> (&GameRow, &[u8]) {
        self.try_play(game).unwrap_or_else(|failed| panic!("game {game}: {}", failed.error))
    }

    /// Like [`Replayer::play`], but a game that cannot be played to its end is an error.
    ///
    /// # Errors
    /// The failure, with the game so far.
    pub fn try_play(&mut self, game: u64) -> Result<(&GameRow, &[u8]), &FailedGame> {
        self.game.clear();
        self.runner.add_game(game, &mut self.game);
        match &self.game.rows[..] {
            [row, ..] => Ok((row, &self.game.records)),
            // A game without a row has failed.
            [] => Err(&self.game.failed[0]),
        }
    }
}
