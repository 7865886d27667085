//! Which games of a study decide, and what they say.

use super::fairness::{Fairness, Scores, Swaps};
use super::ladder::{matches, self_play, upper};
use super::model::{Model, OverSeeds, Run};
use super::study::with_second_seed;
use crate::verdict::Withheld;
use dropline_lab::run::{Aside, Basis};
use dropline_lab::stats::{Interval, Measure, Proportion, Quantity};

/// Whether the verdict is that of this run.
pub fn decides(model: &Model, run: &Run) -> bool {
    let nobody = matches!(
        unchecked(model),
        Fairness::Proved(_) | Fairness::Incomplete | Fairness::Weak(_) | Fairness::None(_)
    );
    !nobody && strongest_run(model).is_some_and(|strongest| std::ptr::eq(strongest, run))
}

/// The players of a run, with a star if its games decide.
pub fn marked(model: &Model, run: &Run, players: &str) -> String {
    if decides(model, run) { format!("{players} *") } else { players.to_owned() }
}

/// The rungs above the strongest players: they are clearly weaker than one below.
pub fn above(model: &Model) -> impl Iterator<Item = &Run> {
    self_play(model).skip(1 + rises(model).top()).filter(|run| run.summary().is_some())
}

/// The check, if it contradicts the other games.
pub fn contradicting(model: &Model) -> Option<&Run> {
    check(model).filter(|_| fairness(model) != unchecked(model))
}

/// The run of players with more iterations that checks the others.
pub fn check(model: &Model) -> Option<&Run> {
    model.runs.iter().find(|run| matches!(run.member.aside, Some(Aside::Check(_))))
}

/// The run of the players whose evaluation was learned from a second seed.
pub fn second_seed(model: &Model) -> Option<&Run> {
    model.runs.iter().find(|run| run.member.aside == Some(Aside::SecondSeed))
}

/// The share of games with a swap above which a few without one say no more than none.
const NEARLY_ALWAYS: f64 = 0.95;
/// The square of a difference in standard errors that chance exceeds once in twenty times.
const DIFFER: f64 = 3.84;

/// The index of the strongest players' run, and the score over both learning seeds; `None` unless the second seed searches as far as the
/// strongest players and both runs give a verdict.
pub fn over_seeds(model: &Model) -> Option<(usize, OverSeeds)> {
    // Only a study has one, and rungs to be the strongest of.
    let second = second_seed(model)?;
    let own = strongest_run(model)?;
    let is_like = second.member.agents[0] == with_second_seed(&own.member.agents[0]);
    if !is_like || [own, second].iter().any(|run| run.withheld().is_some()) {
        return None;
    }
    let [one, two] = [proportion(own)?, proportion(second)?];
    let (score, ratio) = one.with(two);
    let measure = own.summary()?.measure(Quantity::Score);
    let measure = Measure {
        value: score.share,
        interval: Some(score.interval()),
        n: measure.n + second.summary()?.measure(Quantity::Score).n,
        ..*measure
    };
    let at = model.runs.iter().position(|run| std::ptr::eq(run, own))?;
    Some((at, OverSeeds { measure, score, each: [one.share, two.share], differ: ratio > DIFFER }))
}

/// What was found before the games.
pub fn basis(model: &Model) -> Option<&Basis> {
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
    let swapped = top.summary().and_then(|summary| summary.get(Quantity::Swapped));
    if swapped.is_some_and(|share| share.value > NEARLY_ALWAYS) {
        return Fairness::Swaps(Swaps::NearlyAlways);
    }
    let draws = top.summary().and_then(|summary| summary.get(Quantity::Drawishness));
    let drawn = draws.map_or(0.0, |draws| draws.value);
    if !rises(model).is_climbed() {
        let weakest = self_play(model).next().map(|run| run.member.agents[0].clone());
        return Fairness::Weak(weakest.unwrap_or_default()).with_draws(drawn);
    }
    let (Some(own), Some(summary)) = (proportion(top), top.summary()) else { return nothing() };
    let below = [below, before].map(|run| run.filter(|run| run.withheld().is_none()).and_then(proportion));
    let seeds = top.over_seeds.as_ref();
    let scores = Scores {
        own,
        all: seeds.map_or(own, |seeds| seeds.score),
        margin: summary.design.margin(),
        of_seeds: seeds.filter(|seeds| seeds.differ).map(|seeds| seeds.each),
    };
    let (fairness, interval) = (Fairness::of(&scores, below), scores.all.interval());
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
}
