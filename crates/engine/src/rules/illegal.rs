//! The rules that an action can break.

use crate::conditions::Missed;

/// An action that the rules do not allow in this position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Illegal {
    /// The rule that the action breaks.
    pub why: IllegalReason,
}

/// The rules that an action can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The variant, or this part of the turn, has no such action.
    #[error("this part of the turn offers no action of that kind")]
    Kind,
    /// The cell does not exist.
    #[error("the cell is not on the board")]
    OffBoard,
    /// The cell is a hole.
    #[error("the cell is a hole in the board")]
    Hole,
    /// A stone stands where the action needs an empty cell.
    #[error("the cell is not empty")]
    Occupied,
    /// No friendly stone sees the cell.
    #[error("no friendly stone sees the cell")]
    Unseen,
    /// The action is not for that cell.
    #[error("the action is not possible on that cell")]
    NotOn,
    /// The piece is not of the kind that the action needs.
    #[error("the action needs a piece of another kind")]
    NotPiece,
    /// The cell does not fulfil the condition of the action.
    #[error("the cell does not fulfil the condition `where`")]
    Where(Missed),
    /// The stone would not fulfil the condition of the action.
    #[error("the stone would not fulfil the condition `makes`")]
    Makes(Missed),
    /// A new stone's group would contain too many stones placed in this turn.
    #[error("a new stone's group would contain too many stones placed in this turn")]
    NewPerGroup,
    /// A friendly group would be left without a liberty.
    #[error("a friendly group would be left without a liberty (suicide)")]
    Suicide,
    /// No enemy stone stands on the cell to be taken.
    #[error("no enemy stone stands on the cell")]
    NoTarget,
    /// The displaced stone cannot go to that cell.
    #[error("the displaced stone cannot go to that cell: it is not empty, or too far away")]
    WrongTo,
    /// No stone of the required side stands on the cell.
    #[error("the cell holds no stone that this action may take off the board")]
    NoStone,
    /// No stone of the required owner stands on the cell.
    #[error("the cell holds no stone that this action may turn over")]
    NotFlippable,
    /// A stone on the cell was turned over in this turn.
    #[error("a stone on the cell was turned over in this turn already")]
    Turned,
    /// No stone of the side to move stands where a move begins.
    #[error("no friendly stone stands on the cell where the move begins")]
    NoOwnStone,
    /// No stone that the action moves stands where a move begins.
    #[error("no stone that this action moves stands on the cell where the move begins")]
    NoMovable,
    /// The stone cannot move to that cell.
    #[error("the stone cannot move to that cell")]
    WrongMove,
    /// The action may not end on that cell.
    #[error("a move of this kind may not end on that cell")]
    NotTo,
    /// The cell below is empty.
    #[error("a stone falls, and the cell below is empty")]
    Falls,
    /// The stone moved last in this turn does not see the cell.
    #[error("the stone moved last in this turn does not see the cell")]
    UnseenByMoved,
    /// A group of the enemy would be left without a liberty.
    #[error("an enemy group would be left without a liberty, which the rules of this game forbid")]
    Capture,
    /// The action must capture an enemy stone, but captures none.
    #[error("the action must capture or turn over an enemy stone, but does neither")]
    NoCapture,
    /// The turn would end in an arrangement that stood before.
    #[error("the turn would end in an earlier arrangement of stones")]
    Repetition,
    /// The turn would end with a board that the variant forbids.
    #[error("the turn would end without fulfilling the condition `leaves`")]
    Leaves(Missed),
    /// The turn could not be completed.
    #[error("the turn could not be completed: a step that follows would be impossible")]
    Unfinished,
    /// The turn cannot end yet.
    #[error("the turn cannot end yet: another action is compulsory")]
    Compulsory,
    /// An action of an earlier tier of precedence is legal.
    #[error("another kind of action takes precedence and is legal")]
    Precedence,
    /// The shape is not one of those that can be placed now.
    #[error(
        "the cells do not have a shape that can be placed now (the first shape of a game may have to differ \
        from later ones)"
    )]
    WrongShape,
    /// There is no tile where one is needed.
    #[error("there is no tile on the cell")]
    NoTile,
    /// The hand is empty.
    #[error("no stone is left in the hand")]
    EmptyHand,
    /// No stack of the player stands on a tile at that cell.
    #[error("none of the player's stacks stands on a tile there")]
    NoStack,
    /// The cells are not on one line, or too far from each other for the stack.
    #[error(
        "no deal of the stack ends on that cell: a deal runs along a line to the last cell that receives a stone"
    )]
    WrongDeal,
    /// The first stack on the way is not one that the deal may meet.
    #[error(
        "the first stack on the way must be the enemy's, no higher than the dealt stack, and within reach"
    )]
    NoVictim,
    /// The deal makes a prisoner although it must not, or makes none although it must.
    #[error("the deal makes a prisoner although it must not, or makes none although it must")]
    WrongPrisoner,
    /// The last stones of a deal would go onto a prisoner.
    #[error("the deal would end on a prisoner")]
    OntoPrisoner,
    /// No prisoner stands on one of the cells.
    #[error("no prisoner stands on the cell")]
    NoPrisoner,
    /// There is no order in which the prisoners can be released.
    #[error(
        "the prisoners cannot be released one after another: each must be next to two tiles and, after the \
         first, to a prisoner released before it"
    )]
    WrongRelease,
    /// Another prisoner could be released together with these prisoners.
    #[error("another prisoner could be released together with these prisoners")]
    NotMaximal,
    /// There would be more tiles than the variant allows.
    #[error("there would be more tiles than the game allows")]
    TooManyTiles,
    /// The pie rule does not apply now.
    #[error(
        "sides can be swapped only by the second player, instead of its first turn, if the variant has the pie rule, or to claim the \
         first side"
    )]
    NoSwap,
}

impl IllegalReason {
    /// How specific the reason is, from 0 to 4: the action is of another kind (0), it names the wrong stone or shape (1), the board
    /// does not allow it (2), it breaks a particular rule (3), or only the rest of its turn (4).
    pub const fn weight(self) -> u8 {
        match self {
            Self::Kind => 0,
            Self::NoStone | Self::NotFlippable | Self::NotPiece | Self::WrongShape => 1,
            Self::Occupied
            | Self::NoOwnStone
            | Self::NoMovable
            | Self::NoTarget
            | Self::NoStack
            | Self::WrongMove
            | Self::WrongTo
            | Self::WrongDeal => 2,
            Self::Leaves(_) | Self::Unfinished => 4,
            _ => 3,
        }
    }

    /// Whether `other` is the same rule, whatever line of a condition it is about.
    pub fn is_same_rule(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// Returns the more specific reason, or `other` if both are equally specific.
    pub const fn or_clearer(self, other: Self) -> Self {
        if self.weight() > other.weight() { self } else { other }
    }
}
