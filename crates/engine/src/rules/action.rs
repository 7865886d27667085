//! Single actions as values, and queries about them.

use super::player::Player;
use crate::board::{Cell, CellSet};
use crate::variant::ScoreMethod;
use std::slice;

/// One action of a player. A turn is one or more actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A stone on an empty cell.
    Place(Cell),
    /// A stone of the enemy on an empty cell.
    PlaceEnemy(Cell),
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
    /// The stone on this cell changes its owner.
    Flip(Cell),
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

/// The form of the actions of a kind: which cells they name, what happens on them, and how they are written. Each kind declares its
/// form in its folder in `actions`; the list of kinds there assigns it to variants of [`Action`].
#[derive(Debug)]
pub struct Form {
    /// What actions of this form do: `take a stone off`.
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
    /// The cells on which they put a stone, whether new or from another cell. On cells that are `occupied` but not `taken`, the
    /// stone is the enemy's.
    pub occupied: Named,
    /// The cells on which they put a stone that was not on the board or plane.
    pub placed: Named,
    /// Whether they lay tiles.
    pub lays_tiles: bool,
    /// A number that identifies the form in [codes](Action::code); `None` if its codes consist of cells only.
    pub tag: Option<u8>,
    /// Builds an action of this form from the cells that it names.
    pub action: fn(&[Cell]) -> Action,
}

impl Form {
    /// The form of an action that names one cell of a board and puts a stone on it. `action` builds the action from its cells.
    pub const fn new(meaning: &'static str, action: fn(&[Cell]) -> Action) -> Self {
        Self {
            meaning,
            extent: Extent::Cell,
            on_plane: false,
            prefix: "",
            sign: b'.',
            taken: Named::All,
            occupied: Named::All,
            placed: Named::All,
            lays_tiles: false,
            tag: None,
            action,
        }
    }
}

/// How many cells an action names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// One cell.
    Cell,
    /// Two cells, whose order matters.
    Pair,
    /// Any number of cells, in no order.
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

/// Actions in no particular order, in reusable memory.
pub type ActionList = Vec<Action>;

/// In a [code](Action::code), the placeholder for a missing cell. No board has such a cell.
const NONE: Cell = Cell::new(u8::MAX, u8::MAX);

impl Action {
    /// Calls `f` with the cells that the action names, in the order of the notation.
    #[inline]
    pub fn named<R>(&self, f: impl FnOnce(&[Cell]) -> R) -> R {
        match self {
            Self::Place(cell)
            | Self::PlaceEnemy(cell)
            | Self::Remove(cell)
            | Self::Flip(cell)
            | Self::Drop(cell) => f(slice::from_ref(cell)),
            Self::Displace { cell: from, to } | Self::Move { from, to } | Self::Deal { from, to } => {
                f(&[*from, *to])
            }
            Self::Shape(cells) | Self::Release(cells) => f(cells),
            Self::Pass | Self::Swap => f(&[]),
        }
    }

    /// Calls `each` with every cell that the action may change, apart from the cells of captured stones.
    pub fn touched(&self, mut each: impl FnMut(Cell)) {
        let Some(form) = self.form() else { return };
        self.named(|cells| {
            if form.taken == Named::Line {
                each(cells[0]);
                form.taken.of(cells, each);
            } else {
                Named::All.of(cells, each);
            }
        });
    }

    /// Calls `each` with every cell on which the action puts a stone or a tile, except the cell to which it displaces an enemy
    /// stone.
    #[inline]
    pub fn taken(&self, mut each: impl FnMut(Cell)) {
        // The most frequent action takes a shortcut.
        if let Self::Place(cell) = self {
            each(*cell);
        } else if let Some(form) = self.form() {
            self.named(|cells| form.taken.of(cells, each));
        }
    }

    /// Calls `each` with every cell on which the action puts a stone, whether new or from another cell.
    #[inline]
    pub fn occupied(&self, mut each: impl FnMut(Cell)) {
        if let Self::Place(cell) = self {
            each(*cell);
        } else if let Some(form) = self.form() {
            self.named(|cells| form.occupied.of(cells, each));
        }
    }

    /// Calls `each` with the marks of this action when `player` plays it; an enemy stone that the action displaces is a mark of the
    /// opponent.
    pub fn marks(&self, player: Player, mut each: impl FnMut(Mark)) {
        if let Some(cell) = self.stone() {
            return each(Mark { cell, player });
        }
        let Some(form) = self.form() else { return };
        self.named(|cells| {
            form.taken.of(cells, |cell| each(Mark { cell, player }));
            if form.occupied != form.taken {
                form.occupied.of(cells, |cell| {
                    let mut is_taken = false;
                    form.taken.of(cells, |taken| is_taken |= taken == cell);
                    if !is_taken {
                        each(Mark { cell, player: player.other() });
                    }
                });
            }
        });
    }

    /// The action with its cells mapped by `to`, for example to rotate the board; `None` if a cell has no image.
    pub fn on_cells(&self, to: impl Fn(Cell) -> Option<Cell>) -> Option<Self> {
        let Some(form) = self.form() else { return Some(*self) };
        let mut images = [NONE; CellSet::MOST];
        let count = self.named(|cells| {
            for (image, &cell) in images.iter_mut().zip(cells) {
                *image = to(cell)?;
            }
            Some(cells.len())
        })?;
        Some((form.action)(&images[..count]))
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
        let mut count = 0;
        if let Some(form) = self.form() {
            self.named(|cells| form.placed.of(cells, |_| count += 1));
        }
        count
    }

    /// Whether actions of this kind can change the winner, or the score that `method` gives.
    #[inline]
    pub fn changes_scores(&self, method: ScoreMethod) -> bool {
        match self.form() {
            Some(form) => method != ScoreMethod::Tiles || form.lays_tiles,
            None => *self != Self::Pass,
        }
    }

    /// Calls `each` with the pairs of cells that encode the action in hashes. Different sequences of actions of one game have
    /// different sequences of pairs. The encoding is stable across releases.
    ///
    /// The cells are taken two by two. If the form has a tag, a placeholder for the form comes before them, and for a set also the
    /// number of cells. A placeholder also completes the last pair if it lacks a cell.
    #[inline]
    pub fn code(&self, mut each: impl FnMut(Cell, Cell)) {
        let form = match (self, self.form()) {
            // Most actions place one stone. The code below would encode them in the same way, but more slowly.
            (Self::Place(cell), _) => return each(*cell, NONE),
            (Self::Swap, _) => return each(NONE, Cell::new(0, 0)),
            (_, None) => return each(NONE, NONE),
            (_, Some(form)) => form,
        };
        self.named(|mut cells| {
            if let Some(tag) = form.tag {
                let (next, rest) = match (form.extent, cells) {
                    (Extent::Cell | Extent::Pair, [first, rest @ ..]) => (*first, rest),
                    _ => (Cell::new(cells.len() as u8, 0), cells),
                };
                each(Cell::new(u8::MAX, u8::MAX - tag), next);
                cells = rest;
            }
            for pair in cells.chunks(2) {
                each(pair[0], pair.get(1).copied().unwrap_or(NONE));
            }
        });
    }

    /// What actions of this kind do, in words.
    pub const fn meaning(&self) -> &'static str {
        match (self, self.form()) {
            (_, Some(form)) => form.meaning,
            (Self::Swap, None) => "take the other side",
            (_, None) => "pass",
        }
    }

    /// Whether the cells that the action names lie on the boundless plane rather than on a board; `None` if it names no cells.
    pub const fn on_plane(&self) -> Option<bool> {
        match self.form() {
            Some(form) => Some(form.on_plane),
            None => None,
        }
    }
}
