//! A search among too many combinations to try them all: the N-tuple bandit evolutionary algorithm.

use super::halving::{Observed, Searched, Tried, halve};
use dropline_engine::chance::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashMap;

/// The number of evaluations. Half of the games are divided among them.
const EVALUATIONS: u64 = 400;
/// The number of combinations that are left for halving, which gets the other half of the games.
const FINALISTS: usize = 32;
/// The maximum number of neighbours of the last combination, among which the next one is chosen.
const NEIGHBOURS: usize = 100;
/// The weight of exploration, relative to the largest distance seen: k in the source.
const EXPLORATION: f64 = 0.3;
/// The substitute for missing evaluations: ε in the source.
const UNSEEN: f64 = 0.5;

/// The result of evaluating a combination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluated {
    /// The results of the combination over all its games.
    pub seen: Observed,
    /// How far from the target it was in the games of this evaluation alone.
    pub distance: f64,
}

/// Combinations of values, each given by the index of every key's value.
#[derive(Clone, Debug)]
pub struct Space {
    /// How many values each key has.
    sizes: Vec<usize>,
    points: Vec<Vec<usize>>,
    numbers: HashMap<Vec<usize>, usize>,
}

impl Space {
    /// The space of keys with these numbers of values, in which only the combinations `points` are valid games.
    pub fn new(sizes: Vec<usize>, points: Vec<Vec<usize>>) -> Self {
        let numbers = points.iter().cloned().enumerate().map(|(number, point)| (point, number)).collect();
        Self { sizes, points, numbers }
    }

    /// The smallest number of games that [`evolve`] accepts.
    pub const LEAST_GAMES: u64 = 2 * EVALUATIONS;

    /// A random neighbour of `point`: one key, and each of the others with a probability of 1 / (number of keys), gets a random
    /// value. `None` if the result is `point` itself or is not a valid game.
    fn neighbour(&self, point: &[usize], rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
        let keys = self.sizes.len() as u32;
        let (changed, mut to) = (below(rng, keys) as usize, point.to_vec());
        for (key, value) in to.iter_mut().enumerate() {
            if key == changed || below(rng, keys) == 0 {
                *value = below(rng, self.sizes[key] as u32) as usize;
            }
        }
        self.numbers.get(&to).copied().filter(|_| to != point)
    }
}

/// The statistics of the values of some keys together: one key, two keys, or all.
struct Tuple {
    keys: Vec<usize>,
    /// For each combination of their values, the sum of the distances and the number of evaluations.
    of: HashMap<Vec<usize>, (f64, f64)>,
}

impl Tuple {
    fn values(&self, point: &[usize]) -> Vec<usize> {
        self.keys.iter().map(|&key| point[key]).collect()
    }
}

/// The model: the results of evaluations, grouped by single keys, by pairs of keys and by whole combinations.
struct Model {
    tuples: Vec<Tuple>,
    evaluations: f64,
    /// The largest distance observed.
    largest: f64,
}

impl Model {
    fn new(keys: usize) -> Self {
        let pairs = (0..keys).flat_map(|one| (one + 1..keys).map(move |other| vec![one, other]));
        let mut sets: Vec<Vec<usize>> = (0..keys).map(|key| vec![key]).chain(pairs).collect();
        if keys > 2 {
            sets.push((0..keys).collect());
        }
        let tuples = sets.into_iter().map(|keys| Tuple { keys, of: HashMap::new() }).collect();
        Self { tuples, evaluations: 0.0, largest: 0.0 }
    }

    fn learn(&mut self, point: &[usize], distance: f64) {
        for tuple in &mut self.tuples {
            let (sum, count) = tuple.of.entry(tuple.values(point)).or_default();
            *sum += distance;
            *count += 1.0;
        }
        self.evaluations += 1.0;
        self.largest = self.largest.max(distance);
    }

    /// The expected distance of `point`: the mean over all tuples with evaluations.
    fn expected(&self, point: &[usize]) -> f64 {
        let known = self.tuples.iter().filter_map(|tuple| tuple.of.get(&tuple.values(point)));
        let (sum, tuples) = known.fold((0.0, 0.0), |(sum, n), (all, count)| (sum + all / count, n + 1.0));
        if tuples > 0.0 { sum / tuples } else { self.largest }
    }

    /// The uncertainty about `point`: the mean over all tuples of √(ln(1 + n) / (nᵢ + ε)).
    fn unknown(&self, point: &[usize]) -> f64 {
        let of = |tuple: &Tuple| {
            let seen = tuple.of.get(&tuple.values(point)).map_or(0.0, |(_, count)| *count);
            (self.evaluations.ln_1p() / (seen + UNSEEN)).sqrt()
        };
        self.tuples.iter().map(of).sum::<f64>() / self.tuples.len() as f64
    }

    /// The lower confidence bound of the distance of `point`.
    fn bound(&self, point: &[usize]) -> f64 {
        self.expected(point) - EXPLORATION * self.largest * self.unknown(point)
    }
}

/// Searches a `space` in which not all combinations can be tried, with `budget` games in all. Half of the games go to the N-tuple
/// bandit evolutionary algorithm: among the neighbours of the last combination, it next evaluates the one that the model rates
/// best. For each key, each pair of keys and the whole combination, the model knows the mean result of the evaluations with the
/// same values, and its uncertainty; the rating is the mean of all these. The other half goes to [`halve`], among the combinations
/// with the least expected distance.
///
/// `play` plays games `first` to `last` of a combination, by its number, and returns their results.
///
/// Source: S. M. Lucas, J. Liu and D. Perez-Liebana, "The N-tuple bandit evolutionary algorithm for game agent optimisation",
/// IEEE Congress on Evolutionary Computation 2018, for the upper confidence bound of a tuple, X̄ + k √(ln n / (nᵢ + ε)), its mean
/// over all tuples, and the neighbourhood; J. Goodman and S. Lucas, "Weighting NTBEA for game AI optimisation" (2020), for
/// keeping the last games for the best combinations.
///
/// # Errors
/// The first error of `play`.
pub fn evolve<E>(
    space: &Space,
    budget: u64,
    rng: &mut Xoshiro256PlusPlus,
    mut play: impl FnMut(usize, u64, u64) -> Result<Evaluated, E>,
) -> Result<Searched, E> {
    let unknown = Observed { distance: f64::INFINITY, bounds: [0.0, f64::INFINITY] };
    let mut tried = vec![Tried { games: 0, seen: unknown, rounds: 0 }; space.points.len()];
    let each = (budget / 2 / EVALUATIONS).max(1);
    let mut model = Model::new(space.sizes.len());
    let mut number = below(rng, space.points.len() as u32) as usize;
    for _ in 0..EVALUATIONS {
        let (point, one) = (&space.points[number], &mut tried[number]);
        let evaluated = play(number, one.games + 1, one.games + each)?;
        one.games += each;
        one.seen = evaluated.seen;
        model.learn(point, evaluated.distance);
        let neighbours = (0..NEIGHBOURS).filter_map(|_| space.neighbour(point, rng));
        let bounds = neighbours.map(|next| (model.bound(&space.points[next]), next));
        // If no neighbour is a valid game, any other combination comes next.
        number = bounds
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or_else(|| below(rng, space.points.len() as u32) as usize, |(_, next)| next);
    }
    let mut finalists: Vec<usize> = (0..tried.len()).filter(|&number| tried[number].games > 0).collect();
    let expected = |number: usize| model.expected(&space.points[number]);
    finalists.sort_by(|&a, &b| expected(a).total_cmp(&expected(b)));
    finalists.truncate(FINALISTS);
    let left = budget.saturating_sub(each * EVALUATIONS);
    let before: Vec<u64> = finalists.iter().map(|&number| tried[number].games).collect();
    let halved = halve(finalists.len(), left, 1, |at, first, last| {
        play(finalists[at], before[at] + first, before[at] + last).map(|evaluated| evaluated.seen)
    })?;
    for (at, &number) in finalists.iter().enumerate() {
        let one = &halved.tried[at];
        tried[number] = Tried { games: before[at] + one.games, ..*one };
    }
    Ok(Searched::among(tried, finalists[halved.winner]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    use std::convert::Infallible;

    /// A game with four keys of six values, 1,296 combinations, that is fair at only one of them: a step away from it changes the
    /// logit of the score by 0.2 to 0.3, and steps of the first two keys interact.
    struct Game {
        rng: Xoshiro256PlusPlus,
        fair: Vec<usize>,
        /// The wins and games of each combination.
        counts: Vec<[u64; 2]>,
    }

    const KEYS: usize = 4;
    const VALUES: usize = 6;

    fn space() -> Space {
        let point = |number: usize| (0..KEYS).map(|key| number / VALUES.pow(key as u32) % VALUES).collect();
        Space::new(vec![VALUES; KEYS], (0..VALUES.pow(KEYS as u32)).map(point).collect())
    }

    impl Game {
        fn new(seed: u64) -> Self {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let fair = (0..KEYS).map(|_| below(&mut rng, VALUES as u32) as usize).collect();
            Self { rng, fair, counts: vec![[0; 2]; VALUES.pow(KEYS as u32)] }
        }

        fn score(&self, point: &[usize]) -> f64 {
            let steps: Vec<f64> = point.iter().zip(&self.fair).map(|(x, y)| x.abs_diff(*y) as f64).collect();
            let weights = [0.3, 0.22, 0.26, 0.2];
            let alone: f64 = steps.iter().zip(weights).map(|(steps, weight)| steps * weight).sum();
            1.0 / (1.0 + (-alone - 0.12 * steps[0] * steps[1]).exp())
        }

        fn play(&mut self, space: &Space, number: usize, first: u64, last: u64) -> Evaluated {
            let score = self.score(&space.points[number]);
            let games = last + 1 - first;
            let uniform = |rng: &mut Xoshiro256PlusPlus| (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            let won = (0..games).filter(|_| uniform(&mut self.rng) < score).count() as u64;
            let [wins, all] = &mut self.counts[number];
            *wins += won;
            *all += games;
            assert_eq!(*all, last, "games are numbered one after another");
            let distance = |wins: u64, games: u64| (wins as f64 / games as f64 - 0.5).abs();
            let seen = Observed { distance: distance(*wins, *all), bounds: [0.0, f64::INFINITY] };
            Evaluated { seen, distance: distance(won, games) }
        }

        /// Whether the game is fair at this combination.
        fn is_fair_at(&self, space: &Space, number: usize) -> bool {
            space.points[number] == self.fair
        }
    }

    /// The winner of a search with this seed and number of games.
    fn search(space: &Space, seed: u64, budget: u64) -> (Game, Searched) {
        let mut game = Game::new(seed);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1_000 + seed);
        let Ok(found) = evolve(space, budget, &mut rng, |number, first, last| {
            Ok::<_, Infallible>(game.play(space, number, first, last))
        });
        (game, found)
    }

    #[test]
    fn ntbea_finds_the_fair_one_of_1296_combinations_more_often_than_halving() {
        let (space, seeds, budget) = (space(), 40, 20_000);
        let (mut evolved, mut random, mut halved) = (0, 0, 0);
        for seed in 0..seeds {
            let (game, found) = search(&space, seed, budget);
            assert!(found.tried.iter().map(|one| one.games).sum::<u64>() <= budget);
            evolved += u32::from(game.is_fair_at(&space, found.winner));
            // For comparison, sequential halving with the same number of games: of 200 random combinations, and of all.
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(2_000 + seed);
            let mut drawn: Vec<usize> = (0..space.points.len()).collect();
            for at in 0..200 {
                drawn.swap(at, at + below(&mut rng, (space.points.len() - at) as u32) as usize);
            }
            drawn.truncate(200);
            let mut game = Game::new(seed);
            let Ok(found) = halve(200, budget, 1, |at, first, last| {
                Ok::<_, Infallible>(game.play(&space, drawn[at], first, last).seen)
            });
            random += u32::from(game.is_fair_at(&space, drawn[found.winner]));
            let mut game = Game::new(seed);
            let Ok(found) = halve(space.points.len(), budget, 1, |at, first, last| {
                Ok::<_, Infallible>(game.play(&space, at, first, last).seen)
            });
            halved += u32::from(game.is_fair_at(&space, found.winner));
        }
        eprintln!("of {seeds} seeds: NTBEA {evolved}, random {random}, halving of all {halved}");
        assert!(evolved * 100 >= 95 * seeds as u32, "{evolved} of {seeds}");
        assert!(
            random * 4 <= seeds as u32 && halved * 4 <= 3 * seeds as u32,
            "random {random}, all {halved}"
        );
    }

    #[test]
    fn the_same_seed_gives_the_same_search() {
        let space = space();
        let [one, again, other] = [1, 1, 2].map(|seed| search(&space, seed, 2_000).1);
        assert_eq!(one, again);
        assert_ne!(one, other);
    }

    #[test]
    fn combinations_that_are_not_valid_games_are_never_played() {
        // With two keys of ten values each, only the combinations on the diagonal are valid games: no combination has a
        // neighbour that differs in a single key.
        let space = Space::new(vec![10, 10], (0..10).map(|value| vec![value, value]).collect());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let Ok(found) = evolve(&space, 1_000, &mut rng, |number, _, _| {
            let distance = number.abs_diff(6) as f64;
            Ok::<_, Infallible>(Evaluated { seen: Observed { distance, bounds: [0.0, 1e9] }, distance })
        });
        assert_eq!((found.winner, found.tried.len()), (6, 10));
    }

    #[test]
    fn the_model_averages_over_keys_pairs_of_keys_and_whole_combinations() {
        let mut model = Model::new(3);
        model.learn(&[0, 0, 0], 0.4);
        model.learn(&[0, 1, 0], 0.2);
        // For [0, 0, 1]: key 0 has 0.3, key 1 has 0.4, keys 0 and 1 together 0.4; nothing is known of the other tuples.
        assert!((model.expected(&[0, 0, 1]) - (0.3 + 0.4 + 0.4) / 3.0).abs() < 1e-12);
        let term = |seen: f64| (3.0_f64.ln() / (seen + 0.5)).sqrt();
        let unknown = (term(2.0) + 2.0 * term(1.0) + 4.0 * term(0.0)) / 7.0;
        assert!((model.unknown(&[0, 0, 1]) - unknown).abs() < 1e-12);
        assert_eq!(Model::new(2).tuples.len(), 3, "two keys and their pair, which is all");
    }
}
