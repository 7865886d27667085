//! Verifying a run.

use super::{Compared, Verification, games};
use crate::report;
use crate::run::{
    CellRow, Checkpoint, CourseRow, FailedGame, GameRow, Highlight, Manifest, RECORDS, ReadError,
    RecordedRun, Row, Rows, Until, make_highlights, packed,
};
use crate::stats::StoppingRule;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Checks the run `recorded`: compares its files with their checksums, replays `sample` of its games on all threads of `pool`,
/// calling `each` with the number of games played, and compares all files derived from the rows and the manifest with regenerated
/// ones. When `stop` is set, the result covers the checks so far.
///
/// # Errors
/// Returns an error if a file of the games is missing or cannot be read.
pub fn run(
    recorded: &RecordedRun,
    sample: u64,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    each: impl FnMut(u64),
) -> Result<Verification, ReadError> {
    let mut found = games::games(recorded, sample, pool, stop, each)?;
    found.problems.extend(end_error(&recorded.manifest, end(recorded)?));
    if !found.is_right() {
        found.left_out.push("files derived from the games, because the games have problems".to_owned());
    } else if found.finished {
        let Compared { files, problems, left_out } = pool.install(|| regenerated(recorded));
        found.files = files;
        found.problems.extend(problems);
        found.left_out.extend(left_out);
    }
    Ok(found)
}

/// The stopping rule of the run with this `manifest`, if it has one.
fn watch(manifest: &Manifest) -> Option<StoppingRule> {
    // The command line rejects other widths.
    let allowed = |until: &Until| until.half_width > 0.0 && until.half_width < 1.0;
    let until = manifest.until.filter(allowed).filter(|_| manifest.block.is_none())?;
    Some(StoppingRule::new(until.half_width, manifest.pairs))
}

/// The number of games after which a run with `--until` reaches its width, if it does.
fn end(recorded: &RecordedRun) -> Result<Option<u64>, ReadError> {
    let Some(mut watch) = watch(&recorded.manifest) else { return Ok(None) };
    for (games, row) in (1..).zip(Rows::<GameRow>::open(&recorded.dir)?) {
        let row = row?;
        if watch.add_game(row.game, row.winner) {
            return Ok(Some(games));
        }
    }
    Ok(None)
}

/// The error if the end of a run with `--until` differs from `end`, the number of games after which it reached its width. The
/// intervals of the run are valid only for that end.
fn end_error(manifest: &Manifest, end: Option<u64>) -> Option<String> {
    watch(manifest)?;
    let (reached, played) = (manifest.until?.reached, manifest.games_played);
    let file = Manifest::FILE;
    match end {
        Some(games) if games != played => {
            Some(format!("{file}: `until` is reached after {games} games, but the run has {played}"))
        }
        Some(_) if !reached => {
            Some(format!("{file}: `until.reached` is false, but the games reach that half-width"))
        }
        None if reached => {
            Some(format!("{file}: `until.reached` is true, but the games do not reach that half-width"))
        }
        _ => None,
    }
}

/// Compares the files derived from the rows of a run with regenerated ones.
fn regenerated(recorded: &RecordedRun) -> Compared {
    let RecordedRun { dir, manifest, .. } = recorded;
    let mut found = Compared::default();
    let mut made = Vec::new();
    match highlights(recorded) {
        Ok(Some(text)) => made.push((PathBuf::from(Highlight::FILE), text)),
        Ok(None) => {}
        Err(what) => found.problems.push(format!("{} cannot be regenerated: {what}", Highlight::FILE)),
    }
    match report::make(dir) {
        Ok(files) => made.extend(files),
        Err(error) => found.problems.push(format!("the report cannot be regenerated: {error}")),
    }
    // A stopped run may have no report.
    found.compare(dir, &made, !manifest.complete);
    let written = files_of(manifest).flat_map(|name| [PathBuf::from(name), packed(Path::new(name))]);
    found.note_unknown_files(dir, &made.into_iter().map(|(name, _)| name).chain(written).collect::<Vec<_>>());
    found
}

/// The expected content of the file of games worth seeing, if there should be one.
fn highlights(recorded: &RecordedRun) -> Result<Option<String>, String> {
    // A block's games worth seeing are chosen once its run is merged.
    if !recorded.manifest.complete || recorded.manifest.block.is_some() {
        return Ok(None);
    }
    make_highlights(&recorded.simulation(), &recorded.dir).map_err(|error| error.to_string())
}

/// The files that a run writes while it plays.
fn files_of(manifest: &Manifest) -> impl Iterator<Item = &'static str> {
    let always = [Manifest::FILE, GameRow::FILE, CellRow::FILE, CourseRow::FILE];
    let some = [
        (RECORDS, manifest.records),
        (FailedGame::FILE, manifest.games_failed > 0),
        (Checkpoint::FILE, !manifest.complete),
        // The file may exist even if it cannot be regenerated, as for agents with a time limit.
        (Highlight::FILE, !manifest.reproducible),
    ];
    always.into_iter().chain(some.into_iter().filter_map(|(file, is_there)| is_there.then_some(file)))
}
