//! What stands on the board, as conditions and patterns see it.

use super::cells::Cells;
use super::index::{Index, index};
use crate::board::Board;
use crate::conditions::{Drawn, Line, Set, Who};

/// What stands on the board, seen by a side.
#[derive(Clone, Copy)]
pub struct Scene<S> {
    pub own: S,
    pub enemy: S,
    pub neutral: S,
    pub empty: S,
    /// If a stone has moved, the stones of its side before, and the cell that it left.
    pub before: Option<(S, Index)>,
    /// The stones that an action has just put in place, for what it captures.
    pub arrived: S,
}

/// A set of cells that terms name, on a grid.
pub struct SetRule<S> {
    pub of: Option<Who>,
    pub on: S,
    pub lines: Vec<Line>,
}

impl<S: Cells> SetRule<S> {
    /// `set` on `board`.
    pub fn new(set: &Set, board: &Board) -> Self {
        let mut on = S::none();
        for &cell in set.on.as_ref().map_or(board.cells(), |on| &on.cells) {
            on = on.or(S::single(index::<S>(cell)));
        }
        Self { of: set.of, on, lines: set.condition.nearest_first() }
    }
}

impl<S: Cells> Scene<S> {
    /// The same board, seen by the other side.
    #[inline(always)]
    pub fn turned(&self) -> Self {
        Self { own: self.enemy, enemy: self.own, ..*self }
    }

    /// The stones of the side that owns `stones`; if they are neutral, the enemy's.
    #[inline(always)]
    pub fn side_of(&self, stones: S) -> S {
        if stones.meets(self.own) { self.own } else { self.enemy }
    }

    /// The cells that hold `who`.
    #[inline(always)]
    pub fn of(&self, who: Who) -> S {
        match who {
            Who::Own => self.own,
            Who::Enemy => self.enemy,
            Who::Neutral => self.neutral,
            Who::Stones => self.own.or(self.enemy).or(self.neutral),
            Who::Empty => self.empty,
            Who::Set(_) => unreachable!("sets are found by `cells_of`"),
        }
    }

    /// The cells that are what a pattern asks for.
    #[inline(always)]
    pub fn drawn(&self, drawn: Drawn) -> S {
        match drawn {
            Drawn::Is(who) => self.of(who),
            Drawn::NotOwn => self.enemy.or(self.neutral).or(self.empty),
        }
    }
}
