//! A board laid on the padded grid: which bits are cells, and what lies near each.

use super::cells::Cells;
use super::processor::compiled;
use super::wrap::Wrapping;
use crate::board::{Board, Cell, Lines};
use crate::variant::Reach;

/// The number of a cell on the grid: `y * STRIDE + x`.
pub type Index = usize;

/// The sets around a cell, side by side in memory, so that one address serves for all of them.
#[derive(Clone, Copy)]
pub struct Here<S> {
    /// The singleton set of the cell: faster to read than to make.
    pub alone: S,
    /// Its neighbours over an edge.
    pub near: S,
    /// Itself and all cells on a line with it, for orthogonal lines and queen's lines.
    pub lines: [S; 2],
}

/// A board with `D` neighbours to a cell, on the grid of `S`.
pub struct Grid<S: Cells, const D: usize> {
    /// The cells of the board.
    pub board: S,
    /// The set that holds only [`Cells::NOWHERE`], which stands for "no group" in unions over the groups around a cell.
    pub nowhere: S,
    /// The cells with fewer surrounding cells than others: at the edge of the board, and at holes.
    pub edge: S,
    /// The cells at the outline of the board.
    pub outline: S,
    /// For each cell, what lies around it.
    pub here: Box<S::Table<Here<S>>>,
    /// For each cell, the cells all around: 8 on squares, 6 on hexes.
    pub touching: Box<S::Table<S>>,
    /// The steps across joined edges, which the padding cannot express; see [`Cells::CAN_WRAP`].
    wrapping: Option<Box<Wrapping<S>>>,
}

/// The distances from a cell to its `D` neighbours, as [`Board::adjacent`] orders them.
#[inline(always)]
pub const fn steps<S: Cells, const D: usize>() -> [isize; D] {
    let stride = S::STRIDE as isize;
    let all = if D == 6 {
        [1, stride + 1, stride, -1, -stride - 1, -stride]
    } else {
        [1, stride, -1, -stride, 0, 0]
    };
    let mut steps = [0; D];
    let mut i = 0;
    while i < D {
        steps[i] = all[i];
        i += 1;
    }
    steps
}

/// The number of `cell` on the grid of `S`.
#[inline(always)]
pub const fn index<S: Cells>(cell: Cell) -> Index {
    (cell.y as usize * S::STRIDE + cell.x as usize) % S::SIZE
}

/// The cell that has the number `index`.
#[inline(always)]
pub const fn cell<S: Cells>(index: Index) -> Cell {
    Cell::new((index % S::STRIDE) as u8, (index / S::STRIDE) as u8)
}

/// The number of the cell `step` away; thanks to the padding this is never a cell of another row.
#[inline(always)]
pub const fn beside<S: Cells>(index: Index, step: isize) -> Index {
    index.wrapping_add_signed(step) % S::SIZE
}

/// The cells of a list as a set.
#[inline(always)]
pub fn set_of<S: Cells>(cells: &[Cell]) -> S {
    // A loop, not a fold: closures called in the standard library are not compiled for the processor at hand.
    let mut set = S::none();
    for &cell in cells {
        set = set.or(S::single(index::<S>(cell)));
    }
    set
}

impl<S: Cells, const D: usize> Grid<S, D> {
    /// Whether `board` fits the grid.
    pub fn fits(board: &Board) -> bool {
        usize::from(board.width()) < S::STRIDE
            && usize::from(board.height()) <= S::ROWS
            && board.adjacent().len() == D
    }

    /// Lays `board` on the grid.
    pub fn new(board: &Board) -> Self {
        debug_assert!(Self::fits(board) && (S::CAN_WRAP || board.wrap().is_none()));
        let set = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.fold(S::none(), |set, cell| set.or(S::single(index::<S>(cell))))
        };
        let mut grid = Self {
            board: set(&mut board.cells().iter().copied()),
            nowhere: S::single(S::NOWHERE),
            edge: S::none(),
            outline: S::none(),
            here: S::boxed_table(Here { alone: S::none(), near: S::none(), lines: [S::none(); 2] }),
            touching: S::boxed_table(S::none()),
            wrapping: Wrapping::of(board).map(Box::new),
        };
        for &cell in board.cells() {
            let here = index::<S>(cell);
            let around = |steps: &[_]| set(&mut steps.iter().filter_map(|&step| board.step(cell, step)));
            grid.here[here].alone = S::single(here);
            grid.here[here].near = around(board.adjacent());
            grid.touching[here] = around(board.touching());
            if (grid.touching[here].count() as usize) < board.touching().len() {
                grid.edge = grid.edge.or(S::single(here));
            }
            if board.is_at_edge(cell) {
                grid.outline = grid.outline.or(S::single(here));
            }
            for lines in [Lines::Orthogonal, Lines::Queen] {
                let rays = board
                    .directions(lines)
                    .iter()
                    .flat_map(|&step| std::iter::once(cell).chain(board.line(cell, step)));
                grid.here[here].lines[lines as usize] = set(&mut rays.into_iter());
            }
        }
        grid
    }

    /// The cells of `set` moved by `DX * STEP` columns and `DY * STEP` rows; bits off the board are arbitrary.
    #[inline(always)]
    pub fn moved<const DX: i32, const DY: i32, const STEP: i32>(&self, set: S) -> S {
        if let Some(wrapping) = self.wrapping() {
            return wrapping.moved(set, const { DX * STEP }, const { DY * STEP });
        }
        set.moved::<DX, DY, STEP>()
    }

    /// The steps across joined edges, if the board wraps. If the sets do not support wrapping, this is `None` at compile time, so
    /// the check costs nothing.
    #[inline(always)]
    pub fn wrapping(&self) -> Option<&Wrapping<S>> {
        if S::CAN_WRAP { self.wrapping.as_deref() } else { None }
    }

    /// The cells next to a cell of `set`, on the board.
    #[inline(always)]
    pub fn spread(&self, set: S) -> S {
        let mut out = self.moved::<1, 0, 1>(set).or(self.moved::<-1, 0, 1>(set));
        out = out.or(self.moved::<0, 1, 1>(set)).or(self.moved::<0, -1, 1>(set));
        if D == 6 {
            out = out.or(self.moved::<1, 1, 1>(set)).or(self.moved::<-1, -1, 1>(set));
        }
        out.and(self.board)
    }

    /// The cells that have a cell of `set` around them: adjacent or touching, as `reach` says.
    #[inline(always)]
    pub fn around(&self, set: S, reach: Reach) -> S {
        if D == 6 || reach == Reach::Adjacent {
            return self.spread(set);
        }
        // The cells to the left and right, then the cells above and below these and `set` itself.
        let sides = self.moved::<1, 0, 1>(set).or(self.moved::<-1, 0, 1>(set));
        let wide = sides.or(set);
        sides.or(self.moved::<0, 1, 1>(wide)).or(self.moved::<0, -1, 1>(wide)).and(self.board)
    }

    /// The cells next to two cells of `set` or more, on the board.
    #[inline(always)]
    pub fn spread_twice(&self, set: S) -> S {
        let [a, b] = [self.moved::<1, 0, 1>(set), self.moved::<-1, 0, 1>(set)];
        let [c, d] = [self.moved::<0, 1, 1>(set), self.moved::<0, -1, 1>(set)];
        let [one_of_two, one_of_others] = [a.or(b), c.or(d)];
        let mut twice = a.and(b).or(c.and(d)).or(one_of_two.and(one_of_others));
        if D == 6 {
            let once = one_of_two.or(one_of_others);
            let [e, f] = [self.moved::<1, 1, 1>(set), self.moved::<-1, -1, 1>(set)];
            twice = twice.or(e.and(f)).or(once.and(e.or(f)));
        }
        twice.and(self.board)
    }

    /// The cells of `within` that are edge-connected to those of `seed`, which is part of it.
    #[inline(always)]
    pub fn flood(&self, seed: S, within: S) -> S {
        let mut found = seed.and(within);
        loop {
            let next = found.or(self.spread(found).and(within));
            if next == found {
                return found;
            }
            found = next;
        }
    }
}

impl<S: Cells, const D: usize> Grid<S, D> {
    /// The groups of `stones` that have a stone among `near` and no liberty among `empty`.
    #[inline(always)]
    pub fn without_liberties(&self, near: S, stones: S, empty: S) -> S {
        let (mut rest, mut gone) = (near.and(stones), S::none());
        while let Some(seed) = rest.first() {
            let group = flood(self, S::single(seed), stones);
            rest = rest.without(group);
            if !self.spread(group).meets(empty) {
                gone = gone.or(group);
            }
        }
        gone
    }
}

compiled! {
    /// [`Grid::flood`], compiled on its own.
    pub fn flood(grid: &Grid<S, D>, seed: S, within: S) -> S => grid.flood(seed, within);
}
