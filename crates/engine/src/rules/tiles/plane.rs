//! The part of the plane that a game has used: cells are numbered as they come into use.
//!
//! A cell is in use if it carries a tile, is next to a tile, or holds a prisoner. Games involve only such cells: a deal runs over
//! tiles and ends at most one cell beyond the last. The memory of a position thus grows with its tiles, not with the plane.

use super::table::ChunkedTable;
use crate::board::{Cell, HEX};
use crate::variant::Variant;

/// The number of a cell in use, counted from 1.
pub type Number = u16;

/// The sentinel for a cell that is not in use or lies beyond the plane. It has an entry in tables like any other cell, so that
/// visiting or updating all neighbours of a cell needs no check; it is always empty.
pub const NOWHERE: Number = 0;

/// A set of directions from a cell to its neighbours, one bit each.
pub type Directions = u8;

/// The cells in use, with numbers below `64 * W`.
#[derive(Clone, Debug)]
pub struct Plane<const W: usize> {
    /// The number of cells, including [`NOWHERE`].
    numbers: Number,
    /// The position of each cell, as a [`code`].
    codes: ChunkedTable<u16, W>,
    /// The numbers of each cell's neighbours, in the order of the directions, and two unused entries: masking a direction to this
    /// size replaces a bounds check.
    links: ChunkedTable<[Number; 8], W>,
    /// The cells' numbers by position: an open-addressing hash table with four places for each cell. Free entries hold
    /// [`NOWHERE`].
    places: ChunkedTable<Number, W, 256>,
    /// The largest absolute value of an axial coordinate.
    reach: u8,
}

impl<const W: usize> Plane<W> {
    /// The maximum number of new cells that a tile brings into use once at least two tiles are on the plane.
    ///
    /// The tile is next to two others. All their neighbours are in use, and these include at least four of the six cells around
    /// it.
    pub const NEW_CELLS_OF_A_TILE: usize = 2;

    /// The cells that the setup of `variant` uses. Its tiles are numbered first, in order.
    pub fn of_setup(variant: &Variant) -> Self {
        let setup = &variant.setup;
        Self::of(variant, setup.tiles.iter().flatten().copied(), setup.stacks.iter().map(|stack| stack.cell))
    }

    /// The cells that `tiles` and `stacks` use on the plane of `variant`. Tiles are numbered first, in order.
    pub fn of(
        variant: &Variant,
        tiles: impl Iterator<Item = Cell>,
        stacks: impl Iterator<Item = Cell>,
    ) -> Self {
        let reach = variant.board.reach().unwrap_or(Cell::MAX_AXIAL);
        let mut plane = Self {
            numbers: 1,
            codes: ChunkedTable::of(NO_CODE),
            links: ChunkedTable::of([NOWHERE; 8]),
            places: ChunkedTable::of(NOWHERE),
            reach,
        };
        tiles.for_each(|cell| {
            plane.ensure_in_use(cell);
        });
        (1..plane.numbers).for_each(|number| plane.add_neighbours(number));
        stacks.for_each(|cell| {
            plane.ensure_in_use(cell);
        });
        plane
    }

    /// The number of cells in use.
    pub fn len(&self) -> usize {
        usize::from(self.numbers) - 1
    }

    /// All cells in use with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Number, Cell)> {
        (1..self.numbers).map(|number| (number, self.cell(number)))
    }

    /// The cell with the number `number`.
    #[inline(always)]
    pub fn cell(&self, number: Number) -> Cell {
        cell(self.codes[number.into()])
    }

    /// The number of `cell`, or [`NOWHERE`] if it is not in use.
    #[inline(always)]
    pub fn number(&self, cell: Cell) -> Number {
        self.places[self.place(code(cell))]
    }

    /// The index in the hash table at which the cell with that code is, or where it would be added.
    ///
    /// Source of the hash: Knuth, "The Art of Computer Programming" 3, 6.4: the upper bits of a product with the golden ratio.
    /// Adjacent cells get distant entries.
    #[inline(always)]
    fn place(&self, code: u16) -> usize {
        let mut place = (u32::from(code).wrapping_mul(0x9e37_79b9) >> 16) as usize;
        loop {
            let number = self.places[place];
            if number == NOWHERE || self.codes[number.into()] == code {
                return place;
            }
            place += 1;
        }
    }

    /// The cells around `number`. The cells around a tile are all in use, except for cells beyond the plane.
    #[inline(always)]
    pub fn around(&self, number: Number) -> [Number; 6] {
        let [a, b, c, d, e, f, ..] = self.links[number.into()];
        [a, b, c, d, e, f]
    }

    /// The cell next to `number` in `direction`.
    #[inline(always)]
    pub fn next(&self, number: Number, direction: usize) -> Number {
        self.links[number.into()][direction & 7]
    }

    /// Brings all neighbours of the cell `number` into use.
    pub fn add_neighbours(&mut self, number: Number) {
        for (direction, next) in self.around(number).into_iter().enumerate() {
            if next == NOWHERE {
                let next = step(self.cell(number), direction);
                if self.reaches(next) {
                    self.add(next);
                }
            }
        }
    }

    /// Returns the number of `cell`, and brings the cell into use first if it has none.
    fn ensure_in_use(&mut self, cell: Cell) -> Number {
        match self.number(cell) {
            NOWHERE => self.add(cell),
            number => number,
        }
    }

    /// Brings `cell` into use, and returns its number. The cell must not be in use yet.
    fn add(&mut self, cell: Cell) -> Number {
        let number = self.numbers;
        let mut links = [NOWHERE; 8];
        for (direction, link) in links.iter_mut().enumerate().take(6) {
            // A step beyond the plane leads to [`NOWHERE`].
            let next = self.number(step(cell, direction));
            *link = next;
            if next != NOWHERE {
                self.links[next.into()][opposite(direction)] = number;
            }
        }
        let place = self.place(code(cell));
        self.places[place] = number;
        self.codes[number.into()] = code(cell);
        self.links[number.into()] = links;
        self.numbers += 1;
        number
    }

    /// Whether `cell` is on the plane.
    #[inline(always)]
    fn reaches(&self, cell: Cell) -> bool {
        let (q, r) = cell.axial();
        q.unsigned_abs().max(r.unsigned_abs()) <= u16::from(self.reach)
    }

    /// Copies `other`.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        let numbers = usize::from(other.numbers);
        self.numbers = other.numbers;
        self.codes.copy_first(numbers, &other.codes);
        self.links.copy_first(numbers, &other.links);
        self.places.copy_first(usize::MAX, &other.places);
        self.reach = other.reach;
    }

    /// A description of the first wrong number or link, if any.
    pub fn fault(&self) -> Option<String> {
        for (number, cell) in self.iter() {
            if self.number(cell) != number {
                return Some(format!("{cell} has two numbers"));
            }
            for (direction, link) in self.around(number).into_iter().enumerate() {
                if link != self.number(step(cell, direction)) {
                    return Some(format!("{cell} is linked to a cell that is not next to it"));
                }
            }
        }
        None
    }
}

/// The code of [`NOWHERE`], which no cell of the plane has.
const NO_CODE: u16 = u16::MAX;

/// A cell as one number.
const fn code(cell: Cell) -> u16 {
    u16::from_le_bytes([cell.x, cell.y])
}

/// The cell with that code.
const fn cell(code: u16) -> Cell {
    let [x, y] = code.to_le_bytes();
    Cell::new(x, y)
}

/// One step from `cell`, possibly off the plane.
#[inline(always)]
fn step(cell: Cell, direction: usize) -> Cell {
    let (dx, dy) = HEX[direction];
    Cell::new(cell.x.wrapping_add_signed(dx), cell.y.wrapping_add_signed(dy))
}

/// The opposite direction.
#[inline(always)]
pub const fn opposite(direction: usize) -> usize {
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
        let plane = Plane::<2>::of_setup(&load("hex-it", &[]).unwrap().variant);
        assert_eq!(plane.len(), 14);
        assert_eq!(plane.fault(), None);
        assert_eq!(plane.number(named("5,5")), NOWHERE);
        let tile = plane.number(named("0,0"));
        assert!(plane.around(tile).iter().all(|&number| number != NOWHERE));
    }

    #[test]
    fn a_tile_next_to_two_others_brings_at_most_two_cells_into_use() {
        let mut plane = Plane::<2>::of_setup(&load("hex-it", &[]).unwrap().variant);
        // Tiles in a line, each next to the last two.
        for (tiles, name) in (1..).zip(["0,1", "1,1", "0,2", "1,2", "0,3"]) {
            let number = plane.number(named(name));
            plane.add_neighbours(number);
            assert_eq!(plane.len(), 14 + tiles * Plane::<2>::NEW_CELLS_OF_A_TILE);
            assert_eq!(plane.fault(), None);
        }
    }

    #[test]
    fn a_step_off_the_plane_leads_nowhere() {
        let mut variant = load("hex-it", &[]).unwrap().variant;
        variant.board = Board::new(Shape::BoundlessHex { reach: 4 });
        variant.setup.tiles = [vec!["4,4".parse().unwrap()], vec![]];
        assert_eq!(Plane::<2>::of_setup(&variant).len(), 3, "the corner has two neighbours");
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
