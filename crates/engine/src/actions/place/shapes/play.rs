//! Placing stones in a shape in play: legality and effect of forms.

use super::forms::{Forms, MOST};
use super::rule::ShapeRule;
use crate::board::Cell;
use crate::rules::{
    By, Cells, Choices, Effect, IllegalReason, Limits, Rules, Shifted, Slot, State, Tried, apply, compiled,
    effect_allowed, flood, index, permitted, seen_by, sees,
};
use std::ops::ControlFlow;

/// A form and the anchors from which it can be placed.
#[derive(Clone, Copy)]
pub struct Plane<S> {
    /// The form.
    pub form: u32,
    /// How many cells the form has.
    pub size: u8,
    /// The anchors from which the form lies on open cells and is seen.
    pub anchors: S,
    /// The `anchors` for which other rules must still be checked.
    doubtful: S,
}

/// The shapes that a side can place at some point of the game.
#[derive(Clone, Copy)]
pub struct Placing<'r, S: Cells> {
    rule: &'r ShapeRule<S>,
    /// The forms that can be placed at this point.
    pub forms: &'r Forms<S>,
    side: usize,
    /// The stones placed earlier in the turn.
    new_stones: S,
    /// The slot, if it matters how the turn ends: it determines whether an action ends it.
    rests: Option<Slot>,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The shapes of `slot` for the side to move.
    #[inline(always)]
    pub fn placing<'r>(&self, rules: &'r Rules<S, D>, slot: Slot) -> Placing<'r, S> {
        let rule = &rules.shapes[usize::from(slot.rule)];
        let begun = self.begun[usize::from(slot.rule)];
        let forms = if begun { &rule.forms } else { rule.first_forms.as_ref().unwrap_or(&rule.forms) };
        let rests = rules.judges_ends().then_some(slot);
        Placing { rule, forms, side: self.mover(), new_stones: self.new_stones.stones, rests }
    }

    /// The shapes of `rule` for `side` at the beginning of a normal turn, once first shapes have been placed.
    #[inline(always)]
    pub fn normal_placing<'r>(&self, rule: &'r ShapeRule<S>, side: usize) -> Placing<'r, S> {
        Placing { rule, forms: &rule.forms, side, new_stones: S::none(), rests: None }
    }

    /// The empty cells where `rule` lets `side` put stones.
    #[inline(always)]
    pub fn open_to(&self, rules: &Rules<S, D>, rule: &ShapeRule<S>, side: usize) -> S {
        if rule.cells.by == By::Nothing {
            return self.empty;
        }
        permitted(self, &rules.grid, &rules.cell_rules, rule.cells, side, self.empty)
    }

    /// Calls `each` with the planes of all forms that fit somewhere, until `each` returns `Break`. Doubtful anchors are not checked.
    #[inline(always)]
    pub fn planes(
        &self,
        rules: &Rules<S, D>,
        placing: &Placing<'_, S>,
        doubt: S,
        mut each: impl FnMut(Plane<S>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let forms = placing.forms;
        let mut shifted = self.shifted.borrow_mut();
        self.shift(rules, placing, doubt, &mut shifted);
        // The intersections for the prefixes of the current node, by depth.
        let seen_at_root = if placing.rule.sight.is_some() { S::none() } else { rules.grid.board };
        let root = Shifted { open: rules.grid.board, seen: seen_at_root, doubt: S::none() };
        let mut path = [root; MOST + 1];
        let mut at = 0;
        while let Some(node) = forms.nodes.get(at) {
            let (before, own) = (path[usize::from(node.depth) - 1], &shifted[usize::from(node.place)]);
            let open = before.open.and(own.open);
            if open.is_empty() {
                at = node.skip_to as usize;
                continue;
            }
            let seen = if node.needed { before.seen.or(own.seen) } else { before.seen };
            let doubt = before.doubt.or(own.doubt);
            path[usize::from(node.depth)] = Shifted { open, seen, doubt };
            if let Some(form) = node.form {
                let anchors = open.and(seen);
                if !anchors.is_empty() {
                    each(Plane { form, size: node.depth, anchors, doubtful: anchors.and(doubt) })?;
                }
            }
            at += 1;
        }
        ControlFlow::Continue(())
    }

    /// Fills `into` with the open, seen and doubtful cells, shifted back by each offset.
    #[inline(always)]
    fn shift(&self, rules: &Rules<S, D>, placing: &Placing<'_, S>, doubt: S, into: &mut Vec<Shifted<S>>) {
        let open = self.open_to(rules, placing.rule, placing.side).padded();
        let sight = placing.rule.sight;
        let seen =
            sight.map(|lines| seen_by(&rules.grid, self.stones[placing.side], self.empty, lines).padded());
        let doubted = (!doubt.is_empty()).then(|| doubt.padded());
        into.clear();
        for place in &placing.forms.places {
            let mut back = Shifted {
                open: S::shifted(&open, -place.by).and(place.inside),
                seen: S::none(),
                doubt: S::none(),
            };
            if let Some(seen) = &seen {
                back.seen = S::shifted(seen, -place.by);
            }
            if let Some(doubted) = &doubted {
                back.doubt = S::shifted(doubted, -place.by);
            }
            into.push(back);
        }
    }

    /// Calls `each` with the planes of all forms that fit somewhere, each with its anchors that are illegal, until `each` returns
    /// `Break`.
    #[inline(always)]
    pub fn tested_planes(
        &self,
        rules: &Rules<S, D>,
        placing: &Placing<'_, S>,
        mut each: impl FnMut(Plane<S>, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let limit = placing.rule.new_per_group.map_or(u32::MAX, u32::from);
        let all = placing.rests.is_some() || limit < u32::MAX && !placing.new_stones.is_empty();
        // Only a shape that fills a whole region of empty cells can leave a group without a liberty.
        let doubt = match (all || rules.no_taking, rules.no_suicide) {
            (true, _) => rules.grid.board,
            (false, true) => rules.grid.small_regions(self.empty, placing.forms.most),
            (false, false) => S::none(),
        };
        self.planes(rules, placing, doubt, |plane| {
            let doubtful = if u32::from(plane.size) > limit { plane.anchors } else { plane.doubtful };
            let illegal = match doubtful.is_empty() {
                true => doubtful,
                false => illegal_anchors(self, rules, placing, plane.form, doubtful),
            };
            each(plane, illegal)
        })
    }

    /// Calls `each` with the planes of all forms that `placing` allows somewhere, until `each` returns `Break`.
    #[inline(always)]
    pub fn legal_planes(
        &self,
        rules: &Rules<S, D>,
        placing: &Placing<'_, S>,
        mut each: impl FnMut(Plane<S>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tested_planes(rules, placing, |mut plane, illegal| {
            plane.anchors = plane.anchors.without(illegal);
            if plane.anchors.is_empty() { ControlFlow::Continue(()) } else { each(plane) }
        })
    }

    /// The anchors among `doubtful` from which `placing` does not allow the form.
    #[inline(always)]
    pub fn illegal_anchors(
        &self,
        rules: &Rules<S, D>,
        placing: &Placing<'_, S>,
        form: u32,
        doubtful: S,
    ) -> S {
        let mut illegal = S::none();
        for anchor in doubtful.iter() {
            let cells = placing.forms.set(form, anchor);
            if shape_holds(self, rules, placing, cells).is_err() {
                illegal = illegal.or(S::single(anchor));
            }
        }
        illegal
    }

    /// Calls `each` with the planes of all forms that `choices` allows, each legal shape in one plane only, until `each`
    /// returns `Break`.
    #[inline(always)]
    pub fn planes_of_choices(
        &self,
        rules: &Rules<S, D>,
        choices: &Choices,
        mut each: impl FnMut(&Forms<S>, Plane<S>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (i, &slot) in choices.shapes.iter().enumerate() {
            let placing = self.placing(rules, slot);
            self.legal_planes(rules, &placing, |mut plane| {
                if i > 0 {
                    let before = allowed_by(self, rules, &choices.shapes[..i], placing.forms, &plane);
                    plane.anchors = plane.anchors.without(before);
                }
                each(placing.forms, plane)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// The anchors of `plane`, a plane of `forms`, from which any of `slots` allows the same stones.
    #[inline(always)]
    pub fn allowed_by(&self, rules: &Rules<S, D>, slots: &[Slot], forms: &Forms<S>, plane: &Plane<S>) -> S {
        let mut allowed = S::none();
        for anchor in plane.anchors.iter() {
            let cells = forms.cell_set(plane.form, anchor);
            if slots.iter().any(|&slot| self.shape_allowed(rules, slot, &cells).is_ok()) {
                allowed = allowed.or(S::single(anchor));
            }
        }
        allowed
    }

    /// Whether `slot` allows stones on all of `cells`, which are sorted and on the board.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn shape_allowed(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        cells: &[Cell],
    ) -> Result<(), IllegalReason> {
        let placing = self.placing(rules, slot);
        let Some(form) = placing.forms.find(cells) else { return Err(IllegalReason::WrongShape) };
        let anchor = cells.iter().map(|&cell| index::<S>(cell)).min().unwrap_or(0);
        let set = placing.forms.set(form, anchor);
        if !set.without(self.empty).is_empty() {
            return Err(IllegalReason::Occupied);
        }
        let own = self.stones[placing.side];
        let seen = |lines| {
            let mut needed = placing.forms.needed(form, anchor).iter();
            needed.any(|cell| sees(&rules.grid, own, self.empty, lines, cell))
        };
        if placing.rule.sight.is_some_and(|lines| !seen(lines)) {
            return Err(IllegalReason::Unseen);
        }
        for cell in set.iter() {
            self.cell_allowed(rules, placing.rule.cells, placing.side, cell)?;
        }
        shape_holds(self, rules, &placing, set)
    }

    /// Whether stones on `cells`, which are open and seen, obey the remaining rules.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    pub fn shape_holds(
        &self,
        rules: &Rules<S, D>,
        placing: &Placing<'_, S>,
        cells: S,
    ) -> Result<(), IllegalReason> {
        let limit = placing.rule.new_per_group.map(u32::from);
        let crowded = limit.is_some_and(|limit| placing.new_stones.or(cells).count() > limit);
        let quiet = !rules.no_suicide || !rules.no_taking && self.keeps_liberties(rules, cells);
        if !crowded && placing.rests.is_none() && quiet {
            return Ok(());
        }
        let limits = Limits {
            side: placing.side,
            new_stones: placing.new_stones,
            must_capture: false,
            new_per_group: placing.rule.new_per_group,
            rests: placing.rests,
        };
        effect_allowed(self, rules, &limits, &self.shape_effect(placing.side, cells), &Tried::Shape(cells))
    }

    /// The effect of stones of `side` on all of `cells`.
    #[inline(always)]
    fn shape_effect(&self, side: usize, cells: S) -> Effect<S> {
        let (own, enemy) = (self.stones[side].or(cells), self.stones[1 - side]);
        Effect { own, enemy, changed: cells, placed: cells, ..self.no_effect() }
    }

    /// Whether each connected part of `cells` has an empty neighbour. If so, every group with a stone on `cells` has a liberty.
    /// This settles most shapes.
    #[inline(always)]
    pub fn keeps_liberties(&self, rules: &Rules<S, D>, cells: S) -> bool {
        let free = rules.grid.spread(self.empty.without(cells)).and(cells);
        free == cells || !free.is_empty() && flood(&rules.grid, free, cells) == cells
    }

    /// Places stones of the side to move on all of `cells` and carries out the captures, but does not advance the turn.
    #[inline(always)]
    pub fn put_shape(&mut self, rules: &Rules<S, D>, cells: S) {
        let side = self.mover();
        if rules.takes_stones || rules.has_pieces() {
            let effect = self.shape_effect(side, cells);
            return apply(self, rules, &effect);
        }
        // `apply` would do the same under capture by liberties, but an action of Dispatch would take 16 % more instructions.
        self.arrived[side] = cells;
        self.arrived[1 - side] = S::none();
        for cell in cells.iter() {
            let placement = self.placement(rules, side, cell);
            self.add_stone(rules, cell, &placement);
        }
        if rules.by_liberties {
            self.capture_around(rules, side, cells);
        }
    }
}

compiled! {
    pub fn shape_holds(
        state: &State<S, D>, rules: &Rules<S, D>, placing: &Placing<'_, S>, cells: S,
    ) -> Result<(), IllegalReason> => state.shape_holds(rules, placing, cells);
    fn illegal_anchors(
        state: &State<S, D>, rules: &Rules<S, D>, placing: &Placing<'_, S>, form: u32, doubtful: S,
    ) -> S => state.illegal_anchors(rules, placing, form, doubtful);
    fn allowed_by(
        state: &State<S, D>, rules: &Rules<S, D>, slots: &[Slot], forms: &Forms<S>, plane: &Plane<S>,
    ) -> S => state.allowed_by(rules, slots, forms, plane);
    pub fn put_shape(state: &mut State<S, D>, rules: &Rules<S, D>, cells: S) => state.put_shape(rules, cells);
}
