//! `checkpoint.json`: the progress of a run, so that it can be resumed.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::checksum::{is_intact, sealed};
use super::{LARGEST_FILE, ReadError, read_text, write_atomically};

/// The progress of a run: the extents of its files, and its counts. The file exists while the run is incomplete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The number of games that are over. They are the first games of the run or unit, without gaps.
    pub done: u64,
    /// The number of these games that failed.
    pub failed: u64,
    /// How long the games took, in seconds.
    pub seconds: f64,
    /// The extent of each growing file at the point where it holds exactly these games.
    pub files: BTreeMap<String, Extent>,
    /// The counts for each cell, as in `cells.csv`.
    pub cells: String,
    /// The counts for each turn, as in `course.csv`.
    pub course: String,
}

/// A prefix of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// Its length in bytes.
    pub bytes: u64,
    /// The BLAKE3 hash of these bytes, in hexadecimal digits.
    pub blake3: String,
}

impl Checkpoint {
    /// The file in the folder of a run.
    pub const FILE: &'static str = "checkpoint.json";

    /// Reads the checkpoint in the folder `dir`, if there is one.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, is not JSON, or lacks a key.
    pub fn read(dir: &Path) -> Result<Option<Self>, ReadError> {
        let path = dir.join(Self::FILE);
        match read_text(&path, LARGEST_FILE) {
            Ok(text) => Self::decode(&text, &path).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ReadError::file(&path, error)),
        }
    }

    /// Writes it into the folder `dir`, atomically. The data that it describes must already be on the disk.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The previous checkpoint then stays.
    pub fn write(&self, dir: &Path) -> io::Result<()> {
        // The checksum reveals a changed checkpoint, so that changed counts do not get into the tables of the run.
        write_atomically(&dir.join(Self::FILE), sealed(self)?.to_string().as_bytes())
    }

    /// The checkpoint in `text`, if its checksum matches.
    fn decode(text: &str, path: &Path) -> Result<Self, ReadError> {
        let wrong = |error| ReadError::json(path, &error, "a checkpoint of this version of dropline");
        let checkpoint: Self = serde_json::from_str(text).map_err(wrong)?;
        if is_intact(text).map_err(wrong)? {
            Ok(checkpoint)
        } else {
            Err(ReadError::file(path, "checksum mismatch: the file was changed after it was written"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_reads_back_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(Checkpoint::read(dir.path()).unwrap(), None);
        let checkpoint = Checkpoint {
            done: u64::MAX,
            failed: 1,
            seconds: 2.5,
            files: [("games.csv".to_owned(), Extent { bytes: u64::MAX, blake3: "00ff".to_owned() })].into(),
            cells: "cell\n".to_owned(),
            course: "turn\n".to_owned(),
        };
        checkpoint.write(dir.path()).unwrap();
        assert_eq!(Checkpoint::read(dir.path()).unwrap(), Some(checkpoint));
    }

    #[test]
    fn a_checkpoint_that_was_changed_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(Checkpoint::FILE);
        let checkpoint = Checkpoint {
            done: 7,
            failed: 0,
            seconds: 0.1,
            files: BTreeMap::new(),
            cells: "cell\na1,43\n".to_owned(),
            course: String::new(),
        };
        checkpoint.write(dir.path()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("43", "44")).unwrap();
        let error = Checkpoint::read(dir.path()).unwrap_err().to_string();
        assert!(
            error.ends_with("checkpoint.json: checksum mismatch: the file was changed after it was written"),
            "{error}"
        );
    }

    #[test]
    fn an_invalid_checkpoint_is_reported_with_its_line() {
        let dir = tempfile::tempdir().unwrap();
        let head = "{\"done\": 1, \"failed\": 0, \"seconds\": 1.5, \"files\": {\"games.csv\": ";
        for (text, message) in [
            ("", ", line 1, column 0: the text ends where a value is expected: it was cut off"),
            ("{\"done\":", ", line 1, column 8: the text ends where a value is expected: it was cut off"),
            (
                "{\"done\": 1,,}",
                ", line 1, column 12: cannot read a checkpoint of this version of dropline: expected a key in quotes",
            ),
            (
                "{}",
                ", line 1, column 2: cannot read a checkpoint of this version of dropline: missing key `done`",
            ),
            (
                "{\"done\": \"all\"}",
                ", line 1, column 14: cannot read a checkpoint of this version of dropline: expected a whole number, found string \"all\"",
            ),
            (
                "{\"done\": -1}",
                ", line 1, column 11: cannot read a checkpoint of this version of dropline: expected a whole number, found integer `-1`",
            ),
            // Written by a version without hashes.
            (&format!("{head}100}}}}"), "expected a table with keys, found integer `100`"),
        ] {
            std::fs::write(dir.path().join(Checkpoint::FILE), text).unwrap();
            let error = Checkpoint::read(dir.path()).unwrap_err().to_string();
            assert!(error.contains("checkpoint.json") && error.contains(message), "{text}: {error}");
        }
    }
}
