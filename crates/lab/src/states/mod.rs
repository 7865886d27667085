//! How many arrangements of stones a game can reach: its state space.
//!
//! An arrangement is the contents of all cells. The side to move, repetition and swapped sides are ignored, as in the literature.

mod bound;
mod layers;
mod liberties;
mod walk;

pub use bound::bound;
pub use layers::{POPULATIONS, Reached, combined, count, population};
pub use liberties::Liberties;
pub use walk::Walk;

use crate::stats::Interval;

/// A number that may be huge, and its 95 % interval, as logarithms to base 10.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub log10: f64,
    /// The 95 % interval, which begins at minus infinity if no sample qualified.
    pub interval: Interval,
    /// The number of samples.
    pub n: u64,
}

/// The natural logarithms of n!, for n from 0 to `most`.
fn ln_factorials(most: usize) -> Vec<f64> {
    let mut sum = 0.0;
    (0..=most)
        .map(|n| {
            sum += (n.max(1) as f64).ln();
            sum
        })
        .collect()
}

/// The logarithm to base 10 of a sum of numbers that are given by their natural logarithms.
fn log10_of_sum(lns: &[f64]) -> f64 {
    let most = lns.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = lns.iter().map(|ln| (ln - most).exp()).sum();
    (most + sum.ln()) / std::f64::consts::LN_10
}
