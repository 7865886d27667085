//! `dropline tune`.

use super::experiment::{self, Plan, Planned, Reading};
use super::openings::Openings;
use super::strength::default_agents;
use super::strong::{self, Strong};
use super::study::learning::Game;
use super::sweep::{self, Combination};
use crate::chance;
use crate::cli::args::Common;
use crate::cli::experiment_args::Folder;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::tune_args::{Search, Tune};
use crate::cli::values::AgentPair;
use crate::contestant::Contestant;
use crate::report::{Aim, plays_by_chance};
use crate::run::{self, Basis, ExperimentKind};
use crate::simulate::{Opening, Simulation};
use crate::stats::{
    ConfidenceSequence, Design, Evaluated, Interval, Measure, Observed, Quantity, Searched, Space, Tally,
    Tried, evolve, halve, least_games, outcome_of,
};
use crate::variant::{Grid, Loaded, ScoreMethod, Variant};
use anyhow::anyhow;
use std::cmp::Reverse;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most combinations that play fresh games.
const FINALISTS: usize = 5;
/// The most combinations of which each is learned.
const MOST_LEARNED: usize = 32;

/// A combination of values and its games so far.
struct Arm {
    cell: Combination,
    loaded: Loaded,
    openings: Vec<Opening>,
    agent: Contestant,
    /// The index of each key's value.
    point: Vec<usize>,
    tally: Tally,
    /// The confidence sequence of its score since its first game, if the score is the aim.
    sequence: Option<ConfidenceSequence>,
}

/// Searches for the values at which a measure is nearest to its target, and lets the best play fresh games.
pub fn run(args: &Tune, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let grid = Grid::parse(&args.vary, &session.common.set).map_err(Failure::Variant)?;
    let cells = sweep::cells(&args.variant, &grid, session)?;
    let combinations = cells.len();
    let sizes: Vec<usize> = grid.axes().iter().map(|axis| axis.values.len()).collect();
    let valid: Vec<(usize, &Combination, &Loaded)> =
        (0..).zip(&cells).filter_map(|(at, cell)| Some((at, cell, cell.loaded.as_ref().ok()?))).collect();
    let openings = Openings::read_for(&args.start, valid.iter().map(|(.., loaded)| *loaded))?;
    refuse_without_scores(&valid, args.aim)?;
    let by_model = is_by_model(args, valid.len(), &sizes)?;
    let mut plan = Plan {
        kind: ExperimentKind::Tune,
        names: names(args),
        vary: sweep::varied(&grid),
        basis: None,
        runs: Vec::new(),
        games: args.fresh,
        reading: Reading { until: None, delta: None },
    };
    let dir = experiment::free_folder(&plan, &args.folder, session)?;
    let (agents, players) = players(args, &valid, &dir, session)?;
    let mut arms = Vec::new();
    for ((at, cell, loaded), agent) in valid.into_iter().zip(agents) {
        arms.push(Arm {
            cell: cell.clone(),
            loaded: loaded.clone(),
            openings: openings.as_ref().map_or_else(|| Ok(Vec::new()), |openings| openings.of(loaded))?,
            point: point(at, &sizes),
            tally: Tally::new(design(&agent, &loaded.variant)),
            agent,
            sequence: None,
        });
    }
    session.try_out(arms.iter().map(|arm| (&arm.agent, &arm.loaded)))?;
    let found = search(args, &mut arms, (sizes, by_model), session)?;
    let order = order(&found);
    let tried = order.iter().map(|&number| tried(&arms[number], &found.tried[number], args.aim));
    let search = run::Search {
        measure: args.aim.quantity.name().to_owned(),
        target: args.aim.target,
        method: Search::name(by_model).to_owned(),
        combinations,
        no_game: combinations - arms.len(),
        tried: tried.collect::<Result<_, Failure>>()?,
    };
    plan.basis = Some(Basis { exact: None, players, search: Some(search) });
    let finalists = finalists(&order, &found);
    let runs = finalists.iter().map(|&number| planned(args, &arms[number]).with_openings(openings.as_ref()));
    plan.runs = runs.collect::<Result<_, _>>()?;
    // The games that picked the finalists are biased: fresh games have the next seed.
    let seed = session.common.seed().wrapping_add(1);
    let common = Common { seed: Some(seed), ..session.common.clone() };
    let typed = session.typed.clone();
    let mut session =
        Session { common: &common, typed, terminal: &mut *session.terminal, opens: session.opens };
    experiment::play(plan, &Folder { out: Some(dir), ..args.folder.clone() }, &mut session)
}

/// The player of each valid combination, and how they were found, a sentence each. What is learned stands beside the folder `dir`.
fn players(
    args: &Tune,
    valid: &[(usize, &Combination, &Loaded)],
    dir: &Path,
    session: &mut Session<'_>,
) -> Result<(Vec<Contestant>, Vec<String>), Failure> {
    if let Some(agent) = &args.agent {
        return Ok((vec![agent.clone(); valid.len()], Vec::new()));
    }
    if valid.len() > MOST_LEARNED {
        let (AgentPair([agent, _]), why) = default_agents(valid.iter().map(|(.., loaded)| *loaded), session)?;
        return Ok((vec![agent; valid.len()], vec![why]));
    }
    let sets: Vec<Vec<String>> = valid.iter().map(|(_, cell, _)| cell.sets(session)).collect();
    let games: Vec<Game<'_>> = valid
        .iter()
        .zip(&sets)
        .map(|((.., loaded), sets)| Game { spec: &args.variant, sets, loaded })
        .collect();
    // Each combination plays its part of the search, and some of them fresh games.
    let all = args.games.saturating_add(args.fresh.saturating_mul(FINALISTS.min(valid.len()) as u64));
    let request = strong::Request {
        games: &games,
        alike: true,
        each: args.budget,
        to_play: all / valid.len() as u64,
        dir,
        folder: &args.folder,
    };
    let strong = Strong::of(&request, session)?;
    Ok((strong.players, strong.notes))
}

/// Whether a model guides the search, if there is something to search and there are enough games.
fn is_by_model(args: &Tune, number: usize, sizes: &[usize]) -> Result<bool, Failure> {
    if number < 2 {
        return Err(Failure::Wrong(anyhow!(
            "there is nothing to choose: only {number} combination of the values is a valid game; vary more values"
        )));
    }
    let by_model = args.search.is_by_model(number, sizes.len(), args.games);
    refuse_too_few(args.games, number, by_model)?;
    Ok(by_model)
}

/// A finalist, about to play fresh games.
fn planned(args: &Tune, arm: &Arm) -> Planned {
    let Arm { cell, loaded, agent, .. } = arm;
    let agents = [agent.clone(), agent.clone()];
    Planned::game(&args.variant, &loaded.variant.id, loaded.clone(), agents)
        .at(cell.values.clone(), cell.settings.clone())
}

/// The parts of the default name of the folder.
fn names(args: &Tune) -> Vec<String> {
    let aim = args.aim.quantity;
    let aim = (aim != Quantity::Score).then(|| format!("{}={}", aim.name(), args.aim.target));
    let names = std::iter::once(&args.variant).chain(&args.vary).cloned();
    let agent = args.agent.as_ref().map(ToString::to_string);
    names.chain(aim).chain(agent).chain([args.games.to_string()]).collect()
}

/// Plays the games of the search.
fn search(
    args: &Tune,
    arms: &mut [Arm],
    (sizes, by_model): (Vec<usize>, bool),
    session: &Session<'_>,
) -> Result<Searched, Failure> {
    let mut progress = Progress::new(args.games, session.terminal.shows_progress(), session.common.quiet);
    progress.next_run("search: ".to_owned(), args.games);
    let stop = interrupt::flag(progress.printer())?;
    let pool = session.pool()?;
    let table = Trials { args, seed: session.common.seed(), pool: &pool, stop };
    let points = arms.iter().map(|arm| arm.point.clone()).collect();
    let number = arms.len();
    let mut try_it = |at: usize, first, last| {
        progress.pass(last + 1 - first);
        table.evaluate(&mut arms[at], number, first, last)
    };
    let found = if by_model {
        let space = Space::new(sizes, points);
        let mut rng = chance::stream(table.seed, &[0; 32], 0);
        evolve(&space, args.games, &mut rng, try_it)
    } else {
        halve(number, args.games, 1, |at, first, last| try_it(at, first, last).map(|one| one.seen))
    };
    progress.clear();
    found
}

/// The combinations that were tried, from the winner to the first that was dropped.
fn order(found: &Searched) -> Vec<usize> {
    let tried = &found.tried;
    let mut order: Vec<usize> = (0..tried.len()).filter(|&number| tried[number].games > 0).collect();
    order.sort_by(|&a, &b| {
        let last = |number: usize| (number != found.winner, Reverse(tried[number].rounds));
        last(a).cmp(&last(b)).then(tried[a].seen.distance.total_cmp(&tried[b].seen.distance))
    });
    order
}

/// The winner and the best of those that the search cannot tell from it, in the order of the grid.
fn finalists(order: &[usize], found: &Searched) -> Vec<usize> {
    let is_possible = |number: &&usize| **number == found.winner || found.possible.contains(number);
    let mut finalists: Vec<usize> = order.iter().filter(is_possible).copied().take(FINALISTS).collect();
    finalists.sort_unstable();
    finalists
}

/// A combination in the list of those that were tried.
fn tried(arm: &Arm, tried: &Tried, aim: Aim) -> Result<run::Tried, Failure> {
    let measure = measure(&arm.tally, &arm.loaded, aim)?;
    let interval = arm.sequence.as_ref().map(ConfidenceSequence::interval).or(measure.interval);
    Ok(run::Tried {
        values: arm.cell.values.clone(),
        games: tried.games,
        rounds: tried.rounds,
        value: measure.value,
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
    })
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
fn refuse_without_scores(valid: &[(usize, &Combination, &Loaded)], aim: Aim) -> Result<(), Failure> {
    let unscored = |loaded: &&Loaded| loaded.variant.score.method == ScoreMethod::None;
    match valid.iter().map(|(.., loaded)| *loaded).find(unscored).filter(|_| aim.quantity.is_of_scores()) {
        None => Ok(()),
        Some(loaded) => Err(Failure::Wrong(anyhow!(
            "`--aim {}` is about scores, but {} has none: aim at a measure of all games, such as `turns=40`",
            aim.quantity.name(),
            loaded.variant.info.title()
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
        self.play(arm, first, last)?;
        let after = measure(&arm.tally, &arm.loaded, aim)?.value;
        // The measure is a mean over games, so the mean over the new games follows from the means before and after them.
        let [all, earlier, these] = [last, first - 1, last + 1 - first].map(|games| games as f64);
        let distance = ((after * all - before * earlier) / these - aim.target).abs();
        Ok(Evaluated { seen: seen(arm, aim)?, distance })
    }

    /// Plays games `first` to `last` of a combination.
    fn play(&self, arm: &mut Arm, first: u64, last: u64) -> Result<(), Failure> {
        let Arm { loaded, openings, agent, tally, sequence, .. } = arm;
        let agents = [agent.clone(), agent.clone()];
        let simulation = Simulation { openings, ..Simulation::new(loaded, &agents, self.seed, last) };
        simulation.play(first, self.pool, self.stop, |games| {
            Failure::of_games(games)?;
            for row in &games.rows {
                tally.add(row);
                if let Some(sequence) = sequence {
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
