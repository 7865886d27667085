//! The directions and the lines of a board.

use crate::board::Lines;
use crate::variant::Reach;

/// The number of directions on squares; hexes have only the first six.
pub const DIRECTIONS: usize = 8;

/// What a step in each direction adds to the column and to the row.
pub const STEPS: [(i8, i8); DIRECTIONS] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)];

/// The directions around a hex in order: each is next to the one before.
pub const RING: [usize; 6] = [0, 4, 1, 2, 5, 3];

/// One direction of each axis; hexes have the first three.
pub const AXES: [usize; 4] = [0, 1, 4, 6];

/// The number of axes of a board on which a cell has `D` neighbours.
pub const fn axes<const D: usize>() -> usize {
    if D == 6 { 3 } else { 4 }
}

/// The number of the axis of direction `k`, its index in [`AXES`].
pub const fn axis_of(k: usize) -> usize {
    match k {
        0 | 2 => 0,
        1 | 3 => 1,
        4 | 5 => 2,
        _ => 3,
    }
}

/// The number of directions in which other cells touch a cell, on a board on which a cell has `D` neighbours.
pub const fn directions_around<const D: usize>() -> usize {
    if D == 6 { 6 } else { DIRECTIONS }
}

/// The number of directions in which cells within `reach` lie around a cell; they are always the first of all directions.
#[inline(always)]
pub fn directions_within<const D: usize>(reach: Reach) -> usize {
    if reach == Reach::Adjacent { D } else { directions_around::<D>() }
}

/// The number of directions in which `lines` run; they are always the first of all directions.
#[inline(always)]
pub fn directions_along<const D: usize>(lines: Lines) -> usize {
    if lines == Lines::Orthogonal { D } else { directions_around::<D>() }
}

/// The direction opposite to `k`.
pub const fn opposite(k: usize) -> usize {
    if k < 4 { k ^ 2 } else { k ^ 1 }
}
