//! Beginning or resuming a run's folder.

use super::simulate::{Advised, refused};
use crate::cli::failure::Failure;
use dropline::run::{
    Difference, GameRow, Lock, Manifest, Output, OutputError, Row, Rows, check_free, complete, count_rows,
    is_cleared,
};
use dropline::simulate::Simulation;
use dropline::variant::Loaded;
use std::path::Path;

/// What to do with a folder that holds a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Fail if the folder holds a run.
    Fresh,
    /// Replace the run.
    Replace,
    /// Continue it.
    Resume,
    /// Play its games again, because its files do not match each other.
    Again,
}

impl Opening {
    /// What the options `--force` and `--resume` ask for; at most one of them is given.
    pub const fn of(force: bool, resume: bool) -> Self {
        match (force, resume) {
            (true, _) => Self::Replace,
            (false, true) => Self::Resume,
            (false, false) => Self::Fresh,
        }
    }
}

/// A run that has been opened.
pub enum Opened {
    /// The folder, with the manifest: games are to be played.
    Run(Box<Output>, Box<Manifest>),
    /// The run was already complete. Its folder stays locked.
    Complete(Lock),
}

/// A run about to be played.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    pub simulation: &'a Simulation<'a>,
    pub loaded: &'a Loaded,
    /// The command that plays it.
    pub command: &'a [String],
    /// The number of threads.
    pub threads: usize,
}

impl Run<'_> {
    /// Opens the folder `dir` for the run, and writes the manifest into it.
    pub fn open(self, dir: &Path, how: Opening) -> Result<Opened, Failure> {
        match how {
            Opening::Resume => self.resume(dir),
            Opening::Replace | Opening::Fresh => self.begin(dir, how == Opening::Replace, self.manifest()),
            Opening::Again => {
                let before = Manifest::read(dir).map_or(0, |there| there.games_twice);
                let games_twice = before.saturating_add(count_rows(dir));
                self.begin(dir, true, Manifest { games_twice, ..self.manifest() })
            }
        }
    }

    fn manifest(self) -> Manifest {
        Manifest::begin(self.simulation, self.loaded, self.command.to_vec(), self.threads)
    }

    fn begin(self, dir: &Path, replace: bool, manifest: Manifest) -> Result<Opened, Failure> {
        let output = Output::create(dir, &manifest, replace).map_err(refused)?;
        Ok(Opened::Run(Box::new(output), Box::new(manifest)))
    }

    /// Resumes the run in `dir`, or starts one if there is none.
    fn resume(self, dir: &Path) -> Result<Opened, Failure> {
        let here = self.manifest();
        if !dir.join(Manifest::FILE).exists() {
            return self.begin(dir, check_free(dir, false).is_err() && stopped_before_manifest(dir), here);
        }
        let there = Manifest::read(dir).map_err(Failure::of_input)?;
        if is_cleared(dir) {
            return self.begin(dir, true, here);
        }
        refuse_another(&there, &here, dir)?;
        if there.complete {
            let lock = Lock::take(dir).map_err(refused)?;
            complete(dir)?;
            refuse_changed(&there, dir)?;
            return Ok(Opened::Complete(lock));
        }
        let Some(output) = Output::reopen(dir, &self.simulation.variant.board).map_err(refused)? else {
            if there.games_played > 0 {
                return Err(refused(OutputError::NoCheckpoint(dir.to_owned())));
            }
            // The run was stopped before its first checkpoint.
            let games_twice = there.games_twice.saturating_add(count_rows(dir));
            let manifest = Manifest { command: there.command, started: there.started, games_twice, ..here };
            return self.begin(dir, true, manifest);
        };
        Ok(Opened::Run(Box::new(output), Box::new(Manifest { threads: self.threads, ..there })))
    }
}

/// Whether the folder holds a run that was stopped before it had a manifest: its table has no row.
fn stopped_before_manifest(dir: &Path) -> bool {
    let table = dir.join(GameRow::FILE);
    let is_empty = std::fs::metadata(&table).is_ok_and(|table| table.len() == 0);
    is_empty || Rows::<GameRow>::open(dir).is_ok_and(|mut rows| rows.next().is_none())
}

/// Rejects a complete run whose files were changed: its report would describe games that were not played.
fn refuse_changed(manifest: &Manifest, dir: &Path) -> Result<(), Failure> {
    let changed = manifest.changed_files(dir).map_err(Failure::of_input)?;
    let Some(changed) = changed.first() else { return Ok(()) };
    let dir = dir.display();
    let why = format!("{dir} holds a complete run with a changed file, {changed}");
    let advice = format!("; `dropline verify {dir} --all` compares its games, `--force` plays the run again");
    Err(Failure::Wrong(Advised { why, advice }.into()))
}

/// Refuses to resume a run other than the requested one.
fn refuse_another(there: &Manifest, here: &Manifest, dir: &Path) -> Result<(), Failure> {
    let mut differences = there.differences(here);
    let block = |run: &Manifest| format!("\"{}\"", run.block());
    if differences.is_empty() && there.block() != here.block() {
        differences.push(Difference { field: "block".to_owned(), there: block(there), here: block(here) });
    }
    if differences.is_empty() {
        return Ok(());
    }
    let why = format!("{} holds another run: {}", dir.display(), in_words(&differences, "there", "here"));
    let advice = format!(
        "; continue it with `{} --resume`, name another folder with `--out`, or replace it with `--force`",
        there.command_line()
    );
    Err(Failure::Wrong(Advised { why, advice }.into()))
}

/// Differences in words, the first few of them.
pub fn in_words(differences: &[Difference], there: &str, here: &str) -> String {
    const SHOWN: usize = 5;
    let one = |d: &Difference| format!("`{}` is {} {there} and {} {here}", d.field, d.there, d.here);
    let mut text = differences.iter().take(SHOWN).map(one).collect::<Vec<_>>().join(", ");
    if differences.len() > SHOWN {
        text += &format!(", and {} more", differences.len() - SHOWN);
    }
    text
}
