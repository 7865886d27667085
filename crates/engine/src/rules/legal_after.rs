//! Where stones are legal after one more stone of a turn, under the most common rules of placing.
//!
//! A count of legal actions needs all legal cells before each action. Within a turn, these cells change little: if a stone
//! captures nothing, only the cells next to its group cease to be legal, since the group holds a new stone. A cell becomes legal
//! only if the stone is the first to see it, or if the stone took the second-last liberty of an enemy group whose last liberty is
//! the cell.

use super::capture::living;
use super::cells::Cells;
use super::compile::Rules;
use super::index::Index;
use super::kinds::PlaceRule;
use super::placement::Placement;
use super::plan::Slot;
use super::state::State;
use crate::board::Lines;

/// The cells where a kind of placing is legal.
#[derive(Clone, Copy)]
pub struct LegalPlaces<S: Cells> {
    /// The cells where it is legal.
    pub cells: S,
    /// The empty cells that the side to move sees, if the rule requires sight, else all empty cells.
    pub seen: S,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The cells where `slot`, with its `rule`, allows a stone, given its `candidates`.
    #[inline(always)]
    pub fn legal_places(
        &self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        slot: Slot,
        candidates: S,
    ) -> LegalPlaces<S> {
        let side = self.mover();
        if let Some(known) = self.known_places(rules, slot) {
            return LegalPlaces { cells: known.cells[side], seen: known.seen[side] };
        }
        let seen = self.in_sight(rules, rule);
        LegalPlaces { cells: self.places_among(rules, rule, slot, candidates.and(seen)), seen }
    }

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
        let here = &rules.grid.here[cell % S::SIZE];
        let full = self.new_stones.full;
        let mut cells = before.cells.without(here.alone).without(full);
        let lines = Lines::Orthogonal;
        let mut seen = before.seen.without(here.alone);
        if self.empty.without(seen).meets(here.lines[lines as usize]) {
            seen = self.in_sight(rules, &PlaceRule::COMMON);
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
