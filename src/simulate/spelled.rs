//! Whether `games.csv` is written as a run writes it: the same rows can be written in many ways (`007`, lines that end
//! otherwise, a mark at the beginning), and a run writes one of them.

use super::growing::Rows;
use crate::run::{GameRow, ReadError, Row, open};
use crate::text::around;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The bytes of `games.csv`, read beside its rows.
pub struct Spelled {
    path: PathBuf,
    bytes: BufReader<File>,
    rows: Rows,
    line: u64,
    /// The bytes of a row as they stand in the file.
    there: Vec<u8>,
    /// What is wrong with the first row that is written otherwise.
    wrong: Option<String>,
}

impl Spelled {
    /// Opens the rows in the folder `dir`.
    pub fn open(dir: &Path) -> Result<Self, ReadError> {
        let path = dir.join(GameRow::FILE);
        let file = open(&path).map_err(|error| ReadError::file(&path, error))?;
        let bytes = BufReader::new(file);
        let mut spelled = Self { path, bytes, rows: Rows::new(), line: 0, there: Vec::new(), wrong: None };
        // What a table begins with is the first line.
        spelled.compare()?;
        Ok(spelled)
    }

    /// Compares the next bytes with those of `row`, which has been read from them.
    pub fn add(&mut self, row: &GameRow) -> Result<(), ReadError> {
        // After a row of another length it is not known where the next begins.
        if self.wrong.is_some() {
            return Ok(());
        }
        self.rows.add(row);
        self.compare()
    }

    fn compare(&mut self) -> Result<(), ReadError> {
        let Self { bytes, rows, there, .. } = self;
        let read = rows.take(|made| {
            there.clear();
            bytes.take(made.len() as u64).read_to_end(there).map(|_| (there != made).then(|| made.to_vec()))
        });
        self.line += 1;
        if let Some(made) = read.map_err(|error| self.unreadable(&error))? {
            let at = self.there.iter().zip(&made).take_while(|(a, b)| a == b).count();
            let (there, made) = (around(&self.there, at), around(&made, at));
            let (file, line) = (GameRow::FILE, self.line);
            self.wrong = Some(format!("{file}, line {line}: {there} in the file, a run writes {made}"));
        }
        Ok(())
    }

    /// What is wrong, when all rows have been read.
    pub fn end(&mut self) -> Result<Option<String>, ReadError> {
        if self.wrong.is_none() {
            let more = self.bytes.fill_buf().map(|bytes| !bytes.is_empty());
            if more.map_err(|error| self.unreadable(&error))? {
                self.wrong = Some(format!("{}: something follows the last row", GameRow::FILE));
            }
        }
        Ok(self.wrong.take())
    }

    fn unreadable(&self, error: &io::Error) -> ReadError {
        ReadError::line(&self.path, self.line, error)
    }
}
