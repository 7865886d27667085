//! A group of a certain size.

use super::{DescriptionContext, Kind, View, goal_table};
use crate::board::Board;
use crate::conditions::{Bound, Is, Vocabulary};
use crate::rules::{Cells, Grid};
use crate::variant::{Path, Problem, count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

goal_table! {
    /// A group of a certain size: stones of one side that are connected by edges.
    #[schemars(extend("required" = ["size"]))]
    pub struct GroupTable {
        /// How many stones: a number, or a range as in `"4..6"` or `"5.."`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub size: Option<Bound>,
        /// After whose actions the groups of a side are looked at.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub checked: Option<Checked>,
    }
}

/// A group of a certain size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The fewest stones.
    pub least: u16,
    /// The most stones, if there is a limit.
    pub most: Option<u16>,
    /// By whose actions a side can reach it.
    pub checked: Checked,
}

/// By whose actions a side can get a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Checked {
    /// By those of either side: the default.
    #[default]
    Action,
    /// By its own. A group that the opponent has made counts after the side's next action, if it is still there.
    OwnAction,
}

impl Group {
    /// Whether a group of `size` stones fits.
    #[inline(always)]
    fn fits(&self, size: u32) -> bool {
        size >= u32::from(self.least) && self.most.is_none_or(|most| size <= u32::from(most))
    }
}

impl Kind for Group {
    type Table = GroupTable;
    type Test<S: Cells> = Self;

    fn check(table: &GroupTable, path: &Path, board: &Board, _: Vocabulary<'_>) -> Result<Self, Problem> {
        let wrong = |message: String| Problem::with_value(path.key("size"), message);
        let (cells, checked) = (board.cells().len(), table.checked.unwrap_or_default());
        match table.size.as_ref().map(|size| Is::parse(size, Vocabulary::default())) {
            Some(Ok(Is::Within(0, _))) => {
                Err(wrong("a group has at least one stone".to_owned()).expected("expected 1 or more"))
            }
            Some(Ok(Is::Within(least, _))) if usize::from(least) > cells => {
                let message = format!("the board has only {}", count(cells as u64, "cell"));
                Err(wrong(message).expected(format!("expected at most {cells}")))
            }
            Some(Ok(Is::Within(least, most))) => Ok(Self { least, most, checked }),
            Some(Ok(Is::Related(..))) => {
                Err(wrong("a size is compared with numbers only".to_owned()).expected(SIZE))
            }
            Some(Err((message, _))) => Err(wrong(message).expected(SIZE)),
            None => Ok(Self { least: 1, most: None, checked }),
        }
    }

    fn words(&self, _: &DescriptionContext<'_>) -> String {
        let stones = match (self.least, self.most) {
            (least, None) => format!("at least {}", count(least, "stone")),
            (least, Some(most)) if least == most => format!("exactly {}", count(least, "stone")),
            (least, Some(most)) => format!("{least} to {most} stones"),
        };
        format!("a player has a group of {stones}")
    }

    fn needs_own_action(&self) -> bool {
        self.checked == Checked::OwnAction
    }

    fn survives_stones(&self) -> bool {
        self.most.is_none()
    }

    fn compile<S: Cells, const D: usize>(&self, _: &Board, _: &Grid<S, D>) -> Self {
        self.clone()
    }

    #[inline(always)]
    fn holds<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, _: &mut [S], side: usize) -> bool {
        let mut rest = view.stones[side];
        while let Some(first) = rest.first() {
            let group = view.grid.flood(S::single(first), rest);
            if test.fits(group.count()) {
                return true;
            }
            rest = rest.without(group);
        }
        false
    }

    /// The stones that the largest group lacks.
    #[inline(always)]
    fn distance<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        let largest = view.grid.largest_group(view.stones[side]) as u32;
        Some(u32::from(test.least).saturating_sub(largest))
    }
}

/// What a size can be.
const SIZE: &str = "expected a number, or a range as in \"4..6\" or \"5..\"";
