//! `failed.jsonl`: the games that could not be played to their end, a line each.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::text::json_fault;
use serde::{Deserialize, Serialize};

use super::{GameRow, Manifest, ReadError, Rows, Share};

/// A game that could not be played to its end, with all that repeats it. It is a record of the game so far, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedGame {
    /// Its number in its run, from 1.
    pub game: u64,
    /// The id of the variant.
    pub variant: String,
    /// The agent that played as the first player.
    pub first_agent: String,
    /// The agent that played as the second player.
    pub second_agent: String,
    /// The master seed.
    pub seed: u64,
    /// The hash of the effective rules.
    pub rules_hash: String,
    /// What went wrong, and where in the program.
    pub error: String,
    /// The actions before it did.
    pub actions: Vec<String>,
}

impl FailedGame {
    /// The file in the folder of a run; only there if a game failed.
    pub const FILE: &'static str = "failed.jsonl";

    /// The first game of the run in the folder `dir` that failed, if one did.
    ///
    /// # Errors
    /// If the file is there and can't be read.
    pub fn first(dir: &Path) -> Result<Option<Self>, ReadError> {
        let mut failed = FailedNumbers::open(dir)?;
        let Some(line) = failed.lines.as_mut().and_then(Iterator::next) else { return Ok(None) };
        let line = line.map_err(|error| ReadError::file(&failed.path, error))?;
        serde_json::from_str(&line).map(Some).map_err(|error| wrong_line(&failed.path, 1, &error))
    }

    /// Appends the line of the game to `into`.
    pub fn write_line(&self, into: &mut Vec<u8>) {
        serde_json::to_writer(&mut *into, self).expect("memory takes what is written to it");
        into.push(b'\n');
    }
}

fn wrong_line(path: &Path, line: u64, error: &serde_json::Error) -> ReadError {
    ReadError::line(path, line, json_fault(error, "line"))
}

/// The numbers of a run's games that failed, in their order, read one by one.
struct FailedNumbers {
    path: PathBuf,
    lines: Option<io::Lines<BufReader<File>>>,
    line: u64,
}

impl FailedNumbers {
    fn open(dir: &Path) -> Result<Self, ReadError> {
        let path = dir.join(FailedGame::FILE);
        let lines = match super::open(&path) {
            Ok(file) => Some(BufReader::new(file).lines()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(ReadError::file(&path, error)),
        };
        Ok(Self { path, lines, line: 0 })
    }

    fn next(&mut self) -> Result<Option<u64>, ReadError> {
        /// What is needed of a line.
        #[derive(Deserialize)]
        struct Numbered {
            game: u64,
        }
        let Some(line) = self.lines.as_mut().and_then(Iterator::next) else { return Ok(None) };
        self.line += 1;
        let line = line.map_err(|error| ReadError::file(&self.path, error))?;
        match serde_json::from_str::<Numbered>(&line) {
            Ok(Numbered { game }) => Ok(Some(game)),
            Err(error) => Err(wrong_line(&self.path, self.line, &error)),
        }
    }
}

/// The numbers that the rows of a run's `games.csv` have, in their order: those of the games of its share, without those
/// that failed.
pub struct Numbers {
    share: Share,
    pairs: bool,
    /// How many games of the share have been passed, failed ones among them.
    passed: u64,
    failed: FailedNumbers,
    /// The first game that failed after those passed.
    next_failed: Option<u64>,
}

impl Numbers {
    /// The numbers of the games in the folder `dir`, by its `manifest`.
    ///
    /// # Errors
    /// If `failed.jsonl` is there and can't be read.
    pub fn of(dir: &Path, manifest: &Manifest) -> Result<Self, ReadError> {
        let mut failed = FailedNumbers::open(dir)?;
        let next_failed = failed.next()?;
        Ok(Self { share: manifest.share(), pairs: manifest.pairs, passed: 0, failed, next_failed })
    }

    /// Makes sure that `row`, which has just been read from `rows`, is the next.
    ///
    /// # Errors
    /// If it has another number, or `failed.jsonl` can't be read.
    pub fn check<R: Read>(&mut self, row: &GameRow, rows: &Rows<GameRow, R>) -> Result<(), ReadError> {
        let expected = self.next_number()?;
        if row.game == expected {
            return Ok(());
        }
        let what = format!("expected {expected}: a row is missing, or stands twice");
        Err(ReadError::column(rows.path(), rows.line(), "game", what))
    }

    /// The number of the next row.
    fn next_number(&mut self) -> Result<u64, ReadError> {
        loop {
            self.passed += 1;
            let number = self.share.game(self.passed, self.pairs);
            if self.next_failed != Some(number) {
                return Ok(number);
            }
            self.next_failed = self.failed.next()?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_rows_leave_out_what_failed() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(FailedGame::FILE), "{\"game\":4}\n{\"game\":7}\n").unwrap();
        let mut numbers = Numbers {
            share: "1/3".parse().unwrap(),
            pairs: false,
            passed: 0,
            failed: FailedNumbers::open(dir.path()).unwrap(),
            next_failed: None,
        };
        numbers.next_failed = numbers.failed.next().unwrap();
        let rows: Vec<u64> = (0..3).map(|_| numbers.next_number().unwrap()).collect();
        assert_eq!(rows, [1, 10, 13]);
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(FailedGame::FILE), "{\"game\":4}\nnone\n").unwrap();
        let mut failed = FailedNumbers::open(dir.path()).unwrap();
        assert_eq!(failed.next().unwrap(), Some(4));
        let error = failed.next().unwrap_err().to_string();
        assert!(error.contains("failed.jsonl, line 2: "), "{error}");
    }
}
