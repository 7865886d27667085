//! Capture by liberties: after an action, every enemy group without a liberty is removed, then every friendly group without one.

use super::cells::Cells;
use super::compile::Rules;
use super::grid::{Grid, flood};
use super::groups::names_beside;
use super::index::Index;
use super::placement::Placement;
use super::processor::compiled;
use super::state::State;

impl<S: Cells, const D: usize> State<S, D> {
    /// Updates the cache after `side` has placed a stone. The stone took a liberty of each adjacent enemy group and changed the
    /// liberties of its own group. Cells where one of these groups may now be captured are no longer known to be suicide for the
    /// capturing side.
    ///
    /// Unless the stone captures, the other cells known to be suicide remain so: each is the only liberty of all friendly groups
    /// next to it, so no stone elsewhere can have extended these groups.
    #[inline(always)]
    pub fn liberties_lost(&mut self, side: usize, placement: &Placement<S>) {
        let dead = &mut self.cache.dead;
        dead[side] = dead[side].without(placement.enemy_neighbours);
        dead[1 - side] = dead[1 - side].without(placement.neighbours);
    }

    /// The stones of those groups of `side` next to `cell` that have no liberty among the cells `empty`.
    #[inline(always)]
    pub fn without_liberties_next_to(&self, rules: &Rules<S, D>, side: usize, cell: Index, empty: S) -> S {
        self.without_liberties_among(rules, side, rules.grid.here[cell].near, empty)
    }

    /// The stones of those groups of `side` with a stone on one of `cells` that have no liberty among the cells `empty`.
    #[inline(always)]
    pub fn without_liberties_among(&self, rules: &Rules<S, D>, side: usize, cells: S, empty: S) -> S {
        let free = empty.or(rules.grid.nowhere);
        let mut seeds = S::none();
        for near in cells.and(self.stones[side]).iter() {
            if !free.meets(self.groups.neighbours(self.groups.at(side, near))) {
                seeds = seeds.or(S::single(near));
            }
        }
        if seeds.is_empty() { seeds } else { flood(&rules.grid, seeds, self.stones[side]) }
    }

    /// The side that loses stones if the side to move places one on `cell`, and these stones; `None` if neither does.
    #[inline(always)]
    pub fn removed_by_stone(
        &self,
        rules: &Rules<S, D>,
        cell: Index,
        placement: &Placement<S>,
    ) -> Option<(usize, S)> {
        let side = self.mover();
        if placement.takes {
            return Some((1 - side, self.without_liberties_next_to(rules, 1 - side, cell, placement.left)));
        }
        let stone = rules.grid.here[cell].alone;
        (!placement.lives).then(|| (side, flood(&rules.grid, stone, self.stones[side].or(stone))))
    }

    /// Removes the groups next to `cell` that belong to the opponent of `side` and have no liberty.
    #[inline(always)]
    pub fn capture_next_to(&mut self, rules: &Rules<S, D>, side: usize, cell: Index) {
        let gone = self.without_liberties_next_to(rules, 1 - side, cell, self.empty);
        self.remove(rules, 1 - side, gone);
    }

    /// Removes the groups that stones of `side`, just placed on `cells`, have left without a liberty.
    #[inline(always)]
    pub fn capture_around(&mut self, rules: &Rules<S, D>, side: usize, cells: S) {
        let gone = self.without_liberties_among(rules, 1 - side, rules.grid.spread(cells), self.empty);
        if !gone.is_empty() {
            self.remove(rules, 1 - side, gone);
        }
        if rules.may_die {
            let gone = self.without_liberties_among(rules, side, cells, self.empty);
            self.lose(rules, side, gone);
        }
    }

    /// Removes the group of `side` on `cell`, which has no liberty; the opponent captures it.
    #[inline(always)]
    pub fn die(&mut self, rules: &Rules<S, D>, side: usize, cell: Index) {
        let gone = self.groups.stones_at(&rules.grid, cell, self.stones[side]);
        self.lose(rules, side, gone);
    }

    /// Removes `gone`, the groups of `side` that its own action has left without a liberty.
    #[inline(always)]
    pub fn lose(&mut self, rules: &Rules<S, D>, side: usize, gone: S) {
        if gone.is_empty() {
            return;
        }
        self.remove(rules, side, gone);
        self.cache.seen = [S::none(); 2];
        self.recompute_near_new_stones(rules);
    }

    /// Removes `gone`, whole groups of `side`, which its opponent has captured.
    #[inline(always)]
    pub fn remove(&mut self, rules: &Rules<S, D>, side: usize, gone: S) {
        self.captured[1 - side] += gone.count();
        self.stones[side] = self.stones[side].without(gone);
        self.empty = self.empty.or(gone);
        self.new_stones.stones = self.new_stones.stones.without(gone);
        if rules.superko {
            self.hash ^= rules.arrangement_of(side, gone);
        }
        // The emptied cells, their neighbours, and the liberties of the groups next to emptied cells are no longer known to be
        // suicide.
        let mut near = gone.or(rules.grid.spread(gone));
        self.cache.dead[side] = self.cache.dead[side].without(near);
        // One loop does all the work for each stone.
        let mut opened = [S::none(); 2];
        for cell in gone.iter() {
            self.groups.forget(side, cell);
            let beside = self.groups.beside(&rules.grid, 1 - side, cell);
            for name in &beside[..names_beside::<D>()] {
                near = near.or(self.groups.neighbours(*name));
            }
            let lines = &rules.grid.here[cell].lines;
            opened = [opened[0].or(lines[0]), opened[1].or(lines[1])];
        }
        self.cache.dead[1 - side] = self.cache.dead[1 - side].without(near);
        self.open_lines(rules, 1 - side, opened);
    }

    /// The cells of `doubtful` where a stone of `side` would be suicide. The caller must pass only cells without an empty
    /// neighbour.
    #[inline(always)]
    pub fn suicides(&self, rules: &Rules<S, D>, side: usize, doubtful: S) -> S {
        if doubtful.is_empty() {
            return doubtful;
        }
        // Most cells are settled at once. A stone next to two empty cells keeps a liberty when one of them is filled. So a new
        // stone next to such a friendly stone lives, and a new stone with only such enemy stones around it dies.
        let grid = &rules.grid;
        let secure = grid.spread_twice(self.empty);
        let lives = grid.spread(self.stones[side].and(secure));
        let unsure = grid.spread(self.stones[side].or(self.stones[1 - side].without(secure)));
        let suicides = doubtful.without(lives);
        let unsure = suicides.and(unsure);
        if unsure.is_empty() { suicides } else { suicides.without(living(self, rules, side, unsure)) }
    }

    /// Whether a stone of `side` on `cell`, or its group, has a liberty among the cells `left`.
    #[inline(always)]
    pub fn has_liberty(&self, rules: &Rules<S, D>, side: usize, cell: Index, left: S) -> bool {
        let mut neighbours = rules.grid.here[cell].near;
        for name in self.groups.beside(&rules.grid, side, cell) {
            neighbours = neighbours.or(self.groups.neighbours(name));
        }
        left.meets(neighbours)
    }

    /// Whether all groups of `side` next to `cell` have a liberty among the cells `left`.
    #[inline(always)]
    pub fn keep_liberties(&self, rules: &Rules<S, D>, side: usize, cell: Index, left: S) -> bool {
        // With NOWHERE counted as empty, the sentinel group always has a liberty.
        let free = left.or(rules.grid.nowhere);
        let mut keep = true;
        for name in self.groups.beside(&rules.grid, side, cell) {
            keep &= free.meets(self.groups.neighbours(name));
        }
        keep
    }

    /// The cells among `unsure` where a stone of `side` would live: its group would not be removed as suicide.
    #[inline(always)]
    fn living(&self, rules: &Rules<S, D>, side: usize, unsure: S) -> S {
        let mut living = S::none();
        for cell in unsure.iter() {
            if self.lives(rules, side, cell) {
                living = living.or(S::single(cell));
            }
        }
        living
    }

    /// Whether a stone of `side` lives on `cell`, which has no empty neighbour: a friendly group next to it has another liberty, or
    /// an enemy group next to it has no other liberty. Computes the same as [`Placement::lives`], but more cheaply.
    #[inline(always)]
    fn lives(&self, rules: &Rules<S, D>, side: usize, cell: Index) -> bool {
        let left = self.empty.without(rules.grid.here[cell].alone);
        self.has_liberty(rules, side, cell, left) || !self.keep_liberties(rules, 1 - side, cell, left)
    }
}

impl<S: Cells, const D: usize> Grid<S, D> {
    /// The groups of `stones` that have a stone on one of the cells `near` and no liberty among the cells `empty`, found
    /// without tracked groups.
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
    // Out of line because they are rarely needed.
    pub fn living(state: &State<S, D>, rules: &Rules<S, D>, side: usize, unsure: S) -> S => state.living(rules, side, unsure);
    pub fn capture_next_to(state: &mut State<S, D>, rules: &Rules<S, D>, side: usize, cell: Index) => state.capture_next_to(rules, side, cell);
    pub fn die(state: &mut State<S, D>, rules: &Rules<S, D>, side: usize, cell: Index) => state.die(rules, side, cell);
}
