//! Comparisons: the difference of two proportions, and several differences together.

use super::interval::Interval;
use super::proportion::Proportion;
use super::special::{Z, normal_beyond};

/// How far one proportion is above another, observed in independent trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The first minus the second, from -1 to 1.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// The p-value: the largest probability of a difference at least this large, in either direction, if there is no true
    /// difference. It is below 0.05 exactly if the interval excludes 0.
    pub p_value: f64,
}

impl Difference {
    /// How far `first` is above `second`. The trials of the two must be independent of each other.
    ///
    /// The interval goes from d - sqrt((p1 - l1)² + (u2 - p2)²) to d + sqrt((u1 - p1)² + (p2 - l2)²), where d is the difference
    /// and l and u are the ends of the proportions' own intervals. The p-value is 1 minus the largest confidence level at which
    /// this interval excludes 0 (a test obtained by inverting the interval: G. Casella and R. L. Berger, "Statistical Inference"
    /// (2002), section 9.2). So the interval and the p-value never contradict each other, and both take the variance of draws or
    /// of pairs into account.
    ///
    /// Source: R. G. Newcombe, "Interval estimation for the difference between independent proportions: comparison of
    /// eleven methods", Statistics in Medicine 17 (1998), method 10.
    pub fn new(first: Proportion, second: Proportion) -> Self {
        Self {
            value: first.share - second.share,
            interval: newcombe(first, second, Z),
            p_value: p_value(first, second),
        }
    }
}

/// How far `first` is above `second` if this comparison was picked from among `comparisons`. The interval and the p-value are those
/// of [`Difference::new`] with Bonferroni's correction: in 95 % of experiments, the intervals of all comparisons contain the true
/// values.
///
/// Source: O. J. Dunn, "Multiple comparisons among means", JASA 56 (1961).
pub fn picked(first: Proportion, second: Proportion, comparisons: usize) -> Difference {
    let comparisons = comparisons.max(1) as f64;
    let Difference { value, p_value, .. } = Difference::new(first, second);
    let interval = newcombe(first, second, beyond(0.05 / comparisons));
    Difference { value, interval, p_value: (p_value * comparisons).min(1.0) }
}

/// The point z such that a standard normal value is farther from 0 than z with this `chance`.
pub(super) fn beyond(chance: f64) -> f64 {
    let (mut low, mut high) = (0.0, 38.5);
    for _ in 0..60 {
        let z = f64::midpoint(low, high);
        if normal_beyond(z) > chance { low = z } else { high = z }
    }
    f64::midpoint(low, high)
}

/// Newcombe's interval at the confidence level that corresponds to the quantile `z` of the standard normal distribution.
fn newcombe(first: Proportion, second: Proportion, z: f64) -> Interval {
    let (p1, p2) = (first.share, second.share);
    combined((p1, first.interval_at(z)), (p2, second.interval_at(z)))
}

/// Newcombe's interval of the difference of two proportions with intervals of their own.
fn combined((p1, of1): (f64, Interval), (p2, of2): (f64, Interval)) -> Interval {
    let d = p1 - p2;
    Interval { low: d - (p1 - of1.low).hypot(of2.high - p2), high: d + (of1.high - p1).hypot(p2 - of2.low) }
}

/// The chance beyond the point z at which an end of Newcombe's interval is 0. The interval grows with z, so there is exactly one
/// such point; bisection finds it.
fn p_value(first: Proportion, second: Proportion) -> f64 {
    // Beyond 38, the chance is smaller than any positive `f64`.
    let (mut out, mut within) = (0.0, 38.5);
    if first.share == second.share {
        return 1.0;
    }
    for _ in 0..60 {
        let z = f64::midpoint(out, within);
        if newcombe(first, second, z).contains(0.0) {
            within = z;
        } else {
            out = z;
        }
    }
    normal_beyond(within)
}

/// The p-value of the difference between a `few` results, at most some dozens, and `many`: twice the chance that as many of all
/// results, drawn at random, have a sum at least as low as the few, or at least as high, whichever is less. It is exact, so that no
/// more than one in twenty is below 0.05 without a true difference, where [`Difference::new`] is right only for more results.
///
/// Counts that stand for distinct games are rounded. Without draws this is Fisher's exact test, doubled.
///
/// Source: E. J. G. Pitman, "Significance tests which may be applied to samples from any populations", Supplement to the
/// Journal of the Royal Statistical Society 4 (1937).
pub fn exact_p_value(few: Proportion, many: Proportion) -> f64 {
    let [few, many] = [few, many].map(|of| of.counted().map(f64::round));
    let drawn = few.iter().sum::<f64>() as usize;
    let sum: usize = few.iter().enumerate().map(|(quarters, &n)| quarters * n as usize).sum();
    // How likely so many results with such a sum are, among the results of each value; up to a factor that all share.
    let mut chances = vec![vec![0.0; 4 * drawn + 1]; drawn + 1];
    chances[0][0] = 1.0;
    for (quarters, there) in few.iter().zip(&many).map(|(a, b)| a + b).enumerate() {
        for n in (0..=drawn).rev() {
            for total in (0..=4 * n).rev() {
                let (mut ways, mut chance) = (1.0, 0.0);
                for k in 0..=n.min(there as usize) {
                    let Some(before) = total.checked_sub(quarters * k) else { break };
                    chance += ways * chances[n - k][before];
                    ways *= (there - k as f64) / (k + 1) as f64;
                }
                chances[n][total] = chance;
            }
        }
    }
    let of = |sums: &[f64]| sums.iter().sum::<f64>();
    let all = &chances[drawn];
    let least = of(&all[..=sum]).min(of(&all[sum..]));
    (2.0 * least / of(all)).min(1.0)
}

/// The p-values of several comparisons, corrected for their number: if none of the compared things differ, all corrected values
/// are above 0.05 in at least 95 % of experiments, regardless of how the comparisons depend on each other.
///
/// The smallest of m p-values is multiplied by m, the next by m - 1, and so on. No corrected value is smaller than the one before
/// it, or larger than 1.
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
/// (1979).
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut most = 0.0_f64;
    for (rank, &at) in order.iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        most = most.max((left * p_values[at]).min(1.0));
        corrected[at] = most;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::super::simulated::{Games, covered};
    use super::super::{Outcomes, StoppingRule, wilson};
    use super::*;
    use dropline_engine::rules::Winner;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn of(yes: f64, trials: f64) -> Proportion {
        let (yes, trials) = (yes as u64, trials as u64);
        Proportion::of_quarters([trials - yes, 0, 0, 0, yes]).expect("trials")
    }

    #[test]
    fn newcombes_examples_are_reproduced() {
        // Table II of the source, method 10.
        for ((a, m), (b, n), low, high) in [
            ((56.0, 70.0), (48.0, 80.0), 0.0524, 0.3339),
            ((9.0, 10.0), (3.0, 10.0), 0.1705, 0.8090),
            ((6.0, 7.0), (2.0, 7.0), 0.0582, 0.8062),
            ((5.0, 56.0), (0.0, 29.0), -0.0381, 0.1926),
            ((0.0, 10.0), (0.0, 20.0), -0.1611, 0.2775),
            ((0.0, 10.0), (0.0, 10.0), -0.2775, 0.2775),
            ((10.0, 10.0), (0.0, 20.0), 0.6791, 1.0),
            ((10.0, 10.0), (0.0, 10.0), 0.6075, 1.0),
        ] {
            let Interval { low: l, high: h } = combined((a / m, wilson(a / m, m)), (b / n, wilson(b / n, n)));
            assert!((l - low).abs() < 5.1e-5 && (h - high).abs() < 5.1e-5, "{a}/{m} - {b}/{n}: {l} to {h}");
        }
    }

    #[test]
    fn the_exact_p_value_of_games_without_draws_is_fishers() {
        // Fisher's tea tasting, 3 of 4 against 1 of 4: 17 of 70 ways are at least as good.
        assert!((exact_p_value(of(3.0, 4.0), of(1.0, 4.0)) - 34.0 / 70.0).abs() < 1e-12);
        // The expected value is that of R's phyper(7, 606, 401, 12), doubled.
        let p = exact_p_value(of(7.0, 12.0), of(1_005.0, 1_005.0));
        assert!((p / 1.764_445_79e-10 - 1.0).abs() < 1e-6, "{p}");
        assert_eq!(exact_p_value(of(2.0, 2.0), of(50.0, 50.0)), 1.0);
    }

    #[test]
    fn the_exact_p_value_of_games_with_draws_counts_every_way_to_draw_them() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..50 {
            let mut results = || -> Vec<usize> {
                (0..2 + rng.next_u64() % 4).map(|_| 2 * (rng.next_u64() % 3) as usize).collect()
            };
            let (few, many) = (results(), results());
            let all: Vec<usize> = few.iter().chain(&many).copied().collect();
            let (mut ways, mut low, mut high, sum) = (0.0, 0.0, 0.0, few.iter().sum::<usize>());
            for set in (0..1_u32 << all.len()).filter(|set| set.count_ones() as usize == few.len()) {
                let drawn: usize = (0..all.len()).filter(|at| set >> at & 1 == 1).map(|at| all[at]).sum();
                ways += 1.0;
                low += f64::from(u8::from(drawn <= sum));
                high += f64::from(u8::from(drawn >= sum));
            }
            let proportion = |results: &[usize]| {
                let mut counts = [0; 5];
                results.iter().for_each(|&quarters| counts[quarters] += 1);
                Proportion::of_quarters(counts).expect("results")
            };
            let slow = (2.0 * f64::min(low, high) / ways).min(1.0);
            let fast = exact_p_value(proportion(&few), proportion(&many));
            assert!((fast - slow).abs() < 1e-12, "{few:?} {many:?}: {fast} {slow}");
        }
    }

    #[test]
    fn swapping_the_proportions_negates_the_difference() {
        let (one, other) = (of(30.0, 50.0), of(21.0, 60.0));
        let (there, back) = (Difference::new(one, other), Difference::new(other, one));
        assert!((there.value + back.value).abs() < 1e-15);
        assert!((there.interval.low + back.interval.high).abs() < 1e-15);
        assert!((there.p_value - back.p_value).abs() < 1e-12);
    }

    #[test]
    fn the_p_value_is_small_exactly_if_the_interval_excludes_zero() {
        for yes in 0..=50 {
            let difference = Difference::new(of(f64::from(yes), 50.0), of(20.0, 50.0));
            let within = difference.interval.contains(0.0);
            assert_eq!(difference.p_value > 0.05, within, "{yes}: {difference:?}");
        }
        assert_eq!(Difference::new(of(5.0, 10.0), of(50.0, 100.0)).p_value, 1.0);
        let sure = Difference::new(of(9_000.0, 10_000.0), of(1_000.0, 10_000.0)).p_value;
        assert!((0.0..1e-200).contains(&sure));
    }

    #[test]
    fn the_p_value_of_large_samples_agrees_with_the_textbook() {
        // z = d / sqrt(p1 q1 / n + p2 q2 / n), for 51 % and 50 % of 100,000: 4.4724.
        let difference = Difference::new(of(51_000.0, 100_000.0), of(50_000.0, 100_000.0));
        assert!((difference.p_value / normal_beyond(4.4724) - 1.0).abs() < 1e-3, "{difference:?}");
    }

    #[test]
    fn intervals_of_differences_contain_the_truth_95_times_in_100() {
        for (one, other) in [
            (Games::decisive(0.5), Games::decisive(0.5)),
            (Games::decisive(0.9), Games::decisive(0.5)),
            (Games::decisive(0.99), Games::decisive(0.9)),
            (Games::decisive(0.99), Games::decisive(0.99)),
            (Games::drawn(0.5, 0.4), Games::decisive(0.5)),
            (Games::drawn(0.9, 0.1), Games::drawn(0.5, 0.8)),
            (Games::drawn(0.99, 0.01), Games::drawn(0.9, 0.1)),
        ] {
            let proportion = |outcomes: Outcomes| outcomes.proportion().expect("games");
            let share = covered(|rng| {
                let (a, b) = (proportion(one.outcomes(1_000, rng)), proportion(other.outcomes(700, rng)));
                newcombe(a, b, Z).contains(one.score() - other.score())
            });
            assert!((0.935..=0.975).contains(&share), "{one:?} and {other:?}: {share}");
        }
    }

    /// How often the interval of the difference contains the truth if each run ends by its stopping rule, once its own score is
    /// known to ± 10 percentage points.
    fn covered_when_stopped(one: Games, other: Games, times: u32) -> f64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut stopped = |games: Games| {
            let mut watch = StoppingRule::new(0.1, false);
            let mut outcomes = Outcomes { wins: 0, draws: 0, losses: 0 };
            while !watch.reached() {
                let winner =
                    [Winner::Second, Winner::Draw, Winner::First][usize::from(games.halves(&mut rng))];
                match winner {
                    Winner::First => outcomes.wins += 1,
                    Winner::Draw => outcomes.draws += 1,
                    Winner::Second => outcomes.losses += 1,
                }
                watch.add(winner);
            }
            outcomes.proportion().expect("games")
        };
        let truth = one.score() - other.score();
        let holds = (0..times).filter(|_| newcombe(stopped(one), stopped(other), Z).contains(truth)).count();
        holds as f64 / f64::from(times)
    }

    /// Pairs of runs that end by their stopping rules, but are given intervals for a fixed number of games. The intervals still
    /// hold, because a run's stopping time depends on the spread of its results and hardly on who wins.
    const STOPPED: [(Games, Games); 3] = [
        (Games::decisive(0.5), Games::decisive(0.5)),
        (Games::decisive(0.9), Games::decisive(0.5)),
        (Games::drawn(0.7, 0.3), Games::decisive(0.9)),
    ];

    #[test]
    fn a_stopping_rule_hardly_affects_the_coverage_of_the_difference_of_runs() {
        for (one, other) in STOPPED {
            let share = covered_when_stopped(one, other, 200);
            assert!((0.9..=0.99).contains(&share), "{one:?} and {other:?}: {share}");
        }
    }

    #[test]
    #[ignore = "takes minutes: measures the coverage to within half a percentage point"]
    fn the_coverage_of_the_difference_of_runs_with_a_stopping_rule_is_measured_precisely() {
        for (one, other) in STOPPED {
            let share = covered_when_stopped(one, other, 6_000);
            eprintln!("{one:?} and {other:?}: {share}");
            assert!((0.935..=0.975).contains(&share), "{one:?} and {other:?}: {share}");
        }
    }

    #[test]
    fn the_interval_and_the_p_value_of_a_picked_comparison_agree() {
        assert!((beyond(0.05) - Z).abs() < 1e-9 && (beyond(0.05 / 3.0) - 2.393_979_8).abs() < 1e-6);
        let (one, other) = (of(560.0, 1_000.0), of(500.0, 1_000.0));
        let (alone, among) = (Difference::new(one, other), picked(one, other, 10));
        assert!(!alone.interval.contains(0.0) && alone.p_value < 0.05);
        assert!(among.interval.contains(0.0) && (among.p_value / alone.p_value - 10.0).abs() < 1e-9);
        assert_eq!(picked(one, other, 1).value, alone.value);
    }

    #[test]
    fn holms_correction_agrees_with_r() {
        // The expected values are those of R's p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm").
        let corrected = holm(&[0.01, 0.02, 0.03, 0.04, 0.05]);
        for (ours, by_hand) in corrected.iter().zip([0.05, 0.08, 0.09, 0.09, 0.09]) {
            assert!((ours - by_hand).abs() < 1e-15, "{corrected:?}");
        }
        assert_eq!(holm(&[0.7, 0.01]), [0.7, 0.02]);
        assert_eq!(holm(&[0.6, 0.6]), [1.0, 1.0]);
        assert_eq!(holm(&[0.03]), [0.03]);
        assert!(holm(&[]).is_empty());
    }

    /// The closed testing procedure that Holm's correction abbreviates: a comparison is significant if Bonferroni's test rejects
    /// every set of comparisons that contains it. (R. Marcus, E. Peritz and K. R. Gabriel, Biometrika 63 (1976).)
    fn by_closed_testing(p_values: &[f64]) -> Vec<f64> {
        let sets = 1..1_u32 << p_values.len();
        let corrected = |at: usize| {
            let of_set = |set: u32| {
                let members = || (0..p_values.len()).filter(|i| set >> i & 1 == 1).map(|i| p_values[i]);
                members().count() as f64 * members().fold(1.0, f64::min)
            };
            sets.clone().filter(|set| set >> at & 1 == 1).map(of_set).fold(0.0, f64::max).min(1.0)
        };
        (0..p_values.len()).map(corrected).collect()
    }

    #[test]
    fn holms_correction_agrees_with_closed_testing() {
        for p_values in [
            vec![0.2, 0.001, 0.04, 0.04, 0.9, 0.013],
            vec![0.01; 5],
            vec![0.0, 1.0, 0.5, 0.024, 0.026, 0.025, 0.0251],
        ] {
            for (ours, slow) in holm(&p_values).iter().zip(by_closed_testing(&p_values)) {
                assert!((ours - slow).abs() < 1e-15, "{p_values:?}");
            }
        }
    }
}
