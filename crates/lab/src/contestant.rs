//! Who plays: a built-in agent, a learned player, an external program, or a player of the program around the library.

use crate::external::{External, ParseExternalError, Protocol};
use crate::hosted::{self, Hosted, ParseHostedError};
use dropline_agents::mcts::Budget;
use dropline_agents::{Agent, AgentSpec, Mcts, ParseAgentError, Search};
use dropline_engine::variant::{Loaded, Variant};
use dropline_learn::{LearnedSpec, ParseLearnedError};
use std::fmt;
use std::str::FromStr;

/// Who plays, as written on the command line and in files.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contestant {
    /// A built-in agent.
    Agent(AgentSpec),
    /// A player that learned the game.
    Learned(LearnedSpec),
    /// An external program.
    Program(External),
    /// A player that the program around the library provides.
    Hosted(Hosted),
}

impl Contestant {
    /// Creates a player of this kind for games of `variant`, whose rules have this hash. An external program starts at its first choice.
    pub fn build(&self, variant: &Variant, rules_hash: &[u8; 32]) -> Box<dyn Agent> {
        match self {
            Self::Agent(spec) => spec.build(),
            Self::Learned(spec) => spec.build(variant, rules_hash),
            Self::Program(program) => Box::new(program.build(variant)),
            Self::Hosted(hosted) => hosted.build(variant),
        }
    }

    /// Like [`Contestant::build`], for a player whose budget can be changed while it plays, and its own budget; `None` for one that does
    /// not search.
    pub fn search(&self, variant: &Variant, rules_hash: &[u8; 32]) -> Option<(Box<dyn Search>, Budget)> {
        match self {
            Self::Agent(AgentSpec::Mcts(settings)) => Some((Box::new(Mcts::new(*settings)), settings.budget)),
            Self::Learned(spec) => {
                let (searching, budget) = spec.search(variant, rules_hash)?;
                Some((Box::new(searching), budget))
            }
            Self::Agent(_) | Self::Program(_) | Self::Hosted(_) => None,
        }
    }

    /// Whether the same seed gives the same choices, on any machine at any time. External programs and players of the program
    /// around the library give no such guarantee.
    pub fn is_reproducible(&self) -> bool {
        match self {
            Self::Agent(spec) => spec.is_reproducible(),
            Self::Learned(spec) => spec.is_reproducible(),
            Self::Program(_) | Self::Hosted(_) => false,
        }
    }

    /// Whether this is an external program, or a player of the program around the library.
    pub const fn is_program(&self) -> bool {
        matches!(self, Self::Program(_) | Self::Hosted(_))
    }

    /// What its search may spend on an action; `None` if it does not search, or is an external program.
    pub const fn budget(&self) -> Option<Budget> {
        match self {
            Self::Agent(spec) => spec.budget(),
            Self::Learned(spec) => spec.budget(),
            Self::Program(_) | Self::Hosted(_) => None,
        }
    }

    /// Its name in reports.
    pub fn label(&self) -> String {
        match self {
            Self::Agent(spec) => spec.to_string(),
            Self::Learned(spec) => spec.to_string(),
            Self::Program(program) => program.label(),
            Self::Hosted(hosted) => hosted.name().to_owned(),
        }
    }

    /// The hash of the file that a learned player plays by, in hexadecimal; `None` for other players, and if the file cannot be read.
    pub fn file_hash(&self) -> Option<String> {
        match self {
            Self::Learned(spec) => spec.file_hash().ok(),
            Self::Agent(_) | Self::Program(_) | Self::Hosted(_) => None,
        }
    }

    /// Checks that the player can play the variant.
    ///
    /// # Errors
    /// Returns an error if the player cannot; the error says why.
    pub fn check(&self, loaded: &Loaded) -> Result<(), String> {
        match self {
            Self::Agent(spec) => Ok(spec.check(&loaded.variant)?),
            Self::Learned(spec) => spec.check(&loaded.variant, &loaded.rules_hash),
            Self::Program(program) => program.check(&loaded.variant),
            Self::Hosted(hosted) => hosted.check(loaded),
        }
    }

    /// Starts and ends an external program, to find errors in the command before a run begins.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or does not answer.
    pub fn try_out(&self, loaded: &Loaded) -> Result<Option<String>, String> {
        match self {
            Self::Agent(_) | Self::Learned(_) | Self::Hosted(_) => self.check(loaded).map(|()| None),
            Self::Program(program) => program.try_out(&loaded.variant),
        }
    }
}

/// The name that reports give to the player that files call `text`.
pub fn label(text: &str) -> String {
    text.parse().map_or_else(|_| text.to_owned(), |contestant: Contestant| contestant.label())
}

impl From<AgentSpec> for Contestant {
    fn from(spec: AgentSpec) -> Self {
        Self::Agent(spec)
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(spec) => spec.fmt(f),
            Self::Learned(spec) => spec.fmt(f),
            Self::Program(program) => program.fmt(f),
            Self::Hosted(hosted) => hosted.fmt(f),
        }
    }
}

/// An invalid player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseContestantError {
    /// The text names no agent.
    #[error("{error}{}", programs(.0), error = .0)]
    Agent(#[from] ParseAgentError),
    /// The file of the learned player is not named, or its search is invalid.
    #[error(transparent)]
    Learned(#[from] ParseLearnedError),
    /// The command of the external program is invalid.
    #[error(transparent)]
    Program(#[from] ParseExternalError),
    /// The name of the player cannot be one.
    #[error(transparent)]
    Hosted(#[from] ParseHostedError),
}

/// The end of the list of agents in an error message: the syntax of external programs.
fn programs(error: &ParseAgentError) -> &'static str {
    match error {
        ParseAgentError::Unknown { nearest: None, .. } => {
            ", `learned:FILE`, and `ugi:COMMAND` or `gtp:COMMAND` for other programs"
        }
        _ => "",
    }
}

impl FromStr for Contestant {
    type Err = ParseContestantError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(spec) = LearnedSpec::read(text) {
            return Ok(Self::Learned(spec?));
        }
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if name == hosted::WORD && !rest.is_empty() {
            return Ok(Self::Hosted(Hosted::called(rest)?));
        }
        match Protocol::ALL.into_iter().find(|protocol| protocol.name() == name) {
            Some(protocol) => Ok(Self::Program(External::read(protocol, rest)?)),
            None => Ok(Self::Agent(text.parse()?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_agents_and_programs_round_trip() {
        for text in [
            "random",
            "mcts:100",
            "learned:a.learned",
            "mcts:40:eval=a.learned",
            "ugi:./mine --threads 1",
            "gtp:timeout=5s:gnugo --mode gtp",
            "host:my-net",
        ] {
            assert_eq!(text.parse::<Contestant>().map(|read| read.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(["gtp:name=GNU Go:gnugo", "gtp:gnugo", "?"].map(label), ["GNU Go", "gtp:gnugo", "?"]);
        let reproducible = |text: &str| text.parse::<Contestant>().map(|read| read.is_reproducible());
        assert_eq!((reproducible("greedy"), reproducible("ugi:./mine")), (Ok(true), Ok(false)));
    }

    #[test]
    fn an_unknown_name_lists_the_agents() {
        let message = |text: &str| text.parse::<Contestant>().unwrap_err().to_string();
        assert_eq!(
            message("stockfish"),
            "unknown agent `stockfish`: agents are `random`, `greedy`, `mcts:1000`, `mirror:greedy`, \
             `learned:FILE`, and `ugi:COMMAND` or `gtp:COMMAND` for other programs"
        );
        assert_eq!(message("gredy"), "unknown agent `gredy`: did you mean `greedy`?");
        assert_eq!(
            message("ugi"),
            "`ugi` needs a command that starts the program, as in `ugi:./bot --level 3`"
        );
    }
}
