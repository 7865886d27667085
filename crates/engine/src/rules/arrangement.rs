//! The keys by which stone arrangements are hashed.

use super::cells::Cells;
use super::per_cell::BoxedPerCell;

/// The Zobrist keys (Zobrist 1970) of the stones of each side and of neutral stones, the same in every build: a splitmix64
/// sequence.
pub fn keys<S: Cells>() -> [BoxedPerCell<u64, S>; 3] {
    let mut state = 0x6472_6f70_6c69_6e65_u64;
    std::array::from_fn(|_| {
        let mut table = BoxedPerCell::boxed(0_u64);
        for i in 0..S::SIZE {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            table[i] = z ^ z >> 31;
        }
        table
    })
}
