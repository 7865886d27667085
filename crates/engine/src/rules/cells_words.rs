//! Sets of cells in plain words, for any processor.

use super::{Cells, Entry, pad};

/// A set in `W` words.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(32))]
pub struct Words<const W: usize>([u64; W]);

/// `words` moved by `by` bits, up if positive. Bits shifted out are lost.
#[inline(always)]
pub fn shift<const W: usize>(words: [u64; W], by: i32) -> [u64; W] {
    let (whole, part) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
    let mut out = [0; W];
    for i in whole..W {
        let j = i - whole;
        // In a shift up, the carry comes from the next lower word; in a shift down, from the next higher word.
        let (to, carry) = if by >= 0 {
            (i, if part > 0 && j > 0 { words[j - 1] >> (64 - part) } else { 0 })
        } else {
            (W - 1 - i, if part > 0 && j > 0 { words[W - j] << (64 - part) } else { 0 })
        };
        out[to] = if by >= 0 { words[j] << part } else { words[W - 1 - j] >> part } | carry;
    }
    out
}

/// The position of the bit of rank `rank` in `word`: the bits of all bytes are counted in parallel, then the byte that holds the
/// bit is found (after the "select the bit position" method of Anderson's Bit Twiddling Hacks).
#[inline(always)]
pub fn select(word: u64, rank: u32) -> u32 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Byte i of `sums` is the number of bits in the bytes up to i.
    let sums = bytes.wrapping_mul(0x0101_0101_0101_0101);
    let (mut place, mut rank) = (0, u64::from(rank));
    while place < 56 && rank >= sums >> place & 0xff {
        place += 8;
    }
    if place > 0 {
        rank -= sums >> (place - 8) & 0xff;
    }
    let mut byte = word >> place;
    for _ in 0..rank {
        byte &= byte - 1;
    }
    place + byte.trailing_zeros()
}

macro_rules! words {
    ($w:literal, $stride:literal, $name:ty, $($inline:meta),+) => {
        impl Cells for Words<$w> {
            const SIZE: usize = 64 * $w;
            const STRIDE: usize = $stride;
            const INLINED: bool = $w <= 4;
            const PROFILED: bool = $w <= 4;
            type Words = [u64; $w];
            type Padded = [u64; 3 * $w];
            type Table<T: Entry> = [T; 64 * $w];
            type Name = $name;
            type Names = [$name; 64 * $w + 4 * $stride];

            #[inline(always)]
            fn name(cell: usize) -> Self::Name {
                cell as $name
            }
            #[inline]
            fn names(name: $name) -> Self::Names {
                [name; 64 * $w + 4 * $stride]
            }

            #[inline]
            fn table<T: Entry>(value: T) -> Self::Table<T> {
                [value; 64 * $w]
            }
            fn boxed_table<T: Entry>(value: T) -> Box<Self::Table<T>> {
                let table = vec![value; 64 * $w].into_boxed_slice().try_into();
                table.unwrap_or_else(|_| unreachable!("the lengths are the same"))
            }
            #[inline(always)]
            fn none() -> Self {
                Self([0; $w])
            }
            $(#[$inline])+
            fn single(cell: usize) -> Self {
                let bit = 1 << (cell % 64);
                let mut set = Self::none();
                for i in 0..$w {
                    set.0[i] = if cell / 64 == i { bit } else { 0 };
                }
                set
            }
            #[inline(always)]
            fn from_words(words: Self::Words) -> Self {
                Self(words)
            }
            #[inline(always)]
            fn words(self) -> Self::Words {
                self.0
            }
            $(#[$inline])+
            fn and(mut self, other: Self) -> Self {
                for i in 0..$w {
                    self.0[i] &= other.0[i];
                }
                self
            }
            $(#[$inline])+
            fn or(mut self, other: Self) -> Self {
                for i in 0..$w {
                    self.0[i] |= other.0[i];
                }
                self
            }
            $(#[$inline])+
            fn without(mut self, other: Self) -> Self {
                for i in 0..$w {
                    self.0[i] &= !other.0[i];
                }
                self
            }
            $(#[$inline])+
            fn meets(self, other: Self) -> bool {
                let mut common = 0;
                for i in 0..$w {
                    common |= self.0[i] & other.0[i];
                }
                common != 0
            }
            $(#[$inline])+
            fn moved<const DX: i32, const DY: i32, const STEP: i32>(self) -> Self {
                Self(shift(self.0, (DY * $stride + DX) * STEP))
            }
            $(#[$inline])+
            fn padded(self) -> Self::Padded {
                pad(self.0)
            }
            #[inline]
            fn select(word: u64, rank: u32) -> u32 {
                select(word, rank)
            }
        }
    };
}

words!(4, 16, u8, inline);
// Unit tests compile faster if each operation on sixteen words is a call.
words!(16, 32, u16, cfg_attr(test, inline(never)), cfg_attr(not(test), inline));
