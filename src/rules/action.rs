//! Single actions, as values.

use crate::board::{Cell, CellSet};

/// One action of a player. A turn is one or more of them; search trees and records count them singly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A stone on an empty cell.
    Place(Cell),
    /// Stones on several empty cells at once. A shape of one cell is an [`Action::Place`].
    Shape(CellSet),
    /// A stone on `cell`, where an enemy stone stands; that stone moves to `to`.
    Displace {
        /// The enemy stone's cell, which the new stone takes.
        cell: Cell,
        /// The empty cell the enemy stone moves to.
        to: Cell,
    },
    /// A stone from the hand on a tile without a stack.
    Drop(Cell),
    /// The stack on `from` is dealt out along a line.
    Deal {
        /// Where the stack stands.
        from: Cell,
        /// The last cell that receives a stone.
        to: Cell,
    },
    /// The prisoners on these cells are released, and tiles laid there.
    Release(CellSet),
    /// Ends the turn.
    Pass,
    /// Takes the first player's side (pie rule).
    Swap,
}

/// Actions in no particular order; its memory is used again and again.
pub type ActionList = Vec<Action>;
