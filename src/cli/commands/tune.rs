//! `dropline tune`.

use super::lists;
use super::sweep::{self, Cell};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::tune_args::{Aim, Tune};
use anyhow::anyhow;
use dropline::report::{count, said};
use dropline::run::{Block, command_line};
use dropline::simulate::Simulation;
use dropline::stats::{
    ConfidenceSequence, Design, Interval, Measure, Quantity, Searched, Seen, Tally, Unit, halve, least_games,
    outcome_of,
};
use dropline::variant::{Grid, Loaded};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// A combination of values, as far as it was tried.
struct Arm {
    cell: Cell,
    loaded: Loaded,
    tally: Tally,
    /// What is known of its score however often one looks, where that is what is aimed at.
    sequence: Option<ConfidenceSequence>,
}

/// Looks for the values at which a measure is nearest to its target.
pub fn run(args: &Tune, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let grid = Grid::parse(&args.vary, &session.common.set).map_err(Failure::Variant)?;
    let cells = sweep::cells(&args.variant, &grid, session)?;
    let no_game = cells.iter().filter(|cell| cell.loaded.is_err()).count();
    let playable: Vec<(Cell, Loaded)> = cells
        .into_iter()
        .filter_map(|cell| {
            let loaded = cell.loaded.as_ref().ok()?.clone();
            Some((cell, loaded))
        })
        .collect();
    let number = playable.len();
    if number < 2 {
        return Err(Failure::Wrong(anyhow!(
            "there is nothing to choose: {number} combination of the values makes a game; vary more values"
        )));
    }
    let least = least_games(number, 1);
    if args.games < least {
        return Err(Failure::Wrong(anyhow!(
            "`--games {}` is too few to try {number} combinations: at least {least} are needed, and a few hundred for each are sensible",
            args.games
        )));
    }
    let aims_at_score = args.aim.quantity == Quantity::Score;
    let mut arms: Vec<Arm> = playable
        .into_iter()
        .map(|(cell, loaded)| {
            let design = Design { swap: loaded.variant.swap, ..Design::default() };
            let sequence = aims_at_score.then(|| ConfidenceSequence::one_of(number));
            Arm { cell, loaded, tally: Tally::new(design), sequence }
        })
        .collect();
    session.try_out(arms.iter().map(|arm| (&args.agent, &arm.loaded.variant)))?;
    session.tell_of_programs(&[&args.agent]);
    let mut progress =
        Progress::new(args.games + args.fresh, session.terminal.shows_progress(), session.common.quiet);
    let stop = interrupt::flag(progress.speaker())?;
    let pool = session.pool()?;
    let table = Table { args, seed: session.common.seed(), pool: &pool, stop };
    let found = halve(number, args.games, 1, |number, first, last| {
        let arm = &mut arms[number];
        progress.pass(last + 1 - first);
        let Arm { loaded, tally, sequence, .. } = arm;
        table.play(loaded, table.seed, first, last, tally, sequence.as_mut())?;
        seen(arm, args.aim)
    })?;
    // The games that picked the winner flatter it: its figures are of others.
    let winner = &arms[found.winner];
    let design = Design { swap: winner.loaded.variant.swap, ..Design::default() };
    let mut fresh = Tally::new(design);
    table.play(&winner.loaded, table.seed.wrapping_add(1), 1, args.fresh, &mut fresh, None)?;
    progress.clear();
    let measure = measure(&fresh, &winner.loaded, args.aim)?;
    let told = Told { args, session, arms: &arms, found: &found, fresh: measure, no_game };
    if told.session.common.json { told.json() } else { told.lines() }?;
    Ok(ExitCode::SUCCESS)
}

/// What games are played with.
struct Table<'a> {
    args: &'a Tune,
    seed: u64,
    pool: &'a rayon::ThreadPool,
    stop: &'a AtomicBool,
}

impl Table<'_> {
    /// Plays games `first` to `last` by the rules of `loaded`.
    fn play(
        &self,
        loaded: &Loaded,
        seed: u64,
        first: u64,
        last: u64,
        tally: &mut Tally,
        mut sequence: Option<&mut ConfidenceSequence>,
    ) -> Result<(), Failure> {
        let simulation = Simulation {
            variant: &loaded.variant,
            rules_hash: loaded.rules_hash,
            agents: &[self.args.agent.clone(), self.args.agent.clone()],
            seed,
            block: Block::whole(last),
            pairs: false,
            until: None,
            delta: None,
            records: false,
            check_rules: false,
        };
        simulation.play(first, self.pool, self.stop, |games| {
            if let Some(failed) = games.failed.first() {
                return Err(Failure::Failed(anyhow!(
                    "game {} could not be played to the end: {}",
                    failed.game,
                    failed.error
                )));
            }
            for row in &games.rows {
                tally.add(row);
                if let Some(sequence) = &mut sequence {
                    sequence.observe(outcome_of(row.winner));
                }
            }
            Ok(())
        })?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::Again(anyhow!(
                "interrupted: nothing was found yet; the same command searches again"
            )));
        }
        Ok(())
    }
}

/// The measure that is aimed at, of the games counted.
fn measure(tally: &Tally, loaded: &Loaded, aim: Aim) -> Result<Measure, Failure> {
    let summary = tally.summary(loaded.variant.score.komi);
    let measure = summary.and_then(|summary| summary.get(aim.quantity).copied());
    measure.ok_or_else(|| Failure::Failed(anyhow!("these games have no `{}`", aim.quantity.name())))
}

/// How far a combination is from the target, and may be.
fn seen(arm: &Arm, aim: Aim) -> Result<Seen, Failure> {
    let distance = (measure(&arm.tally, &arm.loaded, aim)?.value - aim.target).abs();
    let bounds = arm.sequence.as_ref().map_or([0.0, f64::INFINITY], |sequence| {
        let Interval { low, high } = sequence.interval();
        let [one, other] = [low - aim.target, high - aim.target];
        let least = if one <= 0.0 && other >= 0.0 { 0.0 } else { one.abs().min(other.abs()) };
        [least, one.abs().max(other.abs())]
    });
    Ok(Seen { distance, bounds })
}

/// What is told of a search.
struct Told<'a, 's, 't> {
    args: &'a Tune,
    session: &'a mut Session<'s>,
    arms: &'t [Arm],
    found: &'t Searched,
    fresh: Measure,
    /// Combinations that make no game.
    no_game: usize,
}

impl Told<'_, '_, '_> {
    fn settings(&self, number: usize) -> String {
        self.arms[number].cell.settings.join(" ")
    }

    /// The combinations from the one that is found to the first that went.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.arms.len()).collect();
        let tried = &self.found.tried;
        order.sort_by(|&a, &b| {
            let last = |number: usize| (number != self.found.winner, std::cmp::Reverse(tried[number].rounds));
            last(a).cmp(&last(b)).then(tried[a].seen.distance.total_cmp(&tried[b].seen.distance))
        });
        order
    }

    /// The command that plays the fresh games again, with their report.
    fn again(&self) -> String {
        let mut command =
            vec![env!("CARGO_PKG_NAME").to_owned(), "simulate".to_owned(), self.args.variant.clone()];
        for set in self.session.common.set.iter().chain(&self.arms[self.found.winner].cell.settings) {
            command.extend(["--set".to_owned(), set.clone()]);
        }
        let agent = self.args.agent.to_string();
        command.extend(["--agents".to_owned(), format!("{agent},{agent}"), "--games".to_owned()]);
        command.extend([self.args.fresh.to_string(), "--seed".to_owned()]);
        command.push(self.session.common.seed().wrapping_add(1).to_string());
        command_line(&command)
    }

    fn measure(&self, number: usize) -> Result<Measure, Failure> {
        let arm = &self.arms[number];
        measure(&arm.tally, &arm.loaded, self.args.aim)
    }

    /// The interval of a combination's measure that is told: that of its sequence, if it has one.
    fn interval(&self, number: usize, measure: &Measure) -> Option<Interval> {
        self.arms[number].sequence.as_ref().map_or(measure.interval, |sequence| Some(sequence.interval()))
    }

    fn verdict(&self) -> String {
        let Aim { quantity, target } = self.args.aim;
        let fresh = said(&self.fresh);
        // As it was asked for, without digits that binary numbers add.
        let target = if quantity.unit() == Unit::Share { (target * 1e8).round() / 1e6 } else { target };
        let played: u64 = self.found.tried.iter().map(|tried| tried.games).sum();
        let interval =
            fresh.interval.map_or_else(String::new, |interval| format!("95 % interval {interval}, "));
        let others = self.found.possible.iter().filter(|&&number| number != self.found.winner).count();
        let sure = match (self.arms[0].sequence.is_some(), others) {
            (false, _) => String::new(),
            (true, 0) => " By the games of the search all others are farther from it, with 95 %.".to_owned(),
            (true, 1) => " By the games of the search one other may be as near.".to_owned(),
            (true, n) => format!(" By the games of the search {n} others may be as near."),
        };
        let no_game = match self.no_game {
            0 => String::new(),
            1 => " One more combination makes no game.".to_owned(),
            n => format!(" {n} more combinations make no game."),
        };
        format!(
            "Of {} combinations tried in {} games between {} players, {} comes nearest to {} {}{}: in {} fresh games it is {}{} ({interval}n = {}).{sure}{no_game}",
            self.arms.len(),
            count(played),
            self.args.agent,
            self.settings(self.found.winner),
            quantity.title().to_lowercase(),
            target,
            if quantity.unit() == Unit::Share { " %" } else { "" },
            count(self.args.fresh),
            fresh.value,
            fresh.unit,
            count(self.fresh.n)
        )
    }

    fn lines(self) -> Result<(), Failure> {
        let with_sequence = self.arms[0].sequence.is_some();
        let kind = if with_sequence { "95 % for all together" } else { "95 % interval" };
        let mut table = lists::plain_table(self.session);
        table.set_header(vec![
            "values".to_owned(),
            "n".to_owned(),
            "rounds".to_owned(),
            self.args.aim.quantity.title().to_lowercase(),
            kind.to_owned(),
        ]);
        for number in self.order() {
            let tried = &self.found.tried[number];
            let measure = self.measure(number)?;
            let told = said(&Measure { interval: self.interval(number, &measure), ..measure });
            table.add_row(vec![
                self.settings(number),
                count(tried.games),
                tried.rounds.to_string(),
                format!("{}{}", told.value, told.unit),
                told.interval.unwrap_or_default(),
            ]);
        }
        let (verdict, again) = (self.verdict(), self.again());
        lists::print(table, self.session)?;
        self.session.terminal.line(format_args!("\n{verdict}\n\nagain, with a report: {again}"))
    }

    fn json(self) -> Result<(), Failure> {
        let key_values = |number: usize| {
            let cell = &self.arms[number].cell;
            let pairs = cell.settings.iter().zip(&cell.values);
            let entry = |(setting, value): (&String, &String)| {
                let key = setting.strip_suffix(&format!("={value}")).unwrap_or(setting).to_owned();
                (key, serde_json::Value::String(value.clone()))
            };
            serde_json::Value::Object(pairs.map(entry).collect())
        };
        let mut tried = Vec::new();
        for number in self.order() {
            let (one, measure) = (&self.found.tried[number], self.measure(number)?);
            let interval = self.interval(number, &measure);
            tried.push(serde_json::json!({
                "values": key_values(number),
                "games": one.games,
                "rounds": one.rounds,
                "value": measure.value,
                "low": interval.map(|interval| interval.low),
                "high": interval.map(|interval| interval.high),
                "possible": self.found.possible.contains(&number),
            }));
        }
        let json = serde_json::json!({
            "measure": self.args.aim.quantity.name(),
            "target": self.args.aim.target,
            "agent": self.args.agent.to_string(),
            "winner": {
                "values": key_values(self.found.winner),
                "seed": self.session.common.seed().wrapping_add(1),
                "n": self.fresh.n,
                "value": self.fresh.value,
                "low": self.fresh.interval.map(|interval| interval.low),
                "high": self.fresh.interval.map(|interval| interval.high),
            },
            "tried": tried,
            "no_game": self.no_game,
            "verdict": self.verdict(),
            "again": self.again(),
        });
        self.session.terminal.json_line(&json)
    }
}
