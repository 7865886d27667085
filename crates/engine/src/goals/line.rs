//! A line: a number of the player's stones in a row.

use super::{DescriptionContext, Kind, View, goal_table, region};
use crate::actions::On;
use crate::board::{Board, Cell};
use crate::conditions::Vocabulary;
use crate::rules::{AXES, Cells, Grid, Index, axes, opposite, set_of};
use crate::variant::{Path, Problem, Side, Variant};

goal_table! {
    /// A number of one side's stones on consecutive cells along a line of the board: a row, a column or a diagonal of squares, one
    /// of the three lines of hexes.
    #[schemars(extend("required" = ["length"]))]
    pub struct LineTable {
        /// How many stones.
        #[schemars(range(min = 2, max = Board::MAX_SPAN))]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub length: Option<u8>,
        /// Whether the line must have exactly this length; otherwise a longer line counts too.
        pub exact: bool,
        /// The only cells on which stones count, as [sets of cells](goals.md#sets-of-cells); all of the board if omitted.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub on: Option<Vec<String>>,
    }
}

/// A number of the player's stones in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How many, at least 2.
    pub length: u8,
    /// Whether the line must have exactly this length; otherwise a longer line counts too.
    pub exact: bool,
    /// The only cells on which stones count, in words and as a list; `None` if all do.
    pub on: Option<(String, Vec<Cell>)>,
}

/// A line, compiled.
pub struct LineTest<S> {
    length: u8,
    exact: bool,
    /// The cells on which stones count.
    on: S,
}

/// Playouts look for turns that complete a line only if the line lacks at most this many stones.
const MOST_LACKING: usize = 2;

impl<S: Cells> LineTest<S> {
    /// The cells of `set` that count.
    #[inline(always)]
    fn counting(&self, set: S) -> S {
        set.and(self.on)
    }

    /// One end of each line that the stones `own` form along `axis`.
    #[inline(always)]
    fn lines<const D: usize>(&self, grid: &Grid<S, D>, own: S, axis: usize) -> S {
        let lines = grid.runs(own, axis, self.length);
        if !self.exact {
            return lines;
        }
        lines.without(grid.forward_along(own, axis)).without(grid.runs(own, axis, self.length + 1))
    }

    /// The empty cells of all unblocked lines along `axis` that lack at most `LACKING` stones of `side`.
    #[inline(always)]
    fn last_along<const LACKING: usize, const D: usize>(
        &self,
        view: &View<'_, S, D>,
        side: usize,
        axis: usize,
    ) -> S {
        let (own, empty, grid) = (self.counting(view.stones[side]), self.counting(*view.empty), view.grid);
        // `lines[n]` holds the starts of the runs that consist of friendly stones and at most `n` empty cells.
        let mut lines = [own.or(empty); MOST_LACKING + 1];
        lines[0] = own;
        for _ in 1..self.length {
            let mut shorter = grid.back_along(lines[LACKING], axis);
            for lacking in (1..=LACKING).rev() {
                let fewer = grid.back_along(lines[lacking - 1], axis);
                lines[lacking] = own.and(shorter).or(empty.and(fewer));
                shorter = fewer;
            }
            lines[0] = own.and(shorter);
        }
        let mut lines = lines[LACKING];
        if lines.is_empty() {
            return S::none();
        }
        if self.exact {
            let mut behind = own;
            for _ in 0..self.length {
                behind = grid.back_along(behind, axis);
            }
            lines = lines.without(grid.forward_along(own, axis)).without(behind);
        }
        let mut cells = lines;
        for _ in 1..self.length {
            lines = grid.forward_along(lines, axis);
            cells = cells.or(lines);
        }
        cells.and(empty)
    }

    /// The union of [`Self::last_along`] over all axes. If `new` is given, axes along which the stone on `new` has too few friendly
    /// stones around it are left out.
    #[inline(always)]
    fn last_among<const LACKING: usize, const D: usize>(
        &self,
        view: &View<'_, S, D>,
        side: usize,
        new: Option<Index>,
    ) -> S {
        let asked = |axis: usize| new.is_none_or(|new| self.has_many(view, side, axis, new, LACKING));
        let mut cells = S::none();
        // Unrolled, so that no axis is chosen at run time.
        if asked(0) {
            cells = cells.or(self.last_along::<LACKING, D>(view, side, 0));
        }
        if asked(1) {
            cells = cells.or(self.last_along::<LACKING, D>(view, side, 1));
        }
        if asked(2) {
            cells = cells.or(self.last_along::<LACKING, D>(view, side, 2));
        }
        if axes::<D>() == 4 && asked(3) {
            cells = cells.or(self.last_along::<LACKING, D>(view, side, 3));
        }
        cells
    }

    /// Whether the stone on `at` has enough stones around it along `axis` for a line that lacks only `lacking` stones.
    #[inline(always)]
    fn has_many<const D: usize>(
        &self,
        view: &View<'_, S, D>,
        side: usize,
        axis: usize,
        at: Index,
        lacking: usize,
    ) -> bool {
        let mut stones = 1 + lacking;
        for direction in [AXES[axis], opposite(AXES[axis])] {
            let (mut cell, mut gaps) = (at, 0);
            for _ in 1..self.length {
                cell = view.grid.one_along(cell, direction);
                if view.stones[side].has(cell) {
                    stones += 1;
                } else if view.empty.has(cell) && gaps < lacking {
                    gaps += 1;
                } else {
                    break;
                }
            }
        }
        stones >= usize::from(self.length)
    }
}

impl Kind for Line {
    type Table = LineTable;
    type Test<S: Cells> = LineTest<S>;

    fn check(table: &LineTable, path: &Path, board: &Board, _: Vocabulary<'_>) -> Result<Self, Problem> {
        let length = table.length.unwrap_or(2);
        // If a line of the board closes on itself, a row of stones all around it has no ends, and so no exact length.
        if let Some(circle) = board.shortest_circle()
            && length + u8::from(table.exact) > circle
        {
            let message = if length > circle {
                format!(
                    "a line of {length} cells would run into itself: this board wraps after {circle} cells"
                )
            } else {
                format!(
                    "a line of exactly {length} cells would have no ends: this board wraps after {circle} cells"
                )
            };
            let expected = format!("expected at most {}", circle - u8::from(table.exact));
            return Err(Problem::with_value(path.key("length"), message)
                .expected(expected)
                .related(Path::of(["board", "wrap"]), "the board wraps"));
        }
        let longest = board.width().max(board.height());
        if length > longest {
            let message = format!("no line of this board has {length} cells");
            return Err(Problem::with_value(path.key("length"), message)
                .expected(format!("expected at most {longest}"))
                .related(Path::of(["board", "shape"]), "the board"));
        }
        let on = match &table.on {
            Some(list) => Some((On::words_of(list, board), region(list, &path.key("on"), board)?.1)),
            None => None,
        };
        Ok(Self { length, exact: table.exact, on })
    }

    fn words(&self, _: &DescriptionContext<'_>) -> String {
        let more = if self.exact { "exactly" } else { "at least" };
        let on = self.on.as_ref().map_or_else(String::new, |(words, _)| format!(" {words}"));
        format!("a player has {more} {} stones in a row{on}", self.length)
    }

    fn is_isotropic(&self) -> bool {
        self.on.is_none()
    }

    fn cells(&self, _: &Board, _: Side) -> Vec<Vec<Cell>> {
        self.on.iter().map(|(_, cells)| cells.clone()).collect()
    }

    fn why_unreachable(&self, variant: &Variant, _: Side) -> Option<String> {
        let board = &variant.board;
        if let Some((words, cells)) = &self.on {
            let length = usize::from(self.length);
            let line = |&cell: &Cell, direction| {
                let next = |&at: &Cell| board.step(at, direction).filter(|next| cells.contains(next));
                std::iter::successors(Some(cell), next).take(length).count() == length
            };
            let some =
                cells.iter().any(|cell| board.touching().iter().any(|&direction| line(cell, direction)));
            return (!some).then(|| format!("no line {words} has {} cells", self.length));
        }
        (board.longest_line() < self.length.into())
            .then(|| format!("no line of this board has {} cells without a hole", self.length))
    }

    fn survives_stones(&self) -> bool {
        !self.exact
    }

    fn includes(&self, other: &Self) -> bool {
        let as_wide = other.on.is_none() || other.on == self.on;
        !other.exact && other.length <= self.length && as_wide
    }

    fn compile<S: Cells, const D: usize>(&self, _: &Board, grid: &Grid<S, D>) -> LineTest<S> {
        let on = self.on.as_ref().map_or(grid.board, |(_, cells)| set_of(cells));
        LineTest { length: self.length, exact: self.exact, on }
    }

    /// Finds all lines of the side at once. To find the cells at which `length` stones in a row begin, the set of stones is
    /// shifted once for each cell of a line, regardless of the number of stones.
    #[inline(always)]
    fn holds<S: Cells, const D: usize>(
        test: &LineTest<S>,
        view: &View<'_, S, D>,
        _: &mut [S],
        side: usize,
    ) -> bool {
        // Removing a stone can shorten a line that was too long.
        if view.arrived[side].is_empty() && !test.exact {
            return false;
        }
        // Unrolled, so that no axis is chosen at run time.
        let (own, grid) = (test.counting(view.stones[side]), view.grid);
        let mut found = test.lines(grid, own, 0).or(test.lines(grid, own, 1)).or(test.lines(grid, own, 2));
        if axes::<D>() == 4 {
            found = found.or(test.lines(grid, own, 3));
        }
        !found.is_empty()
    }

    /// The number of stones that the line nearest to completion lacks, among lines that no enemy stone blocks.
    #[inline(always)]
    fn distance<S: Cells, const D: usize>(
        test: &LineTest<S>,
        view: &View<'_, S, D>,
        side: usize,
    ) -> Option<u32> {
        let own = test.counting(view.stones[side]);
        let mut most = None;
        for axis in 0..axes::<D>() {
            let lines = view.grid.runs(own.or(test.counting(*view.empty)), axis, test.length);
            if lines.is_empty() {
                continue;
            }
            // `holding[n]` holds the lines with at least `n` of the side's stones on the cells examined so far.
            let mut holding = [S::none(); Board::MAX_SPAN as usize + 1];
            holding[0] = lines;
            let (mut stones, mut held) = (own, 0);
            for _ in 0..test.length {
                for n in (0..=held).rev() {
                    holding[n + 1] = holding[n + 1].or(holding[n].and(stones));
                }
                held += usize::from(!holding[held + 1].is_empty());
                stones = view.grid.back_along(stones, axis);
            }
            most = most.max(Some(held));
        }
        most.map(|held| u32::from(test.length) - held as u32)
    }

    const IMPLEMENTS_LAST: bool = true;

    #[inline(always)]
    fn last<S: Cells, const D: usize>(
        test: &LineTest<S>,
        view: &View<'_, S, D>,
        side: usize,
        stones: u32,
        new: Option<Index>,
    ) -> S {
        match stones {
            0 => S::none(),
            1 => test.last_among::<1, D>(view, side, new),
            _ => test.last_among::<{ MOST_LACKING }, D>(view, side, new),
        }
    }
}
