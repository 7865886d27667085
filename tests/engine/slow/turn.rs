//! Turns: which steps are offered, what is legal, when a turn ends, when a game is over.

use super::Slow;
use super::act::After;
use super::stones::{Stones, around};
use dropline::rules::{Action, Outcome, Reason, Why};
use dropline::variant::{ActionKind, ActionRule, Repetition, Side, Step, Stuck, Unmet};
use std::collections::BTreeSet;

/// A legal action that puts a stone on the board: what comes of it.
struct Made {
    after: After,
    /// The name of the rule by which it is made.
    rule: String,
    /// The step it belongs to.
    step: usize,
    /// Actions done in that step, this one included.
    in_step: u16,
}

impl Slow {
    /// All legal actions.
    pub fn legal(&self) -> BTreeSet<Action> {
        if self.outcome.is_some() {
            return BTreeSet::new();
        }
        let mut legal = self.legal_drops();
        if self.may_pass(&legal) {
            legal.insert(Action::Pass);
        }
        if self.may_swap() {
            legal.insert(Action::Swap);
        }
        legal
    }

    /// The rules that an illegal action breaks, by any reading of it; nothing if it is legal.
    pub fn broken(&self, action: Action) -> Vec<Why> {
        match action {
            _ if self.outcome.is_some() => vec![Why::Over],
            Action::Pass if self.may_pass(&self.legal_drops()) => vec![],
            Action::Pass if self.rest_may_be_left_out() => vec![Why::Repetition],
            Action::Pass => vec![Why::Compulsory],
            Action::Swap if self.may_swap() => vec![],
            Action::Swap => vec![Why::NoSwap],
            _ => self.broken_by_drop(action, self.tier),
        }
    }

    /// The rules that an action of `tier`, or of another, breaks.
    fn broken_by_drop(&self, action: Action, tier: usize) -> Vec<Why> {
        match self.make(action, tier) {
            Ok(_) => vec![],
            Err(_) if self.after(tier).any(|later| self.make(action, later).is_ok()) => vec![Why::Precedence],
            Err(broken) => broken,
        }
    }

    /// Makes a legal action.
    pub fn make_legal(&mut self, action: Action) {
        match action {
            Action::Pass => self.end_turn(),
            Action::Swap => self.swap_sides(),
            _ => {
                let Ok(made) = self.make(action, self.tier) else { panic!("{action:?} is illegal") };
                self.captures[self.side.index()] += made.after.enemies as u32;
                self.captures[self.side.other().index()] += made.after.own as u32;
                (self.stones, self.fresh) = (made.after.stones, made.after.fresh);
                (self.step, self.in_step) = (made.step, made.in_step);
                self.begun.insert(made.rule);
                self.in_turn += 1;
                if self.ends_turn(made.step, made.in_step) {
                    self.end_turn();
                } else {
                    self.skip_what_cannot_be_done();
                }
            }
        }
        self.find_tier();
    }

    /// The steps of the turn that is going on. A swap is not one of the openings.
    fn steps(&self) -> &[Step] {
        let number = self.turns - u32::from(self.swapped);
        &self.variant.openings.get(number as usize).unwrap_or(&self.variant.turn).steps
    }

    /// The steps whose actions are offered, each with the number of its actions done: the step that is
    /// going on, unless it has had its maximum; those after it as long as nothing compulsory is left
    /// before them.
    fn offered(&self) -> Vec<(usize, u16)> {
        let mut offered = vec![];
        for (index, step) in self.steps().iter().enumerate().skip(self.step) {
            let done = if index == self.step { self.in_step } else { 0 };
            if done < step.max {
                offered.push((index, done));
            }
            if done < step.min {
                break;
            }
        }
        offered
    }

    /// Finds the tier of precedence whose actions are legal: the first of which any is possible.
    pub fn find_tier(&mut self) {
        self.tier = match self.tiers() {
            // Nothing else could take precedence.
            0 | 1 => 0,
            tiers => (0..tiers).find(|&tier| !self.possible(tier).is_empty()).unwrap_or(0),
        };
    }

    /// The tiers whose actions those of `tier` take precedence over.
    fn after(&self, tier: usize) -> impl Iterator<Item = usize> {
        tier + 1..self.tiers()
    }

    /// How many tiers are on offer.
    fn tiers(&self) -> usize {
        self.offered().into_iter().map(|(step, _)| self.steps()[step].tiers.len()).max().unwrap_or(0)
    }

    /// What comes of `action` as one of `tier`, by the first step and the first name that allow it, or all the rules
    /// it breaks.
    fn make(&self, action: Action, tier: usize) -> Result<Made, Vec<Why>> {
        let scene = self.scene();
        if !scene.on_board(action) {
            return Err(vec![Why::OffBoard]);
        }
        let mut all_broken = vec![];
        for (step, done) in self.offered() {
            for rule in self.rules_of(step, tier) {
                let broken = scene.broken(rule, action);
                if broken.is_empty() {
                    let (after, rule) = (scene.after(action), rule.name.clone());
                    let made = Made { after, rule, step, in_step: done + 1 };
                    if !self.ends_turn(step, made.in_step) || !self.stood_before(&made.after.stones) {
                        return Ok(made);
                    }
                    all_broken.push(Why::Repetition);
                }
                all_broken.extend(broken);
            }
        }
        if all_broken.iter().all(|&why| why == Why::Kind) {
            all_broken = vec![Why::Kind];
        } else {
            all_broken.retain(|&why| why != Why::Kind);
        }
        Err(all_broken)
    }

    fn rules_of(&self, step: usize, tier: usize) -> impl Iterator<Item = &ActionRule> {
        let actions = self.steps()[step].tiers.get(tier).into_iter().flatten();
        actions.map(|&index| &self.variant.actions[index])
    }

    /// The legal actions that put a stone on the board.
    fn legal_drops(&self) -> BTreeSet<Action> {
        self.possible(self.tier)
    }

    /// Whether some action of any tier is possible.
    fn something_possible(&self) -> bool {
        (0..self.tiers()).any(|tier| !self.possible(tier).is_empty())
    }

    /// The actions of `tier` that would be legal but for the precedence of others.
    fn possible(&self, tier: usize) -> BTreeSet<Action> {
        self.candidates(tier).into_iter().filter(|&action| self.make(action, tier).is_ok()).collect()
    }

    /// All actions of a kind that `tier` offers: more than are legal, but all that could be.
    fn candidates(&self, tier: usize) -> BTreeSet<Action> {
        let mut all = BTreeSet::new();
        let board = &self.variant.board;
        for rule in self.offered().into_iter().flat_map(|(step, _)| self.rules_of(step, tier)) {
            for &cell in board.cells() {
                match &rule.kind {
                    ActionKind::Place(_) => all.extend(self.scene().placings(rule, cell)),
                    ActionKind::Displace(_) => {
                        let near = around(board, cell, board.touching());
                        all.extend(near.into_iter().map(|to| Action::Displace { cell, to }));
                    }
                    ActionKind::StackDrop | ActionKind::Deal(_) | ActionKind::Release => {}
                }
            }
        }
        all
    }

    /// Whether nothing compulsory is left of the turn.
    fn rest_may_be_left_out(&self) -> bool {
        let steps = self.steps();
        steps.get(self.step).is_none_or(|step| self.in_step >= step.min)
            && steps.iter().skip(self.step + 1).all(|step| step.min == 0)
    }

    /// Superko forbids to close a turn in an earlier arrangement, as long as something else is legal. A turn
    /// that is passed altogether is exempt.
    fn may_pass(&self, drops: &BTreeSet<Action>) -> bool {
        self.rest_may_be_left_out()
            && (self.in_turn == 0 || drops.is_empty() || !self.stood_before(&self.stones))
    }

    /// The second turn of the game may be a swap instead, if it is the second side's.
    fn may_swap(&self) -> bool {
        let second_turn = self.turns == 1 && self.in_turn == 0 && self.side == Side::Second;
        self.variant.swap && second_turn && !self.swapped
    }

    fn stood_before(&self, stones: &Stones) -> bool {
        self.variant.repetition == Repetition::PositionalSuperko && self.earlier.contains(stones)
    }

    /// Whether the turn ends by itself with so many actions done in `step`.
    fn ends_turn(&self, step: usize, in_step: u16) -> bool {
        let steps = self.steps();
        step + 1 == steps.len() && in_step == steps[step].max
    }

    /// Steps whose minimum can't be met end by themselves, and with the last one the turn, if anything was done
    /// in it.
    fn skip_what_cannot_be_done(&mut self) {
        while self.outcome.is_none() && !self.rest_may_be_left_out() && !self.something_possible() {
            let unmet = self.steps().get(self.step).filter(|step| self.in_step < step.min);
            let ends = unmet.is_some_and(|step| step.unmet == Unmet::End);
            (self.step, self.in_step) = (if ends { self.steps().len() } else { self.step + 1 }, 0);
            if self.step == self.steps().len() && self.in_turn > 0 {
                self.end_turn();
            }
        }
    }

    fn end_turn(&mut self) {
        self.passes = if self.in_turn == 0 { self.passes + 1 } else { 0 };
        self.side = self.side.other();
        self.begin_turn();
    }

    /// The players exchange their sides; the second side has still to make its first turn.
    fn swap_sides(&mut self) {
        self.passes = 0;
        self.swapped = true;
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        self.turns += 1;
        self.earlier.push(self.stones.clone());
        self.fresh.clear();
        (self.step, self.in_step, self.in_turn) = (0, 0, 0);
        if self.passes >= self.variant.end.passes {
            self.outcome = Some(Outcome::scored(Reason::Passes));
        } else if self.turns >= self.variant.end.max_turns {
            self.outcome = Some(Outcome::scored(Reason::Cap));
        }
        self.go_on();
    }

    /// The turn that begins goes on with what can be done in it; where nothing can, the game may be over.
    pub fn go_on(&mut self) {
        self.skip_what_cannot_be_done();
        let stuck = self.variant.end.stuck == Stuck::End && !self.may_swap() && !self.something_possible();
        if self.outcome.is_none() && stuck {
            self.outcome = Some(Outcome::scored(Reason::Stuck));
        }
    }
}
