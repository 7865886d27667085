//! `dropline accuracy`.

use super::openings::Openings;
use super::show::play_turns;
use super::simulate::refused;
use super::solving::{Screen, describe_bounds, describe_stop, describe_value};
use super::{lists, plan, report};
use crate::cli::failure::Failure;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::solve_args::Accuracy as Args;
use crate::cli::start_args::StartArgs;
use crate::contestant::Contestant;
use crate::record::{Record, replayed_actions};
use crate::report::{AccuracyReport, Rung, plays_by_chance};
use crate::rules::{self, Margin, Position};
use crate::run::{
    Experiment, Lock, Manifest, Observer, OutputError, check_outside, create_and_lock, replace_charts,
};
use crate::simulate::{Games, Opening, Simulation};
use crate::solve::{Judge, Solution, Solver, Stop, Watcher};
use crate::stats::Accuracy;
use crate::text::hex;
use crate::variant::Loaded;
use anyhow::anyhow;
use serde_json::{Value as Json, json};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Solves a game and lets agents of increasing strength play it.
pub fn run(args: &Args, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let loaded = session.load_to_play(&args.variant)?;
    session.print_notes(&loaded);
    let rungs = &args.ladder.rungs.0;
    session.try_out(rungs.iter().map(|rung| (rung, &loaded)))?;
    session.note_programs(&rungs.iter().collect::<Vec<_>>());
    let openings = openings(args, &loaded)?;
    let _folder = args.out.as_deref().map(|dir| OutputFolder::take(dir, args.force)).transpose()?;
    let pool = session.pool()?;
    let screen = Screen::new(&loaded.variant, "stopping; Ctrl-C again stops immediately", session)?;
    let (solver, solution) = solve(args, &loaded, &pool, &screen)?;
    let mut table = AccuracyTable {
        args,
        loaded: &loaded,
        openings: &openings,
        pool: &pool,
        screen: &screen,
        judge: Judge::new(solver),
    };
    let (complete, failure) = table.play_all(session);
    if complete.is_empty()
        && let Some(failure) = failure
    {
        return Err(failure);
    }
    let report = AccuracyReport {
        variant: &loaded.variant,
        rules_hash: hex(&loaded.rules_hash),
        value: solution.bounds.value(),
        cap: args.exact.with_cap,
        winner_only: args.exact.winner_only,
        games: args.games,
        seed: session.common.seed(),
        missing: rungs.len() - complete.len(),
        rungs: complete,
    };
    if let Some(dir) = &args.out {
        replace_charts(dir).map_err(refused)?;
        report.write(dir).map_err(|error| report::refused(error, "run the same command again"))?;
    }
    if session.terminal.json {
        session.terminal.json_line(&as_json(args, &report, &solution))?;
    } else {
        print(args, &report, &solution, session)?;
    }
    for warning in report.warnings() {
        session.terminal.note(format_args!("warning: {warning}"));
    }
    failure.map_or(Ok(ExitCode::SUCCESS), Err)
}

/// The locked output folder. If the command created the folder but wrote nothing to it, the folder is removed at the end.
struct OutputFolder<'a> {
    dir: &'a Path,
    is_new: bool,
    lock: Option<Lock>,
}

impl<'a> OutputFolder<'a> {
    /// Takes the folder `dir`; `replace` allows existing files.
    fn take(dir: &'a Path, replace: bool) -> Result<Self, Failure> {
        check_outside(dir).map_err(refused)?;
        plan::refuse(dir)?;
        for (file, kind) in [(Manifest::FILE, "a run"), (Experiment::FILE, "an experiment")] {
            if dir.join(file).exists() {
                return Err(refused(OutputError::OtherKind(dir.to_owned(), kind)));
            }
        }
        let is_new = !dir.exists();
        Ok(Self { dir, is_new, lock: Some(create_and_lock(dir, replace).map_err(refused)?) })
    }
}

impl Drop for OutputFolder<'_> {
    fn drop(&mut self) {
        self.lock = None;
        if self.is_new {
            // This fails if the folder is not empty.
            let _ = std::fs::remove_dir(self.dir);
        }
    }
}

/// The opening of all games, if the command names one.
fn openings(args: &Args, loaded: &Loaded) -> Result<Vec<Opening>, Failure> {
    let start = StartArgs { openings: None, turns: args.turns.clone() };
    Openings::read(&start)?.map_or_else(|| Ok(Vec::new()), |openings| openings.of(loaded))
}

/// Solves the game, or says why it could not be solved.
fn solve(
    args: &Args,
    loaded: &Loaded,
    pool: &rayon::ThreadPool,
    screen: &Screen,
) -> Result<(Solver, Solution), Failure> {
    let turns: Vec<&str> = args.turns.as_deref().unwrap_or_default().split_whitespace().collect();
    let mut solver = Solver::from(&loaded.variant, args.exact.settings(), |start| play_turns(start, &turns))
        .map_err(|error| Failure::Wrong(anyhow!("{error}")))??;
    let solution = solver.solve(pool, screen);
    screen.clear();
    match solution.stopped {
        None => Ok((solver, solution)),
        Some(stop) => {
            let known = describe_bounds(solution.bounds, &loaded.variant);
            Err(stopped_by(stop, args, &format!("`{}` could not be solved ({known})", args.variant)))
        }
    }
}

/// The failure to report if the solver stopped; `what` says what could not be done.
fn stopped_by(stop: Stop, args: &Args, what: &str) -> Failure {
    let error = anyhow!("{what}: {}", describe_stop(stop, args.exact.memory));
    if stop == Stop::Interrupted { Failure::Rerun(error) } else { Failure::Failed(error) }
}

/// The context in which the rungs play, and the judge of their games.
struct AccuracyTable<'a> {
    args: &'a Args,
    loaded: &'a Loaded,
    openings: &'a [Opening],
    pool: &'a rayon::ThreadPool,
    screen: &'a Screen,
    judge: Judge,
}

impl AccuracyTable<'_> {
    /// Plays the games of all rungs, in order, until one fails or is interrupted; returns the complete ones, and the failure.
    fn play_all(&mut self, session: &Session<'_>) -> (Vec<Rung>, Option<Failure>) {
        let (games, rungs) = (self.args.games, &self.args.ladder.rungs.0);
        let all = games.saturating_mul(rungs.len() as u64);
        let mut progress = Progress::new(all, session.terminal.shows_progress(), session.common.quiet);
        let mut played = Vec::with_capacity(rungs.len());
        for rung in rungs {
            progress.next_run(format!("{rung}: "), games);
            let accuracy = self.play(rung, session.common.seed(), &mut progress);
            match accuracy {
                Ok(accuracy) => played.push(Rung { agent: rung.clone(), accuracy }),
                Err(failure) => {
                    progress.clear();
                    return (played, Some(failure));
                }
            }
        }
        progress.clear();
        (played, None)
    }

    /// Plays the games of `rung` against itself, the same games as in `dropline simulate`, and judges them in order.
    fn play(&mut self, rung: &Contestant, seed: u64, progress: &mut Progress) -> Result<Accuracy, Failure> {
        let agents = [rung.clone(), rung.clone()];
        let simulation = Simulation::new(self.loaded, &agents, seed, self.args.games);
        let simulation = Simulation { openings: self.openings, records: true, ..simulation };
        let repeats = !plays_by_chance(&rung.to_string());
        let (mut accuracy, mut position) = (Accuracy::new(repeats), rules::start(&self.loaded.variant));
        let (pool, stop) = (self.pool, self.screen.stop);
        simulation.play(1, pool, stop, |games| {
            Failure::of_games(games)?;
            self.judge_all(games, &mut *position, &mut accuracy)?;
            progress.played(&games.rows);
            Ok::<_, Failure>(())
        })?;
        if stop.load(Ordering::Relaxed) { Err(self.stopped(Stop::Interrupted)) } else { Ok(accuracy) }
    }

    /// Judges these games and adds them to `accuracy`; `position` is a buffer.
    fn judge_all(
        &mut self,
        games: &Games,
        position: &mut dyn Position,
        accuracy: &mut Accuracy,
    ) -> Result<(), Failure> {
        let records = std::str::from_utf8(&games.records)?;
        let begun = self.openings.first().map_or(0, |opening| opening.actions().len());
        for (row, line) in games.rows.iter().zip(records.lines()) {
            let actions = replayed_actions(&Record::from_line(line)?, position)?;
            let decisions = self.judge.decisions(&actions[begun..], &OnlyStops(self.screen));
            accuracy.add(row, decisions.map_err(|stop| self.stopped(stop))?);
        }
        Ok(())
    }

    fn stopped(&self, stop: Stop) -> Failure {
        stopped_by(stop, self.args, "not all games were played and judged")
    }
}

/// An observer that stops the solver on Ctrl-C, as `Screen` does, but shows nothing.
struct OnlyStops<'a>(&'a Screen);

impl Watcher for OnlyStops<'_> {
    fn stops(&self) -> bool {
        self.0.stops()
    }
}

/// The exact value in words.
fn value_in_words(report: &AccuracyReport<'_>, solution: &Solution) -> String {
    let exact = solution.margin().is_some() && !report.winner_only;
    describe_value(report.value, exact, report.variant)
}

/// Prints the value, the table and the findings.
fn print(
    args: &Args,
    report: &AccuracyReport<'_>,
    solution: &Solution,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    let (variant, value) = (report.variant, value_in_words(report, solution));
    let after = args.turns.as_ref().map_or_else(String::new, |turns| format!(", after {turns}"));
    session.terminal.line(format_args!(
        "{}, {}{after}, with perfect play: {value}\n",
        variant.info.title(),
        variant.board
    ))?;
    let mut table = lists::plain_table(session);
    table.set_header(AccuracyReport::COLUMNS);
    for row in report.rows() {
        table.add_row(row);
    }
    lists::print(table, session)?;
    session.terminal.line("")?;
    for finding in report.findings() {
        session.terminal.verdict(finding)?;
    }
    match &args.out {
        Some(dir) => session.terminal.line(format_args!("\ntable and charts: {}", dir.display())),
        None => Ok(()),
    }
}

/// The results as an object.
fn as_json(args: &Args, report: &AccuracyReport<'_>, solution: &Solution) -> Json {
    let margin = solution.margin().filter(|_| !report.winner_only).map(Margin::points);
    json!({
        "variant": report.variant.id,
        "rules_hash": report.rules_hash,
        "version": env!("CARGO_PKG_VERSION"),
        "seed": report.seed,
        "games": report.games,
        "turns": args.turns,
        "value": report.value.name(),
        "margin": margin,
        "perfect_score": report.perfect(),
        "winner_only": report.winner_only,
        "cap": if report.cap { "rule" } else { "ignored" },
        "method": solution.method.name(),
        "rungs": report.rungs_as_json(),
        "warnings": report.warnings(),
    })
}
