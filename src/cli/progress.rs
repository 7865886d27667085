//! The progress of a run, on a terminal: games, rate, time left, and the first player's score so far.

use dropline::rules::Winner;
use dropline::run::GameRow;
use dropline::stats::Outcomes;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;

const TEMPLATE: &str = "{bar:30} {human_pos}/{human_len} games, {rate} games/s, {eta} left{msg}";

/// A bar that goes away when the run is over.
pub struct Progress {
    bar: ProgressBar,
    outcomes: Outcomes,
}

impl Progress {
    /// The progress of a run of `games`, to be seen if it is `shown`.
    pub fn new(games: u64, shown: bool) -> Self {
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template(TEMPLATE).expect("the template is right");
        let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let decimals = if state.per_sec() < 10.0 { 1 } else { 0 };
            // A line of progress that can't be written is no loss.
            let _ = write!(out, "{:.decimals$}", state.per_sec());
        });
        let bar = ProgressBar::with_draw_target(Some(games), target).with_style(style);
        Self { bar, outcomes: Outcomes::default() }
    }

    /// Games that are written.
    pub fn add(&mut self, rows: &[GameRow]) {
        for row in rows {
            match row.winner {
                Winner::First => self.outcomes.wins += 1,
                Winner::Draw => self.outcomes.draws += 1,
                Winner::Second => self.outcomes.losses += 1,
            }
        }
        if let (Some(score), Some(interval)) = (self.outcomes.score(), self.outcomes.interval()) {
            let [score, low, high] = [score, interval.low, interval.high].map(|share| share * 100.0);
            self.bar.set_message(format!(", first player {score:.1} % ({low:.1} to {high:.1})"));
        }
        self.bar.inc(rows.len() as u64);
    }

    /// Takes the bar away.
    pub fn clear(self) {
        self.bar.finish_and_clear();
    }
}
