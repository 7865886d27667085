//! Telling games apart.

use crate::board::Cell;
use crate::rules::Action;
use crate::run::Fingerprint;

/// The first 64 bits of the BLAKE3 hash of the game's actions. Games of the same actions have the same, others differ
/// but for one pair in 2^64.
///
/// A cell is two bytes: its column and its row.
pub fn of(actions: &[Action]) -> Fingerprint {
    let mut feed = Feed::new();
    for action in actions {
        action.code(|a, b| feed.pair(a, b));
    }
    feed.finish()
}

/// Hands bytes to the hash function by the block, which is faster than four by four.
struct Feed {
    hasher: blake3::Hasher,
    block: [u8; 1024],
    filled: usize,
}

impl Feed {
    fn new() -> Self {
        Self { hasher: blake3::Hasher::new(), block: [0; 1024], filled: 0 }
    }

    fn pair(&mut self, a: Cell, b: Cell) {
        if self.filled == self.block.len() {
            self.hasher.update(&self.block);
            self.filled = 0;
        }
        self.block[self.filled..self.filled + 4].copy_from_slice(&[a.x, a.y, b.x, b.y]);
        self.filled += 4;
    }

    fn finish(mut self) -> Fingerprint {
        self.hasher.update(&self.block[..self.filled]);
        let [a, b, c, d, e, f, g, h, ..] = *self.hasher.finalize().as_bytes();
        Fingerprint(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_text(text: &str) -> Fingerprint {
        of(&text.split(' ').map(|word| word.parse().unwrap()).collect::<Vec<_>>())
    }

    #[test]
    fn each_action_and_its_place_in_the_game_count() {
        let games = ["a1 b2", "b2 a1", "a1 b2 pass", "a1>b2", "a1 b2>b3", "a1 swap", "a1 pass", "pass a1"];
        let different: std::collections::BTreeSet<_> = games.map(of_text).into();
        assert_eq!(different.len(), games.len());
    }

    #[test]
    fn sets_differ_by_each_of_their_cells_their_kind_and_where_they_end() {
        let games = [
            "a1.a2.b2",
            "a1.a2.b3",
            "a1.a2",
            "a1.a2.b2.b3",
            "a1.a2 b2",
            "a1.a2 b2.b3",
            "a1 a2.b2",
            "r:0,0.1,0",
            "r:0,0.1,0.1,1",
            "r:0,0 r:1,0",
            "r:0,0 1,0",
            "0,0>1,0",
        ];
        let different: std::collections::BTreeSet<_> = games.map(of_text).into();
        assert_eq!(different.len(), games.len());
    }

    #[test]
    fn games_longer_than_a_block_count_to_their_end() {
        let long = |last: &str| of_text(&format!("{}{last}", "a1.b1.c1 ".repeat(200)));
        assert_ne!(long("a1"), long("a2"));
    }

    #[test]
    fn a_fingerprint_is_the_same_in_every_release() {
        assert_eq!(of_text("d7 e9 h2 pass").to_string(), "87974ea94cd8bc45");
    }
}
