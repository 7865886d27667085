//! Seeded randomness for the tests.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The generator for `seed`.
pub fn seeded(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// True with probability 1 in `n`.
pub fn once_in(n: usize, rng: &mut Xoshiro256PlusPlus) -> bool {
    below(rng, n) == 0
}

/// A number below `bound`.
pub fn below(rng: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

/// One of `choices`, drawn uniformly.
pub fn pick<T: Clone>(rng: &mut Xoshiro256PlusPlus, choices: &[T]) -> T {
    choices[below(rng, choices.len())].clone()
}
