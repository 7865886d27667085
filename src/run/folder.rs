//! The folder of a run before the run: what may be there already.

use super::output::sync_names;
use super::{
    CellRow, Checkpoint, CourseRow, Experiment, FailedGame, GameRow, Highlight, Lock, Manifest, OutputError,
    Row, SECOND, TALLY, is_unfinished, packed, remove_unfinished, second_of,
};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file of the full records.
pub const RECORDS: &str = "games.jsonl";
/// What is made of a run's files when it is over.
const MADE_LATER: [&str; 4] = ["summary.csv", "summary.json", "openings.csv", "report.html"];

/// The folder of the charts in that of a run.
const CHARTS: &str = "charts";
/// The charts of a run: no other picture in that folder is of this program.
pub const CHARTS_OF_A_RUN: [&str; 7] =
    ["score", "margins", "lengths", "branching", "first_turns", "first_turn_scores", "ends"];

/// Makes sure that a run or an experiment may be written to `dir`: nothing is there, or an empty folder, or one in which
/// it may `replace` its files.
///
/// # Errors
/// If something is there that may not be replaced, or can't be.
pub fn check_free(dir: &Path, replace: bool) -> Result<(), OutputError> {
    is_free(dir, replace).map_err(|error| {
        // What is there is being made: it is neither interrupted nor another run.
        if Lock::is_taken(dir) { OutputError::Busy(dir.to_owned()) } else { error }
    })
}

/// Makes the folder `dir`, if [`check_free`] lets it, and locks it.
///
/// # Errors
/// If something is there that may not be replaced, another process writes to it, or it can't be made.
pub fn take_free(dir: &Path, replace: bool) -> Result<Lock, OutputError> {
    check_free(dir, replace)?;
    fs::create_dir_all(dir).map_err(|error| OutputError::Folder(dir.to_owned(), error))?;
    let lock = Lock::take(dir)?;
    // Another process may have made its run since.
    is_free(dir, replace)?;
    remove_unfinished(dir).map_err(|error| OutputError::Folder(dir.to_owned(), error))?;
    Ok(lock)
}

/// Makes sure that the folder `dir`, and the one that holds it, are no links: what is written below them stays there.
///
/// # Errors
/// If one of them is.
pub fn check_own(dir: &Path) -> Result<(), OutputError> {
    match dir.ancestors().take(2).find(|folder| folder.is_symlink()) {
        Some(link) => Err(OutputError::Link(link.to_owned())),
        None => Ok(()),
    }
}

/// Makes sure that nobody is playing an experiment of which a run is to be in the folder `dir`, or has it above.
///
/// # Errors
/// If somebody is.
pub fn check_outside(dir: &Path) -> Result<(), OutputError> {
    let whole = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
    // A missing path has an existing ancestor.
    let real = whole.ancestors().find_map(|dir| Some((dir, dir.canonicalize().ok()?)));
    let rest = real.as_ref().and_then(|(there, _)| whole.strip_prefix(there).ok());
    let Some(place) = real.as_ref().zip(rest).map(|((_, real), rest)| real.join(rest)) else { return Ok(()) };
    let runs =
        place.ancestors().skip(1).filter(|above| above.file_name() == Some(OsStr::new(Experiment::RUNS)));
    match runs.filter_map(Path::parent).find(|experiment| Lock::is_taken(experiment)) {
        Some(experiment) => Err(OutputError::Busy(experiment.to_owned())),
        None => Ok(()),
    }
}

fn is_free(dir: &Path, replace: bool) -> Result<(), OutputError> {
    // What somebody was writing when he was killed holds no folder.
    let counts = |name: &OsStr| name != Lock::FILE && !is_unfinished(name);
    match fs::read_dir(dir).map(|entries| entries.flatten().any(|entry| counts(&entry.file_name()))) {
        Ok(holds_something) if holds_something && !replace => Err(taken(dir)),
        Ok(_) => Ok(()),
        Err(_) if fs::metadata(dir).is_ok_and(|found| !found.is_dir()) => {
            Err(OutputError::NotAFolder(dir.to_owned()))
        }
        // What is not there can be made; why it can't is better known when that is tried.
        Err(_) if fs::metadata(dir).is_err() => Ok(()),
        Err(error) => Err(OutputError::Folder(dir.to_owned(), error)),
    }
}

/// What holds the folder.
fn taken(dir: &Path) -> OutputError {
    let is_there = |file: &str| dir.join(file).exists();
    let is_broken_off = |run: &Path| Manifest::read(run).is_ok_and(|manifest| !manifest.complete);
    let broken_off = is_broken_off(dir)
        || second_of(dir).is_some_and(|second| is_broken_off(&second))
        || Experiment::read(dir).is_ok_and(|experiment| !experiment.complete);
    if broken_off {
        OutputError::BrokenOff(dir.to_owned())
    } else if [Manifest::FILE, GameRow::FILE, Experiment::FILE].into_iter().any(is_there) {
        OutputError::Run(dir.to_owned())
    } else {
        OutputError::NotEmpty(dir.to_owned())
    }
}

/// Removes the files of an earlier run except its manifest, so that none of them can be mistaken for one of the run that
/// replaces it.
///
/// A process that is killed here leaves a folder in which a run can begin: without the checkpoint no run is resumed, and
/// without `games.csv` there are no games to lose. See [`is_cleared`].
pub fn clear_run(dir: &Path) -> Result<(), OutputError> {
    remove(&dir.join(TALLY))?;
    for file in [GameRow::FILE, RECORDS] {
        remove(&packed(&dir.join(file)))?;
    }
    for file in [Checkpoint::FILE, GameRow::FILE] {
        remove(&dir.join(file))?;
        // The file system may not keep the order by itself.
        sync_names(dir)?;
    }
    for file in [RECORDS, FailedGame::FILE] {
        remove(&dir.join(file))?;
    }
    replace_charts(dir)?;
    remove_report(dir)?;
    sync_names(dir)
}

/// Whether the folder `dir` holds what is left of a run after `clear_run`, complete or stopped halfway.
pub fn is_cleared(dir: &Path) -> bool {
    let is_missing = |file: &Path| fs::symlink_metadata(dir.join(file)).is_err();
    let rows = [PathBuf::from(GameRow::FILE), packed(Path::new(GameRow::FILE)), PathBuf::from(TALLY)];
    is_missing(Path::new(Checkpoint::FILE)) && rows.iter().all(|file| is_missing(file))
}

/// Removes what was made of a part of a run when it was stopped: the whole run may have other charts.
pub fn remove_report(dir: &Path) -> Result<(), OutputError> {
    for file in [CellRow::FILE, CourseRow::FILE, Highlight::FILE].into_iter().chain(MADE_LATER) {
        remove(&dir.join(file))?;
    }
    tidy(dir)?;
    let charts = charts_of(dir)?;
    let endings = |name: &str| ["svg", "png"].map(|ending| charts.join(format!("{name}.{ending}")));
    CHARTS_OF_A_RUN.into_iter().flat_map(endings).try_for_each(|chart| remove(&chart))
}

/// Removes the runs of the experiment in the folder `dir`, so that none of them can be taken for one of the experiment that
/// replaces it. Whatever else is in their folders stays.
///
/// # Errors
/// If a file can't be removed.
pub fn remove_runs(dir: &Path) -> Result<(), OutputError> {
    let runs = dir.join(Experiment::RUNS);
    // A link of that name would lead the runs out of the folder.
    if runs.is_symlink() {
        return remove(&runs);
    }
    let Ok(entries) = fs::read_dir(&runs) else { return Ok(()) };
    for entry in entries.flatten().filter(|entry| Experiment::may_name(&entry.file_name().to_string_lossy()))
    {
        remove_run(&entry.path())?;
    }
    let _ = fs::remove_dir(&runs);
    Ok(())
}

/// Removes the second strength of the run in the folder `dir`, which is replaced by another run. Whatever else is in its folder stays.
///
/// # Errors
/// If a file can't be removed.
pub fn remove_second(dir: &Path) -> Result<(), OutputError> {
    let second = dir.join(SECOND);
    if second.is_symlink() || second.join(Manifest::FILE).exists() { remove_run(&second) } else { Ok(()) }
}

/// Removes a run, or a link in its place.
fn remove_run(run: &Path) -> Result<(), OutputError> {
    if run.is_symlink() {
        return remove(run);
    }
    if run.is_dir() {
        clear_run(run)?;
        remove(&run.join(Lock::FILE))?;
        // Folders are removed only if nothing else is in them.
        let _ = fs::remove_dir(run.join(CHARTS));
        // The manifest is removed last: with it, `--resume` still recognizes a run that can begin again.
        remove(&run.join(Manifest::FILE))?;
        let _ = fs::remove_dir(run);
    }
    Ok(())
}

/// Removes what a process was writing into the folder `dir` of a run or an experiment when it was killed. Nobody may be
/// writing there now.
///
/// # Errors
/// If that can't be done.
pub fn tidy(dir: &Path) -> Result<(), OutputError> {
    for folder in [dir.to_owned(), charts_of(dir)?].into_iter().filter(|folder| folder.is_dir()) {
        remove_unfinished(&folder).map_err(|error| OutputError::Folder(folder.clone(), error))?;
    }
    Ok(())
}

/// The folder of the charts in that of a run. It may not lead elsewhere: files in it are written and removed.
fn charts_of(dir: &Path) -> Result<PathBuf, OutputError> {
    let charts = dir.join(CHARTS);
    match fs::symlink_metadata(&charts) {
        Ok(found) if found.is_symlink() => Err(OutputError::Link(charts)),
        Ok(found) if !found.is_dir() => Err(OutputError::NotAFolder(charts)),
        _ => Ok(charts),
    }
}

/// Makes sure that the charts of a run or an experiment that may replace what is in the folder `dir` can be written: a link
/// in the place of their folder goes.
///
/// # Errors
/// If a file has its name, or the link can't be removed.
pub fn replace_charts(dir: &Path) -> Result<(), OutputError> {
    match charts_of(dir) {
        Err(OutputError::Link(charts)) => remove(&charts),
        other => other.map(drop),
    }
}

/// Does in the folder `dir` of a run that is complete what a process that was killed then left undone. Nobody may be writing
/// there now.
///
/// # Errors
/// If that can't be done.
pub fn complete(dir: &Path) -> Result<(), OutputError> {
    tidy(dir)?;
    remove(&dir.join(Checkpoint::FILE))
}

/// Removes a file if it is there.
pub fn remove(path: &Path) -> Result<(), OutputError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(OutputError::File(path.to_owned(), error))
        }
        _ => Ok(()),
    }
}
