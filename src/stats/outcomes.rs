//! The first player's score: wins, draws and losses.

use super::interval::{Interval, Proportion};
use crate::rules::Winner;

/// How games ended for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    /// Games it won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games it lost.
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

    /// All games, N.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The score s = (W + D/2) / N, from 0 to 1; none without games.
    pub fn score(&self) -> Option<f64> {
        let n = self.games() as f64;
        (n > 0.0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / n)
    }

    /// The score with the number of games without draws that would tell as much: N s(1-s) / v, where
    /// v = (W + D/4)/N - s² is the variance of an outcome. Draws vary less than wins and losses, so that they count for
    /// more; without draws the number is N, and where all games ended alike N is taken. None without games.
    pub fn proportion(&self) -> Option<Proportion> {
        let (n, s) = (self.games() as f64, self.score()?);
        Some(if self.draws == 0 {
            Proportion { share: s, trials: n }
        } else {
            Proportion::of_mean(s, (self.wins as f64 + self.draws as f64 / 4.0) / n - s * s, n)
        })
    }

    /// The 95 % interval of the score, that of the [`Outcomes::proportion`]; none without games.
    ///
    /// Source: E. B. Wilson (1927), see [`wilson`](super::wilson); [`Proportion::of_mean`].
    pub fn interval(&self) -> Option<Interval> {
        self.proportion().map(Proportion::interval)
    }
}

/// The difference in strength, in Elo, that the score `s` corresponds to: 400 log10(s / (1 - s)); infinite at 0
/// and 1.
///
/// Source: A. E. Elo, "The Rating of Chessplayers" (1978), in the logistic form that is in use since.
pub fn elo(s: f64) -> f64 {
    400.0 * (s / (1.0 - s)).log10()
}

#[cfg(test)]
mod tests {
    use super::super::wilson;
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
    fn without_draws_it_is_wilsons_interval() {
        assert_eq!(of(81, 0, 182).1, wilson(81.0 / 263.0, 263.0));
    }

    #[test]
    fn with_draws_by_hand() {
        // s = 1/2, v = (4 + 2/4 · 1)/10 - 1/4 = 0.2, effective number 10 · 0.25 / 0.2 = 12.5.
        assert_eq!(of(4, 2, 4), (0.5, wilson(0.5, 12.5)));
    }

    #[test]
    fn right_where_all_games_end_alike() {
        assert_eq!(of(1, 0, 0), (1.0, wilson(1.0, 1.0)));
        assert_eq!(of(0, 0, 7), (0.0, wilson(0.0, 7.0)));
        assert_eq!(of(0, 9, 0), (0.5, wilson(0.5, 9.0)));
    }

    #[test]
    fn the_sizes_to_keep_in_mind() {
        for (n, half_width) in [(10, 0.31), (1_000, 0.031), (10_000, 0.0098), (100_000, 0.0031)] {
            let half = of(n / 2, 0, n / 2).1.half_width();
            // Wilson's interval is a little narrower than the textbook's where n is small.
            assert!((half / half_width - 1.0).abs() < if n == 10 { 0.16 } else { 0.01 }, "n {n}: {half}");
        }
        assert!((of(5_000, 0, 5_000).1.half_width() - 0.0098).abs() < 5e-6);
    }

    #[test]
    fn elo_of_a_score() {
        assert_eq!(elo(0.5), 0.0);
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert_eq!(elo(1.0), f64::INFINITY);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
    }

    /// How often the interval of `n` games holds the true score: exactly, over all counts there can be.
    fn coverage(n: u64, p_win: f64, p_draw: f64) -> f64 {
        let truth = p_win + p_draw / 2.0;
        let ln_factorials: Vec<f64> = (0..=n)
            .scan(0.0, |ln, i| {
                *ln += (i.max(1) as f64).ln();
                Some(*ln)
            })
            .collect();
        let ln = |k: u64| ln_factorials[k as usize];
        // 0^0 = 1.
        let power = |p: f64, k: u64| if k == 0 { 0.0 } else { k as f64 * p.ln() };
        let mut total = 0.0;
        for wins in 0..=n {
            for draws in 0..=(if p_draw > 0.0 { n - wins } else { 0 }) {
                let losses = n - wins - draws;
                let chance = ln(n) - ln(wins) - ln(draws) - ln(losses)
                    + power(p_win, wins)
                    + power(p_draw, draws)
                    + power(1.0 - p_win - p_draw, losses);
                if chance > -40.0 && of(wins, draws, losses).1.contains(truth) {
                    total += chance.exp();
                }
            }
        }
        total
    }

    #[test]
    fn intervals_hold_the_truth_95_times_in_100() {
        for (n, p_win, p_draw) in [
            (1_000, 0.5, 0.0),
            (1_000, 0.9, 0.0),
            (1_000, 0.99, 0.0),
            (400, 0.4, 0.2),
            (400, 0.05, 0.9),
            (400, 0.85, 0.1),
            (400, 0.985, 0.01),
        ] {
            let covered = coverage(n, p_win, p_draw);
            assert!((0.935..=0.97).contains(&covered), "{n} games, {p_win} won, {p_draw} drawn: {covered}");
        }
    }
}
