//! Positional superko: no action may end a turn in a stone arrangement that stood at the end of an earlier turn
//! or at the start.

use super::cells::Cells;
use super::compile::Rules;
use super::grid::Index;
use super::grid::flood;
use super::place::Look;
use super::state::State;

impl<S: Cells, const D: usize> State<S, D> {
    /// Whether the arrangement with the hash `hash` stood before.
    ///
    /// Hashes are compared, not stones: with 64 bits and a thousand turns a wrong answer is to be expected once in
    /// 10^13 games.
    #[inline(always)]
    pub fn repeats(&self, hash: u64) -> bool {
        self.history.contains(&hash)
    }

    /// The arrangement on the board joins those that may not come back.
    #[inline(always)]
    pub fn remember_arrangement(&mut self) {
        self.history.push(self.hash);
        self.least_empty = self.least_empty.min(self.empty.count());
    }

    /// Whether a stone of the side to move on `cell` would leave an arrangement that stood before.
    #[inline(always)]
    pub fn repeats_with_stone(&self, rules: &Rules<S, D>, cell: Index, look: &Look<S>) -> bool {
        let side = self.mover();
        // With more stones than there ever were the arrangement is a new one: true of most moves that capture
        // nothing, and quicker asked than the history.
        if !look.takes && look.lives && look.left.count() < self.least_empty {
            return false;
        }
        let mut hash = self.hash ^ rules.keys[side][cell % S::SIZE];
        if look.takes {
            let gone = self.breathless_next_to(rules, 1 - side, cell, look.left);
            hash ^= rules.arrangement_of(1 - side, gone);
        } else if !look.lives {
            let stone = S::single(cell);
            let gone = flood(&rules.grid, stone, self.stones[side].or(stone));
            hash ^= rules.arrangement_of(side, gone);
        }
        self.repeats(hash)
    }
}
