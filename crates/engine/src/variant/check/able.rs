//! Who could ever act, if all the rest went well.

use crate::variant::model::{
    ActionKind, ActionRule, Capture, Place, Setup, Shapes, Side, Step, Suicide, Turn, Variant, Whose,
};

/// For each side, whether it could ever act: the stones, the stacks or the room it needs are there or can come.
pub fn able(variant: &Variant) -> [bool; 2] {
    if variant.board.is_boundless() { able_on_tiles(variant) } else { able_on_cells(variant) }
}

/// The same game, no turn of it done.
pub fn from_the_first_turn(variant: &Variant) -> Variant {
    let setup = Setup { turns: 0, to_move: None, ..variant.setup.clone() };
    Variant { setup, ..variant.clone() }
}

/// Whether every stone placed would be without a liberty at once, and may not be.
pub fn is_suicide_only(variant: &Variant) -> bool {
    variant.board.cells().len() == 1 && variant.capture == Capture::Liberties(Suicide::Forbidden)
}

/// The shapes that a kind of placing begins with; none if single stones.
pub fn first_shapes<'a>(place: &'a Place, variant: &Variant) -> Option<&'a Shapes> {
    variant.first_shape(place).or(place.shape.as_ref())
}

/// The actions that `turn` offers.
pub fn offered<'a>(variant: &'a Variant, turn: &'a Turn) -> impl Iterator<Item = &'a ActionRule> {
    turn.steps.iter().flat_map(Step::actions).map(|index| &variant.actions[index])
}

fn able_on_cells(variant: &Variant) -> [bool; 2] {
    let mut stones = variant.setup.stones.each_ref().map(|stones| !stones.is_empty());
    let mut able = [false, false];
    if is_suicide_only(variant) {
        return able;
    }
    let occupied: usize = variant.setup.stones.iter().map(Vec::len).sum();
    let empty = variant.board.cells().len() - occupied - variant.setup.neutral.len();
    // Where stones can be removed there may be more room one day.
    let frees = |action: &ActionRule| matches!(action.kind, ActionKind::Move(_) | ActionKind::Remove(_));
    let more = variant.capture.changes_stones() || variant.actions.iter().any(frees);
    let room = if more { usize::MAX } else { empty };
    // Each round lets a side act that could not before: two are enough, a third changes nothing.
    for _ in 0..2 {
        for (turn, side) in turns_to_come(variant) {
            let own = side.index();
            let whose = |whose: Whose| match whose {
                Whose::Own => stones[own],
                Whose::Enemy => stones[side.other().index()],
                Whose::Any => stones.contains(&true),
            };
            let possible = |action: &ActionRule| {
                let kind = match &action.kind {
                    ActionKind::Place(place) => {
                        let least = first_shapes(place, variant).map_or(1, Shapes::fewest);
                        least <= room && place.touches.is_none_or(whose)
                    }
                    ActionKind::Displace(_) => room > 0 && stones[side.other().index()],
                    ActionKind::Move(_) => stones[own],
                    ActionKind::Remove(remove) => whose(remove.stones),
                    ActionKind::StackDrop | ActionKind::Deal(_) | ActionKind::Release => false,
                };
                let has = action.side.is_none_or(|only| only == side);
                kind && has && (action.sight.is_none() || stones[own])
            };
            if offered(variant, turn).any(possible) {
                able[own] = true;
                stones[own] = true;
            }
        }
    }
    able
}

/// What actions of stacks need.
#[derive(Clone, Copy, PartialEq)]
struct Supply {
    /// Each side has a stack of its own on a tile.
    stacks: [bool; 2],
    /// Each side has a stone in its hand.
    hands: [bool; 2],
    /// Some tile carries no stack.
    bare_tile: bool,
    /// There is a prisoner.
    prisoner: bool,
}

impl Supply {
    /// What is there at the start.
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

    /// What may be there once `side` has done an action of that kind, if it can.
    fn after(mut self, kind: &ActionKind, side: Side) -> Option<Self> {
        let own = side.index();
        match kind {
            ActionKind::StackDrop if self.hands[own] && self.bare_tile => self.stacks[own] = true,
            // The stones of both sides that were dealt lie on top of others.
            ActionKind::Deal(_) if self.stacks == [true; 2] => (self.bare_tile, self.prisoner) = (true, true),
            ActionKind::Release if self.prisoner => (self.hands, self.bare_tile) = ([true; 2], true),
            _ => return None,
        }
        Some(self)
    }
}

fn able_on_tiles(variant: &Variant) -> [bool; 2] {
    let mut supply = Supply::of(variant);
    let mut able = [false, false];
    loop {
        let before = supply;
        for (turn, side) in turns_to_come(variant) {
            for action in offered(variant, turn) {
                if let Some(after) = supply.after(&action.kind, side) {
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

/// The openings that are not done yet and the normal turn, each with the sides that make it.
fn turns_to_come(variant: &Variant) -> impl Iterator<Item = (&Turn, Side)> {
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
