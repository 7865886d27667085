//! `dropline finish`.

use super::simulate::{self, refused};
use super::status::ranges;
use super::unit::division;
use super::{experiment, report};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::session::{Session, pool};
use crate::cli::unit_args;
use anyhow::anyhow;
use dropline::numbers::thousands;
use dropline::run::{
    Assembly, Division, Experiment, FinishError, Lock, Manifest, check_outside, check_own, reason,
};
use rayon::prelude::*;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// How many units are removed at a time: that is waiting for a disk or a network.
const REMOVERS: usize = 16;

/// Puts the units of a plan together.
pub fn run(args: &unit_args::Finish, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let dir = &args.dir;
    let again = format!("`dropline finish {}` goes on", dir.display());
    let Some(division) = division(dir)? else {
        session.terminal.note(format_args!("note: {} is finished", dir.display()));
        report::of_folder(dir, &again, session)?;
        return Ok(ExitCode::SUCCESS);
    };
    check_outside(dir).map_err(refused)?;
    let is_experiment = Experiment::is_in(dir);
    // A run has the lock of its own folder.
    let _lock = is_experiment.then(|| Lock::take(dir)).transpose().map_err(refused)?;
    let assemblies = assemblies(&division, dir)?;
    write(&assemblies, [is_experiment, division.packed], session)?;
    if is_experiment {
        complete(dir, &division)?;
    }
    report::of_folder(dir, &again, session)?;
    remove(dir)?;
    Ok(ExitCode::SUCCESS)
}

/// The runs that are not put together yet, with their units.
fn assemblies(division: &Division, dir: &Path) -> Result<Vec<Assembly>, Failure> {
    let (mut assemblies, mut missing) = (Vec::new(), Vec::new());
    for (at, units) in division.by_run().iter().enumerate() {
        let run = division.run_dir(dir, at);
        if Manifest::read(&run).map_err(Failure::of_input)?.complete {
            continue;
        }
        match Assembly::of(division, at, units, dir) {
            Ok(assembly) => assemblies.push(assembly),
            Err(FinishError::Missing(units)) => missing.extend(units),
            Err(error) => return Err(failed(error)),
        }
    }
    if missing.is_empty() {
        return Ok(assemblies);
    }
    missing.sort_unstable();
    let (dir, units, first) = (dir.display(), thousands(division.count()), missing[0]);
    let (what, verb) = if missing.len() == 1 { ("unit", "is") } else { ("units", "are") };
    Err(Failure::Again(anyhow!(
        "{what} {} of {units} in {dir} {verb} not complete: `dropline unit {dir} {first}` plays {}",
        ranges(missing.iter().copied()),
        if missing.len() == 1 { "it" } else { "the first of them" }
    )))
}

/// Writes the runs, with the games worth seeing, and the report of each that is one of several.
fn write(
    assemblies: &[Assembly],
    [of_several, packed]: [bool; 2],
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    let games = assemblies.iter().map(|assembly| assembly.run().manifest.games_played).sum();
    let mut progress = Progress::new(games, session.terminal.shows_progress(), session.common.quiet);
    let stop = interrupt::flag(progress.speaker())?;
    let pool = session.pool()?;
    for assembly in assemblies {
        if of_several {
            check_own(&assembly.run().dir).map_err(refused)?;
        }
        let done = assembly.write(&pool, stop, |games| progress.pass(games)).map_err(failed)?;
        if !done {
            progress.clear();
            return Err(Failure::Again(anyhow!("interrupted: the same command goes on")));
        }
        let run = assembly.run();
        simulate::completed(&run.simulation(), &run.dir, &pool, packed)?;
        if of_several {
            experiment::draw(&run.dir)?;
        }
    }
    progress.clear();
    Ok(())
}

/// Writes down that the experiment in the folder `dir` is complete.
fn complete(dir: &Path, division: &Division) -> Result<(), Failure> {
    let mut experiment = Experiment::read(dir).map_err(Failure::of_input)?;
    let mut seconds = 0.0;
    for at in 0..division.runs.len() {
        seconds += Manifest::read(&division.run_dir(dir, at)).map_err(Failure::of_input)?.seconds;
    }
    (experiment.complete, experiment.seconds) = (true, seconds);
    experiment::write(&experiment, dir)
}

/// Removes what only the units needed; the plan last, so that this can be gone on with.
fn remove(dir: &Path) -> Result<(), Failure> {
    let wrong =
        |error: std::io::Error| anyhow!("cannot remove the units in {}: {}", dir.display(), reason(&error));
    let units = dir.join(Division::UNITS);
    if units.is_symlink() {
        return Err(refused(dropline::run::OutputError::Link(units)));
    }
    if units.exists() {
        let folders = fs::read_dir(&units).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(wrong)?;
        let remove = |folder: &fs::DirEntry| match folder.file_type()?.is_dir() {
            true => fs::remove_dir_all(folder.path()),
            false => fs::remove_file(folder.path()),
        };
        pool(REMOVERS)?.install(|| folders.par_iter().try_for_each(remove)).map_err(wrong)?;
        fs::remove_dir_all(&units).map_err(wrong)?;
    }
    fs::remove_file(dir.join(Division::FILE)).map_err(wrong)?;
    Ok(())
}

fn failed(error: FinishError) -> Failure {
    match error {
        FinishError::Write(error) => refused(error),
        FinishError::Refused(_) => Failure::Failed(error.into()),
        error => Failure::of_input(error),
    }
}
