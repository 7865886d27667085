//! Sight: an empty cell is seen by a side if along one of the board's lines some stone of the side stands with
//! only empty cells between.

use super::cells::Cells;
use super::compile::Rules;
use super::grid::{Index, beside, steps};
use super::processor::compiled;
use super::state::State;
use crate::board::Lines;

/// What is remembered between actions about cells where a stone can't be placed, so that each is looked into
/// once and not at every draw. All of it may be incomplete; none of it may be wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Memory<S: Cells> {
    /// For each kind of lines and each side, empty cells that the side does not see.
    pub blind: [[S; 2]; 2],
    /// For each kind of lines, empty cells that the side to move does see.
    pub seen: [S; 2],
    /// For each side, empty cells where a stone of it would be suicide.
    pub dead: [S; 2],
}

impl<S: Cells> Memory<S> {
    /// Nothing is known.
    #[inline(always)]
    pub fn nothing() -> Self {
        Self { blind: [[S::none(); 2]; 2], seen: [S::none(); 2], dead: [S::none(); 2] }
    }
}

/// `from` and all that is reached from it through cells of `open` in one direction, the first cell behind them
/// excluded: the occluded fill of chess programs (Kogge and Stone 1973), which doubles its step each time.
#[inline(always)]
fn ray<S: Cells, const DX: i32, const DY: i32>(from: S, open: S) -> S {
    let (mut found, mut open) = (from, open);
    found = found.or(open.and(found.moved::<DX, DY, 1>()));
    open = open.and(open.moved::<DX, DY, 1>());
    found = found.or(open.and(found.moved::<DX, DY, 2>()));
    open = open.and(open.moved::<DX, DY, 2>());
    found = found.or(open.and(found.moved::<DX, DY, 4>()));
    open = open.and(open.moved::<DX, DY, 4>());
    found = found.or(open.and(found.moved::<DX, DY, 8>()));
    if S::STRIDE > 16 {
        open = open.and(open.moved::<DX, DY, 8>());
        found = found.or(open.and(found.moved::<DX, DY, 16>()));
    }
    found
}

/// The cells of `empty` that a stone of `own` sees in each direction in which neighbours lie, as
/// [`steps`] orders them.
#[inline(always)]
pub fn rays<S: Cells, const D: usize>(own: S, empty: S) -> [S; D] {
    let mut rays = [S::none(); D];
    for (k, seen) in rays.iter_mut().enumerate() {
        let found = match (D, k) {
            (_, 0) => ray::<S, 1, 0>(own, empty),
            (4, 1) | (6, 2) => ray::<S, 0, 1>(own, empty),
            (4, 2) | (6, 3) => ray::<S, -1, 0>(own, empty),
            (6, 1) => ray::<S, 1, 1>(own, empty),
            (6, 4) => ray::<S, -1, -1>(own, empty),
            _ => ray::<S, 0, -1>(own, empty),
        };
        *seen = found.and(empty);
    }
    rays
}

/// The cells of `empty` that a stone of `own` sees along `lines`.
#[inline(always)]
fn seen_along<S: Cells, const D: usize>(own: S, empty: S, lines: Lines) -> S {
    let mut seen = ray::<S, 1, 0>(own, empty).or(ray::<S, -1, 0>(own, empty));
    seen = seen.or(ray::<S, 0, 1>(own, empty)).or(ray::<S, 0, -1>(own, empty));
    if D == 6 || lines == Lines::Queen {
        seen = seen.or(ray::<S, 1, 1>(own, empty)).or(ray::<S, -1, -1>(own, empty));
    }
    if D == 4 && lines == Lines::Queen {
        seen = seen.or(ray::<S, 1, -1>(own, empty)).or(ray::<S, -1, 1>(own, empty));
    }
    seen.and(empty)
}

/// Whether a stone of `own` sees `cell` (itself empty or not) over cells of `empty`, walking each line.
#[inline(always)]
pub fn sees<S: Cells, const D: usize>(own: S, empty: S, lines: Lines, cell: Index) -> bool {
    let diagonal = S::STRIDE as isize - 1;
    let diagonals = [diagonal, diagonal + 2, -diagonal, -diagonal - 2];
    let more = if D == 4 && lines == Lines::Queen { &diagonals[..] } else { &[] };
    for &step in const { &steps::<S, D>() }.iter().chain(more) {
        let mut next = beside::<S>(cell, step);
        while empty.has(next) {
            next = beside::<S>(next, step);
        }
        if own.has(next) {
            return true;
        }
    }
    false
}

impl<S: Cells, const D: usize> State<S, D> {
    /// A stone of `side` now stands on `cell`: it sees along the lines through it.
    #[inline(always)]
    pub fn sight_of_new_stone(&mut self, rules: &Rules<S, D>, side: usize, cell: Index) {
        for lines in 0..2 {
            if rules.sights[lines] {
                let blind = &mut self.memory.blind[lines];
                blind[side] = blind[side].without(rules.grid.lines[lines][cell % S::SIZE]);
            }
        }
    }

    /// The stones on `cells`, of `side`, are gone: the adversary may see through where they stood.
    #[inline(always)]
    pub fn sight_through(&mut self, rules: &Rules<S, D>, side: usize, cells: S) {
        for lines in 0..2 {
            if rules.sights[lines] {
                let mut opened = S::none();
                for cell in cells.iter() {
                    opened = opened.or(rules.grid.lines[lines][cell % S::SIZE]);
                }
                let blind = &mut self.memory.blind[lines];
                blind[1 - side] = blind[1 - side].without(opened);
            }
        }
    }

    /// All empty cells that the side to move sees along `lines`; remembered.
    #[inline(always)]
    pub fn look_around(&mut self, lines: Lines) -> S {
        let side = self.mover();
        let seen = seen_by::<S, D>(self.stones[side], self.empty, lines);
        self.memory.seen[lines as usize] = seen;
        self.memory.blind[lines as usize][side] = self.empty.without(seen);
        seen
    }
}

compiled! {
    /// The cells of `empty` that a stone of `own` sees along `lines`.
    pub fn seen_by(own: S, empty: S, lines: Lines) -> S => seen_along::<S, D>(own, empty, lines);
}
