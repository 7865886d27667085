//! The syntax of an `mcts` agent: `mcts:1000`, `mcts:50ms`, `mcts:1000:exploration=0.7:bias=1`.
//!
//! Colons separate the parts, because commas separate agents and shells expand braces.

use super::options::{OPTIONS, ParseOptionError, Values};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long the agent may think about an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// A number of iterations, in addition to those kept from earlier actions: from 1 to [`Budget::MOST_ITERATIONS`].
    Iterations(u32),
    /// A number of milliseconds, from 1 to [`Budget::MOST_MILLISECONDS`]. The choice depends on the machine.
    Milliseconds(u32),
}

impl Budget {
    /// The maximum number of iterations for an action.
    pub const MOST_ITERATIONS: u32 = 1_000_000_000;
    /// The longest time for an action: an hour.
    pub const MOST_MILLISECONDS: u32 = 3_600_000;

    /// Whether the number of iterations is the same on every machine.
    pub const fn is_reproducible(self) -> bool {
        matches!(self, Self::Iterations(_))
    }

    /// Whether the budget is used up after `iterations` that took the time that `elapsed` returns.
    pub fn is_spent(self, iterations: u32, elapsed: impl Fn() -> Duration) -> bool {
        match self {
            Self::Iterations(most) => iterations >= most,
            Self::Milliseconds(most) => iterations > 0 && elapsed() >= Duration::from_millis(most.into()),
        }
    }

    /// What is left of the budget after this time: at least a millisecond, and all iterations.
    pub fn after(self, spent: Duration) -> Self {
        match self {
            Self::Iterations(_) => self,
            Self::Milliseconds(most) => {
                Self::Milliseconds(most.saturating_sub(spent.as_millis() as u32).max(1))
            }
        }
    }

    /// How many iterations are left after `done`, if the budget counts iterations.
    pub const fn iterations_after(self, done: u32) -> Option<u32> {
        match self {
            Self::Iterations(most) => Some(most.saturating_sub(done)),
            Self::Milliseconds(_) => None,
        }
    }

    /// The budget of thread `number`, counted from 0, if `threads` share this budget. A time is not divided: every thread gets all
    /// of it.
    pub const fn share(self, number: u32, threads: u32) -> Self {
        match self {
            Self::Iterations(most) => {
                Self::Iterations(most / threads + if number < most % threads { 1 } else { 0 })
            }
            Self::Milliseconds(_) => self,
        }
    }

    /// The syntax of budgets, for messages.
    fn expected() -> String {
        format!(
            "iterations per action, a whole number from 1 to {}, as in `mcts:1000`, or a time per action from 1ms to {}ms, \
             as in `mcts:50ms`",
            Self::MOST_ITERATIONS,
            Self::MOST_MILLISECONDS
        )
    }

    /// Reads `1000`, `50ms` or `2s`.
    fn read(text: &str) -> Option<Self> {
        let within = |digits: &str, unit: u32, most: u32| {
            let number = Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
            let number = number.parse::<u32>().ok()?.checked_mul(unit)?;
            (1..=most).contains(&number).then_some(number)
        };
        let milliseconds =
            |digits, unit| within(digits, unit, Self::MOST_MILLISECONDS).map(Self::Milliseconds);
        if let Some(digits) = text.strip_suffix("ms") {
            milliseconds(digits, 1)
        } else if let Some(digits) = text.strip_suffix('s') {
            milliseconds(digits, 1000)
        } else {
            within(text, 1, Self::MOST_ITERATIONS).map(Self::Iterations)
        }
    }

    /// The budget that `text` may have meant: `50ms` for `50 ms`, `1000` for `1e3` or `1_000`.
    fn nearest(text: &str) -> Option<Self> {
        let plain: String = text.to_lowercase().chars().filter(|c| !c.is_whitespace() && *c != '_').collect();
        let whole = plain.parse::<f64>().ok().filter(|number| number.fract() == 0.0 && *number < 1e10);
        Self::read(&plain).or_else(|| Self::read(&format!("{}", whole?)))
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Iterations(number) => write!(f, "{number}"),
            Self::Milliseconds(number) => write!(f, "{number}ms"),
        }
    }
}

/// How an agent searches, exactly as written on the command line: equal settings have equal texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MctsSettings {
    /// Its budget.
    pub budget: Budget,
    /// The options.
    pub(super) values: Values,
}

impl MctsSettings {
    /// The default options with `budget`.
    pub const fn new(budget: Budget) -> Self {
        Self { budget, values: Values::DEFAULT }
    }
}

impl fmt::Display for MctsSettings {
    /// Writes the budget and the options that differ from the defaults, as after `mcts:`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.budget)?;
        for (option, value) in OPTIONS.iter().zip(self.values.all()) {
            if value != option.default {
                write!(f, ":{}={value}", option.name)?;
            }
        }
        Ok(())
    }
}

/// Invalid settings of an `mcts` agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSettingsError {
    /// The budget is missing.
    #[error("`mcts` needs a budget: {}", Budget::expected())]
    NoBudget,
    /// The budget is invalid.
    #[error("invalid budget `{text}` of `mcts`: {}expected {}", suggestion(*nearest), Budget::expected())]
    Budget {
        /// The text given as the budget.
        text: String,
        /// The budget that may have been meant.
        nearest: Option<Budget>,
    },
    /// An option is invalid.
    #[error(transparent)]
    Option(#[from] ParseOptionError),
}

/// A suggestion of this budget, to be put before the rest of a message.
fn suggestion(nearest: Option<Budget>) -> String {
    nearest.map_or_else(String::new, |budget| format!("did you mean `mcts:{budget}`? Otherwise "))
}

impl FromStr for MctsSettings {
    type Err = ParseSettingsError;

    /// Reads the text after `mcts:`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split(':');
        let budget = parts.next().filter(|budget| !budget.is_empty()).ok_or(ParseSettingsError::NoBudget)?;
        let budget = Budget::read(budget).ok_or_else(|| ParseSettingsError::Budget {
            text: budget.to_owned(),
            nearest: Budget::nearest(budget),
        })?;
        Ok(Self { budget, values: Values::read(parts)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        text.parse::<MctsSettings>().unwrap_err().to_string()
    }

    #[test]
    fn settings_round_trip() {
        for text in ["1000", "1", "50ms", "1000:exploration=0.7", "2000ms:exploration=1.25:rave=32"] {
            assert_eq!(
                text.parse::<MctsSettings>().map(|settings| settings.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn equivalent_settings_are_equal() {
        let read = |text: &str| text.parse::<MctsSettings>().unwrap();
        assert_eq!(read("2s"), read("2000ms"));
        assert_eq!(read("10:margin=0.5:bias=1"), read("10:bias=1.0:margin=0.50"));
        let default = OPTIONS[0].default;
        assert_eq!(read(&format!("10:{}={default}", OPTIONS[0].name)), read("10"));
    }

    #[test]
    fn a_budget_is_a_number_of_iterations_or_a_time() {
        let expected = Budget::expected();
        assert_eq!(message(""), format!("`mcts` needs a budget: {expected}"));
        for text in ["0", "-5", "many", "0ms", "1000000001", "3601s", "ms", "0.5"] {
            assert_eq!(message(text), format!("invalid budget `{text}` of `mcts`: expected {expected}"));
        }
    }

    #[test]
    fn errors_suggest_the_right_spelling_of_a_budget() {
        for (text, meant) in
            [("50 ms", "50ms"), ("1e3", "1000"), ("1_000", "1000"), ("2S", "2000ms"), ("+5", "5")]
        {
            let start = format!(
                "invalid budget `{text}` of `mcts`: did you mean `mcts:{meant}`? Otherwise expected "
            );
            assert!(message(text).starts_with(&start), "{}", message(text));
        }
    }
}
