//! The posterior of a score.

use super::proportion::Proportion;

/// Jeffreys' prior: this much is added to the number of results of each value.
const PRIOR: f64 = 0.5;
/// The number of standard deviations beyond which a probability counts as 0.
const FARTHEST: f64 = 10.0;
/// The number of steps of the numerical integration: enough for an error below 1e-9.
const STEPS: u32 = 512;

/// The posterior of a score from Jeffreys' prior: a Dirichlet distribution with the parameter 1/2 plus the number of results for
/// each possible value (0, 1/2 and 1 for a game; 0, 1/4, 1/2, 3/4 and 1 for a pair).
///
/// The score is the mean of the values with weights from that distribution. It is above x if the sum of (value - x) G is above 0
/// for gamma-distributed G. The probability of that is an integral (J. P. Imhof, "Computing the distribution of quadratic forms in
/// normal variables", Biometrika 48 (1961)): 1/2 + 1/π ∫ sin(Σ a atan(w u)) / (u Π (1 + w²u²)^(a/2)) du for weights w and shape
/// parameters a.
///
/// Source: A. Gelman and others, "Bayesian Data Analysis" (2013), section 3.4, for the multinomial model; H. Jeffreys, "Theory of
/// Probability" (1961), for the prior.
#[derive(Clone, Debug, PartialEq)]
pub struct Posterior {
    /// The possible values, each with the shape parameter of its gamma distribution.
    weights: Vec<(f64, f64)>,
}

impl Posterior {
    /// The posterior of this score, of pairs of games if `pairs` is set, else of games.
    pub fn of(score: Proportion, pairs: bool) -> Self {
        let values = score.counted().into_iter().enumerate();
        let of_results = values.filter(|(place, _)| pairs || place % 2 == 0);
        Self { weights: of_results.map(|(place, count)| (place as f64 / 4.0, PRIOR + count)).collect() }
    }

    /// The chance that the score is above `x`.
    pub fn above(&self, x: f64) -> f64 {
        let shifted: Vec<(f64, f64)> =
            self.weights.iter().map(|&(value, shape)| (value - x, shape)).collect();
        let mean: f64 = shifted.iter().map(|(weight, shape)| weight * shape).sum();
        let deviation = shifted.iter().map(|(weight, shape)| weight * weight * shape).sum::<f64>().sqrt();
        if mean.abs() > FARTHEST * deviation {
            return f64::from(u8::from(mean > 0.0));
        }
        let size = |u: f64| shifted.iter().map(|(w, a)| a / 2.0 * (w * w * u * u).ln_1p()).sum::<f64>();
        let mut end = 1.0 / deviation;
        while size(end) < 30.0 {
            end *= 1.5;
        }
        // With the logarithm of u as the variable, du/u becomes uniform, and the integrand decays at both ends, so the trapezoidal
        // rule converges exponentially (L. N. Trefethen and J. A. C. Weideman, "The exponentially convergent trapezoidal rule",
        // SIAM Review 56 (2014)). Below the first step, the sine equals its argument.
        let first = 1e-6 / deviation;
        let step = (end / first).ln() / f64::from(STEPS);
        let term = |i: u32| {
            let u = first * (step * f64::from(i)).exp();
            let angle: f64 = shifted.iter().map(|(w, a)| a * (w * u).atan()).sum();
            angle.sin() * (-size(u)).exp()
        };
        let ends = (term(0) + term(STEPS)) / 2.0;
        let integral = mean * first + step * (ends + (1..STEPS).map(term).sum::<f64>());
        (0.5 + integral / std::f64::consts::PI).clamp(0.0, 1.0)
    }

    /// The chance that the score is within `margin` of one half.
    pub fn within(&self, margin: f64) -> f64 {
        (self.above(0.5 - margin) - self.above(0.5 + margin)).max(0.0)
    }

    /// The chance that this score is above that of `other`, an independent posterior.
    pub fn above_that_of(&self, other: &Self) -> f64 {
        const SLICES: u32 = 200;
        let [(low, high), (from, to)] = [self, other].map(Self::ends);
        if low >= to || high <= from {
            return f64::from(u8::from(low >= to));
        }
        let at = |slice: u32| low + (high - low) * f64::from(slice) / f64::from(SLICES);
        let mut above = 1.0;
        let mut chance = 0.0;
        for slice in 0..SLICES {
            let next = if slice + 1 == SLICES { 0.0 } else { self.above(at(slice + 1)) };
            let below_middle = 1.0 - other.above(f64::midpoint(at(slice), at(slice + 1)));
            chance += (above - next) * below_middle;
            above = next;
        }
        chance.clamp(0.0, 1.0)
    }

    /// The density as a curve: scores, and the relative density of each.
    pub fn density(&self) -> Vec<(f64, f64)> {
        const SLICES: u32 = 80;
        let (low, high) = self.ends();
        let width = (high - low) / f64::from(SLICES);
        let above: Vec<f64> = (0..=SLICES).map(|slice| self.above(low + width * f64::from(slice))).collect();
        let slices = above.windows(2).zip(0_u32..);
        slices
            .map(|(ends, slice)| {
                (low + width * (f64::from(slice) + 0.5), (ends[0] - ends[1]).max(0.0) / width)
            })
            .collect()
    }

    /// The range that contains nearly all of the distribution.
    fn ends(&self) -> (f64, f64) {
        let all: f64 = self.weights.iter().map(|(_, shape)| shape).sum();
        let mean = self.weights.iter().map(|(value, shape)| value * shape).sum::<f64>() / all;
        let squares =
            self.weights.iter().map(|(value, shape)| (value - mean).powi(2) * shape).sum::<f64>() / all;
        let far = 8.0 * (squares / (all + 1.0)).sqrt();
        ((mean - far).max(0.0), (mean + far).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Beta, ContinuousCDF};

    fn of(counts: [u64; 5]) -> Posterior {
        Posterior::of(Proportion::of_quarters(counts).unwrap(), false)
    }

    #[test]
    fn without_draws_the_posterior_is_nearly_a_beta_distribution() {
        // The half draw that the prior adds hardly matters: for such large w and l, the oracle with w + 1/4 and l + 1/4 has the
        // same mean.
        for (wins, losses, x) in [(600, 400, 0.58), (600, 400, 0.62), (52, 48, 0.5), (9_900, 100, 0.9895)] {
            let ours = of([losses, 0, 0, 0, wins]).above(x);
            let oracle = Beta::new(wins as f64 + 0.75, losses as f64 + 0.75).unwrap().sf(x);
            assert!((ours - oracle).abs() < 0.004, "{wins} {losses}: {ours}, oracle {oracle}");
        }
    }

    #[test]
    fn the_chance_of_an_advantage_is_that_of_more_wins_than_losses() {
        // Given the draws, the wins are a beta-distributed share of the remaining probability.
        for (wins, draws, losses) in [(60, 900, 40), (5, 1, 2), (3_000, 0, 3_100)] {
            let ours = of([losses, 0, draws, 0, wins]).above(0.5);
            let oracle = Beta::new(wins as f64 + 0.5, losses as f64 + 0.5).unwrap().sf(0.5);
            assert!((ours - oracle).abs() < 1e-9, "{wins} {draws} {losses}: {ours}, oracle {oracle}");
        }
    }

    #[test]
    fn the_density_is_that_of_a_beta_distribution() {
        use statrs::distribution::Continuous;
        let oracle = Beta::new(600.75, 400.75).unwrap();
        for (score, density) in of([400, 0, 0, 0, 600]).density() {
            assert!(
                (density - oracle.pdf(score)).abs() < 0.3,
                "{score}: {density}, oracle {}",
                oracle.pdf(score)
            );
        }
    }

    #[test]
    fn balance_and_comparisons_agree_with_the_normal_distribution() {
        let even = of([5_000, 0, 0, 0, 5_000]);
        assert!((even.above(0.5) - 0.5).abs() < 1e-9);
        assert!(even.within(0.02) > 0.9999 && even.within(0.005) > 0.66 && even.within(0.005) < 0.7);
        assert!((even.above_that_of(&even) - 0.5).abs() < 0.003);
        let more = of([4_900, 0, 0, 0, 5_100]);
        // 1 percentage point, at a standard deviation of sqrt(2 / 40,000) = 0.00707, is 1.41 deviations.
        assert!((more.above_that_of(&even) - 0.9214).abs() < 0.0005, "{}", more.above_that_of(&even));
        assert!((even.above_that_of(&more) - 0.0786).abs() < 0.0005);
        assert_eq!(of([0, 0, 0, 0, 50_000]).above_that_of(&of([50_000, 0, 0, 0, 0])), 1.0);
    }

    #[test]
    fn pairs_have_five_values() {
        let counts = [3, 10, 70, 12, 5];
        let pairs = Posterior::of(Proportion::of_quarters(counts).unwrap(), true);
        assert_eq!(pairs.weights.len(), 5);
        assert!(pairs.above(0.5) > 0.5 && pairs.above(0.5) < 0.9);
    }
}
