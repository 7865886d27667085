//! The general kinds of action, used through [`General`](crate::actions::General): whether their candidates are legal, and how
//! their actions are played.

use super::action::Action;
use super::apply::{apply, effect_allowed};
use super::cells::Cells;
use super::compile::Rules;
use super::illegal::IllegalReason;
use super::index::Index;
use super::plan::Slot;
use super::processor::compiled;
use super::repetition::Tried;
use super::state::State;

impl<S: Cells, const D: usize> State<S, D> {
    /// Whether `slot` allows the candidate with the cell `at` and this `way`.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    pub fn holds(&self, rules: &Rules<S, D>, slot: Slot, at: Index, way: u32) -> Result<(), IllegalReason> {
        let rule = &rules.general[usize::from(slot.rule)];
        if rule.certain {
            return Ok(());
        }
        rule.kind.made(self, &rules.grid, at, way)?;
        self.holds_once_made(rules, slot, at, way)
    }

    /// Whether `slot` allows the candidate with the cell `at` and this `way`, whose stone fulfils `makes`.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    pub fn holds_once_made(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        at: Index,
        way: u32,
    ) -> Result<(), IllegalReason> {
        let rule = &rules.general[usize::from(slot.rule)];
        if rule.certain_once_made { Ok(()) } else { rule.kind.allowed(self, rules, slot, at, way) }
    }

    /// The cell and the way of `action`, whose cells are on the board, if `slot` allows it.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn general_allowed(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        action: Action,
    ) -> Result<(Index, u32), IllegalReason> {
        let kind = &rules.general[usize::from(slot.rule)].kind;
        let (at, way) = kind.locate(self, &rules.grid, action)?;
        kind.fits(self, &rules.grid, at, way)?;
        self.holds(rules, slot, at, way)?;
        Ok((at, way))
    }

    /// Plays the legal action of `slot` with the cell `at` and this `way`, but does not advance the turn.
    #[inline(always)]
    pub fn general_make(&mut self, rules: &Rules<S, D>, slot: Slot, at: Index, way: u32) {
        rules.general[usize::from(slot.rule)].kind.make(self, rules, slot, at, way);
    }
}

compiled! {
    /// Whether the effect of a candidate is allowed.
    pub fn effect_holds(
        state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, at: Index, way: u32,
    ) -> Result<(), IllegalReason> => {
        let rule = &rules.general[usize::from(slot.rule)];
        let effect = rule.kind.effect(state, &rules.grid, at, way);
        let tried = Tried::General(at, way);
        let limits = state.limits(rules, slot, rule.must_capture, None);
        effect_allowed(state, rules, &limits, &effect, &tried)
    };
    /// Plays an action by applying its effect.
    pub fn general_apply(state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, at: Index, way: u32) => {
        let effect = rules.general[usize::from(slot.rule)].kind.effect(state, &rules.grid, at, way);
        apply(state, rules, &effect);
    };
}
