//! The letters and numbers around a board, which name its cells.

use crate::board::{Board, Cell, Direction};

/// A letter or number at the edge of a board.
pub struct EdgeLabel {
    /// The name of the column or row.
    pub text: String,
    /// The cell of that column or row that it is next to.
    pub beside: Cell,
    /// The step from that cell to the label.
    pub step: Direction,
}

/// The names of all columns, then of all rows. Each name is next to the first cell or hole of its column or row. On the boundless
/// plane, only the `shown` cells are named.
pub fn labels(board: &Board, shown: &[Cell]) -> Vec<EdgeLabel> {
    if board.is_boundless() {
        return plane_labels(shown);
    }
    let left = board.cells().iter().map(|cell| cell.x).min().unwrap_or(0);
    let bottom = board.cells().iter().map(|cell| cell.y).min().unwrap_or(0);
    // A line that begins with holes also has its name at the rim, like every other line.
    let rim = |of_line: &dyn Fn(&Cell) -> bool| {
        let first = board.cells().iter().copied().find(|cell| of_line(cell))?;
        let holes = board.holes().iter().copied();
        Some(holes.filter(|hole| of_line(hole) && hole.x >= left && hole.y >= bottom).fold(first, Cell::min))
    };
    // Cells are sorted by column, then by row, so the first one found is the lowest of a column or the leftmost of a row.
    let columns = (0..board.width()).filter_map(|x| {
        let beside = rim(&|cell| cell.x == x)?;
        Some(EdgeLabel { text: Cell::column_name(x), beside, step: (0, -1) })
    });
    let rows = (0..board.height()).filter_map(|y| {
        let beside = rim(&|cell| cell.y == y)?;
        Some(EdgeLabel { text: (u32::from(y) + 1).to_string(), beside, step: (-1, 0) })
    });
    columns.chain(rows).collect()
}

/// The coordinates around a part of the boundless plane. The cells with the same q lie on a line that runs down to the right: q
/// is written at each end of the line that lies at the top or the bottom. r is written to the left of each row.
fn plane_labels(shown: &[Cell]) -> Vec<EdgeLabel> {
    let highest = shown.iter().map(|cell| cell.y).max();
    let lowest = shown.iter().map(|cell| cell.y).min();
    let q = |&beside: &Cell, step| EdgeLabel { text: beside.axial().0.to_string(), beside, step };
    let row = |y: Option<u8>| shown.iter().filter(move |cell| Some(cell.y) == y);
    let ends = row(highest).map(|cell| q(cell, (0, 1))).chain(row(lowest).map(|cell| q(cell, (0, -1))));
    let rows = lowest.into_iter().flat_map(|low| low..=highest.unwrap_or(low)).filter_map(|y| {
        let beside = row(Some(y)).min().copied()?;
        Some(EdgeLabel { text: beside.axial().1.to_string(), beside, step: (-1, 0) })
    });
    ends.chain(rows).collect()
}
