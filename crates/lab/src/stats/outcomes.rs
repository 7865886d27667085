//! The first player's score: wins, draws and losses.

use super::interval::Interval;
use super::proportion::Proportion;
use dropline_engine::rules::Winner;

/// How games ended for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Games that the first player won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the first player lost.
    pub losses: u64,
}

impl Outcomes {
    /// Counts a game, by who won it.
    pub fn add(&mut self, winner: Winner) {
        match winner {
            Winner::First => self.wins += 1,
            Winner::Draw => self.draws += 1,
            Winner::Second => self.losses += 1,
        }
    }

    /// The number of games, N.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The score s = (W + D/2) / N, from 0 to 1; `None` without games.
    pub fn score(&self) -> Option<f64> {
        let n = self.games() as f64;
        (n > 0.0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / n)
    }

    /// The score with the data for its interval; `None` without games.
    pub fn proportion(&self) -> Option<Proportion> {
        Proportion::of_quarters([self.losses, 0, self.draws, 0, self.wins])
    }

    /// The 95 % interval of the score, from [`Outcomes::proportion`]; `None` without games.
    pub fn interval(&self) -> Option<Interval> {
        self.proportion().map(Proportion::interval)
    }
}

/// The difference in strength, in Elo, that the score `s` corresponds to: 400 log10(s / (1 - s)); infinite at 0
/// and 1.
///
/// Source: A. E. Elo, "The Rating of Chessplayers" (1978), in the logistic form used since then.
pub fn elo(s: f64) -> f64 {
    400.0 * (s / (1.0 - s)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(wins: u64, draws: u64, losses: u64) -> (f64, Interval) {
        let outcomes = Outcomes { wins, draws, losses };
        (outcomes.score().unwrap(), outcomes.interval().unwrap())
    }

    #[test]
    fn a_draw_is_half_a_win() {
        assert_eq!(of(2, 1, 1).0, 0.625);
        assert_eq!(Outcomes::default().score(), None);
        assert_eq!(Outcomes::default().interval(), None);
    }

    #[test]
    fn half_widths_of_common_sample_sizes_agree_with_the_textbook() {
        for (n, half_width) in [(10, 0.31), (1_000, 0.031), (10_000, 0.0098), (100_000, 0.0031)] {
            let half = of(n / 2, 0, n / 2).1.half_width();
            // A score interval is a little narrower than the textbook's where n is small.
            assert!((half / half_width - 1.0).abs() < if n == 10 { 0.16 } else { 0.01 }, "n {n}: {half}");
        }
        assert!((of(5_000, 0, 5_000).1.half_width() - 0.0098).abs() < 5e-6);
    }

    #[test]
    fn elo_agrees_with_known_scores() {
        assert_eq!(elo(0.5), 0.0);
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
    }
}
