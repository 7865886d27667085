//! Turning a stone over, which gives it another owner.

mod play;

use super::{ActionKind, ActionRule, FromTable, Kind, Owner, SharedKeys, SideWord};
use crate::board::{Board, Cell};
use crate::conditions::{ConditionTable, Who};
use crate::rules::{Action, Form, Named};
use crate::variant::{CellSupply, Path, Problem, Report, Turn, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A stone is turned over: it changes its owner where it stands. It is not captured.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FlipTable {
    /// Whose stones are turned over; the enemy's if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones: Option<Owner>,
    /// Whose the stone is then; the player's own if omitted. On each cell, a stone is turned over at most once in a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<Owner>,
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

/// Which stones are turned over, and whose they are then: two different owners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    /// Whose stones.
    pub stones: Owner,
    /// Whose they become.
    pub becomes: Owner,
}

impl Flip {
    /// How turning a stone over is written: `f:d5`.
    pub(crate) const FORM: Form = Form {
        prefix: "f:",
        placed: Named::None,
        tag: Some(6),
        ..Form::new("turn a stone over", |cells| Action::Flip(cells[0]))
    };
}

impl FromTable for Flip {
    type Table = FlipTable;
    const GERUND: &'static str = "turning stones over";

    fn check(table: &FlipTable, path: &Path, _: Option<&Board>, report: &mut Report<'_>) -> Option<Self> {
        let (stones, becomes) = (table.stones.unwrap_or(Owner::Enemy), table.becomes.unwrap_or(Owner::Own));
        if stones == becomes {
            let key = path.key(if table.becomes.is_some() { "becomes" } else { "stones" });
            let problem = Problem::with_value(key, "a stone that is turned over must change its owner");
            report.add(problem.expected("expected different values of `stones` and `becomes`"));
            return None;
        }
        Some(Self { stones, becomes })
    }

    fn complete(table: &mut FlipTable) {
        table.stones.get_or_insert(Owner::Enemy);
        table.becomes.get_or_insert(Owner::Own);
    }

    fn shared(table: &FlipTable) -> SharedKeys<'_> {
        SharedKeys {
            by: table.by,
            on: table.on.as_deref(),
            condition: &table.condition,
            piece: table.piece.as_deref(),
            ..SharedKeys::default()
        }
    }
}

impl Kind for Flip {
    fn conceivable(&self, board: &Board, each: &mut dyn FnMut(Action)) {
        board.cells().iter().for_each(|&cell| each(Action::Flip(cell)));
    }

    fn words(&self, _: &ActionRule, variant: &Variant) -> String {
        let several = |turn: &Turn| turn.kinds().any(|steps| steps.len() > 1 || steps[0].max > 1);
        let once = if variant.turns().any(several) {
            " A cell's stone is turned over only once in a turn."
        } else {
            ""
        };
        format!(
            "{} is turned over: it becomes {}.{once}",
            self.stones.stones().a_stone(),
            self.becomes.adjective()
        )
    }

    fn flips(&self) -> Option<(Owner, Owner)> {
        Some((self.stones, self.becomes))
    }

    fn judged(&self) -> &'static [Who] {
        self.stones.stones().kinds()
    }

    fn is_possible(&self, supply: &CellSupply<'_>) -> bool {
        supply.has(self.stones.stones())
    }

    fn text_shared_with(
        &self,
        other: &ActionKind,
        board: &Board,
        both: &dyn Fn(Cell) -> bool,
    ) -> Option<String> {
        let ActionKind::Flip(other) = other else { return None };
        let written_alike = self.stones == other.stones && self.becomes != other.becomes;
        let cell = board.cells().iter().find(|&&cell| written_alike && both(cell));
        cell.map(|&cell| Action::Flip(cell).to_string())
    }

    fn write_canonical(&self, action: &ActionRule, board: &Board, table: &mut Value) {
        let Some(keys) = table.as_object_mut() else { return };
        if let Some(on) = &action.on {
            keys.insert("on".to_owned(), on.canonical(board));
        }
        action.condition.write_canonical("where", keys);
    }
}
