//! Boards that wrap, on the padded grid: sets are moved row by row, each row rotated within its columns, and a table holds the
//! neighbours of each cell.

use super::cells::Cells;
use super::directions::{DIRECTIONS, STEPS};
use super::index::{Index, cell, index};
use super::per_cell::BoxedPerCell;
use crate::board::{Board, Cell};

/// How the columns and rows of a board wrap.
pub struct Wrapping<S: Cells> {
    columns: Span,
    rows: Span,
    /// For each direction and cell, the cell one step along, which may be a hole; [`Cells::NOWHERE`] beyond the board.
    along: [BoxedPerCell<u16, S>; DIRECTIONS],
}

/// The columns of a board, or its rows.
struct Span {
    /// How many columns or rows there are; less than 32.
    length: i32,
    wraps: bool,
}

impl Span {
    /// The `row` of cells moved by `by` columns; the absolute value of `by` is less than 32.
    #[inline(always)]
    fn moved(&self, row: u64, by: i32) -> u64 {
        let moved = if !self.wraps {
            if by < 0 { row >> -by } else { row << by }
        } else {
            let by = by.rem_euclid(self.length);
            row << by | row >> (self.length - by)
        };
        moved & ((1 << self.length) - 1)
    }

    /// The row that lands on `row` when it is moved by `by` rows, if any.
    #[inline(always)]
    fn before(&self, row: i32, by: i32) -> Option<i32> {
        let before = if self.wraps { (row - by).rem_euclid(self.length) } else { row - by };
        (0..self.length).contains(&before).then_some(before)
    }
}

impl<S: Cells> Wrapping<S> {
    /// The wrapping of `board`, if it wraps.
    pub fn of(board: &Board) -> Option<Self> {
        board.wrap()?;
        let [columns_wrap, rows_wrap] = board.around().map(|span| span.is_some());
        let cells: Vec<Cell> = board.cells().iter().chain(board.holes()).copied().collect();
        let span = |at: fn(&Cell) -> u8| cells.iter().map(at).max().map_or(0, |last| i32::from(last) + 1);
        let beside = |here: usize, k: usize| {
            let next = board.towards(cell::<S>(here), STEPS[k]).filter(|&next| board.outlines(next));
            next.map_or(S::NOWHERE, index::<S>) as u16
        };
        Some(Self {
            columns: Span { length: span(|cell| cell.x), wraps: columns_wrap },
            rows: Span { length: span(|cell| cell.y), wraps: rows_wrap },
            along: std::array::from_fn(|k| {
                let mut along = BoxedPerCell::boxed(S::NOWHERE as u16);
                cells.iter().map(|&cell| index::<S>(cell)).for_each(|here| along[here] = beside(here, k));
                along
            }),
        })
    }

    /// The cells of `set` moved by these numbers of columns and rows, across joined edges. Cells that leave the board are lost.
    /// The set is moved row by row. A row lies within a word, since grids on which boards can wrap have rows of 16 or 32 cells.
    #[inline(never)]
    pub fn moved(&self, set: S, columns: i32, rows: i32) -> S {
        let place = |row: i32| (row as usize * S::STRIDE / 64, row as usize * S::STRIDE % 64);
        let (from, mut moved) = (set.words(), S::none().words());
        let (from, to) = (from.as_ref(), moved.as_mut());
        for row in 0..self.rows.length {
            let Some(before) = self.rows.before(row, rows) else { continue };
            let ((word, bit), (to_word, to_bit)) = (place(before), place(row));
            let cells = from[word] >> bit & ((1 << self.columns.length) - 1);
            to[to_word] |= self.columns.moved(cells, columns) << to_bit;
        }
        S::from_words(moved)
    }

    /// The cell one step along direction `k` from `cell`.
    #[inline(always)]
    pub fn one_along(&self, cell: Index, k: usize) -> Index {
        self.along[k % DIRECTIONS][cell].into()
    }
}
