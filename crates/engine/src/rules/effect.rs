//! The effect of an action on the board, as data: the stones after it, before captures. `apply` checks it and applies it.
//!
//! The most common action, a single stone on an empty cell, has a faster path in `place`.

use super::cells::Cells;
use super::pieces::Change;
use super::state::State;
use crate::actions::Owner;

/// The stones after an action, before captures.
#[derive(Clone, Copy)]
pub struct Effect<S> {
    /// The stones of the side that acts.
    pub own: S,
    /// The stones of its opponent.
    pub enemy: S,
    /// The neutral stones.
    pub neutral: S,
    /// The cells that have changed.
    pub changed: S,
    /// The cells of stones that the action brought onto the board.
    pub placed: S,
    /// The number of enemy stones that the action itself captures.
    pub captured: u32,
    /// Which stone the action moves, and what it does to the kinds of piece.
    pub change: Change,
}

/// The stones after an action and its captures.
pub struct After<S> {
    /// The stones of the first side and of the second.
    pub stones: [S; 2],
    /// The empty cells.
    pub empty: S,
    /// The enemy stones that are captured: for lack of liberties, custodially or by touch.
    pub taken: S,
    /// Whether a friendly group lacks a liberty after captures, or lacked one and was removed.
    pub suicide: bool,
}

impl<S: Cells> Effect<S> {
    /// The stones of `owner`.
    #[inline(always)]
    pub fn stones_of(&mut self, owner: Owner) -> &mut S {
        match owner {
            Owner::Own => &mut self.own,
            Owner::Enemy => &mut self.enemy,
            Owner::Neutral => &mut self.neutral,
        }
    }

    /// The stones that the action has put in place: the one that it moved, or those that it placed. A stone that a move leaves behind
    /// is not among them, nor is an enemy stone that was displaced.
    #[inline(always)]
    pub fn arrived(&self) -> S {
        if let Some(to) = self.change.moved_to() {
            return S::single(to);
        }
        let own = self.changed.and(self.own);
        if own.is_empty() { self.changed.and(self.enemy.or(self.neutral)) } else { own }
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// An effect that changes nothing yet.
    #[inline(always)]
    pub fn no_effect(&self) -> Effect<S> {
        let side = self.mover();
        Effect {
            own: self.stones[side],
            enemy: self.stones[1 - side],
            neutral: self.neutral,
            changed: S::none(),
            placed: S::none(),
            captured: 0,
            change: Change::none::<S>(),
        }
    }
}
