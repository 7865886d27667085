//! Displacing in play: a stone takes the cell of an enemy stone, which moves to an empty cell nearby (the push of Send It on
//! squares). A candidate's way is the direction in which the enemy stone goes.

use super::{Displace, Reach, Target};
use crate::actions::{ActionRule, General};
use crate::board::{Board, Lines};
use crate::chance::Draw;
use crate::conditions::{Condition, Missed, Term};
use crate::rules::{
    Action, CellRule, Cells, Change, Counts, DIRECTIONS, Effect, Grid, IllegalReason, Index, Rules, Slot,
    State, Tried, apply, cell, compiled, directions_within, effect_allowed, index, sees,
};
use std::ops::ControlFlow;

/// The compiled rule for displacing a stone.
pub struct DisplaceRule<S: Cells> {
    /// The lines along which the enemy stone's cell has to be seen.
    sight: Option<Lines>,
    /// The maximum number of stones placed in this turn in the new stone's group.
    new_per_group: Option<u16>,
    /// The group that the enemy stone must belong to.
    target: Target,
    /// The cells where stones can be displaced, if anything else excludes some.
    cells: Option<CellRule<S>>,
    /// Whether every enemy stone is a target.
    any: bool,
    /// How far a displaced stone may go.
    to: Reach,
}

impl General for Displace {
    type Rule<S: Cells> = DisplaceRule<S>;

    fn compile<S: Cells, const D: usize>(
        &self,
        action: &ActionRule,
        _: &Board,
        grid: &Grid<S, D>,
    ) -> DisplaceRule<S> {
        let (sight, new_per_group) = (action.sight, action.new_per_group);
        let (target, others) = Target::of(&action.condition);
        let rest = ActionRule { condition: Condition(others), ..action.clone() };
        let cells = CellRule::new(&rest, grid);
        let any = target.group.is_none() && target.liberties.is_none() && cells.is_none();
        DisplaceRule { sight, new_per_group, target, cells, any, to: self.to }
    }

    #[inline(always)]
    fn action<S: Cells, const D: usize>(
        _: &DisplaceRule<S>,
        grid: &Grid<S, D>,
        at: Index,
        way: u32,
    ) -> Action {
        Action::Displace { cell: cell::<S>(at), to: cell::<S>(grid.one_along(at, way as usize)) }
    }

    fn locate<S: Cells, const D: usize>(
        _: &State<S, D>,
        grid: &Grid<S, D>,
        _: &DisplaceRule<S>,
        action: Action,
    ) -> Result<(Index, u32), IllegalReason> {
        let Action::Displace { cell, to } = action else { return Err(IllegalReason::Kind) };
        let (at, to) = (index::<S>(cell), index::<S>(to));
        let way = (0..DIRECTIONS).find(|&k| grid.one_along(at, k) == to);
        // `fits` rejects a target that is not a neighbour, after it has looked for the enemy stone.
        Ok((at, way.unwrap_or(DIRECTIONS) as u32))
    }

    #[inline(always)]
    fn planes<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &DisplaceRule<S>,
        mut each: impl FnMut(u32, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let targets = state.displace_targets(grid, rule);
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        for k in 0..DIRECTIONS {
            let cells = state.displaced_along(grid, rule, targets, k);
            if !cells.is_empty() {
                each(k as u32, cells)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn some<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &DisplaceRule<S>,
    ) -> bool {
        let targets = state.all_or_displace_targets(grid, rule);
        !targets.is_empty() && targets.meets(grid.around(state.empty, rule.to))
    }

    #[inline(always)]
    fn count<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &DisplaceRule<S>,
    ) -> u32 {
        let targets = state.displace_targets(grid, rule);
        // Most positions have no targets.
        if targets.is_empty() { 0 } else { count_displaced(state, grid, rule, targets) }
    }

    fn fits<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &DisplaceRule<S>,
        at: Index,
        way: u32,
    ) -> Result<(), IllegalReason> {
        if !state.stones[1 - state.mover()].has(at) {
            return Err(IllegalReason::NoTarget);
        }
        state.check_cell(grid, rule.cells.as_ref(), at)?;
        let k = way as usize;
        let near = k < directions_within::<D>(rule.to) && state.empty.has(grid.one_along(at, k));
        if near { Ok(()) } else { Err(IllegalReason::WrongTo) }
    }

    #[inline(always)]
    fn allowed<S: Cells, const D: usize>(
        state: &State<S, D>,
        rules: &Rules<S, D>,
        slot: Slot,
        rule: &DisplaceRule<S>,
        at: Index,
        way: u32,
    ) -> Result<(), IllegalReason> {
        displace_allowed(state, rules, slot, rule, at, way)
    }

    #[inline(always)]
    fn effect<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        _: &DisplaceRule<S>,
        at: Index,
        way: u32,
    ) -> Effect<S> {
        state.displace_effect(at, grid.one_along(at, way as usize))
    }

    #[inline(always)]
    fn make<S: Cells, const D: usize>(
        state: &mut State<S, D>,
        rules: &Rules<S, D>,
        _: Slot,
        _: &DisplaceRule<S>,
        at: Index,
        way: u32,
    ) {
        displace(state, rules, at, rules.grid.one_along(at, way as usize));
    }

    fn draws<S: Cells, const D: usize>(_: &DisplaceRule<S>, _: &Grid<S, D>, certain: bool) -> bool {
        certain
    }

    /// Draws a number below the total number of displacements. The running totals show in which direction the number falls.
    #[inline(always)]
    fn draw<S: Cells, const D: usize>(
        state: &State<S, D>,
        rules: &Rules<S, D>,
        _: Slot,
        rule: &DisplaceRule<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, u32)> {
        let targets = state.all_or_displace_targets(&rules.grid, rule);
        let (mut along, mut ends, mut total) = ([S::none(); DIRECTIONS], [0; DIRECTIONS], 0);
        for k in 0..DIRECTIONS {
            along[k] = state.displaced_along(&rules.grid, rule, targets, k);
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
        Some((at, k as u32))
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// A superset of the enemy stones that the side to move may displace under `rule`.
    ///
    /// The usual target, a single stone with a given number of liberties, is found for the whole board at once.
    #[inline(always)]
    fn displace_targets(&self, grid: &Grid<S, D>, rule: &DisplaceRule<S>) -> S {
        let enemy = self.stones[1 - self.mover()];
        let mut targets = enemy;
        if rule.target.group == Some(1) {
            targets = enemy.without(grid.spread(enemy));
            if let Some(liberties) = rule.target.liberties
                && !targets.is_empty()
            {
                targets = Counts::<S, 3>::around::<D>(grid, self.empty, D).are(targets, liberties.into());
            }
        }
        // Last, so that the call keeps nothing in memory.
        self.restricted(grid, rule.cells.as_ref(), targets)
    }

    /// [`State::displace_targets`], faster where every enemy stone is a target, and slower elsewhere.
    #[inline(always)]
    fn all_or_displace_targets(&self, grid: &Grid<S, D>, rule: &DisplaceRule<S>) -> S {
        if rule.any { self.stones[1 - self.mover()] } else { self.displace_targets(grid, rule) }
    }

    /// The `targets` that can go to an empty cell in direction `k`.
    #[inline(always)]
    fn displaced_along(&self, grid: &Grid<S, D>, rule: &DisplaceRule<S>, targets: S, k: usize) -> S {
        if k < directions_within::<D>(rule.to) {
            targets.and(grid.one_before(self.empty, k))
        } else {
            S::none()
        }
    }

    /// Whether `slot` allows the candidate of `rule` with this `cell` and `way`.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    fn displace_allowed(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        rule: &DisplaceRule<S>,
        cell: Index,
        way: u32,
    ) -> Result<(), IllegalReason> {
        let (side, grid, to) = (self.mover(), &rules.grid, rules.grid.one_along(cell, way as usize));
        let must_capture = rules.general[usize::from(slot.rule)].must_capture;
        if rule.target.group.is_some() || rule.target.liberties.is_some() {
            let enemy = self.stones[1 - side];
            let single = rule.target.group == Some(1) && !grid.here[cell].near.meets(enemy);
            let group = if single { S::single(cell) } else { self.groups.stones_at(grid, cell, enemy) };
            let liberties = if single { grid.here[cell].near } else { grid.spread(group) }.and(self.empty);
            for (term, wanted, of) in
                [(Term::Group, rule.target.group, group), (Term::Liberties, rule.target.liberties, liberties)]
            {
                let (Some(wanted), number) = (wanted, of.count()) else { continue };
                if number != u32::from(wanted) {
                    return Err(IllegalReason::Where(Missed::new(term, number)));
                }
            }
        }
        let empty = self.empty.without(S::single(to));
        if rule.sight.is_some_and(|lines| !sees(grid, self.stones[side], empty, lines, cell)) {
            return Err(IllegalReason::Unseen);
        }
        if !must_capture && self.all_keep_liberties(rules, cell, to) {
            if !self.new_stones.near.has(cell) {
                return Ok(());
            }
            if rule.new_per_group == Some(1) {
                return Err(IllegalReason::NewPerGroup);
            }
        }
        let effect = self.displace_effect(cell, to);
        let limits = self.limits(rules, slot, must_capture, rule.new_per_group);
        effect_allowed(self, rules, &limits, &effect, &Tried::General(cell, way))
    }

    /// Whether the new stone's group, and the friendly groups that lose the liberty `to`, still have a liberty after a
    /// displacement from `cell` to `to`. After most displacements they do, and then only the limit on new stones in a group can
    /// forbid the displacement.
    #[inline(always)]
    fn all_keep_liberties(&self, rules: &Rules<S, D>, cell: Index, to: Index) -> bool {
        if !rules.by_liberties || rules.judges_ends() || rules.no_taking {
            return false;
        }
        let side = self.mover();
        let left = self.empty.without(rules.grid.here[to].alone);
        self.has_liberty(rules, side, cell, left) && self.keep_liberties(rules, side, to, left)
    }

    /// The effect of a displacement.
    #[inline(always)]
    fn displace_effect(&self, cell: Index, to: Index) -> Effect<S> {
        let (mut effect, taken, moved) = (self.no_effect(), S::single(cell), S::single(to));
        effect.own = effect.own.or(taken);
        effect.enemy = effect.enemy.without(taken).or(moved);
        effect.changed = taken.or(moved);
        effect.placed = taken;
        effect.change = Change::pushed(cell, to);
        effect
    }

    /// Displaces the enemy stone on `cell` to `to` and puts a stone of the side to move on `cell`. Carries out the captures, but
    /// does not advance the turn.
    #[inline(always)]
    fn displace(&mut self, rules: &Rules<S, D>, cell: Index, to: Index) {
        let side = self.mover();
        // `apply` would do the same through an effect, but an action of Dropper would take 28 % more instructions.
        if rules.stones_only() && rules.goals.is_empty() {
            let (taken, moved) = (rules.grid.here[cell].alone, rules.grid.here[to].alone);
            self.stones[side] = self.stones[side].or(taken);
            self.stones[1 - side] = self.stones[1 - side].without(taken).or(moved);
            self.empty = self.empty.without(moved);
            return;
        }
        let effect = self.displace_effect(cell, to);
        apply(self, rules, &effect);
    }
}

compiled! {
    fn displace_allowed(
        state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, rule: &DisplaceRule<S>, cell: Index, way: u32,
    ) -> Result<(), IllegalReason> => state.displace_allowed(rules, slot, rule, cell, way);
    fn displace(state: &mut State<S, D>, rules: &Rules<S, D>, cell: Index, to: Index) => state.displace(rules, cell, to);
    /// The number of candidates of `rule` that displace one of `targets`.
    fn count_displaced(state: &State<S, D>, grid: &Grid<S, D>, rule: &DisplaceRule<S>, targets: S) -> u32 => {
        let mut count = 0;
        for k in 0..DIRECTIONS {
            count += state.displaced_along(grid, rule, targets, k).count();
        }
        count
    };
}
