//! The arguments of `dropline lab`.

use super::values::agent;
use crate::contestant::Contestant;
use clap::ValueHint;
use std::path::PathBuf;

/// Open the laboratory in the browser: edit rules, play, experiment
///
/// Serves one page on this computer only, for the files in DIR: an editor that checks the rules as you type, the board, drawn as the
/// rules change and played by clicks, and experiments with a live curve. What the page writes are the same files and folders as
/// those of the commands, and each experiment shows its command. The address that is printed opens the page once; experiments end
/// with the server.
///
/// With --export, writes one self-contained file instead, to be sent by mail: the rules, a game to step through, and a report.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline lab
  dropline lab my-games --port 8000 --no-open
  dropline lab --program 'gtp:gnugo --mode gtp'
  dropline lab my-game.toml --export my-game.html
  dropline lab reports/my-run --export my-run.html")]
pub struct Lab {
    /// The folder with your variants; with --export, a variant or the folder of a run
    #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::AnyPath)]
    pub dir: PathBuf,

    /// The port of the page [default: 7387, or any free one if that is taken]
    #[arg(long, value_name = "N", conflicts_with = "export")]
    pub port: Option<u16>,

    /// Do not start the browser
    #[arg(long, conflicts_with = "export")]
    pub no_open: bool,

    /// Another program that may play, as an agent; can be given several times
    #[arg(long, value_name = "AGENT", value_parser = agent, conflicts_with = "export")]
    pub program: Vec<Contestant>,

    /// Write FILE, one self-contained page, instead of opening the laboratory
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub export: Option<PathBuf>,

    /// The game to export: the first record of FILE [default: of a run, the first game worth seeing]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "export")]
    pub record: Option<PathBuf>,
}
