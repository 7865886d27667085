//! The arguments of `solve`.

use super::values::memory;
use clap::ValueHint;
use std::path::PathBuf;

/// Find the exact value of a game: who wins if both play perfectly, and by how much
///
/// If positions can repeat, all reachable positions are valued backwards from the ends (retrograde analysis). Such a game may be
/// `endless`, worth a draw: neither player can end it without being behind. If positions cannot repeat, a depth-first search
/// visits as few as it needs.
///
/// The turn cap (end.max_turns) is ignored unless --with-cap is given, so that it never decides a game.
///
/// Ctrl-C stops the search and prints the bounds known so far, with exit code 75; with --keep the same command resumes it. If
/// memory runs out, the search prints the bounds and exits with 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline solve dropper --set board.width=3 --set board.height=4
  dropline solve send-it --set board.side=2 --json
  dropline solve hex-it --set end.tiles=8 --set stacks.hand=3 --memory 8G
  dropline solve go --set board.width=3 --set board.height=3 --set score.komi=0 --turns 'a1 b2'")]
pub struct Solve {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// Turns to play first, separated by spaces; the actions of a turn are joined by `+`
    #[arg(long, value_name = "TURNS", allow_hyphen_values = true)]
    pub turns: Option<String>,

    /// Memory for positions, as in 500M or 8G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = memory, allow_hyphen_values = true)]
    pub memory: u64,

    /// Find only who wins, not by how much
    #[arg(long)]
    pub winner_only: bool,

    /// Treat the turn cap as a rule: a game that reaches it is scored as it stands
    #[arg(long)]
    pub with_cap: bool,

    /// When Ctrl-C stops the search, save its state to FILE; resume from it the next time
    ///
    /// Only for games in which no position can repeat.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub keep: Option<PathBuf>,

    /// Do not search for the best first actions
    #[arg(long)]
    pub value_only: bool,
}
