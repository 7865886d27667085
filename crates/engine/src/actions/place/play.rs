//! Placing a single stone in play: legality and effect.

use super::rule::PlaceRule;
use crate::rules::{
    Allowed, By, Cells, Change, Effect, IllegalReason, Index, Placement, Rules, Slot, State, Taking, Tried,
    allowed_on, apply, capture_next_to, compiled, die, effect_allowed, permitted, same_stones, seen_by, sees,
};

impl<S: Cells, const D: usize> State<S, D> {
    /// A superset of the cells where the side to move may place a stone under `rule`.
    #[inline(always)]
    pub fn place_candidates(&self, rules: &Rules<S, D>, rule: &PlaceRule) -> S {
        if rule.anywhere {
            return self.empty;
        }
        let side = self.mover();
        let mut cells = self.empty;
        if let Some(lines) = rule.sight {
            cells = cells.without(self.cache.blind[lines as usize][side]);
        }
        // Placing a neutral stone cannot be suicide.
        if rules.no_suicide && (rules.plain || !rule.neutral) {
            cells = cells.without(self.cache.dead[side]);
        }
        if rule.bars_full {
            cells = cells.without(self.new_stones.full);
        }
        if !rules.plain {
            return special_candidates(self, rules, rule, cells);
        }
        if let By::Clear(reach) = rule.cells.by {
            cells = cells.without(self.near_stones(&rules.grid, reach));
        }
        cells
    }

    /// The [candidates](State::place_candidates) of the rule that `slot` refers to.
    #[inline(always)]
    pub fn slot_candidates(&self, rules: &Rules<S, D>, slot: Slot) -> S {
        self.place_candidates(rules, rules.place_rule(slot))
    }

    /// The `cells` that satisfy the rarer restrictions.
    #[inline(always)]
    fn special_candidates(&self, rules: &Rules<S, D>, rule: &PlaceRule, mut cells: S) -> S {
        let side = self.mover();
        if rule.is_tried() {
            cells = likely_places(self, rules, rule, cells);
        } else if rule.cells.by != By::Nothing {
            cells = self.permitted(&rules.grid, &rules.cell_rules, rule.cells, side, cells);
        }
        if rule.gravity {
            // A stone does not rest on a cell above an empty cell.
            cells = cells.without(rules.grid.moved::<0, 1, 1>(self.empty));
        }
        if let Some(lines) = rule.seen_by_moved {
            cells = cells.and(seen_by(&rules.grid, self.moved_stone(), self.empty, lines));
        }
        if let Some(taking) = rules.taking.filter(|_| rule.must_capture) {
            cells =
                cells.and(self.capturing_cells(rules, taking, [self.stones[side], self.stones[1 - side]]));
        }
        cells
    }

    /// The cells where a placed stone captures custodially or by touch (see `taking`). `stones` holds the stones of the side to
    /// move and of its opponent. The result may include occupied cells.
    ///
    /// The last result is cached, because callers first ask whether there is such a cell, and then for the cells.
    #[inline(always)]
    fn capturing_cells(&self, rules: &Rules<S, D>, taking: Taking, stones: [S; 2]) -> S {
        let (known, capturing_cells) = self.capturing_cells.get();
        if same_stones(&known, &stones) {
            return capturing_cells;
        }
        let capturing_cells = taking.capturing_cells(&rules.grid, stones[0], stones[1], rules.grid.board);
        self.capturing_cells.set((stones, capturing_cells));
        capturing_cells
    }

    /// The stone that was moved in this turn, as a set; the empty set if no stone was moved, or if the stone has been removed.
    #[inline(always)]
    fn moved_stone(&self) -> S {
        if self.moved == S::NOWHERE {
            S::none()
        } else {
            S::single(self.moved).and(self.stones[self.mover()])
        }
    }

    /// The effect of placing a stone on `cell` under `rule`.
    #[inline(always)]
    fn place_effect(&self, rule: &PlaceRule, cell: Index) -> Effect<S> {
        let (mut effect, stone) = (self.no_effect(), S::single(cell));
        if rule.neutral {
            effect.neutral = effect.neutral.or(stone);
        } else {
            effect.own = effect.own.or(stone);
            effect.placed = stone;
        }
        effect.changed = stone;
        effect.change = Change::placed::<S>(cell, rule.becomes);
        effect
    }

    /// Whether the position after placing a stone on `cell`, as `slot` allows, obeys the rules that apply to all actions.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    pub fn place_effect_allowed(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        cell: Index,
    ) -> Result<(), IllegalReason> {
        let rule = rules.place_rule(slot);
        let effect = self.place_effect(rule, cell);
        let limits = self.limits(rules, slot, rule.must_capture, rule.new_per_group);
        effect_allowed(self, rules, &limits, &effect, &Tried::Stone(cell))
    }

    /// The `cells` that `rule` is likely to allow, as far as a few shifts tell.
    #[inline(always)]
    fn likely_places(&self, rules: &Rules<S, D>, rule: &PlaceRule, cells: S) -> S {
        match rule.cells.rule(&rules.cell_rules) {
            Some(of) => of.likely(&rules.grid, &self.scene(self.mover()), cells),
            None => cells,
        }
    }

    /// The `cells` that `rule` allows, whose candidates need not be allowed.
    #[inline(always)]
    fn permitted_places(&self, rules: &Rules<S, D>, rule: &PlaceRule, cells: S) -> S {
        permitted(self, &rules.grid, &rules.cell_rules, rule.cells, self.mover(), cells)
    }

    /// Whether `slot`, whose candidates need not be allowed, allows a stone anywhere. The first is tried alone: usually it is legal.
    #[inline(always)]
    fn some_tried(&self, rules: &Rules<S, D>, slot: Slot) -> bool {
        let rule = rules.place_rule(slot);
        let cells = self.place_candidates(rules, rule).and(self.in_sight(rules, rule, self.mover()));
        let Some(first) = cells.first() else { return false };
        if self.cell_allowed(rules, rule.cells, self.mover(), first).is_ok() {
            let placement = self.placement(rules, self.mover(), first);
            if self.place_holds(rules, rule, slot, first, &placement) {
                return true;
            }
        }
        !self.places(rules, slot).is_empty()
    }

    /// If `rule`, whose candidates need not be allowed, does not allow a stone on `cell`: all cells on which it allows none.
    #[inline(always)]
    fn refused_with(&self, rules: &Rules<S, D>, rule: &PlaceRule, cell: Index) -> Option<S> {
        if self.cell_allowed(rules, rule.cells, self.mover(), cell).is_ok() {
            return None;
        }
        Some(self.empty.without(self.permitted_places(rules, rule, self.empty)))
    }

    /// Whether `cell` is `allowed` for `side`.
    ///
    /// # Errors
    /// Whether `on`, `where` or `makes` forbids it.
    pub fn cell_allowed(
        &self,
        rules: &Rules<S, D>,
        allowed: Allowed,
        side: usize,
        cell: Index,
    ) -> Result<(), IllegalReason> {
        match allowed.rule(&rules.cell_rules) {
            Some(rule) => allowed_on(&rules.grid, rule, self, side, cell),
            None => Ok(()),
        }
    }

    /// Whether a stone on `cell`, a candidate of the slot's `rule`, obeys the rules that are not checked for candidates: new stones
    /// in the group, suicide, repetition. Sight is not checked. `placement` is the stone's effect.
    #[inline(always)]
    pub fn place_holds(
        &self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        slot: Slot,
        cell: Index,
        placement: &Placement<S>,
    ) -> bool {
        if !rules.plain && rule.by_effect {
            return place_effect_allowed(self, rules, slot, cell).is_ok();
        }
        if rules.no_suicide && (!placement.lives || rules.no_taking && placement.takes) {
            return false;
        }
        if let Some(limit) = rule.new_per_group
            && (limit > 1 || rules.may_die)
            && self.exceeds_limit(rules, placement, cell, limit)
        {
            return false;
        }
        !self.repeats_arrangement(rules, slot, cell, placement)
    }

    /// Whether `slot` allows a stone on `cell`, a cell of the board.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    pub fn place_allowed(&self, rules: &Rules<S, D>, slot: Slot, cell: Index) -> Result<(), IllegalReason> {
        let rule = rules.place_rule(slot);
        let side = self.mover();
        if !self.empty.has(cell) {
            return Err(IllegalReason::Occupied);
        }
        if rule.sight.is_some_and(|lines| !sees(&rules.grid, self.stones[side], self.empty, lines, cell)) {
            return Err(IllegalReason::Unseen);
        }
        self.cell_allowed(rules, rule.cells, side, cell)?;
        if !rules.plain {
            self.special_allowed(rules, rule, cell)?;
            if rule.by_effect {
                return self.place_effect_allowed(rules, slot, cell);
            }
        }
        let placement = self.placement(rules, side, cell);
        if rules.no_taking && placement.takes {
            return Err(IllegalReason::Capture);
        }
        if rules.no_suicide && !placement.lives {
            return Err(IllegalReason::Suicide);
        }
        if rule.new_per_group.is_some_and(|limit| self.exceeds_limit(rules, &placement, cell, limit)) {
            return Err(IllegalReason::NewPerGroup);
        }
        if self.repeats_arrangement(rules, slot, cell, &placement) {
            return Err(IllegalReason::Repetition);
        }
        Ok(())
    }

    /// Whether `cell` satisfies the rarer restrictions.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    fn special_allowed(
        &self,
        rules: &Rules<S, D>,
        rule: &PlaceRule,
        cell: Index,
    ) -> Result<(), IllegalReason> {
        let alone = |only: PlaceRule| special_candidates(self, rules, &only, self.empty).has(cell);
        let none = PlaceRule {
            cells: Allowed::ALL,
            gravity: false,
            seen_by_moved: None,
            must_capture: false,
            ..*rule
        };
        if !alone(PlaceRule { gravity: rule.gravity, ..none }) {
            return Err(IllegalReason::Falls);
        }
        if !alone(PlaceRule { seen_by_moved: rule.seen_by_moved, ..none }) {
            return Err(IllegalReason::UnseenByMoved);
        }
        if !alone(PlaceRule { must_capture: rule.must_capture, ..none }) {
            return Err(IllegalReason::NoCapture);
        }
        Ok(())
    }

    /// Places a stone as `slot` allows and carries out its captures, but does not advance the turn.
    #[inline(always)]
    pub fn put_by(&mut self, rules: &Rules<S, D>, slot: Slot, cell: Index, placement: &Placement<S>) {
        // Only a neutral stone, a stone that captures other than by liberties, and kinds of piece have a further effect.
        if rules.plain || !rules.takes_stones && !rules.place_rule(slot).neutral && !rules.has_pieces() {
            self.put(rules, cell, placement);
        } else {
            put_special(self, rules, slot, cell, placement);
        }
    }

    /// Places a stone where it may be neutral, may capture other than by liberties, or there are kinds of piece.
    #[inline(always)]
    fn put_special(&mut self, rules: &Rules<S, D>, slot: Slot, cell: Index, placement: &Placement<S>) {
        let rule = rules.place_rule(slot);
        let captures = rules.takes_stones && !rules.captures_change_only_stones();
        if rule.neutral || captures || rules.has_pieces() {
            let effect = self.place_effect(rule, cell);
            apply(self, rules, &effect);
            return;
        }
        // `apply` would do the same through an effect, but an action of Pente would take 28 % more instructions.
        self.put(rules, cell, placement);
        let (side, Some(taking)) = (self.mover(), &rules.taking) else { return };
        let stone = rules.grid.here[cell].alone;
        let taken = taking.taken(&rules.grid, stone, self.stones[side], self.stones[1 - side]);
        self.stones[1 - side] = self.stones[1 - side].without(taken);
        if taking.flips {
            self.stones[side] = self.stones[side].or(taken);
            self.arrived[side] = stone.or(taken);
        } else {
            self.empty = self.empty.or(taken);
            self.captured[side] += taken.count();
        }
    }

    /// Places a stone of the side to move and carries out its captures, but does not advance the turn.
    #[inline(always)]
    pub fn put(&mut self, rules: &Rules<S, D>, cell: Index, placement: &Placement<S>) {
        let side = self.mover();
        if !rules.goals.is_empty() {
            self.arrived[side] = rules.grid.here[cell].alone;
            self.arrived[1 - side] = S::none();
        }
        self.add_stone(rules, cell, placement);
        if rules.by_liberties {
            if placement.takes {
                capture_next_to(self, rules, side, cell);
            } else if !placement.lives {
                die(self, rules, side, cell);
            }
        }
    }

    /// Puts a stone of the side to move on the board and leaves captures for later.
    #[inline(always)]
    pub fn add_stone(&mut self, rules: &Rules<S, D>, cell: Index, placement: &Placement<S>) {
        let side = self.mover();
        let stone = rules.grid.here[cell].alone;
        self.stones[side] = self.stones[side].or(stone);
        self.empty = placement.left;
        self.sight_of_new_stone(rules, side, cell);
        if rules.superko {
            self.hash ^= rules.keys[side][cell];
        }
        self.add_new_stone(rules, cell, placement);
        if !rules.groups {
            return;
        }
        self.groups.add::<D>(side, cell, placement.beside, placement.neighbours);
        if rules.by_liberties {
            self.liberties_lost(side, placement);
        }
    }
}

compiled! {
    pub fn place_allowed(state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, cell: Index) -> Result<(), IllegalReason> => state.place_allowed(rules, slot, cell);
    fn place_effect_allowed(state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, cell: Index) -> Result<(), IllegalReason> => state.place_effect_allowed(rules, slot, cell);
    pub fn refused_with(state: &State<S, D>, rules: &Rules<S, D>, rule: &PlaceRule, cell: Index) -> Option<S> => state.refused_with(rules, rule, cell);
    fn special_candidates(state: &State<S, D>, rules: &Rules<S, D>, rule: &PlaceRule, cells: S) -> S => state.special_candidates(rules, rule, cells);
    fn likely_places(state: &State<S, D>, rules: &Rules<S, D>, rule: &PlaceRule, cells: S) -> S => state.likely_places(rules, rule, cells);
    pub fn permitted_places(state: &State<S, D>, rules: &Rules<S, D>, rule: &PlaceRule, cells: S) -> S => state.permitted_places(rules, rule, cells);
    pub fn some_tried(state: &State<S, D>, rules: &Rules<S, D>, slot: Slot) -> bool => state.some_tried(rules, slot);
    fn put_special(state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, cell: Index, placement: &Placement<S>) => state.put_special(rules, slot, cell, placement);
    pub fn put_by(state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, cell: Index, placement: &Placement<S>) => state.put_by(rules, slot, cell, placement);
    pub fn put(state: &mut State<S, D>, rules: &Rules<S, D>, cell: Index, placement: &Placement<S>) => state.put(rules, cell, placement);
}
