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
use crate::conditions::{Is, Missed, Term};

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
                rules.missed_leaving(&scene).map_or(Ok(()), |missed| Err(IllegalReason::Leaves(missed)))
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
        if rules.leaves.is_empty() {
            return None;
        }
        missed_leaves(self, rules).map(IllegalReason::Leaves)
    }
}

impl<S: Cells, const D: usize> Rules<S, D> {
    /// The line of `leaves` that does not hold if a turn ends with the stones of `scene`, seen by its side.
    #[inline(always)]
    fn missed_leaving(&self, scene: &Scene<'_, S>) -> Option<Missed> {
        let number = |term| board_number(&self.grid, scene, term);
        for line in &self.leaves {
            if let (Term::Pattern(index), Is::Within(0, Some(0))) = (line.term, line.is) {
                // The first pattern that is found decides.
                if some_pattern(&self.grid, self.grid.patterns[usize::from(index)].first(), scene) {
                    return Some(Missed::new(line.term, 1));
                }
                continue;
            }
            let found = number(line.term);
            if !line.is.holds(found, number) {
                return Some(Missed::new(line.term, found));
            }
        }
        None
    }
}

compiled! {
    pub fn can_complete(
        state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>, effect: &Effect<S>, after: &After<S>,
    ) -> Result<(), IllegalReason> => state.can_complete(rules, slot, tried, effect, after);
    fn missed_leaves(state: &State<S, D>, rules: &Rules<S, D>) -> Option<Missed> =>
        rules.missed_leaving(&state.scene(state.mover()));
}
