//! One action: what it does to the stones, and which rules it breaks.

use super::captures::capture;
use super::conditions::{NOTHING, View};
use super::shapes::{Cells, needed, through};
use super::stones::{Stones, alike, around, first_stones, sees};
use dropline::board::{Board, Cell, Lines};
use dropline::rules::{Action, IllegalReason};
use dropline::variant::conditions::Missed;
use dropline::variant::{
    ActionKind, ActionRule, Capture, Displace, Owner, PieceKind, Place, Reach, Shapes, Side, Suicide,
    Variant, Whose,
};
use std::collections::BTreeSet;

/// The context for judging an action.
pub struct Scene<'a> {
    pub variant: &'a Variant,
    pub stones: &'a Stones,
    /// The cells of the stones that this turn has placed.
    pub fresh: &'a BTreeSet<Cell>,
    /// The cells where this turn has turned stones over.
    pub turned: &'a BTreeSet<Cell>,
    /// The cell of the stone that this turn moved last, while it is on the board.
    pub moved: Option<Cell>,
    /// The names of the action rules that the game has used.
    pub begun: &'a BTreeSet<String>,
    /// Whose action it is.
    pub side: Side,
}

/// The board after an action and its captures.
#[derive(Clone)]
pub struct After {
    pub stones: Stones,
    pub fresh: BTreeSet<Cell>,
    /// The cell of the stone that this turn moved last, while it is on the board.
    pub moved: Option<Cell>,
    /// Enemy stones that were removed.
    pub enemies: usize,
    /// Enemy stones that were removed or turned over, or would be if the rules allowed it.
    pub taken: Cells,
    /// Whether an enemy group lacks a liberty where that is forbidden.
    pub strangles: bool,
    /// The player's own stones that were removed, or would be if the rules allowed suicide.
    pub own: usize,
}

impl Scene<'_> {
    /// The reasons why cells of `action` do not exist; empty if all do.
    pub fn missing(&self, action: Action) -> Vec<IllegalReason> {
        let cells = match action {
            Action::Place(cell) | Action::PlaceEnemy(cell) | Action::Remove(cell) | Action::Flip(cell) => {
                vec![cell]
            }
            Action::Shape(cells) => cells.iter().copied().collect(),
            Action::Displace { cell, to } | Action::Move { from: cell, to } => vec![cell, to],
            Action::Pass | Action::Swap => Vec::new(),
            Action::Drop(_) | Action::Deal { .. } | Action::Release(_) => Vec::new(),
        };
        let board = self.board();
        let missing = cells.into_iter().filter(|&cell| !board.contains(cell));
        missing
            .map(
                |cell| {
                    if board.holes().contains(&cell) { IllegalReason::Hole } else { IllegalReason::OffBoard }
                },
            )
            .collect()
    }

    /// Checks `action`, whose cells must exist, as an action of kind `rule`, and returns every rule that it breaks. If the list is
    /// empty, the action is legal.
    pub fn broken(&self, rule: &ActionRule, action: Action) -> Vec<IllegalReason> {
        if rule.side.is_some_and(|only| only != self.side) {
            return vec![IllegalReason::Kind];
        }
        let mut broken = match (&rule.kind, action) {
            (ActionKind::Place(place), Action::PlaceEnemy(cell)) if place.enemy => {
                let mut broken = self.broken_by_place(place, true, &Cells::from([cell]));
                broken.extend(self.broken_on(rule, cell));
                broken
            }
            (ActionKind::Place(place), _) if place.enemy => return vec![IllegalReason::Kind],
            (ActionKind::Place(_), Action::Shape(cells)) if cells.len() < 2 => {
                return vec![IllegalReason::Kind];
            }
            (ActionKind::Place(_), Action::Shape(_)) if self.shapes(rule).is_none() => {
                return vec![IllegalReason::Kind];
            }
            (ActionKind::Place(place), Action::Place(_) | Action::Shape(_)) => {
                let cells = new_stones(action);
                let mut broken = self.broken_by_place(place, self.needed(rule, action).is_some(), &cells);
                broken.extend(cells.iter().flat_map(|&cell| self.broken_on(rule, cell)));
                broken
            }
            (ActionKind::Displace(displace), Action::Displace { cell, to }) => {
                let mut broken = self.broken_by_displace(displace, cell, to);
                broken.extend(self.broken_on(rule, cell));
                broken
            }
            (ActionKind::Move(movement), Action::Move { from, to }) => {
                self.broken_by_move(movement, rule, from, to)
            }
            (ActionKind::Remove(remove), Action::Remove(cell)) => self.broken_by_remove(remove, rule, cell),
            (ActionKind::Flip(flip), Action::Flip(cell)) => self.broken_by_flip(flip, rule, cell),
            _ => return vec![IllegalReason::Kind],
        };
        let no_matter = |why: &IllegalReason| {
            use IllegalReason as Why;
            matches!(why, Why::NotOn | Why::NotPiece | Why::Where(_) | Why::Falls)
        };
        if !broken.iter().all(no_matter) {
            return broken; // There is no position after it to judge.
        }
        broken.extend(rule.sight.and_then(|lines| self.broken_by_sight(rule, action, lines)));
        broken.extend(self.missed_makes(rule, action).into_iter().map(IllegalReason::Makes));
        let after = self.after(rule, action);
        if after.strangles {
            broken.push(IllegalReason::Capture);
        }
        let suicide = [Capture::Forbidden, Capture::Liberties(Suicide::Forbidden)];
        if suicide.contains(&self.variant.capture) && after.own > 0 {
            broken.push(IllegalReason::Suicide);
        }
        if rule.must_capture && after.taken.is_empty() {
            broken.push(IllegalReason::NoCapture);
        }
        let fresh_in_group =
            |&cell: &Cell| alike(self.board(), &after.stones, cell).intersection(&after.fresh).count() as u64;
        let own = |cell: &Cell| after.stones.on(*cell) == Some(self.side);
        let most = new_stones(action).into_iter().filter(own).map(|cell| fresh_in_group(&cell)).max();
        if rule.new_per_group.is_some_and(|limit| most > Some(limit.into())) {
            broken.push(IllegalReason::NewPerGroup);
        }
        broken
    }

    /// The rule that the action breaks if none of the required cells is seen along `lines`.
    fn broken_by_sight(&self, rule: &ActionRule, action: Action, lines: Lines) -> Option<IllegalReason> {
        let needed = self.needed(rule, action).expect("a shape of the rule");
        let stones = self.cleared(action);
        if matches!(&rule.kind, ActionKind::Place(place) if place.seen_by_moved) {
            let first = |&cell| first_stones(self.board(), &stones, cell, lines);
            let seen = self.moved.is_some_and(|moved| needed.iter().flat_map(first).any(|at| at == moved));
            return (!seen).then_some(IllegalReason::UnseenByMoved);
        }
        let seen = needed.iter().any(|&cell| sees(self.board(), &stones, self.side, cell, lines));
        (!seen).then_some(IllegalReason::Unseen)
    }

    /// The shapes of `rule` at this point of the game; `None` if it places single stones.
    pub fn shapes(&self, rule: &ActionRule) -> Option<Shapes> {
        let ActionKind::Place(Place { shape, first_shape, .. }) = &rule.kind else { return None };
        match first_shape {
            Some(first) if !self.begun.contains(&rule.name) => Some(first.clone()),
            Some(_) => Some(shape.clone().unwrap_or(Shapes::Sizes(vec![1]))),
            None => shape.clone(),
        }
    }

    /// If sight is required, the cells of which one must be seen; `None` if the cells do not form a valid shape.
    fn needed(&self, rule: &ActionRule, action: Action) -> Option<Cells> {
        let cells = new_stones(action);
        let fixed = is_fixed(rule);
        self.shapes(rule).map_or(Some(cells.clone()), |shapes| needed(self.board(), &shapes, fixed, &cells))
    }

    /// A superset of the actions of kind `rule` that could ever be legal.
    pub fn candidates(&self, rule: &ActionRule) -> BTreeSet<Action> {
        let mut all = BTreeSet::new();
        for &cell in self.board().cells() {
            match &rule.kind {
                ActionKind::Place(place) if place.enemy => all.extend([Action::PlaceEnemy(cell)]),
                ActionKind::Place(_) => all.extend(self.placings(rule, cell)),
                ActionKind::Displace(_) => {
                    let near = around(self.board(), cell, self.board().touching());
                    all.extend(near.into_iter().map(|to| Action::Displace { cell, to }));
                }
                ActionKind::Move(movement) => {
                    let destinations = self.destinations(movement, cell).into_keys();
                    all.extend(destinations.map(|to| Action::Move { from: cell, to }));
                }
                ActionKind::Remove(_) => all.extend([Action::Remove(cell)]),
                ActionKind::Flip(_) => all.extend([Action::Flip(cell)]),
                ActionKind::StackDrop(_) | ActionKind::Deal(_) | ActionKind::Release(_) => {}
            }
        }
        all
    }

    /// A superset of the placements by `rule` with a stone on `cell` that could ever be legal.
    fn placings(&self, rule: &ActionRule, cell: Cell) -> BTreeSet<Action> {
        let Some(shapes) = self.shapes(rule) else { return BTreeSet::from([Action::Place(cell)]) };
        let action = |cells: Cells| match cells.len() {
            1 => Action::Place(cell),
            _ => Action::Shape(cells.into_iter().collect()),
        };
        through(self.board(), &shapes, is_fixed(rule), cell).into_iter().map(action).collect()
    }

    /// The board after `action` of kind `rule` and its captures.
    pub fn after(&self, rule: &ActionRule, action: Action) -> After {
        let mut stones = self.cleared(action);
        let (mut fresh, mut moved) = (self.fresh.clone(), self.moved);
        let (mut arrived, mut captured) = (Cells::new(), Cells::new());
        match (&rule.kind, action) {
            (ActionKind::Place(Place { neutral: true, .. }), Action::Place(cell)) => {
                stones.put_neutral(cell);
                become_piece(&mut stones, rule, cell);
                arrived.insert(cell);
            }
            (_, Action::PlaceEnemy(cell)) => {
                stones.put(cell, self.side.other());
                become_piece(&mut stones, rule, cell);
                arrived.insert(cell);
            }
            (ActionKind::Move(movement), Action::Move { from, to }) => {
                captured = self.moved(movement, rule, &mut stones, from, to);
                if fresh.remove(&from) {
                    fresh.insert(to);
                }
                moved = Some(to);
                arrived.insert(to);
                if movement.leaves_behind == Some(Owner::Own) {
                    fresh.insert(from);
                }
            }
            (ActionKind::Remove(_), Action::Remove(cell)) => {
                if self.is_of(Whose::Enemy, cell) {
                    captured.insert(cell);
                }
                stones.take(cell);
            }
            (ActionKind::Flip(flip), Action::Flip(cell)) => {
                match flip.becomes {
                    Owner::Own => stones.turn_over(cell, self.side),
                    Owner::Enemy => stones.turn_over(cell, self.side.other()),
                    Owner::Neutral => stones.make_neutral(cell),
                }
                arrived.insert(cell);
            }
            _ => {
                arrived = new_stones(action);
                for &cell in &arrived {
                    stones.put(cell, self.side);
                    become_piece(&mut stones, rule, cell);
                }
                fresh.extend(&arrived);
            }
        }
        let by_rule = capture(self.variant, &mut stones, self.side, &arrived);
        let stands = |cell: &Cell| stones.on(*cell) == Some(self.side);
        fresh.retain(stands);
        moved = moved.filter(stands);
        let enemies = captured.len() + by_rule.enemies;
        let strangles = self.variant.capture == Capture::Forbidden && !by_rule.taken.is_empty();
        captured.extend(by_rule.taken);
        After { stones, fresh, moved, enemies, taken: captured, strangles, own: by_rule.own }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.variant.board
    }

    fn broken_by_place(&self, place: &Place, right_shape: bool, cells: &Cells) -> Vec<IllegalReason> {
        let mut broken = vec![];
        if !right_shape {
            broken.push(IllegalReason::WrongShape);
        }
        if !cells.iter().all(|&cell| self.stones.is_empty(cell)) {
            broken.push(IllegalReason::Occupied);
        }
        let below =
            |&cell: &Cell| self.board().step(cell, (0, -1)).is_some_and(|at| self.stones.is_empty(at));
        if place.gravity && cells.iter().any(below) {
            broken.push(IllegalReason::Falls);
        }
        broken
    }

    /// What conditions see from `cell`.
    fn view<'a>(&'a self, stones: &'a Stones, before: Option<(&'a Stones, Cell)>, cell: Cell) -> View<'a> {
        let Variant { board, patterns, sets, .. } = self.variant;
        View { board, patterns, sets, stones, before, arrived: NOTHING, side: self.side, cell }
    }

    /// The rules about single cells that an action of kind `rule` on `cell` breaks.
    pub fn broken_on(&self, rule: &ActionRule, cell: Cell) -> Vec<IllegalReason> {
        let mut broken = vec![];
        if rule.on.as_ref().is_some_and(|on| !on.cells.contains(&cell)) {
            broken.push(IllegalReason::NotOn);
        }
        if rule.piece.is_some_and(|kind| !self.stones.is_of_kind(cell, kind)) {
            broken.push(IllegalReason::NotPiece);
        }
        let missed = self.view(self.stones, None, cell).missed(&rule.condition);
        broken.extend(missed.into_iter().map(IllegalReason::Where));
        broken
    }

    /// What `rule` says of the stone that the action places or moves, but the stone does not fulfil, before captures of other stones.
    fn missed_makes(&self, rule: &ActionRule, action: Action) -> Vec<Missed> {
        let mut stones = self.cleared(action);
        let (cell, before) = match (&rule.kind, action) {
            (ActionKind::Place(Place { neutral: true, .. }), Action::Place(cell)) => {
                stones.put_neutral(cell);
                become_piece(&mut stones, rule, cell);
                (cell, None)
            }
            (_, Action::Place(cell)) => {
                stones.put(cell, self.side);
                become_piece(&mut stones, rule, cell);
                (cell, None)
            }
            (_, Action::PlaceEnemy(cell)) => {
                stones.put(cell, self.side.other());
                become_piece(&mut stones, rule, cell);
                (cell, None)
            }
            (ActionKind::Move(movement), Action::Move { from, to }) => {
                self.moved(movement, rule, &mut stones, from, to);
                (to, Some((self.stones, from)))
            }
            _ => return vec![],
        };
        self.view(&stones, before, cell).missed(&rule.makes)
    }

    fn broken_by_displace(&self, displace: &Displace, cell: Cell, to: Cell) -> Vec<IllegalReason> {
        let mut broken = vec![];
        if self.stones.on(cell) != Some(self.side.other()) {
            broken.push(IllegalReason::NoTarget);
        }
        if !self.stones.is_empty(to) || !near(self.board(), cell, displace.to).contains(&to) {
            broken.push(IllegalReason::WrongTo);
        }
        broken
    }

    /// The stones just before the new one is placed: a displaced stone is on its new cell.
    fn cleared(&self, action: Action) -> Stones {
        let mut stones = self.stones.clone();
        if let Action::Displace { cell, to } = action {
            let kind = stones.kind(cell);
            stones.take(cell);
            stones.put(to, self.side.other());
            stones.give_kind(to, kind);
        }
        stones
    }
}

/// Gives the stone on `cell`, which an action of `rule` has placed or moved there, the kind that the rule says.
pub fn become_piece(stones: &mut Stones, rule: &ActionRule, cell: Cell) {
    match rule.becomes {
        None => {}
        Some(PieceKind::Plain) => stones.give_kind(cell, None),
        Some(PieceKind::Kind(index)) => stones.give_kind(cell, Some(index.into())),
    }
}

/// The cells that receive new stones.
fn new_stones(action: Action) -> Cells {
    match action {
        Action::Place(cell) | Action::Displace { cell, .. } => Cells::from([cell]),
        Action::Shape(cells) => cells.iter().copied().collect(),
        _ => Cells::new(),
    }
}

/// Whether the patterns of `rule` must be placed as drawn.
fn is_fixed(rule: &ActionRule) -> bool {
    matches!(&rule.kind, ActionKind::Place(place) if place.fixed)
}

/// The cells near `cell`.
fn near(board: &Board, cell: Cell, reach: Reach) -> Vec<Cell> {
    match reach {
        Reach::Adjacent => around(board, cell, board.adjacent()),
        Reach::Touching => around(board, cell, board.touching()),
    }
}
