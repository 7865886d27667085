//! The full records of a run, read beside its rows.

use super::folder::RECORDS;
use crate::record::{Facts, is_record_of};
use crate::run::{GameRow, ReadError, Row, open};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// `games.jsonl`, line by line.
pub struct Records {
    path: PathBuf,
    lines: BufReader<File>,
    line: u64,
}

impl Records {
    /// Opens the records in the folder `dir`.
    pub fn open(dir: &Path) -> Result<Self, ReadError> {
        let path = dir.join(RECORDS);
        let file = open(&path).map_err(|error| ReadError::file(&path, error))?;
        Ok(Self { path, lines: BufReader::new(file), line: 0 })
    }

    /// Appends the next line to `into`; it has to be the record of the game of `row`.
    ///
    /// # Errors
    /// If it can't be read, is that of another game, or contradicts the row.
    pub fn take(&mut self, row: &GameRow, into: &mut Vec<u8>) -> Result<(), ReadError> {
        let start = into.len();
        self.next(row.game, into)?;
        if Self::is_of(row, &into[start..]) {
            return Ok(());
        }
        let what = format!("the record of game {} is not of its row in {}", row.game, GameRow::FILE);
        Err(ReadError::line(&self.path, self.line, what))
    }

    /// Appends the next line, which has to be that of `game`, to `into`; whether it fits the row is not looked at.
    ///
    /// # Errors
    /// If it can't be read or is that of another game.
    pub fn next(&mut self, game: u64, into: &mut Vec<u8>) -> Result<(), ReadError> {
        let start = into.len();
        self.line += 1;
        self.lines.read_until(b'\n', into).map_err(|error| self.wrong(error))?;
        let line = &into[start..];
        if !line.starts_with(format!("{{\"game\":{game},").as_bytes()) || !line.ends_with(b"\n") {
            return Err(self.wrong(format!("expected the record of game {game}")));
        }
        Ok(())
    }

    /// Makes sure that there are no more.
    ///
    /// # Errors
    /// If there are.
    pub fn end(&mut self) -> Result<(), ReadError> {
        let more = self.lines.fill_buf().map(|bytes| !bytes.is_empty());
        self.line += 1;
        match more {
            Ok(false) => Ok(()),
            Ok(true) => Err(self.wrong(format!("there is more than the games of {}", GameRow::FILE))),
            Err(error) => Err(self.wrong(error)),
        }
    }

    /// Whether `record` can be that of the game of `row`.
    pub fn is_of(row: &GameRow, record: &[u8]) -> bool {
        is_record_of(record, &facts(row))
    }

    fn wrong(&self, what: impl std::fmt::Display) -> ReadError {
        ReadError::line(&self.path, self.line, what)
    }
}

/// What the row of a game tells of its record.
fn facts(row: &GameRow) -> Facts<'_> {
    Facts {
        game: row.game,
        variant: &row.variant,
        agents: [&row.first_agent, &row.second_agent],
        first_turn: &row.first_turn,
        turns: row.turns,
        winner: row.winner,
        score: [row.first_score, row.second_score],
    }
}
