//! The folder of a run while it is written.
//!
//! A run can be stopped at any moment, even by a power failure, and be resumed. Its files grow by whole games; from time to time a
//! checkpoint records the lengths of the files, how many games they hold, and the counts of these games. The order of writes makes
//! that safe: the files are on the disk before the checkpoint that describes them, the checkpoint is replaced atomically, and it is
//! removed only once the manifest says that the run is complete.

use super::append::{AppendFile, RowText};
use super::checksum::checksum;
use super::folder::{RECORDS, clear_run, create_and_lock, remove, remove_report};
use super::{
    CellRow, Checkpoint, CourseRow, Experiment, FailedGame, GameRow, Lock, Manifest, ReadError, Row, Rows,
    sync_folder, to_csv, write_atomically,
};
use crate::simulate::{Counts, Games};
use dropline_engine::board::Board;
use dropline_engine::text::reason;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The shortest time between two checkpoints.
const MIN_INTERVAL: Duration = Duration::from_millis(100);
/// The minimum time between two checkpoints, as a multiple of the time that a checkpoint takes: checkpoints cost at most a hundredth
/// of a run's time.
const MIN_INTERVAL_RATIO: u32 = 99;

/// The folder of a run, with the files that grow game by game.
#[derive(Debug)]
pub struct Output {
    dir: PathBuf,
    rows: RowText,
    games: AppendFile,
    records: Option<AppendFile>,
    /// The file of failed games; `None` before the first failure.
    failed: Option<AppendFile>,
    /// How many games are over: written to every file, or failed.
    done: u64,
    failures: u64,
    counts: Counts,
    /// When this process began, and how long earlier processes took.
    clock: Instant,
    seconds_before: f64,
    /// When the next checkpoint may be written.
    next_checkpoint: Instant,
    _lock: Lock,
}

/// A folder or file of a run that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The folder holds a run.
    #[error("{} already exists", .0.display())]
    Run(PathBuf),
    /// The folder holds an interrupted run.
    #[error("{} holds an interrupted run", .0.display())]
    BrokenOff(PathBuf),
    /// The folder holds other files.
    #[error("the folder {} is not empty", .0.display())]
    NotEmpty(PathBuf),
    /// The folder holds an experiment instead of a run, or the reverse: one would be mistaken for the other.
    #[error("{} holds {}, which cannot be replaced by files of another kind", .0.display(), .1)]
    OtherKind(PathBuf, &'static str),
    /// The path leads to a file.
    #[error("{} is a file, not a folder", .0.display())]
    NotAFolder(PathBuf),
    /// Another process writes to the folder.
    #[error("another process is writing to {}", .0.display())]
    Busy(PathBuf),
    /// The folder holds an interrupted run without a checkpoint.
    #[error("the run in {} has no {} to resume from", .0.display(), Checkpoint::FILE)]
    NoCheckpoint(PathBuf),
    /// The folder cannot be created.
    #[error("cannot create the folder {}: {}", .0.display(), reason(.1))]
    Folder(PathBuf, io::Error),
    /// A file cannot be written.
    #[error("cannot write {}: {}", .0.display(), reason(.1))]
    File(PathBuf, io::Error),
    /// The units in the folder cannot be removed.
    #[error("cannot remove the units in {}: {}", .0.display(), reason(.1))]
    Units(PathBuf, io::Error),
    /// A file of an interrupted run cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file does not match the checkpoint.
    #[error("{} does not match {}: {what}", path.display(), Checkpoint::FILE)]
    Changed {
        /// The file.
        path: PathBuf,
        /// How it differs.
        what: String,
    },
    /// Something in the folder is a link that leads out of it.
    #[error("{} is a link, not a folder", .0.display())]
    Link(PathBuf),
}

impl Output {
    /// Creates the folder `dir`, with the manifest and the files of a run that has no games yet, so that any problem with
    /// the folder shows before the first game.
    ///
    /// An existing folder must be empty, unless the run may `replace` the run in it. Other files in it stay.
    ///
    /// # Errors
    /// Returns an error if the folder is not empty, or cannot be created or written to, or another process is writing to it.
    pub fn create(dir: &Path, manifest: &Manifest, replace: bool) -> Result<Self, OutputError> {
        if replace && Experiment::is_in(dir) {
            return Err(OutputError::OtherKind(dir.to_owned(), "an experiment"));
        }
        Self::begin(create_and_lock(dir, replace)?, dir, manifest)
    }

    /// Like [`Output::create`], for a folder that is already locked; the run in it is replaced.
    pub(super) fn begin(lock: Lock, dir: &Path, manifest: &Manifest) -> Result<Self, OutputError> {
        clear_run(dir)?;
        // The manifest is written before the first growing file: if the process is killed after this, `--resume` restarts the
        // run.
        write_manifest(dir, manifest)?;
        sync_names(dir)?;
        let mut rows = RowText::with_head();
        let mut games = AppendFile::create(dir, GameRow::FILE)?;
        rows.take(|head| games.append(head))?;
        games.commit();
        let records = manifest.records.then(|| AppendFile::create(dir, RECORDS)).transpose()?;
        sync_names(dir)?;
        Ok(Self::new(dir, lock, rows, games, records))
    }

    /// Opens the folder `dir` of an interrupted run on `board`, which `lock` has locked, with the games of its `checkpoint`.
    ///
    /// # Errors
    /// Returns an error if a file in the folder was changed after the run was stopped.
    pub fn reopen(
        lock: Lock,
        dir: &Path,
        checkpoint: &Checkpoint,
        board: &Board,
    ) -> Result<Self, OutputError> {
        let wrong = |what: &str| ReadError::file(&dir.join(Checkpoint::FILE), what);
        let reopened = |name: &str| {
            let extent = checkpoint.files.get(name);
            extent.map(|extent| AppendFile::reopen(dir, name, extent)).transpose()
        };
        let games = reopened(GameRow::FILE)?.ok_or_else(|| wrong("`files` has no `games.csv`"))?;
        let (records, failed) = (reopened(RECORDS)?, reopened(FailedGame::FILE)?);
        if failed.is_none() {
            remove(&dir.join(FailedGame::FILE))?;
        }
        remove_report(dir)?;
        let counts = counts(checkpoint, dir, board)?;
        let counts = counts.ok_or_else(|| wrong("`cells` or `course` does not fit the board"))?;
        let mut output = Self::new(dir, lock, RowText::without_head(), games, records);
        output.failed = failed;
        (output.done, output.failures, output.counts) = (checkpoint.done, checkpoint.failed, counts);
        output.seconds_before = checkpoint.seconds;
        Ok(output)
    }

    fn new(dir: &Path, lock: Lock, rows: RowText, games: AppendFile, records: Option<AppendFile>) -> Self {
        let now = Instant::now();
        Self {
            dir: dir.to_owned(),
            rows,
            games,
            records,
            failed: None,
            done: 0,
            failures: 0,
            counts: Counts::default(),
            clock: now,
            seconds_before: 0.0,
            next_checkpoint: now + MIN_INTERVAL,
            _lock: lock,
        }
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// How many games are over, including failed ones.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// How many games failed.
    pub fn failures(&self) -> u64 {
        self.failures
    }

    /// How many games have been written to all files.
    pub fn games(&self) -> u64 {
        self.done - self.failures
    }

    /// How long the games took, in seconds, including the time before the run was interrupted.
    pub fn seconds(&self) -> f64 {
        self.seconds_before + self.clock.elapsed().as_secs_f64()
    }

    /// The files that hold the games.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&self.games).chain(&self.records).map(|file| file.path.as_path())
    }

    /// Appends games to their files, and hands the data to the operating system, which keeps it even if the process is killed.
    ///
    /// If a file accepts only a part of the data, all files are truncated to the earlier games, so that each holds the same whole
    /// games.
    pub(super) fn add(&mut self, games: &Games) -> Result<(), OutputError> {
        games.rows.iter().for_each(|row| self.rows.add(row));
        let written = self
            .rows
            .take(|rows| append(&mut self.games, &mut self.records, [rows, &games.records]))
            .and_then(|()| self.append_failed(games));
        self.commit(written)?;
        let failed = games.failed.len() as u64;
        self.done += games.rows.len() as u64 + failed;
        self.failures += failed;
        self.counts.add(&games.counts);
        Ok(())
    }

    /// Like [`Output::add`], for `games` given as the lines of their rows and records; their counts are added separately.
    pub(super) fn add_lines(&mut self, games: u64, rows: &[u8], records: &[u8]) -> Result<(), OutputError> {
        let written = append(&mut self.games, &mut self.records, [rows, records]);
        self.commit(written)?;
        self.done += games;
        Ok(())
    }

    /// Adds counts of games whose lines are added separately.
    pub(super) fn add_counts(&mut self, counts: &Counts) {
        self.counts.add(counts);
    }

    fn commit(&mut self, written: Result<(), OutputError>) -> Result<(), OutputError> {
        for file in std::iter::once(&mut self.games).chain(&mut self.records).chain(&mut self.failed) {
            if written.is_ok() { file.commit() } else { file.roll_back() }
        }
        written
    }

    fn append_failed(&mut self, games: &Games) -> Result<(), OutputError> {
        if games.failed.is_empty() {
            return Ok(());
        }
        let mut lines = Vec::new();
        games.failed.iter().for_each(|game| game.write_line(&mut lines));
        if self.failed.is_none() {
            self.failed = Some(AppendFile::create(&self.dir, FailedGame::FILE)?);
            sync_names(&self.dir)?;
        }
        self.failed.as_mut().map_or(Ok(()), |failed| failed.append(&lines))
    }

    /// Writes a checkpoint if the last one was long enough ago.
    pub(super) fn checkpoint_if_due(&mut self, board: &Board) -> Result<(), OutputError> {
        let start = Instant::now();
        if start < self.next_checkpoint {
            return Ok(());
        }
        self.checkpoint(board)?;
        self.next_checkpoint = Instant::now() + (start.elapsed() * MIN_INTERVAL_RATIO).max(MIN_INTERVAL);
        Ok(())
    }

    fn checkpoint(&self, board: &Board) -> Result<(), OutputError> {
        let files = std::iter::once(&self.games).chain(&self.records).chain(&self.failed);
        files.clone().try_for_each(AppendFile::sync)?;
        let checkpoint = Checkpoint {
            done: self.done,
            failed: self.failures,
            seconds: self.seconds(),
            files: files.map(AppendFile::extent).collect(),
            cells: to_csv(&self.counts.cells(board)),
            course: to_csv::<CourseRow>(self.counts.course()),
        };
        checkpoint.write(&self.dir).map_err(|error| self.wrong(Checkpoint::FILE, error))
    }

    /// Completes the folder after the last game: writes the tables of cells and turns and the manifest, each atomically; the
    /// manifest of a complete run gets the checksums of its files. A run that is not complete can be resumed from here.
    ///
    /// # Errors
    /// Returns an error if something cannot be written. The run is then not complete, and can be resumed from its last checkpoint.
    pub fn finish(&self, board: &Board, manifest: &mut Manifest) -> Result<(), OutputError> {
        // Without a checkpoint of these games, the manifest in the folder still says what can be resumed.
        self.checkpoint(board)?;
        let (cells, course) = (to_csv(&self.counts.cells(board)), to_csv::<CourseRow>(self.counts.course()));
        let counted = self.write_table(CellRow::FILE, &cells).and(self.write_table(CourseRow::FILE, &course));
        manifest.complete &= counted.is_ok();
        if manifest.complete {
            let games = std::iter::once(&self.games).chain(&self.records).map(AppendFile::extent);
            let tables = [(CellRow::FILE, cells), (CourseRow::FILE, course)];
            let tables = tables.map(|(name, text)| (name.to_owned(), checksum(text.as_bytes())));
            manifest.files = games.map(|(name, extent)| (name, extent.blake3)).chain(tables).collect();
        }
        if manifest.complete {
            // The names of the tables are on the disk before a manifest that calls them complete.
            sync_names(&self.dir)?;
        }
        let described = write_manifest(&self.dir, manifest);
        counted.and(described)?;
        if !manifest.complete {
            return Ok(());
        }
        sync_names(&self.dir)?;
        remove(&self.dir.join(Checkpoint::FILE))
    }

    fn write_table(&self, name: &str, text: &str) -> Result<(), OutputError> {
        write_atomically(&self.dir.join(name), text.as_bytes()).map_err(|error| self.wrong(name, error))
    }

    fn wrong(&self, file: &str, error: io::Error) -> OutputError {
        OutputError::File(self.dir.join(file), error)
    }
}

/// Appends rows and records to their files.
fn append(
    games: &mut AppendFile,
    records: &mut Option<AppendFile>,
    [rows, lines]: [&[u8]; 2],
) -> Result<(), OutputError> {
    games.append(rows)?;
    records.as_mut().map_or(Ok(()), |records| records.append(lines))
}

/// Writes the manifest, atomically.
fn write_manifest(dir: &Path, manifest: &Manifest) -> Result<(), OutputError> {
    manifest.write(dir).map_err(|error| OutputError::File(dir.join(Manifest::FILE), error))
}

/// Waits until the names of the files in the folder are on the disk.
pub(super) fn sync_names(dir: &Path) -> Result<(), OutputError> {
    sync_folder(dir).map_err(|error| OutputError::Folder(dir.to_owned(), error))
}

/// The counts of a checkpoint; `None` if they do not match the board.
fn counts(checkpoint: &Checkpoint, dir: &Path, board: &Board) -> Result<Option<Counts>, ReadError> {
    let path = dir.join(Checkpoint::FILE);
    let cells = Rows::<CellRow, _>::new(path.clone(), checkpoint.cells.as_bytes())?;
    let course = Rows::<CourseRow, _>::new(path, checkpoint.course.as_bytes())?;
    let (cells, course) = (cells.collect::<Result<Vec<_>, _>>()?, course.collect::<Result<_, _>>()?);
    Ok(Counts::of_tables(board, &cells, course))
}
