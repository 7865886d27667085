//! The point that a game on a slow engine has reached.

use dropline::rules::{Outcome, Player, Stage};
use dropline::variant::{Side, Variant};

/// The point that a game has reached.
#[derive(Clone)]
pub struct Point {
    /// The side to move.
    pub side: Side,
    /// Whether the players have exchanged their sides.
    pub swapped: bool,
    /// Whether a player has claimed the first side.
    pub claimed: bool,
    /// Turns completed.
    pub turns: u32,
    /// Whether the current turn is a catch-up turn.
    pub catching_up: bool,
    /// The kind of turn, once an action has chosen one.
    pub kind: Option<usize>,
    /// The current step of the turn; past the last one if no step could be done.
    pub step: usize,
    /// Actions taken in this step.
    pub in_step: u16,
    /// Actions taken in this turn.
    pub in_turn: u32,
    /// Whether a step that must not be left out turned out to be impossible.
    pub unfinished: bool,
    /// Passed turns in a row.
    pub passes: u16,
    pub outcome: Option<Outcome>,
}

impl Point {
    /// The start of the game.
    pub fn start(variant: &Variant) -> Self {
        Self {
            side: variant.setup.mover(),
            swapped: false,
            claimed: false,
            turns: variant.setup.turns,
            catching_up: false,
            kind: None,
            step: 0,
            in_step: 0,
            in_turn: 0,
            unfinished: false,
            passes: 0,
            outcome: None,
        }
    }

    /// This point as a [`Stage`].
    pub fn stage(&self) -> Stage {
        let Self { side, swapped, claimed, turns, in_turn, outcome, .. } = *self;
        let due = if claimed { u32::MAX } else { turns - u32::from(swapped) };
        Stage { side, swapped, due, turns, actions: in_turn, outcome }
    }

    /// The player of `side`.
    pub fn owner(&self, side: Side) -> Player {
        match (side, self.swapped) {
            (Side::First, false) | (Side::Second, true) => Player::First,
            (Side::Second, false) | (Side::First, true) => Player::Second,
        }
    }
}
