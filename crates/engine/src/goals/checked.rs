//! When a goal is looked at, and for which side.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When a goal is looked at, and for which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Checked {
    /// After each action, for both sides.
    #[default]
    Action,
    /// After each action, for the side that acted. What the opponent has brought about counts after the side's next action, if it is
    /// still there.
    OwnAction,
    /// At the end of each turn, for both sides. What an action brings about and a later one of the same turn undoes does not count.
    Turn,
    /// At the end of each turn, for the side whose turn it was.
    OwnTurn,
    /// At the end of each turn, for the side whose turn begins: it has reached the goal if the opponent's turn leaves it there.
    Start,
}

impl Checked {
    /// Whether it is the default, which files leave out.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the goal is looked at only when a turn has ended.
    pub const fn ends_turn(self) -> bool {
        matches!(self, Self::Turn | Self::OwnTurn | Self::Start)
    }

    /// Whether the goal is looked at for one side at a time.
    pub const fn is_one_sided(self) -> bool {
        matches!(self, Self::OwnAction | Self::OwnTurn | Self::Start)
    }

    /// Whether whoever has reached a goal looked at now has always reached the same goal looked at as `other` says, and no later.
    pub fn includes(self, other: Self) -> bool {
        self == other || other == Self::Action
    }
}
