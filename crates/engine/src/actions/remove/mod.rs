//! Taking a stone off the board.

mod play;

use super::{ActionRule, FromTable, Kind, Reach, SharedKeys, SideWord, Whose};
use crate::board::{Board, Direction};
use crate::conditions::{ConditionTable, Line, Place, Who};
use crate::rules::{Action, Form, Named};
use crate::variant::{CellSupply, Path, Report, Side, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A stone is taken off the board.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RemoveTable {
    /// Whose stones are taken off; the player's own if omitted. Enemy stones count as captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones: Option<Whose>,
    /// The kind of the pieces that it acts on: the name of a `[piece]`, or `none` for stones of no kind; any if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The cells where the action can be taken, as in `["edge", "d4"]`; all if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<Vec<String>>,
    /// Conditions on the cell.
    #[serde(rename = "where", skip_serializing_if = "BTreeMap::is_empty")]
    pub condition: ConditionTable,
    /// The side that may take this action; both sides if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<SideWord>,
}

/// Which stones are taken off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remove {
    /// Whose stones. Enemy stones taken off count as captured.
    pub stones: Whose,
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

    fn check(table: &RemoveTable, _: &Path, _: Option<&Board>, _: &mut Report<'_>) -> Option<Self> {
        Some(Self { stones: table.stones.unwrap_or(Whose::Own) })
    }

    fn shared(table: &RemoveTable) -> SharedKeys<'_> {
        SharedKeys {
            by: table.by,
            on: table.on.as_deref(),
            condition: &table.condition,
            piece: table.piece.as_deref(),
            ..SharedKeys::default()
        }
    }
}

impl Kind for Remove {
    fn conceivable(&self, board: &Board, each: &mut dyn FnMut(Action)) {
        board.cells().iter().for_each(|&cell| each(Action::Remove(cell)));
    }

    fn words(&self, _: &ActionRule, _: &Variant) -> String {
        let counted = if !self.captures_by_itself() { "" } else { " Enemy stones count as captured." };
        format!("{} is taken off the board.{counted}", self.stones.a_stone())
    }

    fn captures_by_itself(&self) -> bool {
        matches!(self.stones, Whose::Enemy | Whose::Any)
    }

    fn recedes(&self, _: &Board, _: Side, _: Direction) -> bool {
        true
    }

    fn removes_own(&self) -> bool {
        matches!(self.stones, Whose::Own | Whose::Any)
    }

    fn vacates(&self) -> bool {
        true
    }

    fn judged(&self) -> &'static [Who] {
        self.stones.kinds()
    }

    fn is_possible(&self, supply: &CellSupply<'_>) -> bool {
        supply.has(self.stones)
    }

    fn write_canonical(&self, action: &ActionRule, _: &Board, table: &mut Value) {
        let mut condition = action.condition.clone();
        let beside_empty = condition.take(Line::at_least_one(Who::Empty, Place::Near(Reach::Adjacent)));
        // The names that `on` and this condition had when the seeds of games were fixed.
        let Some(keys) = table.as_object_mut() else { return };
        let by = keys.shift_remove("by");
        let on = keys.shift_remove("on");
        keys.extend(on.map(|on| ("cells".to_owned(), on)));
        keys.insert("beside_empty".to_owned(), beside_empty.into());
        keys.extend(by.map(|by| ("by".to_owned(), by)));
        condition.write_canonical("where", keys);
    }
}
