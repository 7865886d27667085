//! Taking a stone off the board.

mod play;

use super::{ActionRule, FromTable, Kind, SharedKeys, SideWord, Whose};
use crate::board::{Board, Cell, Symmetry};
use crate::rules::{Action, Form, Named};
use crate::variant::{CellSupply, Path, Problem, Report, Variant, listed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A stone is taken off the board.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RemoveTable {
    /// Whose stones are taken off; the player's own if omitted. Enemy stones count as captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones: Option<Whose>,
    /// The cells where stones can be taken off, as in `["corners", "d4"]`; all if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<String>>,
    /// Whether the stone must share an edge with an empty cell.
    pub beside_empty: bool,
    /// The side that may take this action; both sides if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<SideWord>,
}

/// Which stones are taken off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remove {
    /// Whose stones. Enemy stones taken off count as captured.
    pub stones: Whose,
    /// The cells where stones can be taken off; all if `None`.
    pub cells: Option<Vec<Cell>>,
    /// Whether the stone must share an edge with an empty cell.
    pub beside_empty: bool,
}

impl Remove {
    /// How taking a stone off is written: `xd5`.
    pub(crate) const FORM: Form = Form {
        prefix: "x",
        taken: Named::None,
        occupied: Named::None,
        placed: Named::None,
        tag: Some(4),
        ..Form::new("take a stone off", |cells| Action::Remove(cells[0]))
    };
}

impl FromTable for Remove {
    type Table = RemoveTable;
    const GERUND: &'static str = "taking stones off";

    fn check(
        table: &RemoveTable,
        path: &Path,
        board: Option<&Board>,
        report: &mut Report<'_>,
    ) -> Option<Self> {
        let path = path.key("cells");
        let cells = match (&table.cells, board) {
            (Some(list), Some(board)) => Some(report.regions(list, &path, board)?),
            _ => None,
        };
        if cells.as_ref().is_some_and(Vec::is_empty) {
            let problem = Problem::with_value(path, "no cell of this board is in these sets");
            report.add(problem.expected("expected at least one cell, or no `cells`"));
        }
        Some(Self { stones: table.stones.unwrap_or(Whose::Own), cells, beside_empty: table.beside_empty })
    }

    fn shared(table: &RemoveTable) -> SharedKeys {
        SharedKeys { by: table.by, ..SharedKeys::default() }
    }
}

impl Kind for Remove {
    fn words(&self, _: &ActionRule, variant: &Variant) -> String {
        let beside = if self.beside_empty { " that has an empty cell beside it" } else { "" };
        let cells = self.cells.as_ref().map_or(String::new(), |cells| {
            let names: Vec<String> = cells.iter().map(|&cell| variant.board.name(cell)).collect();
            format!(" on {}", listed(names, "or"))
        });
        let counted = if self.stones == Whose::Own { "" } else { " Enemy stones count as captured." };
        format!("{}{cells}{beside} is taken off the board.{counted}", self.stones.a_stone())
    }

    fn captures_by_itself(&self) -> bool {
        self.stones != Whose::Own
    }

    fn recedes(&self, _: &Board) -> bool {
        true
    }

    fn removes_own(&self) -> bool {
        self.stones != Whose::Enemy
    }

    fn vacates(&self) -> bool {
        true
    }

    fn is_kept_by(&self, symmetry: &Symmetry, board: &Board) -> bool {
        self.cells.as_ref().is_none_or(|cells| symmetry.keeps(board, cells))
    }

    fn why_asymmetric(&self, same: &dyn Fn(&[Cell], &[Cell]) -> bool) -> Option<&'static str> {
        let opposite = self.cells.as_ref().is_none_or(|cells| same(cells, cells));
        (!opposite).then_some(
            "the cells where stones may be taken off are not symmetric about the centre of the board",
        )
    }

    fn is_possible(&self, supply: &CellSupply<'_>) -> bool {
        supply.has(self.stones)
    }
}
