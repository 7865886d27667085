//! Custodial capture and capture by touch: a stone captures the enemy stones in a row between it and another stone of its side
//! (custodial), or all enemy stones that it touches (touching). Captured stones are removed, or change sides.

use super::cells::Cells;
use super::directions::directions_along;
use super::grid::{Grid, ray};
use crate::board::Lines;
use crate::variant::{Capture, Reach, Run, Taken};

/// Which stones are captured, and whether they are removed or flipped.
#[derive(Clone, Copy)]
pub struct Taking {
    /// For custodial capture, how many stones in a row are captured, or `Some(None)` for any number; `None` for touching capture.
    custodial: Option<Option<Run>>,
    /// The lines of custodial capture.
    lines: Lines,
    /// Whether captured stones change sides; otherwise they are removed.
    pub flips: bool,
}

impl Taking {
    /// The rule of `capture`, if it is custodial or by touch.
    pub fn new(capture: &Capture) -> Option<Self> {
        match *capture {
            Capture::Custodial { run, lines, taken } => {
                Some(Self { custodial: Some(run), lines, flips: taken == Taken::Flipped })
            }
            Capture::Touching { taken } => {
                Some(Self { custodial: None, lines: Lines::Queen, flips: taken == Taken::Flipped })
            }
            _ => None,
        }
    }

    /// The stones of `enemy` that are captured by the stones of `own` that an action has put on the cells `arrived`.
    #[inline(always)]
    pub fn taken<S: Cells, const D: usize>(self, grid: &Grid<S, D>, arrived: S, own: S, enemy: S) -> S {
        let Some(run) = self.custodial else {
            return grid.around(arrived, Reach::Touching).and(enemy);
        };
        let mut taken = S::none();
        for cell in arrived.iter() {
            taken = taken.or(flanked(grid, cell, run, self.lines, own, enemy));
        }
        taken
    }

    /// The cells of `empty` where a stone of `own` would capture a stone of `enemy`.
    #[inline(always)]
    pub fn capturing_cells<S: Cells, const D: usize>(
        self,
        grid: &Grid<S, D>,
        own: S,
        enemy: S,
        empty: S,
    ) -> S {
        let Some(run) = self.custodial else {
            return grid.around(enemy, Reach::Touching).and(empty);
        };
        // Each direction has its own call, so that no step selects a direction at run time.
        let mut capturing_cells = capturing_cells_along::<S, D, 1, 0>(grid, run, own, enemy);
        capturing_cells = capturing_cells.or(capturing_cells_along::<S, D, -1, 0>(grid, run, own, enemy));
        capturing_cells = capturing_cells.or(capturing_cells_along::<S, D, 0, 1>(grid, run, own, enemy));
        capturing_cells = capturing_cells.or(capturing_cells_along::<S, D, 0, -1>(grid, run, own, enemy));
        if D == 4 && self.lines == Lines::Orthogonal {
            return capturing_cells.and(empty);
        }
        capturing_cells = capturing_cells.or(capturing_cells_along::<S, D, 1, 1>(grid, run, own, enemy));
        capturing_cells = capturing_cells.or(capturing_cells_along::<S, D, -1, -1>(grid, run, own, enemy));
        if D == 4 {
            capturing_cells = capturing_cells.or(capturing_cells_along::<S, D, 1, -1>(grid, run, own, enemy));
            capturing_cells = capturing_cells.or(capturing_cells_along::<S, D, -1, 1>(grid, run, own, enemy));
        }
        capturing_cells.and(empty)
    }
}

/// The cells at the end of a row in the direction of `DX` columns and `DY` rows: a stone of `own`, then a `run` of stones of `enemy`
/// (or any number of them), then the cell.
#[inline(always)]
fn capturing_cells_along<S: Cells, const D: usize, const DX: i32, const DY: i32>(
    grid: &Grid<S, D>,
    run: Option<Run>,
    own: S,
    enemy: S,
) -> S {
    let first = grid.moved::<DX, DY, 1>(own).and(enemy);
    let Some(run) = run else {
        return grid.moved::<DX, DY, 1>(ray::<S, D, DX, DY>(grid, first, enemy));
    };
    let mut ends = (1..run.least).fold(first, |ends, _| grid.moved::<DX, DY, 1>(ends).and(enemy));
    let mut cells = grid.moved::<DX, DY, 1>(ends);
    for _ in run.least..run.most {
        ends = grid.moved::<DX, DY, 1>(ends).and(enemy);
        cells = cells.or(grid.moved::<DX, DY, 1>(ends));
    }
    cells
}

/// The stones of `enemy` in rows between `cell` and a stone of `own`. Only rows as long as `run` says count, or rows of any length if
/// it is `None`.
#[inline(always)]
fn flanked<S: Cells, const D: usize>(
    grid: &Grid<S, D>,
    cell: usize,
    run: Option<Run>,
    lines: Lines,
    own: S,
    enemy: S,
) -> S {
    let mut taken = S::none();
    // Only an adjacent enemy stone can begin a row.
    for k in 0..directions_along::<D>(lines) {
        let mut next = grid.one_along(cell, k);
        if !enemy.has(next) {
            continue;
        }
        let (mut row, mut length) = (S::none(), 0);
        while enemy.has(next) {
            row = row.or(grid.here[next].alone);
            next = grid.one_along(next, k);
            length += 1;
        }
        // On a line that wraps around the board, a stone cannot capture together with itself.
        let other = own.has(next) && !(S::CAN_WRAP && next == cell);
        if other && run.is_none_or(|run| run.has(length)) {
            taken = taken.or(row);
        }
    }
    taken
}
