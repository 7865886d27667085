//! The verdict of a score: an advantage, balance, or not enough games.

use super::interval::Interval;
use super::proportion::Proportion;

/// The default margin of balance around one half: 2 percentage points.
pub const MARGIN: f64 = 0.02;
/// The 95 % point of the standard normal distribution.
const ONE_SIDED: f64 = 1.644_853_626_951_472_6;
/// The square of the sum of the normal quantiles of a two-sided test at 5 % and a power of 80 %: (1.960 + 0.842)².
const TO_SHOW_A_DIFFERENCE: f64 = 7.849;
/// The same square for two one-sided tests at 5 % that must both succeed: (1.645 + 1.282)².
const TO_SHOW_BALANCE: f64 = 8.564;

/// The least number of results from which a number that would be enough is estimated: fewer leave its order of magnitude open.
const ENOUGH_TO_ESTIMATE: f64 = 400.0;
/// The 75 % point of the standard normal distribution: the ends of a 50 % interval.
const QUARTILE: f64 = 0.674_489_750_196_081_7;

/// The decision on the first player's advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// An advantage: the 95 % interval of the score excludes one half. It is small if the tests for balance also succeed.
    Advantage {
        /// Whether the advantage is small.
        small: bool,
    },
    /// The score is within the margin of one half.
    Balanced,
    /// Neither an advantage nor balance can be shown yet.
    Open {
        /// An estimate of the total number of results (games or pairs) that would show one of the two; `None` after fewer than 400
        /// results, and for a confidence sequence, whose width also depends on the precision that it aims at.
        results: Option<u64>,
    },
}

impl Decision {
    /// The decision for `score` with this 95 % `interval`. `always` says that the interval is valid at every look; `margin` is the
    /// equivalence margin: how far from 1/2 a balanced score may be.
    ///
    /// Balance is shown by two one-sided tests at 5 %, one that the score is at least 1/2 minus the margin and one that it is at
    /// most 1/2 plus the margin: the 90 % interval must lie between these two bounds. The interval of a confidence sequence is
    /// used as it is. The number of results in [`Decision::Open`] suffices, with a probability of 80 %, to show either the
    /// advantage or the balance, whatever the true score within a 50 % interval around the observed one. For the observed score
    /// alone it would suffice in about half of the cases near an even game.
    ///
    /// Sources: D. J. Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15 (1987), for the tests; S.-C. Chow, J. Shao
    /// and H. Wang, "Sample Size Calculations in Clinical Research" (2008), section 3.2, for the numbers.
    pub fn of(score: Proportion, interval: Interval, always: bool, margin: f64) -> Self {
        let tested = if always { interval } else { score.interval_at(ONE_SIDED) };
        let balanced = tested.low >= 0.5 - margin && tested.high <= 0.5 + margin;
        if !interval.contains(0.5) {
            return Self::Advantage { small: balanced };
        }
        if balanced {
            return Self::Balanced;
        }
        let is_estimated = !always && score.results() >= ENOUGH_TO_ESTIMATE;
        Self::Open { results: is_estimated.then(|| enough(score, margin)) }
    }
}

/// The number of results that shows an advantage or balance within `margin`, at every true score in a 50 % interval around `score`.
fn enough(score: Proportion, margin: f64) -> u64 {
    let Interval { low, high } = score.interval_at(QUARTILE).map(|end| end - 0.5);
    let nearest = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
    let farthest = low.abs().max(high.abs());
    // An advantage is the harder to show the smaller it is, balance the harder the larger it is: both take equally many results at
    // this distance from one half, which therefore takes the most.
    let [difference, balance] = [TO_SHOW_A_DIFFERENCE, TO_SHOW_BALANCE].map(f64::sqrt);
    let hardest = margin * difference / (difference + balance);
    let distance = hardest.clamp(nearest, farthest);
    let to = |factor: f64, distance: f64| {
        if distance > 0.0 { factor * score.variance() / (distance * distance) } else { f64::INFINITY }
    };
    let shown = to(TO_SHOW_A_DIFFERENCE, distance).min(to(TO_SHOW_BALANCE, (margin - distance).max(0.0)));
    // Where results hardly vary, the estimate would be too small: ask for at least one more result.
    shown.max(score.results() + 1.0).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::simulated::{Games, covered};

    fn of(counts: [u64; 5]) -> Decision {
        let score = Proportion::of_quarters(counts).expect("results");
        Decision::of(score, score.interval(), false, MARGIN)
    }

    #[test]
    fn advantage_balance_and_too_few_games_are_distinguished() {
        assert_eq!(of([400, 0, 0, 0, 600]), Decision::Advantage { small: false });
        assert_eq!(of([9_800, 0, 0, 0, 10_200]), Decision::Advantage { small: true });
        // The 90 % interval of 8,000 games ends at 0.5 ± 1.645 / (2 sqrt(8,000)) = 0.5 ± 0.0092.
        assert_eq!(of([4_000, 0, 0, 0, 4_000]), Decision::Balanced);
        assert_eq!(of([50, 0, 0, 0, 50]), Decision::Open { results: None });
    }

    #[test]
    fn the_suggested_number_holds_within_a_50_percent_interval() {
        let results = |counts| match of(counts) {
            Decision::Open { results } => results.expect("enough results to estimate a number"),
            decision => panic!("{decision:?}"),
        };
        assert_eq!(of([199, 0, 0, 0, 200]), Decision::Open { results: None });
        // The interval from 48.9 to 51.1 % contains the hardest distance, 0.02 · 2.802 / (2.802 + 2.926) = 0.00978:
        // 7.849 · 0.25 / 0.00978².
        assert!((20_400..=20_600).contains(&results([500, 0, 0, 0, 500])));
        // The interval of 54 % (n = 400) begins 0.0232 above one half: 7.849 · 0.2484 / 0.0232² = 3,630.
        assert!((3_500..=3_800).contains(&results([184, 0, 0, 0, 216])));
        // Draws lower the variance: the interval ends 0.0084 from one half, which takes 8.564 · 0.0625 / 0.0116² = 4,000.
        assert!((3_800..=4_200).contains(&results([50, 0, 300, 0, 50])));
    }

    #[test]
    fn the_suggested_number_of_games_decides_at_the_hardest_score_4_times_in_5() {
        let games = Games::decisive(0.50978);
        let decided = covered(|rng| {
            let score = games.outcomes(20_510, rng).proportion().expect("games");
            !matches!(Decision::of(score, score.interval(), false, MARGIN), Decision::Open { .. })
        });
        assert!(decided >= 0.79, "{decided}");
    }

    #[test]
    fn the_interval_of_a_confidence_sequence_is_used_directly() {
        let score = Proportion::of_quarters([50, 0, 0, 0, 50]).expect("results");
        let narrow = Interval { low: 0.485, high: 0.515 };
        assert_eq!(Decision::of(score, narrow, true, MARGIN), Decision::Balanced);
        assert_eq!(Decision::of(score, narrow, true, 0.015), Decision::Balanced);
        assert_eq!(Decision::of(score, narrow, true, 0.01), Decision::Open { results: None });
    }

    #[test]
    fn barely_unbalanced_games_are_called_balanced_5_times_in_100() {
        let games = Games::decisive(0.5 + MARGIN);
        let wrong = covered(|rng| {
            let outcomes = games.outcomes(5_000, rng);
            let score = outcomes.proportion().expect("games");
            let tested = score.interval_at(ONE_SIDED);
            tested.low >= 0.5 - MARGIN && tested.high <= 0.5 + MARGIN
        });
        assert!((0.035..=0.056).contains(&wrong), "{wrong}");
    }

    #[test]
    fn the_suggested_number_of_games_shows_balance_4_times_in_5() {
        let games = Games::decisive(0.5);
        let shown = covered(|rng| {
            let score = games.outcomes(5_353, rng).proportion().expect("games");
            let tested = score.interval_at(ONE_SIDED);
            tested.low >= 0.5 - MARGIN && tested.high <= 0.5 + MARGIN
        });
        assert!((0.77..=0.83).contains(&shown), "{shown}");
    }
}
