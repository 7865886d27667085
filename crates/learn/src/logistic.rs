//! The logistic function, the same to the last bit on every machine.

/// One logit, as evaluations count: an evaluation is a whole number of 256ths of a logit.
pub const LOGIT: i32 = 256;

/// 1/n for each n from 1 to 8: products take a quarter of the time of quotients.
const RECIPROCALS: [f64; 8] =
    [1.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0, 1.0 / 5.0, 1.0 / 6.0, 1.0 / 7.0, 1.0 / 8.0];

/// 1.5 * 2^52. A number added to it has no bits left for a fraction, and so is rounded without a call.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// The logistic function `1 / (1 + e^-x)`, with a relative error below 1e-7.
///
/// The system's `exp` may differ in its last bit from machine to machine. This one uses only sums and products, which do not.
pub fn logistic(x: f32) -> f32 {
    let x = f64::from(x.clamp(-30.0, 30.0));
    (1.0 / (1.0 + exp(-x))) as f32
}

/// `e^x` for |x| of at most 700: `2^k e^r` with a whole `k` and |r| of at most ln 2 / 2, and the Taylor series of `e^r` to `r^8`.
pub fn exp(x: f64) -> f64 {
    let k = (x * std::f64::consts::LOG2_E + WHOLE) - WHOLE;
    let r = x - k * std::f64::consts::LN_2;
    let mut series = 1.0;
    for reciprocal in RECIPROCALS.into_iter().rev() {
        series = 1.0 + series * r * reciprocal;
    }
    series * f64::from_bits(((k as i64 + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_agrees_with_the_systems_function() {
        for i in -3000..=3000 {
            let x = i as f32 / 100.0;
            let system = 1.0 / (1.0 + (-f64::from(x)).exp());
            let own = f64::from(logistic(x));
            assert!((own / system - 1.0).abs() < 1e-6, "{x}: {own} {system}");
        }
        assert_eq!(logistic(0.0), 0.5);
    }
}
