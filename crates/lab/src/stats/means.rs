//! The measures that are means over games or shares of games. A game has at most one value of each.

use super::kind::{IntervalKind, Sampled};
use super::moments::Moments;
use super::pair_moments::PairMoments;
use super::quantity::PerGame;
use super::summary::Estimate;
use super::{Quantity, wilson};
use crate::rows::GameRow;
use dropline_engine::rules::Reason;

/// The number of these measures.
const MEANS: usize = {
    let (mut at, mut means) = (0, 0);
    while at < Quantity::ALL.len() {
        means += Quantity::ALL[at].per_game().is_some() as usize;
        at += 1;
    }
    means
};

/// All measures that are means over games or shares of games, and how each is computed from a game.
const MEASURED: [(Quantity, PerGame); MEANS] = {
    let mut measured = [(Quantity::Swapped, PerGame::End(Reason::Cap)); MEANS];
    let (mut at, mut means) = (0, 0);
    while at < Quantity::ALL.len() {
        if let Some(number) = Quantity::ALL[at].per_game() {
            measured[means] = (Quantity::ALL[at], number);
            means += 1;
        }
        at += 1;
    }
    measured
};

/// A game's values of the measures, in the order of [`MEASURED`]. `None` if the game has no value.
pub type Numbers = [Option<i64>; MEANS];

/// The values of all measures for the game of `row`.
pub fn numbers(row: &GameRow) -> Numbers {
    MEASURED.map(|(_, number)| number.number(row))
}

/// The measures, summed over games and, if the run has them, over pairs. Each has its own number of games: for example, a drawn
/// game has no drama.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Means {
    games: [Moments; MEANS],
    pairs: [PairMoments; MEANS],
}

impl Means {
    /// Counts one game.
    pub fn add(&mut self, game: &Numbers) {
        for (moments, number) in self.games.iter_mut().zip(game) {
            if let Some(number) = *number {
                moments.add(number);
            }
        }
    }

    /// Counts two games, each already counted by itself, as a pair.
    pub fn pair(&mut self, first: &Numbers, second: &Numbers) {
        for (moments, games) in self.pairs.iter_mut().zip(first.iter().zip(second)) {
            moments.add([*games.0, *games.1]);
        }
    }

    /// The estimate of `quantity`; `None` if it is not one of these measures, or if no game has it. The interval is computed over
    /// pairs if there are any.
    pub(super) fn estimate(&self, quantity: Quantity) -> Option<Estimate> {
        let at = MEASURED.iter().position(|&(measured, _)| measured == quantity)?;
        let (games, pairs) = (&self.games[at], &self.pairs[at]);
        let mean = games.mean()?;
        let sampled =
            if pairs.pairs() > 0 { (pairs.pairs(), Sampled::Pairs) } else { (games.n(), Sampled::Games) };
        let interval = match (quantity.facts().interval, sampled.1) {
            (IntervalKind::Share, Sampled::Pairs) => pairs.proportion(mean).map(|share| share.interval()),
            (IntervalKind::Share, Sampled::Games) => Some(wilson(mean, games.n() as f64)),
            (_, Sampled::Pairs) => pairs.interval(mean),
            (_, Sampled::Games) => games.interval(),
        };
        let ones = |x: f64| x / MEASURED[at].1.unit() as f64;
        Some(Estimate { value: ones(mean), interval: interval.map(|interval| interval.map(ones)), sampled })
    }
}
