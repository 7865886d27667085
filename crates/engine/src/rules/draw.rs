//! Chance below a bound.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Numbers below a bound, drawn from 64 random bits at a time.
///
/// A draw multiplies: the high half of bits * bound is below the bound, the low half holds the bits that the draw
/// did not use up. They serve the next draw until fewer than some 32 are left, so that the error stays below
/// 2^-22 of a draw's probability.
pub struct Draw<'r> {
    rng: &'r mut Xoshiro256PlusPlus,
    bits: u64,
    /// The product of the bounds since the bits were drawn.
    used: u64,
}

impl<'r> Draw<'r> {
    /// Draws from `rng`.
    #[inline(always)]
    pub fn new(rng: &'r mut Xoshiro256PlusPlus) -> Self {
        Self { rng, bits: 0, used: u64::MAX }
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
