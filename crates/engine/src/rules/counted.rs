//! Random turns that also count the legal actions: counting and drawing share their work.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::game::PlayoutPolicy;
use super::legal::count;
use super::processor::compiled;
use super::random::play_random;
use super::state::State;
use super::trace::Trace;
use super::turn::TurnFlow;
use crate::chance::Draw;
use rand_xoshiro::Xoshiro256PlusPlus;

impl<S: Cells, const D: usize> State<S, D> {
    /// Makes random actions, as [`State::play_random`] does, to the end of the turn, and notes each with the number of
    /// legal ones. The two calls are the same: [`State::playout`] says why.
    #[inline(always)]
    pub fn play_random_turn(
        &mut self,
        rules: &Rules<S, D>,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
        trace: &mut Trace,
    ) {
        if rules.common() && policy == PlayoutPolicy::Unrestricted {
            self.play_turn_on(rules, rng, PlayoutPolicy::Unrestricted, trace);
        } else {
            self.play_turn_on(rules, rng, policy, trace);
        }
    }

    #[inline(always)]
    fn play_turn_on(
        &mut self,
        rules: &Rules<S, D>,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
        trace: &mut Trace,
    ) {
        let turn = self.progress.turns;
        while self.progress.turns == turn && self.progress.outcome.is_none() {
            let (action, legal) = match self.play_counted(rules, rng, policy) {
                Some(played) => played,
                None => {
                    let legal = count(self, rules);
                    (play_random(self, rules, policy, &mut Draw::new(rng)), legal)
                }
            };
            trace.note(action, legal);
        }
    }

    /// The same for one action if the only choice is a common kind of placing: the legal cells are a set, and sight is computed
    /// once.
    #[inline(always)]
    fn play_counted(
        &mut self,
        rules: &Rules<S, D>,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
    ) -> Option<(Action, u32)> {
        let slot = *self.only_slot(rules)?;
        let candidates = self.slot_candidates(rules, slot);
        let seen = self.in_sight(rules, slot);
        let legal = self.places_among(rules, slot, candidates.and(seen));
        let legal = legal.count() + u32::from(self.may_pass(rules));
        let action = self.play_only(rules, slot, candidates, Some(seen), policy, &mut Draw::new(rng));
        Some((action, legal))
    }
}

compiled! {
    /// [`State::play_random_turn`], compiled on its own.
    pub fn play_random_turn(
        state: &mut State<S, D>, rules: &Rules<S, D>, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy, trace: &mut Trace,
    ) => state.play_random_turn(rules, rng, policy, trace);
}
