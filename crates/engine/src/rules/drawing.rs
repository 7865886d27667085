//! Patterns on a grid: the cells of a drawing, seen from each other.

use super::cells::Cells;
use super::index::index;
use crate::board::{Board, Direction};
use crate::conditions::{Drawn, Pattern};

/// A pattern on a grid.
pub struct PatternRule<S> {
    /// All its cells in all ways in which it can lie, the first cell of each way first.
    pub parts: Vec<Part<S>>,
    /// The number of ways.
    ways: usize,
}

/// A cell of a pattern, and the others seen from it.
pub struct Part<S> {
    pub here: Drawn,
    pub others: Vec<Other<S>>,
}

/// Another cell of a pattern.
pub struct Other<S> {
    pub drawn: Drawn,
    /// The distance to it.
    pub by: isize,
    /// The cells from which it is on the board.
    pub inside: S,
}

impl<S: Cells> PatternRule<S> {
    /// The rule of `pattern` on `board`.
    pub fn new(pattern: &Pattern, board: &Board) -> Self {
        let first = pattern.ways.iter().map(|way| Part::new(way, 0, board));
        let others = pattern.ways.iter().flat_map(|way| (1..way.len()).map(|k| Part::new(way, k, board)));
        Self { parts: first.chain(others).collect(), ways: pattern.ways.len() }
    }

    /// The first cell of the pattern in each way: each pattern on the board has one.
    #[inline(always)]
    pub fn first(&self) -> &[Part<S>] {
        &self.parts[..self.ways]
    }
}

impl<S: Cells> Part<S> {
    /// The cell with the number `k` of a pattern that lies this `way` on `board`.
    pub fn new(way: &[(Direction, Drawn)], k: usize, board: &Board) -> Self {
        let ((x, y), here) = way[k];
        let others = way.iter().filter(|&&(at, _)| at != (x, y)).map(|&((column, row), drawn)| {
            let step = (column - x, row - y);
            let mut inside = S::none();
            for &cell in board.cells() {
                if board.step(cell, step).is_some() {
                    inside = inside.or(S::single(index::<S>(cell)));
                }
            }
            Other { drawn, by: S::distance(step.0.into(), step.1.into()), inside }
        });
        Self { here, others: others.collect() }
    }
}
