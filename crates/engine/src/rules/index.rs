//! The cells of a board as numbers on the padded grid.

use super::cells::Cells;
use crate::board::Cell;

/// The number of a cell on the grid: `y * STRIDE + x`.
pub type Index = usize;

/// The distances from a cell to its `D` neighbours, as [`Board::adjacent`](crate::board::Board::adjacent) orders them.
#[inline(always)]
pub const fn steps<S: Cells, const D: usize>() -> [isize; D] {
    let stride = S::STRIDE as isize;
    let all = if D == 6 {
        [1, stride + 1, stride, -1, -stride - 1, -stride]
    } else {
        [1, stride, -1, -stride, 0, 0]
    };
    let mut steps = [0; D];
    let mut i = 0;
    while i < D {
        steps[i] = all[i];
        i += 1;
    }
    steps
}

/// `number` reduced to the numbers of the grid of `S`, which are those less than [`Cells::SIZE`], a power of 2. Below the first
/// row, the grid continues with the padding at its end.
#[inline(always)]
pub const fn on_grid<S: Cells>(number: usize) -> Index {
    number % S::SIZE
}

/// The number of `cell` on the grid of `S`.
#[inline(always)]
pub const fn index<S: Cells>(cell: Cell) -> Index {
    on_grid::<S>(cell.y as usize * S::STRIDE + cell.x as usize)
}

/// The cell that has the number `index`.
#[inline(always)]
pub const fn cell<S: Cells>(index: Index) -> Cell {
    Cell::new((index % S::STRIDE) as u8, (index / S::STRIDE) as u8)
}

/// The number of the cell `step` away. Thanks to the padding, a step sideways never leads to a cell of another row.
#[inline(always)]
pub const fn beside<S: Cells>(index: Index, step: isize) -> Index {
    on_grid::<S>(index.wrapping_add_signed(step))
}
