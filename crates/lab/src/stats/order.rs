//! Medians and other quantiles with their intervals, and the static komi.

use super::histogram::Histogram;
use super::interval::Interval;
use super::outcomes::Outcomes;
use super::proportion::Proportion;
use super::special::{TAIL, binomial_at_least};

/// The `share` quantile of the values, `share` from 0 to 1, with its 95 % interval; `None` without values.
///
/// It is the smallest value with at least this share of the values at or below it: definition 1 of R. J. Hyndman and Y. Fan,
/// "Sample quantiles in statistical packages", The American Statistician 50 (1996). The interval is that of the ideal
/// bootstrap, as for the [`median`].
pub fn quantile(values: &Histogram, share: f64) -> Option<(f64, Interval)> {
    let rank = ((values.total() as f64 * share).ceil() as u64).max(1);
    Some((values.at_rank(rank)? as f64, bootstrap(values, rank, rank)?))
}

/// The median of the values with its 95 % interval; `None` without values.
///
/// For an even number of values, it is the mean of the two middle values, and the interval goes from the lower end of the smaller
/// value's interval to the upper end of the larger value's interval. The intervals are percentile intervals of the ideal
/// bootstrap (B. Efron 1979, 1982), computed exactly: nothing is resampled.
pub fn median(values: &Histogram) -> Option<(f64, Interval)> {
    let (lower, upper) = (values.total().div_ceil(2), values.total() / 2 + 1);
    let middle = f64::midpoint(values.at_rank(lower)? as f64, values.at_rank(upper)? as f64);
    Some((middle, bootstrap(values, lower, upper)?))
}

/// The ideal bootstrap's 95 % percentile interval of order statistics, from the lower end for rank `lower` to the upper end for
/// rank `upper`.
///
/// Nothing is resampled: the distribution of an order statistic under resampling is known. The value of rank r among n draws is
/// at most x if at least r of the draws are, which has the binomial probability I_F(x)(r, n - r + 1), where F is the share of the
/// values up to x. The ends are where this probability reaches 2.5 % and 97.5 %: F⁻¹ of the beta quantiles. So the interval is
/// exact and needs no seed.
///
/// Source: B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7 (1979), section
/// 3, and "The Jackknife, the Bootstrap and Other Resampling Plans" (1982), chapter
/// 10.
fn bootstrap(values: &Histogram, lower: u64, upper: u64) -> Option<Interval> {
    let n = values.total();
    let mut below = 0;
    let cumulative: Vec<(i64, u64)> = values
        .counts()
        .map(|(value, count)| {
            below += count;
            (value, below)
        })
        .collect();
    let reached = |rank: u64, chance: f64| {
        let short = |&(_, below): &(i64, u64)| binomial_at_least(rank, n, below as f64 / n as f64) < chance;
        cumulative.get(cumulative.partition_point(short)).map(|&(value, _)| value as f64)
    };
    Some(Interval { low: reached(lower, TAIL)?, high: reached(upper, 1.0 - TAIL)? })
}

/// The number of points that, added to the second side's score, splits the games evenly, with its 95 % interval; `None` without
/// games. With too few games, the ends of the interval are infinite. `margins` are the first side's score minus the second's.
///
/// With k points the first side's score would be s(k), the share of margins above k plus half the share equal to k. It falls
/// through 1/2 at the median. The interval contains every k that the games do not reject: it ends where the interval of s(k)
/// ([`Outcomes::interval`]) excludes 1/2, above or below. (A confidence interval by inverting a test: G. Casella and R. L.
/// Berger, "Statistical Inference" (2002), section 9.2.)
pub fn static_komi(margins: &Histogram) -> Option<(f64, Interval)> {
    let (value, _) = median(margins)?;
    let total = margins.total();
    // For each margin in increasing order: the games above it, equal to it and below it.
    let mut losses = 0;
    let split = |(margin, draws): (i64, u64)| {
        let wins = total - losses - draws;
        // With a komi between two margins there are no draws.
        let [below, at, above] = [
            Outcomes { wins: wins + draws, draws: 0, losses },
            Outcomes { wins, draws, losses },
            Outcomes { wins, draws: 0, losses: losses + draws },
        ]
        .map(|outcomes| outcomes.proportion());
        losses += draws;
        Some(Split { margin: margin as f64, below: below?, at: at?, above: above? })
    };
    let splits = margins.counts().map(split).collect::<Option<Vec<_>>>()?;
    let all = Outcomes { wins: total, draws: 0, losses: 0 }.proportion()?;
    Some((value, komi_interval(&splits, all)))
}

/// The first side's score with a komi a little below a margin, equal to it, and a little above.
pub(super) struct Split {
    pub margin: f64,
    pub below: Proportion,
    pub at: Proportion,
    pub above: Proportion,
}

/// The interval of the komi that splits games evenly. `splits` has an entry for each margin, in increasing order. `all` is the
/// first side's score if it wins every game; with only a handful of games, its interval may contain 1/2.
pub(super) fn komi_interval(splits: &[Split], all: Proportion) -> Interval {
    let first_ahead = |score: Proportion| score.is_above(0.5);
    let second_ahead = |score: Proportion| score.is_below(0.5);
    if !first_ahead(all) {
        return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let low = splits.iter().find(|split| !(first_ahead(split.at) && first_ahead(split.above)));
    let high = splits.iter().rfind(|split| !(second_ahead(split.at) && second_ahead(split.below)));
    Interval {
        low: low.map_or(f64::NEG_INFINITY, |split| split.margin),
        high: high.map_or(f64::INFINITY, |split| split.margin),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = i64>) -> Histogram {
        let mut histogram = Histogram::default();
        values.into_iter().for_each(|value| histogram.add(value));
        histogram
    }

    #[test]
    fn medians_agree_with_hand_computation() {
        assert_eq!(median(&of([5])).unwrap(), (5.0, Interval { low: 5.0, high: 5.0 }));
        assert_eq!(median(&of([9, 1, 3])).unwrap().0, 3.0);
        assert_eq!(median(&of([1, 3, 9, 100])).unwrap().0, 6.0);
        assert_eq!(median(&of([])), None);
    }

    #[test]
    fn quantiles_agree_with_hand_computation() {
        let values = of(1..=20);
        let at = |share| quantile(&values, share).unwrap().0;
        assert_eq!([at(0.05), at(0.25), at(0.5), at(0.75), at(0.95)], [1.0, 5.0, 10.0, 15.0, 19.0]);
    }

    #[test]
    fn the_bootstrap_of_three_values_agrees_with_hand_computation() {
        // Of the 27 resamples, 7 have the median 1, 13 the median 2, and 7 the median 3: both tails are larger than 2.5 %.
        assert_eq!(median(&of([1, 2, 3])).unwrap(), (2.0, Interval { low: 1.0, high: 3.0 }));
    }

    #[test]
    fn the_ideal_bootstrap_is_the_limit_of_resampling() {
        let values: Vec<i64> = (0..41).map(|i| i * i).collect();
        let (_, exact) = median(&of(values.iter().copied())).unwrap();
        // A small linear congruential generator (Knuth's MMIX) is good enough for resampling.
        let mut state = 1_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            values[(state >> 33) as usize % values.len()]
        };
        let mut medians: Vec<i64> = (0..20_000)
            .map(|_| {
                let mut sample: Vec<i64> = (0..values.len()).map(|_| draw()).collect();
                *sample.select_nth_unstable(20).1
            })
            .collect();
        medians.sort_unstable();
        assert_eq!(exact, Interval { low: medians[500] as f64, high: medians[19_500] as f64 });
    }

    #[test]
    fn the_static_komi_splits_the_games() {
        // 100 margins from 1 to 100; with komi k the first side wins 100 - k, and Wilson's interval of (100 - k)/100 contains 1/2
        // from 40.4 to 59.6 wins.
        let (komi, interval) = static_komi(&of(1..=100)).unwrap();
        assert_eq!(komi, 50.5);
        assert_eq!(interval, Interval { low: 41.0, high: 60.0 });
    }

    #[test]
    fn the_komi_between_two_frequent_margins_is_one_of_them() {
        // 60 % of the margins are 1, 40 % are -1: with a komi below 1 the first side is ahead, with more it is behind.
        let margins = of((0..1000).map(|i| if i % 5 < 3 { 1 } else { -1 }));
        assert_eq!(static_komi(&margins).unwrap(), (1.0, Interval { low: 1.0, high: 1.0 }));
    }

    #[test]
    fn three_games_are_too_few_for_komi() {
        let (komi, interval) = static_komi(&of([5, 6, 7])).unwrap();
        assert_eq!((komi, interval.low, interval.high), (6.0, f64::NEG_INFINITY, f64::INFINITY));
    }
}
