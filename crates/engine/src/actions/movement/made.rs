//! `makes` of a move: which stones fulfil it where they would stand.

use super::rule::MoveRule;
use super::{Motion, Move};
use crate::actions::General;
use crate::conditions::{Missed, Who};
use crate::rules::{Cells, Change, Grid, Index, Scene, State, fulfilled, groups_for, missed_by};

impl<S: Cells, const D: usize> State<S, D> {
    /// The line of `makes` that the stone on `at` does not fulfil once it has moved by `way`.
    #[inline(always)]
    pub fn missed_makes(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, at: Index, way: u32) -> Option<Missed> {
        missed_by(grid, &rule.makes, &self.scene_after(grid, rule, at, way), rule.target(grid, at, way))
    }

    /// Whether the stone on `at` fulfils `makes` once it has moved by `way`.
    #[inline(always)]
    fn fulfils_makes(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, at: Index, way: u32) -> bool {
        self.missed_makes(grid, rule, at, way).is_none()
    }

    /// Whether a stone of `planes`, the ways of `rule` with the stones that can move so, would fulfil `makes`.
    #[inline(always)]
    pub fn some_made(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, planes: &[(u32, S)]) -> bool {
        if rule.makes.is_empty() {
            return !planes.is_empty();
        }
        for &(way, cells) in planes {
            for at in cells.iter() {
                if self.fulfils_makes(grid, rule, at, way) {
                    return true;
                }
            }
        }
        false
    }

    /// What stands on the board once the stone on `at` has moved by `way`, seen by its side.
    #[inline(always)]
    fn scene_after(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, at: Index, way: u32) -> Scene<'_, S> {
        let effect = Move::effect(self, grid, rule, at, way);
        let (own, enemy, neutral) = (effect.own, effect.enemy, effect.neutral);
        let empty = grid.board.without(own).without(enemy).without(neutral);
        let of_stone = self.stones.into_iter().find(|stones| stones.has(at));
        let before = of_stone.unwrap_or(S::none());
        let (pieces, change) = (&self.pieces, effect.change);
        Scene { own, enemy, neutral, empty, before, arrived: S::none(), pieces, change }
    }

    /// Removes from `planes`, the ways of `rule` with the stones that can move so, the stones that would not fulfil `makes`.
    ///
    /// The moves of a stone to empty cells differ only in the cell on which it then stands, so all such cells are found at once.
    #[inline(always)]
    pub fn keep_made(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, planes: &mut Vec<(u32, S)>) {
        if !rule.plain {
            return self.keep_made_of_trails(grid, rule, planes);
        }
        let scene = self.scene(self.mover());
        let known = groups_for(grid, &rule.makes, &scene);
        let mut moving = S::none();
        for &(_, cells) in planes.iter() {
            moving = moving.or(cells);
        }
        for at in moving.iter() {
            let stone = S::single(at);
            let mut to_empty = S::none();
            if rule.how != Motion::Jump {
                for &(way, cells) in planes.iter() {
                    if cells.has(at) {
                        to_empty = to_empty.or(S::single(rule.target(grid, at, way)));
                    }
                }
                to_empty = to_empty.and(self.empty);
            }
            let lifted = Scene {
                own: scene.own.without(stone),
                empty: scene.empty.or(stone),
                before: scene.own,
                change: Change::moved(at, S::NOWHERE, rule.becomes),
                ..scene
            };
            let mut known = known.without(grid, scene.own, at);
            let fulfilling = fulfilled(grid, &lifted, &mut known, &rule.makes, Some(Who::Own), to_empty);
            for (way, cells) in planes.iter_mut() {
                if cells.has(at) {
                    let to = rule.target(grid, at, *way);
                    let fulfils = if to_empty.has(to) {
                        fulfilling.has(to)
                    } else {
                        self.fulfils_makes(grid, rule, at, *way)
                    };
                    if !fulfils {
                        *cells = cells.without(stone);
                    }
                }
            }
        }
        keep_occupied(planes);
    }

    /// [`State::keep_made`] for stones of either side, or those that leave others behind: each move is looked at.
    #[inline(always)]
    fn keep_made_of_trails(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, planes: &mut Vec<(u32, S)>) {
        for (way, cells) in planes.iter_mut() {
            for at in cells.iter() {
                if !self.fulfils_makes(grid, rule, at, *way) {
                    *cells = cells.without(S::single(at));
                }
            }
        }
        keep_occupied(planes);
    }
}

/// Removes the planes without stones.
#[inline(always)]
fn keep_occupied<S: Cells>(planes: &mut Vec<(u32, S)>) {
    let mut kept = 0;
    for i in 0..planes.len() {
        if !planes[i].1.is_empty() {
            planes[kept] = planes[i];
            kept += 1;
        }
    }
    planes.truncate(kept);
}
