//! Groups, updated stone by stone: the group of each stone, and the neighbours of each group.
//!
//! A group is named by one of its cells. Its *neighbours* are the cells next to its stones, occupied ones included:
//! the empty ones are its liberties, so that a stone placed or removed elsewhere changes
//! nothing here.

use super::cells::Cells;
use super::compile::Rules;
use super::grid::{Grid, Index, flood, steps};

/// The groups of both sides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Groups<S: Cells> {
    /// For each side and cell the name of the group whose stone stands there; [`Cells::NOWHERE`] without one.
    ///
    /// One table a side: a cell with the other side's stone is in no group of this side, and needs no test.
    of: [S::Framed<S::Name>; 2],
    /// For each name the group's neighbours. That of [`Cells::NOWHERE`] is that cell alone.
    neighbours: S::Table<S>,
}

impl<S: Cells> Groups<S> {
    /// No groups at all.
    pub fn none<const D: usize>(rules: &Rules<S, D>) -> Self {
        let mut neighbours = S::table(S::none());
        neighbours[S::NOWHERE] = rules.grid.nowhere;
        Self { of: [S::framed(S::name(S::NOWHERE)); 2], neighbours }
    }

    /// The groups of `stones`, from scratch.
    #[inline(always)]
    pub fn rebuild<const D: usize>(&mut self, rules: &Rules<S, D>, stones: &[S; 2]) {
        for (side, &stones) in stones.iter().enumerate() {
            self.of[side] = S::framed(S::name(S::NOWHERE));
            let mut rest = stones;
            while let Some(first) = rest.first() {
                let group = flood(&rules.grid, S::single(first), rest);
                self.name(rules, side, group);
                rest = rest.without(group);
            }
        }
    }

    /// The name of the group of `side` on `cell`.
    #[inline(always)]
    pub fn at(&self, side: usize, cell: Index) -> S::Name {
        self.of[side][S::FRAME + cell % S::SIZE]
    }

    /// The neighbours of the group `name`.
    #[inline(always)]
    pub fn neighbours(&self, name: S::Name) -> S {
        self.neighbours[name.into() % S::SIZE]
    }

    /// The names of the groups of `side` on the neighbours of `cell`.
    #[inline(always)]
    pub fn around<const D: usize>(&self, grid: &Grid<S, D>, side: usize, cell: Index) -> [S::Name; D] {
        let steps = const { steps::<S, D>() };
        let (names, here) = (&self.of[side], S::FRAME + cell % S::SIZE);
        let mut around = [S::name(S::NOWHERE); D];
        if let Some(wrapping) = grid.wrapping() {
            for (k, name) in around.iter_mut().enumerate() {
                *name = self.at(side, wrapping.one_along(cell, k));
            }
            return around;
        }
        for (name, step) in around.iter_mut().zip(steps) {
            *name = names[here.wrapping_add_signed(step)];
        }
        around
    }

    /// The stones of the group of `side` on `cell`.
    #[inline(always)]
    pub fn stones_at<const D: usize>(&self, rules: &Rules<S, D>, cell: Index, own: S) -> S {
        flood(&rules.grid, S::single(cell), own)
    }

    /// The least and the greatest name of the groups of `side` on the neighbours of `cell`; [`Cells::NOWHERE`] without
    /// any.
    #[inline(always)]
    pub fn names_around<const D: usize>(&self, grid: &Grid<S, D>, side: usize, cell: Index) -> [S::Name; 2] {
        if grid.wrapping().is_some() {
            let (around, nowhere) = (self.around(grid, side, cell), S::name(S::NOWHERE));
            let least = around.into_iter().min().unwrap_or(nowhere);
            return [least, around.into_iter().filter(|&name| name != nowhere).max().unwrap_or(nowhere)];
        }
        S::names_around::<D>(&self.of[side], cell)
    }

    /// Adds a stone on `cell`, with `around` the [`Groups::names_around`] of its side, and `neighbours` what all of these
    /// groups and the stone border together.
    #[inline(always)]
    pub fn add<const D: usize>(
        &mut self,
        grid: &Grid<S, D>,
        side: usize,
        cell: Index,
        around: [S::Name; 2],
        neighbours: S,
    ) {
        let [root, mut other] = around;
        // Most stones join at most one group: the least and the greatest are the same.
        while other != root {
            self.rename(side, other, root);
            [_, other] = self.names_around(grid, side, cell);
        }
        let root = if root == S::name(S::NOWHERE) { S::name(cell) } else { root };
        self.of[side][S::FRAME + cell % S::SIZE] = root;
        self.neighbours[root.into() % S::SIZE] = neighbours;
    }

    /// Renames the group `from` to `to` over the whole table, which the compiler turns into vector compares and blends; walking
    /// the group's stones would mean unpredictable branches.
    #[inline(always)]
    fn rename(&mut self, side: usize, from: S::Name, to: S::Name) {
        for name in self.of[side].as_mut() {
            *name = if *name == from { to } else { *name };
        }
    }

    /// Makes the connected `stones` a group, named after the lowest.
    #[inline(always)]
    pub fn name<const D: usize>(&mut self, rules: &Rules<S, D>, side: usize, stones: S) {
        let Some(root) = stones.first() else { return };
        let mut neighbours = S::none();
        for cell in stones.iter() {
            self.of[side][S::FRAME + cell % S::SIZE] = S::name(root);
            neighbours = neighbours.or(rules.grid.near[cell % S::SIZE]);
        }
        self.neighbours[root % S::SIZE] = neighbours;
    }

    /// Takes `stones`, those of one or more whole groups, out of their groups.
    #[inline(always)]
    pub fn remove(&mut self, side: usize, stones: S) {
        for cell in stones.iter() {
            self.of[side][S::FRAME + cell % S::SIZE] = S::name(S::NOWHERE);
        }
    }

    /// The groups of `side`, each as the set of its stones, by flood from scratch or from the maintained names: [`super::verify`]
    /// compares the two.
    pub fn stones_named(&self, side: usize, name: S::Name) -> S {
        let names = self.of[side].as_ref()[S::FRAME..][..S::SIZE].iter().enumerate();
        names.filter(|&(_, &n)| n == name).fold(S::none(), |set, (cell, _)| set.or(S::single(cell)))
    }
}
