//! Looking ahead within a turn: whether the turn would be over after an action.

use super::cells::Cells;
use super::compile::Rules;
use super::flow::settle;
use super::plan::Slot;
use super::processor::compiled;
use super::repetition::{LookAhead, Tried};
use super::state::State;
use super::turn::TurnFlow;
use crate::actions::place::put_by;
use crate::actions::place::shapes::put_shape;

/// The greatest depth, and the largest number of positions, of the look-ahead within a turn. For each action that might end the
/// turn in an earlier arrangement, the engine must know whether another action is possible after it, and that action may raise
/// the same question. With suicide allowed, that could continue for a thousand actions. Beyond these limits, the turn is assumed
/// to continue.
const DEEPEST: u8 = 16;
const MOST_POSITIONS: u16 = 1000;

impl<S: Cells, const D: usize> LookAhead<S, D> for State<S, D> {
    #[inline(always)]
    fn would_end_turn(&self, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>) -> bool {
        would_end_turn(self, rules, slot, tried)
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// [`LookAhead::would_end_turn`], inlined.
    #[inline(always)]
    fn look_ahead(&self, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>) -> bool {
        if self.ends_turn(rules, slot) {
            return true;
        }
        let positions = if self.ahead == 0 { MOST_POSITIONS } else { self.positions.get() };
        if self.ahead == DEEPEST || positions == 0 {
            return false;
        }
        let (ends, left) = self.try_out(rules, |after| {
            after.ahead = self.ahead + 1;
            after.positions.set(positions - 1);
            after.make_tried(rules, slot, tried);
            after.count_action(rules, slot.step);
            settle(after, rules);
            (after.choices(rules).pass && !after.some_action(rules), after.positions.get())
        });
        self.positions.set(left);
        ends
    }

    /// Plays the action `tried` with its captures, but does not advance the turn.
    #[inline(always)]
    fn make_tried(&mut self, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>) {
        match *tried {
            Tried::Stone(cell) => {
                let placement = self.placement(rules, self.mover(), cell);
                put_by(self, rules, slot, cell, &placement);
            }
            Tried::Shape(cells) => {
                put_shape(self, rules, cells);
                self.begun[usize::from(slot.rule)] = true;
            }
            Tried::General(at, way) => self.general_make(rules, slot, at, way),
        }
    }
}

compiled! {
    fn would_end_turn(state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>) -> bool
        => state.look_ahead(rules, slot, tried);
}
