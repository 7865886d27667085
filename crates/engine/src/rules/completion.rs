//! Turns that must be completed: an action is illegal if a step that must not be left out would be impossible after it, or if the
//! turn would end with a board that does not fulfil `leaves`.

use super::cells::Cells;
use super::compile::Rules;
use super::effect::{After, Effect};
use super::illegal::IllegalReason;
use super::pattern::some_pattern;
use super::plan::Slot;
use super::processor::compiled;
use super::read::board_number;
use super::repetition::{LookAhead, Tried};
use super::scene::Scene;
use super::scratch::Rest;
use super::state::State;
use crate::conditions::{Is, Term};

impl<S: Cells, const D: usize> State<S, D> {
    /// Whether the turn can be completed after the action `tried` of `slot`, which has this `effect` and leaves the stones `after`.
    ///
    /// # Errors
    /// What forbids it.
    #[inline(always)]
    fn can_complete(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        tried: &Tried<S>,
        effect: &Effect<S>,
        after: &After<S>,
    ) -> Result<(), IllegalReason> {
        match self.rest_after(rules, slot, tried) {
            Rest::Unfinished => Err(IllegalReason::Unfinished),
            Rest::Over => {
                let side = self.mover();
                let scene = Scene {
                    own: after.stones[side],
                    enemy: after.stones[1 - side],
                    neutral: effect.neutral,
                    empty: after.empty,
                    before: S::none(),
                    arrived: S::none(),
                    pieces: &self.pieces,
                    change: effect.change,
                };
                if rules.may_leave(&scene) { Ok(()) } else { Err(IllegalReason::Leaves) }
            }
            Rest::Open => Ok(()),
        }
    }

    /// Why the turn must not end with the stones on the board, if it must not.
    #[inline(always)]
    pub fn leaves_unlawful(&self, rules: &Rules<S, D>) -> Option<IllegalReason> {
        if rules.superko && self.history.forbids(self.hash) {
            return Some(IllegalReason::Repetition);
        }
        (!rules.leaves.is_empty() && !leaves_hold(self, rules)).then_some(IllegalReason::Leaves)
    }
}

impl<S: Cells, const D: usize> Rules<S, D> {
    /// Whether a turn may end with the stones of `scene`, seen by its side.
    #[inline(always)]
    fn may_leave(&self, scene: &Scene<'_, S>) -> bool {
        for line in &self.leaves {
            let holds = match (line.term, line.is) {
                // The first pattern that is found decides.
                (Term::Pattern(index), Is::Within(0, Some(0))) => {
                    !some_pattern(&self.grid, self.grid.patterns[usize::from(index)].first(), scene)
                }
                _ => {
                    let number = |term| board_number(&self.grid, scene, term);
                    line.is.holds(number(line.term), number)
                }
            };
            if !holds {
                return false;
            }
        }
        true
    }
}

compiled! {
    pub fn can_complete(
        state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>, effect: &Effect<S>, after: &After<S>,
    ) -> Result<(), IllegalReason> => state.can_complete(rules, slot, tried, effect, after);
    fn leaves_hold(state: &State<S, D>, rules: &Rules<S, D>) -> bool => rules.may_leave(&state.scene(state.mover()));
}
