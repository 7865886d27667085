//! `checkpoint.json`: how far a run has come, so that it can be gone on with.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{ReadError, write_atomically};

/// How far a run has come: what its files hold, and what it has counted. The file is there while the run is not complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Games that are over; they are those with the smallest numbers.
    pub done: u64,
    /// Those of them that failed.
    pub failed: u64,
    /// How long they took, in seconds.
    pub seconds: f64,
    /// The length in bytes, with these games and no more, of each file that grows.
    pub files: BTreeMap<String, u64>,
    /// What is counted for each cell, as `cells.csv` has it.
    pub cells: String,
    /// What is counted for each turn, as `course.csv` has it.
    pub course: String,
}

impl Checkpoint {
    /// The file in the folder of a run.
    pub const FILE: &'static str = "checkpoint.json";

    /// Reads the checkpoint in the folder `dir`, if there is one.
    ///
    /// # Errors
    /// If it can't be read, is not JSON, or lacks something.
    pub fn read(dir: &Path) -> Result<Option<Self>, ReadError> {
        let path = dir.join(Self::FILE);
        match std::fs::read(&path) {
            Ok(text) => {
                serde_json::from_slice(&text).map(Some).map_err(|error| ReadError::file(&path, error))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ReadError::file(&path, error)),
        }
    }

    /// Writes it into the folder `dir`, as a whole or not at all. What it tells of has to be on the disk already.
    ///
    /// # Errors
    /// If it can't be written; the one before stays.
    pub fn write(&self, dir: &Path) -> io::Result<()> {
        write_atomically(&dir.join(Self::FILE), &serde_json::to_vec(self)?)
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
            files: [("games.csv".to_owned(), u64::MAX)].into(),
            cells: "cell\n".to_owned(),
            course: "turn\n".to_owned(),
        };
        checkpoint.write(dir.path()).unwrap();
        assert_eq!(Checkpoint::read(dir.path()).unwrap(), Some(checkpoint));
        std::fs::write(dir.path().join(Checkpoint::FILE), "{\"done\":").unwrap();
        assert!(Checkpoint::read(dir.path()).unwrap_err().to_string().contains("checkpoint.json: EOF"));
    }
}
