//! The progress of a run, on a terminal: games, the first player's score so far, rate, time left.

use super::terminal::whole_line;
use super::watched::Reporter;
use crate::report::count;
use crate::rules::Winner;
use crate::run::{FailedGame, GameRow, Observer};
use crate::stats::Outcomes;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;

const TEMPLATE: &str = "{wide_bar} {msg}{rate}{left}";

/// The maximum number of failed games that are reported one by one. If many games fail, most fail for the same reason.
const REPORTED: u64 = 3;

/// A bar that disappears when the run is over.
pub struct Progress {
    bar: ProgressBar,
    /// The name of the run that is being played, if the bar shows several runs in turn.
    label: String,
    games: u64,
    outcomes: Outcomes,
    /// Games of a resumed run that were played before.
    already_written: u64,
    /// Finished games whose results are unknown.
    passed: u64,
    failures: u64,
    quiet: bool,
    reporter: Reporter,
}

impl Progress {
    /// The progress of a run of `games`, with a bar if `shown`, and without messages if `quiet`.
    pub fn new(games: u64, shown: bool, quiet: bool) -> Self {
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template(TEMPLATE).expect("the template is valid");
        let style = style.with_key("rate", rate).with_key("left", left);
        let bar = ProgressBar::with_draw_target(Some(games), target).with_style(style);
        let outcomes = Outcomes::default();
        bar.set_message(tally(&outcomes, games));
        let reporter = Reporter::new(false);
        Self {
            bar,
            label: String::new(),
            games,
            outcomes,
            already_written: 0,
            passed: 0,
            failures: 0,
            quiet,
            reporter,
        }
    }

    /// The same progress, also reported to a program that watches the command.
    pub fn watched(self, watched: bool) -> Self {
        Self { reporter: Reporter::new(watched), ..self }
    }

    /// Begins the next of several runs, of `games` games.
    pub fn next_run(&mut self, label: String, games: u64) {
        (self.label, self.games, self.outcomes) = (label, games, Outcomes::default());
        self.update_message();
    }

    /// Counts finished games with unknown results.
    pub fn pass(&mut self, games: u64) {
        self.passed += games;
        self.bar.inc(games);
        self.bar.set_message(format!("{}/{} games", count(self.passed), count(self.games)));
    }

    /// Runs `write`, which writes to the terminal, with the bar hidden.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Counts the `games` of a run that was already complete.
    pub fn pass_over(&mut self, games: u64) {
        self.bar.inc(games);
        self.bar.reset_eta();
    }

    fn count(&mut self, row: &GameRow) {
        match row.winner {
            Winner::First => self.outcomes.wins += 1,
            Winner::Draw => self.outcomes.draws += 1,
            Winner::Second => self.outcomes.losses += 1,
        }
    }

    fn update_message(&mut self) {
        let last = self.outcomes.games() == self.games;
        self.reporter.games(self.label.trim_end_matches(": "), &self.outcomes, self.games, last);
        // Computing the interval takes longer than playing some games.
        if self.bar.is_hidden() {
            return;
        }
        self.bar.set_message(format!("{}{}", self.label, tally(&self.outcomes, self.games)));
    }

    /// A writer of lines while the bar is shown.
    pub fn printer(&self) -> impl Fn(&str) + Send + 'static {
        let (bar, label, quiet) = (self.bar.clone(), self.label.clone(), self.quiet);
        move |line| {
            if !quiet {
                bar.suspend(|| whole_line(&format!("{label}{line}")));
            }
        }
    }

    /// Removes the bar.
    pub fn clear(self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Progress {
    fn already_written(&mut self, row: &GameRow) {
        self.count(row);
        self.already_written += 1;
    }

    fn played(&mut self, rows: &[GameRow]) {
        let already_written = std::mem::take(&mut self.already_written);
        if already_written > 0 {
            // The bar starts at the resumed games; the rate counts only new games.
            self.pass_over(already_written);
        }
        rows.iter().for_each(|row| self.count(row));
        self.bar.inc(rows.len() as u64);
        self.update_message();
    }

    fn failed(&mut self, game: &FailedGame) {
        self.failures += 1;
        if self.failures <= REPORTED && !self.quiet {
            let line = format!("{}game {} failed: {}", self.label, game.game, game.error);
            self.bar.suspend(|| whole_line(&line));
        }
        self.bar.inc(1);
    }
}

/// The number of games played out of all, and the first player's score in them.
fn tally(outcomes: &Outcomes, games: u64) -> String {
    let played = outcomes.wins + outcomes.draws + outcomes.losses;
    let mut text = format!("{}/{} games", count(played), count(games));
    if let (Some(score), Some(interval)) = (outcomes.score(), outcomes.interval()) {
        let [score, low, high] = [score, interval.low, interval.high].map(|share| share * 100.0);
        text += &format!(", first {score:.1} % ({low:.1} to {high:.1})");
    }
    text
}

// Errors of `write!` are ignored: a gap in the progress bar does no harm.

/// Games per second, once that is known.
fn rate(state: &ProgressState, out: &mut dyn Write) {
    let rate = state.per_sec();
    let decimals = if rate < 10.0 { 1 } else { 0 };
    if rate > 0.0 {
        let _ = write!(out, ", {rate:.decimals$}/s");
    }
}

/// The time left, once that is known.
fn left(state: &ProgressState, out: &mut dyn Write) {
    let left = state.eta();
    if !left.is_zero() {
        let _ = write!(out, ", {:#} left", HumanDuration(left));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_is_shown_with_the_number_of_its_games() {
        let outcomes = Outcomes { wins: 600, draws: 0, losses: 400 };
        let text = tally(&outcomes, 1_000_000);
        assert!(text.starts_with("1,000/1,000,000 games, first 60.0 % (5"), "{text}");
        assert_eq!(tally(&Outcomes::default(), 10), "0/10 games");
    }

    #[test]
    fn a_million_games_leave_room_for_a_bar_in_80_columns() {
        let outcomes = Outcomes { wins: 500_000, draws: 0, losses: 500_000 };
        let rest = ", 12345/s, 59m left";
        assert!(tally(&outcomes, 1_000_000).len() + rest.len() <= 75);
    }
}
