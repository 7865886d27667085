//! The transposition table of the depth-first search: bounds of positions, by their whole keys.

use super::key::hash;

/// Bounds of a position's margin, as [orders](dropline_engine::rules::Margin::order).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The margin is at least this.
    pub low: i64,
    /// The margin is at most this.
    pub high: i64,
}

impl Known {
    /// Nothing is known.
    pub const NOTHING: Self = Self { low: i64::MIN, high: i64::MAX };
}

/// A table that grows up to a limit, and then replaces the entry with the least work.
///
/// An entry is a key, two bounds, and the work that went into them; a work of 0 marks an empty entry.
#[derive(Debug)]
pub struct TranspositionTable {
    entries: Vec<u8>,
    /// The length of keys.
    stride: usize,
    /// Buckets of [`TranspositionTable::WAYS`] entries, a power of two.
    buckets: usize,
    most_buckets: usize,
    len: u64,
}

impl TranspositionTable {
    /// Entries per bucket.
    const WAYS: usize = 4;
    /// Bytes of an entry besides its key.
    const REST: usize = 17;

    /// An empty table of keys of the length `stride` that takes at most about `memory` bytes.
    pub fn new(stride: usize, memory: u64) -> Self {
        let bucket = Self::WAYS * (stride + Self::REST);
        let most = (memory / bucket as u64).max(1);
        // While the table grows, the old half is still allocated.
        let most_buckets = 1 << (2 * most / 3).max(1).ilog2();
        let buckets = most_buckets.min(1 << 10);
        Self { entries: vec![0; buckets * bucket], stride, buckets, most_buckets, len: 0 }
    }

    /// Bytes of memory in use.
    pub fn memory(&self) -> u64 {
        self.entries.len() as u64
    }

    /// How many positions are kept.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new(self.stride, 3 * (self.most_buckets * Self::WAYS * self.entry()) as u64 / 2);
    }

    /// The length of an entry in bytes.
    pub const fn entry(&self) -> usize {
        self.stride + Self::REST
    }

    /// All entries, as bytes.
    pub fn entries(&self) -> impl Iterator<Item = &[u8]> {
        self.entries.chunks_exact(self.entry()).filter(|entry| entry[entry.len() - 1] > 0)
    }

    /// Inserts one of the [`TranspositionTable::entries`] of another table with keys of this length.
    pub fn restore(&mut self, entry: &[u8]) {
        let (key, rest) = entry.split_at(self.stride);
        let number = |at: usize| i64::from_le_bytes(rest[at..at + 8].try_into().expect("eight bytes"));
        self.make_room();
        self.place(key, Known { low: number(0), high: number(8) }, rest[16].max(1));
    }

    /// Where the bucket of `key` begins.
    fn bucket(&self, key: &[u8]) -> usize {
        (hash(key) as usize & (self.buckets - 1)) * Self::WAYS * self.entry()
    }

    fn known(&self, at: usize) -> Known {
        let number =
            |at: usize| i64::from_le_bytes(self.entries[at..at + 8].try_into().expect("eight bytes"));
        let rest = at + self.stride;
        Known { low: number(rest), high: number(rest + 8) }
    }

    fn work(&self, at: usize) -> u8 {
        self.entries[at + self.stride + 16]
    }

    fn ways(&self, key: &[u8]) -> impl Iterator<Item = usize> + use<> {
        let (bucket, entry) = (self.bucket(key), self.entry());
        (0..Self::WAYS).map(move |way| bucket + way * entry)
    }

    fn holds(&self, at: usize, key: &[u8]) -> bool {
        self.work(at) > 0 && &self.entries[at..at + self.stride] == key
    }

    /// The bounds of the position with this key.
    pub fn get(&self, key: &[u8]) -> Known {
        let found = self.ways(key).find(|&at| self.holds(at, key));
        found.map_or(Known::NOTHING, |at| self.known(at))
    }

    /// Stores the bounds of the position with this key; a search of `work` nodes found them.
    pub fn put(&mut self, key: &[u8], known: Known, work: u64) {
        self.make_room();
        self.place(key, known, 1 + work.max(1).ilog2() as u8);
    }

    fn make_room(&mut self) {
        if self.len * 4 > 3 * (self.buckets * Self::WAYS) as u64 && self.buckets < self.most_buckets {
            self.grow();
        }
    }

    fn place(&mut self, key: &[u8], known: Known, work: u8) {
        let own = self.ways(key).find(|&at| self.holds(at, key));
        let least = || self.ways(key).min_by_key(|&at| self.work(at)).expect("a bucket has entries");
        let at = own.unwrap_or_else(least);
        self.len += u64::from(self.work(at) == 0);
        let rest = at + self.stride;
        self.entries[at..rest].copy_from_slice(key);
        self.entries[rest..rest + 8].copy_from_slice(&known.low.to_le_bytes());
        self.entries[rest + 8..rest + 16].copy_from_slice(&known.high.to_le_bytes());
        self.entries[rest + 16] = work;
    }

    fn grow(&mut self) {
        let entry = self.entry();
        let mut larger =
            Self { entries: vec![0; 2 * self.entries.len()], buckets: 2 * self.buckets, len: 0, ..*self };
        for at in (0..self.entries.len()).step_by(entry).filter(|&at| self.work(at) > 0) {
            larger.place(&self.entries[at..at + self.stride], self.known(at), self.work(at));
        }
        *self = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_entries_are_found_and_entries_with_little_work_are_replaced() {
        let mut table = TranspositionTable::new(4, 1 << 16);
        let key = |number: u32| number.to_le_bytes();
        for number in 0..100_000 {
            let bound = i64::from(number);
            table.put(&key(number), Known { low: -bound, high: bound }, if number < 100 { 1000 } else { 1 });
        }
        assert!(table.memory() <= 1 << 16 && table.len() > 1000, "{} bytes, {}", table.memory(), table.len());
        let kept = (0..100).filter(|&number| table.get(&key(number)).high == i64::from(number)).count();
        assert!(kept > 95, "{kept}");
        for number in 0..100_000 {
            let known = table.get(&key(number));
            assert!(known == Known::NOTHING || known.high == i64::from(number));
        }
    }
}
