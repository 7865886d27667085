//! Effects of strength: how far each rung of a ladder is above the one below, and who is ahead in self-play.

use super::charts::{axis, axis_name, drawn, shows};
use super::message::of_curve;
use super::model::{Model, Run};
use crate::headline::LETTERS;
use crate::line_chart::{LineChart, PLAYERS, RUNGS};
use crate::series::{Line, Point};
use crate::words::{counted, decimal, margin_in_words};
use crate::{Chart, ReportError};
use dropline_engine::text::fitted as fitted_text;
use dropline_lab::run::ExperimentKind;
use dropline_lab::stats::{Cluster, Decision, Interval, Measure, Quantity, Strength};
use serde::Serialize;

/// The score against the rung below that counts as a level of play, as in Ai Ai (S. Tavener).
const LEVEL: f64 = 0.6;
/// The quantities drawn for self-play.
const OF_SELF_PLAY: [Quantity; 4] =
    [Quantity::Score, Quantity::Turns, Quantity::Drawishness, Quantity::MeanMargin];

/// The agents from the weakest rung to the strongest.
fn rungs(model: &Model) -> Vec<&str> {
    self_play(model).map(|run| run.member.agents[0].as_str()).collect()
}

/// The runs in which a rung plays against itself, by rung.
pub fn self_play(model: &Model) -> impl Iterator<Item = &Run> {
    of_rungs(model).filter(|run| run.member.agents[0] == run.member.agents[1])
}

/// The runs of the rungs: in a study, some are beside them.
fn of_rungs(model: &Model) -> impl Iterator<Item = &Run> {
    model.runs.iter().filter(|run| run.member.aside.is_none())
}

/// The runs of self-play that have a verdict.
fn with_verdict(model: &Model) -> impl Iterator<Item = &Run> {
    self_play(model).filter(|run| run.withheld().is_none())
}

/// The games of the strongest rung that has played against itself.
fn strongest(model: &Model) -> Option<&Run> {
    self_play(model).filter(|run| run.summary().is_some()).last()
}

/// The runs in which a rung plays against the one below, by rung.
pub fn matches(model: &Model) -> impl Iterator<Item = &Run> {
    of_rungs(model).filter(|run| run.member.agents[0] != run.member.agents[1])
}

/// The score of the upper rung in a match.
pub fn upper(run: &Run) -> Option<&Measure> {
    run.summary()?.get(Quantity::FirstAgentScore)
}

/// The answer of a ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The answer in at most twenty words.
    pub headline: String,
    /// The least and the most number of levels of play; `None` without matches.
    pub levels: Option<[usize; 2]>,
}

impl Answer {
    /// The answer of the ladder in `model`.
    pub(super) fn of(model: &Model) -> Self {
        let levels = levels_shown(model);
        let headline = if model.experiment.complete {
            let levels = levels.map(|[least, most]| match (least, most) {
                (1, 1) => "1 level of play".to_owned(),
                (least, most) if least == most => format!("{least} levels of play"),
                (least, most) => format!("{least} to {most} levels of play"),
            });
            levels.into_iter().chain(ahead(model)).collect::<Vec<_>>().join("; ")
        } else {
            "Not settled: the ladder is not complete".to_owned()
        };
        Self { headline, levels }
    }
}

/// Who is ahead between the strongest agents.
fn ahead(model: &Model) -> Option<String> {
    let strongest = strongest(model)?;
    let agent = fitted_text(&strongest.member.agents[0], LETTERS);
    if strongest.withheld().is_some() {
        return Some(format!("no verdict between {agent} players"));
    }
    let summary = strongest.summary()?;
    let score = summary.measure(Quantity::Score).value;
    let player = if score > 0.5 { "first" } else { "second" };
    let points = counted(((score - 0.5).abs() * 100.0).round() as u64, "point");
    Some(match summary.decision {
        Decision::Advantage { .. } => {
            format!("the {player} player leads by {points} between {agent} players")
        }
        Decision::Balanced => format!("fair between {agent} players"),
        Decision::Open { .. } => format!("not settled who is ahead between {agent} players"),
    })
}

/// The findings: on skill, on the first player's advantage, and on its sign.
pub fn findings(model: &Model) -> Vec<String> {
    let fitted = fitted(model).and_then(|strength| in_one_model(model, &strength));
    [skill(model), advantage(model), fitted].into_iter().flatten().collect()
}

/// The warnings: rungs out of order, and a sign of the advantage that changes with strength.
pub fn warnings(model: &Model) -> Vec<String> {
    // A study believes its strongest players.
    let is_study = model.experiment.kind == ExperimentKind::Study;
    let sign = if is_study { None } else { changed_sign(model) };
    out_of_order(model).into_iter().chain(sign).collect()
}

/// The first rung that is clearly weaker than the one below, if there is one.
fn out_of_order(model: &Model) -> Option<String> {
    let weaker = |score: &Measure| score.interval.is_some_and(|interval| interval.high < 0.5);
    let mut played = matches(model).filter_map(|run| Some((run, upper(run)?)));
    let (run, score) = played.find(|(_, score)| weaker(score))?;
    let [upper, lower] = &run.member.agents;
    Some(format!(
        "The rungs are not in order of strength: {upper} scores {} against {lower}, the rung below. Curves over \
         the rungs show the effect of strength only where each rung is stronger than the one below it.",
        run.in_words(score)
    ))
}

/// Warns that the first player is ahead between weak agents but behind between strong agents, or the reverse.
fn changed_sign(model: &Model) -> Option<String> {
    let scores: Vec<(&Run, &Measure)> =
        with_verdict(model).filter_map(|run| Some((run, run.summary()?.measure(Quantity::Score)))).collect();
    // The extremes of many rungs differ by chance, so all rungs are compared with one half at once.
    let among =
        |run: &Run| run.model.as_ref()?.tally.proportion().map(|score| score.interval_among(scores.len()));
    let clear = |(run, measure): &&(&Run, &Measure)| {
        let is_clear = |interval: Interval| !interval.contains(0.5);
        measure.interval.is_some_and(is_clear) && among(run).is_some_and(is_clear)
    };
    let sign = |measure: &Measure| measure.value > 0.5;
    let clear: Vec<_> = scores.iter().filter(clear).collect();
    let turns = |pair: &&[&(&Run, &Measure)]| sign(pair[0].1) != sign(pair[1].1);
    let turn = clear.windows(2).find(turns)?;
    let described = |&(run, measure): &(&Run, &Measure)| (upper_rung(run).to_owned(), run.in_words(measure));
    let [(weak, before), (strong, after)] = [turn[0], turn[1]].map(described);
    Some(format!(
        "The sign of the first player's advantage changes with strength: {weak} against itself gives the first player {before}, \
         {strong} gives it {after}. No single strength tells who is ahead in this game."
    ))
}

/// The least and the most number of levels of play that these intervals of scores against the rung below allow. To count the scores
/// that are clearly high enough would measure the number of games.
fn levels_of_play(intervals: &[Interval]) -> [usize; 2] {
    let count =
        |is_level: fn(&Interval) -> bool| intervals.iter().filter(|interval| is_level(interval)).count();
    [count(|interval| interval.low >= LEVEL), count(|interval| interval.high >= LEVEL)]
}

/// The intervals of the scores against the rung below, which hold for all rungs at once.
fn of_matches(model: &Model) -> Vec<Interval> {
    let scores = || matches(model).filter_map(|run| run.model.as_ref()?.tally.pairs().first_agent());
    let among = scores().count();
    scores().map(|score| score.interval_among(among)).collect()
}

/// The least and the most number of levels of play; `None` without matches.
pub fn levels_shown(model: &Model) -> Option<[usize; 2]> {
    let intervals = of_matches(model);
    (!intervals.is_empty()).then(|| levels_of_play(&intervals))
}

fn skill(model: &Model) -> Option<String> {
    let played: Vec<(&Run, &Measure)> = matches(model).filter_map(|run| Some((run, upper(run)?))).collect();
    let (first, last) = (played.first()?, played.last()?);
    let intervals = of_matches(model);
    let [least, most] = levels_of_play(&intervals);
    let levels =
        if least == most { least.to_string() } else { format!("at least {least} and at most {most}") };
    let clear = intervals.iter().filter(|interval| interval.low > 0.5).count();
    let name = |run: &Run| {
        let [strong, weak] = &run.member.agents;
        format!("{strong} against {weak}")
    };
    let ends = if played.len() == 1 {
        format!("{} scores {}", name(first.0), first.0.in_words(first.1))
    } else {
        format!(
            "from {} for {} to {} for {}",
            first.0.in_words(first.1),
            name(first.0),
            last.0.in_words(last.1),
            name(last.0)
        )
    };
    Some(format!(
        "Skill: of the {} above the lowest, {clear} clearly scored more than half against the rung below, and {levels} scored 60 % or more \
         (a level of play), judged by intervals that hold for all rungs at once: {ends}.",
        counted(played.len() as u64, "rung")
    ))
}

fn advantage(model: &Model) -> Option<String> {
    let strongest = strongest(model)?;
    if let Some(reason) = strongest.withheld() {
        return Some(format!(
            "Between the strongest agents tried, {} on both sides, there is no verdict: {reason}.",
            strongest.member.agents[0]
        ));
    }
    let score = strongest.summary()?.measure(Quantity::Score);
    let ahead = match strongest.summary()?.decision {
        Decision::Advantage { .. } if score.value > 0.5 => "the first player is ahead".to_owned(),
        Decision::Advantage { .. } => "the second player is ahead".to_owned(),
        Decision::Balanced => {
            let margin = margin_in_words(strongest.summary()?.design);
            format!("the game is balanced to within {margin} percentage points")
        }
        Decision::Open { .. } => "there are not enough games to tell who is ahead".to_owned(),
    };
    Some(format!(
        "Between the strongest agents tried, {} on both sides, {ahead}: the first player scored {}.",
        strongest.member.agents[0],
        strongest.in_words(score)
    ))
}

/// The level of a rung: log2 of its iterations or of its time if all rungs are `mcts`, else its index. One level more then means
/// twice as many iterations, or twice the time.
fn levels(rungs: &[&str]) -> Vec<f64> {
    let amount = |agent: &str| {
        let written = agent.strip_prefix("mcts:")?;
        let digits = written.find(|c: char| !c.is_ascii_digit()).unwrap_or(written.len());
        let (amount, rest) = written.split_at(digits);
        let unit = rest.split(':').next().unwrap_or_default();
        Some((amount.parse::<f64>().ok().filter(|amount| *amount > 0.0)?, unit.to_owned()))
    };
    let amounts: Option<Vec<(f64, String)>> = rungs.iter().map(|rung| amount(rung)).collect();
    let levels = amounts.filter(|amounts| amounts.iter().all(|(_, unit)| *unit == amounts[0].1));
    let levels = levels.map(|amounts| amounts.iter().map(|(amount, _)| amount.log2()).collect::<Vec<f64>>());
    levels
        .filter(|levels| levels.windows(2).all(|pair| pair[0] < pair[1]))
        .unwrap_or_else(|| (0..rungs.len()).map(|at| at as f64).collect())
}

/// The model fitted to the games of the ladder; `None` if some of them have no verdict, and for a study, which believes its strongest
/// players instead.
fn fitted(model: &Model) -> Option<Strength> {
    if model.experiment.kind == ExperimentKind::Study {
        return None;
    }
    let rungs = rungs(model);
    let rung = |agent: &String| rungs.iter().position(|rung| rung == agent);
    let mut games: Vec<(u64, Cluster)> = Vec::new();
    for run in of_rungs(model) {
        let tally = &run.model.as_ref()?.tally;
        let [first, second] = &run.member.agents;
        let (first, second) = (rung(first)?, rung(second)?);
        if first == second {
            if run.withheld().is_some() {
                return None;
            }
            let outcomes = tally.outcomes();
            for (n, halves) in [(outcomes.losses, 0), (outcomes.draws, 1), (outcomes.wins, 2)] {
                games.push((n, vec![(first, first, halves)]));
            }
        } else {
            for (x, row) in tally.pairs().counts().into_iter().enumerate() {
                for (y, n) in row.into_iter().enumerate() {
                    games.push((n, vec![(first, second, x), (second, first, y)]));
                }
            }
        }
    }
    Strength::fit(&levels(&rungs), &games)
}

/// An Elo difference with its interval: `+120 (+90 to +150)`.
fn elo((value, Interval { low, high }): (f64, Interval)) -> String {
    let signed = |x: f64| {
        let text = decimal(x, 0);
        if x > 0.0 && text != "0" { format!("+{text}") } else { text }
    };
    format!("{} ({} to {})", signed(value), signed(low), signed(high))
}

/// The finding of a single model fitted to all games: strength and the value of the first move in Elo, where the advantage changes
/// sign, and whether its size still changes at the highest rung.
fn in_one_model(model: &Model, strength: &Strength) -> Option<String> {
    let rungs = rungs(model);
    let levels = levels(&rungs);
    let (low, high) = (*levels.first()?, *levels.last()?);
    let (lowest, highest) = (rungs.first()?, rungs.last()?);
    let turn = match strength.turns() {
        Some((level, gains)) => {
            let place = levels.windows(2).position(|pair| (pair[0]..=pair[1]).contains(&level))?;
            let who = if gains { "second player to the first" } else { "first player to the second" };
            format!("The advantage passes from the {who} between {} and {}", rungs[place], rungs[place + 1])
        }
        None => "Its band shows no change in the sign of the advantage".to_owned(),
    };
    let (growth, interval) = strength.growth();
    let level = if (high - low - (levels.len() as f64 - 1.0)).abs() < 1e-9 && levels[0] == 0.0 {
        "rung"
    } else {
        "doubling"
    };
    let end = if interval.contains(0.0) {
        format!(
            "it is unknown whether the advantage still changes at {highest} ({} per {level})",
            elo((growth, interval))
        )
    } else {
        format!("at {highest} the advantage still changes, by {} per {level}", elo((growth, interval)))
    };
    Some(format!(
        "In one model of all games (Davidson and Beaver 1977), in Elo with 95 % intervals: {highest} is {} above {lowest}, and moving first is worth \
         {} between players like {lowest} and {} between players like {highest}. {turn}; {end}.",
        elo(strength.above_lowest(rungs.len() - 1)),
        elo(strength.advantage(low)),
        elo(strength.advantage(high)),
    ))
}

/// A chart of the first player's advantage according to the model, over all levels.
fn curve_of_model(model: &Model, strength: &Strength) -> Result<Chart, ReportError> {
    let rungs = rungs(model);
    let levels = levels(&rungs);
    let point = |(at, &level): (usize, &f64)| {
        let (value, interval) = strength.advantage(level);
        Point {
            x: at as f64,
            value,
            interval,
            in_words: format!("{}: {}", rungs[at], elo((value, interval))),
        }
    };
    let line = Line { name: String::new(), points: levels.iter().enumerate().map(point).collect() };
    let in_words: Vec<String> = rungs
        .iter()
        .zip(&levels)
        .map(|(rung, &level)| format!("{rung} {}", elo(strength.advantage(level))))
        .collect();
    let caption = format!(
        "The value of moving first, in Elo, from one model of all games of the ladder, with a 95 % band that is valid \
         at all levels at once: {}. The model: Davidson and Beaver (1977), with the advantage a quadratic in the \
         level; a pair of games counts as one.",
        in_words.join("; ")
    );
    let labels = rungs.iter().enumerate().map(|(at, &rung)| (at as f64, rung)).collect();
    LineChart {
        name: "advantage_by_strength",
        title: "First move, in Elo",
        message: of_first_move(model, strength, &line),
        values: ("First move, in Elo", axis(Quantity::Elo)),
        key: RUNGS,
        labels,
        continuous: true,
        lines: vec![line],
    }
    .draw(&model.source(), caption)
}

/// What the band of the first player's advantage shows, which is valid at all levels at once.
fn of_first_move(model: &Model, strength: &Strength, band: &Line) -> Option<String> {
    let key = strength_of_rungs(model);
    let all = |is_sure: fn(&Point) -> bool| band.points.iter().all(is_sure);
    if let Some((_, gains)) = strength.turns() {
        let player = if gains { "first" } else { "second" };
        return Some(format!("The advantage passes with {key} to the {player} player"));
    }
    match (all(|point| point.interval.low > 0.0), all(|point| point.interval.high < 0.0)) {
        (true, _) => Some("Moving first helps at every strength".to_owned()),
        (_, true) => Some("Moving second helps at every strength".to_owned()),
        _ => None,
    }
}

/// What grows along the rungs: where one is weaker than the one below it, not strength.
fn strength_of_rungs(model: &Model) -> &'static str {
    if out_of_order(model).is_none() { "strength" } else { "the rung" }
}

/// The curves over strength. That of the first player's score marks the run `decider`, and ends with the run `check`, if there are such runs.
pub fn charts(model: &Model, check: Option<&Run>, decider: Option<&Run>) -> Result<Vec<Chart>, ReportError> {
    let rungs = rungs(model);
    let of_self_play = |quantity: Quantity| {
        let check = check.filter(|_| quantity == Quantity::Score);
        let known = self_play(model).chain(check).filter_map(|run| Some((run, run.measure(quantity)?)));
        let players: Vec<&str> = rungs.iter().copied().chain(check.map(upper_rung)).collect();
        let decider = decider.filter(|_| quantity == Quantity::Score);
        let message = over_rungs(model, quantity);
        curve(model, &players, (quantity.name(), quantity.title(), message), (quantity, decider), known)
    };
    let known = matches(model).filter_map(|run| Some((run, upper(run)?)));
    let skill = curve(
        model,
        &rungs,
        ("skill", "Score against the rung below", clearly_stronger(model)),
        (Quantity::FirstAgentScore, None),
        known,
    );
    let advantage = of_self_play(OF_SELF_PLAY[0]);
    let in_one = fitted(model).map(|strength| curve_of_model(model, &strength));
    [advantage, skill]
        .into_iter()
        .chain(in_one)
        .chain(
            OF_SELF_PLAY[1..]
                .iter()
                .filter(|&&quantity| shows(model, quantity))
                .map(|&quantity| of_self_play(quantity)),
        )
        .collect()
}

/// What the curve of a measure of self-play shows.
fn over_rungs(model: &Model, quantity: Quantity) -> Option<String> {
    let key = strength_of_rungs(model);
    of_curve(&self_play(model).collect::<Vec<_>>(), quantity, key, "strength")
}

/// How many rungs are clearly stronger than the one below.
fn clearly_stronger(model: &Model) -> Option<String> {
    let intervals = of_matches(model);
    let clear = intervals.iter().filter(|interval| interval.low > 0.5).count();
    match intervals.len() {
        0 => None,
        all if clear == all => Some("Every rung is clearly stronger than the one below".to_owned()),
        all => Some(format!("{clear} of {all} rungs clearly beat the one below")),
    }
}

/// The upper rung of a match; the only rung in self-play.
fn upper_rung(run: &Run) -> &str {
    &run.member.agents[0]
}

/// A measure over the rungs that have it, and the run that decides, if it is named.
fn curve<'a>(
    model: &Model,
    rungs: &[&str],
    (name, title, message): (&str, &str, Option<String>),
    (quantity, decider): (Quantity, Option<&Run>),
    measures: impl Iterator<Item = (&'a Run, &'a Measure)>,
) -> Result<Chart, ReportError> {
    let known: Vec<(&Run, &Measure)> = measures.collect();
    let place = |agent: &str| rungs.iter().position(|rung| *rung == agent).unwrap_or(0) as f64;
    let points = known.iter().map(|(run, measure)| {
        let (value, interval) = drawn(measure);
        let in_words = format!("{}: {}", upper_rung(run), run.in_words(measure));
        Point { x: place(upper_rung(run)), value, interval, in_words }
    });
    let line = Line { name: String::new(), points: points.collect() };
    let (key, caption) = match model.experiment.kind {
        ExperimentKind::Study => {
            let decide = decider.map(|run| format!(" The games of {} decide.", upper_rung(run)));
            let kind = model.kind_of(quantity);
            (PLAYERS, format!("Each with its {kind}.{}", decide.unwrap_or_default()))
        }
        _ => (
            RUNGS,
            format!("From the lowest rung to the highest, each with its {}.", model.kind_of(quantity)),
        ),
    };
    let labels = rungs.iter().enumerate().map(|(at, &rung)| (at as f64, rung)).collect();
    LineChart {
        name,
        title,
        message,
        values: (&axis_name(title, quantity), axis(quantity)),
        key,
        labels,
        continuous: true,
        lines: vec![line],
    }
    .draw(&model.source(), caption)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_play_are_counted_by_both_ends_of_their_intervals() {
        let intervals =
            [(0.4, 0.59), (0.5, 0.6), (0.59, 0.8), (0.6, 0.8)].map(|(low, high)| Interval { low, high });
        assert_eq!(levels_of_play(&intervals), [1, 3]);
    }
}
