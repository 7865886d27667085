//! Whole random games: loops that play as [`random`](super::random) does, with as little work as possible between two actions.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::draw::draw_other;
use super::flow::{advance, pass};
use super::index::{Index, cell};
use super::legal::{count, count_general};
use super::own_eyes::PlayoutPolicy;
use super::plan::{Choices, Slot};
use super::processor::{compiled, inlined};
use super::random::{draw_and_make, play_random};
use super::state::State;
use super::trace::Trace;
use super::turn::TurnFlow;
use crate::actions::place::Profile;
use crate::chance::Draw;
use rand_xoshiro::Xoshiro256PlusPlus;

impl<S: Cells, const D: usize> State<S, D> {
    /// Plays random actions to the end of the game; returns how many.
    ///
    /// `play_known` calls the same loop for each [`Profile`] of placement rules, with constants for the profile and the policy,
    /// so that the compiler can remove the checks of these two, and the branches that cannot run.
    #[inline(always)]
    pub fn playout(
        &mut self,
        rules: &Rules<S, D>,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
    ) -> u32 {
        self.play_known(rules, rng, policy, None)
    }

    /// Plays random actions, as [`State::play_random`] does, to the end of the turn, and records each in `trace`, with the number
    /// of legal actions before it. Sight is computed once for counting and drawing.
    #[inline(always)]
    pub fn play_random_turn(
        &mut self,
        rules: &Rules<S, D>,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
        trace: &mut Trace,
    ) {
        self.play_known(rules, rng, policy, Some(trace));
    }

    /// Plays random actions to the end of the game, or if there is a `trace`, to the end of the turn; returns how many.
    /// [`State::playout`] explains why there are several calls of the same loop; on large boards, there is one.
    #[inline(always)]
    fn play_known(
        &mut self,
        rules: &Rules<S, D>,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
        trace: Option<&mut Trace>,
    ) -> u32 {
        let free = PlayoutPolicy::Unrestricted;
        if S::PROFILED && policy == free && rules.are_usual(Profile::Common) {
            self.play_on(rules, Profile::Common, rng, free, trace)
        } else if S::PROFILED && policy == free && rules.are_usual(Profile::Usual) {
            self.play_on(rules, Profile::Usual, rng, free, trace)
        } else {
            self.play_on(rules, Profile::Any, rng, policy, trace)
        }
    }

    /// The loop of [`State::play_known`]. All placement rules of normal turns have the `profile`; those of openings may differ.
    #[inline(always)]
    fn play_on(
        &mut self,
        rules: &Rules<S, D>,
        profile: Profile,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
        mut trace: Option<&mut Trace>,
    ) -> u32 {
        let mut draw = Draw::new(rng);
        let turn = self.progress.turns;
        let mut actions = 0;
        while self.progress.outcome.is_none() && (trace.is_none() || self.progress.turns == turn) {
            let slot = self.choices(rules).only_place;
            if let Some(slot) = slot
                && rules.place_rule(slot).profile >= profile
                && !self.may_swap(rules)
            {
                actions += self.play_slot(rules, profile, slot, policy, trace.as_deref_mut(), &mut draw);
                continue;
            }
            actions += 1;
            match &mut trace {
                None => draw_and_make(self, rules, policy, &mut draw),
                Some(trace) => play_counted(self, rules, policy, trace, &mut draw),
            }
        }
        actions
    }

    /// Counts the legal actions, plays a random one, and records both in `trace`.
    #[inline(always)]
    fn play_counted(
        &mut self,
        rules: &Rules<S, D>,
        policy: PlayoutPolicy,
        trace: &mut Trace,
        draw: &mut Draw<'_>,
    ) {
        draw.renew();
        let only_shape = self.choices(rules).only_shape;
        if let Some(slot) = only_shape
            && policy == PlayoutPolicy::Unrestricted
            && !self.may_swap(rules)
        {
            let (shapes, drawn) = self.count_and_draw_shape(rules, slot, draw);
            trace.note(self.drawn_action(rules, &drawn), shapes + u32::from(self.may_pass(rules)));
            return self.make(rules, drawn);
        }
        let legal = count(self, rules);
        trace.note(play_random(self, rules, policy, draw), legal);
    }

    /// Plays random actions as long as `slot` is the only slot for placing stones, perhaps along with general kinds; if there is
    /// a `trace`, at most to the end of the turn. Returns how many. The rule of the slot has the `profile`.
    #[inline(always)]
    fn play_slot(
        &mut self,
        rules: &Rules<S, D>,
        profile: Profile,
        slot: Slot,
        policy: PlayoutPolicy,
        mut trace: Option<&mut Trace>,
        draw: &mut Draw<'_>,
    ) -> u32 {
        let rule = &profile.of(rules.place_rule(slot));
        let (number, turn) = (self.progress.choices, self.progress.turns);
        let choices = self.choices(rules);
        // A turn is `uniform` if no goals are looked at after its actions, the player may end it after any of them, and otherwise
        // it ends after its maximum number of actions. Until such a turn ends, only counters change: the turn cap and stuck
        // players are checked at the end of a turn.
        let step = &rules.plan.steps[usize::from(slot.step)];
        let uniform =
            rules.goals.is_empty() && step.open && step.open_choices == number && step.min <= 1 && step.last;
        let (counted, most) = if uniform { (slot.step, step.max) } else { (u16::MAX, 0) };
        let alone = choices.general.is_empty();
        let mut actions = 0;
        // The legal places before the last stone, with that stone and its placement, if these decide the legal places after it.
        let mut last = None;
        loop {
            actions += 1;
            let others = if alone { 0 } else { self.count_others(rules, choices) };
            let candidates = self.place_candidates(rules, rule);
            let mut legal = None;
            if let Some(trace) = &mut trace {
                draw.renew();
                let places = match last.take() {
                    Some((before, at, placement)) => self.legal_places_after(rules, &before, at, &placement),
                    None => self.legal_places(rules, rule, slot, candidates),
                };
                legal = Some(places);
                let others = if others > 0 { count_general(self, rules, choices) } else { 0 };
                trace.note_legal(places.cells.count() + others + u32::from(self.may_pass(rules)));
            }
            let cells = candidates.without(self.excluded_cells(rules, policy));
            let placed = if others > 0 {
                let at = play_beside(self, rules, cells, others, policy, trace.as_deref_mut(), draw);
                if at.is_none() {
                    return actions;
                }
                at
            } else {
                let seen = legal.map(|places| places.seen);
                let placed = self.draw_and_put(rules, rule, slot, cells, seen, draw);
                if profile == Profile::Common
                    && let (Some(legal), Some((at, placement))) = (legal, placed)
                    && !placement.takes
                {
                    last = Some((legal, at, placement));
                }
                placed.map(|(at, _)| at)
            };
            let ends = if let Some(at) = placed {
                if let Some(trace) = &mut trace {
                    trace.note_action(Action::Place(cell::<S>(at)));
                }
                let now = &mut self.progress;
                let counts = now.step == counted;
                if counts {
                    now.done += 1;
                    now.made += 1;
                    if now.done < most {
                        continue;
                    }
                }
                counts
            } else {
                let ends = policy == PlayoutPolicy::Unrestricted || self.may_pass(rules);
                if let Some(trace) = &mut trace
                    && ends
                {
                    trace.note_action(Action::Pass);
                }
                ends
            };
            // A turn ends after its last action as if the player had passed.
            if ends {
                inlined!(self.pass(rules));
            } else if placed.is_some() {
                inlined!(self.advance(rules, slot.step));
            } else {
                match &mut trace {
                    None => draw_and_make(self, rules, policy, draw),
                    Some(trace) => trace.note_action(play_random(self, rules, policy, draw)),
                }
            }
            // The slot stays valid while the choices are unchanged, except that a swap may have become possible by the pie rule. Where
            // the first side can be claimed, each side has choices of its own.
            if self.progress.choices != number
                || self.progress.outcome.is_some()
                || rules.plan.swaps_before > 0 && self.progress.turns <= 1
                || trace.is_some() && self.progress.turns != turn
            {
                return actions;
            }
        }
    }

    /// The number of candidates of the general kinds that `choices` offers.
    #[inline(always)]
    fn count_others(&self, rules: &Rules<S, D>, choices: &Choices) -> u32 {
        let mut count = 0;
        for slot in &choices.general {
            count += rules.general[usize::from(slot.rule)].kind.count(self, &rules.grid);
        }
        count
    }

    /// Draws from the candidates `cells` of the only placement rule, and from `others` candidates of general kinds, as
    /// [`State::draw_any`] does, but computes the sets of the general kinds only when one of their candidates is drawn. If a
    /// stone was placed, returns its cell, and the caller must advance the turn. If another action was played, returns `None`.
    #[inline(always)]
    fn play_beside(
        &mut self,
        rules: &Rules<S, D>,
        mut cells: S,
        others: u32,
        policy: PlayoutPolicy,
        trace: Option<&mut Trace>,
        draw: &mut Draw<'_>,
    ) -> Option<Index> {
        let slot = self.choices(rules).only_place?;
        let mut other = None;
        while let Some(at) = cells.pick(|count| {
            let rank = draw.below(others + count);
            other = if rank < others { Some(rank) } else { None };
            rank.saturating_sub(others)
        }) {
            if other.is_some() {
                break;
            }
            match self.test_place(rules, slot, at) {
                Ok(placement) => {
                    self.put_by(rules, slot, at, &placement);
                    return Some(at);
                }
                Err(known) => cells = cells.without(known).without(rules.grid.here[at].alone),
            }
        }
        let rank = if let Some(rank) = other { rank } else { draw.below(others) };
        let drawn = draw_other(self, rules, cells, rank, draw);
        let drawn = self.or_excluded(rules, policy, drawn, draw);
        if let Some(trace) = trace {
            trace.note_action(self.drawn_action(rules, &drawn));
        }
        self.make(rules, drawn);
        None
    }
}

compiled! {
    pub fn playout(
        state: &mut State<S, D>, rules: &Rules<S, D>, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy,
    ) -> u32 => state.playout(rules, rng, policy);
    fn play_counted(
        state: &mut State<S, D>, rules: &Rules<S, D>, policy: PlayoutPolicy, trace: &mut Trace, draw: &mut Draw<'_>,
    ) => state.play_counted(rules, policy, trace, draw);
    fn play_beside(
        state: &mut State<S, D>, rules: &Rules<S, D>, cells: S, others: u32, policy: PlayoutPolicy,
        trace: Option<&mut Trace>, draw: &mut Draw<'_>,
    ) -> Option<Index> => state.play_beside(rules, cells, others, policy, trace, draw);
    pub fn play_random_turn(
        state: &mut State<S, D>, rules: &Rules<S, D>, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy, trace: &mut Trace,
    ) => state.play_random_turn(rules, rng, policy, trace);
}
