//! A ring: one side's stones around at least one cell, whatever is on it.
//!
//! A cell is inside a ring if no way from it leads off the board, over empty cells, other stones and holes. So a hole never closes
//! a ring, and a ring around holes alone surrounds no cell.

use super::{DescriptionContext, Kind, View, goal_table};
use crate::board::{Board, Cell};
use crate::conditions::Vocabulary;
use crate::rules::{Cells, Grid, flood, set_of};
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
    type Test<S: Cells> = Test<S>;

    fn check(_: &RingTable, path: &Path, board: &Board, _: Vocabulary<'_>) -> Result<Self, Problem> {
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

    fn compile<S: Cells, const D: usize>(&self, board: &Board, grid: &Grid<S, D>) -> Test<S> {
        let (mut rim, mut inner) = (grid.outline, Vec::new());
        for gap in gaps(board) {
            let shore = set_of(around(board, &gap));
            if gap.iter().any(|&hole| board.is_at_edge(hole)) {
                rim = rim.or(shore);
            } else {
                inner.push(shore);
            }
        }
        Test { rim, inner }
    }

    /// There are two kinds of rings. If a ring surrounds a cell without a stone of this side, flooding from the edge does not
    /// reach all such cells. If it surrounds stones of this side only, one of them has only stones of this side around it, or
    /// holes that the flood does not reach either.
    #[inline(always)]
    fn holds<S: Cells, const D: usize>(
        test: &Test<S>,
        view: &View<'_, S, D>,
        _: &mut [S],
        side: usize,
    ) -> bool {
        let (grid, own) = (view.grid, view.stones[side]);
        // A stone that closes a ring has two neighbours in the ring.
        if !grid.spread_twice(own).meets(view.arrived[side]) {
            return false;
        }
        let others = grid.board.without(own);
        let mut open = test.rim;
        let mut outside = flood(grid, others.and(open), others);
        // The flood crosses the holes whose shore it reaches. Each round crosses some, or is the last.
        loop {
            let before = open;
            for &shore in &test.inner {
                if outside.meets(shore) {
                    open = open.or(shore);
                }
            }
            if open == before {
                break;
            }
            outside = flood(grid, outside.or(others.and(open)), others);
        }
        let solid = own.without(open).without(grid.spread(others));
        !solid.is_empty() || outside != others
    }

    fn distance<S: Cells, const D: usize>(_: &Test<S>, _: &View<'_, S, D>, _: usize) -> Option<u32> {
        None
    }
}

/// The ways off the board.
pub struct Test<S> {
    /// The cells on the outline of the board, and around the holes that lead there.
    rim: S,
    /// For each other set of connected holes, the cells around it.
    inner: Vec<S>,
}

/// The sets of connected holes.
fn gaps(board: &Board) -> Vec<Vec<Cell>> {
    let (mut gaps, mut rest) = (Vec::new(), board.holes().to_vec());
    while let Some(first) = rest.pop() {
        let mut gap = vec![first];
        let mut next = 0;
        while let Some(&hole) = gap.get(next) {
            let near =
                |other: &Cell| board.adjacent().iter().any(|&step| board.towards(hole, step) == Some(*other));
            gap.extend(rest.extract_if(.., |other| near(other)));
            next += 1;
        }
        gaps.push(gap);
    }
    gaps
}

/// The cells next to the holes of a `gap`.
fn around(board: &Board, gap: &[Cell]) -> Vec<Cell> {
    gap.iter()
        .flat_map(|&hole| board.adjacent().iter().filter_map(move |&step| board.step(hole, step)))
        .collect()
}
