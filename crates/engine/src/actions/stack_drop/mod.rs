//! Dropping a stone from the hand on a tile.

mod play;

use super::{ActionRule, FromTable, Kind};
use crate::board::Board;
use crate::rules::{Action, Family, Form};
use crate::variant::{Path, Report, Side, TileSupply, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The player places a stone from its hand on a tile of either side that carries no stack.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StackDropTable {}

/// The player places a stone from its hand on a tile of either side that carries no stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackDrop;

impl StackDrop {
    /// How a drop is written: `1,-1`.
    pub(crate) const FORM: Form =
        Form { on_plane: true, ..Form::new("drop a stone on a tile", |cells| Action::Drop(cells[0])) };
}

impl FromTable for StackDrop {
    type Table = StackDropTable;
    const GERUND: &'static str = "dropping a stone on a tile";
    const OF_STACKS: bool = true;

    fn check(_: &StackDropTable, _: &Path, _: Option<&Board>, _: &mut Report<'_>) -> Option<Self> {
        Some(Self)
    }
}

impl Kind for StackDrop {
    fn words(&self, _: &ActionRule, _: &Variant) -> String {
        "The player places a stone from its hand on a tile of either side that carries no stack.".to_owned()
    }

    fn family(&self) -> Family {
        Family::Stacks
    }

    fn on_tiles(&self, mut supply: TileSupply, side: Side) -> Option<TileSupply> {
        let possible = supply.hands[side.index()] && supply.bare_tile;
        supply.stacks[side.index()] |= possible;
        possible.then_some(supply)
    }
}
