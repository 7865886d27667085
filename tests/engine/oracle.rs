//! The slow engines, one for stones and one for stacks, against which the fast ones are compared.

use crate::slow::Slow;
use crate::slow_tiles::SlowTiles;
use crate::slow_turn::SlowTurns;
use dropline::rules::{Action, IllegalReason, Position};
use dropline::variant::Variant;

/// A slow engine.
pub trait Oracle: Position {
    /// For each of `actions`, all the rules that it breaks under any interpretation; empty if it is legal.
    fn broken(&self, actions: &[Action]) -> Vec<Vec<IllegalReason>>;

    /// The kinds of action, by index, that `action` could be, regardless of what the turn offers.
    fn kinds_of(&self, action: Action) -> Vec<usize>;
}

impl<T: SlowTurns> Oracle for T {
    fn broken(&self, actions: &[Action]) -> Vec<Vec<IllegalReason>> {
        SlowTurns::broken(self, actions)
    }

    fn kinds_of(&self, action: Action) -> Vec<usize> {
        SlowTurns::kinds_of(self, action)
    }
}

/// The start of a game on the slow engine for its board.
pub fn oracle(variant: &Variant) -> Box<dyn Oracle> {
    if variant.board.is_boundless() {
        Box::new(SlowTiles::start(variant))
    } else {
        Box::new(Slow::start(variant))
    }
}
