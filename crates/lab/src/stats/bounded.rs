//! Confidence intervals for means of results from 0 to 1, with any values in between.

use super::interval::Interval;
use super::special::Z;
use std::collections::BTreeMap;

/// The number of bisection steps that find an end of an interval to within rounding.
const HALVINGS: usize = 56;

/// Results from 0 to 1, counted by value.
#[derive(Clone, Copy)]
pub struct Results<'a> {
    /// The values in increasing order; the first is 0 and the last 1.
    pub values: &'a [f64],
    /// The number of results with each value, at least one in all.
    pub counts: &'a [f64],
}

impl Results<'_> {
    /// The number of results.
    fn n(self) -> f64 {
        self.counts.iter().sum()
    }

    /// The number of results that are 1.
    fn ones(self) -> f64 {
        self.counts.last().copied().unwrap_or(0.0)
    }

    /// The variance of a single result.
    pub fn variance(self) -> f64 {
        Shifted::new(self, 0.0).variance
    }

    /// The largest mean that one of the tests of [`Proportion::interval`](super::Proportion::interval) accepts at the critical
    /// value `z`.
    pub fn upper_end(self, z: f64) -> f64 {
        self.search_end(z, |_, _| false)
    }

    /// Whether [`Results::upper_end`] is at least `mean`. If that end is far from `mean`, a few steps of the search decide.
    pub fn reaches(self, mean: f64, z: f64) -> bool {
        self.search_end(z, |tried, accepted| accepted == (tried >= mean)) >= mean
    }

    /// Searches for [`Results::upper_end`] until a mean that was tried, and whether it was accepted, are `enough`; returns the
    /// largest accepted mean.
    fn search_end(self, z: f64, enough: impl Fn(f64, bool) -> bool) -> f64 {
        let n = self.n();
        if self.ones() >= n {
            return 1.0;
        }
        let observed = Shifted::new(self, 0.0).mean;
        // If no result is 1, the likeliest distributions with the largest means put weight on 1, which was never observed.
        let (mut accepted, mut refused) = (0.0, if self.ones() > 0.0 { 1.0 } else { 2.0 });
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(accepted, refused);
            let tried = Shifted::new(self, middle);
            let accepts = tried.accepts(observed, n, z);
            if accepts {
                accepted = middle;
            } else {
                refused = middle;
            }
            if enough(tried.mean, accepts) {
                break;
            }
        }
        Shifted::new(self, accepted).mean.min(1.0)
    }
}

/// The moments of the most likely distribution of results with a given mean.
struct Shifted {
    mean: f64,
    variance: f64,
    /// The third central moment.
    third: f64,
}

impl Shifted {
    /// The distribution at `shift`. At 0 it is the distribution of the counted results; with larger shifts, it moves towards all
    /// results being 1, and its mean grows.
    ///
    /// Up to a shift of 1, a result of `value` has the weight c / (1 - shift value) before normalization: with λ (1 - shift m) =
    /// -shift that is the weight of the restricted maximum likelihood. The excess of the shift over 1 is the weight at 1, if no
    /// result is 1.
    fn new(Results { values, counts }: Results<'_>, shift: f64) -> Self {
        let (tilt, part) = (shift.min(1.0), (shift - 1.0).max(0.0));
        let weight = |(&value, &count): (&f64, &f64)| {
            if count > 0.0 { count / (1.0 - tilt * value) } else { 0.0 }
        };
        let all: f64 = values.iter().zip(counts).map(weight).sum();
        let scale = (1.0 - part) / all;
        let last = values.len() - 1;
        let moment = |of: &dyn Fn(f64) -> f64| {
            let term = |(at, (value, count)): (usize, (&f64, &f64))| {
                (weight((value, count)) * scale + if at == last { part } else { 0.0 }) * of(*value)
            };
            values.iter().zip(counts).enumerate().map(term).sum::<f64>()
        };
        let mean = moment(&|v| v);
        Self { mean, variance: moment(&|v| (v - mean).powi(2)), third: moment(&|v| (v - mean).powi(3)) }
    }

    /// Whether one of the tests accepts this distribution's mean at the critical value `z`, given the mean `observed` of `n`
    /// results.
    fn accepts(&self, observed: f64, n: f64, z: f64) -> bool {
        let distance = observed - self.mean;
        if distance.abs() < 1e-15 {
            return true;
        }
        let score = distance * (n / self.variance).sqrt();
        let skewness = self.third / (self.variance.powf(1.5) * n.sqrt());
        score.abs() <= z || corrected(score, skewness).abs() <= z
    }
}

/// The point of the standard normal distribution whose tail equals that of `score` in a standardised gamma distribution with this
/// `skewness`. (Wilson and Hilferty 1931.)
pub fn corrected(score: f64, skewness: f64) -> f64 {
    if skewness.abs() < 1e-6 {
        return score;
    }
    6.0 / skewness * ((1.0 + skewness * score / 2.0).cbrt() - 1.0) + skewness / 6.0
}

/// A mean of results from 0 to 1, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanShare {
    /// The mean.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// The number of results.
    pub n: u64,
}

/// Shares k / m, one for each of several games, counted exactly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares(BTreeMap<(u32, u32), u64>);

impl Shares {
    /// Adds the share of `part` in `all`; nothing if `all` is 0.
    pub fn add(&mut self, part: u32, all: u32) {
        if all > 0 {
            *self.0.entry((part, all)).or_default() += 1;
        }
    }

    /// Their mean, with the interval of a score (see [`Proportion::interval`](super::Proportion::interval)); `None` without
    /// shares.
    pub fn mean(&self) -> Option<MeanShare> {
        let (values, counts) = self.by_value();
        let n: u64 = self.0.values().sum();
        let sum: f64 = values.iter().zip(&counts).map(|(value, count)| value * count).sum();
        let mirrored: Vec<f64> = values.iter().rev().map(|value| 1.0 - value).collect();
        let reversed: Vec<f64> = counts.iter().rev().copied().collect();
        let low = || 1.0 - Results { values: &mirrored, counts: &reversed }.upper_end(Z);
        let high = || Results { values: &values, counts: &counts }.upper_end(Z);
        (n > 0).then(|| MeanShare {
            value: sum / n as f64,
            interval: Interval { low: low(), high: high() },
            n,
        })
    }

    /// The values in increasing order, 0 and 1 among them, and how often each occurred.
    fn by_value(&self) -> (Vec<f64>, Vec<f64>) {
        let mut all = vec![(0.0, 0.0), (1.0, 0.0)];
        all.extend(
            self.0.iter().map(|(&(part, of), &count)| (f64::from(part) / f64::from(of), count as f64)),
        );
        all.sort_by(|one, other| one.0.total_cmp(&other.0));
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
        all.into_iter().unzip()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Proportion;
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn of(shares: &[(u32, u32)]) -> Option<MeanShare> {
        let mut all = Shares::default();
        shares.iter().for_each(|&(part, of)| all.add(part, of));
        all.mean()
    }

    #[test]
    fn shares_in_quarters_have_the_interval_of_a_score() {
        let shares = [(0, 3), (1, 4), (2, 4), (1, 2), (3, 4), (5, 5), (1, 1), (2, 2)];
        let mean = of(&shares).expect("shares");
        let score = Proportion::of_quarters([1, 1, 2, 1, 3]).expect("results");
        assert_eq!((mean.value, mean.interval, mean.n), (score.share, score.interval(), 8));
    }

    #[test]
    fn each_game_counts_once_and_games_without_decisions_do_not_count() {
        let mean = of(&[(1, 10), (1, 1), (0, 0)]).expect("shares");
        assert_eq!((mean.value, mean.n), (0.55, 2));
        assert_eq!(of(&[(0, 0)]), None);
    }

    #[test]
    fn equal_shares_have_an_interval_of_nonzero_width() {
        let all = of(&[(7, 7); 20]).expect("shares").interval;
        assert!(all.high == 1.0 && all.low > 0.8 && all.low < 0.9, "{all:?}");
        let some = of(&[(2, 3); 20]).expect("shares").interval;
        assert!(some.low < 2.0 / 3.0 && some.high > 2.0 / 3.0 && some.low > 0.4, "{some:?}");
    }

    /// How often the interval of `games` shares contains the true mean, if each of up to `most` decisions keeps the value with
    /// a chance of `skill`.
    fn coverage(games: u32, most: u32, skill: f64) -> f64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut uniform = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut experiment = || {
            let mut shares = Shares::default();
            for _ in 0..games {
                let decisions = 1 + (uniform() * f64::from(most)) as u32;
                let kept = (0..decisions).filter(|_| uniform() < skill).count() as u32;
                shares.add(kept, decisions);
            }
            shares.mean().is_some_and(|mean| mean.interval.contains(skill))
        };
        let experiments = 2_000;
        (0..experiments).filter(|_| experiment()).count() as f64 / f64::from(experiments)
    }

    #[test]
    fn the_interval_contains_the_true_share_95_times_in_100() {
        for (games, most, skill) in [(20, 5, 0.5), (100, 5, 0.5), (100, 8, 0.9), (100, 12, 0.98)] {
            let held = coverage(games, most, skill);
            assert!((0.93..=0.98).contains(&held), "{games} games, {most} decisions, {skill}: {held}");
        }
    }
}
