//! The directions of a board and its lines, for whole sets of cells at once.

use super::cells::Cells;
use super::grid::{Grid, Index, beside};

/// The directions of squares, by number; hexes have only the first six.
pub const DIRECTIONS: usize = 8;

/// The numbers that a step in each direction adds to column and row.
pub const STEPS: [(i8, i8); DIRECTIONS] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)];

/// The directions around a hex in order: each is next to the one before.
pub const RING: [usize; 6] = [0, 4, 1, 2, 5, 3];

/// One direction of each axis; hexes have the first three.
pub const AXES: [usize; 4] = [0, 1, 4, 6];

/// The number of axes of a board with `D` neighbours to a cell.
pub const fn axes<const D: usize>() -> usize {
    if D == 6 { 3 } else { 4 }
}

/// The direction opposite to `k`.
pub const fn opposite(k: usize) -> usize {
    if k < 4 { k ^ 2 } else { k ^ 1 }
}

impl<S: Cells, const D: usize> Grid<S, D> {
    /// `set` moved one step back along direction `k`: cell c is in it if the cell one step along from c is in `set`.
    #[inline(always)]
    pub fn one_before(&self, set: S, k: usize) -> S {
        match k {
            0 => self.moved::<-1, 0, 1>(set),
            1 => self.moved::<0, -1, 1>(set),
            2 => self.moved::<1, 0, 1>(set),
            3 => self.moved::<0, 1, 1>(set),
            4 => self.moved::<-1, -1, 1>(set),
            5 => self.moved::<1, 1, 1>(set),
            6 => self.moved::<1, -1, 1>(set),
            _ => self.moved::<-1, 1, 1>(set),
        }
    }

    /// The index of the cell one step from `cell` in direction `k`, or an index that no board uses if there is no such cell.
    #[inline(always)]
    pub fn one_along(&self, cell: Index, k: usize) -> Index {
        if let Some(wrapping) = self.wrapping() {
            return wrapping.one_along(cell, k);
        }
        let stride = S::STRIDE as isize;
        let steps = [1, stride, -1, -stride, stride + 1, -stride - 1, stride - 1, 1 - stride];
        beside::<S>(cell, steps[k % DIRECTIONS])
    }

    /// `set` moved one step back along `axis`.
    #[inline(always)]
    pub fn back_along(&self, set: S, axis: usize) -> S {
        self.one_before(set, AXES[axis])
    }

    /// `set` moved one step forth along `axis`.
    #[inline(always)]
    pub fn forth_along(&self, set: S, axis: usize) -> S {
        self.one_before(set, opposite(AXES[axis]))
    }

    /// The cells from which `length` cells along `axis` are all in `set`.
    ///
    /// No set contains padding, so a line never runs from one row into the next.
    #[inline(always)]
    pub fn runs(&self, set: S, axis: usize, length: u8) -> S {
        // The axis is chosen once, not at each step of the loop.
        match axis {
            0 => self.runs_by::<-1, 0>(set, length),
            1 => self.runs_by::<0, -1>(set, length),
            2 => self.runs_by::<-1, -1>(set, length),
            _ => self.runs_by::<1, -1>(set, length),
        }
    }

    /// [`Grid::runs`] along the axis on which a step back is `DX` columns and `DY` rows.
    #[inline(always)]
    fn runs_by<const DX: i32, const DY: i32>(&self, set: S, length: u8) -> S {
        let two = set.and(self.moved::<DX, DY, 1>(set));
        let three = set.and(self.moved::<DX, DY, 1>(two));
        let four = two.and(self.moved::<DX, DY, 2>(two));
        match length {
            1 => return set,
            2 => return two,
            3 => return three,
            4 => return four,
            _ => {}
        }
        let mut found = four;
        for _ in 4..length {
            found = set.and(self.moved::<DX, DY, 1>(found));
        }
        found
    }
}
