//! Memory that draws and queries reuse.

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

/// A set of candidates for one kind of action.
#[derive(Clone, Copy)]
pub struct Candidates<S> {
    /// The cells.
    pub cells: S,
    /// How many they are.
    pub count: u32,
    /// What they are.
    pub kind: CandidateKind,
    /// Which of the slots of that kind.
    pub slot: usize,
}

/// What the cells of a set of candidates are.
#[derive(Clone, Copy)]
pub enum CandidateKind {
    /// Cells for a stone.
    Place,
    /// Anchors of this form.
    Shape(u32),
    /// Cells from which a general kind acts by this way.
    General(u32),
}

/// The ingredients of the planes of forms, shifted back by one offset: an anchor is in these sets if the cell at that offset from
/// it is in the original sets.
#[derive(Clone, Copy)]
pub struct Shifted<S> {
    /// Cells where stones may go.
    pub open: S,
    /// Cells that are seen.
    pub seen: S,
    /// Cells where a shape may break a rule beyond the other two.
    pub doubt: S,
}
