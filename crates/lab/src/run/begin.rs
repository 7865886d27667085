//! Beginning or resuming a run or an experiment in its folder.

use super::changed::Change;
use super::folder::{
    check_outside, complete, create_and_lock, is_cleared, remove_runs, replace_charts, taken, tidy,
};
use super::identity::in_words;
use super::{
    Checkpoint, Difference, Experiment, GameRow, Lock, Manifest, Output, OutputError, ReadError, Row, Rows,
    command_line,
};
use crate::simulate::Simulation;
use dropline_engine::variant::Loaded;
use std::path::{Path, PathBuf};

/// What to do with a folder that holds a run or an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Fail.
    Refuse,
    /// Replace it.
    Replace,
    /// Continue it.
    Resume,
}

/// A run that has been opened.
#[derive(Debug)]
pub enum Opened {
    /// The folder, with the manifest: games are to be played.
    Run(Box<Output>, Box<Manifest>),
    /// The run was already complete. Its folder stays locked.
    Complete(Lock),
}

/// Why a run or an experiment cannot begin or be resumed in a folder.
#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    /// The folder or a file in it cannot be used.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The manifest or the list of runs cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The folder holds a run or experiment other than the requested one.
    #[error("{} holds another {kind}: {}", dir.display(), in_words(differences))]
    Another {
        /// The folder.
        dir: PathBuf,
        /// `run` or `experiment`.
        kind: &'static str,
        /// How the two differ.
        differences: Vec<Difference>,
        /// The command that made what is in the folder.
        command: String,
        /// Whether that is also the command of the requested one.
        same_command: bool,
    },
    /// A file of a complete run was changed: the report would describe games that were not played.
    #[error("{} holds a complete run with a changed file, {file}", dir.display())]
    Changed {
        /// The folder.
        dir: PathBuf,
        /// The first changed file.
        file: Change,
    },
}

impl BeginError {
    /// Whether the error is about the content of the folder, rather than about writing to it.
    pub const fn is_of_content(&self) -> bool {
        use OutputError::{Busy, File, Folder, Units};
        !matches!(self, Self::Output(Busy(_) | File(..) | Folder(..) | Units(..)))
    }
}

/// A run about to be played.
#[derive(Clone, Copy, Debug)]
pub struct NewRun<'a> {
    /// Its games.
    pub simulation: &'a Simulation<'a>,
    /// Its rules.
    pub loaded: &'a Loaded,
    /// The command that plays it.
    pub command: &'a [String],
    /// The number of threads.
    pub threads: usize,
}

impl NewRun<'_> {
    /// Opens the folder `dir` for the run, and writes the manifest into it.
    ///
    /// # Errors
    /// Returns an error if the folder holds files that rule this out, or cannot be written to.
    pub fn open(self, dir: &Path, existing: Existing) -> Result<Opened, BeginError> {
        match existing {
            Existing::Resume => self.resume(dir),
            Existing::Refuse => begin(dir, false, self.manifest()),
            Existing::Replace => begin(dir, true, self.manifest()),
        }
    }

    fn manifest(self) -> Manifest {
        Manifest::begin(self.simulation, self.loaded, self.command.to_vec(), self.threads)
    }

    /// Resumes the run in `dir`, or begins it if `dir` holds no run.
    fn resume(self, dir: &Path) -> Result<Opened, BeginError> {
        let here = self.manifest();
        let has_manifest = || dir.join(Manifest::FILE).exists();
        if !has_manifest() && !stopped_before_manifest(dir) {
            match begin(dir, false, here.clone()) {
                // Another process has begun it meanwhile.
                Err(BeginError::Output(OutputError::Run(_) | OutputError::BrokenOff(_))) => {}
                begun => return begun,
            }
        }
        // Nothing in the folder is read before it is locked: another process may be completing the run.
        let lock = Lock::take(dir)?;
        if !has_manifest() {
            // The games of an unknown run stay.
            let is_begun = stopped_before_manifest(dir);
            return if is_begun { restart(lock, dir, here) } else { Err(taken(dir).into()) };
        }
        let there = Manifest::read(dir)?;
        if is_cleared(dir) {
            return restart(lock, dir, here);
        }
        refuse_another(&there, &here, dir)?;
        if there.complete {
            match changed(&there, dir)? {
                None => {
                    complete(dir)?;
                    return Ok(Opened::Complete(lock));
                }
                // Tables that were lost when the disk was full are written again from the checkpoint.
                Some(_) if dir.join(Checkpoint::FILE).exists() => {}
                Some(file) => return Err(BeginError::Changed { dir: dir.to_owned(), file }),
            }
        }
        let Some(checkpoint) = Checkpoint::read(dir).map_err(OutputError::Read)? else {
            if there.games_played > 0 {
                return Err(OutputError::NoCheckpoint(dir.to_owned()).into());
            }
            // The run was stopped before its first checkpoint.
            let manifest = Manifest { command: there.command, started: there.started, ..here };
            return restart(lock, dir, manifest);
        };
        let output = Output::reopen(lock, dir, &checkpoint, &self.simulation.variant.board)?;
        Ok(Opened::Run(Box::new(output), Box::new(Manifest { threads: self.threads, ..there })))
    }
}

fn begin(dir: &Path, replace: bool, manifest: Manifest) -> Result<Opened, BeginError> {
    let output = Output::create(dir, &manifest, replace)?;
    Ok(Opened::Run(Box::new(output), Box::new(manifest)))
}

/// Begins the run in the folder `dir`, which `lock` has locked, from its first game.
fn restart(lock: Lock, dir: &Path, manifest: Manifest) -> Result<Opened, BeginError> {
    let output = Output::begin(lock, dir, &manifest)?;
    Ok(Opened::Run(Box::new(output), Box::new(manifest)))
}

/// Whether the folder holds a run that was stopped before it had a manifest: its table has no row.
fn stopped_before_manifest(dir: &Path) -> bool {
    let table = dir.join(GameRow::FILE);
    let is_empty = std::fs::metadata(&table).is_ok_and(|table| table.len() == 0);
    is_empty || Rows::<GameRow>::open(dir).is_ok_and(|mut rows| rows.next().is_none())
}

/// The first file of a complete run that was changed.
fn changed(manifest: &Manifest, dir: &Path) -> Result<Option<Change>, BeginError> {
    Ok(manifest.changed_files(dir)?.into_iter().next())
}

/// Refuses to resume a run other than the requested one.
fn refuse_another(there: &Manifest, here: &Manifest, dir: &Path) -> Result<(), BeginError> {
    let mut differences = there.differences(here);
    let block = |run: &Manifest| format!("\"{}\"", run.block());
    if differences.is_empty() && there.block() != here.block() {
        differences.push(Difference { field: "block".to_owned(), there: block(there), here: block(here) });
    }
    if differences.is_empty() {
        return Ok(());
    }
    let command = there.command_line();
    let same_command = there.command == here.command;
    Err(BeginError::Another { dir: dir.to_owned(), kind: "run", differences, command, same_command })
}

impl Experiment {
    /// Opens and locks the folder `dir` for this experiment; returns the recorded experiment if it is resumed.
    ///
    /// # Errors
    /// Returns an error if the folder holds files that rule this out, or cannot be written to.
    pub fn open(&self, dir: &Path, existing: Existing) -> Result<(Lock, Option<Self>), BeginError> {
        check_outside(dir)?;
        if existing == Existing::Resume && Self::is_in(dir) {
            let lock = Lock::take(dir)?;
            return Ok((lock, Some(self.resume(dir)?)));
        }
        if existing == Existing::Replace && dir.join(Manifest::FILE).exists() {
            return Err(OutputError::OtherKind(dir.to_owned(), "a run").into());
        }
        let lock = create_and_lock(dir, existing == Existing::Replace)?;
        replace_charts(dir)?;
        // The runs of an earlier experiment must not be mistaken for runs of this experiment.
        if Self::is_in(dir) || dir.join(Self::RUNS).is_symlink() {
            remove_runs(dir)?;
        }
        Ok((lock, None))
    }

    /// Reads the experiment that was begun in the folder `dir`, which must be the same as this one.
    fn resume(&self, dir: &Path) -> Result<Self, BeginError> {
        let there = Self::read(dir)?;
        let differences = there.differences(self);
        if differences.is_empty() {
            tidy(dir)?;
            return Ok(there);
        }
        let command = command_line(&there.command);
        let same_command = there.command == self.command;
        Err(BeginError::Another {
            dir: dir.to_owned(),
            kind: "experiment",
            differences,
            command,
            same_command,
        })
    }
}
