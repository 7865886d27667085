//! The summary of a run: its measures, each with its interval and its sample size.

use super::interval::Interval;
use super::order::static_komi;
use super::pairs::Pairs;
use super::proportion::Proportion;
use super::quantity::{Condition, PerGame, Taken};
use super::{Decision, Design, Distinct, Outcomes, Quantity, Sampled, StoppingRule, Swaps, Tally};
use dropline_engine::points::Points;
use dropline_engine::rules::Reason;

/// A measured quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The quantity.
    pub quantity: Quantity,
    /// Its value, in the quantity's unit; an Elo value may be infinite.
    pub value: f64,
    /// Its 95 % interval, if it has one: counts have none, and neither has a mean over a single game.
    pub interval: Option<Interval>,
    /// Where games failed, the range in which a score lies if they are counted for either player.
    pub with_failed: Option<Interval>,
    /// How many games failed, which every measure leaves out.
    pub failed: u64,
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

    /// Whether the games that failed could turn the decision around: counted for either player, they leave the score on both sides
    /// of one half, or of the margin of balance.
    pub fn hangs_on_failed(&self) -> bool {
        let Some(range) = self.measure(Quantity::Score).with_failed else { return false };
        match self.decision {
            Decision::Advantage { .. } => range.contains(0.5),
            Decision::Balanced => (range.high - 0.5).max(0.5 - range.low) > self.design.margin(),
            Decision::Open { .. } => false,
        }
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
            Taken::PerGame(_) => self.means.estimate(quantity).map(|estimate| self.of_evidence(estimate)),
            Taken::FromTally(estimate) => estimate(self, komi),
        }?;
        let interval = interval.map(|interval| quantity.possible(interval));
        let with_failed = self.with_failed(quantity, value);
        Some(Measure { quantity, value, interval, with_failed, failed: self.design.failed, n, sampled })
    }

    /// The range in which the score `value` lies if the games that failed, and those without the other game of their pair, are
    /// counted for either player; `None` if no game failed, or if `quantity` is not a score.
    fn with_failed(&self, quantity: Quantity, value: f64) -> Option<Interval> {
        let counted = match quantity {
            Quantity::Score | Quantity::FirstSideScore => self.games(),
            Quantity::FirstAgentScore => 2 * self.pairs.count(),
            _ => return None,
        };
        let asked = self.games() + self.design.failed;
        let (won, missing) = (value * counted as f64, (asked - counted) as f64);
        let share = |won: f64| won / asked as f64;
        (self.design.failed > 0).then(|| Interval { low: share(won), high: share(won + missing) })
    }

    /// The estimate with the interval and the sample of the games that are evidence, which the interval of all games is too narrow
    /// for.
    fn of_evidence(&self, estimate: Estimate) -> Estimate {
        let Estimate { value, interval, sampled: (n, kind) } = estimate;
        let evidence = self.evidence();
        let wider = |x: f64| value + (x - value) / evidence.sqrt();
        let interval = if evidence < 1.0 { interval.map(|interval| interval.map(wider)) } else { interval };
        Estimate { value, interval, sampled: (part(n, evidence), kind) }
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
        let score = self.pairs.first_player().map_or(games, |pairs| pairs.reported_as(games.share));
        Some(score.of_evidence(self.evidence()))
    }

    /// The score of the side that moves first, whichever player had it.
    pub(super) fn side_score(&self) -> Option<Estimate> {
        let games = self.side_outcomes.proportion()?;
        let score = self.side_pairs.first_player().map_or(games, |pairs| pairs.reported_as(games.share));
        let score = score.of_evidence(self.evidence());
        Some(Estimate { value: score.share, interval: Some(score.interval()), sampled: self.sampled() })
    }

    /// The decision on the first player's score.
    fn decision(&self) -> Option<Decision> {
        let score = self.proportion()?;
        let sequence = self.watch.as_ref().map(StoppingRule::interval);
        let interval = sequence.unwrap_or_else(|| score.interval());
        Some(Decision::of(score, interval, sequence.is_some(), self.design.margin()))
    }

    /// The sample over which intervals are computed: pairs if there are any, else games; only those that are evidence.
    fn sampled(&self) -> (u64, Sampled) {
        let (n, kind) = self.all();
        (part(n, self.evidence()), kind)
    }

    /// A proportion over pairs, converted by the increasing `f`.
    pub(super) fn over_pairs(
        &self,
        of: fn(&Pairs) -> Option<Proportion>,
        f: fn(f64) -> f64,
    ) -> Option<Estimate> {
        let proportion = of(&self.pairs)?.of_evidence(self.evidence());
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
        let all = Estimate { value: points(value), interval, sampled: self.all() };
        Some(self.of_evidence(all))
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
        let all =
            Estimate { value: in_all(value), interval: Some(interval.map(in_all)), sampled: self.all() };
        Some(self.of_evidence(all))
    }

    /// The number of pairs if there are any, else of games.
    fn all(&self) -> (u64, Sampled) {
        match self.pairs.count() {
            0 => (self.games(), Sampled::Games),
            pairs => (pairs, Sampled::Pairs),
        }
    }

    pub(super) fn distinct_games(&self) -> Option<Estimate> {
        let value = self.seen.count().count as f64;
        Some(Estimate { value, interval: None, sampled: (self.games(), Sampled::Games) })
    }
}

/// This share of `n`, rounded, and at least 1.
pub(super) fn part(n: u64, share: f64) -> u64 {
    ((n as f64 * share).round() as u64).max(1)
}

/// How far a share is above one half, in percentage points.
pub(super) fn above_half(share: f64) -> f64 {
    (share - 0.5) * 100.0
}

#[cfg(test)]
pub(super) mod tests;
