//! Displacing: the player places a stone on the cell of an enemy stone, which moves to an empty cell near it.

mod play;

use super::{ActionRule, FromTable, Kind, Reach, SharedKeys, SideWord, Sight, Whose};
use crate::board::Board;
use crate::conditions::{Condition, ConditionTable, Is, Line, Term, Who};
use crate::rules::{Action, Extent, Form, Named};
use crate::variant::{CellSupply, Path, Report, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The player places a stone on the cell of an enemy stone, which moves to an empty cell near it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DisplaceTable {
    /// Where the displaced stone may go.
    pub to: Reach,
    /// The lines along which a friendly stone must see the cell.
    pub sight: Sight,
    /// The maximum number of stones placed in this turn that the new stone's group may contain after captures; any number if left
    /// out. Stones that only moved don't count; a stone that was placed in this turn counts after it has moved, too.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_per_group: Option<u16>,
    /// The side that may take this action; both sides if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<SideWord>,
    /// The kind of the pieces that it acts on: the name of a `[piece]`, or `none` for stones of no kind; any if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// The cells where stones can be displaced; all if omitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<Vec<String>>,
    /// Conditions on the cell of the enemy stone, before it moves.
    #[serde(rename = "where", skip_serializing_if = "BTreeMap::is_empty")]
    pub condition: ConditionTable,
}

impl Default for DisplaceTable {
    fn default() -> Self {
        Self {
            to: Reach::Adjacent,
            sight: Sight::None,
            new_per_group: None,
            by: None,
            piece: None,
            on: None,
            condition: ConditionTable::new(),
        }
    }
}

/// The restrictions specific to displacing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Displace {
    /// Where the displaced stone may go.
    pub to: Reach,
}

/// The group that a displaced stone must belong to: lines of `where` that ask for an exact number. Each must match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Target {
    /// The number of stones in its group.
    group: Option<u16>,
    /// The number of liberties of its group.
    liberties: Option<u16>,
}

impl Target {
    /// The target that `condition` names, and its other lines.
    fn of(condition: &Condition) -> (Self, Vec<Line>) {
        let (mut target, mut others) = (Self::default(), Vec::new());
        for line in &condition.0 {
            let (wanted, number) = match (line.term, line.is) {
                (Term::Group, Is::Within(least, Some(most))) if least == most => (&mut target.group, most),
                (Term::Liberties, Is::Within(least, Some(most))) if least == most => {
                    (&mut target.liberties, most)
                }
                _ => {
                    others.push(*line);
                    continue;
                }
            };
            match wanted {
                None => *wanted = Some(number),
                Some(_) => others.push(*line),
            }
        }
        (target, others)
    }
}

impl Displace {
    /// How a displacement is written: `d5>c5`, where the enemy stone on d5 goes to c5.
    pub(crate) const FORM: Form = Form {
        extent: Extent::Pair,
        sign: b'>',
        taken: Named::First,
        placed: Named::First,
        ..Form::new("take an enemy stone's cell and move that stone", |cells| Action::Displace {
            cell: cells[0],
            to: cells[1],
        })
    };
}

impl FromTable for Displace {
    type Table = DisplaceTable;
    const GERUND: &'static str = "displacing stones";

    fn check(table: &DisplaceTable, _: &Path, _: Option<&Board>, _: &mut Report<'_>) -> Option<Self> {
        Some(Self { to: table.to })
    }

    fn shared(table: &DisplaceTable) -> SharedKeys<'_> {
        let DisplaceTable { sight, new_per_group, by, ref on, ref piece, ref condition, .. } = *table;
        let (on, piece) = (on.as_deref(), piece.as_deref());
        SharedKeys { sight, new_per_group, by, on, piece, condition, ..SharedKeys::default() }
    }
}

impl Kind for Displace {
    fn conceivable(&self, board: &Board, each: &mut dyn FnMut(Action)) {
        for &cell in board.cells() {
            for to in board.touching().iter().filter_map(|&step| board.step(cell, step)) {
                each(Action::Displace { cell, to });
            }
        }
    }

    fn words(&self, action: &ActionRule, variant: &Variant) -> String {
        let to = self.to.around(variant);
        let limits = action.limits(", once the enemy stone has moved", variant);
        format!(
            "The player places a stone on the cell of an enemy stone. The enemy stone moves to an empty cell {to}.{limits}"
        )
    }

    fn adds_stones(&self) -> bool {
        true
    }

    fn judged(&self) -> &'static [Who] {
        &[Who::Enemy]
    }

    fn depends_on_groups(&self, action: &ActionRule) -> bool {
        Target::of(&action.condition).0 != Target::default()
    }

    fn read_on_cells(&self, action: &ActionRule) -> Condition {
        Condition(Target::of(&action.condition).1)
    }

    fn is_possible(&self, supply: &CellSupply<'_>) -> bool {
        supply.room > 0 && supply.has(Whose::Enemy)
    }

    fn write_canonical(&self, action: &ActionRule, board: &Board, table: &mut Value) {
        let (target, others) = Target::of(&action.condition);
        let Some(keys) = table.as_object_mut() else { return };
        // The name that the target had when the seeds of games were fixed.
        let numbers = [("group", target.group), ("liberties", target.liberties)];
        let named = numbers.into_iter().filter_map(|(key, number)| Some((key.to_owned(), number?.into())));
        keys.shift_insert(0, "target".to_owned(), named.collect::<Map<String, Value>>().into());
        if let Some(on) = &action.on {
            keys.insert("on".to_owned(), on.canonical(board));
        }
        Condition(others).write_canonical("where", keys);
    }
}
