//! Sampling units, games or pairs, and kinds of intervals.

use super::watch::Design;

/// What the n of a measure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampled {
    /// Games.
    Games,
    /// Pairs of games, in runs that have them.
    Pairs,
}

impl Sampled {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Pairs => "pairs",
        }
    }
}

/// The kind of a quantity's interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalKind {
    /// The interval of the first player's score.
    Score,
    /// The interval of the score of a side, for a number of games that is fixed in advance.
    OfSide,
    /// The interval of another quantity, with its ends converted to the unit of this quantity.
    Mapped,
    /// The interval of a quantity that only pairs have.
    OfPairs,
    /// The interval of the share of games in which something happened.
    Share,
    /// The interval of a mean over games.
    Mean,
    /// The interval of an order statistic.
    Order,
    /// The interval of the static komi.
    Komi,
    /// No interval.
    None,
}

impl IntervalKind {
    /// The kind in words, for a run of this `design`; `None` if the definition of the quantity already says enough.
    pub const fn words(self, design: Design) -> Option<&'static str> {
        let Design { pairs, until, .. } = design;
        Some(match (self, pairs, until.is_some()) {
            (Self::Score, false, false) | (Self::OfSide, false, _) => {
                "score interval of wins, draws and losses, corrected for skewness where the correction widens it"
            }
            (Self::Score, true, false) | (Self::OfSide, true, _) => {
                "score interval of the results of pairs, corrected for skewness where the correction widens it"
            }
            (Self::Score, false, true) => {
                "confidence sequence by betting, valid at every look (Waudby-Smith and Ramdas 2023)"
            }
            (Self::Score, true, true) => {
                "confidence sequence of pairs by betting, valid at every look (Waudby-Smith and Ramdas 2023)"
            }
            (Self::OfPairs, ..) => {
                "score interval of the results of pairs, corrected for skewness where the correction widens it"
            }
            (Self::Share, false, _) => "Wilson interval",
            (Self::Share, true, _) => {
                "score interval of the pairs' shares, corrected for skewness where the correction widens it"
            }
            (Self::Mean, false, _) => "Student interval",
            (Self::Mean, true, _) => {
                "Student interval over pairs, a pair being a cluster of two games (Cochran 1977)"
            }
            (Self::Order, false, _) => "percentile interval of the ideal bootstrap, computed exactly",
            (Self::Order, true, _) => "Woodruff interval (1952), with the variance estimated over pairs",
            (Self::Komi, false, _) => "interval: every komi that these games do not reject",
            (Self::Komi, true, _) => {
                "interval: every komi that these games do not reject, with the variance estimated over pairs"
            }
            (Self::Mapped | Self::None, ..) => return None,
        })
    }
}
