//! What stands on the board, as conditions and patterns see it.

use super::cells::Cells;
use super::index::{Index, index};
use super::pieces::{Change, piece_after};
use crate::board::Board;
use crate::conditions::{Drawn, Line, Set, Who};
use crate::pieces::PieceKind;

/// What stands on the board, seen by a side.
#[derive(Clone, Copy)]
pub struct Scene<'a, S> {
    pub own: S,
    pub enemy: S,
    pub neutral: S,
    pub empty: S,
    /// If a stone has moved, the stones of its side before; it left the cell where `change` begins. A larger scene would be copied by a
    /// call.
    pub before: S,
    /// The stones that an action has just put in place, for what it captures.
    pub arrived: S,
    /// The pieces of each kind, before `change`.
    pub pieces: &'a [S],
    /// What an action has done to the kinds of piece.
    pub change: Change,
}

/// A set of cells that terms name, on a grid.
pub struct SetRule<S> {
    pub of: Option<Who>,
    pub piece: Option<PieceKind>,
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
        Self { of: set.of, piece: set.piece, on, lines: set.condition.nearest_first() }
    }
}

impl<S: Cells> Scene<'_, S> {
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

    /// The stones that are of this kind.
    #[inline(always)]
    pub fn pieces_of(&self, kind: PieceKind) -> S {
        let stones = self.own.or(self.enemy).or(self.neutral);
        let of = |index: u8| piece_after(self.pieces, index, &self.change, stones);
        match kind {
            PieceKind::Kind(index) => of(index),
            PieceKind::Plain => {
                let mut plain = stones;
                for index in 0..self.pieces.len() as u8 {
                    plain = plain.without(of(index));
                }
                plain
            }
        }
    }

    /// Whether `cell`, which is on the board, is what a pattern asks for.
    #[inline(always)]
    pub fn is_as_drawn(&self, drawn: Drawn, cell: Index) -> bool {
        match drawn {
            Drawn::Is(Who::Own) => self.own.has(cell),
            Drawn::Is(Who::Enemy) => self.enemy.has(cell),
            Drawn::Is(Who::Neutral) => self.neutral.has(cell),
            Drawn::Is(Who::Empty) => self.empty.has(cell),
            Drawn::Is(Who::Stones) => !self.empty.has(cell),
            Drawn::Is(Who::Set(_)) => unreachable!("patterns name no sets"),
            Drawn::NotOwn => !self.own.has(cell),
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
