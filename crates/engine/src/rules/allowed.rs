//! Whether a given action is legal, and if not, which rule it breaks.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::illegal::IllegalReason;
use super::index::index;
use super::plan::{Choices, Family, Slot};
use super::processor::compiled;
use super::state::State;
use super::turn::TurnFlow;
use crate::actions::place::place_allowed;
use crate::board::Cell;

impl<S: Cells, const D: usize> State<S, D> {
    /// The first of `slots` that `allowed` accepts, or the clearest reason why they reject it.
    fn first_allowed(
        slots: &[Slot],
        allowed: impl Fn(Slot) -> Result<(), IllegalReason>,
    ) -> Result<Slot, IllegalReason> {
        let mut why = IllegalReason::Kind;
        for &slot in slots {
            match allowed(slot) {
                Ok(()) => return Ok(slot),
                Err(reason) => why = why.or_clearer(reason),
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
                    (Err(alone), Err(shape)) => Err(shape.or_clearer(alone)),
                    (alone, shape) => alone.or(shape),
                }
            }
            Action::Shape(cells) => {
                // A shape of one cell is written as a single stone.
                let slots = if cells.len() > 1 { choices.shapes.as_slice() } else { &[] };
                Self::first_allowed(slots, |slot| self.shape_allowed(rules, slot, &cells))
            }
            _ => Self::first_allowed(&choices.general, |slot| {
                self.general_allowed(rules, slot, action).map(|_| ())
            }),
        }
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
            Action::Pass => match self.leaves_unlawful(rules) {
                Some(why) if self.choices(rules).pass && !self.passes_no_turn(rules) => Err(why),
                _ => Err(IllegalReason::Compulsory),
            },
            Action::Swap if self.may_swap(rules) => Ok(()),
            Action::Swap => Err(IllegalReason::NoSwap),
            _ => self.offered(rules, |choices| self.slot_of(rules, choices, action)),
        }
    }

    /// Whether the variant's action number `number` allows `action`, which is neither `pass` nor `swap`.
    ///
    /// # Errors
    /// The rule that the action breaks.
    pub fn allows_by(&self, rules: &Rules<S, D>, number: usize, action: Action) -> Result<(), IllegalReason> {
        if self.progress.outcome.is_some() {
            return Err(IllegalReason::Over);
        }
        let (family, rule) = Family::numbered(&rules.variant.actions, number);
        self.offered(rules, |choices| self.slot_of(rules, &choices.only(family, rule), action))
    }

    /// Whether the current choices offer the action that `slot` finds among choices.
    ///
    /// # Errors
    /// The rule that the action breaks. It is [`IllegalReason::Precedence`] if a later tier would allow the action. If the choices
    /// offer no action of that kind, but a skipped step or another tier does, it is the rule for which that step or tier rejects the
    /// action.
    fn offered(
        &self,
        rules: &Rules<S, D>,
        slot: impl Fn(&Choices) -> Result<Slot, IllegalReason>,
    ) -> Result<(), IllegalReason> {
        let choices = self.choices(rules);
        let Err(why) = slot(choices) else { return Ok(()) };
        let by = |choices: &u16| slot(&rules.plan.choices[usize::from(*choices)]);
        if choices.outranked.iter().any(|choices| by(choices).is_ok()) {
            return Err(IllegalReason::Precedence);
        }
        let others =
            choices.impossible.iter().chain(&choices.outranked).filter_map(|choices| by(choices).err());
        Err(match why {
            IllegalReason::Kind => others.fold(why, |why, other| other.or_clearer(why)),
            _ => why,
        })
    }
}

compiled! {
    pub fn allows(state: &State<S, D>, rules: &Rules<S, D>, action: Action) -> Result<(), IllegalReason> => state.allows(rules, action);
}
