//! Small sets of cells that are cheap to copy: the cells of a shape, or of the prisoners that an action releases.

use super::Cell;
use std::fmt;

/// A small sorted set of distinct cells, stored inline so that actions are cheap to copy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet {
    // Unused entries have the same value in every set, so that equal sets have equal bytes.
    cells: [Cell; Self::MOST],
    len: u8,
}

impl CellSet {
    /// The largest number of cells that a set can hold.
    pub const MOST: usize = 20;

    /// The empty set.
    pub const fn new() -> Self {
        Self { cells: [Cell::new(0, 0); Self::MOST], len: 0 }
    }

    /// The set of `cells`, which must be sorted and distinct.
    ///
    /// # Panics
    /// Panics if there are more cells than a set can hold.
    pub fn sorted(cells: impl Iterator<Item = Cell>) -> Self {
        let mut set = Self::new();
        for cell in cells {
            set.cells[usize::from(set.len)] = cell;
            set.len += 1;
        }
        debug_assert!(set.windows(2).all(|pair| pair[0] < pair[1]), "sorted cells: {set:?}");
        set
    }

    /// Adds a cell and returns whether it is new.
    ///
    /// # Panics
    /// Panics if the set is full.
    pub fn insert(&mut self, cell: Cell) -> bool {
        match self.as_slice().binary_search(&cell) {
            Ok(_) => false,
            Err(at) => {
                let len = usize::from(self.len);
                assert!(len < Self::MOST, "a set of cells is full");
                self.cells.copy_within(at..len, at + 1);
                self.cells[at] = cell;
                self.len += 1;
                true
            }
        }
    }

    /// The cells, sorted.
    pub fn as_slice(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }
}

impl Default for CellSet {
    fn default() -> Self {
        Self::new()
    }
}

impl std::ops::Deref for CellSet {
    type Target = [Cell];

    fn deref(&self) -> &[Cell] {
        self.as_slice()
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Extend<Cell> for CellSet {
    /// # Panics
    /// Panics if there are more cells than a set can hold.
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl FromIterator<Cell> for CellSet {
    /// # Panics
    /// Panics if there are more cells than a set can hold.
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::new();
        set.extend(cells);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_sorted_and_held_once() {
        let cells = ["d5", "c4", "c10", "d5", "c5"].map(|name| name.parse::<Cell>().unwrap());
        let set: CellSet = cells.into_iter().collect();
        let names: Vec<_> = set.iter().map(Cell::to_string).collect();
        assert_eq!(names, ["c4", "c5", "c10", "d5"]);
        let other: CellSet = set.iter().rev().copied().collect();
        assert_eq!(set, other);
        assert!(!set.is_empty() && CellSet::new().is_empty());
    }
}
