//! The kinds of local patterns that an evaluation sums over.

use dropline_engine::board::{Board, Direction};

/// A kind of pattern: a few cells around each cell of the board, whose states together have a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pattern {
    /// Four cells in a row: a weight that all such rows share, and one for each place on the board.
    Four,
    /// A cell of this board. Its weights do not carry over to boards of another size.
    Cell,
    /// A cell and all cells that touch it.
    Ring,
    /// A cell and those two steps away from it in the directions of its neighbours.
    Reach,
    /// Three cells in a row.
    Three,
    /// A cell and those next to it, with the liberties of their groups and the control of empty cells.
    Cross,
    /// Three cells in a row, likewise.
    Chain,
}

impl Pattern {
    /// All kinds.
    pub const ALL: [Self; 7] =
        [Self::Four, Self::Cell, Self::Ring, Self::Reach, Self::Three, Self::Cross, Self::Chain];

    /// The name in the keys of groups of weights.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cell => "cell",
            Self::Ring => "ring",
            Self::Reach => "reach",
            Self::Three => "three",
            Self::Four => "four",
            Self::Cross => "cross",
            Self::Chain => "chain",
        }
    }

    /// Whether places that look alike share weights, wherever they lie on the board.
    pub const fn is_shared(self) -> bool {
        !matches!(self, Self::Cell)
    }

    /// Whether each place on the board has weights of its own, up to symmetry.
    pub const fn is_located(self) -> bool {
        matches!(self, Self::Cell | Self::Four)
    }

    /// Whether the pattern has a centre, and counts where some of its cells lie off the board.
    pub const fn is_centred(self) -> bool {
        matches!(self, Self::Ring | Self::Reach | Self::Cross)
    }

    /// Whether it counts for the pattern which groups have few liberties and which empty cells only one side controls. Only games with
    /// rules on groups or with control have such patterns.
    pub const fn is_fine(self) -> bool {
        matches!(self, Self::Cross | Self::Chain)
    }

    /// The sets of cells of this kind around a cell of `board`, as distances from it.
    pub fn forms(self, board: &Board) -> Vec<Vec<Direction>> {
        let row = |(x, y): Direction, length: i8| (0..length).map(|i| (x * i, y * i)).collect::<Vec<_>>();
        let rows = |length| axes(board).into_iter().map(|axis| row(axis, length)).collect();
        let around = |steps: &[Direction], far: i8| {
            std::iter::once((0, 0)).chain(steps.iter().map(|&(x, y)| (x * far, y * far))).collect()
        };
        match self {
            Self::Cell => vec![vec![(0, 0)]],
            Self::Ring => vec![around(board.touching(), 1)],
            Self::Reach => vec![around(board.adjacent(), 2)],
            Self::Cross => vec![around(board.adjacent(), 1)],
            Self::Three | Self::Chain => rows(3),
            Self::Four => rows(4),
        }
    }
}

/// The directions of rows, one of each opposite pair.
fn axes(board: &Board) -> Vec<Direction> {
    let touching = board.touching();
    touching.iter().copied().filter(|&(x, y)| (x, y) > (-x, -y)).collect()
}
