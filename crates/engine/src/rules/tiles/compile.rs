//! Compiles a checked variant for the engine.

use super::plane::Plane;
use super::state::State;
use crate::actions::Offered;
use crate::points::Points;
use crate::rules::plan::{Family, Plan};
use crate::variant::{End, OntoPrisoner, ReleaseSets, Variant};

/// A compiled variant.
pub struct Rules<const W: usize> {
    /// The variant.
    pub variant: Variant,
    /// The choices at each point of each turn.
    pub plan: Plan,
    /// What each of the plan's sets of choices offers.
    pub offered: Vec<Offered>,
    /// The number of tiles on the plane that ends the game.
    pub end_tiles: u16,
    /// The maximum number of tiles on the plane.
    pub most_tiles: u16,
    /// Which sets of prisoners can be released.
    pub release: ReleaseSets,
    /// Whether a deal may end on a prisoner.
    pub onto_prisoner: OntoPrisoner,
    /// The points added to the second side's score.
    pub komi: Points,
    /// The start of the game. Until the engine begins the first turn, this is only the setup.
    pub start: State<W>,
}

impl<const W: usize> Rules<W> {
    /// Compiles `variant`. All cells that its game can use must have numbers below `64 * W`: see [`most_cells`].
    pub fn new(variant: &Variant) -> Self {
        let kinds = variant.actions.iter().map(|action| &action.kind);
        let kinds: Vec<_> = kinds.filter(|kind| kind.family() == Family::Stacks).collect();
        let plan = Plan::new(variant);
        Self {
            offered: plan.choices.iter().map(|choices| Offered::new(&choices.stacks, &kinds)).collect(),
            end_tiles: variant.end.tiles.unwrap_or(u16::MAX),
            most_tiles: most_tiles(variant),
            release: variant.stacks.release,
            onto_prisoner: variant.stacks.onto_prisoner,
            komi: variant.score.komi,
            start: State::set_up(variant, &plan),
            plan,
            variant: variant.clone(),
        }
    }
}

/// The maximum number of tiles on the plane. Without `end.tiles`, tiles do not end the game, and the limit for all variants
/// applies.
fn most_tiles(variant: &Variant) -> u16 {
    variant.end.tiles.unwrap_or(End::MOST_TILES)
}

/// The greatest number of cells that a game of `variant` can use.
pub fn most_cells(variant: &Variant) -> usize {
    let (plane, tiles) = (Plane::<32>::of_setup(variant), variant.setup.tiles.iter().map(Vec::len).sum());
    plane.len() + usize::from(most_tiles(variant)).saturating_sub(tiles) * Plane::<32>::NEW_CELLS_OF_A_TILE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::load;

    #[test]
    fn each_further_tile_may_use_two_more_cells() {
        let hex_it = load("hex-it", &[]).expect("a valid variant").variant;
        let end = End { tiles: Some(10), ..hex_it.end };
        // The four tiles of the start and the cells around them, then six more tiles.
        assert_eq!(most_cells(&Variant { end, ..hex_it }), 14 + 6 * 2);
    }
}
