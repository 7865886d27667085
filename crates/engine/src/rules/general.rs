//! The general kinds of action: displacing, moving and taking off stones. A candidate is a cell and a *way*, the number of one of
//! the actions that may be possible from the cell. An action is applied through its effect. Modules such as `legal` and `draw`
//! query all general kinds here.

use super::action::Action;
use super::apply::{apply, effect_allowed};
use super::cells::Cells;
use super::compile::Rules;
use super::directions::DIRECTIONS;
use super::displace::{displace, displace_allowed};
use super::effect::Effect;
use super::grid::Grid;
use super::illegal::IllegalReason;
use super::index::{Index, index};
use super::kinds::{GeneralKind, GeneralRule};
use super::movement::{MoveRule, move_planes};
use super::plan::Slot;
use super::processor::compiled;
use super::repetition::Tried;
use super::state::State;
use std::ops::ControlFlow;

impl<S: Cells, const D: usize> State<S, D> {
    /// The cell from which the side to move would make `action`, and the way of `rule` that the action would use.
    ///
    /// # Errors
    /// [`IllegalReason::Kind`] if the action is of another kind, else the rule that its cells break.
    pub fn locate(
        &self,
        rules: &Rules<S, D>,
        rule: &GeneralRule<S>,
        action: Action,
    ) -> Result<(Index, u32), IllegalReason> {
        match (&rule.kind, action) {
            (GeneralKind::Displace(_), Action::Displace { cell, to }) => {
                let (at, to) = (index::<S>(cell), index::<S>(to));
                let way = (0..DIRECTIONS).find(|&k| rules.grid.one_along(at, k) == to);
                // A target that is not a neighbour is rejected later, since other errors take precedence.
                Ok((at, way.unwrap_or(DIRECTIONS) as u32))
            }
            (GeneralKind::Move(rule), Action::Move { from, to }) => {
                let (at, way) = (index::<S>(from), self.way_of_move(&rules.grid, rule, from, to));
                let has_stone = self.stones[self.mover()].has(at);
                way.map(|way| (at, way)).ok_or(if has_stone {
                    IllegalReason::WrongMove
                } else {
                    IllegalReason::NoOwnStone
                })
            }
            (GeneralKind::Remove(_), Action::Remove(cell)) => Ok((index::<S>(cell), 0)),
            _ => Err(IllegalReason::Kind),
        }
    }

    /// Calls `each` with every way of `rule` and the cells from which that way can be used, until `each` returns `Break`.
    #[inline(always)]
    pub fn general_planes(
        &self,
        rules: &Rules<S, D>,
        rule: &GeneralRule<S>,
        mut each: impl FnMut(u32, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match &rule.kind {
            GeneralKind::Displace(rule) => {
                let targets = self.displace_targets(rules, rule);
                if targets.is_empty() {
                    return ControlFlow::Continue(());
                }
                for k in 0..DIRECTIONS {
                    let cells = self.displaced_along(rules, rule, targets, k);
                    if !cells.is_empty() {
                        each(k as u32, cells)?;
                    }
                }
                ControlFlow::Continue(())
            }
            GeneralKind::Move(rule) => {
                // The memory is taken out while in use, because `each` may itself need such memory.
                let mut planes = self.planes.take();
                move_planes(self, &rules.grid, rule, usize::MAX, &mut planes);
                let mut flow = ControlFlow::Continue(());
                for &(way, cells) in &planes {
                    flow = each(way, cells);
                    if flow.is_break() {
                        break;
                    }
                }
                self.planes.give_back(planes);
                flow
            }
            GeneralKind::Remove(rule) => {
                let cells = self.removable(&rules.grid, rule);
                if cells.is_empty() { ControlFlow::Continue(()) } else { each(0, cells) }
            }
        }
    }

    /// Whether `slot` allows the candidate at `at` by `way`, which [`State::general_planes`] has found.
    #[inline(always)]
    pub fn holds(&self, rules: &Rules<S, D>, slot: Slot, at: Index, way: u32) -> Result<(), IllegalReason> {
        let rule = &rules.general[usize::from(slot.rule)];
        if rule.certain {
            return Ok(());
        }
        match &rule.kind {
            GeneralKind::Displace(_) => {
                let to = rules.grid.one_along(at, way as usize);
                displace_allowed(self, rules, slot, at, to)
            }
            GeneralKind::Move(_) | GeneralKind::Remove(_) => effect_holds(self, rules, slot, at, way),
        }
    }

    /// The cell and the way of `action`, whose cells are on the board, if `slot` allows it.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn general_allowed(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        action: Action,
    ) -> Result<(Index, u32), IllegalReason> {
        let rule = &rules.general[usize::from(slot.rule)];
        let (at, way) = self.locate(rules, rule, action)?;
        match (&rule.kind, action) {
            (GeneralKind::Displace(_), Action::Displace { to, .. }) => {
                displace_allowed(self, rules, slot, at, index::<S>(to))?;
                return Ok((at, way));
            }
            (GeneralKind::Move(rule), _) => self.move_fits(&rules.grid, rule, at, way)?,
            (GeneralKind::Remove(rule), _) if !self.removable(&rules.grid, rule).has(at) => {
                return Err(IllegalReason::NoStone);
            }
            _ => {}
        }
        self.holds(rules, slot, at, way)?;
        Ok((at, way))
    }

    /// The effect of the action at `at` by `way`.
    #[inline(always)]
    fn general_effect(&self, rules: &Rules<S, D>, rule: &GeneralRule<S>, at: Index, way: u32) -> Effect<S> {
        match &rule.kind {
            GeneralKind::Displace(_) => self.displace_effect(at, rules.grid.one_along(at, way as usize)),
            GeneralKind::Move(rule) => self.move_effect(&rules.grid, rule, at, way),
            GeneralKind::Remove(_) => self.remove_effect(at),
        }
    }

    /// Makes the legal action of `slot` at `at` by `way`, but does not advance the turn.
    #[inline(always)]
    pub fn general_make(&mut self, rules: &Rules<S, D>, slot: Slot, at: Index, way: u32) {
        let rule = &rules.general[usize::from(slot.rule)];
        if let GeneralKind::Displace(_) = &rule.kind {
            displace(self, rules, at, rules.grid.one_along(at, way as usize));
        } else {
            general_apply(self, rules, rule, at, way);
        }
    }

    /// Whether `rule` has a candidate.
    #[inline(always)]
    pub fn some_candidate(&self, rules: &Rules<S, D>, rule: &GeneralRule<S>) -> bool {
        match &rule.kind {
            GeneralKind::Displace(rule) => self.some_target(rules, rule),
            GeneralKind::Move(rule) => some_move(self, &rules.grid, rule),
            GeneralKind::Remove(rule) => !self.removable(&rules.grid, rule).is_empty(),
        }
    }
}

compiled! {
    /// Whether any stone can move by `rule`.
    fn some_move(state: &State<S, D>, grid: &Grid<S, D>, rule: &MoveRule<S>) -> bool => {
        let mut planes = state.planes.take();
        move_planes(state, grid, rule, 1, &mut planes);
        let some = !planes.is_empty();
        state.planes.give_back(planes);
        some
    };
    /// Whether the effect of a candidate is allowed.
    fn effect_holds(
        state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, at: Index, way: u32,
    ) -> Result<(), IllegalReason> => {
        let rule = &rules.general[usize::from(slot.rule)];
        let effect = state.general_effect(rules, rule, at, way);
        let tried = Tried::General(at, way);
        effect_allowed(state, rules, slot, (rule.must_capture, None), &effect, &tried)
    };
    /// Makes an action by applying its effect.
    fn general_apply(state: &mut State<S, D>, rules: &Rules<S, D>, rule: &GeneralRule<S>, at: Index, way: u32) => {
        let effect = state.general_effect(rules, rule, at, way);
        apply(state, rules, &effect);
    };
}
