//! Stacks and tiles on the boundless plane of hexes.
//!
//! A `plane` numbers the cells as they come into use; everything else consists of numbers and small `set`s of them. A `stack` is a
//! pile of stones, a `cell_state` the state of a cell, and `state` a position. The rules of the kinds of action are in their
//! folders in `actions`, behind the trait [`OfStacks`](crate::actions::OfStacks); `score` computes the score. `legal` lists the
//! legal actions, `random` draws an action, `act` plays it, and the `flow` of turns follows [`super::turn`], as in all games.

mod act;
mod cell_state;
mod compile;
mod engine;
mod flow;
mod legal;
mod plane;
mod random;
mod score;
mod set;
mod snapshot;
mod stack;
mod state;
mod table;
mod verify;

pub use cell_state::{CellState, Things};
pub use compile::Rules;
pub use engine::{SETS_OF_TILES, start};
pub use plane::{Directions, NOWHERE, Number, line};
pub use set::Set;
pub use stack::Stack;
pub use state::State;
pub use verify::expect;
