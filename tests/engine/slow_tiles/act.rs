//! One action: what it does to stacks and tiles, and which rules it breaks.

use super::SlowTiles;
use crate::slow_turn::{Point, SlowTurns};
use dropline::board::{Cell, CellSet, Direction};
use dropline::rules::{Action, IllegalReason, Outcome, Reason};
use dropline::variant::{ActionKind, ActionRule, Deal, OntoPrisoner};
use std::collections::BTreeSet;

impl SlowTurns for SlowTiles {
    fn at(&self) -> &Point {
        &self.at
    }

    fn at_mut(&mut self) -> &mut Point {
        &mut self.at
    }

    fn candidates(&self, rule: &ActionRule) -> BTreeSet<Action> {
        match &rule.kind {
            ActionKind::StackDrop(_) => self.tiles.keys().map(|&cell| Action::Drop(cell)).collect(),
            ActionKind::Deal(_) => {
                let ways = |from| self.directions().iter().map(move |&step| (from, self.way(from, step)));
                let deal = |(from, way): (_, Vec<_>)| Some(Action::Deal { from, to: *way.last()? });
                self.stacks.keys().flat_map(|&from| ways(from)).filter_map(deal).collect()
            }
            ActionKind::Release(_) => {
                let release =
                    |cells: &BTreeSet<_>| Action::Release(cells.iter().copied().collect::<CellSet>());
                self.releases().iter().map(release).collect()
            }
            ActionKind::Place(_)
            | ActionKind::Displace(_)
            | ActionKind::Move(_)
            | ActionKind::Remove(_)
            | ActionKind::Flip(_) => BTreeSet::new(),
        }
    }

    fn broken_as(&self, rule: &ActionRule, action: Action) -> Vec<IllegalReason> {
        let broken = match (&rule.kind, action) {
            (ActionKind::StackDrop(_), Action::Drop(cell)) => self.broken_by_drop(cell),
            (ActionKind::Deal(deal), Action::Deal { from, to }) => self.broken_by_deal(*deal, from, to),
            (ActionKind::Release(_), Action::Release(cells)) => self.broken_by_release(&cells),
            _ => return vec![IllegalReason::Kind],
        };
        if self.on_board(action) { broken } else { vec![IllegalReason::OffBoard] }
    }

    fn do_as(&mut self, _: usize, action: Action) {
        self.releases.take();
        match action {
            Action::Drop(cell) => {
                self.hands[self.at.side.index()] -= 1;
                self.stacks.insert(cell, vec![self.at.side]);
            }
            Action::Deal { from, to } => self.deal(from, to),
            Action::Release(cells) => {
                for cell in cells.iter() {
                    let stones = self.stacks.remove(cell).expect("a prisoner");
                    stones.into_iter().for_each(|stone| self.hands[stone.index()] += 1);
                    self.tiles.insert(*cell, self.at.side);
                }
            }
            _ => unreachable!("an action of stacks"),
        }
    }

    fn decided(&self) -> Option<Outcome> {
        let enough = self.variant.end.tiles.is_some_and(|tiles| self.tiles.len() >= usize::from(tiles));
        enough.then(|| Outcome::scored(Reason::Tiles))
    }
}

impl SlowTiles {
    /// Whether the cells of `action` exist.
    fn on_board(&self, action: Action) -> bool {
        let board = &self.variant.board;
        action.named(|cells| cells.iter().all(|&cell| board.contains(cell)))
    }

    fn broken_by_drop(&self, cell: Cell) -> Vec<IllegalReason> {
        let mut broken = vec![];
        if self.hands[self.at.side.index()] == 0 {
            broken.push(IllegalReason::EmptyHand);
        }
        if !self.tiles.contains_key(&cell) {
            broken.push(IllegalReason::NoTile);
        }
        if self.stacks.contains_key(&cell) {
            broken.push(IllegalReason::Occupied);
        }
        broken
    }

    fn broken_by_deal(&self, deal: Deal, from: Cell, to: Cell) -> Vec<IllegalReason> {
        if !self.tiles.contains_key(&from) || self.owner(from) != Some(self.at.side) {
            return vec![IllegalReason::NoStack];
        }
        let Some(&direction) = self.directions().iter().find(|&&step| self.line(from, step).contains(&to))
        else {
            return vec![IllegalReason::WrongDeal];
        };
        let (way, height) = (self.way(from, direction), self.stacks[&from].len());
        let mut broken = vec![];
        let last = way.last().copied();
        let makes_prisoner = last.is_some_and(|last| !self.tiles.contains_key(&last));
        if way.len() < height && !makes_prisoner {
            broken.push(IllegalReason::OffBoard); // It would leave the plane.
        }
        let met = way.iter().find(|cell| self.tiles.contains_key(cell) && self.stacks.contains_key(cell));
        let beaten = |cell: &Cell| {
            self.owner(*cell) == Some(self.at.side.other()) && self.stacks[cell].len() <= height
        };
        if !met.is_some_and(beaten) {
            broken.push(IllegalReason::NoVictim);
        }
        if makes_prisoner
            && last.is_some_and(|last| self.stacks.contains_key(&last))
            && self.variant.stacks.onto_prisoner == OntoPrisoner::Forbidden
        {
            broken.push(IllegalReason::OntoPrisoner);
        }
        if last != Some(to) {
            broken.push(IllegalReason::WrongDeal);
        }
        if deal.makes_prisoner.is_some_and(|wanted| wanted != makes_prisoner) {
            broken.push(IllegalReason::WrongPrisoner);
        }
        broken
    }

    /// The steps to the cells around.
    pub fn directions(&self) -> &'static [Direction] {
        self.variant.board.adjacent()
    }

    /// The cells on a line from the stack on `from`, as many as it has stones.
    fn line(&self, from: Cell, step: Direction) -> Vec<Cell> {
        let mut line = vec![];
        let mut at = from;
        while line.len() < self.stacks[&from].len()
            && let Some(next) = self.variant.board.step(at, step)
        {
            line.push(next);
            at = next;
        }
        line
    }

    /// The cells that receive a stone of the stack on `from`: all of the line up to the first cell without a tile.
    pub fn way(&self, from: Cell, step: Direction) -> Vec<Cell> {
        let mut way = vec![];
        for cell in self.line(from, step) {
            way.push(cell);
            if !self.tiles.contains_key(&cell) {
                break;
            }
        }
        way
    }

    fn deal(&mut self, from: Cell, to: Cell) {
        let ways = self.directions().iter().map(|&step| self.way(from, step));
        let way = ways.into_iter().find(|way| way.last() == Some(&to)).expect("a way that ends there");
        let mut held = self.stacks.remove(&from).expect("a stack");
        for cell in way {
            let stack = self.stacks.entry(cell).or_default();
            if self.tiles.contains_key(&cell) {
                stack.push(held.remove(0));
            } else {
                let enemies = held.iter().filter(|&&stone| stone != self.at.side).count();
                self.captures[self.at.side.index()] += enemies as u32;
                stack.append(&mut held);
            }
        }
        assert_eq!(held, [], "all stones are dealt");
    }
}
