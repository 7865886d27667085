//! A group of a certain size.

use super::{DescriptionContext, Kind, View, goal_table};
use crate::board::Board;
use crate::conditions::{Bound, Is, Vocabulary};
use crate::rules::{Cells, Grid};
use crate::variant::{Path, Problem, count};

goal_table! {
    /// A group of a certain size: stones of one side that are connected by edges.
    #[schemars(extend("required" = ["size"]))]
    pub struct GroupTable {
        /// How many stones: a number, or a range as in `"4..6"` or `"5.."`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub size: Option<Bound>,
    }
}

/// A group of a certain size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The fewest stones.
    pub least: u16,
    /// The most stones, if there is a limit.
    pub most: Option<u16>,
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
        let cells = board.cells().len();
        match table.size.as_ref().map(|size| Is::parse(size, Vocabulary::default())) {
            Some(Ok(Is::Within(0, _))) => {
                Err(wrong("a group has at least one stone".to_owned()).expected("expected 1 or more"))
            }
            Some(Ok(Is::Within(least, _))) if usize::from(least) > cells => {
                let message = format!("the board has only {}", count(cells as u64, "cell"));
                Err(wrong(message).expected(format!("expected at most {cells}")))
            }
            Some(Ok(Is::Within(least, most))) => Ok(Self { least, most }),
            Some(Ok(Is::Related(..))) => {
                Err(wrong("a size is compared with numbers only".to_owned()).expected(SIZE))
            }
            Some(Err((message, _))) => Err(wrong(message).expected(SIZE)),
            None => Ok(Self { least: 1, most: None }),
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
