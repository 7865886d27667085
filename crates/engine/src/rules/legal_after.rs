//! Where a stone may be placed after another stone of the same turn, under the most common placement rule.
//!
//! A count of legal actions needs all legal cells before each action. Within a turn, these cells change little: if a stone captures
//! nothing, only the cells next to its group cease to be legal, since the group holds a new stone. A cell becomes legal only if the
//! stone is the first to see it, or if the stone left an enemy group with that cell as its only liberty.

use super::capture::living;
use super::cells::Cells;
use super::compile::Rules;
use super::index::Index;
use super::legal::LegalPlaces;
use super::placement::Placement;
use super::state::State;
use crate::actions::place::PlaceRule;
use crate::board::Lines;

impl<S: Cells, const D: usize> State<S, D> {
    /// The cells where [`PlaceRule::COMMON`] allows a stone, given the legal places `before` the last stone of the same turn.
    /// That stone stands on `cell`; its `placement`, computed before it was placed, says that it captured nothing.
    #[inline(always)]
    pub fn legal_places_after(
        &self,
        rules: &Rules<S, D>,
        before: &LegalPlaces<S>,
        cell: Index,
        placement: &Placement<S>,
    ) -> LegalPlaces<S> {
        debug_assert!(!placement.takes);
        let here = &rules.grid.here[cell];
        let full = self.new_stones.full;
        let mut cells = before.cells.without(here.alone).without(full);
        let mut seen = before.seen.without(here.alone);
        if self.empty.without(seen).meets(here.lines[Lines::Orthogonal as usize]) {
            seen = self.in_sight(rules, &PlaceRule::COMMON, self.mover());
            // A cell that is seen only now is not next to the stone, so it has an empty neighbour: no stone there is suicide.
            cells = cells.or(seen.without(before.seen).without(full));
        }
        let suicides = placement.enemy_neighbours.and(seen).without(cells).without(full);
        if !suicides.is_empty() {
            cells = cells.or(living(self, rules, self.mover(), suicides));
        }
        LegalPlaces { cells, seen }
    }
}
