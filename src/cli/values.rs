//! Parsing the values of single arguments.

use crate::contestant::Contestant;
use crate::decimal;
use std::time::Duration;

/// The maximum number of threads.
const MAX_THREADS: usize = 1024;
/// The maximum length of the sequences to count.
const MAX_DEPTH: u32 = 64;
/// The maximum number of games of a run. At a hundred thousand per second they take a day, and no sum over them overflows.
const MAX_GAMES: u64 = 10_000_000_000;
/// The maximum number of rungs of a ladder: each has a place on the axis of a chart.
const MAX_RUNGS: usize = 64;

/// The first player's agent and the second's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentPair(pub [Contestant; 2]);

impl AgentPair {
    /// An agent that plays both sides.
    pub fn same(agent: impl Into<Contestant>) -> Self {
        let agent = agent.into();
        Self([agent.clone(), agent])
    }
}

impl std::fmt::Display for AgentPair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-vs-{}", self.0[0], self.0[1])
    }
}

/// Who plays a game in the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at the keyboard.
    Person,
    /// An agent.
    Agent(Contestant),
}

impl Seat {
    /// The name of a person here and in records.
    const PERSON: &str = "human";

    /// The agent; `None` for a person.
    pub const fn agent(&self) -> Option<&Contestant> {
        match self {
            Self::Person => None,
            Self::Agent(agent) => Some(agent),
        }
    }

    /// The name on the screen.
    pub fn label(&self) -> String {
        self.agent().map_or_else(|| Self::PERSON.to_owned(), Contestant::label)
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Person => f.write_str(Self::PERSON),
            Self::Agent(spec) => spec.fmt(f),
        }
    }
}

/// The first player and the second, each an agent or `human`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats(pub [Seat; 2]);

/// Two players separated by a comma, the first player first; one player named alone plays both sides.
pub fn seats(text: &str) -> Result<Seats, String> {
    let seat = |name: &str| match name.trim() {
        Seat::PERSON => Ok(Seat::Person),
        name => agent(name).map(Seat::Agent),
    };
    let seats = list(text).into_iter().map(seat).collect::<Result<Vec<_>, _>>()?;
    let seats = both_sides(seats).ok_or(
        "expected two players, as in `human,mcts:1000`, or one that plays both sides, as in `mcts:1000`",
    )?;
    Ok(Seats(seats))
}

/// Two agents separated by a comma, the first player's first; one agent named alone plays both sides.
pub fn agents(text: &str) -> Result<AgentPair, String> {
    const NEEDED: &str =
        "expected two agents, as in `mcts:1000,greedy`, or one that plays both sides, as in `mcts:1000`";
    // Report a bad agent before a wrong count.
    let (names, mut agents) = (list(text), Vec::new());
    for name in names.iter().filter(|name| !name.trim().is_empty()) {
        agents.push(agent(name)?);
    }
    let is_complete = agents.len() == names.len();
    both_sides(agents).filter(|_| is_complete).map(AgentPair).ok_or_else(|| NEEDED.to_owned())
}

/// The players of both sides: two, or one for both; `None` for any other number.
fn both_sides<T: Clone>(mut named: Vec<T>) -> Option<[T; 2]> {
    if named.len() == 1 {
        named.push(named[0].clone());
    }
    named.try_into().ok()
}

/// An agent or an external program.
pub fn agent(text: &str) -> Result<Contestant, String> {
    text.trim().parse::<Contestant>().map_err(|error| error.to_string())
}

/// An agent of dropline.
pub fn own_agent(text: &str) -> Result<Contestant, String> {
    match agent(text)? {
        own @ (Contestant::Agent(_) | Contestant::Learned(_)) => Ok(own),
        Contestant::Program(program) => Err(format!("`{program}` is an external program: run it directly")),
        Contestant::Hosted(hosted) => Err(format!("`{hosted}` is a player of another program: run it there")),
    }
}

/// The parts of `text` between commas. Commas within quotes belong to commands.
fn list(text: &str) -> Vec<&str> {
    let mut quote = None;
    let parts = text.split(|c| {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if c == open => quote = None,
            _ => {}
        }
        quote.is_none() && c == ','
    });
    parts.collect()
}

/// Agents from the weakest to the strongest, at least two and all different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rungs(pub Vec<Contestant>);

/// Agents from the weakest to the strongest, separated by commas; `mcts:A..B` stands for several.
pub fn rungs(text: &str) -> Result<Rungs, String> {
    let mut agents = Vec::new();
    for item in list(text).into_iter().map(str::trim) {
        for written in doubled(item)? {
            let agent = agent(&written)?;
            if agents.contains(&agent) {
                return Err(format!("duplicate rung `{agent}`"));
            }
            agents.push(agent);
        }
        if agents.len() > MAX_RUNGS {
            return Err(format!("expected at most {MAX_RUNGS} rungs"));
        }
    }
    if agents.len() < 2 {
        return Err("expected at least two rungs, as in `random,greedy` or `mcts:16..256`".to_owned());
    }
    Ok(Rungs(agents))
}

/// Expands `mcts:A..B`, or with times `mcts:Ams..Bms`, into the agents that it stands for; leaves any other item unchanged.
fn doubled(item: &str) -> Result<Vec<String>, String> {
    let is_program = agent(item).is_ok_and(|agent| agent.is_program());
    let Some((first, rest)) = item.split_once("..").filter(|_| !is_program) else {
        return Ok(vec![item.to_owned()]);
    };
    let (last, options) =
        rest.split_once(':').map_or((rest, String::new()), |(last, options)| (last, format!(":{options}")));
    let ends = first
        .rsplit_once(':')
        .and_then(|(name, first)| Some((name, amount(first)?, amount(last)?)))
        .filter(|&(_, (first, unit), (last, same))| first > 0 && first <= last && unit == same);
    let Some((name, (first, unit), (last, _))) = ends else {
        return Err(format!(
            "invalid range of agents `{item}`: expected a range such as `mcts:16..256` or `mcts:10ms..80ms`, the \
             smaller number first"
        ));
    };
    let numbers = std::iter::successors(Some(first), |number| number.checked_mul(2))
        .take_while(|&number| number <= last);
    Ok(numbers.map(|number| format!("{name}:{number}{unit}{options}")).collect())
}

/// A number and its unit, if it has one.
fn amount(text: &str) -> Option<(u64, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..digits].parse().ok()?, &text[digits..]))
}

/// A number of games that can be played in pairs.
pub fn even_games(text: &str) -> Result<u64, String> {
    match games(text)? {
        number if number.is_multiple_of(2) => Ok(number),
        _ => Err("expected an even number of games: they are played in pairs".to_owned()),
    }
}

/// A time in Slurm's format, with only its characters checked: digits, colons and hyphens.
pub fn slurm_time(text: &str) -> Result<String, String> {
    let is_time = text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || ":-".contains(c));
    if is_time {
        Ok(text.to_owned())
    } else {
        Err("expected a time in Slurm's format, such as `30` (minutes), `4:00:00` (hours) or `2-0` (days)"
            .to_owned())
    }
}

/// A time of at least a second.
pub fn time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text.trim()) {
        Ok(time) if time >= Duration::from_secs(1) => Ok(time),
        _ => Err("expected a time of at least `1s`, as in `10m` or `1h 30m`".to_owned()),
    }
}

/// A master seed.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// A number of games, from 1 to [`MAX_GAMES`]: `10000`, `10k`, `1e4` or `1.5M`.
pub fn games(text: &str) -> Result<u64, String> {
    match whole_number(text) {
        Some(0) => Err("expected at least 1 game".to_owned()),
        Some(games) if games <= MAX_GAMES => Ok(games),
        _ => Err(format!(
            "expected a whole number of games from 1 to {MAX_GAMES}, as in `10000`, `10k` or `1e4`"
        )),
    }
}

/// A unit's number.
pub fn unit(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(unit) if unit > 0 => Ok(unit),
        _ => Err("units are numbered from 1".to_owned()),
    }
}

/// Parses an exact whole number: digits, optionally followed by `e` and a power of ten, by `k` for thousands, or by `M` for
/// millions. Decimals are allowed. `None` if the value is not whole or is too large.
fn whole_number(text: &str) -> Option<u64> {
    let (number, power) = match text.find(['e', 'E', 'k', 'K', 'm', 'M']) {
        None => (text, 0),
        Some(at) => {
            let (number, rest) = text.split_at(at);
            let power = match rest {
                "k" | "K" => 3,
                "m" | "M" => 6,
                _ => rest[1..].parse::<u8>().ok().filter(|_| rest.starts_with(['e', 'E']))?,
            };
            (number, usize::from(power))
        }
    };
    decimal::parse(number, power).and_then(|whole| u64::try_from(whole).ok())
}

/// The smallest half-width. `--until` tests hypothetical means in steps of a fifth of this.
const LEAST_HALF_WIDTH: f64 = 0.0005;
/// The largest half-width: an interval of half of all possible scores is useless.
const MOST_HALF_WIDTH: f64 = 0.25;

/// Parses half the width of an interval.
pub fn half_width(text: &str) -> Result<f64, String> {
    small_share(text, "half the width of the interval, from 0.05% to 25%, as in `1%` or `0.01`")
}

/// Parses the distance from one half within which a game is called balanced.
pub fn margin(text: &str) -> Result<f64, String> {
    small_share(text, "a distance from one half, from 0.05% to 25%, as in `2%` or `0.02`")
}

/// Parses a share or a percentage up to [`MOST_HALF_WIDTH`] as a share. `what` describes the expected value in errors.
fn small_share(text: &str, what: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let share = match text.trim().strip_suffix('%') {
        // `3%` must give exactly the same number as `0.03`, which division by 100 does not guarantee.
        Some(percent) => number(percent).and_then(|percent| number(&format!("{percent}e-2"))),
        None => number(text),
    };
    match share {
        Some(share) if (LEAST_HALF_WIDTH..=MOST_HALF_WIDTH).contains(&share) => Ok(share),
        Some(share) if share > MOST_HALF_WIDTH && number(text).is_some_and(|points| points <= 25.0) => {
            Err(format!("did you mean `{}%`? Expected {what}", text.trim()))
        }
        _ => Err(format!("expected {what}")),
    }
}

/// The length of sequences of actions, at most [`MAX_DEPTH`].
pub fn depth(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(depth) if (1..=MAX_DEPTH).contains(&depth) => Ok(depth),
        _ => Err(format!("expected a number of actions from 1 to {MAX_DEPTH}")),
    }
}

/// A number of threads, at most [`MAX_THREADS`].
pub fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads) if (1..=MAX_THREADS).contains(&threads) => Ok(threads),
        _ => Err(format!("expected a number of threads from 1 to {MAX_THREADS}")),
    }
}

/// A number of bytes: a whole number, optionally followed by K, M, G or T for powers of 1024.
pub fn memory(text: &str) -> Result<u64, String> {
    const NEEDED: &str = "expected a size of at least 1M, as in `500M` or `8G`";
    let upper = text.trim().to_ascii_uppercase();
    let plain = upper.trim_end_matches('B').trim_end_matches('I');
    let (digits, unit) = match plain.char_indices().last() {
        Some((at, unit)) if unit.is_ascii_alphabetic() => (&plain[..at], unit),
        _ => (plain, ' '),
    };
    let shift = match unit {
        ' ' => 0,
        'K' => 10,
        'M' => 20,
        'G' => 30,
        'T' => 40,
        _ => return Err(NEEDED.to_owned()),
    };
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|&bytes| bytes >= 1 << 20).ok_or_else(|| NEEDED.to_owned())
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.01 to 86400".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::AgentSpec;

    #[test]
    fn agents_come_in_pairs() {
        assert_eq!(
            agents("random, greedy"),
            Ok(AgentPair([AgentSpec::Random, AgentSpec::Greedy].map(Contestant::Agent)))
        );
        assert_eq!(agents("mcts:100"), agents("mcts:100,mcts:100"));
        assert_eq!(seats("greedy"), seats("greedy,greedy"));
        assert!(["", ",", "random,", ",random"].iter().all(|text| agents(text).is_err()));
        assert!(agents("random,greedy,random").unwrap_err().contains("two agents"));
        assert!(agents("random,gredy").unwrap_err().contains("did you mean `greedy`"));
        let options =
            agents("mcts:20:bias=1:exploration=0.7,random").map(|pair| pair.0.map(|agent| agent.to_string()));
        assert_eq!(options, Ok(["mcts:20:exploration=0.7:bias=1", "random"].map(str::to_owned)));
        let programs =
            agents("ugi:'my bot' \"a,b\",gtp:../go -l 1").map(|pair| pair.0.map(|agent| agent.to_string()));
        assert_eq!(programs, Ok(["ugi:'my bot' \"a,b\"", "gtp:../go -l 1"].map(str::to_owned)));
        assert!(
            own_agent("mcts:5").is_ok() && own_agent("ugi:./bot").unwrap_err().contains("external program")
        );
    }

    #[test]
    fn rungs_are_agents_of_increasing_strength() {
        let parsed =
            |text: &str| rungs(text).map(|rungs| rungs.0.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(parsed("random, greedy"), Ok(vec!["random".to_owned(), "greedy".to_owned()]));
        let expected = ["random", "mcts:100", "mcts:200", "mcts:400"].map(str::to_owned).to_vec();
        assert_eq!(parsed("random,mcts:100..799"), Ok(expected));
        assert_eq!(
            parsed("mcts:5ms..20ms"),
            Ok(["mcts:5ms", "mcts:10ms", "mcts:20ms"].map(str::to_owned).to_vec())
        );
        assert_eq!(parsed("greedy,ugi:../bot"), Ok(["greedy", "ugi:../bot"].map(str::to_owned).to_vec()));
        for (text, message) in [
            ("mcts:5ms..20", "invalid range of agents `mcts:5ms..20`"),
            ("random", "at least two rungs"),
            ("random,random", "duplicate rung `random`"),
            ("mcts:8..4", "invalid range of agents `mcts:8..4`"),
            ("mcts:..4", "invalid range of agents"),
            ("greedy..random", "invalid range of agents"),
            ("gredy,random", "did you mean `greedy`?"),
            ("", "unknown agent ``"),
            (&(1..=65).map(|n| format!("mcts:{n},")).collect::<String>(), "expected at most 64 rungs"),
        ] {
            let error = parsed(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
        assert!(even_games("3").is_err() && even_games("4") == Ok(4));
    }

    #[test]
    fn a_half_width_is_a_share_or_a_percentage() {
        assert_eq!([half_width("1%"), half_width("0.01"), half_width(" 1 % ")], [(); 3].map(|()| Ok(0.01)));
        assert!(half_width("1").unwrap_err().starts_with("did you mean `1%`?"));
        for wrong in ["", "%", "0", "-1%", "0.01%", "30%", "100", "NaN", "narrow", "inf"] {
            assert!(
                half_width(wrong)
                    .unwrap_err()
                    .starts_with("expected half the width of the interval, from 0.05% to 25%"),
                "{wrong}"
            );
        }
    }

    #[test]
    fn the_limits_match_the_manual() {
        for (what, most) in [
            ("games of a run", MAX_GAMES),
            ("rungs of a ladder", MAX_RUNGS as u64),
            ("threads", MAX_THREADS as u64),
            ("depth of `perft`, in actions", MAX_DEPTH.into()),
        ] {
            let row = format!("\n| {what} | {} |\n", crate::report::count(most));
            assert!(include_str!("../../docs/limits.md").contains(&row), "{row}");
        }
        let [least, most] = [LEAST_HALF_WIDTH, MOST_HALF_WIDTH].map(|share| 100.0 * share);
        let row = format!("\n| half-width of `--until`, in percentage points | from {least} to {most} |\n");
        assert!(include_str!("../../docs/limits.md").contains(&row), "{row}");
    }

    #[test]
    fn memory_is_a_number_with_a_unit() {
        for (text, bytes) in [("8G", 8 << 30), ("500m", 500 << 20), ("1048576", 1 << 20), ("2GiB", 2 << 30)] {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for wrong in ["", "G", "-1G", "1K", "8X", "1.5G", "99999999999T"] {
            assert!(memory(wrong).unwrap_err().starts_with("expected a size of at least 1M"), "{wrong}");
        }
    }

    #[test]
    fn numbers_have_limits() {
        assert_eq!((games("1"), threads("1024"), seconds("0.5")), (Ok(1), Ok(1024), Ok(0.5)));
        for text in ["0", "-1", "many", ""] {
            assert!(games(text).is_err() && threads(text).is_err() && seconds(text).is_err());
        }
        assert!(threads("1025").is_err() && seconds("NaN").is_err());
        let most = games("10000000001").unwrap_err();
        assert_eq!(
            most,
            "expected a whole number of games from 1 to 10000000000, as in `10000`, `10k` or `1e4`"
        );
        assert_eq!(games("10000000000"), Ok(MAX_GAMES));
    }

    #[test]
    fn large_numbers_have_short_forms() {
        for (text, number) in [
            ("10k", 10_000),
            ("10K", 10_000),
            ("1e4", 10_000),
            ("1E4", 10_000),
            ("1.5M", 1_500_000),
            ("2.50e3", 2_500),
            ("3.0", 3),
            ("10e9", MAX_GAMES),
        ] {
            assert_eq!(games(text), Ok(number), "{text}");
        }
        for text in [
            "1.5", "1.2345k", "k", "e4", ".5k", "1e", "1e-2", "1e99", "1kk", "+1e4", "1e4k", "1 k", "NaN",
            "1ex",
        ] {
            assert!(games(text).is_err(), "{text}");
        }
    }
}
