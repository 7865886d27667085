//! Which stones are captured after an action has put its stones in place.

use super::conditions::View;
use super::stones::{Stones, alike, around, line, without_liberties};
use dropline::board::{Board, Cell, Direction, Lines};
use dropline::variant::{Capture, Run, Side, Suicide, Take, Taken, Variant, Vicinity, Whose};
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

/// Carries out all captures after an action of `side` that put stones on the cells `arrived`.
pub fn capture(variant: &Variant, stones: &mut Stones, side: Side, arrived: &BTreeSet<Cell>) -> Captured {
    let nothing = Captured { enemies: 0, own: 0, taken: BTreeSet::new() };
    let board = &variant.board;
    let own = arrived.iter().filter(|&&cell| stones.on(cell) == Some(side));
    match &variant.capture {
        Capture::None => nothing,
        Capture::Listed(takes) => {
            let found = takes.iter().map(|take| (take.taken, named(take, variant, stones, side, arrived)));
            let Some((what, taken)) = found.into_iter().find(|(_, taken)| !taken.is_empty()) else {
                return nothing;
            };
            let (own, enemy) = taken.into_iter().partition(|&cell| stones.on(cell) == Some(side));
            let own_lost = take(stones, side.other(), own, what).enemies;
            Captured { own: own_lost, ..take(stones, side, enemy, what) }
        }
        Capture::Liberties(suicide) => {
            let taken = without_liberties(board, stones, side.other());
            taken.iter().for_each(|&cell| stones.take(cell));
            let own = without_liberties(board, stones, side);
            if *suicide == Suicide::Allowed {
                own.iter().for_each(|&cell| stones.take(cell));
            }
            Captured { enemies: taken.len(), own: own.len(), taken }
        }
        Capture::Forbidden => {
            let taken = without_liberties(board, stones, side.other());
            Captured { enemies: 0, own: without_liberties(board, stones, side).len(), taken }
        }
        Capture::Custodial { run, lines, taken: what } => {
            let flanked = own.flat_map(|&cell| flanked(board, stones, side, cell, *run, *lines)).collect();
            take(stones, side, flanked, *what)
        }
        Capture::Touching { taken: what } => {
            let near = own.flat_map(|&cell| around(board, cell, board.touching()));
            let enemies = near.filter(|&cell| stones.on(cell) == Some(side.other())).collect();
            take(stones, side, enemies, *what)
        }
    }
}

/// The stones that `entry` of a list captures.
fn named(
    entry: &Take,
    variant: &Variant,
    stones: &Stones,
    side: Side,
    arrived: &BTreeSet<Cell>,
) -> BTreeSet<Cell> {
    let board = &variant.board;
    let near: BTreeSet<Cell> = match entry.near {
        None => board.cells().iter().copied().collect(),
        Some(Vicinity::Adjacent) => &those_around(board, arrived, board.adjacent()) - arrived,
        Some(Vicinity::Touching) => &those_around(board, arrived, board.touching()) - arrived,
        Some(Vicinity::Group) => {
            // Neutral stones form no groups.
            let owned = arrived.iter().filter(|&&cell| stones.on(cell).is_some());
            let groups = owned.flat_map(|&stone| alike(board, stones, stone)).collect();
            &those_around(board, &groups, board.adjacent()) | &groups
        }
    };
    let of_side = |owner: Side| match entry.stones {
        Whose::Own => owner == side,
        Whose::Enemy => owner != side,
        Whose::Any => true,
        Whose::Neutral => false,
    };
    let fits = |cell: Cell, owner: Side| {
        let (patterns, sets) = (variant.patterns.as_slice(), variant.sets.as_slice());
        let view = View { board, patterns, sets, stones, before: None, arrived, side: owner, cell };
        let is_of_kind = entry.piece.is_none_or(|kind| stones.is_of_kind(cell, kind));
        of_side(owner) && is_of_kind && view.fulfils(&entry.condition)
    };
    let found = near.into_iter().filter(|&cell| stones.on(cell).is_some_and(|owner| fits(cell, owner)));
    if entry.groups { found.flat_map(|cell| alike(board, stones, cell)).collect() } else { found.collect() }
}

/// The cells one of `steps` away from one of `cells`.
fn those_around(board: &Board, cells: &BTreeSet<Cell>, steps: &[Direction]) -> BTreeSet<Cell> {
    cells.iter().flat_map(|&cell| around(board, cell, steps)).collect()
}

/// Enemy stones in a row between the stone of `side` on `cell` and another: any number, or as many as `run` says.
fn flanked(
    board: &Board,
    stones: &Stones,
    side: Side,
    cell: Cell,
    run: Option<Run>,
    lines: Lines,
) -> Vec<Cell> {
    let mut flanked = vec![];
    for &direction in board.directions(lines) {
        let line = line(board, cell, direction);
        let row: Vec<Cell> =
            line.iter().copied().take_while(|&at| stones.on(at) == Some(side.other())).collect();
        let far_end = line.get(row.len()).is_some_and(|&at| stones.on(at) == Some(side));
        if far_end && run.is_none_or(|run| (usize::from(run.least)..=run.most.into()).contains(&row.len())) {
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
            Taken::Flipped => stones.turn_over(cell, side),
        }
    }
    let enemies = if what == Taken::Removed { taken.len() } else { 0 };
    Captured { enemies, own: 0, taken }
}
