//! Sets of cells described as in variant files: `row 1 columns 2..-2`, `corners`, `checkered a1`. A description adapts to the
//! size of the board.

use super::{Board, Cell, Shape};
use crate::numbers::counted;
use crate::text::quoted;

/// The words that begin a part of a region, for messages.
const PARTS: &str = "a cell (`d7`), `all`, `edge`, `corners`, `centre`, `row N`, `rows N..M`, `column N`, `columns N..M` or `checkered CELL`, each perhaps after `not`";

impl Board {
    /// What is expected in place of an invalid set of cells.
    pub(crate) const CELLS_EXPECTED: &str = "expected cells of the board, such as `d7` or `row 1`";

    /// The cells that `text` describes. Spaces separate its parts, and a cell must match all parts; `not` before a part means the
    /// cells that do not match it.
    ///
    /// Rows and columns are counted from 1, or from the far edge as -1, -2 and so on. `checkered CELL` means the cells that have
    /// the same colour as CELL on a chessboard; `centre` means the one, two or four cells in the middle of the rows and columns,
    /// or the one or three cells nearest to the middle of a triangle; `corners` means the cells where two sides meet.
    ///
    /// # Errors
    /// Returns an error if a part cannot be parsed, or names a cell that is not on the board.
    pub fn region(&self, text: &str) -> Result<Vec<Cell>, String> {
        let mut words = text.split_whitespace().peekable();
        let mut found: Vec<Cell> = self.cells().to_vec();
        if words.peek().is_none() {
            return Err(format!("missing set of cells: expected {PARTS}"));
        }
        while let Some(mut word) = words.next() {
            let negated = word.eq_ignore_ascii_case("not");
            if negated {
                word = words.next().ok_or_else(|| format!("`not` needs a set after it: expected {PARTS}"))?;
            }
            let before = found.clone();
            let lower = word.to_ascii_lowercase();
            let mut argument =
                |what: &str| words.next().ok_or_else(|| format!("{} needs {what} after it", quoted(word)));
            match lower.as_str() {
                "all" => {}
                "edge" => found.retain(|&cell| self.is_at_edge(cell)),
                "corners" => {
                    let corners = self.corner_cells();
                    found.retain(|cell| corners.contains(cell));
                }
                "centre" => found.retain(|&cell| self.is_central(cell)),
                "row" | "rows" => {
                    let rows = range(argument("a number")?, self.height(), "row")?;
                    found.retain(|cell| rows.contains(&cell.y));
                }
                "column" | "columns" => {
                    let columns = range(argument("a number")?, self.width(), "column")?;
                    found.retain(|cell| columns.contains(&cell.x));
                }
                "checkered" => {
                    // The cell only selects a colour, so it may be a hole.
                    let like = self.named(argument("a cell")?, Self::outlines)?;
                    let colour = |cell: &Cell| (u16::from(cell.x) + u16::from(cell.y)) % 2;
                    found.retain(|cell| colour(cell) == colour(&like));
                }
                _ => {
                    let only = self.named(word, Self::contains)?;
                    found.retain(|&cell| cell == only);
                }
            }
            if negated {
                let mut matching = found.iter().peekable();
                found = before.into_iter().filter(|cell| matching.next_if_eq(&cell).is_none()).collect();
            }
        }
        Ok(found)
    }

    /// Describes `text` in words, with rows and columns counted from the near edge.
    pub fn region_in_words(&self, text: &str) -> String {
        match text.trim().to_ascii_lowercase().as_str() {
            "corners" => return "a corner".to_owned(),
            set @ ("centre" | "edge") => return format!("the {set}"),
            _ => {}
        }
        let (mut words, mut span) = (Vec::new(), 0);
        for word in text.split_whitespace() {
            match word {
                "row" | "rows" => span = self.height(),
                "column" | "columns" => span = self.width(),
                _ => {}
            }
            words.push(match range(word, span, "row") {
                Ok(numbers) if numbers.start() == numbers.end() => (numbers.start() + 1).to_string(),
                Ok(numbers) => format!("{} to {}", numbers.start() + 1, numbers.end() + 1),
                Err(_) => word.to_owned(),
            });
        }
        words.join(" ")
    }

    /// The cell called `name`, if `may_be` accepts it.
    fn named(&self, name: &str, may_be: impl Fn(&Self, Cell) -> bool) -> Result<Cell, String> {
        let cell = name.parse::<Cell>().ok().filter(|_| !name.contains(','));
        let cell = cell.ok_or_else(|| {
            format!("{} is neither a cell nor a set of cells: expected {PARTS}", quoted(name))
        })?;
        if may_be(self, cell) { Ok(cell) } else { Err(self.lacks(cell)) }
    }

    /// The error for a `cell` that the board does not have.
    pub fn lacks(&self, cell: Cell) -> String {
        if self.is_hole(cell) {
            format!("`{cell}` is a hole")
        } else {
            format!("the cell `{cell}` is not on the board")
        }
    }

    /// Whether `cell` is one of the cells that `centre` means.
    fn is_central(&self, cell: Cell) -> bool {
        if let Shape::Triangle { side } = self.shape() {
            // Three times the vector from the centroid, which lies at a third of the last column and two thirds of the last row.
            // On hexes its squared length is x² + y² - xy.
            let last = i32::from(side) - 1;
            let (x, y) = (3 * i32::from(cell.x) - last, 3 * i32::from(cell.y) - 2 * last);
            // If the centroid lies between three cells, the value is 3 for each of them and larger for all others.
            return x * x + y * y - x * y <= 3;
        }
        let middle = |at: u8, span: u8| (2 * i16::from(at) + 1 - i16::from(span)).abs() <= 1;
        middle(cell.x, self.width()) && middle(cell.y, self.height())
    }

    /// Whether `cell` lies on the outline of the board, rather than only next to a hole.
    pub fn is_at_edge(&self, cell: Cell) -> bool {
        self.touching().iter().any(|&step| self.towards(cell, step).is_none_or(|next| !self.outlines(next)))
    }

    /// The sides of the board: four for a rectangle or rhombus, counter-clockwise from row 1, without joined
    /// ones; three for a triangle; six for a hexagon; none for the boundless plane. In the list, opposite
    /// sides are half its length apart. Holes do not move a side: if it has only holes, it has no cell.
    ///
    /// A corner cell belongs to both sides that meet there; on a hexagon it belongs to neither.
    pub fn sides(&self) -> Vec<Vec<Cell>> {
        let mut sides = self.outline();
        if matches!(self.shape(), Shape::Hexagon { .. }) {
            let corners = self.corner_cells();
            sides.iter_mut().for_each(|side| side.retain(|cell| !corners.contains(cell)));
        }
        sides
    }

    /// The cells where two sides meet. Opposite sides never meet, even if the board has a single row.
    pub fn corner_cells(&self) -> Vec<Cell> {
        // Where a board wraps, only opposite sides are left.
        let outline = if self.wrap().is_none() { self.outline() } else { Vec::new() };
        let next = || outline.iter().cycle().skip(1);
        let meet =
            |cell: &&Cell| outline.iter().zip(next()).any(|(a, b)| a.contains(cell) && b.contains(cell));
        self.cells().iter().filter(meet).copied().collect()
    }

    /// The sides, each with the corners at both its ends.
    pub fn outline(&self) -> Vec<Vec<Cell>> {
        let (last_column, last_row) = (self.width().wrapping_sub(1), self.height().wrapping_sub(1));
        let of = |on: &dyn Fn(&Cell) -> bool| self.cells().iter().copied().filter(|cell| on(cell)).collect();
        match self.shape() {
            Shape::Rectangle { .. } | Shape::Rhombus { .. } => {
                let mut sides = vec![
                    of(&|cell| cell.y == 0),
                    of(&|cell| cell.x == last_column),
                    of(&|cell| cell.y == last_row),
                    of(&|cell| cell.x == 0),
                ];
                let [columns_wrap, rows_wrap] = self.around().map(|span| span.is_some());
                let mut joined = [rows_wrap, columns_wrap].into_iter().cycle();
                sides.retain(|_| joined.next() == Some(false));
                sides
            }
            Shape::Triangle { .. } => {
                vec![of(&|cell| cell.x == cell.y), of(&|cell| cell.y == last_row), of(&|cell| cell.x == 0)]
            }
            Shape::Hexagon { side } => vec![
                of(&|cell| cell.y == 0),
                of(&|cell| cell.x == cell.y + side - 1),
                of(&|cell| cell.x == last_column),
                of(&|cell| cell.y == last_row),
                of(&|cell| cell.y == cell.x + side - 1),
                of(&|cell| cell.x == 0),
            ],
            Shape::BoundlessHex { .. } => Vec::new(),
        }
    }
}

/// The rows or columns (`what` says which), counted from 0, that `text` selects on a board with `span` of them: `3`, `-1`,
/// `2..-2`.
fn range(text: &str, span: u8, what: &str) -> Result<std::ops::RangeInclusive<u8>, String> {
    let one = |text: &str| {
        let number: i16 = text.parse().ok().filter(|&number| number != 0).ok_or_else(|| {
            format!(
                "{} is not a row or column number: expected 1 or more, or -1 and below to count from \
                the far edge",
                quoted(text)
            )
        })?;
        let from_zero = if number > 0 { number - 1 } else { i16::from(span) + number };
        u8::try_from(from_zero).ok().filter(|&at| at < span).ok_or_else(|| {
            format!("there is no {what} {number}: this board has {}", counted(span.into(), what))
        })
    };
    match text.split_once("..") {
        Some((from, to)) => Ok(one(from)?..=one(to)?),
        None => one(text).map(|at| at..=at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(shape: Shape, text: &str) -> String {
        match Board::new(shape).region(text) {
            Ok(cells) => cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Err(wrong) => wrong,
        }
    }

    #[test]
    fn regions_follow_the_size_of_the_board() {
        let square = |n| Shape::Rectangle { width: n, height: n };
        for (n, text, expected) in [
            (4, "row 1 columns 2..-2", "b1 c1"),
            (5, "row -1", "a5 b5 c5 d5 e5"),
            (8, "centre", "d4 d5 e4 e5"),
            (7, "centre", "d4"),
            (8, "centre checkered a1", "d4 e5"),
            (6, "centre checkered a1", "c3 d4"),
            (3, "checkered b1", "a2 b1 b3 c2"),
            (5, "corners", "a1 a5 e1 e5"),
            (3, "edge", "a1 a2 a3 b1 b3 c1 c2 c3"),
            (3, "B2", "b2"),
        ] {
            assert_eq!(cells(square(n), text), expected, "{text}");
        }
        assert_eq!(cells(Shape::Triangle { side: 3 }, "corners"), "a1 a3 c3");
        assert_eq!(cells(Shape::Hexagon { side: 2 }, "corners"), "a1 a2 b1 b3 c2 c3");
        for (side, expected) in
            [(1, "a1"), (2, "a1 a2 b2"), (3, "a2 b2 b3"), (4, "b3"), (5, "b3 b4 c4"), (7, "c5")]
        {
            assert_eq!(cells(Shape::Triangle { side }, "centre"), expected, "a triangle of side {side}");
        }
    }

    #[test]
    fn regions_are_described_from_the_near_edge() {
        let board = Board::new(Shape::Rectangle { width: 6, height: 8 });
        assert_eq!(board.region_in_words("row -1 columns 2..-2"), "row 8 columns 2 to 5");
        assert_eq!(["corners", "Centre"].map(|set| board.region_in_words(set)), ["a corner", "the centre"]);
    }

    #[test]
    fn errors_name_the_invalid_part() {
        let wrong = |text| cells(Shape::Rectangle { width: 3, height: 3 }, text);
        assert_eq!(wrong("row 4"), "there is no row 4: this board has 3 rows");
        assert_eq!(wrong("columns 1..-9"), "there is no column -9: this board has 3 columns");
        assert_eq!(wrong("d1"), "the cell `d1` is not on the board");
        assert!(wrong("row").starts_with("`row` needs a number"));
        assert!(wrong("middle").starts_with("`middle` is neither a cell nor a set of cells"));
        assert!(wrong("row 0").starts_with("`0` is not a row or column number"));
    }

    #[test]
    fn on_a_board_of_one_row_the_two_ends_are_corners() {
        for shape in [Shape::Rectangle { width: 4, height: 1 }, Shape::Rhombus { width: 4, height: 1 }] {
            assert_eq!(cells(shape, "corners"), "a1 d1");
        }
        assert_eq!(cells(Shape::Rectangle { width: 1, height: 3 }, "corners"), "a1 a3");
        assert_eq!(cells(Shape::Rectangle { width: 1, height: 1 }, "corners"), "a1");
        assert_eq!(cells(Shape::Hexagon { side: 1 }, "corners"), "a1");
    }

    #[test]
    fn the_mirror_image_of_a_board_with_holes_has_mirrored_sets_and_sides() {
        let all = |shape: Shape| Board::new(shape).cells().to_vec();
        // Each image with the order of its sides, and pairs of sets that are images of each other.
        type Image = fn(&Cell) -> Cell;
        let left_to_right: (Image, &[usize], &[[&str; 2]]) = (
            |cell| Cell::new(2 - cell.x, cell.y),
            &[0, 3, 2, 1],
            &[["row 1", "row 1"], ["row -1", "row -1"], ["column 1", "column -1"], ["column 3", "column 1"]],
        );
        let half_turn: (Image, &[usize], &[[&str; 2]]) = (
            |cell| Cell::new(2 - cell.x, 2 - cell.y),
            &[3, 4, 5, 0, 1, 2],
            &[["row 1", "row -1"], ["column -1", "column 1"], ["column 2", "column -2"]],
        );
        let square = Shape::Rectangle { width: 3, height: 3 };
        for (shape, (image, sides, sets)) in
            [(square, left_to_right), (Shape::Hexagon { side: 2 }, half_turn)]
        {
            let places = all(shape);
            for chosen in 0..1_u32 << places.len() {
                let holes: Vec<Cell> =
                    (0..).zip(&places).filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, &cell)| cell).collect();
                let images = |cells: &[Cell]| {
                    let mut images: Vec<Cell> = cells.iter().map(image).collect();
                    images.sort_unstable();
                    images
                };
                let (board, mirrored) =
                    (Board::new(shape).without(&holes), Board::new(shape).without(&images(&holes)));
                for set in ["edge", "corners", "centre"].map(|set| [set; 2]).iter().chain(sets) {
                    let [one, other] = [(&board, set[0]), (&mirrored, set[1])]
                        .map(|(board, set)| board.region(set).expect("a set of cells"));
                    assert_eq!(images(&one), other, "{set:?} of {shape} without {holes:?}");
                }
                for (side, &other) in board.sides().iter().zip(sides) {
                    assert_eq!(images(side), mirrored.sides()[other], "{shape} without {holes:?}");
                }
            }
        }
    }

    #[test]
    fn a_corner_cell_belongs_to_two_sides_but_on_a_hexagon_to_none() {
        let sizes = |shape| Board::new(shape).sides().iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(sizes(Shape::Rhombus { width: 4, height: 3 }), [4, 3, 4, 3]);
        assert_eq!(sizes(Shape::Triangle { side: 5 }), [5, 5, 5]);
        assert_eq!(sizes(Shape::Hexagon { side: 4 }), [2; 6]);
        let hexagon = Board::new(Shape::Hexagon { side: 4 });
        assert_eq!(hexagon.corner_cells().len(), 6);
        let edge = hexagon.cells().iter().filter(|&&cell| hexagon.is_at_edge(cell));
        assert_eq!(edge.count(), 18);
    }
}
