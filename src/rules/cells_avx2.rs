//! Sets of cells in AVX2 vectors.
//!
//! The methods are to be inlined into functions compiled for AVX2 and BMI2 (see `engine.rs`, which makes these
//! types only where the processor has both): elsewhere they'd be illegal instructions. That is the one
//! obligation behind every `unsafe` here; all intrinsics used work on values alone.

use super::Cells;
use super::words::{pad, shift};
use std::arch::x86_64::*;

/// A set in `N` vectors of 256 bits.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Vectors<const N: usize>([__m256i; N]);

/// `v` moved by one row, two, four or eight of 16 bits, up or down; nothing else is ever asked for.
#[inline(always)]
fn rows_of_16(v: __m256i, rows: i32) -> __m256i {
    // SAFETY: see the head of the module.
    unsafe {
        if rows > 0 {
            let low = _mm256_permute2x128_si256::<0x08>(v, v);
            match rows {
                1 => _mm256_alignr_epi8::<14>(v, low),
                2 => _mm256_alignr_epi8::<12>(v, low),
                4 => _mm256_alignr_epi8::<8>(v, low),
                8 => low,
                _ => unreachable!("steps are powers of two"),
            }
        } else {
            let high = _mm256_permute2x128_si256::<0x81>(v, v);
            match rows {
                0 => v,
                -1 => _mm256_alignr_epi8::<2>(high, v),
                -2 => _mm256_alignr_epi8::<4>(high, v),
                -4 => _mm256_alignr_epi8::<8>(high, v),
                -8 => high,
                _ => unreachable!("steps are powers of two"),
            }
        }
    }
}

/// Each row of 16 bits moved by 1, 2, 4 or 8 columns, to the right (higher bits) or left.
#[inline(always)]
fn columns_of_16(v: __m256i, columns: i32) -> __m256i {
    // SAFETY: see the head of the module.
    unsafe {
        match columns {
            0 => v,
            1 => _mm256_slli_epi16::<1>(v),
            2 => _mm256_slli_epi16::<2>(v),
            4 => _mm256_slli_epi16::<4>(v),
            8 => _mm256_slli_epi16::<8>(v),
            -1 => _mm256_srli_epi16::<1>(v),
            -2 => _mm256_srli_epi16::<2>(v),
            -4 => _mm256_srli_epi16::<4>(v),
            -8 => _mm256_srli_epi16::<8>(v),
            _ => unreachable!("steps are powers of two"),
        }
    }
}

macro_rules! vectors {
    ($n:literal, $stride:literal, |$set:ident, $dx:ident, $dy:ident| $moved:expr) => {
        impl PartialEq for Vectors<$n> {
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                self.words() == other.words()
            }
        }

        // SAFETY (of every block): see the head of the module; the transmutes are between arrays of words and
        // vectors of the same size, for which every bit pattern is a value.
        impl Cells for Vectors<$n> {
            const SIZE: usize = 256 * $n;
            const STRIDE: usize = $stride;
            type Words = [u64; 4 * $n];
            type Padded = [u64; 12 * $n];
            type Table<T: Copy + Send + Sync + 'static> = [T; 256 * $n];

            #[inline(always)]
            fn table<T: Copy + Send + Sync + 'static>(value: T) -> Self::Table<T> {
                [value; 256 * $n]
            }
            fn boxed_table<T: Copy + Send + Sync + 'static>(value: T) -> Box<Self::Table<T>> {
                let table = vec![value; 256 * $n].into_boxed_slice().try_into();
                table.unwrap_or_else(|_| unreachable!("the lengths are the same"))
            }
            #[inline(always)]
            fn none() -> Self {
                Self([unsafe { _mm256_setzero_si256() }; $n])
            }
            #[inline(always)]
            fn single(cell: usize) -> Self {
                let mut set = Self::none();
                for i in 0..$n as i64 {
                    unsafe {
                        let words = _mm256_setr_epi64x(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
                        let here = _mm256_cmpeq_epi64(words, _mm256_set1_epi64x((cell / 64) as i64));
                        set.0[i as usize] = _mm256_and_si256(here, _mm256_set1_epi64x(1 << (cell % 64)));
                    }
                }
                set
            }
            #[inline(always)]
            fn from_words(words: Self::Words) -> Self {
                unsafe { std::mem::transmute(words) }
            }
            #[inline(always)]
            fn words(self) -> Self::Words {
                unsafe { std::mem::transmute(self) }
            }
            #[inline(always)]
            fn and(mut self, other: Self) -> Self {
                for i in 0..$n {
                    self.0[i] = unsafe { _mm256_and_si256(self.0[i], other.0[i]) };
                }
                self
            }
            #[inline(always)]
            fn or(mut self, other: Self) -> Self {
                for i in 0..$n {
                    self.0[i] = unsafe { _mm256_or_si256(self.0[i], other.0[i]) };
                }
                self
            }
            #[inline(always)]
            fn without(mut self, other: Self) -> Self {
                for i in 0..$n {
                    self.0[i] = unsafe { _mm256_andnot_si256(other.0[i], self.0[i]) };
                }
                self
            }
            #[inline(always)]
            fn meets(self, other: Self) -> bool {
                let both = self.and(other);
                let common = both.0.into_iter().reduce(|a, b| unsafe { _mm256_or_si256(a, b) });
                common.is_some_and(|common| unsafe { _mm256_testz_si256(common, common) } == 0)
            }
            #[inline(always)]
            fn moved<const DX: i32, const DY: i32, const STEP: i32>(self) -> Self {
                let ($set, $dx, $dy) = (self, const { DX * STEP }, const { DY * STEP });
                $moved
            }
            #[inline(always)]
            fn padded(self) -> Self::Padded {
                pad(self.words())
            }
            #[inline(always)]
            fn select(word: u64, rank: u32) -> u32 {
                unsafe { _pdep_u64(1 << rank, word) }.trailing_zeros()
            }
        }
    };
}

vectors!(1, 16, |set, dx, dy| Self([columns_of_16(rows_of_16(set.0[0], dy), dx)]));
vectors!(2, 24, |set, dx, dy| Self::from_words(shift(set.words(), dy * 24 + dx)));
vectors!(4, 32, |set, dx, dy| Self::from_words(shift(set.words(), dy * 32 + dx)));
