//! The course of a game: openings and turns, their steps, passes, the pie rule, and the end.

use super::cells::Cells;
use super::compile::{Menu, Offer, PlannedStep, Rules};
use super::compiled::Compiled;
use super::game::Outcome;
use super::new_per_group::Fresh;
use super::state::State;

/// How far the game and the turn under way have come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The side that moves, as an index.
    pub side: u8,
    /// The step under way, of the rules' `steps`.
    pub step: u16,
    /// Actions done in the step.
    pub done: u16,
    /// Actions done in the turn.
    pub made: u32,
    /// Turns done in the game.
    pub turns: u32,
    /// Passed turns in a row.
    pub passes: u16,
    /// The players have exchanged their sides.
    pub swapped: bool,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

impl Progress {
    /// The start of a game.
    pub fn start<S: Cells, const D: usize>(rules: &Rules<S, D>) -> Self {
        let setup = &rules.variant.setup;
        Self {
            side: setup.mover().index() as u8,
            step: rules.first_step(setup.turns),
            done: 0,
            made: 0,
            turns: setup.turns,
            passes: 0,
            swapped: false,
            outcome: None,
        }
    }
}

impl<S: Cells, const D: usize> Rules<S, D> {
    /// The first step of the turn number `turn`, counted from 0: of an opening, or of the normal turn.
    #[inline(always)]
    fn first_step(&self, turn: u32) -> u16 {
        self.turns[(turn as usize).min(self.turns.len() - 1)]
    }
}

impl<S: Compiled, const D: usize> State<S, D> {
    /// The step under way.
    #[inline(always)]
    fn planned_step<'r>(&self, rules: &'r Rules<S, D>) -> &'r PlannedStep {
        &rules.steps[usize::from(self.progress.step)]
    }

    /// What the player can choose from now.
    #[inline(always)]
    pub fn menu<'r>(&self, rules: &'r Rules<S, D>) -> &'r Menu {
        let step = self.planned_step(rules);
        &step.menus[usize::from(self.progress.done >= step.min)]
    }

    /// Whether an action of `offer` ends the turn.
    #[inline(always)]
    pub fn ends_turn(&self, rules: &Rules<S, D>, offer: Offer) -> bool {
        if offer.step != self.progress.step {
            return offer.ends_fresh_step;
        }
        let step = self.planned_step(rules);
        step.last && self.progress.done + 1 == step.max
    }

    /// Whether the player may take the other side now.
    #[inline(always)]
    pub fn may_swap(&self, rules: &Rules<S, D>) -> bool {
        let now = &self.progress;
        rules.swap && now.turns == 1 && now.made == 0 && !now.swapped && now.outcome.is_none()
    }

    /// Whether the turn may be ended, or passed, now.
    pub fn may_pass(&self, rules: &Rules<S, D>) -> bool {
        self.progress.outcome.is_none()
            && self.menu(rules).pass
            && !(rules.superko
                && self.progress.made > 0
                && self.repeats(self.hash)
                && S::some_action(self, rules))
    }

    /// An action of `step` has been made: the turn goes on with what comes next.
    #[inline(always)]
    pub fn advance(&mut self, rules: &Rules<S, D>, step: u16) {
        let now = &mut self.progress;
        now.made += 1;
        now.done = if now.step == step { now.done + 1 } else { 1 };
        now.step = step;
        if now.done == rules.steps[usize::from(step)].max {
            now.step += 1;
            now.done = 0;
        }
        self.settle(rules);
        if self.planned_step(rules).closed {
            self.end_turn(rules, false);
        }
    }

    /// Ends steps that are not done but have nothing legal to go on with; where the turn could be ended by the
    /// player it is left to the player.
    #[inline(always)]
    pub fn settle(&mut self, rules: &Rules<S, D>) {
        while !self.menu(rules).pass && !S::some_action(self, rules) {
            self.progress.step += 1;
            self.progress.done = 0;
        }
    }

    /// The player ends the turn, or passes it.
    #[inline(always)]
    pub fn pass(&mut self, rules: &Rules<S, D>) {
        self.end_turn(rules, self.progress.made == 0);
    }

    /// The player takes the other side instead of making a turn: the side to move stays the same, its owner
    /// changes, and the turn that was due is still to be made.
    pub fn swap(&mut self, rules: &Rules<S, D>) {
        self.progress.swapped = true;
        self.progress.turns += 1;
        self.progress.passes = 0;
        self.check_cap(rules);
    }

    #[inline(always)]
    fn end_turn(&mut self, rules: &Rules<S, D>, passed: bool) {
        if rules.superko {
            self.history.push(self.hash);
        }
        let now = &mut self.progress;
        now.turns += 1;
        now.passes = if passed { now.passes + 1 } else { 0 };
        now.side ^= 1;
        now.step = rules.first_step(now.turns - u32::from(now.swapped));
        now.done = 0;
        now.made = 0;
        self.fresh = Fresh::none();
        self.memory.seen = [S::none(); 2];
        if self.progress.passes == rules.passes {
            self.progress.outcome = Some(Outcome::Passes);
        } else {
            self.check_cap(rules);
        }
        if self.progress.outcome.is_none() {
            self.settle(rules);
        }
    }

    #[inline(always)]
    fn check_cap(&mut self, rules: &Rules<S, D>) {
        if self.progress.turns >= rules.max_turns {
            self.progress.outcome = Some(Outcome::Cap);
        }
    }
}
