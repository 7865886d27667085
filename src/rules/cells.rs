//! Sets of cells as bits: the representation that decides the engine's speed.
//!
//! A board lies on a grid of rows with one column and one row of padding that never hold a cell: cell (x, y)
//! is bit `y * STRIDE + x`. A neighbour is then a fixed distance away, with no test for the edge: from the last
//! column it is a padding cell, from the first the padding of the row before, and below the first row the index
//! wraps around into the padding rows at the end. A whole set moves one step by one shift.
//!
//! The sets come in three sizes, each as plain words and as AVX2 vectors. Everything above this module is
//! written once for all of them.

#[cfg(target_arch = "x86_64")]
#[path = "cells_avx2.rs"]
pub mod avx2;
#[path = "cells_words.rs"]
pub mod words;

use std::ops::{Index, IndexMut};

/// A set of cells on a padded grid.
pub trait Cells: Copy + PartialEq + Send + Sync + std::fmt::Debug + 'static {
    /// Bits in the set, padding included: a power of 2.
    const SIZE: usize;
    /// Bits from one row to the next: the columns a board may have, and one of padding.
    const STRIDE: usize;
    /// Rows a board may have: all that fit, less one of padding.
    const ROWS: usize = Self::SIZE / Self::STRIDE - 1;
    /// A cell that is on no board: the last bit.
    const NOWHERE: usize = Self::SIZE - 1;

    /// The words of the set, lowest bits first.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]>;
    /// Something for each bit of the grid.
    type Table<T: Copy + Send + Sync + 'static>: Copy
        + Index<usize, Output = T>
        + IndexMut<usize>
        + AsRef<[T]>
        + AsMut<[T]>
        + Send
        + Sync;

    /// A table that holds `value` everywhere.
    fn table<T: Copy + Send + Sync + 'static>(value: T) -> Self::Table<T>;
    /// No cell.
    fn none() -> Self;
    /// The set of these words.
    fn from_words(words: Self::Words) -> Self;
    /// The words of this set.
    fn words(self) -> Self::Words;
    /// The cells in both.
    fn and(self, other: Self) -> Self;
    /// The cells in either.
    fn or(self, other: Self) -> Self;
    /// The cells of this set that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Whether the two have a cell in common.
    fn meets(self, other: Self) -> bool;
    /// The cells moved by `DX * STEP` columns and `DY * STEP` rows.
    ///
    /// A cell that leaves its row sideways may come out anywhere: the caller keeps only cells that can't have been
    /// reached over the padding.
    fn moved<const DX: i32, const DY: i32, const STEP: i32>(self) -> Self;
    /// The position of the bit of rank `rank` in `word`.
    fn select(word: u64, rank: u32) -> u32;

    /// The set of `cell` alone.
    #[inline(always)]
    fn single(cell: usize) -> Self {
        let mut words = Self::none().words();
        words.as_mut()[cell / 64 % (Self::SIZE / 64)] = 1 << (cell % 64);
        Self::from_words(words)
    }

    /// Whether there is no cell.
    #[inline(always)]
    fn is_empty(self) -> bool {
        !self.meets(self)
    }

    /// How many cells there are.
    #[inline(always)]
    fn count(self) -> u32 {
        self.words().as_ref().iter().map(|word| word.count_ones()).sum()
    }

    /// Whether `cell` is one of them.
    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        self.words().as_ref()[cell / 64 % (Self::SIZE / 64)] >> (cell % 64) & 1 == 1
    }

    /// The cell of rank `rank`, counted from 0 and from the lowest; `rank` is less than the count.
    ///
    /// Without a branch on the data: which word it is in is as good as random, and a wrong guess costs more than
    /// all the sums.
    #[inline(always)]
    fn nth(self, rank: u32) -> usize {
        let words = self.words();
        let words = words.as_ref();
        let (mut index, mut before, mut sum) = (0, 0, 0);
        for word in &words[..words.len() - 1] {
            sum += word.count_ones();
            let past = rank >= sum;
            index += usize::from(past);
            before = if past { sum } else { before };
        }
        let index = index % (Self::SIZE / 64);
        index * 64 + Self::select(words[index], rank - before) as usize
    }

    /// The cells, the lowest first.
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
