//! Control after one more shape: computes how many cells each side could fill, without placing the shape.
//!
//! A player that looks one action ahead needs the score after thousands of shapes. A shape that captures nothing changes sight
//! only along the lines through its cells: its side sees further from there, and the opponent's sight ends there. The cells
//! behind each cell are computed once for a position, so no line is walked for a shape. In large regions, a few steps from the
//! seen cells lead to all cells that can be filled. In a small region, it may be that no shape fits, or that a shape that fills
//! it is suicide. Small regions are evaluated once for a position as well, and again only if a shape creates or changes them.

use super::action::Action;
use super::apply::settled;
use super::cells::Cells;
use super::compile::Rules;
use super::control_after::{listed, seen_and_once};
use super::effect::Effect;
use super::grid::{Grid, flood};
use super::index::{beside, index, steps};
use super::per_cell::BoxedPerCell;
use super::processor::compiled;
use super::sight::rays;
use super::state::State;
use crate::actions::place::shapes::fillable;
use crate::board::{Cell, Lines};

/// Data of a position, computed once for all shapes that the side to move might place.
#[derive(Clone, Copy)]
pub struct ShapeDeltas<S: Cells, const D: usize> {
    /// The index of the kind of shapes that control depends on.
    shape: u8,
    /// The number of cells of the largest shape.
    most: u32,
    /// The cells that the side to move sees, and those that the opponent sees in each direction and in total.
    own_seen: S,
    enemy_rays: [S; D],
    enemy_seen: S,
    /// Empty regions with no more cells than the largest shape.
    small: S,
    /// For the side to move and for its opponent, the cells of `small` that it can fill.
    filled: [S; 2],
    /// The cells where a stone might capture, or might change what can be filled in a small region elsewhere.
    delicate: S,
}

/// For each empty cell, the empty cells behind it in each direction, up to the first stone.
pub type Behind<S, const D: usize> = BoxedPerCell<[S; D], S>;

impl<S: Cells, const D: usize> State<S, D> {
    /// Returns the deltas for the side to move, and fills `behind` with the cells behind each cell. `None` unless control depends
    /// only on connected shapes of given sizes, seen along lines of neighbours.
    #[inline(always)]
    pub fn shape_deltas(
        &self,
        rules: &Rules<S, D>,
        behind: &mut Option<Behind<S, D>>,
    ) -> Option<ShapeDeltas<S, D>> {
        let &[shape] = rules.control_shapes.as_slice() else { return None };
        let rule = &rules.shapes[usize::from(shape)];
        let most = u32::from(*rule.forms.sizes.as_ref()?.last()?);
        let limited = rule.new_per_group.is_some_and(|limit| u32::from(limit) < most);
        let sight = rule.sight.is_some_and(|lines| D == 6 || lines == Lines::Orthogonal);
        if !rules.only_control() || !rules.control.is_empty() || limited || !sight {
            return None;
        }
        if rules.grid.wrapping().is_some() || !rule.cells.is_all() || rules.may_die || rules.no_taking {
            return None;
        }
        let side = self.mover();
        let enemy_rays = rays(&rules.grid, self.stones[1 - side], self.empty);
        let small = rules.grid.small_regions(self.empty, most);
        let filled = |side| fillable(self, rules, side, shape).and(small);
        self.find_behind(behind.get_or_insert_with(|| Behind::<S, D>::boxed([S::none(); D])));
        Some(ShapeDeltas {
            shape,
            most,
            own_seen: seen_and_once(&rays(&rules.grid, self.stones[side], self.empty)).0,
            enemy_rays,
            enemy_seen: seen_and_once(&enemy_rays).0,
            small,
            filled: [filled(side), filled(1 - side)],
            delicate: self.last_liberties(rules, small, most),
        })
    }

    /// The liberties outside `small` regions of groups that have at most `most` such liberties: of enemy groups, which might be
    /// captured, and of friendly groups next to small regions, since filling the region might become suicide or cease to be
    /// suicide. If a group has liberties only inside small regions, those count instead.
    #[inline(always)]
    fn last_liberties(&self, rules: &Rules<S, D>, small: S, most: u32) -> S {
        let mut last = S::none();
        if !rules.by_liberties {
            return last;
        }
        for side in 0..2 {
            let mut rest = self.stones[side];
            while let Some(first) = rest.first() {
                let group = flood(&rules.grid, S::single(first), rest);
                rest = rest.without(group);
                let liberties = rules.grid.spread(group).and(self.empty);
                let outside = liberties.without(small);
                if outside.count() <= most && (side != self.mover() || liberties.meets(small)) {
                    last = last.or(if outside.is_empty() { liberties } else { outside });
                }
            }
        }
        last
    }

    /// Fills `behind`: behind a cell lie the next cell and the cells behind that.
    #[inline(always)]
    fn find_behind(&self, behind: &mut Behind<S, D>) {
        let (cells, count) = listed(self.empty);
        for (k, step) in steps::<S, D>().into_iter().enumerate() {
            for i in 0..count {
                let turn = if step > 0 { count - 1 - i } else { i };
                let cell = usize::from(cells[turn]);
                let next = beside::<S>(cell, step);
                let further =
                    if self.empty.has(next) { S::single(next).or(behind[next][k]) } else { S::none() };
                behind[cell][k] = further;
            }
        }
    }

    /// The points of the first side and of the second after the legal `action`; `None` unless it is a shape without delicate
    /// cells.
    #[inline(always)]
    pub fn points_after_shape(
        &self,
        rules: &Rules<S, D>,
        deltas: &ShapeDeltas<S, D>,
        behind: &Behind<S, D>,
        action: &Action,
    ) -> Option<[i32; 2]> {
        let Action::Shape(cells) = action else { return None };
        let grid = &rules.grid;
        let (shape, hidden) = shadow(grid, behind, cells);
        if shape.meets(deltas.delicate) {
            return None;
        }
        let (mut own, mut enemy) = (deltas.own_seen, S::none());
        for (k, hidden) in hidden.into_iter().enumerate() {
            own = own.or(hidden);
            enemy = enemy.or(deltas.enemy_rays[k].without(hidden));
        }
        let empty = self.empty.without(shape);
        // The small regions that the shape changes, or in which the shape changes what a side sees.
        let changed = own.without(deltas.own_seen).or(deltas.enemy_seen.without(enemy)).or(shape);
        let mut again = changed.and(deltas.small);
        if !again.is_empty() {
            again = flood(grid, again, deltas.small);
        }
        let unsettled =
            again.and(empty).or(grid.small_regions_next_to(shape, empty.without(again), deltas.most));
        let open = empty.without(deltas.small).without(unsettled);
        let mut usable = [0; 2];
        for (k, seen) in [own, enemy].into_iter().enumerate() {
            let large = grid.within(seen.and(open), deltas.most as u8 - 1, open);
            usable[k] = large.count() + deltas.filled[k].without(again).count();
        }
        if !unsettled.is_empty() {
            let small = fill_small(self, rules, deltas, shape, unsettled, [own, enemy]);
            usable = [usable[0] + small[0], usable[1] + small[1]];
        }
        let (side, empty) = (self.mover(), empty.count());
        let mut points = [0; 2];
        points[side] = (self.stones[side].count() + cells.len() as u32 + empty - usable[1]) as i32;
        points[1 - side] = (self.stones[1 - side].count() + empty - usable[0]) as i32;
        Some(points)
    }

    /// How many cells of the small `regions` the side to move and its opponent could fill after stones on `shape`. `seen` holds
    /// the cells that each of them then sees.
    #[inline(always)]
    fn fill_small(
        &self,
        rules: &Rules<S, D>,
        deltas: &ShapeDeltas<S, D>,
        shape: S,
        regions: S,
        seen: [S; 2],
    ) -> [u32; 2] {
        let rule = &rules.shapes[usize::from(deltas.shape)];
        let (mut counts, mut rest) = ([0; 2], regions);
        while let Some(first) = rest.first() {
            let region = flood(&rules.grid, S::single(first), rest);
            rest = rest.without(region);
            for k in 0..2 {
                let seen = seen[k].and(region);
                if !seen.is_empty() {
                    let fills = || self.fills(rules, self.mover() ^ k, shape, region);
                    counts[k] += rules.grid.filled_region(rule, region, seen, fills).count();
                }
            }
        }
        counts
    }

    /// Whether `side` may fill the `region` without suicide after the side to move has placed stones on `shape`.
    #[inline(always)]
    fn fills(&self, rules: &Rules<S, D>, side: usize, shape: S, region: S) -> bool {
        if !rules.no_suicide {
            return true;
        }
        let mut stones = self.stones;
        stones[self.mover()] = stones[self.mover()].or(shape);
        let (own, enemy) = (stones[side].or(region), stones[1 - side]);
        let effect = Effect { own, enemy, changed: region, placed: region, ..self.no_effect() };
        !settled(self, rules, side, &effect).suicide
    }
}

/// The `cells` of a shape as a set, and the cells behind them in each direction.
#[inline(always)]
fn shadow<S: Cells, const D: usize>(grid: &Grid<S, D>, behind: &Behind<S, D>, cells: &[Cell]) -> (S, [S; D]) {
    let (mut shape, mut hidden) = (S::none(), [S::none(); D]);
    for &cell in cells {
        let cell = index::<S>(cell);
        shape = shape.or(grid.here[cell].alone);
        for (k, hidden) in hidden.iter_mut().enumerate() {
            *hidden = hidden.or(behind[cell][k]);
        }
    }
    (shape, hidden)
}

impl<S: Cells, const D: usize> Grid<S, D> {
    /// The regions of `empty` next to `shape` with at most `most` cells.
    #[inline(always)]
    fn small_regions_next_to(&self, shape: S, empty: S, most: u32) -> S {
        let (mut rest, mut small) = (self.spread(shape).and(empty), S::none());
        // Most neighbours of a shape lie next to a block of six empty cells, and so in a large region.
        if most < 6 {
            let blocks = self.blocks(empty);
            rest = rest.without(self.within(blocks, 2, empty));
        }
        while let Some(first) = rest.first() {
            let mut region = S::single(first);
            while region.count() <= most {
                let wider = region.or(self.spread(region).and(empty));
                if wider == region {
                    small = small.or(region);
                    break;
                }
                region = wider;
            }
            rest = rest.without(region);
        }
        small
    }
}

compiled! {
    pub fn shape_deltas(
        state: &State<S, D>, rules: &Rules<S, D>, behind: &mut Option<Behind<S, D>>,
    ) -> Option<ShapeDeltas<S, D>> => state.shape_deltas(rules, behind);
    fn fill_small(
        state: &State<S, D>, rules: &Rules<S, D>, deltas: &ShapeDeltas<S, D>, shape: S, regions: S, seen: [S; 2],
    ) -> [u32; 2] => state.fill_small(rules, deltas, shape, regions, seen);
    pub fn points_after_shape(
        state: &State<S, D>, rules: &Rules<S, D>, deltas: &ShapeDeltas<S, D>, behind: &Behind<S, D>, action: &Action,
    ) -> Option<[i32; 2]> => state.points_after_shape(rules, deltas, behind, action);
}
