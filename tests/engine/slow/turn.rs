//! What the board contributes to turns: the actions, repetition, and catch-up turns.

use super::Slow;
use super::stones::{Stones, sizes};
use crate::slow_turn::{Point, SlowTurns};
use dropline::rules::{Action, IllegalReason, Outcome, Reason};
use dropline::variant::conditions::Missed;
use dropline::variant::{ActionRule, Repetition, RepetitionResult};
use std::collections::BTreeSet;

impl SlowTurns for Slow {
    fn at(&self) -> &Point {
        &self.at
    }

    fn at_mut(&mut self) -> &mut Point {
        &mut self.at
    }

    fn missing(&self, action: Action) -> Vec<IllegalReason> {
        self.scene().missing(action)
    }

    fn candidates(&self, rule: &ActionRule) -> BTreeSet<Action> {
        self.scene().candidates(rule)
    }

    fn broken_as(&self, rule: &ActionRule, action: Action) -> Vec<IllegalReason> {
        self.scene().broken(rule, action)
    }

    fn do_as(&mut self, kind: usize, action: Action) {
        let rule = &self.variant.actions[kind];
        let after = self.scene().after(rule, action);
        self.begun.insert(rule.name.clone());
        self.captures[self.at.side.index()] += after.enemies as u32;
        self.captures[self.at.side.other().index()] += after.own as u32;
        (self.stones, self.fresh, self.moved) = (after.stones, after.fresh, after.moved);
        if let Action::Flip(cell) = action {
            self.turned.insert(cell);
        }
    }

    fn decided(&self) -> Option<Outcome> {
        self.decided_by_goals()
    }

    fn decided_by_turn(&self) -> Option<Outcome> {
        self.decided_by_goals_of_turns()
    }

    fn stood_before(&self) -> bool {
        self.stood(&self.stones)
    }

    fn missed_leaves(&self) -> Vec<Missed> {
        self.whole_board(self.at.side).missed_on_board(&self.variant.leaves)
    }

    fn would_have_stood_before(&self, rule: &ActionRule, action: Action) -> bool {
        self.stood(&self.scene().after(rule, action).stones)
    }

    /// Whether the turn that ends enlarged the mover's largest group to at least two stones and at least the size of the
    /// opponent's largest.
    fn lets_the_other_catch_up(&self) -> bool {
        let largest =
            |stones: &Stones, side| sizes(&self.variant.board, stones, side).first().copied().unwrap_or(0);
        let now = largest(&self.stones, self.at.side);
        let before = self.earlier.last().map_or(0, |stones| largest(stones, self.at.side));
        now > before && now > 1 && now >= largest(&self.stones, self.at.side.other())
    }

    fn is_quiet(&self) -> bool {
        let Some(turns) = self.variant.end.quiet.map(usize::from) else { return false };
        let numbers: Vec<_> = self.earlier.iter().map(Stones::numbers).collect();
        numbers.len() > turns && numbers[numbers.len() - 1 - turns..].windows(2).all(|two| two[0] == two[1])
    }

    fn repeated(&self) -> Option<Outcome> {
        let repeated = self.variant.end.repeated?;
        let (last, side) = (self.stood.last()?, self.at.side);
        let is_new = self.at.passes == 0;
        let times = self.stood.iter().filter(|stood| *stood == last).count();
        (is_new && times >= usize::from(repeated.times)).then(|| match repeated.result {
            RepetitionResult::Draw => Outcome::drawn(Reason::Repetition),
            RepetitionResult::Loses => Outcome::won(Reason::Repetition, self.at.owner(side)),
        })
    }

    fn finish_turn(&mut self) {
        self.earlier.push(self.stones.clone());
        if self.at.in_turn > 0 || self.may_claim() {
            self.stood.push((self.stones.clone(), self.at.side.other()));
        }
        self.fresh.clear();
        self.turned.clear();
        self.moved = None;
    }
}

impl Slow {
    /// Whether repetition forbids ending a turn with these `stones`.
    fn stood(&self, stones: &Stones) -> bool {
        match self.variant.repetition {
            Repetition::None => false,
            Repetition::PositionalSuperko => self.earlier.contains(stones),
            // The last arrangement is the one at the beginning of this turn.
            Repetition::SimpleKo => self.earlier.iter().rev().nth(1) == Some(stones),
        }
    }
}
