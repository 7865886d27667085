//! Where games begin.

use super::values::AgentPair;
use clap::ValueHint;
use std::path::PathBuf;

/// Turns that begin the games.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct StartArgs {
    /// Begin games with the openings in FILE, in turn: one a line, as turns separated by spaces
    ///
    /// Turns are written as for `dropline show --turns`. Blank lines and lines that begin with `#` are skipped. Two different agents
    /// play pairs of games, as with --pairs: each opening is played by both sides. The first games begin with the first opening, and
    /// so on; after the last opening comes the first again.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub openings: Option<PathBuf>,

    /// Begin all games with these turns, separated by spaces, as a file of one opening would
    #[arg(long, value_name = "TURNS", conflicts_with = "openings")]
    pub turns: Option<String>,
}

impl StartArgs {
    /// Whether games begin otherwise than the variant says.
    pub const fn is_given(&self) -> bool {
        self.openings.is_some() || self.turns.is_some()
    }

    /// Whether these agents exchange sides, so that both play each opening.
    pub fn exchanges(&self, AgentPair([first, second]): &AgentPair) -> bool {
        self.is_given() && first != second
    }
}
