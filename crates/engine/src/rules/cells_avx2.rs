//! Sets of cells in AVX2 vectors.
//!
//! The methods must be inlined into functions compiled for the features that [`is_supported`] checks (see `processor.rs`), and
//! sets are created only if it returns true (see `engine.rs`): elsewhere they would be illegal instructions. That is the only
//! obligation behind every `unsafe` here; all intrinsics used work on values.

use super::Cells;
use super::words::{pad, shift};
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

/// `v` moved up or down by one, two, four or eight rows of 16 bits; other distances are never needed.
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

/// In the three rows of four bytes that begin one row below and one column left of a cell, the bytes that are not its neighbours:
/// the cell itself, the fourth column, and the corners that are not adjacent on the board.
const fn neighbours<const D: usize>() -> [i32; 3] {
    let corners = if D == 6 { [0, 0xff] } else { [0xff, 0xff] };
    [
        0xff << 24 | corners[1] << 16 | corners[0],
        0xff << 24 | 0xff << 8,
        0xff << 24 | corners[0] << 16 | corners[1],
    ]
}

/// [`Cells::names_around`] on rows of 16: the names are read row by row into one vector, in which `others`, the bytes of other
/// cells, become [`Cells::NOWHERE`], the largest name there is.
#[inline(always)]
fn names_around_of_16(names: &[u8; 320], cell: usize, others: [i32; 3]) -> [u8; 2] {
    /// Four names from `from` on.
    #[inline(always)]
    fn row(names: &[u8; 320], from: usize) -> i32 {
        i32::from_le_bytes([names[from], names[from + 1], names[from + 2], names[from + 3]])
    }
    /// The smaller byte of each pair, then the minimum of these eight.
    #[inline(always)]
    fn least(bytes: __m128i) -> u8 {
        // SAFETY: see the head of the module.
        unsafe {
            let pairs = _mm_min_epu8(bytes, _mm_srli_epi16::<8>(bytes));
            _mm_cvtsi128_si32(_mm_minpos_epu16(pairs)) as u8
        }
    }
    let first = 32 + cell % 256 - 17;
    // SAFETY: see the head of the module.
    unsafe {
        let read = _mm_setr_epi32(row(names, first), row(names, first + 16), row(names, first + 32), -1);
        let names = _mm_or_si128(read, _mm_setr_epi32(others[0], others[1], others[2], -1));
        // Subtracted from 254 the greatest becomes the least, and NOWHERE, 255, stays the same.
        [least(names), 254_u8.wrapping_sub(least(_mm_sub_epi8(_mm_set1_epi8(254_u8 as i8), names)))]
    }
}

/// [`Cells::moved`] on rows of 16, which the lanes of a vector hold.
#[inline(always)]
fn moved_on_16<const DX: i32, const DY: i32, const STEP: i32>(set: Vectors<1>) -> Vectors<1> {
    Vectors([columns_of_16(rows_of_16(set.0[0], const { DY * STEP }), const { DX * STEP })])
}

/// [`Cells::moved`] on longer rows: a shift of all words. It is long: forced inlining into every caller would make compilation
/// take minutes.
macro_rules! moved_on_words {
    ($name:ident, $n:literal, $stride:literal) => {
        #[inline(always)]
        fn $name<const DX: i32, const DY: i32, const STEP: i32>(set: Vectors<$n>) -> Vectors<$n> {
            #[inline]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
            fn shifted<const DX: i32, const DY: i32, const STEP: i32>(set: Vectors<$n>) -> Vectors<$n> {
                Vectors::<$n>::from_words(shift(set.words(), const { (DY * $stride + DX) * STEP }))
            }
            // SAFETY: see the head of the module.
            unsafe { shifted::<DX, DY, STEP>(set) }
        }
    };
}
moved_on_words!(moved_on_24, 2, 24);
moved_on_words!(moved_on_32, 4, 32);

macro_rules! vectors {
    ($n:literal, $stride:literal, $name:ty, $moved:ident $(, $more:item)*) => {
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
            const VECTORS: bool = true;
            type Words = [u64; 4 * $n];
            type Padded = [u64; 12 * $n];
            type Table<T: Copy + Send + Sync + 'static> = [T; 256 * $n];
            type Framed<T: Copy + Send + Sync + 'static> = [T; 256 * $n + 4 * $stride];
            type Name = $name;

            #[inline(always)]
            fn name(cell: usize) -> Self::Name {
                cell as $name
            }
            #[inline(always)]
            fn framed<T: Copy + Send + Sync + 'static>(value: T) -> Self::Framed<T> {
                [value; 256 * $n + 4 * $stride]
            }

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
    fn names_around<const D: usize>(names: &Self::Framed<u8>, cell: usize) -> [u8; 2] {
        names_around_of_16(names, cell, const { neighbours::<D>() })
    }
);
vectors!(2, 24, u16, moved_on_24);
vectors!(4, 32, u16, moved_on_32);
