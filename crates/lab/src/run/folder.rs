//! Checks and prepares the folder of a run: what may already exist there.

use super::output::sync_names;
use super::{
    CellRow, Checkpoint, CourseRow, Division, Experiment, FailedGame, GameRow, Highlight, Lock, Manifest,
    OutputError, Row, is_unfinished, packed, remove_unfinished,
};
use rayon::prelude::*;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file of the full records.
pub const RECORDS: &str = "games.jsonl";
/// The files that are derived from a run's data once its games are over.
const DERIVED_FILES: [&str; 4] = ["summary.csv", "summary.json", "openings.csv", "report.html"];

/// The folder of charts in the folder of a run.
const CHARTS: &str = "charts";
/// The charts of a run: this program writes no other picture in that folder.
pub const CHARTS_OF_A_RUN: [&str; 7] =
    ["score", "margins", "lengths", "branching", "first_turns", "first_turn_scores", "ends"];

/// Checks that a run or an experiment may be written to `dir`: the folder is missing or empty, or `replace` is set and allows
/// replacing its files.
///
/// # Errors
/// Returns an error if existing files must not or cannot be replaced.
pub fn check_free(dir: &Path, replace: bool) -> Result<(), OutputError> {
    is_free(dir, replace).map_err(|error| {
        // A run that another process is still writing looks like an interrupted one.
        if Lock::is_taken(dir) { OutputError::Busy(dir.to_owned()) } else { error }
    })
}

/// Creates the folder `dir` and locks it. It must be missing or empty, unless `replace` allows replacing the files of a run or an
/// experiment in it.
///
/// # Errors
/// Returns an error if existing files may not be replaced, another process writes to the folder, or it cannot be created.
pub fn create_and_lock(dir: &Path, replace: bool) -> Result<Lock, OutputError> {
    check_free(dir, replace)?;
    fs::create_dir_all(dir).map_err(|error| OutputError::Folder(dir.to_owned(), error))?;
    let lock = Lock::take(dir)?;
    // Another process may have written a run since the check above.
    is_free(dir, replace)?;
    remove_unfinished(dir).map_err(|error| OutputError::Folder(dir.to_owned(), error))?;
    Ok(lock)
}

/// Checks that the folder `dir` and its parent are not links, so that writes stay below them.
///
/// # Errors
/// Returns an error if one of them is a link.
pub fn check_own(dir: &Path) -> Result<(), OutputError> {
    match dir.ancestors().take(2).find(|folder| folder.is_symlink()) {
        Some(link) => Err(OutputError::Link(link.to_owned())),
        None => Ok(()),
    }
}

/// Checks that no process is running an experiment in a folder above `dir`.
///
/// # Errors
/// Returns an error if a process is running an experiment there.
pub fn check_outside(dir: &Path) -> Result<(), OutputError> {
    let whole = std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned());
    // A path that does not exist still has an ancestor that does.
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
    // Incomplete files of a killed process are ignored.
    let counts = |name: &OsStr| name != Lock::FILE && !is_unfinished(name);
    match fs::read_dir(dir).map(|entries| entries.flatten().any(|entry| counts(&entry.file_name()))) {
        Ok(holds_something) if holds_something && !replace => Err(taken(dir)),
        Ok(_) => Ok(()),
        Err(_) if fs::metadata(dir).is_ok_and(|found| !found.is_dir()) => {
            Err(OutputError::NotAFolder(dir.to_owned()))
        }
        // A missing folder can be created; trying gives the better error.
        Err(_) if fs::metadata(dir).is_err() => Ok(()),
        Err(error) => Err(OutputError::Folder(dir.to_owned(), error)),
    }
}

/// The error for a folder that is not free.
pub(super) fn taken(dir: &Path) -> OutputError {
    let is_there = |file: &str| dir.join(file).exists();
    let is_broken_off = |run: &Path| Manifest::read(run).is_ok_and(|manifest| !manifest.complete);
    let broken_off = is_broken_off(dir) || Experiment::read(dir).is_ok_and(|experiment| !experiment.complete);
    if broken_off {
        OutputError::BrokenOff(dir.to_owned())
    } else if [Manifest::FILE, GameRow::FILE, Experiment::FILE].into_iter().any(is_there) {
        OutputError::Run(dir.to_owned())
    } else {
        OutputError::NotEmpty(dir.to_owned())
    }
}

/// Removes the files of an earlier run except its manifest, so that none is mistaken for a file of the new run.
///
/// If the process is killed here, a new run can still begin in the folder: without a checkpoint no run is resumed, and without
/// `games.csv` there are no games to lose. See [`is_cleared`].
pub fn clear_run(dir: &Path) -> Result<(), OutputError> {
    for file in [GameRow::FILE, RECORDS] {
        remove(&packed(&dir.join(file)))?;
    }
    for file in [Checkpoint::FILE, GameRow::FILE] {
        remove(&dir.join(file))?;
        // The file system may not preserve the order of these removals.
        sync_names(dir)?;
    }
    for file in [RECORDS, FailedGame::FILE] {
        remove(&dir.join(file))?;
    }
    replace_charts(dir)?;
    remove_report(dir)?;
    sync_names(dir)
}

/// Whether `clear_run` has cleared the folder `dir`, completely or in part.
pub fn is_cleared(dir: &Path) -> bool {
    let is_missing = |file: &Path| fs::symlink_metadata(dir.join(file)).is_err();
    let rows = [PathBuf::from(GameRow::FILE), packed(Path::new(GameRow::FILE))];
    is_missing(Path::new(Checkpoint::FILE)) && rows.iter().all(|file| is_missing(file))
}

/// Removes the report of an incomplete run: the complete run may have other charts.
pub fn remove_report(dir: &Path) -> Result<(), OutputError> {
    for file in [CellRow::FILE, CourseRow::FILE, Highlight::FILE].into_iter().chain(DERIVED_FILES) {
        remove(&dir.join(file))?;
    }
    tidy(dir)?;
    let charts = charts_of(dir)?;
    let endings = |name: &str| ["svg", "png"].map(|ending| charts.join(format!("{name}.{ending}")));
    CHARTS_OF_A_RUN.into_iter().flat_map(endings).try_for_each(|chart| remove(&chart))
}

/// Removes the runs of the experiment in the folder `dir`, so that none is mistaken for a run of the new experiment. Other files
/// in their folders stay.
///
/// # Errors
/// Returns an error if a file cannot be removed.
pub fn remove_runs(dir: &Path) -> Result<(), OutputError> {
    let runs = dir.join(Experiment::RUNS);
    // Following a link would remove runs outside the folder.
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

/// Whether the folder `dir` holds the beginning of a plan, and nothing else: the manifests of runs without games, and perhaps
/// their experiment. A plan is written last, so these are left if the process is killed before.
pub fn is_begun_plan(dir: &Path) -> bool {
    let is_begun = |entry: fs::DirEntry| {
        let (name, path) = (entry.file_name(), entry.path());
        let text = name.to_string_lossy();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                let may_hold_runs = text == Experiment::RUNS || Experiment::may_name(&text);
                may_hold_runs && (is_begun_plan(&path) || is_empty(&path))
            }
            Ok(kind) if kind.is_file() => match &*text {
                Manifest::FILE => Manifest::read(dir).is_ok_and(|run| !run.complete && run.games_played == 0),
                Experiment::FILE => Experiment::read(dir).is_ok_and(|experiment| !experiment.complete),
                _ => name == Lock::FILE || is_unfinished(&name),
            },
            _ => false,
        }
    };
    !is_empty(dir)
        && fs::read_dir(dir).is_ok_and(|mut entries| entries.all(|entry| entry.is_ok_and(is_begun)))
}

fn is_empty(dir: &Path) -> bool {
    fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_none())
}

/// Removes the beginning of a plan from the folder `dir`, which this process has locked.
///
/// # Errors
/// Returns an error if another process has meanwhile written something else, or a file cannot be removed.
pub fn remove_begun_plan(dir: &Path) -> Result<(), OutputError> {
    if !is_begun_plan(dir) {
        return Err(taken(dir));
    }
    remove_runs(dir)?;
    [Experiment::FILE, Manifest::FILE].into_iter().try_for_each(|file| remove(&dir.join(file)))
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
        // The manifest is removed last: with it, `--resume` still recognizes a run that can restart.
        remove(&run.join(Manifest::FILE))?;
        let _ = fs::remove_dir(run);
    }
    Ok(())
}

/// Removes the units of the plan in the folder `dir`, in parallel on the threads of `pool`. The plan is removed last, so that a
/// command that is killed here can be rerun. Two processes may do this at the same time.
///
/// # Errors
/// Returns an error if a file cannot be removed, or the folder of the units is a link.
pub fn remove_units(dir: &Path, pool: &rayon::ThreadPool) -> Result<(), OutputError> {
    let wrong = |error| OutputError::Units(dir.to_owned(), error);
    let gone = |removed: io::Result<()>| match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    };
    let units = dir.join(Division::UNITS);
    if units.is_symlink() {
        return Err(OutputError::Link(units));
    }
    if units.exists() {
        let folders = fs::read_dir(&units).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(wrong)?;
        let remove = |folder: &fs::DirEntry| match folder.file_type()?.is_dir() {
            true => gone(fs::remove_dir_all(folder.path())),
            false => gone(fs::remove_file(folder.path())),
        };
        pool.install(|| folders.par_iter().try_for_each(remove)).map_err(wrong)?;
        gone(fs::remove_dir_all(&units)).map_err(wrong)?;
    }
    gone(fs::remove_file(dir.join(Division::FILE))).map_err(wrong)
}

/// Removes incomplete files of a killed process from the folder `dir` of a run or an experiment. No process may be writing there.
///
/// # Errors
/// Returns an error if the folder of charts is a link, or a file cannot be removed.
pub fn tidy(dir: &Path) -> Result<(), OutputError> {
    for folder in [dir.to_owned(), charts_of(dir)?].into_iter().filter(|folder| folder.is_dir()) {
        remove_unfinished(&folder).map_err(|error| OutputError::Folder(folder.clone(), error))?;
    }
    Ok(())
}

/// The folder of charts in the folder of a run, which must not be a link: files in it are written and removed.
fn charts_of(dir: &Path) -> Result<PathBuf, OutputError> {
    let charts = dir.join(CHARTS);
    match fs::symlink_metadata(&charts) {
        Ok(found) if found.is_symlink() => Err(OutputError::Link(charts)),
        Ok(found) if !found.is_dir() => Err(OutputError::NotAFolder(charts)),
        _ => Ok(charts),
    }
}

/// Removes a link in place of the folder of charts, before a run or an experiment replaces the content of `dir`.
///
/// # Errors
/// Returns an error if a file, rather than a folder or a link, has the name of the folder of charts, or if the link cannot be
/// removed.
pub fn replace_charts(dir: &Path) -> Result<(), OutputError> {
    match charts_of(dir) {
        Err(OutputError::Link(charts)) => remove(&charts),
        other => other.map(drop),
    }
}

/// Finishes what a killed process left undone in the folder `dir` of a complete run. No process may be writing there.
///
/// # Errors
/// Returns an error if a file cannot be removed.
pub fn complete(dir: &Path) -> Result<(), OutputError> {
    tidy(dir)?;
    remove(&dir.join(Checkpoint::FILE))
}

/// Removes a file if it exists.
pub fn remove(path: &Path) -> Result<(), OutputError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(OutputError::File(path.to_owned(), error))
        }
        _ => Ok(()),
    }
}
