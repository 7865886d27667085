//! Placing a stone of the enemy. Every empty cell has a single way.

use super::Place;
use crate::actions::{ActionRule, General};
use crate::board::Board;
use crate::pieces::PieceKind;
use crate::rules::{
    Action, CellRule, Cells, Change, Effect, Form, Grid, IllegalReason, Index, Named, State, cell, compiled,
    index,
};
use std::ops::ControlFlow;

/// An enemy stone that the player places.
pub struct Given;

impl Given {
    /// How it is written: `e:d4`.
    pub(crate) const FORM: Form = Form {
        prefix: "e:",
        taken: Named::None,
        tag: Some(5),
        ..Form::new("place an enemy stone", |cells| Action::PlaceEnemy(cells[0]))
    };
}

/// The compiled rule.
pub struct GivenRule<S: Cells> {
    /// The cells where the stone can be placed, if some empty ones are excluded.
    cells: Option<CellRule<S>>,
    /// The kind of the piece; none if `None`.
    becomes: Option<PieceKind>,
}

impl General for Place {
    type Rule<S: Cells> = GivenRule<S>;

    fn compile<S: Cells, const D: usize>(
        &self,
        action: &ActionRule,
        _: &Board,
        grid: &Grid<S, D>,
    ) -> Self::Rule<S> {
        GivenRule { cells: CellRule::new(action, grid), becomes: action.becomes }
    }

    #[inline(always)]
    fn action<S: Cells, const D: usize>(_: &Self::Rule<S>, _: &Grid<S, D>, at: Index, _: u32) -> Action {
        Action::PlaceEnemy(cell::<S>(at))
    }

    fn locate<S: Cells, const D: usize>(
        _: &State<S, D>,
        _: &Grid<S, D>,
        _: &Self::Rule<S>,
        action: Action,
    ) -> Result<(Index, u32), IllegalReason> {
        let Action::PlaceEnemy(cell) = action else { return Err(IllegalReason::Kind) };
        Ok((index::<S>(cell), 0))
    }

    #[inline(always)]
    fn planes<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &Self::Rule<S>,
        mut each: impl FnMut(u32, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let cells = givable(state, grid, rule);
        if cells.is_empty() { ControlFlow::Continue(()) } else { each(0, cells) }
    }

    fn fits<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &Self::Rule<S>,
        at: Index,
        _: u32,
    ) -> Result<(), IllegalReason> {
        if !state.empty.has(at) {
            return Err(IllegalReason::Occupied);
        }
        state.check_cell(grid, rule.cells.as_ref(), at)
    }

    #[inline(always)]
    fn effect<S: Cells, const D: usize>(
        state: &State<S, D>,
        _: &Grid<S, D>,
        rule: &Self::Rule<S>,
        at: Index,
        _: u32,
    ) -> Effect<S> {
        given(state, rule, at)
    }
}

// Out of line: loops that play other kinds would grow by code that they never run.
compiled! {
    /// The cells where the side to move can place an enemy stone.
    fn givable(state: &State<S, D>, grid: &Grid<S, D>, rule: &GivenRule<S>) -> S =>
        state.restricted(grid, rule.cells.as_ref(), state.empty);
    /// The effect of placing an enemy stone on `at`.
    fn given(state: &State<S, D>, rule: &GivenRule<S>, at: Index) -> Effect<S> => {
        let (mut effect, stone) = (state.no_effect(), S::single(at));
        effect.enemy = effect.enemy.or(stone);
        effect.changed = stone;
        effect.change = Change::placed::<S>(at, rule.becomes);
        effect
    };
}
