//! The progress of a plan's units, read only from their folders.

use std::path::Path;
use std::time::{Duration, SystemTime};

use super::finish::why_not_of;
use super::{Checkpoint, Division, Lock, Manifest, ReadError, Unit};

/// How long after its last checkpoint a unit counts as under way if its lock cannot be checked, because it was locked on another
/// machine or the file system has no locks.
const RECENT: Duration = Duration::from_secs(300);

/// The state of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    /// Not started.
    Waiting,
    /// A process seems to be playing it.
    UnderWay {
        /// Games that are over.
        games: u64,
        /// How long these games took, in seconds.
        seconds: f64,
    },
    /// Started, but no process is playing it.
    Stopped {
        /// Games that are over.
        games: u64,
    },
    /// All its games were played.
    Complete,
    /// Some of its games failed.
    Failed {
        /// Games that failed.
        games: u64,
    },
    /// The stopping rule ended its run before the first game of the unit.
    NotNeeded,
}

impl State {
    /// Whether nothing is left to play.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Complete | Self::NotNeeded)
    }

    /// Games that are over.
    pub const fn games(self, unit: &Unit) -> u64 {
        match self {
            Self::Waiting | Self::NotNeeded => 0,
            Self::UnderWay { games, .. } | Self::Stopped { games } => games,
            Self::Complete | Self::Failed { .. } => unit.block.games,
        }
    }
}

/// A unit and its state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitState {
    /// The unit.
    pub unit: Unit,
    /// Its state.
    pub state: State,
}

/// The state of each unit of the plan `division` in the folder `dir`.
///
/// # Errors
/// Returns an error if a manifest of the plan cannot be read or was changed, or a file of a unit cannot be read.
pub fn states(division: &Division, dir: &Path) -> Result<Vec<UnitState>, ReadError> {
    let runs = 0..division.runs.len();
    let ends: Vec<_> = runs.clone().map(|run| division.end(dir, run)).collect();
    let wholes = runs.map(|run| division.manifest(dir, run)).collect::<Result<Vec<_>, _>>()?;
    let state = |unit: Unit| {
        let state = if ends[unit.run].is_some_and(|end| end < unit.block.first) {
            State::NotNeeded
        } else {
            state(&unit, &division.unit_dir(dir, unit.number), &wholes[unit.run])?
        };
        Ok(UnitState { unit, state })
    };
    division.units().into_iter().map(state).collect()
}

/// The state of a `unit` of the run with the manifest `whole` in its folder `dir`.
fn state(unit: &Unit, dir: &Path, whole: &Manifest) -> Result<State, ReadError> {
    // The manifest is the first file that a unit writes.
    if !dir.join(Manifest::FILE).exists() {
        return Ok(State::Waiting);
    }
    let manifest = match Manifest::read(dir) {
        // The file was removed meanwhile: the unit was merged or restarted.
        Err(_) if !dir.join(Manifest::FILE).exists() => return Ok(State::Waiting),
        // The manifest is damaged: `unit` replays the games, or reports the error.
        Err(_) => return Ok(State::Stopped { games: 0 }),
        Ok(manifest) => manifest,
    };
    // The games are not those of the unit: `dropline unit` replays them.
    if why_not_of(unit, &manifest, whole).is_some() {
        return Ok(State::Stopped { games: 0 });
    }
    if manifest.complete {
        return Ok(State::Complete);
    }
    let Checkpoint { done, failed, seconds, .. } = match Checkpoint::read(dir)? {
        Some(checkpoint) => checkpoint,
        None if is_played(dir) => {
            return Ok(State::UnderWay { games: 0, seconds: 0.0 });
        }
        None => return Ok(State::Stopped { games: 0 }),
    };
    Ok(match failed {
        1.. if done == manifest.games_asked => State::Failed { games: failed },
        _ if is_played(dir) => State::UnderWay { games: done, seconds },
        _ => State::Stopped { games: done },
    })
}

/// Whether a process seems to be playing the unit in the folder `dir`.
fn is_played(dir: &Path) -> bool {
    let is_recent = |file: &str| {
        let changed = dir.join(file).metadata().and_then(|found| found.modified());
        changed.is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|since| since < RECENT))
    };
    // A process that ends normally removes the file.
    Lock::is_taken(dir)
        || dir.join(Lock::FILE).exists()
            && [Lock::FILE, Checkpoint::FILE].into_iter().any(is_recent)
            && !Lock::is_abandoned(dir)
}
