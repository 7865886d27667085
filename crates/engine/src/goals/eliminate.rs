//! No enemy stone left.

use super::{DescriptionContext, Kind, View, goal_table, piece_of};
use crate::actions::Owner;
use crate::board::Board;
use crate::conditions::Vocabulary;
use crate::pieces::{PieceKind, with_article};
use crate::rules::{Cells, Grid};
use crate::variant::{ActionRule, End, Path, Problem, Side, Variant};

goal_table! {
    /// No enemy stone left on the board. A side without a stone of its own has not reached it.
    pub struct EliminateTable {
        /// The first turn of the game in which it counts, by default 1. In a game that begins without stones, the first stone leaves an
        /// enemy that has not moved without one.
        #[schemars(range(min = 1, max = End::MOST_TURNS))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub from_turn: Option<u32>,
        /// The kind of the pieces that count: the name of a `[piece]`, or `none` for stones of no kind; any if omitted.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub piece: Option<String>,
    }
}

/// The enemy has no stone on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Eliminate {
    /// The first turn of the game in which it counts, from 1.
    pub from_turn: u32,
    /// The kind of the pieces that count, with its name; all stones if `None`.
    pub piece: Option<(String, PieceKind)>,
}

impl Kind for Eliminate {
    type Table = EliminateTable;
    type Test<S: Cells> = Self;

    fn check(
        table: &EliminateTable,
        path: &Path,
        _: &Board,
        vocabulary: Vocabulary<'_>,
    ) -> Result<Self, Problem> {
        let piece = piece_of(table.piece.as_deref(), path, vocabulary)?;
        Ok(Self { from_turn: table.from_turn.unwrap_or(1), piece })
    }

    fn words(&self, _: &DescriptionContext<'_>) -> String {
        let what = with_article(self.piece.as_ref().map_or("stone", |(name, _)| name));
        let goal = format!("a player has left the enemy without {what}");
        if self.from_turn == 1 { goal } else { format!("{goal}, from turn {} on", self.from_turn) }
    }

    fn why_unreachable(&self, variant: &Variant, side: Side) -> Option<String> {
        if self.piece.is_some() {
            return None;
        }
        let enemy = side.other();
        let takes = |action: &ActionRule| {
            let flips = |owner| action.kind.flips().is_some_and(|(before, _)| before == owner);
            action.is_for(side) && (action.kind.captures_by_itself() || flips(Owner::Enemy))
                || action.is_for(enemy) && (action.kind.removes_own() || flips(Owner::Own))
        };
        let lost = variant.capture.changes_stones() || variant.actions.iter().any(takes);
        let there = !variant.setup.stones[enemy.index()].is_empty();
        (there && !lost).then(|| "the enemy has stones at the start, and nothing takes them".to_owned())
    }

    fn compile<S: Cells, const D: usize>(&self, _: &Board, _: &Grid<S, D>) -> Self {
        self.clone()
    }

    #[inline(always)]
    fn holds<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, _: &mut [S], side: usize) -> bool {
        counted(test, view, 1 - side).is_empty()
            && !view.stones[side].is_empty()
            && view.turns + 1 >= test.from_turn
    }

    #[inline(always)]
    fn distance<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        Some(counted(test, view, 1 - side).count())
    }
}

/// The stones of `side` that count.
#[inline(always)]
fn counted<S: Cells, const D: usize>(test: &Eliminate, view: &View<'_, S, D>, side: usize) -> S {
    view.of_kind(view.stones[side], test.piece.as_ref().map(|&(_, kind)| kind))
}
