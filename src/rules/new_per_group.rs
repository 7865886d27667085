//! The limit on new stones: how many stones of this turn one group may hold.

use super::cells::Cells;
use super::compile::Rules;
use super::compiled::Compiled;
use super::grid::Index;
use super::place::Look;
use super::state::State;

/// The stones of the turn under way, kept up where some action limits them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fresh<S: Cells> {
    /// The stones placed in this turn that still stand.
    pub stones: S,
    /// The cells next to a group that holds one of them.
    pub near: S,
    /// The cells whose groups around hold together as many as the least of the variant's limits allows, if that is at
    /// most [`COUNTED`]: the group of a new stone there would hold one more.
    pub full: S,
}

/// The largest limit for which it is kept up where new stones would be too many. Larger ones are tested stone by stone.
pub const COUNTED: u16 = 4;

impl<S: Cells> Fresh<S> {
    /// No stone yet.
    #[inline(always)]
    pub fn none() -> Self {
        Self { stones: S::none(), near: S::none(), full: S::none() }
    }
}

impl<S: Cells, const D: usize> Rules<S, D> {
    /// Whether [`Fresh::full`] is where `limit`, that of some action, forbids a stone.
    ///
    /// Where suicide is allowed the new stone may be gone with its group, captures done, and crowds nobody.
    #[inline(always)]
    pub fn keeps_limit(&self, limit: u16) -> bool {
        limit <= COUNTED && self.least_limit == Some(limit) && !self.may_die
    }
}

impl<S: Compiled, const D: usize> State<S, D> {
    /// A stone has been placed on `cell` and has joined the groups around.
    #[inline(always)]
    pub fn add_fresh(&mut self, rules: &Rules<S, D>, cell: Index, look: &Look<S>) {
        let Some(least) = rules.least_limit else { return };
        self.fresh.stones = self.fresh.stones.or(rules.grid.alone[cell % S::SIZE]);
        self.fresh.near = self.fresh.near.or(look.reach);
        self.fresh.full = if least == 1 { self.fresh.near } else { self.full(rules, least) };
    }

    /// The cells whose groups around hold together `least` stones of this turn or more.
    #[inline(always)]
    fn full(&self, rules: &Rules<S, D>, least: u16) -> S {
        let least = usize::from(least);
        if least > usize::from(COUNTED) {
            return S::none();
        }
        // In place k, the cells whose groups hold more than k. A group that holds h stones lifts the cells that it reaches
        // by h places, the last being the highest.
        let mut more_than = [S::none(); COUNTED as usize];
        let mut rest = self.fresh.stones;
        while let Some(stone) = rest.first() {
            let name = self.groups.at(self.mover(), stone);
            let mut held = 0;
            for other in rest.iter() {
                if self.groups.at(self.mover(), other) == name {
                    held += 1;
                    rest = rest.without(rules.grid.alone[other % S::SIZE]);
                }
            }
            let reach = self.groups.reach(name);
            for place in (0..least).rev() {
                let lifted = if place < held { reach } else { reach.and(more_than[place - held]) };
                more_than[place] = more_than[place].or(lifted);
            }
        }
        more_than[least - 1]
    }

    /// How many stones of this turn the group of a new stone on `cell` would hold, itself included.
    #[inline(always)]
    fn fresh_with(&self, cell: Index) -> u16 {
        let side = self.mover();
        let around = self.groups.around::<D>(side, cell);
        let mut held = 1;
        for stone in self.fresh.stones.iter() {
            held += u16::from(around.contains(&self.groups.at(side, stone)));
        }
        held
    }

    /// Whether the group of a new stone on `cell` would hold more than `limit` stones of this turn. A group that
    /// is gone, captures done, holds none.
    #[inline(always)]
    pub fn crowds(&self, rules: &Rules<S, D>, look: &Look<S>, cell: Index, limit: u16) -> bool {
        let gone = rules.may_die && !look.lives;
        !gone && self.fresh.near.has(cell) && self.fresh_with(cell) > limit
    }

    /// Works out anew what is next to the stones of this turn that still stand.
    #[inline(always)]
    pub fn review_fresh(&mut self, rules: &Rules<S, D>) {
        let Some(least) = rules.least_limit else { return };
        self.fresh.near = S::none();
        for stone in self.fresh.stones.iter() {
            let name = self.groups.at(self.mover(), stone);
            self.fresh.near = self.fresh.near.or(self.groups.reach(name));
        }
        self.fresh.full = self.full(rules, least);
    }
}
