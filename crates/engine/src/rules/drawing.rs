//! Patterns on a grid: the cells of a drawing, seen from each other.

use super::cells::Cells;
use super::index::index;
use crate::board::{Board, Direction};
use crate::conditions::{Drawn, Pattern};

/// A pattern on a grid: all its cells in all ways in which it can lie.
pub struct PatternRule<S>(pub Vec<Part<S>>);

/// A cell of a pattern, and the others seen from it.
pub struct Part<S> {
    pub here: Drawn,
    /// Whether it is the first cell of the pattern as it lies: each pattern on the board has one.
    pub is_first: bool,
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
        let all = pattern.ways.iter().flat_map(|way| (0..way.len()).map(|k| Part::new(way, k, board)));
        Self(all.collect())
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
        Self { here, is_first: k == 0, others: others.collect() }
    }
}
