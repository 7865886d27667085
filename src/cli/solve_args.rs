//! The arguments of the commands that solve games.

use super::experiment_args::RungList;
use super::values::{games, memory};
use crate::solve::Settings;
use clap::ValueHint;
use std::path::PathBuf;

/// Find the exact value of a game: who wins if both play perfectly, and by how much
///
/// If positions can repeat, all reachable positions are valued backwards from the terminal positions (retrograde analysis). The
/// value may then be `endless`, which counts as a draw: neither player can end the game without losing it. If positions cannot
/// repeat, a depth-first search visits no more of them than it needs.
///
/// The turn cap (end.max_turns) is ignored, so that it never decides a game, unless --with-cap is given.
///
/// Ctrl-C stops the search and prints the bounds known so far, with exit code 75; with --keep the same command resumes it. If
/// memory runs out, retrograde analysis prints the bounds and exits with 1, while a depth-first search forgets positions and takes
/// longer.
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

    #[command(flatten)]
    pub exact: Exact,

    /// When Ctrl-C stops the search, save its state to FILE; resume from it the next time
    ///
    /// The positions searched and the seconds are those of all sessions together. Only for games in which no position can repeat.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub keep: Option<PathBuf>,

    /// Do not search for the best first actions
    #[arg(long)]
    pub value_only: bool,
}

/// How exact values are computed.
#[derive(Debug, clap::Args)]
pub struct Exact {
    /// Memory for positions, as in 500M or 8G
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = memory, allow_hyphen_values = true)]
    pub memory: u64,

    /// Find only who wins, not by how much
    #[arg(long)]
    pub winner_only: bool,

    /// Treat the turn cap as a rule: a game that reaches it is scored as it stands
    #[arg(long)]
    pub with_cap: bool,
}

impl Exact {
    /// The settings of the solver.
    pub fn settings(&self) -> Settings {
        Settings {
            memory: self.memory,
            cap: self.with_cap,
            winner_only: self.winner_only,
            ..Settings::default()
        }
    }
}

/// Measure how often agents of increasing strength choose an action that keeps the exact value
///
/// Solves the game, and lets each agent play against itself: the games are those of `dropline simulate VARIANT --agents
/// AGENT,AGENT` with the same seed. A decision matters if at least one legal action keeps the exact value of the position and at
/// least one loses some of it. The table shows the share of these decisions that keep the value, and the first player's score beside
/// the score with perfect play.
///
/// The turn cap (end.max_turns) ends games, but the exact value ignores it unless --with-cap is given.
///
/// If Ctrl-C stops the command, it exits with 75; if memory runs out before the game is solved, it exits with 1. If it stops while
/// agents play, because of Ctrl-C or because an external program fails, it prints and writes the results of the complete rungs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline accuracy tic-tac-toe --rungs random,greedy,mcts:10..1000
  dropline accuracy dropper --set board.width=3 --set board.height=4 --out accuracy
  dropline accuracy send-it --set board.side=2 --winner-only --games 1000")]
pub struct Accuracy {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// Turns that the games begin with, separated by spaces; no agent decides them
    #[arg(long, value_name = "TURNS", allow_hyphen_values = true)]
    pub turns: Option<String>,

    #[command(flatten)]
    pub ladder: RungList,

    /// How many games each agent plays against itself, at least 1
    #[arg(short = 'n', long, value_name = "N", default_value = "100", value_parser = games, allow_hyphen_values = true)]
    pub games: u64,

    #[command(flatten)]
    pub exact: Exact,

    /// The folder for accuracy.csv and the charts; without it, only the table is printed
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,

    /// Replace the table and the charts in the folder; other files in it are kept
    #[arg(short, long, requires = "out")]
    pub force: bool,
}
