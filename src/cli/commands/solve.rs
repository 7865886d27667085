//! `dropline solve`.

use super::show::play_turns;
use super::solving::{
    Screen, describe_bounds, describe_stop, describe_value, describe_winner, may_end_without_scores, size,
};
use crate::cli::failure::Failure;
use crate::cli::picture::{self, Marks};
use crate::cli::session::Session;
use crate::cli::solve_args::Solve;
use crate::numbers::counted;
use crate::report::count;
use crate::rules::{Margin, Winner};
use crate::run;
use crate::solve::{Effort, Method, Settings, Solution, Solver, Stop, Value, ValuedAction};
use crate::text::hex;
use crate::variant::Variant;
use anyhow::anyhow;
use serde_json::{Value as Json, json};
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// The maximum number of first actions to list.
const NAMED: usize = 60;

/// Solves a game.
pub fn run(args: &Solve, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let loaded = session.load_position(&args.variant)?;
    session.print_notes(&loaded);
    let turns: Vec<&str> = args.turns.as_deref().unwrap_or_default().split_whitespace().collect();
    let settings = Settings { start_only: args.value_only, ..args.exact.settings() };
    let mut solver = Solver::from(&loaded.variant, settings, |start| play_turns(start, &turns))
        .map_err(|error| Failure::Wrong(anyhow!("{error}")))??;
    let before = match &args.keep {
        Some(path) => resume_search(&mut solver, &loaded.rules_hash, path, session)?,
        None => Effort::default(),
    };
    let pool = session.pool()?;
    let answer = "stopping and printing what is known; Ctrl-C again stops immediately";
    let screen = Screen::new(&loaded.variant, answer, session)?;
    let begin = Instant::now();
    let mut solution = solver.solve(&pool, &screen);
    let effort = before + Effort { visits: solution.visits, time: begin.elapsed() };
    // After an interrupt, do not search further.
    let first = match solution.value {
        Some(value)
            if !args.value_only && solution.stopped.is_none() && solver.start().outcome().is_none() =>
        {
            let first = solver.first_actions(value, &screen);
            solution.stopped = first.as_ref().err().copied();
            first.ok()
        }
        _ => None,
    };
    screen.clear();
    let kept = args
        .keep
        .as_ref()
        .filter(|_| solution.stopped.is_some())
        .map(|path| (path, keep(&solver, &loaded.rules_hash, effort, path)));
    let report = Report {
        variant: &loaded.variant,
        rules_hash: hex(&loaded.rules_hash),
        args,
        solution: &solution,
        first,
        effort,
    };
    if session.terminal.json {
        session.terminal.json_line(&report.json())?;
    } else {
        for line in report.lines() {
            session.terminal.line(line)?;
        }
        if let Some(best) = report.map() {
            let drawing = picture::text(solver.start(), Marks::Best(&best), session.terminal);
            session.terminal.drawing(&format!("\n{}", drawing.trim_end_matches('\n')))?;
        }
    }
    // Whatever is known has been printed, even if the state could not be saved.
    if let Some((path, kept)) = kept {
        kept?;
        session.terminal.note(format_args!(
            "the state of the search is in {}: the same command resumes from it",
            path.display()
        ));
    }
    Ok(match solution.stopped {
        None => ExitCode::SUCCESS,
        Some(Stop::Interrupted) => ExitCode::from(Failure::RERUN),
        Some(stop) => {
            session.terminal.message(&format!("stopped: {}", describe_stop(stop, args.exact.memory)));
            ExitCode::FAILURE
        }
    })
}

/// Resumes from the state that an earlier search wrote to `path`, if the file exists; returns the effort that it took.
fn resume_search(
    solver: &mut Solver,
    rules: &[u8; 32],
    path: &Path,
    session: &mut Session<'_>,
) -> Result<Effort, Failure> {
    if !solver.can_keep() {
        return Err(Failure::Wrong(anyhow!(
            "`--keep` is not supported here: positions of this game may repeat, so all of them are valued together"
        )));
    }
    let mut file = match run::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return can_be_written(path).map(|()| Effort::default());
        }
        Err(error) => return Err(Failure::of_input(format!("{}: {error}", path.display()))),
    };
    let kept = solver
        .resume(rules, &mut file)
        .map_err(|error| Failure::of_input(format!("{}: {error}", path.display())))?;
    session.terminal.note(format_args!(
        "resuming with {} positions from {}",
        count(kept.positions),
        path.display()
    ));
    Ok(kept.effort)
}

/// Checks that the file `path`, which does not exist, can be written: finding out after the search would lose its state.
fn can_be_written(path: &Path) -> Result<(), Failure> {
    let written = run::write_atomically(path, b"").and_then(|()| std::fs::remove_file(path));
    written.map_err(|error| Failure::of_input(cannot_write(path, &error)))
}

/// Writes the state of the search, which took this `effort`, to `path`.
fn keep(solver: &Solver, rules: &[u8; 32], effort: Effort, path: &Path) -> Result<(), Failure> {
    let written = run::write_atomically_by(path, |file| solver.keep(rules, effort, file));
    written.map_err(|error| Failure::Failed(anyhow!(cannot_write(path, &error))))
}

/// Why the file `path` cannot be written.
fn cannot_write(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {}", path.display(), run::without_number(&error.to_string()))
}

/// A solution, ready to be printed.
struct Report<'a> {
    variant: &'a Variant,
    /// The hash of the effective rules, `--set` included.
    rules_hash: String,
    args: &'a Solve,
    solution: &'a Solution,
    first: Option<Vec<ValuedAction>>,
    /// The effort of all sessions.
    effort: Effort,
}

impl Report<'_> {
    /// The name of the value, as far as it is known: the winner may be certain before the exact value is.
    fn value(&self) -> Option<&'static str> {
        let Solution { value, bounds, .. } = self.solution;
        value.map(Value::name).or_else(|| bounds.winner().map(Winner::name))
    }

    fn lines(&self) -> Vec<String> {
        let name = &self.variant.info.name;
        let Solution { bounds, method, positions, memory, symmetries, .. } = self.solution;
        let Effort { visits, time } = self.effort;
        let value = match (self.solution.value, bounds.winner()) {
            (Some(value), _) => describe_value(value, self.solution.margin().is_some(), self.variant),
            (None, Some(winner)) if self.args.exact.winner_only => describe_winner(winner).to_owned(),
            (None, None) if bounds.low.is_none() && bounds.high.is_none() => "not known yet".to_owned(),
            (None, None) => format!("not known yet: {}", describe_bounds(*bounds, self.variant)),
            (None, Some(winner)) => {
                format!("{}; {}", describe_winner(winner), describe_bounds(*bounds, self.variant))
            }
        };
        let effort = match method {
            Method::Retrograde => {
                format!("{}, {} between them", counted(*positions, "position"), counted(visits, "turn"))
            }
            Method::DepthFirst => {
                format!("{} searched, {} kept", counted(visits, "position"), count(*positions))
            }
        };
        let symmetries = counted(*symmetries as u64, "symmetry");
        let after = self.args.turns.as_ref().map_or_else(String::new, |turns| format!(", after {turns}"));
        let mut lines = vec![
            format!("{name}, {}{after}, with perfect play: {value}", self.variant.board),
            format!("{effort}, {symmetries}, {} in {:.2} s", size(*memory), time.as_secs_f64()),
        ];
        lines.push(if self.args.exact.with_cap {
            format!("the cap of {} turns is treated as a rule", count(self.variant.end.max_turns.into()))
        } else {
            format!("the cap of {} turns is ignored", count(self.variant.end.max_turns.into()))
        });
        if may_end_without_scores(self.variant) && !self.args.exact.winner_only {
            lines.push("a win without a score counts as a margin of 1".to_owned());
        }
        lines.extend(self.first_actions_line());
        lines
    }

    /// The first actions that keep the value, or why they are not known.
    fn first_actions_line(&self) -> Option<String> {
        let Some(first) = self.first.as_ref() else {
            let is_stopped = self.solution.value.is_some() && self.solution.stopped.is_some();
            return is_stopped
                .then(|| "the search stopped before the values of all first actions were known".to_owned());
        };
        let best: Vec<_> = first.iter().filter(|first| first.keeps_value).collect();
        let named: Vec<String> = best.iter().take(NAMED).map(|first| first.action.to_string()).collect();
        let more = if best.len() > NAMED { ", …" } else { "" };
        let what = if self.args.exact.winner_only { "result" } else { "value" };
        Some(format!(
            "{} of {} first actions keep the {what}: {}{more}",
            count(best.len() as u64),
            count(first.len() as u64),
            named.join(", ")
        ))
    }

    /// The cells where the best first actions place a stone; `None` if no best action does.
    fn map(&self) -> Option<Vec<crate::board::Cell>> {
        let first = self.first.as_ref()?;
        let best = first.iter().filter(|first| first.keeps_value);
        let best: Vec<_> = best.filter_map(|first| first.action.stone()).collect();
        (!best.is_empty()).then_some(best)
    }

    fn json(&self) -> Json {
        let Solution { bounds, method, positions, memory, symmetries, stopped, .. } = self.solution;
        let points = |margin: Option<Margin>| margin.map(Margin::points);
        let first = self.first.as_ref().map(|first| {
            let entry = |first: &ValuedAction| {
                json!({
                    "action": first.action.to_string(),
                    "keeps_value": first.keeps_value,
                    "low": points(first.bounds.low),
                    "high": points(first.bounds.high),
                })
            };
            first.iter().map(entry).collect::<Vec<_>>()
        });
        json!({
            "variant": self.variant.id,
            "rules_hash": self.rules_hash,
            "turns": self.args.turns,
            "version": env!("CARGO_PKG_VERSION"),
            "value": self.value(),
            "margin": points(self.solution.margin()),
            "bounds": { "low": points(bounds.low), "high": points(bounds.high) },
            "stopped": stopped.map(|stop| match stop {
                Stop::Interrupted => "interrupted",
                Stop::Visits => "visits",
                Stop::Memory => "memory",
                Stop::Margins => "margins",
                Stop::Depth => "depth",
                Stop::Thread => "thread",
            }),
            "cap": if self.args.exact.with_cap { "rule" } else { "ignored" },
            "method": method.name(),
            "positions": positions,
            "visits": self.effort.visits,
            "symmetries": symmetries,
            "memory": memory,
            "seconds": self.effort.time.as_secs_f64(),
            "first_actions": first,
        })
    }
}
