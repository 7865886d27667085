//! `dropline solve`.

use super::show::play_turns;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::picture::{self, Marks};
use crate::cli::session::Session;
use crate::cli::solve_args::Solve;
use anyhow::anyhow;
use dropline::report::count;
use dropline::rules::{Margin, Player, Winner};
use dropline::run;
use dropline::solve::{
    Bounds, FirstAction, Method, Progress, Settings, Solution, Solver, Stop, Value, Watcher,
};
use dropline::variant::{ScoreMethod, Variant};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value as Json, json};
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The maximum number of first actions to list.
const NAMED: usize = 60;

/// Solves a game.
pub fn run(args: &Solve, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let loaded = session.load(&args.variant)?;
    session.tell_notes(&loaded);
    let settings = Settings {
        memory: args.memory,
        cap: args.with_cap,
        winner_only: args.winner_only,
        ..Settings::default()
    };
    let turns: Vec<&str> = args.turns.as_deref().unwrap_or_default().split_whitespace().collect();
    let mut solver = Solver::from(&loaded.variant, settings, |start| play_turns(start, &turns))
        .map_err(|error| Failure::Wrong(anyhow!("{error}")))??;
    if let Some(path) = &args.keep {
        take_up(&mut solver, &loaded.rules_hash, path, session)?;
    }
    let pool = session.pool()?;
    let screen = Screen::new(&loaded.variant, session)?;
    let begin = Instant::now();
    let solution = solver.solve(&pool, &screen);
    let seconds = begin.elapsed().as_secs_f64();
    // After an interrupt, do not search further.
    let first = match solution.value {
        Some(value)
            if !args.value_only && solution.stopped.is_none() && solver.start().outcome().is_none() =>
        {
            solver.first_actions(value, &screen).ok()
        }
        _ => None,
    };
    screen.bar.finish_and_clear();
    if let Some(path) = &args.keep
        && (solution.stopped.is_some() || first.is_none() && screen.stops())
    {
        keep(&solver, &loaded.rules_hash, path)?;
        session.terminal.note(format_args!(
            "the state of the search is in {}: the same command resumes from it",
            path.display()
        ));
    }
    let report = Report { variant: &loaded.variant, args, solution: &solution, first, seconds };
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
    Ok(match solution.stopped {
        None => ExitCode::SUCCESS,
        Some(Stop::Interrupted) => ExitCode::from(Failure::AGAIN),
        Some(stop) => {
            session.terminal.tell(&describe_stop(stop, args));
            ExitCode::FAILURE
        }
    })
}

/// Resumes from the state that an earlier search wrote to `path`, if the file exists.
fn take_up(
    solver: &mut Solver,
    rules: &[u8; 32],
    path: &Path,
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    if !solver.can_keep() {
        return Err(Failure::Wrong(anyhow!(
            "`--keep` is not supported here: positions of this game can repeat, so all of them are valued together"
        )));
    }
    let mut file = match run::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::of_input(format!("{}: {error}", path.display()))),
    };
    let positions = solver
        .take_up(rules, &mut file)
        .map_err(|error| Failure::of_input(format!("{}: {error}", path.display())))?;
    session.terminal.note(format_args!(
        "resuming with {} positions from {}",
        count(positions),
        path.display()
    ));
    Ok(())
}

/// Writes the state of the search to `path`.
fn keep(solver: &Solver, rules: &[u8; 32], path: &Path) -> Result<(), Failure> {
    let written = run::write_atomically_by(path, |file| solver.keep(rules, file));
    written.map_err(|error| {
        Failure::Failed(anyhow!("{}: {}", path.display(), run::without_number(&error.to_string())))
    })
}

/// Why solving stopped, and what would help.
fn describe_stop(stop: Stop, args: &Solve) -> String {
    match stop {
        Stop::Interrupted => "stopped".to_owned(),
        Stop::Memory => format!(
            "stopped: the positions do not fit into {}; raise `--memory`, or choose a smaller board",
            size(args.memory)
        ),
        Stop::Margins => "stopped: there are too many different margins".to_owned(),
        Stop::Depth => "stopped: a line of play is too long to be searched to its end".to_owned(),
    }
}

/// The observer of the solver: shows the progress on a terminal, and stops the solver on Ctrl-C.
struct Screen {
    bar: ProgressBar,
    stop: &'static AtomicBool,
    begin: Instant,
    known: Mutex<String>,
    variant: Variant,
}

impl Screen {
    fn new(variant: &Variant, session: &Session<'_>) -> Result<Self, Failure> {
        let shown = session.terminal.shows_progress();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is right");
        let bar = ProgressBar::with_draw_target(None, target).with_style(style);
        let (speaker, quiet) = (bar.clone(), session.common.quiet);
        let stop = interrupt::flag_saying(
            "stopping and printing what is known; Ctrl-C again stops immediately",
            move |line| {
                if !quiet {
                    speaker.suspend(|| eprintln!("{line}"));
                }
            },
        )?;
        let known = Mutex::default();
        Ok(Self { bar, stop, begin: Instant::now(), known, variant: variant.clone() })
    }
}

impl Watcher for Screen {
    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn tell(&self, progress: Progress) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.begin.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        let rate = (progress.done as f64 / seconds) as u64;
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        self.bar.set_message(format!(
            "{} positions, {}, {} visited, {}/s{known}",
            count(progress.positions),
            size(progress.memory),
            count(progress.done),
            count(rate),
        ));
        self.bar.tick();
    }

    fn bounds(&self, bounds: Bounds) {
        let known = format!("; {}", describe_bounds(bounds, &self.variant));
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = known;
    }
}

/// A printed solution.
struct Report<'a> {
    variant: &'a Variant,
    args: &'a Solve,
    solution: &'a Solution,
    first: Option<Vec<FirstAction>>,
    seconds: f64,
}

impl Report<'_> {
    /// The name of the value: the winner may be known before the exact value.
    fn value(&self) -> Option<&'static str> {
        let Solution { value, bounds, .. } = self.solution;
        value.map(Value::name).or_else(|| bounds.winner().map(Winner::name))
    }

    /// The margin, if it is exact.
    fn margin(&self) -> Option<Margin> {
        match self.solution.value {
            Some(Value::Ends(margin)) if self.solution.bounds.certain().is_some() || self.is_retrograde() => {
                Some(margin)
            }
            _ => None,
        }
    }

    fn is_retrograde(&self) -> bool {
        self.solution.method == Method::Retrograde
    }

    fn lines(&self) -> Vec<String> {
        let name = &self.variant.info.name;
        let Solution { bounds, method, positions, visits, memory, symmetries, .. } = self.solution;
        let value = match (self.solution.value, self.margin(), self.value()) {
            (Some(Value::Endless), ..) => {
                "endless: neither player can end the game without being behind".to_owned()
            }
            (_, Some(margin), _) => describe_margin(margin, self.variant),
            (_, None, Some("draw")) => "a draw".to_owned(),
            (_, None, Some(winner)) => format!("the {winner} player wins"),
            _ => format!("not known yet: {}", describe_bounds(*bounds, self.variant)),
        };
        let effort = match method {
            Method::Retrograde => {
                format!("{} positions, {} turns between them", count(*positions), count(*visits))
            }
            Method::DepthFirst => {
                format!("{} positions searched, {} kept", count(*visits), count(*positions))
            }
        };
        let symmetries =
            if *symmetries == 1 { "1 symmetry".to_owned() } else { format!("{symmetries} symmetries") };
        let mut lines = vec![
            format!("{name}, {}, with perfect play: {value}", self.variant.board),
            format!("{effort}, {symmetries}, {} in {:.2} s", size(*memory), self.seconds),
        ];
        lines.push(if self.args.with_cap {
            format!("the cap of {} turns counts as a rule", count(self.variant.end.max_turns.into()))
        } else {
            format!("the cap of {} turns is ignored", count(self.variant.end.max_turns.into()))
        });
        let decided = !self.variant.goals.is_empty() || self.variant.end.stuck.decides();
        if decided && self.variant.score.method != ScoreMethod::None && !self.args.winner_only {
            lines.push("a win that no score decides counts as won by 1".to_owned());
        }
        lines.extend(self.first_actions_line());
        lines
    }

    /// The first actions that keep the value.
    fn first_actions_line(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        let best: Vec<_> = first.iter().filter(|first| first.keeps_value).collect();
        let named: Vec<String> = best.iter().take(NAMED).map(|first| first.action.to_string()).collect();
        let more = if best.len() > NAMED { ", …" } else { "" };
        Some(format!(
            "{} of {} first actions keep the value: {}{more}",
            count(best.len() as u64),
            count(first.len() as u64),
            named.join(", ")
        ))
    }

    /// The cells where the best first actions place a stone; none if no best action does.
    fn map(&self) -> Option<Vec<dropline::board::Cell>> {
        let first = self.first.as_ref()?;
        let best = first.iter().filter(|first| first.keeps_value);
        let best: Vec<_> = best.filter_map(|first| first.action.stone()).collect();
        (!best.is_empty()).then_some(best)
    }

    fn json(&self) -> Json {
        let Solution { bounds, method, positions, visits, memory, symmetries, stopped, .. } = self.solution;
        let points = |margin: Option<Margin>| margin.map(Margin::points);
        let first = self.first.as_ref().map(|first| {
            let entry = |first: &FirstAction| {
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
            "version": env!("CARGO_PKG_VERSION"),
            "value": self.value(),
            "margin": points(self.margin()),
            "bounds": { "low": points(bounds.low), "high": points(bounds.high) },
            "stopped": stopped.map(|stop| match stop {
                Stop::Interrupted => "interrupted",
                Stop::Memory => "memory",
                Stop::Margins => "margins",
                Stop::Depth => "depth",
            }),
            "cap": if self.args.with_cap { "rule" } else { "ignored" },
            "method": match method {
                Method::Retrograde => "retrograde",
                Method::DepthFirst => "depth-first",
            },
            "positions": positions,
            "visits": visits,
            "symmetries": symmetries,
            "memory": memory,
            "seconds": self.seconds,
            "first_actions": first,
        })
    }
}

/// Who wins, and by how much.
fn describe_margin(margin: Margin, variant: &Variant) -> String {
    let player = match margin.winner() {
        Winner::First => Player::First,
        Winner::Second => Player::Second,
        Winner::Draw => return "a draw".to_owned(),
    };
    let who = if player == Player::First { "first" } else { "second" };
    let points = margin.points();
    let points = if player == Player::First { points } else { -points };
    if variant.score.method == ScoreMethod::None {
        format!("the {who} player wins")
    } else if variant.score.method != ScoreMethod::Groups {
        format!("the {who} player wins by {points}")
    } else if points.as_hundredths() == 0 {
        format!("the {who} player wins by smaller groups, the largest being equal")
    } else {
        format!("the {who} player wins, its largest group being larger by {points}")
    }
}

/// The bounds in words, while the value is unknown.
fn describe_bounds(bounds: Bounds, variant: &Variant) -> String {
    let words = |margin: Margin| match margin.winner() {
        Winner::Draw => "a draw".to_owned(),
        _ => describe_margin(margin, variant),
    };
    match (bounds.low, bounds.high) {
        (None, None) => "nothing is known yet".to_owned(),
        (Some(low), None) => format!("at worst for the first player: {}", words(low)),
        (None, Some(high)) => format!("at best for the first player: {}", words(high)),
        (Some(low), Some(high)) if low == high => words(low),
        (Some(low), Some(high)) => format!("between {} and {}", words(low), words(high)),
    }
}

/// A number of bytes, for people.
fn size(bytes: u64) -> String {
    let units = [(1_u64 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = units.into_iter().find(|&(unit, _)| bytes >= unit);
    unit.map_or_else(
        || format!("{bytes} bytes"),
        |(unit, name)| format!("{:.1} {name}", bytes as f64 / unit as f64),
    )
}
