//! Shares: the part of a run's games that one of several machines plays.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Every N-th game of a run, from the I-th on, written `I/N`; every N-th pair where games come in pairs. Each game is in one
/// of the N shares, and whatever makes later games longer or shorter makes it so in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    index: u64,
    of: u64,
}

impl Share {
    /// All games.
    pub const WHOLE: Self = Self { index: 1, of: 1 };
    /// The most shares of a run: their files are open at the same time when they are merged.
    pub const MOST: u64 = 500;

    /// Share number `index` of `of`, from 1; none if there is no such.
    pub const fn new(index: u64, of: u64) -> Option<Self> {
        if index >= 1 && index <= of && of <= Self::MOST { Some(Self { index, of }) } else { None }
    }

    /// Which of them, from 1.
    pub const fn index(self) -> u64 {
        self.index
    }

    /// How many shares there are.
    pub const fn of(self) -> u64 {
        self.of
    }

    /// How many of a run's `games`, an even number where they come in `pairs`, are in this share.
    pub const fn count(self, games: u64, pairs: bool) -> u64 {
        let unit = Self::unit(pairs);
        (games / unit).saturating_sub(self.index - 1).div_ceil(self.of) * unit
    }

    /// The number in its run of the `nth` game of this share, both from 1.
    pub const fn game(self, nth: u64, pairs: bool) -> u64 {
        let unit = Self::unit(pairs);
        let (before, within) = ((nth - 1) / unit, (nth - 1) % unit);
        before.saturating_mul(self.of).saturating_add(self.index - 1).saturating_mul(unit) + within + 1
    }

    /// How many games in a row are never divided.
    const fn unit(pairs: bool) -> u64 {
        if pairs { 2 } else { 1 }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// A text that is not a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a share is written I/N with I from 1 to N, as in `3/8`, and N at most {}", Share::MOST)]
pub struct NoShare;

impl FromStr for Share {
    type Err = NoShare;

    fn from_str(text: &str) -> Result<Self, NoShare> {
        let (index, of) = text.split_once('/').ok_or(NoShare)?;
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| NoShare);
        Self::new(number(index)?, number(of)?).ok_or(NoShare)
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Which share of which run a folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The share.
    pub share: Share,
    /// Games of the whole run.
    pub games: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(text: &str) -> Share {
        text.parse().unwrap()
    }

    fn games(text: &str, games: u64, pairs: bool) -> Vec<u64> {
        let share = share(text);
        (1..=share.count(games, pairs)).map(|nth| share.game(nth, pairs)).collect()
    }

    #[test]
    fn games_are_dealt_out_one_by_one() {
        assert_eq!(games("1/3", 8, false), [1, 4, 7]);
        assert_eq!(games("2/3", 8, false), [2, 5, 8]);
        assert_eq!(games("3/3", 8, false), [3, 6]);
        assert!(games("3/3", 2, false).is_empty());
        assert_eq!(Share::WHOLE.count(u64::MAX, false), u64::MAX);
        assert_eq!(share("500/500").count(u64::MAX, false), u64::MAX / 500);
    }

    #[test]
    fn pairs_stay_together() {
        assert_eq!(games("1/2", 10, true), [1, 2, 5, 6, 9, 10]);
        assert_eq!(games("2/2", 10, true), [3, 4, 7, 8]);
    }

    #[test]
    fn every_game_is_in_one_share() {
        for (of, pairs) in [(1, false), (7, false), (4, true), (9, true)] {
            let mut all: Vec<u64> =
                (1..=of).flat_map(|index| games(&format!("{index}/{of}"), 60, pairs)).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(1..=60), "{of} {pairs}");
        }
    }

    #[test]
    fn a_share_is_written_as_it_is_read() {
        assert_eq!(share("3/8").to_string(), "3/8");
        assert_eq!(serde_json::to_string(&share("3/8")).unwrap(), r#""3/8""#);
        for wrong in ["", "3", "0/8", "9/8", "1/501", "-1/8", "a/b", "1/8/2"] {
            assert_eq!(wrong.parse::<Share>(), Err(NoShare), "{wrong}");
        }
    }
}
