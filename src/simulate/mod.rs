//! Simulation: many games of one variant between two agents, in parallel, with the same result for any number
//! of threads.
//!
//! `play` makes one game after another on each thread, `ordered` hands their results over in the order of the
//! games, and [`Output`] writes them to the folder of the run.

mod again;
mod counts;
mod fingerprint;
mod growing;
mod highlights;
#[cfg(test)]
mod measured_again;
mod measures;
mod ordered;
mod output;
mod play;

pub use again::Again;
pub use highlights::{HighlightsError, write_highlights};
pub use output::{Output, OutputError, check_free, reason, without_number};

use crate::agents::AgentSpec;
use crate::run::GameRow;
use crate::stats::Watch;
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
    /// How many games, at most. They have the numbers from 1.
    pub games: u64,
    /// Whether games 1 and 2, 3 and 4, and so on are pairs: both have the random stream of the pair, which depends on seed,
    /// rules and the pair's number alone, and in the second the agents have exchanged sides.
    pub pairs: bool,
    /// The half-width of the first player's score at which to stop, from 0 to 1: see [`Watch`].
    pub until: Option<f64>,
    /// Whether to write the full records too.
    pub records: bool,
}

/// How a simulation came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All games have been played.
    Played,
    /// The first player's score is known as well as it should be.
    Enough,
    /// It was stopped from outside.
    Stopped,
}

/// Why the games are consumed no further.
enum Halt {
    Enough,
    Failed(OutputError),
}

impl Simulation<'_> {
    /// Plays the games on all threads of `pool` and writes them to `output` in their order; `progress` is told
    /// of the rows that have been written. The tables are the caller's to write, when the games are over.
    ///
    /// When `stop` is set, the games under way are played to their end, and what is written is every game up
    /// to the first that was not played. With `until` the games are watched in their order, whatever thread plays them,
    /// and the last that is written is the one after which the score is known well enough.
    ///
    /// # Errors
    /// If a file can't be written. The games before stay written: [`Output::games`] of them.
    pub fn run(
        &self,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        output: &mut Output,
        mut progress: impl FnMut(&[GameRow]),
    ) -> Result<Ended, OutputError> {
        let jobs = 1..self.games.saturating_add(1);
        let hire = || play::Table::new(*self);
        let mut watch = self.until.map(|half_width| Watch::new(half_width, self.pairs));
        let mut consume = |games: &play::Games, _| {
            output.add(games).map_err(Halt::Failed)?;
            progress(&games.rows);
            let enough = |watch: &mut Watch| games.rows.iter().any(|row| watch.add(row.winner));
            if watch.as_mut().is_some_and(enough) { Err(Halt::Enough) } else { Ok(()) }
        };
        let played = match self.until {
            None => ordered::run(pool, jobs, stop, hire, &mut consume),
            Some(_) => ordered::run_in_ranges(1, pool, jobs, stop, hire, &mut consume),
        };
        match played {
            Ok(games) if games == self.games => Ok(Ended::Played),
            Ok(_) => Ok(Ended::Stopped),
            Err(Halt::Enough) => Ok(Ended::Enough),
            Err(Halt::Failed(error)) => Err(error),
        }
    }
}
