//! Stones taken by where they stand: in a row between two enemy stones (custodial), or next to one (touching). They are
//! removed, or change their side.

use super::cells::Cells;
use super::directions::DIRECTIONS;
use super::grid::Grid;
use crate::variant::{Capture, Reach, Taken};

/// Which stones are taken, and what becomes of them.
#[derive(Clone, Copy)]
pub struct Taking {
    /// Only between two stones, so many in a row or any number.
    custodial: Option<Option<u8>>,
    /// They change their side; they are removed otherwise.
    pub flips: bool,
}

impl Taking {
    /// The rule of `capture`, if it is one of these.
    pub fn new(capture: Capture) -> Option<Self> {
        match capture {
            Capture::Custodial { run, taken } => {
                Some(Self { custodial: Some(run), flips: taken == Taken::Flipped })
            }
            Capture::Touching { taken } => Some(Self { custodial: None, flips: taken == Taken::Flipped }),
            Capture::None | Capture::Liberties(_) | Capture::Forbidden => None,
        }
    }

    /// The stones of `enemy` that are taken by stones of `own` that have come to stand on the cells `arrived`.
    #[inline(always)]
    pub fn taken<S: Cells, const D: usize>(self, grid: &Grid<S, D>, arrived: S, own: S, enemy: S) -> S {
        let Some(run) = self.custodial else {
            return grid.around(arrived, Reach::Touching).and(enemy);
        };
        let mut taken = S::none();
        for cell in arrived.iter() {
            taken = taken.or(flanked(grid, cell, run, own, enemy));
        }
        taken
    }

    /// The cells of `empty` where a stone of `own` would take some stone of `enemy`.
    #[inline(always)]
    pub fn takers<S: Cells, const D: usize>(self, grid: &Grid<S, D>, own: S, enemy: S, empty: S) -> S {
        let Some(run) = self.custodial else {
            return grid.around(enemy, Reach::Touching).and(empty);
        };
        let mut takers = S::none();
        for k in 0..directions::<D>() {
            // Cells with a run of enemy stones along `k`, ever longer ones, and an own stone behind it.
            let (mut before, mut length) = (grid.one_before(own, k).and(enemy), 1);
            while !before.is_empty() && run.is_none_or(|run| length <= run) {
                if run.is_none_or(|run| length == run) {
                    takers = takers.or(grid.one_before(before, k));
                }
                before = grid.one_before(before, k).and(enemy);
                length += 1;
            }
        }
        takers.and(empty)
    }
}

/// How many directions lines have.
const fn directions<const D: usize>() -> usize {
    if D == 6 { 6 } else { DIRECTIONS }
}

/// The stones of `enemy` in rows between `cell` and a stone of `own`, of `run` stones each or any number.
#[inline(always)]
fn flanked<S: Cells, const D: usize>(grid: &Grid<S, D>, cell: usize, run: Option<u8>, own: S, enemy: S) -> S {
    let mut taken = S::none();
    // Only where an enemy stone stands beside is there anything to look for.
    for k in 0..directions::<D>() {
        let mut next = grid.one_along(cell, k);
        if !enemy.has(next) {
            continue;
        }
        let (mut row, mut length) = (S::none(), 0);
        while enemy.has(next) {
            row = row.or(S::single(next));
            next = grid.one_along(next, k);
            length += 1;
        }
        // On a line that closes a stone has not itself for the other one.
        let other = own.has(next) && !(S::CAN_WRAP && next == cell);
        if other && run.is_none_or(|run| run == length) {
            taken = taken.or(row);
        }
    }
    taken
}
