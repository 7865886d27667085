//! Chance: the random stream of each game, and a bounded draw whose values stay the same in every release.

use blake3::Hasher;
use blake3::hazmat::{ContextKey, HasherExt, hash_derive_key_context};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::LazyLock;

/// The context of the key derivation with BLAKE3. It must change whenever the derivation of the streams changes.
const CONTEXT: &str = "dropline 2026-11 random stream of a game";

/// The random stream of one game: xoshiro256++ whose 256 bits of state are the BLAKE3 hash, in key derivation mode, of the master
/// `seed`, the hash of the variant's effective rules, and the number of the `game` in `games.csv`; integers are little-endian.
///
/// The stream depends on nothing else: not on the threads, not on the agents, and not on earlier games.
///
/// Sources: Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators"; O'Connor et al.
/// 2020, "BLAKE3".
pub fn stream(seed: u64, rules_hash: &[u8; 32], game: u64) -> Xoshiro256PlusPlus {
    // The context is hashed only once. Hashing it takes as long as the rest of the function, and short games spend a large part of
    // their time in this function.
    static KEY: LazyLock<ContextKey> = LazyLock::new(|| hash_derive_key_context(CONTEXT));
    let mut input = [0; 48];
    input[..8].copy_from_slice(&seed.to_le_bytes());
    input[8..40].copy_from_slice(rules_hash);
    input[40..].copy_from_slice(&game.to_le_bytes());
    let mut hasher = Hasher::new_from_context_key(&KEY);
    hasher.update(&input);
    Xoshiro256PlusPlus::from_seed(*hasher.finalize().as_bytes())
}

/// A uniformly distributed number below `bound`.
///
/// Takes the high half of a product of 32-bit numbers, and redraws in the few cases that would favour some values.
/// Source: Lemire 2019, "Fast random integer generation in an interval".
///
/// # Panics
/// Panics if `bound` is 0.
#[inline]
pub fn below(rng: &mut Xoshiro256PlusPlus, bound: u32) -> u32 {
    assert!(bound > 0, "there is no number below 0");
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let unfair = bound.wrapping_neg() % bound;
        while (product as u32) < unfair {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// Numbers below a bound, drawn from 64 random bits at a time.
///
/// A draw multiplies the bits by the bound: the high half of the product is the number drawn, and the low half holds the bits that
/// the draw did not use up, for the next draw. Once fewer than about 32 bits are left, the next draw takes 64 new ones. The
/// relative error of each number's probability is therefore less than 2^-22.
#[derive(Debug)]
pub struct Draw<'r> {
    rng: &'r mut Xoshiro256PlusPlus,
    bits: u64,
    /// The product of the bounds of all draws from the current bits.
    used: u64,
}

impl<'r> Draw<'r> {
    /// Draws from `rng`.
    #[inline(always)]
    pub fn new(rng: &'r mut Xoshiro256PlusPlus) -> Self {
        Self { rng, bits: 0, used: u64::MAX }
    }

    /// Discards the bits that are left, so that the next draw is the same as the first draw of a new `Draw`.
    #[inline(always)]
    pub fn renew(&mut self) {
        self.used = u64::MAX;
    }

    /// A number below `bound`, which is not 0.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        if self.used >= 1 << 32 {
            self.bits = self.rng.next_u64();
            self.used = 1;
        }
        self.used *= u64::from(bound);
        let product = u128::from(self.bits) * u128::from(bound);
        self.bits = product as u64;
        (product >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_uniform() {
        let mut rng = stream(1, &[0; 32], 0);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[below(&mut rng, 7) as usize] += 1;
        }
        let chi_squared: f64 = seen.iter().map(|&n| (f64::from(n) - 1e4).powi(2) / 1e4).sum();
        assert!(chi_squared < 22.5, "{seen:?}: beyond the 99.9 % quantile for 6 degrees of freedom");
    }

    #[test]
    fn the_only_number_below_1_is_0() {
        assert_eq!(below(&mut stream(1, &[0; 32], 0), 1), 0);
    }

    #[test]
    fn seed_rules_and_game_each_change_the_stream() {
        let first = |seed, rules: u8, game| stream(seed, &[rules; 32], game).next_u64();
        let base = first(1, 0, 0);
        assert_eq!(base, first(1, 0, 0));
        for other in [first(2, 0, 0), first(1, 1, 0), first(1, 0, 1)] {
            assert_ne!(base, other);
        }
    }

    #[test]
    fn streams_are_the_same_in_every_release() {
        let mut rng = stream(1, &[7; 32], 41);
        assert_eq!([rng.next_u64(), rng.next_u64()], [15378454629355037312, 7636498898444338099]);
        assert_eq!([5, 100, 169].map(|bound| below(&mut rng, bound)), [0, 35, 154]);
    }
}
