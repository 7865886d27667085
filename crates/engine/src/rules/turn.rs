//! The turn flow of a game: openings and turns, their steps, precedence, passes, the pie rule, and the end of the game.
//!
//! Turns work the same way in positions of single stones and of stacks. Both kinds of position implement [`TurnFlow`], which asks
//! them what is legal.

use super::outcome::{Outcome, Reason};
use super::plan::{Choices, Plan, PlannedStep, SearchStage, Slot};
use super::player::Player;
use crate::variant::{Side, Stuck, Variant};

/// Who moves in a game, and how far the game has progressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The side that takes the next action.
    pub side: Side,
    /// Whether the players have exchanged sides.
    pub swapped: bool,
    /// The number of the turn that is due, among openings and later turns, counted from 0.
    pub due: u32,
    /// Turns completed since the start of the game, including those of the setup.
    pub turns: u32,
    /// Actions taken in the current turn.
    pub actions: u32,
    /// How the game ended; `None` while it continues.
    pub outcome: Option<Outcome>,
}

impl Stage {
    /// The player that takes the next action.
    #[inline]
    pub fn to_move(&self) -> Player {
        Player::BOTH[self.side.index() ^ usize::from(self.swapped)]
    }
}

/// The progress of the game and of the current turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The side that moves, as an index.
    pub side: u8,
    /// The index of the current choices in the plan's `choices`: found once after each action and read often.
    pub choices: u16,
    /// The index of the current step in the plan's `steps`.
    pub step: u16,
    /// Actions taken in the step.
    pub done: u16,
    /// Actions taken in the turn.
    pub made: u32,
    /// Turns completed in the game.
    pub turns: u32,
    /// Passed turns in a row.
    pub passes: u16,
    /// Turns in a row that did not change how many stones each side has; counted if they end the game.
    pub quiet: u16,
    /// Whether the players have exchanged sides.
    pub swapped: bool,
    /// The number of the turn that is due, counted from 0 without swaps; past all openings once a player has claimed the first side.
    pub due: u32,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

impl Progress {
    /// The start of a game.
    pub fn start(plan: &Plan, variant: &Variant) -> Self {
        let setup = &variant.setup;
        Self {
            side: setup.mover().index() as u8,
            choices: 0,
            step: plan.first_step(setup.turns, setup.mover().index() as u8),
            done: 0,
            made: 0,
            turns: setup.turns,
            passes: 0,
            quiet: 0,
            swapped: false,
            due: setup.turns,
            outcome: None,
        }
    }

    /// Ends the game, unless it is over, with a defeat of the player to move.
    pub fn resign(&mut self) {
        let winner = self.stage().to_move().other();
        self.outcome = self.outcome.or(Some(Outcome::won(Reason::Resigned, winner)));
    }

    /// The part of the progress that the interface shows.
    #[inline(always)]
    pub fn stage(&self) -> Stage {
        let Self { side, swapped, due, turns, made, outcome, .. } = *self;
        Stage { side: Side::BOTH[usize::from(side & 1)], swapped, due, turns, actions: made, outcome }
    }
}

/// The state of the search for the choices.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SearchState {
    /// The choices have been found: an action is possible, or the turn may be ended.
    Found,
    /// The search continues at the stage with this index in the plan's `searches`.
    Further(u16),
    /// The step offers nothing.
    Nothing,
}

/// A position with a turn flow, played by rules of type `R`.
pub trait TurnFlow<R> {
    /// The turns of the game.
    fn plan(rules: &R) -> &Plan;
    /// The progress of the game.
    fn progress(&self) -> &Progress;
    /// The progress of the game, mutable.
    fn progress_mut(&mut self) -> &mut Progress;
    /// Whether any action of the [`TurnFlow::choices`] other than `pass` is legal.
    fn some_action(&self, rules: &R) -> bool;
    /// Whether the turn must not end now, for what would be left on the board.
    fn must_not_end(&self, rules: &R) -> bool;
    /// Called when a turn has ended and the side to move has changed. Returns how what stands on the board then ends the game.
    fn turn_ended(&mut self, rules: &R) -> Option<Outcome>;
    /// [`TurnFlow::next_step`], as a separate function: a turn ends in many places, and the code is long.
    fn find_next(&mut self, rules: &R);
    /// [`TurnFlow::search_on`], as a separate function.
    fn search_further(&mut self, rules: &R, asked: SearchState);
    /// [`TurnFlow::begin_turn`], as a separate function.
    fn start_turn(&mut self, rules: &R);
    /// The outcome if the position ends the game, regardless of the progress of the turn.
    fn finished(&mut self, rules: &R) -> Option<Outcome>;

    /// The player who has the side with the index `side`.
    #[inline(always)]
    fn owner(&self, side: usize) -> Player {
        Player::BOTH[(side & 1) ^ usize::from(self.progress().swapped)]
    }

    /// The current step.
    #[inline(always)]
    fn planned_step<'r>(&self, rules: &'r R) -> &'r PlannedStep {
        &Self::plan(rules).steps[usize::from(self.progress().step)]
    }

    /// The current choices of the player.
    #[inline(always)]
    fn choices<'r>(&self, rules: &'r R) -> &'r Choices {
        &Self::plan(rules).choices[usize::from(self.progress().choices)]
    }

    /// Whether an action of `slot` ends the turn.
    #[inline(always)]
    fn ends_turn(&self, rules: &R, slot: Slot) -> bool {
        if Self::plan(rules).single {
            return true;
        }
        if slot.step != self.progress().step {
            return slot.ends_later_step;
        }
        let step = self.planned_step(rules);
        step.last && self.progress().done + 1 == step.max
    }

    /// Whether the player may take the other side now: the second side's player, instead of the second turn of the game, or of an
    /// opening in which the first side can be claimed.
    #[inline(always)]
    fn may_swap(&self, rules: &R) -> bool {
        self.progress().due < Self::plan(rules).swaps_before
            && may_swap_now(Self::plan(rules), self.progress())
    }

    /// Whether the turn has just begun, and a player may claim the first side instead of taking it.
    #[inline(always)]
    fn may_claim(&self, rules: &R) -> bool {
        self.progress().made == 0 && Self::plan(rules).can_claim(self.progress().due)
    }

    /// Whether the turn has just begun and cannot be passed, because in this variant a player who can do nothing loses or wins
    /// immediately, or ends the game and now can do nothing but swap, or because this player claims the first side by a swap.
    #[inline(always)]
    fn passes_no_turn(&self, rules: &R) -> bool {
        if self.may_claim(rules) {
            return self.may_swap(rules);
        }
        let stuck = Self::plan(rules).stuck;
        let only_swap = || stuck.ends() && self.may_swap(rules) && !self.some_action(rules);
        self.progress().made == 0 && (stuck.decides() || only_swap())
    }

    /// Whether the turn may be ended, or passed, now.
    #[inline(always)]
    fn may_pass(&self, rules: &R) -> bool {
        let now = self.progress();
        now.outcome.is_none()
            && self.choices(rules).pass
            && !self.passes_no_turn(rules)
            && !(now.made > 0 && self.must_not_end(rules))
    }

    /// Counts an action of `step`. Returns whether the usual case applies: the player may take another such action, or end the
    /// turn.
    #[inline(always)]
    fn count_action(&mut self, rules: &R, step: u16) -> bool {
        let planned = &Self::plan(rules).steps[usize::from(step)];
        let now = self.progress_mut();
        now.made += 1;
        now.done = if now.step == step { now.done + 1 } else { 1 };
        now.step = step;
        let full = now.done == planned.max;
        let open = planned.open & (now.done >= planned.min) & !full;
        if full {
            now.step += 1;
            now.done = 0;
        }
        open
    }

    /// Advances the turn after an action of `step`.
    #[inline(always)]
    fn advance(&mut self, rules: &R, step: u16) {
        let open = self.count_action(rules, step);
        if let Some(outcome) = self.finished(rules) {
            self.close_turn(rules, false);
            let _ = self.turn_ended(rules);
            self.progress_mut().outcome = Some(outcome);
            return;
        }
        if open {
            self.progress_mut().choices = Self::plan(rules).steps[usize::from(step)].open_choices;
            return;
        }
        self.find_next(rules);
    }

    /// Moves on to the next step in which an action is possible, or ends the turn.
    #[inline(always)]
    fn next_step(&mut self, rules: &R) {
        // If the turn can only end, no search is needed.
        if !self.planned_step(rules).closed {
            self.settle(rules);
        }
        if self.planned_step(rules).closed && self.end_turn(rules, false) {
            self.begin_turn(rules);
        }
    }

    /// Finds the choices. Moves past each step that offers nothing: no action is legal in that step, although it or a later step
    /// still has compulsory actions. If the player may end the turn, it stays open until the player does so.
    #[inline(always)]
    fn settle(&mut self, rules: &R) {
        // Most searches end at the first or second stage; the code for further stages is out of line.
        let mut asked = self.begin_search(rules);
        if let SearchState::Further(stage) = asked {
            asked = self.ask(rules, stage);
        }
        if asked == SearchState::Nothing {
            self.leave_step(rules);
            // Most often the turn is over: only `pass` is left then, so no search is needed.
            let step = self.planned_step(rules);
            if step.closed {
                self.progress_mut().choices = step.open_choices;
                return;
            }
            asked = SearchState::Further(step.search(0));
        }
        if asked != SearchState::Found {
            self.search_further(rules, asked);
        }
    }

    /// Continues the turn after a step that offers nothing.
    #[inline(always)]
    fn leave_step(&mut self, rules: &R) {
        let step = self.planned_step(rules);
        let now = self.progress_mut();
        now.step = if now.done < step.min { step.unmet } else { now.step + 1 };
        now.done = 0;
    }

    /// Continues a search through further stages and steps until it finds the choices.
    #[inline(always)]
    fn search_on(&mut self, rules: &R, mut asked: SearchState) {
        loop {
            asked = match asked {
                SearchState::Found => return,
                SearchState::Further(stage) => self.ask(rules, stage),
                SearchState::Nothing => {
                    self.leave_step(rules);
                    self.begin_search(rules)
                }
            }
        }
    }

    /// Runs the first stage of the search for the choices in the current step.
    #[inline(always)]
    fn begin_search(&mut self, rules: &R) -> SearchState {
        self.ask(rules, self.planned_step(rules).search(self.progress().done))
    }

    /// Runs a stage of the search for the choices.
    #[inline(always)]
    fn ask(&mut self, rules: &R, stage: u16) -> SearchState {
        match Self::plan(rules).searches[usize::from(stage)] {
            SearchStage::Found(choices) => {
                self.progress_mut().choices = choices;
                SearchState::Found
            }
            SearchStage::Ask { choices, some, none } => {
                self.progress_mut().choices = choices;
                let possible = self.some_action(rules);
                match if possible { some } else { none } {
                    Some(next) => SearchState::Further(next),
                    None if possible => SearchState::Found,
                    None => SearchState::Nothing,
                }
            }
        }
    }

    /// Ends or passes the turn for the player, or claims the first side.
    #[inline(always)]
    fn pass(&mut self, rules: &R) {
        let claimed = self.claim(rules);
        let passed = self.progress().made == 0;
        if self.end_turn(rules, passed && !claimed) {
            match self.planned_step(rules).ready {
                Some(choices) => self.progress_mut().choices = choices,
                None => self.start_turn(rules),
            }
        }
    }

    /// Leaves out the remaining openings if the player may claim the first side now; returns whether that is so.
    #[inline(always)]
    fn claim(&mut self, rules: &R) -> bool {
        let claimed = self.may_claim(rules);
        if claimed {
            self.progress_mut().due = Self::plan(rules).turns.len() as u32;
        }
        claimed
    }

    /// Gives the player the other side instead of a turn: the side to move stays the same, its owner changes, and the turn that was
    /// due has yet to be played, or the first turn after the openings if the player has claimed the side.
    #[inline(always)]
    fn swap(&mut self, rules: &R) {
        if self.claim(rules) {
            let plan = Self::plan(rules);
            let now = self.progress_mut();
            now.step = plan.first_step(now.due, now.side);
        }
        let now = self.progress_mut();
        now.swapped = true;
        now.turns += 1;
        now.passes = 0;
        self.check_cap(rules);
        if self.progress().outcome.is_none() {
            self.start_turn(rules);
        }
    }

    /// Begins a turn, the first of the game or a later one.
    #[inline(always)]
    fn begin_turn(&mut self, rules: &R) {
        // A turn that can always be passed needs no search.
        if let Some(choices) = self.planned_step(rules).ready {
            self.progress_mut().choices = choices;
            return;
        }
        // Most other turns begin with a possible action: no search is needed, and nobody is stuck.
        if let Some(choices) = self.planned_step(rules).first_choices {
            self.progress_mut().choices = choices;
            if self.some_action(rules) {
                return;
            }
        }
        self.settle(rules);
        self.check_stuck(rules);
    }

    /// Completes the turn: the other side is to move.
    #[inline(always)]
    fn close_turn(&mut self, rules: &R, passed: bool) {
        let plan = Self::plan(rules);
        let now = self.progress_mut();
        now.turns += 1;
        now.due += 1;
        now.passes = if passed { now.passes + 1 } else { 0 };
        now.side ^= 1;
        now.step = plan.first_step(now.due, now.side);
        now.done = 0;
        now.made = 0;
    }

    /// Ends the turn. Returns whether another begins.
    #[inline(always)]
    fn end_turn(&mut self, rules: &R, passed: bool) -> bool {
        self.close_turn(rules, passed);
        if let Some(outcome) = self.turn_ended(rules) {
            self.progress_mut().outcome = Some(outcome);
        } else if self.progress().passes == Self::plan(rules).passes {
            self.progress_mut().outcome = Some(Outcome::scored(Reason::Passes));
        } else {
            self.check_cap(rules);
        }
        self.progress().outcome.is_none()
    }

    #[inline(always)]
    fn check_cap(&mut self, rules: &R) {
        // An arrangement that has returned in the last turn decides the game even so.
        let decided = |outcome: Outcome| outcome.decided.is_some();
        if self.progress().turns >= Self::plan(rules).max_turns
            && !self.progress().outcome.is_some_and(decided)
        {
            self.progress_mut().outcome = Some(Outcome::scored(Reason::Cap));
        }
    }

    /// Ends the game if the player can do nothing in the new turn and the variant ends games for that reason.
    #[inline(always)]
    fn check_stuck(&mut self, rules: &R) {
        // If `pass` is not legal, the current step has a legal action: otherwise the step would have ended.
        if Self::plan(rules).stuck.ends()
            && self.choices(rules).pass
            && self.progress().outcome.is_none()
            && !self.may_swap(rules)
            && !self.may_claim(rules)
            && !self.some_action(rules)
        {
            let mover = usize::from(self.progress().side);
            self.progress_mut().outcome = Some(match Self::plan(rules).stuck {
                Stuck::Loses => Outcome::won(Reason::Stuck, self.owner(1 - mover)),
                Stuck::Wins => Outcome::won(Reason::Stuck, self.owner(mover)),
                Stuck::Pass | Stuck::End => Outcome::scored(Reason::Stuck),
            });
        }
    }
}

/// Whether the player may take the other side now, in a game in which that can happen. Few games have such a rule. The function is not
/// inlined: otherwise the compiler would evaluate all its conditions in every game to save a branch.
#[inline(never)]
fn may_swap_now(plan: &Plan, now: &Progress) -> bool {
    let swaps = if plan.claims.is_empty() { now.due == 1 } else { plan.can_claim(now.due) };
    swaps && now.side == 1 && now.made == 0 && !now.swapped && now.outcome.is_none()
}
