//! How far a stone moves, along which lines, and onto what.

use crate::board::{Board, Direction};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a stone moves, and over what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// To the next cell of a line.
    Step,
    /// Any number of cells along a line, over empty cells.
    Slide,
    /// Over the next stone of a line to the empty cell behind it, and possibly on over further stones in the same direction.
    Jump,
    /// To a cell two away, on a line or not, whatever stands between: one of 16 cells on squares, one of 12 on hexes. Never to a
    /// cell that touches the stone's own, not even across a seam.
    Leap,
    /// As a knight in chess: to a cell two away in one direction and one in the other, whatever stands between. Only on squares.
    Knight,
    /// As many cells along a line as there are stones of both sides on it, over empty cells and friendly stones.
    March,
    /// To any cell of the board.
    Anywhere,
}

impl Motion {
    /// Whether stones move along lines, in directions.
    pub const fn follows_lines(self) -> bool {
        !matches!(self, Self::Leap | Self::Knight | Self::Anywhere)
    }

    /// The distances to the targets of leaps; none for other moves.
    pub fn leaps(self, board: &Board) -> Vec<Direction> {
        let mut leaps = board.two_away();
        leaps.retain(|(x, y)| match self {
            Self::Leap => true,
            Self::Knight => x.abs() + y.abs() == 3,
            _ => false,
        });
        leaps
    }
}

/// The lines that stones move along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveLines {
    /// Rows and columns on squares, the three lines on hexes.
    Orthogonal,
    /// The diagonals of squares.
    Diagonal,
    /// Rows, columns and diagonals; on hexes the same as `orthogonal`.
    Queen,
}

/// What may stand on the cell that a stone moves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Onto {
    /// Nothing.
    Empty,
    /// An enemy stone.
    Enemy,
    /// Nothing, or an enemy stone.
    Any,
}
