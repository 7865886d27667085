//! Sets of cells as bits: the representation that determines the engine's speed.
//!
//! A board lies on a grid of rows with at least one column and one row of padding, which never hold a cell: cell (x, y) is bit
//! `y * STRIDE + x`. A neighbour is then a fixed distance away, with no test for the edge. A step from the last column leads to
//! a padding cell, and a step from the first column to the padding of the row before; below the first row, the index wraps
//! around into the padding rows at the end. A whole set moves one step by one shift.
//!
//! The sets come in two sizes, [`Small`] and [`Large`]. On x86-64 they are AVX2 vectors, unless the feature `portable` is on; on
//! other processors they are plain words. Code above this module is generic over them.

#[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
#[path = "cells_avx2.rs"]
pub mod avx2;
#[cfg(any(not(target_arch = "x86_64"), feature = "portable", test))]
#[path = "cells_words.rs"]
pub mod words;

use std::ops::{Index, IndexMut};

/// Whether sets are vectors, and functions are compiled for the processors that have them.
pub const VECTORS: bool = cfg!(all(target_arch = "x86_64", not(feature = "portable"), not(test)));

/// Sets for boards of up to 15 columns and rows that do not wrap.
pub type Small = sizes::Small;
/// Sets for all other boards.
pub type Large = sizes::Large;

#[cfg(all(target_arch = "x86_64", not(feature = "portable"), not(test)))]
mod sizes {
    pub type Small = super::avx2::Vectors<1>;
    pub type Large = super::avx2::Vectors<4>;
}

#[cfg(all(any(not(target_arch = "x86_64"), feature = "portable"), not(test)))]
mod sizes {
    pub type Small = super::words::Words<4>;
    pub type Large = super::words::Words<16>;
}

/// Unit tests use plain words of one size, which compile fastest; the other tests use the engine as it is built.
#[cfg(test)]
mod sizes {
    pub type Small = super::words::Words<16>;
    pub type Large = super::words::Words<16>;
}

/// Whether the processor has every feature that the engine is compiled for.
pub fn is_supported() -> bool {
    #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
    return !VECTORS || avx2::is_supported();
    #[cfg(any(not(target_arch = "x86_64"), feature = "portable"))]
    true
}

/// # Panics
/// Panics unless [`is_supported`] returns true. Every way to sets in vectors leads through this check.
pub fn require_support() {
    assert!(is_supported(), "this processor lacks instructions that the engine is compiled for");
}

/// An entry of a table.
pub trait Entry: Copy + Send + Sync + 'static {}

impl<T: Copy + Send + Sync + 'static> Entry for T {}

/// A set of cells on a padded grid.
pub trait Cells: Copy + PartialEq + Send + Sync + std::fmt::Debug + 'static {
    /// The number of bits in the set, padding included: a power of 2.
    const SIZE: usize;
    /// The number of bits from one row to the next: the greatest number of columns of a board, plus one of padding.
    const STRIDE: usize;
    /// The greatest number of rows of a board: all rows that fit, minus one of padding.
    const ROWS: usize = Self::SIZE / Self::STRIDE - 1;
    /// Whether the set uses vectors. Such sets are created only if [`is_supported`] returns true.
    const VECTORS: bool = false;
    /// Whether the fastest loops inline what they call: see `inlined!` in [`processor`](super::processor).
    const INLINED: bool = true;
    /// Whether random games have a loop for each [`Profile`](crate::actions::place::Profile) of placement rules.
    const PROFILED: bool = true;
    /// Whether the grid supports boards that wrap. The fastest sets do not, since every query of such a grid first checks whether
    /// it wraps.
    const CAN_WRAP: bool = true;
    /// A cell that is on no board: the last bit.
    const NOWHERE: usize = Self::SIZE - 1;

    /// The words of the set, lowest bits first.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]>;
    /// Three times as many words: see [`Cells::padded`].
    type Padded: Copy + AsRef<[u64]>;
    /// An array with an entry for each bit of the grid: see [`PerCell`](super::per_cell::PerCell).
    type Table<T: Entry>: Copy + Index<usize, Output = T> + IndexMut<usize> + Send + Sync;
    /// The smallest integer type with a value for each bit of the grid.
    type Name: Entry + Ord + Into<usize> + std::fmt::Debug;
    /// An array with a name for each bit of the grid and [`Cells::FRAME`] more on either side: see
    /// [`Names`](super::groups::Names).
    type Names: Copy + Index<usize, Output = Self::Name> + IndexMut<usize> + AsMut<[Self::Name]> + Send + Sync;

    /// How many entries [`Cells::Names`] adds on either side: more than the distance from a cell to a neighbour.
    const FRAME: usize = 2 * Self::STRIDE;

    /// The result of [`Groups::beside`](super::groups::Groups::beside) for `cell` in two tables of names, if these sets have a
    /// faster way to compute it.
    #[inline(always)]
    fn names_beside<const D: usize>(
        own: &Self::Names,
        enemy: &Self::Names,
        cell: usize,
    ) -> Option<[[Self::Name; 4]; 2]> {
        let _ = (own, enemy, cell);
        None
    }

    /// The cells of `open` that are reached from `stones`, which lie outside `open`, by moving right along rows within `open`;
    /// `None` unless these sets have a faster way than shifts.
    #[inline(always)]
    fn run_right(stones: Self, open: Self) -> Option<Self> {
        let _ = (stones, open);
        None
    }

    /// `cell`, a number less than [`Cells::SIZE`], in the smallest type that can hold it.
    fn name(cell: usize) -> Self::Name;
    /// An array that holds `name` everywhere.
    fn names(name: Self::Name) -> Self::Names;
    /// An array that holds `value` everywhere.
    fn table<T: Entry>(value: T) -> Self::Table<T>;
    /// An array that holds `value` everywhere, created directly on the heap.
    fn boxed_table<T: Entry>(value: T) -> Box<Self::Table<T>>;
    /// The empty set.
    fn none() -> Self;
    /// The set that consists of `words`.
    fn from_words(words: Self::Words) -> Self;
    /// The words of this set.
    fn words(self) -> Self::Words;
    /// The cells in both sets.
    fn and(self, other: Self) -> Self;
    /// The cells in either set.
    fn or(self, other: Self) -> Self;
    /// The cells of this set that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Whether the two sets have a cell in common.
    fn meets(self, other: Self) -> bool;
    /// The cells moved by `DX * STEP` columns and `DY * STEP` rows.
    ///
    /// A cell that leaves its row sideways may end up anywhere: the caller must keep only cells that cannot have been reached
    /// across the padding.
    fn moved<const DX: i32, const DY: i32, const STEP: i32>(self) -> Self;
    /// The words of the set with equally many empty words below and above, for [`Cells::shifted`] to read from.
    fn padded(self) -> Self::Padded;
    /// The position of the bit of rank `rank` in `word`.
    fn select(word: u64, rank: u32) -> u32;

    /// The distance between the numbers of two cells that are `columns` and `rows` apart.
    #[inline(always)]
    fn distance(columns: i16, rows: i16) -> isize {
        rows as isize * Self::STRIDE as isize + columns as isize
    }

    /// Whether a board of this size fits the grid.
    fn fits(columns: u8, rows: u8) -> bool {
        usize::from(columns) < Self::STRIDE && usize::from(rows) <= Self::ROWS
    }

    /// The set in `padded` with `by` added to the number of each cell; the absolute value of `by` is less than [`Cells::SIZE`].
    ///
    /// A shift by a run-time amount would have to select words. Here it selects where to read: each word is put together from two
    /// adjacent words of the padded set, and vector loads read unaligned sets at no cost. As with [`Cells::moved`], rows run into
    /// each other.
    #[inline(always)]
    fn shifted(padded: &Self::Padded, by: isize) -> Self {
        let mut words = Self::none().words();
        let out = words.as_mut();
        let from = Self::SIZE.wrapping_add_signed(-by);
        let (whole, part) = (from / 64, from % 64);
        let read = &padded.as_ref()[whole..][..out.len() + 1];
        for (i, word) in out.iter_mut().enumerate() {
            *word = read[i] >> part | read[i + 1] << 1 << (63 - part);
        }
        Self::from_words(words)
    }

    /// The set of `cell` alone.
    ///
    /// Every word is computed by comparing its index with that of the cell's word: writing a single word and reading the set back
    /// would stall on store forwarding.
    fn single(cell: usize) -> Self;

    /// Whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        !self.meets(self)
    }

    /// The number of cells in the set.
    #[inline(always)]
    fn count(self) -> u32 {
        let mut count = 0;
        for word in self.words().as_ref() {
            count += word.count_ones();
        }
        count
    }

    /// Whether `cell` is in the set.
    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        self.words().as_ref()[cell / 64 % (Self::SIZE / 64)] >> (cell % 64) & 1 == 1
    }

    /// Calls `choose` with the number of cells, and returns the cell whose rank `choose` returns; the lowest cell has rank 0.
    /// `None` if the set is empty.
    ///
    /// The code is almost branch-free: which word holds the cell is effectively random, and a misprediction costs more than all
    /// the sums.
    #[inline(always)]
    fn pick(self, choose: impl FnOnce(u32) -> u32) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        // For each word, the number of cells up to its end.
        let (words, mut ends) = (self.words(), self.words());
        let (words, ends) = (words.as_ref(), ends.as_mut());
        let mut count = 0;
        for end in &mut *ends {
            count += end.count_ones();
            *end = count.into();
        }
        let rank = choose(count);
        let (mut index, mut before) = (0, 0);
        for &end in &ends[..words.len() - 1] {
            let past = rank >= end as u32;
            index += usize::from(past);
            before = if past { end as u32 } else { before };
        }
        let index = index % (Self::SIZE / 64);
        Some(index * 64 + Self::select(words[index], rank - before) as usize)
    }

    /// This set, prepared for looking up many cells.
    #[inline(always)]
    fn members(self) -> Members<Self::Words> {
        Members(self.words())
    }

    /// The cells of the set, the lowest first.
    #[inline(always)]
    fn iter(self) -> Iter<Self> {
        Iter { words: self.words(), at: 0 }
    }

    /// The lowest cell, if there is one.
    #[inline(always)]
    fn first(self) -> Option<usize> {
        let words = self.words();
        let words = words.as_ref();
        let i = words.iter().position(|&word| word != 0)?;
        Some(i * 64 + words[i].trailing_zeros() as usize)
    }

    /// The cell of the set, if there is exactly one.
    #[inline(always)]
    fn only(self) -> Option<usize> {
        // Most larger sets have two cells in one word, and need not be counted.
        let mut more = 0;
        for &word in self.words().as_ref() {
            more |= word & word.wrapping_sub(1);
        }
        if more == 0 && self.count() == 1 { self.first() } else { None }
    }
}

/// `words` with equally many zero words before and after them: `P` is three times `W`.
#[inline(always)]
pub fn pad<const W: usize, const P: usize>(words: [u64; W]) -> [u64; P] {
    let mut padded = [0; P];
    #[allow(clippy::manual_memcpy, reason = "`copy_from_slice` may become a call")]
    for i in 0..W {
        padded[W + i] = words[i];
    }
    padded
}

/// The words of a set, extracted once to look up many cells.
#[derive(Clone, Copy, Debug)]
pub struct Members<W>(W);

impl<W: AsRef<[u64]>> Members<W> {
    /// Whether the cell with this number is in the set.
    #[inline(always)]
    pub fn has(&self, cell: usize) -> bool {
        self.0.as_ref()[cell / 64] >> (cell % 64) & 1 == 1
    }
}

/// The cells of a set, the lowest first.
pub struct Iter<S: Cells> {
    words: S::Words,
    at: usize,
}

impl<S: Cells> Iterator for Iter<S> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let words = self.words.as_mut();
        while let Some(word) = words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.at * 64 + bit);
            }
            self.at += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::cells::words::Words;
    use proptest::prelude::*;

    /// The cells of a set in whole rows, computed the slow and obvious way.
    fn cells<S: Cells>(set: S) -> Vec<usize> {
        let words = set.words();
        (0..S::SIZE / S::STRIDE * S::STRIDE).filter(|i| words.as_ref()[i / 64] >> (i % 64) & 1 == 1).collect()
    }

    fn set<S: Cells>(words: &[u64]) -> S {
        let mut to = S::none().words();
        let size = to.as_ref().len();
        to.as_mut().copy_from_slice(&words[..size]);
        // The bits after the last whole row hold no cell.
        let rows = (0..S::SIZE / S::STRIDE * S::STRIDE).fold(S::none(), |set, i| set.or(S::single(i)));
        S::from_words(to).and(rows)
    }

    /// The cells of a set that stay on the grid when moved, with a column of padding at the end of each row.
    fn moved<S: Cells>(set: S, dx: i32, dy: i32) -> Vec<usize> {
        let (stride, rows) = (S::STRIDE as i32, (S::SIZE / S::STRIDE) as i32);
        let place = |i: usize| (i as i32 % stride + dx, i as i32 / stride + dy);
        let on = |&(x, y): &(i32, i32)| (0..stride).contains(&x) && (0..rows).contains(&y);
        cells(set).into_iter().map(place).filter(on).map(|(x, y)| (y * stride + x) as usize).collect()
    }

    fn agrees<S: Cells>(a: &[u64], b: &[u64]) {
        let (a, b) = (set::<S>(a), set::<S>(b));
        let (in_a, in_b) = (cells(a), cells(b));
        let both: Vec<_> = in_a.iter().copied().filter(|i| in_b.contains(i)).collect();
        assert_eq!(cells(a.and(b)), both);
        assert_eq!(a.meets(b), !both.is_empty());
        assert_eq!(a.or(b).count() as usize, in_a.len() + in_b.len() - both.len());
        assert_eq!(a.without(b).count() as usize, in_a.len() - both.len());
        assert_eq!(a.iter().collect::<Vec<_>>(), in_a);
        assert_eq!(a.first(), in_a.first().copied());
        assert_eq!(a.only(), in_a.first().copied().filter(|_| in_a.len() == 1));
        assert!(in_a.iter().all(|&cell| S::single(cell).only() == Some(cell)));
        assert_eq!(a.pick(|_| 0), a.first());
        for (rank, &cell) in in_a.iter().enumerate() {
            let rank = rank as u32;
            assert_eq!(a.pick(|count| if count == a.count() { rank } else { 0 }), Some(cell));
            assert!(a.has(cell) && S::single(cell).meets(a));
        }
        // Moves are correct for cells that do not leave their row sideways.
        let keep = |columns: std::ops::Range<usize>| {
            let stays = in_a.iter().copied().filter(|i| columns.contains(&(i % S::STRIDE)));
            stays.fold(S::none(), |set, i| set.or(S::single(i)))
        };
        let (low, high) = (keep(0..S::STRIDE - 8), keep(8..S::STRIDE));
        assert_eq!(cells(low.moved::<1, 0, 1>()), moved(low, 1, 0));
        assert_eq!(cells(high.moved::<-1, 0, 4>()), moved(high, -4, 0));
        assert_eq!(cells(low.moved::<0, 1, 2>()), moved(low, 0, 2));
        assert_eq!(cells(high.moved::<0, -1, 8>()), moved(high, 0, -8));
        assert_eq!(cells(low.moved::<1, 1, 8>()), moved(low, 8, 8));
        assert_eq!(cells(high.moved::<-1, -1, 1>()), moved(high, -1, -1));
        assert_eq!(cells(low.moved::<1, -1, 4>()), moved(low, 4, -4));
        for (dx, dy) in [(0, 0), (1, 0), (5, 3), (8, 7), (0, 8)] {
            let by = (dy * S::STRIDE as i32 + dx) as isize;
            assert_eq!(cells(S::shifted(&low.padded(), by)), moved(low, dx, dy));
            assert_eq!(cells(S::shifted(&high.padded(), -by)), moved(high, -dx, -dy));
        }
        let most = S::SIZE as isize - 1;
        assert_eq!(S::shifted(&S::single(0).padded(), most), S::single(S::NOWHERE));
        assert_eq!(S::shifted(&S::single(S::NOWHERE).padded(), -most), S::single(0));
        assert_eq!(cells(high.moved::<-1, 1, 2>()), moved(high, -2, 2));
    }

    fn words() -> impl Strategy<Value = Vec<u64>> {
        // Generates both crowded and sparse sets.
        prop::collection::vec(prop_oneof![any::<u64>(), Just(0), (0..64_u32).prop_map(|i| 1 << i)], 16)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn every_kind_of_set_agrees_with_the_slow_functions(a in words(), b in words()) {
            agrees::<Words<4>>(&a, &b);
            agrees::<Words<16>>(&a, &b);
            #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
            if avx2::is_supported() {
                agrees::<avx2::Vectors<1>>(&a, &b);
                agrees::<avx2::Vectors<4>>(&a, &b);
            }
        }
    }
}
