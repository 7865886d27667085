//! Merges the units of a run into the files that one machine would have written, byte for byte.

use super::lines::GameLines;
use super::{
    Block, CellRow, CourseRow, Division, FailedGame, GameRow, Manifest, NotARun, Observer, Output,
    OutputError, RECORDS, ReadError, RecordedRun, Row, Rows, Unit, Until,
};
use crate::simulate::{Counts, Simulation};
use crate::stats::StoppingRule;
use dropline_engine::board::Board;
use dropline_engine::numbers::thousands;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// How many games are written at a time.
const BATCH: u64 = 1024;

/// A run whose units are complete.
#[derive(Debug)]
pub struct Assembly {
    /// The whole run, with the manifest that it will have.
    run: RecordedRun,
    /// The units that are needed, in order, each with its folder.
    units: Vec<(Unit, PathBuf)>,
}

/// Why the units of a run cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum FinishError {
    /// A file of a unit cannot be read or is invalid.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A folder holds no run, or its rules do not match their hash.
    #[error(transparent)]
    NotARun(#[from] NotARun),
    /// Some units must be played: they are missing, incomplete or damaged, or hold games other than those of the plan.
    #[error("{} of the units are missing", .0.len())]
    Missing(Vec<Missing>),
    /// Games of a unit failed, or its run does not stop after the recorded number of games.
    #[error("{0}")]
    Refused(String),
    /// The merged run cannot be written.
    #[error(transparent)]
    Write(#[from] OutputError),
}

/// A unit that must be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its number.
    pub unit: u64,
    /// The error in its files; `None` if it is merely incomplete.
    pub why: Option<String>,
}

impl Assembly {
    /// Run number `at` of `division` in the folder `dir`, with its `units`. Verifies the checksums of all files, so that any
    /// damage shows before anything is written.
    ///
    /// # Errors
    /// Returns an error if a unit is missing, incomplete or invalid; the error names it.
    pub fn of(division: &Division, at: usize, units: &[Unit], dir: &Path) -> Result<Self, FinishError> {
        let mut run = division.run(dir, at)?;
        let mut units = with_folders(division, units, dir);
        let whole = run.manifest.games_asked;
        // An error here is reported only after the checksums have shown which units are damaged.
        let found = find_end(&run, &units);
        let end = found.as_ref().ok().copied().flatten().or_else(|| division.end(dir, at));
        units.retain(|(unit, _)| unit.block.first <= end.unwrap_or(whole));
        let mut missing = Vec::new();
        let mut manifests = Vec::new();
        for (unit, dir) in &units {
            match checked(*unit, dir, &run.manifest)? {
                Ok(manifest) => manifests.push(manifest),
                Err(why) => missing.push(Missing { unit: unit.number, why }),
            }
        }
        if !missing.is_empty() {
            return Err(FinishError::Missing(missing));
        }
        let found = found?;
        if found != end {
            let (end, run) = (end.unwrap_or_default(), run.dir.display());
            return refuse(format!(
                "the run in {run} is recorded as stopping after {end} games, but its games contradict this"
            ));
        }
        let all = manifests.iter();
        run.manifest = Manifest {
            games_played: end.unwrap_or(whole),
            complete: true,
            until: run.manifest.until.map(|until| Until { reached: end.is_some(), ..until }),
            threads: all.clone().map(|manifest| manifest.threads).max().unwrap_or(1),
            // Times in RFC 3339 and UTC, sorted as text, are in chronological order.
            started: all.clone().map(|manifest| manifest.started.clone()).min().unwrap_or_default(),
            seconds: all.map(|manifest| manifest.seconds).sum(),
            ..run.manifest
        };
        Ok(Self { run, units })
    }

    /// Writes the merged run to its folder, and calls `each` with the number of games written. Returns the output, which keeps the
    /// folder locked; `None` if `stop` was set before all was written.
    ///
    /// # Errors
    /// Returns an error if a file of a unit is invalid, or something cannot be written.
    pub fn write(
        &self,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        mut each: impl FnMut(u64),
    ) -> Result<Option<Output>, FinishError> {
        let mut manifest = self.run.manifest.clone();
        let begun = Manifest { games_played: 0, complete: false, ..manifest.clone() };
        let mut output = Output::create(&self.run.dir, &begun, true)?;
        let (board, games) = (&self.run.loaded.variant.board, manifest.games_played);
        for (unit, dir) in &self.units {
            if unit.block.last() > games {
                // The unit's tables count more games than the run has, so its games are replayed.
                let simulation =
                    Simulation { block: Block::whole(games), until: None, ..self.run.simulation() };
                output.record(&simulation, pool, stop, &mut Silent)?;
            } else {
                output.add_counts(&counts(dir, board)?);
                self.copy(*unit, dir, &mut output, &mut each)?;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        output.finish(board, &mut manifest)?;
        Ok(Some(output))
    }

    /// Copies the games of a unit.
    fn copy(
        &self,
        unit: Unit,
        dir: &Path,
        output: &mut Output,
        each: &mut impl FnMut(u64),
    ) -> Result<(), FinishError> {
        let mut rows = GameLines::open(dir, GameRow::FILE)?;
        rows.advance()?;
        let mut records = self.run.manifest.records.then(|| GameLines::open(dir, RECORDS)).transpose()?;
        let (mut row_lines, mut record_lines, mut batch) = (Vec::new(), Vec::new(), 0);
        for game in unit.block.first..=unit.block.last() {
            take(&mut rows, game, &mut row_lines)?;
            records.as_mut().map_or(Ok(()), |records| take(records, game, &mut record_lines))?;
            batch += 1;
            if batch == BATCH || game == unit.block.last() {
                output.add_lines(batch, &row_lines, &record_lines)?;
                each(batch);
                row_lines.clear();
                record_lines.clear();
                batch = 0;
            }
        }
        Ok(())
    }

    /// The merged run.
    pub fn run(&self) -> &RecordedRun {
        &self.run
    }
}

/// An observer that ignores replayed games.
struct Silent;

impl Observer for Silent {
    fn already_written(&mut self, _: &GameRow) {}
    fn played(&mut self, _: &[GameRow]) {}
    fn failed(&mut self, _: &FailedGame) {}
}

/// The number of games after which run number `at` is ended by its stopping rule, according to its complete units from the first
/// on. `None` if these units do not suffice yet, or if the rule never ends the run.
///
/// # Errors
/// Returns an error if the rows of a unit cannot be read.
pub fn end_of_run(
    division: &Division,
    at: usize,
    dir: &Path,
    run: &RecordedRun,
) -> Result<Option<u64>, ReadError> {
    find_end(run, &with_folders(division, &division.by_run()[at], dir))
}

fn with_folders(division: &Division, units: &[Unit], dir: &Path) -> Vec<(Unit, PathBuf)> {
    units.iter().map(|&unit| (unit, division.unit_dir(dir, unit.number))).collect()
}

fn find_end(run: &RecordedRun, units: &[(Unit, PathBuf)]) -> Result<Option<u64>, ReadError> {
    let Some(until) = run.manifest.until else { return Ok(None) };
    let mut watch = StoppingRule::new(until.half_width, run.manifest.pairs);
    for (_, dir) in units {
        if !dir.join(Manifest::FILE).exists() || !Manifest::read(dir)?.complete {
            return Ok(None);
        }
        for row in Rows::<GameRow>::open(dir)? {
            let row = row?;
            if watch.add_game(row.game, row.winner) {
                return Ok(Some(row.game));
            }
        }
    }
    Ok(None)
}

/// Why the folder with this `manifest` does not belong to `unit` of the run with the manifest `whole`; `None` if it does.
pub(super) fn why_not_of(unit: &Unit, manifest: &Manifest, whole: &Manifest) -> Option<String> {
    let number = unit.number;
    if let Some(d) = whole.differences(manifest).first() {
        let [there, here] = [&d.there, &d.here].map(|value| value.trim_matches('"'));
        return Some(format!(
            "unit {number} belongs to another run: its {} is {here}, the plan's is {there}",
            d.field
        ));
    }
    let described = |block: Block| format!("games {} to {}", thousands(block.first), thousands(block.last()));
    (manifest.block() != unit.block).then(|| {
        let (there, here) = (described(manifest.block()), described(unit.block));
        format!("the folder of unit {number} holds {there}, expected {here}")
    })
}

/// The manifest of `unit` in the folder `dir` if the unit is complete. If it must be played, the inner error is the problem with
/// its files, if there is one. `whole` is the manifest of its run. A unit with a damaged file is marked as incomplete, so that
/// `status` counts it as still to be played.
fn checked(
    unit: Unit,
    dir: &Path,
    whole: &Manifest,
) -> Result<Result<Manifest, Option<String>>, FinishError> {
    let number = unit.number;
    let manifest = match Manifest::read(dir) {
        Ok(manifest) => manifest,
        Err(_) if !dir.join(Manifest::FILE).exists() => return Ok(Err(None)),
        Err(_) => return Ok(Err(Some(format!("unit {number}: {} cannot be read", Manifest::FILE)))),
    };
    if let Some(why) = why_not_of(&unit, &manifest, whole) {
        return Ok(Err(Some(why)));
    }
    if manifest.games_failed > 0 {
        let (failed, file) = (manifest.games_failed, dir.join(FailedGame::FILE));
        return refuse(format!("unit {number}: {failed} of its games failed, see {}", file.display()));
    }
    if !manifest.complete {
        return Ok(Err(None));
    }
    let damage = if manifest.has_checksums() {
        manifest.changed_files(dir)?.first().map(ToString::to_string)
    } else {
        Some(format!("{} holds no checksums", Manifest::FILE))
    };
    let Some(damage) = damage else { return Ok(Ok(manifest)) };
    // A unit can be damaged if two processes that do not see each other's lock play it, and one of them is killed. Replaying the
    // unit gives the same games, and the games already written count as played twice.
    Manifest { complete: false, ..manifest }
        .write(dir)
        .map_err(|error| OutputError::File(dir.join(Manifest::FILE), error))?;
    Ok(Err(Some(format!("unit {number}: {damage}"))))
}

fn refuse<T>(why: String) -> Result<T, FinishError> {
    Err(FinishError::Refused(why))
}

/// Appends the next line to `into`; it must be the line of `game`.
fn take(lines: &mut GameLines, game: u64, into: &mut Vec<u8>) -> Result<(), ReadError> {
    if lines.game() != Some(game) {
        return Err(lines.wrong(format!("expected game {game}")));
    }
    into.extend_from_slice(lines.line());
    lines.advance()
}

/// The counts of a unit.
fn counts(dir: &Path, board: &Board) -> Result<Counts, ReadError> {
    let cells = Rows::<CellRow>::open(dir)?.collect::<Result<Vec<_>, _>>()?;
    let course = Rows::<CourseRow>::open(dir)?.collect::<Result<Vec<_>, _>>()?;
    Counts::of_tables(board, &cells, course).ok_or_else(|| {
        ReadError::file(dir, format!("{} and {} do not fit the board", CellRow::FILE, CourseRow::FILE))
    })
}
