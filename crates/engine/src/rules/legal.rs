//! All that is legal in a position: as sets, as a list, as a number.

use super::action::{Action, ActionList};
use super::cells::Cells;
use super::compile::Rules;
use super::game::Why;
use super::general::GeneralRule;
use super::grid::set_of;
use super::grid::{Index, cell, index};
use super::place::{place_allowed, put, put_by};
use super::place_shape::cell_set;
use super::place_shape::put_shape;
use super::plan::{Menu, Offer};
use super::processor::compiled;
use super::sight::seen_by;
use super::state::State;
use super::turn::Course;
use std::ops::ControlFlow;

impl<S: Cells, const D: usize> State<S, D> {
    /// The cells where `offer` may allow a stone, and of these the cells where one may be suicide, and those that may break
    /// another rule: the rest is legal.
    ///
    /// Only few cells can break what candidates leave open: those without an empty neighbour may be suicide, those next to
    /// stones of this turn may crowd a group. Where a group may hold but one of these, candidates have left them out.
    #[inline(always)]
    fn open_places(&self, rules: &Rules<S, D>, offer: Offer) -> (S, S, S) {
        let rule = &rules.places[usize::from(offer.rule)];
        let mut cells = self.place_candidates(rules, rule);
        if let Some(lines) = rule.sight {
            cells = cells.and(seen_by(&rules.grid, self.stones[self.mover()], self.empty, lines));
        }
        if rules.superko || rules.no_taking || !rules.plain && rule.by_effect {
            return (cells, S::none(), cells);
        }
        let closed = if rules.no_suicide { cells.without(rules.grid.spread(self.empty)) } else { S::none() };
        let crowded = rule.new_per_group.is_some_and(|limit| limit > 1 || rules.may_die);
        (cells, closed, if crowded { cells.and(self.fresh.near) } else { S::none() })
    }

    /// The cells where `offer` allows a stone.
    #[inline(always)]
    pub fn places(&self, rules: &Rules<S, D>, offer: Offer) -> S {
        let (mut cells, closed, doubtful) = self.open_places(rules, offer);
        cells = cells.without(self.suicides(rules, self.mover(), closed));
        let doubtful = doubtful.and(cells);
        if doubtful.is_empty() { cells } else { cells.without(refused(self, rules, offer, doubtful)) }
    }

    /// Those of the `doubtful` cells where `offer` does not allow a stone.
    #[inline(always)]
    fn refused(&self, rules: &Rules<S, D>, offer: Offer, doubtful: S) -> S {
        let mut refused = S::none();
        for at in doubtful.iter() {
            let look = self.look(rules, self.mover(), at);
            if !self.place_holds(rules, offer, at, &look) {
                refused = refused.or(S::single(at));
            }
        }
        refused
    }

    /// Whether `offer` allows a stone anywhere: the first cell found is enough.
    #[inline(always)]
    fn some_place(&self, rules: &Rules<S, D>, offer: Offer) -> bool {
        let (cells, closed, doubtful) = self.open_places(rules, offer);
        let doubtful = closed.or(doubtful);
        if !cells.without(doubtful).is_empty() {
            return true;
        }
        for at in doubtful.iter() {
            let look = self.look(rules, self.mover(), at);
            if self.place_holds(rules, offer, at, &look) {
                return true;
            }
        }
        false
    }

    /// The cells where some offer of `menu` allows a stone.
    #[inline(always)]
    pub fn all_places(&self, rules: &Rules<S, D>, menu: &Menu) -> S {
        // Most menus have one: in the loop the compiler would prepare for all that follows.
        if let &[offer] = menu.places.as_slice() {
            return self.places(rules, offer);
        }
        let mut cells = S::none();
        for &offer in &menu.places {
            cells = cells.or(self.places(rules, offer));
        }
        cells
    }

    /// Calls `each` with every legal action of a general kind on `menu`: its rule, where and by which way, until it says to
    /// stop.
    #[inline(always)]
    fn general_actions(
        &self,
        rules: &Rules<S, D>,
        menu: &Menu,
        mut each: impl FnMut(&GeneralRule<S>, Index, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (i, &offer) in menu.general.iter().enumerate() {
            let rule = &rules.general[usize::from(offer.rule)];
            self.general_planes(rules, rule, |way, mut rest| {
                while let Some(at) = rest.first() {
                    rest = rest.without(S::single(at));
                    if self.holds(rules, offer, at, way).is_ok()
                        && (i == 0
                            || !self.general_before(
                                rules,
                                &menu.general[..i],
                                rule.action(&rules.grid, at, way),
                            ))
                    {
                        each(rule, at, way)?;
                    }
                }
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Whether one of `offers` allows `action` as well.
    pub fn general_before(&self, rules: &Rules<S, D>, offers: &[Offer], action: Action) -> bool {
        offers.iter().any(|&offer| self.general_allowed(rules, offer, action).is_ok())
    }

    /// Whether any action but `pass` and `swap` is legal, where a set of candidates tells it alone.
    #[inline(always)]
    pub fn some_certain_stone(&self, rules: &Rules<S, D>) -> Option<bool> {
        let menu = self.menu(rules);
        match (menu.only_stone, menu.only_general) {
            (Some(place), _) => {
                let rule = &rules.places[usize::from(place.rule)];
                if rule.certain { Some(!self.place_candidates(rules, rule).is_empty()) } else { None }
            }
            (None, Some(general)) => {
                let rule = &rules.general[usize::from(general.rule)];
                if rule.certain { Some(self.some_candidate(rules, rule)) } else { None }
            }
            _ => None,
        }
    }

    /// Whether any action but `pass` and `swap` is legal.
    #[inline(always)]
    fn some_stone(&self, rules: &Rules<S, D>) -> bool {
        let menu = self.menu(rules);
        // In the loop below the compiler would prepare for all that follows it.
        if let Some(offer) = menu.only_stone {
            return self.some_place(rules, offer);
        }
        for &offer in &menu.places {
            if self.some_place(rules, offer) {
                return true;
            }
        }
        // Where every candidate is legal the first that is found will do.
        for offer in &menu.general {
            let rule = &rules.general[usize::from(offer.rule)];
            if rule.certain && self.some_candidate(rules, rule) {
                return true;
            }
        }
        self.menu_planes(rules, menu, |_, _| ControlFlow::Break(())).is_break()
            || self.general_actions(rules, menu, |_, _, _| ControlFlow::Break(())).is_break()
    }

    /// How many actions are legal.
    #[inline(always)]
    pub fn count(&self, rules: &Rules<S, D>) -> u32 {
        if self.progress.outcome.is_some() {
            return 0;
        }
        let menu = self.menu(rules);
        let mut singles = all_places(self, rules, menu);
        let mut count = 0;
        let _ = self.menu_planes(rules, menu, |_, plane| {
            match plane.size {
                // A stone alone is the same action, whether a shape has but one cell or not.
                1 => singles = singles.or(plane.anchors),
                _ => count += plane.anchors.count(),
            }
            ControlFlow::Continue(())
        });
        count += singles.count();
        if !menu.general.is_empty() {
            let _ = self.general_actions(rules, menu, |_, _, _| {
                count += 1;
                ControlFlow::Continue(())
            });
        }
        count + u32::from(self.may_swap(rules)) + u32::from(self.may_pass(rules))
    }

    /// Fills `into` with all legal actions: shapes, stones in the order of the grid, general kinds, swap, pass.
    #[inline(always)]
    pub fn list(&self, rules: &Rules<S, D>, into: &mut ActionList) {
        into.clear();
        if self.progress.outcome.is_some() {
            return;
        }
        let menu = self.menu(rules);
        let mut singles = all_places(self, rules, menu);
        let _ = self.menu_planes(rules, menu, |forms, plane| {
            match plane.size {
                1 => singles = singles.or(plane.anchors),
                _ => {
                    into.extend(plane.anchors.iter().map(|at| Action::Shape(cell_set(forms, plane.form, at))))
                }
            }
            ControlFlow::Continue(())
        });
        for at in singles.iter() {
            into.push(Action::Place(cell::<S>(at)));
        }
        let _ = self.general_actions(rules, menu, |rule, at, way| {
            into.push(rule.action(&rules.grid, at, way));
            ControlFlow::Continue(())
        });
        if self.may_swap(rules) {
            into.push(Action::Swap);
        }
        if self.may_pass(rules) {
            into.push(Action::Pass);
        }
    }

    /// The first of `offers` that `allowed` allows, or why the last of them does not.
    fn first_allowed(offers: &[Offer], allowed: impl Fn(Offer) -> Result<(), Why>) -> Result<Offer, Why> {
        let mut why = Why::Kind;
        for &offer in offers {
            match allowed(offer) {
                Ok(()) => return Ok(offer),
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }

    /// The offer of `menu` under which `action`, a placing or displacing, is legal.
    ///
    /// # Errors
    /// The rule that the action breaks.
    pub fn offer_of(&self, rules: &Rules<S, D>, menu: &Menu, action: Action) -> Result<Offer, Why> {
        let on_grid = |cell: crate::board::Cell| {
            let board = &rules.variant.board;
            if board.contains(cell) {
                Ok(index::<S>(cell))
            } else {
                Err(if board.is_hole(cell) { Why::Hole } else { Why::OffBoard })
            }
        };
        match action {
            Action::Place(at) => {
                let cell = on_grid(at)?;
                let alone = |offer| place_allowed(self, rules, offer, cell);
                let alone = Self::first_allowed(&menu.places, alone);
                let shape =
                    Self::first_allowed(&menu.shapes, |offer| self.shape_allowed(rules, offer, &[at]));
                match (alone, shape) {
                    (Ok(alone), Ok(shape)) => Ok(if alone.rank < shape.rank { alone } else { shape }),
                    (alone, Err(Why::Kind)) | (alone @ Ok(_), _) => alone,
                    (_, shape) => shape,
                }
            }
            Action::Shape(cells) => {
                cells.iter().try_for_each(|&cell| on_grid(cell).map(|_| ()))?;
                // A stone alone is written as one.
                let offers = if cells.len() > 1 { menu.shapes.as_slice() } else { &[] };
                Self::first_allowed(offers, |offer| self.shape_allowed(rules, offer, &cells))
            }
            Action::Displace { cell, to } | Action::Move { from: cell, to } => {
                on_grid(cell).and(on_grid(to))?;
                self.general_offer(rules, menu, action)
            }
            Action::Remove(cell) => {
                on_grid(cell)?;
                self.general_offer(rules, menu, action)
            }
            Action::Drop(_) | Action::Deal { .. } | Action::Release(_) | Action::Pass | Action::Swap => {
                Err(Why::Kind)
            }
        }
    }

    /// The general offer of `menu` under which `action` is legal.
    fn general_offer(&self, rules: &Rules<S, D>, menu: &Menu, action: Action) -> Result<Offer, Why> {
        let mut why = Why::Kind;
        for &offer in &menu.general {
            match self.general_allowed(rules, offer, action) {
                Ok(_) => return Ok(offer),
                // An offer of another kind says nothing of the action.
                Err(Why::Kind) => {}
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }

    /// Whether `action` is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn allows(&self, rules: &Rules<S, D>, action: Action) -> Result<(), Why> {
        if self.progress.outcome.is_some() {
            return Err(Why::Over);
        }
        match action {
            Action::Pass if self.may_pass(rules) => Ok(()),
            Action::Pass if self.menu(rules).pass && !self.passes_no_turn(rules) => Err(Why::Repetition),
            Action::Pass => Err(Why::Compulsory),
            Action::Swap if self.may_swap(rules) => Ok(()),
            Action::Swap => Err(Why::NoSwap),
            _ => {
                let menu = self.menu(rules);
                self.offer_of(rules, menu, action)
                    .map(|_| ())
                    .map_err(|why| self.why_not(rules, menu, action, why))
            }
        }
    }

    /// Why `action` is illegal which `menu`, what is on offer, refuses for the reason `why`: something else may take
    /// precedence, or it may be of a step that can't be done.
    fn why_not(&self, rules: &Rules<S, D>, menu: &Menu, action: Action, why: Why) -> Why {
        let by = |menu: &u16| self.offer_of(rules, &rules.plan.menus[usize::from(*menu)], action);
        if menu.outranked.iter().any(|menu| by(menu).is_ok()) {
            return Why::Precedence;
        }
        let mut others = menu.impossible.iter().filter_map(|menu| by(menu).err());
        if why == Why::Kind { others.find(|&other| other != Why::Kind).unwrap_or(why) } else { why }
    }

    /// Makes a legal action.
    #[inline(always)]
    pub fn act(&mut self, rules: &Rules<S, D>, action: Action) {
        match action {
            Action::Pass => self.pass(rules),
            Action::Swap => self.swap(rules),
            Action::Place(at) => {
                let at = index::<S>(at);
                let offer = self.offer_made(rules, action);
                let look = self.look(rules, self.mover(), at);
                match offer.filter(|_| !rules.plain) {
                    Some(offer) if self.menu(rules).shapes.contains(&offer) => {
                        put_shape(self, rules, S::single(at));
                    }
                    Some(offer) => put_by(self, rules, offer, at, &look),
                    None => put(self, rules, at, &look),
                }
                self.go_on_after(rules, offer);
            }
            Action::Shape(cells) => {
                let offer = self.offer_made(rules, action);
                put_shape(self, rules, set_of(&cells));
                self.go_on_after(rules, offer);
            }
            Action::Displace { .. } | Action::Move { .. } | Action::Remove(_) => {
                let Some(offer) = self.offer_made(rules, action) else { return };
                let located = self.locate(rules, &rules.general[usize::from(offer.rule)], action);
                let Ok((at, way)) = located else { return };
                self.general_make(rules, offer, at, way);
                self.go_on_after(rules, Some(offer));
            }
            Action::Drop(_) | Action::Deal { .. } | Action::Release(_) => {
                debug_assert!(false, "no such action is legal");
            }
        }
    }

    /// The offer that `action` is made by: where all that could be are of one step nothing has to be judged.
    #[inline(always)]
    fn offer_made(&self, rules: &Rules<S, D>, action: Action) -> Option<Offer> {
        let menu = self.menu(rules);
        let (offers, alike) = match action {
            Action::Place(_) => {
                (&menu.places, menu.shapes.is_empty() && (rules.plain || menu.places.len() == 1))
            }
            // Which kind of shapes it is decides which has been begun with.
            Action::Shape(_) => (&menu.shapes, menu.shapes.len() == 1),
            _ => (&menu.general, menu.general.len() == 1),
        };
        match offers.as_slice() {
            [first, rest @ ..] if alike && rest.iter().all(|offer| offer.step == first.step) => Some(*first),
            _ => self.offer_of(rules, menu, action).ok(),
        }
    }

    /// An action has been made by `offer`: the turn goes on.
    #[inline(always)]
    pub fn go_on_after(&mut self, rules: &Rules<S, D>, offer: Option<Offer>) {
        let Some(offer) = offer else { return self.advance(rules, self.progress.step) };
        if self.menu(rules).shapes.contains(&offer) {
            self.begun[usize::from(offer.rule)] = true;
        }
        self.advance(rules, offer.step);
    }
}

compiled! {
    /// [`State::list`], compiled on its own.
    pub fn list(state: &State<S, D>, rules: &Rules<S, D>, into: &mut ActionList) => state.list(rules, into);
    /// [`State::count`], compiled on its own.
    pub fn count(state: &State<S, D>, rules: &Rules<S, D>) -> u32 => state.count(rules);
    /// [`State::some_stone`], compiled on its own.
    pub fn some_stone(state: &State<S, D>, rules: &Rules<S, D>) -> bool => state.some_stone(rules);
    /// [`State::allows`], compiled on its own.
    pub fn allows(state: &State<S, D>, rules: &Rules<S, D>, action: Action) -> Result<(), Why> => state.allows(rules, action);
    /// [`State::act`], compiled on its own.
    pub fn act(state: &mut State<S, D>, rules: &Rules<S, D>, action: Action) => state.act(rules, action);
    /// [`State::refused`], compiled on its own: few positions come to it.
    fn refused(state: &State<S, D>, rules: &Rules<S, D>, offer: Offer, doubtful: S) -> S => state.refused(rules, offer, doubtful);
    /// [`State::all_places`], compiled on its own.
    pub fn all_places(state: &State<S, D>, rules: &Rules<S, D>, menu: &Menu) -> S => state.all_places(rules, menu);
}
