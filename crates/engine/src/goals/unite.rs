//! All stones of a side in one group.

use super::{DescriptionContext, Kind, View, goal_table};
use crate::board::Board;
use crate::conditions::Vocabulary;
use crate::rules::{Cells, Grid};
use crate::variant::{Path, Problem, Reach};

goal_table! {
    /// All stones of a side in one group. One stone is a group; a side without a stone has not reached it.
    pub struct UniteTable {
        /// Which cells are connected; `touching` if omitted.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub by: Option<Reach>,
        /// Whether empty cells connect stones, too.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub over_empty: bool,
    }
}

/// All stones of a side in one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unite {
    /// Which cells are connected.
    pub by: Reach,
    /// Whether empty cells connect stones, too.
    pub over_empty: bool,
}

impl Unite {
    /// The stones of `side` that are connected to those of `from`.
    #[inline(always)]
    fn joined<S: Cells, const D: usize>(&self, view: &View<'_, S, D>, side: usize, from: S) -> S {
        let own = view.stones[side];
        if self.over_empty {
            return view.flood(from, own.or(*view.empty), self.by).and(own);
        }
        view.flood(from, own, self.by)
    }
}

impl Kind for Unite {
    type Table = UniteTable;
    type Test<S: Cells> = Self;

    fn check(table: &UniteTable, _: &Path, _: &Board, _: Vocabulary<'_>) -> Result<Self, Problem> {
        Ok(Self { by: table.by.unwrap_or(Reach::Touching), over_empty: table.over_empty })
    }

    fn words(&self, context: &DescriptionContext<'_>) -> String {
        let by = match (self.by, context.board.is_hex()) {
            (_, true) => "",
            (Reach::Adjacent, false) => " (connected by edges)",
            (Reach::Touching, false) => " (connected by edges or corners)",
        };
        let over = if self.over_empty { ", in which empty cells connect stones, too" } else { "" };
        format!("a player has all its stones in one group{by}{over}")
    }

    fn compile<S: Cells, const D: usize>(&self, _: &Board, _: &Grid<S, D>) -> Self {
        self.clone()
    }

    #[inline(always)]
    fn holds<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, _: &mut [S], side: usize) -> bool {
        let own = view.stones[side];
        let Some(first) = own.first() else { return false };
        // In most positions some stone is far from all others; this single step finds such a stone.
        let joined = view.grid.around(own, test.by);
        (test.over_empty || own.without(joined).is_empty() || own.count() == 1)
            && test.joined(view, side, S::single(first)) == own
    }

    #[inline(always)]
    fn distance<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        let (mut rest, mut groups) = (view.stones[side], 0);
        while let Some(first) = rest.first() {
            rest = rest.without(test.joined(view, side, S::single(first)));
            groups += 1_u32;
        }
        groups.checked_sub(1)
    }
}
