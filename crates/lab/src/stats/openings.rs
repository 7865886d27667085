//! First turns: the score of each, the fairest of them, and the advantage that the pie rule would leave.

use std::collections::BTreeMap;

use super::difference::beyond;
use super::interval::Interval;
use super::outcomes::Outcomes;
use super::special::Z;
use dropline_engine::rules::Winner;

/// With at most this many scores, none is shrunk: Stein's estimator helps only with four or more.
const LEFT_ALONE: usize = 3;

/// Games by first turn, with results for the side that moves first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    pub(super) outcomes: BTreeMap<String, Outcomes>,
    /// Whether there were more different first turns than [`Openings::CAP`].
    overflowed: bool,
}

/// A first turn with a shrunken estimate of its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The turn in the notation.
    pub turn: String,
    /// How the games ended for the side that played it.
    pub outcomes: Outcomes,
    /// The observed score of that side.
    pub score: f64,
    /// The score, shrunk towards the mean over all first turns to allow for chance.
    pub shrunken: f64,
    /// The 95 % interval of the turn's true score, around the shrunken one.
    pub interval: Interval,
}

/// How near the fairest first turn comes to an even game.
#[derive(Clone, Debug, PartialEq)]
pub struct Fairest {
    /// The turn.
    pub opening: Opening,
    /// The distance of its shrunken score from 1/2, from 0 to 1/2.
    pub gap: f64,
    /// The 95 % interval of that distance.
    pub interval: Interval,
    /// The number of first turns among which it was picked.
    pub of: usize,
    /// The first turns that may be the fairest, in the order of their observed distance from an even game. The set contains the
    /// truly fairest one with 95 % confidence.
    pub set: Vec<String>,
    /// Whether the scores of the first turns differ no more than chance would explain. If so, this turn is as good as any other.
    pub alike: bool,
}

/// How evenly the games are spread over first turns.
///
/// The observed entropy H = -Σ p ln p of the shares p of the first turns, in nats, is too low by about (k - 1) / 2n for k turns in
/// n games; this amount is added (Miller and Madow). The corrected entropy has a normal interval with the variance of the
/// uncorrected H, (Σ p ln² p - H²)/n, cut off at 0. Both are then converted to bits. 2 to the power of the entropy in bits is the
/// number of first turns that, played equally often, would be as diverse (Hill's number of order 1). Sources: C. E. Shannon, Bell
/// System Technical Journal 27 (1948); G. A. Miller, "Note on the bias of information estimates" (1955); G. P. Basharin, Theory of
/// Probability and its Applications 4 (1959), for the variance; M. O. Hill, Ecology 54 (1973).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Diversity {
    /// The corrected entropy in bits.
    pub entropy: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// The number of different first turns observed.
    pub turns: usize,
    /// The number of games.
    pub games: u64,
}

impl Diversity {
    /// How many equally frequent first turns would be as diverse, and the 95 % interval of that number.
    pub fn equally_often(&self) -> (f64, Interval) {
        (self.entropy.exp2(), self.interval.map(f64::exp2))
    }
}

impl Openings {
    /// The maximum number of distinct first turns; any others are not counted.
    pub const CAP: usize = 1 << 14;
    /// The longest first turn that is counted, in bytes of the notation, to bound memory.
    const LONGEST: usize = 1 << 12;
    /// The minimum number of games for which a first turn is judged.
    pub const ENOUGH: u64 = 30;

    /// Counts a game that began with `turn` and that `winner` won. If the players `swapped`, the first player has the side that
    /// moved second.
    pub fn add(&mut self, turn: &str, winner: Winner, swapped: bool) {
        if !self.outcomes.contains_key(turn) {
            if self.outcomes.len() >= Self::CAP || turn.len() > Self::LONGEST {
                self.overflowed = true;
                return;
            }
            self.outcomes.insert(turn.to_owned(), Outcomes::default());
        }
        let Some(outcomes) = self.outcomes.get_mut(turn) else { return };
        match (winner, swapped) {
            (Winner::Draw, _) => outcomes.draws += 1,
            (Winner::First, false) | (Winner::Second, true) => outcomes.wins += 1,
            (Winner::First, true) | (Winner::Second, false) => outcomes.losses += 1,
        }
    }

    /// Games counted elsewhere, by their first turns.
    pub fn of(outcomes: impl IntoIterator<Item = (String, Outcomes)>) -> Self {
        Self { outcomes: outcomes.into_iter().collect(), overflowed: false }
    }

    /// The mean score over the first turns with enough games, weighted by games; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        prior(&self.known()).map(|prior| prior.mean)
    }

    /// The same games with equivalent first turns pooled: each is counted as the turn that `first_of` returns.
    pub fn pooled(&self, first_of: impl Fn(&str) -> String) -> Self {
        let mut pooled = Self { outcomes: BTreeMap::new(), overflowed: self.overflowed };
        for (turn, outcomes) in &self.outcomes {
            let Outcomes { wins, draws, losses } = pooled.outcomes.entry(first_of(turn)).or_default();
            *wins += outcomes.wins;
            *draws += outcomes.draws;
            *losses += outcomes.losses;
        }
        pooled
    }

    /// How diverse the first turns of these games are; `None` without games, or with more first turns than can be counted.
    pub fn diversity(&self) -> Option<Diversity> {
        let counts: Vec<f64> = self.outcomes.values().map(|outcomes| outcomes.games() as f64).collect();
        let n: f64 = counts.iter().sum();
        if n <= 0.0 || self.overflowed {
            return None;
        }
        let seen = -counts.iter().map(|count| count / n * (count / n).ln()).sum::<f64>();
        let squares: f64 = counts.iter().map(|count| count / n * (count / n).ln().powi(2)).sum();
        let half = Z * ((squares - seen * seen).max(0.0) / n).sqrt();
        let entropy = seen + (counts.len() as f64 - 1.0) / (2.0 * n);
        let low = (entropy - half).max(0.0);
        let bits = |nats: f64| nats / std::f64::consts::LN_2;
        Some(Diversity {
            entropy: bits(entropy),
            interval: Interval { low, high: entropy + half }.map(bits),
            turns: counts.len(),
            games: n as u64,
        })
    }

    /// The number of different first turns counted, and whether these are all.
    pub fn count(&self) -> (usize, bool) {
        (self.outcomes.len(), !self.overflowed)
    }

    /// The first turns with at least [`Openings::ENOUGH`] games, in the order of their notation, each with its shrunken score.
    ///
    /// The best, or the fairest, of many noisy scores owes much to luck. Each score s is therefore shrunk towards the mean m of
    /// all, the more so the noisier it is: to m + (1 - B) (s - m) with B = σ² / (τ² + σ²). Here σ² is the variance of the score
    /// due to its number of games, and τ² is the variance of the true scores, estimated as the excess of the scores' variance
    /// over chance. The variance of the result is σ² (1 - B (k - 1)/k) + 2 B² (s - m)² / (k - 3) for k turns: the first part
    /// allows for the estimation of m, the second for the estimation of B. Three turns or fewer are not shrunk. σ² is the
    /// variance of an outcome over all games, divided by the turn's games: estimated from the few games of one turn, it would
    /// often be 0.
    ///
    /// Source: C. N. Morris, "Parametric empirical Bayes inference: theory and applications", JASA 78 (1983), building on B. Efron
    /// and C. Morris, "Data analysis using Stein's estimator and its generalizations", JASA 70 (1975); the moment estimate of τ²:
    /// R. DerSimonian and N. Laird, Controlled Clinical Trials 7 (1986).
    pub fn judged(&self) -> Vec<Opening> {
        let known = self.known();
        let Some(Prior { mean, spread, outcome }) = prior(&known) else { return Vec::new() };
        let turns = known.len() as f64;
        let judge = |&(turn, outcomes, score): &(&String, &Outcomes, f64)| {
            let error = outcome / outcomes.games() as f64;
            let drawn =
                if known.len() <= LEFT_ALONE || error <= 0.0 { 0.0 } else { error / (spread + error) };
            let shrunken = score - drawn * (score - mean);
            let unsure_of_drawn =
                if drawn > 0.0 { 2.0 * (drawn * (score - mean)).powi(2) / (turns - 3.0) } else { 0.0 };
            let variance = error * (1.0 - drawn * (turns - 1.0) / turns) + unsure_of_drawn;
            let half = Z * variance.sqrt();
            let interval = Interval { low: (shrunken - half).max(0.0), high: (shrunken + half).min(1.0) };
            Opening { turn: turn.clone(), outcomes: *outcomes, score, shrunken, interval }
        };
        known.iter().map(judge).collect()
    }

    /// The first turn whose shrunken score is nearest to 1/2, or the first of several; `None` if no turn has enough games.
    ///
    /// Under the pie rule, a first player who knows what turns are worth plays this turn, and the second player takes the better
    /// side: the gap is the advantage that the rule would leave.
    pub fn fairest(&self) -> Option<Fairest> {
        let judged = self.judged();
        let (of, alike) = (judged.len(), judged.len() > LEFT_ALONE && self.are_alike());
        let gap = |opening: &Opening| (opening.shrunken - 0.5).abs();
        let opening = judged.into_iter().min_by(|a, b| gap(a).total_cmp(&gap(b)))?;
        let Interval { low, high } = opening.interval;
        let (low, high) = (low - 0.5, high - 0.5);
        let nearest = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
        let interval = Interval { low: nearest, high: low.abs().max(high.abs()) };
        Some(Fairest { gap: gap(&opening), interval, of, set: self.fairest_set(), alike, opening })
    }

    /// The first turns with enough games that may be the fairest.
    ///
    /// The distances of all observed scores from 1/2 have intervals that are simultaneously valid at 95 % (Bonferroni's). A turn
    /// is excluded if the lower bound of its distance is larger than the upper bound of another turn's distance. If all intervals
    /// contain the true distances, the fairest turn is included: the lower bound of its distance is at most its true distance,
    /// which is at most that of any other turn, and so at most the upper bound for any other turn.
    ///
    /// Source: S. S. Gupta, "On some multiple decision (selection and ranking) rules", Technometrics 7 (1965), by intervals as in
    /// J. C. Hsu, "Multiple Comparisons" (1996), section 4.1.
    fn fairest_set(&self) -> Vec<String> {
        let known = self.known();
        let z = beyond(0.05 / known.len().max(1) as f64);
        let distance = |(turn, outcomes, score): &(&String, &Outcomes, f64)| {
            let Interval { low, high } = outcomes.proportion()?.interval_at(z);
            let nearest =
                if low <= 0.5 && high >= 0.5 { 0.0 } else { (low - 0.5).abs().min((high - 0.5).abs()) };
            Some(((score - 0.5).abs(), nearest, (low - 0.5).abs().max((high - 0.5).abs()), (*turn).clone()))
        };
        let mut distances: Vec<(f64, f64, f64, String)> = known.iter().filter_map(distance).collect();
        let bound = distances.iter().map(|&(_, _, largest, _)| largest).fold(f64::INFINITY, f64::min);
        distances.retain(|&(_, nearest, ..)| nearest <= bound);
        distances.sort_by(|a, b| a.0.total_cmp(&b.0));
        distances.into_iter().map(|(.., turn)| turn).collect()
    }

    /// Whether the scores of the first turns vary no more than chance would explain.
    pub fn are_alike(&self) -> bool {
        prior(&self.known()).is_none_or(|prior| prior.spread <= 0.0)
    }

    /// The first turns with enough games, and their scores.
    fn known(&self) -> Vec<(&String, &Outcomes, f64)> {
        let enough = self.outcomes.iter().filter(|(_, outcomes)| outcomes.games() >= Self::ENOUGH);
        enough.filter_map(|(turn, outcomes)| Some((turn, outcomes, outcomes.score()?))).collect()
    }
}

/// The distribution of the true scores of all first turns.
struct Prior {
    /// The mean of their true scores.
    mean: f64,
    /// The variance of the true scores.
    spread: f64,
    /// The variance of a game's outcome.
    outcome: f64,
}

/// The moment estimates over the scores, each weighted by its number of games; `None` without any.
fn prior(known: &[(&String, &Outcomes, f64)]) -> Option<Prior> {
    let games = |outcomes: &Outcomes| outcomes.games() as f64;
    let total: f64 = known.iter().map(|(_, outcomes, _)| games(outcomes)).sum();
    if total <= 0.0 {
        return None;
    }
    let mean = known.iter().map(|(_, outcomes, score)| games(outcomes) * score).sum::<f64>() / total;
    let of_game = |outcomes: &Outcomes| outcomes.wins as f64 + outcomes.draws as f64 / 4.0;
    let squares: f64 = known.iter().map(|(_, outcomes, _)| of_game(outcomes)).sum();
    let outcome = (squares / total - mean * mean).max(0.0);
    if outcome <= 0.0 {
        return Some(Prior { mean, spread: 0.0, outcome });
    }
    // Cochran's Q is about the number of turns minus 1 if all have the same true score.
    let q: f64 =
        known.iter().map(|(_, outcomes, score)| games(outcomes) * (score - mean).powi(2)).sum::<f64>()
            / outcome;
    let weights: f64 =
        total - known.iter().map(|(_, outcomes, _)| games(outcomes).powi(2)).sum::<f64>() / total;
    let excess = q - (known.len() as f64 - 1.0);
    let spread = if weights > 0.0 { (excess / weights * outcome).max(0.0) } else { 0.0 };
    Some(Prior { mean, spread, outcome })
}

#[cfg(test)]
mod tests;
