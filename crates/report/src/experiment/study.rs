//! The answer of a study: whether the game is fair between strong players, as a headline and as data.

use super::advice::Advice;
use super::fairness::{Fairness, Swaps};
use super::ladder::{self, matches, self_play, upper};
use super::model::{Model, Run};
use crate::verdict::Withheld;
use crate::words::sample;
use dropline_lab::contestant;
use dropline_lab::run::Basis;
use dropline_lab::stats::{Decision, Interval, Proportion, Quantity};
use serde::Serialize;

/// The answer of a study.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The player that is ahead between the strongest players, `first` or `second`; `balanced`, `close` if the advantage is not large, `drawn` if nearly every game is, `open` if that is not settled, or
    /// `none` if their games give no verdict.
    pub verdict: &'static str,
    /// The result under perfect play, if it is known: `first`, `second` or `draw`.
    pub exact: Option<String>,
    /// The answer in at most twenty words.
    pub headline: String,
    /// The first player's score between players of each strength, the strongest last.
    pub curve: Vec<OnCurve>,
    /// The first player's score between players with more iterations, in few games that check the others.
    pub check: Option<OnCurve>,
    /// The strongest players, whose games decide: the highest rung that is not clearly weaker than one below it.
    pub strongest: Option<String>,
    /// The least and the most number of levels of play.
    pub levels: Option<[usize; 2]>,
    /// The mean number of turns in the strongest players' games.
    pub turns: Option<f64>,
    /// The share of draws in these games.
    pub draws: Option<f64>,
    /// What to do next, a sentence each.
    pub next: Vec<String>,
}

/// The first player's score at one strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OnCurve {
    /// The agent that plays both sides.
    pub agent: String,
    /// Its mean.
    pub score: f64,
    /// The ends of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The number of games.
    pub n: u64,
}

/// The name of an agent in a study, in which only one file was learned.
pub fn label(agent: &str) -> String {
    match agent.split_once("eval=") {
        Some((search, _)) => format!("{search}eval"),
        None if agent.starts_with("learned:") => "learned".to_owned(),
        None => contestant::label(agent),
    }
}

impl Answer {
    /// The answer of the study in `model`.
    pub(super) fn of(model: &Model) -> Self {
        let fairness = fairness(model);
        let exact = basis(model).and_then(|basis| basis.exact.clone());
        let on_curve = |run: &Run| {
            let score = run.summary()?.measure(Quantity::Score);
            let [low, high] = [|i: Interval| i.low, |i: Interval| i.high].map(|end| score.interval.map(end));
            let agent = run.member.agents[0].clone();
            Some(OnCurve { agent, score: score.value, low, high, n: score.n })
        };
        let of_strongest = |quantity| Some(strongest_run(model)?.summary()?.get(quantity)?.value);
        let draws = of_strongest(Quantity::Drawishness);
        Self {
            verdict: fairness.word(),
            exact,
            headline: fairness.headline(draws),
            curve: self_play(model).filter_map(on_curve).collect(),
            check: check(model).and_then(on_curve),
            strongest: strongest_run(model).map(|run| run.member.agents[0].clone()),
            levels: ladder::levels_shown(model),
            turns: of_strongest(Quantity::Turns),
            draws,
            next: next_steps(model),
        }
    }
}

/// What to do next, a sentence each.
pub fn next_steps(model: &Model) -> Vec<String> {
    Advice::of(model).iter().map(Advice::text).collect()
}

/// The first player's score between the strongest players, how long their games last, and how many are drawn.
pub fn course(model: &Model) -> Option<String> {
    let run = strongest_run(model)?;
    let in_words = |quantity, unit: &str| {
        let measure = run.in_words(run.summary()?.get(quantity)?);
        Some(measure.replacen(" (", &format!(" {unit} ("), 1))
    };
    let (turns, drawn) = (in_words(Quantity::Turns, "turns")?, in_words(Quantity::Drawishness, "drawn")?);
    let score = run.in_words(run.summary()?.measure(Quantity::Score));
    let decide = if decides(model, run) { " (*), which decide," } else { "" };
    Some(format!(
        "Between {} players{decide} the first player scored {score}. Their games: {turns}, {drawn}.",
        run.member.agents[0]
    ))
}

/// Whether the verdict is that of this run.
pub fn decides(model: &Model, run: &Run) -> bool {
    let nobody = matches!(unchecked(model), Fairness::Proved(_) | Fairness::Incomplete | Fairness::Weak(_));
    !nobody && strongest_run(model).is_some_and(|strongest| std::ptr::eq(strongest, run))
}

/// The players of a run, with a star if its games decide.
pub fn marked(model: &Model, run: &Run, players: &str) -> String {
    if decides(model, run) { format!("{players} *") } else { players.to_owned() }
}

/// The rungs above the strongest players: they are clearly weaker than one below.
fn above(model: &Model) -> impl Iterator<Item = &Run> {
    self_play(model).skip(1 + rises(model).top()).filter(|run| run.summary().is_some())
}

/// Why players that stand above the strongest do not decide.
pub fn passed_over(model: &Model) -> Option<String> {
    strongest_run(model).filter(|run| decides(model, run))?;
    let names: Vec<&str> = above(model).map(|run| run.member.agents[0].as_str()).collect();
    let [others @ .., last] = &names[..] else { return None };
    Some(match others {
        [] => format!("{last} does not decide: it is clearly weaker than a player below it."),
        _ => format!(
            "{} and {last} do not decide: they are clearly weaker than a player below them.",
            others.join(", ")
        ),
    })
}

/// The check, if it contradicts the other games.
pub fn contradicting(model: &Model) -> Option<&Run> {
    check(model).filter(|_| fairness(model) != unchecked(model))
}

/// What the page shows below the figures: a check that contradicts the other games, and what to do next.
pub fn shown(model: &Model) -> Vec<String> {
    contradicting(model).and_then(|_| checked(model)).into_iter().chain(next_steps(model)).collect()
}

/// The run of players with more iterations that checks the others.
fn check(model: &Model) -> Option<&Run> {
    model.runs.iter().find(|run| run.member.check.is_some())
}

/// The iterations of a search.
fn iterations(agent: &str) -> Option<u64> {
    agent.strip_prefix("mcts:")?.split(':').next()?.parse().ok()
}

/// What the check says.
fn checked(model: &Model) -> Option<String> {
    let run = check(model)?;
    let score = run.in_words(run.summary()?.measure(Quantity::Score));
    let agent = &run.member.agents[0];
    let top = self_play(model).last().map(|run| run.member.agents[0].as_str());
    let more = top.and_then(|top| Some((top, iterations(agent)? / iterations(top)?.max(1))));
    let more = more
        .map_or_else(String::new, |(top, times)| format!(", with {times} times the iterations of {top},"));
    Some(format!("As a check, {agent}{more} played itself: the first player scored {score}."))
}

/// The findings below the headline: on a proof, on the games that decide, on the check, on skill, on what to do next, and on how the players were
/// found.
pub fn findings(model: &Model) -> Vec<String> {
    let proved = basis(model).and_then(|basis| basis.exact.as_deref()).map(|exact| {
        let result = match exact {
            "draw" => "neither player can force a win".to_owned(),
            player => format!("the {player} player wins"),
        };
        format!("With perfect play {result}: `dropline solve` searched the game to its end.")
    });
    let rungs = matches(model).count();
    let known = |levels: &[usize; 2]| *levels != [0, rungs] || rungs == 0;
    let levels = ladder::levels_shown(model).filter(known).map(|[least, most]| {
        let levels =
            if least == most { least.to_string() } else { format!("at least {least}, at most {most}") };
        format!("Levels of play: {levels}. A level is a rung that scores 60 % or more against the one below.")
    });
    let players = basis(model).map(|basis| basis.players.clone()).unwrap_or_default();
    proved
        .into_iter()
        .chain(course(model))
        .chain(passed_over(model))
        .chain(checked(model))
        .chain(levels)
        .chain(next_steps(model))
        .chain(players)
        .collect()
}

/// The rungs as a table, the highest first, with a star at the one that decides: the first player's score, and the score against the rung
/// below.
pub fn rows(model: &Model) -> Vec<Vec<String>> {
    let cells = |run: Option<&Run>, quantity| {
        let Some(summary) = run.and_then(Run::summary) else { return [const { String::new() }; 3] };
        let [value, interval] = super::cells(summary.get(quantity));
        [summary.get(quantity).map_or_else(String::new, sample), value, interval]
    };
    let row = |rung: &Run| {
        let below = matches(model).find(|run| run.member.agents[0] == rung.member.agents[0]);
        let [n, score, interval] = cells(Some(rung), Quantity::Score);
        let [pairs, against, over_pairs] = cells(below, Quantity::FirstAgentScore);
        vec![marked(model, rung, &rung.member.agents[0]), n, score, interval, against, pairs, over_pairs]
    };
    let mut rows: Vec<Vec<String>> = self_play(model).map(row).collect();
    rows.reverse();
    rows
}

fn basis(model: &Model) -> Option<&Basis> {
    model.experiment.basis.as_ref()
}

/// The runs of the strongest players against themselves, and of those one and two rungs below. Rungs that are clearly weaker than one
/// below them are left out.
fn strongest(model: &Model) -> [Option<&Run>; 3] {
    let rises = rises(model);
    let counts = self_play(model).enumerate().filter(|&(rung, _)| !rises.is_weaker(rung));
    let rungs: Vec<&Run> = counts.map(|(_, run)| run).filter(|run| run.summary().is_some()).collect();
    let mut rungs = rungs.into_iter().rev();
    std::array::from_fn(|_| rungs.next())
}

fn rises(model: &Model) -> Rises {
    Rises::of(matches(model).map(|run| upper(run)?.interval))
}

/// The differences in strength from rung to rung, in logits of scores, and the squares of half their intervals. Both add up.
struct Rises(Vec<(f64, f64)>);

impl Rises {
    /// The differences by the intervals of the scores against the rung below.
    fn of(intervals: impl Iterator<Item = Option<Interval>>) -> Self {
        let logit = |share: f64| {
            let share = share.clamp(1e-3, 1.0 - 1e-3);
            (share / (1.0 - share)).ln()
        };
        let rise = |interval: Option<Interval>| {
            let [low, high] =
                interval.map_or([0.0; 2], |interval| [logit(interval.low), logit(interval.high)]);
            (f64::midpoint(low, high), ((high - low) / 2.0).powi(2))
        };
        Self(intervals.map(rise).collect())
    }

    /// The interval of the difference in strength between two rungs.
    fn between(&self, low: usize, high: usize) -> Interval {
        let (rise, square) =
            self.0[low..high].iter().fold((0.0, 0.0), |(a, b), (rise, square)| (a + rise, b + square));
        Interval { low: rise - square.sqrt(), high: rise + square.sqrt() }
    }

    /// The highest rung that is not clearly weaker than one below it.
    fn top(&self) -> usize {
        (0..=self.0.len()).rev().find(|&rung| !self.is_weaker(rung)).unwrap_or(0)
    }

    /// Whether a rung is clearly weaker than one below it.
    fn is_weaker(&self, rung: usize) -> bool {
        (0..rung).any(|below| self.between(below, rung).high < 0.0)
    }

    /// Whether the highest rung that counts is clearly stronger than the lowest.
    fn is_climbed(&self) -> bool {
        let top = self.top();
        top > 0 && self.between(0, top).low > 0.0
    }
}

/// The run of the strongest players against themselves.
pub fn strongest_run(model: &Model) -> Option<&Run> {
    strongest(model)[0]
}

/// How fair the game is.
pub fn fairness(model: &Model) -> Fairness {
    let [checked, score] = [check(model), strongest_run(model)].map(|run| run.and_then(proportion));
    match (score, checked) {
        (Some(score), Some(check)) => unchecked(model).checked(score, check),
        _ => unchecked(model),
    }
}

fn proportion(run: &Run) -> Option<Proportion> {
    run.model.as_ref()?.tally.proportion()
}

/// How fair the game is according to all games but those of the check.
fn unchecked(model: &Model) -> Fairness {
    if let Some(exact) = basis(model).and_then(|basis| basis.exact.clone()) {
        return Fairness::Proved(exact);
    }
    if !model.experiment.complete {
        return Fairness::Incomplete;
    }
    let nothing = || Fairness::None("no games were played".to_owned());
    let [Some(top), below, before] = strongest(model) else { return nothing() };
    match top.reason() {
        Some(Withheld::AlwaysSwapped) => return Fairness::Swaps(Swaps::Always),
        Some(Withheld::NeverSwapped) => return Fairness::Swaps(Swaps::Never),
        Some(Withheld::SwappedAtRandom) => return Fairness::Swaps(Swaps::ByChance),
        Some(_) => return Fairness::None(top.withheld().unwrap_or_default()),
        None => {}
    }
    let draws = top.summary().and_then(|summary| summary.get(Quantity::Drawishness));
    let drawn = draws.map_or(0.0, |draws| draws.value);
    if !rises(model).is_climbed() {
        let weakest = self_play(model).next().map(|run| run.member.agents[0].clone());
        return Fairness::Weak(weakest.unwrap_or_default()).with_draws(drawn);
    }
    let (Some(score), Some(summary)) = (proportion(top), top.summary()) else { return nothing() };
    let interval = summary.measure(Quantity::Score).interval.unwrap_or(Interval { low: 0.0, high: 1.0 });
    let below = [below, before].map(|run| run.filter(|run| run.withheld().is_none()).and_then(proportion));
    let fairness = Fairness::of(score, interval, matches!(summary.decision, Decision::Balanced), below);
    let fairness = fairness.beside(above(model).filter_map(proportion));
    let share = summary.truncated as f64 / summary.games().max(1) as f64;
    fairness.without_cut_off(share, interval).with_draws(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rung_counts_unless_it_is_clearly_weaker_than_one_below() {
        let top = |scores: &[[f64; 2]]| {
            let rises = Rises::of(scores.iter().map(|&[low, high]| Some(Interval { low, high })));
            (rises.top(), rises.is_climbed())
        };
        assert_eq!(top(&[[0.9, 1.0], [0.6, 0.7]]), (2, true));
        assert_eq!(top(&[[0.9, 1.0], [0.45, 0.55]]), (2, true));
        assert_eq!(top(&[[0.9, 1.0], [0.38, 0.48]]), (1, true));
        // It makes up for a rung that is weaker.
        assert_eq!(top(&[[0.9, 1.0], [0.38, 0.48], [0.58, 0.68]]), (3, true));
        assert_eq!(top(&[[0.9, 1.0], [0.1, 0.2], [0.58, 0.68]]), (1, true));
        assert_eq!(top(&[[0.45, 0.55]]), (1, false));
        assert_eq!(top(&[[0.1, 0.2], [0.6, 0.7]]), (0, false));
        let unknown = Rises::of(std::iter::once(None));
        assert_eq!((unknown.top(), unknown.is_climbed()), (1, false));
    }

    #[test]
    fn learned_players_are_named_without_their_file() {
        for (agent, name) in [
            ("learned:reports/hex.learned", "learned"),
            ("mcts:64:eval=reports/hex.learned", "mcts:64:eval"),
            ("greedy", "greedy"),
        ] {
            assert_eq!(label(agent), name);
        }
    }
}
