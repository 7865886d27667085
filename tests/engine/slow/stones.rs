//! Stones on a board: groups, liberties, sight.

use dropline::board::{Board, Cell, Direction, Lines};
use dropline::variant::Side;
use std::collections::{BTreeMap, BTreeSet};

/// Which stone stands where.
pub type Stones = BTreeMap<Cell, Side>;

/// The cells one step from `cell`.
pub fn around(board: &Board, cell: Cell, steps: &[Direction]) -> Vec<Cell> {
    steps.iter().filter_map(|&step| board.step(cell, step)).collect()
}

/// The cells that share an edge with `cell`.
pub fn adjacent(board: &Board, cell: Cell) -> Vec<Cell> {
    around(board, cell, board.adjacent())
}

/// All cells that are reached from `cell` by way of adjacent cells that hold the same: for a stone its
/// group, for an empty cell its region.
pub fn alike(board: &Board, stones: &Stones, cell: Cell) -> BTreeSet<Cell> {
    let mut found = BTreeSet::from([cell]);
    let mut to_visit = vec![cell];
    while let Some(visited) = to_visit.pop() {
        for near in adjacent(board, visited) {
            if stones.get(&near) == stones.get(&cell) && found.insert(near) {
                to_visit.push(near);
            }
        }
    }
    found
}

/// The empty cells adjacent to a group.
pub fn liberties(board: &Board, stones: &Stones, group: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let near = group.iter().flat_map(|&stone| adjacent(board, stone));
    near.filter(|cell| !stones.contains_key(cell)).collect()
}

/// All stones of `side` in groups without a liberty.
pub fn breathless(board: &Board, stones: &Stones, side: Side) -> BTreeSet<Cell> {
    let (mut seen, mut dead) = (BTreeSet::<Cell>::new(), BTreeSet::new());
    for (&cell, _) in stones.iter().filter(|&(_, &owner)| owner == side) {
        if !seen.contains(&cell) {
            let group = alike(board, stones, cell);
            seen.extend(&group);
            if liberties(board, stones, &group).is_empty() {
                dead.extend(group);
            }
        }
    }
    dead
}

/// Whether a stone of `side` stands on one of the lines through `cell` with only empty cells between.
pub fn sees(board: &Board, stones: &Stones, side: Side, cell: Cell, lines: Lines) -> bool {
    board.directions(lines).iter().any(|&direction| {
        let mut at = cell;
        loop {
            match board.step(at, direction) {
                None => return false,
                Some(next) => match stones.get(&next) {
                    None => at = next,
                    Some(&stone) => return stone == side,
                },
            }
        }
    })
}
