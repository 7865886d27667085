//! How a complete run keeps its rows: as plain text or compressed.

use super::packed::{pack, packed};
use super::{GameRow, RECORDS, Row};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// How a run keeps its rows and records once it is complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kept {
    /// As plain text.
    #[default]
    All,
    /// Compressed.
    Zstd,
}

impl Kept {
    /// How the complete run in the folder `dir` has kept its rows.
    pub fn of(dir: &Path) -> Self {
        let rows = dir.join(GameRow::FILE);
        if !rows.exists() && packed(&rows).exists() { Self::Zstd } else { Self::All }
    }
}

/// Compresses the rows and records in the folder `dir`.
///
/// # Errors
/// Returns an error if a file cannot be read, written or removed. A file that could not be compressed is unchanged.
pub fn pack_rows(dir: &Path) -> io::Result<()> {
    [GameRow::FILE, RECORDS].iter().try_for_each(|name| pack(&dir.join(name)))
}
