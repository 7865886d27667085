//! How many times each whole number occurred, in bounded memory.

use std::collections::BTreeMap;

/// Counts of whole numbers.
///
/// The counts are exact for up to [`Histogram::MOST_BINS`] different numbers. With more, neighbouring numbers share a bin: bins
/// double their width as often as needed, and a number counts as the middle of its bin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    width: i64,
    bins: BTreeMap<i64, u64>,
    total: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { width: 1, bins: BTreeMap::new(), total: 0 }
    }
}

impl Histogram {
    /// The maximum number of bins.
    pub const MOST_BINS: usize = 1 << 17;

    /// Counts one `value`.
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Counts a `value` several times.
    pub(super) fn add_times(&mut self, value: i64, times: u64) {
        *self.bins.entry(value.div_euclid(self.width)).or_default() += times;
        self.total += times;
        while self.bins.len() > Self::MOST_BINS {
            self.widen();
        }
    }

    fn widen(&mut self) {
        self.width *= 2;
        let mut wider = BTreeMap::new();
        for (bin, count) in std::mem::take(&mut self.bins) {
            *wider.entry(bin.div_euclid(2)).or_default() += count;
        }
        self.bins = wider;
    }

    /// How many values have been counted.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The width of a bin: 1 if the counts are exact.
    pub fn width(&self) -> i64 {
        self.width
    }

    /// The values that occurred, in increasing order, each with its number of occurrences.
    pub fn counts(&self) -> impl DoubleEndedIterator<Item = (i64, u64)> + Clone {
        self.bins.iter().map(|(&bin, &count)| (bin * self.width + (self.width - 1) / 2, count))
    }

    /// The value at `rank` in increasing order, counted from 1; `None` beyond the total.
    pub fn at_rank(&self, rank: u64) -> Option<i64> {
        let mut below = 0;
        self.counts().find_map(|(value, count)| {
            below += count;
            (below >= rank.max(1)).then_some(value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_in_order() {
        let mut histogram = Histogram::default();
        [3, -1, 3, 0].into_iter().for_each(|value| histogram.add(value));
        assert_eq!(histogram.counts().collect::<Vec<_>>(), [(-1, 1), (0, 1), (3, 2)]);
        assert_eq!(
            (1..=5).map(|r| histogram.at_rank(r)).collect::<Vec<_>>(),
            [Some(-1), Some(0), Some(3), Some(3), None]
        );
    }

    #[test]
    fn a_number_in_a_wide_bin_counts_as_its_middle() {
        let mut wide = Histogram { width: 4, bins: BTreeMap::from([(-3, 1), (-2, 2), (5, 4)]), total: 7 };
        // The bins cover -12 to -9, -8 to -5, and 20 to 23.
        assert_eq!(wide.counts().collect::<Vec<_>>(), [(-11, 1), (-7, 2), (21, 4)]);
        wide.widen();
        assert_eq!(wide, Histogram { width: 8, bins: BTreeMap::from([(-2, 1), (-1, 2), (2, 4)]), total: 7 });
        wide.widen();
        assert_eq!(wide.counts().collect::<Vec<_>>(), [(-9, 3), (23, 4)]);
    }

    #[test]
    fn counts_are_exact_as_long_as_there_is_room() {
        let full: BTreeMap<i64, u64> = (1..Histogram::MOST_BINS as i64).map(|value| (value, 1)).collect();
        let mut histogram = Histogram { width: 1, total: full.len() as u64, bins: full };
        histogram.add(0);
        assert_eq!(histogram.width(), 1);
        histogram.add(-1);
        assert_eq!((histogram.width(), histogram.total()), (2, Histogram::MOST_BINS as u64 + 1));
    }

    #[test]
    fn memory_is_bounded_for_any_values() {
        let mut histogram = Histogram::default();
        let values = 3 * Histogram::MOST_BINS as i64;
        (0..values).for_each(|value| histogram.add(value - values / 2));
        assert!(histogram.counts().count() <= Histogram::MOST_BINS);
        assert_eq!((histogram.width(), histogram.total()), (4, values as u64));
        let median = histogram.at_rank(values as u64 / 2).unwrap();
        assert!(median.abs() <= histogram.width());
    }
}
