//! The slow engines, one for stones and one for stacks, against which the fast ones are compared.

use crate::slow::Slow;
use crate::slow_tiles::SlowTiles;
use dropline::rules::{Action, IllegalReason, Position};
use dropline::variant::Variant;

/// A slow engine.
pub trait Oracle: Position {
    /// All the rules that an illegal action breaks under any interpretation; none if it is legal.
    fn broken(&self, action: Action) -> Vec<IllegalReason>;

    /// The kinds of action, by index, that `action` could be, whatever the turn offers.
    fn kinds_of(&self, action: Action) -> Vec<usize>;
}

impl Oracle for Slow {
    fn broken(&self, action: Action) -> Vec<IllegalReason> {
        self.broken(action)
    }

    fn kinds_of(&self, action: Action) -> Vec<usize> {
        self.kinds_of(action)
    }
}

impl Oracle for SlowTiles {
    fn broken(&self, action: Action) -> Vec<IllegalReason> {
        self.broken(action)
    }

    fn kinds_of(&self, action: Action) -> Vec<usize> {
        self.kinds_of(action)
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
