//! Random play: a legal action chosen uniformly, without listing all of them. Whole games are in [`playout`](super::playout).
//!
//! An action is drawn from a set known to hold all legal ones, then tested. An action that fails the test leaves the set, and the
//! draw is repeated. The result is exactly uniform over the legal actions, and usually only one or two actions are tested instead
//! of all.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::directions::DIRECTIONS;
use super::draw::{Drawn, draw_any, draw_place};
use super::flow::{advance, pass, swap};
use super::index::{Index, cell};
use super::kinds::{DisplaceRule, GeneralKind, PlaceRule};
use super::movement::MoveRule;
use super::own_eyes::PlayoutPolicy;
use super::place::put_by;
use super::place_shape::put_shape;
use super::placement::Placement;
use super::plan::Slot;
use super::processor::{compiled, inlined};
use super::state::State;
use super::turn::TurnFlow;
use crate::chance::Draw;

impl<S: Cells, const D: usize> State<S, D> {
    /// The slot of the only kind of placing, if nothing else but `pass` is possible now.
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

    /// Draws a stone and a direction until the march is one that `slot` allows. The distance of a march is costly to compute, and
    /// is not needed for most stones.
    #[inline(always)]
    fn draw_march(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        rule: &MoveRule<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, u32)> {
        let (own, directions) = (self.stones[self.mover()], rule.directions(self.mover()));
        let stones = own.count();
        let mut total = stones * directions.len() as u32;
        // For each direction, the stones that have not been drawn with it, and their number.
        let (mut left, mut counts) = ([own; DIRECTIONS], [stones; DIRECTIONS]);
        while total > 0 {
            let (mut rank, mut i) = (draw.below(total), 0);
            while i + 1 < directions.len() && rank >= counts[i % DIRECTIONS] {
                rank -= counts[i % DIRECTIONS];
                i += 1;
            }
            let at = left[i % DIRECTIONS].pick(|_| rank)?;
            if let Some(way) = self.march(&rules.grid, rule, at, directions[i].into())
                && self.holds(rules, slot, at, way).is_ok()
            {
                return Some((at, way));
            }
            left[i % DIRECTIONS] = left[i % DIRECTIONS].without(rules.grid.here[at].alone);
            counts[i % DIRECTIONS] -= 1;
            total -= 1;
        }
        None
    }

    /// Draws one of the displacements that `rule` offers, if any, given that all its candidates are legal.
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

    /// Draws from the choices that `policy` does not exclude, or from all of them if it excludes every choice and the turn may
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
        self.or_excluded(rules, policy, drawn, draw)
    }

    /// `drawn`, or an excluded choice if `policy` excludes every choice and the turn may not be ended.
    #[inline(always)]
    pub fn or_excluded(
        &mut self,
        rules: &Rules<S, D>,
        policy: PlayoutPolicy,
        drawn: Drawn<S>,
        draw: &mut Draw<'_>,
    ) -> Drawn<S> {
        if policy == PlayoutPolicy::AvoidOwnEyes && matches!(drawn, Drawn::Pass) && !self.may_pass(rules) {
            return draw_any(self, rules, S::none(), draw);
        }
        drawn
    }

    /// The action that was drawn.
    #[inline(always)]
    pub fn drawn_action(&self, rules: &Rules<S, D>, drawn: &Drawn<S>) -> Action {
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

    /// Places a stone on one of the candidates `cells`, drawn as by [`State::draw_place`], but does not advance the turn. Returns
    /// the cell of the stone, and its placement, computed before it was placed.
    #[inline(always)]
    pub fn draw_and_put(
        &mut self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        slot: Slot,
        cells: S,
        seen: Option<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, Placement<S>)> {
        let (at, placement) = if S::INLINED {
            self.draw_place_by(rules, rule, slot, cells, seen, draw)?
        } else {
            draw_place(self, rules, slot, cells, seen, draw)?
        };
        inlined!(self.put_by(rules, slot, at, &placement));
        Some((at, placement))
    }

    /// Makes the action that [`State::random_action`] would have drawn, reusing what the draw has computed.
    #[inline(always)]
    pub fn play_random(&mut self, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>) -> Action {
        let drawn = self.draw(rules, policy, draw);
        let action = self.drawn_action(rules, &drawn);
        self.make(rules, drawn);
        action
    }

    /// A legal action, drawn uniformly among those other than `pass` and those that `policy` excludes.
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

    /// Makes a random action of any kind.
    #[inline(always)]
    pub fn draw_and_make(&mut self, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>) {
        let drawn = self.draw(rules, policy, draw);
        self.make(rules, drawn);
    }
}

compiled! {
    pub fn random_action(
        state: &mut State<S, D>, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>,
    ) -> Action => state.random_action(rules, policy, draw);
    pub fn play_random(
        state: &mut State<S, D>, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>,
    ) -> Action => state.play_random(rules, policy, draw);
    fn draw_march(
        state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, rule: &MoveRule<S>, draw: &mut Draw<'_>,
    ) -> Option<(Index, u32)> => state.draw_march(rules, slot, rule, draw);
    pub fn draw_and_make(
        state: &mut State<S, D>, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>,
    ) => state.draw_and_make(rules, policy, draw);
}
