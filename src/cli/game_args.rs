//! The arguments of the commands about single games.

use super::values::{Seat, Seats, agent, own_agent, seats};
use crate::contestant::Contestant;
use crate::record::Form;
use clap::ValueHint;
use std::path::PathBuf;

/// Check game records action by action
///
/// A record is a JSON object on a line, with either `turns` or `actions`; the `result` (or `winner`) and the `score` are verified
/// if present. Exits with 1 if a record is invalid. With --json, prints a line for each record:
/// {"legal":[…],"score":[first,second],"winner":…,"over":…}, where `legal` lists the number of legal actions before each action;
/// an `error` is added if there is one.
#[allow(rustdoc::broken_intra_doc_links, reason = "the text is also the help, which shows JSON")]
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline replay send-it reports/my-run/games.jsonl
  echo '{\"turns\":[\"d7\",\"e9+h2+k11\"]}' | dropline replay send-it - --show=turns
  dropline replay send-it games.jsonl --export actions > actions.jsonl
  dropline replay my-run/manifest.json my-run/highlights.jsonl --show=turns
The manifest of a run gives the variant that was played there.")]
pub struct Replay {
    /// A shipped variant, the path of a TOML file, or the manifest.json of a run
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// The records, one per line; `-` for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Read only game N, by the number in its record, or else by its position in the file
    #[arg(long, value_name = "N")]
    pub game: Option<u64>,

    /// Draw the last position of each game, or, with --show=turns, the position after each turn
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "end",
        conflicts_with = "json"
    )]
    pub show: Option<Shown>,

    /// Print the valid records, with their games in this form
    ///
    /// Only these records go to standard output; problems with others go to standard error.
    #[arg(long, value_name = "FORM", conflicts_with_all = ["json", "show"])]
    pub export: Option<Exported>,

    /// Draw the last position of each game into DIR/game-N.svg
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub svg: Option<PathBuf>,
}

/// How `replay` writes games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Exported {
    /// Turns, a closing `pass` left out
    Turns,
    /// Single actions, every `pass` explicit
    Actions,
}

impl Exported {
    /// The form of a record.
    pub const fn form(self) -> Form {
        match self {
            Self::Turns => Form::Turns,
            Self::Actions => Form::Actions,
        }
    }
}

/// What `replay` draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Shown {
    /// The last position
    End,
    /// The position after each turn
    Turns,
}

/// Play a game in the terminal: against an agent, between two people, or as a spectator of two agents
///
/// Draws the board before each of your turns, with the names of the cells that you can play on. Type an action, or several actions
/// joined by `+`, or one of `pass`, `hint`, `undo`, `legal`, `show`, `rules`, `save FILE`, `help` and `quit`. An illegal action is
/// rejected with the reason, and the game goes on.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline play send-it --set board.side=4
  dropline play go --agent mcts:2000 --as second
  dropline play hex --agents human,human
  dropline play hex --agents mcts:500,greedy
  dropline play send-it --resume game.jsonl
  printf 'd7\\nlegal\\n' | dropline play send-it")]
pub struct Play {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// The agent you play against
    #[arg(short, long, value_name = "AGENT", default_value = "greedy", value_parser = agent)]
    pub agent: Contestant,

    /// Whether you move first or second
    #[arg(long = "as", value_name = "SIDE", default_value = "first")]
    pub side: Order,

    /// Who plays, instead of --agent and --as: agents, or `human` for a person at the keyboard
    ///
    /// A player named alone plays both sides.
    #[arg(long, value_name = "FIRST,SECOND", value_parser = seats, conflicts_with_all = ["agent", "side"])]
    pub agents: Option<Seats>,

    /// Resume a game that `save` wrote
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub resume: Option<PathBuf>,

    /// Turns to play first, separated by spaces; the actions of a turn are joined by `+`
    #[arg(long, value_name = "TURNS", allow_hyphen_values = true, conflicts_with = "resume")]
    pub turns: Option<String>,
}

impl Play {
    /// Who plays as the first player, and as the second.
    pub fn seats(&self) -> [Seat; 2] {
        let agent = Seat::Agent(self.agent.clone());
        match (&self.agents, self.side) {
            (Some(Seats(seats)), _) => seats.clone(),
            (None, Order::First) => [Seat::Person, agent],
            (None, Order::Second) => [agent, Seat::Person],
        }
    }
}

/// Let other programs play against an agent over the Universal Game Interface
///
/// Reads commands from standard input and answers on standard output. The interface is that of kz04px (github.com/kz04px/ugi):
/// `ugi`, `setoption`, `isready`, `uginewgame`, `position startpos moves …`, `go` with movetime, nodes, infinite or the time of
/// both players, `stop`, `query` and `quit`. A move is a whole turn in dropline's notation; `setoption name Moves value actions`
/// makes it a single action. `query legal` and `query score` extend the interface, so that a program need not know the rules.
/// Errors are reported as lines `info string error: …`.
///
/// `go` alone uses the agent's own settings; for `mcts`, with and without `eval`, movetime and nodes (per action) override them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  dropline engine send-it
  dropline engine go --set board.width=13 --set board.height=13 --agent mcts:5000
  printf 'position startpos moves e5\\nquery score\\ngo\\n' | dropline engine go
  dropline simulate hex --agents 'ugi:nodes=100:dropline engine hex',random -n 10")]
pub struct Engine {
    /// A shipped variant or the path of a TOML file
    #[arg(value_hint = ValueHint::FilePath)]
    pub variant: String,

    /// Who plays
    #[arg(short, long, value_name = "AGENT", default_value = "mcts:1000", value_parser = own_agent)]
    pub agent: Contestant,
}

/// Which player the person is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Order {
    /// You move first
    First,
    /// The agent moves first
    Second,
}
