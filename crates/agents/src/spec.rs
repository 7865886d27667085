//! The syntax of agents on the command line.

use super::mcts::{Budget, MctsOption, MctsSettings, OPTIONS, ParseSettingsError};
use super::{Agent, AgentError, Greedy, Mcts, Mirror, Random, copying};
use dropline_engine::variant::Variant;
use std::fmt;
use std::str::FromStr;

/// An agent as written on the command line and in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AgentSpec {
    /// [`Random`].
    Random,
    /// [`Greedy`].
    Greedy,
    /// [`Mcts`].
    Mcts(MctsSettings),
    /// [`Mirror`].
    Mirror(Fallback),
}

/// The agent that chooses when there is nothing to copy: any but `mirror`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fallback {
    /// [`Random`].
    Random,
    /// [`Greedy`].
    Greedy,
    /// [`Mcts`].
    Mcts(MctsSettings),
}

impl Fallback {
    const fn spec(self) -> AgentSpec {
        match self {
            Self::Random => AgentSpec::Random,
            Self::Greedy => AgentSpec::Greedy,
            Self::Mcts(settings) => AgentSpec::Mcts(settings),
        }
    }
}

impl AgentSpec {
    /// What its search may spend on an action; `None` if it does not search.
    pub const fn budget(&self) -> Option<Budget> {
        match self {
            Self::Mcts(settings) | Self::Mirror(Fallback::Mcts(settings)) => Some(settings.budget),
            _ => None,
        }
    }

    /// An example of each kind.
    pub const ALL: [Self; 4] = [
        Self::Random,
        Self::Greedy,
        Self::Mcts(MctsSettings::new(Budget::Iterations(1000))),
        Self::Mirror(Fallback::Greedy),
    ];

    /// What it does, in a few sentences.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Random => {
                "Chooses uniformly among the legal actions other than `pass`, and passes only if nothing else \
                 is legal. Under area scoring with captures, as in Go, it does not fill its own eyes, or random games \
                 would never end. An eye is an empty cell with friendly stones on all neighbours and, on squares, at \
                 most one enemy stone diagonally next to it (none at the edge of the board). It swaps sides (pie rule) \
                 at random."
            }
            Self::Greedy => {
                "Plays the action that leaves the best score margin, breaking ties at random; passes when every \
                 other action would lower its margin. Like `random`, it does not fill its own eyes. In a game without \
                 scores, its margin is the number of actions by which it is nearer to a winning goal than its \
                 opponent. If a player without a legal action loses or wins, the margin also includes the difference \
                 in legal actions. In a game with goals and scores, a goal that a player is at most two actions away \
                 from outweighs all points. It swaps sides (pie rule) if the other side is ahead in the position, komi \
                 included, and tosses a coin if they are level."
            }
            Self::Mcts(_) => {
                "Monte-Carlo tree search on single actions: `mcts:1000` runs 1,000 iterations for each action, \
                 `mcts:50ms` thinks for 50 ms. An iteration descends the tree and plays the game to its end, mostly \
                 at random. Actions are ranked by the margins they lead to, as `greedy` computes them, and by the \
                 results of their stones (RAVE). The search proves forced results (MCTS-Solver) and keeps its tree \
                 from action to action. Where little of the game is left, an exact search comes first. With a budget \
                 of iterations, the same seed gives the same games; with a time limit, the choice depends on the \
                 machine and its load."
            }
            Self::Mirror(_) => {
                "Copies its opponent: it answers each action of the opponent's last turn with the same action on the \
                 opposite cell (a half turn about the centre of the board), and a pass with a pass. Where there is \
                 nothing to copy, or the copy is illegal, the agent after the colon chooses: `mirror:greedy`, \
                 `mirror:mcts:200`, or `greedy` if none is named. Works only in games that are unchanged by a half \
                 turn that exchanges the sides; others are rejected."
            }
        }
    }

    /// The options of its kind.
    pub const fn options(self) -> &'static [MctsOption] {
        match self {
            Self::Random | Self::Greedy | Self::Mirror(_) => &[],
            Self::Mcts(_) => &OPTIONS,
        }
    }

    /// A new agent of this kind.
    pub fn build(self) -> Box<dyn Agent> {
        match self {
            Self::Random => Box::new(Random),
            Self::Greedy => Box::new(Greedy::default()),
            Self::Mcts(settings) => Box::new(Mcts::new(settings)),
            Self::Mirror(fallback) => Box::new(Mirror::new(fallback.spec().build())),
        }
    }

    /// Checks that the agent can play `variant`.
    ///
    /// # Errors
    /// Returns an error if the agent cannot; the error states why.
    pub fn check(self, variant: &Variant) -> Result<(), AgentError> {
        match self {
            Self::Random | Self::Greedy | Self::Mcts(_) => Ok(()),
            Self::Mirror(_) => copying(variant).map(|_| ()),
        }
    }

    /// Whether the same seed always gives the same choices, on any machine.
    pub const fn is_reproducible(self) -> bool {
        match self {
            Self::Random | Self::Greedy => true,
            Self::Mcts(settings) => settings.budget.is_reproducible(),
            Self::Mirror(fallback) => fallback.spec().is_reproducible(),
        }
    }

    /// Whether it weighs a swap of sides (pie rule) by the value of the position.
    pub const fn weighs_swaps(self) -> bool {
        !matches!(self, Self::Random | Self::Mirror(Fallback::Random))
    }

    /// The name of its kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Mcts(_) => "mcts",
            Self::Mirror(_) => "mirror",
        }
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Random | Self::Greedy => Ok(()),
            Self::Mcts(settings) => write!(f, ":{settings}"),
            Self::Mirror(fallback) => write!(f, ":{}", fallback.spec()),
        }
    }
}

/// An invalid agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseAgentError {
    /// No agent has that name.
    #[error("unknown agent `{text}`: {}", nearest.as_ref().map_or_else(names, |near| format!("did you mean `{near}`?")))]
    Unknown {
        /// What was written.
        text: String,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// The agent exists but has no options.
    #[error("`{0}` has no options: write it without `:`")]
    NothingToSet(&'static str),
    /// The settings of `mcts` are invalid.
    #[error(transparent)]
    Settings(#[from] ParseSettingsError),
    /// The agent that `mirror` falls back on is invalid.
    #[error("`mirror` needs an agent for when there is nothing to copy, as in `mirror:greedy`: {0}")]
    Fallback(Box<ParseAgentError>),
    /// `mirror` cannot fall back on itself.
    #[error("`mirror` needs another agent for when there is nothing to copy, as in `mirror:greedy`")]
    Mirrored,
}

/// The agents by example, for messages.
fn names() -> String {
    format!("agents are `{}`", AgentSpec::ALL.map(|spec| spec.to_string()).join("`, `"))
}

impl ParseAgentError {
    /// The error for an unknown agent `name`, followed by `settings`.
    fn unknown(name: &str, settings: Option<&str>) -> Self {
        let likeness = |spec: &AgentSpec| strsim::jaro_winkler(spec.name(), name);
        let nearest = AgentSpec::ALL.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        // The settings after a misspelt name are kept if they are valid.
        let meant = |spec: AgentSpec| match (spec, settings.map(str::parse::<MctsSettings>)) {
            (AgentSpec::Mcts(_), Some(Ok(settings))) => AgentSpec::Mcts(settings).to_string(),
            _ => spec.to_string(),
        };
        let nearest = nearest.filter(|spec| likeness(spec) > 0.8).map(meant);
        let text = settings.map_or_else(|| name.to_owned(), |settings| format!("{name}:{settings}"));
        Self::Unknown { text, nearest }
    }
}

impl FromStr for AgentSpec {
    type Err = ParseAgentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name, Some(settings)),
            None => (text, None),
        };
        let plain = |spec: Self| match settings {
            Some(_) => Err(ParseAgentError::NothingToSet(spec.name())),
            None => Ok(spec),
        };
        match name {
            "random" => plain(Self::Random),
            "greedy" => plain(Self::Greedy),
            "mcts" => Ok(Self::Mcts(settings.unwrap_or_default().parse()?)),
            "mirror" => {
                let fallback = settings.map_or(Ok(Self::Greedy), str::parse);
                match fallback.map_err(|error| ParseAgentError::Fallback(Box::new(error)))? {
                    Self::Random => Ok(Self::Mirror(Fallback::Random)),
                    Self::Greedy => Ok(Self::Mirror(Fallback::Greedy)),
                    Self::Mcts(settings) => Ok(Self::Mirror(Fallback::Mcts(settings))),
                    Self::Mirror(_) => Err(ParseAgentError::Mirrored),
                }
            }
            _ => Err(ParseAgentError::unknown(name, settings)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_agents_round_trip() {
        for spec in AgentSpec::ALL {
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn errors_suggest_the_nearest_agent_or_list_all_agents() {
        let message = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
        assert_eq!(message("randon"), "unknown agent `randon`: did you mean `random`?");
        assert_eq!(message("mtcs:100"), "unknown agent `mtcs:100`: did you mean `mcts:100`?");
        assert_eq!(message("gredy:100"), "unknown agent `gredy:100`: did you mean `greedy`?");
        assert_eq!(
            message("MCTS"),
            "unknown agent `MCTS`: agents are `random`, `greedy`, `mcts:1000`, `mirror:greedy`"
        );
        assert_eq!(
            message(""),
            "unknown agent ``: agents are `random`, `greedy`, `mcts:1000`, `mirror:greedy`"
        );
    }

    #[test]
    fn agents_without_options_reject_settings() {
        let message = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
        assert_eq!(message("greedy:3"), "`greedy` has no options: write it without `:`");
        assert_eq!(message("random:"), "`random` has no options: write it without `:`");
    }

    #[test]
    fn mirror_names_another_agent_to_fall_back_on() {
        let read = |text: &str| text.parse::<AgentSpec>();
        assert_eq!(read("mirror"), read("mirror:greedy"));
        for text in ["mirror:random", "mirror:mcts:200:rave=64"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        assert!(!read("mirror:mcts:10ms").unwrap().is_reproducible());
        let message = |text: &str| read(text).unwrap_err().to_string();
        let needs = "for when there is nothing to copy, as in `mirror:greedy`";
        assert_eq!(message("mirror:mirror:random"), format!("`mirror` needs another agent {needs}"));
        assert_eq!(
            message("mirror:gredy"),
            format!("`mirror` needs an agent {needs}: unknown agent `gredy`: did you mean `greedy`?")
        );
    }

    #[test]
    fn agents_with_a_time_budget_are_not_reproducible() {
        let reproducible = |text: &str| text.parse::<AgentSpec>().unwrap().is_reproducible();
        assert!(AgentSpec::ALL.into_iter().all(AgentSpec::is_reproducible));
        assert!(!reproducible("mcts:50ms"));
    }
}
