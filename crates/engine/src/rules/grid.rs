//! A board laid on the padded grid: which bits are cells, what lies near each, and steps along lines, for whole sets of cells at
//! once.

use super::cells::{Cells, require_support};
use super::directions::{AXES, DIRECTIONS, directions_around, opposite};
use super::drawing::PatternRule;
use super::index::{Index, beside, index};
use super::per_cell::BoxedPerCell;
use super::processor::compiled;
use super::scene::SetRule;
use super::wrap::Wrapping;
use crate::board::{Board, Cell, Lines};
use crate::variant::{Reach, Variant};
use std::borrow::Borrow;

/// The sets around a cell, side by side in memory, so that one address serves for all of them.
#[derive(Clone, Copy)]
pub struct CellSets<S> {
    /// The singleton set of the cell: faster to read than to build.
    pub alone: S,
    /// The neighbours of the cell, which share an edge with it.
    pub near: S,
    /// The cell itself and all cells on a line with it, for orthogonal lines and for queen's lines.
    pub lines: [S; 2],
}

/// A board on which a cell has `D` neighbours, on the grid of `S`.
pub struct Grid<S: Cells, const D: usize> {
    /// The cells of the board.
    pub board: S,
    /// The set that holds only [`Cells::NOWHERE`], which stands for "no group" in unions over the groups around a cell.
    pub nowhere: S,
    /// The cells with fewer surrounding cells than others: at the edge of the board, and at holes.
    pub edge: S,
    /// The cells on the outline of the board.
    pub outline: S,
    /// For each cell, what lies around it.
    pub here: BoxedPerCell<CellSets<S>, S>,
    /// For each cell, the cells that touch it: up to 8 on squares, up to 6 on hexes.
    pub touching: BoxedPerCell<S, S>,
    /// For the difference between the numbers of two cells, the direction from one to the other, plus 1; 0 if neither is around the
    /// other. All 0 if the board wraps.
    directions: BoxedPerCell<u8, S>,
    /// For each cell, a bit for each direction in which a cell of the board lies next to it.
    pub ways: BoxedPerCell<u8, S>,
    /// The steps across joined edges, which the padding cannot express; see [`Cells::CAN_WRAP`].
    wrapping: Option<Box<Wrapping<S>>>,
    /// The patterns that conditions count.
    pub patterns: Vec<PatternRule<S>>,
    /// The sets of cells that conditions count.
    pub sets: Vec<SetRule<S>>,
}

/// `cells` as a set, a bit at a time: this is not compiled for the processor, and operations on sets would be calls.
pub fn set_of<S: Cells>(cells: impl IntoIterator<Item: Borrow<Cell>>) -> S {
    let mut words = S::none().words();
    for cell in cells {
        let at = index::<S>(*cell.borrow());
        words.as_mut()[at / 64] |= 1 << (at % 64);
    }
    S::from_words(words)
}

impl<S: Cells, const D: usize> Grid<S, D> {
    /// Whether `board` fits the grid.
    pub fn fits(board: &Board) -> bool {
        S::fits(board.width(), board.height()) && board.adjacent().len() == D
    }

    /// The board of `variant`, with its patterns and sets.
    pub fn of(variant: &Variant) -> Self {
        let board = &variant.board;
        let patterns = variant.patterns.iter().map(|pattern| PatternRule::new(pattern, board)).collect();
        let sets = variant.sets.iter().map(|set| SetRule::new(set, board)).collect();
        Self { patterns, sets, ..Self::new(board) }
    }

    /// Lays `board` on the grid.
    ///
    /// # Panics
    /// Panics if the processor lacks instructions that the engine is compiled for.
    pub fn new(board: &Board) -> Self {
        require_support();
        debug_assert!(Self::fits(board) && (S::CAN_WRAP || board.wrap().is_none()));
        let mut grid = Self {
            board: set_of(board.cells()),
            nowhere: S::single(S::NOWHERE),
            edge: S::none(),
            outline: S::none(),
            here: BoxedPerCell::boxed(CellSets { alone: S::none(), near: S::none(), lines: [S::none(); 2] }),
            touching: BoxedPerCell::boxed(S::none()),
            directions: BoxedPerCell::boxed(0),
            ways: BoxedPerCell::boxed(0),
            wrapping: Wrapping::of(board).map(Box::new),
            patterns: Vec::new(),
            sets: Vec::new(),
        };
        if grid.wrapping().is_none() {
            for k in 0..directions_around::<D>() {
                let difference = grid.one_along(0, k);
                grid.directions[difference] = k as u8 + 1;
            }
        }
        for &cell in board.cells() {
            let here = index::<S>(cell);
            let around = |steps: &[_]| set_of(steps.iter().filter_map(|&step| board.step(cell, step)));
            grid.here[here].alone = S::single(here);
            grid.here[here].near = around(board.adjacent());
            grid.touching[here] = around(board.touching());
            if (grid.touching[here].count() as usize) < board.touching().len() {
                grid.edge = grid.edge.or(S::single(here));
            }
            for k in 0..directions_around::<D>() {
                let next = grid.one_along(here, opposite(k));
                grid.ways[next] |= 1 << k;
            }
            if board.is_at_edge(cell) {
                grid.outline = grid.outline.or(S::single(here));
            }
            for lines in [Lines::Orthogonal, Lines::Queen] {
                let rays = board
                    .directions(lines)
                    .iter()
                    .flat_map(|&step| std::iter::once(cell).chain(board.line(cell, step)));
                grid.here[here].lines[lines as usize] = set_of(rays);
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

    /// The cells of the board that are next to a cell of `set`.
    #[inline(always)]
    pub fn spread(&self, set: S) -> S {
        let mut out = self.moved::<1, 0, 1>(set).or(self.moved::<-1, 0, 1>(set));
        out = out.or(self.moved::<0, 1, 1>(set)).or(self.moved::<0, -1, 1>(set));
        if D == 6 {
            out = out.or(self.moved::<1, 1, 1>(set)).or(self.moved::<-1, -1, 1>(set));
        }
        out.and(self.board)
    }

    /// The cells near a cell of `set`: adjacent or touching, depending on `reach`.
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

    /// The cells of the board that are next to at least two cells of `set`.
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

    /// The cells of `within` that are edge-connected, inside `within`, to a cell of `seed`.
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
    /// `set` moved one step back along direction `k`: a cell is in the result if the next cell in direction `k` is in `set`.
    #[inline(always)]
    pub fn one_before(&self, set: S, k: usize) -> S {
        match k {
            0 => self.moved::<-1, 0, 1>(set),
            1 => self.moved::<0, -1, 1>(set),
            2 => self.moved::<1, 0, 1>(set),
            3 => self.moved::<0, 1, 1>(set),
            4 => self.moved::<-1, -1, 1>(set),
            5 => self.moved::<1, 1, 1>(set),
            6 => self.moved::<1, -1, 1>(set),
            _ => self.moved::<-1, 1, 1>(set),
        }
    }

    /// The index of the cell one step from `cell` in direction `k`, or an index outside [`Grid::board`] if there is no such cell.
    #[inline(always)]
    pub fn one_along(&self, cell: Index, k: usize) -> Index {
        if let Some(wrapping) = self.wrapping() {
            return wrapping.one_along(cell, k);
        }
        let stride = S::STRIDE as isize;
        let steps = [1, stride, -1, -stride, stride + 1, -stride - 1, stride - 1, 1 - stride];
        beside::<S>(cell, steps[k % DIRECTIONS])
    }

    /// The direction in which `to` is one of the cells around `from`, plus 1; 0 if it is not one of them. On
    /// a small board that wraps, several directions may lead to `to`: the result is the lowest one.
    #[inline(always)]
    pub fn direction(&self, from: Index, to: Index) -> u8 {
        if self.wrapping().is_none() {
            return self.directions[to.wrapping_sub(from)];
        }
        (0..directions_around::<D>()).find(|&k| self.one_along(from, k) == to).map_or(0, |k| k as u8 + 1)
    }

    /// `set` moved one step back along `axis`.
    #[inline(always)]
    pub fn back_along(&self, set: S, axis: usize) -> S {
        self.one_before(set, AXES[axis])
    }

    /// `set` moved one step forward along `axis`.
    #[inline(always)]
    pub fn forward_along(&self, set: S, axis: usize) -> S {
        self.one_before(set, opposite(AXES[axis]))
    }

    /// The cells at which a run of `length` cells of `set` along `axis` begins.
    ///
    /// No set contains padding, so a line never runs from one row into the next.
    #[inline(always)]
    pub fn runs(&self, set: S, axis: usize, length: u8) -> S {
        // The axis is chosen once, not at each step of the loop.
        match axis {
            0 => self.runs_by::<-1, 0>(set, length),
            1 => self.runs_by::<0, -1>(set, length),
            2 => self.runs_by::<-1, -1>(set, length),
            _ => self.runs_by::<1, -1>(set, length),
        }
    }

    /// [`Grid::runs`] along the axis on which a step back is `DX` columns and `DY` rows.
    #[inline(always)]
    fn runs_by<const DX: i32, const DY: i32>(&self, set: S, length: u8) -> S {
        let two = set.and(self.moved::<DX, DY, 1>(set));
        let three = set.and(self.moved::<DX, DY, 1>(two));
        let four = two.and(self.moved::<DX, DY, 2>(two));
        match length {
            1 => return set,
            2 => return two,
            3 => return three,
            4 => return four,
            _ => {}
        }
        let mut found = four;
        for _ in 4..length {
            found = set.and(self.moved::<DX, DY, 1>(found));
        }
        found
    }
}

impl<S: Cells, const D: usize> Grid<S, D> {
    /// The cells of all regions of `open` with at most `most` cells.
    #[inline(always)]
    pub fn small_regions(&self, open: S, most: u32) -> S {
        let mut rest = open.without(self.large_regions(open, most));
        let mut small = S::none();
        while let Some(first) = rest.first() {
            let region = flood(self, S::single(first), rest);
            if region.count() <= most {
                small = small.or(region);
            }
            rest = rest.without(region);
        }
        small
    }

    /// The first cells of the blocks of two by three cells of `open`, in either orientation.
    #[inline(always)]
    pub fn blocks(&self, open: S) -> S {
        let pairs = open.and(self.moved::<-1, 0, 1>(open));
        let squares = pairs.and(self.moved::<0, -1, 1>(pairs));
        squares.and(self.moved::<-1, 0, 1>(squares)).or(squares.and(self.moved::<0, -1, 1>(squares)))
    }

    /// Regions of `open` with more than `most` cells: not all of them, but those that would take longest to flood from one cell.
    /// Regions with a block of two by three cells are flooded from all such blocks at once.
    #[inline(always)]
    pub fn large_regions(&self, open: S, most: u32) -> S {
        if most >= 6 {
            return S::none();
        }
        let blocks = self.blocks(open);
        if blocks.is_empty() { blocks } else { flood(self, blocks, open) }
    }

    /// The size of the largest group of `stones`; 0 if `stones` is empty. Scoring by groups often needs nothing else.
    #[inline(always)]
    pub fn largest_group(&self, stones: S) -> i32 {
        let mut largest = u32::from(!stones.is_empty());
        // Single stones cannot form a larger group. The search ends once too few stones are left for one.
        let mut rest = stones.and(self.spread(stones));
        while rest.count() > largest
            && let Some(first) = rest.first()
        {
            let group = self.flood(S::single(first), rest);
            largest = largest.max(group.count());
            rest = rest.without(group);
        }
        largest as i32
    }

    /// The number of groups of `stones`.
    #[inline(always)]
    pub fn count_groups(&self, stones: S) -> u32 {
        // Single stones are counted all at once.
        let mut rest = stones.and(self.spread(stones));
        let mut groups = stones.without(rest).count();
        while let Some(first) = rest.first() {
            rest = rest.without(self.flood(S::single(first), rest));
            groups += 1;
        }
        groups
    }
}

/// `from` and the cells of `open` that it reaches in one direction, up to the first cell outside `open`: the occluded fill of
/// chess programs (Kogge and Stone 1973), which doubles the step each time.
#[inline(always)]
pub fn ray<S: Cells, const D: usize, const DX: i32, const DY: i32>(grid: &Grid<S, D>, from: S, open: S) -> S {
    let (mut found, mut open) = (from, open);
    found = found.or(open.and(grid.moved::<DX, DY, 1>(found)));
    open = open.and(grid.moved::<DX, DY, 1>(open));
    found = found.or(open.and(grid.moved::<DX, DY, 2>(found)));
    open = open.and(grid.moved::<DX, DY, 2>(open));
    found = found.or(open.and(grid.moved::<DX, DY, 4>(found)));
    open = open.and(grid.moved::<DX, DY, 4>(open));
    found = found.or(open.and(grid.moved::<DX, DY, 8>(found)));
    if S::STRIDE > 16 {
        open = open.and(grid.moved::<DX, DY, 8>(open));
        found = found.or(open.and(grid.moved::<DX, DY, 16>(found)));
    }
    found
}

compiled! {
    pub fn flood(grid: &Grid<S, D>, seed: S, within: S) -> S => grid.flood(seed, within);
}
