//! One action: what it does to the stones, and which rules it breaks.

use super::shapes::{Cells, needed, through};
use super::stones::{Stones, alike, around, breathless, liberties, sees};
use dropline::board::{Board, Cell};
use dropline::rules::{Action, Why};
use dropline::variant::{
    ActionKind, ActionRule, Capture, Displace, Place, Reach, Shapes, Side, Suicide, Target, Variant,
};
use std::collections::BTreeSet;

/// What an action is judged by.
pub struct Scene<'a> {
    pub variant: &'a Variant,
    pub stones: &'a Stones,
    /// The cells of the stones that this turn has put on the board.
    pub fresh: &'a BTreeSet<Cell>,
    /// The names of the rules by which some action of the game has been made.
    pub begun: &'a BTreeSet<String>,
    /// Whose action it is.
    pub side: Side,
}

/// The board after an action, captures done.
#[derive(Clone)]
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
            Action::Shape(cells) => cells.iter().all(|&cell| self.board().contains(cell)),
            Action::Displace { cell, to } | Action::Move { from: cell, to } => {
                self.board().contains(cell) && self.board().contains(to)
            }
            Action::Remove(cell) => self.board().contains(cell),
            Action::Pass | Action::Swap => true,
            Action::Drop(_) | Action::Deal { .. } | Action::Release(_) => true,
        }
    }

    /// All the rules that `action`, on cells that exist, breaks as one of kind `rule`. It is legal if there is none.
    pub fn broken(&self, rule: &ActionRule, action: Action) -> Vec<Why> {
        let mut broken = match (&rule.kind, action) {
            (ActionKind::Place(_), Action::Shape(cells)) if cells.len() < 2 => return vec![Why::Kind],
            (ActionKind::Place(_), Action::Shape(_)) if self.shapes(rule).is_none() => {
                return vec![Why::Kind];
            }
            (ActionKind::Place(place), Action::Place(_) | Action::Shape(_)) => {
                self.broken_by_place(place, self.needed(rule, action).is_some(), &new_stones(action))
            }
            (ActionKind::Displace(displace), Action::Displace { cell, to }) => {
                self.broken_by_displace(displace, cell, to)
            }
            _ => return vec![Why::Kind],
        };
        if broken.iter().any(|why| !matches!(why, Why::NotClear | Why::WrongTarget)) {
            return broken; // There is no position after it to judge.
        }
        let needed = self.needed(rule, action).expect("a shape of the rule");
        let cleared = self.cleared(action);
        let seen = |lines| needed.iter().any(|&cell| sees(self.board(), &cleared, self.side, cell, lines));
        if rule.sight.is_some_and(|lines| !seen(lines)) {
            broken.push(Why::Unseen);
        }
        let after = self.after(action);
        if self.variant.capture == Capture::Liberties(Suicide::Forbidden) && after.own > 0 {
            broken.push(Why::Suicide);
        }
        let fresh_in_group =
            |&cell: &Cell| alike(self.board(), &after.stones, cell).intersection(&after.fresh).count() as u64;
        let standing = new_stones(action).into_iter().filter(|&cell| !after.stones.is_empty(cell));
        let most = standing.map(|cell| fresh_in_group(&cell)).max();
        if rule.new_per_group.is_some_and(|limit| most > Some(limit.into())) {
            broken.push(Why::NewPerGroup);
        }
        broken
    }

    /// The shapes of `rule` at this point of the game; none if it places single stones.
    pub fn shapes(&self, rule: &ActionRule) -> Option<Shapes> {
        let ActionKind::Place(Place { shape, first_shape, .. }) = &rule.kind else { return None };
        match first_shape {
            Some(first) if !self.begun.contains(&rule.name) => Some(first.clone()),
            Some(_) => Some(shape.clone().unwrap_or(Shapes::Sizes(vec![1]))),
            None => shape.clone(),
        }
    }

    /// The cells of which one has to be seen where there is sight; none at all if the shape is wrong.
    fn needed(&self, rule: &ActionRule, action: Action) -> Option<Cells> {
        let cells = new_stones(action);
        self.shapes(rule).map_or(Some(cells.clone()), |shapes| needed(self.board(), &shapes, &cells))
    }

    /// The ways to place stones by `rule` of which one is on `cell`: more than are legal, but all that could be.
    pub fn placings(&self, rule: &ActionRule, cell: Cell) -> BTreeSet<Action> {
        if !matches!(rule.kind, ActionKind::Place(_)) {
            return BTreeSet::new();
        }
        let Some(shapes) = self.shapes(rule) else { return BTreeSet::from([Action::Place(cell)]) };
        let action = |cells: Cells| match cells.len() {
            1 => Action::Place(cell),
            _ => Action::Shape(cells.into_iter().collect()),
        };
        through(self.board(), &shapes, cell).into_iter().map(action).collect()
    }

    /// The board after `action`, captures done.
    pub fn after(&self, action: Action) -> After {
        let mut stones = self.cleared(action);
        let mut fresh = self.fresh.clone();
        for cell in new_stones(action) {
            stones.put(cell, self.side);
            fresh.insert(cell);
        }
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

    fn broken_by_place(&self, place: &Place, right_shape: bool, cells: &Cells) -> Vec<Why> {
        let mut broken = vec![];
        if !right_shape {
            broken.push(Why::WrongShape);
        }
        if !cells.iter().all(|&cell| self.stones.is_empty(cell)) {
            broken.push(Why::Occupied);
        }
        let around = |reach| cells.iter().flat_map(move |&cell| near(self.board(), cell, reach));
        if place.clear.is_some_and(|reach| around(reach).any(|near| !self.stones.is_empty(near))) {
            broken.push(Why::NotClear);
        }
        broken
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

/// The cells that receive new stones.
fn new_stones(action: Action) -> Cells {
    match action {
        Action::Place(cell) | Action::Displace { cell, .. } => Cells::from([cell]),
        Action::Shape(cells) => cells.iter().copied().collect(),
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
