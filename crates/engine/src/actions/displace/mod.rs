//! Displacing: the player places a stone on the cell of an enemy stone, which moves to an empty cell near it.

mod play;

use super::{ActionRule, FromTable, Kind, Reach, SharedKeys, SideWord, Sight, Whose};
use crate::board::Board;
use crate::rules::{Action, Extent, Form, Named};
use crate::variant::{CellSupply, Path, Report, Variant, listed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The player places a stone on the cell of an enemy stone, which moves to an empty cell near it.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DisplaceTable {
    /// Which enemy stones can be displaced; any if omitted.
    pub target: TargetTable,
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
}

impl Default for DisplaceTable {
    fn default() -> Self {
        let target = TargetTable::default();
        Self { target, to: Reach::Adjacent, sight: Sight::None, new_per_group: None, by: None }
    }
}

/// Which enemy stones can be displaced: each given number must match exactly.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TargetTable {
    /// The number of stones in its group.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u16>,
    /// The number of liberties of its group.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub liberties: Option<u16>,
}

/// The restrictions specific to displacing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Displace {
    /// Which enemy stones can be displaced.
    pub target: Target,
    /// Where the displaced stone may go.
    pub to: Reach,
}

/// Which enemy stones can be displaced: each given number must match exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The number of stones in its group.
    pub group: Option<u16>,
    /// The number of liberties of its group.
    pub liberties: Option<u16>,
}

impl Target {
    /// ` that is a group by itself`, or nothing.
    fn words(self) -> String {
        let group = self.group.map(|n| match n {
            1 => "is a group by itself".to_owned(),
            n => format!("belongs to a group of {n}"),
        });
        let liberties = self.liberties.map(|n| match n {
            1 => "has exactly one liberty".to_owned(),
            n => format!("has exactly {n} liberties"),
        });
        let liberties = match self.group {
            Some(_) => liberties,
            None => liberties.map(|liberties| format!("belongs to a group that {liberties}")),
        };
        let conditions: Vec<String> = group.into_iter().chain(liberties).collect();
        if conditions.is_empty() { String::new() } else { format!(" that {}", listed(conditions, "and")) }
    }

    /// Whether a group on the board can have the required size and liberties, judged by counting cells.
    fn exists(self, variant: &Variant) -> bool {
        let cells = variant.board.cells().len();
        let size = self.group.map_or(1, usize::from);
        let liberties = self.liberties.map_or(0, usize::from);
        let around = self.group.map_or(cells, |size| usize::from(size) * variant.board.adjacent().len());
        size + liberties <= cells && liberties <= around
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
        let target = Target { group: table.target.group, liberties: table.target.liberties };
        Some(Self { target, to: table.to })
    }

    fn shared(table: &DisplaceTable) -> SharedKeys<'_> {
        let DisplaceTable { sight, new_per_group, by, .. } = *table;
        SharedKeys { sight, new_per_group, by, ..SharedKeys::default() }
    }
}

impl Kind for Displace {
    fn words(&self, action: &ActionRule, variant: &Variant) -> String {
        let to = self.to.around(variant);
        let target = self.target.words();
        let limits = action.limits(", once the enemy stone has moved", variant);
        format!(
            "The player places a stone on the cell of an enemy stone{target}. The enemy stone moves to an empty cell {to}.{limits}"
        )
    }

    fn adds_stones(&self) -> bool {
        true
    }

    fn depends_on_groups(&self) -> bool {
        self.target != Target::default()
    }

    fn is_possible(&self, supply: &CellSupply<'_>) -> bool {
        supply.room > 0 && supply.has(Whose::Enemy)
    }

    fn why_impossible(&self, variant: &Variant) -> Option<&'static str> {
        (!self.target.exists(variant))
            .then_some("no group on this board can have that size and that many liberties")
    }
}
