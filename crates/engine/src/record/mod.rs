//! Game records: one JSON object per line, written by simulations and read by `replay`.
//!
//! A record holds the game as `turns` (a closing `pass` left out) or as `actions` (every `pass` explicit), and may hold its
//! `winner` and `score`. Written records use `turns`; reading accepts both forms, ignores unknown keys, and verifies known keys.
//! Converting one form into the other plays the game.

mod convert;
mod read;
mod replay;
mod write;

pub use convert::{Form, convert};
pub use read::{Field, Record, RecordError};
pub use replay::{Disagreement, ReplayError, Replayed, replay, replayed_actions};
pub use write::{begin_of_game, of_actions, write_line};
