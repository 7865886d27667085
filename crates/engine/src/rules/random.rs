//! Random play: a legal action chosen uniformly, and whole games of such actions, without listing them.
//!
//! An action is drawn from a set known to hold all legal ones, then tested; one that fails leaves the set and the
//! draw is repeated. That is exactly uniform over the legal actions, and the test is made for one or two of them
//! instead of all.

use super::action::Action;
use super::cells::Cells;
use super::compile::{PlaceRule, Rules};
use super::directions::DIRECTIONS;
use super::displace::DisplaceRule;
use super::draw::{Drawn, draw_any, draw_other};
use super::game::PlayoutPolicy;
use super::general::{GeneralKind, GeneralRule};
use super::grid::{Index, cell};
use super::movement::draw_march;
use super::place::Placement;
use super::place::put_by;
use super::place_shape::put_shape;
use super::plan::{Choices, Slot};
use super::processor::{compiled, inlined};
use super::state::{State, advance, pass, swap};
use super::turn::TurnFlow;
use crate::chance::Draw;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;

impl<S: Cells, const D: usize> State<S, D> {
    /// The kind of placing that is the only choice besides `pass`.
    #[inline(always)]
    pub fn only_slot<'r>(&self, rules: &'r Rules<S, D>) -> Option<&'r Slot> {
        let choices = self.choices(rules);
        let slot = choices.only_place.as_ref()?;
        if rules.plan.swap && self.may_swap(rules) {
            return None;
        }
        for general in &choices.general {
            if self.some_candidate(rules, &rules.general[usize::from(general.rule)]) {
                return None;
            }
        }
        Some(slot)
    }

    /// Draws one of the candidates `cells` on which `slot`, the only choice, allows a stone. `seen` is what the side to move
    /// sees, if already known.
    #[inline(always)]
    pub fn draw_place(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        cells: S,
        seen: Option<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        self.draw_place_by(rules, rules.place_rule(slot), slot, cells, seen, draw)
    }

    /// The same with the `rule` of the slot, which the caller may know at compile time.
    #[inline(always)]
    fn draw_place_by(
        &mut self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        slot: Slot,
        mut cells: S,
        seen: Option<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        while let Some(at) = cells.pick(|count| draw.below(count)) {
            match self.test_place(rules, rule, slot, at, seen) {
                Ok(placement) => return Some((at, placement)),
                Err(known) => cells = cells.without(known).without(rules.grid.here[at % S::SIZE].alone),
            }
        }
        None
    }

    /// The candidates of `slot` outside `excluded`.
    #[inline(always)]
    pub fn allowed_candidates(&self, rules: &Rules<S, D>, slot: Slot, excluded: S) -> S {
        self.slot_candidates(rules, slot).without(excluded)
    }

    /// Checks a stone on the candidate `at` of `slot` and its `rule`: its placement, or cells including `at` where no stone is legal. `seen` is what the
    /// side to move sees, if already known.
    #[inline(always)]
    pub fn test_place(
        &mut self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        slot: Slot,
        at: Index,
        seen: Option<S>,
    ) -> Result<Placement<S>, S> {
        let side = self.mover();
        let placement = self.placement(rules, side, at);
        if rule.anywhere {
            return Ok(placement);
        }
        if let Some(lines) = rule.sight
            && !rules.grid.here[at % S::SIZE].near.meets(self.stones[side])
            && !self.cache.seen[lines as usize].has(at)
        {
            // A cell next to an own stone is seen, as most drawn cells are; only otherwise is full sight needed.
            let seen = match seen {
                Some(seen) => self.remember_sight(lines, seen),
                None => self.look_around(rules, lines),
            };
            if !seen.has(at) {
                return Err(self.empty.without(seen));
            }
        }
        if self.place_holds(rules, rule, slot, at, &placement) {
            return Ok(placement);
        }
        if rules.no_suicide && !placement.lives {
            let dead = &mut self.cache.dead[side];
            *dead = dead.or(S::single(at));
        }
        Err(S::none())
    }

    /// Draws from the displacements that `rule` offers, where all of its candidates are legal; none if there is none.
    ///
    /// A number is drawn below the number of displacements in all directions; the running totals say which direction it is in.
    #[inline(always)]
    fn draw_displacement(
        &self,
        rules: &Rules<S, D>,
        rule: &DisplaceRule,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, usize)> {
        let targets = self.displace_targets(rules, rule);
        let (mut along, mut ends, mut total) = ([S::none(); DIRECTIONS], [0; DIRECTIONS], 0);
        for k in 0..DIRECTIONS {
            along[k] = self.displaced_along(rules, rule, targets, k);
            total += along[k].count();
            ends[k] = total;
        }
        if total == 0 {
            return None;
        }
        let rank = draw.below(total);
        let (mut k, mut before) = (0, 0);
        for end in &ends[..DIRECTIONS - 1] {
            let past = rank >= *end;
            k += usize::from(past);
            before = if past { *end } else { before };
        }
        let at = along[k % DIRECTIONS].pick(|_| rank - before)?;
        Some((at, k))
    }

    /// Makes an action that was drawn.
    #[inline(always)]
    pub fn make(&mut self, rules: &Rules<S, D>, drawn: Drawn<S>) {
        match drawn {
            Drawn::Place(at, placement, slot) => {
                put_by(self, rules, slot, at, &placement);
                advance(self, rules, slot.step);
            }
            Drawn::Shape(form, at, slot) => {
                let cells = self.placing(rules, slot).forms.set(form, at);
                put_shape(self, rules, cells);
                self.go_on_after(rules, Some(slot));
            }
            Drawn::General(at, way, slot) => {
                self.general_make(rules, slot, at, way);
                advance(self, rules, slot.step);
            }
            Drawn::Swap => swap(self, rules),
            Drawn::Pass => pass(self, rules),
        }
    }

    /// Draws from the choices that `policy` does not exclude; from all of them if it excludes every one and the turn may
    /// not be ended.
    #[inline(always)]
    pub fn draw(&mut self, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>) -> Drawn<S> {
        if let Some(slot) = self.choices(rules).only_general {
            let rule = &rules.general[usize::from(slot.rule)];
            if rule.certain
                && let GeneralKind::Displace(rule) = &rule.kind
                && !self.may_swap(rules)
            {
                let drawn = self.draw_displacement(rules, rule, draw);
                return drawn.map_or(Drawn::Pass, |(at, k)| Drawn::General(at, k as u32, slot));
            }
            if let GeneralKind::Move(moves) = &rule.kind
                && moves.marches()
                && rules.grid.wrapping().is_none()
                && !self.may_swap(rules)
            {
                let drawn = draw_march(self, rules, slot, moves, draw);
                return drawn.map_or(Drawn::Pass, |(at, way)| Drawn::General(at, way, slot));
            }
        }
        let excluded = self.excluded_cells(rules, policy);
        let drawn = draw_any(self, rules, excluded, draw);
        if policy == PlayoutPolicy::AvoidOwnEyes && matches!(drawn, Drawn::Pass) && !self.may_pass(rules) {
            return draw_any(self, rules, S::none(), draw);
        }
        drawn
    }

    /// The action that was drawn.
    #[inline(always)]
    fn drawn_action(&self, rules: &Rules<S, D>, drawn: &Drawn<S>) -> Action {
        match *drawn {
            Drawn::Place(at, ..) => Action::Place(cell::<S>(at)),
            Drawn::Shape(form, at, slot) => {
                let forms = self.placing(rules, slot).forms;
                let cells = forms.cell_set(form, at);
                if cells.len() > 1 { Action::Shape(cells) } else { Action::Place(cell::<S>(at)) }
            }
            Drawn::General(at, way, slot) => {
                rules.general[usize::from(slot.rule)].action(&rules.grid, at, way)
            }
            Drawn::Swap => Action::Swap,
            Drawn::Pass => Action::Pass,
        }
    }

    /// Places a stone on one of the candidates `cells`, drawn as by [`State::draw_place`], and does not advance the turn.
    #[inline(always)]
    fn draw_and_put(
        &mut self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        slot: Slot,
        cells: S,
        seen: Option<S>,
        draw: &mut Draw<'_>,
    ) -> Option<Index> {
        let (at, placement) = if S::INLINED {
            self.draw_place_by(rules, rule, slot, cells, seen, draw)?
        } else {
            draw_place(self, rules, slot, cells, seen, draw)?
        };
        inlined!(self.put_by(rules, slot, at, &placement));
        Some(at)
    }

    /// Places a stone on one of the candidates `cells`, drawn as by [`State::draw_place`].
    #[inline(always)]
    fn play_place(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        cells: S,
        seen: Option<S>,
        draw: &mut Draw<'_>,
    ) -> Option<Action> {
        let at = self.draw_and_put(rules, rules.place_rule(slot), slot, cells, seen, draw)?;
        inlined!(self.advance(rules, slot.step));
        Some(Action::Place(cell::<S>(at)))
    }

    /// Makes a random action if `slot`, with these candidates, is the only choice besides `pass`. `seen` is what the side to move
    /// sees, if already known.
    #[inline(always)]
    pub fn play_only(
        &mut self,
        rules: &Rules<S, D>,
        slot: Slot,
        candidates: S,
        seen: Option<S>,
        policy: PlayoutPolicy,
        draw: &mut Draw<'_>,
    ) -> Action {
        let cells = candidates.without(self.excluded_cells(rules, policy));
        if let Some(action) = self.play_place(rules, slot, cells, seen, draw) {
            return action;
        }
        if policy == PlayoutPolicy::Unrestricted {
            inlined!(self.pass(rules));
            return Action::Pass;
        }
        play_random(self, rules, policy, draw)
    }

    /// Makes the action that [`State::random_action`] would have drawn: what the draw found out is not found out again.
    #[inline(always)]
    pub fn play_random(&mut self, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>) -> Action {
        let drawn = self.draw(rules, policy, draw);
        let action = self.drawn_action(rules, &drawn);
        self.make(rules, drawn);
        action
    }

    /// A legal action, uniformly among those other than `pass` and what `policy` says to leave alone.
    #[inline(always)]
    pub fn random_action(
        &mut self,
        rules: &Rules<S, D>,
        policy: PlayoutPolicy,
        draw: &mut Draw<'_>,
    ) -> Action {
        let drawn = self.draw(rules, policy, draw);
        self.drawn_action(rules, &drawn)
    }

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

    /// The same, with the rule of all placings of normal turns, if `known`: those of openings may differ.
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

    /// Makes random actions as long as `slot`, with its `rule`, is the only kind of placing, perhaps beside general kinds; returns
    /// how many.
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
        // If the turn can end after any action, and only the number of actions ends it, nothing but their counts changes before.
        let step = &rules.plan.steps[usize::from(slot.step)];
        let uniform = rules.goals.is_empty()
            && step.open
            && step.open_choices == number
            && step.min <= 1
            && step.last;
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
                // Most often there is none.
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
        if matches!(drawn, Drawn::Pass) && policy == PlayoutPolicy::AvoidOwnEyes && !self.may_pass(rules) {
            let drawn = draw_any(self, rules, S::none(), draw);
            self.make(rules, drawn);
        } else {
            self.make(rules, drawn);
        }
        false
    }

    /// Makes a random action of any kind.
    #[inline(always)]
    pub fn draw_and_make(&mut self, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>) {
        let drawn = self.draw(rules, policy, draw);
        self.make(rules, drawn);
    }
}

compiled! {
    /// [`State::random_action`], compiled on its own.
    pub fn random_action(
        state: &mut State<S, D>, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>,
    ) -> Action => state.random_action(rules, policy, draw);
    /// [`State::play_random`], compiled on its own.
    pub fn play_random(
        state: &mut State<S, D>, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>,
    ) -> Action => state.play_random(rules, policy, draw);
    /// [`State::playout`], compiled on its own.
    pub fn playout(
        state: &mut State<S, D>, rules: &Rules<S, D>, rng: &mut Xoshiro256PlusPlus, policy: PlayoutPolicy,
    ) -> u32 => state.playout(rules, rng, policy);
    /// [`State::draw_place`], compiled on its own.
    pub fn draw_place(
        state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, cells: S, seen: Option<S>, draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> => state.draw_place(rules, slot, cells, seen, draw);
    /// [`State::draw_and_make`], compiled on its own.
    fn draw_and_make(
        state: &mut State<S, D>, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>,
    ) => state.draw_and_make(rules, policy, draw);
    /// [`State::play_beside`], compiled on its own.
    fn play_beside(
        state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, cells: S, others: u32, policy: PlayoutPolicy, draw: &mut Draw<'_>,
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
