//! The arguments of `dropline study`.

use super::experiment_args::Folder;
use super::start_args::StartArgs;
use super::values::{agent, even_games, time};
use crate::contestant::Contestant;
use clap::ValueHint;
use std::time::Duration;

/// Find out whether a game is fair between strong players
///
/// Solves the game if it is small enough. Otherwise learns it by self-play, and lets players of growing strength play themselves
/// and the players one rung below: the strongest are believed. The report leads with the answer.
///
/// TIME is turned into a number of games by a nominal speed, so that the same command plays the same games on every machine. On a
/// slow machine it takes longer. What was learned stays in a file beside the folder, for `learned:FILE` and `mcts:N:eval=FILE`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline study breakthrough
  dropline study my-game.toml --budget 10m --open
  dropline study hex --set board.width=7 --set board.height=7 --out hex7")]
pub struct Study {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// About how long it takes, as in `30s`, `5m` or `1h`
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = time, allow_hyphen_values = true)]
    pub budget: Duration,

    /// How many games each two players play, an even number [default: 700 to 1400 for 2m]
    #[arg(short = 'n', long, value_name = "N", value_parser = even_games, allow_hyphen_values = true)]
    pub games: Option<u64>,

    /// A further player to be judged: it joins the others where it beats the one below
    ///
    /// It plays 20 pairs of games against the strongest of the others, and on against weaker ones until it scores at least half.
    #[arg(long = "player", value_name = "AGENT", value_parser = agent)]
    pub player: Option<Contestant>,

    #[command(flatten)]
    pub start: StartArgs,

    #[command(flatten)]
    pub folder: Folder,
}
