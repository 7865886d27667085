//! Stacks and tiles on the boundless plane of hexes.
//!
//! A `plane` numbers the cells as they come into use; everything else consists of numbers and small `set`s of them. A `stack` is
//! a pile of stones, a `cell_state` the state of a cell, and `state` a position. Each rule has a module of its name: `drop`,
//! `deal`, `release` (with `sets`, the sets of prisoners that can be released), `score`. `legal` lists all actions, `random`
//! draws one, `act` makes one, and the `flow` of turns follows [`super::turn`], as in all games.

mod act;
mod cell_state;
mod compile;
mod deal;
mod deals;
mod drop;
mod engine;
mod flow;
mod legal;
mod plane;
mod random;
mod release;
mod score;
mod set;
mod sets;
mod snapshot;
mod stack;
mod state;
mod table;
mod verify;

pub use engine::start;
