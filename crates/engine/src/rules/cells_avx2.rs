//! Sets of cells in AVX2 vectors.
//!
//! The methods must be inlined into functions compiled for the features that [`is_supported`] checks (see `processor.rs`), and
//! sets are created only if it returns true (see `engine.rs`): otherwise the processor might meet unknown instructions. These are
//! the only obligations behind the `unsafe` blocks here: the intrinsics take values, not pointers.

#![allow(unsafe_code, reason = "intrinsics are unsafe to call")]

use super::{Cells, Entry, pad};
use std::arch::x86_64::*;

/// Whether the processor has every feature that functions on these sets are compiled for.
pub fn is_supported() -> bool {
    use std::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt")
}

/// A set in `N` vectors of 256 bits.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct Vectors<const N: usize>([__m256i; N]);

/// `v` moved by 0, 1, 2, 4 or 8 rows of 16 bits, up (higher bits) or down; other distances are never needed.
#[inline(always)]
fn rows_of_16(v: __m256i, rows: i32) -> __m256i {
    // SAFETY: see the module documentation.
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

/// Each row of 16 bits moved by 0, 1, 2, 4 or 8 columns, to the right (higher bits) or left.
#[inline(always)]
fn columns_of_16(v: __m256i, columns: i32) -> __m256i {
    // SAFETY: see the module documentation.
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

/// [`Cells::names_beside`] around a hex on rows of 16: all names are read into one vector and compared in pairs at once.
#[inline(always)]
fn names_beside_of_16(own: &[u8; 320], enemy: &[u8; 320], cell: usize) -> [[u8; 4]; 2] {
    /// Two names, starting at `from`.
    #[inline(always)]
    fn two(names: &[u8; 320], from: usize) -> i32 {
        i32::from(i16::from_le_bytes([names[from], names[from + 1]]))
    }
    /// Four names, starting at `from`.
    #[inline(always)]
    fn four(names: &[u8; 320], from: usize) -> i32 {
        i32::from_le_bytes([names[from], names[from + 1], names[from + 2], names[from + 3]])
    }
    let here = 32 + cell % 256;
    // SAFETY: see the module documentation.
    unsafe {
        // For each side, the names on four cells of the row (left of the cell, on it, and two to its right), then above left,
        // above, below, and below right.
        let mut names = _mm_cvtsi32_si128(four(own, here - 1));
        names = _mm_insert_epi16::<2>(names, two(own, here - 17));
        names = _mm_insert_epi16::<3>(names, two(own, here + 16));
        names = _mm_insert_epi32::<2>(names, four(enemy, here - 1));
        names = _mm_insert_epi16::<6>(names, two(enemy, here - 17));
        names = _mm_insert_epi16::<7>(names, two(enemy, here + 16));
        // Three neighbours (left, above, below right), each paired with the next around the ring. The last pair occurs twice.
        let ones = _mm_setr_epi8(0, 5, 7, 7, 8, 13, 15, 15, -1, -1, -1, -1, -1, -1, -1, -1);
        let others = _mm_setr_epi8(4, 2, 6, 6, 12, 10, 14, 14, -1, -1, -1, -1, -1, -1, -1, -1);
        let least = _mm_min_epu8(_mm_shuffle_epi8(names, ones), _mm_shuffle_epi8(names, others));
        let [a, b, c, d, e, f, g, h] = _mm_cvtsi128_si64(least).to_le_bytes();
        [[a, b, c, d], [e, f, g, h]]
    }
}

/// [`Cells::moved`] on rows of 16, which the lanes of a vector hold.
#[inline(always)]
fn moved_on_16<const DX: i32, const DY: i32, const STEP: i32>(set: Vectors<1>) -> Vectors<1> {
    Vectors([columns_of_16(rows_of_16(set.0[0], const { DY * STEP }), const { DX * STEP })])
}

/// [`Cells::run_right`] on rows of 16: a bit added to the first cell of a run is carried through the whole run and clears its
/// bits. The last column is padding.
#[inline(always)]
fn run_right_of_16(stones: Vectors<1>, open: Vectors<1>) -> Vectors<1> {
    let first = Vectors([columns_of_16(stones.0[0], 1)]).and(open);
    // SAFETY: see the module documentation.
    let sum = unsafe { _mm256_add_epi16(open.0[0], first.0[0]) };
    open.without(Vectors([sum]))
}

/// The 32 bytes from byte `from` on of the 64 bytes of `low` and `high`.
#[inline(always)]
fn window(low: __m256i, high: __m256i, from: i32) -> __m256i {
    macro_rules! aligned {
        ($($by:literal)*) => {
            // SAFETY: see the module documentation.
            unsafe {
                let middle = _mm256_permute2x128_si256::<0x21>(low, high);
                match from {
                    0 => low,
                    16 => middle,
                    $($by => _mm256_alignr_epi8::<$by>(middle, low),)*
                    _ => match from - 16 {
                        $($by => _mm256_alignr_epi8::<$by>(high, middle),)*
                        _ => unreachable!("`from` is from 0 to 31"),
                    },
                }
            }
        };
    }
    aligned!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

/// `set` moved by `by` bytes, up (higher bits) if positive.
#[inline(always)]
fn moved_by_bytes<const N: usize>(set: Vectors<N>, by: i32) -> Vectors<N> {
    // SAFETY: see the module documentation.
    let zero = unsafe { _mm256_setzero_si256() };
    let mut moved = Vectors([zero; N]);
    for i in 0..N {
        let from = 32 * i as i32 - by;
        let at = from.div_euclid(32);
        let low = if at >= 0 && at < N as i32 { set.0[at as usize] } else { zero };
        let high = if at >= -1 && at < N as i32 - 1 { set.0[(at + 1) as usize] } else { zero };
        moved.0[i] = window(low, high, from.rem_euclid(32));
    }
    moved
}

/// [`Cells::moved`] on rows of 32, which the lanes of a vector hold.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn shifted_on_32<const DX: i32, const DY: i32, const STEP: i32>(set: Vectors<4>) -> Vectors<4> {
    let mut moved = moved_by_bytes(set, const { DY * STEP * 4 });
    let columns = const { DX * STEP };
    for i in 0..4 {
        let by = _mm_cvtsi32_si128(columns.abs());
        moved.0[i] = match columns {
            0 => moved.0[i],
            1.. => _mm256_sll_epi32(moved.0[i], by),
            _ => _mm256_srl_epi32(moved.0[i], by),
        };
    }
    moved
}

/// [`shifted_on_32`]. Forced inlining of that function into every caller, before its constants are known to the optimizer, would make
/// compiling the engine take half as long again.
#[inline(always)]
fn moved_on_32<const DX: i32, const DY: i32, const STEP: i32>(set: Vectors<4>) -> Vectors<4> {
    // SAFETY: see the module documentation.
    unsafe { shifted_on_32::<DX, DY, STEP>(set) }
}

macro_rules! vectors {
    ($n:literal, $stride:literal, $name:ty, $moved:ident $(, $more:item)*) => {
        impl PartialEq for Vectors<$n> {
            #[inline(always)]
            fn eq(&self, other: &Self) -> bool {
                self.words() == other.words()
            }
        }

        // SAFETY (of every block): see the module documentation; the transmutes are between arrays of words and
        // vectors of the same size, for which every bit pattern is a value.
        #[allow(clippy::undocumented_unsafe_blocks, reason = "one comment serves for all blocks")]
        impl Cells for Vectors<$n> {
            const SIZE: usize = 256 * $n;
            const STRIDE: usize = $stride;
            const VECTORS: bool = true;
            // Inlined code takes long to compile. Sets of several vectors gain little from it, and tests nothing.
            const INLINED: bool = $n == 1 && !cfg!(debug_assertions);
            const PROFILED: bool = $n == 1;
            const CAN_WRAP: bool = $n > 1;
            type Words = [u64; 4 * $n];
            type Padded = [u64; 12 * $n];
            type Table<T: Entry> = [T; 256 * $n];
            type Name = $name;
            type Names = [$name; 256 * $n + 4 * $stride];

            #[inline(always)]
            fn name(cell: usize) -> Self::Name {
                cell as $name
            }
            #[inline(always)]
            fn names(name: $name) -> Self::Names {
                [name; 256 * $n + 4 * $stride]
            }

            #[inline(always)]
            fn table<T: Entry>(value: T) -> Self::Table<T> {
                [value; 256 * $n]
            }
            fn boxed_table<T: Entry>(value: T) -> Box<Self::Table<T>> {
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
                let [mut common, rest @ ..] = both.0;
                for part in rest {
                    common = unsafe { _mm256_or_si256(common, part) };
                }
                unsafe { _mm256_testz_si256(common, common) == 0 }
            }
            #[inline(always)]
            fn moved<const DX: i32, const DY: i32, const STEP: i32>(self) -> Self {
                $moved::<DX, DY, STEP>(self)
            }
            #[inline(always)]
            fn padded(self) -> Self::Padded {
                pad(self.words())
            }
            #[inline(always)]
            fn select(word: u64, rank: u32) -> u32 {
                unsafe { _pdep_u64(1 << rank, word) }.trailing_zeros()
            }
            $($more)*
        }
    };
}

vectors!(
    1,
    16,
    u8,
    moved_on_16,
    #[inline(always)]
    fn names_beside<const D: usize>(
        own: &Self::Names,
        enemy: &Self::Names,
        cell: usize,
    ) -> Option<[[u8; 4]; 2]> {
        if D == 6 { Some(names_beside_of_16(own, enemy, cell)) } else { None }
    },
    #[inline(always)]
    fn run_right(stones: Self, open: Self) -> Option<Self> {
        Some(run_right_of_16(stones, open))
    }
);
vectors!(4, 32, u16, moved_on_32);
