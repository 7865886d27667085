//! A run checked.

use super::{Compared, Verification, games};
use crate::report;
use crate::run::{
    CellRow, Checkpoint, CourseRow, FailedGame, GameRow, Highlight, Manifest, RECORDS, ReadError,
    RecordedRun, Row, Rows, Until, make_highlights, packed,
};
use crate::stats::Watch;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Checks the run `recorded`: compares its files with their checksums, plays `sample` of its games again on all threads of
/// `pool`, calling `each` with the number of games played, and compares all files that are made from rows and manifest with
/// the same regenerated. When `stop` is set, the result is what has been checked so far.
///
/// # Errors
/// If a file of the games is missing or can't be read.
pub fn run(
    recorded: &RecordedRun,
    sample: u64,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    each: impl FnMut(u64),
) -> Result<Verification, ReadError> {
    let mut found = games::games(recorded, sample, pool, stop, each)?;
    found.problems.extend(wrong_end(recorded)?);
    if !found.is_right() {
        found.left_out.push("files made from the games: something is wrong with these".to_owned());
    } else if found.finished {
        let Compared { files, problems, left_out } = pool.install(|| made_again(recorded));
        found.files = files;
        found.problems.extend(problems);
        found.left_out.extend(left_out);
    }
    Ok(found)
}

/// What is wrong with the end of a run that was to stop by itself: its intervals hold for that end alone.
fn wrong_end(recorded: &RecordedRun) -> Result<Option<String>, ReadError> {
    let Manifest { until, pairs, games_played, block, .. } = recorded.manifest;
    // The command allows no other widths.
    let allowed = |until: &Until| until.half_width > 0.0 && until.half_width < 1.0;
    let Some(until) = until.filter(allowed).filter(|_| block.is_none()) else { return Ok(None) };
    let file = Manifest::FILE;
    let mut watch = Watch::new(until.half_width, pairs);
    for (games, row) in (1..).zip(Rows::<GameRow>::open(&recorded.dir)?) {
        let row = row?;
        if watch.add_game(row.game, row.winner) {
            let is_end = until.reached && games == games_played;
            let what =
                format!("{file}: `until` is reached after {games} games, and the run has {games_played}");
            return Ok((!is_end).then_some(what));
        }
    }
    Ok(until.reached.then(|| format!("{file}: `until` is not reached by the games")))
}

/// Compares what is made from the rows of a run with the files.
fn made_again(recorded: &RecordedRun) -> Compared {
    let RecordedRun { dir, manifest, .. } = recorded;
    let mut found = Compared::default();
    let mut made = Vec::new();
    match highlights(recorded) {
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
    let written = files_of(manifest).flat_map(|name| [PathBuf::from(name), packed(Path::new(name))]);
    found.name_others(dir, &made.into_iter().map(|(name, _)| name).chain(written).collect::<Vec<_>>());
    found
}

/// The games worth seeing, as their file should hold them, if there should be one.
fn highlights(recorded: &RecordedRun) -> Result<Option<String>, String> {
    // Those of a block are chosen when its run is whole.
    if !recorded.manifest.complete || recorded.manifest.block.is_some() {
        return Ok(None);
    }
    make_highlights(&recorded.simulation(), &recorded.dir).map_err(|error| error.to_string())
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
