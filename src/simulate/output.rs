//! The folder of a run while it is written.

use super::counts::Counts;
use super::play::Games;
use crate::board::Board;
use crate::run::{CellRow, CourseRow, GameRow, Manifest, Row, RowWriter};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file of the full records.
const RECORDS: &str = "games.jsonl";

/// The folder of a run, with the files that grow game by game.
pub struct Output {
    dir: PathBuf,
    games: RowWriter<GameRow, File>,
    records: Option<File>,
    counts: Counts,
}

/// A folder or file of a run that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// There is a folder that holds something, or a file.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// The folder can't be made.
    #[error("cannot create the folder {}: {}", .0.display(), reason(.1))]
    Folder(PathBuf, io::Error),
    /// A file can't be written.
    #[error("cannot write {}: {}", .0.display(), reason(.1))]
    File(PathBuf, io::Error),
}

/// What is wrong, in the system's words, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words).to_owned()
}

impl Output {
    /// Makes the folder `dir` and the files in it, so that whatever is wrong with it shows before the first
    /// game. With `records`, the full records will be written too.
    ///
    /// A folder that is there already has to be empty, unless the run may `replace` its files: those of a run
    /// alone, whatever else is there stays.
    ///
    /// # Errors
    /// If the folder holds something, can't be made, or can't be written to.
    pub fn create(dir: &Path, records: bool, replace: bool) -> Result<Self, OutputError> {
        if !replace && holds_something(dir) {
            return Err(OutputError::Exists(dir.to_owned()));
        }
        fs::create_dir_all(dir).map_err(|error| OutputError::Folder(dir.to_owned(), error))?;
        remove_run(dir)?;
        let games = create(dir, GameRow::FILE)?;
        let games = RowWriter::new(games).and_then(|mut games| games.flush().map(|()| games));
        let games = games.map_err(|error| OutputError::File(dir.join(GameRow::FILE), error))?;
        let records = records.then(|| create(dir, RECORDS)).transpose()?;
        Ok(Self { dir: dir.to_owned(), games, records, counts: Counts::default() })
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Writes the manifest, as a whole or not at all.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write_manifest(&self, manifest: &Manifest) -> Result<(), OutputError> {
        manifest.write(&self.dir).map_err(|error| self.wrong(Manifest::FILE, error))
    }

    /// Writes games to the end of their files, and hands them to the system: a run that is killed keeps them.
    pub(super) fn add(&mut self, games: &Games) -> Result<(), OutputError> {
        let written = games.rows.iter().try_for_each(|row| self.games.write(row));
        written.and_then(|()| self.games.flush()).map_err(|error| self.wrong(GameRow::FILE, error))?;
        if let Some(records) = &mut self.records {
            let written = records.write_all(&games.records);
            written.map_err(|error| self.wrong(RECORDS, error))?;
        }
        self.counts.add(&games.counts);
        Ok(())
    }

    /// Writes the tables of cells and turns.
    pub(super) fn finish(&self, board: &Board) -> Result<(), OutputError> {
        self.write_table(&self.counts.cells(board))?;
        self.write_table::<CourseRow>(self.counts.course())
    }

    fn write_table<T: Row>(&self, rows: &[T]) -> Result<(), OutputError> {
        let write = || {
            let mut writer = RowWriter::new(File::create(self.dir.join(T::FILE))?)?;
            rows.iter().try_for_each(|row| writer.write(row))?;
            writer.finish().map(drop)
        };
        write().map_err(|error| self.wrong(T::FILE, error))
    }

    fn wrong(&self, file: &str, error: io::Error) -> OutputError {
        OutputError::File(self.dir.join(file), error)
    }
}

/// Removes what an earlier run left, so that no file of it can be taken for one of this run.
fn remove_run(dir: &Path) -> Result<(), OutputError> {
    let made_later = ["summary.csv", "summary.json", "report.html"];
    for file in [Manifest::FILE, RECORDS, CellRow::FILE, CourseRow::FILE].into_iter().chain(made_later) {
        let path = dir.join(file);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(OutputError::File(path, error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether there is something at `dir` that is not an empty folder.
fn holds_something(dir: &Path) -> bool {
    match fs::read_dir(dir) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => fs::symlink_metadata(dir).is_ok(),
    }
}

fn create(dir: &Path, file: &str) -> Result<File, OutputError> {
    let path = dir.join(file);
    File::create(&path).map_err(|error| OutputError::File(path, error))
}
