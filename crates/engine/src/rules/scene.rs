//! What stands on the board, as conditions and patterns see it.

use super::cells::Cells;
use super::index::Index;
use crate::conditions::{Drawn, Who};

/// What stands on the board, seen by a side.
#[derive(Clone, Copy)]
pub struct Scene<S> {
    pub own: S,
    pub enemy: S,
    pub neutral: S,
    pub empty: S,
    /// If a stone has moved, the stones of its side before, and the cell that it left.
    pub before: Option<(S, Index)>,
}

impl<S: Cells> Scene<S> {
    /// The cells that hold `who`.
    #[inline(always)]
    pub fn of(&self, who: Who) -> S {
        match who {
            Who::Own => self.own,
            Who::Enemy => self.enemy,
            Who::Neutral => self.neutral,
            Who::Stones => self.own.or(self.enemy).or(self.neutral),
            Who::Empty => self.empty,
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
