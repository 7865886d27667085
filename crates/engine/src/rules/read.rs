//! Terms read on a single cell.

use super::cells::Cells;
use super::directions::directions_around;
use super::grid::{Grid, flood};
use super::index::Index;
use super::pattern::{count_patterns, patterns_on};
use super::processor::compiled;
use super::scene::Scene;
use crate::actions::Reach;
use crate::conditions::{Place, Term, Who};

impl<S: Cells> Scene<'_, S> {
    /// The group of the stone on `cell`; the empty set if no stone of a side stands there.
    #[inline(always)]
    fn group<const D: usize>(&self, grid: &Grid<S, D>, cell: Index) -> S {
        grid.flood(S::single(cell), self.side_of(S::single(cell)))
    }

    /// The value of `term` on `cell`.
    #[inline(always)]
    pub fn number<const D: usize>(&self, grid: &Grid<S, D>, term: Term, cell: Index) -> u32 {
        match term {
            Term::Cells(who, Place::Seen) => self.seen(grid, self.of(who), cell),
            Term::Cells(who, place) => self.cells_of(grid, who).and(self.place(grid, place, cell)).count(),
            Term::Group => self.group(grid, cell).count(),
            Term::Liberties => grid.spread(self.group(grid, cell)).and(self.empty).count(),
            Term::GroupBefore => grid.flood(S::single(self.change.left()), self.before).count(),
            Term::NewGroup => flood(grid, self.arrived, self.side_of(self.arrived)).count(),
            Term::Groups(_, Place::Board) | Term::Largest(_, Place::Board) | Term::Product(..) => {
                board_number(grid, self, term)
            }
            Term::Groups(who, place) => self.groups_in(grid, who, place, cell).0,
            Term::Largest(who, place) => self.groups_in(grid, who, place, cell).1,
            Term::Pattern(index) => patterns_on(grid, index.into(), self, cell),
        }
    }

    /// The value of `term` on the whole board; 0 if it is seen from a cell.
    #[inline(always)]
    fn number_on_board<const D: usize>(&self, grid: &Grid<S, D>, term: Term) -> u32 {
        match term {
            Term::Cells(who, Place::Board) => self.cells_of(grid, who).count(),
            Term::Groups(who, Place::Board) => grid.count_groups(self.cells_of(grid, who)),
            Term::Largest(who, Place::Board) => grid.largest_group(self.cells_of(grid, who)) as u32,
            Term::Product(who, most) => product_of_sizes(grid, self.of(who), most),
            Term::Pattern(index) => count_patterns(grid, index.into(), self),
            _ => 0,
        }
    }

    /// The cells of `place`, seen from `cell`; for sight, the whole board.
    #[inline(always)]
    fn place<const D: usize>(&self, grid: &Grid<S, D>, place: Place, cell: Index) -> S {
        match place {
            Place::Near(Reach::Adjacent) => grid.here[cell].near,
            Place::Near(Reach::Touching) => grid.touching[cell],
            Place::Beside => {
                let group = self.group(grid, cell);
                grid.spread(group).without(group)
            }
            Place::Seen | Place::Board => grid.board,
        }
    }

    /// The number of groups of `who`, a side or a set, that have a cell in `place`, and the size of the largest.
    #[inline(always)]
    fn groups_in<const D: usize>(
        &self,
        grid: &Grid<S, D>,
        who: Who,
        place: Place,
        cell: Index,
    ) -> (u32, u32) {
        let stones = self.cells_of(grid, who);
        let mut rest = stones.and(self.place(grid, place, cell));
        let (mut number, mut largest) = (0, 0);
        while let Some(first) = rest.first() {
            let group = flood(grid, S::single(first), stones);
            (number, largest) = (number + 1, largest.max(group.count()));
            rest = rest.without(group);
        }
        (number, largest)
    }

    /// How many of the first stones on the lines from `cell` are in `stones`.
    #[inline(always)]
    fn seen<const D: usize>(&self, grid: &Grid<S, D>, stones: S, cell: Index) -> u32 {
        let mut seen = 0;
        for k in 0..directions_around::<D>() {
            let mut next = grid.one_along(cell, k);
            // On a board that wraps, a line may return to where it began.
            while self.empty.has(next) && next != cell {
                next = grid.one_along(next, k);
            }
            seen += u32::from(next != cell && stones.has(next));
        }
        seen
    }
}

compiled! {
    pub fn board_number(grid: &Grid<S, D>, scene: &Scene<'_, S>, term: Term) -> u32 => scene.number_on_board(grid, term);
    /// The product of the sizes of the groups of `stones`: of all, or of the `most` largest, at most three.
    fn product_of_sizes(grid: &Grid<S, D>, stones: S, most: Option<u8>) -> u32 => {
        let (mut all, mut largest) = (u32::from(!stones.is_empty()), [0; 3]);
        let mut rest = stones;
        while let Some(first) = rest.first() {
            let group = flood(grid, S::single(first), rest);
            let mut size = group.count();
            all = all.saturating_mul(size).min(Term::MOST_PRODUCT);
            for place in &mut largest {
                if size > *place {
                    std::mem::swap(&mut size, place);
                }
            }
            rest = rest.without(group);
        }
        let Some(most) = most else { return all };
        let mut product: u32 = 1;
        for &size in largest.iter().take(usize::from(most)) {
            product = product.saturating_mul(size).min(Term::MOST_PRODUCT);
        }
        product
    };
}
