//! The compiled rule for moving a stone: the ways in which it could move, regardless of the stones on the board.

use super::{Motion, Move, Onto};
use crate::actions::{ActionRule, Owner, Whose};
use crate::board::{Board, Cell, Direction};
use crate::conditions::Line;
use crate::pieces::PieceKind;
use crate::rules::{
    AXES, BoxedPerCell, CellRule, Cells, DIRECTIONS, Grid, IllegalReason, Index, STEPS, beside, index,
    opposite, set_of,
};

/// A kind of move.
///
/// A way to move is a number: the direction, plus [`DIRECTIONS`] times the excess over the shortest distance; for a leap, it is
/// the number of the target among the leaps, and for a move to anywhere the index of the target.
pub struct MoveRule<S: Cells> {
    pub how: Motion,
    pub onto: Onto,
    pub over: Whose,
    /// Whose stones move.
    pub stones: Whose,
    /// Whose stone is left where the moved stone stood.
    pub leaves_behind: Option<Owner>,
    /// Whose the stone is once it has moved, if that changes.
    pub colour: Option<Owner>,
    /// Whether a stone of the player moves and leaves none behind.
    pub plain: bool,
    /// Whether all stones of the player may move, and no others.
    pub free: bool,
    /// The cells from which stones can move, if some are excluded.
    pub cells: Option<CellRule<S>>,
    /// The cells on which a move can end.
    pub to: S,
    /// The kind of the piece once it has moved; the same as before if `None`.
    pub becomes: Option<PieceKind>,
    /// What must hold where the stone stands that was moved, the lines about neighbours first.
    pub makes: Vec<Line>,
    /// The directions of each side.
    pub directions: [Vec<u8>; 2],
    /// The targets of leaps, relative to the stone.
    pub leaps: Vec<Leap<S>>,
    /// For each axis and cell, the cells of the line along the axis through the cell. A march counts the stones on them; for other
    /// moves this is empty.
    lines: Vec<BoxedPerCell<S, S>>,
}

/// The target of a leap, relative to the stone's cell.
pub struct Leap<S> {
    step: Direction,
    pub by: isize,
    /// The cells from which the target is on the board.
    pub inside: S,
}

impl<S: Cells> MoveRule<S> {
    /// The rule of `movement`, which is what `action` does, on `board`.
    pub fn new<const D: usize>(
        movement: &Move,
        action: &ActionRule,
        board: &Board,
        grid: &Grid<S, D>,
    ) -> Self {
        let directions = movement
            .directions(D == 6)
            .map(|steps| (0..DIRECTIONS).filter(|&k| steps.contains(&STEPS[k])).map(|k| k as u8).collect());
        let leaps = leaps(movement.how, board);
        let lines = if movement.how == Motion::March { lines(grid) } else { Vec::new() };
        let Move { how, onto, over, stones, leaves_behind, colour, .. } = *movement;
        let to = movement.to.as_ref().map_or(grid.board, |to| set_of(&to.cells));
        let (cells, makes) = (CellRule::new(action, grid), action.makes.nearest_first());
        let (plain, free) = (movement.is_plain(), stones == Whose::Own && cells.is_none());
        Self {
            how,
            onto,
            over,
            stones,
            leaves_behind,
            colour,
            plain,
            free,
            cells,
            to,
            becomes: action.becomes,
            makes,
            directions,
            leaps,
            lines,
        }
    }

    /// Why no move can start on a cell without a stone that moves.
    pub fn why_no_stone(&self) -> IllegalReason {
        if self.stones == Whose::Own { IllegalReason::NoOwnStone } else { IllegalReason::NoMovable }
    }

    /// The target of `way` from `at`.
    #[inline(always)]
    pub fn target<const D: usize>(&self, grid: &Grid<S, D>, at: Index, way: u32) -> Index {
        match self.how {
            Motion::Leap | Motion::Knight => return self.leaps[way as usize].from(grid, at),
            Motion::Anywhere => return way as Index,
            _ => {}
        }
        let cells = if self.how == Motion::Jump { 2 } else { 1 };
        let mut to = at;
        for _ in 0..cells * (way as usize / DIRECTIONS + 1) {
            to = grid.one_along(to, way as usize % DIRECTIONS);
        }
        to
    }

    /// The way in which a stone of `side` moves from one cell to another on a board that does not wrap; `None` if it cannot.
    pub fn way(&self, from: Cell, to: Cell, side: usize) -> Option<u32> {
        let (dx, dy) = (i16::from(to.x) - i16::from(from.x), i16::from(to.y) - i16::from(from.y));
        if self.how == Motion::Anywhere {
            return Some(index::<S>(to) as u32);
        }
        if matches!(self.how, Motion::Leap | Motion::Knight) {
            let step = |leap: &Leap<S>| (i16::from(leap.step.0), i16::from(leap.step.1)) == (dx, dy);
            return self.leaps.iter().position(step).map(|way| way as u32);
        }
        let cells = dx.abs().max(dy.abs());
        let unit = if self.how == Motion::Jump { 2 } else { 1 };
        if cells == 0 || cells % unit != 0 || (self.how == Motion::Step && cells != 1) {
            return None;
        }
        let leads = |k: &&u8| {
            let (x, y) = STEPS[usize::from(**k)];
            (i16::from(x) * cells, i16::from(y) * cells) == (dx, dy)
        };
        let k = self.directions[side].iter().find(leads)?;
        Some(u32::from(*k) + DIRECTIONS as u32 * (cells / unit - 1) as u32)
    }

    /// Whether stones march and nothing else restricts them. If the board wraps, the ways of a stone must be compared.
    #[inline(always)]
    pub fn marches<const D: usize>(&self, grid: &Grid<S, D>) -> bool {
        self.how == Motion::March
            && grid.wrapping().is_none()
            && self.makes.is_empty()
            && self.cells.is_none()
    }

    /// The cells of the line through `at` along the axis with the number `axis`.
    #[inline(always)]
    pub fn line(&self, at: Index, axis: usize) -> S {
        self.lines[axis][at]
    }

    /// The length of a march from `at` along the axis with the number `axis`.
    #[inline(always)]
    pub fn length(&self, at: Index, axis: usize, stones: S) -> u32 {
        self.line(at, axis).and(stones).count()
    }
}

impl<S: Cells> Leap<S> {
    /// The cell to which the leap leads from `at`.
    #[inline(always)]
    pub fn from<const D: usize>(&self, grid: &Grid<S, D>, at: Index) -> Index {
        if grid.wrapping().is_none() {
            return beside::<S>(at, self.by);
        }
        let (columns, rows) = self.step;
        let mut to = at;
        for (by, [back, forth]) in [(columns, [2, 0]), (rows, [3, 1])] {
            for _ in 0..by.abs() {
                to = grid.one_along(to, if by > 0 { forth } else { back });
            }
        }
        to
    }
}

/// The leaps of stones that move like this.
fn leaps<S: Cells>(how: Motion, board: &Board) -> Vec<Leap<S>> {
    let leap = |step: Direction| {
        let inside = board.cells().iter().filter(|&&cell| board.step(cell, step).is_some());
        Leap { step, by: S::distance(step.0.into(), step.1.into()), inside: set_of(inside) }
    };
    how.leaps(board).into_iter().map(leap).collect()
}

/// For each axis and cell, the cells of the board on the line along the axis through the cell.
fn lines<S: Cells, const D: usize>(grid: &Grid<S, D>) -> Vec<BoxedPerCell<S, S>> {
    let line = |at: usize, k: usize| {
        let mut line = S::single(at).and(grid.board);
        for k in [k, opposite(k)] {
            let mut next = grid.one_along(at, k);
            while grid.board.has(next) && next != at {
                line = line.or(S::single(next));
                next = grid.one_along(next, k);
            }
        }
        line
    };
    let table = |k: usize| {
        let mut table = BoxedPerCell::boxed(S::none());
        (0..S::SIZE).for_each(|at| table[at] = line(at, k));
        table
    };
    AXES.into_iter().map(table).collect()
}
