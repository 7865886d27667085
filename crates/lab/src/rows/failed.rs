//! `failed.jsonl`: the games that could not be played to their end, one line each.

use serde::{Deserialize, Serialize};

/// A game that could not be played to its end, with everything needed to repeat it. Its line is also a record of the game up to
/// the error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedGame {
    /// Its number in its run, counted from 1.
    pub game: u64,
    /// The id of the variant.
    pub variant: String,
    /// The agent that played as the first player.
    pub first_agent: String,
    /// The agent that played as the second player.
    pub second_agent: String,
    /// The master seed.
    pub seed: u64,
    /// The hash of the effective rules.
    pub rules_hash: String,
    /// The error, and where in the program it happened.
    pub error: String,
    /// The actions before the error.
    pub actions: Vec<String>,
}

impl FailedGame {
    /// The file in the folder of a run; it exists only if a game failed.
    pub const FILE: &'static str = "failed.jsonl";

    /// Appends the line of the game to `into`.
    pub fn write_line(&self, into: &mut Vec<u8>) {
        serde_json::to_writer(&mut *into, self).expect("writing to memory cannot fail");
        into.push(b'\n');
    }
}
