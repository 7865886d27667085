//! The groups of a side as numbers for all cells at once, for conditions.

use super::cells::Cells;
use super::counts::Counts;
use super::grid::Grid;
use super::index::Index;
use super::processor::compiled;

/// The binary digits of a number of neighbours, of which there are at most eight, and of a number of cells.
pub const DIGITS: usize = 4;
pub const MANY: usize = 10;

/// The groups of a side.
#[derive(Clone, Copy)]
pub struct Grouped<S> {
    /// For each of its stones, the size of its group.
    pub on: Counts<S, MANY>,
    /// For each cell, the sizes of all groups beside it.
    pub beside: Counts<S, MANY>,
    /// For each cell, the number of groups beside it.
    pub joined: Counts<S, DIGITS>,
    /// The number of groups.
    pub groups: u32,
    /// The size of the largest.
    pub largest: u32,
}

/// The groups of the side that acts and of its opponent, as far as something has asked for them.
#[derive(Clone, Copy)]
pub struct KnownGroups<S> {
    pub own: Option<Grouped<S>>,
    pub enemy: Option<Grouped<S>>,
    pub beside: Option<EnemiesBeside<S>>,
}

/// The enemy groups beside the group that an own stone on a cell would be part of.
#[derive(Clone, Copy)]
pub struct EnemiesBeside<S> {
    /// For each cell, how many.
    pub number: Counts<S, MANY>,
    /// For each cell, the size of the largest.
    pub largest: Counts<S, MANY>,
}

impl<S: Cells> Grouped<S> {
    /// Adds all groups of `stones`, none of which is beside a group that is there.
    #[inline(always)]
    fn add<const D: usize>(&mut self, grid: &Grid<S, D>, stones: S) {
        let mut rest = stones;
        while let Some(first) = rest.first() {
            let group = grid.flood(S::single(first), rest);
            let (size, near) = (group.count(), grid.spread(group));
            self.on.add(size, group);
            self.beside.add(size, near);
            self.joined.add(1, near);
            self.groups += 1;
            self.largest = self.largest.max(size);
            rest = rest.without(group);
        }
    }

    /// The groups once the stone on `at` is gone from `stones`, whose groups these are. Only its own group is filled again.
    #[inline(always)]
    fn without<const D: usize>(&self, grid: &Grid<S, D>, stones: S, at: Index) -> Self {
        let stone = S::single(at);
        let group = grid.flood(stone, stones);
        let (size, near) = (group.count(), grid.spread(group));
        let mut left = *self;
        left.on.subtract(size, group);
        left.beside.subtract(size, near);
        left.joined.subtract(1, near);
        left.groups -= 1;
        if size == left.largest {
            left.largest = grid.largest_group(stones.without(group)) as u32;
        }
        left.add(grid, group.without(stone));
        left
    }
}

impl<S: Cells> KnownGroups<S> {
    /// Nothing is known yet.
    #[inline(always)]
    pub const fn none() -> Self {
        Self { own: None, enemy: None, beside: None }
    }

    /// What is known once the stone on `at` is gone from `own`, the stones of the side that acts.
    #[inline(always)]
    pub fn without<const D: usize>(&self, grid: &Grid<S, D>, own: S, at: Index) -> Self {
        let left = match &self.own {
            Some(groups) => Some(groups_without(grid, groups, own, at)),
            None => None,
        };
        Self { own: left, enemy: self.enemy, beside: None }
    }
}

compiled! {
    /// The groups that `stones` form.
    pub fn grouped(grid: &Grid<S, D>, stones: S) -> Grouped<S> => {
        let mut found =
            Grouped { on: Counts::zero(), beside: Counts::zero(), joined: Counts::zero(), groups: 0, largest: 0 };
        found.add(grid, stones);
        found
    };
    /// The groups of `enemy` beside the group of an own stone that comes to stand on a cell, for all cells.
    pub fn enemies_beside(grid: &Grid<S, D>, own: S, enemy: S) -> EnemiesBeside<S> => {
        let mut beside = EnemiesBeside { number: Counts::zero(), largest: Counts::zero() };
        let mut rest = enemy;
        while let Some(first) = rest.first() {
            let group = grid.flood(S::single(first), rest);
            let (size, near) = (group.count(), grid.spread(group));
            // The stone is beside the group, or joins a group that is.
            let there = near.or(grid.spread(grid.flood(near.and(own), own)));
            beside.number.add(1, there);
            let larger = beside.largest.compare_with(size, there);
            beside.largest.set(size, there.without(larger.more));
            rest = rest.without(group);
        }
        beside
    };
    fn groups_without(grid: &Grid<S, D>, groups: &Grouped<S>, stones: S, at: Index) -> Grouped<S> => {
        groups.without(grid, stones, at)
    };
}
