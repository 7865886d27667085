//! `--plan`: divides a run or an experiment into units instead of playing it.

use super::dropline;
use super::simulate::refused;
use super::submit;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::unit_args::{Divide, Submit};
use crate::numbers::{counted, thousands};
use crate::run::{
    Divided, Division, Experiment, Kept, Lock, Manifest, OutputError, check_outside, create_and_lock,
    is_begun_plan, reason, remove_begun_plan,
};
use crate::simulate::{Simulation, seconds_per_game};
use crate::stats::StoppingRule;
use crate::variant::Loaded;
use anyhow::anyhow;
use indicatif::HumanDuration;
use rayon::prelude::*;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// The total time for the trials of all runs, on one thread.
const TRIALS: Duration = Duration::from_secs(8);
/// The shortest and the longest trial of a run.
const TRIAL: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(500)];

/// A run to divide.
pub struct Part<'a> {
    /// Its folder, if it belongs to an experiment.
    pub dir: Option<String>,
    pub simulation: Simulation<'a>,
    pub loaded: &'a Loaded,
    /// The command to record in the manifest.
    pub command: Vec<String>,
}

/// Writes the plan of the run or the `experiment` with these `parts` to the folder `dir`.
pub fn write(
    parts: &[Part<'_>],
    experiment: Option<&Experiment>,
    rows: Kept,
    divide: &Divide,
    dir: &Path,
    session: &mut Session<'_>,
) -> Result<ExitCode, Failure> {
    refuse_irreproducible(parts)?;
    check_outside(dir).map_err(refused)?;
    let seconds = divide.unit_games.is_none().then(|| trials(parts, session)).transpose()?;
    let division = divided(parts, rows, divide, seconds.as_deref());
    division.check().map_err(|error| {
        Failure::Wrong(anyhow!("{error}: choose a longer `--unit-time` or more `--unit-games`"))
    })?;
    put(&division, parts, experiment, divide.slurm, dir)?;
    let likely: Vec<u64> =
        parts.iter().map(|part| likely(part).unwrap_or(part.simulation.block.games)).collect();
    let all =
        seconds.map(|seconds| likely.iter().zip(seconds).map(|(&games, each)| games as f64 * each).sum());
    print_plan(&division, likely.iter().sum(), all, dir, session)?;
    if divide.slurm { submit::run(&Submit::to_slurm(dir), session) } else { Ok(ExitCode::SUCCESS) }
}

/// Refuses to write a run to the folder `dir` if the folder holds a plan: some units of the plan may have been played.
pub fn refuse(dir: &Path) -> Result<(), Failure> {
    if !dir.join(Division::FILE).exists() {
        return Ok(());
    }
    let dir = dir.display();
    Err(Failure::Wrong(anyhow!(
        "{dir} holds a plan: `dropline unit` plays its units, and `dropline finish` merges them; name another folder with `--out`, or \
         remove this one"
    )))
}

/// How many games a run with `--until` is likely to need, if fewer than its maximum.
fn likely(part: &Part<'_>) -> Option<u64> {
    let Simulation { block, pairs, until, .. } = part.simulation;
    let games = StoppingRule::new(until?, pairs).games_needed();
    Some(games).filter(|&games| games < block.games)
}

/// Divides the `parts` into units, based on the `seconds` that a game of each part takes, unless the user gave the number of games
/// per unit.
fn divided(parts: &[Part<'_>], rows: Kept, divide: &Divide, seconds: Option<&[f64]>) -> Division {
    let in_time =
        |at: usize| seconds.map(|seconds| ((divide.unit_time.as_secs_f64() / seconds[at]) as u64).max(1));
    let divided = parts.iter().enumerate().map(|(at, part)| {
        let Simulation { block, pairs, until, .. } = part.simulation;
        let size = divide.unit_games.or_else(|| in_time(at)).unwrap_or(block.games);
        let dir = part.dir.clone();
        let whole =
            Divided { dir, games: block.games, pairs, until: until.is_some(), units: 1, likely: None };
        // A size given by the user applies to all units.
        whole.into_units(size, if divide.unit_games.is_none() { likely(part) } else { None })
    });
    Division::of(divided.collect(), rows)
}

/// Writes the manifests of the runs and the plan to the folder `dir`. `is_submitted` says whether the plan is submitted to Slurm
/// immediately.
fn put(
    division: &Division,
    parts: &[Part<'_>],
    experiment: Option<&Experiment>,
    is_submitted: bool,
    dir: &Path,
) -> Result<(), Failure> {
    // A process that was killed while it wrote a plan leaves no games.
    let is_begun = is_begun_plan(dir);
    let holds_plan = || {
        let submit = if is_submitted {
            format!("submit it with `{} --slurm`, ", dropline("submit", dir))
        } else {
            String::new()
        };
        let dir = dir.display();
        Failure::Wrong(anyhow!(
            "{dir} already holds a plan: {submit}name another folder with `--plan`, or remove this one"
        ))
    };
    let _lock = create_and_lock(dir, is_begun).map_err(|error| match error {
        _ if Division::is_in(dir) => holds_plan(),
        _ if Lock::is_taken(dir) => refused(OutputError::Busy(dir.to_owned())),
        OutputError::Run(_)
        | OutputError::BrokenOff(_)
        | OutputError::NotEmpty(_)
        | OutputError::NotAFolder(_) => Failure::Wrong(anyhow!("{error}: choose another one with `--plan`")),
        error => refused(error),
    })?;
    // Another process may have written its plan before this one had the lock.
    if Division::is_in(dir) {
        return Err(holds_plan());
    }
    if is_begun {
        remove_begun_plan(dir).map_err(refused)?;
    }
    let failed = |path: &Path, error: &std::io::Error| {
        Failure::Failed(anyhow!("cannot write {}: {}", path.display(), reason(error)))
    };
    for (at, part) in parts.iter().enumerate() {
        let run = division.run_dir(dir, at);
        let manifest = Manifest::begin(&part.simulation, part.loaded, part.command.clone(), 0);
        std::fs::create_dir_all(&run)
            .and_then(|()| manifest.write(&run))
            .map_err(|error| failed(&run.join(Manifest::FILE), &error))?;
    }
    if let Some(experiment) = experiment {
        experiment.write(dir).map_err(|error| failed(&dir.join(Experiment::FILE), &error))?;
    }
    // Written last: it makes the plan complete.
    division.write(dir).map_err(|error| failed(&dir.join(Division::FILE), &error))
}

/// Rejects agents with a time limit and external programs: their games cannot be replayed, and two attempts at a unit would
/// differ.
fn refuse_irreproducible(parts: &[Part<'_>]) -> Result<(), Failure> {
    let Some(part) = parts.iter().find(|part| !part.simulation.is_reproducible()) else { return Ok(()) };
    let [first, second] = part.simulation.agents;
    Err(Failure::Wrong(match [first, second].into_iter().find(|agent| agent.is_program()) {
        Some(program) => anyhow!(
            "`--plan` needs games that can be reproduced, but `{program}` is an external program: play without `--plan`"
        ),
        None => anyhow!(
            "with a time limit, `{first},{second}` would play different games on each machine: give iterations \
             instead, as in `mcts:1000`"
        ),
    }))
}

/// Estimates how many seconds a game of each part takes on one thread.
fn trials(parts: &[Part<'_>], session: &Session<'_>) -> Result<Vec<f64>, Failure> {
    let [shortest, longest] = TRIAL;
    let budget = (TRIALS / u32::try_from(parts.len()).unwrap_or(u32::MAX)).clamp(shortest, longest);
    let trial = |part: &Part<'_>| seconds_per_game(&part.simulation, budget);
    Ok(session.pool()?.install(|| parts.par_iter().map(trial).collect()))
}

/// Describes the plan. The `likely` games take `seconds` on one thread.
fn print_plan(
    division: &Division,
    likely: u64,
    seconds: Option<f64>,
    dir: &Path,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    let games: u64 = division.runs.iter().map(|run| run.games).sum();
    let (units, runs) = (division.count(), division.runs.len() as u64);
    let terminal = &mut *session.terminal;
    if terminal.json {
        return terminal.json_line(&serde_json::json!({
            "dir": dir, "units": units, "runs": runs, "games": games, "likely_games": likely, "seconds": seconds,
        }));
    }
    let time = seconds.map_or_else(String::new, |seconds| {
        format!(
            "; a trial suggests that they take about {} on one thread",
            HumanDuration(Duration::from_secs_f64(seconds.clamp(1.0, 1e15)))
        )
    });
    let of = if runs == 1 { String::new() } else { format!(" of {} runs", thousands(runs)) };
    let [unit, finish] = ["unit", "finish"].map(|command| dropline(command, dir));
    let dir = dir.display();
    let enough = if likely < games {
        format!("; about {} are likely to be enough", thousands(likely))
    } else {
        String::new()
    };
    let (units, games) = (counted(units, "unit"), counted(games, "game"));
    terminal.line(format_args!("{dir}: {units}{of} with {games}{enough}{time}"))?;
    match division.count() {
        1 => terminal.line(format_args!("`{unit} 1` plays it; `{finish}` merges it")),
        units => {
            terminal.line(format_args!("`{unit} K` plays unit K, from 1 to {units}; `{finish}` merges them"))
        }
    }
}
