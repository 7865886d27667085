//! The logistic function, the same to the last bit on every machine.

/// One logit, as evaluations count: an evaluation is a whole number of 256ths of a logit.
pub const LOGIT: i32 = 256;

/// The logistic function `1 / (1 + e^-x)`, with a relative error below 1e-7.
///
/// The system's `exp` may differ in its last bit from machine to machine. This one uses only sums and products, which do not.
pub fn logistic(x: f32) -> f32 {
    let x = f64::from(x.clamp(-30.0, 30.0));
    (1.0 / (1.0 + exp(-x))) as f32
}

/// `e^x` for |x| of at most 700: `2^k e^r` with a whole `k` and |r| of at most ln 2 / 2, and the Taylor series of `e^r` to `r^8`.
pub fn exp(x: f64) -> f64 {
    let k = (x * std::f64::consts::LOG2_E).round();
    let r = x - k * std::f64::consts::LN_2;
    let series = (1..=8).rev().fold(1.0, |sum, n| 1.0 + sum * r / f64::from(n));
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
