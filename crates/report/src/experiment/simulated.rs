//! How often the rule of a study is right: tests in simulated studies.

use super::fairness::{Fairness, Scores, Trend};
use dropline_lab::stats::Proportion;

/// Random numbers from 0 to 1: SplitMix64 (Steele, Lea and Flood 2014).
struct Chance(u64);

impl Chance {
    /// `n` games in which the first player scores this on average.
    fn played(&mut self, score: f64, n: u64) -> Proportion {
        let wins = (0..n).filter(|_| self.next() < score).count() as u64;
        Proportion::of_quarters([n - wins, 0, 0, 0, wins]).expect("games")
    }

    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// How often each verdict is given in simulated studies whose three strongest rungs have these true scores, in `n` games each.
fn rates(truth: [f64; 3], n: u64) -> impl Fn(&str) -> f64 {
    const STUDIES: u64 = 400;
    let mut chance = Chance(1);
    let mut words = Vec::new();
    for _ in 0..STUDIES {
        let [top, below, before] = truth.map(|score| chance.played(score, n));
        words.push(Fairness::of(&Scores::alone(top), [Some(below), Some(before)]).word());
    }
    move |word| words.iter().filter(|one| **one == word).count() as f64 / STUDIES as f64
}

#[test]
fn simulated_studies_are_rarely_wrong() {
    for n in [100, 380] {
        let even = rates([0.5; 3], n);
        assert!(even("first") + even("second") < 0.08, "{n}: {} {}", even("first"), even("second"));
        let slight = rates([0.525; 3], n);
        assert!(slight("balanced") + slight("second") < 0.08, "{n}: {}", slight("balanced"));
        let ahead = rates([0.6; 3], n);
        assert!(ahead("second") + ahead("balanced") < 0.01, "{n}: {}", ahead("second"));
        // What stronger players turn round is not settled, or settled for them.
        let turned = rates([0.4, 0.6, 0.6], n);
        assert!(turned("first") + turned("balanced") < 0.01, "{n}: {}", turned("first"));
    }
    assert!(rates([0.6; 3], 380)("first") > 0.8, "{}", rates([0.6; 3], 380)("first"));
}

#[test]
fn simulated_checks_rarely_contradict_the_truth_and_mostly_what_is_overturned() {
    const STUDIES: u64 = 2_000;
    let mut chance = Chance(1);
    // How often a check of so many games contradicts a verdict on 380 games, if these are the true scores.
    let mut contradicted = |verdict: &Fairness, [score, truth]: [f64; 2], games: u64| {
        let is_contradicted = |_: &u64| {
            let (score, check) = (chance.played(score, 380), chance.played(truth, games));
            verdict.clone().checked(score, check) != *verdict
        };
        (0..STUDIES).filter(is_contradicted).count() as f64 / STUDIES as f64
    };
    let first = Fairness::Ahead { first: true, points: 30.0, trend: Trend::Unknown };
    for games in [6, 12, 24] {
        for score in [0.55, 0.6, 0.75, 0.9, 0.99, 1.0] {
            let rate = contradicted(&first, [score; 2], games);
            assert!(rate < 0.035, "{score}, {games}: {rate}");
        }
        for score in [0.48, 0.5] {
            let rate = contradicted(&Fairness::Fair, [score; 2], games);
            assert!(rate < 0.02, "{score}, {games}: {rate}");
        }
        // What is certain, and even or lost between stronger players.
        for (scores, least) in [([1.0, 0.5], 0.96), ([1.0, 0.2], 0.999), ([0.8, 0.0], 0.999)] {
            let rate = contradicted(&first, scores, games);
            assert!(rate >= least, "{scores:?}, {games}: {rate}");
        }
    }
    // Small changes take more games.
    let slight = contradicted(&first, [0.6, 0.4], 12);
    assert!((0.05..0.5).contains(&slight), "{slight}");
}
