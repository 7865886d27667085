//! Reads `failed.jsonl`: the games that could not be played to their end.

use std::io::Read;
use std::path::Path;

use dropline_engine::text::json_fault;

use super::lines::GameLines;
use super::{Block, FailedGame, GameRow, Manifest, ReadError, Rows};

impl FailedGame {
    /// The first game of the run in the folder `dir` that failed, if one did.
    ///
    /// # Errors
    /// Returns an error if the file exists but cannot be read.
    pub fn first(dir: &Path) -> Result<Option<Self>, ReadError> {
        let Some(lines) = lines(dir)? else { return Ok(None) };
        serde_json::from_slice(lines.line())
            .map(Some)
            .map_err(|error| lines.wrong(json_fault(&error, "line")))
    }
}

/// The file of failed games in the folder `dir`, if it exists and is not empty.
fn lines(dir: &Path) -> Result<Option<GameLines>, ReadError> {
    if !dir.join(FailedGame::FILE).exists() {
        return Ok(None);
    }
    GameLines::open(dir, FailedGame::FILE).map(|lines| Some(lines).filter(|lines| !lines.line().is_empty()))
}

/// The numbers of the rows of a run's `games.csv`, in order: those of its block, without failed games.
#[derive(Debug)]
pub struct Numbers {
    block: Block,
    /// The position in the block of the last expected game, counted from 1 and including failed games; 0 at the start.
    passed: u64,
    /// The failed games that come after that position.
    failed: Option<GameLines>,
}

impl Numbers {
    /// The numbers of the games in the folder `dir`, according to its `manifest`.
    ///
    /// # Errors
    /// Returns an error if `failed.jsonl` exists but cannot be read.
    pub fn of(dir: &Path, manifest: &Manifest) -> Result<Self, ReadError> {
        Ok(Self { block: manifest.block(), passed: 0, failed: lines(dir)? })
    }

    /// Checks that `row`, just read from `rows`, has the expected number.
    ///
    /// # Errors
    /// Returns an error if the row has another number, or `failed.jsonl` cannot be read.
    pub fn check<R: Read>(&mut self, row: &GameRow, rows: &Rows<GameRow, R>) -> Result<(), ReadError> {
        let expected = self.next_number()?;
        if row.game == expected {
            return Ok(());
        }
        let what = format!("expected {expected}: a row is missing or repeated");
        Err(ReadError::column(rows.path(), rows.line(), "game", what))
    }

    /// The number of the next row.
    fn next_number(&mut self) -> Result<u64, ReadError> {
        loop {
            self.passed += 1;
            let number = self.block.number(self.passed);
            match &mut self.failed {
                Some(failed) if failed.game() == Some(number) => failed.advance()?,
                Some(failed) if failed.game().is_none() && !failed.line().is_empty() => {
                    return Err(failed.wrong("expected a game that failed"));
                }
                _ => return Ok(number),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(dir: &Path, first: u64) -> Numbers {
        let failed = lines(dir).unwrap();
        Numbers { block: Block { first, games: 10, of: 100 }, passed: 0, failed }
    }

    #[test]
    fn the_numbers_of_rows_skip_failed_games() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(FailedGame::FILE), "{\"game\":4,\n{\"game\":7,\n").unwrap();
        let mut numbers = numbers(dir.path(), 3);
        let rows: Vec<u64> = (0..3).map(|_| numbers.next_number().unwrap()).collect();
        assert_eq!(rows, [3, 5, 6]);
    }

    #[test]
    fn an_invalid_line_is_reported_with_its_number() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(FailedGame::FILE), "{\"game\":1,\nnone\n").unwrap();
        let error = numbers(dir.path(), 1).next_number().unwrap_err().to_string();
        assert!(error.ends_with("failed.jsonl, line 2: expected a game that failed"), "{error}");
        std::fs::write(dir.path().join(FailedGame::FILE), "none\n").unwrap();
        let error = FailedGame::first(dir.path()).unwrap_err().to_string();
        assert!(error.contains("failed.jsonl, line 1: "), "{error}");
    }
}
