//! How a complete run keeps its rows: as plain text, compressed, or not at all. A run without rows has `tally.json` instead,
//! which holds what reports need.

use super::checksum::{is_intact, sealed_lines};
use super::files::sync_folder;
use super::packed::{is_there, pack, packed};
use super::{GameRow, LARGEST_FILE, RECORDS, ReadError, Row, read_text, write_atomically};
use crate::stats::{Design, Tally};
use serde::{Deserialize, Serialize};
use std::fs;
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
    /// Not at all: see [`leave_rows_out`].
    None,
}

impl Kept {
    /// How the complete run in the folder `dir` has kept its rows.
    pub fn of(dir: &Path) -> Self {
        let rows = dir.join(GameRow::FILE);
        if has_left_rows_out(dir) {
            Self::None
        } else if !rows.exists() && packed(&rows).exists() {
            Self::Zstd
        } else {
            Self::All
        }
    }

    /// How a unit of such a run keeps its rows and records. `finish` needs them to merge the units.
    pub const fn of_unit(self) -> Self {
        match self {
            Self::All => Self::All,
            Self::Zstd | Self::None => Self::Zstd,
        }
    }
}

/// The file with the sums over a run's rows, in the folder of a run that left its rows out.
pub const TALLY: &str = "tally.json";

/// Whether the run in the folder `dir` left its rows out: they are missing, and the tally is present.
pub fn has_left_rows_out(dir: &Path) -> bool {
    !is_there(&dir.join(GameRow::FILE)) && dir.join(TALLY).exists()
}

/// Compresses the rows and records in the folder `dir`.
///
/// # Errors
/// Returns an error if a file cannot be read, written or removed. A file that could not be compressed is unchanged.
pub fn pack_rows(dir: &Path) -> io::Result<()> {
    [GameRow::FILE, RECORDS].iter().try_for_each(|name| pack(&dir.join(name)))
}

/// Writes the `tally` of the rows in the folder `dir` to the disk, then removes the rows.
///
/// # Errors
/// Returns an error if a file cannot be written or removed.
pub fn leave_rows_out(dir: &Path, tally: &Tally) -> io::Result<()> {
    let text = tally_text(tally)?;
    if text.len() as u64 > LARGEST_FILE {
        return Err(io::Error::other(format!("{TALLY} would have more than {LARGEST_FILE} bytes")));
    }
    write_atomically(&dir.join(TALLY), text.as_bytes())?;
    sync_folder(dir)?;
    let rows = dir.join(GameRow::FILE);
    for path in [packed(&rows), rows] {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// The content of [`TALLY`] for a `tally`.
///
/// # Errors
/// Returns an error if the tally cannot be serialized as JSON.
pub fn tally_text(tally: &Tally) -> serde_json::Result<String> {
    sealed_lines(tally)
}

/// Reads the tally of a run of this `design` that left its rows out, from its folder `dir`.
///
/// # Errors
/// Returns an error if the tally cannot be read, was changed, or is impossible.
pub fn read_tally(dir: &Path, design: Design) -> Result<Tally, ReadError> {
    let path = dir.join(TALLY);
    let text = read_text(&path, LARGEST_FILE).map_err(|error| ReadError::file(&path, error))?;
    let json = |error| ReadError::json(&path, &error, "the tally of a run");
    if is_intact(&text).map_err(json)? != Some(true) {
        return Err(ReadError::file(&path, "checksum mismatch: the file was changed after it was written"));
    }
    Tally::restored(serde_json::from_str(&text).map_err(json)?, design)
        .map_err(|what| ReadError::file(&path, what))
}
