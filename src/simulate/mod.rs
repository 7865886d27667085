//! Simulation: many games of one variant between two agents, in parallel, with the same result for any number
//! of threads.
//!
//! `play` makes one game after another on each thread, `ordered` hands their results over in the order of the
//! games, and [`Output`] writes them to the folder of the run.

mod again;
mod counts;
mod described;
mod failing;
mod fingerprint;
mod folder;
mod growing;
mod highlights;
mod lock;
#[cfg(test)]
mod measured_again;
mod measures;
mod merge;
mod ordered;
mod output;
mod past;
mod play;
mod records;
mod recount;
mod spelled;
#[cfg(test)]
mod tests;
mod verify;

pub use again::Again;
pub use folder::{
    CHARTS_OF_A_RUN, RECORDS, check_free, check_outside, complete, is_cleared, remove_runs, replace_charts,
    take_free, tidy,
};
pub use highlights::{HighlightsError, make_highlights, write_highlights};
pub use lock::Lock;
pub use merge::{Merge, MergeError};
pub use output::{Output, OutputError, reason, without_number};
pub use past::{NotARun, Past};
pub use verify::{DifferentGame, Verification};

use crate::agents::AgentSpec;
use crate::run::{FailedGame, GameRow, Manifest, Numbers, ReadError, Rows, Share};
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
    /// Which share of the games is played here.
    pub share: Share,
    /// The half-width of the first player's score at which to stop, from 0 to 1: see [`Watch`].
    pub until: Option<f64>,
    /// Whether to write the full records too.
    pub records: bool,
    /// Whether to compare all that a position keeps with the same built from scratch, after every action.
    pub check_rules: bool,
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

/// Who is told how a simulation goes.
pub trait Spectator {
    /// A game that was written before the run was broken off.
    fn recalled(&mut self, row: &GameRow);
    /// Games that are written.
    fn played(&mut self, rows: &[GameRow]);
    /// A game that could not be played to its end.
    fn failed(&mut self, game: &FailedGame);
}

/// Why the games are consumed no further.
enum Halt {
    Enough,
    Failed(OutputError),
}

impl<'a> Simulation<'a> {
    /// Whether the same games are played whenever it is: no agent thinks for a time.
    pub fn is_reproducible(&self) -> bool {
        self.agents.into_iter().all(AgentSpec::is_reproducible)
    }

    /// How many games are to be played, at most: those of the share.
    pub fn count(&self) -> u64 {
        self.share.count(self.games, self.pairs)
    }

    /// Plays the games on all threads of `pool`, from the first that `output` does not have, and writes them to it in their
    /// order; `spectator` is told. The tables and the manifest are the caller's to write, when the games are over.
    ///
    /// When `stop` is set, the games under way are played to their end, and what is written is every game up
    /// to the first that was not played. With `until` the games are watched in their order, whatever thread plays them,
    /// and the last that is written is the one after which the score is known well enough. A game that can't be played to
    /// its end is written to a file of its own, and the others go on.
    ///
    /// # Errors
    /// If a file can't be written, or the rows of a run that was broken off can't be read. The games before stay written:
    /// [`Output::games`] of them.
    pub fn run(
        &self,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        output: &mut Output,
        manifest: &Manifest,
        spectator: &mut impl Spectator,
    ) -> Result<Ended, OutputError> {
        self.run_with(|| play::Table::new(*self), pool, stop, output, manifest, spectator)
    }

    /// The same with the workers that `hire` hires.
    fn run_with<W: ordered::Worker<play::Games>>(
        &self,
        hire: impl Fn() -> W + Sync,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        output: &mut Output,
        manifest: &Manifest,
        spectator: &mut impl Spectator,
    ) -> Result<Ended, OutputError> {
        let mut watch = self.until.map(|half_width| Watch::new(half_width, self.pairs));
        if recall(output, manifest, watch.as_mut(), spectator)? {
            return Ok(Ended::Enough);
        }
        let board = &self.variant.board;
        let jobs = output.done() + 1..self.count().saturating_add(1);
        let mut consume = |games: &play::Games, _| {
            output.add(games).map_err(Halt::Failed)?;
            games.failed.iter().for_each(|game| spectator.failed(game));
            spectator.played(&games.rows);
            let enough =
                |watch: &mut Watch| games.rows.iter().any(|row| watch.add_game(row.game, row.winner));
            if watch.as_mut().is_some_and(enough) {
                return Err(Halt::Enough);
            }
            output.checkpoint_now_and_then(board).map_err(Halt::Failed)
        };
        let played = match self.until {
            None => ordered::run(pool, jobs, stop, hire, &mut consume),
            Some(_) => ordered::run_in_ranges(1, pool, jobs, stop, hire, &mut consume),
        };
        match played {
            Ok(_) if output.done() == self.count() => Ok(Ended::Played),
            Ok(_) => Ok(Ended::Stopped),
            Err(Halt::Enough) => Ok(Ended::Enough),
            Err(Halt::Failed(error)) => Err(error),
        }
    }
}

/// Reads the rows again that `output` has from before the run was broken off, for `watch` and `spectator`; whether the
/// score was known well enough with them. They have to be those of the run, without a gap.
fn recall(
    output: &Output,
    manifest: &Manifest,
    mut watch: Option<&mut Watch>,
    spectator: &mut impl Spectator,
) -> Result<bool, OutputError> {
    if output.done() == 0 {
        return Ok(false);
    }
    let mut numbers = Numbers::of(output.dir(), manifest)?;
    let mut rows = Rows::<GameRow>::open(output.dir())?;
    let (mut games, mut enough) = (0, false);
    while let Some(row) = rows.next() {
        let row = row?;
        numbers.check(&row, &rows)?;
        spectator.recalled(&row);
        enough |= watch.as_mut().is_some_and(|watch| watch.add_game(row.game, row.winner));
        games += 1;
    }
    if games != output.games() {
        let what = format!("expected {} games, found {games}", output.games());
        return Err(ReadError::file(rows.path(), what).into());
    }
    Ok(enough)
}

/// Bytes as hexadecimal digits, as the manifest has the hash of the rules.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
