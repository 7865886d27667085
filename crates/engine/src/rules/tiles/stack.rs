//! Stacks of stones.

use crate::variant::Side;

/// The stones on a cell, possibly none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// A bit for each stone, the lowest first: set for the second side.
    stones: u32,
    height: u8,
}

impl Stack {
    /// A single stone of the side with that index.
    #[inline(always)]
    pub fn stone(side: usize) -> Self {
        Self { stones: side as u32, height: 1 }
    }

    /// The stack of `height` stones whose sides are given by the lowest `height` of the `bits`, from the bottom.
    pub fn of_bits(bits: u32, height: u8) -> Self {
        Self { stones: bits, height }
    }

    /// A bit for each stone, the lowest first: set for the second side.
    pub fn bits(self) -> u32 {
        self.stones
    }

    /// The number of stones.
    #[inline(always)]
    pub fn height(self) -> u8 {
        self.height
    }

    /// Whether there are no stones.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.height == 0
    }

    /// The side of the topmost stone, as an index; 0 if there is none.
    #[inline(always)]
    pub fn owner(self) -> usize {
        // Without stones, the shift is by 31, to a bit that is 0.
        (self.stones.wrapping_shr(u32::from(self.height).wrapping_sub(1)) & 1) as usize
    }

    /// Puts the stones of `other` on top.
    #[inline(always)]
    pub fn put(&mut self, other: Self) {
        if !other.is_empty() {
            self.stones |= other.stones << self.height;
            self.height += other.height;
        }
    }

    /// Removes the lowest stone, as in dealing.
    #[inline(always)]
    pub fn take_lowest(&mut self) -> Self {
        let lowest = Self { stones: self.stones & 1, height: self.height.min(1) };
        self.stones >>= 1;
        self.height -= lowest.height;
        lowest
    }

    /// The numbers of stones of the first side and of the second.
    #[inline(always)]
    pub fn counts(self) -> [u8; 2] {
        let second = self.stones.count_ones() as u8;
        [self.height - second, second]
    }

    /// The sides of the stones, from bottom to top.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        (0..self.height).map(move |i| Side::BOTH[(self.stones >> i & 1) as usize])
    }
}

impl FromIterator<Side> for Stack {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        let mut stack = Self::default();
        sides.into_iter().for_each(|side| stack.put(Self::stone(side.index())));
        stack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    #[test]
    fn a_stack_belongs_to_the_owner_of_its_top_stone() {
        let stack: Stack = [Second, First, Second, First, First].into_iter().collect();
        assert_eq!((stack.owner(), stack.height(), stack.counts()), (0, 5, [3, 2]));
        let stack: Stack = [First, Second].into_iter().collect();
        assert_eq!((stack.owner(), stack.height(), stack.counts()), (1, 2, [1, 1]));
    }

    #[test]
    fn stones_are_dealt_from_the_bottom_and_put_on_top() {
        let mut held: Stack = [Second, First, First].into_iter().collect();
        let mut met: Stack = [First].into_iter().collect();
        met.put(held.take_lowest());
        assert_eq!(met.sides().collect::<Vec<_>>(), [First, Second]);
        met.put(held);
        assert_eq!(met.sides().collect::<Vec<_>>(), [First, Second, First, First]);
        met.put(Stack::default());
        assert_eq!(met.height(), 4);
    }

    #[test]
    fn a_stack_can_hold_all_stones_of_a_game() {
        let mut stack: Stack = [First, Second].into_iter().cycle().take(32).collect();
        assert_eq!((stack.owner(), stack.counts()), (1, [16, 16]));
        for _ in 0..32 {
            stack.take_lowest();
        }
        assert_eq!(stack, Stack::default());
    }
}
