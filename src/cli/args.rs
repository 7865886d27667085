//! The command line's arguments.

use super::experiment_args::{Compare, Folder, Ladder, Sweep};
use super::game_args::{Engine, Play, Replay};
use super::lab_args::Lab;
use super::learn_args::Learn;
use super::run_args::Verify;
use super::solve_args::{Accuracy, Solve};
use super::start_args::StartArgs;
use super::study_args::Study;
use super::tune_args::Tune;
use super::unit_args::{Finish, Status, Submit, Unit};
use super::values::{AgentPair, agents, depth, games, half_width, margin, seconds, seed, threads};
use clap::builder::Styles;
use clap::builder::styling::AnsiColor;
use clap::{Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;

/// The colours of help texts, as in Cargo.
const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// A laboratory for rules of two-player abstract board games
///
/// Write a rule in a TOML file, let the program play it thousands of times, and see in charts what the rule does: above all, how
/// large the first player's advantage is.
#[derive(Debug, Parser)]
#[command(
    name = "dropline",
    version,
    styles = STYLES,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "\
Examples:
  dropline variants
  dropline simulate send-it --games 10000
  dropline simulate send-it --games 10000 --set turn.steps.0.max=3
  dropline check my-game.toml

VARIANT is always a shipped variant or the path of a TOML file.
Exit codes: 0 success, 1 failure, 2 incorrect usage or invalid input, 75 interrupted or in use (run it again)."
)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// The options of every command.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Common options")]
pub struct Common {
    /// Change a key of the variant
    ///
    /// KEY is a dotted path, with numbers for list elements; VALUE is TOML, and a bare word counts as a string. Can be given
    /// several times: --set board.side=4 --set turn.steps.0.max=3 --set 'setup.black=["b4","d2"]'
    #[arg(long, global = true, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,

    /// Random seed: the same seed gives the same games [default: 1]
    #[arg(long, global = true, value_name = "N", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<u64>,

    /// Number of threads [default: one for each processor]
    #[arg(long, global = true, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,

    /// Print only errors to standard error
    #[arg(short, long, global = true)]
    pub quiet: bool,

    /// Print results as JSON
    #[arg(long, global = true)]
    pub json: bool,

    /// Write progress as JSON, and stop when standard input ends, for a program that watches the command
    #[arg(long, global = true, hide = true)]
    pub watched: bool,
}

impl Common {
    /// The master seed.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Variants(Variants),
    Check(Check),
    Show(Show),
    Study(Study),
    Simulate(Simulate),
    Compare(Compare),
    Sweep(Sweep),
    Ladder(Ladder),
    Tune(Tune),
    Learn(Learn),
    Report(Report),
    Unit(Unit),
    Status(Status),
    Submit(Submit),
    Finish(Finish),
    Verify(Verify),
    Replay(Replay),
    Perft(Perft),
    Solve(Solve),
    Accuracy(Accuracy),
    States(States),
    Play(Play),
    Engine(Engine),
    Lab(Lab),
    Bench(Bench),
    Agents(Agents),
    Schema(Schema),
    Completions(Completions),
    Man(Man),
}

impl Command {
    /// Whether to show the report in the browser.
    pub const fn opens(&self) -> bool {
        match self {
            Self::Simulate(args) => args.folder.open,
            Self::Compare(Compare { runs, .. }) | Self::Sweep(Sweep { runs, .. }) => runs.folder.open,
            Self::Tune(args) => args.folder.open,
            Self::Ladder(args) => args.folder.open,
            Self::Study(args) => args.folder.open,
            Self::Report(args) => args.open,
            _ => false,
        }
    }

    /// Whether the command submits a plan to Slurm immediately, in which case it prints no JSON.
    pub fn submits_at_once(&self) -> bool {
        let divide = match self {
            Self::Simulate(args) => &args.folder.divide,
            Self::Compare(Compare { runs, .. }) | Self::Sweep(Sweep { runs, .. }) => &runs.folder.divide,
            Self::Tune(args) => &args.folder.divide,
            Self::Ladder(args) => &args.folder.divide,
            Self::Study(args) => &args.folder.divide,
            _ => return false,
        };
        divide.slurm
    }
}

/// List the shipped variants with their boards, or print the file of one
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline variants
  dropline variants hex > my-game.toml")]
pub struct Variants {
    /// The shipped variant whose file is printed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// Validate variant files and describe each game in plain words
///
/// Shows all errors of all files, each with its line. Exits with 2 if there is an error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline check my-game.toml
  dropline check variants/*.toml
  dropline check send-it --set board.side=5
  sed s/4/3/ my-game.toml | dropline check -")]
pub struct Check {
    /// Paths of TOML files, shipped variants, or `-` for standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,
}

/// Draw a position, in the terminal or as a picture
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline show send-it
  dropline show send-it --turns 'd7 e9+h2+k11 d8' --svg position.svg
  dropline show send-it --turns 'd7 e9+h2+k11' --legal
  dropline show send-it --turns 'd7 e9+h2+k11' --why a1
  dropline show send-it --set 'setup.black=[\"h8\"]' --set setup.turns=2")]
pub struct Show {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// Turns to play first, separated by spaces; the actions of a turn are joined by `+`
    ///
    /// The last turn may be unfinished. If only optional actions are left in it, end it with `+` to see these.
    #[arg(long, value_name = "TURNS", allow_hyphen_values = true)]
    pub turns: Option<String>,

    /// Mark the cells that a legal action touches, instead of the last turn's cells
    ///
    /// An empty cell is marked `+`, a stone by a capital letter. With --json the legal actions are listed.
    #[arg(long)]
    pub legal: bool,

    /// Say what the side to move may do at CELL, and which key of the variant forbids what it may not do
    ///
    /// There is an answer for each action of the variant; actions that the notation does not tell apart share one.
    #[arg(long, value_name = "CELL")]
    pub why: Option<String>,

    /// Also write the drawing to FILE as SVG; `-` writes it to standard output instead of the text
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<PathBuf>,
}

/// Play many games and write the results: CSV files, charts and a report
///
/// With --agents, these play each other. Without, the program finds strong players and says in some ten seconds whether the game is
/// fair between them; `dropline study` does so with a larger budget.
///
/// Game number i of a variant is the same for the same seed, whatever the number of threads. Ctrl-C or SIGTERM ends a run early,
/// with exit code 75, after writing the finished games and a report of them. The same command with --resume continues the run,
/// even after a crash or a power cut.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline simulate send-it
  dropline simulate send-it --agents greedy --games 10000
  dropline simulate send-it --agents mcts:1000,mcts:1000 --set board.side=5 --games 100
  dropline simulate send-it --agents greedy,random --pairs
  dropline simulate send-it --agents greedy --until 1%
  dropline simulate send-it --agents random --games 100000000 --resume
  dropline simulate send-it --agents random --games 100000000 --plan study
  dropline simulate my-game.toml --agents mcts:200 --set score.komi=2.5 --seed 7 --records")]
pub struct Simulate {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// How many games to play, at least 1; with --until, the maximum [default: 1000, or 1000000 with --until]
    ///
    /// Without --agents, how many games each two players play, an even number [default: 200 to 400].
    #[arg(short = 'n', long, value_name = "N", value_parser = games, allow_hyphen_values = true)]
    pub games: Option<u64>,

    /// Stop when the first player's score is known to within WIDTH either way, as in 1% or 0.01
    ///
    /// WIDTH is half the width of the score's 95 % confidence sequence. The sequence is valid at every look, so stopping early
    /// does not bias the result. The sequence need not be symmetric about the score. If the run reaches --games first, the report
    /// says how wide the sequence still is. A confidence sequence needs about twice as many games as an interval for a fixed number
    /// of games: some 18,000 for 1%, and a quarter of that for 2%.
    #[arg(long, value_name = "WIDTH", value_parser = half_width, allow_hyphen_values = true, requires = "agents")]
    pub until: Option<f64>,

    /// Call the game balanced if the first player's score is within MARGIN of one half, as in 2% or 0.02 [default: 2%]
    ///
    /// Uses two one-sided tests at 5 %, or with `--until` its confidence sequence. If the games show neither an advantage nor
    /// balance, the report estimates how many games would be enough.
    #[arg(long, value_name = "MARGIN", value_parser = margin, allow_hyphen_values = true, requires = "agents")]
    pub delta: Option<f64>,

    /// Play pairs of games: the agents exchange sides in the second game of each
    ///
    /// Both games of a pair have the same random stream. The advantage of moving first and that of the first-named agent are
    /// estimated over pairs. The agents must differ, and the number of games must be even.
    #[arg(long, requires = "agents")]
    pub pairs: bool,

    #[command(flatten)]
    pub start: StartArgs,

    /// Who plays: the first player's agent, then the second's
    ///
    /// One agent named alone plays both sides. Agents are `random`, `greedy`, or `mcts` with its iterations (mcts:1000) or time (mcts:50ms) per action and, after further colons,
    /// its options; or another program, as `ugi:COMMAND` or `gtp:COMMAND`. `dropline agents` explains them. Games of agents with
    /// a time limit for each move, and of other programs, cannot be reproduced.
    ///
    /// Without this option, players of growing strength play, some of which learn the game first, as in `dropline study` with a
    /// budget of nine seconds.
    #[arg(
        short,
        long,
        value_name = "FIRST,SECOND",
        value_parser = agents,
        help = "Who plays: the first player's agent, then the second's [default: players of growing strength, as in `dropline study`]"
    )]
    pub agents: Option<AgentPair>,

    /// Also write the full record of every game, to games.jsonl
    #[arg(long, requires = "agents")]
    pub records: bool,

    /// After every action, compare the position's state with one rebuilt from scratch; slow
    #[arg(long, hide = true, requires = "agents")]
    pub check_rules: bool,

    #[command(flatten)]
    pub folder: Folder,
}

/// Redraw the report of a run or an experiment from its files
///
/// Warns of files that were changed after they were written, and shows them as they are.
#[derive(Debug, clap::Args)]
pub struct Report {
    /// The folder of a run or an experiment
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,

    /// Show the report in the browser when it is written
    #[arg(long)]
    pub open: bool,

    /// Print the findings, the tables and links to the charts as Markdown
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,

    /// Also draw the charts as PNG, beside the SVG files
    #[cfg(feature = "png")]
    #[arg(long)]
    pub png: bool,
}

/// Count sequences of actions to test a rules engine
///
/// Prints a line `depth<TAB>count` for each depth up to N. A sequence that ends the game has no continuation, and a game that is
/// over at its start has no sequence: every count is 0.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline perft send-it --set board.side=3 --depth 4
  dropline perft send-it --depth 2 --divide")]
pub struct Perft {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// Length of the sequences, in actions
    #[arg(short, long, value_name = "N", value_parser = depth, allow_hyphen_values = true)]
    pub depth: u32,

    /// First print how many sequences of length N begin with each action
    #[arg(long)]
    pub divide: bool,

    /// Turns to play first, separated by spaces; the actions of a turn are joined by `+`
    #[arg(long, value_name = "TURNS", allow_hyphen_values = true)]
    pub turns: Option<String>,
}

/// Estimate how many arrangements of stones a game can reach (its state space)
///
/// For games that place stones one by one and never remove them, the arrangements that can be reached are counted if they are few,
/// and estimated otherwise. For games that capture groups without liberties, random arrangements give an estimate of how many leave
/// every group a liberty. For every game, the command prints an exact upper bound. Each arrangement is counted once, whichever player is
/// to move, and rules against repetition are ignored.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline states tic-tac-toe
  dropline states go --set board.width=9 --set board.height=9 --samples 100k")]
pub struct States {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// Number of arrangements that are kept or drawn: more give a narrower interval
    #[arg(short = 'n', long, value_name = "N", default_value = "10000", value_parser = games, allow_hyphen_values = true)]
    pub samples: u64,
}

/// Measure random playouts per second, on one thread and on all
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline bench send-it --seconds 10
  dropline bench send-it --threads 1")]
pub struct Bench {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// How long to play on one thread, and then again on all; five repetitions of at least one playout share this time
    #[arg(short, long, value_name = "S", default_value = "5", value_parser = seconds, allow_hyphen_values = true)]
    pub seconds: f64,
}

/// Explain the agents that can play
#[derive(Debug, clap::Args)]
pub struct Agents {}

/// Print the JSON Schema of variant files, for editors that check TOML
#[derive(Debug, clap::Args)]
pub struct Schema {}

/// Print the completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline completions bash > ~/.local/share/bash-completion/completions/dropline
  dropline completions zsh > ~/.zfunc/_dropline
  dropline completions fish > ~/.config/fish/completions/dropline.fish")]
pub struct Completions {
    /// The shell
    pub shell: Shell,
}

/// Print the man page of the program, or of one of its commands
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline man > dropline.1
  dropline man simulate > dropline-simulate.1
  dropline man simulate | man -l -")]
pub struct Man {
    /// A command; the program itself if omitted
    pub command: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_argument_definitions_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn options_with_values_are_distinguished_from_flags() {
        let left = |name: &str, option: &str, next: &str| {
            crate::run::deciding(&["dropline", name, option, next].map(str::to_owned)).split_off(2)
        };
        let mut all = Args::command();
        all.build();
        for name in ["simulate", "compare", "sweep", "ladder"] {
            let options = all.find_subcommand(name).expect("a command").get_arguments();
            for option in options.filter(|option| !option.is_positional()) {
                let long = option.get_long().map(|long| format!("--{long}"));
                let short = option.get_short().map(|short| format!("-{short}"));
                for option_text in long.into_iter().chain(short) {
                    // An option with a value takes the next word, even a word that looks like an option; a flag does not.
                    let (flag, word) = (left(name, &option_text, "--quiet"), left(name, &option_text, "a"));
                    if option.get_action().takes_values() {
                        assert!(
                            flag.len() == 2 || word.is_empty(),
                            "{name} {option_text}: {flag:?}, {word:?}"
                        );
                    } else {
                        let kept = flag.len() < 2 && word.last().is_some_and(|word| word == "a");
                        assert!(kept, "{name} {option_text}: {flag:?}, {word:?}");
                    }
                }
            }
        }
    }
}
