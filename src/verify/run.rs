//! A run checked.

use super::Compared;
use crate::report;
use crate::run::{CellRow, Checkpoint, CourseRow, FailedGame, GameRow, Highlight, Manifest, ReadError, Row};
use crate::simulate::{Past, RECORDS, Verification, make_highlights};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Checks the run `past`: plays `sample` of its games again, as [`Past::verify`] does, makes again all files that are made
/// from rows and manifest, and compares them with those in its folder.
///
/// # Errors
/// If a file of the games is missing, or holds something else than rows.
pub fn run(
    past: &Past,
    sample: u64,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    each: impl FnMut(u64),
) -> Result<Verification, ReadError> {
    let mut found = past.verify(sample, pool, stop, each)?;
    if found.finished {
        let Compared { files, problems, left_out } = pool.install(|| made_again(past));
        found.files = files;
        found.problems.extend(problems);
        found.left_out.extend(left_out);
    }
    Ok(found)
}

/// Compares the tables that are made from the rows of the run in the folder `dir`, as far as they are there.
pub fn tables(dir: &Path) -> Compared {
    let mut found = Compared::default();
    match report::make_tables(dir) {
        Ok(tables) => found.compare(dir, &tables, true),
        Err(error) => found.problems.push(format!("its tables can't be made again: {error}")),
    }
    found
}

/// Compares what is made from the rows of a run with the files.
fn made_again(past: &Past) -> Compared {
    let Past { dir, manifest, .. } = past;
    let mut found = Compared::default();
    let mut made = Vec::new();
    match highlights(past) {
        Ok(Some(text)) => made.push((PathBuf::from(Highlight::FILE), text)),
        Ok(None) => {}
        Err(what) => found.problems.push(format!("{} can't be made again: {what}", Highlight::FILE)),
    }
    match report::make(dir) {
        Ok(files) => made.extend(files),
        Err(error) => found.problems.push(format!("the report can't be made again: {error}")),
    }
    // A run that was stopped may have been stopped before its report.
    found.compare(dir, &made, !manifest.complete);
    let written = files_of(manifest).map(PathBuf::from);
    found.name_others(dir, &made.into_iter().map(|(name, _)| name).chain(written).collect::<Vec<_>>());
    found
}

/// The games worth seeing, as their file should hold them, if there should be one.
fn highlights(past: &Past) -> Result<Option<String>, String> {
    if !past.manifest.complete {
        return Ok(None);
    }
    make_highlights(&past.simulation(), &past.dir).map_err(|error| error.to_string())
}

/// The files that a run writes as it goes on.
fn files_of(manifest: &Manifest) -> impl Iterator<Item = &'static str> {
    let always = [Manifest::FILE, GameRow::FILE, CellRow::FILE, CourseRow::FILE];
    let some = [
        (RECORDS, manifest.records),
        (FailedGame::FILE, manifest.games_failed > 0),
        (Checkpoint::FILE, !manifest.complete),
        // Where a file of them can't be made again, as games of agents that think for a time can't, it may be there still.
        (Highlight::FILE, !manifest.reproducible),
    ];
    always.into_iter().chain(some.into_iter().filter_map(|(file, is_there)| is_there.then_some(file)))
}
