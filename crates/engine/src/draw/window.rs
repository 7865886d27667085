//! The part of a board that a drawing shows.

use crate::board::{Board, Cell};

/// The cells of `board` to be drawn, sorted: all of them, or on the boundless plane those around the `used` ones, with a margin
/// of one cell.
pub fn shown(board: &Board, used: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    if !board.is_boundless() {
        return board.cells().to_vec();
    }
    let mut window: Option<Window> = None;
    for cell in used {
        let (across, row) = board.on_lattice((cell.x.into(), cell.y.into()));
        let before = window.unwrap_or(Window { left: across, right: across, bottom: row, top: row });
        window = Some(Window {
            left: before.left.min(across),
            right: before.right.max(across),
            bottom: before.bottom.min(row),
            top: before.top.max(row),
        });
    }
    match window {
        Some(window) => window.with_margin().cells(),
        None => shown(board, Cell::from_axial(0, 0)),
    }
}

/// A rectangle on the plane. `left` and `right` are counted in half cells, `bottom` and `top` in rows, and all four are included.
#[derive(Clone, Copy)]
struct Window {
    left: i32,
    right: i32,
    bottom: i32,
    top: i32,
}

impl Window {
    /// Adds one cell on each side, and enough width for every line of cells with the same q to reach the top or the bottom, where
    /// its number is drawn.
    fn with_margin(self) -> Self {
        let mut wide =
            Self { left: self.left - 2, right: self.right + 2, bottom: self.bottom - 1, top: self.top + 1 };
        while wide.columns(wide.top).start() - 1 > *wide.columns(wide.bottom).end() {
            wide.left -= 1;
            wide.right += 1;
        }
        wide
    }

    /// The columns that have a cell in this row.
    fn columns(&self, row: i32) -> std::ops::RangeInclusive<i32> {
        // The middle of a cell is at 2 * column - row, in half cells.
        let from = (self.left + row + 1).div_euclid(2);
        let to = (self.right + row).div_euclid(2);
        from..=to
    }

    fn cells(&self) -> Vec<Cell> {
        let rows = self.bottom..=self.top;
        let all = rows.flat_map(|row| self.columns(row).map(move |column| (column, row)));
        let coordinate = |n| u8::try_from(n).ok().filter(|&n| n <= 2 * Cell::MAX_AXIAL);
        let cell = |(x, y)| Some(Cell::new(coordinate(x)?, coordinate(y)?));
        let mut cells: Vec<Cell> = all.filter_map(cell).collect();
        cells.sort_unstable();
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Axial, Shape};

    fn names(used: &[&str]) -> String {
        let board = Board::new(Shape::BoundlessHex { reach: 100 });
        let cells = shown(&board, used.iter().map(|name| name.parse().unwrap()));
        cells.iter().map(|&cell| Axial(cell).to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn all_cells_of_a_board_are_shown() {
        let board = Board::new(Shape::Hexagon { side: 3 });
        assert_eq!(shown(&board, []), board.cells());
    }

    #[test]
    fn only_the_cells_around_the_used_ones_are_shown_on_the_plane() {
        assert_eq!(names(&["2,5"]), "1,6 1,5 2,6 2,5 2,4 3,5 3,4");
        assert_eq!(names(&[]), "-1,1 -1,0 0,1 0,0 0,-1 1,0 1,-1");
    }

    #[test]
    fn every_line_of_cells_reaches_the_top_or_the_bottom() {
        let board = Board::new(Shape::BoundlessHex { reach: 100 });
        let cells = shown(&board, (-9..9).map(|r| Cell::from_axial(-r / 2, r).unwrap()));
        let (low, high) = (cells.iter().map(|c| c.y).min(), cells.iter().map(|c| c.y).max());
        for cell in &cells {
            let ends = |other: &&Cell| other.x == cell.x && (Some(other.y) == low || Some(other.y) == high);
            assert!(cells.iter().any(|other| ends(&other)), "{}", Axial(*cell));
        }
    }

    #[test]
    fn there_is_no_margin_beyond_the_last_coordinates() {
        assert!(names(&["127,127", "-127,-127"]).contains("127,127"));
    }
}
