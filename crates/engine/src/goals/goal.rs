//! A goal of a game: what it means for a side, and its words.

use super::{Checked, GoalKind};
use crate::board::Board;
use crate::variant::{Side, Variant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A goal of a game: the condition, and what it means for the side that reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Its name in the variant file.
    pub name: String,
    /// The condition.
    pub kind: GoalKind,
    /// When it is looked at, and for which side.
    pub checked: Checked,
    /// The only side that has the goal; `None` if both do.
    pub side: Option<Side>,
    /// Whether a side that reaches it wins or loses.
    pub result: GoalResult,
    /// Which side the goal counts for if both sides have reached it when it is looked at.
    pub both: Both,
}

impl Goal {
    /// The largest number of goals of a game.
    pub const MOST: usize = 32;

    /// Whether `side` has the goal.
    pub fn is_for(&self, side: Side) -> bool {
        self.side.is_none_or(|only| only == side)
    }

    /// Whether the goal counts for `side` if `acted` has just acted, or ended its turn.
    pub fn counts_for(&self, side: Side, acted: Side) -> bool {
        self.is_for(side)
            && match self.checked {
                Checked::Action | Checked::Turn => true,
                Checked::OwnAction | Checked::OwnTurn => side == acted,
                Checked::Start => side != acted,
            }
    }

    /// The condition as a clause: `a player has four stones in a row`, or `white has four stones in a row`.
    pub fn words(&self, variant: &Variant, colours: [&'static str; 2]) -> String {
        let context = DescriptionContext { variant, board: &variant.board, colours, only: self.side };
        let words = self.kind.words(&context);
        match (self.side, words.strip_prefix("a player ")) {
            (Some(side), Some(rest)) => format!("{} {rest}", colours[side.index()]),
            _ => words,
        }
    }
}

/// What a goal means for the side that reaches it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GoalResult {
    /// It wins.
    #[default]
    Win,
    /// It loses.
    Lose,
}

/// Which side a goal counts for if both sides have reached it when it is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Both {
    /// The side that acted.
    #[default]
    Mover,
    /// The other side.
    Other,
    /// Neither: the game is a draw.
    Draw,
    /// Neither: the game goes on.
    Neither,
}

/// The facts that the description of a goal depends on.
#[derive(Debug)]
pub struct DescriptionContext<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// Its board.
    pub board: &'a Board,
    /// The colours of the first side and of the second.
    pub colours: [&'static str; 2],
    /// The only side that has the goal.
    pub only: Option<Side>,
}

impl DescriptionContext<'_> {
    /// The condition: `a player has a stone on row 1` if it is the same for both sides, else `white has a stone on row 8, or
    /// black has one on row 1`. `clause` phrases the part after `a player` or the first colour, and `again` the part after the
    /// second colour.
    pub(super) fn by_side<T: PartialEq>(
        &self,
        of: &[T; 2],
        clause: impl Fn(&T) -> String,
        again: impl Fn(&T) -> String,
    ) -> String {
        if let Some(side) = self.only {
            return format!("a player {}", clause(&of[side.index()]));
        }
        if of[0] == of[1] {
            return format!("a player {}", clause(&of[0]));
        }
        let [first, second] = self.colours;
        format!("{first} {}, or {second} {}", clause(&of[0]), again(&of[1]))
    }
}
