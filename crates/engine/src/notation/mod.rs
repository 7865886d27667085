//! The notation of actions and turns: `d7`, `d5>c5`, `pass`, `swap`, and the actions of a turn joined by `+`, without the `pass`
//! that ends it.
//!
//! An action can be parsed without a position. A turn cannot: whether a `pass` was left out at its end depends on the position, so
//! a turn is parsed by playing it.

mod action;
mod turn;

pub use action::{ParseActionError, read};
pub use turn::{
    Fault, TurnError, check, play_open_turn, play_turn, push_turn, read_legal, read_legal_by, turn_text,
};
