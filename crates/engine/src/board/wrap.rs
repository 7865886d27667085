//! Boards that wrap: which of their edges are joined.

use super::{Board, Cell, Direction, Shape};
use std::fmt;

/// Which edges of a board are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// The last column is next to the first.
    Columns,
    /// The last row is next to the first.
    Rows,
    /// Both.
    Torus,
}

impl fmt::Display for Wrap {
    /// In words: `the first and last columns are joined`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Columns => "the first and last columns are joined",
            Self::Rows => "the first and last rows are joined",
            Self::Torus => {
                "the first and last columns are joined, and so are the first and last rows: a torus"
            }
        })
    }
}

impl fmt::Display for Board {
    /// In words: `rectangle 13x13`, `rectangle 9x9, a torus`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape().fmt(f)?;
        f.write_str(match self.wrap() {
            None => "",
            Some(Wrap::Columns) => ", columns wrap",
            Some(Wrap::Rows) => ", rows wrap",
            Some(Wrap::Torus) => ", a torus",
        })
    }
}

impl Board {
    /// The smallest number of columns or rows that may wrap: with two, a cell would have the same neighbour twice.
    pub const LEAST_WRAPPED: u8 = 3;

    /// The same board with edges joined.
    ///
    /// # Panics
    /// Panics if it is neither a rectangle nor a rhombus.
    #[must_use]
    pub fn wrapped(mut self, wrap: Wrap) -> Self {
        let (Shape::Rectangle { width, height } | Shape::Rhombus { width, height }) = self.shape() else {
            panic!("only boards of equally long rows wrap")
        };
        self.around = match wrap {
            Wrap::Columns => [Some(width), None],
            Wrap::Rows => [None, Some(height)],
            Wrap::Torus => [Some(width), Some(height)],
        };
        self
    }

    /// The columns and rows of the torus onto which the boundless plane is folded.
    pub const FOLD: u8 = 16;

    /// The boundless plane as a torus, so that its cells can be numbered in tables; any other board as it is. Cells of the plane that are
    /// [`FOLD`](Self::FOLD) columns or rows apart fall together, but the tiles of a game rarely lie that far apart.
    #[must_use]
    pub fn folded(&self) -> Self {
        if self.is_boundless() {
            Self::new(Shape::Rhombus { width: Self::FOLD, height: Self::FOLD }).wrapped(Wrap::Torus)
        } else {
            self.clone()
        }
    }

    /// Which edges are joined, if any are.
    pub fn wrap(&self) -> Option<Wrap> {
        match self.around {
            [None, None] => None,
            [Some(_), None] => Some(Wrap::Columns),
            [None, Some(_)] => Some(Wrap::Rows),
            [Some(_), Some(_)] => Some(Wrap::Torus),
        }
    }

    /// The number of columns if they wrap, and the number of rows if they do.
    pub fn around(&self) -> [Option<u8>; 2] {
        self.around
    }

    /// Whether the two sets of cells lie along two joined edges, and a cell of one is adjacent to a cell of the other across the
    /// seam.
    pub fn joins(&self, one: &[Cell], other: &[Cell]) -> bool {
        let all_at =
            |cells: &[Cell], at: fn(&Cell) -> u8, line: u8| cells.iter().all(|cell| at(cell) == line);
        let axes: [fn(&Cell) -> u8; 2] = [|cell| cell.x, |cell| cell.y];
        let opposite = axes.into_iter().zip(self.around).any(|(at, span)| {
            let lie = |first, last, span: u8| all_at(first, at, 0) && all_at(last, at, span - 1);
            span.is_some_and(|span| lie(one, other, span) || lie(other, one, span))
        });
        let beside = |&cell: &Cell| {
            let mut near = self.adjacent().iter().filter_map(|&step| self.step(cell, step));
            near.any(|near| other.contains(&near))
        };
        opposite && one.iter().any(beside)
    }

    /// The length of the shortest line that closes on itself, in cells; `None` if no line does.
    pub fn shortest_circle(&self) -> Option<u8> {
        self.around.into_iter().flatten().min()
    }

    /// The cell in a column and a row counted from 0; it need not be on the board. Where the board wraps, columns and rows beyond
    /// an edge continue at the opposite edge.
    pub(super) fn at(&self, (column, row): (i16, i16)) -> Option<Cell> {
        let within = |at: i16, around: Option<u8>| {
            u8::try_from(around.map_or(at, |span| at.rem_euclid(span.into()))).ok()
        };
        let [width, height] = self.around;
        Some(Cell { x: within(column, width)?, y: within(row, height)? })
    }

    /// The cell one step from `cell`, across the seam where the board wraps; it need not be on the board.
    pub(crate) fn towards(&self, cell: Cell, (columns, rows): Direction) -> Option<Cell> {
        self.at((i16::from(cell.x) + i16::from(columns), i16::from(cell.y) + i16::from(rows)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(wrap: Wrap, cell: &str) -> String {
        let board = Board::new(Shape::Rectangle { width: 4, height: 3 }).wrapped(wrap);
        let cell = cell.parse().unwrap();
        let mut near: Vec<_> = board.adjacent().iter().filter_map(|&step| board.step(cell, step)).collect();
        near.sort();
        near.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn cells_at_joined_edges_are_neighbours() {
        assert_eq!(around(Wrap::Columns, "a1"), "a2 b1 d1");
        assert_eq!(around(Wrap::Rows, "a1"), "a2 a3 b1");
        assert_eq!(around(Wrap::Torus, "a1"), "a2 a3 b1 d1");
        assert_eq!(around(Wrap::Torus, "d3"), "a3 c3 d1 d2");
    }

    #[test]
    fn sets_along_joined_edges_are_next_to_each_other_across_the_seam() {
        let joins = |wrap, one: &str, other: &str| {
            let board = Board::new(Shape::Rectangle { width: 4, height: 5 }).wrapped(wrap);
            board.joins(&board.region(one).unwrap(), &board.region(other).unwrap())
        };
        assert!(joins(Wrap::Rows, "row 1", "row -1") && joins(Wrap::Torus, "column -1", "column 1"));
        assert!(joins(Wrap::Rows, "b1", "row 5 columns 2..3") && !joins(Wrap::Rows, "a1", "c5"));
        assert!(!joins(Wrap::Rows, "column 1", "column -1") && !joins(Wrap::Torus, "row 1", "row 3"));
    }

    #[test]
    fn joined_edges_are_no_longer_edges_of_the_board() {
        let board = |wrap| Board::new(Shape::Rhombus { width: 4, height: 3 }).wrapped(wrap);
        let edge = |wrap| board(wrap).region("edge").unwrap().len();
        assert_eq!([Wrap::Columns, Wrap::Rows, Wrap::Torus].map(edge), [8, 6, 0]);
        let sides = |wrap| board(wrap).sides().iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(sides(Wrap::Columns), [4, 4]);
        assert_eq!(sides(Wrap::Rows), [3, 3]);
        assert!(sides(Wrap::Torus).is_empty() && board(Wrap::Columns).corner_cells().is_empty());
    }
}
