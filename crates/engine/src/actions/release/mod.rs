//! Releasing prisoners.

mod play;
mod sets;

use super::{ActionRule, FromTable, Kind};
use crate::board::Board;
use crate::rules::{Action, Extent, Family, Form, Named};
use crate::variant::{Path, ReleaseSets, Report, Side, TileSupply, Variant, count};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Prisoners are released and replaced by the player's tiles: one after another, each next to at least two tiles and, after the
/// first, to a prisoner released before it. Their stones return to the hands.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReleaseTable {}

/// Prisoners are released and replaced by the player's tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Release;

impl Release {
    /// How a release is written: `r:2,-1.3,-1`.
    pub(crate) const FORM: Form = Form {
        extent: Extent::Set,
        on_plane: true,
        prefix: "r:",
        sign: b'.',
        occupied: Named::None,
        placed: Named::None,
        lays_tiles: true,
        tag: Some(2),
        ..Form::new("release prisoners", |cells| Action::Release(cells.iter().copied().collect()))
    };
}

impl FromTable for Release {
    type Table = ReleaseTable;
    const GERUND: &'static str = "releasing prisoners";
    const OF_STACKS: bool = true;

    fn check(_: &ReleaseTable, _: &Path, _: Option<&Board>, _: &mut Report<'_>) -> Option<Self> {
        Some(Self)
    }
}

impl Kind for Release {
    fn words(&self, _: &ActionRule, variant: &Variant) -> String {
        let which = match variant.stacks.release {
            ReleaseSets::Any => "The player may release any set of prisoners for which this is possible.",
            ReleaseSets::Maximal => "No prisoner that could be released with the others may be left out.",
        };
        let most = variant.end.tiles.map_or(String::new(), |most| {
            format!(" There are never more than {} on the plane.", count(most, "tile"))
        });
        format!(
            "Prisoners, whoever owns them, are replaced by the player's tiles, and their stones return to the hands. \
             Prisoners are released one after another: each must be next to at least two tiles and, after the first, to a \
             prisoner released before it. {which}{most}"
        )
    }

    fn family(&self) -> Family {
        Family::Stacks
    }

    fn on_tiles(&self, supply: TileSupply, _: Side) -> Option<TileSupply> {
        supply.prisoner.then_some(TileSupply { hands: [true; 2], bare_tile: true, ..supply })
    }
}
