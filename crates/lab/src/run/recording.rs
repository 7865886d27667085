//! Writing the games of a simulation to the folder of their run, from the first missing one.

use super::{FailedGame, GameRow, Output, OutputError, ReadError, Rows};
use crate::simulate::ordered::Worker;
use crate::simulate::{Games, Runner, Simulation};
use crate::stats::StoppingRule;
use std::sync::atomic::AtomicBool;

/// How a simulation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All games have been played.
    Played,
    /// The first player's score is known precisely enough.
    Enough,
    /// The caller stopped the simulation.
    Stopped,
}

/// An observer of a simulation.
pub trait Observer {
    /// Called for each game that was written before the run was interrupted.
    fn already_written(&mut self, row: &GameRow);
    /// Called when games have been written.
    fn played(&mut self, rows: &[GameRow]);
    /// Called for each game that could not be played to its end.
    fn failed(&mut self, game: &FailedGame);
}

/// Why consuming games stopped.
enum StopReason {
    Enough,
    Failed(OutputError),
}

impl Output {
    /// Plays the games of `simulation` on all threads of `pool`, from the first that is not written yet, and writes them in
    /// order; `observer` sees each. The tables and the manifest are written by [`Output::finish`].
    ///
    /// When `stop` is set, the games under way are finished, and every game up to the first missing one is written. With `until`,
    /// the last game written is the first game after which the score is known precisely enough, regardless of the number of
    /// threads. A game that cannot be played to its end is written to a separate file.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or the rows of an interrupted run cannot be read. Games written before the
    /// error stay; [`Output::games`] counts them.
    pub fn record(
        &mut self,
        simulation: &Simulation<'_>,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        observer: &mut impl Observer,
    ) -> Result<Ended, OutputError> {
        self.record_with(|| Runner::new(*simulation), simulation, pool, stop, observer)
    }

    /// Like [`Output::record`], with the workers that `new_worker` makes.
    pub(crate) fn record_with<W: Worker<Games>>(
        &mut self,
        new_worker: impl Fn() -> W + Sync,
        simulation: &Simulation<'_>,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        observer: &mut impl Observer,
    ) -> Result<Ended, OutputError> {
        let mut watch = simulation.until.map(|half_width| StoppingRule::new(half_width, simulation.pairs));
        if self.observe_written(watch.as_mut(), observer)? {
            return Ok(Ended::Enough);
        }
        let board = &simulation.variant.board;
        let played = simulation.play_with(new_worker, self.done() + 1, pool, stop, |games| {
            self.add(games).map_err(StopReason::Failed)?;
            games.failed.iter().for_each(|game| observer.failed(game));
            observer.played(&games.rows);
            let enough =
                |watch: &mut StoppingRule| games.rows.iter().any(|row| watch.add_game(row.game, row.winner));
            if watch.as_mut().is_some_and(enough) {
                return Err(StopReason::Enough);
            }
            self.checkpoint_if_due(board).map_err(StopReason::Failed)
        });
        match played {
            Ok(()) if self.done() == simulation.count() => Ok(Ended::Played),
            Ok(()) => Ok(Ended::Stopped),
            Err(StopReason::Enough) => Ok(Ended::Enough),
            Err(StopReason::Failed(error)) => Err(error),
        }
    }

    /// Shows `watch` and `observer` the rows from before the interruption. Returns whether the score was known precisely enough
    /// after these rows. The checksums of the checkpoint guarantee that the rows belong to the run.
    fn observe_written(
        &self,
        mut watch: Option<&mut StoppingRule>,
        observer: &mut impl Observer,
    ) -> Result<bool, OutputError> {
        if self.done() == 0 {
            return Ok(false);
        }
        let mut rows = Rows::<GameRow>::open(self.dir())?;
        let (mut games, mut enough) = (0, false);
        for row in rows.by_ref() {
            let row = row?;
            observer.already_written(&row);
            enough |= watch.as_mut().is_some_and(|watch| watch.add_game(row.game, row.winner));
            games += 1;
        }
        if games != self.games() {
            let what = format!("expected {} games, found {games}", self.games());
            return Err(ReadError::file(rows.path(), what).into());
        }
        Ok(enough)
    }
}
