//! Game records: one JSON object a line, written by simulations, read by `replay`.
//!
//! A record holds the game as `turns` (a closing `pass` left out) or as `actions` (every `pass` explicit), and may
//! hold its `winner` and `score`. Written records use `turns`; reading takes either (where both are
//! there, `actions` count), ignores keys it does not know, and verifies what it does.

mod read;
mod replay;
mod write;

pub use read::{Record, Said};
pub use replay::{Disagreement, ReplayError, Replayed, replay};
pub use write::Recorder;
