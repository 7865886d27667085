//! The limit on new stones: how many stones placed in this turn a group may contain.

use super::cells::Cells;
use super::compile::Rules;
use super::index::Index;
use super::placement::Placement;
use super::state::State;

impl<S: Cells, const D: usize> State<S, D> {
    /// Counts a stone placed on `cell`. Must be called before the stone joins the groups next to it.
    #[inline(always)]
    pub fn add_new_stone(&mut self, rules: &Rules<S, D>, cell: Index, placement: &Placement<S>) {
        let Some(least) = rules.least_limit else { return };
        if least == 1 || self.new_stones_with(rules, cell) >= least {
            self.new_stones.full = self.new_stones.full.or(placement.neighbours);
        }
        self.new_stones.stones = self.new_stones.stones.or(rules.grid.here[cell].alone);
        // With a limit of 1, `near` and `full` are the same.
        let near =
            if least == 1 { self.new_stones.full } else { self.new_stones.near.or(placement.neighbours) };
        self.new_stones.near = near;
    }

    /// How many stones placed in this turn the group of a new stone on `cell` would contain, including the new stone.
    #[inline(always)]
    fn new_stones_with(&self, rules: &Rules<S, D>, cell: Index) -> u16 {
        let side = self.mover();
        let beside = self.groups.beside(&rules.grid, side, cell);
        let mut held = 1;
        for stone in self.new_stones.stones.iter() {
            held += u16::from(beside.contains(&self.groups.at(side, stone)));
        }
        held
    }

    /// Whether the group of a new stone on `cell` would contain more than `limit` stones placed in this turn. A group that is
    /// removed as suicide contains none.
    #[inline(always)]
    pub fn exceeds_limit(
        &self,
        rules: &Rules<S, D>,
        placement: &Placement<S>,
        cell: Index,
        limit: u16,
    ) -> bool {
        let gone = rules.may_die && !placement.lives;
        !gone && self.new_stones.near.has(cell) && self.new_stones_with(rules, cell) > limit
    }

    /// Recomputes which cells are next to groups that contain stones placed in this turn, after some stones may have been removed.
    #[inline(always)]
    pub fn recompute_near_new_stones(&mut self, rules: &Rules<S, D>) {
        let Some(least) = rules.least_limit else { return };
        let side = self.mover();
        (self.new_stones.near, self.new_stones.full) = (S::none(), S::none());
        for stone in self.new_stones.stones.iter() {
            let name = self.groups.at(side, stone);
            let mut held = 0;
            for other in self.new_stones.stones.iter() {
                held += u16::from(self.groups.at(side, other) == name);
            }
            self.new_stones.near = self.new_stones.near.or(self.groups.neighbours(name));
            if held >= least {
                self.new_stones.full = self.new_stones.full.or(self.groups.neighbours(name));
            }
        }
    }
}
