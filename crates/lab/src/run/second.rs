//! The second strength: a run of stronger players in the folder of a run whose agents the user did not name.

use super::Manifest;
use std::path::{Path, PathBuf};

/// The folder of the second strength in the folder of a run.
pub const SECOND: &str = "greedy";

/// The folder of the second strength of the run in the folder `dir`, if it has one.
pub fn second_of(dir: &Path) -> Option<PathBuf> {
    let second = dir.join(SECOND);
    // A link could lead out of the folder.
    (!second.is_symlink() && second.join(Manifest::FILE).exists()).then_some(second)
}
