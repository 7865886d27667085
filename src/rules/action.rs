//! Single actions, as values.

use crate::board::Cell;

/// One action of a player. A turn is one or more of them; search trees and records count them singly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A stone on an empty cell.
    Place(Cell),
    /// A stone on `cell`, where an enemy stone stands; that stone moves to `to`.
    Displace {
        /// The enemy stone's cell, which the new stone takes.
        cell: Cell,
        /// The empty cell the enemy stone moves to.
        to: Cell,
    },
    /// Ends the turn.
    Pass,
    /// Takes the first player's side (pie rule).
    Swap,
}

/// Actions in no particular order; its memory is used again and again.
pub type ActionList = Vec<Action>;
