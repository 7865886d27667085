//! Merges the units of a run into the files that one machine would have written, byte for byte.

use super::folder::{clear_run, remove};
use super::lines::GameLines;
use super::{
    CellRow, CourseRow, Division, FailedGame, GameRow, Manifest, NotARun, Observer, Output, OutputError,
    RECORDS, ReadError, RecordedRun, Row, Rows, Unit, Until,
};
use crate::board::Board;
use crate::simulate::{Counts, Simulation};
use crate::stats::Watch;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// How many games are written at a time.
const BATCH: u64 = 1024;

/// A run whose units are complete.
pub struct Assembly {
    /// The whole run, with the manifest that it will have.
    run: RecordedRun,
    /// The units that are needed with their folders, in order.
    units: Vec<(Unit, PathBuf)>,
}

/// Why the units of a run can't be merged.
#[derive(Debug, thiserror::Error)]
pub enum FinishError {
    /// A file of a unit can't be read or is invalid.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A folder holds no run, or its rules don't match their hash.
    #[error(transparent)]
    NotARun(#[from] NotARun),
    /// Units are missing or incomplete.
    #[error("{} of the units are missing", .0.len())]
    Missing(Vec<u64>),
    /// A unit holds other games than the plan says.
    #[error("{0}")]
    Refused(String),
    /// The merged run can't be written.
    #[error(transparent)]
    Write(#[from] OutputError),
}

impl Assembly {
    /// Run number `at` of `division` in the folder `dir`, with its `units`. Verifies the checksums of all files, so that any damage
    /// shows before anything is written.
    ///
    /// # Errors
    /// If a unit is missing, incomplete or invalid; the error names it.
    pub fn of(division: &Division, at: usize, units: &[Unit], dir: &Path) -> Result<Self, FinishError> {
        let mut run = division.run(dir, at)?;
        let mut units = with_folders(division, units, dir);
        let whole = run.manifest.games_asked;
        let found = find_end(&run, &units)?;
        let end = found.or_else(|| division.end(dir, at));
        units.retain(|(unit, _)| unit.block.first <= end.unwrap_or(whole));
        let mut missing = Vec::new();
        let mut manifests = Vec::new();
        for (unit, dir) in &units {
            match checked(*unit, dir, &run.manifest)? {
                Some(manifest) => manifests.push(manifest),
                None => missing.push(unit.number),
            }
        }
        if !missing.is_empty() {
            return Err(FinishError::Missing(missing));
        }
        if found != end {
            let (end, run) = (end.unwrap_or_default(), run.dir.display());
            return refuse(format!(
                "a file says that the run in {run} stops after {end} games, and its games do not"
            ));
        }
        let all = manifests.iter();
        run.manifest = Manifest {
            games_played: end.unwrap_or(whole),
            complete: true,
            until: run.manifest.until.map(|until| Until { reached: end.is_some(), ..until }),
            threads: all.clone().map(|manifest| manifest.threads).max().unwrap_or(1),
            // RFC 3339 in UTC sorts as the times do.
            started: all.clone().map(|manifest| manifest.started.clone()).min().unwrap_or_default(),
            games_twice: all.clone().map(|manifest| manifest.games_twice).fold(0, u64::saturating_add),
            seconds: all.map(|manifest| manifest.seconds).sum(),
            ..run.manifest
        };
        Ok(Self { run, units })
    }

    /// Writes the merged run to its folder, and calls `each` with the number of games written. Returns false if `stop` was set before
    /// it was done.
    ///
    /// # Errors
    /// If a file of a unit is invalid, or something can't be written.
    pub fn write(
        &self,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        mut each: impl FnMut(u64),
    ) -> Result<bool, FinishError> {
        let mut manifest = self.run.manifest.clone();
        let begun = Manifest { games_played: 0, complete: false, ..manifest.clone() };
        let mut output = Output::create(&self.run.dir, &begun, true)?;
        let (board, games) = (&self.run.loaded.variant.board, manifest.games_played);
        for (unit, dir) in &self.units {
            if unit.block.last() > games {
                // What its tables count are more games than the run has: these are played again.
                let simulation =
                    Simulation { block: super::Block::whole(games), until: None, ..self.run.simulation() };
                output.record(&simulation, pool, stop, &mut Silent)?;
            } else {
                output.add_counts(&counts(dir, board)?);
                self.copy(*unit, dir, &mut output, &mut each)?;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
        }
        output.finish(board, &mut manifest)?;
        Ok(true)
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
        rows.next()?;
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

/// Watches games that are played again.
struct Silent;

impl Observer for Silent {
    fn recalled(&mut self, _: &GameRow) {}
    fn played(&mut self, _: &[GameRow]) {}
    fn failed(&mut self, _: &FailedGame) {}
}

/// After how many games run number `at` stops by itself, as far as its complete units, counted from the first, tell. None if they don't
/// yet, or if the run never stops by itself.
///
/// # Errors
/// If the rows of a unit can't be read.
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
    let mut watch = Watch::new(until.half_width, run.manifest.pairs);
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

/// The manifest of a complete `unit` in the folder `dir`; none if the unit is incomplete. `whole` is the manifest of its run. A unit with
/// a damaged file is removed, to be played again.
fn checked(unit: Unit, dir: &Path, whole: &Manifest) -> Result<Option<Manifest>, FinishError> {
    // One that is damaged is of a unit to be played again.
    let Ok(manifest) = Manifest::read(dir) else { return Ok(None) };
    let refuse = |why: String| refuse(format!("unit {}: {why}", unit.number));
    if let Some(d) = whole.differences(&manifest).first() {
        return refuse(format!(
            "it is of another run than its plan: `{}` is {} in the plan and {} in {}",
            d.field,
            d.there,
            d.here,
            dir.display()
        ));
    }
    if manifest.block() != unit.block {
        return refuse(format!("it should be {}, and is {}", unit.block, manifest.block()));
    }
    if manifest.games_failed > 0 {
        let (failed, file) = (manifest.games_failed, dir.join(FailedGame::FILE));
        return refuse(format!("{failed} of its games failed, see {}", file.display()));
    }
    if !manifest.complete {
        return Ok(None);
    }
    if manifest.has_checksums() && manifest.changed_files(dir)?.is_empty() {
        return Ok(Some(manifest));
    }
    // Two processes that do not see each other's lock can leave this, if one of them is killed. The unit is played again, like one that
    // is missing: its games are the same.
    clear_run(dir)?;
    remove(&dir.join(Manifest::FILE))?;
    Ok(None)
}

fn refuse<T>(why: String) -> Result<T, FinishError> {
    Err(FinishError::Refused(why))
}

/// Appends the next line, which must be that of `game`, to `into`.
fn take(lines: &mut GameLines, game: u64, into: &mut Vec<u8>) -> Result<(), ReadError> {
    if lines.game() != Some(game) {
        return Err(lines.wrong(format!("expected game {game}")));
    }
    into.extend_from_slice(lines.line());
    lines.next()
}

/// The counts of a unit.
fn counts(dir: &Path, board: &Board) -> Result<Counts, ReadError> {
    let cells = Rows::<CellRow>::open(dir)?.collect::<Result<Vec<_>, _>>()?;
    let course = Rows::<CourseRow>::open(dir)?.collect::<Result<Vec<_>, _>>()?;
    Counts::of_tables(board, &cells, course).ok_or_else(|| {
        ReadError::file(dir, format!("{} and {} do not fit the board", CellRow::FILE, CourseRow::FILE))
    })
}
