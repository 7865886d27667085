//! A position in the engine as data: the stones, and everything derived from them that is updated action by action.

use super::cells::Cells;
use super::groups::Groups;
use super::history::History;
use super::occurrences::Occurrences;
use super::scratch::{Candidates, Judged, Scratch, Shifted};
use super::turn::Progress;
use std::cell::Cell;

/// A position. The rules are passed to the methods, so the compiler knows that they do not change.
///
/// Fields that a variant does not use keep their values from [`State::start`].
#[derive(Clone)]
pub struct State<S: Cells, const D: usize> {
    /// The stones of the first side and of the second.
    pub stones: [S; 2],
    /// The stones that belong to no side.
    pub neutral: S,
    /// The pieces of each kind.
    pub pieces: Vec<S>,
    /// The cell of the stone that was moved last in this turn; [`Cells::NOWHERE`] if none was.
    pub moved: usize,
    /// The cells without a stone.
    pub empty: S,
    /// The groups of stones.
    pub groups: Groups<S>,
    /// The legality cache.
    pub cache: LegalityCache<S>,
    /// The stones placed in this turn.
    pub new_stones: NewStones<S>,
    /// The cells where stones have been turned over in this turn: see [`State::turned`].
    pub turned: Turned<S>,
    /// The progress of the game and the turn.
    pub progress: Progress,
    /// For each side, the cells on which the last action put a stone of that side; tracked if there are goals.
    pub arrived: [S; 2],
    /// What the tests of goals keep from one action to the next.
    pub kept: Vec<S>,
    /// Stones that each side has captured.
    pub captured: [u32; 2],
    /// The size of each side's largest group when this turn began; tracked if players can catch up.
    pub largest: [i32; 2],
    /// How many stones each side, and neither, had when this turn began; tracked if quiet turns end the game.
    pub census: [u32; 3],
    /// For each kind of shapes, whether one has been placed in this game.
    pub begun: Vec<bool>,
    /// The hash of the stone arrangement, where repetition matters.
    pub hash: u64,
    /// The arrangements that must not repeat.
    pub history: History<S>,
    /// How often each arrangement has stood, where its return can end the game.
    pub stood: Occurrences,
    /// The stones of a side and of its opponent for which the cells of `capturing_cells` were last computed, and those cells.
    pub capturing_cells: Cell<([S; 2], S)>,
    /// The cells that each side can use, as last computed: see [`State::usable_by_both`].
    pub usable: Cell<Usable<S>>,
    /// Memory for drawing an action from several sets; empty between draws.
    pub candidates: Vec<Candidates<S>>,
    /// Memory for the ways in which stones can move.
    pub planes: Scratch<Vec<(u32, S)>>,
    /// Memory for queries about shapes.
    pub shifted: Scratch<Vec<Shifted<S>>>,
    /// The current depth of the look-ahead for repetition: see [`super::look_ahead`].
    pub ahead: u8,
    /// What the look-ahead within this turn has found.
    pub judged: Scratch<Judged>,
    /// Memory for queries that try an action.
    pub trial: Scratch<Option<Box<Self>>>,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The side that moves, as an index.
    #[inline(always)]
    pub fn mover(&self) -> usize {
        usize::from(self.progress.side & 1)
    }

    /// The cells where an action of this turn has turned a stone over.
    #[inline(always)]
    pub fn turned(&self) -> S {
        if self.turned.turn == self.progress.turns { self.turned.cells } else { S::none() }
    }

    /// What is known of the [usable](State::usable) cells of this position.
    #[inline(always)]
    pub fn known_usable(&self) -> Option<Usable<S>> {
        let known = self.usable.get();
        same_stones(&known.stones, &self.stones).then_some(known)
    }
}

/// The [usable](State::usable) cells of both sides, and the stones of the position for which they were computed.
#[derive(Clone, Copy)]
pub struct Usable<S: Cells> {
    pub stones: [S; 2],
    pub cells: [S; 2],
    /// The empty cells that each side sees, if the rule requires sight, else all empty cells.
    pub seen: [S; 2],
}

impl<S: Cells> Usable<S> {
    /// An entry that matches no position: in it, both sides have a stone on the same cell.
    pub fn unknown() -> Self {
        Self { stones: [S::single(S::NOWHERE); 2], cells: [S::none(); 2], seen: [S::none(); 2] }
    }
}

/// Whether both positions have the same stones. The sets are compared one by one, since the comparison of arrays is not inlined.
#[inline(always)]
pub fn same_stones<S: Cells>(one: &[S; 2], other: &[S; 2]) -> bool {
    one[0] == other[0] && one[1] == other[1]
}

/// The cells where stones were turned over in a turn. Turns in which none is need not touch them.
#[derive(Clone, Copy)]
pub struct Turned<S: Cells> {
    /// The number of the turn: the number of turns before it.
    pub turn: u32,
    /// The cells.
    pub cells: S,
}

impl<S: Cells> Turned<S> {
    /// No cells.
    #[inline(always)]
    pub fn none() -> Self {
        Self { turn: u32::MAX, cells: S::none() }
    }
}

/// The stones placed in the current turn, tracked if some action limits them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NewStones<S: Cells> {
    /// The stones placed in this turn that still stand.
    pub stones: S,
    /// The cells next to a group that holds one of these stones.
    pub near: S,
    /// The cells next to a group whose number of new stones has reached the variant's smallest limit.
    pub full: S,
}

impl<S: Cells> NewStones<S> {
    /// No new stones.
    #[inline(always)]
    pub fn none() -> Self {
        Self { stones: S::none(), near: S::none(), full: S::none() }
    }
}

/// The legality cache: cells where a stone is known to be illegal, or known to be seen, so that each is checked once and not at
/// every draw. It may be incomplete, but is never wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LegalityCache<S: Cells> {
    /// For each kind of lines and each side, empty cells that the side does not see.
    pub blind: [[S; 2]; 2],
    /// For each kind of lines, empty cells that the side to move does see.
    pub seen: [S; 2],
    /// For each side, empty cells where a stone of that side would be suicide.
    pub dead: [S; 2],
}

impl<S: Cells> LegalityCache<S> {
    /// Nothing is known.
    #[inline(always)]
    pub fn nothing() -> Self {
        Self { blind: [[S::none(); 2]; 2], seen: [S::none(); 2], dead: [S::none(); 2] }
    }
}
