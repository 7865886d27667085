//! The legal actions of a position: as sets, as a list, and as a number.

use super::action::{Action, ActionList};
use super::cells::Cells;
use super::compile::Rules;
use super::grid::flood;
use super::index::{Index, cell};
use super::plan::{Choices, Slot};
use super::processor::compiled;
use super::sight::seen_by;
use super::state::State;
use super::turn::TurnFlow;
use crate::actions::GeneralRule;
use crate::actions::place::{PlaceRule, permitted_places, some_tried};
use std::ops::ControlFlow;

/// The cells where a placement rule allows a stone.
#[derive(Clone, Copy)]
pub struct LegalPlaces<S: Cells> {
    /// These cells.
    pub cells: S,
    /// The empty cells that the side to move sees, if the rule requires sight, else all empty cells.
    pub seen: S,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// Returns the `cells` where a stone may be suicide, and the `cells` where a stone may break another rule. The rest are legal.
    /// All `cells` are candidates of `rule` that are in sight.
    ///
    /// Few candidates can break a rule: a stone without an empty neighbour may be suicide, and one next to new stones may exceed
    /// the limit on new stones in a group. If that limit is one, the candidates already exclude the cells next to new stones.
    #[inline(always)]
    fn open_places(&self, rules: &Rules<S, D>, rule: &PlaceRule, cells: S) -> (S, S) {
        if rules.superko || rules.no_taking || !rules.plain && rule.by_effect {
            return (S::none(), cells);
        }
        (self.closed(rules, cells), self.crowded(rules, rule, cells))
    }

    /// Like [`State::open_places`], but finds the few candidates that may break a rule where most cannot. This takes longer, and
    /// pays off if all legal cells are needed.
    #[inline(always)]
    fn doubtful_places(&self, rules: &Rules<S, D>, rule: &PlaceRule, cells: S) -> (S, S) {
        if !rules.superko && !rules.no_taking || !rules.plain && rule.by_effect {
            return self.open_places(rules, rule, cells);
        }
        let crowded = self.crowded(rules, rule, cells);
        if rules.no_taking || rules.may_die {
            return (S::none(), delicate(self, rules, cells).or(crowded));
        }
        (self.closed(rules, cells), self.returning(rules, cells).or(crowded))
    }

    /// The `cells` where a stone may be suicide: those without an empty neighbour.
    #[inline(always)]
    fn closed(&self, rules: &Rules<S, D>, cells: S) -> S {
        if rules.no_suicide { cells.without(rules.grid.spread(self.empty)) } else { S::none() }
    }

    /// The `cells` where a stone placed by `rule` may exceed the limit on new stones in a group.
    #[inline(always)]
    fn crowded(&self, rules: &Rules<S, D>, rule: &PlaceRule, cells: S) -> S {
        let limited = rule.new_per_group.is_some_and(|limit| limit > 1 || rules.may_die);
        if limited { cells.and(self.new_stones.near) } else { S::none() }
    }

    /// The cells that `side` sees, if `rule` requires sight, else all empty cells.
    #[inline(always)]
    pub fn in_sight(&self, rules: &Rules<S, D>, rule: &PlaceRule, side: usize) -> S {
        match rule.sight {
            Some(lines) => seen_by(&rules.grid, self.stones[side], self.empty, lines),
            None => self.empty,
        }
    }

    /// The cells where `slot` allows a stone.
    #[inline(always)]
    pub fn places(&self, rules: &Rules<S, D>, slot: Slot) -> S {
        let rule = rules.place_rule(slot);
        let mut candidates = self.place_candidates(rules, rule);
        if rule.is_tried() {
            candidates = permitted_places(self, rules, rule, candidates);
        }
        self.legal_places(rules, rule, slot, candidates).cells
    }

    /// The cells where `slot`, with its `rule`, allows a stone, given its `candidates`; and what the side to move sees.
    #[inline(always)]
    pub fn legal_places(
        &self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        slot: Slot,
        candidates: S,
    ) -> LegalPlaces<S> {
        let side = self.mover();
        // The first stone of a turn is legal on the usable cells, which the score may have just computed.
        if self.progress.made == 0
            && rules.control_by_place == Some(slot.rule)
            && let Some(known) = self.known_usable()
        {
            return LegalPlaces { cells: known.cells[side], seen: known.seen[side] };
        }
        let seen = self.in_sight(rules, rule, side);
        LegalPlaces { cells: self.places_among(rules, rule, slot, candidates.and(seen)), seen }
    }

    /// The cells where `slot` allows a stone, among `cells`: the candidates of the slot's `rule` that are in sight.
    #[inline(always)]
    fn places_among(&self, rules: &Rules<S, D>, rule: &PlaceRule, slot: Slot, mut cells: S) -> S {
        let (closed, doubtful) = self.doubtful_places(rules, rule, cells);
        cells = cells.without(self.suicides(rules, self.mover(), closed));
        let doubtful = doubtful.and(cells);
        if doubtful.is_empty() { cells } else { cells.without(refused(self, rules, slot, doubtful)) }
    }

    /// The `cells` where a stone of the side to move may capture, have no liberty, or repeat an arrangement; elsewhere it does
    /// none of these.
    #[inline(always)]
    fn delicate(&self, rules: &Rules<S, D>, cells: S) -> S {
        let (grid, side) = (&rules.grid, self.mover());
        let mut delicate = S::none();
        if rules.by_liberties {
            // A group with a stone next to two empty cells keeps a liberty when one of them is taken.
            let secure = grid.spread_twice(self.empty);
            let (own, enemy) = (self.stones[side], self.stones[1 - side]);
            let own = flood(grid, own.and(secure), own);
            let unsafe_enemy = enemy.without(flood(grid, enemy.and(secure), enemy));
            let takes = cells.and(grid.spread(unsafe_enemy));
            delicate = takes.or(cells.without(grid.spread(self.empty.or(own))));
        }
        if rules.superko { delicate.or(self.returning(rules, cells.without(delicate))) } else { delicate }
    }

    /// The cells among `doubtful` where `slot` does not allow a stone.
    #[inline(always)]
    fn refused(&self, rules: &Rules<S, D>, slot: Slot, doubtful: S) -> S {
        let mut refused = S::none();
        for at in doubtful.iter() {
            let placement = self.placement(rules, self.mover(), at);
            if !self.place_holds(rules, rules.place_rule(slot), slot, at, &placement) {
                refused = refused.or(S::single(at));
            }
        }
        refused
    }

    /// Whether `slot` allows a stone anywhere; the search stops at the first cell.
    #[inline(always)]
    fn some_place(&self, rules: &Rules<S, D>, slot: Slot) -> bool {
        let rule = rules.place_rule(slot);
        let cells = self.place_candidates(rules, rule).and(self.in_sight(rules, rule, self.mover()));
        let (closed, doubtful) = self.open_places(rules, rule, cells);
        let doubtful = closed.or(doubtful);
        if !cells.without(doubtful).is_empty() {
            return true;
        }
        for at in doubtful.iter() {
            let placement = self.placement(rules, self.mover(), at);
            if self.place_holds(rules, rule, slot, at, &placement) {
                return true;
            }
        }
        false
    }

    /// The cells where some slot of `choices` allows a stone.
    #[inline(always)]
    pub fn all_places(&self, rules: &Rules<S, D>, choices: &Choices) -> S {
        // Most choices have a single slot. It is handled separately, because the compiler sets up rarely
        // needed code before the loop below.
        if let &[slot] = choices.places.as_slice() {
            return self.places(rules, slot);
        }
        let mut cells = S::none();
        for &slot in &choices.places {
            cells = cells.or(self.places(rules, slot));
        }
        cells
    }

    /// Calls `each` with the rule, cell and way of every legal action of the general kinds that `choices` offers, until it
    /// returns `Break`.
    #[inline(always)]
    fn general_actions(
        &self,
        rules: &Rules<S, D>,
        choices: &Choices,
        mut each: impl FnMut(&GeneralRule<S>, Index, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for i in 0..choices.general.len() {
            self.actions_of_general(rules, choices, i, &mut each)?;
        }
        ControlFlow::Continue(())
    }

    /// Like [`State::general_actions`], for only the general kind at the index `i` of `choices`, without actions that an earlier
    /// kind allows.
    #[inline(always)]
    fn actions_of_general(
        &self,
        rules: &Rules<S, D>,
        choices: &Choices,
        i: usize,
        each: &mut impl FnMut(&GeneralRule<S>, Index, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (earlier, slot) = (&choices.general[..i], choices.general[i]);
        let rule = &rules.general[usize::from(slot.rule)];
        let alone = rule.is_alone(slot, earlier);
        rule.kind.made_planes(self, &rules.grid, |way, cells| {
            // The compiler may not inline this closure, and so not compile operations on sets for the processor's features.
            for at in cells.iter() {
                if self.holds_once_made(rules, slot, at, way).is_ok()
                    && (alone || !self.general_before(rules, earlier, rule.kind.action(&rules.grid, at, way)))
                {
                    each(rule, at, way)?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Whether one of `slots` also allows `action`.
    pub fn general_before(&self, rules: &Rules<S, D>, slots: &[Slot], action: Action) -> bool {
        slots.iter().any(|&slot| self.general_allowed(rules, slot, action).is_ok())
    }

    /// Whether any action but `pass` and `swap` is legal; `None` if the sets of candidates do not decide it.
    #[inline(always)]
    pub fn some_certain_stone(&self, rules: &Rules<S, D>) -> Option<bool> {
        let choices = self.choices(rules);
        match (choices.only_stone, choices.only_general) {
            (Some(place), _) => {
                let rule = rules.place_rule(place);
                if rule.certain { Some(!self.place_candidates(rules, rule).is_empty()) } else { None }
            }
            (None, Some(general)) => {
                let rule = &rules.general[usize::from(general.rule)];
                if rule.certain_once_made { Some(rule.kind.some(self, &rules.grid)) } else { None }
            }
            _ => None,
        }
    }

    /// Whether any action but `pass` and `swap` is legal.
    #[inline(always)]
    fn some_stone(&self, rules: &Rules<S, D>) -> bool {
        let choices = self.choices(rules);
        // A single slot is handled separately, because before the loop below the compiler sets up everything
        // that follows the loop.
        if let Some(slot) = choices.only_stone {
            return self.some_place(rules, slot);
        }
        for &slot in &choices.places {
            let tried = rules.place_rule(slot).is_tried();
            if if tried { some_tried(self, rules, slot) } else { some_place(self, rules, slot) } {
                return true;
            }
        }
        // Where every candidate of a kind is legal, it is enough that there is one.
        for slot in &choices.general {
            let rule = &rules.general[usize::from(slot.rule)];
            if rule.certain_once_made && rule.kind.some(self, &rules.grid) {
                return true;
            }
        }
        self.planes_of_choices(rules, choices, |_, _| ControlFlow::Break(())).is_break()
            || self.general_actions(rules, choices, |_, _, _| ControlFlow::Break(())).is_break()
    }

    /// The number of legal actions.
    #[inline(always)]
    pub fn count(&self, rules: &Rules<S, D>) -> u32 {
        if self.progress.outcome.is_some() {
            return 0;
        }
        let choices = self.choices(rules);
        let mut singles = all_places(self, rules, choices);
        let mut count = 0;
        let _ = self.planes_of_choices(rules, choices, |_, plane| {
            match plane.size {
                // A shape of one cell is the same action as a single stone.
                1 => singles = singles.or(plane.anchors),
                _ => count += plane.anchors.count(),
            }
            ControlFlow::Continue(())
        });
        count += singles.count();
        if !choices.general.is_empty() {
            count += count_general(self, rules, choices);
        }
        count + u32::from(self.may_swap(rules)) + u32::from(self.may_pass(rules))
    }

    /// The number of legal actions of the general kinds that `choices` offers.
    #[inline(always)]
    fn count_general(&self, rules: &Rules<S, D>, choices: &Choices) -> u32 {
        let mut count = 0;
        for (i, slot) in choices.general.iter().enumerate() {
            let rule = &rules.general[usize::from(slot.rule)];
            if rule.certain_once_made && rule.is_alone(*slot, &choices.general[..i]) {
                count += rule.kind.count_made(self, &rules.grid);
                continue;
            }
            let _ = self.actions_of_general(rules, choices, i, &mut |_, _, _| {
                count += 1;
                ControlFlow::Continue(())
            });
        }
        count
    }

    /// Fills `into` with all legal actions: shapes, stones in the order of the grid, general kinds, swap, pass.
    #[inline(always)]
    pub fn list(&self, rules: &Rules<S, D>, into: &mut ActionList) {
        into.clear();
        if self.progress.outcome.is_some() {
            return;
        }
        let choices = self.choices(rules);
        for at in list_shapes(self, rules, choices, into).iter() {
            into.push(Action::Place(cell::<S>(at)));
        }
        list_others(self, rules, choices, into);
    }

    /// Fills `into` with all legal actions except single stones, and returns the cells where those are legal.
    #[inline(always)]
    pub fn list_apart(&self, rules: &Rules<S, D>, into: &mut ActionList) -> S {
        into.clear();
        if self.progress.outcome.is_some() {
            return S::none();
        }
        let choices = self.choices(rules);
        let singles = list_shapes(self, rules, choices, into);
        list_others(self, rules, choices, into);
        singles
    }

    /// Adds all legal shapes of several cells to `into`, and returns the cells where single stones are legal.
    #[inline(always)]
    fn list_shapes(&self, rules: &Rules<S, D>, choices: &Choices, into: &mut ActionList) -> S {
        let mut singles = all_places(self, rules, choices);
        let _ = self.planes_of_choices(rules, choices, |forms, plane| {
            match plane.size {
                1 => singles = singles.or(plane.anchors),
                _ => {
                    into.extend(plane.anchors.iter().map(|at| Action::Shape(forms.cell_set(plane.form, at))));
                }
            }
            ControlFlow::Continue(())
        });
        singles
    }

    /// Adds all legal actions but placements to `into`: general kinds, swap, pass.
    #[inline(always)]
    fn list_others(&self, rules: &Rules<S, D>, choices: &Choices, into: &mut ActionList) {
        let _ = self.general_actions(rules, choices, |rule, at, way| {
            into.push(rule.kind.action(&rules.grid, at, way));
            ControlFlow::Continue(())
        });
        if self.may_swap(rules) {
            into.push(Action::Swap);
        }
        if self.may_pass(rules) {
            into.push(Action::Pass);
        }
    }
}

compiled! {
    fn list_shapes(state: &State<S, D>, rules: &Rules<S, D>, choices: &Choices, into: &mut ActionList) -> S =>
        state.list_shapes(rules, choices, into);
    fn list_others(state: &State<S, D>, rules: &Rules<S, D>, choices: &Choices, into: &mut ActionList) =>
        state.list_others(rules, choices, into);
    fn some_place(state: &State<S, D>, rules: &Rules<S, D>, slot: Slot) -> bool => state.some_place(rules, slot);
    pub fn list_apart(state: &State<S, D>, rules: &Rules<S, D>, into: &mut ActionList) -> S => state.list_apart(rules, into);
    pub fn list(state: &State<S, D>, rules: &Rules<S, D>, into: &mut ActionList) => state.list(rules, into);
    pub fn count(state: &State<S, D>, rules: &Rules<S, D>) -> u32 => state.count(rules);
    pub fn count_general(state: &State<S, D>, rules: &Rules<S, D>, choices: &Choices) -> u32 => state.count_general(rules, choices);
    pub fn some_stone(state: &State<S, D>, rules: &Rules<S, D>) -> bool => state.some_stone(rules);
    fn delicate(state: &State<S, D>, rules: &Rules<S, D>, cells: S) -> S => state.delicate(rules, cells);
    // Rarely needed.
    fn refused(state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, doubtful: S) -> S => state.refused(rules, slot, doubtful);
    pub fn all_places(state: &State<S, D>, rules: &Rules<S, D>, choices: &Choices) -> S => state.all_places(rules, choices);
}
