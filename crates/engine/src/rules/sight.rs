//! Sight: a side sees an empty cell if one of its stones stands on a line through the cell, with only empty cells between.

use super::cells::Cells;
use super::compile::Rules;
use super::directions::directions_along;
use super::grid::{Grid, ray};
use super::index::Index;
use super::processor::compiled;
use super::state::State;
use crate::board::Lines;

/// The cells of `empty` that a stone of `own` sees in each direction, in the order of [`steps`](super::index::steps).
#[inline(always)]
pub fn rays<S: Cells, const D: usize>(grid: &Grid<S, D>, own: S, empty: S) -> [S; D] {
    let mut rays = [S::none(); D];
    for (k, seen) in rays.iter_mut().enumerate() {
        let found = match (D, k) {
            (_, 0) => ray::<S, D, 1, 0>(grid, own, empty),
            (4, 1) | (6, 2) => ray::<S, D, 0, 1>(grid, own, empty),
            (4, 2) | (6, 3) => ray::<S, D, -1, 0>(grid, own, empty),
            (6, 1) => ray::<S, D, 1, 1>(grid, own, empty),
            (6, 4) => ray::<S, D, -1, -1>(grid, own, empty),
            _ => ray::<S, D, 0, -1>(grid, own, empty),
        };
        *seen = found.and(empty);
    }
    rays
}

/// The cells of `empty` that a stone of `own` sees along `lines`.
#[inline(always)]
fn seen_along<S: Cells, const D: usize>(grid: &Grid<S, D>, own: S, empty: S, lines: Lines) -> S {
    let right = match S::run_right(own, empty) {
        Some(run) if grid.wrapping().is_none() => run,
        _ => ray::<S, D, 1, 0>(grid, own, empty),
    };
    let mut seen = right.or(ray::<S, D, -1, 0>(grid, own, empty));
    seen = seen.or(ray::<S, D, 0, 1>(grid, own, empty)).or(ray::<S, D, 0, -1>(grid, own, empty));
    if D == 6 || lines == Lines::Queen {
        seen = seen.or(ray::<S, D, 1, 1>(grid, own, empty)).or(ray::<S, D, -1, -1>(grid, own, empty));
    }
    if D == 4 && lines == Lines::Queen {
        seen = seen.or(ray::<S, D, 1, -1>(grid, own, empty)).or(ray::<S, D, -1, 1>(grid, own, empty));
    }
    seen.and(empty)
}

/// Whether a stone of `own` sees `cell`, which may be occupied, across cells of `empty`. Walks along each line.
#[inline(always)]
pub fn sees<S: Cells, const D: usize>(
    grid: &Grid<S, D>,
    own: S,
    empty: S,
    lines: Lines,
    cell: Index,
) -> bool {
    for k in 0..directions_along::<D>(lines) {
        let mut next = grid.one_along(cell, k);
        // On a board that wraps, a line may return to where it began.
        while empty.has(next) && !(S::CAN_WRAP && next == cell) {
            next = grid.one_along(next, k);
        }
        if own.has(next) {
            return true;
        }
    }
    false
}

impl<S: Cells, const D: usize> State<S, D> {
    /// Updates the cache after `side` has placed a stone on `cell`: the stone sees along the lines through the cell.
    #[inline(always)]
    pub fn sight_of_new_stone(&mut self, rules: &Rules<S, D>, side: usize, cell: Index) {
        for lines in 0..2 {
            if rules.sees_along(lines) {
                let blind = &mut self.cache.blind[lines];
                blind[side] = blind[side].without(rules.grid.here[cell].lines[lines]);
            }
        }
    }

    /// Records in the cache that `side` may now see the cells in `opened`, which has a set for each kind of line.
    #[inline(always)]
    pub fn open_lines(&mut self, rules: &Rules<S, D>, side: usize, opened: [S; 2]) {
        for (lines, opened) in opened.into_iter().enumerate() {
            if rules.sees_along(lines) {
                let blind = &mut self.cache.blind[lines];
                blind[side] = blind[side].without(opened);
            }
        }
    }

    /// Returns all empty cells that the side to move sees along `lines`, and caches them.
    #[inline(always)]
    pub fn cache_sight(&mut self, rules: &Rules<S, D>, lines: Lines) -> S {
        let seen = seen_by(&rules.grid, self.stones[self.mover()], self.empty, lines);
        self.remember_sight(lines, seen)
    }

    /// Records in the cache that the side to move sees exactly the cells `seen` along `lines`, and returns these cells.
    #[inline(always)]
    pub fn remember_sight(&mut self, lines: Lines, seen: S) -> S {
        self.cache.seen[lines as usize] = seen;
        self.cache.blind[lines as usize][self.mover()] = self.empty.without(seen);
        seen
    }
}

compiled! {
    /// The cells of `empty` that a stone of `own` sees along `lines`.
    pub fn seen_by(grid: &Grid<S, D>, own: S, empty: S, lines: Lines) -> S => seen_along(grid, own, empty, lines);
}
