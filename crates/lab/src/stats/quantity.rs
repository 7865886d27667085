//! The declaration of a quantity: its names, its unit, its definition, and how it is computed from games. The list of quantities
//! is in [`quantities`](super::quantities).

use super::Quantity;
use super::interval::Interval;
use super::kind::IntervalKind;
use super::summary::Estimate;
use super::tally::Tally;
use super::watch::Design;
use crate::rows::{Branching, GameRow, Millionths};
use dropline_engine::points::Points;
use dropline_engine::rules::Reason;

/// The unit of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A share from 0 to 1.
    Share,
    /// Percentage points.
    PercentagePoints,
    /// Elo points.
    Elo,
    /// Points of the game's score.
    Points,
    /// A mean of counts.
    Mean,
    /// A count.
    Count,
}

/// A summary that shows only some of the measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// The summary in the terminal.
    Terminal,
    /// The main figures of a run's page.
    Page,
    /// The table on the page of an experiment.
    Experiment,
}

/// What the rules of a game must have for a quantity to be meaningful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Scores: the quantity is about margins, or about leads during the game.
    Scores,
    /// The pie rule.
    PieRule,
}

/// The declaration of a quantity.
#[derive(Clone, Copy)]
pub struct Facts {
    /// Its name in files.
    pub name: &'static str,
    /// Its title on a page.
    pub title: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// The kind of its interval.
    pub interval: IntervalKind,
    /// Its definition, with its source.
    pub meaning: &'static str,
    /// How it is computed from games.
    pub taken: Taken,
    /// What the rules must have for games to have the quantity; `None` if all games have it.
    pub only_if: Option<Condition>,
    /// The summaries that show it; tables show all quantities.
    pub selections: &'static [Selection],
}

impl Facts {
    /// The values of the fields that a declaration leaves out.
    pub const DEFAULT: Self = Self {
        name: "",
        title: "",
        unit: Unit::Count,
        interval: IntervalKind::None,
        meaning: "",
        taken: Taken::FromTally(|_, _| None),
        only_if: None,
        selections: &[],
    };
}

/// How a quantity is computed from games.
#[derive(Clone, Copy)]
pub enum Taken {
    /// It is the mean of a value over games, or the share of games in which something happened.
    PerGame(PerGame),
    /// It is computed from the counts of all games and the komi that they were played with; `None` if these games do not have it.
    FromTally(fn(&Tally, Points) -> Option<Estimate>),
}

/// A value that a game has, taken from its row.
#[derive(Clone, Copy)]
pub enum PerGame {
    /// Whether something happened: 1 or 0.
    Event(fn(&GameRow) -> bool),
    /// Whether the game ended for this reason: 1 or 0.
    End(Reason),
    /// A count.
    Count(fn(&GameRow) -> u32),
    /// A difference of scores.
    Points(fn(&GameRow) -> Points),
    /// A number of legal actions, if the game has one.
    Branching(fn(&GameRow) -> Option<Branching>),
    /// A share or another small number, if the game has one.
    Millionths(fn(&GameRow) -> Option<Millionths>),
}

impl PerGame {
    /// The value for the game of `row`, in units of 1/[`unit()`](Self::unit).
    pub fn number(self, row: &GameRow) -> Option<i64> {
        let whole = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        match self {
            Self::Event(happened) => Some(happened(row).into()),
            Self::End(reason) => Some((row.end == reason).into()),
            Self::Count(of) => Some(of(row).into()),
            Self::Points(of) => Some(of(row).units().into()),
            Self::Branching(of) => of(row).map(|mean| whole(mean.units())),
            Self::Millionths(of) => of(row).map(|share| whole(share.units())),
        }
    }

    /// The number of units in 1.
    pub const fn unit(self) -> u64 {
        match self {
            Self::Event(_) | Self::End(_) | Self::Count(_) => 1,
            Self::Points(_) => Points::UNIT,
            Self::Branching(_) => Branching::UNIT,
            Self::Millionths(_) => Millionths::UNIT,
        }
    }
}

impl Quantity {
    /// The quantities that a summary shows, in order.
    pub fn selected(selection: Selection) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |quantity| quantity.facts().selections.contains(&selection))
    }

    /// Whether the quantity is about scores: about margins, or about leads during the game.
    pub fn is_of_scores(self) -> bool {
        self.facts().only_if == Some(Condition::Scores)
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Its title on a page.
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// Its unit.
    pub const fn unit(self) -> Unit {
        self.facts().unit
    }

    /// How it is computed from each game; `None` if it is not a mean over games.
    pub(super) const fn per_game(self) -> Option<PerGame> {
        match self.facts().taken {
            Taken::PerGame(number) => Some(number),
            Taken::FromTally(_) => None,
        }
    }

    /// The part of an `interval` that the quantity can reach: a mean of shares lies between 0 and 1 and a mean of counts is never
    /// negative, which Student's interval ignores.
    pub(super) fn possible(self, interval: Interval) -> Interval {
        match self.unit() {
            Unit::Share => interval.map(|share| share.clamp(0.0, 1.0)),
            Unit::Mean => interval.map(|mean| mean.max(0.0)),
            _ => interval,
        }
    }

    /// Its definition and, in a run of this `design`, the kind of its interval.
    pub fn definition(self, design: Design) -> String {
        let Facts { meaning, interval, .. } = self.facts();
        interval.words(design).map_or_else(|| meaning.to_owned(), |interval| format!("{meaning}; {interval}"))
    }
}
