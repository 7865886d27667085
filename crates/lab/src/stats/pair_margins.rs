//! Quantiles and the static komi of games that come in pairs, with the variance over the pairs.

use super::histogram::Histogram;
use super::interval::Interval;
use super::order::{Split, komi_interval};
use super::pairs::Pairs;
use super::proportion::Proportion;
use std::collections::BTreeMap;

/// The margins of pairs of games: how often each value is the lower margin of a pair, the higher margin, and both. That is enough
/// for the variance over pairs of the share of margins up to any value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairMargins {
    lower: Histogram,
    higher: Histogram,
    both: Histogram,
}

/// How many pairs have some value as their lower margin, as their higher margin, and as both margins.
#[derive(Clone, Copy, Default)]
struct Counts {
    lower: u64,
    higher: u64,
    both: u64,
}

impl PairMargins {
    /// Counts the margins of a pair's games.
    pub fn add(&mut self, [one, other]: [i64; 2]) {
        self.lower.add(one.min(other));
        self.higher.add(one.max(other));
        if one == other {
            self.both.add(one);
        }
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.lower.total()
    }

    /// The margins that occurred, in increasing order.
    fn counts(&self) -> BTreeMap<i64, Counts> {
        let mut counts = BTreeMap::<i64, Counts>::new();
        self.lower.counts().for_each(|(value, n)| counts.entry(value).or_default().lower += n);
        self.higher.counts().for_each(|(value, n)| counts.entry(value).or_default().higher += n);
        self.both.counts().for_each(|(value, n)| counts.entry(value).or_default().both += n);
        counts
    }

    /// The 95 % interval of the `share` quantile, `share` between 0 and 1: every value that the pairs do not reject. Its ends are
    /// infinite with too few pairs; `None` without pairs.
    ///
    /// At most `share` of all games lies below the true quantile, and at least `share` lies at or below it. A value is therefore
    /// rejected if the interval of the share of games below it lies above `share`, or if the interval of the share of games at or
    /// below it lies below `share`. These intervals have the variance over pairs.
    ///
    /// Source: R. S. Woodruff, "Confidence intervals for medians and other position measures", JASA 47 (1952), with the
    /// intervals of proportions from clusters of E. L. Korn and B. I. Graubard, Survey Methodology 24 (1998).
    pub fn quantile_interval(&self, share: f64) -> Option<Interval> {
        let pairs = self.pairs();
        let (mut lower, mut higher) = (0, 0);
        let (mut low, mut high) = (None, None);
        if !up_to(pairs, 0, 0)?.is_below(share) {
            low = Some(f64::NEG_INFINITY);
        }
        for (value, counts) in self.counts() {
            lower += counts.lower;
            higher += counts.higher;
            let known = up_to(pairs, lower, higher)?;
            if low.is_none() && !known.is_below(share) {
                low = Some(value as f64);
            }
            if high.is_none() && known.is_above(share) {
                high = Some(value as f64);
            }
        }
        Some(Interval { low: low.unwrap_or(f64::INFINITY), high: high.unwrap_or(f64::INFINITY) })
    }

    /// The 95 % interval of the [static komi](super::static_komi) of these games, whose margins are those of the first side: the
    /// same test, with the variance over pairs. `None` without pairs.
    pub fn komi_interval(&self) -> Option<Interval> {
        let pairs = self.pairs();
        let (mut lower, mut higher) = (0, 0);
        let split = |(value, at): (i64, Counts)| {
            let below = [lower, higher];
            lower += at.lower;
            higher += at.higher;
            let none = Counts::default();
            Some(Split {
                margin: value as f64,
                below: ahead(pairs, below, none)?,
                at: ahead(pairs, below, at)?,
                above: ahead(pairs, [lower, higher], none)?,
            })
        };
        let splits: Option<Vec<Split>> = self.counts().into_iter().map(split).collect();
        Some(komi_interval(&splits?, ahead(pairs, [0, 0], Counts::default())?))
    }
}

/// The share of games whose margin is at most some value. In `lower` pairs at least one game has such a margin, in `higher` pairs
/// both games do. `None` without pairs.
fn up_to(pairs: u64, lower: u64, higher: u64) -> Option<Proportion> {
    // The share within a pair is 1 if both games count and 1/2 if one does.
    let counts = [pairs.saturating_sub(lower), 0, lower.saturating_sub(higher), 0, higher];
    Proportion::of_quarters(counts)
}

/// The first side's score under a komi that exceeds the lower margin in `lower` of the pairs, and both margins in
/// `higher` of them. The margins counted in `at` are equal to the komi.
fn ahead(pairs: u64, [lower, higher]: [u64; 2], at: Counts) -> Option<Proportion> {
    // Indexed by the half points scored in the game with the lower margin, then by those in the game with the higher margin. A
    // difference can be negative only if bins have been widened.
    let mut counts = [[0; 3]; 3];
    counts[0][0] = higher;
    counts[0][1] = at.higher.saturating_sub(at.both);
    counts[0][2] = lower.saturating_sub(counts[0][0] + counts[0][1]);
    counts[1][1] = at.both;
    counts[1][2] = at.lower.saturating_sub(at.both);
    counts[2][2] = pairs.saturating_sub(lower + at.lower);
    Pairs::of_counts(counts).first_player()
}

#[cfg(test)]
mod tests {
    use super::super::{median, static_komi};
    use super::*;
    use dropline_engine::rules::Winner;
    use std::cmp::Ordering;

    /// Handwritten margins of pairs.
    const TABLE: [[i64; 2]; 12] = [
        [5, -3],
        [7, 7],
        [-2, 0],
        [4, 4],
        [12, -9],
        [1, 3],
        [0, 0],
        [6, -1],
        [3, 3],
        [-4, 8],
        [2, 5],
        [9, 1],
    ];

    fn of(table: &[[i64; 2]]) -> PairMargins {
        let mut margins = PairMargins::default();
        table.iter().for_each(|&pair| margins.add(pair));
        margins
    }

    /// The interval of the mean of values of pairs from 0 to 1, in quarters, computed directly.
    fn slow(values: &[f64]) -> Interval {
        let count =
            |quarters: i32| values.iter().filter(|&&value| (4.0 * value) as i32 == quarters).count() as u64;
        Proportion::of_quarters([0, 1, 2, 3, 4].map(count)).expect("pairs").interval()
    }

    #[test]
    fn the_interval_of_a_quantile_is_every_value_that_the_pairs_do_not_reject() {
        let table = TABLE.repeat(4);
        for share in [0.25, 0.5, 0.75] {
            let interval = of(&table).quantile_interval(share).unwrap();
            // Values between margins are tried too, to check the exact ends.
            for tenths in -120..=140 {
                let value = f64::from(tenths) / 10.0;
                let of_pairs = |holds: &dyn Fn(f64) -> bool| {
                    let of_pair =
                        |pair: &[i64; 2]| pair.iter().filter(|&&m| holds(m as f64)).count() as f64 / 2.0;
                    slow(&table.iter().map(of_pair).collect::<Vec<f64>>())
                };
                let too_low = of_pairs(&|margin| margin <= value).high < share;
                let too_high = of_pairs(&|margin| margin < value).low > share;
                assert_eq!(
                    interval.contains(value),
                    !(too_low || too_high),
                    "{share}, {value}: {interval:?}"
                );
            }
        }
    }

    #[test]
    fn the_komi_interval_contains_every_komi_that_the_pairs_do_not_reject() {
        for table in [TABLE.repeat(3), TABLE[5..].repeat(9), [[6, 6], [-1, 3]].repeat(20)] {
            let interval = of(&table).komi_interval().unwrap();
            let score = |komi: f64| {
                let of_game = |&margin: &i64| match (margin as f64).total_cmp(&komi) {
                    Ordering::Less => 0.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 1.0,
                };
                slow(
                    &table.iter().map(|pair| pair.iter().map(of_game).sum::<f64>() / 2.0).collect::<Vec<_>>(),
                )
            };
            let fair: Vec<f64> = (-120..=140)
                .map(|tenths| f64::from(tenths) / 10.0)
                .filter(|&komi| score(komi).contains(0.5))
                .collect();
            for komi in &fair {
                assert!(interval.contains(*komi), "{komi} is not in {interval:?}");
            }
            // Its ends are margins at which, or just beside which, the games do not reject the komi.
            for end in [interval.low, interval.high] {
                assert!(fair.iter().any(|komi| (komi - end).abs() < 0.11), "{interval:?}, {fair:?}");
            }
        }
    }

    #[test]
    fn a_komi_is_judged_by_the_pairs_that_it_would_make() {
        let (mut lower, mut higher) = (0, 0);
        for (komi, at) in of(&TABLE).counts() {
            let with_komi = |margin: i64| match margin.cmp(&komi) {
                Ordering::Less => Winner::Second,
                Ordering::Equal => Winner::Draw,
                Ordering::Greater => Winner::First,
            };
            let mut pairs = Pairs::default();
            TABLE.iter().for_each(|pair| pairs.add(pair.map(with_komi)));
            let expected = pairs.first_player();
            assert_eq!(ahead(TABLE.len() as u64, [lower, higher], at), expected, "{komi}");
            lower += at.lower;
            higher += at.higher;
        }
    }

    #[test]
    fn intervals_are_wider_over_pairs_whose_games_end_alike() {
        let alike: Vec<[i64; 2]> = (0..200).map(|i| [i % 40, i % 40]).collect();
        let mut games = Histogram::default();
        alike.iter().flatten().for_each(|&margin| games.add(margin));
        let width = |interval: Interval| interval.high - interval.low;
        let (_, over_games) = median(&games).unwrap();
        let over_pairs = of(&alike).quantile_interval(0.5).unwrap();
        assert!(width(over_pairs) >= width(over_games), "{over_pairs:?} and {over_games:?}");
        let (_, over_games) = static_komi(&games).unwrap();
        let over_pairs = of(&alike).komi_interval().unwrap();
        assert!(width(over_pairs) > width(over_games), "{over_pairs:?} and {over_games:?}");
    }

    #[test]
    fn intervals_of_few_pairs_have_infinite_ends() {
        assert_eq!(of(&[]).quantile_interval(0.5), None);
        assert_eq!(of(&[]).komi_interval(), None);
        let open = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        assert_eq!(of(&TABLE[..2]).quantile_interval(0.05).unwrap().low, f64::NEG_INFINITY);
        assert_eq!(of(&TABLE[..2]).quantile_interval(0.95).unwrap().high, f64::INFINITY);
        assert_eq!(of(&TABLE[..2]).komi_interval(), Some(open));
    }
}
