//! Moves: where a stone can go, and which enemy stones that captures. Also which stones can be taken off.

use super::act::{Scene, become_piece};
use super::shapes::Cells;
use super::stones::{Stones, around, line};
use dropline::board::{Cell, Direction};
use dropline::rules::IllegalReason;
use dropline::variant::{ActionRule, Flip, Motion, Move, MoveLines, Onto, Owner, Remove, Side, Whose};
use std::collections::BTreeMap;

/// The directions in order of preference.
const DIRECTIONS: [Direction; 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, -1), (-1, 1), (1, -1)];

impl Scene<'_> {
    /// The rules that a move breaks, apart from those about its result.
    pub fn broken_by_move(
        &self,
        movement: &Move,
        rule: &ActionRule,
        from: Cell,
        to: Cell,
    ) -> Vec<IllegalReason> {
        let mut broken = self.broken_on(rule, from);
        if movement.to.as_ref().is_some_and(|on| !on.cells.contains(&to)) {
            broken.push(IllegalReason::NotTo);
        }
        if !self.is_of(movement.stones, from) {
            let own = movement.stones == Whose::Own;
            broken.push(if own { IllegalReason::NoOwnStone } else { IllegalReason::NoMovable });
        }
        if !self.destinations(movement, from).contains_key(&to) {
            broken.push(IllegalReason::WrongMove);
        }
        broken
    }

    /// Moves the stone on `from` to `to`, on `stones`, and returns the cells of the enemy stones that this captures.
    pub fn moved(
        &self,
        movement: &Move,
        rule: &ActionRule,
        stones: &mut Stones,
        from: Cell,
        to: Cell,
    ) -> Cells {
        let captured = self.destinations(movement, from)[&to].clone();
        captured.iter().for_each(|&cell| stones.take(cell));
        let (side, kind) = (stones.on(from), stones.kind(from));
        stones.take(from);
        match (movement.colour, side) {
            (Some(owner), _) => self.put(stones, to, owner),
            (None, Some(side)) => stones.put(to, side),
            (None, None) => stones.put_neutral(to),
        }
        stones.give_kind(to, kind);
        become_piece(stones, rule, to);
        if let Some(owner) = movement.leaves_behind {
            self.put(stones, from, owner);
        }
        captured
    }

    /// Puts a stone of `owner` on `cell`.
    fn put(&self, stones: &mut Stones, cell: Cell, owner: Owner) {
        match owner {
            Owner::Own => stones.put(cell, self.side),
            Owner::Enemy => stones.put(cell, self.side.other()),
            Owner::Neutral => stones.put_neutral(cell),
        }
    }

    /// The rules broken by removing the stone on `cell`, apart from those about the result.
    pub fn broken_by_remove(&self, remove: &Remove, rule: &ActionRule, cell: Cell) -> Vec<IllegalReason> {
        let mut broken = self.broken_on(rule, cell);
        if !self.is_of(remove.stones, cell) {
            broken.push(IllegalReason::NoStone);
        }
        broken
    }

    /// The rules broken by turning over the stone on `cell`, apart from those about the result.
    pub fn broken_by_flip(&self, flip: &Flip, rule: &ActionRule, cell: Cell) -> Vec<IllegalReason> {
        let mut broken = self.broken_on(rule, cell);
        if !self.is_of(flip.stones.stones(), cell) {
            broken.push(IllegalReason::NotFlippable);
        } else if self.turned.contains(&cell) {
            broken.push(IllegalReason::Turned);
        }
        broken
    }

    /// Whether a stone of `whose` stands on `cell`.
    pub fn is_of(&self, whose: Whose, cell: Cell) -> bool {
        match whose {
            Whose::Own => self.stones.on(cell) == Some(self.side),
            Whose::Enemy => self.stones.on(cell) == Some(self.side.other()),
            Whose::Any => self.stones.on(cell).is_some(),
            Whose::Neutral => self.stones.is_neutral(cell),
        }
    }

    /// The cells that a stone of the player on `from` can move to, each with the enemy stones that this captures. Where a board
    /// wraps, several ways may lead to a cell: the shortest counts, and among equally short ones the first in the order of
    /// [`DIRECTIONS`].
    pub fn destinations(&self, movement: &Move, from: Cell) -> BTreeMap<Cell, Cells> {
        let mut found = self.ways(movement, from);
        found.retain(|to, _| movement.to.as_ref().is_none_or(|on| on.cells.contains(to)));
        found
    }

    /// [`Scene::destinations`] if a move may end anywhere.
    fn ways(&self, movement: &Move, from: Cell) -> BTreeMap<Cell, Cells> {
        let mut found = BTreeMap::new();
        if matches!(movement.how, Motion::Leap | Motion::Knight) {
            for to in self.two_away(from, movement.how == Motion::Knight) {
                self.land(movement, to, &mut found);
            }
            return found;
        }
        if movement.how == Motion::Anywhere {
            for &to in self.board().cells() {
                self.land(movement, to, &mut found);
            }
            return found;
        }
        let mut jumps = vec![];
        for direction in self.directions(movement) {
            let line = line(self.board(), from, direction);
            match movement.how {
                Motion::Step => line.iter().take(1).for_each(|&to| self.land(movement, to, &mut found)),
                Motion::Slide => {
                    let open = line.iter().take_while(|&&cell| self.stones.is_empty(cell)).count();
                    line.iter().take(open + 1).for_each(|&to| self.land(movement, to, &mut found));
                }
                Motion::Jump => {
                    let order = DIRECTIONS.iter().position(|&other| other == direction);
                    let ways = self.jumps(movement, &line).into_iter().enumerate();
                    jumps.extend(ways.map(|(further, (to, captured))| (further, order, to, captured)));
                }
                Motion::March => {
                    let back = super::stones::line(self.board(), from, (-direction.0, -direction.1));
                    let whole: Cells = line.iter().chain(&back).copied().collect();
                    let cells = 1 + whole.into_iter().filter(|&cell| self.stones.on(cell).is_some()).count();
                    let passable =
                        |&cell: &Cell| self.stones.is_empty(cell) || self.stones.on(cell) == Some(self.side);
                    if line.len() >= cells && line[..cells - 1].iter().all(passable) {
                        self.land(movement, line[cells - 1], &mut found);
                    }
                }
                Motion::Leap | Motion::Knight | Motion::Anywhere => unreachable!("these follow no line"),
            }
        }
        jumps.sort();
        for (_, _, to, captured) in jumps {
            found.entry(to).or_insert(captured);
        }
        found
    }

    /// Adds `to` to `found`, if the move may end on what is there.
    fn land(&self, movement: &Move, to: Cell, found: &mut BTreeMap<Cell, Cells>) {
        let enemy = self.stones.on(to) == Some(self.side.other());
        let allowed = match movement.onto {
            Onto::Empty => self.stones.is_empty(to),
            Onto::Enemy => enemy,
            Onto::Any => self.stones.is_empty(to) || enemy,
        };
        if allowed {
            found.insert(to, if enemy { Cells::from([to]) } else { Cells::new() });
        }
    }

    /// Jumps along a line: over a stone to the empty cell behind it, and on. The nearest cells come first.
    fn jumps(&self, movement: &Move, line: &[Cell]) -> Vec<(Cell, Cells)> {
        let (mut found, mut captured) = (vec![], Cells::new());
        for pair in line.chunks_exact(2) {
            let (over, to) = (pair[0], pair[1]);
            if !self.is_of(movement.over, over) || !self.stones.is_empty(to) {
                break;
            }
            if self.is_of(Whose::Enemy, over) {
                captured.insert(over);
            }
            found.push((to, captured.clone()));
        }
        found
    }

    /// The directions of a move.
    fn directions(&self, movement: &Move) -> Vec<Direction> {
        let board = self.board();
        let forward = if self.side == Side::First { 1 } else { -1 };
        let along = |direction: &Direction| match movement.lines {
            _ if board.is_hex() => true,
            MoveLines::Orthogonal => board.adjacent().contains(direction),
            MoveLines::Diagonal => !board.adjacent().contains(direction),
            MoveLines::Queen => true,
        };
        let leads = |direction: &Direction| !movement.forward || direction.1 == forward;
        let wanted = |direction: &Direction| match &movement.directions {
            Some(directions) => directions[self.side.index()].contains(direction),
            None => along(direction) && leads(direction),
        };
        board.touching().iter().copied().filter(wanted).collect()
    }

    /// The cells that are two steps from `from` but not one; steps may cross the joined edges of a board that wraps. With `bent`, only
    /// those on no line through `from`.
    fn two_away(&self, from: Cell, bent: bool) -> Cells {
        let steps = self.board().touching();
        let twice =
            steps.iter().flat_map(|one| steps.iter().map(move |other| (one.0 + other.0, one.1 + other.1)));
        let is_bent = |&(x, y): &Direction| x.abs() != y.abs() && x != 0 && y != 0;
        let far = twice.filter(|step| *step != (0, 0) && !steps.contains(step) && (!bent || is_bent(step)));
        let near = around(self.board(), from, steps);
        let two_away = far.filter_map(|step| self.board().step(from, step));
        two_away.filter(|cell| *cell != from && !near.contains(cell)).collect()
    }
}
