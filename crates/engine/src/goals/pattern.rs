//! A pattern: what stands where, seen by the side that has the goal.

use super::{DescriptionContext, Kind, View, goal_table};
use crate::board::Board;
use crate::conditions::{Drawn, Pattern as Drawing, Vocabulary, Who};
use crate::rules::{Cells, Grid, Part, least_missing, some_pattern};
use crate::variant::{Path, Problem};

goal_table! {
    /// Stones that lie as in a drawing, turned and mirrored freely.
    #[schemars(extend("required" = ["rows"]))]
    pub struct PatternTable {
        /// The rows from top to bottom, a character for each cell: `o` own, `e` enemy, `n` neutral, `.` empty, `!` anything but own,
        /// `?` anything, even no cell. A column of the pattern stands for a letter of the cell names and a row for a number, on hexes too;
        /// the top row has the highest number.
        #[schemars(length(min = 1, max = Drawing::MOST_ROWS))]
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub rows: Vec<String>,
    }
}

/// Stones that lie as in a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(pub Drawing);

/// A drawing on a grid.
pub struct Test<S> {
    /// A part for each way in which it can lie.
    parts: Vec<Part<S>>,
    /// Whether it consists of friendly stones alone, which must arrive.
    friendly: bool,
}

impl Pattern {
    fn is_friendly(&self) -> bool {
        self.0.ways.iter().flatten().all(|&(_, drawn)| drawn == Drawn::Is(Who::Own))
    }
}

impl Kind for Pattern {
    type Table = PatternTable;
    type Test<S: Cells> = Test<S>;

    fn check(table: &PatternTable, path: &Path, board: &Board, _: Vocabulary<'_>) -> Result<Self, Problem> {
        Drawing::read("", &table.rows, path, Some(board)).map(Self).map_err(|problem| *problem)
    }

    fn words(&self, _: &DescriptionContext<'_>) -> String {
        format!("a player has the pattern {}", self.0.words())
    }

    fn survives_stones(&self) -> bool {
        self.is_friendly()
    }

    fn compile<S: Cells, const D: usize>(&self, board: &Board, _: &Grid<S, D>) -> Test<S> {
        let parts = self.0.ways.iter().map(|way| Part::new(way, 0, board)).collect();
        Test { parts, friendly: self.is_friendly() }
    }

    #[inline(always)]
    fn holds<S: Cells, const D: usize>(
        test: &Test<S>,
        view: &View<'_, S, D>,
        _: &mut [S],
        side: usize,
    ) -> bool {
        let may_be_new = !test.friendly || !view.arrived[side].is_empty();
        may_be_new && some_pattern(view.grid, &test.parts, &view.scene(side))
    }

    #[inline(always)]
    fn distance<S: Cells, const D: usize>(test: &Test<S>, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        least_missing(view.grid, &test.parts, &view.scene(side))
    }
}
