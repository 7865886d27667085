//! Pairs of games between two agents, each of which moves first in one of them.

use super::proportion::Proportion;
use dropline_engine::rules::Winner;

/// The results of pairs of games. In the first game of a pair one agent moves first, in the second the other. Both games use the
/// same random stream, so pairs are independent of each other, but the games of a pair are not.
///
/// Let x and y be the first player's results in the two games (1, 1/2 or 0). Then (x + y)/2 measures the value of moving first,
/// and (x + (1 - y))/2 the strength of the agent that moves first in the first game; their variances are computed over pairs.
/// Match programs for chess call this pentanomial statistics, since each mean has five possible values.
///
/// Source: the pentanomial model of Fishtest and Cutechess, as described by M. Van den Bergh, "A practical introduction to the
/// GSPRT" (2019); the means of pairs are a cluster sample: W. G. Cochran, "Sampling Techniques" (1977), section 9A.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The number of pairs for each result, indexed by the half points of the first player in the first game and in the second.
    counts: [[u64; 3]; 3],
}

/// The result of the first player, in half points.
const fn halves(winner: Winner) -> usize {
    match winner {
        Winner::First => 2,
        Winner::Draw => 1,
        Winner::Second => 0,
    }
}

impl Pairs {
    /// Counts a pair by the winners of its two games.
    pub fn add(&mut self, games: [Winner; 2]) {
        let [x, y] = games.map(halves);
        self.counts[x][y] += 1;
    }

    /// Pairs with these [`Self::counts`].
    pub(super) const fn of_counts(counts: [[u64; 3]; 3]) -> Self {
        Self { counts }
    }

    /// The number of pairs for each result, indexed by the half points of the first player in the first game and in the second.
    pub const fn counts(&self) -> [[u64; 3]; 3] {
        self.counts
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// The first player's score over the pairs: the mean of (x + y)/2, from 0 to 1; `None` without pairs.
    pub fn first_player(&self) -> Option<Proportion> {
        self.proportion(|x, y| x + y)
    }

    /// The score over the pairs of the agent that moves first in the first game: the mean of (x + 1 - y)/2, from 0 to 1; `None`
    /// without pairs. It equals 1/2 plus half of the mean of x - y.
    pub fn first_agent(&self) -> Option<Proportion> {
        self.proportion(|x, y| x + 2 - y)
    }

    /// The mean over pairs of a value given in `quarters`.
    fn proportion(&self, quarters: impl Fn(usize, usize) -> usize) -> Option<Proportion> {
        let mut counts = [0; 5];
        for (x, row) in self.counts.iter().enumerate() {
            for (y, &count) in row.iter().enumerate() {
                counts[quarters(x, y)] += count;
            }
        }
        Proportion::of_quarters(counts)
    }
}

/// The observation that a game adds to a confidence sequence: the first player's result, from 0 to 1.
pub fn outcome_of(winner: Winner) -> f64 {
    halves(winner) as f64 / 2.0
}

/// The observation that a pair adds to a confidence sequence: the first player's score in it, from 0 to 1.
pub fn first_player_of(games: [Winner; 2]) -> f64 {
    let [x, y] = games.map(halves);
    (x + y) as f64 / 4.0
}

#[cfg(test)]
mod tests {
    use super::super::simulated::{Games, covered};
    use super::*;
    use Winner::{Draw, First, Second};

    fn of(games: &[[Winner; 2]]) -> Pairs {
        let mut pairs = Pairs::default();
        games.iter().for_each(|&pair| pairs.add(pair));
        pairs
    }

    #[test]
    fn four_pairs_agree_with_hand_computation() {
        // The pairs (x, y) are (1, 0), (1, 1), (1/2, 1/2) and (1, 0).
        let pairs = of(&[[First, Second], [First, First], [Draw, Draw], [First, Second]]);
        assert_eq!(pairs.count(), 4);
        // (x + y)/2 is 1/2, 1, 1/2, 1/2, and (x + 1 - y)/2 is 1, 1/2, 1/2, 1.
        assert_eq!(pairs.first_player(), Proportion::of_quarters([0, 0, 3, 0, 1]));
        assert_eq!(pairs.first_agent(), Proportion::of_quarters([0, 0, 2, 0, 2]));
        assert_eq!(Pairs::default().first_player(), None);
    }

    #[test]
    fn swapping_the_agents_reverses_the_strength_but_not_the_first_players_score() {
        let pairs = of(&[[First, Second], [First, Draw], [Second, Draw]]);
        let swapped = of(&[[Second, First], [Draw, First], [Draw, Second]]);
        assert_eq!(pairs.first_player(), swapped.first_player());
        let [one, other] = [&pairs, &swapped].map(|pairs| pairs.first_agent().unwrap());
        assert!((one.share + other.share - 1.0).abs() < 1e-15);
        assert!((one.interval().low + other.interval().high - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_value_of_a_pair_is_the_score_of_its_first_players() {
        assert_eq!([[First, First], [First, Draw], [Draw, Second]].map(first_player_of), [1.0, 0.75, 0.25]);
        assert_eq!([First, Draw, Second].map(outcome_of), [1.0, 0.5, 0.0]);
    }

    /// The winner of a game.
    fn winner(halves: u8) -> Winner {
        [Second, Draw, First][usize::from(halves)]
    }

    #[test]
    fn intervals_over_pairs_contain_the_truth_95_times_in_100() {
        // The first player's expected result if the stronger agent moves first, and if the weaker one does; how often both games
        // of a pair end alike because they share their randomness.
        for (strong, weak, alike) in [
            (Games::decisive(0.5), Games::decisive(0.5), 0.0),
            (Games::decisive(0.5), Games::decisive(0.5), 0.5),
            (Games::decisive(0.8), Games::decisive(0.2), 0.0),
            (Games::drawn(0.8, 0.3), Games::drawn(0.2, 0.2), 0.3),
            (Games::decisive(0.95), Games::decisive(0.85), 0.0),
            (Games::drawn(0.95, 0.1), Games::drawn(0.85, 0.2), 0.3),
            (Games::decisive(0.99), Games::decisive(0.99), 0.0),
            (Games::drawn(0.99, 0.01), Games::drawn(0.99, 0.01), 0.3),
        ] {
            let mean = |s: Games| alike * strong.score() + (1.0 - alike) * s.score();
            let first_player = (strong.score() + mean(weak)) / 2.0;
            let first_agent = (strong.score() + 1.0 - mean(weak)) / 2.0;
            let both = Games::decisive(alike);
            let mut of_agent = 0.0;
            let of_player = covered(|rng| {
                let mut pairs = Pairs::default();
                for _ in 0..1_000 {
                    let x = strong.halves(rng);
                    let y = if both.halves(rng) == 2 { x } else { weak.halves(rng) };
                    pairs.add([x, y].map(winner));
                }
                let holds = |of: Option<Proportion>, truth| of.unwrap().interval().contains(truth);
                of_agent += f64::from(u8::from(holds(pairs.first_agent(), first_agent)));
                holds(pairs.first_player(), first_player)
            });
            let of_agent = of_agent / 10_000.0;
            let right = 0.935..=0.975;
            assert!(
                right.contains(&of_player) && right.contains(&of_agent),
                "{strong:?}, {weak:?}: {of_player} of the first player, {of_agent} of the agent"
            );
        }
    }
}
