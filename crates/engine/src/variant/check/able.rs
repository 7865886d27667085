//! Estimates optimistically which sides could ever act.

use crate::actions::{ActionRule, Owner, Whose};
use crate::variant::{Capture, Setup, Side, Step, Suicide, Turn, Variant};

/// For each side, whether it could ever act: whether the stones, stacks or cells that it needs exist or can appear.
pub fn sides_able_to_act(variant: &Variant) -> [bool; 2] {
    if variant.board.is_boundless() { able_on_tiles(variant) } else { able_on_cells(variant) }
}

/// `variant` as if no turns were done.
pub fn without_turns_done(variant: &Variant) -> Variant {
    let setup = Setup { turns: 0, to_move: None, ..variant.setup.clone() };
    Variant { setup, ..variant.clone() }
}

/// Whether every placed stone would lack a liberty, with suicide forbidden.
pub fn is_suicide_only(variant: &Variant) -> bool {
    variant.board.cells().len() == 1 && variant.capture == Capture::Liberties(Suicide::Forbidden)
}

/// The actions that `turn` offers.
pub fn offered<'a>(variant: &'a Variant, turn: &'a Turn) -> impl Iterator<Item = &'a ActionRule> {
    turn.steps.iter().flat_map(Step::actions).map(|index| &variant.actions[index])
}

/// The stones and cells available to actions on stones.
#[derive(Debug)]
pub struct CellSupply<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// How many cells are empty, or can become empty.
    pub room: usize,
    /// Whether each side has a stone.
    stones: [bool; 2],
    /// The side that acts.
    side: Side,
}

impl CellSupply<'_> {
    /// Whether there is a stone to which `whose` refers.
    pub fn has(&self, whose: Whose) -> bool {
        match whose {
            Whose::Own => self.stones[self.side.index()],
            Whose::Enemy => self.stones[self.side.other().index()],
            Whose::Any => self.stones.contains(&true),
            Whose::Neutral => self.variant.has_neutral_stones(),
        }
    }
}

fn able_on_cells(variant: &Variant) -> [bool; 2] {
    let mut stones = variant.setup.stones.each_ref().map(|stones| !stones.is_empty());
    let mut able = [false, false];
    if is_suicide_only(variant) {
        return able;
    }
    let occupied: usize = variant.setup.stones.iter().map(Vec::len).sum();
    let empty = variant.board.cells().len() - occupied - variant.setup.neutral.len();
    // If stones can be removed, cells may become empty.
    let more = variant.capture.changes_stones() || variant.actions.iter().any(|action| action.kind.vacates());
    let room = if more { usize::MAX } else { empty };
    // In each round, the actions of one side may enable the other side to act: two rounds suffice.
    for _ in 0..2 {
        for (turn, side) in remaining_turns(variant) {
            let supply = CellSupply { variant, room, stones, side };
            let possible = |action: &ActionRule| {
                let is_seen = action.sight.is_none() || supply.has(Whose::Own);
                action.is_for(side) && is_seen && action.is_possible(&supply)
            };
            let mut possible = offered(variant, turn).filter(|action| possible(action)).peekable();
            if possible.peek().is_some() {
                able[side.index()] = true;
                stones[side.index()] = true;
            }
            let gives = |action: &ActionRule| {
                action.kind.adds_enemy() || matches!(action.kind.flips(), Some((_, Owner::Enemy)))
            };
            if possible.any(gives) {
                stones[side.other().index()] = true;
            }
        }
    }
    able
}

/// The stacks and tiles available to actions on stacks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileSupply {
    /// Whether each side has a stack of its own on a tile.
    pub stacks: [bool; 2],
    /// Whether each side has a stone in its hand.
    pub hands: [bool; 2],
    /// Whether some tile carries no stack.
    pub bare_tile: bool,
    /// Whether there is any prisoner.
    pub prisoner: bool,
}

impl TileSupply {
    /// The supply at the start.
    fn of(variant: &Variant) -> Self {
        let Setup { tiles, stacks, .. } = &variant.setup;
        let tiles: Vec<_> = tiles.iter().flatten().collect();
        let (free, prisoners): (Vec<_>, Vec<_>) =
            stacks.iter().partition(|stack| tiles.contains(&&stack.cell));
        let stones =
            |side| stacks.iter().flat_map(|stack| &stack.stones).filter(|stone| **stone == side).count();
        Self {
            stacks: Side::BOTH.map(|side| free.iter().any(|stack| stack.stones.last() == Some(&side))),
            hands: Side::BOTH.map(|side| stones(side) < usize::from(variant.stacks.hand)),
            bare_tile: free.len() < tiles.len(),
            prisoner: !prisoners.is_empty(),
        }
    }
}

fn able_on_tiles(variant: &Variant) -> [bool; 2] {
    let mut supply = TileSupply::of(variant);
    let mut able = [false, false];
    loop {
        let before = supply;
        for (turn, side) in remaining_turns(variant) {
            for action in offered(variant, turn) {
                if let Some(after) = action.kind.on_tiles(supply, side) {
                    supply = after;
                    able[side.index()] = true;
                }
            }
        }
        if supply == before {
            return able;
        }
    }
}

/// The openings that have not been played yet, and the normal turns, each paired with every side that may take it.
fn remaining_turns(variant: &Variant) -> impl Iterator<Item = (&Turn, Side)> {
    let done = variant.setup.turns as usize;
    let mover = variant.setup.mover();
    let openings = variant
        .openings
        .iter()
        .skip(done)
        .enumerate()
        .map(move |(i, turn)| (turn, if i % 2 == 0 { mover } else { mover.other() }));
    let normal = variant.normal_turns().flat_map(|turn| Side::BOTH.map(|side| (turn, side)));
    openings.chain(normal)
}
