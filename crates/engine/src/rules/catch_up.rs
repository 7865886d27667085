//! Catching up: a player takes a special turn if the opponent's last turn enlarged the opponent's largest group, and that group now
//! has at least two stones and is at least as large as the player's largest.

use super::cells::Cells;
use super::compile::Rules;
use super::processor::compiled;
use super::state::State;

impl<S: Cells, const D: usize> State<S, D> {
    /// Records the size of each side's largest group at the beginning of a turn, if the variant has a catch-up turn.
    #[inline(always)]
    pub fn note_largest(&mut self, rules: &Rules<S, D>) {
        if rules.plan.catch_up.is_some() {
            self.largest =
                [rules.grid.largest_group(self.stones[0]), rules.grid.largest_group(self.stones[1])];
        }
    }

    /// Makes the current turn, which has just begun, a catch-up turn if the previous turn entitles the player to one.
    #[inline(always)]
    pub fn catch_up(&mut self, rules: &Rules<S, D>, steps: [u16; 2]) {
        let before = self.largest;
        self.note_largest(rules);
        let mover = self.mover();
        let (own, enemy) = (self.largest[mover], self.largest[1 - mover]);
        if enemy > before[1 - mover].max(1) && enemy >= own && rules.plan.is_normal(self.progress.due) {
            self.progress.step = steps[mover];
        }
    }
}

compiled! {
    pub fn catch_up(state: &mut State<S, D>, rules: &Rules<S, D>, steps: [u16; 2]) => state.catch_up(rules, steps);
}
