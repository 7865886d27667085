//! The syntax of external programs: `ugi:./bot --level 3`, `gtp:timeout=10s:gnugo --mode gtp`.

use super::ExternalAgent;
use super::gtp;
use dropline_agents::AgentSpec;
use dropline_engine::text::is_unprintable;
use dropline_engine::variant::Variant;
use std::fmt;
use std::time::Duration;

/// The protocol of an external program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// The Go Text Protocol, version 2.
    Gtp,
}

/// An option of a program, before its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalOption {
    /// Its name.
    pub name: &'static str,
    /// Its default, if any.
    pub default: &'static str,
    /// What it does.
    pub explanation: &'static str,
}

const TIMEOUT: ExternalOption = ExternalOption {
    name: "timeout",
    default: "1m",
    explanation: "How long an answer may take beyond the `movetime`, up to 1h. After that the game fails and \
        the process is killed.",
};
const NAME: ExternalOption = ExternalOption {
    name: "name",
    default: "",
    explanation: "The program's name in reports; by default its full specification.",
};
const UGI: [ExternalOption; 6] = [
    ExternalOption {
        name: "movetime",
        default: "1s",
        explanation: "Time to think about a move (`go movetime`), up to 1h.",
    },
    ExternalOption { name: "nodes", default: "", explanation: "Positions to search instead (`go nodes`)." },
    ExternalOption { name: "depth", default: "", explanation: "Plies to search instead (`go depth`)." },
    ExternalOption {
        name: "moves",
        default: "turns",
        explanation: "What counts as a move: a whole turn or, with `actions`, a single action.",
    },
    TIMEOUT,
    NAME,
];

impl Protocol {
    /// All protocols.
    pub const ALL: [Self; 2] = [Self::Ugi, Self::Gtp];

    /// The name before the colon.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Gtp => "gtp",
        }
    }

    /// What such an agent does, in a few sentences.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Ugi => {
                "Another program, started by COMMAND, that speaks the Universal Game Interface as `dropline \
                 engine` does. Each thread has its own process, kept from game to game. A game fails if the \
                 program ends, answers too late or makes an illegal move. Its games cannot be reproduced."
            }
            Self::Gtp => {
                "Like `ugi`, but the program speaks the Go Text Protocol, as GNU Go does: only for games on square \
                 boards in which a turn is one stone or a pass. COMMAND must set the rules that the program plays by. \
                 A program that resigns loses at once."
            }
        }
    }

    /// The options of a program with this protocol.
    pub const fn options(self) -> &'static [ExternalOption] {
        match self {
            Self::Ugi => &UGI,
            Self::Gtp => &[TIMEOUT, NAME],
        }
    }

    /// An example of a command, for messages.
    const fn example(self) -> &'static str {
        match self {
            Self::Ugi => "ugi:./bot --level 3",
            Self::Gtp => "gtp:gnugo --mode gtp",
        }
    }
}

/// The search limit of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchLimit {
    /// A time.
    Time(Duration),
    /// A number of positions.
    Nodes(u64),
    /// A depth in plies.
    Depth(u32),
}

/// An external program as written on the command line and in files. Equal values have equal texts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct External {
    /// Its protocol.
    pub(super) protocol: Protocol,
    /// Its limit, if the protocol has one.
    pub(super) limit: SearchLimit,
    /// Whether its moves are single actions, and not whole turns.
    pub(super) single: bool,
    /// How long an answer may take.
    pub(super) timeout: Duration,
    /// Its name in reports.
    name: Option<String>,
    /// The command, as given.
    command: String,
}

/// An invalid external program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseExternalError {
    /// There is no command.
    #[error("`{}` needs a command that starts the program, as in `{}`", .0.name(), .0.example())]
    NoCommand(Protocol),
    /// The command cannot be split into words.
    #[error("cannot parse the command of `{}`: it has an unclosed quote or ends with a backslash", .0.name())]
    Quote(Protocol),
    /// The command is too long, or has unprintable characters.
    #[error("the command of `{}` must be one line of at most {} bytes", .0.name(), External::LONGEST)]
    Line(Protocol),
    /// There is no option of that name.
    #[error("unknown option `{name}` of `{protocol}`: expected `{options}`", protocol = .0.name(), name = .1, options = names(*.0))]
    Unknown(Protocol, String),
    /// The option is already set, or conflicts with another.
    #[error("the option `{1}` of `{protocol}` repeats or contradicts an earlier one", protocol = .0.name())]
    Twice(Protocol, &'static str),
    /// The value is invalid.
    #[error("invalid value `{value}` for the option `{option}` of `{protocol}`: expected {expected}", protocol = .protocol.name())]
    Value {
        /// The protocol of the option.
        protocol: Protocol,
        /// The name of the option.
        option: &'static str,
        /// The given text.
        value: String,
        /// A description of valid values.
        expected: &'static str,
    },
}

/// The list of options, for messages.
fn names(protocol: Protocol) -> String {
    protocol.options().iter().map(|option| option.name).collect::<Vec<_>>().join("`, `")
}

impl External {
    /// The longest command, in bytes.
    pub const LONGEST: usize = 1000;
    /// The longest name, in characters.
    pub const LONGEST_NAME: usize = 40;
    /// The longest time limit that can be set for a move or an answer.
    const LONGEST_TIME: Duration = Duration::from_secs(3600);
    const MOVETIME: Duration = Duration::from_secs(1);
    const TIMEOUT: Duration = Duration::from_secs(60);

    /// Reads the text after `ugi:` or `gtp:`.
    ///
    /// # Errors
    /// Returns an error if the text is invalid.
    pub fn read(protocol: Protocol, text: &str) -> Result<Self, ParseExternalError> {
        let mut rest = text.trim();
        let (mut limit, mut single, mut timeout, mut called) = (None, None, None, None);
        while let Some((name, value, behind)) = option(rest) {
            let known = protocol.options().iter().find(|option| option.name == name);
            let option = known.ok_or_else(|| ParseExternalError::Unknown(protocol, name.to_owned()))?.name;
            let wrong = |expected| {
                let value = value.to_owned();
                ParseExternalError::Value { protocol, option, value, expected }
            };
            let time = || time(value).ok_or_else(|| wrong("a time from 1ms to 1h, as in `500ms` or `10s`"));
            let number = || value.parse().ok().filter(|&n: &u64| n > 0);
            let given_before = match option {
                "name" => {
                    let expected = "a name of at most 40 characters that is not an agent's";
                    called.replace(name_of(value).ok_or_else(|| wrong(expected))?).is_some()
                }
                "timeout" => timeout.replace(time()?).is_some(),
                "movetime" => limit.replace(SearchLimit::Time(time()?)).is_some(),
                "nodes" => {
                    let nodes = number().ok_or_else(|| wrong("a whole number of at least 1"))?;
                    limit.replace(SearchLimit::Nodes(nodes)).is_some()
                }
                "depth" => {
                    let depth = number().and_then(|depth| u32::try_from(depth).ok());
                    limit
                        .replace(SearchLimit::Depth(
                            depth.ok_or_else(|| wrong("a whole number of at least 1"))?,
                        ))
                        .is_some()
                }
                _ => {
                    let actions = match value {
                        "turns" => false,
                        "actions" => true,
                        _ => return Err(wrong("`turns` or `actions`")),
                    };
                    single.replace(actions).is_some()
                }
            };
            if given_before {
                return Err(ParseExternalError::Twice(protocol, option));
            }
            rest = behind.trim_start();
        }
        let spec = Self {
            protocol,
            limit: limit.unwrap_or(SearchLimit::Time(Self::MOVETIME)),
            single: single.unwrap_or(false),
            timeout: timeout.unwrap_or(Self::TIMEOUT),
            name: called,
            command: rest.to_owned(),
        };
        if rest.len() > Self::LONGEST || rest.chars().any(is_unprintable) {
            return Err(ParseExternalError::Line(protocol));
        }
        match shlex::split(rest) {
            None => Err(ParseExternalError::Quote(protocol)),
            Some(words) if words.first().is_none_or(String::is_empty) => {
                Err(ParseExternalError::NoCommand(protocol))
            }
            Some(_) => Ok(spec),
        }
    }

    /// Its name in reports, or the whole text.
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.to_string())
    }

    /// The program and its arguments.
    pub(super) fn words(&self) -> Vec<String> {
        shlex::split(&self.command).unwrap_or_default()
    }

    /// An agent that plays games of `variant` with this program. The program is started at the agent's first choice.
    pub fn build(&self, variant: &Variant) -> ExternalAgent {
        ExternalAgent::new(self, variant)
    }

    /// Checks that the protocol supports games of `variant`.
    ///
    /// # Errors
    /// Returns an error if it does not; the error says what is not supported.
    pub fn check(&self, variant: &Variant) -> Result<(), String> {
        match self.protocol {
            Protocol::Ugi => Ok(()),
            Protocol::Gtp => gtp::board(variant)
                .map(drop)
                .map_err(|why| format!("`{self}` cannot play {}: {why}", variant.info.title())),
        }
    }

    /// Starts the program for games of `variant`, and ends it again. Returns what the user should know about it, in a clause, if
    /// anything.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or does not answer.
    pub fn try_out(&self, variant: &Variant) -> Result<Option<String>, String> {
        self.check(variant)?;
        let mut agent = self.build(variant);
        agent.start().map_err(String::from)?;
        Ok(agent.warning())
    }
}

/// The option at the beginning of `text`, its value, and the text after its colon. A command is not an option: it has a space
/// before the first `=`, or a character that no name has.
fn option(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('=')?;
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let (value, behind) = rest.split_once(':').unwrap_or((rest, ""));
    is_name.then_some((name, value, behind))
}

/// `text` as a name, if it is valid.
fn name_of(text: &str) -> Option<String> {
    let name = text.trim();
    let fits = (1..=External::LONGEST_NAME).contains(&name.chars().count());
    let is_free = name.parse::<AgentSpec>().is_err();
    (fits && is_free && !name.chars().any(is_unprintable)).then(|| name.to_owned())
}

/// A time from a millisecond to an hour, in whole milliseconds.
fn time(text: &str) -> Option<Duration> {
    let time = humantime::parse_duration(text).ok()?;
    let whole = time.subsec_nanos().is_multiple_of(1_000_000);
    (whole && !time.is_zero() && time <= External::LONGEST_TIME).then_some(time)
}

impl fmt::Display for External {
    /// The options that differ from the defaults, and the command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.protocol.name())?;
        match self.limit {
            SearchLimit::Time(Self::MOVETIME) => {}
            SearchLimit::Time(time) => write!(f, "movetime={}:", written(time))?,
            SearchLimit::Nodes(nodes) => write!(f, "nodes={nodes}:")?,
            SearchLimit::Depth(depth) => write!(f, "depth={depth}:")?,
        }
        if self.single {
            f.write_str("moves=actions:")?;
        }
        if self.timeout != Self::TIMEOUT {
            write!(f, "timeout={}:", written(self.timeout))?;
        }
        if let Some(name) = &self.name {
            write!(f, "name={name}:")?;
        }
        f.write_str(&self.command)
    }
}

/// A time in one word, as [`time`] reads it.
fn written(time: Duration) -> String {
    humantime::format_duration(time).to_string().replace(' ', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let (name, rest) = text.split_once(':').unwrap();
        let protocol = Protocol::ALL.into_iter().find(|protocol| protocol.name() == name).unwrap();
        External::read(protocol, rest).map(|spec| spec.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn program_specs_round_trip() {
        for text in [
            "ugi:./mine --threads 1",
            "ugi:nodes=500:moves=actions:timeout=10s:./mine",
            "ugi:movetime=1m30s:python3 'my bots/one.py' a,b",
            "ugi:prog --size=3:4",
            "ugi:C:/bots/mine.exe",
            "gtp:timeout=500ms:name=GNU Go:gnugo --mode gtp",
        ] {
            assert_eq!(read(text), Ok(text.to_owned()));
        }
        assert_eq!(
            read("ugi: timeout=60s:movetime=1000ms:moves=turns: ./mine "),
            Ok("ugi:./mine".to_owned())
        );
    }

    #[test]
    fn errors_state_what_was_expected() {
        for (text, message) in [
            ("ugi:", "`ugi` needs a command that starts the program, as in `ugi:./bot --level 3`"),
            ("ugi:timeout=5s", "`ugi` needs a command that starts the program, as in `ugi:./bot --level 3`"),
            ("gtp:''", "`gtp` needs a command that starts the program, as in `gtp:gnugo --mode gtp`"),
            (
                "ugi:'./mine",
                "cannot parse the command of `ugi`: it has an unclosed quote or ends with a backslash",
            ),
            ("ugi:a\nb", "the command of `ugi` must be one line of at most 1000 bytes"),
            ("gtp:nodes=5:gnugo", "unknown option `nodes` of `gtp`: expected `timeout`, `name`"),
            (
                "ugi:nodes=5:movetime=2s:./mine",
                "the option `movetime` of `ugi` repeats or contradicts an earlier one",
            ),
            (
                "ugi:nodes=0:./mine",
                "invalid value `0` for the option `nodes` of `ugi`: expected a whole number of at least 1",
            ),
            (
                "ugi:timeout=5:./mine",
                "invalid value `5` for the option `timeout` of `ugi`: expected a time from 1ms to 1h, as in \
                 `500ms` or `10s`",
            ),
            (
                "ugi:name=greedy:./mine",
                "invalid value `greedy` for the option `name` of `ugi`: expected a name of at most 40 \
                 characters that is not an agent's",
            ),
            (
                "ugi:moves=stones:./mine",
                "invalid value `stones` for the option `moves` of `ugi`: expected `turns` or `actions`",
            ),
        ] {
            assert_eq!(read(text), Err(message.to_owned()));
        }
        for text in ["ugi:timeout=2h:x", "ugi:timeout=0s:x", "ugi:timeout=1us:x", "ugi:movetime=:x"] {
            assert!(read(text).unwrap_err().contains("a time from 1ms to 1h"), "{text}");
        }
        assert!(read(&format!("ugi:{}", "x".repeat(1001))).unwrap_err().contains("one line"));
    }
}
