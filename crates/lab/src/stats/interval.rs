//! Confidence intervals for proportions.

use super::special::Z;

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end; may be minus infinity.
    pub low: f64,
    /// The upper end; may be infinity.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies in it, ends included.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Half its width.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The interval of `f` of the quantity, for an increasing function `f`.
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Self { low: f(self.low), high: f(self.high) }
    }
}

/// The 95 % Wilson score interval for a proportion `p`, from 0 to 1, observed in `n` > 0 independent trials; `n` need not be
/// whole. It never leaves the range from 0 to 1 and never has width 0.
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
/// (1927); recommended by L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial
/// proportion", Statistical Science 16 (2001).
pub fn wilson(p: f64, n: f64) -> Interval {
    wilson_at(p, n, Z)
}

/// [`wilson`] at the confidence level that corresponds to the quantile `z` of the standard normal distribution.
pub(super) fn wilson_at(p: f64, n: f64, z: f64) -> Interval {
    let z2 = z * z;
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // At 0 and 1, one end is exactly p, and rounding must not exclude p.
    Interval {
        low: if p <= 0.0 { 0.0 } else { (middle - half).max(0.0) },
        high: if p >= 1.0 { 1.0 } else { (middle + half).min(1.0) },
    }
}

/// The 95 % interval for the difference of two shares `p` and `q` of the same `n` games.
///
/// A game adds 1, -1 or 0 to the difference. The variance p + q - (p - q)^2 assumes that the two events never happen in the same
/// game. A game with both adds 0, so the interval is then wider than needed, never narrower. Source: Agresti 2002, "Categorical
/// Data Analysis", section 10.1, differences of dependent proportions.
pub fn share_difference(p: f64, q: f64, n: f64) -> Interval {
    let value = p - q;
    let half = Z * ((p + q - value * value).max(0.0) / n.max(1.0)).sqrt();
    Interval { low: (value - half).max(-1.0), high: (value + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(interval: Interval, low: f64, high: f64, error: f64) {
        let near = (interval.low - low).abs() <= error && (interval.high - high).abs() <= error;
        assert!(near, "{interval:?}, expected {low} to {high}");
    }

    #[test]
    fn newcombes_examples_are_reproduced() {
        // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
        // (1998), table I, method 3.
        for (r, n, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            assert_near(wilson(r / n, n), low, high, 5e-5);
        }
    }

    #[test]
    fn the_ends_are_exact_and_the_width_is_never_zero() {
        let z2 = Z * Z;
        for n in [1.0, 2.0, 10.0, 1e6] {
            assert_near(wilson(0.0, n), 0.0, z2 / (n + z2), 1e-12);
            assert_near(wilson(1.0, n), n / (n + z2), 1.0, 1e-12);
            assert!(wilson(0.0, n).low == 0.0 && wilson(1.0, n).high == 1.0);
        }
    }

    #[test]
    fn the_difference_of_complementary_shares_has_twice_the_half_width_of_a_share() {
        // With p + q = 1 the difference is 2 p - 1, and its half-width is twice the half-width of p.
        let interval = share_difference(0.6, 0.4, 10_000.0);
        let of_one = Z * (0.6_f64 * 0.4 / 10_000.0).sqrt();
        assert_near(interval, 0.2 - 2.0 * of_one, 0.2 + 2.0 * of_one, 1e-12);
        assert_near(share_difference(0.0, 0.0, 100.0), 0.0, 0.0, 1e-12);
    }
}
