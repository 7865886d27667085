//! The flow of turns on tiles.

use super::compile::Rules;
use super::state::State;
use crate::actions::find_kept;
use crate::rules::outcome::{Outcome, Reason};
use crate::rules::plan::{Plan, Slot};
use crate::rules::turn::{Progress, SearchState, TurnFlow};

impl<const W: usize> State<W> {
    /// Begins the first turn, unless the game is already over.
    pub fn begin(&mut self, rules: &Rules<W>) {
        self.progress.outcome = self.finished(rules);
        if self.progress.outcome.is_none() {
            self.check_cap(rules);
        }
        if self.progress.outcome.is_none() {
            find_kept(self, rules);
            self.begin_turn(rules);
        }
    }

    /// Advances the turn after an action of `slot`.
    #[inline(always)]
    pub fn made(&mut self, rules: &Rules<W>, slot: Slot) {
        if !self.ends_turn(rules, slot) {
            find_kept(self, rules);
        }
        self.advance(rules, slot.step);
    }
}

impl<const W: usize> TurnFlow<Rules<W>> for State<W> {
    #[inline(always)]
    fn plan(rules: &Rules<W>) -> &Plan {
        &rules.plan
    }

    #[inline(always)]
    fn progress(&self) -> &Progress {
        &self.progress
    }

    #[inline(always)]
    fn progress_mut(&mut self) -> &mut Progress {
        &mut self.progress
    }

    #[inline(always)]
    fn some_action(&self, rules: &Rules<W>) -> bool {
        self.offered(rules).some(self, rules)
    }

    #[inline(always)]
    fn must_not_end(&self, _: &Rules<W>) -> bool {
        false
    }

    #[inline(always)]
    fn find_next(&mut self, rules: &Rules<W>) {
        self.next_step(rules);
    }

    #[inline(always)]
    fn search_further(&mut self, rules: &Rules<W>, asked: SearchState) {
        self.search_on(rules, asked);
    }

    #[inline(never)]
    fn start_turn(&mut self, rules: &Rules<W>) {
        self.begin_turn(rules);
    }

    #[inline(always)]
    fn turn_ended(&mut self, rules: &Rules<W>) -> Option<Outcome> {
        find_kept(self, rules);
        None
    }

    #[inline(always)]
    fn finished(&mut self, rules: &Rules<W>) -> Option<Outcome> {
        (self.laid >= rules.end_tiles).then_some(Outcome::scored(Reason::Tiles))
    }
}
