//! The players, and which of them has won.

/// One of the two players, whichever side it has: under the pie rule the players can exchange sides, and "the first player"
/// remains the one that moved first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player that moved first.
    First,
    /// The other.
    Second,
}

impl Player {
    /// Both players, the one that moves first before the other.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The result that is a win for this player.
    pub const fn wins(self) -> Winner {
        match self {
            Self::First => Winner::First,
            Self::Second => Winner::Second,
        }
    }
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The player that moved first.
    First,
    /// The other.
    Second,
    /// Neither.
    Draw,
}

impl Winner {
    /// All results.
    pub const ALL: [Self; 3] = [Self::First, Self::Second, Self::Draw];

    /// The word for the result in records and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Draw => "draw",
        }
    }

    /// The other player; a draw remains a draw.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
            Self::Draw => Self::Draw,
        }
    }
}
