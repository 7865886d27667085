//! Whole random games: the loops of [`random`](super::random), with as little as possible between two actions.

use super::cells::Cells;
use super::compile::{PlaceRule, Rules};
use super::directions::DIRECTIONS;
use super::displace::DisplaceRule;
use super::draw::draw_other;
use super::game::PlayoutPolicy;
use super::general::{GeneralKind, GeneralRule};
use super::plan::{Choices, Slot};
use super::processor::{compiled, inlined};
use super::random::draw_and_make;
use super::state::{State, advance, pass};
use super::turn::TurnFlow;
use crate::chance::Draw;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;

impl<S: Cells, const D: usize> State<S, D> {
    /// Plays random actions to the end of the game; returns how many.
    ///
    /// The two calls do the same. But in the first the compiler knows the properties of the rules that are checked again and
    /// again, and removes the checks with the other branches.
    #[inline(always)]
    pub fn playout(
        &mut self,
        rules: &Rules<S, D>,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
    ) -> u32 {
        if rules.common() && policy == PlayoutPolicy::Unrestricted {
            self.play_on(rules, Some(&PlaceRule::COMMON), rng, PlayoutPolicy::Unrestricted)
        } else {
            self.play_on(rules, None, rng, policy)
        }
    }

    /// The same. `known` is the rule that all placings of normal turns share, if the caller knows it at compile time; those of
    /// opening turns may differ.
    #[inline(always)]
    fn play_on(
        &mut self,
        rules: &Rules<S, D>,
        known: Option<&PlaceRule>,
        rng: &mut Xoshiro256PlusPlus,
        policy: PlayoutPolicy,
    ) -> u32 {
        let mut draw = Draw::new(rng);
        let mut actions = 0;
        while self.progress.outcome.is_none() {
            let slot = self.choices(rules).only_place;
            if let Some(slot) = slot
                && (known.is_none() || rules.place_rule(slot).common)
                && !self.may_swap(rules)
            {
                let rule = known.unwrap_or(rules.place_rule(slot));
                actions += self.play_slot(rules, rule, slot, policy, &mut draw);
            } else {
                actions += 1;
                draw_and_make(self, rules, policy, &mut draw);
            }
        }
        actions
    }

    /// Makes random actions as long as `slot`, with its `rule`, is the only kind of placing, perhaps beside general kinds;
    /// returns how many.
    #[inline(always)]
    fn play_slot(
        &mut self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        slot: Slot,
        policy: PlayoutPolicy,
        draw: &mut Draw<'_>,
    ) -> u32 {
        let number = self.progress.choices;
        let choices = self.choices(rules);
        // If the turn can end after any action, and only their number ends it, then only the counters change until it ends: goals,
        // the turn cap and stuck players are checked at the end of a turn or, for goals, do not exist.
        let step = &rules.plan.steps[usize::from(slot.step)];
        let uniform =
            rules.goals.is_empty() && step.open && step.open_choices == number && step.min <= 1 && step.last;
        let (counted, most) = if uniform { (slot.step, step.max) } else { (u16::MAX, 0) };
        let alone = choices.general.is_empty();
        let mut actions = 0;
        loop {
            actions += 1;
            let others = if alone { 0 } else { self.count_others(rules, choices) };
            let cells = self.place_candidates(rules, rule).without(self.excluded_cells(rules, policy));
            let placed = if others > 0 {
                if !play_beside(self, rules, slot, cells, others, policy, draw) {
                    return actions;
                }
                true
            } else {
                self.draw_and_put(rules, rule, slot, cells, None, draw).is_some()
            };
            let ends = if placed {
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
                policy == PlayoutPolicy::Unrestricted || self.may_pass(rules)
            };
            // A turn that is complete ends as if the player ended it.
            if ends {
                inlined!(self.pass(rules));
            } else if placed {
                inlined!(self.advance(rules, slot.step));
            } else {
                draw_and_make(self, rules, policy, draw);
            }
            // As long as the choices stay the same, so does the slot; only the exchange of sides must be asked for.
            if self.progress.choices != number
                || self.progress.outcome.is_some()
                || rules.plan.swap && self.progress.turns <= 1
            {
                return actions;
            }
        }
    }

    /// How many candidates the general kinds on `choices` have.
    #[inline(always)]
    fn count_others(&self, rules: &Rules<S, D>, choices: &Choices) -> u32 {
        let mut count = 0;
        for slot in &choices.general {
            let rule = &rules.general[usize::from(slot.rule)];
            if let GeneralKind::Displace(rule) = &rule.kind {
                let targets = self.displace_targets(rules, rule);
                // Most positions have no targets.
                if !targets.is_empty() {
                    count += count_displaced(self, rules, rule, targets);
                }
            } else {
                count += count_planes(self, rules, rule);
            }
        }
        count
    }

    /// Draws from the candidates `cells` of `slot`, the only kind of placing, and the `others` of general kinds as
    /// [`State::draw_any`] does, but without the sets of the latter until one of them is drawn. Returns whether a stone was
    /// placed, and the turn is still to be advanced; otherwise another action was made.
    #[inline(always)]
    fn play_beside(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        mut cells: S,
        others: u32,
        policy: PlayoutPolicy,
        draw: &mut Draw<'_>,
    ) -> bool {
        let mut other = None;
        while let Some(at) = cells.pick(|count| {
            let rank = draw.below(others + count);
            other = if rank < others { Some(rank) } else { None };
            rank.saturating_sub(others)
        }) {
            if other.is_some() {
                break;
            }
            match self.test_place(rules, rules.place_rule(slot), slot, at, None) {
                Ok(placement) => {
                    self.put_by(rules, slot, at, &placement);
                    return true;
                }
                Err(known) => cells = cells.without(known).without(rules.grid.here[at % S::SIZE].alone),
            }
        }
        let rank = if let Some(rank) = other { rank } else { draw.below(others) };
        let drawn = draw_other(self, rules, cells, rank, draw);
        let drawn = self.or_excluded(rules, policy, drawn, draw);
        self.make(rules, drawn);
        false
    }
}

compiled! {
    /// [`State::playout`], compiled on its own.
    pub fn playout(
        state: &mut State<S, D>, rules: &Rules<S, D>, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy,
    ) -> u32 => state.playout(rules, rng, policy);
    /// [`State::play_beside`], compiled on its own.
    fn play_beside(
        state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, cells: S, others: u32, policy: PlayoutPolicy,
        draw: &mut Draw<'_>,
    ) -> bool => state.play_beside(rules, slot, cells, others, policy, draw);
    /// How many displacements of `targets` the `rule` has as candidates.
    fn count_displaced(state: &State<S, D>, rules: &Rules<S, D>, rule: &DisplaceRule, targets: S) -> u32 => {
        let mut count = 0;
        for k in 0..DIRECTIONS {
            count += state.displaced_along(rules, rule, targets, k).count();
        }
        count
    };
    /// How many candidates a general `rule` has.
    fn count_planes(state: &State<S, D>, rules: &Rules<S, D>, rule: &GeneralRule<S>) -> u32 => {
        let mut count = 0;
        let _ = state.general_planes(rules, rule, |_, cells| {
            count += cells.count();
            ControlFlow::Continue(())
        });
        count
    };
}
