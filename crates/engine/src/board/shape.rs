//! The shapes of boards: their cells, their neighbours, the directions of their lines.

use super::{Axial, Cell};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The outline of a board, with its size in cells.
///
/// All hex boards use the coordinates of the hexagon: the neighbours of (x, y) are (x±1, y), (x, y±1), (x+1, y+1) and
/// (x-1, y-1). The descriptions below count x and y from 1, as the names of cells do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A hexagon of hexes: the cells with |x - y| < side, both from 1 to 2 side - 1.
    Hexagon {
        /// Cells along one edge.
        side: u8,
    },
    /// A rectangle of squares.
    Rectangle {
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
    },
    /// A rhombus of hexes: every x up to `width` and every y up to `height`.
    Rhombus {
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
    },
    /// A triangle of hexes: the cells with x <= y <= side.
    Triangle {
        /// Cells along one edge.
        side: u8,
    },
    /// The part of the boundless plane of hexes to which a game can extend: the cells whose axial coordinates are from -`reach`
    /// to `reach`.
    BoundlessHex {
        /// The largest axial coordinate; at most [`Cell::MAX_AXIAL`].
        reach: u8,
    },
}

impl fmt::Display for Shape {
    /// In words: `hexagon of side 8`, `rectangle 13x13`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hexagon { side } => write!(f, "hexagon of side {side}"),
            Self::Rectangle { width, height } => write!(f, "rectangle {width}x{height}"),
            Self::Rhombus { width, height } => write!(f, "rhombus {width}x{height}"),
            Self::Triangle { side } => write!(f, "triangle of side {side}"),
            Self::BoundlessHex { .. } => write!(f, "boundless plane of hexes"),
        }
    }
}

/// The lines along which a rule looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lines {
    /// Rows and columns on squares; on hexes, the three lines through a cell.
    Orthogonal,
    /// The diagonals of squares as well; on hexes the same as `orthogonal`.
    Queen,
}

/// One step on the board: the numbers that it adds to the column and to the row.
pub type Direction = (i8, i8);

/// The steps to the neighbours on hexes; the opposite of each is the third after it.
pub(crate) const HEX: [Direction; 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
const SQUARE: [Direction; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const QUEEN: [Direction; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A board: a shape and its cells, in the order of the notation. A hole is not a cell: it holds no stone and blocks lines of
/// sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    cells: Vec<Cell>,
    /// The cells of the shape that the board lacks, sorted.
    holes: Vec<Cell>,
    /// The number of columns, if they wrap, and the number of rows, if they do.
    pub(super) around: [Option<u8>; 2],
}

impl Board {
    /// The greatest number of columns, and of rows, that a board may have.
    pub const MAX_SPAN: u8 = 31;
    /// The number of cells of the largest board.
    pub const MOST_CELLS: usize = Self::MAX_SPAN as usize * Self::MAX_SPAN as usize;
    /// The largest side of a hexagon: it spans 2 side - 1 columns.
    pub const MAX_HEXAGON_SIDE: u8 = Self::MAX_SPAN.div_ceil(2);

    /// The board of `shape`.
    ///
    /// # Panics
    /// Panics if a size is 0 or the board spans more than [`Board::MAX_SPAN`] columns or rows; the checks of variant files reject
    /// such boards with an error.
    pub fn new(shape: Shape) -> Self {
        if let Shape::BoundlessHex { reach } = shape {
            return Self::plane(reach);
        }
        let (width, height) = match shape {
            Shape::BoundlessHex { .. } => unreachable!("the plane is handled above"),
            Shape::Hexagon { side } => (2 * side - 1, 2 * side - 1),
            Shape::Rectangle { width, height } | Shape::Rhombus { width, height } => (width, height),
            Shape::Triangle { side } => (side, side),
        };
        assert!((1..=Self::MAX_SPAN).contains(&width) && (1..=Self::MAX_SPAN).contains(&height));
        let cells = (0..width)
            .flat_map(|x| (0..height).map(move |y| Cell { x, y }))
            .filter(|&cell| match shape {
                Shape::Hexagon { side } => cell.x.abs_diff(cell.y) < side,
                Shape::Triangle { .. } => cell.x <= cell.y,
                Shape::Rectangle { .. } | Shape::Rhombus { .. } | Shape::BoundlessHex { .. } => true,
            })
            .collect();
        Self { shape, cells, holes: Vec::new(), around: [None; 2] }
    }

    /// The same board without these cells.
    #[must_use]
    pub fn without(mut self, holes: &[Cell]) -> Self {
        let is_hole = |cell: &Cell| holes.contains(cell);
        self.holes.extend(self.cells.iter().copied().filter(is_hole));
        self.holes.sort_unstable();
        self.cells.retain(|cell| !is_hole(cell));
        self
    }

    /// The cells of the shape that the board lacks.
    pub fn holes(&self) -> &[Cell] {
        &self.holes
    }

    /// The part of the boundless plane whose axial coordinates are from -`reach` to `reach`.
    fn plane(reach: u8) -> Self {
        let span = -i16::from(reach)..=i16::from(reach);
        let cell = |q, r| Cell::from_axial(q, r).expect("a reach within the coordinates of cells");
        let mut cells: Vec<_> = span.clone().flat_map(|q| span.clone().map(move |r| cell(q, r))).collect();
        cells.sort_unstable();
        Self { shape: Shape::BoundlessHex { reach }, cells, holes: Vec::new(), around: [None; 2] }
    }

    /// Whether the board is the boundless plane.
    pub fn is_boundless(&self) -> bool {
        matches!(self.shape, Shape::BoundlessHex { .. })
    }

    /// The largest axial coordinate on the boundless plane; `None` on other boards.
    pub fn reach(&self) -> Option<u8> {
        if let Shape::BoundlessHex { reach } = self.shape { Some(reach) } else { None }
    }

    /// The name of `cell` on this board: `d7`, or `0,-1` on the boundless plane.
    pub fn name(&self, cell: Cell) -> String {
        if self.is_boundless() { Axial(cell).to_string() } else { cell.to_string() }
    }

    /// The shape with its size.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// All cells, sorted by letter, then by number.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The number of columns of the shape: a column of holes counts, too.
    pub fn width(&self) -> u8 {
        self.places().map(|place| place.x + 1).max().unwrap_or(0)
    }

    /// The number of rows of the shape: a row of holes counts, too.
    pub fn height(&self) -> u8 {
        self.places().map(|place| place.y + 1).max().unwrap_or(0)
    }

    /// The cells and the holes.
    pub(super) fn places(&self) -> impl Iterator<Item = Cell> {
        self.cells.iter().chain(&self.holes).copied()
    }

    /// The index of `cell` in [`Board::cells`], or `None` if it is not on the board.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search(&cell).ok()
    }

    /// Whether `cell` is on the board.
    pub fn contains(&self, cell: Cell) -> bool {
        self.outlines(cell) && !self.is_hole(cell)
    }

    /// Whether `cell` is a hole.
    pub fn is_hole(&self, cell: Cell) -> bool {
        !self.holes.is_empty() && self.holes.binary_search(&cell).is_ok()
    }

    /// Whether `cell` lies within the outline of the board, as a cell or as a hole.
    pub fn outlines(&self, cell: Cell) -> bool {
        let Cell { x, y } = cell;
        match self.shape {
            Shape::Hexagon { side } => x.max(y) < 2 * side - 1 && x.abs_diff(y) < side,
            Shape::Rectangle { width, height } | Shape::Rhombus { width, height } => x < width && y < height,
            Shape::Triangle { side } => x <= y && y < side,
            Shape::BoundlessHex { reach } => {
                let (q, r) = cell.axial();
                q.unsigned_abs().max(r.unsigned_abs()) <= reach.into()
            }
        }
    }

    /// Whether the cells are hexes; they are squares otherwise.
    pub fn is_hex(&self) -> bool {
        !matches!(self.shape, Shape::Rectangle { .. })
    }

    /// The steps to the neighbours that share an edge: 6 on hexes, 4 on squares.
    pub fn adjacent(&self) -> &'static [Direction] {
        self.directions(Lines::Orthogonal)
    }

    /// The steps to all touching cells: 6 on hexes, 8 on squares.
    pub fn touching(&self) -> &'static [Direction] {
        self.directions(Lines::Queen)
    }

    /// The steps to the cells at distance two, row by row: two steps between touching cells lead there, but no single one does.
    pub fn two_away(&self) -> Vec<Direction> {
        let one = self.touching();
        let sums = one.iter().flat_map(|a| one.iter().map(move |b| (a.0 + b.0, a.1 + b.1)));
        let mut two: Vec<_> = sums.filter(|step| *step != (0, 0) && !one.contains(step)).collect();
        two.sort_unstable_by_key(|&(x, y)| (y, x));
        two.dedup();
        two
    }

    /// The directions of `lines`, each with its opposite.
    pub fn directions(&self, lines: Lines) -> &'static [Direction] {
        match (self.is_hex(), lines) {
            (true, _) => &HEX,
            (false, Lines::Orthogonal) => &SQUARE,
            (false, Lines::Queen) => &QUEEN,
        }
    }

    /// The cells on the line from `cell` along `step`, up to the edge, a hole, or `cell` itself if the line closes on itself.
    pub fn line(&self, cell: Cell, step: Direction) -> impl Iterator<Item = Cell> {
        let next = move |from: Cell| self.step(from, step).filter(|&next| next != cell);
        std::iter::successors(next(cell), move |&from| next(from))
    }

    /// The number of cells on the longest line without a hole, diagonals of squares included.
    pub fn longest_line(&self) -> usize {
        let steps = self.directions(Lines::Queen);
        let lines = self
            .cells
            .iter()
            .flat_map(|&cell| steps.iter().map(move |&step| 1 + self.line(cell, step).count()));
        lines.max().unwrap_or(0)
    }

    /// The cell one `step` from `cell`, if it is on the board.
    pub fn step(&self, cell: Cell, step: Direction) -> Option<Cell> {
        self.towards(cell, step).filter(|&next| self.contains(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
        cells.into_iter().map(|cell| cell.to_string()).collect()
    }

    #[test]
    fn the_hexagon_of_side_8_has_the_rows_of_the_rules() {
        let board = Board::new(Shape::Hexagon { side: 8 });
        assert_eq!(board.cells().len(), 169);
        let row = |d: i32| {
            names(board.cells().iter().copied().filter(|c| i32::from(c.y) - i32::from(c.x) == d)).join(" ")
        };
        assert_eq!(row(7), "a8 b9 c10 d11 e12 f13 g14 h15");
        assert_eq!(row(0), "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13 n14 o15");
        assert_eq!(row(-7), "h1 i2 j3 k4 l5 m6 n7 o8");
    }

    #[test]
    fn two_steps_and_no_single_one_lead_to_the_cells_at_distance_two() {
        let hexes = Board::new(Shape::Hexagon { side: 3 }).two_away();
        let centre = Cell::new(2, 2);
        let ring = hexes.iter().filter_map(|&step| Board::new(Shape::Hexagon { side: 3 }).step(centre, step));
        assert_eq!(names(ring).join(" "), "a1 b1 c1 a2 d2 a3 e3 b4 e4 c5 d5 e5");
        let squares = Board::new(Shape::Rectangle { width: 5, height: 5 }).two_away();
        assert_eq!(squares.len(), 16);
        assert!(squares.iter().all(|&(x, y)| x.abs().max(y.abs()) == 2), "{squares:?}");
    }

    #[test]
    fn each_shape_has_the_right_number_of_cells() {
        let count = |shape| Board::new(shape).cells().len();
        assert_eq!(count(Shape::Hexagon { side: 1 }), 1);
        assert_eq!(count(Shape::Hexagon { side: 12 }), 397);
        assert_eq!(count(Shape::Hexagon { side: Board::MAX_HEXAGON_SIDE }), 721);
        assert_eq!(count(Shape::Rectangle { width: 19, height: 13 }), 247);
        assert_eq!(count(Shape::Rhombus { width: 11, height: 11 }), 121);
        assert_eq!(count(Shape::Triangle { side: 5 }), 15);
    }

    #[test]
    fn the_cells_are_those_that_the_board_contains() {
        for shape in [
            Shape::Hexagon { side: 4 },
            Shape::Rectangle { width: 3, height: 7 },
            Shape::Rhombus { width: 5, height: 2 },
            Shape::Triangle { side: 6 },
            Shape::BoundlessHex { reach: 3 },
        ] {
            let board = Board::new(shape);
            let all = (0..=u8::MAX).flat_map(|x| (0..=u8::MAX).map(move |y| Cell { x, y }));
            assert!(all.filter(|&cell| board.contains(cell)).eq(board.cells().iter().copied()), "{shape}");
        }
    }

    #[test]
    fn adjacent_cells_are_those_that_share_an_edge() {
        let around = |shape, cell: &str| {
            let board = Board::new(shape);
            let mut near: Vec<_> =
                board.adjacent().iter().filter_map(|&d| board.step(cell.parse().unwrap(), d)).collect();
            near.sort();
            names(near).join(" ")
        };
        assert_eq!(around(Shape::Hexagon { side: 2 }, "b2"), "a1 a2 b1 b3 c2 c3");
        assert_eq!(around(Shape::Rectangle { width: 3, height: 3 }, "b2"), "a2 b1 b3 c2");
        assert_eq!(around(Shape::Rectangle { width: 3, height: 3 }, "a1"), "a2 b1");
        assert_eq!(around(Shape::Triangle { side: 3 }, "a1"), "a2 b2");
        assert_eq!(around(Shape::Rhombus { width: 3, height: 3 }, "a3"), "a2 b3");
    }

    #[test]
    fn every_direction_has_its_opposite() {
        for directions in [&HEX[..], &SQUARE, &QUEEN] {
            for &(dx, dy) in directions {
                assert!(directions.contains(&(-dx, -dy)));
            }
        }
    }
}
