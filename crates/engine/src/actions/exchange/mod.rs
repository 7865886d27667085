//! Exchanging two stones: one of the player's and one near it change places.

mod play;

use super::{ActionRule, FromTable, Kind, Owner, Reach, SharedKeys, SideWord};
use crate::board::Board;
use crate::conditions::{ConditionTable, Who};
use crate::rules::{Action, Extent, Form, Named};
use crate::variant::{CellSupply, Path, Problem, Report, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One of the player's stones and another stone near it change places. Keys and conditions are about the cell of the player's stone.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["near"]))]
pub struct ExchangeTable {
    /// How near the other stone is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub near: Option<Reach>,
    /// Whose the other stone is; the enemy's if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<Owner>,
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

/// With which stones a stone is exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// How near they are.
    pub near: Reach,
    /// Whose they are: the enemy's or no one's.
    pub with: Owner,
}

impl Exchange {
    /// How an exchange is written: `c3=c4`.
    pub(crate) const FORM: Form = Form {
        extent: Extent::Pair,
        sign: b'=',
        taken: Named::Last,
        placed: Named::None,
        tag: Some(7),
        ..Form::new("exchange two stones", |cells| Action::Exchange { from: cells[0], to: cells[1] })
    };
}

impl FromTable for Exchange {
    type Table = ExchangeTable;
    const GERUND: &'static str = "exchanging stones";

    fn check(table: &ExchangeTable, path: &Path, _: Option<&Board>, report: &mut Report<'_>) -> Option<Self> {
        let with = table.with.unwrap_or(Owner::Enemy);
        if with == Owner::Own {
            let problem =
                Problem::with_value(path.key("with"), "an exchange of two friendly stones changes nothing");
            report.add(problem.expected("expected \"enemy\" or \"neutral\""));
            return None;
        }
        Some(Self { near: table.near?, with })
    }

    fn complete(table: &mut ExchangeTable) {
        table.with.get_or_insert(Owner::Enemy);
    }

    fn shared(table: &ExchangeTable) -> SharedKeys<'_> {
        SharedKeys {
            by: table.by,
            on: table.on.as_deref(),
            condition: &table.condition,
            ..SharedKeys::default()
        }
    }
}

impl Kind for Exchange {
    fn conceivable(&self, board: &Board, each: &mut dyn FnMut(Action)) {
        for &from in board.cells() {
            for to in board.touching().iter().filter_map(|&step| board.step(from, step)) {
                each(Action::Exchange { from, to });
            }
        }
    }

    fn words(&self, _: &ActionRule, variant: &Variant) -> String {
        let (other, around) = (self.with.a_stone(), self.near.around(variant));
        let other = other.replacen('A', "a", 1);
        format!("A friendly stone and {other} {around} change places.")
    }

    fn moves_own(&self) -> bool {
        true
    }

    fn judged(&self) -> &'static [Who] {
        &[Who::Own]
    }

    fn is_possible(&self, supply: &CellSupply<'_>) -> bool {
        supply.has_of(Owner::Own) && supply.has_of(self.with)
    }

    fn write_canonical(&self, action: &ActionRule, board: &Board, table: &mut Value) {
        let Some(keys) = table.as_object_mut() else { return };
        if let Some(on) = &action.on {
            keys.insert("on".to_owned(), on.canonical(board));
        }
        action.condition.write_canonical("where", keys);
    }
}
