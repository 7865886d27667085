//! The arguments of the experiments: several runs for one question.

use super::run_args::KeptRows;
use super::start_args::StartArgs;
use super::unit_args::Divide;
use super::values::{AgentPair, Rungs, agents, even_games, games, half_width, margin, rungs, time};
use clap::ValueHint;
use clap::builder::ArgPredicate;
use std::path::PathBuf;
use std::time::Duration;

/// Compare variants: the first player's score in each, and the difference from the first variant
///
/// Every variant is played with every pair of agents, each in a separate run below DIR/runs. Differences have Newcombe
/// intervals (1998) and Holm-corrected p-values (1979).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline compare send-it-square-nopush send-it-square --games 10000
  dropline compare send-it calm.toml --agents random,random --agents greedy,greedy
  dropline compare send-it calm.toml --agents greedy,random --pairs --until 2%
To compare values of a key, use `dropline sweep`, which needs no further files.")]
pub struct Compare {
    /// Two or more shipped variants or paths of TOML files; the others are compared with the first
    #[arg(required = true, num_args = 1.., value_name = "VARIANT", value_hint = ValueHint::FilePath)]
    pub variants: Vec<String>,

    #[command(flatten)]
    pub runs: Runs,
}

/// Vary keys of a variant over a grid and show their effects
///
/// Every combination of the values is a separate run below DIR/runs. Combinations that are not valid games are listed with the
/// reason. Charts plot the first player's score, length, draws and branching against the values of the keys.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline sweep send-it --vary turn.steps.0.max=1..6
  dropline sweep send-it --vary board.side=4..8 --vary turn.steps.0.max=2,4
  dropline sweep go --vary score.komi=0..7:0.5 --agents greedy,greedy
  dropline sweep send-it --vary board.side=4,6,8 --until 2%
  dropline sweep send-it --vary action.drop.place.sight=none,orthogonal")]
pub struct Sweep {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// A key and its values; with several keys, all combinations are played
    ///
    /// VALUES are TOML values or bare words separated by commas, or ranges: A..B in steps of 1, A..B:STEP in other
    /// steps, both ends included.
    #[arg(long, required = true, value_name = "KEY=VALUES", allow_hyphen_values = true)]
    pub vary: Vec<String>,

    #[command(flatten)]
    pub runs: Runs,
}

/// How the runs of an experiment are played.
#[derive(Debug, clap::Args)]
pub struct Runs {
    /// How many games each run has, at least 1; with --until, the maximum [default: 1000, or 200 if no agents are named, or 1000000 with --until]
    #[arg(short = 'n', long, value_name = "N", value_parser = games, allow_hyphen_values = true)]
    pub games: Option<u64>,

    /// Stop each run when the first player's score is known to within WIDTH either way, as in 1% or 0.01
    ///
    /// Uses a confidence sequence, as `dropline simulate` does.
    #[arg(long, value_name = "WIDTH", value_parser = half_width, allow_hyphen_values = true)]
    pub until: Option<f64>,

    /// Call the game balanced if the first player's score is within MARGIN of one half, as in 2% or 0.02 [default: 2%]
    ///
    /// Uses two one-sided tests at 5 %, or with `--until` its confidence sequence. If the games show neither an advantage nor
    /// balance, the report estimates how many games would be enough.
    #[arg(long, value_name = "MARGIN", value_parser = margin, allow_hyphen_values = true)]
    pub delta: Option<f64>,

    /// Play pairs of games: the agents exchange sides in the second game of each
    ///
    /// All effects are estimated over pairs. The agents must differ, and the number of games must be even.
    #[arg(long, requires = "agents")]
    pub pairs: bool,

    #[command(flatten)]
    pub start: StartArgs,

    /// Who plays, the first player's agent before the second's; can be given several times [default: players that learn each game]
    ///
    /// One agent named alone plays both sides. If none is named, the program learns each game by self-play, as in `dropline study`. The
    /// players of all games search equally far. What they learned stays in a folder beside the report.
    #[arg(short, long, value_name = "FIRST,SECOND", value_parser = agents)]
    pub agents: Vec<AgentPair>,

    /// About how long it takes to learn and play each game, if no agents are named
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = time, conflicts_with = "agents", allow_hyphen_values = true)]
    pub budget: Duration,

    #[command(flatten)]
    pub folder: Folder,
}

impl Runs {
    /// Whether the agents of `pair` exchange sides.
    pub fn exchanges(&self, pair: &AgentPair) -> bool {
        self.pairs || self.start.exchanges(pair)
    }

    /// How many games each run has.
    pub fn games(&self) -> u64 {
        let named = if self.agents.is_empty() { 200 } else { 1000 };
        self.games.unwrap_or(if self.until.is_some() { 1_000_000 } else { named })
    }
}

/// Where the files of an experiment go, and what happens to existing ones.
#[derive(Clone, Debug, clap::Args)]
pub struct Folder {
    /// Show the report in the browser when it is written
    #[arg(long)]
    pub open: bool,

    /// The folder to write to [default: one under `reports` named after what is played]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,

    /// Replace the run or the experiment in the folder; other files in it are kept
    #[arg(short, long)]
    pub force: bool,

    /// Resume the run or the experiment in the folder, however it was stopped; the result is the same, byte for byte, as without
    /// the interruption
    ///
    /// The other options must be the same as before. If nothing has been played yet, it begins.
    #[arg(long, conflicts_with = "force")]
    pub resume: bool,

    /// How to keep the rows and records of games once the run is complete
    #[arg(long, value_name = "HOW", default_value = "all")]
    pub rows: KeptRows,

    #[command(flatten)]
    pub divide: Divide,
}

/// Let agents of increasing strength play each other and themselves, to see how much skill the game rewards
///
/// Each rung plays pairs of games against the rung below, with sides exchanged in the second game of a pair, and games
/// against itself. The report draws the first player's advantage as a curve over strength, and warns where its sign
/// changes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline ladder send-it --set board.side=5
  dropline ladder hex-it --rungs random,greedy,mcts:50..800 --games 500
  dropline ladder go --rungs mcts:100..1600:exploration=0.7")]
pub struct Ladder {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    #[command(flatten)]
    pub ladder: RungList,

    #[command(flatten)]
    pub start: StartArgs,

    /// How many games each run has, an even number; with --until, the maximum [default: 200, or 1000000 with --until]
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        default_value = "200",
        default_value_if("until", ArgPredicate::IsPresent, "1000000"),
        hide_default_value = true,
        value_parser = even_games,
        allow_hyphen_values = true
    )]
    pub games: u64,

    /// Stop each run when the first player's score is known to within WIDTH either way, as in 2% or 0.02
    ///
    /// Uses a confidence sequence, as `dropline simulate` does. Matches between rungs also stop when the first player's score
    /// is known; the score against the rung below is then known about as precisely.
    #[arg(long, value_name = "WIDTH", value_parser = half_width, allow_hyphen_values = true)]
    pub until: Option<f64>,

    /// Call the game balanced if the first player's score is within MARGIN of one half, as in 2% or 0.02 [default: 2%]
    ///
    /// Uses two one-sided tests at 5 %, or with `--until` its confidence sequence. If the games show neither an advantage nor
    /// balance, the report estimates how many games would be enough.
    #[arg(long, value_name = "MARGIN", value_parser = margin, allow_hyphen_values = true)]
    pub delta: Option<f64>,

    #[command(flatten)]
    pub folder: Folder,
}

/// The agents of a ladder.
#[derive(Debug, clap::Args)]
pub struct RungList {
    /// The agents, from the weakest to the strongest, separated by commas
    ///
    /// mcts:A..B stands for mcts:A and its doubles up to B; options may follow after another colon. With times
    /// (mcts:10ms..80ms), strength depends on the machine and its load, and the games cannot be reproduced.
    #[arg(short, long, value_name = "AGENTS", default_value = "mcts:16..256", value_parser = rungs)]
    pub rungs: Rungs,
}
