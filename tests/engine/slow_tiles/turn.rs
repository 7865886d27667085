//! Turns: which steps are offered, which tier is in force, when a turn ends, and when a game is over.

use super::SlowTiles;
use dropline::board::CellSet;
use dropline::rules::{Action, IllegalReason, Outcome, Reason};
use dropline::variant::{ActionKind, Side, Step, Stuck, Unmet};
use std::collections::{BTreeMap, BTreeSet};

/// For each action, the step that it belongs to and the number of actions of that step that are done with it.
type InForce = BTreeMap<Action, (usize, u16)>;

/// A step that is offered.
struct OnOffer {
    step: usize,
    /// Its tier in force: the first in which any action is possible.
    tier: usize,
    /// The number of its actions that are done.
    done: u16,
}

impl SlowTiles {
    /// All legal actions.
    pub fn legal(&self) -> BTreeSet<Action> {
        if self.outcome.is_some() {
            return BTreeSet::new();
        }
        let mut legal: BTreeSet<_> = self.in_force().into_keys().collect();
        if self.offered().1 {
            legal.insert(Action::Pass);
        }
        if self.may_swap() {
            legal.insert(Action::Swap);
        }
        legal
    }

    /// All the rules that an illegal action breaks under any interpretation; none if it is legal.
    pub fn broken(&self, action: Action) -> Vec<IllegalReason> {
        match action {
            _ if self.outcome.is_some() => vec![IllegalReason::Over],
            Action::Pass if self.offered().1 => vec![],
            Action::Pass => vec![IllegalReason::Compulsory],
            Action::Swap if self.may_swap() => vec![],
            Action::Swap => vec![IllegalReason::NoSwap],
            _ if self.in_force().contains_key(&action) => vec![],
            _ if self.is_outranked(action) => vec![IllegalReason::Precedence],
            _ => self.broken_on_offer(action),
        }
    }

    /// Whether `action` would be legal if no earlier tier of an offered step were in force.
    fn is_outranked(&self, action: Action) -> bool {
        let allowed = |tier: &[usize]| {
            tier.iter().any(|&index| self.broken_as(&self.variant.actions[index].kind, action).is_empty())
        };
        let (offered, _) = self.offered();
        offered.iter().any(|on| self.steps()[on.step].tiers[on.tier + 1..].iter().any(|tier| allowed(tier)))
    }

    /// All the rules that an illegal action breaks as any kind of action in the rest of the turn, possible or not, or in the
    /// whole turn if nothing can be done at all.
    fn broken_on_offer(&self, action: Action) -> Vec<IllegalReason> {
        let mut all = vec![];
        if !self.on_board(action) {
            all.push(IllegalReason::OffBoard);
        }
        let steps = self.steps();
        let left = if self.step == steps.len() { steps } else { &steps[self.step..] };
        for index in left.iter().flat_map(Step::actions) {
            all.extend(self.broken_as(&self.variant.actions[index].kind, action));
        }
        all.retain(|&why| why != IllegalReason::Kind);
        all.push(IllegalReason::Kind);
        all
    }

    /// Makes a legal action.
    pub fn make_legal(&mut self, action: Action) {
        match action {
            Action::Pass => self.end_turn(),
            Action::Swap => self.swap_sides(),
            _ => {
                let (step, in_step) = self.in_force()[&action];
                self.do_action(action);
                (self.step, self.in_step) = (step, in_step);
                self.in_turn += 1;
                let steps = self.steps();
                if self.has_enough_tiles() {
                    self.close_turn();
                    self.outcome = Some(Outcome::scored(Reason::Tiles));
                } else if step + 1 == steps.len() && in_step == steps[step].max {
                    self.end_turn();
                } else {
                    self.skip_what_cannot_be_done();
                }
            }
        }
    }

    /// The kinds of action, by index, that `action` could be, whatever the turn offers.
    pub fn kinds_of(&self, action: Action) -> Vec<usize> {
        let allows = |&kind: &usize| self.broken_as(&self.variant.actions[kind].kind, action).is_empty();
        (0..self.variant.actions.len()).filter(allows).collect()
    }

    /// The steps of the current turn. A swap does not count as an opening.
    fn steps(&self) -> &[Step] {
        let number = self.turns - u32::from(self.swapped);
        &self.variant.openings.get(number as usize).unwrap_or(&self.variant.turn).steps
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
                tiers => (0..tiers).find(|&tier| !self.possible(step, tier).is_empty()),
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

    /// The actions of a `tier` of `step` that would be legal if none had precedence.
    fn possible(&self, step: usize, tier: usize) -> BTreeSet<Action> {
        let mut possible = BTreeSet::new();
        for &index in &self.steps()[step].tiers[tier] {
            let kind = &self.variant.actions[index].kind;
            let allowed = |&action: &Action| self.broken_as(kind, action).is_empty();
            possible.extend(self.candidates(kind).into_iter().filter(allowed));
        }
        possible
    }

    /// The legal actions. One that several steps allow belongs to the first of them.
    fn in_force(&self) -> InForce {
        let mut in_force = InForce::new();
        for OnOffer { step, tier, done } in self.offered().0.into_iter().rev() {
            in_force.extend(self.possible(step, tier).into_iter().map(|action| (action, (step, done + 1))));
        }
        in_force
    }

    /// All actions of that kind that could ever be legal, and some that cannot.
    fn candidates(&self, kind: &ActionKind) -> BTreeSet<Action> {
        match kind {
            ActionKind::StackDrop(_) => self.tiles.keys().map(|&cell| Action::Drop(cell)).collect(),
            ActionKind::Deal(_) => {
                let ways = |from| self.directions().iter().map(move |&step| (from, self.way(from, step)));
                let deal = |(from, way): (_, Vec<_>)| Some(Action::Deal { from, to: *way.last()? });
                self.stacks.keys().flat_map(|&from| ways(from)).filter_map(deal).collect()
            }
            ActionKind::Release(_) => {
                let release =
                    |cells: &BTreeSet<_>| Action::Release(cells.iter().copied().collect::<CellSet>());
                self.releases().iter().map(release).collect()
            }
            ActionKind::Place(_) | ActionKind::Displace(_) | ActionKind::Move(_) | ActionKind::Remove(_) => {
                BTreeSet::new()
            }
        }
    }

    /// Whether anything compulsory is left in the turn, possible or not.
    fn something_compulsory_is_left(&self) -> bool {
        let steps = self.steps();
        steps.get(self.step).is_some_and(|step| self.in_step < step.min)
            || steps.iter().skip(self.step + 1).any(|step| step.min > 0)
    }

    /// The second turn of the game may be a swap instead, if it is the second side's.
    fn may_swap(&self) -> bool {
        let second_turn = self.turns == 1 && self.in_turn == 0 && self.side == Side::Second;
        self.variant.swap && second_turn && !self.swapped
    }

    /// Leaves steps without a possible action while something compulsory is left. After the last step, ends the turn if anything
    /// was done in it.
    pub fn skip_what_cannot_be_done(&mut self) {
        while self.outcome.is_none() && self.something_compulsory_is_left() && self.in_force().is_empty() {
            let unmet = self.steps().get(self.step).filter(|step| self.in_step < step.min);
            let ends = unmet.is_some_and(|step| step.unmet == Unmet::End);
            (self.step, self.in_step) = (if ends { self.steps().len() } else { self.step + 1 }, 0);
            if self.step == self.steps().len() && self.in_turn > 0 {
                self.end_turn();
            }
        }
    }

    /// Ends the game if the player whose turn begins can do nothing and the variant says so.
    pub fn check_stuck(&mut self) {
        let stuck = self.variant.end.stuck == Stuck::End && self.in_turn == 0;
        if self.outcome.is_none() && stuck && !self.may_swap() && self.in_force().is_empty() {
            self.outcome = Some(Outcome::scored(Reason::Stuck));
        }
    }

    fn end_turn(&mut self) {
        self.close_turn();
        self.begin_turn();
    }

    /// Ends the turn; the other side is to move.
    fn close_turn(&mut self) {
        self.turns += 1;
        self.passes = if self.in_turn == 0 { self.passes + 1 } else { 0 };
        self.side = self.side.other();
        self.in_turn = 0;
    }

    /// Exchanges the sides of the players; the second side must still make its first turn.
    fn swap_sides(&mut self) {
        self.turns += 1;
        self.passes = 0;
        self.swapped = true;
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        (self.step, self.in_step, self.in_turn) = (0, 0, 0);
        if self.passes >= self.variant.end.passes {
            self.outcome = Some(Outcome::scored(Reason::Passes));
        } else if self.turns >= self.variant.end.max_turns {
            self.outcome = Some(Outcome::scored(Reason::Cap));
        }
        self.skip_what_cannot_be_done();
        self.check_stuck();
    }
}
