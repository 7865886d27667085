//! The plane, as far as a game has used it: cells are numbered as they come into use.
//!
//! A cell is in use when it carries a tile, is next to one, or holds a prisoner. All that a game does happens on such
//! cells: a deal runs over tiles and ends next to the last of them at the latest. So the memory of a position grows with
//! its tiles and not with the plane.

use crate::board::{Cell, HEX};
use crate::variant::Variant;

/// The number of a cell in use, from 0.
pub type Number = u16;

/// No cell: one that is not in use, or lies beyond the plane.
pub const NOWHERE: Number = Number::MAX;

/// The cells in use.
#[derive(Debug)]
pub struct Plane {
    /// Where each of them lies, as a [`code`].
    codes: Vec<u16>,
    /// The numbers of the cells around each, in the order of the directions.
    links: Vec<[Number; 6]>,
    /// How far the plane goes.
    reach: u8,
}

impl Plane {
    /// New cells that a tile can bring into use, once there are others.
    ///
    /// It lies next to two tiles. Around it, all cells next to those two are in use: at least four of the six.
    pub const NEW_CELLS_OF_A_TILE: usize = 2;

    /// The cells that the setup of `variant` uses. Tiles are numbered first, as they stand in it.
    pub fn of_setup(variant: &Variant) -> Self {
        let setup = &variant.setup;
        let reach = variant.board.reach().unwrap_or(Cell::MAX_AXIAL);
        let mut plane = Self { codes: Vec::new(), links: Vec::new(), reach };
        let tiles: Vec<_> = setup.tiles.iter().flatten().map(|&cell| plane.add(cell)).collect();
        tiles.into_iter().for_each(|number| plane.surround(number));
        for stack in &setup.stacks {
            plane.add(stack.cell);
        }
        plane
    }

    /// Makes room for `cells` in all.
    pub fn reserve(&mut self, cells: usize) {
        let more = cells.saturating_sub(self.len());
        self.codes.reserve(more);
        self.links.reserve(more);
    }

    /// How many cells are in use.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// All cells in use with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Number, Cell)> {
        (0..).zip(self.codes.iter().map(|&code| cell(code)))
    }

    /// The cell of that number.
    #[inline(always)]
    pub fn cell(&self, number: Number) -> Cell {
        cell(self.codes[usize::from(number)])
    }

    /// The number of `cell`, or [`NOWHERE`].
    ///
    /// Every cell is looked at, as there are few and the loop without a way out is one over vectors.
    pub fn number(&self, cell: Cell) -> Number {
        let (wanted, mut found) = (code(cell), NOWHERE);
        for (number, &code) in (0..).zip(&self.codes) {
            found = if code == wanted { number } else { found };
        }
        found
    }

    /// The cells around `number`; those next to a tile are all in use, but for those beyond the plane.
    #[inline(always)]
    pub fn around(&self, number: Number) -> &[Number; 6] {
        &self.links[usize::from(number)]
    }

    /// Brings all cells around `number` into use.
    pub fn surround(&mut self, number: Number) {
        for direction in 0..6 {
            if self.around(number)[direction] == NOWHERE
                && let Some(next) = self.step(self.cell(number), direction)
            {
                self.add(next);
            }
        }
    }

    /// Brings `cell` into use, if it is not; its number.
    fn add(&mut self, cell: Cell) -> Number {
        let known = self.number(cell);
        if known != NOWHERE {
            return known;
        }
        let number = self.len() as Number;
        let mut around = [NOWHERE; 6];
        for (direction, link) in around.iter_mut().enumerate() {
            let Some(next) = self.step(cell, direction) else { continue };
            *link = self.number(next);
            if let Some(links) = self.links.get_mut(usize::from(*link)) {
                links[opposite(direction)] = number;
            }
        }
        self.codes.push(code(cell));
        self.links.push(around);
        number
    }

    /// The cell one step from `cell`, if it is on the plane.
    fn step(&self, cell: Cell, direction: usize) -> Option<Cell> {
        let (dx, dy) = HEX[direction];
        let next = Cell::new(cell.x.checked_add_signed(dx)?, cell.y.checked_add_signed(dy)?);
        let (q, r) = next.axial();
        (q.unsigned_abs().max(r.unsigned_abs()) <= u16::from(self.reach)).then_some(next)
    }

    /// Becomes the same as `other`.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        self.codes.clone_from(&other.codes);
        self.links.clone_from(&other.links);
        self.reach = other.reach;
    }

    /// What is wrong with the links, if anything.
    pub fn fault(&self) -> Option<String> {
        for (number, cell) in self.iter() {
            if self.number(cell) != number {
                return Some(format!("{cell} has two numbers"));
            }
            for (direction, &link) in self.around(number).iter().enumerate() {
                if link != self.step(cell, direction).map_or(NOWHERE, |next| self.number(next)) {
                    return Some(format!("{cell} is linked to a cell that is not next to it"));
                }
            }
        }
        None
    }
}

impl Clone for Plane {
    /// A copy with as much room for more cells.
    fn clone(&self) -> Self {
        let mut copy = Self { codes: Vec::new(), links: Vec::new(), reach: self.reach };
        copy.reserve(self.codes.capacity());
        copy.copy_from(self);
        copy
    }
}

/// A cell as one number, so that many are compared at once.
const fn code(cell: Cell) -> u16 {
    u16::from_le_bytes([cell.x, cell.y])
}

/// The cell of that code.
const fn cell(code: u16) -> Cell {
    let [x, y] = code.to_le_bytes();
    Cell::new(x, y)
}

/// The direction that leads back.
const fn opposite(direction: usize) -> usize {
    (direction + 3) % 6
}

/// The direction and the number of steps that lead from one cell to another along a line.
pub fn line(from: Cell, to: Cell) -> Option<(usize, u8)> {
    let far = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
    let along = |cell: u8, step: i8| i16::from(cell) + i16::from(step) * i16::from(far);
    let leads =
        |&(dx, dy): &(i8, i8)| (along(from.x, dx), along(from.y, dy)) == (i16::from(to.x), i16::from(to.y));
    HEX.iter().position(leads).filter(|_| far > 0).map(|direction| (direction, far))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Shape};
    use crate::variant::load;

    fn named(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn a_setup_uses_its_tiles_and_the_cells_around_them() {
        let plane = Plane::of_setup(&load("hex-it", &[]).unwrap().variant);
        assert_eq!(plane.len(), 14);
        assert_eq!(plane.fault(), None);
        assert_eq!(plane.number(named("5,5")), NOWHERE);
        let tile = plane.number(named("0,0"));
        assert!(plane.around(tile).iter().all(|&number| number != NOWHERE));
    }

    #[test]
    fn a_tile_next_to_two_others_brings_two_cells_into_use_at_most() {
        let mut plane = Plane::of_setup(&load("hex-it", &[]).unwrap().variant);
        // Straight on, always next to the last two.
        for (tiles, name) in (1..).zip(["0,1", "1,1", "0,2", "1,2", "0,3"]) {
            let number = plane.number(named(name));
            plane.surround(number);
            assert_eq!(plane.len(), 14 + tiles * Plane::NEW_CELLS_OF_A_TILE);
            assert_eq!(plane.fault(), None);
        }
    }

    #[test]
    fn beyond_the_plane_there_is_nothing() {
        let mut variant = load("hex-it", &[]).unwrap().variant;
        variant.board = Board::new(Shape::BoundlessHex { reach: 4 });
        variant.setup.tiles = [vec!["4,4".parse().unwrap()], vec![]];
        assert_eq!(Plane::of_setup(&variant).len(), 3, "the corner has two neighbours");
    }

    #[test]
    fn lines_run_in_six_directions() {
        let line = |from, to| line(named(from), named(to));
        assert_eq!(line("0,0", "3,0").map(|line| line.1), Some(3));
        assert_eq!(line("0,0", "2,-2").map(|line| line.1), Some(2));
        assert_eq!(line("0,0", "0,-127").map(|line| line.1), Some(127));
        assert_eq!(line("0,0", "1,1"), None);
        assert_eq!(line("0,0", "2,-1"), None);
        assert_eq!(line("0,0", "0,0"), None);
    }
}
