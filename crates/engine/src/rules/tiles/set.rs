//! Sets of numbered cells, one bit each.

use super::plane::Number;

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    /// The empty set.
    pub const fn none() -> Self {
        Self([0; W])
    }

    /// Whether `number` is in the set.
    #[inline(always)]
    pub fn has(&self, number: Number) -> bool {
        let (word, bit) = Self::place(number);
        self.0[word] & bit != 0
    }

    /// Adds `number`.
    #[inline(always)]
    pub fn insert(&mut self, number: Number) {
        let (word, bit) = Self::place(number);
        self.0[word] |= bit;
    }

    /// Removes `number`.
    #[inline(always)]
    pub fn remove(&mut self, number: Number) {
        let (word, bit) = Self::place(number);
        self.0[word] &= !bit;
    }

    /// The union of the two sets.
    #[inline(always)]
    pub fn or(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }

    /// The numbers of this set that are not in `other`.
    #[inline(always)]
    pub fn without(mut self, other: Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    /// The number of elements.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        let mut count = 0;
        for word in self.0 {
            count += word.count_ones();
        }
        count
    }

    /// How many elements are below `number`.
    #[inline(always)]
    pub fn count_below(&self, number: Number) -> u32 {
        let (word, bit) = Self::place(number);
        self.0[..word].iter().map(|word| word.count_ones()).sum::<u32>()
            + (self.0[word] & (bit - 1)).count_ones()
    }

    /// The element with the index `rank`.
    ///
    /// # Panics
    /// Panics if the set is too small.
    #[inline(always)]
    pub fn nth(&self, mut rank: u32) -> Number {
        for (start, &word) in (0..).step_by(64).zip(&self.0) {
            let count = word.count_ones();
            if rank < count {
                let mut rest = word;
                for _ in 0..rank {
                    rest &= rest - 1;
                }
                return start + rest.trailing_zeros() as Number;
            }
            rank -= count;
        }
        panic!("the set holds fewer numbers than {rank}")
    }

    /// All elements in ascending order.
    #[inline(always)]
    pub fn iter(self) -> Numbers<W> {
        Numbers { set: self, word: 0, rest: self.0[0] }
    }

    /// The word and the bit of a number. The word index is masked, as in a [table](super::table::ChunkedTable).
    #[inline(always)]
    fn place(number: Number) -> (usize, u64) {
        const { assert!(W.is_power_of_two(), "the word index is masked") };
        (usize::from(number / 64) & (W - 1), 1 << (number % 64))
    }
}

/// The elements of a set in ascending order.
pub struct Numbers<const W: usize> {
    set: Set<W>,
    /// The current word.
    word: usize,
    /// The bits of that word that are still to come.
    rest: u64,
}

impl<const W: usize> Iterator for Numbers<W> {
    type Item = Number;

    #[inline(always)]
    fn next(&mut self) -> Option<Number> {
        while self.rest == 0 {
            self.word += 1;
            self.rest = *self.set.0.get(self.word)?;
        }
        let bit = self.rest.trailing_zeros() as Number;
        self.rest &= self.rest - 1;
        Some(64 * self.word as Number + bit)
    }
}

impl<const W: usize> FromIterator<Number> for Set<W> {
    fn from_iter<I: IntoIterator<Item = Number>>(numbers: I) -> Self {
        let mut set = Self::none();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_and_count_below_are_inverse() {
        let numbers = [0, 5, 63, 66, 100, 127];
        let set: Set<2> = numbers.into_iter().rev().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), numbers);
        for (rank, number) in (0..).zip(numbers) {
            assert_eq!((set.nth(rank), set.count_below(number)), (number, rank));
        }
        assert_eq!((set.count(), set.has(66), set.has(65)), (6, true, false));
        let again: Set<2> = numbers.into_iter().chain([5, 66]).collect();
        assert_eq!(again, set, "inserting again changes nothing");
    }

    #[test]
    fn union_and_difference() {
        let [mut a, b]: [Set<2>; 2] = [[1, 70].into_iter().collect(), [70, 80].into_iter().collect()];
        assert_eq!(a.or(b).iter().collect::<Vec<_>>(), [1, 70, 80]);
        assert_eq!(a.without(b).iter().collect::<Vec<_>>(), [1]);
        a.remove(70);
        a.remove(1);
        assert!(a.is_empty() && !b.is_empty());
    }
}
