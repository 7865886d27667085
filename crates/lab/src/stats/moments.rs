//! Means of whole numbers, summed exactly.

use super::interval::Interval;
use super::special::student_t;

/// The count, sum and sum of squares of whole numbers: enough for their mean and its interval. The sums are exact, regardless of
/// the order and size of the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    n: u64,
    sum: i128,
    squares: i128,
}

impl Moments {
    /// The moments of `n` numbers with this `sum` and this sum of `squares`.
    pub fn new(n: u64, sum: u64, squares: u128) -> Self {
        Self { n, sum: sum.into(), squares: i128::try_from(squares).unwrap_or(i128::MAX) }
    }

    /// Adds a value of at most 10 digits.
    pub fn add(&mut self, value: i64) {
        let value = i128::from(value);
        self.n += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// How many numbers there are.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The mean; `None` without numbers.
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum as f64 / self.n as f64)
    }

    /// The variance, with n - 1 in the denominator; `None` for fewer than two numbers.
    pub fn variance(&self) -> Option<f64> {
        let n = i128::from(self.n);
        let denominator = (n > 1).then(|| n as f64 * (n - 1) as f64)?;
        let exact = n.checked_mul(self.squares).zip(self.sum.checked_mul(self.sum));
        let numerator = match exact.and_then(|(a, b)| a.checked_sub(b)) {
            Some(exact) => exact as f64,
            None => n as f64 * self.squares as f64 - self.sum as f64 * self.sum as f64,
        };
        Some(numerator.max(0.0) / denominator)
    }

    /// The 95 % interval of the mean: mean ± t · sqrt(variance / n), with Student's t of n - 1 degrees of freedom; `None` with
    /// fewer than two numbers.
    ///
    /// Source: Student (W. S. Gosset), "The probable error of a mean", Biometrika 6 (1908).
    pub fn interval(&self) -> Option<Interval> {
        let (mean, variance) = (self.mean()?, self.variance()?);
        let n = self.n as f64;
        let half = student_t(n - 1.0) * (variance / n).sqrt();
        Some(Interval { low: mean - half, high: mean + half })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|&value| moments.add(value));
        moments
    }

    #[test]
    fn mean_and_variance_agree_with_hand_computation() {
        let moments = of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((moments.n(), moments.mean()), (8, Some(5.0)));
        assert_eq!(moments.variance(), Some(32.0 / 7.0));
        assert_eq!(Moments::new(8, 40, 232), moments);
    }

    #[test]
    fn the_interval_agrees_with_hand_computation() {
        // 95 % point of t with 3 degrees of freedom: 3.182446; variance 20/3, standard error sqrt(5/3).
        let interval = of(&[1, 3, 5, 7]).interval().unwrap();
        let half = 3.182_446_305 * (5.0_f64 / 3.0).sqrt();
        assert!((interval.low - (4.0 - half)).abs() < 1e-8 && (interval.high - (4.0 + half)).abs() < 1e-8);
    }

    #[test]
    fn one_number_has_no_interval_and_equal_numbers_have_one_of_zero_width() {
        assert_eq!(of(&[]).mean(), None);
        assert_eq!(of(&[7]).interval(), None);
        assert_eq!(of(&[7, 7, 7]).interval(), Some(Interval { low: 7.0, high: 7.0 }));
    }

    #[test]
    fn sums_that_would_overflow_are_rounded() {
        let moments = Moments::new(u64::MAX, u64::MAX, u128::MAX);
        assert!(moments.variance().unwrap() >= 0.0);
        // n·Σx² is 2^133, beyond what is summed exactly, and (Σx)² is 2^120; all are powers of two.
        let moments = Moments::new(1 << 33, 1 << 60, 1 << 100);
        let (n, numerator) = (2_f64.powi(33), 2_f64.powi(133) - 2_f64.powi(120));
        let variance = moments.variance().unwrap();
        assert!((variance / (numerator / (n * (n - 1.0))) - 1.0).abs() < 1e-9, "{variance}");
    }
}
