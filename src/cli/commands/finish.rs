//! `dropline finish`.

use super::dropline;
use super::simulate::{self, refused};
use super::status::ranges;
use super::unit::division;
use super::{experiment, report};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::session::{Session, pool};
use crate::cli::unit_args;
use crate::numbers::thousands;
use crate::report::PAGE;
use crate::run::{
    Assembly, Division, Experiment, FinishError, Kept, Lock, Manifest, Missing, OutputError, RecordedRun,
    check_outside, check_own, complete, remove_units, tidy,
};
use anyhow::anyhow;
use std::panic::resume_unwind;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many runs are written in parallel: their threads mostly wait for the disk.
const WRITERS: usize = 8;
/// How many units are removed in parallel: the threads wait for the disk or the network.
const REMOVERS: usize = 16;

/// Merges the units of a plan.
pub fn run(args: &unit_args::Finish, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let dir = &args.dir;
    let again = format!("`{}` resumes", dropline("finish", dir));
    interrupt::end_at_term(again.clone())?;
    let Some(division) = division(dir)? else {
        session.terminal.note(format_args!("note: {} is finished", dir.display()));
        let _lock = Lock::take(dir).map_err(failed_to_write)?;
        tidy(dir).map_err(refused)?;
        report::of_folder(dir, &again, session)?;
        return Ok(ExitCode::SUCCESS);
    };
    check_outside(dir).map_err(refused)?;
    if Lock::is_taken(dir) {
        return Err(busy(dir));
    }
    let is_experiment = Experiment::is_in(dir);
    // A single run has its folder locked while it is written.
    let lock = is_experiment.then(|| Lock::take(dir)).transpose().map_err(failed_to_write)?;
    let runs = runs(&division, dir)?;
    write(&runs, dir, division.rows, session)?;
    let _lock = lock.map_or_else(|| Lock::take(dir), Ok).map_err(failed_to_write)?;
    if is_experiment {
        tidy(dir).map_err(refused)?;
        complete_experiment(dir, &division)?;
    }
    report::of_folder(dir, &again, session)?;
    remove_units(dir, &pool(REMOVERS)?).map_err(refused)?;
    Ok(ExitCode::SUCCESS)
}

/// A run whose units are complete.
enum Ready {
    /// Its units must be merged.
    Units(Box<Assembly>),
    /// An earlier process merged the units and was stopped. Files derived from the games may be missing.
    Whole(Box<RecordedRun>),
}

/// The runs with their units, if none is missing.
fn runs(division: &Division, dir: &Path) -> Result<Vec<Ready>, Failure> {
    let (mut runs, mut missing) = (Vec::new(), Vec::new());
    for (at, units) in division.by_run().iter().enumerate() {
        let run = division.run_dir(dir, at);
        let manifest = Manifest::read(&run).map_err(Failure::of_input)?;
        if manifest.complete {
            let run = RecordedRun::of(&run, manifest).map_err(Failure::of_input)?;
            runs.push(Ready::Whole(Box::new(run)));
            continue;
        }
        match Assembly::of(division, at, units, dir) {
            Ok(assembly) => runs.push(Ready::Units(Box::new(assembly))),
            Err(FinishError::Missing(units)) => missing.extend(units),
            Err(error) => return Err(failed(error)),
        }
    }
    if missing.is_empty() {
        return Ok(runs);
    }
    missing.sort_unstable_by_key(|missing| missing.unit);
    Err(Failure::Rerun(anyhow!(not_complete(&missing, division.count(), dir))))
}

/// Reports which of the `units` of the plan in the folder `dir` are `missing`, and why.
fn not_complete(missing: &[Missing], units: u64, dir: &Path) -> String {
    /// The maximum number of damaged units that the error describes.
    const SHOWN: usize = 5;
    let first = missing[0].unit;
    let plays = format!("`{} {first}` plays", dropline("unit", dir));
    let (dir, units) = (dir.display(), thousands(units));
    match missing {
        [Missing { why: Some(why), .. }] => format!("{why}: {plays} it again"),
        [_] => format!("unit {first} of {units} in {dir} is not complete: {plays} it"),
        _ => {
            let numbers = ranges(missing.iter().map(|missing| missing.unit));
            let mut text =
                format!("units {numbers} of {units} in {dir} are not complete: {plays} the first of them");
            let whys: Vec<&str> = missing.iter().filter_map(|missing| missing.why.as_deref()).collect();
            whys.iter().take(SHOWN).for_each(|why| text += &format!("; {why}"));
            if whys.len() > SHOWN {
                text += &format!("; {} more are damaged or belong to other games", whys.len() - SHOWN);
            }
            text
        }
    }
}

/// Writes each run, its games worth seeing and, if the run has a folder of its own below `dir`, its report.
fn write(runs: &[Ready], dir: &Path, rows: Kept, session: &mut Session<'_>) -> Result<(), Failure> {
    let games = |ready: &Ready| match ready {
        Ready::Units(assembly) => assembly.run().manifest.games_played,
        Ready::Whole(_) => 0,
    };
    let games = runs.iter().map(games).sum();
    let progress = Progress::new(games, session.terminal.shows_progress(), session.common.quiet);
    let stop = interrupt::flag(progress.printer())?;
    let (pool, progress) = (session.pool()?, Mutex::new(progress));
    let pass = |games| progress.lock().unwrap_or_else(PoisonError::into_inner).pass(games);
    let next = AtomicUsize::new(0);
    let writer = || {
        while let Some(ready) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
            write_run(ready, dir, rows, (&pool, stop), pass).inspect_err(|_| {
                // The other threads stop after their current runs.
                next.store(runs.len(), Ordering::Relaxed);
            })?;
        }
        Ok(())
    };
    let written = thread::scope(|scope| {
        // This thread is one of the writers, and the only one if the system allows no other.
        let others = 1..WRITERS.min(runs.len());
        let others: Vec<_> =
            others.map_while(|_| thread::Builder::new().spawn_scoped(scope, writer).ok()).collect();
        let own = writer();
        let ended =
            others.into_iter().map(|writer| writer.join().unwrap_or_else(|panic| resume_unwind(panic)));
        // Waits for all threads before it reports the first error.
        ended.fold(own, Result::and)
    });
    progress.into_inner().unwrap_or_else(PoisonError::into_inner).clear();
    written
}

/// Writes a run, its games worth seeing and, if the run has a folder of its own below `dir`, its report. Calls `pass` with the
/// number of games written.
fn write_run(
    ready: &Ready,
    dir: &Path,
    rows: Kept,
    (pool, stop): (&rayon::ThreadPool, &AtomicBool),
    pass: impl FnMut(u64),
) -> Result<(), Failure> {
    let run = match ready {
        Ready::Units(assembly) => assembly.run(),
        Ready::Whole(run) => run,
    };
    let is_below = run.dir != dir;
    if is_below {
        check_own(&run.dir).map_err(refused)?;
    }
    // Either keeps the folder locked until all of it is written.
    let (_output, _lock) = match ready {
        Ready::Units(assembly) => {
            let interrupted = || Failure::Rerun(anyhow!("interrupted: run the same command again to resume"));
            (Some(assembly.write(pool, stop, pass).map_err(failed)?.ok_or_else(interrupted)?), None)
        }
        Ready::Whole(_) => (None, Some(Lock::take(&run.dir).map_err(failed_to_write)?)),
    };
    // Removes what a killed process left there.
    complete(&run.dir).map_err(refused)?;
    simulate::completed(&run.simulation(), &run.dir, pool, rows)?;
    if is_below && (matches!(ready, Ready::Units(_)) || !run.dir.join(PAGE).exists()) {
        experiment::draw(&run.dir)?;
    }
    Ok(())
}

/// Records that the experiment in the folder `dir` is complete.
fn complete_experiment(dir: &Path, division: &Division) -> Result<(), Failure> {
    let experiment = Experiment::read(dir).map_err(Failure::of_input)?;
    let seconds = division.sum(dir, |run| run.seconds).map_err(Failure::of_input)?;
    experiment::write(&Experiment { complete: true, seconds, ..experiment }, dir)
}

/// The error if another `finish` is working in the folder `dir`.
pub fn busy(dir: &Path) -> Failure {
    Failure::Rerun(anyhow!("another process is merging the units of {}: wait for it to end", dir.display()))
}

fn failed_to_write(error: OutputError) -> Failure {
    match error {
        OutputError::Busy(dir) => busy(&dir),
        error => refused(error),
    }
}

fn failed(error: FinishError) -> Failure {
    match error {
        FinishError::Write(error) => failed_to_write(error),
        FinishError::Refused(_) => Failure::Failed(error.into()),
        error => Failure::of_input(error),
    }
}
