//! Turns: which steps are offered, what is legal, when a turn ends, and when a game is over.

use super::Slow;
use super::act::After;
use super::stones::{Stones, around, sizes};
use dropline::rules::{Action, IllegalReason, Outcome, Player, Reason};
use dropline::variant::{ActionKind, ActionRule, Repetition, Side, Step, Stuck, Unmet};
use std::collections::BTreeSet;

/// The result of a legal action that changes the board.
#[derive(Clone)]
struct Made {
    after: After,
    /// The name of the rule by which it was made.
    rule: String,
    /// The step it belongs to.
    step: usize,
    /// Actions done in that step, including this one.
    in_step: u16,
}

/// A step that is offered.
struct OnOffer {
    step: usize,
    /// Its tier in force: the first in which any action is possible.
    tier: usize,
    /// The number of its actions that are done.
    done: u16,
}

impl Slow {
    /// All legal actions.
    pub fn legal(&self) -> BTreeSet<Action> {
        if self.outcome.is_some() {
            return BTreeSet::new();
        }
        let mut legal = self.legal_on_board();
        if self.may_pass(&legal) {
            legal.insert(Action::Pass);
        }
        if self.may_swap() {
            legal.insert(Action::Swap);
        }
        legal
    }

    /// Every rule that an illegal action breaks under at least one kind of action that it could be; none if it is legal.
    pub fn broken(&self, action: Action) -> Vec<IllegalReason> {
        match action {
            _ if self.outcome.is_some() => vec![IllegalReason::Over],
            Action::Pass if self.may_pass(&self.legal_on_board()) => vec![],
            Action::Pass if self.in_turn == 0 && self.nobody_passes() => vec![IllegalReason::Compulsory],
            Action::Pass if self.rest_may_be_left_out() => vec![IllegalReason::Repetition],
            Action::Pass => vec![IllegalReason::Compulsory],
            Action::Swap if self.may_swap() => vec![],
            Action::Swap => vec![IllegalReason::NoSwap],
            _ => self.make(action).err().unwrap_or_default(),
        }
    }

    /// Makes a legal action.
    pub fn make_legal(&mut self, action: Action) {
        match action {
            Action::Pass => self.end_turn(),
            Action::Swap => self.swap_sides(),
            _ => {
                let Ok(made) = self.make(action) else { panic!("{action:?} is illegal") };
                self.adopt(made);
                if let Some(outcome) = self.decided() {
                    return self.end_decided(outcome);
                }
                self.skip_what_cannot_be_done();
                if self.is_turn_over() {
                    self.end_turn();
                }
            }
        }
    }

    /// Adopts the position after `made`, in the same turn.
    fn adopt(&mut self, made: Made) {
        self.captures[self.side.index()] += made.after.enemies as u32;
        self.captures[self.side.other().index()] += made.after.own as u32;
        (self.stones, self.fresh, self.moved) = (made.after.stones, made.after.fresh, made.after.moved);
        (self.step, self.in_step) = (made.step, made.in_step);
        self.begun.insert(made.rule);
        self.in_turn += 1;
    }

    /// The kinds of action, by index, that `action` could be, whatever the turn offers.
    pub fn kinds_of(&self, action: Action) -> Vec<usize> {
        let allows = |&kind: &usize| self.scene().broken(&self.variant.actions[kind], action).is_empty();
        (0..self.variant.actions.len()).filter(allows).collect()
    }

    /// The steps of the current turn for the side to move: without actions that only the other side has, and without steps and
    /// tiers that offer nothing else. A swap does not count as an opening.
    fn steps(&self) -> Vec<Step> {
        let number = self.turns - u32::from(self.swapped);
        let normal =
            self.variant.catch_up.as_ref().filter(|_| self.catching_up).unwrap_or(&self.variant.turn);
        let turn = self.variant.openings.get(number as usize).unwrap_or(normal);
        let own = |action: &usize| self.variant.actions[*action].side.is_none_or(|only| only == self.side);
        let tier = |tier: &Vec<usize>| tier.iter().copied().filter(own).collect::<Vec<_>>();
        let step = |step: &Step| {
            let tiers = step.tiers.iter().map(tier).filter(|tier| !tier.is_empty()).collect();
            Step { tiers, ..step.clone() }
        };
        turn.steps.iter().map(step).filter(|step| !step.tiers.is_empty()).collect()
    }

    /// The steps that are offered, each with its tier in force and the number of its actions done: the current step, unless it
    /// has reached its maximum, and those after it as long as nothing compulsory is left before them. A compulsory step without a
    /// possible action is left out. If such a step ends the turn, the steps after it are left out too. Also returns whether the
    /// turn may end here.
    fn offered(&self) -> (Vec<OnOffer>, bool) {
        let mut offered = vec![];
        for (step, rules) in self.steps().iter().enumerate().skip(self.step) {
            let done = if step == self.step { self.in_step } else { 0 };
            if done == rules.max {
                continue;
            }
            let optional = done >= rules.min;
            let tier = match rules.tiers.len() {
                // A single tier is in force whether or not it has a possible action.
                1 if optional || step == self.step => Some(0),
                tiers => (0..tiers).find(|&tier| self.some_possible(step, tier, done)),
            };
            offered.extend(tier.map(|tier| OnOffer { step, tier, done }));
            if !optional {
                if tier.is_some() || step == self.step {
                    return (offered, false);
                }
                if rules.unmet == Unmet::End {
                    break;
                }
            }
        }
        (offered, true)
    }

    /// The result of `action` under the first step that allows it, and the first name in that step; otherwise all the rules that
    /// it breaks.
    fn make(&self, action: Action) -> Result<Made, Vec<IllegalReason>> {
        let missing = self.scene().missing(action);
        if !missing.is_empty() {
            return Err(missing);
        }
        let (offered, _) = self.offered();
        let as_one_of = |on: &OnOffer| self.make_in(on.step, on.tier, on.done, action).ok();
        if let Some(made) = offered.iter().find_map(as_one_of) {
            return Ok(made);
        }
        let lower = |on: &&OnOffer| {
            let mut tiers = on.tier + 1..self.steps()[on.step].tiers.len();
            tiers.any(|tier| self.make_in(on.step, tier, on.done, action).is_ok())
        };
        if offered.iter().any(|on| lower(&on)) {
            return Err(vec![IllegalReason::Precedence]);
        }
        // Tries every interpretation, even as an action of a step without possible actions.
        let steps = if self.step == self.steps().len() { 0.. } else { self.step.. };
        let mut broken = vec![];
        for step in steps.take_while(|&step| step < self.steps().len()) {
            let done = if step == self.step { self.in_step } else { 0 };
            for tier in 0..self.steps()[step].tiers.len() {
                broken.extend(self.make_in(step, tier, done, action).err().into_iter().flatten());
            }
        }
        broken.retain(|&why| why != IllegalReason::Kind);
        broken.push(IllegalReason::Kind);
        Err(broken)
    }

    /// The result of `action` as one of a `tier` of `step`, of which `done` are done, or all the rules that it breaks.
    fn make_in(
        &self,
        step: usize,
        tier: usize,
        done: u16,
        action: Action,
    ) -> Result<Made, Vec<IllegalReason>> {
        let scene = self.scene();
        let mut all_broken = vec![];
        for rule in self.rules_of(step, tier) {
            let broken = scene.broken(rule, action);
            if broken.is_empty() {
                let (after, rule) = (scene.after(rule, action), rule.name.clone());
                let made = Made { after, rule, step, in_step: done + 1 };
                if !self.stood_before(&made.after.stones) || !self.turn_ends_with(&made) {
                    return Ok(made);
                }
                all_broken.push(IllegalReason::Repetition);
            }
            all_broken.extend(broken);
        }
        Err(all_broken)
    }

    fn rules_of(&self, step: usize, tier: usize) -> impl Iterator<Item = &ActionRule> {
        self.steps()[step].tiers[tier].clone().into_iter().map(|index| &self.variant.actions[index])
    }

    /// The legal actions that change the board.
    pub fn legal_on_board(&self) -> BTreeSet<Action> {
        let (offered, _) = self.offered();
        offered.iter().flat_map(|on| self.possible(on.step, on.tier, on.done)).collect()
    }

    /// Whether a legal action changes the board.
    fn some_on_board(&self) -> bool {
        self.offered().0.iter().any(|on| self.some_possible(on.step, on.tier, on.done))
    }

    /// The actions of a `tier` of `step`, of which `done` are done, that would be legal if none had precedence.
    fn possible(&self, step: usize, tier: usize, done: u16) -> BTreeSet<Action> {
        let candidates = self.candidates(step, tier).into_iter();
        candidates.filter(|&action| self.make_in(step, tier, done, action).is_ok()).collect()
    }

    /// Whether [`Self::possible`] has any actions.
    fn some_possible(&self, step: usize, tier: usize, done: u16) -> bool {
        self.candidates(step, tier).into_iter().any(|action| self.make_in(step, tier, done, action).is_ok())
    }

    /// All actions of the kinds that a `tier` of `step` offers that could ever be legal, and some that cannot.
    fn candidates(&self, step: usize, tier: usize) -> BTreeSet<Action> {
        let mut all = BTreeSet::new();
        let board = &self.variant.board;
        for rule in self.rules_of(step, tier) {
            for &cell in board.cells() {
                match &rule.kind {
                    ActionKind::Place(_) => all.extend(self.scene().placings(rule, cell)),
                    ActionKind::Displace(_) => {
                        let near = around(board, cell, board.touching());
                        all.extend(near.into_iter().map(|to| Action::Displace { cell, to }));
                    }
                    ActionKind::Move(movement) => {
                        let destinations = self.scene().destinations(movement, cell).into_keys();
                        all.extend(destinations.map(|to| Action::Move { from: cell, to }));
                    }
                    ActionKind::Remove(_) => all.extend([Action::Remove(cell)]),
                    ActionKind::StackDrop(_) | ActionKind::Deal(_) | ActionKind::Release(_) => {}
                }
            }
        }
        all
    }

    /// Whether nothing compulsory is left in the turn, or nothing compulsory that is left is possible.
    fn rest_may_be_left_out(&self) -> bool {
        self.offered().1
    }

    /// Whether anything compulsory is left in the turn, possible or not.
    fn something_compulsory_is_left(&self) -> bool {
        let steps = self.steps();
        steps.get(self.step).is_some_and(|step| self.in_step < step.min)
            || steps.iter().skip(self.step + 1).any(|step| step.min > 0)
    }

    /// Superko forbids closing a turn in an earlier arrangement, as long as something else is legal. A passed turn is exempt.
    fn may_pass(&self, others: &BTreeSet<Action>) -> bool {
        self.rest_may_be_left_out()
            && !(self.in_turn == 0 && self.nobody_passes())
            && (self.in_turn == 0 || others.is_empty() || !self.stood_before(&self.stones))
    }

    /// Whether a player who can do nothing wins or loses, so that no turn is passed.
    fn nobody_passes(&self) -> bool {
        matches!(self.variant.end.stuck, Stuck::Loses | Stuck::Wins)
    }

    /// The second turn of the game may be a swap instead, if it is the second side's.
    fn may_swap(&self) -> bool {
        let second_turn = self.turns == 1 && self.in_turn == 0 && self.side == Side::Second;
        self.variant.swap && second_turn && !self.swapped
    }

    fn stood_before(&self, stones: &Stones) -> bool {
        match self.variant.repetition {
            Repetition::None => false,
            Repetition::PositionalSuperko => self.earlier.contains(stones),
            // The last one is that at the beginning of this turn.
            Repetition::SimpleKo => self.earlier.iter().rev().nth(1) == Some(stones),
        }
    }

    /// Whether the turn is over after an action: because it was the last one, or because only a closing `pass` could follow.
    fn turn_ends_with(&self, made: &Made) -> bool {
        let mut after = self.clone();
        after.adopt(made.clone());
        after.skip_what_cannot_be_done();
        after.is_turn_over() || after.rest_may_be_left_out() && !after.some_on_board()
    }

    /// Whether the current turn has ended by itself: all its steps are done or impossible.
    fn is_turn_over(&self) -> bool {
        let steps = self.steps();
        let done = self.step + 1 == steps.len() && self.in_step == steps[self.step].max;
        self.in_turn > 0 && (done || self.step == steps.len())
    }

    /// Leaves steps without a possible action while something compulsory is left.
    pub fn skip_what_cannot_be_done(&mut self) {
        while self.something_compulsory_is_left() && !self.some_on_board() {
            let steps = self.steps();
            let unmet = steps.get(self.step).filter(|step| self.in_step < step.min);
            let ends = unmet.is_some_and(|step| step.unmet == Unmet::End);
            (self.step, self.in_step) = (if ends { steps.len() } else { self.step + 1 }, 0);
        }
    }

    fn end_turn(&mut self) {
        self.passes = if self.in_turn == 0 { self.passes + 1 } else { 0 };
        self.catching_up = self.lets_the_other_catch_up();
        self.side = self.side.other();
        self.earlier.push(self.stones.clone());
        self.begin_turn();
    }

    /// Whether the turn that ends enlarged the mover's largest group to at least two stones and at least the size of the
    /// opponent's largest.
    fn lets_the_other_catch_up(&self) -> bool {
        let largest =
            |stones: &Stones, side| sizes(&self.variant.board, stones, side).first().copied().unwrap_or(0);
        let now = largest(&self.stones, self.side);
        let before = self.earlier.last().map_or(0, |stones| largest(stones, self.side));
        now > before && now > 1 && now >= largest(&self.stones, self.side.other())
    }

    /// Ends the turn and the game, because a goal has been reached.
    fn end_decided(&mut self, outcome: Outcome) {
        self.turns += 1;
        self.side = self.side.other();
        (self.step, self.in_step, self.in_turn) = (0, 0, 0);
        self.outcome = Some(outcome);
    }

    /// The player of `side`.
    pub fn owner(&self, side: Side) -> Player {
        match (side, self.swapped) {
            (Side::First, false) | (Side::Second, true) => Player::First,
            (Side::Second, false) | (Side::First, true) => Player::Second,
        }
    }

    /// Exchanges the sides of the players; the second side must still make its first turn.
    fn swap_sides(&mut self) {
        self.passes = 0;
        self.swapped = true;
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        self.turns += 1;
        self.fresh.clear();
        self.moved = None;
        (self.step, self.in_step, self.in_turn) = (0, 0, 0);
        if self.passes >= self.variant.end.passes {
            self.outcome = Some(Outcome::scored(Reason::Passes));
        } else if self.turns >= self.variant.end.max_turns {
            self.outcome = Some(Outcome::scored(Reason::Cap));
        }
        self.go_on();
    }

    /// Continues with the first step in which the player can act. If the player cannot act at all, the `stuck` rule applies.
    pub fn go_on(&mut self) {
        if self.outcome.is_none() {
            self.skip_what_cannot_be_done();
        }
        if self.outcome.is_some() || self.may_swap() || !self.legal_on_board().is_empty() {
            return;
        }
        self.outcome = match self.variant.end.stuck {
            Stuck::Pass => None,
            Stuck::End => Some(Outcome::scored(Reason::Stuck)),
            Stuck::Loses => Some(Outcome::won(Reason::Stuck, self.owner(self.side.other()))),
            Stuck::Wins => Some(Outcome::won(Reason::Stuck, self.owner(self.side))),
        };
    }
}
