//! The arguments of `dropline learn`.

use super::values::{games, time};
use clap::ValueHint;
use std::path::PathBuf;
use std::time::Duration;

/// Learn a game by self-play, and write a file that players play by
///
/// The program plays the game against itself and fits a weight to each local pattern of stones, so that their sum says who will
/// win. `learned:FILE` looks one action ahead with these weights, and `mcts:1000:eval=FILE` values the leaves of its search with
/// them. Boards of more than 100 cells are learned by way of smaller ones, whose weights carry over. The same seed and number of
/// games give the same file, on any number of threads.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline learn othello
  dropline learn send-it --budget 5m --out send-it.learned
  dropline learn hex --games 20k --seed 2
  dropline learn hex --set board.width=13 --set board.height=13 --from hex.learned
  dropline simulate othello --agents mcts:400:eval=othello.learned --games 100")]
pub struct Learn {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// How long to learn, as in `30s`, `5m` or `1h`
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = time, conflicts_with = "games", allow_hyphen_values = true)]
    pub budget: Duration,

    /// How many games to learn from instead, rounded up to a multiple of 128 on each board
    #[arg(short = 'n', long, value_name = "N", value_parser = games, allow_hyphen_values = true)]
    pub games: Option<u64>,

    /// The file to write, with a page beside it [default: the variant's name, with the ending .learned]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,

    /// Begin with the weights in FILE, which may have been learned on another board
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub from: Option<PathBuf>,

    /// Go on where an interrupted command stopped
    #[arg(long)]
    pub resume: bool,

    /// Replace the file if it exists
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
}
