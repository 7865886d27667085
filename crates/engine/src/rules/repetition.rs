//! Positional superko: no action may end a turn in a stone arrangement that stood at the end of an earlier turn or at the start.
//! Under simple ko, only the arrangement at the beginning of the adversary's last turn counts. A turn counts as ended once only a
//! closing `pass` could follow.

use super::cells::Cells;
use super::compile::Rules;
use super::grid::flood;
use super::index::Index;
use super::placement::Placement;
use super::plan::Slot;
use super::state::State;

/// An action to try.
#[derive(Clone, Copy)]
pub enum Tried<S> {
    /// A stone on this cell.
    Stone(Index),
    /// Stones on all of these cells.
    Shape(S),
    /// A stone on the first cell; the enemy stone there goes to the second.
    Displaced(Index, Index),
    /// An action of a general kind: the cell and the way.
    General(Index, u32),
}

/// What repetition asks of the layers above it, which make actions and find out what is possible after them.
pub trait LookAhead<S: Cells, const D: usize> {
    /// Whether the turn would be over after the action `tried`, made by `slot`, because only a closing `pass` could follow.
    fn would_end_turn(&self, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>) -> bool;
}

impl<S: Cells, const D: usize> State<S, D> {
    /// Whether the arrangement with the hash `hash` stood before.
    ///
    /// Compares hashes, not stones: with 64 bits and a thousand turns a wrong answer is expected once in 10^13 games.
    #[inline(always)]
    pub fn repeats(&self, hash: u64) -> bool {
        if self.simple_ko {
            // The last arrangement is from the beginning of this turn, and the one before it from the beginning of the
            // adversary's turn.
            return self.history.len() > 1 && self.history[self.history.len() - 2] == hash;
        }
        self.history.contains(&hash)
    }

    /// Adds the arrangement on the board to those that must not repeat.
    #[inline(always)]
    pub fn remember_arrangement(&mut self) {
        if self.simple_ko && self.history.len() == 2 {
            self.history.remove(0);
        }
        self.history.push(self.hash);
        self.least_empty = self.least_empty.min(self.empty.count());
    }

    /// Whether a stone on `cell`, placed by `slot`, would end the turn in an arrangement that stood before.
    #[inline(always)]
    pub fn rests_again(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        cell: Index,
        placement: &Placement<S>,
    ) -> bool {
        rules.superko
            && self.repeats_with_stone(rules, cell, placement)
            && self.would_end_turn(rules, slot, &Tried::Stone(cell))
    }

    /// Whether a stone of the side to move on `cell` would leave an arrangement that stood before.
    #[inline(always)]
    pub fn repeats_with_stone(&self, rules: &Rules<S, D>, cell: Index, placement: &Placement<S>) -> bool {
        let side = self.mover();
        // An arrangement with more stones than any before is new. This holds after most moves without captures, and is faster to
        // check than the history.
        if !placement.takes && placement.lives && placement.left.count() < self.least_empty {
            return false;
        }
        let mut hash = self.hash ^ rules.keys[side][cell % S::SIZE];
        if placement.takes {
            let gone = self.without_liberties_next_to(rules, 1 - side, cell, placement.left);
            hash ^= rules.arrangement_of(1 - side, gone);
        } else if !placement.lives {
            let stone = S::single(cell);
            let gone = flood(&rules.grid, stone, self.stones[side].or(stone));
            hash ^= rules.arrangement_of(side, gone);
        }
        self.repeats(hash)
    }

    /// The cells among `quiet` where a stone of the side to move would leave an arrangement that stood before. On `quiet` cells,
    /// a stone captures nothing and is not captured.
    ///
    /// The hash of such an arrangement differs from the present hash by the key of one cell. The earlier arrangements are
    /// enumerated rather than the cells, and a filter rejects nearly all of them.
    #[inline(always)]
    pub fn repeating(&self, rules: &Rules<S, D>, quiet: S) -> S {
        let mut repeating = S::none();
        if self.empty.count() <= self.least_empty {
            return repeating;
        }
        let side = self.mover();
        let first = if self.simple_ko { self.history.len().saturating_sub(2) } else { 0 };
        for &hash in &self.history[first..] {
            let key = hash ^ self.hash;
            if rules.key_filter.may_have(key) {
                for at in quiet.iter() {
                    if rules.keys[side][at % S::SIZE] == key {
                        repeating = repeating.or(S::single(at));
                    }
                }
            }
        }
        repeating
    }
}
