//! Tables indexed by cell number.

#![allow(
    unsafe_code,
    reason = "indexing chunk by chunk would take a fifth more instructions per action of Exxit"
)]

use std::ops::{Index, IndexMut};

/// A table of `N * W` entries, `N` for each word of a [set](super::set::Set).
///
/// `N` and `W` are powers of two, and masking an index replaces the bounds check, because the engine reads tables at every step.
/// Sets and tables that are large enough are chosen before the game.
#[derive(Clone, Debug)]
pub struct ChunkedTable<T, const W: usize, const N: usize = 64>([[T; N]; W]);

impl<T: Copy, const W: usize, const N: usize> ChunkedTable<T, W, N> {
    /// The last index, which also serves as a mask.
    pub const LAST: usize = {
        assert!(W.is_power_of_two() && N.is_power_of_two(), "indices are masked");
        N * W - 1
    };

    /// A table filled with `entry`.
    pub const fn of(entry: T) -> Self {
        Self([[entry; N]; W])
    }

    /// All entries in one slice, like `as_flattened`, which is not inlined across codegen units; the engine reads tables at every
    /// step.
    #[inline(always)]
    fn entries(&self) -> &[T] {
        // SAFETY: `W` arrays of `N` entries are contiguous: `N * W` entries.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), N * W) }
    }

    /// All entries in one mutable slice.
    #[inline(always)]
    fn entries_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `entries`; the slice borrows `self` mutably.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), N * W) }
    }

    /// Copies the first `len` entries of `other`, or all if there are fewer.
    #[inline(always)]
    pub fn copy_first(&mut self, len: usize, other: &Self) {
        let len = len.min(Self::LAST + 1);
        self.entries_mut()[..len].copy_from_slice(&other.entries()[..len]);
    }
}

impl<T: Copy, const W: usize, const N: usize> Index<usize> for ChunkedTable<T, W, N> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        &self.entries()[index & Self::LAST]
    }
}

impl<T: Copy, const W: usize, const N: usize> IndexMut<usize> for ChunkedTable<T, W, N> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.entries_mut()[index & Self::LAST]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_the_given_number_of_entries_is_copied() {
        let (mut full, mut copy) = (ChunkedTable::<u8, 2, 4>::of(1), ChunkedTable::of(0));
        full[7] = 2;
        copy.copy_first(3, &full);
        assert_eq!(copy.0, [[1, 1, 1, 0], [0; 4]]);
        copy.copy_first(usize::MAX, &full);
        assert_eq!(copy.0, full.0);
    }
}
