//! Memory that draws and queries reuse.

use std::cell::{RefCell, RefMut};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Scratch memory for queries about a position: nothing in it outlives a query. A copy of the position gets new scratch memory,
/// even if the copy is made during a query.
#[derive(Default)]
pub struct Scratch<T>(RefCell<T>);

impl<T: Default> Clone for Scratch<T> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T: Default> Scratch<T> {
    /// Takes the memory out and leaves empty memory in its place.
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

    /// Borrows the memory while it is in use.
    #[inline(always)]
    pub fn borrow_mut(&self) -> RefMut<'_, T> {
        self.0.borrow_mut()
    }
}

/// A point within a turn: all that decides which actions the rest of the turn offers, apart from the arrangements that must not
/// repeat.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TurnPoint {
    /// The hash of the stone arrangement.
    pub arrangement: u64,
    /// The side that moves, the current step, and the number of actions taken in it.
    pub progress: (u8, u16, u16),
    /// The hash of the stones placed in this turn, where their number in a group is limited.
    pub new_stones: u64,
    /// The hash of the cells where stones have been turned over in this turn.
    pub turned: u64,
    /// The cell of the stone that was moved in this turn, where a later stone must be seen by it.
    pub moved: usize,
    /// A bit for each kind of shapes of which one has been placed in this game.
    pub begun: u64,
}

/// A fast hash of points, most of whose numbers are hashes themselves.
#[derive(Default)]
pub struct PointHasher(u64);

impl Hasher for PointHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        // The multiplier is the golden ratio: Knuth, The Art of Computer Programming, volume 3, section 6.4.
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        // Tables take the low bits for the place, and the high ones depend on more of the numbers.
        self.0.rotate_left(32)
    }
}

/// What is left of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Another action is possible.
    Open,
    /// The turn is over: only a closing `pass` could follow.
    Over,
    /// Nothing is possible, but the turn must not end.
    Unfinished,
}

/// What looking ahead within a turn has found.
#[derive(Default)]
pub struct Judged {
    /// The digest of the arrangements that must not repeat, and the number of turns completed.
    pub turn: (u64, u32),
    /// Whether the look-ahead has reached its greatest depth, so that some of the answers are assumptions.
    pub limited: bool,
    /// What is left of the turn at each of these points.
    pub rest: HashMap<TurnPoint, Rest, BuildHasherDefault<PointHasher>>,
}

/// A set of candidates for one kind of action.
#[derive(Clone, Copy)]
pub struct Candidates<S> {
    /// The cells.
    pub cells: S,
    /// The number of cells.
    pub count: u32,
    /// What the cells stand for.
    pub kind: CandidateKind,
    /// The index among the slots of that kind.
    pub slot: usize,
}

/// What the cells of a set of candidates stand for.
#[derive(Clone, Copy)]
pub enum CandidateKind {
    /// Cells for a stone.
    Place,
    /// Anchors of this form.
    Shape(u32),
    /// Cells from which a general kind can act by this way.
    General(u32),
}

/// The sets from which the planes of forms are computed, shifted back by one offset: an anchor is in a shifted set if the cell at
/// that offset from the anchor is in the original set.
#[derive(Clone, Copy)]
pub struct Shifted<S> {
    /// Cells where stones may go.
    pub open: S,
    /// Cells that are seen.
    pub seen: S,
    /// Cells where a shape that is open and seen may break another rule.
    pub doubt: S,
}
