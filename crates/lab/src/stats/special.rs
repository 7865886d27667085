//! The few special functions that intervals need.

use std::f64::consts::PI;

/// The 97.5 % point of the standard normal distribution: half of the 5 % outside a 95 % interval lies above it.
pub const Z: f64 = 1.959_963_984_540_054;

/// The probability outside a 95 % interval on each side.
pub const TAIL: f64 = 0.025;

/// The logarithm of the gamma function at `x` >= 1/2, to about 15 digits.
///
/// Source: C. Lanczos, "A precision approximation of the gamma function" (1964), with the coefficients for
/// g = 7, n = 9 that P. Godfrey computed (2001).
fn ln_gamma(x: f64) -> f64 {
    const G: f64 = 7.0;
    const FIRST: f64 = 0.999_999_999_999_809_9;
    const REST: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let series = (0_u8..).zip(REST).fold(FIRST, |sum, (i, c)| sum + c / (x + f64::from(i) + 1.0));
    let t = x + G + 0.5;
    0.5 * (2.0 * PI).ln() + (x + 0.5) * t.ln() - t + series.ln()
}

/// The regularised incomplete beta function I_x(a, b) for a, b >= 1/2 and x from 0 to 1.
///
/// Source: DLMF 8.17.22, its continued fraction, evaluated by the modified Lentz method (W. J. Lentz 1976;
/// I. J. Thompson and A. R. Barnett 1986); beyond the mean by the symmetry DLMF 8.17.4.
pub fn beta_inc(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_inc(b, a, 1.0 - x);
    }
    let ln_front = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    ln_front.exp() / (a * beta_fraction(a, b, x))
}

/// The continued fraction 1 + d1/(1 + d2/(1 + …)) of DLMF 8.17.22. It takes about sqrt(a + b) terms.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    const MOST_TERMS: u32 = 200_000;
    let away_from_zero = |v: f64| if v.abs() < TINY { TINY } else { v };
    let (mut f, mut c, mut d) = (1.0, 1.0, 0.0);
    for i in 1..MOST_TERMS {
        let m = f64::from(i / 2);
        let term = if i % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        d = 1.0 / away_from_zero(1.0 + term * d);
        c = away_from_zero(1.0 + term / c);
        let change = c * d;
        f *= change;
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    f
}

/// P(X >= k) for X binomial with `n` trials of probability `p`: I_p(k, n - k + 1).
///
/// Source: DLMF 8.17.5.
pub fn binomial_at_least(k: u64, n: u64, p: f64) -> f64 {
    match k {
        0 => 1.0,
        _ if k > n => 0.0,
        _ => beta_inc(k as f64, (n - k) as f64 + 1.0, p),
    }
}

/// The 97.5 % point of Student's t distribution with `freedom` degrees of freedom, at least 1.
///
/// P(|T| > t) = I_x(freedom / 2, 1 / 2) with x = freedom / (freedom + t²) (DLMF 8.17, Abramowitz and Stegun
/// 26.7.1), solved for t by bisection. From 200 degrees of freedom on, the asymptotic expansion (Abramowitz and Stegun 26.7.5)
/// has an error below 1e-11.
pub fn student_t(freedom: f64) -> f64 {
    if freedom >= 200.0 {
        let z = Z;
        let terms = [
            (z.powi(3) + z) / 4.0,
            (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
            (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
            (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1_482.0 * z.powi(5) - 1_920.0 * z.powi(3) - 945.0 * z)
                / 92_160.0,
        ];
        return z + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / freedom);
    }
    // The point is 12.71 for one degree of freedom, and never below that of the normal distribution.
    let (mut low, mut high) = (Z, 12.8);
    for _ in 0..60 {
        let t = f64::midpoint(low, high);
        if beta_inc(freedom / 2.0, 0.5, freedom / (freedom + t * t)) > 2.0 * TAIL {
            low = t;
        } else {
            high = t;
        }
    }
    f64::midpoint(low, high)
}

/// The chance that a standard normal value lies farther from 0 than `z` >= 0, on either side: erfc(z / sqrt(2)).
///
/// Source: DLMF 7.6.2, a series of positive terms, near 0, and the continued fraction DLMF 7.9.1 farther out; DLMF 7.2.2 and 7.17
/// for the relation between the error function and the normal distribution.
pub fn normal_beyond(z: f64) -> f64 {
    let x = z / std::f64::consts::SQRT_2;
    if x < 2.5 {
        let (mut term, mut sum) = (x, x);
        for n in 1..100 {
            term *= 2.0 * x * x / f64::from(2 * n + 1);
            sum += term;
        }
        return 1.0 - 2.0 / PI.sqrt() * (-x * x).exp() * sum;
    }
    // From the innermost fraction outwards: x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …))).
    let fraction = (1..100).rev().fold(x, |tail, n| x + f64::from(n) / 2.0 / tail);
    (-x * x).exp() / PI.sqrt() / fraction
}

/// The chance that a chi-squared value with `freedom` degrees of freedom, at least 1, is larger than `x`: Q(freedom / 2, x / 2).
///
/// Source: DLMF 8.11.4, the series of the lower incomplete gamma function, below the mean, and DLMF 8.9.2, its continued
/// fraction, above, by the modified Lentz method.
pub fn chi_squared_beyond(x: f64, freedom: f64) -> f64 {
    let (a, x) = (freedom / 2.0, x / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-16 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return (1.0 - front * sum).max(0.0);
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / f64::MIN_POSITIVE, 1.0 / b);
    let mut fraction = d;
    for i in 1..10_000 {
        let i = f64::from(i);
        let an = -i * (i - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * fraction
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Binomial, ChiSquared, Normal, StudentsT};
    use statrs::distribution::{ContinuousCDF, DiscreteCDF};

    #[test]
    fn the_normal_point_agrees_with_the_oracle() {
        assert!((Normal::standard().inverse_cdf(0.975) - Z).abs() < 1e-9);
    }

    #[test]
    fn the_tails_of_the_normal_distribution_agree_with_the_oracle() {
        assert!((normal_beyond(Z) - 2.0 * TAIL).abs() < 1e-15);
        assert_eq!(normal_beyond(0.0), 1.0);
        for z in [0.1, 0.5, 1.0, 2.0, 3.0, 3.5, 3.6, 4.0, 6.0, 10.0, 30.0] {
            let (ours, oracle) = (normal_beyond(z), statrs::function::erf::erfc(z / 2.0_f64.sqrt()));
            assert!((ours / oracle - 1.0).abs() < 1e-9, "{z}: {ours}, oracle {oracle}");
        }
        // NIST/SEMATECH e-Handbook 1.3.6.7.1: the area from 0 to 1.96 is 0.475.
        assert!((normal_beyond(1.96) - 0.05).abs() < 1e-5);
        assert!(normal_beyond(50.0) == 0.0 || normal_beyond(50.0) < 1e-300);
    }

    #[test]
    fn the_tails_of_the_chi_squared_distribution_agree_with_the_oracle() {
        for freedom in [1.0, 2.0, 3.0, 6.0, 15.0, 100.0] {
            for x in [0.0, 1e-6, 0.1, 1.0, 3.84, 11.23, 30.0, 150.0] {
                let oracle = ChiSquared::new(freedom).unwrap().sf(x);
                let ours = chi_squared_beyond(x, freedom);
                assert!((ours - oracle).abs() < 1e-9, "{x}, {freedom}: {ours}, oracle {oracle}");
            }
        }
        assert!((chi_squared_beyond(3.841_459, 1.0) - 0.05).abs() < 1e-7);
    }

    #[test]
    fn the_incomplete_beta_function_agrees_with_the_oracle() {
        for (a, b) in [(0.5, 0.5), (1.0, 1.0), (2.5, 0.5), (10.0, 3.0), (500.0, 501.0)] {
            for x in [0.0, 1e-6, 0.01, 0.3, 0.499, 0.5, 0.501, 0.7, 0.99, 1.0] {
                let (ours, oracle) = (beta_inc(a, b, x), statrs::function::beta::beta_reg(a, b, x));
                assert!((ours - oracle).abs() < 1e-8, "I_{x}({a}, {b}): {ours}, oracle {oracle}");
            }
        }
    }

    #[test]
    fn the_incomplete_beta_function_is_symmetric_at_large_parameters() {
        for a in [1e3, 1e5, 1e7] {
            assert!((beta_inc(a, a, 0.5) - 0.5).abs() < 1e-6);
        }
    }

    #[test]
    fn binomial_tails_agree_with_the_oracle() {
        for (n, p) in [(1, 0.3), (10, 0.5), (1000, 0.48)] {
            let oracle = Binomial::new(p, n).unwrap();
            for k in [0, 1, n / 2, n] {
                let above = if k == 0 { 1.0 } else { oracle.sf(k - 1) };
                assert!((binomial_at_least(k, n, p) - above).abs() < 1e-9, "n {n}, p {p}, k {k}");
            }
        }
        assert_eq!(binomial_at_least(3, 2, 0.5), 0.0);
        assert_eq!(binomial_at_least(0, 10, 1e-3), 1.0);
    }

    #[test]
    fn quantiles_of_t_match_published_tables() {
        // NIST/SEMATECH e-Handbook 1.3.6.7.2, upper 0.025.
        for (freedom, point) in [(1.0, 12.706), (2.0, 4.303), (5.0, 2.571), (30.0, 2.042), (100.0, 1.984)] {
            assert!((student_t(freedom) - point).abs() < 5e-4, "{freedom}: {}", student_t(freedom));
            let oracle = StudentsT::new(0.0, 1.0, freedom).unwrap().inverse_cdf(0.975);
            assert!((student_t(freedom) - oracle).abs() < 1e-6);
        }
        assert!((student_t(1e7) - Z).abs() < 1e-6);
        // On both sides of where the expansion begins.
        for freedom in [199.0, 200.0, 1e4_f64] {
            let t = student_t(freedom);
            let beyond = beta_inc(freedom / 2.0, 0.5, freedom / (freedom + t * t));
            assert!((beyond - 2.0 * TAIL).abs() < 1e-11, "{freedom}: {beyond}");
        }
    }
}
