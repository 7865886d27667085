//! Taking a stone off the board in play. Every cell has a single way.

use super::Remove;
use crate::actions::{ActionRule, General, Whose};
use crate::board::Board;
use crate::rules::{
    Action, CellRule, Cells, Effect, Grid, IllegalReason, Index, State, cell, compiled, index,
};
use std::ops::ControlFlow;

/// The compiled rule for taking stones off the board.
pub struct RemoveRule<S: Cells> {
    stones: Whose,
    /// The cells from which stones can be taken off, if some are excluded.
    cells: Option<CellRule<S>>,
}

impl General for Remove {
    type Rule<S: Cells> = RemoveRule<S>;

    fn compile<S: Cells, const D: usize>(
        &self,
        action: &ActionRule,
        _: &Board,
        grid: &Grid<S, D>,
    ) -> RemoveRule<S> {
        RemoveRule { stones: self.stones, cells: CellRule::new(action, grid) }
    }

    #[inline(always)]
    fn action<S: Cells, const D: usize>(_: &RemoveRule<S>, _: &Grid<S, D>, at: Index, _: u32) -> Action {
        Action::Remove(cell::<S>(at))
    }

    fn locate<S: Cells, const D: usize>(
        _: &State<S, D>,
        _: &Grid<S, D>,
        _: &RemoveRule<S>,
        action: Action,
    ) -> Result<(Index, u32), IllegalReason> {
        let Action::Remove(cell) = action else { return Err(IllegalReason::Kind) };
        Ok((index::<S>(cell), 0))
    }

    #[inline(always)]
    fn planes<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &RemoveRule<S>,
        mut each: impl FnMut(u32, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let cells = removable(state, grid, rule);
        if cells.is_empty() { ControlFlow::Continue(()) } else { each(0, cells) }
    }

    fn fits<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &RemoveRule<S>,
        at: Index,
        _: u32,
    ) -> Result<(), IllegalReason> {
        if !state.stones_of(rule.stones).has(at) {
            return Err(IllegalReason::NoStone);
        }
        state.check_cell(grid, rule.cells.as_ref(), at)
    }

    #[inline(always)]
    fn effect<S: Cells, const D: usize>(
        state: &State<S, D>,
        _: &Grid<S, D>,
        _: &RemoveRule<S>,
        at: Index,
        _: u32,
    ) -> Effect<S> {
        removed(state, at)
    }
}

// Out of line: loops that play other kinds would grow by code that they never run.
compiled! {
    /// The stones that the side to move can take off the board.
    fn removable(state: &State<S, D>, grid: &Grid<S, D>, rule: &RemoveRule<S>) -> S =>
        state.restricted(grid, rule.cells.as_ref(), state.stones_of(rule.stones));
    /// The effect of taking the stone on `at` off the board.
    fn removed(state: &State<S, D>, at: Index) -> Effect<S> => {
        let (mut effect, stone) = (state.no_effect(), S::single(at));
        effect.captured = u32::from(effect.enemy.has(at));
        effect.own = effect.own.without(stone);
        effect.enemy = effect.enemy.without(stone);
        effect.neutral = effect.neutral.without(stone);
        effect.changed = stone;
        effect
    };
}
