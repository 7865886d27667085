//! Which stones are captured after an action has put its stones in place.

use super::stones::{Stones, around, line, without_liberties};
use dropline::board::{Board, Cell};
use dropline::variant::{Capture, Side, Suicide, Taken};
use std::collections::BTreeSet;

/// The result of captures.
pub struct Captured {
    /// The number of enemy stones that were removed.
    pub enemies: usize,
    /// The player's own stones that were removed, or would be if the rules allowed suicide.
    pub own: usize,
    /// Enemy stones that were removed or turned over, or would be if the rules allowed it.
    pub taken: BTreeSet<Cell>,
}

/// Carries out all captures after an action of `side` that put stones of that side on the cells `arrived`.
pub fn capture(
    rule: Capture,
    board: &Board,
    stones: &mut Stones,
    side: Side,
    arrived: &BTreeSet<Cell>,
) -> Captured {
    let nothing = Captured { enemies: 0, own: 0, taken: BTreeSet::new() };
    match rule {
        Capture::None => nothing,
        Capture::Liberties(suicide) => {
            let taken = without_liberties(board, stones, side.other());
            taken.iter().for_each(|&cell| stones.take(cell));
            let own = without_liberties(board, stones, side);
            if suicide == Suicide::Allowed {
                own.iter().for_each(|&cell| stones.take(cell));
            }
            Captured { enemies: taken.len(), own: own.len(), taken }
        }
        Capture::Forbidden => {
            let taken = without_liberties(board, stones, side.other());
            Captured { enemies: 0, own: without_liberties(board, stones, side).len(), taken }
        }
        Capture::Custodial { run, taken: what } => {
            let flanked = arrived.iter().flat_map(|&cell| flanked(board, stones, side, cell, run)).collect();
            take(stones, side, flanked, what)
        }
        Capture::Touching { taken: what } => {
            let near = arrived.iter().flat_map(|&cell| around(board, cell, board.touching()));
            let enemies = near.filter(|&cell| stones.on(cell) == Some(side.other())).collect();
            take(stones, side, enemies, what)
        }
    }
}

/// Enemy stones in a row between the stone of `side` on `cell` and another: any number, or exactly `run`.
fn flanked(board: &Board, stones: &Stones, side: Side, cell: Cell, run: Option<u8>) -> Vec<Cell> {
    let mut flanked = vec![];
    for &direction in board.touching() {
        let line = line(board, cell, direction);
        let row: Vec<Cell> =
            line.iter().copied().take_while(|&at| stones.on(at) == Some(side.other())).collect();
        let far_end = line.get(row.len()).is_some_and(|&at| stones.on(at) == Some(side));
        if far_end && run.is_none_or(|run| row.len() == usize::from(run)) {
            flanked.extend(row);
        }
    }
    flanked
}

/// Removes the enemy stones on the cells `taken`, or turns them over.
fn take(stones: &mut Stones, side: Side, taken: BTreeSet<Cell>, what: Taken) -> Captured {
    for &cell in &taken {
        match what {
            Taken::Removed => stones.take(cell),
            Taken::Flipped => stones.put(cell, side),
        }
    }
    let enemies = if what == Taken::Removed { taken.len() } else { 0 };
    Captured { enemies, own: 0, taken }
}
