//! Turning stones over in play. Every cell has a single way.

use super::{Flip, Owner};
use crate::actions::{ActionRule, General, Whose};
use crate::board::Board;
use crate::rules::{
    Action, CellRule, Cells, Effect, Grid, IllegalReason, Index, Rules, Slot, State, Turned, cell, compiled,
    general_apply, index,
};
use std::ops::ControlFlow;

/// The compiled rule for turning stones over.
pub struct FlipRule<S: Cells> {
    stones: Whose,
    becomes: Owner,
    /// The cells where stones can be turned over, if some are excluded.
    cells: Option<CellRule<S>>,
}

impl General for Flip {
    type Rule<S: Cells> = FlipRule<S>;

    fn compile<S: Cells, const D: usize>(
        &self,
        action: &ActionRule,
        _: &Board,
        grid: &Grid<S, D>,
    ) -> FlipRule<S> {
        FlipRule { stones: self.stones.stones(), becomes: self.becomes, cells: CellRule::new(action, grid) }
    }

    fn may_overlap<S: Cells, const D: usize>(one: &FlipRule<S>, other: &FlipRule<S>, _: &Grid<S, D>) -> bool {
        one.stones == other.stones
    }

    #[inline(always)]
    fn action<S: Cells, const D: usize>(_: &FlipRule<S>, _: &Grid<S, D>, at: Index, _: u32) -> Action {
        Action::Flip(cell::<S>(at))
    }

    fn locate<S: Cells, const D: usize>(
        _: &State<S, D>,
        _: &Grid<S, D>,
        _: &FlipRule<S>,
        action: Action,
    ) -> Result<(Index, u32), IllegalReason> {
        let Action::Flip(cell) = action else { return Err(IllegalReason::Kind) };
        Ok((index::<S>(cell), 0))
    }

    #[inline(always)]
    fn planes<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &FlipRule<S>,
        mut each: impl FnMut(u32, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let cells = flippable(state, grid, rule);
        if cells.is_empty() { ControlFlow::Continue(()) } else { each(0, cells) }
    }

    fn fits<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &FlipRule<S>,
        at: Index,
        _: u32,
    ) -> Result<(), IllegalReason> {
        if !state.stones_of(rule.stones).has(at) {
            return Err(IllegalReason::NotFlippable);
        }
        if state.turned().has(at) {
            return Err(IllegalReason::Turned);
        }
        state.check_cell(grid, rule.cells.as_ref(), at)
    }

    #[inline(always)]
    fn effect<S: Cells, const D: usize>(
        state: &State<S, D>,
        _: &Grid<S, D>,
        rule: &FlipRule<S>,
        at: Index,
        _: u32,
    ) -> Effect<S> {
        flipped(state, rule, at)
    }

    #[inline(always)]
    fn make<S: Cells, const D: usize>(
        state: &mut State<S, D>,
        rules: &Rules<S, D>,
        slot: Slot,
        _: &FlipRule<S>,
        at: Index,
        way: u32,
    ) {
        mark_turned(state, rules, at);
        general_apply(state, rules, slot, at, way);
    }
}

// Out of line: loops that play other kinds would grow by code that they never run.
compiled! {
    /// The stones that the side to move can turn over.
    fn flippable(state: &State<S, D>, grid: &Grid<S, D>, rule: &FlipRule<S>) -> S => {
        let stones = state.stones_of(rule.stones).without(state.turned());
        state.restricted(grid, rule.cells.as_ref(), stones)
    };
    /// The effect of turning over the stone on `at`.
    fn flipped(state: &State<S, D>, rule: &FlipRule<S>, at: Index) -> Effect<S> => {
        let (mut effect, stone) = (state.no_effect(), S::single(at));
        effect.own = effect.own.without(stone);
        effect.enemy = effect.enemy.without(stone);
        effect.neutral = effect.neutral.without(stone);
        let stones = effect.stones_of(rule.becomes);
        *stones = stones.or(stone);
        effect.changed = stone;
        effect
    };
    /// Notes that the stone on `at` is turned over.
    fn mark_turned(state: &mut State<S, D>, rules: &Rules<S, D>, at: Index) => {
        state.turned =
            Turned { turn: state.progress.turns, cells: state.turned().or(rules.grid.here[at].alone) };
    };
}
