//! Means of results that have at most five values: scores of games and of pairs of games.

use super::bounded::Results;
use super::difference::beyond;
use super::interval::Interval;
use super::special::Z;

/// The values, in order: 0, 1/4, 1/2, 3/4 and 1.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// A mean of independent results from 0 to 1, with the data for intervals and comparisons at any confidence level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proportion {
    /// The reported mean, from 0 to 1.
    pub share: f64,
    /// The number of results with each of the [`VALUES`], at least one in all.
    counts: [f64; 5],
}

impl Proportion {
    /// The mean of results, from the numbers of results with the values 0, 1/4, 1/2, 3/4 and 1; `None` without results.
    pub fn of_quarters(counts: [u64; 5]) -> Option<Self> {
        let counts = counts.map(|count| count as f64);
        let n: f64 = counts.iter().sum();
        let sum: f64 = counts.iter().zip(VALUES).map(|(count, value)| count * value).sum();
        (n > 0.0).then(|| Self { share: sum / n, counts })
    }

    /// The same results with `share` as the reported mean: games outside pairs count only in that mean.
    pub fn reported_as(self, share: f64) -> Self {
        Self { share, ..self }
    }

    /// The same mean of a `share` of the results, from 0 to 1: of the distinct ones, where the others only repeat them.
    pub(super) fn of_evidence(self, share: f64) -> Self {
        Self { counts: self.counts.map(|count| count * share), ..self }
    }

    /// The results of both samples, which different players played, and Birge's ratio.
    ///
    /// The ratio is the square of the difference between the two means, in standard errors. Chance alone makes it 1 on average. If it is
    /// larger, the results count as that many times fewer, which widens the interval to include the variance between players, as far as two
    /// players show it.
    ///
    /// Source: R. T. Birge, "The calculation of errors by the method of least squares", Physical Review 40 (1932); for two means, the estimate
    /// of R. DerSimonian and N. Laird, Controlled Clinical Trials 7 (1986), is the same.
    pub fn with(self, other: Self) -> (Self, f64) {
        let counts = std::array::from_fn(|value| self.counts[value] + other.counts[value]);
        let (one, two) = (self.results(), other.results());
        let share = (self.share * one + other.share * two) / (one + two);
        let all = Self { share, counts };
        let square = all.variance() * (1.0 / one + 1.0 / two);
        let ratio = if square > 0.0 { (self.share - other.share).powi(2) / square } else { 0.0 };
        (all.of_evidence(1.0 / ratio.max(1.0)), ratio)
    }

    /// The numbers of results with the values 0, 1/4, 1/2, 3/4 and 1.
    pub(super) fn counted(self) -> [f64; 5] {
        self.counts
    }

    /// The number of results.
    pub fn results(self) -> f64 {
        self.counts.iter().sum()
    }

    /// The variance of a single result.
    pub fn variance(self) -> f64 {
        Self::results_of(&self.counts).variance()
    }

    /// Its 95 % interval.
    ///
    /// It contains every mean m that at least one of two score tests accepts. Both compare the mean x of the n results with m by z
    /// = (x - m) / sqrt(v / n), where v is the variance of the results under the most likely distribution with mean m. The
    /// multinomial likelihood for that mean is maximal for weights c / (n (1 + λ (value - m))), with any remaining weight on the
    /// value 0 or 1 if no result has it. Without draws this is Wilson's interval. The second test corrects z for the skewness g /
    /// sqrt(n) of the mean under the same distribution, as Wilson and Hilferty's cube root does for a gamma distribution. That
    /// matters where results hardly vary, as in pairs that nearly all split, and keeps the interval wide enough there.
    ///
    /// The interval never leaves the range from 0 to 1, and never has width 0. `docs/statistics.md` has its coverage.
    ///
    /// Sources: E. B. Wilson, JASA 22 (1927); O. Miettinen and M. Nurminen, Statistics in Medicine 4 (1985), for scores with the
    /// restricted maximum likelihood, and A. B. Owen, "Empirical Likelihood" (2001), for its weights; E. B. Wilson and
    /// M. M. Hilferty, PNAS 17 (1931).
    pub fn interval(self) -> Interval {
        self.interval_at(Z)
    }

    /// The interval with Bonferroni's correction for this many `scores`: in 95 % of experiments, the intervals of all of them
    /// contain the true values.
    pub fn interval_among(self, scores: usize) -> Interval {
        self.interval_at(beyond(0.05 / scores.max(1) as f64))
    }

    /// The interval at the confidence level that corresponds to the quantile `z` of the standard normal distribution.
    pub(super) fn interval_at(self, z: f64) -> Interval {
        let upper_end = |counts| Self::results_of(counts).upper_end(z);
        Interval { low: 1.0 - upper_end(&self.mirrored()), high: upper_end(&self.counts) }
    }

    /// Whether its 95 % interval lies above `share`: as [`Proportion::interval`] says, but faster.
    pub(super) fn is_above(self, share: f64) -> bool {
        !Self::results_of(&self.mirrored()).reaches(1.0 - share, Z)
    }

    /// Whether its 95 % interval lies below `share`.
    pub(super) fn is_below(self, share: f64) -> bool {
        !Self::results_of(&self.counts).reaches(share, Z)
    }

    /// The numbers of results with 1 minus each of the [`VALUES`].
    fn mirrored(self) -> [f64; 5] {
        let mut counts = self.counts;
        counts.reverse();
        counts
    }

    fn results_of(counts: &[f64; 5]) -> Results<'_> {
        Results { values: &VALUES, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounded::corrected;
    use super::super::wilson;
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn of(counts: [u64; 5]) -> Interval {
        Proportion::of_quarters(counts).unwrap().interval()
    }

    /// The score and the corrected score of a mean, computed by solving for λ.
    fn slow_scores(counts: [u64; 5], mean: f64) -> [f64; 2] {
        let n = counts.iter().sum::<u64>() as f64;
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        let slope = |lambda: f64| {
            let term = |(&count, value): (&u64, f64)| match count {
                0 => 0.0,
                _ => count as f64 * (value - mean) / (1.0 + lambda * (value - mean)),
            };
            counts.iter().zip(VALUES).map(term).sum::<f64>()
        };
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if slope(middle) > 0.0 { low = middle } else { high = middle }
        }
        let lambda = f64::midpoint(low, high);
        let mut weights = [0.0; 5];
        for ((weight, &count), value) in weights.iter_mut().zip(&counts).zip(VALUES) {
            if count > 0 {
                *weight = count as f64 / (n * (1.0 + lambda * (value - mean)));
            }
        }
        weights[if lambda < 0.0 { 4 } else { 0 }] += (1.0 - weights.iter().sum::<f64>()).max(0.0);
        let moment = |k: i32| weights.iter().zip(VALUES).map(|(w, v)| w * (v - mean).powi(k)).sum::<f64>();
        let seen = counts.iter().zip(VALUES).map(|(&c, v)| c as f64 * v).sum::<f64>() / n;
        let score = (seen - mean) * (n / moment(2)).sqrt();
        [score, corrected(score, moment(3) / moment(2).powf(1.5) / n.sqrt())]
    }

    #[test]
    fn an_interval_lies_above_or_below_a_share_as_its_ends_say() {
        for counts in [
            [6, 0, 4, 0, 10],
            [0, 0, 97, 3, 0],
            [1, 2, 40, 9, 0],
            [0, 0, 30, 0, 0],
            [0, 0, 0, 0, 3],
            [40, 0, 0, 0, 5_000],
        ] {
            let score = Proportion::of_quarters(counts).unwrap();
            let Interval { low, high } = score.interval();
            for share in (0..=1_000).map(|i| f64::from(i) / 1_000.0).chain([
                low - 1e-9,
                low + 1e-9,
                high - 1e-9,
                high + 1e-9,
            ]) {
                assert_eq!(score.is_above(share), low > share, "{counts:?}, {share}: {low}");
                assert_eq!(score.is_below(share), high < share, "{counts:?}, {share}: {high}");
            }
        }
    }

    #[test]
    fn the_ends_are_where_both_tests_begin_to_reject() {
        for counts in [
            [6, 0, 4, 0, 10],
            [0, 0, 97, 3, 0],
            [0, 0, 97, 0, 3],
            [1, 2, 40, 9, 0],
            [0, 0, 30, 0, 0],
            [263 - 81, 0, 0, 0, 81],
            [400, 0, 0, 0, 5_000],
        ] {
            let Interval { low, high } = of(counts);
            let mean = Proportion::of_quarters(counts).unwrap().share;
            let accepted = |mean: f64| slow_scores(counts, mean).iter().any(|score| score.abs() <= Z);
            let beyond = |end: f64| end + (end - mean) * 1e-5;
            let within = |end: f64| end - (end - mean) * 1e-5;
            assert!(accepted(within(low)) && accepted(within(high)), "{counts:?}: {low} to {high}");
            assert!(!accepted(beyond(low)) && !accepted(beyond(high)), "{counts:?}: {low} to {high}");
        }
    }

    #[test]
    fn without_draws_the_interval_is_wilsons_or_slightly_wider() {
        for (wins, n) in [(81, 263), (15, 148), (500, 1_000), (131, 250)] {
            let (ours, wilsons) = (of([n - wins, 0, 0, 0, wins]), wilson(wins as f64 / n as f64, n as f64));
            assert!(ours.low <= wilsons.low + 1e-9 && ours.high >= wilsons.high - 1e-9, "{ours:?}");
            let more = ours.half_width() / wilsons.half_width();
            assert!(more < 1.03, "{wins} of {n}: {more}");
        }
    }

    #[test]
    fn players_who_differ_widen_the_interval_of_both() {
        let of = |wins: u64| Proportion::of_quarters([400 - wins, 0, 0, 0, wins]).unwrap();
        let (alike, ratio) = of(200).with(of(210));
        assert!(ratio < 1.0 && alike.results() == 800.0 && (alike.share - 0.5125).abs() < 1e-9);
        let (apart, ratio) = of(236).with(of(188));
        assert!((11.0..12.0).contains(&ratio) && (apart.share - 0.53).abs() < 1e-9, "{ratio}");
        // As far to both sides as the two are apart.
        let Interval { low, high } = apart.interval();
        assert!((high - low - 0.235).abs() < 0.01, "{low} to {high}");
        assert_eq!(of(400).with(of(400)).1, 0.0);
    }

    #[test]
    fn the_interval_of_two_players_holds_the_mean_of_all_as_often_as_two_can_tell() {
        const STUDIES: u64 = 4_000;
        const GAMES: u64 = 400;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut uniform = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let played = |score: f64, uniform: &mut dyn FnMut() -> f64| {
            let wins = (0..GAMES).filter(|_| uniform() < score).count() as u64;
            Proportion::of_quarters([GAMES - wins, 0, 0, 0, wins]).unwrap()
        };
        // The standard deviation of the players' true scores: up to twice the half width of one interval. The limit is atan(1.96) / 90°.
        for (spread, range) in [(0.0, 0.95..0.98), (0.025, 0.86..0.91), (0.05, 0.77..0.82), (0.1, 0.7..0.76)]
        {
            let holds = (0..STUDIES).filter(|_| {
                // The sum of twelve uniform numbers is nearly normal, with variance 1.
                let scores = [0; 2].map(|_| 0.5 + spread * ((0..12).map(|_| uniform()).sum::<f64>() - 6.0));
                let [one, two] = scores.map(|score| played(score, &mut uniform));
                one.with(two).0.interval().contains(0.5)
            });
            let share = holds.count() as f64 / STUDIES as f64;
            assert!(range.contains(&share), "{spread}: {share}");
        }
    }

    #[test]
    fn equal_results_have_wilsons_interval() {
        assert_eq!((of([0, 0, 0, 0, 20]).high, of([20, 0, 0, 0, 0]).low), (1.0, 0.0));
        assert!((of([0, 0, 0, 0, 20]).low - wilson(1.0, 20.0).low).abs() < 1e-9);
        // If the share q of the results is 1 and the others are 1/2, the mean is 1/2 + q/2, and Wilson's interval of q ends at z²
        // / (n + z²).
        let q = Z * Z / (30.0 + Z * Z);
        let interval = of([0, 0, 30, 0, 0]);
        assert!((interval.high - 0.5 - q / 2.0).abs() < 1e-9, "{interval:?}");
        assert!((interval.low + interval.high - 1.0).abs() < 1e-12, "{interval:?}");
        assert_eq!(Proportion::of_quarters([0; 5]), None);
    }

    #[test]
    fn one_different_result_does_not_change_the_width_abruptly() {
        let (alike, one_other) = (of([0, 0, 100, 0, 0]).half_width(), of([0, 0, 99, 1, 0]).half_width());
        assert!((0.5..2.0).contains(&(one_other / alike)), "{alike} and {one_other}");
    }

    /// Distributions of games, as the shares of wins and draws.
    fn grid() -> Vec<[f64; 3]> {
        let shares: [f64; 10] = [0.0, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97, 0.99];
        let all = shares.iter().flat_map(|&win| shares.iter().map(move |&draw| (win, draw)));
        let possible = all.filter(|(win, draw)| win + draw <= 1.0 + 1e-9);
        let games = possible.map(|(win, draw)| [(1.0 - win - draw).max(0.0), draw, win]);
        games.filter(|shares| shares.iter().all(|&share| share < 1.0)).collect()
    }

    /// The smallest coverage over the grid, and the largest among distributions in which more than ten results are expected to
    /// differ from the most frequent one. If fewer are expected to differ, no interval can come near to 95 %.
    fn extremes(covered: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
        covered.fold((1.0, 0.0), |(least, most), (coverage, rare)| {
            (coverage.min(least), if rare > 10.5 { coverage.max(most) } else { most })
        })
    }

    /// The number of standard deviations from the mean beyond which counts are ignored: together their chance is below 1e-12.
    const FAR: f64 = 8.0;

    /// The counts, out of `n` games, whose chance is not negligible if each game counts with the probability `share`.
    fn likely(n: u64, share: f64) -> std::ops::RangeInclusive<u64> {
        let (mean, far) =
            (n as f64 * share, FAR * (n as f64 * share * (1.0 - share)).sqrt() + FAR * FAR / 3.0);
        (mean - far).max(0.0) as u64..=((mean + far) as u64).min(n)
    }

    /// The exact coverage of `n` games over the grid, summed over all counts that are not negligible. Distributions with more
    /// than `most` such counts are left out.
    fn exact(n: u64, most: usize) -> (f64, f64) {
        let ln: Vec<f64> = (0..=n)
            .scan(0.0, |ln, i| {
                *ln += (i.max(1) as f64).ln();
                Some(*ln)
            })
            .collect();
        let part = |count: u64, share: f64| {
            let power = if count == 0 { 0.0 } else { count as f64 * share.ln() };
            power - ln[count as usize]
        };
        let few = |[_, draw, win]: &[f64; 3]| likely(n, *win).count() * likely(n, *draw).count() <= most;
        extremes(grid().into_iter().filter(few).map(|[loss, draw, win]| {
            let truth = win + draw / 2.0;
            let mut coverage = 0.0;
            for wins in likely(n, win) {
                for draws in likely(n, draw).take_while(|draws| wins + draws <= n) {
                    let losses = n - wins - draws;
                    let chance = ln[n as usize] + part(wins, win) + part(draws, draw) + part(losses, loss);
                    // For very rare counts, the interval is not computed.
                    if chance > -40.0 && of([losses, 0, draws, 0, wins]).contains(truth) {
                        coverage += chance.exp();
                    }
                }
            }
            let most = [loss, draw, win].into_iter().fold(0.0, f64::max);
            (coverage, n as f64 * (1.0 - most))
        }))
    }

    /// Distributions of pairs, by quarters, from games with these shares of wins and draws of the first player: independent
    /// games, and pairs some of which end alike in both games.
    fn pairs() -> Vec<[f64; 5]> {
        [
            ([0.5, 0.0], [0.5, 0.0], 0.0),
            ([0.8, 0.0], [0.2, 0.0], 0.0),
            ([0.97, 0.0], [0.03, 0.0], 0.0),
            ([0.99, 0.0], [0.01, 0.0], 0.0),
            ([0.985, 0.015], [0.0, 0.015], 0.0),
            ([1.0, 0.0], [0.03, 0.0], 0.0),
            ([0.99, 0.0], [0.99, 0.0], 0.0),
            ([0.9, 0.1], [0.05, 0.05], 0.0),
            ([0.5, 0.0], [0.5, 0.0], 0.5),
            ([0.1, 0.85], [0.05, 0.9], 0.2),
        ]
        .map(|(x, y, alike): ([f64; 2], [f64; 2], f64)| {
            let [x, y] = [x, y].map(|[win, draw]| [(1.0 - win - draw).max(0.0), draw, win]);
            let mut shares = [0.0; 5];
            for (i, x) in x.iter().enumerate() {
                for (j, y) in y.iter().enumerate() {
                    shares[i + j] += x * ((1.0 - alike) * y + if i == j { alike } else { 0.0 });
                }
            }
            shares
        })
        .into()
    }

    /// The coverage of `n` pairs over their distributions, by simulation.
    fn simulated(n: u32, experiments: u32) -> (f64, f64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut covered = |shares: [f64; 5]| {
            let truth: f64 = shares.iter().zip(VALUES).map(|(share, value)| share * value).sum();
            let held = (0..experiments).filter(|_| {
                let mut counts = [0; 5];
                for _ in 0..n {
                    let mut left = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
                    let drawn = shares.iter().position(|share| {
                        left -= share;
                        left < 0.0
                    });
                    counts
                        [drawn.unwrap_or_else(|| shares.iter().rposition(|&share| share > 0.0).unwrap())] +=
                        1;
                }
                of(counts).contains(truth)
            });
            let most = shares.iter().copied().fold(0.0, f64::max);
            (held.count() as f64 / f64::from(experiments), f64::from(n) * (1.0 - most))
        };
        extremes(pairs().into_iter().map(&mut covered))
    }

    #[test]
    fn intervals_of_games_contain_the_truth_95_times_in_100() {
        for (n, most) in
            [(20, usize::MAX), (50, usize::MAX), (100, usize::MAX), (1_000, 6_000), (5_000, 6_000)]
        {
            let (least, most) = exact(n, most);
            assert!(least >= 0.9345 && most <= 0.975, "{n} games: {least} to {most}");
        }
    }

    #[test]
    fn intervals_of_pairs_contain_the_truth_95_times_in_100() {
        for (n, experiments) in [(20, 4_000), (100, 4_000), (1_000, 2_000), (5_000, 2_000)] {
            let (least, most) = simulated(n, experiments);
            assert!(least >= 0.93 && most <= 0.978, "{n} pairs: {least} to {most}");
        }
    }

    #[test]
    #[ignore = "takes minutes: the table of docs/statistics.md"]
    fn the_coverage_over_the_whole_grid_is_measured() {
        for n in [20, 30, 50, 100, 200, 400, 1_000, 2_000, 5_000] {
            let (least, most) = exact(n, usize::MAX);
            eprintln!("| games | {n} | {:.1} | {:.1} |", least * 100.0, most * 100.0);
            assert!(least >= 0.9345 && most <= 0.975, "{n} games: {least} to {most}");
        }
        for n in [20, 30, 50, 100, 200, 400, 1_000, 2_000, 5_000] {
            let (least, most) = simulated(n, 20_000);
            eprintln!("| pairs | {n} | {:.1} | {:.1} |", least * 100.0, most * 100.0);
            assert!(least >= 0.9345 && most <= 0.975, "{n} pairs: {least} to {most}");
        }
    }
}
