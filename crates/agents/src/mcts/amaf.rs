//! The results of placing stones on cells at any time in a game: all moves as first (AMAF), by cell.
//!
//! Gelly and Silver 2007, "Combining Online and Offline Knowledge in UCT" (RAVE): an iteration updates the value of every action in
//! it, not only of the first. Here the unit is a [`Mark`]: a stone of a player on a cell. The value of an action of several marks,
//! a shape or a displacement, is the mean of the values of its marks, so that shapes learn from each other. Nodes that were visited
//! often have a table; the others use the table of the nearest ancestor that has one (Cazenave 2015, "Generalized Rapid Action
//! Value Estimation").

use dropline_engine::board::{Board, Cell};
use dropline_engine::rules::{Action, Mark, Player};

/// The indices of a board's marks in a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places {
    /// The number of cells in a row, minus one: a bit mask.
    row: u32,
    /// The binary logarithm of the number of cells in a row.
    shift: u32,
    /// The number of cells.
    cells: usize,
    /// Masks the index of a cell. No index of a bounded board exceeds it.
    mask: u32,
}

impl Places {
    /// The indices for `board`.
    ///
    /// On the boundless plane, cells share an index if both their columns and their rows differ by multiples of 16: games use a
    /// smaller part of the plane than that.
    pub fn of(board: &Board) -> Self {
        let (row, rows) = if board.is_boundless() {
            (16, 16)
        } else {
            (u32::from(board.width()).next_power_of_two(), u32::from(board.height()))
        };
        let cells = row * rows;
        let mask = cells.next_power_of_two() - 1;
        Self { row: row - 1, shift: row.trailing_zeros(), cells: cells as usize, mask }
    }

    /// The index of `cell`.
    fn cell(self, cell: Cell) -> usize {
        (((u32::from(cell.y) << self.shift) | (u32::from(cell.x) & self.row)) & self.mask) as usize
    }

    /// The index of `mark`.
    fn mark(self, mark: Mark) -> usize {
        2 * self.cell(mark.cell) + mark.player.index()
    }
}

/// How often something occurred, and the sum of the first player's rewards when it did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How often.
    pub seen: f32,
    /// The sum of the rewards.
    pub reward: f32,
}

impl Tally {
    /// The mean tally of `marks` marks; `self` is the sum of their tallies.
    fn over(self, marks: f32) -> Self {
        Self { seen: self.seen / marks, reward: self.reward / marks }
    }
}

/// The tables of a tree, in one block of memory.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    places: Places,
    tallies: Vec<Tally>,
}

/// The first mark on each cell in the tail of a game. The tail grows backwards from the last mark: all positions on the game's
/// path share it, so it need not be read again for each table.
#[derive(Clone, Debug, Default)]
pub struct FirstMarks {
    /// The index in a table of each mark.
    marks: Vec<u16>,
    /// For each cell, the index in `marks` of its mark, or [`UNMARKED`].
    of_cell: Vec<u16>,
}

/// A cell without a mark.
const UNMARKED: u16 = u16::MAX;

impl FirstMarks {
    /// Removes all marks.
    pub fn clear(&mut self) {
        for mark in self.marks.drain(..) {
            self.of_cell[usize::from(mark / 2)] = UNMARKED;
        }
    }

    /// Adds the marks that come before those known.
    pub fn precede(&mut self, tables: &Tables, marks: &[Mark]) {
        let places = tables.places;
        if self.of_cell.len() < places.cells {
            self.of_cell.resize(places.cells, UNMARKED);
        }
        for &mark in marks.iter().rev() {
            let of_cell = &mut self.of_cell[places.cell(mark.cell)];
            // No board has so many cells that their indices exceed 16 bits.
            let mark = places.mark(mark) as u16;
            if *of_cell == UNMARKED {
                *of_cell = self.marks.len() as u16;
                self.marks.push(mark);
            } else {
                self.marks[usize::from(*of_cell)] = mark;
            }
        }
    }
}

/// The index of a table.
pub type TableNumber = u32;

impl Tables {
    /// Clears everything and prepares for games on `board`.
    pub fn reset_for(&mut self, board: &Board) {
        self.places = Places::of(board);
        self.tallies.clear();
    }

    /// Removes all tables.
    pub fn clear(&mut self) {
        self.tallies.clear();
    }

    /// Adds an empty table.
    pub fn add(&mut self) -> TableNumber {
        let table = self.tallies.len() / self.size();
        self.tallies.resize(self.tallies.len() + self.size(), Tally::default());
        table as TableNumber
    }

    /// Appends a copy of `table` of `other`, which has the same board.
    pub fn copy(&mut self, other: &Self, table: TableNumber) -> TableNumber {
        let at = self.tallies.len() / self.size();
        self.tallies.extend_from_slice(other.table(table));
        at as TableNumber
    }

    /// The number of tallies in a table.
    const fn size(&self) -> usize {
        2 * self.places.cells
    }

    fn table(&self, table: TableNumber) -> &[Tally] {
        &self.tallies[table as usize * self.size()..][..self.size()]
    }

    /// The mean tally in `table` of the marks of `action` by `player`, and the number of its marks, at least 1.
    pub fn tally(&self, table: TableNumber, action: &Action, player: Player) -> (Tally, f32) {
        let table = self.table(table);
        if let Some(cell) = action.stone() {
            return (table[self.places.mark(Mark { cell, player })], 1.0);
        }
        let (mut sum, mut marks) = (Tally::default(), 0.0);
        action.marks(player, |mark| {
            let one = table[self.places.mark(mark)];
            sum.seen += one.seen;
            sum.reward += one.reward;
            marks += 1.0;
        });
        let marks = f32::max(marks, 1.0);
        (sum.over(marks), marks)
    }

    /// Counts a game whose first mark on each cell is in `marks`, and which was worth `reward` to the first player.
    pub fn learn(&mut self, table: TableNumber, marks: &FirstMarks, reward: f32) {
        let size = self.size();
        let table = &mut self.tallies[table as usize * size..][..size];
        for &mark in &marks.marks {
            let tally = &mut table[usize::from(mark)];
            tally.seen += 1.0;
            tally.reward += reward;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::board::{CellSet, Shape};

    fn tables() -> (Tables, TableNumber) {
        let mut tables = Tables::default();
        tables.reset_for(&Board::new(Shape::Rectangle { width: 5, height: 5 }));
        let table = tables.add();
        (tables, table)
    }

    fn mark(name: &str, player: Player) -> Mark {
        Mark { cell: cell(name), player }
    }

    fn cell(name: &str) -> Cell {
        name.parse().expect("a cell")
    }

    /// Counts a game that continued with `marks`.
    fn learn(tables: &mut Tables, table: TableNumber, marks: &[Mark], reward: f32) {
        let mut first = FirstMarks::default();
        first.precede(tables, marks);
        tables.learn(table, &first, reward);
    }

    #[test]
    fn the_first_mark_on_a_cell_counts_for_its_player() {
        let (mut tables, table) = tables();
        let marks = [mark("a1", Player::First), mark("b1", Player::Second), mark("a1", Player::Second)];
        learn(&mut tables, table, &marks, 1.0);
        learn(&mut tables, table, &marks[1..], 0.5);
        let tally = |name, player| {
            let (tally, _) = tables.tally(table, &Action::Place(cell(name)), player);
            (tally.seen, tally.reward)
        };
        assert_eq!(tally("a1", Player::First), (1.0, 1.0));
        assert_eq!(tally("a1", Player::Second), (1.0, 0.5), "the second game alone");
        assert_eq!(tally("b1", Player::Second), (2.0, 1.5));
        assert_eq!(tally("b1", Player::First), (0.0, 0.0));
        assert_eq!(tally("e5", Player::First), (0.0, 0.0));
    }

    #[test]
    fn an_action_of_several_marks_is_worth_their_mean() {
        let (mut tables, table) = tables();
        learn(&mut tables, table, &[mark("a1", Player::First)], 1.0);
        learn(&mut tables, table, &[mark("a1", Player::First), mark("b1", Player::Second)], 0.0);
        let shape = Action::Shape([cell("a1"), cell("a2")].into_iter().collect::<CellSet>());
        assert_eq!(tables.tally(table, &shape, Player::First), (Tally { seen: 1.0, reward: 0.5 }, 2.0));
        // A displaced stone stays the opponent's.
        let displace = Action::Displace { cell: cell("a1"), to: cell("b1") };
        assert_eq!(tables.tally(table, &displace, Player::First), (Tally { seen: 1.5, reward: 0.5 }, 2.0));
        assert_eq!(tables.tally(table, &Action::Pass, Player::First), (Tally::default(), 1.0));
    }

    #[test]
    fn marks_added_one_by_one_are_the_same_as_all_at_once() {
        let (mut tables, table) = tables();
        let players = [Player::First, Player::Second, Player::Second, Player::First];
        let marks: Vec<_> =
            ["a1", "b1", "a1", "b1"].iter().zip(players).map(|(cell, player)| mark(cell, player)).collect();
        let mut first = FirstMarks::default();
        for clear in [false, true] {
            if clear {
                first.clear();
            }
            for start in (0..marks.len()).rev() {
                first.precede(&tables, &marks[start..=start]);
                let (one, other) = (tables.add(), tables.add());
                tables.learn(one, &first, 1.0);
                learn(&mut tables, other, &marks[start..], 1.0);
                assert_eq!(tables.table(one), tables.table(other), "{start}");
            }
        }
        assert!(tables.table(table).iter().all(|&tally| tally == Tally::default()));
    }

    #[test]
    fn every_cell_of_a_board_has_its_own_index() {
        for shape in [
            Shape::Rectangle { width: 31, height: 3 },
            Shape::Hexagon { side: 5 },
            Shape::Rectangle { width: 1, height: 9 },
        ] {
            let board = Board::new(shape);
            let places = Places::of(&board);
            let mut used: Vec<_> = board.cells().iter().map(|&cell| places.cell(cell)).collect();
            used.sort_unstable();
            used.dedup();
            assert_eq!(used.len(), board.cells().len());
            assert!(used.iter().all(|&place| place < places.cells));
        }
    }
}
