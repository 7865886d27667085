//! Which prisoners can be released together.

use super::SlowTiles;
use dropline::board::Cell;
use dropline::rules::IllegalReason;
use dropline::variant::ReleaseSets;
use std::collections::BTreeSet;

impl SlowTiles {
    /// All sets of prisoners that can be released one after another. A prisoner that is released must be adjacent to at least two
    /// tiles and, unless it is the first, to a prisoner released before it. All orders are tried.
    pub fn releases(&self) -> &BTreeSet<BTreeSet<Cell>> {
        self.releases.get_or_init(|| self.all_releases())
    }

    fn all_releases(&self) -> BTreeSet<BTreeSet<Cell>> {
        let mut found = BTreeSet::new();
        let mut to_try = vec![BTreeSet::new()];
        while let Some(released) = to_try.pop() {
            for cell in self.prisoners() {
                if !released.contains(&cell) && self.can_be_next(&released, cell) {
                    let mut more = released.clone();
                    more.insert(cell);
                    if found.insert(more.clone()) {
                        to_try.push(more);
                    }
                }
            }
        }
        found
    }

    /// Whether `cell` can be released after `released`.
    fn can_be_next(&self, released: &BTreeSet<Cell>, cell: Cell) -> bool {
        let around = self.around(cell);
        let tiles = around.iter().filter(|near| self.tiles.contains_key(near) || released.contains(near));
        tiles.count() >= 2
            && (released.is_empty() || !around.is_disjoint(released))
            && self.tiles.len() + released.len() < self.most_tiles()
    }

    /// All the rules that releasing `cells` breaks.
    pub fn broken_by_release(&self, cells: &[Cell]) -> Vec<IllegalReason> {
        if !cells.iter().all(|cell| self.prisoners().contains(cell)) {
            return vec![IllegalReason::NoPrisoner];
        }
        if self.tiles.len() + cells.len() > self.most_tiles() {
            return vec![IllegalReason::TooManyTiles];
        }
        let releases = self.releases();
        let cells: BTreeSet<_> = cells.iter().copied().collect();
        let extends = |set: &BTreeSet<Cell>| set.len() == cells.len() + 1 && set.is_superset(&cells);
        if !releases.contains(&cells) {
            vec![IllegalReason::WrongRelease]
        } else if self.variant.stacks.release == ReleaseSets::Maximal && releases.iter().any(extends) {
            vec![IllegalReason::NotMaximal]
        } else {
            vec![]
        }
    }
}
