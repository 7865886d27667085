//! What stands around each cell, kept up from stone to stone: the patterns of playouts look it up twice for each stone.

use super::cells::Cells;
use super::compile::Rules;
use super::directions::{DIRECTIONS, opposite};
use super::grid::Grid;
use super::index::Index;
use super::state::State;

/// How many codes of surroundings there are. A code has two bits for each direction: one is set if the cell there is empty or
/// occupied by the enemy, the other if it is empty or occupied by a friendly stone. Cells off the board need not be counted: like
/// neutral stones, they have neither.
pub const CODES: usize = 1 << (2 * DIRECTIONS);

/// What the weight of a stone depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surroundings {
    /// The code of the cells around it.
    pub code: u16,
    /// The direction of the previous stone, plus 1; 0 if that stone is not on one of the cells around.
    pub last: u8,
}

/// The codes of the surroundings of all cells.
#[derive(Clone, Copy)]
pub struct Around<S: Cells> {
    /// For each cell, its code as the first side sees it.
    codes: S::Table<u16>,
    /// For each side, the cells that the codes count as empty or occupied by the enemy.
    open: [S; 2],
}

impl<S: Cells> Around<S> {
    /// The codes of a grid without cells.
    pub fn new() -> Self {
        Self { codes: S::table(0), open: [S::none(); 2] }
    }

    /// Brings the codes up to date with the stones of `state`.
    #[inline(always)]
    pub fn renew<const D: usize>(&mut self, state: &State<S, D>, rules: &Rules<S, D>) {
        for side in 0..2 {
            let open = state.empty.or(state.stones[1 - side]);
            let changed = open.without(self.open[side]).or(self.open[side].without(open));
            for at in changed.iter() {
                self.flip(&rules.grid, at, side);
            }
            self.open[side] = open;
        }
    }

    /// Changes the bit of `at` for `side` in the codes of the cells around it.
    #[inline(always)]
    fn flip<const D: usize>(&mut self, grid: &Grid<S, D>, at: Index, side: usize) {
        for k in 0..around::<D>() {
            self.codes[grid.one_along(at, opposite(k))] ^= 1 << (DIRECTIONS * side + k);
        }
    }

    /// The surroundings of `at` for `side`, with the previous stone on `last`.
    #[inline(always)]
    pub fn of<const D: usize>(&self, grid: &Grid<S, D>, side: usize, at: Index, last: Index) -> Surroundings {
        // The bits of the second side come first for it.
        let code = self.codes[at].rotate_right((DIRECTIONS * side) as u32);
        // Without a branch, which would be mispredicted; on a small board that wraps, the lowest direction counts.
        let mut place = 0;
        for k in (0..around::<D>()).rev() {
            place = if grid.one_along(at, k) == last { k as u8 + 1 } else { place };
        }
        Surroundings { code, last: place }
    }
}

/// The number of directions in which a cell has cells around it.
const fn around<const D: usize>() -> usize {
    if D == 6 { 6 } else { DIRECTIONS }
}
