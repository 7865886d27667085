//! A search among many candidates for the one nearest to a target.

/// The results of a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observed {
    /// Its observed distance from the target.
    pub distance: f64,
    /// The lower and upper bound of its true distance, from intervals that are valid for all candidates together at every look; 0
    /// and infinity without such intervals.
    pub bounds: [f64; 2],
}

/// A tried candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// How many games were played with it.
    pub games: u64,
    /// Its results.
    pub seen: Observed,
    /// The number of rounds in which games were played with it.
    pub rounds: u32,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// The tried candidates, by number.
    pub tried: Vec<Tried>,
    /// The number of the winner.
    pub winner: usize,
    /// The numbers of the candidates that may be the nearest: all except those that are certainly farther from the target than
    /// another candidate.
    pub possible: Vec<usize>,
}

impl Searched {
    /// The result of a search with these `tried` candidates, of which `winner` remained.
    pub(super) fn among(tried: Vec<Tried>, winner: usize) -> Self {
        let nearest = tried.iter().map(|one| one.seen.bounds[1]).fold(f64::INFINITY, f64::min);
        let possible = (0..tried.len()).filter(|&number| tried[number].seen.bounds[0] <= nearest).collect();
        Self { tried, winner, possible }
    }
}

/// The minimum number of games that a search among `count` candidates takes if games are played `at_once` at a time: in each
/// round, `at_once` games for each candidate that is left.
pub fn least_games(count: usize, at_once: u64) -> u64 {
    u64::from(rounds(count)) * count as u64 * at_once
}

/// The number of rounds until one of `count` candidates is left, when each round drops half of them.
fn rounds(count: usize) -> u32 {
    count.next_power_of_two().ilog2().max(1)
}

/// Searches among `count` candidates by sequential halving. The games, `budget` in all, are divided equally over the rounds, and
/// within a round over the candidates that are left. After a round, the half observed farther from the target is dropped, and so
/// is any candidate that is certainly farther than another. `play` plays games `first` to `last` of one candidate, in batches
/// whose size is a multiple of `at_once`, and returns its results so far. The games of earlier rounds still count.
///
/// Source: Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013, section 4, which
/// counts only the games of each round.
///
/// # Errors
/// The first error of `play`.
pub fn halve<E>(
    count: usize,
    budget: u64,
    at_once: u64,
    mut play: impl FnMut(usize, u64, u64) -> Result<Observed, E>,
) -> Result<Searched, E> {
    let unknown = Observed { distance: f64::INFINITY, bounds: [0.0, f64::INFINITY] };
    let mut tried = vec![Tried { games: 0, seen: unknown, rounds: 0 }; count];
    let mut left: Vec<usize> = (0..count).collect();
    let in_a_round = budget / u64::from(rounds(count));
    for _ in 0..rounds(count) {
        let each = (in_a_round / left.len() as u64 / at_once).max(1) * at_once;
        for &number in &left {
            let one = &mut tried[number];
            one.seen = play(number, one.games + 1, one.games + each)?;
            one.games += each;
            one.rounds += 1;
        }
        left.sort_by(|&a, &b| tried[a].seen.distance.total_cmp(&tried[b].seen.distance));
        left.truncate(left.len().div_ceil(2));
        let nearest = left.iter().map(|&number| tried[number].seen.bounds[1]).fold(f64::INFINITY, f64::min);
        left.retain(|&number| tried[number].seen.bounds[0] <= nearest);
        if left.len() == 1 {
            // The search is decided: the rest of the budget is not spent.
            break;
        }
    }
    Ok(Searched::among(tried, left.first().copied().unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    use std::convert::Infallible;

    /// A game whose margin is 7 plus noise, a sum of 12 uniform numbers times 10: a komi of 7 makes it even, and each point more
    /// or less is worth 4 percentage points.
    struct Game {
        rng: Xoshiro256PlusPlus,
        wins: [u64; KOMI],
    }

    const KOMI: usize = 15;

    impl Game {
        fn new(seed: u64) -> Self {
            Self { rng: Xoshiro256PlusPlus::seed_from_u64(seed), wins: [0; KOMI] }
        }

        fn play(&mut self, komi: usize, first: u64, last: u64) -> Result<Observed, Infallible> {
            for _ in first..=last {
                let uniform =
                    |rng: &mut Xoshiro256PlusPlus| (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
                let margin = 7.0 + 10.0 * ((0..12).map(|_| uniform(&mut self.rng)).sum::<f64>() - 6.0);
                self.wins[komi] += u64::from(margin > komi as f64);
            }
            let distance = (self.wins[komi] as f64 / last as f64 - 0.5).abs();
            Ok(Observed { distance, bounds: [0.0, f64::INFINITY] })
        }
    }

    #[test]
    fn halving_finds_the_komi_of_a_constructed_game_with_fewer_games_than_a_grid() {
        const SEEDS: u64 = 200;
        let found = |budget: u64| {
            let by_halving = (0..SEEDS).filter(|&seed| {
                let mut game = Game::new(seed);
                let Ok(found) = halve(KOMI, budget, 1, |komi, first, last| game.play(komi, first, last));
                assert!(found.tried.iter().map(|one| one.games).sum::<u64>() <= budget);
                found.winner == 7
            });
            // The same number of games, divided equally among all komi values.
            let by_grid = (0..SEEDS).filter(|&seed| {
                let mut game = Game::new(1_000 + seed);
                let distance = |komi| {
                    let Ok(seen) = game.play(komi, 1, budget / KOMI as u64);
                    seen.distance
                };
                let distances: Vec<f64> = (0..KOMI).map(distance).collect();
                (0..KOMI).min_by(|&a, &b| distances[a].total_cmp(&distances[b])) == Some(7)
            });
            let found = [by_halving.count(), by_grid.count()];
            eprintln!("{budget} games, of {SEEDS} seeds: halving {}, grid {}", found[0], found[1]);
            found.map(|found| found as f64 / SEEDS as f64)
        };
        // docs/statistics.md has these figures.
        let shares = [4_000, 8_000, 16_000, 24_000].map(found);
        assert!(shares[1][0] >= 0.95 && shares[2][0] >= 0.95, "{shares:?}");
        assert!(shares[2][1] < 0.95 && shares[3][1] >= 0.95, "{shares:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_search() {
        let search = |seed| {
            let mut game = Game::new(seed);
            halve(KOMI, 2_000, 2, |komi, first, last| game.play(komi, first, last))
        };
        assert_eq!(search(1), search(1));
        assert_ne!(search(1), search(2));
    }

    #[test]
    fn each_round_drops_half_and_divides_its_games_equally() {
        let play = |number: usize, _, last: u64| {
            assert!(last.is_multiple_of(2));
            Ok::<_, Infallible>(Observed { distance: number as f64, bounds: [0.0, 1e9] })
        };
        let Ok(found) = halve(5, 300, 2, play);
        let rounds: Vec<u32> = found.tried.iter().map(|one| one.rounds).collect();
        assert_eq!((found.winner, rounds, found.possible.len()), (0, vec![3, 3, 2, 1, 1], 5));
        // Each of the three rounds has about 100 games: 20, 32 and 50 for each candidate that is left.
        assert_eq!(found.tried.iter().map(|one| one.games).collect::<Vec<_>>(), [102, 102, 52, 20, 20]);
        assert_eq!(least_games(5, 2), 30);
    }

    #[test]
    fn candidates_that_are_certainly_farther_are_dropped_at_once() {
        let play = |number: usize, _, _| {
            let distance = number as f64;
            Ok::<_, Infallible>(Observed { distance, bounds: [distance, distance + 0.5] })
        };
        let Ok(found) = halve(8, 800, 1, play);
        assert_eq!((found.winner, found.possible), (0, vec![0]));
        assert!(found.tried.iter().all(|one| one.rounds == 1));
    }
}
