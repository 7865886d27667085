//! Quiet turns: those that do not change how many stones each side has. Enough of them in a row end some games.

use super::cells::Cells;
use super::compile::Rules;
use super::outcome::{Outcome, Reason};
use super::processor::compiled;
use super::state::State;

impl<S: Cells, const D: usize> State<S, D> {
    /// How many stones each side has, and how many are neutral.
    #[inline(always)]
    pub fn stones_of_each(&self) -> [u32; 3] {
        [self.stones[0].count(), self.stones[1].count(), self.neutral.count()]
    }

    /// Records how many stones there are at the beginning of a turn, if quiet turns end the game.
    #[inline(always)]
    pub fn note_census(&mut self, rules: &Rules<S, D>) {
        if rules.plan.quiet.is_some() {
            self.census = self.stones_of_each();
        }
    }

    /// Counts the turn that has just ended if it was quiet, and ends the game after `most` of them in a row.
    #[inline(always)]
    fn count_quiet(&mut self, most: u16) {
        let now = self.stones_of_each();
        self.progress.quiet = if now == self.census { self.progress.quiet + 1 } else { 0 };
        self.census = now;
        if self.progress.quiet >= most {
            self.progress.outcome = Some(Outcome::scored(Reason::Quiet));
        }
    }
}

compiled! {
    pub fn count_quiet(state: &mut State<S, D>, most: u16) => state.count_quiet(most);
}
