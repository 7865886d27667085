//! Games with a known true score, to test the coverage of intervals. Only for tests.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::Outcomes;

/// The number of experiments for a coverage: the standard error of a coverage of 95 % is then 0.2 percentage points.
const EXPERIMENTS: u32 = 10_000;

/// A distribution of results: the chances that the first player wins, and that the game is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    win: f64,
    draw: f64,
}

impl Games {
    /// Games without draws that the first player wins with this chance.
    pub const fn decisive(score: f64) -> Self {
        Self::drawn(score, 0.0)
    }

    /// Games in which the first player's score is `score` and a share `draw` are draws.
    pub const fn drawn(score: f64, draw: f64) -> Self {
        Self { win: score - draw / 2.0, draw }
    }

    /// The true score of the first player.
    pub fn score(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// The first player's result in half-points: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn halves(self, rng: &mut Xoshiro256PlusPlus) -> u8 {
        let u = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        if u < self.win { 2 } else { u8::from(u < self.win + self.draw) }
    }

    /// The outcomes of `n` games.
    pub fn outcomes(self, n: u32, rng: &mut Xoshiro256PlusPlus) -> Outcomes {
        let mut outcomes = Outcomes::default();
        for _ in 0..n {
            match self.halves(rng) {
                2 => outcomes.wins += 1,
                1 => outcomes.draws += 1,
                _ => outcomes.losses += 1,
            }
        }
        outcomes
    }
}

/// The share of many reproducible experiments in which `holds` returns true, that is, in which the interval contains the truth.
pub fn covered(mut holds: impl FnMut(&mut Xoshiro256PlusPlus) -> bool) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let held = (0..EXPERIMENTS).filter(|_| holds(&mut rng)).count();
    held as f64 / f64::from(EXPERIMENTS)
}
