//! The forms of actions: which cells the actions of a kind name, what happens on them, and how they are written. Each kind declares
//! its form in its file in `actions`.

use super::action::Action;
use crate::board::Cell;

/// The form of the actions of a kind.
#[derive(Debug)]
pub struct Form {
    /// What such actions do: `take a stone off`.
    pub meaning: &'static str,
    /// How many cells they name.
    pub extent: Extent,
    /// Whether the cells lie on the boundless plane rather than on a board.
    pub on_plane: bool,
    /// The text before the cells, in lower case.
    pub prefix: &'static str,
    /// The sign between the cells; unused if there is only one.
    pub sign: u8,
    /// The cells on which they put a stone of the player, or a tile.
    pub taken: Named,
    /// The cells on which they put a stone, whether new or from another cell.
    pub occupied: Named,
    /// The cells on which they put a stone that was not on the board or plane.
    pub placed: Named,
    /// Whether they lay tiles.
    pub lays_tiles: bool,
    /// A number that no other form has, from which [codes](Action::code) tell the form; `None` if they consist of cells only.
    pub tag: Option<u8>,
    /// The action of this form that names these cells, as many as the form has.
    pub action: fn(&[Cell]) -> Action,
}

/// How many cells an action names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// One.
    Cell,
    /// Two, in an order that matters.
    Pair,
    /// Any number, in no order.
    Set,
}

/// Some of the cells that an action names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// None of them.
    None,
    /// Only the first.
    First,
    /// Only the last.
    Last,
    /// All of them.
    All,
    /// Every cell of the line that leads from the first to the last, without the first.
    Line,
}

impl Named {
    /// Calls `each` with these cells among `cells`.
    #[inline]
    pub fn of(self, cells: &[Cell], mut each: impl FnMut(Cell)) {
        match (self, cells) {
            (Self::First, [first, ..]) => each(*first),
            (Self::Last, [.., last]) => each(*last),
            (Self::All, _) => cells.iter().copied().for_each(each),
            (Self::Line, [first, .., last]) => first.line_to(*last).for_each(each),
            _ => {}
        }
    }
}
