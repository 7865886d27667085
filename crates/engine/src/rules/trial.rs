//! Trying actions for queries: placing stones on the spot for scores, copies of the position for the rest.
//!
//! A player that looks one action ahead queries thousands of shapes in a position. Placing each on a copy would take longer than
//! scoring it, mainly for copying the groups; but few shapes capture anything, and their scores need no groups.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::grid::set_of;
use super::index::index;
use super::processor::compiled;
use super::state::State;
use crate::variant::ScoreMethod;
use std::cell::{RefCell, RefMut};

/// Scratch memory for queries about a position: nothing in it outlives a query, and a copy of the position starts with its own,
/// even during a query.
#[derive(Default)]
pub struct Scratch<T>(RefCell<T>);

impl<T: Default> Clone for Scratch<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T: Default> Scratch<T> {
    /// The memory, taken out and replaced by an empty one.
    #[inline(always)]
    pub fn take(&self) -> T {
        self.0.take()
    }
}

impl<T> Scratch<T> {
    /// Puts memory back that was [taken out](Scratch::take).
    #[inline(always)]
    pub fn give_back(&self, memory: T) {
        *self.0.borrow_mut() = memory;
    }

    /// The memory, while it is in use.
    #[inline(always)]
    pub fn borrow_mut(&self) -> RefMut<'_, T> {
        self.0.borrow_mut()
    }
}

/// The saved stones and empty cells of a position.
pub struct Undo<S> {
    stones: [S; 2],
    empty: S,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The answer of `question` on a copy of the position that it may change.
    #[inline(always)]
    pub fn try_out<T>(&self, rules: &Rules<S, D>, question: impl FnOnce(&mut Self) -> T) -> T {
        let mut copy = self.trial.borrow_mut();
        let copy = copy.get_or_insert_with(|| self.boxed());
        copy.copy_from(rules, self);
        question(copy)
    }

    /// A copy on the heap. It is built on the stack in a separate function, since nested queries would otherwise overflow the
    /// stack.
    #[cold]
    #[inline(never)]
    fn boxed(&self) -> Box<Self> {
        Box::new(self.clone())
    }

    /// The cells on which the legal `action` puts stones, if it changes nothing else on the board that the score needs.
    #[inline(always)]
    pub fn only_adds(&self, rules: &Rules<S, D>, action: Action) -> Option<S> {
        // The legality of single stones depends on the groups around.
        if rules.no_suicide && !rules.control.is_empty()
            || rules.control_varies
            || !rules.plain
            || !rules.goals.is_empty()
            || rules.method == ScoreMethod::None
            || rules.plan.stuck.decides()
        {
            return None;
        }
        let cells = match action {
            Action::Place(cell) => S::single(index::<S>(cell)),
            Action::Shape(cells) => set_of(&cells),
            _ => return None,
        };
        if rules.captures {
            let empty = self.empty.without(cells);
            let enemy = 1 - self.mover();
            let near = rules.grid.spread(cells);
            let takes = !self.without_liberties_among(rules, enemy, near, empty).is_empty();
            if takes || rules.may_die && !self.keeps_liberties(rules, cells) {
                return None;
            }
        }
        Some(cells)
    }

    /// Puts stones of the side to move on `cells`, for queries about the score only.
    pub fn try_stones(&mut self, cells: S) -> Undo<S> {
        let undo = Undo { stones: self.stones, empty: self.empty };
        let side = self.mover();
        self.stones[side] = self.stones[side].or(cells);
        self.empty = self.empty.without(cells);
        undo
    }

    /// Restores the state before.
    pub fn take_back(&mut self, undo: Undo<S>) {
        (self.stones, self.empty) = (undo.stones, undo.empty);
    }
}

compiled! {
    /// [`State::only_adds`], compiled on its own.
    pub fn only_adds(state: &State<S, D>, rules: &Rules<S, D>, action: Action) -> Option<S> => state.only_adds(rules, action);
}
