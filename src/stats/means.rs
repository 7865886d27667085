//! The measures that are means over games or shares of games. A game has at most one value of each.

use super::kind::{IntervalKind, Sampled};
use super::moments::Moments;
use super::pair_moments::PairMoments;
use super::quantity::with_ends;
use super::summary::Estimate;
use super::{Quantity, wilson};
use crate::rules::{Reason, Winner};
use crate::run::{GameRow, Millionths};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The number of these measures.
const MEANS: usize = BEFORE_ENDS.len() + Reason::COUNT + 1;

/// All measures that are means over games or shares of games.
const MEASURED: [Quantity; MEANS] = with_ends(BEFORE_ENDS, &[Quantity::Swapped]);

/// The measures that precede the shares of games by the reason of their end.
const BEFORE_ENDS: &[Quantity] = &[
    Quantity::FirstWins,
    Quantity::Drawishness,
    Quantity::SecondWins,
    Quantity::MeanMargin,
    Quantity::Turns,
    Quantity::Actions,
    Quantity::Branching,
    Quantity::DecisionFactor,
    Quantity::GameTree,
    Quantity::TurnBranching,
    Quantity::LeadChanges,
    Quantity::LeadChangesPerRound,
    Quantity::Drama,
    Quantity::Decisiveness,
    Quantity::LateUpsets,
    Quantity::FirstCaptures,
    Quantity::SecondCaptures,
    Quantity::Coverage,
    Quantity::StoneSurvival,
    Quantity::Completion,
    Quantity::Truncated,
];

/// A game's values of the measures, in the order of [`MEASURED`].
pub type Numbers = [Option<i64>; MEANS];

/// The values of all measures for the game of `row`.
pub fn numbers(row: &GameRow) -> Numbers {
    MEASURED.map(|quantity| number(quantity, row))
}

/// A game's value of a measure, in units of 1/[`unit()`]. The value of a share is 1 if the event happened, else 0. `None` if the
/// game has no value.
fn number(quantity: Quantity, row: &GameRow) -> Option<i64> {
    let measures = &row.measures;
    let happened = |yes: bool| Some(i64::from(yes));
    let millionths = |share: Millionths| Some(whole(share.count()));
    match quantity {
        Quantity::FirstWins => happened(row.winner == Winner::First),
        Quantity::Drawishness => happened(row.winner == Winner::Draw),
        Quantity::SecondWins => happened(row.winner == Winner::Second),
        Quantity::MeanMargin => Some(row.margin().as_hundredths().into()),
        Quantity::Turns => Some(row.turns.into()),
        Quantity::Actions => Some(row.actions.into()),
        Quantity::Branching => Some(whole(row.branching.ten_thousandths())),
        Quantity::DecisionFactor => measures.decision_factor.map(|factor| whole(factor.ten_thousandths())),
        Quantity::LeadChanges => Some(measures.lead_changes.into()),
        Quantity::GameTree => millionths(measures.tree),
        Quantity::TurnBranching => {
            (row.turns > 0).then(|| whole(measures.tree.count() / u64::from(row.turns)))
        }
        Quantity::LeadChangesPerRound => {
            millionths(Millionths::ratio(measures.lead_changes.into(), measures.rounds.into()))
        }
        Quantity::Drama => measures.drama.and_then(millionths),
        Quantity::Decisiveness => measures.decisiveness.and_then(millionths),
        Quantity::LateUpsets => happened(measures.late_upset),
        Quantity::FirstCaptures => Some(row.first_captures.into()),
        Quantity::SecondCaptures => Some(row.second_captures.into()),
        Quantity::Coverage => millionths(measures.coverage),
        Quantity::StoneSurvival => measures.stone_survival.and_then(millionths),
        Quantity::Completion => happened(row.end != Reason::Cap),
        Quantity::Truncated => happened(row.end == Reason::Cap),
        Quantity::Ended(reason) => happened(row.end == reason),
        Quantity::Swapped => happened(row.swapped),
        _ => None,
    }
}

fn whole(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// The number of units in a value of 1.
const fn unit(quantity: Quantity) -> u64 {
    match quantity {
        Quantity::MeanMargin => 100,
        Quantity::Branching | Quantity::DecisionFactor => 10_000,
        Quantity::GameTree
        | Quantity::TurnBranching
        | Quantity::LeadChangesPerRound
        | Quantity::Drama
        | Quantity::Decisiveness
        | Quantity::Coverage
        | Quantity::StoneSurvival => Millionths::UNIT,
        _ => 1,
    }
}

/// The measures, summed over games and, if the run has them, over pairs. Each has its own number of games: for example, a drawn
/// game has no drama.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Named", into = "Named")]
pub struct Means {
    games: [Moments; MEANS],
    pairs: [PairMoments; MEANS],
}

/// The sums, keyed by the names of the measures.
type Named = BTreeMap<String, Sums>;

/// The sums of a measure over games, and over pairs if there are any.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Sums {
    #[serde(flatten)]
    games: Moments,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pairs: Option<PairMoments>,
}

impl From<Means> for Named {
    fn from(means: Means) -> Self {
        let sums = |at: usize| {
            let (games, pairs) = (means.games[at], means.pairs[at]);
            Sums { games, pairs: (pairs.pairs() > 0).then_some(pairs) }
        };
        (0..MEANS).map(|at| (MEASURED[at].name().to_owned(), sums(at))).collect()
    }
}

impl TryFrom<Named> for Means {
    type Error = String;

    fn try_from(named: Named) -> Result<Self, String> {
        let mut means = Self::default();
        for (at, quantity) in MEASURED.iter().enumerate() {
            let name = quantity.name();
            let sums = named.get(name).ok_or_else(|| format!("the measure `{name}` is missing"))?;
            (means.games[at], means.pairs[at]) = (sums.games, sums.pairs.unwrap_or_default());
        }
        Ok(means)
    }
}

impl Means {
    /// Whether this many games and pairs can have these sums.
    pub(super) fn are_possible(&self, games: u64, pairs: u64) -> bool {
        self.games.iter().all(|sums| sums.n() <= games) && self.pairs.iter().all(|sums| sums.pairs() <= pairs)
    }

    /// Counts one game.
    pub fn add(&mut self, game: &Numbers) {
        for (moments, number) in self.games.iter_mut().zip(game) {
            if let Some(number) = *number {
                moments.add(number);
            }
        }
    }

    /// Counts two games, each already counted by itself, as a pair.
    pub fn pair(&mut self, first: &Numbers, second: &Numbers) {
        for (moments, games) in self.pairs.iter_mut().zip(first.iter().zip(second)) {
            moments.add([*games.0, *games.1]);
        }
    }

    /// The estimate of `quantity`; `None` if it is not one of these measures, or if no game has it. The interval is taken over
    /// pairs if there are any.
    pub(super) fn estimate(&self, quantity: Quantity) -> Option<Estimate> {
        let at = MEASURED.iter().position(|&measured| measured == quantity)?;
        let (games, pairs) = (&self.games[at], &self.pairs[at]);
        let mean = games.mean()?;
        let sampled =
            if pairs.pairs() > 0 { (pairs.pairs(), Sampled::Pairs) } else { (games.n(), Sampled::Games) };
        let interval = match (quantity.kind(), sampled.1) {
            (IntervalKind::Share, Sampled::Pairs) => pairs.proportion(mean).map(|share| share.interval()),
            (IntervalKind::Share, Sampled::Games) => Some(wilson(mean, games.n() as f64)),
            (_, Sampled::Pairs) => pairs.interval(mean),
            (_, Sampled::Games) => games.interval(),
        };
        let ones = |x: f64| x / unit(quantity) as f64;
        Some(Estimate { value: ones(mean), interval: interval.map(|interval| interval.map(ones)), sampled })
    }
}
