//! All stones of a side in one group.

use super::{DescriptionContext, Kind, View, goal_table};
use crate::board::Board;
use crate::rules::{Cells, Grid};
use crate::variant::{Path, Problem, Reach};

goal_table! {
    /// All stones of a side in one group. One stone is a group; a side without a stone has not reached it.
    pub struct UniteTable {
        /// Which cells are connected; `touching` if omitted.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub by: Option<Reach>,
    }
}

/// All stones of a side in one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unite {
    /// Which cells are connected.
    pub by: Reach,
}

impl Kind for Unite {
    type Table = UniteTable;
    type Test<S: Cells> = Self;

    fn check(table: &UniteTable, _: &Path, _: &Board) -> Result<Self, Problem> {
        Ok(Self { by: table.by.unwrap_or(Reach::Touching) })
    }

    fn words(&self, context: &DescriptionContext<'_>) -> String {
        let by = match (self.by, context.board.is_hex()) {
            (_, true) => "",
            (Reach::Adjacent, false) => " (connected by edges)",
            (Reach::Touching, false) => " (connected by edges or corners)",
        };
        format!("a player has all its stones in one group{by}")
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
        (own.without(joined).is_empty() || own.count() == 1)
            && view.flood(S::single(first), own, test.by) == own
    }

    #[inline(always)]
    fn distance<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        let (mut rest, mut groups) = (view.stones[side], 0);
        while let Some(first) = rest.first() {
            rest = rest.without(view.flood(S::single(first), rest, test.by));
            groups += 1_u32;
        }
        groups.checked_sub(1)
    }
}
