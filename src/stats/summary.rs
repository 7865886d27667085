//! What can be said of a run: its measures, each with its interval and its sample size.

use super::interval::{Interval, wilson};
use super::moments::Moments;
use super::order::{median, quantile, static_komi};
use super::outcomes::elo;
use super::{Distinct, Histogram, Outcomes, Quantity, Tally};
use crate::points::Points;
use crate::rules::Outcome;
use crate::run::ENDS;

/// A quantity, measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// What is measured.
    pub quantity: Quantity,
    /// Its value, in the quantity's unit; an Elo value may be infinite.
    pub value: f64,
    /// Its 95 % interval, where there is one: counts have none, nor has a mean over a single game.
    pub interval: Option<Interval>,
    /// The number of games it rests on.
    pub n: u64,
}

/// What can be said of some games, at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Wins, draws and losses of the first player.
    pub outcomes: Outcomes,
    /// Games that met the turn cap.
    pub truncated: u64,
    /// Games by how they ended, in the order of [`ENDS`].
    pub ends: [(Outcome, u64); 4],
    /// How many different games there were.
    pub distinct: Distinct,
    measures: Vec<Measure>,
}

impl Summary {
    /// All measures, in the order of [`Quantity::ALL`].
    pub fn measures(&self) -> &[Measure] {
        &self.measures
    }

    /// The measure of `quantity`.
    pub fn measure(&self, quantity: Quantity) -> &Measure {
        &self.measures[quantity as usize]
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.outcomes.games()
    }
}

impl Tally {
    /// What can be said of the games counted, played with this `komi`; none without games.
    pub fn summary(&self, komi: Points) -> Option<Summary> {
        let measures = Quantity::ALL.iter().map(|&quantity| self.measure(quantity, komi));
        Some(Summary {
            outcomes: self.outcomes,
            truncated: self.ended(Outcome::Cap),
            ends: ENDS.map(|end| (end, self.ended(end))),
            distinct: self.seen.count(),
            measures: measures.collect::<Option<_>>()?,
        })
    }

    fn measure(&self, quantity: Quantity, komi: Points) -> Option<Measure> {
        let n = self.games();
        let Outcomes { wins, draws, losses } = self.outcomes;
        let score = || self.outcomes.score().zip(self.outcomes.interval());
        let of_score = |f: fn(f64) -> f64| score().map(|(s, interval)| (f(s), Some(interval.map(f))));
        let (value, interval) = match quantity {
            Quantity::Score => of_score(|s| s),
            Quantity::Advantage => of_score(|s| (s - 0.5) * 100.0),
            Quantity::Elo => of_score(elo),
            Quantity::FirstWins => share(wins, n),
            Quantity::Drawishness => share(draws, n),
            Quantity::SecondWins => share(losses, n),
            Quantity::MeanMargin => mean(&self.margin, 100.0),
            Quantity::MedianMargin => points(median(&self.margins)),
            Quantity::Margin5 => points(quantile(&self.margins, 0.05)),
            Quantity::Margin25 => points(quantile(&self.margins, 0.25)),
            Quantity::Margin75 => points(quantile(&self.margins, 0.75)),
            Quantity::Margin95 => points(quantile(&self.margins, 0.95)),
            Quantity::StaticKomi => komi_in_all(&self.side_margins, komi),
            Quantity::Turns => mean(&self.turn, 1.0),
            Quantity::Actions => mean(&self.action, 1.0),
            Quantity::Branching => mean(&self.branching, 10_000.0),
            Quantity::FirstCaptures => mean(&self.captures[0], 1.0),
            Quantity::SecondCaptures => mean(&self.captures[1], 1.0),
            Quantity::Completion => share(n - self.ended(Outcome::Cap), n),
            Quantity::Truncated | Quantity::EndCap => share(self.ended(Outcome::Cap), n),
            Quantity::EndPasses => share(self.ended(Outcome::Passes), n),
            Quantity::EndStuck => share(self.ended(Outcome::Stuck), n),
            Quantity::EndTiles => share(self.ended(Outcome::Tiles), n),
            Quantity::Swapped => share(self.swapped, n),
            Quantity::DistinctGames => (n > 0).then_some((self.seen.count().count as f64, None)),
        }?;
        Some(Measure { quantity, value, interval, n })
    }
}

/// A value and, where there is one, its interval.
type Estimate = (f64, Option<Interval>);

fn share(count: u64, n: u64) -> Option<Estimate> {
    let p = (n > 0).then(|| count as f64 / n as f64)?;
    Some((p, Some(wilson(p, n as f64))))
}

/// The mean of numbers of which `unit` make one.
fn mean(moments: &Moments, unit: f64) -> Option<Estimate> {
    Some((moments.mean()? / unit, moments.interval().map(|interval| interval.map(|x| x / unit))))
}

/// From hundredths of a point to points.
fn points(estimate: Option<(f64, Interval)>) -> Option<Estimate> {
    let (value, interval) = estimate?;
    Some((value / 100.0, Some(interval.map(|x| x / 100.0))))
}

fn komi_in_all(side_margins: &Histogram, komi: Points) -> Option<Estimate> {
    let (value, interval) = static_komi(side_margins)?;
    let in_all = |more: f64| komi.to_f64() + more / 100.0;
    Some((in_all(value), Some(interval.map(in_all))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Winner;
    use crate::run::{Branching, Fingerprint, GameRow};

    fn game(number: u64, winner: Winner, first: i32, second: i32, turns: u32) -> GameRow {
        GameRow {
            game: number,
            variant: "test".to_owned(),
            first_agent: "random".to_owned(),
            second_agent: "random".to_owned(),
            winner,
            first_score: Points::whole(first),
            second_score: Points::whole(second),
            turns,
            actions: 2 * turns,
            end: if turns == 40 { Outcome::Cap } else { Outcome::Passes },
            branching: Branching::mean(u64::from(turns), 4),
            first_captures: 3,
            second_captures: 1,
            swapped: false,
            first_turn: "a1".to_owned(),
            fingerprint: Fingerprint(number % 4),
        }
    }

    /// Two wins by 10 and 4, a draw, a loss by 2.
    fn four_games() -> Tally {
        let mut tally = Tally::default();
        tally.add(&game(1, Winner::First, 20, 10, 10));
        tally.add(&game(2, Winner::First, 14, 10, 20));
        tally.add(&game(3, Winner::Draw, 10, 10, 30));
        tally.add(&game(4, Winner::Second, 10, 12, 40));
        tally
    }

    #[test]
    fn measures_of_four_games_by_hand() {
        let summary = four_games().summary(Points::ZERO).unwrap();
        let value = |quantity| summary.measure(quantity).value;
        for (quantity, by_hand) in [
            (Quantity::Score, 0.625),
            (Quantity::Advantage, 12.5),
            (Quantity::Elo, 400.0 * (5.0_f64 / 3.0).log10()),
            (Quantity::FirstWins, 0.5),
            (Quantity::Drawishness, 0.25),
            (Quantity::SecondWins, 0.25),
            (Quantity::MeanMargin, 3.0),
            (Quantity::MedianMargin, 2.0),
            (Quantity::Margin5, -2.0),
            (Quantity::Margin25, -2.0),
            (Quantity::Margin75, 4.0),
            (Quantity::Margin95, 10.0),
            (Quantity::StaticKomi, 2.0),
            (Quantity::Turns, 25.0),
            (Quantity::Actions, 50.0),
            (Quantity::Branching, 6.25),
            (Quantity::FirstCaptures, 3.0),
            (Quantity::SecondCaptures, 1.0),
            (Quantity::Completion, 0.75),
            (Quantity::Truncated, 0.25),
            (Quantity::Swapped, 0.0),
            (Quantity::DistinctGames, 4.0),
        ] {
            assert!((value(quantity) - by_hand).abs() < 1e-12, "{quantity:?}: {}", value(quantity));
        }
    }

    #[test]
    fn every_measure_is_found_under_its_own_name() {
        let summary = four_games().summary(Points::ZERO).unwrap();
        for quantity in Quantity::ALL {
            assert_eq!(summary.measure(quantity).quantity, quantity);
        }
        let names: std::collections::BTreeSet<_> = Quantity::ALL.iter().map(|q| q.name()).collect();
        assert_eq!(names.len(), Quantity::ALL.len());
    }

    #[test]
    fn the_elo_interval_is_the_scores_mapped() {
        let summary = four_games().summary(Points::ZERO).unwrap();
        let score = summary.measure(Quantity::Score).interval.unwrap();
        assert_eq!(summary.measure(Quantity::Elo).interval, Some(score.map(elo)));
    }

    #[test]
    fn komi_in_force_counts_into_the_static_komi() {
        let summary = four_games().summary(Points::hundredths(750)).unwrap();
        assert_eq!(summary.measure(Quantity::StaticKomi).value, 9.5);
    }

    #[test]
    fn komi_belongs_to_the_side_even_where_players_swap() {
        let mut tally = Tally::default();
        for number in 0..20 {
            // The first side wins by 6; in half of the games the second player has it.
            let swapped = number % 2 == 0;
            let winner = if swapped { Winner::Second } else { Winner::First };
            let (first, second) = if swapped { (10, 16) } else { (16, 10) };
            tally.add(&GameRow { swapped, ..game(number, winner, first, second, 10) });
        }
        let summary = tally.summary(Points::ZERO).unwrap();
        assert_eq!(summary.measure(Quantity::Score).value, 0.5);
        assert_eq!(summary.measure(Quantity::Swapped).value, 0.5);
        assert_eq!(summary.measure(Quantity::StaticKomi).value, 6.0);
    }

    #[test]
    fn without_games_there_is_nothing_to_say() {
        assert_eq!(Tally::default().summary(Points::ZERO), None);
    }

    #[test]
    fn a_single_game_has_a_score_with_an_interval_but_means_without() {
        let mut tally = Tally::default();
        tally.add(&game(1, Winner::First, 20, 10, 10));
        let summary = tally.summary(Points::ZERO).unwrap();
        assert_eq!(summary.measure(Quantity::Score).interval, Some(wilson(1.0, 1.0)));
        assert_eq!(summary.measure(Quantity::Turns).interval, None);
        assert_eq!(summary.measure(Quantity::Elo).value, f64::INFINITY);
    }

    #[test]
    fn games_that_come_again_are_noticed() {
        let mut tally = four_games();
        assert!(!tally.summary(Points::ZERO).unwrap().distinct.repeated);
        tally.add(&game(4, Winner::Second, 10, 12, 40));
        assert!(tally.summary(Points::ZERO).unwrap().distinct.repeated);
    }
}
