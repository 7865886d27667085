//! The rules of play, compiled for speed: pure functions of a position, without files, clocks or chance of
//! their own.

mod action;
mod game;

pub use action::{Action, ActionList};
pub use game::{Claim, Illegal, Outcome, Player, Position, Why, Winner};
