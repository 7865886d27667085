//! A small number for every cell at once: each binary digit of the numbers is a set, which holds the cells where the digit is 1.

use super::cells::Cells;
use super::grid::Grid;

/// For each cell, a number below 2 to the power of `P`.
#[derive(Clone, Copy)]
pub struct Counts<S, const P: usize>([S; P]);

/// How numbers compare, cell by cell.
#[derive(Clone, Copy)]
pub struct Compared<S> {
    /// Where the first is greater.
    pub more: S,
    /// Where both are equal.
    pub equal: S,
}

impl<S: Cells, const P: usize> Counts<S, P> {
    /// 0 everywhere.
    #[inline(always)]
    pub fn zero() -> Self {
        Self([S::none(); P])
    }

    /// `number` on the cells of `at`, and 0 elsewhere.
    #[inline(always)]
    pub fn of(number: u32, at: S) -> Self {
        let mut counts = Self::zero();
        counts.add(number, at);
        counts
    }

    /// The numbers of `other`, which has fewer digits.
    #[inline(always)]
    pub fn widened<const Q: usize>(other: &Counts<S, Q>) -> Self {
        let mut counts = Self::zero();
        counts.0[..Q].copy_from_slice(&other.0);
        counts
    }

    /// Adds `number` on the cells of `at`.
    #[inline(always)]
    pub fn add(&mut self, number: u32, at: S) {
        let mut carry = S::none();
        for (place, digit) in self.0.iter_mut().enumerate() {
            let added = if number >> place & 1 == 1 { at } else { S::none() };
            let one = digit.without(added).or(added.without(*digit));
            let both = digit.and(added).or(one.and(carry));
            *digit = one.without(carry).or(carry.without(one));
            carry = both;
        }
    }

    /// Sets the number on the cells of `at`.
    #[inline(always)]
    pub fn set(&mut self, number: u32, at: S) {
        for (place, digit) in self.0.iter_mut().enumerate() {
            *digit = if number >> place & 1 == 1 { digit.or(at) } else { digit.without(at) };
        }
    }

    /// Subtracts `number` on the cells of `at`, where the numbers must not be smaller. Adds the complement: [`Counts::add`] drops the
    /// carry out of the highest digit.
    #[inline(always)]
    pub fn subtract(&mut self, number: u32, at: S) {
        self.add((1 << P) - number, at);
    }

    /// The numbers of `other` on the cells of `at`, and these elsewhere.
    #[inline(always)]
    pub fn replaced(&self, other: &Self, at: S) -> Self {
        let mut counts = *self;
        for (place, digit) in counts.0.iter_mut().enumerate() {
            *digit = digit.without(at).or(other.0[place].and(at));
        }
        counts
    }

    /// How many of the cells in the first `directions`, an even number, from each cell are in `set`: a carry-save adder, two directions
    /// at a time.
    #[inline(always)]
    pub fn around<const D: usize>(grid: &Grid<S, D>, set: S, directions: usize) -> Self {
        let mut digits = [S::none(); P];
        for pair in 0..directions / 2 {
            let (a, b) = (grid.one_before(set, 2 * pair), grid.one_before(set, 2 * pair + 1));
            let (one, both) = (a.or(b).without(a.and(b)), a.and(b));
            let mut carry = both.or(digits[0].and(one));
            digits[0] = digits[0].or(one).without(digits[0].and(one));
            for digit in &mut digits[1..] {
                let both = digit.and(carry);
                *digit = digit.or(carry).without(both);
                carry = both;
            }
        }
        Self(digits)
    }

    /// The cells of `among` where the number is `wanted`.
    #[inline(always)]
    pub fn are(&self, among: S, wanted: u32) -> S {
        if wanted >> P > 0 {
            return S::none();
        }
        let mut found = among;
        for (place, &digit) in self.0.iter().enumerate() {
            let set = wanted >> place & 1 == 1;
            found = if set { found.and(digit) } else { found.without(digit) };
        }
        found
    }

    /// Compares the numbers with `others` on the cells of `among`, the highest digit first.
    #[inline(always)]
    pub fn compare(&self, others: &Self, among: S) -> Compared<S> {
        let (mut more, mut equal) = (S::none(), among);
        // A pair of iterators would not be inlined into functions compiled for the features of the processor.
        for place in (0..P).rev() {
            let (own, other) = (self.0[place], others.0[place]);
            more = more.or(equal.and(own).without(other));
            equal = equal.without(own.without(other)).without(other.without(own));
        }
        Compared { more, equal }
    }

    /// Compares the numbers with `number` on the cells of `among`.
    #[inline(always)]
    pub fn compare_with(&self, number: u32, among: S) -> Compared<S> {
        if number >> P > 0 {
            return Compared { more: S::none(), equal: S::none() };
        }
        let (mut more, mut equal) = (S::none(), among);
        for (place, &digit) in self.0.iter().enumerate().rev() {
            if number >> place & 1 == 1 {
                equal = equal.and(digit);
            } else {
                more = more.or(equal.and(digit));
                equal = equal.without(digit);
            }
        }
        Compared { more, equal }
    }
}
