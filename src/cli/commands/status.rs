//! `dropline status`.

use super::dropline;
use super::unit::{division, is_complete};
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::unit_args;
use crate::numbers::thousands;
use crate::run::{Division, Experiment, Manifest, State, Unit, UnitState, states};
use indicatif::HumanDuration;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often `--watch` refreshes the status.
const REFRESH_INTERVAL: Duration = Duration::from_secs(2);

/// Shows the progress of a plan's units.
pub fn run(args: &unit_args::Status, session: &mut Session<'_>) -> Result<(), Failure> {
    loop {
        let Some(division) = division(&args.dir)? else {
            if session.terminal.json {
                return session.terminal.json_line(&Status::finished(&args.dir)?);
            }
            return session.terminal.line(format_args!("{} is finished", args.dir.display()));
        };
        let put_together = is_complete(&args.dir);
        let status = if put_together {
            Status { finished: false, ..Status::finished(&args.dir)? }
        } else {
            Status::of(&division, &args.dir)?
        };
        if args.watch {
            session.terminal.clear()?;
        }
        if put_together && !session.terminal.json {
            let (dir, finish) = (args.dir.display(), dropline("finish", &args.dir));
            session.terminal.line(format_args!(
                "{dir} is complete, but its units are still being removed; if that was interrupted, run `{finish}`"
            ))?;
        } else {
            status.print(&args.dir, session)?;
        }
        session.terminal.flush()?;
        if !args.watch || put_together || status.left.is_empty() {
            return Ok(());
        }
        std::thread::sleep(REFRESH_INTERVAL);
    }
}

/// The progress of a plan's units.
#[derive(Debug, Default, Serialize)]
pub struct Status {
    /// Whether the units were merged and removed.
    finished: bool,
    /// Whether the units were merged; unless the plan is finished, some are still to be removed.
    assembled: bool,
    /// The units by their state; `None` once they have been merged.
    units: Option<Units>,
    games: Games,
    /// Games per second of all units under way.
    games_per_second: Option<f64>,
    seconds_left: Option<f64>,
    /// The units that are still to be played, as in `3,17-20`.
    missing: String,
    failed: Vec<Failed>,
    /// The units of `missing` as a list.
    #[serde(skip)]
    pub left: Vec<u64>,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Units {
    total: u64,
    complete: u64,
    under_way: u64,
    stopped: u64,
    waiting: u64,
    failed: u64,
    not_needed: u64,
}

#[derive(Debug, Default, Serialize)]
struct Games {
    done: u64,
    total: u64,
}

#[derive(Debug, Serialize)]
struct Failed {
    unit: u64,
    games: u64,
}

impl Status {
    /// The status of the finished plan in the folder `dir`.
    fn finished(dir: &Path) -> Result<Self, Failure> {
        let folders: Vec<PathBuf> = if Experiment::is_in(dir) {
            let runs = Experiment::read(dir).map_err(Failure::of_input)?.runs;
            runs.iter().filter_map(|run| Some(dir.join(Experiment::RUNS).join(run.dir.as_ref()?))).collect()
        } else {
            vec![dir.to_owned()]
        };
        let mut games = Games::default();
        for folder in folders {
            let run = Manifest::read(&folder).map_err(Failure::of_input)?;
            games.done = games.done.saturating_add(run.games_played);
        }
        games.total = games.done;
        Ok(Self { finished: true, assembled: true, games, ..Self::default() })
    }

    /// The progress of the plan `division` in the folder `dir`.
    pub fn of(division: &Division, dir: &Path) -> Result<Self, Failure> {
        let states = states(division, dir).map_err(Failure::of_input)?;
        let (mut status, mut rate) = (Self::default(), 0.0);
        // Until the games that a run is likely to need are over, its other units do not count as waiting.
        let is_over = |seen: &UnitState| seen.state.is_over() || !division.is_likely(&seen.unit);
        let all_likely_over = states.iter().all(is_over);
        for UnitState { unit, state } in &states {
            let is_expected = all_likely_over || *state != State::Waiting || division.is_likely(unit);
            status.count(unit, *state, is_expected);
            if let State::UnderWay { games, seconds } = *state
                && seconds > 0.0
            {
                rate += games as f64 / seconds;
            }
        }
        let left = status.games.total - status.games.done;
        status.games_per_second = (rate > 0.0).then_some(rate);
        status.seconds_left = status.games_per_second.map(|rate| left as f64 / rate);
        let is_left = |state: State| !state.is_over() && !matches!(state, State::Failed { .. });
        status.left = states.iter().filter(|seen| is_left(seen.state)).map(|seen| seen.unit.number).collect();
        status.missing = ranges(status.left.iter().copied());
        Ok(status)
    }

    /// Counts a unit, and its games if they are expected to be needed.
    fn count(&mut self, unit: &Unit, state: State, is_expected: bool) {
        let units = self.units.get_or_insert_default();
        units.total += 1;
        *match state {
            State::Waiting => &mut units.waiting,
            State::UnderWay { .. } => &mut units.under_way,
            State::Stopped { .. } => &mut units.stopped,
            State::Complete => &mut units.complete,
            State::Failed { .. } => &mut units.failed,
            State::NotNeeded => &mut units.not_needed,
        } += 1;
        if state != State::NotNeeded && is_expected {
            self.games.done += state.games(unit).min(unit.block.games);
            self.games.total += unit.block.games;
        }
        if let State::Failed { games } = state {
            self.failed.push(Failed { unit: unit.number, games });
        }
    }

    fn print(&self, dir: &Path, session: &mut Session<'_>) -> Result<(), Failure> {
        let terminal = &mut *session.terminal;
        if terminal.json {
            return terminal.json_line(self);
        }
        let Units { total, complete, under_way, stopped, waiting, failed, not_needed } =
            self.units.unwrap_or_default();
        let kinds = [
            (complete, "complete"),
            (under_way, "under way"),
            (stopped, "stopped"),
            (waiting, "waiting"),
            (failed, "failed"),
            (not_needed, "not needed"),
        ];
        let kinds = kinds.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{} {what}", thousands(*n)));
        terminal.entry(
            "units  ",
            format_args!("{}: {}", thousands(total), kinds.collect::<Vec<_>>().join(", ")),
        )?;
        let Games { done, total } = self.games;
        let percent = done as f64 / total.max(1) as f64 * 100.0;
        terminal
            .entry("games  ", format_args!("{} of {} ({percent:.1} %)", thousands(done), thousands(total)))?;
        if let (Some(rate), Some(left)) = (self.games_per_second, self.seconds_left) {
            let left = HumanDuration(Duration::from_secs_f64(left.clamp(1.0, 1e15)));
            terminal.entry("rate   ", format_args!("{rate:.1} games a second, about {left} left"))?;
        }
        for Failed { unit, games } in &self.failed {
            terminal.entry(
                "failed ",
                format_args!("unit {unit}: {games} of its games, see failed.jsonl in its folder"),
            )?;
        }
        if self.left.is_empty() && failed == 0 {
            terminal.line(format_args!("`{}` merges them", dropline("finish", dir)))?;
        }
        Ok(())
    }
}

/// Sorted numbers as ranges, as in `3,17-20`.
pub fn ranges(numbers: impl IntoIterator<Item = u64>) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let range_text = |&(first, last): &(u64, u64)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    ranges.iter().map(range_text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_numbers_are_printed_as_ranges() {
        assert_eq!(ranges([1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
        assert_eq!(ranges([]), "");
    }
}
