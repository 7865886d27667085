//! Looking ahead within a turn: what would be left of it after an action.

use super::cells::Cells;
use super::compile::Rules;
use super::flow::settle;
use super::plan::Slot;
use super::processor::compiled;
use super::repetition::{LookAhead, Tried};
use super::scratch::{Judged, Rest, TurnPoint};
use super::state::State;
use super::turn::{Progress, TurnFlow};
use crate::actions::place::put_by;
use crate::actions::place::shapes::put_shape;

/// The greatest depth of the look-ahead within a turn. For each action that might end the turn as it must not end, the engine must know whether another action is possible after it, and that action may raise the same question. With suicide
/// allowed, that could continue for a thousand actions. Beyond this depth, the turn is assumed to continue.
///
/// Many orders of the same actions lead to the same point of the turn, which is judged once in a turn. Answers that this depth may
/// have decided are forgotten before the next question: what is legal must not depend on earlier questions.
const DEEPEST: u8 = 16;

impl<S: Cells, const D: usize> LookAhead<S, D> for State<S, D> {
    #[inline(always)]
    fn rest_after(&self, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>) -> Rest {
        rest_after(self, rules, slot, tried)
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// [`LookAhead::rest_after`], inlined.
    #[inline(always)]
    fn look_ahead(&self, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>) -> Rest {
        if self.ends_turn(rules, slot) {
            return Rest::Over;
        }
        if self.ahead == DEEPEST {
            self.judged.borrow_mut().limited = true;
            return Rest::Open;
        }
        let mut judged = self.judged.take();
        let turn = (self.history.digest(), self.progress.turns);
        if self.ahead == 0 && (judged.limited || judged.turn != turn) {
            judged.rest.clear();
            (judged.limited, judged.turn) = (false, turn);
        }
        let (rest, judged) = self.try_out(rules, |after| {
            after.ahead = self.ahead + 1;
            after.make_tried(rules, slot, tried);
            after.count_action(rules, slot.step);
            after.judge_rest(rules, judged)
        });
        self.judged.give_back(judged);
        rest
    }

    /// What is left of the turn at this point, which is noted in `judged`.
    #[inline(always)]
    fn judge_rest(&mut self, rules: &Rules<S, D>, judged: Judged) -> (Rest, Judged) {
        let point = self.point(rules);
        if let Some(&rest) = judged.rest.get(&point) {
            return (rest, judged);
        }
        self.judged.give_back(judged);
        settle(self, rules);
        let rest = match self.choices(rules).pass && !self.some_action(rules) {
            false => Rest::Open,
            true if self.planned_step(rules).unfinished => Rest::Unfinished,
            true => Rest::Over,
        };
        let mut judged = self.judged.take();
        judged.rest.insert(point, rest);
        (rest, judged)
    }

    /// The point of the turn.
    fn point(&self, rules: &Rules<S, D>) -> TurnPoint {
        let Progress { side, step, done, .. } = self.progress;
        let limited = rules.least_limit.is_some();
        TurnPoint {
            arrangement: if rules.superko { self.hash } else { rules.arrangement_on_board(self) },
            progress: (side, step, done),
            new_stones: if limited { rules.arrangement_of(0, self.new_stones.stones) } else { 0 },
            turned: rules.arrangement_of(0, self.turned()),
            moved: if rules.seen_by_moved() { self.moved } else { S::NOWHERE },
            begun: (0..).zip(&self.begun).fold(0, |bits, (kind, &begun)| bits | u64::from(begun) << kind),
        }
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
    fn rest_after(state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, tried: &Tried<S>) -> Rest
        => state.look_ahead(rules, slot, tried);
}
