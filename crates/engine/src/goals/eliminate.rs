//! No enemy stone left.

use super::{DescriptionContext, Kind, View, goal_table};
use crate::board::Board;
use crate::rules::{Cells, Grid};
use crate::variant::{ActionRule, Path, Problem, Side, Variant};

goal_table! {
    /// No enemy stone left on the board. A side without a stone of its own has not reached it.
    pub struct EliminateTable {}
}

/// The enemy has no stone on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Eliminate;

impl Kind for Eliminate {
    type Table = EliminateTable;
    type Test<S: Cells> = Self;

    fn check(_: &EliminateTable, _: &Path, _: &Board) -> Result<Self, Problem> {
        Ok(Self)
    }

    fn words(&self, _: &DescriptionContext<'_>) -> String {
        "a player has left the enemy without a stone".to_owned()
    }

    fn why_unreachable(&self, variant: &Variant, side: Side) -> Option<String> {
        let enemy = side.other();
        let takes = |action: &ActionRule| {
            action.is_for(side) && action.kind.captures_by_itself()
                || action.is_for(enemy) && action.kind.removes_own()
        };
        let lost = variant.capture.changes_stones() || variant.actions.iter().any(takes);
        let there = !variant.setup.stones[enemy.index()].is_empty();
        (there && !lost).then(|| "the enemy has stones at the start, and nothing takes them".to_owned())
    }

    fn compile<S: Cells, const D: usize>(&self, _: &Board, _: &Grid<S, D>) -> Self {
        Self
    }

    #[inline(always)]
    fn holds<S: Cells, const D: usize>(_: &Self, view: &View<'_, S, D>, _: &mut [S], side: usize) -> bool {
        view.stones[1 - side].is_empty() && !view.stones[side].is_empty()
    }

    #[inline(always)]
    fn distance<S: Cells, const D: usize>(_: &Self, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        Some(view.stones[1 - side].count())
    }
}
