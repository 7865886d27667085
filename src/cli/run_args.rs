//! The arguments of the commands about runs that have been played.

use super::values::games;
use crate::run::Kept;
use clap::ValueHint;
use std::path::PathBuf;

/// Check runs and experiments: replay games from seed and rules, regenerate the files, and compare
///
/// The sample of games is spread evenly from the first to the last. The games in all rows must be numbered in order, the manifest
/// and the tables must match the rows, and the rules must match their hash. Summaries, openings, games worth seeing, charts and
/// pages are regenerated from the rows and compared byte by byte; with --all, the tables of cells and turns must also hold the sums
/// over the replayed games. The runs of an experiment must be those that experiment.json names. The output lists what cannot be
/// compared.
///
/// The manifest is checked against rows, rules and its own command. The start, duration and number of threads of the run
/// (started, seconds, threads) are not checked, nor is whether a variant file that the command names has changed since.
///
/// Games of agents with a time limit for each move cannot be reproduced: only the files of such a run are compared.
///
/// Exits with 0 if everything that could be compared matches, with 1 if something differs, and with 2 if a folder holds nothing to
/// verify. The other folders are checked all the same.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline verify reports/my-run
  dropline verify reports/my-run --all
  dropline verify reports/*
  dropline verify reports/my-run --game 17")]
pub struct Verify {
    /// Folders of runs and experiments
    #[arg(required = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dirs: Vec<PathBuf>,

    /// How many games of each run to replay
    #[arg(long, value_name = "N", default_value = "300", value_parser = games, allow_hyphen_values = true)]
    pub sample: u64,

    /// Replay all games
    #[arg(long, conflicts_with = "sample")]
    pub all: bool,

    /// Replay only game N, with all checks of the rules, and print its record
    #[arg(long, value_name = "N", value_parser = games, allow_hyphen_values = true, conflicts_with_all = ["sample", "all"])]
    pub game: Option<u64>,
}

/// How the rows of games are kept once a run is complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum KeptRows {
    /// Uncompressed, in games.csv
    #[default]
    All,
    /// Compressed, in games.csv.zst; all of dropline's commands read it
    Zstd,
}

impl From<KeptRows> for Kept {
    fn from(rows: KeptRows) -> Self {
        match rows {
            KeptRows::All => Self::All,
            KeptRows::Zstd => Self::Zstd,
        }
    }
}
