//! A condition that the whole board fulfils, seen by the side that has the goal.

use super::{DescriptionContext, Kind, View, goal_table};
use crate::board::Board;
use crate::conditions::{Condition, ConditionTable, Is, Moment, Term, Vocabulary};
use crate::rules::{Cells, Grid, board_number};
use crate::variant::{Path, Problem};

goal_table! {
    /// A condition on the whole board, seen by the side: at least three groups, more stones than the enemy, no cell of a set empty.
    #[schemars(extend("required" = ["where"]))]
    pub struct WholeTable {
        /// What must hold: terms about the whole board, such as `own groups`, patterns and sets, and what each must be.
        #[serde(rename = "where", skip_serializing_if = "ConditionTable::is_empty")]
        pub condition: ConditionTable,
    }
}

/// A condition on the whole board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole(pub Condition);

impl Kind for Whole {
    type Table = WholeTable;
    type Test<S: Cells> = Self;

    fn check(
        table: &WholeTable,
        path: &Path,
        board: &Board,
        vocabulary: Vocabulary<'_>,
    ) -> Result<Self, Problem> {
        let path = path.key("where");
        if table.condition.is_empty() {
            let problem = Problem::with_key(path, "this asks for nothing");
            return Err(
                problem.expected("expected a term and what it must be, as in `\"own groups\" = \"3..\"`")
            );
        }
        let (condition, wrong) =
            Condition::of_board(&table.condition, Moment::Goal, Some(board), vocabulary, &path);
        wrong.into_iter().next().map_or(Ok(Self(condition)), Err)
    }

    fn words(&self, context: &DescriptionContext<'_>) -> String {
        let side = context.only.map_or("a player", |side| context.colours[side.index()]);
        let seen = if self.0.is_about_sides() { format!("seen by {side}, ") } else { String::new() };
        seen + &self.0.clauses(Moment::Goal, context.variant).join(", and ")
    }

    fn needs_own_stones(&self) -> bool {
        false
    }

    fn condition(&self) -> Option<&Condition> {
        Some(&self.0)
    }

    fn write_canonical(&self, table: &mut serde_json::Value) {
        table.as_object_mut().into_iter().for_each(|table| self.0.write_canonical("where", table));
    }

    fn compile<S: Cells, const D: usize>(&self, _: &Board, _: &Grid<S, D>) -> Self {
        self.clone()
    }

    #[inline(always)]
    fn holds<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, _: &mut [S], side: usize) -> bool {
        let scene = view.scene(side);
        let number = |term| board_number(view.grid, &scene, term);
        test.0.0.iter().all(|line| line.is.holds(number(line.term), number))
    }

    /// By how much all terms together differ from what they must be.
    #[inline(always)]
    fn distance<S: Cells, const D: usize>(test: &Self, view: &View<'_, S, D>, side: usize) -> Option<u32> {
        let scene = view.scene(side);
        let number = |term: Term| board_number(view.grid, &scene, term);
        let lacking = test.0.0.iter().map(|line| match line.is {
            Is::Within(least, most) => {
                let number = number(line.term);
                let above = most.map_or(0, |most| number.saturating_sub(most.into()));
                u32::from(least).saturating_sub(number) + above
            }
            Is::Related(relation, other) => relation.lacking(number(line.term), number(other)),
        });
        Some(lacking.sum())
    }
}
