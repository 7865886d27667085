//! Turns on the slow engines: which steps are offered, what is legal, when a turn ends, and when a game is over.
//!
//! Turns are the same for stones and for stacks: an engine only answers what single actions do, and which rules they break.

pub use crate::slow_point::Point;
use dropline::rules::{Action, IllegalReason, Outcome, Position, Reason};
use dropline::variant::conditions::Missed;
use dropline::variant::{ActionRule, Side, Step, Stuck, Turn, Unmet};
use std::collections::BTreeSet;

/// A legal action that changes the board.
pub struct Made {
    action: Action,
    /// The kind of the action, by index.
    kind: usize,
    /// The step it belongs to.
    step: usize,
    /// Actions taken in that step, including this one.
    in_step: u16,
}

/// A step that is offered.
pub struct OfferedStep {
    step: usize,
    /// Its tier in force: the first in which any action is possible.
    tier: usize,
    /// The kinds of action in the tier, by index.
    kinds: Vec<usize>,
    /// The number of actions taken in the step.
    done: u16,
}

impl OfferedStep {
    fn new(steps: &[Step], step: usize, tier: usize, done: u16) -> Self {
        Self { step, tier, kinds: steps[step].tiers[tier].clone(), done }
    }
}

/// What a turn offers.
pub struct Offers {
    /// All steps of the turn.
    steps: Vec<Step>,
    /// The steps that are offered.
    offered: Vec<OfferedStep>,
    /// Whether the turn may end.
    may_end: bool,
}

/// A slow engine. The first functions are about single actions; turns follow from them.
pub trait SlowTurns: Position + Clone {
    /// The point that the game has reached.
    fn at(&self) -> &Point;
    /// The same point, mutable.
    fn at_mut(&mut self) -> &mut Point;

    /// A superset of the actions of kind `rule` that could ever be legal.
    fn candidates(&self, rule: &ActionRule) -> BTreeSet<Action>;
    /// All the rules that `action` breaks as an action of kind `rule`, apart from the rules on turns and on repetition.
    fn broken_as(&self, rule: &ActionRule, action: Action) -> Vec<IllegalReason>;
    /// Plays `action`, which must break no rule, as an action of the kind with the index `kind`.
    fn do_as(&mut self, kind: usize, action: Action);
    /// How the position on the board ends the game after an action, if it does.
    fn decided(&self) -> Option<Outcome>;

    /// How the position on the board ends the game when the side to move has ended its turn, if it does.
    fn decided_by_turn(&self) -> Option<Outcome> {
        None
    }

    /// The reasons why cells of `action` do not exist; empty if all do, or if [`SlowTurns::broken_as`] reports it.
    fn missing(&self, action: Action) -> Vec<IllegalReason> {
        let _ = action;
        vec![]
    }

    /// Whether repetition forbids ending a turn with the stones on the board.
    fn stood_before(&self) -> bool {
        false
    }

    /// The lines of `leaves` that forbid ending a turn with the stones on the board.
    fn missed_leaves(&self) -> Vec<Missed> {
        vec![]
    }

    /// Whether repetition forbids ending a turn with the stones that `action` leaves as an action of kind `rule`.
    fn would_have_stood_before(&self, rule: &ActionRule, action: Action) -> bool {
        let _ = (rule, action);
        false
    }

    /// Whether the turn that ends entitles the opponent to a catch-up turn.
    fn lets_the_other_catch_up(&self) -> bool {
        false
    }

    /// Whether the last turns, as many as end the game, have all been quiet.
    fn is_quiet(&self) -> bool {
        false
    }

    /// How the arrangement in which the last turn ended has ended the game, because it has stood before.
    fn repeated(&self) -> Option<Outcome> {
        None
    }

    /// Updates everything that the end of a turn changes, apart from the point of the game.
    fn finish_turn(&mut self) {}

    /// All legal actions.
    fn legal(&self) -> BTreeSet<Action> {
        if self.at().outcome.is_some() {
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

    /// For each of `actions`, every rule that it breaks under at least one kind of action that it could be; empty if it is legal.
    fn broken(&self, actions: &[Action]) -> Vec<Vec<IllegalReason>> {
        let offers = self.offers();
        actions.iter().map(|&action| self.broken_by(&offers, action)).collect()
    }

    /// Every rule that `action` breaks if the turn makes these `offers`.
    fn broken_by(&self, offers: &Offers, action: Action) -> Vec<IllegalReason> {
        match action {
            _ if self.at().outcome.is_some() => vec![IllegalReason::Over],
            Action::Pass if self.may_pass(&self.legal_on_board()) => vec![],
            Action::Pass if self.at().in_turn == 0 && self.nobody_passes() => vec![IllegalReason::Compulsory],
            Action::Pass if self.rest_may_be_left_out() && self.stood_before() => {
                vec![IllegalReason::Repetition]
            }
            Action::Pass if self.rest_may_be_left_out() => {
                self.missed_leaves().into_iter().map(IllegalReason::Leaves).collect()
            }
            Action::Pass => vec![IllegalReason::Compulsory],
            Action::Swap if self.may_swap() => vec![],
            Action::Swap => vec![IllegalReason::NoSwap],
            _ => self.make(offers, action).err().unwrap_or_default(),
        }
    }

    /// Plays a legal action.
    fn make_legal(&mut self, action: Action) {
        match action {
            Action::Pass => self.end_turn(),
            Action::Swap => self.swap_sides(),
            _ => {
                let Ok(made) = self.make(&self.offers(), action) else { panic!("{action:?} is illegal") };
                self.adopt(&made);
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

    /// Goes to the position after `made`, in the same turn.
    fn adopt(&mut self, made: &Made) {
        self.do_as(made.kind, made.action);
        let choosing = self.is_choosing();
        let at = self.at_mut();
        if choosing {
            (at.kind, at.step, at.in_step) = (Some(made.step), 0, made.in_step);
        } else {
            (at.step, at.in_step) = (made.step, made.in_step);
        }
        at.in_turn += 1;
    }

    /// The kinds of action, by index, that `action` could be, regardless of what the turn offers.
    fn kinds_of(&self, action: Action) -> Vec<usize> {
        let rules = self.variant().actions.iter().enumerate();
        rules.filter(|(_, rule)| self.broken_as(rule, action).is_empty()).map(|(kind, _)| kind).collect()
    }

    /// The steps of the kind of turn that was chosen, or before that, the first of each kind.
    fn steps(&self) -> Vec<Step> {
        let mut kinds = self.kinds_of_turn();
        if self.is_choosing() {
            return kinds.into_iter().map(|kind| kind[0].clone()).collect();
        }
        let kind = self.at().kind.unwrap_or(0);
        if kind < kinds.len() { kinds.swap_remove(kind) } else { vec![] }
    }

    /// Whether the player has yet to choose among several kinds of turn.
    fn is_choosing(&self) -> bool {
        self.at().kind.is_none() && self.kinds_of_turn().len() > 1
    }

    /// The kinds of the current turn for the side to move: their steps without actions that only the other side may take, and without
    /// tiers and steps that consist only of such actions. A kind cannot begin with such a step. A swap does not count as an opening.
    fn kinds_of_turn(&self) -> Vec<Vec<Step>> {
        let (at, variant) = (self.at(), self.variant());
        let normal = variant.catch_up.as_ref().filter(|_| at.catching_up).unwrap_or(&variant.turn);
        let turn = self.opening().unwrap_or(normal);
        let own = |action: &usize| variant.actions[*action].side.is_none_or(|only| only == at.side);
        let tier = |tier: &Vec<usize>| tier.iter().copied().filter(own).collect::<Vec<_>>();
        let step = |step: &Step| {
            let tiers = step.tiers.iter().map(tier).filter(|tier| !tier.is_empty()).collect();
            let min = if turn.claim && at.side == Side::First { 0 } else { step.min };
            Step { tiers, min, ..step.clone() }
        };
        let mut kinds: Vec<Vec<Step>> = vec![vec![]];
        for one in &turn.steps {
            if one.or {
                kinds.push(vec![]);
            }
            kinds.last_mut().expect("a kind of turn").push(step(one));
        }
        if kinds.len() > 1 {
            kinds.retain(|steps| !steps[0].tiers.is_empty());
        }
        kinds.iter_mut().for_each(|steps| steps.retain(|step| !step.tiers.is_empty()));
        kinds
    }

    /// The steps that are offered, each with its tier in force and the number of actions taken in the step: the current step,
    /// unless it has reached its maximum, and those after it as long as nothing compulsory is left before them. A compulsory step
    /// without a possible action is left out. If such a step ends the turn, the steps after it are left out too.
    fn offers(&self) -> Offers {
        let (steps, mut offered, current) = (self.steps(), vec![], self.at().step);
        if self.is_choosing() && current == 0 {
            offered.extend((0..steps.len()).map(|step| OfferedStep::new(&steps, step, 0, 0)));
            return Offers { steps, offered, may_end: false };
        }
        let mut may_end = true;
        for (step, rules) in steps.iter().enumerate().skip(current) {
            let done = if step == current { self.at().in_step } else { 0 };
            if done == rules.max {
                continue;
            }
            let optional = done >= rules.min;
            let tier = match rules.tiers.len() {
                // A single tier is in force whether or not it has a possible action.
                1 if optional || step == current => Some(0),
                tiers => {
                    (0..tiers).find(|&tier| self.some_possible(&OfferedStep::new(&steps, step, tier, done)))
                }
            };
            offered.extend(tier.map(|tier| OfferedStep::new(&steps, step, tier, done)));
            if !optional {
                if tier.is_some() || step == current {
                    may_end = false;
                    break;
                }
                if rules.unmet != Unmet::Skip {
                    may_end = rules.unmet == Unmet::End;
                    break;
                }
            }
        }
        Offers { steps, offered, may_end }
    }

    /// `action` under the first step that allows it, and as the first kind of action in that step; otherwise all the rules that
    /// it breaks.
    fn make(&self, offers: &Offers, action: Action) -> Result<Made, Vec<IllegalReason>> {
        let missing = self.missing(action);
        if !missing.is_empty() {
            return Err(missing);
        }
        let Offers { steps, offered, .. } = offers;
        if let Some(made) = offered.iter().find_map(|on| self.make_in(on, action).ok()) {
            return Ok(made);
        }
        let lower = |on: &OfferedStep| {
            let mut tiers = on.tier + 1..steps[on.step].tiers.len();
            tiers.any(|tier| self.make_in(&OfferedStep::new(steps, on.step, tier, on.done), action).is_ok())
        };
        if offered.iter().any(lower) {
            return Err(vec![IllegalReason::Precedence]);
        }
        // Tries every interpretation, even as an action of a step without possible actions.
        let current = self.at().step;
        let first = if current == steps.len() { 0 } else { current };
        let mut broken = vec![];
        for (step, rules) in steps.iter().enumerate().skip(first) {
            let done = if step == current { self.at().in_step } else { 0 };
            // A full step has no further action.
            for tier in (0..rules.tiers.len()).filter(|_| done < rules.max) {
                let on = OfferedStep::new(steps, step, tier, done);
                broken.extend(self.make_in(&on, action).err().into_iter().flatten());
            }
        }
        broken.retain(|&why| why != IllegalReason::Kind);
        broken.push(IllegalReason::Kind);
        Err(broken)
    }

    /// `action` as an action of a step's tier, or all the rules that it breaks.
    fn make_in(&self, on: &OfferedStep, action: Action) -> Result<Made, Vec<IllegalReason>> {
        let mut all_broken = vec![];
        for &kind in &on.kinds {
            let rule = &self.variant().actions[kind];
            let broken = self.broken_as(rule, action);
            if broken.is_empty() {
                let made = Made { action, kind, step: on.step, in_step: on.done + 1 };
                let repeats = self.would_have_stood_before(rule, action);
                let binds = self.variant().binds_turns();
                match repeats || binds {
                    true => match self.ends_badly(&made, repeats) {
                        why if why.is_empty() => return Ok(made),
                        why => all_broken.extend(why),
                    },
                    false => return Ok(made),
                }
            }
            all_broken.extend(broken);
        }
        Err(all_broken)
    }

    /// The legal actions that change the board.
    fn legal_on_board(&self) -> BTreeSet<Action> {
        self.offers().offered.iter().flat_map(|on| self.possible(on)).collect()
    }

    /// Whether a legal action changes the board.
    fn some_on_board(&self) -> bool {
        self.offers().offered.iter().any(|on| self.some_possible(on))
    }

    /// The actions of the tier of a step that would be legal if none had precedence.
    fn possible(&self, on: &OfferedStep) -> BTreeSet<Action> {
        let candidates = self.all_candidates(on).into_iter();
        candidates.filter(|&action| self.make_in(on, action).is_ok()).collect()
    }

    /// Whether [`Self::possible`] has any actions.
    fn some_possible(&self, on: &OfferedStep) -> bool {
        self.all_candidates(on).into_iter().any(|action| self.make_in(on, action).is_ok())
    }

    /// A superset of the actions of a step's tier that could ever be legal.
    fn all_candidates(&self, on: &OfferedStep) -> BTreeSet<Action> {
        on.kinds.iter().flat_map(|&kind| self.candidates(&self.variant().actions[kind])).collect()
    }

    /// Whether nothing compulsory is left in the turn, or nothing compulsory that is left is possible.
    fn rest_may_be_left_out(&self) -> bool {
        self.offers().may_end
    }

    /// Whether anything compulsory is left in the turn, possible or not.
    fn something_compulsory_is_left(&self) -> bool {
        let (at, steps) = (self.at(), self.steps());
        steps.get(at.step).is_some_and(|step| at.in_step < step.min)
            || steps.iter().skip(at.step + 1).any(|step| step.min > 0)
    }

    /// Superko forbids ending a turn in an earlier arrangement, as long as something else is legal. A passed turn is exempt.
    fn may_pass(&self, others: &BTreeSet<Action>) -> bool {
        let passed = self.at().in_turn == 0;
        self.rest_may_be_left_out()
            && !(passed && self.nobody_passes())
            && (passed || others.is_empty() || !self.stood_before() && self.missed_leaves().is_empty())
    }

    /// The opening that is due: a swap of sides does not count as one, and a claim leaves out the rest.
    fn opening(&self) -> Option<&Turn> {
        let number = self.at().turns - u32::from(self.at().swapped);
        self.variant().openings.get(number as usize).filter(|_| !self.at().claimed)
    }

    /// Whether the player may claim the first side now.
    fn may_claim(&self) -> bool {
        self.at().in_turn == 0 && self.opening().is_some_and(|turn| turn.claim)
    }

    /// Whether a player who can do nothing wins, loses or ends the game, so no turn is passed, not even if a swap is all there is.
    fn nobody_passes(&self) -> bool {
        if self.may_claim() {
            return self.at().side == Side::Second;
        }
        match self.variant().end.stuck {
            Stuck::Pass => false,
            Stuck::End => self.may_swap() && !self.some_on_board(),
            Stuck::Loses | Stuck::Wins => true,
        }
    }

    /// The second turn of the game may be a swap instead, if it is the second side's; so may its turns in which it can claim.
    fn may_swap(&self) -> bool {
        let at = self.at();
        let second_turn = self.variant().swap && at.turns == 1 && at.in_turn == 0 && !at.swapped;
        (second_turn || self.may_claim()) && at.side == Side::Second
    }

    /// Why the turn must not be over after an action, if it would be: because it was the last one, or because only a closing `pass`
    /// could follow. `repeats` says whether the arrangement after it must not be left.
    fn ends_badly(&self, made: &Made, repeats: bool) -> Vec<IllegalReason> {
        let mut after = self.clone();
        // The turn may have seemed impossible before this action.
        after.at_mut().unfinished = false;
        after.adopt(made);
        after.skip_what_cannot_be_done();
        let over = after.is_turn_over() || after.rest_may_be_left_out() && !after.some_on_board();
        match over {
            true if repeats => vec![IllegalReason::Repetition],
            true if after.at().unfinished => vec![IllegalReason::Unfinished],
            true => after.missed_leaves().into_iter().map(IllegalReason::Leaves).collect(),
            false => vec![],
        }
    }

    /// Whether the current turn has ended by itself: all its steps are done or impossible.
    fn is_turn_over(&self) -> bool {
        let (at, steps) = (self.at(), self.steps());
        let done = at.step + 1 == steps.len() && at.in_step == steps[at.step].max;
        at.in_turn > 0 && (done || at.step == steps.len())
    }

    /// Skips steps without a possible action, as long as something compulsory is left.
    fn skip_what_cannot_be_done(&mut self) {
        while self.something_compulsory_is_left() && !self.some_on_board() {
            let choosing = self.is_choosing();
            let (steps, at) = (self.steps(), self.at_mut());
            let unmet = steps.get(at.step).filter(|step| at.in_step < step.min);
            let ends = choosing || unmet.is_some_and(|step| step.unmet != Unmet::Skip);
            at.unfinished |= !choosing && unmet.is_some_and(|step| step.unmet == Unmet::Illegal);
            (at.step, at.in_step) = (if ends { steps.len() } else { at.step + 1 }, 0);
        }
    }

    fn end_turn(&mut self) {
        if let Some(outcome) = self.decided_by_turn() {
            return self.end_decided(outcome);
        }
        let catching_up = self.lets_the_other_catch_up();
        self.finish_turn();
        let claims = self.may_claim();
        let at = self.at_mut();
        at.claimed |= claims;
        at.passes = if at.in_turn == 0 && !claims { at.passes + 1 } else { 0 };
        at.catching_up = catching_up;
        at.side = at.side.other();
        self.begin_turn();
    }

    /// Ends the turn and the game, because the position on the board decides the game.
    fn end_decided(&mut self, outcome: Outcome) {
        let at = self.at_mut();
        at.turns += 1;
        at.side = at.side.other();
        (at.kind, at.step, at.in_step, at.in_turn) = (None, 0, 0, 0);
        at.outcome = Some(outcome);
    }

    /// Exchanges the sides of the players; the second side must still take its first turn.
    fn swap_sides(&mut self) {
        self.at_mut().claimed |= self.may_claim();
        self.at_mut().passes = 0;
        self.at_mut().swapped = true;
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        let end = self.variant().end;
        let at = self.at_mut();
        at.turns += 1;
        (at.kind, at.step, at.in_step, at.in_turn, at.unfinished) = (None, 0, 0, 0, false);
        let repeated = self.repeated();
        let at = self.at_mut();
        if repeated.is_some() {
            at.outcome = repeated;
        } else if at.passes >= end.passes {
            at.outcome = Some(Outcome::scored(Reason::Passes));
        } else if at.turns >= end.max_turns {
            at.outcome = Some(Outcome::scored(Reason::Cap));
        } else if self.is_quiet() {
            self.at_mut().outcome = Some(Outcome::scored(Reason::Quiet));
        }
        self.skip_to_possible_step();
    }

    /// Continues with the first step in which the player can act. If the player cannot act at all, the `stuck` rule applies.
    fn skip_to_possible_step(&mut self) {
        if self.at().outcome.is_some() {
            return;
        }
        self.skip_what_cannot_be_done();
        if self.may_swap() || self.may_claim() || self.some_on_board() {
            return;
        }
        let at = self.at();
        let outcome = match self.variant().end.stuck {
            Stuck::Pass => None,
            Stuck::End => Some(Outcome::scored(Reason::Stuck)),
            Stuck::Loses => Some(Outcome::won(Reason::Stuck, at.owner(at.side.other()))),
            Stuck::Wins => Some(Outcome::won(Reason::Stuck, at.owner(at.side))),
        };
        self.at_mut().outcome = outcome;
    }
}
