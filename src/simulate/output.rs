//! The folder of a run while it is written.

use super::counts::Counts;
use super::growing::{Growing, Rows};
use super::play::Games;
use crate::board::Board;
use crate::run::{
    CellRow, CourseRow, Experiment, GameRow, Highlight, Manifest, Row, RowWriter, write_atomically,
};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The file of the full records.
pub(super) const RECORDS: &str = "games.jsonl";

/// The folder of a run, with the files that grow game by game.
pub struct Output {
    dir: PathBuf,
    rows: Rows,
    games: Growing,
    records: Option<Growing>,
    /// How many games are written, each in every file.
    written: u64,
    counts: Counts,
}

/// A folder or file of a run that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// There is a folder that holds a run.
    #[error("{} is there already", .0.display())]
    Run(PathBuf),
    /// There is a folder that holds something else.
    #[error("the folder {} is not empty", .0.display())]
    NotEmpty(PathBuf),
    /// There is a file.
    #[error("{} is a file, a folder is needed", .0.display())]
    NotAFolder(PathBuf),
    /// The folder can't be made.
    #[error("cannot create the folder {}: {}", .0.display(), reason(.1))]
    Folder(PathBuf, io::Error),
    /// A file can't be written.
    #[error("cannot write {}: {}", .0.display(), reason(.1))]
    File(PathBuf, io::Error),
}

/// What is wrong, in the system's words, without its number.
pub fn reason(error: &io::Error) -> String {
    without_number(&error.to_string()).to_owned()
}

/// A message that ends with the system's words, without their number.
pub fn without_number(message: &str) -> &str {
    message.rsplit_once(" (os error").map_or(message, |(words, _)| words)
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
        check_free(dir, replace)?;
        fs::create_dir_all(dir).map_err(|error| OutputError::Folder(dir.to_owned(), error))?;
        remove_run(dir)?;
        let mut rows = Rows::new();
        let mut games = Growing::create(dir, GameRow::FILE)?;
        rows.take(|head| games.append(head))?;
        games.keep();
        let records = records.then(|| Growing::create(dir, RECORDS)).transpose()?;
        Ok(Self { dir: dir.to_owned(), rows, games, records, written: 0, counts: Counts::default() })
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

    /// How many games are written, each in every file.
    pub fn games(&self) -> u64 {
        self.written
    }

    /// The files that hold them.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&self.games).chain(&self.records).map(|file| file.path.as_path())
    }

    /// Writes games to the end of their files, and hands them to the system: a run that is killed keeps them.
    ///
    /// If a file takes only a part of them, all files are cut back to the games before, so that each holds the
    /// same games, all of them whole.
    pub(super) fn add(&mut self, games: &Games) -> Result<(), OutputError> {
        let written = self.append(games);
        for file in std::iter::once(&mut self.games).chain(&mut self.records) {
            if written.is_ok() { file.keep() } else { file.cut_back() }
        }
        written?;
        self.written += games.rows.len() as u64;
        self.counts.add(&games.counts);
        Ok(())
    }

    fn append(&mut self, games: &Games) -> Result<(), OutputError> {
        games.rows.iter().for_each(|row| self.rows.add(row));
        self.rows.take(|rows| self.games.append(rows))?;
        self.records.as_mut().map_or(Ok(()), |records| records.append(&games.records))
    }

    /// Writes the tables of cells and turns, each as a whole or not at all.
    ///
    /// # Errors
    /// If one can't be written.
    pub fn write_tables(&self, board: &Board) -> Result<(), OutputError> {
        self.write_table(&self.counts.cells(board))?;
        self.write_table::<CourseRow>(self.counts.course())
    }

    fn write_table<T: Row>(&self, rows: &[T]) -> Result<(), OutputError> {
        let write = || {
            let mut writer = RowWriter::new(Vec::new())?;
            rows.iter().try_for_each(|row| writer.write(row))?;
            write_atomically(&self.dir.join(T::FILE), &writer.finish()?)
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
    let tables = [CellRow::FILE, CourseRow::FILE, Highlight::FILE];
    for file in [Manifest::FILE, RECORDS].into_iter().chain(tables).chain(made_later) {
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

/// Makes sure that a run or an experiment may be written to `dir`: nothing is there, or an empty folder, or one in which
/// it may `replace` its files.
///
/// # Errors
/// If something is there that may not be replaced, or can't be.
pub fn check_free(dir: &Path, replace: bool) -> Result<(), OutputError> {
    match fs::read_dir(dir).map(|mut entries| entries.next().is_some()) {
        Ok(holds_something) if holds_something && !replace => {
            let is_run =
                [Manifest::FILE, GameRow::FILE, Experiment::FILE].iter().any(|file| dir.join(file).exists());
            Err(if is_run { OutputError::Run } else { OutputError::NotEmpty }(dir.to_owned()))
        }
        Ok(_) => Ok(()),
        Err(_) if fs::metadata(dir).is_ok_and(|found| !found.is_dir()) => {
            Err(OutputError::NotAFolder(dir.to_owned()))
        }
        // What is not there can be made; why it can't is better known when that is tried.
        Err(_) if fs::metadata(dir).is_err() => Ok(()),
        Err(error) => Err(OutputError::Folder(dir.to_owned(), error)),
    }
}
