//! The letters and numbers around a board, which name its cells.

use crate::board::{Board, Cell, Direction};

/// A letter or number at the edge of a board.
pub struct EdgeLabel {
    /// The name of the column or row.
    pub text: String,
    /// The cell of that column or row that it stands beside.
    pub beside: Cell,
    /// Where it stands, seen from that cell.
    pub step: Direction,
}

/// The names of all columns, then of all rows: each beside the first cell of its line.
pub fn labels(board: &Board) -> Vec<EdgeLabel> {
    let first = |of_line: &dyn Fn(&Cell) -> bool| board.cells().iter().copied().find(|cell| of_line(cell));
    // Cells are sorted by column, then by row: the first found is the lowest of a column, the leftmost of a row.
    let columns = (0..board.width()).filter_map(|x| {
        let beside = first(&|cell| cell.x == x)?;
        Some(EdgeLabel { text: Cell::column_name(x), beside, step: (0, -1) })
    });
    let rows = (0..board.height()).filter_map(|y| {
        let beside = first(&|cell| cell.y == y)?;
        Some(EdgeLabel { text: (u32::from(y) + 1).to_string(), beside, step: (-1, 0) })
    });
    columns.chain(rows).collect()
}
