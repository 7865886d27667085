//! Strength and the advantage of moving first in one model, for ladders.

use super::interval::Interval;
use super::linear::{Matrix, add_product, dot, inverse, times, variance};
use super::special::Z;

/// Elo per unit of the logarithm of odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The square roots of the 95 % points of the chi-squared distributions with 1, 2 and 3 degrees of freedom, for simultaneous
/// bands with that many coefficients.
const SCHEFFE: [f64; 3] = [1.959_964, 2.447_747, 2.795_483];
/// Larger coefficients mean that one side won everything: there is no estimate.
const FARTHEST: f64 = 25.0;

/// Games that belong together: a single game, or the two games of a pair. Each game is given by the rung that moves first, the
/// rung that moves second, and the result of the former in half points.
pub type Cluster = Vec<(usize, usize, usize)>;

/// Davidson and Beaver's extension of Bradley and Terry's model, fitted to the games of a ladder.
///
/// With λ for the strength of a rung and x for its level, a game of rung i, which moves first, against j ends with a win, a draw
/// or a loss of i in the proportion e^(θ/2) : ν(x) : e^(-θ/2), where θ = λi - λj + g(x) and x is the mean of the two levels. g,
/// the value of moving first, is a polynomial in x (of degree 2 if there are enough rungs), and log ν is a polynomial of degree
/// 1, because games between stronger players may be drawn more often. The model is fitted by maximum likelihood with Newton's
/// method. The covariance is the sandwich estimator over clusters, since the games of a pair share their randomness. The band of
/// g is Scheffé's: it is valid at all levels simultaneously.
///
/// Sources: R. A. Bradley and M. E. Terry, Biometrika 39 (1952); R. R. Davidson, JASA 65 (1970), for draws; R. R. Davidson and
/// R. J. Beaver, Biometrics 33 (1977), for the order; K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986), for the covariance;
/// H. Scheffé, "The Analysis of Variance" (1959), for the band.
#[derive(Clone, Debug)]
pub struct Strength {
    levels: Vec<f64>,
    coefficients: Vec<f64>,
    covariance: Matrix,
    /// The degree of g.
    degree: usize,
    /// Whether there are draws.
    draws: bool,
}

impl Strength {
    /// Fits the model to games between rungs at these `levels`, ascending; `games` holds each distinct cluster with the number of
    /// times that it occurred. `None` if there is no estimate: one rung won or lost all its games against others, or there are
    /// too few games.
    pub fn fit(levels: &[f64], games: &[(u64, Cluster)]) -> Option<Self> {
        let draws =
            games.iter().any(|(n, cluster)| *n > 0 && cluster.iter().any(|&(.., halves)| halves == 1));
        // Two rungs determine a line, three a curve.
        let degree = levels.len().saturating_sub(1).min(2);
        Self::fit_of_degree(levels, games, degree, draws)
    }

    fn fit_of_degree(levels: &[f64], games: &[(u64, Cluster)], degree: usize, draws: bool) -> Option<Self> {
        let count = levels.len().saturating_sub(1) + degree + 1 + if draws { 1 + degree.min(1) } else { 0 };
        let mut model = Self {
            levels: levels.to_vec(),
            coefficients: vec![0.0; count],
            covariance: Matrix::new(),
            degree,
            draws,
        };
        for _ in 0..100 {
            let (gradient, information) = model.slope(games);
            let mut step = times(&inverse(&information)?, &gradient);
            // The likelihood is concave; a step that is too long is shortened.
            let longest = step.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            if longest > 2.0 {
                step.iter_mut().for_each(|x| *x *= 2.0 / longest);
            }
            model.coefficients.iter_mut().zip(&step).for_each(|(c, x)| *c += x);
            if model.coefficients.iter().any(|c| !c.is_finite() || c.abs() > FARTHEST) {
                return None;
            }
            if longest < 1e-10 {
                model.covariance = model.sandwich(games)?;
                return Some(model);
            }
        }
        None
    }

    /// The rows of the model matrix for θ and log ν of a game: their products with the coefficients are θ and log ν.
    fn rows(&self, first: usize, second: usize) -> [Vec<f64>; 2] {
        let rungs = self.levels.len() - 1;
        let mut theta = vec![0.0; self.coefficients.len()];
        let mut draw = theta.clone();
        for (rung, sign) in [(first, 1.0), (second, -1.0)] {
            if rung > 0 {
                theta[rung - 1] += sign;
            }
        }
        let t = self.scaled(f64::midpoint(self.levels[first], self.levels[second]));
        for power in 0..=self.degree {
            theta[rungs + power] = t.powi(power as i32);
        }
        for (power, cell) in draw.iter_mut().skip(rungs + self.degree + 1).enumerate() {
            *cell = t.powi(power as i32);
        }
        [theta, draw]
    }

    /// A level, scaled to the range from -1 for the lowest to 1 for the highest.
    fn scaled(&self, level: f64) -> f64 {
        let (low, high) = self.ends();
        if high > low { (2.0 * level - low - high) / (high - low) } else { 0.0 }
    }

    fn ends(&self) -> (f64, f64) {
        (self.levels[0], self.levels[self.levels.len() - 1])
    }

    /// The chances of a loss, a draw and a win of the side that moves first.
    fn chances(&self, [theta, draw]: &[Vec<f64>; 2]) -> [f64; 3] {
        let half = dot(theta, &self.coefficients) / 2.0;
        let drawn = if self.draws { dot(draw, &self.coefficients).exp() } else { 0.0 };
        let (win, loss) = (half.exp(), (-half).exp());
        let all = win + loss + drawn;
        [loss / all, drawn / all, win / all]
    }

    /// The gradient of a cluster's log-likelihood.
    fn score(&self, cluster: &Cluster) -> Vec<f64> {
        let mut sum = vec![0.0; self.coefficients.len()];
        for &(first, second, halves) in cluster {
            let rows = self.rows(first, second);
            let [loss, draw, win] = self.chances(&rows);
            let of_theta = (halves as f64 - 1.0) / 2.0 - (win - loss) / 2.0;
            let of_draw = f64::from(u8::from(halves == 1)) - draw;
            for ((cell, theta), drawn) in sum.iter_mut().zip(&rows[0]).zip(&rows[1]) {
                *cell += of_theta * theta + of_draw * drawn;
            }
        }
        sum
    }

    /// The gradient of the log-likelihood and Fisher's information.
    fn slope(&self, games: &[(u64, Cluster)]) -> (Vec<f64>, Matrix) {
        let size = self.coefficients.len();
        let (mut gradient, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        for (n, cluster) in games.iter().filter(|(n, _)| *n > 0) {
            let n = *n as f64;
            gradient.iter_mut().zip(self.score(cluster)).for_each(|(sum, x)| *sum += n * x);
            for &(first, second, _) in cluster {
                let rows = self.rows(first, second);
                let [loss, draw, win] = self.chances(&rows);
                let mean = (win - loss) / 2.0;
                let [theta, drawn] = &rows;
                add_product(&mut information, n * ((win + loss) / 4.0 - mean * mean), theta, theta);
                add_product(&mut information, n * draw * (1.0 - draw), drawn, drawn);
                add_product(&mut information, -n * draw * mean, theta, drawn);
                add_product(&mut information, -n * draw * mean, drawn, theta);
            }
        }
        (gradient, information)
    }

    fn sandwich(&self, games: &[(u64, Cluster)]) -> Option<Matrix> {
        let size = self.coefficients.len();
        let mut squares = vec![vec![0.0; size]; size];
        let mut clusters = 0.0;
        for (n, cluster) in games.iter().filter(|(n, _)| *n > 0) {
            let score = self.score(cluster);
            add_product(&mut squares, *n as f64, &score, &score);
            clusters += *n as f64;
        }
        let bread = inverse(&self.slope(games).1)?;
        let factor = if clusters > 1.0 { clusters / (clusters - 1.0) } else { return None };
        let columns: Matrix = squares.iter().map(|row| times(&bread, row)).collect();
        // The middle matrix is symmetric, and so are the outer ones: their rows are their columns.
        let turned: Matrix = (0..size).map(|i| columns.iter().map(|row| row[i]).collect()).collect();
        Some(turned.iter().map(|row| times(&bread, row).into_iter().map(|x| x * factor).collect()).collect())
    }

    /// How many Elo a rung is above the lowest, with its 95 % interval.
    pub fn above_lowest(&self, rung: usize) -> (f64, Interval) {
        let Some(at) = rung.checked_sub(1) else { return (0.0, Interval { low: 0.0, high: 0.0 }) };
        self.estimate(|at_| f64::from(u8::from(at_ == at)), Z)
    }

    /// The value, in Elo, of moving first between players of this level, with a 95 % band that is valid at all levels
    /// simultaneously.
    pub fn advantage(&self, level: f64) -> (f64, Interval) {
        let (t, rungs) = (self.scaled(level), self.levels.len() - 1);
        self.estimate(|at| self.power(at, rungs, |power| t.powi(power)), SCHEFFE[self.degree.min(2)])
    }

    /// The increase of that value, in Elo per level, at the highest rung, with its 95 % interval.
    pub fn growth(&self) -> (f64, Interval) {
        let ((low, high), rungs) = (self.ends(), self.levels.len() - 1);
        let scale = 2.0 / (high - low).max(f64::MIN_POSITIVE);
        self.estimate(|at| self.power(at, rungs, |power| f64::from(power) * scale), Z)
    }

    /// `of` applied to the exponent of the level in the term that the coefficient at index `at` belongs to; 0 if that is not a
    /// term of the advantage.
    fn power(&self, at: usize, rungs: usize, of: impl Fn(i32) -> f64) -> f64 {
        match at.checked_sub(rungs) {
            Some(power) if power <= self.degree => of(power as i32),
            _ => 0.0,
        }
    }

    fn estimate(&self, weight: impl Fn(usize) -> f64, z: f64) -> (f64, Interval) {
        let weights: Vec<f64> = (0..self.coefficients.len()).map(weight).collect();
        let value = ELO * dot(&weights, &self.coefficients);
        let half = ELO * z * variance(&self.covariance, &weights).sqrt();
        (value, Interval { low: value - half, high: value + half })
    }

    /// The first level at which the advantage changes sign, if the band excludes 0 on both sides of the change, and whether the
    /// first player has the advantage above that level.
    pub fn turns(&self) -> Option<(f64, bool)> {
        const STEPS: u32 = 400;
        let (low, high) = self.ends();
        let at = |step: u32| low + (high - low) * f64::from(step) / f64::from(STEPS);
        let mut clear = None;
        let mut crossed = None;
        let mut before = None;
        for level in (0..=STEPS).map(at) {
            let (value, band) = self.advantage(level);
            let sign = value > 0.0;
            if before.is_some_and(|before| before != sign) {
                crossed = Some(level);
            }
            before = Some(sign);
            if !band.contains(0.0) {
                if let (Some(other), Some(level)) = (clear, crossed)
                    && other != sign
                {
                    return Some((level, sign));
                }
                clear = Some(sign);
                crossed = None;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// Games of the American League in 1987: wins and losses of the home team, one row for each home team.
    ///
    /// Source: A. Agresti, "Categorical Data Analysis" (2002), section 10.6.
    const BASEBALL: [[(u64, u64); 7]; 7] = [
        // Baltimore, Boston, Cleveland, Detroit, Milwaukee, New York, Toronto
        [(0, 0), (1, 6), (3, 4), (1, 5), (2, 5), (2, 4), (1, 6)],
        [(6, 0), (0, 0), (5, 2), (2, 5), (5, 1), (4, 2), (3, 3)],
        [(2, 4), (4, 2), (0, 0), (3, 3), (2, 5), (4, 3), (3, 4)],
        [(4, 3), (6, 0), (6, 1), (0, 0), (3, 3), (4, 3), (4, 2)],
        [(6, 0), (6, 1), (4, 2), (4, 3), (0, 0), (4, 3), (4, 2)],
        [(6, 1), (4, 3), (4, 2), (5, 1), (3, 3), (0, 0), (2, 5)],
        [(6, 0), (4, 3), (4, 2), (4, 3), (2, 5), (2, 4), (0, 0)],
    ];

    fn baseball() -> Vec<(u64, Cluster)> {
        let mut games = Vec::new();
        for (home, row) in BASEBALL.iter().enumerate() {
            for (away, &(wins, losses)) in row.iter().enumerate() {
                games.push((wins, vec![(home, away, 2)]));
                games.push((losses, vec![(home, away, 0)]));
            }
        }
        games
    }

    #[test]
    fn the_published_fit_of_the_american_league_of_1987_is_reproduced() {
        let levels: Vec<f64> = (0..7_u8).map(f64::from).collect();
        let model = Strength::fit_of_degree(&levels, &baseball(), 0, false).unwrap();
        // H. Turner and D. Firth, "Bradley-Terry Models in R: The BradleyTerry2 Package", Journal of Statistical Software 48
        // (2012), the model `baseballModel2`.
        for (rung, published) in
            [(1, 1.1438), (2, 0.7047), (3, 1.4754), (4, 1.6196), (5, 1.2813), (6, 1.3271)]
        {
            let (elo, _) = model.above_lowest(rung);
            assert!((elo / ELO - published).abs() < 1e-4, "{rung}: {}", elo / ELO);
        }
        let (home, interval) = model.advantage(3.0);
        assert!((home / ELO - 0.3023).abs() < 1e-4);
        // The published standard error, 0.1309, is that of the model; the sandwich estimate is close to it.
        let error = interval.half_width() / ELO / Z;
        assert!((error / 0.1309 - 1.0).abs() < 0.05, "{error}");
    }

    /// Games of a ladder in which strength doubles from rung to rung and the advantage changes from -0.5 to 0.7.
    fn ladder(rungs: usize, n: u64, rng: &mut Xoshiro256PlusPlus) -> Vec<(u64, Cluster)> {
        let mut uniform = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut play = |first: usize, second: usize| {
            let x = (first + second) as f64 / 2.0;
            let theta = 0.6 * (first as f64 - second as f64) - 0.5 + 1.2 * x / (rungs as f64 - 1.0);
            let (win, loss, drawn) = ((theta / 2.0).exp(), (-theta / 2.0).exp(), 0.3);
            let u = uniform() * (win + loss + drawn);
            (first, second, if u < win { 2 } else { usize::from(u < win + drawn) })
        };
        let mut games = Vec::new();
        for rung in 0..rungs {
            for _ in 0..n {
                games.push((1, vec![play(rung, rung)]));
                if rung > 0 {
                    games.push((1, vec![play(rung, rung - 1), play(rung - 1, rung)]));
                }
            }
        }
        games
    }

    #[test]
    fn the_intervals_contain_the_true_advantage_and_strength_95_times_in_100() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let (rungs, experiments) = (4, 200);
        let levels: Vec<f64> = (0..rungs).map(|rung| rung as f64).collect();
        let (mut band, mut strength, mut turned) = (0, 0, 0);
        for _ in 0..experiments {
            let model = Strength::fit(&levels, &ladder(rungs, 200, &mut rng)).unwrap();
            let holds = |step: u32| {
                let level = f64::from(step) * 0.1;
                model.advantage(level).1.contains(ELO * (0.4 * level - 0.5))
            };
            band += u32::from((0..=30).all(holds));
            strength += u32::from(model.above_lowest(3).1.contains(ELO * 1.8));
            turned +=
                u32::from(model.turns().is_some_and(|(level, gains)| gains && (0.7..1.8).contains(&level)));
        }
        let share = |count: u32| f64::from(count) / f64::from(experiments);
        assert!(share(band) >= 0.93, "{}", share(band));
        assert!((0.91..=0.99).contains(&share(strength)), "{}", share(strength));
        assert!(share(turned) > 0.9, "{}", share(turned));
    }

    #[test]
    fn a_rung_that_wins_everything_has_no_estimate() {
        let games = vec![(40, vec![(0, 0, 2)]), (60, vec![(0, 0, 0)]), (50, vec![(1, 0, 2), (0, 1, 0)])];
        assert!(Strength::fit(&[0.0, 1.0], &games).is_none());
    }

    #[test]
    fn split_pairs_give_wider_intervals_than_independent_games() {
        let split = vec![
            (30, vec![(1, 0, 2), (0, 1, 0)]),
            (10, vec![(1, 0, 0), (0, 1, 2)]),
            (50, vec![(0, 0, 2)]),
            (50, vec![(0, 0, 0)]),
        ];
        let alone = vec![
            (30, vec![(1, 0, 2)]),
            (30, vec![(0, 1, 0)]),
            (10, vec![(1, 0, 0)]),
            (10, vec![(0, 1, 2)]),
            (50, vec![(0, 0, 2)]),
            (50, vec![(0, 0, 0)]),
        ];
        let [pairs, games] =
            [split, alone].map(|games| Strength::fit(&[0.0, 1.0], &games).unwrap().above_lowest(1));
        assert!((pairs.0 - games.0).abs() < 1e-6);
        let ratio = pairs.1.half_width() / games.1.half_width();
        assert!((ratio - 2.0_f64.sqrt()).abs() < 0.02, "{ratio}");
    }
}
