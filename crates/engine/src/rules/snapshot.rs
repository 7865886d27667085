//! A saved position: exactly what decides how the game continues.
//!
//! Programs that meet the same positions repeatedly, such as solvers, recognise them by their snapshots and return to them with
//! [`Position::restore`](super::Position::restore).

use super::cells::Cells;
use super::compile::Rules;
use super::flow::begin_turn;
use super::history::spread;
use super::index::index;
use super::outcome::Outcome;
use super::plan::Plan;
use super::processor::compiled;
use super::state::{LegalityCache, NewStones, State, Turned};
use super::turn::Progress;
use crate::board::Cell;

/// Everything that decides how a game continues from a position, except for the turn cap.
///
/// Two positions of a variant with equal snapshots have the same legal actions, now and after any further actions, and the same
/// actions lead to the same scores. The contents are exact, with one exception: the arrangements that must not repeat are
/// represented by a hash of 128 bits, or of 64 under simple ko, and those whose return can end the game by a hash of 128 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Snapshot {
    /// The progress of the game and of the current turn.
    pub course: CourseSnapshot,
    /// Whether a shape of each kind has been placed in this game: a bit for each kind, by its number.
    pub begun: u64,
    /// The stones that each side has captured, where a goal counts them; 0 elsewhere.
    pub captured: [u32; 2],
    /// The size of each side's largest group when the turn began, in games with catch-up turns; 0 at the start of a turn, since the
    /// sizes then follow from the cells.
    pub largest: [i32; 2],
    /// How many stones each side, and neither, had when the turn began, where quiet turns end the game; 0 at the start of a turn.
    pub census: [u32; 3],
    /// The number of stones in the hands of the first side and of the second; 0 in games without hands.
    pub hands: [u8; 2],
    /// A hash of the set of arrangements that must not repeat; 0 if any arrangement may repeat. Under simple ko, 2^64 plus the hash of
    /// the one arrangement that must not repeat.
    pub history: u128,
    /// A hash of how often each arrangement has stood with either side to move, where that can end the game; 0 elsewhere.
    pub stood: u128,
    /// What stands on each cell, in the order of [`Board::cells`](crate::board::Board::cells): [`Snapshot::EMPTY`], one of
    /// [`Snapshot::STONES`], with or without [`Snapshot::FRESH`] and [`Snapshot::MOVED`], or [`Snapshot::NEUTRAL`]; each with or without
    /// [`Snapshot::TURNED`], and with the kind of its piece. Empty on the boundless plane.
    pub cells: Vec<u8>,
    /// The cells of the boundless plane that carry a tile or a stack, in no particular order.
    pub sites: Vec<Site>,
}

/// The progress of the game and the turn, as far as it decides how the game continues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CourseSnapshot {
    /// The side to move, as an index.
    pub side: u8,
    /// Whether the players have exchanged sides.
    pub swapped: bool,
    /// The number of the turn that is due, counted from 0 without swaps, or the number from which all turns are alike, if that is
    /// less: the number of openings plus 1, but at least 2.
    pub due: u32,
    /// Passed turns in a row.
    pub passes: u16,
    /// Turns in a row that did not change how many stones each side has; 0 where they do not matter.
    pub quiet: u16,
    /// The step of the turn, numbered over all turns.
    pub step: u16,
    /// Actions taken in the step.
    pub done: u16,
    /// 1 if the player has taken an action in the turn, else 0.
    pub made: u8,
    /// Whether the turn is a catch-up turn.
    pub catching_up: bool,
    /// Whether the game is over: no action is then legal, regardless of the other fields.
    pub over: bool,
}

/// What lies and stands on a cell of the boundless plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The cell.
    pub cell: Cell,
    /// The tile: 0 for none, else 1 plus the index of its side.
    pub tile: u8,
    /// How many stones stand there.
    pub height: u8,
    /// A bit for each stone, the lowest first, set for the second side.
    pub stones: u32,
}

impl Snapshot {
    /// An empty cell.
    pub const EMPTY: u8 = 0;
    /// A stone of the first side, and of the second.
    pub const STONES: [u8; 2] = [1, 2];
    /// A neutral stone.
    pub const NEUTRAL: u8 = 3;
    /// Added for a stone placed in the current turn, if such stones are counted.
    pub const FRESH: u8 = 4;
    /// Added for the stone that moved in the current turn, if a cell must be seen by it.
    pub const MOVED: u8 = 8;
    /// Added for a cell where a stone was turned over in the current turn.
    pub const TURNED: u8 = 16;
    /// Added for a piece of the first kind, twice that for one of the second, and so on; at most [`Piece::MOST`](crate::variant::Piece::MOST) times.
    pub const PIECE: u8 = 32;
}

impl Plan {
    /// The number of turns after which all turns are alike.
    fn settled_after(&self) -> u32 {
        // The pie rule depends on turn 1.
        (self.turns.len() as u32).max(2)
    }
}

impl Progress {
    /// The part of the progress that decides how the game continues.
    pub fn snapshot(&self, plan: &Plan) -> CourseSnapshot {
        CourseSnapshot {
            side: self.side,
            swapped: self.swapped,
            due: self.due.min(plan.settled_after()),
            passes: self.passes,
            quiet: self.quiet,
            step: self.step,
            done: self.done,
            made: self.made.min(1) as u8,
            catching_up: plan.catches_up(self.step),
            over: self.outcome.is_some(),
        }
    }

    /// The start of the turn that `course` describes. Its choices have not been found yet.
    pub fn restored(plan: &Plan, course: &CourseSnapshot) -> Self {
        debug_assert!(course.made == 0 && !course.over, "only the start of a turn can be restored");
        let catch_up = plan.catch_up.filter(|_| course.catching_up);
        let normal = plan.first_step(course.due, course.side);
        Self {
            side: course.side,
            choices: 0,
            step: catch_up.map_or(normal, |steps| steps[usize::from(course.side & 1)]),
            done: 0,
            made: 0,
            turns: course.due + u32::from(course.swapped),
            passes: course.passes,
            quiet: course.quiet,
            swapped: course.swapped,
            due: course.due,
            outcome: None::<Outcome>,
        }
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// Saves the position in `into`, reusing its memory.
    pub fn snapshot(&self, rules: &Rules<S, D>, into: &mut Snapshot) {
        into.course = self.progress.snapshot(&rules.plan);
        into.begun = (0..).zip(&self.begun).fold(0, |bits, (kind, &begun)| bits | u64::from(begun) << kind);
        into.captured = if rules.counts_captures { self.captured } else { [0; 2] };
        let within_turn = self.progress.made > 0 && self.progress.outcome.is_none();
        let catches_up = rules.plan.catch_up.is_some() && self.progress.made > 0;
        into.largest = if catches_up { self.largest } else { [0; 2] };
        let counts_quiet = rules.plan.quiet.is_some() && self.progress.made > 0;
        into.census = if counts_quiet { self.census } else { [0; 3] };
        into.hands = [0; 2];
        into.history = match self.history.hashes() {
            &[before, _] if rules.simple_ko => AFTER | u128::from(before),
            _ if rules.simple_ko => 0,
            hashes => digest(hashes),
        };
        into.stood = if rules.plan.repeated.is_some() { self.stood.digest() } else { 0 };
        into.sites.clear();
        into.cells.clear();
        let [first, second] = self.stones.map(|stones| stones.or(self.neutral));
        let [first, second, new] = [first, second, self.new_stones.stones].map(S::members);
        let moved = if within_turn && rules.seen_by_moved() { self.moved } else { S::NOWHERE };
        into.cells.extend(rules.variant.board.cells().iter().map(|&cell| {
            let cell = index::<S>(cell);
            let stones = u8::from(first.has(cell)) | u8::from(second.has(cell)) << 1;
            stones | u8::from(new.has(cell)) << 2 | u8::from(cell == moved) << 3
        }));
        for (number, pieces) in (1..).zip(&self.pieces) {
            let cells = rules.variant.board.cells().iter().zip(&mut into.cells);
            let of_kind = cells.filter(|(cell, _)| pieces.has(index::<S>(**cell)));
            of_kind.for_each(|(_, code)| *code |= number * Snapshot::PIECE);
        }
        let turned = self.turned();
        if within_turn && !turned.is_empty() {
            let cells = rules.variant.board.cells().iter().zip(&mut into.cells);
            let turned = cells.filter(|(cell, _)| turned.has(index::<S>(**cell)));
            turned.for_each(|(_, code)| *code |= Snapshot::TURNED);
        }
    }

    /// Restores the position that `from` describes, which must be at the start of a turn.
    #[inline(always)]
    pub fn restore(&mut self, rules: &Rules<S, D>, from: &Snapshot) {
        self.stones = [S::none(); 2];
        self.neutral = S::none();
        self.moved = S::NOWHERE;
        self.pieces.fill(S::none());
        for (&cell, &code) in rules.variant.board.cells().iter().zip(&from.cells) {
            let kind = usize::from(code / Snapshot::PIECE);
            if kind > 0 {
                self.pieces[kind - 1] = self.pieces[kind - 1].or(rules.grid.here[index::<S>(cell)].alone);
            }
            let code = code % Snapshot::PIECE;
            if code == Snapshot::NEUTRAL {
                self.neutral = self.neutral.or(rules.grid.here[index::<S>(cell)].alone);
            } else if code != Snapshot::EMPTY {
                let stones = &mut self.stones[usize::from(code == Snapshot::STONES[1])];
                *stones = stones.or(rules.grid.here[index::<S>(cell)].alone);
            }
        }
        let stones = self.stones;
        self.empty = rules.grid.board.without(stones[0]).without(stones[1]).without(self.neutral);
        if rules.groups {
            self.groups.rebuild(&rules.grid, &stones);
        }
        self.cache = LegalityCache::nothing();
        self.new_stones = NewStones::none();
        self.turned = Turned::none();
        self.captured = from.captured;
        self.note_largest(rules);
        self.note_census(rules);
        for (kind, begun) in self.begun.iter_mut().enumerate() {
            *begun = from.begun >> kind & 1 == 1;
        }
        if rules.superko {
            self.hash = rules.arrangement_on_board(self);
            if rules.simple_ko && from.history != 0 {
                self.history.restart_after(from.history as u64, rules.grid.board);
            } else {
                self.history.clear();
            }
            self.remember_arrangement();
        }
        self.begin_goals(rules);
        self.progress = Progress::restored(&rules.plan, &from.course);
        self.restart_recurrence(rules);
        begin_turn(self, rules);
    }
}

/// Added to the hash of the arrangement that simple ko forbids, which is 0 for an empty board.
const AFTER: u128 = 1 << 64;

/// A hash of the set of arrangements whose hashes are in `history`. The arrangement after a passed turn is the same as before the
/// turn, and is left out.
fn digest(history: &[u64]) -> u128 {
    let mut last = None;
    history
        .iter()
        .filter(|&&hash| last.replace(hash) != Some(hash))
        .fold(0, |sum: u128, &hash| sum.wrapping_add(spread(hash)))
}

compiled! {
    pub fn restore(state: &mut State<S, D>, rules: &Rules<S, D>, from: &Snapshot) => state.restore(rules, from);
}
