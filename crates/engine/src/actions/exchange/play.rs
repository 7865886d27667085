//! Exchanging stones in play. A candidate's cell is that of the player's stone, and its way is the direction of the other stone.

use super::{Exchange, Owner, Reach};
use crate::actions::{ActionRule, General};
use crate::board::Board;
use crate::rules::{
    Action, CellRule, Cells, DIRECTIONS, Effect, Grid, IllegalReason, Index, State, cell, compiled,
    directions_within, index,
};
use std::ops::ControlFlow;

/// The compiled rule for exchanging stones.
pub struct ExchangeRule<S: Cells> {
    near: Reach,
    with: Owner,
    /// The cells of stones that can be exchanged, if some are excluded.
    cells: Option<CellRule<S>>,
}

impl<S: Cells> ExchangeRule<S> {
    /// The stones with which the side to move may exchange its own.
    #[inline(always)]
    fn others<const D: usize>(&self, state: &State<S, D>) -> S {
        if self.with == Owner::Neutral { state.neutral } else { state.stones[1 - state.mover()] }
    }
}

impl General for Exchange {
    type Rule<S: Cells> = ExchangeRule<S>;

    fn compile<S: Cells, const D: usize>(
        &self,
        action: &ActionRule,
        _: &Board,
        grid: &Grid<S, D>,
    ) -> ExchangeRule<S> {
        ExchangeRule { near: self.near, with: self.with, cells: CellRule::new(action, grid) }
    }

    #[inline(always)]
    fn action<S: Cells, const D: usize>(
        _: &ExchangeRule<S>,
        grid: &Grid<S, D>,
        at: Index,
        way: u32,
    ) -> Action {
        Action::Exchange { from: cell::<S>(at), to: cell::<S>(grid.one_along(at, way as usize)) }
    }

    fn locate<S: Cells, const D: usize>(
        _: &State<S, D>,
        grid: &Grid<S, D>,
        _: &ExchangeRule<S>,
        action: Action,
    ) -> Result<(Index, u32), IllegalReason> {
        let Action::Exchange { from, to } = action else { return Err(IllegalReason::Kind) };
        let (at, to) = (index::<S>(from), index::<S>(to));
        let way = (0..DIRECTIONS).find(|&k| grid.one_along(at, k) == to);
        // `fits` rejects a cell that is not a neighbour, after it has looked for the player's stone.
        Ok((at, way.unwrap_or(DIRECTIONS) as u32))
    }

    #[inline(always)]
    fn planes<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &ExchangeRule<S>,
        mut each: impl FnMut(u32, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for k in 0..directions_within::<D>(rule.near) {
            let cells = exchangeable(state, grid, rule, k);
            if !cells.is_empty() {
                each(k as u32, cells)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn fits<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &ExchangeRule<S>,
        at: Index,
        way: u32,
    ) -> Result<(), IllegalReason> {
        if !state.stones[state.mover()].has(at) {
            return Err(IllegalReason::NoOwnStone);
        }
        state.check_cell(grid, rule.cells.as_ref(), at)?;
        let k = way as usize;
        let near = k < directions_within::<D>(rule.near) && rule.others(state).has(grid.one_along(at, k));
        if near { Ok(()) } else { Err(IllegalReason::WrongExchange) }
    }

    #[inline(always)]
    fn effect<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &ExchangeRule<S>,
        at: Index,
        way: u32,
    ) -> Effect<S> {
        exchanged(state, grid, rule, at, way)
    }
}

// Out of line: loops that play other kinds would grow by code that they never run.
compiled! {
    /// The stones that the side to move can exchange with one in direction `k`.
    fn exchangeable(state: &State<S, D>, grid: &Grid<S, D>, rule: &ExchangeRule<S>, k: usize) -> S => {
        let beside = state.stones[state.mover()].and(grid.one_before(rule.others(state), k));
        if beside.is_empty() { beside } else { state.restricted(grid, rule.cells.as_ref(), beside) }
    };
    /// The effect of exchanging the stone on `at` with the one in direction `way`.
    fn exchanged(
        state: &State<S, D>, grid: &Grid<S, D>, rule: &ExchangeRule<S>, at: Index, way: u32,
    ) -> Effect<S> => {
        let to = grid.one_along(at, way as usize);
        let (mut effect, here, there) = (state.no_effect(), S::single(at), S::single(to));
        effect.own = effect.own.without(here).or(there);
        let others = if rule.with == Owner::Neutral { &mut effect.neutral } else { &mut effect.enemy };
        *others = others.without(there).or(here);
        effect.changed = here.or(there);
        effect.moved = Some(to);
        // A stone that was placed in this turn still counts as a new stone after it has moved.
        if state.new_stones.stones.has(at) {
            effect.placed = there;
        }
        effect
    };
}
