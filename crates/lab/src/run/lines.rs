//! Files with a line for each game, read as bytes.

use super::packed::open_packed;
use super::{ReadError, Source};
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The longest line that is read, in bytes. Without a limit, a file without line ends could fill the memory.
const LONGEST: u64 = 1 << 28;

/// How many lines are left in `reader`, including a last line without a line end.
///
/// # Errors
/// Returns an error if it cannot be read.
pub fn count_lines(mut reader: impl BufRead) -> io::Result<u64> {
    let mut lines = 0;
    while reader.skip_until(b'\n')? > 0 {
        lines += 1;
    }
    Ok(lines)
}

/// A file of games, read line by line. A row of `games.csv` begins with its game number, a record with `{"game":` and that
/// number.
pub struct GameLines {
    path: PathBuf,
    reader: BufReader<Source>,
    line: Vec<u8>,
    number: u64,
}

impl fmt::Debug for GameLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameLines").field("path", &self.path).finish_non_exhaustive()
    }
}

impl GameLines {
    /// Opens the file `name` in the folder `dir`, and reads its first line.
    ///
    /// # Errors
    /// Returns an error if it is missing or cannot be read.
    pub fn open(dir: &Path, name: &str) -> Result<Self, ReadError> {
        let path = dir.join(name);
        let reader = open_packed(&path).map(BufReader::new).map_err(|error| ReadError::file(&path, error))?;
        let mut lines = Self { path, reader, line: Vec::new(), number: 0 };
        lines.advance()?;
        Ok(lines)
    }

    /// The line that was read last, with its line end; empty after the last line of the file.
    pub fn line(&self) -> &[u8] {
        &self.line
    }

    /// That line's number, counted from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The game number on that line; `None` if the line is not about a game.
    pub fn game(&self) -> Option<u64> {
        let digits = self.line.strip_prefix(b"{\"game\":").unwrap_or(&self.line);
        let end = digits.iter().position(|&byte| byte == b',')?;
        std::str::from_utf8(&digits[..end]).ok()?.parse().ok()
    }

    /// Reads the next line.
    ///
    /// # Errors
    /// Returns an error if the line cannot be read, or is too long to be the line of a game.
    pub fn advance(&mut self) -> Result<(), ReadError> {
        self.line.clear();
        self.number += 1;
        match self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut self.line) {
            Ok(bytes) if (bytes as u64) < LONGEST => Ok(()),
            Ok(_) => Err(self.wrong(format!("the line is longer than {LONGEST} bytes"))),
            Err(error) => Err(self.wrong(error)),
        }
    }

    /// The error for the line that was read last.
    pub fn wrong(&self, what: impl fmt::Display) -> ReadError {
        ReadError::line(&self.path, self.number, what)
    }

    /// Advances to the line of `game`, or else to the first line after it.
    ///
    /// # Errors
    /// As for [`GameLines::advance`].
    pub fn seek(&mut self, game: u64) -> Result<(), ReadError> {
        while self.game().is_some_and(|there| there < game) {
            self.advance()?;
        }
        Ok(())
    }
}
