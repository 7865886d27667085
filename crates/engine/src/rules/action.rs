//! Single actions as values, and queries about them.

use super::player::Player;
use crate::board::{Cell, CellSet};
use crate::variant::ScoreMethod;

/// One action of a player. A turn is one or more actions.
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
    /// The stone on `from` goes to `to`.
    Move {
        /// Where the stone stands.
        from: Cell,
        /// The cell that the stone moves to.
        to: Cell,
    },
    /// The stone on this cell is taken off the board.
    Remove(Cell),
    /// A stone from the hand on a tile without a stack.
    Drop(Cell),
    /// The stack on `from` is dealt out along a line.
    Deal {
        /// Where the stack stands.
        from: Cell,
        /// The last cell that receives a stone.
        to: Cell,
    },
    /// The prisoners on these cells are released, and tiles are laid there.
    Release(CellSet),
    /// Ends the turn.
    Pass,
    /// Takes the first player's side (pie rule).
    Swap,
}

/// A stone or tile that an action brings onto a cell, and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// The player whose stone or tile it is.
    pub player: Player,
}

/// Actions in no particular order, in reusable memory.
pub type ActionList = Vec<Action>;

/// In a [code](Action::code), the placeholder for a missing cell.
const NONE: Cell = Cell::new(u8::MAX, u8::MAX);
/// The placeholders before the cells of a shape and of a release: no board has such cells.
const SHAPE: Cell = Cell::new(u8::MAX, u8::MAX - 1);
const RELEASE: Cell = Cell::new(u8::MAX, u8::MAX - 2);
/// The placeholders before the cell of a stone that moves, and before the cell of a stone that is taken off the board.
const MOVE: Cell = Cell::new(u8::MAX, u8::MAX - 3);
const REMOVE: Cell = Cell::new(u8::MAX, u8::MAX - 4);

impl Action {
    /// Calls `each` with every cell that the action may change, apart from the cells of captured stones.
    pub fn touched(&self, mut each: impl FnMut(Cell)) {
        match self {
            Self::Displace { cell, to } | Self::Move { from: cell, to } => {
                [*cell, *to].into_iter().for_each(each);
            }
            Self::Remove(cell) => each(*cell),
            Self::Deal { from, to } => {
                each(*from);
                from.line_to(*to).for_each(each);
            }
            _ => self.taken(each),
        }
    }

    /// Calls `each` with every cell on which the action puts a stone or a tile, except the cell to which it displaces an enemy
    /// stone.
    #[inline]
    pub fn taken(&self, mut each: impl FnMut(Cell)) {
        match self {
            Self::Place(cell) | Self::Displace { cell, .. } | Self::Drop(cell) => each(*cell),
            Self::Shape(cells) | Self::Release(cells) => cells.iter().copied().for_each(each),
            Self::Deal { from, to } => from.line_to(*to).for_each(each),
            Self::Move { to, .. } => each(*to),
            Self::Remove(_) | Self::Pass | Self::Swap => {}
        }
    }

    /// Calls `each` with every cell on which the action puts a stone, whether new or from another cell.
    #[inline]
    pub fn occupied(&self, each: impl FnMut(Cell)) {
        match self {
            // A release returns stones to the hands and lays tiles.
            Self::Release(_) => {}
            Self::Displace { .. } => self.touched(each),
            _ => self.taken(each),
        }
    }

    /// Calls `each` with the marks of this action when `player` makes it; an enemy stone that the action displaces is a mark of
    /// the opponent.
    pub fn marks(&self, player: Player, mut each: impl FnMut(Mark)) {
        self.taken(|cell| each(Mark { cell, player }));
        if let Self::Displace { to, .. } = *self {
            each(Mark { cell: to, player: player.other() });
        }
    }

    /// The action with its cells mapped by `to`, as when the board is turned; `None` if a cell has no image.
    pub fn on_cells(&self, to: impl Fn(Cell) -> Option<Cell>) -> Option<Self> {
        let all = |cells: &CellSet| cells.iter().map(|&cell| to(cell)).collect::<Option<CellSet>>();
        Some(match self {
            Self::Place(cell) => Self::Place(to(*cell)?),
            Self::Shape(cells) => Self::Shape(all(cells)?),
            Self::Displace { cell, to: end } => Self::Displace { cell: to(*cell)?, to: to(*end)? },
            Self::Move { from, to: end } => Self::Move { from: to(*from)?, to: to(*end)? },
            Self::Remove(cell) => Self::Remove(to(*cell)?),
            Self::Drop(cell) => Self::Drop(to(*cell)?),
            Self::Deal { from, to: end } => Self::Deal { from: to(*from)?, to: to(*end)? },
            Self::Release(cells) => Self::Release(all(cells)?),
            Self::Pass => Self::Pass,
            Self::Swap => Self::Swap,
        })
    }

    /// The cell of the stone that the action places, if the action does nothing else.
    #[inline]
    pub const fn stone(&self) -> Option<Cell> {
        match self {
            Self::Place(cell) | Self::Drop(cell) => Some(*cell),
            _ => None,
        }
    }

    /// How many stones the action brings onto the board.
    #[inline]
    pub fn stones_placed(&self) -> u64 {
        match self {
            Self::Place(_) | Self::Displace { .. } | Self::Drop(_) => 1,
            Self::Shape(cells) => cells.len() as u64,
            Self::Move { .. } | Self::Remove(_) => 0,
            Self::Deal { .. } | Self::Release(_) | Self::Pass | Self::Swap => 0,
        }
    }

    /// Whether actions of this kind can change the winner, or the score that `method` gives.
    #[inline]
    pub fn changes_scores(&self, method: ScoreMethod) -> bool {
        match self {
            Self::Pass => false,
            // With `ScoreMethod::Tiles`, only tiles count, and only releases add tiles.
            Self::Drop(_) | Self::Deal { .. } => method != ScoreMethod::Tiles,
            _ => true,
        }
    }

    /// Calls `each` with the pairs of cells that encode the action in hashes. Different sequences of actions of one game have
    /// different sequences of pairs. The encoding is stable across releases.
    ///
    /// Most actions are one pair: a cell, and the cell that a stone moves to or a placeholder. A move is two pairs: a placeholder
    /// and the stone's cell, then the target and a placeholder. A set of cells is a pair for the kind and the size, then its
    /// cells two by two.
    #[inline]
    pub fn code(&self, mut each: impl FnMut(Cell, Cell)) {
        let mut set = |kind, cells: &[Cell]| {
            each(kind, Cell::new(cells.len() as u8, 0));
            for pair in cells.chunks(2) {
                each(pair[0], pair.get(1).copied().unwrap_or(NONE));
            }
        };
        match self {
            Self::Place(cell) | Self::Drop(cell) => each(*cell, NONE),
            Self::Displace { cell, to } => each(*cell, *to),
            Self::Deal { from, to } => each(*from, *to),
            Self::Move { from, to } => {
                each(MOVE, *from);
                each(*to, NONE);
            }
            Self::Remove(cell) => each(REMOVE, *cell),
            Self::Shape(cells) => set(SHAPE, cells),
            Self::Release(cells) => set(RELEASE, cells),
            Self::Pass => each(NONE, NONE),
            Self::Swap => each(NONE, Cell::new(0, 0)),
        }
    }

    /// What actions of this kind do, in words.
    pub const fn meaning(&self) -> &'static str {
        match self {
            Self::Place(_) => "place a stone",
            Self::Shape(_) => "place stones in a shape",
            Self::Displace { .. } => "take an enemy stone's cell and move that stone",
            Self::Move { .. } => "move a stone",
            Self::Remove(_) => "take a stone off",
            Self::Drop(_) => "drop a stone on a tile",
            Self::Deal { .. } => "deal out a stack",
            Self::Release(_) => "release prisoners",
            Self::Pass => "pass",
            Self::Swap => "take the other side",
        }
    }

    /// Whether the cells that the action names lie on the boundless plane rather than on a board; `None` if it names no cells.
    pub const fn on_plane(&self) -> Option<bool> {
        match self {
            Self::Place(_) | Self::Shape(_) | Self::Displace { .. } | Self::Move { .. } | Self::Remove(_) => {
                Some(false)
            }
            Self::Drop(_) | Self::Deal { .. } | Self::Release(_) => Some(true),
            Self::Pass | Self::Swap => None,
        }
    }
}
