//! One action: what it does to the stones, and which rules it breaks.

use super::stones::{Stones, alike, around, breathless, liberties, sees};
use dropline::board::{Board, Cell};
use dropline::rules::{Action, Why};
use dropline::variant::{
    ActionKind, ActionRule, Capture, Displace, Place, Reach, Side, Suicide, Target, Variant,
};
use std::collections::BTreeSet;

/// What an action is judged by.
pub struct Scene<'a> {
    pub variant: &'a Variant,
    pub stones: &'a Stones,
    /// The cells of the stones that this turn has put on the board.
    pub fresh: &'a BTreeSet<Cell>,
    /// Whose action it is.
    pub side: Side,
}

/// The board after an action, captures done.
pub struct After {
    pub stones: Stones,
    pub fresh: BTreeSet<Cell>,
    /// Enemy stones that were removed.
    pub enemies: usize,
    /// Own stones that were removed, or would be if the rules allowed suicide.
    pub own: usize,
}

impl Scene<'_> {
    /// Whether the cells of `action` exist.
    pub fn on_board(&self, action: Action) -> bool {
        match action {
            Action::Place(cell) => self.board().contains(cell),
            Action::Displace { cell, to } => self.board().contains(cell) && self.board().contains(to),
            Action::Pass | Action::Swap => true,
            Action::Shape(_) | Action::Drop(_) | Action::Deal { .. } | Action::Release(_) => true,
        }
    }

    /// All the rules that `action`, on cells that exist, breaks as one of kind `rule`. It is legal if there is none.
    pub fn broken(&self, rule: &ActionRule, action: Action) -> Vec<Why> {
        let mut broken = match (&rule.kind, action) {
            (ActionKind::Place(place), Action::Place(cell)) => self.broken_by_place(place, cell),
            (ActionKind::Displace(displace), Action::Displace { cell, to }) => {
                self.broken_by_displace(displace, cell, to)
            }
            _ => return vec![Why::Kind],
        };
        if broken.iter().any(|why| !matches!(why, Why::NotClear | Why::WrongTarget)) {
            return broken; // There is no position after it to judge.
        }
        let cell = new_stone(action);
        if let Some(lines) = rule.sight
            && !sees(self.board(), &self.cleared(action), self.side, cell, lines)
        {
            broken.push(Why::Unseen);
        }
        let after = self.after(action);
        if self.variant.capture == Capture::Liberties(Suicide::Forbidden) && after.own > 0 {
            broken.push(Why::Suicide);
        }
        if let Some(limit) = rule.new_per_group
            && !after.stones.is_empty(cell)
            && alike(self.board(), &after.stones, cell).intersection(&after.fresh).count()
                > usize::from(limit)
        {
            broken.push(Why::NewPerGroup);
        }
        broken
    }

    /// The board after `action`, captures done.
    pub fn after(&self, action: Action) -> After {
        let cell = new_stone(action);
        let mut stones = self.cleared(action);
        stones.put(cell, self.side);
        let mut fresh = self.fresh.clone();
        fresh.insert(cell);
        let (mut enemies, mut own) = (0, 0);
        if self.variant.capture != Capture::None {
            enemies = remove(self.board(), &mut stones, self.side.other());
            own = remove(self.board(), &mut stones, self.side);
            fresh.retain(|&cell| !stones.is_empty(cell));
        }
        After { stones, fresh, enemies, own }
    }

    fn board(&self) -> &Board {
        &self.variant.board
    }

    fn broken_by_place(&self, place: &Place, cell: Cell) -> Vec<Why> {
        if !self.stones.is_empty(cell) {
            return vec![Why::Occupied];
        }
        let crowded = |reach| near(self.board(), cell, reach).iter().any(|near| !self.stones.is_empty(*near));
        if place.clear.is_some_and(crowded) { vec![Why::NotClear] } else { vec![] }
    }

    fn broken_by_displace(&self, displace: &Displace, cell: Cell, to: Cell) -> Vec<Why> {
        let mut broken = vec![];
        if self.stones.on(cell) != Some(self.side.other()) {
            broken.push(Why::NoTarget);
        } else if !self.is_target(displace.target, cell) {
            broken.push(Why::WrongTarget);
        }
        if !self.stones.is_empty(to) || !near(self.board(), cell, displace.to).contains(&to) {
            broken.push(Why::WrongTo);
        }
        broken
    }

    /// Whether the group of the stone on `cell` has the size and the liberties of a target.
    fn is_target(&self, target: Target, cell: Cell) -> bool {
        let group = alike(self.board(), self.stones, cell);
        let liberties = liberties(self.board(), self.stones, &group);
        target.group.is_none_or(|size| group.len() == usize::from(size))
            && target.liberties.is_none_or(|count| liberties.len() == usize::from(count))
    }

    /// The stones just before the new one comes: a displaced stone is on its new cell.
    fn cleared(&self, action: Action) -> Stones {
        let mut stones = self.stones.clone();
        if let Action::Displace { cell, to } = action {
            stones.take(cell);
            stones.put(to, self.side.other());
        }
        stones
    }
}

/// The cell that receives the new stone.
fn new_stone(action: Action) -> Cell {
    match action {
        Action::Place(cell) | Action::Displace { cell, .. } => cell,
        _ => unreachable!("an action that puts a stone on the board"),
    }
}

/// The cells near `cell`.
fn near(board: &Board, cell: Cell, reach: Reach) -> Vec<Cell> {
    match reach {
        Reach::Adjacent => around(board, cell, board.adjacent()),
        Reach::Touching => around(board, cell, board.touching()),
    }
}

/// Removes all groups of `side` without a liberty; says how many stones went.
fn remove(board: &Board, stones: &mut Stones, side: Side) -> usize {
    let dead = breathless(board, stones, side);
    dead.iter().for_each(|&cell| stones.take(cell));
    dead.len()
}
