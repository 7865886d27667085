//! Compiles a checked variant for the engine.

use super::plane::Plane;
use super::state::State;
use crate::points::Points;
use crate::rules::plan::{Choices, Plan, Slot};
use crate::variant::{ActionKind, End, OntoPrisoner, ReleaseSets, Variant};

/// A compiled variant.
pub struct Rules<const W: usize> {
    /// The compiled variant.
    pub variant: Variant,
    /// The choices at each point of each turn.
    pub plan: Plan,
    /// What each of the plan's sets of choices offers.
    pub offered: Vec<Offered>,
    /// The number of tiles on the board that ends the game.
    pub end_tiles: u16,
    /// The maximum number of tiles on the board.
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

/// The choices on tiles: for each kind of action, the slot that allows it, if any.
#[derive(Clone, Copy)]
pub struct Offered {
    /// Deals that make a prisoner.
    pub raid: Option<Slot>,
    /// Other deals.
    pub deal: Option<Slot>,
    /// Drops.
    pub drop: Option<Slot>,
    /// Releases.
    pub release: Option<Slot>,
}

impl Offered {
    /// What `choices` offers. For each kind of dealing, in the order of the variant's actions, `deals` holds whether it must make
    /// a prisoner or must not, or `None` if it may do either.
    fn on(choices: &Choices, deals: &[Option<bool>]) -> Self {
        let dealing = |prisoner| {
            let so = |slot: &&Slot| deals[usize::from(slot.rule)].is_none_or(|wanted| wanted == prisoner);
            choices.deals.iter().find(so).copied()
        };
        Self {
            raid: dealing(true),
            deal: dealing(false),
            drop: choices.drops.first().copied(),
            release: choices.releases.first().copied(),
        }
    }

    /// The slot that allows a deal that makes a prisoner, or if `prisoner` is false, a deal that makes none.
    #[inline(always)]
    pub fn dealing(&self, prisoner: bool) -> Option<Slot> {
        if prisoner { self.raid } else { self.deal }
    }
}

impl<const W: usize> Rules<W> {
    /// Compiles `variant`. All cells that its game can use must have numbers below `64 * W`: see [`most_cells`].
    pub fn new(variant: &Variant) -> Self {
        let deals = variant.actions.iter().filter_map(|action| match action.kind {
            ActionKind::Deal(deal) => Some(deal.makes_prisoner),
            _ => None,
        });
        let deals: Vec<_> = deals.collect();
        let plan = Plan::new(variant);
        Self {
            offered: plan.choices.iter().map(|choices| Offered::on(choices, &deals)).collect(),
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

/// The maximum number of tiles on the board. Without `end.tiles`, tiles do not end the game, and the limit for all variants
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
    fn each_tile_to_be_laid_may_need_two_more_cells() {
        let hex_it = load("hex-it", &[]).expect("a valid variant").variant;
        let end = End { tiles: Some(10), ..hex_it.end };
        // The four tiles of the start and the cells around them, then six more tiles.
        assert_eq!(most_cells(&Variant { end, ..hex_it }), 14 + 6 * 2);
    }
}
