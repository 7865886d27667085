//! Simulation: many games of one variant between two agents, in parallel, with the same result for any number
//! of threads.
//!
//! `play` makes one game after another on each thread, `ordered` hands their results over in the order of the
//! games, and [`Output`] writes them to the folder of the run.

mod counts;
mod fingerprint;
mod growing;
mod ordered;
mod output;
mod play;

pub use output::{Output, OutputError, reason, without_number};

use crate::agents::AgentSpec;
use crate::run::GameRow;
use crate::variant::Variant;
use std::sync::atomic::AtomicBool;

/// What to play.
#[derive(Clone, Copy, Debug)]
pub struct Simulation<'a> {
    /// By which rules.
    pub variant: &'a Variant,
    /// The hash of the effective rules; the random streams depend on it.
    pub rules_hash: [u8; 32],
    /// Who plays, the agent of the first player before that of the second.
    pub agents: [AgentSpec; 2],
    /// The master seed of all random streams.
    pub seed: u64,
    /// How many games. They have the numbers from 1.
    pub games: u64,
    /// Whether to write the full records too.
    pub records: bool,
}

impl Simulation<'_> {
    /// Plays the games on all threads of `pool` and writes them to `output` in their order; `progress` is told
    /// of the rows that have been written. The tables are the caller's to write, when the games are over.
    ///
    /// When `stop` is set, the games under way are played to their end, and what is written is every game up
    /// to the first that was not played. Returns the number of games written.
    ///
    /// # Errors
    /// If a file can't be written. The games before stay written: [`Output::games`] of them.
    pub fn run(
        &self,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        output: &mut Output,
        mut progress: impl FnMut(&[GameRow]),
    ) -> Result<u64, OutputError> {
        ordered::run(
            pool,
            1..self.games.saturating_add(1),
            stop,
            || play::Table::new(self),
            |games: &play::Games, _| {
                output.add(games)?;
                progress(&games.rows);
                Ok(())
            },
        )
    }
}
