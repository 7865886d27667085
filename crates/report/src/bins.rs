//! Bars for histograms.

use dropline_lab::stats::Histogram;

/// A bar for drawing: the range from `low` to `high`, and the number of values in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// The lower end, in units of the histogram.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The number of values in it.
    pub count: u64,
}

/// Bars of equal width, at most about `most`, each with the same number of possible values. Possible values are equally spaced,
/// so a game with only even margins has no empty bars between others. With `around_zero`, the value 0 has its own bar, and no bar
/// has values of both signs.
pub fn bars(values: &Histogram, most: i64, around_zero: bool) -> Vec<Bar> {
    let Some((lowest, highest)) = values.counts().next().zip(values.counts().next_back()) else {
        return Vec::new();
    };
    let (lowest, highest) = (lowest.0, highest.0);
    let spacing = values.counts().fold(0, |spacing, (value, _)| gcd(spacing, value - lowest)).max(1);
    let width = spacing * nice((highest - lowest) / spacing / most + 1);
    let zero = around_zero && lowest.rem_euclid(spacing) == 0;
    // Each bar begins half the spacing before its first value, so that a single value is in the middle of its bar.
    let shift = spacing as f64 / 2.0;
    let mut bars: Vec<(i64, Bar)> = Vec::new();
    for (value, count) in values.counts() {
        let (key, low, high) = if !around_zero {
            let start = lowest + (value - lowest).div_euclid(width) * width;
            (start, start as f64 - shift, (start + width) as f64 - shift)
        } else if value == 0 {
            (0, -shift, shift)
        } else {
            // Positive values: from just above one multiple of the width up to the next. Negative values mirror that.
            let end = (value.abs() + width - 1).div_euclid(width) * width;
            let gap = if zero { shift } else { 0.0 };
            let (near, far) = ((end - width) as f64 + gap, end as f64 + gap);
            if value > 0 { (end, near, far) } else { (-end, -far, -near) }
        };
        match bars.last_mut() {
            Some((last, bar)) if *last == key => bar.count += count,
            _ => bars.push((key, Bar { low, high, count })),
        }
    }
    bars.into_iter().map(|(_, bar)| bar).collect()
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// The smallest of 1, 2, 5, 10, 20, 50 and so on that is not less than `n`.
fn nice(n: i64) -> i64 {
    let mut power = 1;
    loop {
        for digit in [1, 2, 5] {
            if digit * power >= n {
                return digit * power;
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = i64>) -> Histogram {
        let mut histogram = Histogram::default();
        values.into_iter().for_each(|value| histogram.add(value));
        histogram
    }

    fn seen(values: &Histogram, most: i64, around_zero: bool) -> Vec<(f64, f64, u64)> {
        bars(values, most, around_zero).iter().map(|bar| (bar.low, bar.high, bar.count)).collect()
    }

    #[test]
    fn few_values_have_a_bar_each() {
        assert_eq!(seen(&of([3, 4, 4, 6]), 40, false), [(2.5, 3.5, 1), (3.5, 4.5, 2), (5.5, 6.5, 1)]);
    }

    #[test]
    fn many_values_share_bars() {
        assert_eq!(
            seen(&of(0..20), 10, false),
            [
                (-0.5, 1.5, 2),
                (1.5, 3.5, 2),
                (3.5, 5.5, 2),
                (5.5, 7.5, 2),
                (7.5, 9.5, 2),
                (9.5, 11.5, 2),
                (11.5, 13.5, 2),
                (13.5, 15.5, 2),
                (15.5, 17.5, 2),
                (17.5, 19.5, 2)
            ]
        );
    }

    #[test]
    fn values_that_are_all_odd_leave_no_gaps() {
        assert_eq!(
            seen(&of([-3, -1, 1, 3]), 40, true),
            [(-4.0, -2.0, 1), (-2.0, 0.0, 1), (0.0, 2.0, 1), (2.0, 4.0, 1)]
        );
    }

    #[test]
    fn zero_has_its_own_bar_and_both_sides_are_symmetric() {
        assert_eq!(seen(&of(-4..=4), 4, true), [(-5.5, -0.5, 4), (-0.5, 0.5, 1), (0.5, 5.5, 4)]);
    }

    #[test]
    fn half_points_have_their_own_bars() {
        // Margins are in hundredths; margins of tiles are multiples of one half.
        assert_eq!(
            seen(&of([-50, 0, 50, 100]), 40, true),
            [(-75.0, -25.0, 1), (-25.0, 25.0, 1), (25.0, 75.0, 1), (75.0, 125.0, 1)]
        );
        // With a komi of a quarter point, no margin is 0.
        assert_eq!(
            seen(&of([-75, -25, 25, 75]), 40, true),
            [(-100.0, -50.0, 1), (-50.0, 0.0, 1), (0.0, 50.0, 1), (50.0, 100.0, 1)]
        );
    }

    #[test]
    fn a_single_value_is_a_single_bar() {
        assert_eq!(seen(&of([7, 7]), 40, false), [(6.5, 7.5, 2)]);
        assert_eq!(seen(&of([]), 40, true), []);
    }
}
