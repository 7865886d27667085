//! Dealing out a stack.

mod deals;
mod play;

use super::{ActionRule, FromTable, Kind};
use crate::board::Board;
use crate::rules::{Action, Extent, Family, Form, Named};
use crate::variant::{OntoPrisoner, Path, Report, Side, TileSupply, Variant};
pub use deals::Deals;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The player deals out one of its stacks that stand on tiles, along a line: one stone on every cell in turn, the lowest first. On
/// the first cell without a tile, the remaining stones make a prisoner. The first stack on a tile along the line must be the
/// enemy's, no higher than the dealt stack, and on a cell that receives a stone.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DealTable {
    /// Whether the deal must make a prisoner or must not; if omitted, it may do either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub makes_prisoner: Option<bool>,
}

/// The restrictions specific to dealing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Whether the deal must make a prisoner or must not; `None` if it may do either.
    pub makes_prisoner: Option<bool>,
}

impl Deal {
    /// How a deal is written: `2,0>-1,0`, the cell of the stack and the last cell that receives a stone.
    pub(crate) const FORM: Form = Form {
        extent: Extent::Pair,
        on_plane: true,
        sign: b'>',
        taken: Named::Line,
        occupied: Named::Line,
        placed: Named::None,
        ..Form::new("deal out a stack", |cells| Action::Deal { from: cells[0], to: cells[1] })
    };
}

impl FromTable for Deal {
    type Table = DealTable;
    const GERUND: &'static str = "dealing out a stack";
    const OF_STACKS: bool = true;

    fn check(table: &DealTable, _: &Path, _: Option<&Board>, _: &mut Report<'_>) -> Option<Self> {
        Some(Self { makes_prisoner: table.makes_prisoner })
    }
}

impl Kind for Deal {
    fn words(&self, _: &ActionRule, variant: &Variant) -> String {
        let onto = match (variant.stacks.onto_prisoner, self.makes_prisoner) {
            (_, Some(false)) => "",
            (OntoPrisoner::Stack, _) => ", on top of any prisoner already there",
            (OntoPrisoner::Forbidden, _) => "; the cell must not already hold a prisoner",
        };
        let prisoner = match self.makes_prisoner {
            None => {
                format!(" On the first cell without a tile, all remaining stones make a prisoner{onto}.")
            }
            Some(true) => {
                format!(
                    " The deal must reach a cell without a tile: all remaining stones make a prisoner there{onto}."
                )
            }
            Some(false) => " The deal must not reach a cell without a tile.".to_owned(),
        };
        format!(
            "The player deals out one of its free stacks along one of the six directions, a stone on every cell in \
             turn, lowest first.{prisoner} The first stack on a tile in that direction must be the enemy's and no \
             higher than the stack that is dealt, and must stand on a cell that receives a stone; what lies behind it does \
             not matter."
        )
    }

    fn family(&self) -> Family {
        Family::Stacks
    }

    fn on_tiles(&self, mut supply: TileSupply, _: Side) -> Option<TileSupply> {
        // Stones of both sides may be dealt on top of others.
        let possible = supply.stacks == [true; 2];
        supply.bare_tile |= possible;
        supply.prisoner |= possible;
        possible.then_some(supply)
    }
}
