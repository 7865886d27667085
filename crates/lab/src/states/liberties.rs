//! The share of all arrangements in which every group has a liberty, for games that capture groups without liberties.

use super::Estimate;
use crate::stats::{Interval, wilson};
use dropline_engine::chance::below;
use dropline_engine::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The arrangements that remain after captures: every group has an adjacent empty cell. Tromp and Farnebäck count the
/// arrangements of Go by the same rule. All reachable arrangements are among them.
///
/// Source: J. Tromp and G. Farnebäck, "Combinatorics of Go", Computers and Games 2006.
#[derive(Debug)]
pub struct Liberties {
    neighbours: Vec<Vec<usize>>,
}

impl Liberties {
    /// The arrangements of `variant`; `None` if groups without liberties are not captured, or if there are neutral stones.
    pub fn of(variant: &Variant) -> Option<Self> {
        let board = &variant.board;
        if board.is_boundless() || !variant.capture.by_liberties() || variant.has_neutral_stones() {
            return None;
        }
        let near =
            |&cell| board.adjacent().iter().filter_map(move |&step| board.index(board.step(cell, step)?));
        Some(Self { neighbours: board.cells().iter().map(|cell| near(cell).collect()).collect() })
    }

    /// Whether every group of a random arrangement has a liberty. Each cell is empty, the first side's or the second side's with
    /// equal probability.
    pub fn sample(&self, rng: &mut Xoshiro256PlusPlus) -> bool {
        let cells: Vec<u32> = self.neighbours.iter().map(|_| below(rng, 3)).collect();
        self.all_have_liberties(&cells)
    }

    /// Whether every group of `cells` has an adjacent empty cell; 0 is an empty cell.
    fn all_have_liberties(&self, cells: &[u32]) -> bool {
        let mut seen = vec![false; cells.len()];
        for at in 0..cells.len() {
            if cells[at] == 0 || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let (mut group, mut next, mut breathes) = (vec![at], 0, false);
            while let Some(&stone) = group.get(next) {
                next += 1;
                for &near in &self.neighbours[stone] {
                    breathes |= cells[near] == 0;
                    if cells[near] == cells[at] && !std::mem::replace(&mut seen[near], true) {
                        group.push(near);
                    }
                }
            }
            if !breathes {
                return false;
            }
        }
        true
    }

    /// The number of arrangements if `held` of `n` samples were legal, and their share.
    pub fn estimate(&self, held: u64, n: u64) -> (Estimate, f64, Interval) {
        let share = held as f64 / n as f64;
        let interval = wilson(share, n as f64);
        let all = self.neighbours.len() as f64 * 3.0_f64.log10();
        let estimate =
            Estimate { log10: all + share.log10(), interval: interval.map(|end| all + end.log10()), n };
        (estimate, share, interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::{chance, variant};

    fn go(size: u32) -> Liberties {
        let set = [format!("board.width={size}"), format!("board.height={size}")];
        Liberties::of(&variant::load("go", &set).expect("a variant").variant)
            .expect("Go captures by liberties")
    }

    #[test]
    fn the_legal_positions_of_small_boards_agree_with_tromp_and_farneback() {
        for (size, legal) in [(2, 57), (3, 12_675)] {
            let go = go(size);
            let all = 3_u32.pow(size * size);
            let held = (0..all).filter(|&number| {
                let cells: Vec<u32> = (0..size * size).map(|cell| number / 3_u32.pow(cell) % 3).collect();
                go.all_have_liberties(&cells)
            });
            assert_eq!(held.count(), legal);
        }
    }

    /// 1.039 * 10^38 arrangements on 9 by 9 are legal, 23.4 % of all.
    #[test]
    fn sampled_arrangements_of_go_agree_with_the_published_number() {
        let (go, n) = (go(9), 20_000);
        let mut rng = chance::stream(1, &[0; 32], 1);
        let held = (0..n).filter(|_| go.sample(&mut rng)).count() as u64;
        let (estimate, share, _) = go.estimate(held, n);
        let truth = 103_919_148_791_293_834_318_983_090_438_798_793_469_f64.log10();
        assert!(estimate.interval.contains(truth), "{estimate:?}");
        assert!((share - 0.234).abs() < 0.01, "{share}");
    }

    #[test]
    fn games_without_capture_by_liberties_have_no_estimate() {
        for name in ["hex", "exxit", "othello"] {
            assert!(Liberties::of(&variant::load(name, &[]).expect("a variant").variant).is_none(), "{name}");
        }
    }
}
