//! Commands that another program watches (`--watched`), as `dropline lab` does: progress as lines of JSON on standard error, and a clean
//! stop when standard input ends, so that a command never outlives the program that started it.

use super::interrupt;
use super::terminal::whole_line;
use crate::stats::Outcomes;
use serde_json::{Value, json};
use std::io::{Read, stdin};
use std::time::{Duration, Instant};

/// The shortest time between two lines.
const INTERVAL: Duration = Duration::from_millis(100);

/// Stops the command, as Ctrl-C does, when standard input ends.
pub fn stop_at_end_of_input() {
    let wait = || {
        let mut byte = [0];
        while stdin().read(&mut byte).is_ok_and(|read| read > 0) {}
        interrupt::stop_called();
    };
    // Without the thread, the command runs to its end.
    let _ = std::thread::Builder::new().spawn(wait);
}

/// Writes lines about the progress, if the command is watched.
#[derive(Debug)]
pub struct Reporter {
    watched: bool,
    last: Option<Instant>,
}

impl Reporter {
    /// A reporter, silent unless the command is `watched`.
    pub const fn new(watched: bool) -> Self {
        Self { watched, last: None }
    }

    /// Writes what is being done, and how much of it, unless the last line was a moment ago.
    pub fn say(&mut self, what: &str, done: u64, of: u64) {
        self.write(false, || json!({ "what": what, "done": done, "of": of }));
    }

    /// Writes how the games of a run went, with the first player's score and its 95 % interval; always the `last` time.
    pub fn games(&mut self, what: &str, outcomes: &Outcomes, of: u64, last: bool) {
        self.write(last, || {
            let interval = outcomes.interval();
            json!({
                "what": what, "done": outcomes.games(), "of": of, "wins": outcomes.wins, "draws": outcomes.draws,
                "losses": outcomes.losses, "score": outcomes.score(), "low": interval.map(|interval| interval.low),
                "high": interval.map(|interval| interval.high),
            })
        });
    }

    fn write(&mut self, always: bool, facts: impl FnOnce() -> Value) {
        if self.watched && (always || self.last.is_none_or(|last| last.elapsed() >= INTERVAL)) {
            whole_line(&json!({ "progress": facts() }).to_string());
            self.last = Some(Instant::now());
        }
    }
}
