//! The summary of a run: its measures, each with its interval and its sample size.

use super::interval::Interval;
use super::order::static_komi;
use super::pairs::Pairs;
use super::proportion::Proportion;
use super::quantity::{Condition, PerGame, Taken};
use super::{Decision, Design, Distinct, Outcomes, Quantity, Sampled, StoppingRule, Swaps, Tally};
use crate::points::Points;
use crate::rules::Reason;

/// A measured quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The quantity.
    pub quantity: Quantity,
    /// Its value, in the quantity's unit; an Elo value may be infinite.
    pub value: f64,
    /// Its 95 % interval, if it has one: counts have none, and neither has a mean over a single game.
    pub interval: Option<Interval>,
    /// The number of games, or of pairs of games, on which it is based.
    pub n: u64,
    /// Whether `n` counts games or pairs.
    pub sampled: Sampled,
}

/// A value with its interval, if it has one, and its sample.
pub(super) struct Estimate {
    pub value: f64,
    pub interval: Option<Interval>,
    pub sampled: (u64, Sampled),
}

/// The summary of at least one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// How the run was made.
    pub design: Design,
    /// The number of pairs of games, if the run has them.
    pub pairs: u64,
    /// Whether the interval became narrow enough to stop; `None` if the run had no stopping rule.
    pub reached: Option<bool>,
    /// If the interval did not become narrow enough, an estimate of the total number of games that would make it narrow enough.
    pub needed: Option<u64>,
    /// Wins, draws and losses of the first player.
    pub outcomes: Outcomes,
    /// How often each agent swapped sides, in the order of the command; if one agent plays both sides, the second entry counts
    /// all swaps.
    pub swaps: [Swaps; 2],
    /// The decision on the first player's advantage.
    pub decision: Decision,
    /// Games that reached the turn cap.
    pub truncated: u64,
    /// Games by the reason for their end: reasons that occurred, and reasons that are always reported.
    pub ends: Vec<(Reason, u64)>,
    /// The number of different games.
    pub distinct: Distinct,
    measures: Vec<Measure>,
}

impl Summary {
    /// All measures that these games have, in the order of [`Quantity::ALL`].
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The measure of `quantity`; `None` if these games do not have it: measures of pairs need pairs, and those that depend on a
    /// winner need a winner.
    pub fn get(&self, quantity: Quantity) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.quantity == quantity)
    }

    /// The measure of a `quantity` that all games have.
    ///
    /// # Panics
    /// Panics if these games lack the quantity; see [`Summary::get`].
    pub fn measure(&self, quantity: Quantity) -> &Measure {
        self.get(quantity).expect("all games have this quantity")
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.outcomes.games()
    }

    /// Whether some of the games ended in a way that lets scores decide.
    pub fn is_by_score(&self) -> bool {
        self.ends.iter().any(|&(reason, games)| games > 0 && !self.design.ignores_scores(reason))
    }
}

impl Tally {
    /// The summary of the counted games, which were played with this `komi`; `None` without games.
    pub fn summary(&self, komi: Points) -> Option<Summary> {
        if self.games() == 0 {
            return None;
        }
        Some(Summary {
            design: self.design,
            pairs: self.pairs.count(),
            reached: self.watch.as_ref().map(StoppingRule::reached),
            needed: self.watch.as_ref().filter(|watch| !watch.reached()).map(StoppingRule::games_needed),
            outcomes: self.outcomes,
            swaps: self.swaps,
            decision: self.decision()?,
            truncated: self.ended(Reason::Cap),
            ends: self.ends(),
            distinct: self.seen.count(),
            measures: Quantity::ALL.iter().filter_map(|&quantity| self.measure(quantity, komi)).collect(),
        })
    }

    /// Games by the reason for their end, for the reasons to report.
    fn ends(&self) -> Vec<(Reason, u64)> {
        let counted = Reason::ALL.into_iter().map(|reason| (reason, self.ended(reason)));
        counted.filter(|&(reason, games)| reason.always_counted() || games > 0).collect()
    }

    fn measure(&self, quantity: Quantity, komi: Points) -> Option<Measure> {
        let facts = quantity.facts();
        let lacking = match facts.only_if {
            Some(Condition::Scores) => self.design.unscored,
            Some(Condition::PieRule) => !self.design.swap,
            None => false,
        };
        if lacking {
            return None;
        }
        let Estimate { value, interval, sampled: (n, sampled) } = match facts.taken {
            Taken::PerGame(PerGame::End(end)) if !end.always_counted() && self.ended(end) == 0 => None,
            Taken::PerGame(_) => self.means.estimate(quantity),
            Taken::FromTally(estimate) => estimate(self, komi),
        }?;
        let interval = interval.map(|interval| quantity.possible(interval));
        Some(Measure { quantity, value, interval, n, sampled })
    }

    /// The first player's score, converted by the increasing `f`. If the run was to stop by a confidence sequence, the interval
    /// is that of the sequence; otherwise it is computed over pairs if there are any, else over games.
    pub(super) fn score(&self, f: fn(f64) -> f64) -> Option<Estimate> {
        let score = self.proportion()?;
        let interval = self.watch.as_ref().map_or_else(|| score.interval(), StoppingRule::interval);
        Some(Estimate { value: f(score.share), interval: Some(interval.map(f)), sampled: self.sampled() })
    }

    /// The first player's score with the data for its interval, computed over pairs if there are any. `None` without games.
    pub fn proportion(&self) -> Option<Proportion> {
        let games = self.outcomes.proportion()?;
        // An incomplete pair counts only in the score.
        Some(self.pairs.first_player().map_or(games, |pairs| pairs.reported_as(games.share)))
    }

    /// The score of the side that moves first, whichever player had it.
    pub(super) fn side_score(&self) -> Option<Estimate> {
        let games = self.side_outcomes.proportion()?;
        let score = self.side_pairs.first_player().map_or(games, |pairs| pairs.reported_as(games.share));
        Some(Estimate { value: score.share, interval: Some(score.interval()), sampled: self.sampled() })
    }

    /// The decision on the first player's score.
    fn decision(&self) -> Option<Decision> {
        let score = self.proportion()?;
        let sequence = self.watch.as_ref().map(StoppingRule::interval);
        let interval = sequence.unwrap_or_else(|| score.interval());
        Some(Decision::of(score, interval, sequence.is_some(), self.design.margin()))
    }

    /// The sample over which intervals are computed: pairs if there are any, else games.
    fn sampled(&self) -> (u64, Sampled) {
        match self.pairs.count() {
            0 => (self.games(), Sampled::Games),
            pairs => (pairs, Sampled::Pairs),
        }
    }

    /// A proportion over pairs, converted by the increasing `f`.
    pub(super) fn over_pairs(
        &self,
        of: fn(&Pairs) -> Option<Proportion>,
        f: fn(f64) -> f64,
    ) -> Option<Estimate> {
        let proportion = of(&self.pairs)?;
        let interval = Some(proportion.interval().map(f));
        Some(Estimate { value: f(proportion.share), interval, sampled: self.sampled() })
    }

    /// A quantile of the margins, in hundredths of a point, with its interval over games. If there are pairs, the interval is
    /// that of the `share` quantile over pairs.
    pub(super) fn margin(&self, (value, over_games): (f64, Interval), share: f64) -> Option<Estimate> {
        // Resampling a single game always gives the same game.
        let over_games = (self.games() > 1).then_some(over_games);
        let interval = self.pair_margins.quantile_interval(share).or(over_games);
        let points = |hundredths: f64| hundredths / 100.0;
        let interval = interval.map(|interval| interval.map(points));
        Some(Estimate { value: points(value), interval, sampled: self.sampled() })
    }

    /// The komi that splits the games evenly, including the one in force; `None` if no komi does, since too many games are decided
    /// regardless of scores.
    pub(super) fn static_komi(&self, komi: Points) -> Option<Estimate> {
        // The median may lie midway between a margin and a decided game.
        let is_beyond = |margin: f64| margin.abs() >= Self::BEYOND_KOMI as f64 / 4.0;
        let (value, over_games) = static_komi(&self.side_margins).filter(|(value, _)| !is_beyond(*value))?;
        let interval = self.pair_side_margins.komi_interval().unwrap_or(over_games);
        let in_all =
            |more: f64| if is_beyond(more) { more * f64::INFINITY } else { komi.to_f64() + more / 100.0 };
        Some(Estimate { value: in_all(value), interval: Some(interval.map(in_all)), sampled: self.sampled() })
    }

    pub(super) fn distinct_games(&self) -> Option<Estimate> {
        let value = self.seen.count().count as f64;
        Some(Estimate { value, interval: None, sampled: (self.games(), Sampled::Games) })
    }
}

/// How far a share is above one half, in percentage points.
pub(super) fn above_half(share: f64) -> f64 {
    (share - 0.5) * 100.0
}

#[cfg(test)]
pub(super) mod tests;
