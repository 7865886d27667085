//! Files that were changed after a run or an experiment wrote them.

use super::{CellRow, CourseRow, Experiment, GameRow, Manifest, Row};
use std::path::{Path, PathBuf};

/// How a file of a run differs from what the run wrote. It is displayed as a sentence that names the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Change {
    /// Its content has changed.
    #[error("{0}: checksum mismatch: the file was changed after the run wrote it")]
    Content(&'static str),
    /// It is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
}

/// The paths of the files that the report of the run or the experiment in the folder `dir` is drawn from and that were changed
/// after they were written.
///
/// Files that are missing or cannot be read are left out: the report itself says what is wrong with them. Records are left out too,
/// since no report is drawn from them.
pub fn changed_under_report(dir: &Path) -> Vec<PathBuf> {
    let mut changed = Vec::new();
    let mut runs = vec![dir.to_owned()];
    if Experiment::is_in(dir) {
        changed.extend(matches!(Experiment::is_intact(dir), Ok(false)).then(|| dir.join(Experiment::FILE)));
        let members = Experiment::read(dir).map(|experiment| experiment.runs).unwrap_or_default();
        let names = members.into_iter().filter_map(|member| member.dir);
        runs = names.map(|name| dir.join(Experiment::RUNS).join(name)).collect();
    }
    for run in runs {
        let files = [GameRow::FILE, CellRow::FILE, CourseRow::FILE];
        let changes = Manifest::read(&run).and_then(|manifest| manifest.changes(&run, &files));
        changed.extend(changes.unwrap_or_default().into_iter().filter_map(|change| match change {
            Change::Content(name) => Some(run.join(name)),
            Change::Missing(_) => None,
        }));
    }
    changed
}
