//! The options of `mcts`: numbers with at most three decimals, kept exactly.

use dropline_engine::decimal::{self, Decimal};

/// A number that is not negative.
pub type Thousandths = Decimal<u32, 3>;

/// Reads a number without a sign or an exponent.
fn thousandths(text: &str) -> Option<Thousandths> {
    let complete = text.split_once('.').is_none_or(|(_, decimals)| (1..=3).contains(&decimals.len()));
    let units = decimal::parse(text, 3).filter(|_| complete && !text.starts_with('-'))?;
    u32::try_from(units).ok().map(Thousandths::of)
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct MctsOption {
    /// Its spelling.
    pub name: &'static str,
    /// What it does, in a clause.
    pub explanation: &'static str,
    /// Its default.
    pub default: Thousandths,
    /// The least value it can have.
    pub least: Thousandths,
    /// The greatest value it can have.
    pub most: Thousandths,
    /// Whether it has no decimals.
    pub whole: bool,
}

/// Shorthand for the table below.
const fn option(
    name: &'static str,
    [least, default, most]: [u32; 3],
    whole: bool,
    explanation: &'static str,
) -> MctsOption {
    let (least, default, most) = (Decimal::of(least), Decimal::of(default), Decimal::of(most));
    MctsOption { name, explanation, default, least, most, whole }
}

/// All options, each with its least, default and greatest value in thousandths.
///
/// `docs/mcts.md` describes what they change in the search.
pub const OPTIONS: [MctsOption; Values::COUNT] = [
    option(
        "exploration",
        [0, 200, 10_000],
        false,
        "Exploration constant of UCB1: how much actions with few visits attract the search.",
    ),
    option(
        "widening",
        [1, 1000, 1_000_000],
        false,
        "Progressive widening: a position tries this many actions, times its visits to the power of `exponent`.",
    ),
    option(
        "exponent",
        [0, 300, 1000],
        false,
        "Exponent of the visits in `widening`. 1 tries every action once before any action twice.",
    ),
    option("bias", [0, 500, 100_000], false, "Weight of an action's rank by margin while it has few visits."),
    option(
        "margin",
        [0, 0, 1000],
        false,
        "Share of an iteration's reward taken from the margin where its playout begins instead of the playout's \
         result; 1 skips playouts.",
    ),
    option(
        "ranked",
        [1000, 16_000, 1_000_000],
        true,
        "A position's actions join the tree once its visits times this value reach the number of its legal \
         actions.",
    ),
    option(
        "rave",
        [0, 300_000, 1_000_000_000],
        false,
        "Visits at which an action's own results count as much as those of all games that placed the same \
         stones at any time; divided by the square of the number of stones.",
    ),
    option(
        "minimax",
        [0, 300, 1000],
        false,
        "Share of an action's value taken from the best margin that can be reached below it.",
    ),
    option("urgency", [0, 1000, 10_000], false, "Value of an action that has no results yet."),
    option(
        "answers",
        [0, 900, 1000],
        false,
        "How often playouts capture, or answer a threat to capture, in games where capture depends on liberties.",
    ),
    option(
        "decisive",
        [0, 1000, 1000],
        false,
        "How often playouts win in this turn or keep the opponent from winning in the next, in games where a line wins or loses.",
    ),
    option(
        "patterns",
        [0, 1000, 1000],
        false,
        "How often a playout draws two stones, a random one and one next to the previous stone, and prefers the one whose \
         surroundings and liberties have won more often.",
    ),
    option(
        "replies",
        [0, 0, 1000],
        false,
        "How often playouts reply to a stone as the winner of the last playout with that stone did.",
    ),
    option(
        "duels",
        [0, 0, 1000],
        false,
        "How often playouts draw two actions and play the one that has won more, when `patterns` does not apply.",
    ),
    option(
        "crowd",
        [1000, 400_000, 1_000_000_000],
        true,
        "Positions with at least this many legal actions are searched by margins alone, on one thread whatever `threads` says: \
         each iteration compares the margins after all actions of a position.",
    ),
    option(
        "reversible",
        [0, 1000, 1000],
        true,
        "Whether positions of games in which stones can move back to where they came from are searched like those with at least \
         `crowd` legal actions: playouts of such games wander about.",
    ),
    option(
        "nodes",
        [1_000_000, 1_000_000_000, 4_000_000_000],
        true,
        "Maximum number of positions in the tree, about 80 bytes each; a full tree stops growing until the next action.",
    ),
    option(
        "threads",
        [1000, 1000, 64_000],
        true,
        "Number of threads of a search, each with its own tree. They share the iterations and exchange their results. Useless if games \
         already run in parallel.",
    ),
];

/// The values of all options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Values([Thousandths; Self::COUNT]);

impl Values {
    /// How many options there are.
    const COUNT: usize = 18;

    /// The defaults of all options.
    pub const DEFAULT: Self = {
        let mut values = [Decimal::of(0); Self::COUNT];
        let mut index = 0;
        while index < Self::COUNT {
            values[index] = OPTIONS[index].default;
            index += 1;
        }
        Self(values)
    };

    /// The values in the order of [`OPTIONS`].
    pub fn all(self) -> impl Iterator<Item = Thousandths> {
        self.0.into_iter()
    }

    /// The value of the option `name`.
    ///
    /// # Panics
    /// Panics if there is no such option.
    pub fn get(self, name: &str) -> Thousandths {
        let index = OPTIONS.iter().position(|option| option.name == name);
        self.0[index.unwrap_or_else(|| panic!("there is no option {name}"))]
    }

    /// The integer part of the value of the option `name`.
    ///
    /// # Panics
    /// Panics if there is no such option.
    pub fn whole(self, name: &str) -> u32 {
        self.get(name).units() / 1000
    }

    /// Reads options written as `name=value`.
    ///
    /// # Errors
    ///
    /// The error of the first invalid option.
    pub fn read<'t>(texts: impl Iterator<Item = &'t str>) -> Result<Self, ParseOptionError> {
        let mut values = Self::DEFAULT;
        let mut given = [false; Self::COUNT];
        for text in texts {
            let (name, value) = text.split_once('=').ok_or_else(|| ParseOptionError::form(text))?;
            let index = OPTIONS.iter().position(|option| option.name == name);
            let index = index.ok_or_else(|| ParseOptionError::unknown(name))?;
            if std::mem::replace(&mut given[index], true) {
                return Err(ParseOptionError::Twice(OPTIONS[index].name));
            }
            values.0[index] = OPTIONS[index]
                .read(value)
                .ok_or_else(|| ParseOptionError::Value(value.to_owned(), &OPTIONS[index]))?;
        }
        Ok(values)
    }
}

impl MctsOption {
    fn read(&self, text: &str) -> Option<Thousandths> {
        let value = thousandths(text).filter(|value| (self.least..=self.most).contains(value))?;
        (!self.whole || value.units() % 1000 == 0).then_some(value)
    }
}

/// A text that is not an option of `mcts`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseOptionError {
    /// It has no value.
    #[error("invalid option `{0}` of `mcts`: expected NAME=VALUE, as in `mcts:1000:{example}`", example = example())]
    Form(String),
    /// There is no option of that name.
    #[error("unknown option `{0}` of `mcts`: {help}", help = .1.map_or_else(names, |name| format!("did you mean `{name}`?")))]
    Unknown(String, Option<&'static str>),
    /// It has a value already.
    #[error("duplicate option `{0}` of `mcts`")]
    Twice(&'static str),
    /// It cannot have that value.
    #[error(
        "invalid value `{0}` for the option `{name}` of `mcts`: expected {kind} from {least} to {most}",
        name = .1.name, kind = .1.kind(), least = .1.least, most = .1.most
    )]
    Value(String, &'static MctsOption),
}

impl PartialEq for MctsOption {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for MctsOption {}

impl ParseOptionError {
    fn form(text: &str) -> Self {
        Self::Form(text.to_owned())
    }

    fn unknown(name: &str) -> Self {
        let likeness = |option: &&MctsOption| strsim::jaro_winkler(option.name, name);
        let nearest = OPTIONS.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        Self::Unknown(
            name.to_owned(),
            nearest.filter(|option| likeness(option) > 0.8).map(|option| option.name),
        )
    }
}

impl MctsOption {
    /// What kind of number it takes.
    const fn kind(&self) -> &'static str {
        if self.whole { "a whole number" } else { "a number with at most three decimals" }
    }
}

/// An example of an option, for messages.
fn example() -> String {
    format!("{}={}", OPTIONS[0].name, OPTIONS[0].default)
}

/// The list of options, for messages.
fn names() -> String {
    format!("options are `{}`", OPTIONS.map(|option| option.name).join("`, `"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Values, String> {
        Values::read(text.split(':')).map_err(|error| error.to_string())
    }

    #[test]
    fn defaults_are_valid_values() {
        for option in OPTIONS {
            assert_eq!(option.read(&option.default.to_string()), Some(option.default), "{}", option.name);
        }
    }

    #[test]
    fn decimals_are_exact() {
        for (text, written) in
            [("0", "0"), ("0.5", "0.5"), ("1.250", "1.25"), ("12.001", "12.001"), ("007", "7")]
        {
            assert_eq!(thousandths(text).map(|number| number.to_string()).as_deref(), Some(written));
        }
        for text in ["", ".", "1.", ".5", "-1", "+1", "1e3", "0.0001", "1,5", "4294968", "9999999999", "½"] {
            assert_eq!(thousandths(text), None, "{text}");
        }
    }

    #[test]
    fn options_can_be_given_in_any_order() {
        let values = read("bias=2:exploration=0.75").unwrap();
        assert_eq!((values.get("bias").to_f64(), values.get("exploration").to_f64()), (2.0, 0.75));
        assert_eq!(values, read("exploration=0.75:bias=2").unwrap());
    }

    #[test]
    fn errors_of_an_option_state_what_was_expected() {
        for (text, message) in [
            ("exploraton=1", "unknown option `exploraton` of `mcts`: did you mean `exploration`?"),
            (
                "q=1",
                "unknown option `q` of `mcts`: options are `exploration`, `widening`, `exponent`, `bias`, `margin`, `ranked`, `rave`, \
                 `minimax`, `urgency`, `answers`, `decisive`, `patterns`, `replies`, `duels`, `crowd`, `reversible`, `nodes`, \
                 `threads`",
            ),
            (
                "bias",
                "invalid option `bias` of `mcts`: expected NAME=VALUE, as in `mcts:1000:exploration=0.2`",
            ),
            ("bias=1:bias=1", "duplicate option `bias` of `mcts`"),
            (
                "margin=2",
                "invalid value `2` for the option `margin` of `mcts`: expected a number with at most three decimals from 0 to 1",
            ),
            (
                "ranked=2.5",
                "invalid value `2.5` for the option `ranked` of `mcts`: expected a whole number from 1 to 1000",
            ),
        ] {
            assert_eq!(read(text), Err(message.to_owned()));
        }
    }
}
