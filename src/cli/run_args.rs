//! The arguments of the commands about runs that have been played.

use super::values::games;
use clap::ValueHint;
use dropline::run::Kept;
use std::path::PathBuf;

/// Check a run or an experiment: replay games from seed and rules, regenerate its files, and compare
///
/// The sample of games is spread evenly from the first to the last. All rows are read: their numbers have to be in order, and the
/// manifest and the tables have to fit these games and the hash of the rules. Summaries, openings, games worth seeing, charts and
/// pages are regenerated from them and compared byte by byte; with --all, the tables of cells and turns also have to hold the sums
/// over the replayed games. The runs of an experiment have to be those that experiment.json names. The output lists
/// what can't be compared.
///
/// Of a run that left its rows out (`--rows none`) the files are compared; --all also replays its games, and compares what they add up to
/// with tally.json and the checksum of the rows.
///
/// The manifest is checked against rows, rules and its own command. It can't be checked when the run started, how long it took and
/// on how many threads (started, seconds, threads), nor whether a variant file that the command names has changed since.
///
/// Games of agents with a time for each move can't be reproduced: of such a run only the files are compared.
///
/// Exit code 0 if nothing is wrong with what could be compared, 1 if something differs.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline verify reports/my-run
  dropline verify reports/my-run --all
  dropline verify reports/my-run --game 17")]
pub struct Verify {
    /// The folder of a run or an experiment
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,

    /// How many games of each run to play again
    #[arg(long, value_name = "N", default_value = "300", value_parser = games, allow_hyphen_values = true)]
    pub sample: u64,

    /// Play all games again
    #[arg(long, conflicts_with = "sample")]
    pub all: bool,

    /// Play game N alone, with all checks of the rules, and print its record
    #[arg(long, value_name = "N", value_parser = games, allow_hyphen_values = true, conflicts_with_all = ["sample", "all"])]
    pub game: Option<u64>,
}

/// How the rows of games are kept once a run is complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum KeptRows {
    /// As they are, in games.csv
    #[default]
    All,
    /// Compressed, in games.csv.zst; all of dropline's commands read it
    Zstd,
    /// Not at all: tally.json has what reports need of them, and `verify --all` plays them again
    None,
}

impl From<KeptRows> for Kept {
    fn from(rows: KeptRows) -> Self {
        match rows {
            KeptRows::All => Self::All,
            KeptRows::Zstd => Self::Zstd,
            KeptRows::None => Self::None,
        }
    }
}
