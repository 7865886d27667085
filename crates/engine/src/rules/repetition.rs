//! Positional superko: no action may end a turn in a stone arrangement that stood at the end of an earlier turn or at the start.
//! Under simple ko, only the arrangement at the beginning of the opponent's last turn counts. A turn counts as ended once only a
//! closing `pass` could follow.

use super::cells::Cells;
use super::compile::Rules;
use super::index::Index;
use super::placement::Placement;
use super::plan::Slot;
use super::scratch::Rest;
use super::state::State;

/// An action to try.
#[derive(Clone, Copy)]
pub enum Tried<S> {
    /// A stone on this cell.
    Stone(Index),
    /// Stones on all of these cells.
    Shape(S),
    /// An action of a general kind: the cell and the way.
    General(Index, u32),
}

/// What the rules on the end of a turn ask of the layers above, which play actions and find out what is possible afterwards.
pub trait LookAhead<S: Cells, const D: usize> {
    /// What would be left of the turn after the action `tried` of `slot`.
    fn rest_after(&self, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>) -> Rest;
}

impl<S: Cells, const D: usize> State<S, D> {
    /// Adds the arrangement on the board to those that must not repeat.
    #[inline(always)]
    pub fn remember_arrangement(&mut self) {
        self.history.add(self.hash, &self.stones);
    }

    /// Whether a stone on `cell`, placed by `slot`, would end the turn in an earlier arrangement.
    #[inline(always)]
    pub fn repeats_arrangement(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        cell: Index,
        placement: &Placement<S>,
    ) -> bool {
        rules.superko
            && self.repeats_with_stone(rules, cell, placement)
            && self.rest_after(rules, slot, &Tried::Stone(cell)) != Rest::Open
    }

    /// Whether a stone of the side to move on `cell` would leave an earlier arrangement.
    #[inline(always)]
    pub fn repeats_with_stone(&self, rules: &Rules<S, D>, cell: Index, placement: &Placement<S>) -> bool {
        let side = self.mover();
        if placement.lives && !self.history.occupied(side).has(cell) {
            return false;
        }
        let mut hash = self.hash ^ rules.keys[side][cell];
        if let Some((side, gone)) = self.removed_by_stone(rules, cell, placement) {
            hash ^= rules.arrangement_of(side, gone);
        }
        self.history.forbids(hash)
    }

    /// The `cells` where a living stone of the side to move may bring back an earlier arrangement; on all other cells it brings
    /// back none.
    #[inline(always)]
    pub fn returning(&self, rules: &Rules<S, D>, cells: S) -> S {
        let side = self.mover();
        let stood = cells.and(self.history.occupied(side));
        if stood.is_empty() {
            return stood;
        }
        // A group with a stone next to two empty cells keeps a liberty when one of them is taken.
        let secure = rules.grid.spread_twice(self.empty);
        let takes = stood.and(rules.grid.spread(self.stones[1 - side].without(secure)));
        let mut returning = takes;
        // A stone that captures nothing adds one key to the hash.
        for at in stood.without(takes).iter() {
            if self.history.may_forbid(self.hash ^ rules.keys[side][at]) {
                returning = returning.or(S::single(at));
            }
        }
        returning
    }
}
