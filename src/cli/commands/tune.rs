//! `dropline tune`.

use super::lists;
use super::strength::default_agents;
use super::sweep::{self, Combination};
use crate::chance;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::picture;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::tune_args::{Aim, Search, Tune};
use crate::cli::values::AgentPair;
use crate::contestant::Contestant;
use crate::points::Points;
use crate::report::{Withheld, count, draw_search, formatted, plays_by_chance};
use crate::run::command_line;
use crate::simulate::Simulation;
use crate::stats::{
    ConfidenceSequence, Design, Evaluated, Interval, Measure, Observed, Quantity, Searched, Space, Tally,
    Unit, evolve, halve, least_games, outcome_of,
};
use crate::variant::{Grid, Loaded, ScoreMethod, Variant};
use anyhow::anyhow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// A combination of values and its games so far.
struct Arm {
    cell: Combination,
    loaded: Loaded,
    /// The index of each key's value.
    point: Vec<usize>,
    tally: Tally,
    /// The confidence sequence of its score since its first game, if the score is the aim.
    sequence: Option<ConfidenceSequence>,
}

/// Searches for the values at which a measure is nearest to its target.
pub fn run(args: &Tune, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let grid = Grid::parse(&args.vary, &session.common.set).map_err(Failure::Variant)?;
    let cells = sweep::cells(&args.variant, &grid, session)?;
    let no_game = cells.iter().filter(|cell| cell.loaded.is_err()).count();
    let sizes: Vec<usize> = grid.axes().iter().map(|axis| axis.values.len()).collect();
    let agent = match &args.agent {
        Some(agent) => agent.clone(),
        None => {
            let AgentPair([agent, _]) =
                default_agents(cells.iter().find_map(|cell| cell.loaded.as_ref().ok()), session)?;
            agent
        }
    };
    let arms = cells.into_iter().enumerate().filter_map(|(at, cell)| {
        let loaded = cell.loaded.as_ref().ok()?.clone();
        let design = design(&agent, &loaded.variant);
        Some(Arm { cell, loaded, point: point(at, &sizes), tally: Tally::new(design), sequence: None })
    });
    let mut arms: Vec<Arm> = arms.collect();
    refuse_without_scores(&arms, args.aim)?;
    let number = arms.len();
    if number < 2 {
        return Err(Failure::Wrong(anyhow!(
            "there is nothing to choose: only {number} combination of the values is a valid game; vary more values"
        )));
    }
    let by_model = args.search.is_by_model(number, sizes.len(), args.games);
    refuse_too_few(args.games, number, by_model)?;
    session.try_out(arms.iter().map(|arm| (&agent, &arm.loaded)))?;
    session.note_programs(&[&agent]);
    let mut progress =
        Progress::new(args.games + args.fresh, session.terminal.shows_progress(), session.common.quiet);
    let stop = interrupt::flag(progress.printer())?;
    let pool = session.pool()?;
    let table = Trials { args, agent: &agent, seed: session.common.seed(), pool: &pool, stop };
    let points = arms.iter().map(|arm| arm.point.clone()).collect();
    let mut try_it = |at: usize, first, last| {
        progress.pass(last + 1 - first);
        table.evaluate(&mut arms[at], number, first, last)
    };
    let found = if by_model {
        let space = Space::new(sizes, points);
        let mut rng = chance::stream(table.seed, &[0; 32], 0);
        evolve(&space, args.games, &mut rng, try_it)?
    } else {
        halve(number, args.games, 1, |at, first, last| try_it(at, first, last).map(|one| one.seen))?
    };
    // The games that picked the winner are biased, so its figures come from fresh games.
    let winner = &arms[found.winner];
    let mut fresh = Tally::new(design(&agent, &winner.loaded.variant));
    table.play(&winner.loaded, table.seed.wrapping_add(1), 1, args.fresh, &mut fresh, None)?;
    progress.clear();
    let measure = measure(&fresh, &winner.loaded, args.aim)?;
    let no_verdict = no_verdict(&fresh, args, &agent);
    let report = TuneReport {
        args,
        agent: &agent,
        session,
        arms: &arms,
        found: &found,
        fresh: measure,
        no_verdict,
        no_game,
        by_model,
    };
    if let Some(path) = &args.svg {
        picture::write(path, &report.chart()?)?;
    }
    if report.session.common.json { report.json() } else { report.lines() }?;
    Ok(ExitCode::SUCCESS)
}

/// The indices of the values of a grid's combination, the last key changing fastest.
fn point(mut combination: usize, sizes: &[usize]) -> Vec<usize> {
    let mut point = vec![0; sizes.len()];
    for (value, size) in point.iter_mut().zip(sizes).rev() {
        *value = combination % size;
        combination /= size;
    }
    point
}

/// Rejects an aim at a measure of scores if some of the games have no scores.
fn refuse_without_scores(arms: &[Arm], aim: Aim) -> Result<(), Failure> {
    let unscored = |arm: &&Arm| arm.loaded.variant.score.method == ScoreMethod::None;
    match arms.iter().find(unscored).filter(|_| aim.quantity.is_of_scores()) {
        None => Ok(()),
        Some(arm) => Err(Failure::Wrong(anyhow!(
            "`--aim {}` is about scores, but {} has none: aim at a measure of all games, such as `turns=40`",
            aim.quantity.name(),
            arm.loaded.variant.info.title()
        ))),
    }
}

/// Rejects a search whose number of games is below the minimum.
fn refuse_too_few(games: u64, combinations: usize, by_model: bool) -> Result<(), Failure> {
    let least = if by_model { Space::LEAST_GAMES } else { least_games(combinations, 1) };
    let sensible = if by_model { "as many for each key" } else { "a few hundred for each" };
    if games < least {
        return Err(Failure::Wrong(anyhow!(
            "`--games {games}` is too few to try {combinations} combinations: give at least {least}, \
             preferably {sensible}"
        )));
    }
    Ok(())
}

/// The context in which the games of a search are played.
struct Trials<'a> {
    args: &'a Tune,
    agent: &'a Contestant,
    seed: u64,
    pool: &'a rayon::ThreadPool,
    stop: &'a AtomicBool,
}

impl Trials<'_> {
    /// Plays games `first` to `last` of a combination, and returns its results so far.
    fn evaluate(
        &self,
        arm: &mut Arm,
        combinations: usize,
        first: u64,
        last: u64,
    ) -> Result<Evaluated, Failure> {
        let aim = self.args.aim;
        let before = if first > 1 { measure(&arm.tally, &arm.loaded, aim)?.value } else { 0.0 };
        if aim.quantity == Quantity::Score {
            arm.sequence.get_or_insert_with(|| ConfidenceSequence::one_of(combinations));
        }
        let Arm { loaded, tally, sequence, .. } = arm;
        self.play(loaded, self.seed, first, last, tally, sequence.as_mut())?;
        let after = measure(&arm.tally, &arm.loaded, aim)?.value;
        // The measure is a mean over games, so the mean over the new games follows from the means before and after them.
        let [all, earlier, these] = [last, first - 1, last + 1 - first].map(|games| games as f64);
        let distance = ((after * all - before * earlier) / these - aim.target).abs();
        Ok(Evaluated { seen: seen(arm, aim)?, distance })
    }

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
        let agents = [self.agent.clone(), self.agent.clone()];
        let simulation = Simulation::new(loaded, &agents, seed, last);
        simulation.play(first, self.pool, self.stop, |games| {
            Failure::of_games(games)?;
            for row in &games.rows {
                tally.add(row);
                if let Some(sequence) = &mut sequence {
                    sequence.observe(outcome_of(row.winner));
                }
            }
            Ok::<_, Failure>(())
        })?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::Rerun(anyhow!(
                "interrupted: nothing was found yet; the same command searches again"
            )));
        }
        Ok(())
    }
}

/// The design of the games of a combination.
fn design(agent: &Contestant, variant: &Variant) -> Design {
    let repeats = !plays_by_chance(&agent.to_string());
    Design { swap: variant.swap, repeats, ..Design::default() }
}

/// The measure of `aim`, over the counted games.
fn measure(tally: &Tally, loaded: &Loaded, aim: Aim) -> Result<Measure, Failure> {
    let summary = tally.summary(loaded.variant.score.komi);
    let measure = summary.and_then(|summary| summary.get(aim.quantity).copied());
    measure.ok_or_else(|| Failure::Failed(anyhow!("these games have no `{}`", aim.quantity.name())))
}

/// Returns the reason, in a clause, why the counted games give no verdict on the first player. Returns `None` if they give one, or
/// if the search aims at a measure other than the first player's score.
fn no_verdict(tally: &Tally, args: &Tune, agent: &Contestant) -> Option<String> {
    let summary = tally.summary(Points::ZERO).filter(|_| args.aim.quantity == Quantity::Score)?;
    let agents = [agent.to_string(), agent.to_string()];
    Withheld::in_comparison(&summary, &agents).map(|reason| reason.clause(&agents))
}

/// How far a combination is from the target, with bounds.
fn seen(arm: &Arm, aim: Aim) -> Result<Observed, Failure> {
    let distance = (measure(&arm.tally, &arm.loaded, aim)?.value - aim.target).abs();
    let bounds = arm.sequence.as_ref().map_or([0.0, f64::INFINITY], |sequence| {
        let Interval { low, high } = sequence.interval();
        let [one, other] = [low - aim.target, high - aim.target];
        let least = if one <= 0.0 && other >= 0.0 { 0.0 } else { one.abs().min(other.abs()) };
        [least, one.abs().max(other.abs())]
    });
    Ok(Observed { distance, bounds })
}

/// The results of a search, for output.
struct TuneReport<'a, 's, 't> {
    args: &'a Tune,
    agent: &'t Contestant,
    session: &'a mut Session<'s>,
    arms: &'t [Arm],
    found: &'t Searched,
    fresh: Measure,
    /// The result of [`no_verdict`] for the fresh games.
    no_verdict: Option<String>,
    /// Combinations that are not valid games.
    no_game: usize,
    /// Whether a model guided the search.
    by_model: bool,
}

/// The maximum number of rows of the table; `--json` lists all.
const ROWS: usize = 40;

impl TuneReport<'_, '_, '_> {
    fn settings(&self, number: usize) -> String {
        self.arms[number].cell.settings.join(" ")
    }

    /// The combinations that were tried, from the winner to the first that was dropped.
    fn order(&self) -> Vec<usize> {
        let tried = &self.found.tried;
        let mut order: Vec<usize> = (0..tried.len()).filter(|&number| tried[number].games > 0).collect();
        order.sort_by(|&a, &b| {
            let last = |number: usize| (number != self.found.winner, std::cmp::Reverse(tried[number].rounds));
            last(a).cmp(&last(b)).then(tried[a].seen.distance.total_cmp(&tried[b].seen.distance))
        });
        order
    }

    /// Whether a combination may be as close to the target as the winner is according to its fresh games.
    fn may_be_as_close(&self, number: usize) -> bool {
        let target = self.args.aim.target;
        let farthest =
            self.fresh.interval.map(|Interval { low, high }| (low - target).abs().max((high - target).abs()));
        farthest.is_none_or(|farthest| self.found.tried[number].seen.bounds[0] <= farthest)
    }

    /// The command that plays the fresh games again, with their report.
    fn replay_command(&self) -> String {
        let mut command =
            vec![env!("CARGO_PKG_NAME").to_owned(), "simulate".to_owned(), self.args.variant.clone()];
        for set in self.session.common.set.iter().chain(&self.arms[self.found.winner].cell.settings) {
            command.extend(["--set".to_owned(), set.clone()]);
        }
        let agent = self.agent.to_string();
        command.extend(["--agents".to_owned(), format!("{agent},{agent}"), "--games".to_owned()]);
        command.extend([self.args.fresh.to_string(), "--seed".to_owned()]);
        command.push(self.session.common.seed().wrapping_add(1).to_string());
        command_line(&command)
    }

    /// The measure of a combination in the games of the search, with the interval of its confidence sequence, if it has one.
    fn measure(&self, number: usize) -> Result<Measure, Failure> {
        let arm = &self.arms[number];
        let measure = measure(&arm.tally, &arm.loaded, self.args.aim)?;
        let interval = arm.sequence.as_ref().map(ConfidenceSequence::interval).or(measure.interval);
        Ok(Measure { interval, ..measure })
    }

    /// A chart of the combinations tried, as SVG.
    fn chart(&self) -> Result<String, Failure> {
        let order = self.order();
        let tried = order.iter().take(ROWS).map(|&number| Ok((self.settings(number), self.measure(number)?)));
        let tried = tried.collect::<Result<Vec<_>, Failure>>()?;
        let Aim { quantity, target } = self.args.aim;
        let agent = &self.agent;
        let name = &self.arms[self.found.winner].loaded.variant.info.title();
        let source =
            format!("{name}, {agent} against {agent}, {} of {} combinations", tried.len(), self.arms.len());
        Ok(draw_search(&source, quantity, target, &tried)?)
    }

    fn verdict(&self) -> String {
        let Aim { quantity, target } = self.args.aim;
        let fresh = formatted(&self.fresh);
        // Rounded to hide the digits of binary floating point.
        let target = if quantity.unit() == Unit::Share { (target * 1e8).round() / 1e6 } else { target };
        let played: u64 = self.found.tried.iter().map(|tried| tried.games).sum();
        let interval =
            fresh.interval.map_or_else(String::new, |interval| format!("95 % interval {interval}, "));
        let tried = self.order().len();
        let is_other = |number: usize| number != self.found.winner && self.found.tried[number].games > 0;
        let others =
            self.found.possible.iter().filter(|&&number| is_other(number) && self.may_be_as_close(number));
        let others = others.count();
        let of = if self.by_model { " of those tried" } else { "" };
        let others = match others {
            0 => format!("all other combinations{of} are farther from the target"),
            1 => format!("one other combination{of} may be as close to the target"),
            n => format!("{n} other combinations{of} may be as close to the target"),
        };
        let sure = match self.args.aim.quantity {
            Quantity::Score => format!(" According to the search and the fresh games, {others}."),
            _ => String::new(),
        };
        let among = if self.by_model {
            format!("{} combinations, {} of them tried", count(self.arms.len() as u64), count(tried as u64))
        } else {
            format!("{tried} combinations tried")
        };
        let no_game = match self.no_game {
            0 => String::new(),
            1 => " One more combination is not a valid game.".to_owned(),
            n => format!(" {n} more combinations are not valid games."),
        };
        let no_verdict = self.no_verdict.as_ref().map_or_else(String::new, |reason| {
            format!(" The fresh games give no verdict on the first player: {reason}.")
        });
        format!(
            "Of {among} in {} games between {} players, {} comes nearest to {} = {}{}; in {} fresh games the value is \
             {}{} ({interval}n = {}).{no_verdict}{sure}{no_game}",
            count(played),
            self.agent,
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
        let with_sequence = self.args.aim.quantity == Quantity::Score;
        let kind = if with_sequence { "simultaneous 95 % interval" } else { "95 % interval" };
        let mut table = lists::plain_table(self.session);
        table.set_header(vec![
            "values".to_owned(),
            "n".to_owned(),
            "rounds".to_owned(),
            self.args.aim.quantity.title().to_lowercase(),
            kind.to_owned(),
        ]);
        let order = self.order();
        for &number in order.iter().take(ROWS) {
            let tried = &self.found.tried[number];
            let measure = self.measure(number)?;
            let formatted = formatted(&measure);
            table.add_row(vec![
                self.settings(number),
                count(tried.games),
                tried.rounds.to_string(),
                format!("{}{}", formatted.value, formatted.unit),
                formatted.interval.unwrap_or_default(),
            ]);
        }
        let (verdict, again) = (self.verdict(), self.replay_command());
        lists::print(table, self.session)?;
        if order.len() > ROWS {
            self.session
                .terminal
                .line(format_args!("and {} more, which --json lists", count((order.len() - ROWS) as u64)))?;
        }
        self.session.terminal.line(format_args!("\n{verdict}\n\nto play it again with a report: {again}"))
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
            tried.push(serde_json::json!({
                "values": key_values(number),
                "games": one.games,
                "rounds": one.rounds,
                "value": measure.value,
                "low": measure.interval.map(|interval| interval.low),
                "high": measure.interval.map(|interval| interval.high),
                "possible": self.found.possible.contains(&number)
                    && (number == self.found.winner || self.may_be_as_close(number)),
            }));
        }
        let json = serde_json::json!({
            "measure": self.args.aim.quantity.name(),
            "target": self.args.aim.target,
            "agent": self.agent.to_string(),
            "search": Search::name(self.by_model),
            "combinations": self.arms.len(),
            "winner": {
                "values": key_values(self.found.winner),
                "seed": self.session.common.seed().wrapping_add(1),
                "n": self.fresh.n,
                "value": self.fresh.value,
                "low": self.fresh.interval.map(|interval| interval.low),
                "high": self.fresh.interval.map(|interval| interval.high),
            },
            "no_verdict": self.no_verdict,
            "tried": tried,
            "no_game": self.no_game,
            "verdict": self.verdict(),
            "again": self.replay_command(),
        });
        self.session.terminal.json_line(&json)
    }
}
