//! Game records: one JSON object a line, written by simulations, read by `replay`.
//!
//! A record holds the game as `turns` (a closing `pass` left out) or as `actions` (every `pass` explicit), and may
//! hold its `winner` and `score`. Written records use `turns`; reading takes either, ignores keys it does not
//! know, and verifies what it does.

mod read;
mod replay;
mod write;

pub use read::{Record, Said};
pub use replay::{Disagreement, ReplayError, Replayed, replay};
pub use write::Recorder;

use crate::rules::Winner;

/// The word for a winner in records and tables: `first`, `second` or `draw`.
pub const fn winner_name(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "first",
        Winner::Second => "second",
        Winner::Draw => "draw",
    }
}
