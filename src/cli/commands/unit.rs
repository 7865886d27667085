//! `dropline unit`.

use super::simulate::{self, incomplete, refused};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::unit_args;
use crate::numbers::thousands;
use crate::run::{
    BeginError, Division, Existing, Experiment, FailedGame, GameRow, Lock, Manifest, NewRun, Observer,
    Opened, OutputError, RecordedRun, Unit, check_own, end_of_run, reason, without_number,
};
use crate::simulate::Simulation;
use anyhow::anyhow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often to check whether the run of a unit has already stopped.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// What to do about a unit that is not complete.
const AGAIN: &str = "run the same command again to resume";

/// Plays or resumes a unit.
pub fn run(args: &unit_args::Unit, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let (dir, number) = (&args.dir, args.number);
    let Some(division) = division(dir)? else { return finished(dir, session) };
    let units = division.units();
    let unit = number.checked_sub(1).and_then(|at| units.get(usize::try_from(at).ok()?));
    let Some(&unit) = unit else {
        let (dir, units) = (dir.display(), thousands(division.count()));
        return Err(Failure::Wrong(anyhow!(
            "the plan in {dir} has no unit {number}: its units are 1 to {units}"
        )));
    };
    if let Some(end) = end_before(&division, dir, unit) {
        return Ok(not_needed(unit, end, session));
    }
    let whole = division.run(dir, unit.run).map_err(Failure::of_input)?;
    if whole.manifest.complete {
        // Another process is removing the units of the plan.
        return finished(dir, session);
    }
    refuse_irreproducible(&whole)?;
    whole.check_learned().map_err(Failure::of_input)?;
    if let Some(end) = play(unit, &division, &whole, dir, session)? {
        return Ok(not_needed(unit, end, session));
    }
    if division.runs[unit.run].until
        && division.end(dir, unit.run).is_none()
        // `finish` reports unreadable rows of other units.
        && let Ok(Some(end)) = end_of_run(&division, unit.run, dir, &whole)
    {
        division.write_end(dir, unit.run, end).map_err(|error| {
            Failure::Failed(anyhow!("cannot write into {}: {}", dir.display(), reason(&error)))
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The number of games after which the stopping rule ended the run of `unit`, if that is before the unit's first game.
fn end_before(division: &Division, dir: &Path, unit: Unit) -> Option<u64> {
    division.end(dir, unit.run).filter(|&end| end < unit.block.first)
}

/// Says that `unit` is not needed because its run stopped after `end` games.
fn not_needed(unit: Unit, end: u64, session: &mut Session<'_>) -> ExitCode {
    let (number, end) = (unit.number, thousands(end));
    session
        .terminal
        .note(format_args!("note: unit {number} is not needed: its run has stopped after {end} games"));
    ExitCode::SUCCESS
}

/// Watches the games of a unit, and stops it when they are no longer needed.
struct UnitObserver<'a> {
    progress: &'a mut Progress,
    /// The number of games after which the stopping rule ended its run, if that is before the unit's first game.
    end: &'a dyn Fn() -> Option<u64>,
    /// When to check next.
    next: Instant,
    stop: &'a AtomicBool,
}

impl Observer for UnitObserver<'_> {
    fn already_written(&mut self, row: &GameRow) {
        self.progress.already_written(row);
    }

    fn played(&mut self, rows: &[GameRow]) {
        self.progress.played(rows);
        let now = Instant::now();
        if now >= self.next {
            self.next = now + CHECK_INTERVAL;
            if (self.end)().is_some() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    fn failed(&mut self, game: &FailedGame) {
        self.progress.failed(game);
    }
}

/// Rejects games that cannot be replayed. `--plan` writes no such plan, but a handwritten plan could start any program.
fn refuse_irreproducible(run: &RecordedRun) -> Result<(), Failure> {
    if run.manifest.reproducible {
        return Ok(());
    }
    let [first, second] = &run.manifest.agents;
    Err(Failure::Wrong(anyhow!(
        "{}: games of `{first},{second}` cannot be reproduced, which a plan requires",
        run.dir.display()
    )))
}

/// Says that the plan is finished.
fn finished(dir: &Path, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    session.terminal.note(format_args!("note: {} is finished: there is nothing to play", dir.display()));
    Ok(ExitCode::SUCCESS)
}

/// The plan in the folder `dir`; `None` if its units have been merged.
pub fn division(dir: &Path) -> Result<Option<Division>, Failure> {
    if Division::is_in(dir) {
        return Division::read(dir).map(Some).map_err(Failure::of_input);
    }
    if is_complete(dir) {
        return Ok(None);
    }
    let (dir, file) = (dir.display(), Division::FILE);
    Err(Failure::Wrong(anyhow!(
        "{dir} holds no plan: expected a folder with a {file}, as written by `--plan` of `simulate`, `compare`, \
         `sweep` and `ladder`"
    )))
}

/// Whether the run or the experiment in the folder `dir` is complete.
pub fn is_complete(dir: &Path) -> bool {
    let is_whole = |run: &Path| Manifest::read(run).is_ok_and(|manifest| manifest.complete);
    is_whole(dir) || Experiment::read(dir).is_ok_and(|experiment| experiment.complete)
}

/// Plays or resumes the `unit` of the run `whole` in its folder. If the games of the unit turn out not to be needed, returns the
/// number of games after which the stopping rule ended the run.
fn play(
    unit: Unit,
    division: &Division,
    whole: &RecordedRun,
    plan: &Path,
    session: &mut Session<'_>,
) -> Result<Option<u64>, Failure> {
    let dir = &division.unit_dir(plan, unit.number);
    check_own(dir).map_err(refused)?;
    let busy = || {
        let number = unit.number;
        Failure::Rerun(anyhow!("another process is playing unit {number}: if it stops, {AGAIN}"))
    };
    if Lock::is_taken(dir) {
        return Err(busy());
    }
    let part = Simulation { block: unit.block, ..whole.simulation() };
    let mut progress =
        Progress::new(unit.block.games, session.terminal.shows_progress(), session.common.quiet);
    // Several units may be played in one terminal.
    progress.next_run(format!("unit {}: ", unit.number), unit.block.games);
    let stop = interrupt::flag(progress.printer())?;
    let pool = session.pool()?;
    let run = NewRun {
        simulation: &part,
        loaded: &whole.loaded,
        command: &whole.manifest.command,
        threads: pool.current_num_threads(),
    };
    let opened = match run.open(dir, Existing::Resume) {
        // A process on another machine may have died while writing. Playing the games again gives the same games.
        Err(error) if error.is_of_content() => {
            let (number, why) = (unit.number, error.to_string());
            let why = without_number(&why);
            progress.suspend(|| {
                session.terminal.note(format_args!("note: restarting unit {number}: {why}"));
            });
            run.open(dir, Existing::Replace)
        }
        opened => opened,
    };
    let opened = opened.map_err(|error| match error {
        BeginError::Output(OutputError::Busy(_)) => busy(),
        error if error.is_of_content() => {
            Failure::Wrong(anyhow!("{}: remove it", without_number(&error.to_string())))
        }
        error => refused(error),
    })?;
    let Opened::Run(mut output, manifest) = opened else {
        progress.clear();
        session.terminal.note(format_args!("note: unit {} is complete", unit.number));
        simulate::keep(division.rows, dir)?;
        return Ok(None);
    };
    // Where the run stops depends on all its games, from the first.
    let without_end = Simulation { until: None, ..part };
    let end = || end_before(division, plan, unit);
    let mut wanted =
        UnitObserver { progress: &mut progress, end: &end, next: Instant::now() + CHECK_INTERVAL, stop };
    let played = simulate::play(&without_end, *manifest, &mut output, &pool, stop, &mut wanted, AGAIN);
    progress.clear();
    let manifest = played?;
    match (manifest.complete, end()) {
        (true, _) => {}
        (false, Some(end)) => return Ok(Some(end)),
        (false, None) => return incomplete(&manifest, dir, AGAIN).map_or(Ok(None), Err),
    }
    // `output` keeps the folder locked until the rows are compressed.
    simulate::keep(division.rows, dir)?;
    drop(output);
    Ok(None)
}
