//! Random changes to texts.

/// A source of random changes; equal numbers give equal changes.
pub struct Mutator(u64);

impl Mutator {
    /// The changes with this number.
    pub fn new(number: u64) -> Self {
        Self(number)
    }

    /// The next random number: SplitMix64 (G. Steele, D. Lea and C. Flood, OOPSLA 2014).
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which must be at least 1. It is not quite uniform, which does not matter here.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// A random element of `choices`, which must not be empty.
    pub fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }

    /// Changes bytes: replaces, removes or duplicates some, or flips bits.
    pub fn bytes(&mut self, text: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let at = self.below(text.len());
            if text.is_empty() {
                return;
            }
            match self.below(5) {
                0 => text[at] = self.next() as u8,
                1 => text[at] ^= 1 << self.below(8),
                2 => drop(text.remove(at)),
                3 => text.insert(at, self.next() as u8),
                _ => text.truncate(at),
            }
        }
    }

    /// Replaces a part of `text` by a part of `other`; parts begin and end at `seams`.
    pub fn splice(&mut self, text: &[u8], other: &[u8], seams: &[u8]) -> Vec<u8> {
        let (from, to) = self.part(text, seams);
        let (start, end) = self.part(other, seams);
        [&text[..from], &other[start..end], &text[to..]].concat()
    }

    /// The ends of a part of `text` that begins and ends after one of `seams`, or at an end of the text.
    fn part(&mut self, text: &[u8], seams: &[u8]) -> (usize, usize) {
        let mut ends: Vec<usize> =
            text.iter().enumerate().filter(|(_, byte)| seams.contains(byte)).map(|(at, _)| at + 1).collect();
        ends.extend([0, text.len()]);
        let (a, b) = (ends[self.below(ends.len())], ends[self.below(ends.len())]);
        (a.min(b), a.max(b))
    }

    /// Replaces a word of `text`, a sequence of characters accepted by `is_part`, by one of `words`.
    pub fn word(&mut self, text: &str, is_part: fn(char) -> bool, words: &[&str]) -> String {
        let mut places = Vec::new();
        let mut start = None;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            match start {
                None if is_part(c) && at < text.len() => start = Some(at),
                Some(from) if !is_part(c) || at == text.len() => {
                    places.push((from, at));
                    start = None;
                }
                _ => {}
            }
        }
        let Some(&(from, to)) = places.get(self.below(places.len())) else { return text.to_owned() };
        format!("{}{}{}", &text[..from], self.pick(words), &text[to..])
    }
}
