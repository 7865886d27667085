//! From a checked variant to what the engine works with.

use super::plane::Plane;
use super::state::State;
use crate::points::Points;
use crate::rules::plan::Plan;
use crate::variant::{ActionKind, End, OntoPrisoner, ReleaseSets, Variant};

/// A variant compiled.
pub struct Rules<const W: usize> {
    /// What was compiled.
    pub variant: Variant,
    /// What each point of each turn offers.
    pub plan: Plan,
    /// For each kind of dealing, in the order of the variant's actions: whether it has to make a prisoner, or must
    /// not.
    pub deals: Vec<Option<bool>>,
    /// Tiles on the board, at most.
    pub most_tiles: u16,
    /// Which sets of prisoners can be released.
    pub release: ReleaseSets,
    /// Whether a deal may end on a prisoner.
    pub onto_prisoner: OntoPrisoner,
    /// Added to the second side's score.
    pub komi: Points,
    /// The start of the game.
    pub start: State<W>,
}

impl<const W: usize> Rules<W> {
    /// Compiles `variant`, whose game has numbers below `64 * W` for all cells it can use: those of `plane` at the
    /// start.
    pub fn new(variant: &Variant, plane: Plane) -> Self {
        let deals = variant.actions.iter().filter_map(|action| match action.kind {
            ActionKind::Deal(deal) => Some(deal.makes_prisoner),
            _ => None,
        });
        let plan = Plan::new(variant);
        let mut rules = Self {
            deals: deals.collect(),
            most_tiles: most_tiles(variant),
            release: variant.stacks.release,
            onto_prisoner: variant.stacks.onto_prisoner,
            komi: variant.score.komi,
            start: State::set_up(variant, &plan, plane),
            plan,
            variant: variant.clone(),
        };
        let mut start = rules.start.clone();
        start.begin(&rules);
        rules.start = start;
        rules
    }
}

/// Tiles that can lie on the board. Where the variant says nothing the game does not end by them, and no more are
/// laid than any variant may have.
fn most_tiles(variant: &Variant) -> u16 {
    variant.end.tiles.unwrap_or(End::MOST_TILES)
}

/// The cells that a game of `variant` can use, those of `plane` at the start included.
pub fn most_cells(variant: &Variant, plane: &Plane) -> usize {
    let tiles = variant.setup.tiles.iter().map(Vec::len).sum();
    plane.len() + usize::from(most_tiles(variant)).saturating_sub(tiles) * Plane::NEW_CELLS_OF_A_TILE
}
