//! Random play: a legal action chosen uniformly, without listing all of them. Whole games are in [`playout`](super::playout).
//!
//! An action is drawn from a set known to hold all legal ones, then tested. An action that fails the test leaves the set, and the
//! draw is repeated. The result is exactly uniform over the legal actions, and usually only one or two actions are tested instead
//! of all.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::draw::{Drawn, draw_any, draw_place};
use super::flow::{advance, pass, swap};
use super::index::{Index, cell};
use super::own_eyes::PlayoutPolicy;
use super::placement::Placement;
use super::plan::Slot;
use super::processor::{compiled, inlined};
use super::state::State;
use super::turn::TurnFlow;
use crate::actions::place::PlaceRule;
use crate::actions::place::put_by;
use crate::actions::place::shapes::put_shape;
use crate::chance::Draw;

impl<S: Cells, const D: usize> State<S, D> {
    /// The only slot for placing a stone, if nothing is possible now except such a placement and `pass`.
    #[inline(always)]
    pub fn only_slot<'r>(&self, rules: &'r Rules<S, D>) -> Option<&'r Slot> {
        let choices = self.choices(rules);
        let slot = choices.only_place.as_ref()?;
        if self.may_swap(rules) {
            return None;
        }
        for general in &choices.general {
            if rules.general[usize::from(general.rule)].kind.some(self, &rules.grid) {
                return None;
            }
        }
        Some(slot)
    }

    /// Plays an action that was drawn.
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
                self.advance_after(rules, Some(slot));
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
            if rule.draws && !self.may_swap(rules) {
                let drawn = rule.kind.draw(self, rules, slot, draw);
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
                rules.general[usize::from(slot.rule)].kind.action(&rules.grid, at, way)
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

    /// Plays the action that [`State::random_action`] would have drawn, reusing what the draw has computed.
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

    /// Plays a random action of any kind.
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
    pub fn draw_and_make(
        state: &mut State<S, D>, rules: &Rules<S, D>, policy: PlayoutPolicy, draw: &mut Draw<'_>,
    ) => state.draw_and_make(rules, policy, draw);
}
