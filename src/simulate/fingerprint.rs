//! Telling games apart.

use crate::board::{Cell, CellSet};
use crate::rules::Action;
use crate::run::Fingerprint;

/// What stands in the place of a cell that an action does not have.
const NONE: Cell = Cell::new(u8::MAX, u8::MAX);

/// What stands in the place of the first cell of a shape, and of a release.
const SHAPE: Cell = Cell::new(u8::MAX, u8::MAX - 1);
const RELEASE: Cell = Cell::new(u8::MAX, u8::MAX - 2);

/// Two cells that stand for a set of cells of a `kind`: four bytes of a hash of it.
fn of_set(kind: Cell, cells: &CellSet) -> (Cell, Cell) {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[kind.x, kind.y]);
    for cell in cells.iter() {
        hasher.update(&[cell.x, cell.y]);
    }
    let [a, b, c, d, ..] = *hasher.finalize().as_bytes();
    (Cell::new(a, b), Cell::new(c, d))
}

/// The first 64 bits of the BLAKE3 hash of the game's actions, four bytes each: column and row of the cell,
/// column and row of the cell a stone is moved to; for a set of cells a hash. Games of the same actions have the same, others differ
/// but for one pair in 2^64.
pub fn of(actions: &[Action]) -> Fingerprint {
    let mut hasher = blake3::Hasher::new();
    let mut block = [0; 1024];
    for part in actions.chunks(block.len() / 4) {
        for (bytes, &action) in block.chunks_exact_mut(4).zip(part) {
            let (cell, to) = match action {
                Action::Place(cell) | Action::Drop(cell) => (cell, NONE),
                Action::Displace { cell, to } => (cell, to),
                Action::Deal { from, to } => (from, to),
                Action::Shape(cells) => of_set(SHAPE, &cells),
                Action::Release(cells) => of_set(RELEASE, &cells),
                Action::Pass => (NONE, NONE),
                Action::Swap => (NONE, Cell::new(0, 0)),
            };
            bytes.copy_from_slice(&[cell.x, cell.y, to.x, to.y]);
        }
        hasher.update(&block[..part.len() * 4]);
    }
    let [a, b, c, d, e, f, g, h, ..] = *hasher.finalize().as_bytes();
    Fingerprint(u64::from_le_bytes([a, b, c, d, e, f, g, h]))
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
    fn a_fingerprint_is_the_same_in_every_release() {
        assert_eq!(of_text("d7 e9 h2 pass").to_string(), "87974ea94cd8bc45");
    }
}
