//! A confidence sequence: intervals for a mean that are valid however often they are computed.

use super::interval::Interval;

/// The probability, over all looks together, that the true mean is ever excluded.
const ALPHA: f64 = 0.05;
/// The distance between neighbouring hypotheses.
const STEP: f64 = 1e-4;
/// The number of hypotheses: the means 0, [`STEP`], 2 [`STEP`] and so on to 1.
const HYPOTHESES: usize = 10_001;
/// The largest share of its capital that a gambler may lose in one bet.
const MAX_LOSS: f64 = 0.5;

/// A 95 % confidence sequence of the mean of independent observations from 0 to 1: an interval after each of them, all of which
/// contain the true mean with a probability of 95 %. So a run may check the interval after each game and stop when it is narrow
/// enough, which would invalidate an interval for a fixed number of games.
///
/// For each possible mean m, one gambler bets on each observation that it is above m, and another that it is below, at odds that
/// are fair if m is true. If a gambler multiplies the initial capital by 2/alpha = 40, m is refuted (Ville's inequality). The
/// stake depends on the variance observed so far, so that the sequence is narrow where outcomes vary little, because of draws or
/// of nearly equal results. A refuted mean stays refuted.
///
/// The time for an observation is proportional to the number of means not refuted yet, which decreases.
///
/// A sequence may aim at a half-width at which to stop: it reaches that half-width with about a third of the observations that a
/// sequence without an aim needs. After fewer or more observations it is wider than a sequence without an aim, but still valid.
///
/// Source: I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the
/// Royal Statistical Society B 86 (2024; online 2023), theorem 3: the hedged capital process, with theta = c = 1/2.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfidenceSequence {
    stake: Stake,
    /// The index of the lowest mean that is not refuted.
    lowest: usize,
    /// The capitals of the means that are not refuted, which form one interval.
    capitals: Vec<Capital>,
    /// The probability that the true mean is ever excluded.
    alpha: f64,
}

impl Default for ConfidenceSequence {
    fn default() -> Self {
        Self {
            stake: Stake::default(),
            lowest: 0,
            capitals: vec![Capital::default(); HYPOTHESES],
            alpha: ALPHA,
        }
    }
}

impl ConfidenceSequence {
    /// A sequence that aims at this half-width, more than 0.
    pub fn aiming_at(half_width: f64) -> Self {
        Self { stake: Stake { aim: Some(half_width), ..Stake::default() }, ..Self::default() }
    }

    /// One of `count` sequences that are simultaneously valid at 95 % (Bonferroni).
    pub fn one_of(count: usize) -> Self {
        Self { alpha: ALPHA / count.max(1) as f64, ..Self::default() }
    }

    /// Takes an `observation`, from 0 to 1.
    pub fn observe(&mut self, observation: f64) {
        let stake = self.stake.next();
        for (number, capital) in (self.lowest..).zip(&mut self.capitals) {
            capital.bet(stake, mean(number), observation);
        }
        self.stake.observe(observation);
        let alpha = self.alpha;
        let refuted = |capital: &&Capital| capital.refutes(alpha);
        let below = self.capitals.iter().take_while(refuted).count();
        if below < self.capitals.len() {
            let above = self.capitals.iter().rev().take_while(refuted).count();
            self.capitals.truncate(self.capitals.len() - above);
            self.capitals.drain(..below);
            self.lowest += below;
        }
        // If the observations have no common distribution, a single observation may refute all remaining means. In that case
        // they all stay.
    }

    /// The current interval. Each end is a refuted mean, or 0 or 1, so it is off by less than a step between hypotheses.
    pub fn interval(&self) -> Interval {
        let highest = self.lowest + self.capitals.len() - 1;
        Interval { low: mean(self.lowest.saturating_sub(1)), high: mean((highest + 1).min(HYPOTHESES - 1)) }
    }

    /// An estimate of the total number of observations that a sequence needs if it aims at this half-width, which is more than 0,
    /// and if further observations are like those so far. It rarely needs more. The estimate is 2 log(2/alpha) v / w² for the
    /// observed variance v and the half-width w, or log(2/alpha) / w if the observations hardly vary, since a gambler stakes at
    /// most half of the capital. Both formulas follow from the stake of a sequence with an aim.
    pub fn observations_for(&self, half_width: f64) -> f64 {
        let odds = (2.0 / ALPHA).ln();
        (2.0 * odds * self.stake.variance() / (half_width * half_width)).max(odds / half_width)
    }
}

/// The mean with this index.
fn mean(number: usize) -> f64 {
    number as f64 * STEP
}

/// The stake on the next observation, before the limit that depends on the hypothetical mean.
///
/// The predictable plug-in of the source: sqrt(2 log(2/alpha) / (v t log(1 + t))) for observation t, where v is the variance of
/// the earlier observations together with a prior observation that has mean 1/2 and variance 1/4.
///
/// If the number n of observations is known, the best stake on each is sqrt(2 log(2/alpha) / (v n)), and the half-width after all
/// of them is about sqrt(2 log(2/alpha) v / n) (the source, on confidence intervals for a fixed n). So the stake for a half-width
/// w is w / v, regardless of n; a sequence that aims at w uses this stake.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Stake {
    observations: f64,
    sum: f64,
    /// The sum of the squared distances of the observations from the running mean.
    squares: f64,
    /// The half-width to aim at, if any.
    aim: Option<f64>,
}

impl Stake {
    fn next(&self) -> f64 {
        let t = self.observations + 1.0;
        let variance = self.variance();
        match self.aim {
            Some(half_width) => half_width / variance,
            None => (2.0 * (2.0 / ALPHA).ln() / (variance * t * t.ln_1p())).sqrt(),
        }
    }

    /// The variance of the observations together with a prior observation that has mean 1/2 and variance 1/4.
    fn variance(&self) -> f64 {
        (0.25 + self.squares) / (self.observations + 1.0)
    }

    fn observe(&mut self, observation: f64) {
        self.observations += 1.0;
        self.sum += observation;
        let mean = (0.5 + self.sum) / (self.observations + 1.0);
        self.squares += (observation - mean) * (observation - mean);
    }
}

/// The capitals of two gamblers, initially 1. One bets that the true mean is above the hypothetical one, the other that it is
/// below.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Capital {
    above: f64,
    below: f64,
}

impl Default for Capital {
    fn default() -> Self {
        Self { above: 1.0, below: 1.0 }
    }
}

impl Capital {
    /// Both gamblers bet `stake` on the `observation`, or less, so that each keeps at least half of its capital.
    fn bet(&mut self, stake: f64, mean: f64, observation: f64) {
        let gain = observation - mean;
        self.above *= 1.0 + stake.min(MAX_LOSS / mean) * gain;
        self.below *= 1.0 - stake.min(MAX_LOSS / (1.0 - mean)) * gain;
    }

    /// Whether one of the two gamblers, each with half of the capital, has won enough to refute the mean.
    fn refutes(&self, alpha: f64) -> bool {
        self.above.max(self.below) / 2.0 >= 1.0 / alpha
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulated::Games;
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    /// The means that are not refuted after any number of these observations, computed directly from the equations of the source.
    fn slow(observations: &[f64], means: &[f64]) -> Vec<f64> {
        let refuted_at = |m: f64, looked: usize| {
            let (mut up, mut down) = (1.0, 1.0);
            for t in 1..=looked {
                let mean_up_to = |i: usize| (0.5 + observations[..i].iter().sum::<f64>()) / (i as f64 + 1.0);
                let squares: f64 = (1..t).map(|i| (observations[i - 1] - mean_up_to(i)).powi(2)).sum();
                let variance = (0.25 + squares) / t as f64;
                let lambda =
                    (2.0 * (2.0_f64 / 0.05).ln() / (variance * t as f64 * (1.0 + t as f64).ln())).sqrt();
                up *= 1.0 + lambda.min(0.5 / m) * (observations[t - 1] - m);
                down *= 1.0 - lambda.min(0.5 / (1.0 - m)) * (observations[t - 1] - m);
            }
            (0.5 * up).max(0.5 * down) >= 20.0
        };
        let stands = |m: &f64| (1..=observations.len()).all(|looked| !refuted_at(*m, looked));
        means.iter().copied().filter(stands).collect()
    }

    fn outcomes(games: Games, n: usize, seed: u64) -> Vec<f64> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..n).map(|_| f64::from(games.halves(&mut rng)) / 2.0).collect()
    }

    #[test]
    fn the_sequence_agrees_with_the_source() {
        for (seed, games) in [
            (1, Games::decisive(0.5)),
            (2, Games::drawn(0.5, 0.6)),
            (3, Games::decisive(0.97)),
            (4, Games::drawn(0.1, 0.1)),
        ] {
            let observations = outcomes(games, 80, seed);
            let mut sequence = ConfidenceSequence::default();
            observations.iter().for_each(|&x| sequence.observe(x));
            let means: Vec<f64> = (0..=200).map(|i| f64::from(i) / 200.0).collect();
            let standing = slow(&observations, &means);
            let interval = sequence.interval();
            // The ends are the refuted means next to those that remain.
            let ours = |m: &f64| interval.low + STEP / 2.0 < *m && *m < interval.high - STEP / 2.0;
            let ours: Vec<f64> = means
                .into_iter()
                .filter(|m| ours(m) || [0.0, 1.0].contains(m) && interval.contains(*m))
                .collect();
            assert_eq!(ours, standing, "{games:?}: {interval:?}");
            assert!(standing.len() < 190, "something has been refuted");
        }
    }

    #[test]
    fn the_first_look_agrees_with_hand_computation() {
        // Before the first win the variance is 1/4: lambda = sqrt(2 log 40 / (log(2) / 4)) = 6.53, which is more than the limit
        // for every mean above 0.077: the capital is 1 + 1/2 (1 - m) / m there, and at most 7.53 at 0. Nothing is refuted.
        let mut sequence = ConfidenceSequence::default();
        assert!((sequence.stake.next() - 6.525).abs() < 1e-3);
        sequence.observe(1.0);
        assert_eq!(sequence.interval(), Interval { low: 0.0, high: 1.0 });
        assert!((sequence.capitals[0].above - 7.525).abs() < 1e-3);
        assert!((sequence.capitals[5_000].above - 1.5).abs() < 1e-12);
        assert!((sequence.capitals[5_000].below - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_ends_are_the_refuted_means_next_to_the_remaining_ones() {
        let standing = |lowest: usize, means: usize| {
            let capitals = vec![Capital::default(); means];
            ConfidenceSequence { lowest, capitals, ..ConfidenceSequence::default() }.interval()
        };
        assert_eq!(standing(100, 201), Interval { low: mean(99), high: mean(301) });
        assert_eq!(standing(0, HYPOTHESES), Interval { low: 0.0, high: 1.0 });
        assert_eq!(standing(HYPOTHESES - 1, 1), Interval { low: mean(HYPOTHESES - 2), high: 1.0 });
    }

    #[test]
    fn the_interval_narrows_to_the_mean_and_never_widens() {
        let mut sequence = ConfidenceSequence::default();
        let mut before = sequence.interval();
        for x in outcomes(Games::drawn(0.6, 0.2), 20_000, 9) {
            sequence.observe(x);
            let now = sequence.interval();
            assert!(now.low >= before.low && now.high <= before.high);
            before = now;
        }
        // An interval for a fixed number of games would have a half-width of 0.0061.
        assert!(before.contains(0.6) && before.half_width() < 0.018, "{before:?}");
    }

    /// The number of games until the half-width is 0.02.
    fn games_until_2_points(mut sequence: ConfidenceSequence, games: Games, seed: u64) -> usize {
        let narrow = |&x: &f64| {
            sequence.observe(x);
            sequence.interval().half_width() <= 0.02
        };
        1 + outcomes(games, 200_000, seed).iter().position(narrow).expect("enough games")
    }

    #[test]
    fn a_sequence_that_aims_at_a_half_width_reaches_it_sooner() {
        for (seed, games, known) in [
            (1, Games::decisive(0.5), 2_401),
            (2, Games::drawn(0.6, 0.4), 1_345),
            (3, Games::decisive(0.95), 457),
        ] {
            let aiming = games_until_2_points(ConfidenceSequence::aiming_at(0.02), games, seed);
            let general = games_until_2_points(ConfidenceSequence::default(), games, seed);
            // About twice as many as for an interval that is computed once: log(40) / 1.96² · 2 = 1.92.
            assert!(
                known < aiming && aiming < 5 * known / 2 && aiming < general,
                "{games:?}: {aiming}, {general}"
            );
        }
    }

    #[test]
    fn equal_observations_never_exclude_their_value() {
        for value in [0.0, 0.5, 1.0] {
            let mut sequence = ConfidenceSequence::default();
            (0..3_000).for_each(|_| sequence.observe(value));
            let interval = sequence.interval();
            assert!(interval.contains(value) && interval.half_width() < 0.01, "{value}: {interval:?}");
        }
    }

    #[test]
    fn the_interval_is_never_empty_even_if_the_distribution_changes() {
        let mut sequence = ConfidenceSequence::default();
        (0..1_000).for_each(|_| sequence.observe(0.0));
        (0..100_000).for_each(|_| sequence.observe(1.0));
        let Interval { low, high } = sequence.interval();
        assert!(low < high && (0.0..=1.0).contains(&low) && high <= 1.0);
    }

    #[test]
    fn some_look_excludes_the_true_mean_less_than_5_times_in_100() {
        const EXPERIMENTS: u32 = 4_000;
        const LOOKS: u32 = 2_000;
        for (games, aim) in [
            (Games::decisive(0.5), None),
            (Games::decisive(0.9), None),
            (Games::decisive(0.99), None),
            (Games::drawn(0.5, 0.5), None),
            (Games::drawn(0.9, 0.1), None),
            (Games::drawn(0.99, 0.01), None),
            (Games::decisive(0.5), Some(0.03)),
            (Games::decisive(0.9), Some(0.02)),
            (Games::decisive(0.99), Some(0.01)),
            (Games::drawn(0.5, 0.5), Some(0.02)),
        ] {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut left_out = 0;
            for _ in 0..EXPERIMENTS {
                // Each mean is tested independently of the others.
                let (mut stake, mut capital) = (Stake { aim, ..Stake::default() }, Capital::default());
                left_out += u32::from((0..LOOKS).any(|_| {
                    let x = f64::from(games.halves(&mut rng)) / 2.0;
                    capital.bet(stake.next(), games.score(), x);
                    stake.observe(x);
                    capital.refutes(ALPHA)
                }));
            }
            let share = f64::from(left_out) / f64::from(EXPERIMENTS);
            assert!(share < 0.05, "{games:?}, aim {aim:?}: {share}");
        }
    }
}
