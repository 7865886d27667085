//! Fingerprints of games.

use crate::rows::Fingerprint;
use dropline_engine::rules::Action;

/// The first 64 bits of the BLAKE3 hash of the game's actions. Equal games have equal fingerprints; two different games collide
/// with probability 2^-64.
///
/// A cell is hashed as two bytes: its column and its row.
///
/// `pairs` is a reusable buffer for the hashed data.
pub fn of(actions: &[Action], pairs: &mut Vec<[u8; 4]>) -> Fingerprint {
    pairs.clear();
    for action in actions {
        action.code(|a, b| pairs.push([a.x, a.y, b.x, b.y]));
    }
    let [a, b, c, d, e, f, g, h, ..] = *blake3::hash(pairs.as_flattened()).as_bytes();
    Fingerprint(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_text(text: &str) -> Fingerprint {
        of(&text.split(' ').map(|word| word.parse().unwrap()).collect::<Vec<_>>(), &mut Vec::new())
    }

    #[test]
    fn fingerprints_depend_on_each_action_and_its_place() {
        let games = ["a1 b2", "b2 a1", "a1 b2 pass", "a1>b2", "a1 b2>b3", "a1 swap", "a1 pass", "pass a1"];
        let different: std::collections::BTreeSet<_> = games.map(of_text).into();
        assert_eq!(different.len(), games.len());
    }

    #[test]
    fn fingerprints_of_shapes_and_releases_depend_on_their_cells_kind_and_end() {
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
    fn games_longer_than_a_block_are_hashed_to_their_end() {
        let long = |last: &str| of_text(&format!("{}{last}", "a1.b1.c1 ".repeat(200)));
        assert_ne!(long("a1"), long("a2"));
    }

    #[test]
    fn a_fingerprint_is_the_same_in_every_release() {
        assert_eq!(of_text("d7 e9 h2 pass").to_string(), "87974ea94cd8bc45");
    }
}
