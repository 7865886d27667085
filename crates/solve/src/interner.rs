//! Interned keys: each is stored once, in one block of memory.

use super::key::hash;

/// Keys numbered from 0 in order of arrival.
#[derive(Debug, Default)]
pub struct Interner {
    /// The length of the keys, if they are all equally long.
    stride: Option<usize>,
    /// The concatenated keys.
    bytes: Vec<u8>,
    /// Where each key ends, if they differ in length.
    ends: Vec<u64>,
    /// A hash table with linear probing: a slot holds 0 if it is free, or a key's number plus 1.
    slots: Vec<u32>,
    len: usize,
}

impl Interner {
    /// An interner without keys. If `stride` is given, all keys will have that length.
    pub fn new(stride: Option<usize>) -> Self {
        Self { stride, ..Self::default() }
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no more keys can be numbered.
    pub fn is_full(&self) -> bool {
        self.len >= u32::MAX as usize - 1
    }

    /// Bytes of memory in use. While the hash table grows, it briefly takes half as much again as its new size.
    pub fn memory(&self) -> u64 {
        (self.bytes.len() + 8 * self.ends.len() + 4 * self.slots.len()) as u64
    }

    /// The extra memory that the hash table will take when it next grows; 0 if it will not grow soon.
    pub fn growth(&self) -> u64 {
        if 8 * self.len > 5 * self.slots.len() { 8 * self.slots.len() as u64 } else { 0 }
    }

    /// Clears all keys.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        // One long list of keys should not slow down later ones.
        let slots = self.slots.len().min(64.max(4 * self.len.next_power_of_two()));
        self.slots.truncate(slots);
        self.slots.fill(0);
        self.len = 0;
    }

    /// The key with this number.
    pub fn key(&self, number: u32) -> &[u8] {
        let number = number as usize;
        match self.stride {
            Some(stride) => &self.bytes[number * stride..][..stride],
            None => {
                let start = if number == 0 { 0 } else { self.ends[number - 1] };
                &self.bytes[start as usize..self.ends[number] as usize]
            }
        }
    }

    /// The number of `key`, if it has one.
    pub fn get(&self, key: &[u8]) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        match self.slots[self.slot(key)] {
            0 => None,
            taken => Some(taken - 1),
        }
    }

    /// The number of `key`, and whether it is a new one.
    pub fn insert(&mut self, key: &[u8]) -> (u32, bool) {
        // The hash table is at most two thirds full.
        if 3 * (self.len + 1) > 2 * self.slots.len() {
            self.grow();
        }
        let slot = self.slot(key);
        if self.slots[slot] > 0 {
            return (self.slots[slot] - 1, false);
        }
        let number = self.len as u32;
        self.slots[slot] = number + 1;
        self.len += 1;
        self.bytes.extend_from_slice(key);
        if self.stride.is_none() {
            self.ends.push(self.bytes.len() as u64);
        }
        (number, true)
    }

    /// The slot that holds `key`, or the free one where it belongs.
    fn slot(&self, key: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        while self.slots[slot] > 0 && self.key(self.slots[slot] - 1) != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let size = (2 * self.slots.len()).max(64);
        self.slots = Vec::new();
        self.slots.resize(size, 0);
        for number in 0..self.len as u32 {
            let mut slot = hash(self.key(number)) as usize & (size - 1);
            while self.slots[slot] > 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_numbers() {
        for stride in [None, Some(4)] {
            let mut keys = Interner::new(stride);
            assert_eq!(keys.get(&[1, 2, 3, 4]), None);
            for round in 0..2_u32 {
                for number in 0..5_000_u32 {
                    assert_eq!(keys.insert(&(7 * number).to_le_bytes()), (number, round == 0));
                }
            }
            assert!((0..5_000).all(|number| keys.key(number) == (7 * number).to_le_bytes()));
            assert_eq!((keys.get(&700_u32.to_le_bytes()), keys.get(&[9, 9, 9, 9])), (Some(100), None));
            keys.clear();
            assert_eq!((keys.len(), keys.insert(&[9, 9, 9, 9])), (0, (0, true)));
        }
    }
}
