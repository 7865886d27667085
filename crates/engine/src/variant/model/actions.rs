//! The kinds of action of a checked variant.

use super::Side;
use crate::board::{Cell, Lines};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// A kind of action with its restrictions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRule {
    /// Its name in the variant file.
    pub name: String,
    /// What it does.
    pub kind: ActionKind,
    /// The new stone's cell has to be seen by a friendly stone along these lines.
    pub sight: Option<Lines>,
    /// How many stones of this turn the new stone's group may hold, captures done; at least 1.
    pub new_per_group: Option<u16>,
    /// The side that has the action; both if none.
    pub side: Option<Side>,
    /// The action has to capture or to turn over at least one enemy stone.
    pub must_capture: bool,
}

impl ActionRule {
    /// The most kinds of action in a game.
    pub const MOST: usize = 64;
    /// The longest name, in characters.
    pub const LONGEST_NAME: usize = 64;

    /// Whether `side` has it.
    pub fn is_for(&self, side: Side) -> bool {
        self.side.is_none_or(|only| only == side)
    }

    /// Whether some side has both this and the `other`.
    pub fn shares_side_with(&self, other: &Self) -> bool {
        self.side.is_none() || other.side.is_none() || self.side == other.side
    }

    /// Whether it takes enemy stones off the board whatever the rule of capture.
    pub fn captures_by_itself(&self) -> bool {
        match &self.kind {
            ActionKind::Move(movement) if movement.how == Motion::Jump => movement.over != Whose::Own,
            ActionKind::Move(movement) => movement.onto != Onto::Empty,
            ActionKind::Remove(remove) => remove.stones != Whose::Own,
            _ => false,
        }
    }

    /// Whether it takes off own stones.
    pub fn takes_own_off(&self) -> bool {
        matches!(&self.kind, ActionKind::Remove(remove) if remove.stones != Whose::Enemy)
    }
}

/// What an action does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// An own stone is placed on an empty cell.
    Place(Place),
    /// An own stone takes the cell of an enemy stone, which moves to an empty cell near it.
    Displace(Displace),
    /// A stone from the own hand goes on a tile, of either side, that carries no stack.
    StackDrop,
    /// An own stack on a tile is dealt out along a line.
    Deal(Deal),
    /// Prisoners are released and own tiles laid where they stood.
    Release,
    /// An own stone moves to another cell.
    Move(Move),
    /// A stone is taken off the board.
    Remove(Remove),
}

/// The restrictions of placing alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// No stone of either side may stand on the cells around: these. Where stones are placed in a shape, around
    /// each of its cells.
    pub clear: Option<Reach>,
    /// The shapes that stones are placed in; single stones if none.
    pub shape: Option<Shapes>,
    /// The shapes of the first such action of the game, whoever makes it, if they differ. A setup with turns
    /// done counts it as made.
    pub first_shape: Option<Shapes>,
    /// Such a stone stands on one of the cells all around.
    pub touches: Option<Whose>,
    /// The cell is the lowest empty one of its column.
    pub gravity: bool,
    /// The patterns lie as they are drawn, and are not turned or mirrored.
    pub fixed: bool,
    /// The stone is neutral: it belongs to no side.
    pub neutral: bool,
    /// The stone that has to see the cell is the one moved in this turn.
    pub seen_by_moved: bool,
}

impl Place {
    /// Whether it asks for no more than an empty cell, sight and room around, as most games do.
    pub fn is_plain(&self) -> bool {
        self.touches.is_none() && !self.gravity && !self.neutral && !self.seen_by_moved
    }
}

/// Whose stones a rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// Those of the side that acts.
    Own,
    /// Those of its adversary.
    Enemy,
    /// Those of either side.
    Any,
}

/// How a stone moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// How far, and over what.
    pub how: Motion,
    /// Along which lines; a leap goes along none.
    pub lines: MoveLines,
    /// Only towards higher rows for the first side, and lower ones for the second.
    pub forward: bool,
    /// What may stand on the cell it goes to; an enemy stone there is captured.
    pub onto: Onto,
    /// Whose stones are jumped over; enemy stones are captured.
    pub over: Whose,
}

/// How far a stone moves, and over what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// To the next cell of a line.
    Step,
    /// Any number of cells along a line, over empty cells.
    Slide,
    /// Over the next stone of a line to the empty cell behind it, and on in the same direction as long as there is one more.
    Jump,
    /// To a cell two away, on a line or not, whatever stands between: one of 16 on squares, of 12 on hexes.
    Leap,
    /// As many cells along a line as stones of either side stand on it, over empty cells and own stones.
    March,
}

/// The lines that stones move along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoveLines {
    /// Rows and columns on squares, the three lines on hexes.
    Orthogonal,
    /// The diagonals of squares.
    Diagonal,
    /// Both; on hexes the same as `orthogonal`.
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

/// Which stones are taken off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remove {
    /// Whose. Enemy stones taken off count as captured.
    pub stones: Whose,
    /// Only on these cells; on any if none.
    pub cells: Option<Vec<Cell>>,
    /// Only on cells that share an edge with an empty one.
    pub beside_empty: bool,
}

/// Which sets of cells stones are placed on at once; two ways to fill the same cells are one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shapes {
    /// Connected sets of so many cells, sorted, each once, from 1 to [`Shapes::MOST_CELLS`].
    Sizes(Vec<u8>),
    /// Patterns and, if wanted, their parts.
    Patterns {
        /// At least one.
        patterns: Vec<Pattern>,
        /// Any part of a pattern that holds its centre and at least one more cell is a shape as well.
        parts: bool,
        /// Only shapes of so many cells, sorted, each once; any if empty.
        cells: Vec<u8>,
        /// The centre is the cell that has to be seen; any cell otherwise.
        centre_seen: bool,
    },
}

impl Shapes {
    /// Cells of a connected set, at most.
    pub const MOST_CELLS: u8 = 6;
    /// The cells of a pattern, at most.
    pub const MOST_PATTERN_CELLS: u8 = 9;
    /// The patterns of a kind of shapes, at most.
    pub const MOST_PATTERNS: usize = 64;
    /// Ways in which all patterns of a game and their parts can lie, at most: all are tried on each cell, and kept.
    pub const MOST_WAYS: usize = 50_000;

    /// The numbers of cells that shapes have, sorted, each once.
    pub fn counts(&self) -> Vec<usize> {
        let counts: BTreeSet<usize> = match self {
            Self::Sizes(sizes) => sizes.iter().copied().map(usize::from).collect(),
            Self::Patterns { patterns, parts, cells, .. } => {
                let of_pattern = |pattern: &Pattern| {
                    let most = pattern.cells.len();
                    if *parts { most.min(2)..=most } else { most..=most }
                };
                let wanted =
                    |n: &usize| cells.is_empty() || cells.iter().any(|&cells| usize::from(cells) == *n);
                patterns.iter().flat_map(of_pattern).filter(wanted).collect()
            }
        };
        counts.into_iter().collect()
    }

    /// The cells of the smallest shape.
    pub fn fewest(&self) -> usize {
        self.counts().first().copied().unwrap_or(0)
    }

    /// The cells of the largest shape.
    pub fn most(&self) -> usize {
        self.counts().last().copied().unwrap_or(0)
    }
}

/// A drawn set of cells, turned and mirrored freely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Where the cells lie as seen from the centre, in columns and rows; sorted, each once, at least one.
    pub cells: Vec<(i8, i8)>,
}

impl Pattern {
    /// The pattern as variant files draw it, with no more room than it needs; with its centre in the middle if it is `centred`.
    pub fn drawn(&self, centred: bool) -> String {
        let [columns, rows] = [self.span(|(x, _)| x, centred), self.span(|(_, y)| y, centred)];
        let row = |y: i8| -> String {
            columns.clone().map(|x| if self.cells.contains(&(x, y)) { '#' } else { '.' }).collect()
        };
        rows.rev().map(row).collect::<Vec<_>>().join(" ")
    }

    /// The columns or the rows that the cells are in, as far to one side of the centre as to the other if it is in the middle.
    fn span(&self, of: fn((i8, i8)) -> i8, centred: bool) -> RangeInclusive<i8> {
        let at = || self.cells.iter().copied().map(of);
        let (low, high) = (at().min().unwrap_or(0), at().max().unwrap_or(0));
        let far = low.abs().max(high.abs());
        if centred { -far..=far } else { low..=high }
    }
}

/// The restrictions of dealing alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Whether the deal has to make a prisoner, or must not; either if none.
    pub makes_prisoner: Option<bool>,
}

/// The restrictions of displacing alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Displace {
    /// Which enemy stones can be displaced.
    pub target: Target,
    /// How far the displaced stone goes.
    pub to: Reach,
}

/// Which enemy stones can be displaced: each number given has to be met exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Stones in its group.
    pub group: Option<u16>,
    /// Liberties of its group.
    pub liberties: Option<u16>,
}

/// The cells near another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// Those that share an edge: 4 on squares, 6 on hexes.
    Adjacent,
    /// All around: 8 on squares, 6 on hexes.
    Touching,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_drawn_with_the_room_that_means_something() {
        let pair = Pattern { cells: vec![(-1, 0), (0, 0)] };
        assert_eq!((pair.drawn(false).as_str(), pair.drawn(true).as_str()), ("##", "##."));
        let corner = Pattern { cells: vec![(0, -1), (0, 0), (1, 0)] };
        assert_eq!((corner.drawn(false).as_str(), corner.drawn(true).as_str()), ("## #.", "... .## .#."));
    }
}
