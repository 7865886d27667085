//! A ring: one side's stones around at least one cell, whatever is on it.

use super::{DescriptionContext, Kind, View, goal_table};
use crate::board::Board;
use crate::rules::{Cells, Grid, flood};
use crate::variant::{Path, Problem};

goal_table! {
    /// A closed chain of one side's stones around at least one cell, whatever is on it. A hole does not count as a cell. Only on
    /// hexes.
    pub struct RingTable {}
}

/// One side's stones around at least one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring;

impl Kind for Ring {
    type Table = RingTable;
    type Test<S: Cells> = Self;

    fn check(_: &RingTable, path: &Path, board: &Board) -> Result<Self, Problem> {
        if board.wrap().is_some() {
            let message = "a ring has no inside and no outside on a board that wraps";
            return Err(Problem::with_key(path.clone(), message)
                .expected("expected another goal")
                .related(Path::of(["board", "wrap"]), "the board wraps"));
        }
        if board.is_hex() {
            return Ok(Self);
        }
        let problem =
            Problem::with_key(path.clone(), "a ring needs hexes, and the cells of this board are squares");
        Err(problem
            .expected("expected another goal, or a board of hexes")
            .related(Path::of(["board", "shape"]), "the board"))
    }

    fn words(&self, _: &DescriptionContext<'_>) -> String {
        "a player has a ring of stones around at least one cell, whatever is on it".to_owned()
    }

    fn survives_stones(&self) -> bool {
        true
    }

    fn compile<S: Cells, const D: usize>(&self, _: &Board, _: &Grid<S, D>) -> Self {
        Self
    }

    /// There are two kinds of rings. If a ring surrounds a cell without a stone of this side, flooding from the edge does not
    /// reach all such cells. If it surrounds stones of this side only, one of them has only stones of this side around it.
    #[inline(always)]
    fn holds<S: Cells, const D: usize>(_: &Self, view: &View<'_, S, D>, _: &mut [S], side: usize) -> bool {
        let (grid, own) = (view.grid, view.stones[side]);
        // A stone that closes a ring has two neighbours in the ring.
        if !grid.spread_twice(own).meets(view.arrived[side]) {
            return false;
        }
        let others = grid.board.without(own);
        let solid = own.without(grid.edge).without(grid.spread(others));
        !solid.is_empty() || flood(grid, others.and(grid.outline), others) != others
    }

    fn distance<S: Cells, const D: usize>(_: &Self, _: &View<'_, S, D>, _: usize) -> Option<u32> {
        None
    }
}
