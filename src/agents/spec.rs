//! Agents as they are written on the command line.

use super::{Agent, Greedy, Random};
use std::fmt;
use std::str::FromStr;

/// Which agent plays, as it is written on the command line and in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AgentSpec {
    /// [`Random`].
    Random,
    /// [`Greedy`].
    Greedy,
}

impl AgentSpec {
    /// An example of each kind.
    pub const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// What it does, in a sentence.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Random => {
                "Picks uniformly among the legal actions other than `pass`, and passes only if nothing \
                 else is legal. Under area scoring with captures, as in Go, where random games would never \
                 end otherwise, it does not fill its own eyes: empty cells with own stones on all \
                 neighbours and, on squares, at most one enemy stone at the corners, none at the edge of \
                 the board. The rules allow it; it is the agent that leaves them alone."
            }
            Self::Greedy => {
                "Takes the action after which its score margin is best, ties at random; passes when \
                 every other action would lower its margin. Where `random` leaves its own eyes alone, it \
                 does as well: to fill them would not lower its margin at once."
            }
        }
    }

    /// A new agent of this kind.
    pub fn build(self) -> Box<dyn Agent> {
        match self {
            Self::Random => Box::new(Random),
            Self::Greedy => Box::new(Greedy::default()),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is not an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ParseAgentError {
    text: String,
    nearest: Option<&'static str>,
}

impl fmt::Display for ParseAgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no agent `{}`", self.text)?;
        match self.nearest {
            Some(name) => write!(f, ": did you mean `{name}`?"),
            None => {
                let names = AgentSpec::ALL.map(AgentSpec::name);
                write!(f, ": agents are `{}`", names.join("`, `"))
            }
        }
    }
}

impl FromStr for AgentSpec {
    type Err = ParseAgentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|spec| spec.name() == text).ok_or_else(|| {
            let likeness = |spec: &Self| strsim::jaro_winkler(spec.name(), text);
            let nearest = Self::ALL.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
            let nearest = nearest.filter(|spec| likeness(spec) > 0.8).map(Self::name);
            ParseAgentError { text: text.to_owned(), nearest }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agent_reads_back_its_name() {
        for spec in AgentSpec::ALL {
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn a_misspelt_agent_gets_the_nearest_name_and_a_strange_one_the_list() {
        let message = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
        assert_eq!(message("randon"), "there is no agent `randon`: did you mean `random`?");
        assert_eq!(message("stockfish"), "there is no agent `stockfish`: agents are `random`, `greedy`");
        assert_eq!(message(""), "there is no agent ``: agents are `random`, `greedy`");
    }
}
