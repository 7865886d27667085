//! A number of captures.

use super::{DescriptionContext, Kind, View, goal_table};
use crate::actions::ActionKind;
use crate::board::Board;
use crate::conditions::Vocabulary;
use crate::rules::{Cells, Grid};
use crate::variant::{Path, Problem, Side, Variant, count};

goal_table! {
    /// A number of enemy stones captured in the game. Stones lost by suicide count as captured by the opponent.
    #[schemars(extend("required" = ["stones"]))]
    pub struct CaptureTable {
        /// How many stones.
        #[schemars(range(min = 1, max = 10_000))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stones: Option<u16>,
    }
}

/// A number of captured stones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// How many.
    pub stones: u16,
}

impl Kind for Capture {
    type Table = CaptureTable;
    type Test<S: Cells> = Self;

    fn check(table: &CaptureTable, _: &Path, _: &Board, _: Vocabulary<'_>) -> Result<Self, Problem> {
        Ok(Self { stones: table.stones.unwrap_or(1) })
    }

    fn words(&self, _: &DescriptionContext<'_>) -> String {
        match self.stones {
            1 => "a player has captured a stone".to_owned(),
            n => format!("a player has captured {n} stones"),
        }
    }

    fn why_unreachable(&self, variant: &Variant, side: Side) -> Option<String> {
        let mut own = variant.actions.iter().filter(|action| action.is_for(side));
        let captures = variant.capture.removes_stones() || own.any(|action| action.kind.captures_by_itself());
        if !captures {
            return Some("nothing captures stones".to_owned());
        }
        let there = variant.setup.stones[side.other().index()].len();
        let adds = |kind: &ActionKind| {
            let recolours = matches!(kind, ActionKind::Move(kind) if kind.colour.is_some());
            kind.adds_stones() || kind.flips().is_some() || recolours
        };
        let more = variant.capture.flips() || variant.actions.iter().any(|action| adds(&action.kind));
        (!more && usize::from(self.stones) > there).then(|| {
            format!(
                "the other side has only {} at the start, and no stones are added",
                count(there as u64, "stone")
            )
        })
    }

    fn counts_captures(&self) -> bool {
        true
    }

    fn compile<S: Cells, const D: usize>(&self, _: &Board, _: &Grid<S, D>) -> Self {
        self.clone()
    }

    #[inline(always)]
    fn holds<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, _: &mut [S], side: usize) -> bool {
        view.captured[side] >= u32::from(test.stones)
    }

    #[inline(always)]
    fn distance<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        Some(u32::from(test.stones).saturating_sub(view.captured[side]))
    }
}
