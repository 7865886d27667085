//! Patterns in play: where they lie, and how many of them each cell is part of.

use super::cells::Cells;
use super::counts::Counts;
use super::drawing::Part;
use super::grid::Grid;
use super::grouped::MANY;
use super::index::Index;
use super::processor::compiled;
use super::scene::Scene;
use crate::conditions::{Drawn, Who};

impl<S: Cells> Part<S> {
    /// The cells of `cells` around which the others are as drawn.
    #[inline(always)]
    fn among(&self, scene: &Scene<'_, S>, mut cells: S) -> S {
        for other in &self.others {
            let there = scene.drawn(other.drawn).padded();
            cells = cells.and(S::shifted(&there, -other.by)).and(other.inside);
        }
        cells
    }

    /// Whether the cell and the others are as drawn.
    #[inline(always)]
    fn is_at(&self, scene: &Scene<'_, S>, cell: Index) -> bool {
        if !scene.is_as_drawn(self.here, cell) {
            return false;
        }
        for other in &self.others {
            let there = cell.wrapping_add_signed(other.by);
            if !other.inside.has(cell) || !scene.is_as_drawn(other.drawn, there) {
                return false;
            }
        }
        true
    }

    /// For each of `cells`, how many of the others are not as drawn.
    #[inline(always)]
    fn missing(&self, scene: &Scene<'_, S>, mut cells: S) -> (S, Counts<S, MANY>) {
        let mut missing = Counts::zero();
        missing.add(1, lacking(scene, self.here));
        for other in &self.others {
            cells = cells.and(other.inside);
            let there = lacking(scene, other.drawn);
            missing.add(1, S::shifted(&there.padded(), -other.by));
            if other.drawn == Drawn::Is(Who::Own) {
                cells = cells.and(S::shifted(&scene.own.or(scene.empty).padded(), -other.by));
            }
        }
        if self.here == Drawn::Is(Who::Own) {
            cells = cells.and(scene.own.or(scene.empty));
        }
        (cells, missing)
    }
}

/// The cells that are not as `drawn`, where stones of the enemy could not be drawn as the player's own.
#[inline(always)]
fn lacking<S: Cells>(scene: &Scene<'_, S>, drawn: Drawn) -> S {
    match drawn {
        Drawn::Is(Who::Own) => scene.empty,
        _ => scene.own.or(scene.enemy).or(scene.neutral).or(scene.empty).without(scene.drawn(drawn)),
    }
}

compiled! {
    /// For each cell, the number of patterns that it is part of, or would be if a stone were `made` there.
    pub fn patterns_at(
        grid: &Grid<S, D>, pattern: usize, scene: &Scene<'_, S>, made: Option<Who>,
    ) -> Counts<S, MANY> => {
        let mut counts = Counts::zero();
        for part in &grid.patterns[pattern].parts {
            let cells = match made {
                None => scene.drawn(part.here),
                Some(stone) if part.here.is(stone) => grid.board,
                Some(_) => continue,
            };
            counts.add(1, part.among(scene, cells));
        }
        counts
    };
    /// The number of patterns that `cell` is part of.
    pub fn patterns_on(grid: &Grid<S, D>, pattern: usize, scene: &Scene<'_, S>, cell: Index) -> u32 => {
        let mut number = 0;
        for part in &grid.patterns[pattern].parts {
            number += u32::from(part.is_at(scene, cell));
        }
        number
    };
    /// The number of patterns on the board.
    pub fn count_patterns(grid: &Grid<S, D>, pattern: usize, scene: &Scene<'_, S>) -> u32 => {
        let mut number = 0;
        for part in grid.patterns[pattern].first() {
            number += part.among(scene, scene.drawn(part.here)).count();
        }
        number
    };
    /// Whether the pattern of which these are parts, one for each way, lies somewhere.
    pub fn some_pattern(_grid: &Grid<S, D>, parts: &[Part<S>], scene: &Scene<'_, S>) -> bool => {
        for part in parts {
            if !part.among(scene, scene.drawn(part.here)).is_empty() {
                return true;
            }
        }
        false
    };
    /// The fewest cells that are missing from a pattern of which these are parts, one for each way, where no stone is in the way of its
    /// friendly stones; `None` if it can lie nowhere.
    pub fn least_missing(grid: &Grid<S, D>, parts: &[Part<S>], scene: &Scene<'_, S>) -> Option<u32> => {
        let mut least = None;
        for part in parts {
            let (cells, missing) = part.missing(scene, grid.board);
            if cells.is_empty() {
                continue;
            }
            let mut number = 0;
            while missing.are(cells, number).is_empty() {
                number += 1;
            }
            if least.is_none_or(|least| number < least) {
                least = Some(number);
            }
        }
        least
    };
}
