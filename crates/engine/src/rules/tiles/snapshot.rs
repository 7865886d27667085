//! Saving and restoring positions of stacks and tiles.

use super::cell_state::CellState;
use super::compile::Rules;
use super::plane::Plane;
use super::set::Set;
use super::stack::Stack;
use super::state::State;
use super::table::ChunkedTable;
use crate::actions::deal::Deals;
use crate::rules::snapshot::{Site, Snapshot};
use crate::rules::turn::Progress;

impl<const W: usize> State<W> {
    /// Saves the position in `into`, reusing its memory.
    pub fn snapshot(&self, rules: &Rules<W>, into: &mut Snapshot) {
        into.course = self.progress.snapshot(&rules.plan);
        (into.begun, into.hands, into.history) = (0, self.hands, 0);
        into.cells.clear();
        into.sites.clear();
        for (number, cell) in self.plane.iter() {
            let stack = self.stack(number);
            let tile = match self.tiles.each_ref().map(|tiles| tiles.has(number)) {
                [true, _] => 1,
                [_, true] => 2,
                _ => 0,
            };
            if tile > 0 || !stack.is_empty() {
                into.sites.push(Site { cell, tile, height: stack.height(), stones: stack.bits() });
            }
        }
    }

    /// Restores the position that `from` describes, which must be at the start of a turn.
    pub fn restore(&mut self, rules: &Rules<W>, from: &Snapshot) {
        let tiles = from.sites.iter().filter(|site| site.tile > 0);
        let stacks = from.sites.iter().filter(|site| site.height > 0);
        self.plane = Plane::of(
            &rules.variant,
            tiles.clone().map(|site| site.cell),
            stacks.clone().map(|site| site.cell),
        );
        self.cell_states = ChunkedTable::of(CellState::default());
        (self.tiles, self.free) = ([Set::none(); 2], [Set::none(); 2]);
        (self.prisoners, self.openers) = (Set::none(), Set::none());
        (self.laid, self.bare, self.captured) = (0, 0, [0; 2]);
        self.deals = Deals::none();
        for site in tiles {
            self.lay(usize::from(site.tile - 1), self.plane.number(site.cell));
        }
        for site in stacks {
            self.put(self.plane.number(site.cell), Stack::of_bits(site.stones, site.height));
        }
        self.hands = from.hands;
        self.progress = Progress::restored(&rules.plan, &from.course);
        self.begin(rules);
    }
}
