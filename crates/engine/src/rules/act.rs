//! Plays a given action and advances the turn.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::flow::swap;
use super::grid::set_of;
use super::index::index;
use super::plan::Slot;
use super::processor::compiled;
use super::state::State;
use super::turn::TurnFlow;
use crate::actions::place::shapes::put_shape;
use crate::actions::place::{put, put_by};

impl<S: Cells, const D: usize> State<S, D> {
    /// Plays a legal action.
    #[inline(always)]
    pub fn act(&mut self, rules: &Rules<S, D>, action: Action) {
        match action {
            Action::Pass => self.pass(rules),
            Action::Swap => swap(self, rules),
            Action::Place(at) => {
                let at = index::<S>(at);
                let slot = self.slot_made_by(rules, action);
                let placement = self.placement(rules, self.mover(), at);
                match slot.filter(|_| !rules.plain) {
                    Some(slot) if self.choices(rules).shapes.contains(&slot) => {
                        put_shape(self, rules, S::single(at));
                    }
                    Some(slot) => put_by(self, rules, slot, at, &placement),
                    None => put(self, rules, at, &placement),
                }
                self.advance_after(rules, slot);
            }
            Action::Shape(cells) => {
                let slot = self.slot_made_by(rules, action);
                put_shape(self, rules, set_of(cells.iter()));
                self.advance_after(rules, slot);
            }
            _ => {
                let Some(slot) = self.slot_made_by(rules, action) else { return };
                let kind = &rules.general[usize::from(slot.rule)].kind;
                let Ok((at, way)) = kind.locate(self, &rules.grid, action) else { return };
                self.general_make(rules, slot, at, way);
                self.advance_after(rules, Some(slot));
            }
        }
    }

    /// The slot that allows the legal `action`. If the choice of slot makes no difference, returns the first without a check.
    #[inline(always)]
    fn slot_made_by(&self, rules: &Rules<S, D>, action: Action) -> Option<Slot> {
        let choices = self.choices(rules);
        let (slots, alike) = match action {
            Action::Place(_) => {
                (&choices.places, choices.shapes.is_empty() && (rules.plain || choices.places.len() == 1))
            }
            // For each kind of shape, the position records whether one has been placed, so the right slot must be found.
            Action::Shape(_) => (&choices.shapes, choices.shapes.len() == 1),
            _ => (&choices.general, choices.general.len() == 1),
        };
        match slots.as_slice() {
            [first, rest @ ..] if alike && rest.iter().all(|slot| slot.step == first.step) => Some(*first),
            _ => self.slot_of(rules, choices, action).ok(),
        }
    }

    /// Advances the turn after an action of `slot`.
    #[inline(always)]
    pub fn advance_after(&mut self, rules: &Rules<S, D>, slot: Option<Slot>) {
        let Some(slot) = slot else { return self.advance(rules, self.progress.step) };
        if self.choices(rules).shapes.contains(&slot) {
            self.begun[usize::from(slot.rule)] = true;
        }
        self.advance(rules, slot.step);
    }
}

compiled! {
    pub fn act(state: &mut State<S, D>, rules: &Rules<S, D>, action: Action) => state.act(rules, action);
}
