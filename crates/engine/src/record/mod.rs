//! Game records: one JSON object a line, written by simulations, read by `replay`.
//!
//! A record holds the game as `turns` (a closing `pass` left out) or as `actions` (every `pass` explicit), and may
//! hold its `winner` and `score`. Written records use `turns`; reading takes either, ignores keys it does not
//! know, and verifies what it does. One form is converted into the other by playing it.

mod convert;
mod read;
mod replay;
mod write;

pub use convert::{Form, convert};
pub use read::{Field, Record, RecordError};
pub use replay::{Disagreement, ReplayError, Replayed, replay};
pub use write::{begin_of_game, write_line};
