//! The limits of `go`.

use crate::rules::Player;
use crate::text::quoted;
use std::time::Duration;

/// The number of moves for which the remaining time must suffice.
const MOVES_TO_GO: u32 = 25;

/// How long to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The agent's own budget.
    Own,
    /// A depth. Agents ignore the depth, and use their own budget.
    Depth,
    /// A number of iterations for each action.
    Nodes(u32),
    /// A time for the move.
    Time(Duration),
    /// Until the search is stopped.
    Infinite,
}

impl Limit {
    /// Reads the arguments of `go`, with `mover` to move.
    ///
    /// # Errors
    /// Returns an error if an argument is unknown or invalid.
    pub fn read(text: &str, mover: Player) -> Result<Self, String> {
        let mut limit = Self::Own;
        let (mut left, mut increment) = ([None; 2], [Duration::ZERO; 2]);
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                limit = Self::Infinite;
                continue;
            }
            if !["movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc"].contains(&word) {
                return Err(format!(
                    "unknown limit {} of `go`: expected movetime, nodes, depth, infinite, p1time, p2time, p1inc \
                     or p2inc",
                    quoted(word)
                ));
            }
            let value = words.next().and_then(|value| value.parse::<u32>().ok());
            let number =
                value.ok_or_else(|| format!("expected a whole number up to {} after `{word}`", u32::MAX))?;
            let time = Duration::from_millis(number.into());
            match word {
                "movetime" => limit = Self::Time(time),
                "nodes" => limit = Self::Nodes(number.max(1)),
                "depth" => limit = Self::Depth,
                "p1time" => left[0] = Some(time),
                "p2time" => left[1] = Some(time),
                "p1inc" => increment[0] = time,
                _ => increment[1] = time,
            }
        }
        let own = mover.index();
        match left[own] {
            // Half of the remaining time is always kept, however large the increment is.
            Some(left) => Ok(Self::Time((left / MOVES_TO_GO + increment[own] * 3 / 4).min(left / 2))),
            None => Ok(limit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_of_the_protocol_are_read() {
        let read = |text: &str| Limit::read(text, Player::Second);
        let time = |time| Ok(Limit::Time(Duration::from_millis(time)));
        assert_eq!((read(""), read("infinite")), (Ok(Limit::Own), Ok(Limit::Infinite)));
        assert_eq!((read("nodes 500"), read("depth 3")), (Ok(Limit::Nodes(500)), Ok(Limit::Depth)));
        assert_eq!(read("movetime 100"), time(100));
        assert_eq!(read("p1time 1 p2time 50000 p1inc 10 p2inc 400"), time(2300));
        assert_eq!(read("p1time 9 p2time 100 p1inc 0 p2inc 400"), time(50));
        assert!(
            read("movetime soon")
                .unwrap_err()
                .contains("expected a whole number up to 4294967295 after `movetime`")
        );
        assert!(read("ponder").unwrap_err().contains("unknown limit `ponder` of `go`"));
        assert!(read("nodes").is_err() && read("nodes -1").is_err() && read("movetime 99999999999").is_err());
    }
}
