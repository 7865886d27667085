//! Whether a given action is legal, and if not, which rule it breaks.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::illegal::IllegalReason;
use super::index::index;
use super::plan::{Choices, Slot};
use super::processor::compiled;
use super::state::State;
use super::turn::TurnFlow;
use crate::actions::place::place_allowed;
use crate::board::Cell;

impl<S: Cells, const D: usize> State<S, D> {
    /// The first of `slots` that `allowed` accepts, or the reason why it rejects the last one.
    fn first_allowed(
        slots: &[Slot],
        allowed: impl Fn(Slot) -> Result<(), IllegalReason>,
    ) -> Result<Slot, IllegalReason> {
        let mut why = IllegalReason::Kind;
        for &slot in slots {
            match allowed(slot) {
                Ok(()) => return Ok(slot),
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }

    /// The slot of `choices` under which `action` is legal.
    ///
    /// # Errors
    /// The rule that the action breaks.
    pub fn slot_of(
        &self,
        rules: &Rules<S, D>,
        choices: &Choices,
        action: Action,
    ) -> Result<Slot, IllegalReason> {
        if action.on_plane() != Some(false) {
            return Err(IllegalReason::Kind);
        }
        let board = &rules.variant.board;
        let exists = |&cell: &Cell| match board.contains(cell) {
            true => Ok(()),
            false => Err(if board.is_hole(cell) { IllegalReason::Hole } else { IllegalReason::OffBoard }),
        };
        action.named(|cells| cells.iter().try_for_each(exists))?;
        match action {
            Action::Place(at) => {
                let cell = index::<S>(at);
                let alone = |slot| place_allowed(self, rules, slot, cell);
                let alone = Self::first_allowed(&choices.places, alone);
                let shape =
                    Self::first_allowed(&choices.shapes, |slot| self.shape_allowed(rules, slot, &[at]));
                match (alone, shape) {
                    (Ok(alone), Ok(shape)) => Ok(if alone.rank < shape.rank { alone } else { shape }),
                    (alone, Err(IllegalReason::Kind)) | (alone @ Ok(_), _) => alone,
                    (_, shape) => shape,
                }
            }
            Action::Shape(cells) => {
                // A shape of one cell is written as a single stone.
                let slots = if cells.len() > 1 { choices.shapes.as_slice() } else { &[] };
                Self::first_allowed(slots, |slot| self.shape_allowed(rules, slot, &cells))
            }
            _ => self.general_slot(rules, choices, action),
        }
    }

    /// The general slot of `choices` under which `action` is legal.
    fn general_slot(
        &self,
        rules: &Rules<S, D>,
        choices: &Choices,
        action: Action,
    ) -> Result<Slot, IllegalReason> {
        let mut why = IllegalReason::Kind;
        for &slot in &choices.general {
            match self.general_allowed(rules, slot, action) {
                Ok(_) => return Ok(slot),
                // A slot of another kind gives no reason.
                Err(IllegalReason::Kind) => {}
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }

    /// Whether `action` is legal.
    ///
    /// # Errors
    /// The rule that the action breaks.
    pub fn allows(&self, rules: &Rules<S, D>, action: Action) -> Result<(), IllegalReason> {
        if self.progress.outcome.is_some() {
            return Err(IllegalReason::Over);
        }
        match action {
            Action::Pass if self.may_pass(rules) => Ok(()),
            Action::Pass if self.choices(rules).pass && !self.passes_no_turn(rules) => {
                Err(IllegalReason::Repetition)
            }
            Action::Pass => Err(IllegalReason::Compulsory),
            Action::Swap if self.may_swap(rules) => Ok(()),
            Action::Swap => Err(IllegalReason::NoSwap),
            _ => {
                let choices = self.choices(rules);
                self.slot_of(rules, choices, action)
                    .map(|_| ())
                    .map_err(|why| self.why_not(rules, choices, action, why))
            }
        }
    }

    /// The reason to report for the illegal `action`, which `choices` rejects for the reason `why`. It is
    /// [`IllegalReason::Precedence`] if a later tier would allow the action. If `choices` offers no action of that kind, but a
    /// skipped step or an earlier tier does, the reason is the one for which that step or tier rejects the action.
    fn why_not(
        &self,
        rules: &Rules<S, D>,
        choices: &Choices,
        action: Action,
        why: IllegalReason,
    ) -> IllegalReason {
        let by = |choices: &u16| self.slot_of(rules, &rules.plan.choices[usize::from(*choices)], action);
        if choices.outranked.iter().any(|choices| by(choices).is_ok()) {
            return IllegalReason::Precedence;
        }
        let mut others = choices.impossible.iter().filter_map(|choices| by(choices).err());
        if why == IllegalReason::Kind {
            others.find(|&other| other != IllegalReason::Kind).unwrap_or(why)
        } else {
            why
        }
    }
}

compiled! {
    pub fn allows(state: &State<S, D>, rules: &Rules<S, D>, action: Action) -> Result<(), IllegalReason> => state.allows(rules, action);
}
