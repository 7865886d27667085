//! The symmetries of a board: ways to turn and mirror it that map the set of its cells onto itself.

use super::{Board, Cell, Direction, Lines};

/// A rotation, a reflection, or both, given by the images of the directions `(1, 0)` and `(0, 1)`.
pub type Turned = [Direction; 2];

/// A way to turn, mirror and move a board that maps the set of its cells onto itself.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// How it turns and mirrors directions.
    turn: Turned,
    /// For each cell, by its index in [`Board::cells`], the index of its image.
    pub cells: Vec<u16>,
}

impl Symmetry {
    /// The image of a cell of the boundless plane, which turns about its centre; `None` beyond the last cell that has a name.
    pub fn on_plane(&self, cell: Cell) -> Option<Cell> {
        let (q, r) = cell.axial();
        let (x, y) = turned(self.turn, (q, -r));
        Cell::from_axial(x, -y)
    }

    /// The image of a direction.
    pub fn direction(&self, (x, y): Direction) -> Direction {
        let (x, y) = turned(self.turn, (i16::from(x), i16::from(y)));
        (x as i8, y as i8)
    }

    /// Whether it maps a set of cells of `board` onto itself.
    pub fn keeps(&self, board: &Board, cells: &[Cell]) -> bool {
        let places: Vec<usize> = cells.iter().filter_map(|&cell| board.index(cell)).collect();
        places.iter().all(|&at| places.contains(&usize::from(self.cells[at])))
    }
}

impl Board {
    /// All ways to turn and mirror squares (8) or hexes (12), the identity first.
    pub fn turns(&self) -> Vec<Turned> {
        let rotated = |(x, y): Direction| if self.is_hex() { (x - y, x) } else { (-y, x) };
        let mirrored = |(x, y): Direction| (y, x);
        let mut turn: Turned = [(1, 0), (0, 1)];
        let mut turns = Vec::new();
        for _ in self.adjacent() {
            turns.push(turn);
            turn = turn.map(rotated);
        }
        turns.extend(turns.clone().into_iter().map(|turn| turn.map(mirrored)));
        turns
    }

    /// The symmetries of the board, the identity first. Neighbours stay neighbours, and lines stay lines. A board that wraps has
    /// translations too. On a board of one row or column, several symmetries have the same images of cells. For the boundless
    /// plane, only the identity is returned.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let mut found = Vec::new();
        let [columns, rows] = self.around().map(|span| 0..span.map_or(1, i16::from));
        for turn in self.turns() {
            if self.is_boundless() {
                return vec![Symmetry { turn, cells: (0..self.cells().len() as u16).collect() }];
            }
            // On a board without holes, either all translations of the turned board keep steps, or none does.
            let mut known = None;
            for further in columns.clone().flat_map(|x| rows.clone().map(move |y| (x, y))) {
                let Some(cells) = self.image(turn, further) else { continue };
                let keeps = match known {
                    Some(keeps) if self.holes().is_empty() => keeps,
                    _ => self.keeps_steps(turn, &cells),
                };
                known = Some(keeps);
                if keeps {
                    found.push(Symmetry { turn, cells });
                }
            }
        }
        found
    }

    /// The image of each cell under a half turn about the centre of the board, as indices into [`Board::cells`]; `None` if the
    /// board is not symmetric under it.
    pub fn half_turn(&self) -> Option<Vec<u16>> {
        let turn = [(-1, 0), (0, -1)];
        let image = (!self.is_boundless()).then(|| self.image(turn, (0, 0))).flatten()?;
        self.keeps_steps(turn, &image).then_some(image)
    }

    /// The image of each cell when the board is turned by `turn`, moved back onto itself, and moved by `further` columns and
    /// rows; `None` if an image is not a cell.
    fn image(&self, turn: Turned, further: (i16, i16)) -> Option<Vec<u16>> {
        let to = |cell: &Cell| turned(turn, (i16::from(cell.x), i16::from(cell.y)));
        let low =
            |of: fn((i16, i16)) -> i16, cells: &mut dyn Iterator<Item = (i16, i16)>| cells.map(of).min();
        // The outline is moved back onto itself, holes included: sides and corners are those of the outline.
        let here = || self.places().map(|cell| (i16::from(cell.x), i16::from(cell.y)));
        let by = [|(x, _)| x, |(_, y): (i16, i16)| y].map(|of| {
            let there = low(of, &mut self.places().map(|place| to(&place)));
            low(of, &mut here()).zip(there).map(|(here, there)| here - there)
        });
        let [Some(dx), Some(dy)] = by else { return None };
        let index = |(x, y): (i16, i16)| self.index(self.at((x + dx + further.0, y + dy + further.1))?);
        self.cells().iter().map(to).map(|cell| index(cell).map(|at| at as u16)).collect()
    }

    /// Whether cells that are one step apart have images that are one step apart, in the turned direction.
    fn keeps_steps(&self, turn: Turned, image: &[u16]) -> bool {
        let goes_to = |at: usize| usize::from(image[at]);
        // The queen's lines include the orthogonal ones.
        self.cells().iter().enumerate().all(|(at, &cell)| {
            self.directions(Lines::Queen).iter().all(|&step| {
                let (x, y) = turned(turn, (i16::from(step.0), i16::from(step.1)));
                let next = self.step(cell, step).and_then(|next| self.index(next));
                let image_next = self.step(self.cells()[goes_to(at)], (x as i8, y as i8));
                next.map(goes_to) == image_next.and_then(|next| self.index(next))
            })
        })
    }
}

/// The image of a point under `turn`.
pub fn turned([right, up]: Turned, (x, y): (i16, i16)) -> (i16, i16) {
    let along = |right: i8, up: i8| i16::from(right) * x + i16::from(up) * y;
    (along(right.0, up.0), along(right.1, up.1))
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Shape};
    use std::collections::BTreeSet;

    #[test]
    fn shapes_have_their_geometric_symmetries() {
        for (shape, count) in [
            (Shape::Rectangle { width: 3, height: 3 }, 8),
            (Shape::Rectangle { width: 4, height: 3 }, 4),
            (Shape::Rectangle { width: 4, height: 1 }, 2),
            (Shape::Rectangle { width: 1, height: 1 }, 1),
            (Shape::Hexagon { side: 1 }, 1),
            (Shape::Hexagon { side: 3 }, 12),
            (Shape::Rhombus { width: 4, height: 4 }, 4),
            (Shape::Rhombus { width: 5, height: 4 }, 2),
            (Shape::Triangle { side: 4 }, 6),
            (Shape::BoundlessHex { reach: 2 }, 1),
        ] {
            let images: BTreeSet<_> =
                Board::new(shape).symmetries().into_iter().map(|one| one.cells).collect();
            assert_eq!(images.len(), count, "{shape}");
        }
    }

    #[test]
    fn symmetries_keep_the_sides_of_a_board_with_a_column_of_holes() {
        let square = Board::new(Shape::Rectangle { width: 3, height: 3 });
        for column in ["column 1", "column 3"] {
            let board = square.clone().without(&square.region(column).expect("a column"));
            assert_eq!(board.symmetries().len(), 2, "only the rows can be mirrored");
        }
    }

    #[test]
    fn a_half_turn_takes_cells_to_the_other_side_of_the_centre() {
        let has = |shape| Board::new(shape).half_turn().is_some();
        assert!(has(Shape::Hexagon { side: 3 }) && has(Shape::Rhombus { width: 5, height: 4 }));
        assert!(!has(Shape::Triangle { side: 4 }) && !has(Shape::BoundlessHex { reach: 2 }));
        let board = Board::new(Shape::Rectangle { width: 4, height: 3 });
        let image = board.half_turn().expect("a rectangle has one");
        for (cell, to) in [("a1", "d3"), ("b2", "c2"), ("d1", "a3")] {
            let at = |text: &str| board.index(text.parse().expect("a cell")).expect("on the board");
            assert_eq!((usize::from(image[at(cell)]), usize::from(image[at(to)])), (at(to), at(cell)));
        }
    }

    #[test]
    fn symmetries_map_cells_onto_cells_and_neighbours_onto_neighbours() {
        let board = &Board::new(Shape::Hexagon { side: 3 });
        for image in board.symmetries().into_iter().map(|one| one.cells) {
            let mut sorted = image.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..19));
            let around = |at: usize| {
                let near =
                    board.adjacent().iter().filter_map(move |&step| board.step(board.cells()[at], step));
                let mut near: Vec<_> = near.filter_map(|cell| board.index(cell)).collect();
                near.sort_unstable();
                near
            };
            for at in 0..19 {
                let mut images: Vec<_> = around(at).iter().map(|&near| usize::from(image[near])).collect();
                images.sort_unstable();
                assert_eq!(images, around(usize::from(image[at])));
            }
        }
    }
}
