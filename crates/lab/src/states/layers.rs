//! The number of arrangements that a game can reach, layer by layer: counted, or estimated from populations of arrangements.

use super::log10_of_sum;
use super::walk::{Stone, Walk};
use crate::stats::{Interval, student_t};
use dropline_engine::board::Cell;
use dropline_engine::chance::{below, stream};
use dropline_engine::rules::{Action, ActionList, Position, Snapshot};
use dropline_engine::variant::Side;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;
use std::collections::HashMap;

/// The number of independent populations of an estimate. Their spread gives the interval.
pub const POPULATIONS: u64 = 10;

/// The least number of actions, on average, by which each member of a full population continues: more would cost more time than
/// they gain precision.
const BRANCHES: usize = 4;

/// An estimate of the number of arrangements, as logarithms to base 10.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reached {
    /// The number.
    pub log10: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// A bound that the number exceeds with 95 % confidence, whatever the populations missed.
    pub at_least: f64,
}

/// An arrangement from which the game continues.
struct Member {
    weight: f64,
    key: u128,
    /// The stones, in an order in which they can be placed.
    stones: Vec<Stone>,
    /// The position at the start of the current turn, and the cells of the stones placed in it.
    turn: Snapshot,
    placed: Vec<Cell>,
}

/// An arrangement of the next layer.
struct Child {
    weight: f64,
    key: u128,
    /// A member that leads to it, by its place in the population, and the last stone.
    parent: usize,
    last: Stone,
    over: bool,
}

/// The arrangements to which a population leads. Those that are reached in several ways are merged.
#[derive(Default)]
struct Children {
    all: Vec<Child>,
    places: HashMap<u128, usize>,
}

/// The state of a walk from layer to layer.
struct Walker {
    /// A random number for each cell and side: a key is the exclusive or of the numbers of its stones.
    numbers: HashMap<Stone, u128>,
    position: Box<dyn Position>,
    next: Box<dyn Position>,
    actions: ActionList,
}

/// The number of arrangements, counted; `None` if a layer has more than `most`.
pub fn count(walk: &Walk, most: usize) -> Option<u64> {
    let mut walker = Walker::new(walk);
    let mut population = vec![walker.root()];
    let mut total = 1;
    // No choice is made: every member continues by all its actions.
    let mut rng = stream(0, &[0; 32], 0);
    while !population.is_empty() {
        let mut children = Children::default();
        for at in 0..population.len() {
            walker.expand(&population, at, usize::MAX, &mut rng, &mut children);
            if children.all.len() > most {
                return None;
            }
        }
        total += children.all.len() as u64;
        let going = children.all.into_iter().filter(|child| !child.over);
        population = going.map(|child| walker.member(&population, child)).collect();
    }
    Some(total)
}

/// An unbiased estimate of the number of arrangements from one population of up to about `most` members, as a logarithm to base 10.
///
/// In each layer the members have weights whose expected sum over an arrangement's appearances is 1, for every arrangement of the
/// layer. A child's weight is the sum of its parents' weights, divided by the number of arrangements that lead to it, so it has
/// that property too; the weights of a layer add up to an estimate of its size. A layer with more than `most` children is thinned:
/// each stays with a probability proportional to its weight, by which its weight is divided. So members are about equally
/// heavy, and no lucky game dominates.
///
/// Sources: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975); P. C. Chen,
/// "Heuristic sampling", SIAM Journal on Computing 21 (1992), for populations; W. G. Madow, "On the theory of systematic sampling",
/// Annals of Mathematical Statistics 20 (1949), for thinning.
pub fn population(walk: &Walk, most: usize, rng: &mut Xoshiro256PlusPlus) -> f64 {
    let mut walker = Walker::new(walk);
    let mut population = vec![walker.root()];
    // Weights are relative to a scale, since the numbers of large boards exceed the range of f64.
    let (mut layers, mut scale) = (vec![0.0], 0.0);
    while !population.is_empty() {
        let branches = BRANCHES.max(BRANCHES * most / population.len());
        let mut children = Children::default();
        for at in 0..population.len() {
            walker.expand(&population, at, branches, rng, &mut children);
        }
        for child in &mut children.all {
            let mut stones = population[child.parent].stones.clone();
            stones.push(child.last);
            child.weight /= walk.ways_to(&stones, child.over, &mut *walker.next) as f64;
        }
        let sum: f64 = children.all.iter().map(|child| child.weight).sum();
        if sum > 0.0 {
            layers.push(scale + sum.ln());
            scale += sum.ln();
            children.all.iter_mut().for_each(|child| child.weight /= sum);
        }
        children.all.retain(|child| !child.over);
        thin(&mut children.all, most, rng);
        population = children.all.into_iter().map(|child| walker.member(&population, child)).collect();
    }
    log10_of_sum(&layers)
}

/// The estimate from the logarithms to base 10 of several populations' estimates.
///
/// The interval is Student's for the mean, on a logarithmic scale by the delta method. The bound is from Markov's inequality: the
/// estimates are independent, not negative, and have the true number N as their mean, so all of R estimates exceed N times x
/// with a probability of at most x^-R (Gomes, Sabharwal and Selman, "Model counting", AAAI 2006).
pub fn combined(log10s: &[f64]) -> Reached {
    let n = log10s.len() as f64;
    let least = log10s.iter().copied().fold(f64::INFINITY, f64::min);
    let shares: Vec<f64> = log10s.iter().map(|log10| 10_f64.powf(log10 - least)).collect();
    let mean = shares.iter().sum::<f64>() / n;
    let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let half = student_t(n - 1.0) * (variance / n).sqrt() / mean / std::f64::consts::LN_10;
    let log10 = least + mean.log10();
    Reached {
        log10,
        interval: Interval { low: log10 - half, high: log10 + half },
        at_least: least - 20_f64.log10() / n,
    }
}

/// Keeps about `most` of `children` if there are more, by systematic sampling in their order: neighbours share ancestors, so each
/// part of the population keeps its share.
fn thin(children: &mut Vec<Child>, most: usize, rng: &mut Xoshiro256PlusPlus) {
    if children.len() <= most {
        return;
    }
    let heavy = heavy_from(children.iter().map(|child| child.weight).collect(), most);
    // A number from 0 to 1, exclusive.
    let mut sum = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    children.retain_mut(|child| {
        if child.weight >= heavy {
            return true;
        }
        sum += child.weight / heavy;
        let stays = sum >= 1.0;
        if stays {
            sum -= 1.0;
            child.weight = heavy;
        }
        stays
    });
}

/// The weight from which on a child certainly stays, such that `most` children are expected to stay.
fn heavy_from(mut weights: Vec<f64>, most: usize) -> f64 {
    weights.sort_by(|a, b| b.total_cmp(a));
    let mut rest: f64 = weights.iter().sum();
    let mut certain = 0;
    while certain + 1 < most && weights[certain] * (most - certain) as f64 >= rest {
        rest -= weights[certain];
        certain += 1;
    }
    rest / (most - certain) as f64
}

impl Walker {
    fn new(walk: &Walk) -> Self {
        let position = walk.start();
        let mut rng = stream(0, &[0; 32], 1);
        let mut number = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let cells = position.board().cells();
        let stones = cells.iter().flat_map(|&cell| Side::BOTH.map(|side| (cell, side)));
        let numbers = stones.map(|stone| (stone, number())).collect();
        Self { numbers, next: position.boxed_clone(), position, actions: ActionList::new() }
    }

    /// The empty board.
    fn root(&mut self) -> Member {
        self.position.reset();
        let mut turn = Snapshot::default();
        self.position.snapshot(&mut turn);
        Member { weight: 1.0, key: 0, stones: Vec::new(), turn, placed: Vec::new() }
    }

    /// Brings the position to `member`.
    fn enter(&mut self, member: &Member) {
        self.position.restore(&member.turn);
        member.placed.iter().for_each(|&cell| self.position.play(Action::Place(cell)));
    }

    /// Adds the arrangements after up to `branches` random actions of member number `at`.
    fn expand(
        &mut self,
        population: &[Member],
        at: usize,
        branches: usize,
        rng: &mut Xoshiro256PlusPlus,
        children: &mut Children,
    ) {
        let member = &population[at];
        self.enter(member);
        self.position.legal_actions(&mut self.actions);
        let side = self.position.side_to_move();
        let mut cells: Vec<Cell> = self.actions.iter().filter_map(|action| action.stone()).collect();
        let all = cells.len();
        if branches < all {
            for i in 0..branches {
                cells.swap(i, i + below(rng, (all - i) as u32) as usize);
            }
            cells.truncate(branches);
        }
        let weight = member.weight * all as f64 / cells.len() as f64;
        for cell in cells {
            let last = (cell, side);
            let key = member.key ^ self.numbers[&last];
            let place = *children.places.entry(key).or_insert(children.all.len());
            if place == children.all.len() {
                self.next.assign(&*self.position);
                self.next.play(Action::Place(cell));
                let over = self.next.outcome().is_some();
                children.all.push(Child { weight: 0.0, key, parent: at, last, over });
            }
            children.all[place].weight += weight;
        }
    }

    /// The member of the next population that `child` becomes.
    fn member(&mut self, population: &[Member], child: Child) -> Member {
        let parent = &population[child.parent];
        let (mut stones, mut turn, mut placed) =
            (parent.stones.clone(), parent.turn.clone(), parent.placed.clone());
        self.enter(parent);
        self.position.play(Action::Place(child.last.0));
        stones.push(child.last);
        placed.push(child.last.0);
        if self.position.actions_in_turn() == 0 {
            self.position.snapshot(&mut turn);
            placed.clear();
        }
        Member { weight: child.weight, key: child.key, stones, turn, placed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::variant;
    use std::collections::HashSet;

    fn walk(spec: &str, set: &[&str]) -> Walk {
        let set: Vec<String> = set.iter().map(|&set| set.to_owned()).collect();
        Walk::of(&variant::load(spec, &set).expect("a variant").variant).expect("stones are placed and stay")
    }

    fn estimate(walk: &Walk, seed: u64, most: usize) -> Reached {
        let one = |number| population(walk, most, &mut stream(seed, &[0; 32], number));
        combined(&(1..=POPULATIONS).map(one).collect::<Vec<f64>>())
    }

    /// The number of reachable arrangements, found by a search that compares whole arrangements.
    fn searched(walk: &Walk) -> u64 {
        let stones = |position: &dyn Position| -> Vec<Option<Side>> {
            position.board().cells().iter().map(|&cell| position.stone(cell)).collect()
        };
        let mut seen = HashSet::new();
        let mut left = vec![walk.start()];
        while let Some(position) = left.pop() {
            if seen.insert(stones(&*position)) && position.outcome().is_none() {
                let mut legal = Vec::new();
                position.legal_actions(&mut legal);
                left.extend(legal.into_iter().map(|action| {
                    let mut next = position.boxed_clone();
                    next.play(action);
                    next
                }));
            }
        }
        seen.len() as u64
    }

    #[test]
    fn small_games_are_counted() {
        for (spec, set, known) in [
            ("tic-tac-toe", &[][..], Some(5_478)),
            ("connect-four", &["board.width=3", "board.height=4", "goal.row.line.length=3"], None),
            ("hex", &["board.side=3"], None),
            ("connect6", &["board.width=3", "board.height=3", "goal.row.line.length=3"], None),
        ] {
            let walk = walk(spec, set);
            let number = searched(&walk);
            assert!(known.is_none_or(|known| known == number), "{spec}: {number}");
            assert_eq!(count(&walk, 10_000), Some(number), "{spec}");
            assert_eq!(count(&walk, 100), None, "{spec}");
            // A population that is never thinned finds the same number.
            let whole = population(&walk, 10_000, &mut stream(1, &[0; 32], 1));
            assert!((whole - (number as f64).log10()).abs() < 1e-9, "{spec}: {whole}");
        }
    }

    #[test]
    fn intervals_hold_the_number_95_times_in_100() {
        let seeds = 60;
        for (spec, set, most, number) in [
            ("tic-tac-toe", &[][..], 20, 5_478.0_f64),
            ("connect-four", &["board.width=4", "board.height=4"], 15, 161_029.0),
        ] {
            let walk = walk(spec, set);
            let estimates: Vec<Reached> = (0..seeds).map(|seed| estimate(&walk, seed, most)).collect();
            let held = estimates.iter().filter(|found| found.interval.contains(number.log10())).count();
            assert!(held >= 53, "{spec}: {held} of {seeds}");
            assert!(estimates.iter().all(|found| found.at_least < number.log10()), "{spec}");
        }
    }

    /// 4,531,985,219,092 arrangements: weighted random games were below it, with intervals that ended below it.
    #[test]
    fn the_interval_of_connect_four_holds_its_number() {
        let walk = walk("connect-four", &[]);
        let truth = 4_531_985_219_092_f64.log10();
        for seed in 1..=2 {
            let found = estimate(&walk, seed, 60);
            assert!((found.log10 - truth).abs() < 2.0 * (found.interval.high - found.log10), "{found:?}");
            assert!(found.at_least < truth && (found.log10 - truth).abs() < 0.2, "{found:?}");
        }
    }

    #[test]
    fn thinned_weights_keep_their_sum_on_average() {
        let weights = [4.0, 1.0, 1.0, 0.5, 0.5, 0.25];
        assert_eq!(heavy_from(weights.to_vec(), 3), 3.25 / 2.0);
        let sum: f64 = (0..2_000)
            .map(|number| {
                let last = (Cell::new(0, 0), Side::First);
                let child = |&weight| Child { weight, key: 0, parent: 0, last, over: false };
                let mut children: Vec<Child> = weights.iter().map(child).collect();
                thin(&mut children, 3, &mut stream(1, &[0; 32], number));
                assert_eq!(children.len(), 3);
                children.iter().map(|child| child.weight).sum::<f64>()
            })
            .sum();
        assert!((sum / 2_000.0 - 7.25).abs() < 1e-9, "{sum}");
    }
}
