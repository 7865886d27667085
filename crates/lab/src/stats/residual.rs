//! The residual advantage under the pie rule if both players choose well.

use super::interval::Interval;
use super::openings::{Opening, Openings};
use super::outcomes::Outcomes;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The second player's score under the pie rule if the first player plays the first turn that looks fairest, and the second takes
/// the side that looks better. Both are judged by games other than the scored ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Residual {
    /// The first turn that looks fairest in one half of the games.
    pub turn: String,
    /// Whether the second player takes the side that played it.
    pub takes: bool,
    /// The second player's results in the games of the other half. Its losses are the first player's wins.
    pub outcomes: Outcomes,
    /// The second player's score.
    pub score: f64,
    /// The 95 % interval of the score.
    pub interval: Interval,
}

impl Openings {
    /// The residual of the pie rule, from two halves of the games, one for choosing and one for scoring; `None` if the first half
    /// judges no turn.
    ///
    /// The turn that looks fairest among many is partly lucky, and so is the side that looks better. Games that had no part in
    /// the choice are free of that luck, and their score is unbiased. The games of a first turn are divided at random, but
    /// reproducibly. It would be wrong to let each half choose for the other and count all games: if both choose the same turn,
    /// both were lucky with it, and the interval would be too narrow.
    ///
    /// Source: M. Stone, "Cross-validatory choice and assessment of statistical predictions", JRSS B 36 (1974).
    pub fn residual(&self) -> Option<Residual> {
        let [choosing, scoring] = self.halves();
        let (turn, takes) = choosing.choice()?;
        let Outcomes { wins, draws, losses } = *scoring.outcomes.get(&turn)?;
        let [wins, losses] = if takes { [wins, losses] } else { [losses, wins] };
        let outcomes = Outcomes { wins, draws, losses };
        Some(Residual { turn, takes, score: outcomes.score()?, interval: outcomes.interval()?, outcomes })
    }

    /// The first turn that looks fairest by its shrunken score, and whether the side that plays it looks better off after it.
    fn choice(&self) -> Option<(String, bool)> {
        let gap = |score: f64| (score - 0.5).abs();
        // If all scores shrink to their mean, they differ only by rounding: the observed ones decide.
        let shrunken = |opening: &Opening| (gap(opening.shrunken) * 1e9).round();
        let judged = self.judged().into_iter();
        let fairest = judged.min_by(|a, b| {
            shrunken(a).total_cmp(&shrunken(b)).then_with(|| gap(a.score).total_cmp(&gap(b.score)))
        })?;
        Some((fairest.turn, fairest.shrunken > 0.5))
    }

    /// The games of each first turn, split into two halves.
    fn halves(&self) -> [Self; 2] {
        // The seed depends on the games: with a fixed seed, every run would favour the same half of a turn's games.
        let counts = self.outcomes.values().flat_map(|of| [of.wins, of.draws, of.losses]);
        let seed = counts
            .fold(1_u64, |seed, count| (seed ^ count).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut halves = [Self::default(), Self::default()];
        for (turn, outcomes) in &self.outcomes {
            let mut left = outcomes.games();
            let mut wanted = left / 2;
            let mut take = |games: u64| {
                let mut taken = 0;
                for _ in 0..games {
                    // Selection sampling: each remaining game is taken with equal probability.
                    if u128::from(rng.next_u64()) * u128::from(left) < u128::from(wanted) << 64 {
                        (taken, wanted) = (taken + 1, wanted - 1);
                    }
                    left -= 1;
                }
                taken
            };
            let Outcomes { wins, draws, losses } = *outcomes;
            let half = Outcomes { wins: take(wins), draws: take(draws), losses: take(losses) };
            let rest =
                Outcomes { wins: wins - half.wins, draws: draws - half.draws, losses: losses - half.losses };
            halves[0].outcomes.insert(turn.clone(), half);
            halves[1].outcomes.insert(turn.clone(), rest);
        }
        halves
    }
}

#[cfg(test)]
mod tests {
    use super::super::simulated::{Games, covered};
    use super::*;

    fn openings(turns: &[(&str, u64, u64)]) -> Openings {
        let of =
            |&(turn, wins, losses): &(&str, u64, u64)| (turn.to_owned(), Outcomes { wins, draws: 0, losses });
        Openings::of(turns.iter().map(of))
    }

    #[test]
    fn the_second_player_scores_the_residual_of_the_fairest_turn() {
        // The side that plays b1 scores 60 %; with all other turns it scores more. The second player takes that side.
        let turns = [("a1", 800, 200), ("b1", 600, 400), ("c1", 900, 100)];
        let residual = openings(&turns).residual().unwrap();
        assert_eq!((residual.turn.as_str(), residual.takes, residual.outcomes.games()), ("b1", true, 500));
        assert!(
            (residual.score - 0.6).abs() < 0.05 && Some(residual.interval) == residual.outcomes.interval()
        );
        // If every first turn loses, the second player keeps its own side.
        let turns = [("a1", 200, 800), ("b1", 400, 600), ("c1", 100, 900)];
        let residual = openings(&turns).residual().unwrap();
        assert!(!residual.takes && (residual.score - 0.6).abs() < 0.05);
    }

    #[test]
    fn turns_that_differ_no_more_than_chance_are_chosen_by_their_observed_scores() {
        // Half of the games has scores of 45.4, 45.0, 46.2 and 45.8 %: less apart than chance alone would have them.
        let turns = [("a1", 454, 546), ("b1", 450, 550), ("c1", 462, 538), ("d1", 458, 542)];
        let openings = openings(&turns);
        let judged = openings.judged();
        let gap = |opening: &Opening| (opening.shrunken - judged[0].shrunken).abs();
        assert!(judged.iter().all(|opening| gap(opening) < 1e-9), "all shrink to their mean: {judged:?}");
        assert_eq!(openings.choice(), Some(("c1".to_owned(), false)));
    }

    #[test]
    fn the_halves_are_equal_and_reproducible() {
        let all = Openings::of([("a1".to_owned(), Outcomes { wins: 50, draws: 21, losses: 30 })]);
        let [one, other] = all.halves();
        let (one, other) = (one.outcomes["a1"], other.outcomes["a1"]);
        assert_eq!(
            (one.games(), other.games(), one.wins + other.wins, one.draws + other.draws),
            (50, 51, 50, 21)
        );
        assert_eq!(all.halves()[0].outcomes["a1"], one);
        assert_eq!(openings(&[("a1", 20, 20)]).residual(), None, "20 games are too few to judge by");
    }

    /// With 40 first turns of 100 games each, the score of the turn that looks fairest seems too near to 1/2, but its score in
    /// games that had no part in the choice does not.
    #[test]
    fn the_score_is_free_of_selection_bias() {
        let worth = |turn: u32| 0.55 + 0.005 * f64::from(turn);
        let (mut bias, mut naive, mut experiments) = (0.0, 0.0, 0.0);
        let share = covered(|rng| {
            if experiments >= 1_000.0 {
                return true;
            }
            let outcomes = |turn| (format!("{turn:02}"), Games::decisive(worth(turn)).outcomes(100, rng));
            let openings = Openings::of((0..40).map(outcomes).collect::<Vec<_>>());
            let residual = openings.residual().unwrap();
            let score = worth(residual.turn.parse().unwrap());
            let truth = if residual.takes { score } else { 1.0 - score };
            bias += residual.score - truth;
            let gap = |outcomes: &Outcomes| (outcomes.score().unwrap() - 0.5).abs();
            let fairest = openings.outcomes.iter().min_by(|a, b| gap(a.1).total_cmp(&gap(b.1))).unwrap();
            naive += gap(fairest.1) - (worth(fairest.0.parse().unwrap()) - 0.5);
            experiments += 1.0;
            residual.interval.contains(truth)
        });
        // Only the first 1,000 experiments are carried out; `covered` counts all others as successes.
        let held = 1.0 - (1.0 - share) * 10_000.0 / experiments;
        assert!((bias / experiments).abs() < 0.005, "{}", bias / experiments);
        assert!(naive / experiments < -0.015, "{}", naive / experiments);
        assert!((0.93..0.975).contains(&held), "{held}");
    }
}
