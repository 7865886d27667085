//! The stone arrangements that must not repeat, and quick tests which show that an action repeats none of them.

use super::cells::Cells;

/// How many bits the filter of a history has.
const FILTER_BITS: usize = 1 << 10;

/// The arrangements at the start of the game and at the end of each turn, where repetition matters.
#[derive(Clone, Debug)]
pub struct History<S: Cells> {
    /// Whether only the arrangement at the beginning of the opponent's last turn must not repeat. Then only the last two
    /// arrangements are kept.
    simple_ko: bool,
    /// The hashes of the arrangements, in order.
    hashes: Vec<u64>,
    /// A hash of the arrangements that have been added, in order.
    digest: u64,
    /// Bits of arrangements that are no longer kept stay set.
    filter: Filter,
    /// The cells on which each side has had a stone in some arrangement.
    stood: [S; 2],
}

impl<S: Cells> History<S> {
    /// A history without arrangements.
    pub fn new(simple_ko: bool) -> Self {
        Self { simple_ko, hashes: Vec::new(), digest: 0, filter: Filter::empty(), stood: [S::none(); 2] }
    }

    /// Forgets all arrangements.
    pub fn clear(&mut self) {
        self.hashes.clear();
        self.digest = 0;
        self.filter = Filter::empty();
        self.stood = [S::none(); 2];
    }

    /// Copies the arrangements of `other`, of the same variant, reusing memory.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        self.hashes.clone_from(&other.hashes);
        self.digest = other.digest;
        self.filter = other.filter;
        self.stood = other.stood;
    }

    /// Forgets all arrangements but the one with the hash `before`, from the beginning of the opponent's turn. Its stones may have
    /// stood anywhere on `board`. The arrangement at the beginning of this turn must be added next.
    pub fn restart_after(&mut self, before: u64, board: S) {
        self.clear();
        self.add(before, &[board; 2]);
    }

    /// The hashes of the arrangements, in order.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// A hash of the arrangements that have been added: histories of the same digest forbid the same arrangements.
    #[inline(always)]
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// Adds the arrangement of `stones` with the hash `hash`.
    #[inline(always)]
    pub fn add(&mut self, hash: u64, stones: &[S; 2]) {
        if self.simple_ko && self.hashes.len() == 2 {
            self.hashes.remove(0);
        }
        self.hashes.push(hash);
        // An odd factor loses no bit of the hashes before.
        self.digest = self.digest.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(hash);
        self.filter.add(hash);
        self.stood = [self.stood[0].or(stones[0]), self.stood[1].or(stones[1])];
    }

    /// The cells on which `side` has had a stone. An action that puts a stone of `side` on any other cell creates a new arrangement
    /// if the stone survives.
    #[inline(always)]
    pub fn occupied(&self, side: usize) -> S {
        self.stood[side]
    }

    /// Whether the arrangement with the hash `hash` may be one that must not repeat.
    #[inline(always)]
    pub fn may_forbid(&self, hash: u64) -> bool {
        self.filter.may_hold(hash)
    }

    /// Whether the arrangement with the hash `hash` must not repeat.
    ///
    /// Compares hashes, not stones: with 64 bits and a thousand turns a wrong answer is expected once in 10^13 games.
    #[inline(always)]
    pub fn forbids(&self, hash: u64) -> bool {
        if self.simple_ko {
            // The last arrangement is from the beginning of this turn, and the one before it from the beginning of the
            // opponent's turn.
            return self.hashes.len() > 1 && self.hashes[self.hashes.len() - 2] == hash;
        }
        self.may_forbid(hash) && self.hashes.contains(&hash)
    }
}

/// A quick test which shows that a hash is not among some others: a bit for each value of the lowest bits of a hash.
#[derive(Clone, Copy, Debug)]
pub struct Filter([u64; FILTER_BITS / 64]);

impl Filter {
    /// The filter of no hashes.
    #[inline(always)]
    pub const fn empty() -> Self {
        Self([0; FILTER_BITS / 64])
    }

    /// Adds `hash`.
    #[inline(always)]
    pub fn add(&mut self, hash: u64) {
        let (word, bit) = Self::place(hash);
        self.0[word] |= bit;
    }

    /// Whether `hash` may have been added.
    #[inline(always)]
    pub fn may_hold(&self, hash: u64) -> bool {
        let (word, bit) = Self::place(hash);
        self.0[word] & bit != 0
    }

    /// The word and the bit for a hash.
    #[inline(always)]
    fn place(hash: u64) -> (usize, u64) {
        let bit = hash as usize % FILTER_BITS;
        (bit / 64, 1 << (bit % 64))
    }
}

/// The hash of one arrangement, spread over 128 bits so that sums of these values distinguish sets of arrangements: two rounds of
/// splitmix64 (Steele, Lea and Flood 2014) from different starts.
pub fn spread(hash: u64) -> u128 {
    let mixed = |seed: u64| {
        let z = hash.wrapping_add(seed);
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    u128::from(mixed(0x9e37_79b9_7f4a_7c15)) << 64 | u128::from(mixed(0x3c6e_f372_fe94_f82a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::cells::words::Words;

    type Set = Words<4>;

    fn history(simple_ko: bool, hashes: &[u64]) -> History<Set> {
        let mut history = History::new(simple_ko);
        for (cell, &hash) in hashes.iter().enumerate() {
            history.add(hash, &[Set::single(cell), Set::none()]);
        }
        history
    }

    #[test]
    fn superko_forbids_every_earlier_arrangement() {
        let history = history(false, &[5, 6, 7]);
        assert_eq!([4, 5, 6, 7].map(|hash| history.forbids(hash)), [false, true, true, true]);
        // The filter cannot tell these two apart.
        assert!(history.may_forbid(5 + FILTER_BITS as u64) && !history.forbids(5 + FILTER_BITS as u64));
    }

    #[test]
    fn simple_ko_forbids_only_the_arrangement_before_the_last() {
        let history = history(true, &[5, 6, 7]);
        assert_eq!([5, 6, 7].map(|hash| history.forbids(hash)), [false, true, false]);
        assert_eq!(history.hashes(), [6, 7]);
    }

    #[test]
    fn a_history_knows_where_each_side_has_stood() {
        let mut history = history(false, &[5, 6]);
        assert_eq!(history.occupied(0), Set::single(0).or(Set::single(1)));
        assert!(history.occupied(1).is_empty());
        history.clear();
        assert!(history.occupied(0).is_empty() && !history.may_forbid(5));
    }
}
