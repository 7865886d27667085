//! The answer of a study: whether the game is fair between strong players, as a headline and as data.

use super::advice::Advice;
use super::deciding::{
    above, basis, check, contradicting, decides, fairness, marked, second_seed, strongest_run,
};
use super::ladder::{self, matches, self_play};
use super::model::{Model, Run};
use crate::words::{decimal, sample};
use dropline_lab::contestant;
use dropline_lab::stats::{Interval, Measure, Quantity};
use serde::Serialize;

/// The answer of a study.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The player that is ahead between the strongest players, `first` or `second`; `balanced`, `close` if the advantage is
    /// not large, `drawn` if nearly every game is, `open` if that is not settled, or `none` if their games give no verdict.
    pub verdict: &'static str,
    /// The result under perfect play, if it is known: `first`, `second` or `draw`.
    pub exact: Option<String>,
    /// The answer in at most twenty words.
    pub headline: String,
    /// The first player's score that decides: between the strongest players, over both learning seeds if there are two.
    pub score: Option<OnCurve>,
    /// The first player's score between players of each strength, the strongest last.
    pub curve: Vec<OnCurve>,
    /// The first player's score between players whose evaluation was learned from a second seed.
    pub second_seed: Option<OnCurve>,
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

/// The name of the same search with an evaluation learned from a second seed.
pub fn with_second_seed(label: &str) -> String {
    format!("{label} (second seed)")
}

impl Answer {
    /// The answer of the study in `model`.
    pub(super) fn of(model: &Model) -> Self {
        let fairness = fairness(model);
        let exact = basis(model).and_then(|basis| basis.exact.clone());
        let of_score = |run: &Run, score: &Measure| {
            let [low, high] = [|i: Interval| i.low, |i: Interval| i.high].map(|end| score.interval.map(end));
            let agent = run.member.agents[0].clone();
            OnCurve { agent, score: score.value, low, high, n: score.n }
        };
        let on_curve = |run: &Run| Some(of_score(run, run.summary()?.measure(Quantity::Score)));
        let of_strongest = |quantity| Some(strongest_run(model)?.summary()?.get(quantity)?.value);
        let draws = of_strongest(Quantity::Drawishness);
        Self {
            verdict: fairness.word(),
            exact,
            headline: fairness.headline(draws),
            score: strongest_run(model).and_then(|run| Some(of_score(run, run.measure(Quantity::Score)?))),
            curve: self_play(model).filter_map(on_curve).collect(),
            second_seed: second_seed(model).and_then(on_curve),
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
    let score = run.in_words(run.measure(Quantity::Score)?);
    let decide = if decides(model, run) { " (*), which decide," } else { "" };
    let seeds = run.over_seeds.as_ref().map_or_else(String::new, |seeds| {
        let [stronger, other] = seeds.each.map(|score| decimal(100.0 * score, 1));
        format!(", over two learning seeds: {stronger} % with the stronger and {other} % with the other")
    });
    Some(format!(
        "Between {} players{decide} the first player scored {score}{seeds}. Their games: {turns}, {drawn}.",
        run.member.agents[0]
    ))
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

/// What the page shows below the figures: a check that contradicts the other games, and what to do next.
pub fn shown(model: &Model) -> Vec<String> {
    contradicting(model).and_then(|_| checked(model)).into_iter().chain(next_steps(model)).collect()
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

/// Whether the program searched the game to its end.
pub fn is_proved(model: &Model) -> bool {
    basis(model).is_some_and(|basis| basis.exact.is_some())
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
        let measure = run.and_then(|run| run.measure(quantity));
        let [value, interval] = super::cells(measure);
        [measure.map_or_else(String::new, sample), value, interval]
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

#[cfg(test)]
mod tests {
    use super::*;

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
