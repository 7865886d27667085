//! Groups, updated stone by stone: the group of each stone, and the neighbours of each group.
//!
//! A group is named by one of its cells. Its *neighbours* are the cells next to its stones, occupied ones included: the empty
//! ones are its liberties. So nothing changes here when a stone of another group is placed or removed.

use super::cells::Cells;
use super::directions::RING;
use super::grid::{Grid, flood};
use super::index::{Index, beside, on_grid, steps};
use super::per_cell::PerCell;
use super::processor::compiled_if;

/// [`short_groups`] distinguishes groups with up to this many liberties.
pub const MOST_LIBERTIES: usize = 2;

/// The greatest number of groups of a side that can be next to a cell.
pub const MOST_NEAR: usize = 4;

/// How many entries of [`Groups::beside`] can name a group.
pub const fn names_beside<const D: usize>() -> usize {
    if D == 6 { 3 } else { D }
}

/// The groups of both sides.
#[derive(Clone, Copy)]
pub struct Groups<S: Cells> {
    /// For each side and cell, the name of the group whose stone stands there; [`Cells::NOWHERE`] if there is none.
    ///
    /// Each side has its own table, in which cells with stones of the other side name no group: no test for those stones is
    /// needed.
    of: [Names<S>; 2],
    /// For each name, the group's neighbours. The entry of [`Cells::NOWHERE`] holds only that cell.
    neighbours: PerCell<S, S>,
}

/// A name for each cell. A frame around the grid holds names that are never set, so that the name of a neighbour is always at the
/// same distance.
#[derive(Clone, Copy)]
pub struct Names<S: Cells>(S::Names);

impl<S: Cells> Names<S> {
    /// Names no group.
    #[inline(always)]
    fn none() -> Self {
        Self(S::names(S::name(S::NOWHERE)))
    }

    /// The place of `cell` in the table. As in a [`PerCell`], no access is out of bounds.
    #[inline(always)]
    fn place(cell: Index) -> usize {
        S::FRAME + on_grid::<S>(cell)
    }

    /// The names on the neighbours of `cell`. The board must not wrap.
    #[inline(always)]
    fn around<const D: usize>(&self, cell: Index) -> [S::Name; D] {
        let (here, mut around) = (Self::place(cell), [S::name(S::NOWHERE); D]);
        for (name, step) in around.iter_mut().zip(const { steps::<S, D>() }) {
            *name = self.0[here.wrapping_add_signed(step)];
        }
        around
    }
}

impl<S: Cells> std::ops::Index<Index> for Names<S> {
    type Output = S::Name;

    #[inline(always)]
    fn index(&self, cell: Index) -> &S::Name {
        &self.0[Self::place(cell)]
    }
}

impl<S: Cells> std::ops::IndexMut<Index> for Names<S> {
    #[inline(always)]
    fn index_mut(&mut self, cell: Index) -> &mut S::Name {
        &mut self.0[Self::place(cell)]
    }
}

impl<S: Cells> Groups<S> {
    /// No groups at all.
    pub fn none<const D: usize>(grid: &Grid<S, D>) -> Self {
        let mut neighbours = PerCell::of(S::none());
        neighbours[S::NOWHERE] = grid.nowhere;
        Self { of: [Names::none(); 2], neighbours }
    }

    /// Rebuilds the groups of `stones` from scratch.
    #[inline(always)]
    pub fn rebuild<const D: usize>(&mut self, grid: &Grid<S, D>, stones: &[S; 2]) {
        for (side, &stones) in stones.iter().enumerate() {
            self.of[side] = Names::none();
            let mut rest = stones;
            while let Some(first) = rest.first() {
                let group = flood(grid, S::single(first), rest);
                self.name(grid, side, group);
                rest = rest.without(group);
            }
        }
    }

    /// The name of the group of `side` on `cell`.
    #[inline(always)]
    pub fn at(&self, side: usize, cell: Index) -> S::Name {
        self.of[side][cell]
    }

    /// The neighbours of the group `name`.
    #[inline(always)]
    pub fn neighbours(&self, name: S::Name) -> S {
        self.neighbours[name.into()]
    }

    /// The names of the groups of `side` on the neighbours of `cell`; around a hex, in the order of the ring that the neighbours
    /// form.
    #[inline(always)]
    pub fn around<const D: usize>(&self, grid: &Grid<S, D>, side: usize, cell: Index) -> [S::Name; D] {
        let Some(wrapping) = grid.wrapping() else { return self.of[side].around(cell) };
        let mut around = [S::name(S::NOWHERE); D];
        for (name, k) in around.iter_mut().zip(if D == 6 { RING } else { [0, 1, 2, 3, 4, 5] }) {
            *name = self.at(side, wrapping.one_along(cell, k));
        }
        around
    }

    /// [`short_groups`].
    #[inline(always)]
    fn short(&self, stones: [S; 2], empty: S, most: usize) -> [S; MOST_LIBERTIES] {
        let mut short = [S::none(); MOST_LIBERTIES];
        for (side, stones) in stones.into_iter().enumerate() {
            // Neighbours in a row often belong to one group.
            let (mut last, mut liberties) = (S::name(S::NOWHERE), 0);
            for cell in stones.iter() {
                let name = self.at(side, cell);
                if name != last {
                    (last, liberties) = (name, self.neighbours(name).and(empty).count() as usize);
                }
                if liberties > 0 && liberties <= most {
                    short[liberties - 1] = short[liberties - 1].or(S::single(cell));
                }
            }
        }
        short
    }

    /// The stones of the group on `cell`, given `own`, all stones of its side.
    #[inline(always)]
    pub fn stones_at<const D: usize>(&self, grid: &Grid<S, D>, cell: Index, own: S) -> S {
        flood(grid, S::single(cell), own)
    }

    /// The names of all groups of `side` next to `cell`. Other entries are [`Cells::NOWHERE`], and a name may occur twice.
    ///
    /// The neighbours of a hex form a ring in which two stones beside each other belong to one group: the lesser of the names on
    /// two such neighbours stands for both, since [`Cells::NOWHERE`] is the greatest. So three names stand for all six
    /// neighbours.
    #[inline(always)]
    pub fn beside<const D: usize>(
        &self,
        grid: &Grid<S, D>,
        side: usize,
        cell: Index,
    ) -> [S::Name; MOST_NEAR] {
        let around = self.around(grid, side, cell);
        let mut beside = [S::name(S::NOWHERE); MOST_NEAR];
        for i in 0..names_beside::<D>() {
            beside[i] = if D == 6 { around[2 * i].min(around[2 * i + 1]) } else { around[i] };
        }
        beside
    }

    /// [`Groups::beside`] for `side` and for its opponent.
    #[inline(always)]
    pub fn beside_both<const D: usize>(
        &self,
        grid: &Grid<S, D>,
        side: usize,
        cell: Index,
    ) -> [[S::Name; MOST_NEAR]; 2] {
        match S::names_beside::<D>(&self.of[side].0, &self.of[1 - side].0, cell) {
            Some(found) if grid.wrapping().is_none() => found,
            _ => [self.beside(grid, side, cell), self.beside(grid, 1 - side, cell)],
        }
    }

    /// Adds a stone on `cell`. `beside` are the friendly groups next to it, and `neighbours` are the neighbours of the group that
    /// they and the stone form.
    #[inline(always)]
    pub fn add<const D: usize>(
        &mut self,
        side: usize,
        cell: Index,
        beside: [S::Name; MOST_NEAR],
        neighbours: S,
    ) {
        let (root, nowhere) = (least::<S, D>(beside), S::name(S::NOWHERE));
        // Most stones join at most one group: then every name is the least or [`Cells::NOWHERE`]. A single test for all names is
        // rarely mispredicted: `name_after` is 0 for [`Cells::NOWHERE`], and the OR of different numbers is greater than the
        // least of them.
        let mut all = 0;
        for name in &beside[..names_beside::<D>()] {
            all |= name_after::<S>(*name);
        }
        if all != name_after::<S>(root) {
            for name in &beside[..names_beside::<D>()] {
                if *name != root && *name != nowhere {
                    self.rename(side, *name, root);
                }
            }
        }
        let root = if root == nowhere { S::name(cell) } else { root };
        self.of[side][cell] = root;
        self.neighbours[root.into()] = neighbours;
    }

    /// Renames the group `from` to `to` over the whole table, which the compiler turns into vector compares and blends; walking
    /// the group's stones would mean unpredictable branches.
    #[inline(always)]
    fn rename(&mut self, side: usize, from: S::Name, to: S::Name) {
        for name in self.of[side].0.as_mut() {
            *name = if *name == from { to } else { *name };
        }
    }

    /// Makes the connected `stones` a group, named after the lowest.
    #[inline(always)]
    pub fn name<const D: usize>(&mut self, grid: &Grid<S, D>, side: usize, stones: S) {
        let Some(root) = stones.first() else { return };
        let mut neighbours = S::none();
        for cell in stones.iter() {
            self.of[side][cell] = S::name(root);
            neighbours = neighbours.or(grid.here[cell].near);
        }
        self.neighbours[root] = neighbours;
    }

    /// Removes `stones`, which are one or more whole groups.
    #[inline(always)]
    pub fn remove(&mut self, side: usize, stones: S) {
        for cell in stones.iter() {
            self.forget(side, cell);
        }
    }

    /// Removes the stone on `cell` from its group, which is captured as a whole.
    #[inline(always)]
    pub fn forget(&mut self, side: usize, cell: Index) {
        self.of[side][cell] = S::name(S::NOWHERE);
    }

    /// The stones of the group of `side` with this name, according to the maintained names; [`super::verify`] compares them with
    /// a flood fill.
    pub fn stones_named(&self, side: usize, name: S::Name) -> S {
        let named = (0..S::SIZE).filter(|&cell| self.of[side][cell] == name);
        named.fold(S::none(), |set, cell| set.or(S::single(cell)))
    }
}

/// The number after `name`; 0 after [`Cells::NOWHERE`].
#[inline(always)]
fn name_after<S: Cells>(name: S::Name) -> usize {
    beside::<S>(name.into(), 1)
}

/// The least of the names [beside](Groups::beside) a cell.
#[inline(always)]
pub fn least<S: Cells, const D: usize>(beside: [S::Name; MOST_NEAR]) -> S::Name {
    let mut least = beside[0];
    for name in &beside[1..names_beside::<D>()] {
        least = least.min(*name);
    }
    least
}

compiled_if! {
    S::VECTORS, {S: Cells}, {S},
    /// The stones of groups with one of the `empty` cells as liberty, with two, and so on to `most`.
    pub fn short_groups(groups: &Groups<S>, stones: [S; 2], empty: S, most: usize) -> [S; MOST_LIBERTIES] =>
        groups.short(stones, empty, most)
}
