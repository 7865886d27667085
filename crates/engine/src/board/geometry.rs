//! Where cells lie in a drawing.

use super::{Board, Cell, Shape};

/// A point of a drawing, in units of the distance between neighbours; y grows upward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upward.
    pub y: f64,
}

impl Board {
    /// The centre of `cell`.
    ///
    /// On hexes, each row of a drawing consists of the cells with the same y - x, as in the published diagrams of the hexagon:
    /// letters advance to the right, and numbers grow upward.
    ///
    /// Each row of the boundless plane consists of the cells with the same r, and r grows downward, as in the usual drawings of
    /// axial coordinates.
    pub fn centre(&self, cell: Cell) -> Point {
        self.drawn((cell.x.into(), cell.y.into()))
    }

    /// The offset, in a drawing, of a step by this many columns and rows.
    pub fn drawn(&self, step: (i32, i32)) -> Point {
        let (halves, rows) = self.on_lattice(step);
        let (x, y) = (f64::from(halves) / 2.0, f64::from(rows));
        if self.is_hex() { Point { x, y: y * 3_f64.sqrt() / 2.0 } } else { Point { x, y } }
    }

    /// How far a step by `x` columns and `y` rows leads on the lattice of a drawing: to the right, in halves of the distance
    /// between neighbours, and upward, in rows.
    pub fn on_lattice(&self, (x, y): (i32, i32)) -> (i32, i32) {
        match self.shape() {
            Shape::Rectangle { .. } => (2 * x, y),
            Shape::BoundlessHex { .. } => (2 * x - y, y),
            Shape::Hexagon { .. } | Shape::Rhombus { .. } | Shape::Triangle { .. } => (x + y, y - x),
        }
    }

    /// The corners of a cell relative to its centre, counter-clockwise: 4 for a square, 6 for a hex.
    pub fn corners(&self) -> Vec<Point> {
        let (count, radius, turn) =
            if self.is_hex() { (6, 1.0 / 3_f64.sqrt(), 0.5) } else { (4, 0.5_f64.sqrt(), 0.5) };
        (0..count)
            .map(|i| {
                let angle = (f64::from(i) + turn) * std::f64::consts::TAU / f64::from(count);
                Point { x: radius * angle.cos(), y: radius * angle.sin() }
            })
            .collect()
    }

    /// The rows of a drawing from top to bottom, each from left to right.
    pub fn drawn_rows(&self) -> Vec<Vec<Cell>> {
        let row_of = |cell: &Cell| self.on_lattice((cell.x.into(), cell.y.into())).1;
        let mut rows = std::collections::BTreeMap::<i32, Vec<Cell>>::new();
        for cell in self.cells() {
            rows.entry(row_of(cell)).or_default().push(*cell);
        }
        rows.into_values().rev().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Axial;

    #[test]
    fn neighbours_are_one_apart() {
        for shape in [
            Shape::Hexagon { side: 3 },
            Shape::Rectangle { width: 4, height: 3 },
            Shape::BoundlessHex { reach: 2 },
        ] {
            let board = Board::new(shape);
            for &cell in board.cells() {
                for near in board.adjacent().iter().filter_map(|&d| board.step(cell, d)) {
                    let (a, b) = (board.centre(cell), board.centre(near));
                    assert!(((a.x - b.x).hypot(a.y - b.y) - 1.0).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn on_the_plane_q_grows_to_the_right_and_r_downward() {
        let rows = Board::new(Shape::BoundlessHex { reach: 1 }).drawn_rows();
        let text = rows.iter().map(|r| r.iter().map(|&c| Axial(c).to_string()).collect::<Vec<_>>().join(" "));
        assert_eq!(text.collect::<Vec<_>>(), ["-1,-1 0,-1 1,-1", "-1,0 0,0 1,0", "-1,1 0,1 1,1"]);
    }

    #[test]
    fn number_minus_letter_is_greatest_in_the_top_row_of_a_hexagon() {
        let rows = Board::new(Shape::Hexagon { side: 2 }).drawn_rows();
        let text = rows.iter().map(|r| r.iter().map(Cell::to_string).collect::<Vec<_>>().join(" "));
        assert_eq!(text.collect::<Vec<_>>(), ["a2 b3", "a1 b2 c3", "b1 c2"]);
    }
}
