//! Means over games that come in pairs, with the variance over the pairs.

use super::interval::Interval;
use super::proportion::Proportion;
use super::special::student_t;

/// Sums, over pairs of games, of an integer value that some games may not have: enough for the variance of the mean over all
/// games that have one. The games of a pair depend on each other, but different pairs do not. So a pair is a cluster, and the
/// variance of the mean is computed over pairs.
///
/// With m values in a pair (0, 1 or 2), y their sum and R the mean of all values, the variance of the mean comes from the
/// differences y - R m of the pairs: it is K / (K - 1) times their sum of squares over the square of the sum of m, for K pairs.
/// If every game has a value, that is the variance of the pairs' means over K. Pairs without a value contribute nothing and are
/// not counted.
///
/// Source: W. G. Cochran, "Sampling Techniques" (1977), sections 9A (clusters) and 6.3 (ratios).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairMoments {
    /// The number of pairs in which at least one game has a value.
    pairs: u64,
    /// Σm, Σm², Σy, Σy² and Σmy over pairs.
    numbers: i128,
    number_squares: i128,
    sum: i128,
    sum_squares: i128,
    products: i128,
}

impl PairMoments {
    /// Adds the two games of a pair: values of at most 10 digits, or none.
    pub fn add(&mut self, games: [Option<i64>; 2]) {
        let numbers = games.iter().flatten().count() as i128;
        if numbers == 0 {
            return;
        }
        let sum: i128 = games.into_iter().flatten().map(i128::from).sum();
        self.pairs += 1;
        self.numbers += numbers;
        self.number_squares += numbers * numbers;
        self.sum += sum;
        self.sum_squares += sum * sum;
        self.products += numbers * sum;
    }

    /// How many pairs have a game with a value.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The mean squared distance of the pairs' means from the overall mean: Σ(y - R m)² / K over the square of Σm / K. `None`
    /// without pairs.
    fn variance(&self) -> Option<f64> {
        let pairs = (self.pairs > 0).then_some(self.pairs as f64)?;
        let numbers = self.numbers as f64;
        let squares = self.exact_squares().unwrap_or_else(|| self.rounded_squares());
        Some(squares.max(0.0) * pairs / (numbers * numbers))
    }

    /// Σ(y - R m)² from whole numbers, as (Σm)² Σy² - 2 Σm Σy Σmy + (Σy)² Σm² over (Σm)²; `None` if these are too large.
    fn exact_squares(&self) -> Option<f64> {
        let squares = self.numbers.checked_pow(2)?.checked_mul(self.sum_squares)?;
        let products = self.numbers.checked_mul(self.sum)?.checked_mul(self.products)?.checked_mul(2)?;
        let numbers = self.sum.checked_pow(2)?.checked_mul(self.number_squares)?;
        let exact = squares.checked_sub(products)?.checked_add(numbers)?;
        Some(exact as f64 / (self.numbers as f64 * self.numbers as f64))
    }

    fn rounded_squares(&self) -> f64 {
        let ratio = self.sum as f64 / self.numbers as f64;
        self.sum_squares as f64 - 2.0 * ratio * self.products as f64
            + ratio * ratio * self.number_squares as f64
    }

    /// The 95 % interval of the `mean` over games: mean ± t · its standard error, where the degrees of freedom of Student's t are
    /// the number of pairs minus one; `None` with fewer than two.
    pub fn interval(&self, mean: f64) -> Option<Interval> {
        let pairs = self.pairs as f64;
        let half = match self.pairs {
            0 | 1 => return None,
            _ => student_t(pairs - 1.0) * (self.variance()? / (pairs - 1.0)).sqrt(),
        };
        Some(Interval { low: mean - half, high: mean + half })
    }

    /// The `share` of games in which something happened, with the data for its interval over pairs. The values must be 1 for
    /// these games and 0 for others, and every game must have one. `None` without pairs.
    pub fn proportion(&self, share: f64) -> Option<Proportion> {
        // A pair adds 0, 1 or 2 to the sum, and 0, 1 or 4 to that of the squares.
        let both = u64::try_from((self.sum_squares - self.sum) / 2).ok()?;
        let one = u64::try_from(self.sum).ok()?.checked_sub(both.checked_mul(2)?)?;
        let counts = [self.pairs.checked_sub(one.checked_add(both)?)?, 0, one, 0, both];
        Proportion::of_quarters(counts).map(|of_pairs| of_pairs.reported_as(share))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Moments;
    use super::super::simulated::covered;
    use super::*;
    use rand_xoshiro::rand_core::Rng;

    /// A handwritten table: the values of the two games of each pair.
    const TABLE: [[Option<i64>; 2]; 8] = [
        [Some(12), Some(8)],
        [Some(3), None],
        [Some(-4), Some(10)],
        [None, None],
        [Some(7), Some(7)],
        [None, Some(0)],
        [Some(25), Some(-6)],
        [Some(9), Some(14)],
    ];

    fn of(table: &[[Option<i64>; 2]]) -> PairMoments {
        let mut moments = PairMoments::default();
        table.iter().for_each(|&pair| moments.add(pair));
        moments
    }

    fn mean(table: &[[Option<i64>; 2]]) -> f64 {
        let numbers: Vec<i64> = table.iter().flatten().flatten().copied().collect();
        numbers.iter().sum::<i64>() as f64 / numbers.len() as f64
    }

    /// The standard error of the mean, computed pair by pair as in the source.
    fn slow_standard_error(table: &[[Option<i64>; 2]]) -> f64 {
        let pairs: Vec<Vec<f64>> = table
            .iter()
            .map(|pair| pair.iter().flatten().map(|&y| y as f64).collect())
            .filter(|pair: &Vec<f64>| !pair.is_empty())
            .collect();
        let count = pairs.len() as f64;
        let each = pairs.iter().map(Vec::len).sum::<usize>() as f64 / count;
        let distances = pairs.iter().map(|pair| pair.iter().sum::<f64>() - mean(table) * pair.len() as f64);
        let squares: f64 = distances.map(|distance| distance * distance).sum();
        (squares / (count - 1.0) / count).sqrt() / each
    }

    #[test]
    fn the_interval_of_a_table_agrees_with_the_direct_computation() {
        for table in [&TABLE[..], &TABLE[..3], &TABLE[4..]] {
            let (moments, mean) = (of(table), mean(table));
            let half = student_t(moments.pairs() as f64 - 1.0) * slow_standard_error(table);
            let interval = moments.interval(mean).unwrap();
            assert!((interval.low - (mean - half)).abs() < 1e-12, "{interval:?}");
            assert!((interval.high - (mean + half)).abs() < 1e-12, "{interval:?}");
        }
        assert_eq!(of(&TABLE).pairs(), 7, "a pair without a number is not counted");
    }

    #[test]
    fn if_every_game_has_a_number_the_unit_is_the_mean_of_a_pair() {
        // The means of the pairs are 10, 3, 7 and 10; mean and interval must be those of these four numbers.
        let table = [[12, 8], [-4, 10], [7, 7], [25, -5]].map(|pair| pair.map(Some));
        let mut means = Moments::default();
        [10, 3, 7, 10].into_iter().for_each(|mean| means.add(mean));
        let (ours, expected) = (of(&table).interval(7.5).unwrap(), means.interval().unwrap());
        assert!((ours.low - expected.low).abs() < 1e-12 && (ours.high - expected.high).abs() < 1e-12);
    }

    #[test]
    fn if_events_happen_in_both_games_or_neither_the_unit_is_the_pair() {
        let both = |happened: i64| [Some(happened), Some(happened)];
        let alike = of(&[both(1), both(0), both(0), both(1), both(0)]);
        assert_eq!(alike.proportion(0.4), Proportion::of_quarters([3, 0, 0, 0, 2]));
        // The event happens in exactly one game of each pair, so the share does not vary.
        let one = of(&[[Some(1), Some(0)]; 9]);
        assert_eq!(one.proportion(0.5), Proportion::of_quarters([0, 0, 9, 0, 0]));
    }

    #[test]
    fn too_few_pairs_have_no_interval() {
        assert_eq!(of(&[]).interval(0.0), None);
        assert_eq!(of(&TABLE[..2][1..]).interval(3.0), None);
        assert_eq!(of(&[]).proportion(0.5), None);
    }

    #[test]
    fn rounded_sums_agree_with_exact_ones() {
        let moments = of(&TABLE);
        let exact = moments.exact_squares().unwrap();
        assert!((moments.rounded_squares() / exact - 1.0).abs() < 1e-12, "{exact}");
    }

    #[test]
    fn sums_that_would_overflow_are_rounded() {
        let large = of(&[[Some(9_999_999_999), Some(1)], [Some(1), Some(9_999_999_990)]].repeat(1_000));
        assert!(large.exact_squares().is_some());
        let (exact, rounded) = (large.exact_squares().unwrap(), large.rounded_squares());
        assert!(rounded.abs() <= exact + 1e8, "{exact} and {rounded}");
        let huge = PairMoments { pairs: 1 << 40, numbers: 1 << 41, sum_squares: i128::MAX, ..large };
        assert!(huge.exact_squares().is_none() && huge.variance().unwrap().is_finite());
    }

    #[test]
    fn intervals_over_pairs_contain_the_truth_95_times_in_100() {
        // The margin of an agent is about 5 as first player and about -3 as second; the games of a pair share half of their
        // randomness, and some games have no value.
        let share = covered(|rng| {
            let mut die = || (rng.next_u64() % 21) as i64 - 10;
            let mut moments = PairMoments::default();
            let mut numbers = Moments::default();
            for _ in 0..60 {
                let shared = die();
                let games = [5, -3].map(|mean| (die() != 10).then(|| mean + shared + die()));
                games.into_iter().flatten().for_each(|number| numbers.add(number));
                moments.add(games);
            }
            moments.interval(numbers.mean().unwrap()).unwrap().contains(1.0)
        });
        assert!((0.935..=0.97).contains(&share), "{share}");
    }
}
