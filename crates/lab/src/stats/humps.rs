//! Two humps in a distribution: values concentrate around two places, with few between them.

use super::histogram::Histogram;

/// Two humps, separated at a rare value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Humps {
    /// The value that separates them.
    pub at: i64,
    /// The number of values below `at`.
    pub below: u64,
    /// The number of values at or above `at`.
    pub above: u64,
}

/// The maximum number of classes of equal width into which the values are put.
const CLASSES: i64 = 16;
/// The minimum width of a class, as a multiple of the usual gap between neighbouring values: values of one parity may be rare or
/// impossible.
const GAPS: i64 = 2;
/// The minimum share of the values in the smaller hump.
const LEAST_SHARE: f64 = 0.05;
/// The minimum number of different values in a hump: two margins alone are not two humps.
const FEWEST: usize = 4;
/// The smallest ratio of the lower peak to the valley.
const DEPTH: f64 = 3.0;

impl Humps {
    /// The humps of `values`, if there are two that chance does not explain.
    ///
    /// Between the highest classes of the two sides, some class has at most a third of the lower peak's count, and the square
    /// roots of these two counts differ by more than 3. The standard deviation of the root of a Poisson count is 1/2 (Bartlett
    /// 1936), so this is more than four standard errors. That is enough even though the place of the valley was chosen from the
    /// data.
    pub fn of(values: &Histogram) -> Option<Self> {
        let (lowest, highest) = (values.counts().next()?.0, values.counts().next_back()?.0);
        // Where values have gaps, the width of a class is a multiple of the gap, so that each class has an equal number of
        // possible values.
        let gap = usual_gap(values)?;
        let range = highest.checked_sub(lowest)?;
        let width = gap * GAPS.max(range / (CLASSES * gap) + 1);
        let mut classes = vec![0_u64; (range / width + 1) as usize];
        if classes.len() < 3 {
            return None;
        }
        for (value, count) in values.counts() {
            classes[((value - lowest) / width) as usize] += count;
        }
        let peak = |classes: &[u64]| classes.iter().copied().max().unwrap_or(0) as f64;
        let deep = |&at: &usize| {
            let lower = peak(&classes[..at]).min(peak(&classes[at + 1..]));
            let valley = classes[at] as f64;
            lower >= DEPTH * valley && lower.sqrt() - valley.sqrt() > 3.0
        };
        let at = (1..classes.len() - 1).filter(deep).min_by_key(|&at| classes[at])?;
        // Of several empty classes, the middle one separates the humps.
        let level = classes[at];
        let last = (at..classes.len()).take_while(|&at| classes[at] == level).last().unwrap_or(at);
        let split = lowest + width * (at + last).div_ceil(2) as i64;
        let hump = |is_below: bool| {
            let own = values.counts().filter(move |&(value, _)| (value < split) == is_below);
            own.fold((0, 0), |(different, all), (_, count)| (different + 1, all + count))
        };
        let ((different_below, below), (different_above, above)) = (hump(true), hump(false));
        let enough = below.min(above) as f64 >= LEAST_SHARE * values.total() as f64;
        (enough && different_below.min(different_above) >= FEWEST).then_some(Self { at: split, below, above })
    }
}

/// The median gap between a value and the next, weighted by occurrence. It is 2 points where the players share out a full board.
fn usual_gap(values: &Histogram) -> Option<i64> {
    let mut gaps = Histogram::default();
    let pairs = values.counts().zip(values.counts().skip(1));
    for ((value, count), (next, _)) in pairs {
        gaps.add_times(next - value, count);
    }
    gaps.at_rank(gaps.total().div_ceil(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = i64>) -> Option<Humps> {
        let mut histogram = Histogram::default();
        values.into_iter().for_each(|value| histogram.add(value));
        Humps::of(&histogram)
    }

    #[test]
    fn two_humps_are_separated_where_values_are_rare() {
        let near = (0..400).map(|i| i % 20);
        let far = (0..100).map(|i| 150 + i % 10);
        let humps = of(near.chain(far)).expect("two humps");
        assert_eq!((humps.below, humps.above), (400, 100));
        assert!((20..=150).contains(&humps.at), "{humps:?}");
    }

    #[test]
    fn one_hump_and_a_few_outliers_are_not_two_humps() {
        // A sum of dice rolls is nearly normal.
        let dice = (0..5_i64.pow(5)).map(|i| (0..5).map(|d| i / 5_i64.pow(d) % 5).sum::<i64>() * 8);
        assert_eq!(of(dice), None);
        assert_eq!(of((0..400).map(|i| i % 20).chain([500, 501, 502])), None);
        assert_eq!(of((0..400).map(|i| i % 40)), None);
        assert_eq!(of([1, 1, 1]), None);
        assert_eq!(of((0..400).map(|i| if i % 2 == 0 { 1 } else { -1 })), None, "two values");
        assert_eq!(of([]), None);
    }

    #[test]
    fn impossible_values_do_not_make_a_valley() {
        // Margins in hundredths on a full board of 37 cells are odd numbers of points.
        let odd = |counts: &[usize], from: i64| {
            let values = (0_i64..).zip(counts).flat_map(|(i, &count)| vec![(from + 2 * i) * 100; count]);
            values.collect::<Vec<_>>()
        };
        assert_eq!(of(odd(&[2, 2, 2, 5, 7, 22, 31, 18, 5, 2, 3, 1], -11)), None);
        // Only one parity, with a few exceptions.
        assert_eq!(of(odd(&[2, 9, 30, 90, 120, 95, 28, 8, 3], -9).into_iter().chain([-200, 0, 200])), None);
        // Two humps are still found.
        let both = odd(&[10, 20, 10, 5, 1, 0, 0, 0, 1, 5, 10, 20, 10], -13);
        assert!(of(both).is_some());
    }
}
