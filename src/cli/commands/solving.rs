//! What the commands that solve games share: the progress on the terminal, and values in words.

use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::session::Session;
use crate::cli::terminal::whole_line;
use crate::cli::watched::Reporter;
use crate::points::Points;
use crate::report::count;
use crate::rules::{Margin, Winner};
use crate::solve::{Bounds, SolveProgress, Stop, Value, Watcher};
use crate::variant::{ScoreMethod, Variant};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Why solving stopped, and what would help.
pub fn describe_stop(stop: Stop, memory: u64) -> String {
    match stop {
        Stop::Interrupted => "interrupted".to_owned(),
        Stop::Visits => "it would take too many visits to positions".to_owned(),
        Stop::Memory => format!(
            "the positions do not fit into {}; raise `--memory`, or choose a smaller board",
            size(memory)
        ),
        Stop::Margins => "there are too many different margins".to_owned(),
        Stop::Depth => "a line of play is too long to be searched to its end".to_owned(),
        Stop::Thread => "cannot start a thread for the search".to_owned(),
    }
}

/// The observer of the solver: shows the progress on a terminal, and stops the solver on Ctrl-C.
pub struct Screen {
    bar: ProgressBar,
    /// Set by Ctrl-C.
    pub stop: &'static AtomicBool,
    begin: Instant,
    known: Mutex<String>,
    variant: Variant,
}

impl Screen {
    /// An observer that prints `answer` on the first Ctrl-C.
    pub fn new(variant: &Variant, answer: &'static str, session: &Session<'_>) -> Result<Self, Failure> {
        let shown = session.terminal.shows_progress();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is valid");
        let bar = ProgressBar::with_draw_target(None, target).with_style(style);
        let (printer, quiet) = (bar.clone(), session.common.quiet);
        let stop = interrupt::flag_saying(answer, move |line| {
            if !quiet {
                printer.suspend(|| whole_line(line));
            }
        })?;
        let known = Mutex::default();
        Reporter::new(session.common.watched).say("solving the game", 0, 0);
        Ok(Self { bar, stop, begin: Instant::now(), known, variant: variant.clone() })
    }

    /// Removes the progress from the terminal.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for Screen {
    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn on_progress(&self, progress: SolveProgress) {
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

/// A value in words; without its margin if that is not `exact`.
pub fn describe_value(value: Value, exact: bool, variant: &Variant) -> String {
    match value {
        Value::Endless => "endless: neither player can end the game without losing it".to_owned(),
        Value::Ends(margin) if exact => describe_margin(margin, variant),
        Value::Ends(margin) => describe_winner(margin.winner()).to_owned(),
    }
}

/// Who wins.
pub fn describe_winner(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "the first player wins",
        Winner::Draw => "a draw",
        Winner::Second => "the second player wins",
    }
}

/// Who wins, and by how much.
fn describe_margin(margin: Margin, variant: &Variant) -> String {
    let (winner, points) = (margin.winner(), margin.points());
    let points = if winner == Winner::Second { -points } else { points };
    let wins = describe_winner(winner);
    if winner == Winner::Draw || variant.score.method == ScoreMethod::None {
        wins.to_owned()
    } else if margin.decided().is_some() {
        format!("{wins} regardless of scores")
    } else if points == Points::whole(1) && may_end_without_scores(variant) {
        // A win without a score counts as a margin of 1.
        format!("{wins} by 1 or regardless of scores")
    } else if variant.score.method != ScoreMethod::Groups {
        format!("{wins} by {points}")
    } else if points.as_hundredths() == 0 {
        format!("{wins} on the smaller groups, the largest being equal")
    } else {
        format!("{wins}, and its largest group is larger by {points}")
    }
}

/// Whether a goal, a stuck player or a repetition can decide a game of `variant`, which has scores.
pub fn may_end_without_scores(variant: &Variant) -> bool {
    let decides = !variant.goals.is_empty() || variant.end.can_decide();
    decides && variant.score.method != ScoreMethod::None
}

/// The bounds in words, while the value is unknown.
pub fn describe_bounds(bounds: Bounds, variant: &Variant) -> String {
    let words = |margin| describe_margin(margin, variant);
    if let Some(value) = bounds.certain() {
        return describe_value(value, true, variant);
    }
    match (bounds.low, bounds.high) {
        (None, None) => "nothing is known yet".to_owned(),
        (Some(low), None) => format!("at worst for the first player: {}", words(low)),
        (None, Some(high)) => format!("at best for the first player: {}", words(high)),
        (Some(low), Some(high)) => format!("between {} and {}", words(low), words(high)),
    }
}

/// A size in bytes, in human-readable form.
pub fn size(bytes: u64) -> String {
    let units = [(1_u64 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let unit = units.into_iter().find(|&(unit, _)| bytes >= unit);
    unit.map_or_else(
        || format!("{bytes} bytes"),
        |(unit, name)| format!("{:.1} {name}", bytes as f64 / unit as f64),
    )
}
