//! A stone on certain cells: one of the side's, or a neutral one that is led there.

use super::{DescriptionContext, Kind, View, goal_table, lists_by_side, name_of, piece_of, region};
use crate::board::{Board, Cell};
use crate::conditions::Vocabulary;
use crate::pieces::{PieceKind, with_article};
use crate::rules::{Cells, Grid, set_of};
use crate::variant::{Path, Problem, Side};

goal_table! {
    /// A stone on one of certain cells, which may differ for the two sides.
    pub struct ReachTable {
        /// The cells, for both sides, as in `["row -1", "d7"]`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cells: Option<Vec<String>>,
        /// The cells of the first side. If only one side has cells, `for` names it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub first: Option<Vec<String>>,
        /// The cells of the second side; likewise.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub second: Option<Vec<String>>,
        /// Whether a neutral stone must get there, rather than a stone of the side.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[schemars(extend("default" = false))]
        pub neutral: bool,
        /// The kind of the pieces that count: the name of a `[piece]`, or `none` for stones of no kind; any if omitted.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub piece: Option<String>,
    }
}

/// A stone on certain cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The cells of each side, in words and as a list.
    pub cells: [(String, Vec<Cell>); 2],
    /// Whether a neutral stone must get there.
    pub neutral: bool,
    /// The kind of the piece that must get there, with its name; any stone if `None`.
    pub piece: Option<(String, PieceKind)>,
}

/// The cells on a grid.
pub struct Test<S> {
    cells: [S; 2],
    neutral: bool,
    piece: Option<PieceKind>,
}

impl Kind for Reach {
    type Table = ReachTable;
    type Test<S: Cells> = Test<S>;

    fn check(
        table: &ReachTable,
        path: &Path,
        board: &Board,
        vocabulary: Vocabulary<'_>,
    ) -> Result<Self, Problem> {
        if table.cells.is_some() && table.first.is_some() && table.second.is_some() {
            let message = format!("the goal {} states twice which cells each side must reach", name_of(path));
            let problem = Problem::with_key(path.clone(), message);
            return Err(problem.expected("expected either `cells`, or both `first` and `second`"));
        }
        let own = [("first", &table.first), ("second", &table.second)];
        let [first, second] = lists_by_side(table.side, path, own, ("cells", &table.cells))?;
        let of = |found: Option<(&str, &Vec<String>)>| match found {
            Some((key, list)) => region(list, &path.key(key), board),
            None => {
                let problem = Problem::with_key(
                    path.clone(),
                    format!("the goal {} does not say which cells each side must reach", name_of(path)),
                );
                Err(problem.expected(
                    "expected `cells`, both `first` and `second`, or `for` and the cells of that side",
                ))
            }
        };
        let piece = piece_of(table.piece.as_deref(), path, vocabulary)?;
        Ok(Self { cells: [of(first)?, of(second)?], neutral: table.neutral, piece })
    }

    fn words(&self, context: &DescriptionContext<'_>) -> String {
        let noun = self.piece.as_ref().map_or("stone", |(name, _)| name);
        let what = if self.neutral { format!("a neutral {noun}") } else { with_article(noun) };
        let what = [what.as_str(), "one"];
        let [clause, again] =
            what.map(|what| move |(words, _): &(String, Vec<Cell>)| format!("has {what} on {words}"));
        context.by_side(&self.cells, clause, again)
    }

    fn cells(&self, _: &Board, side: Side) -> Vec<Vec<Cell>> {
        vec![self.cells[side.index()].1.clone()]
    }

    fn is_isotropic(&self) -> bool {
        false
    }

    fn survives_stones(&self) -> bool {
        !self.neutral && self.piece.is_none()
    }

    fn needs_own_stones(&self) -> bool {
        !self.neutral
    }

    fn compile<S: Cells, const D: usize>(&self, _: &Board, _: &Grid<S, D>) -> Test<S> {
        let piece = self.piece.as_ref().map(|&(_, kind)| kind);
        Test { cells: [0, 1].map(|side: usize| set_of(&self.cells[side].1)), neutral: self.neutral, piece }
    }

    #[inline(always)]
    fn holds<S: Cells, const D: usize>(
        test: &Test<S>,
        view: &View<'_, S, D>,
        _: &mut [S],
        side: usize,
    ) -> bool {
        let stones = if test.neutral { view.neutral() } else { view.arrived[side].and(view.stones[side]) };
        view.of_kind(stones, test.piece).meets(test.cells[side])
    }

    /// The smallest number of steps from a stone to one of the cells, regardless of what stands between.
    #[inline(always)]
    fn distance<S: Cells, const D: usize>(test: &Test<S>, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        let stones = if test.neutral { view.neutral() } else { view.stones[side] };
        let (mut near, mut steps) = (view.of_kind(stones, test.piece), 0);
        while !near.meets(test.cells[side]) {
            let next = near.or(view.grid.around(near, crate::variant::Reach::Touching));
            if next == near {
                return None;
            }
            near = next;
            steps += 1;
        }
        Some(steps)
    }
}
