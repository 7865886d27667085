//! What several kinds of action share: keys, the values of keys, and words for them.

use crate::board::Lines;
use crate::variant::{Side, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The keys that several kinds of action share.
#[derive(Default)]
pub struct SharedKeys {
    pub sight: Sight,
    pub new_per_group: Option<u16>,
    pub by: Option<SideWord>,
    pub must_capture: bool,
}

/// The side that has an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SideWord {
    /// The side that moves first.
    First,
    /// The other side.
    Second,
}

impl SideWord {
    pub const fn side(self) -> Side {
        match self {
            Self::First => Side::First,
            Self::Second => Side::Second,
        }
    }
}

/// The lines along which a friendly stone must see a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// The cell need not be seen.
    #[default]
    None,
    /// Rows and columns on squares, the three lines through a cell on hexes.
    Orthogonal,
    /// The diagonals of squares as well; on hexes the same as `orthogonal`.
    Queen,
}

impl Sight {
    /// The lines, if the cell must be seen.
    pub const fn lines(self) -> Option<Lines> {
        match self {
            Self::None => None,
            Self::Orthogonal => Some(Lines::Orthogonal),
            Self::Queen => Some(Lines::Queen),
        }
    }
}

/// Whose stones a rule refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// The stones of the side that acts.
    Own,
    /// The stones of its opponent.
    Enemy,
    /// The stones of either side.
    Any,
}

impl Whose {
    /// `An enemy stone`.
    pub const fn a_stone(self) -> &'static str {
        match self {
            Self::Own => "A friendly stone",
            Self::Enemy => "An enemy stone",
            Self::Any => "A stone",
        }
    }
}

/// The cells near another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// The cells that share an edge: 4 on squares, 6 on hexes.
    Adjacent,
    /// All cells around: 8 on squares, 6 on hexes.
    Touching,
}

impl Reach {
    /// `next to it`.
    pub fn around(self, variant: &Variant) -> &'static str {
        match (self, variant.board.is_hex()) {
            (_, true) => "next to it",
            (Self::Adjacent, false) => "beside it (the 4 that share an edge)",
            (Self::Touching, false) => "around it (all 8)",
        }
    }
}

/// The lines along which a cell is seen, in words.
pub fn along(lines: Lines, variant: &Variant) -> &'static str {
    match (lines, variant.board.is_hex()) {
        (_, true) => "along one of the three lines of hexes, with only empty cells between",
        (Lines::Orthogonal, false) => "along its row or column, with only empty cells between",
        (Lines::Queen, false) => "along its row, its column or a diagonal, with only empty cells between",
    }
}

/// Whether `value` is the default, and so can be omitted on output.
pub fn is_false(value: &bool) -> bool {
    !value
}
