//! How often arrangements of stones have stood, where their return can end the game.

use super::history::{Filter, spread};

/// How often each arrangement has stood with either side to move.
#[derive(Clone, Debug)]
pub struct Occurrences {
    /// The hashes of the arrangements, in order.
    hashes: Vec<u64>,
    /// The hashes that may be among them.
    filter: Filter,
    /// The sum of the [spread] hashes.
    digest: u128,
}

impl Occurrences {
    /// No arrangement has stood.
    pub fn new() -> Self {
        Self { hashes: Vec::new(), filter: Filter::empty(), digest: 0 }
    }

    /// Forgets all arrangements.
    pub fn clear(&mut self) {
        self.hashes.clear();
        self.filter = Filter::empty();
        self.digest = 0;
    }

    /// Copies `other`, reusing memory.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        self.hashes.clone_from(&other.hashes);
        self.filter = other.filter;
        self.digest = other.digest;
    }

    /// Adds the arrangement with the hash `hash`.
    #[inline(always)]
    pub fn add(&mut self, hash: u64) {
        self.hashes.push(hash);
        self.filter.add(hash);
        self.digest = self.digest.wrapping_add(spread(hash));
    }

    /// How often the arrangement with the hash `hash` has stood. Compares hashes, not stones, as [`History::forbids`] does.
    ///
    /// [`History::forbids`]: super::history::History::forbids
    #[inline(always)]
    pub fn times(&self, hash: u64) -> usize {
        if !self.filter.may_hold(hash) {
            return 0;
        }
        self.hashes.iter().filter(|&&other| other == hash).count()
    }

    /// A hash of how often each arrangement has stood, regardless of the order.
    pub fn digest(&self) -> u128 {
        self.digest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_counted_whatever_their_order() {
        let counted = |hashes: &[u64]| {
            let mut stood = Occurrences::new();
            hashes.iter().for_each(|&hash| stood.add(hash));
            stood
        };
        let stood = counted(&[5, 6, 5]);
        assert_eq!([4, 5, 6].map(|hash| stood.times(hash)), [0, 2, 1]);
        assert_eq!(stood.digest(), counted(&[6, 5, 5]).digest());
        assert_ne!(stood.digest(), counted(&[5, 6]).digest(), "how often counts");
    }
}
