//! Marches in play: moves of as many cells as there are stones on the line.

use super::rule::MoveRule;
use crate::board::Board;
use crate::chance::Draw;
use crate::rules::{AXES, Cells, DIRECTIONS, Grid, Index, Rules, Slot, State, axes, axis_of, opposite};

/// A march is shorter than this: a line has at most [`Board::MAX_SPAN`] stones.
const LENGTHS: usize = Board::MAX_SPAN as usize + 1;

impl<S: Cells, const D: usize> State<S, D> {
    /// The way in which the stone on `at` marches in direction `k`, as many cells as there are stones on the line; `None` if an
    /// enemy stone is in its way, or if the march does not end on a cell of `targets`.
    #[inline(always)]
    pub fn march(
        &self,
        grid: &Grid<S, D>,
        rule: &MoveRule<S>,
        targets: S,
        at: Index,
        k: usize,
    ) -> Option<u32> {
        let (own, enemy) = (self.stones[self.mover()], self.stones[1 - self.mover()]);
        let (passable, cells) = (self.empty.or(own), rule.length(at, axis_of(k), own.or(enemy)));
        let mut to = grid.one_along(at, k);
        for _ in 1..cells {
            // Cells beyond the edge cannot be passed.
            if !passable.has(to) {
                return None;
            }
            to = grid.one_along(to, k);
        }
        targets.has(to).then_some(k as u32 + DIRECTIONS as u32 * (cells - 1))
    }

    /// The number of marches that the side to move can choose from under `rule`.
    ///
    /// All marches along a line, in either direction, are equally long, so their length is computed once.
    #[inline(always)]
    pub fn count_marches(&self, grid: &Grid<S, D>, rule: &MoveRule<S>) -> u32 {
        let (own, enemy) = (self.stones[self.mover()], self.stones[1 - self.mover()]);
        let (stones, passable, targets) = (own.or(enemy), self.empty.or(own), self.targets(rule));
        // A bit for each direction: searching the list would take a tenth of the instructions of a count.
        let mut directions = 0_u32;
        for &k in &rule.directions[self.mover()] {
            directions |= 1 << k;
        }
        // For each length, the stones whose march is that long; empty between two axes.
        let (mut of_length, mut count) = ([S::none(); LENGTHS], 0);
        for (axis, &forth) in AXES.iter().enumerate().take(axes::<D>()) {
            let (mut rest, mut longest) = (own, 0);
            while let Some(at) = rest.first() {
                let line = rule.line(at, axis);
                let cells = line.and(stones).count() as usize % LENGTHS;
                of_length[cells] = of_length[cells].or(line.and(own));
                longest = longest.max(cells);
                rest = rest.without(line);
            }
            let of_length = &mut of_length[..=longest];
            for k in [forth, opposite(forth)] {
                if directions & 1 << k != 0 {
                    count += open_marches(grid, k, &of_length[1..], targets, passable).count();
                }
            }
            of_length.fill(S::none());
        }
        count
    }

    /// Draws a stone and a direction until `slot` allows the march. The length of a march is costly to compute, and drawing
    /// computes it for only a few stones.
    #[inline(always)]
    pub fn draw_march(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        rule: &MoveRule<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, u32)> {
        let (own, directions) = (self.stones[self.mover()], &rule.directions[self.mover()]);
        let (stones, targets) = (own.count(), self.targets(rule));
        let mut total = stones * directions.len() as u32;
        // For each direction, the stones that have not been drawn with it, and their number.
        let (mut left, mut counts) = ([own; DIRECTIONS], [stones; DIRECTIONS]);
        while total > 0 {
            let (mut rank, mut i) = (draw.below(total), 0);
            while i + 1 < directions.len() && rank >= counts[i % DIRECTIONS] {
                rank -= counts[i % DIRECTIONS];
                i += 1;
            }
            let at = left[i % DIRECTIONS].pick(|_| rank)?;
            if let Some(way) = self.march(&rules.grid, rule, targets, at, directions[i].into())
                && self.holds(rules, slot, at, way).is_ok()
            {
                return Some((at, way));
            }
            left[i % DIRECTIONS] = left[i % DIRECTIONS].without(rules.grid.here[at].alone);
            counts[i % DIRECTIONS] -= 1;
            total -= 1;
        }
        None
    }
}

/// The stones that can march in direction `k` to a cell of `targets` across cells of `passable`. The stones of `of_length` march
/// as many cells as their index in it plus 1.
#[inline(always)]
fn open_marches<S: Cells, const D: usize>(
    grid: &Grid<S, D>,
    k: usize,
    of_length: &[S],
    targets: S,
    passable: S,
) -> S {
    // The direction is chosen once, not for each length.
    match k {
        0 => marches_back::<S, D, -1, 0>(grid, of_length, targets, passable),
        1 => marches_back::<S, D, 0, -1>(grid, of_length, targets, passable),
        2 => marches_back::<S, D, 1, 0>(grid, of_length, targets, passable),
        3 => marches_back::<S, D, 0, 1>(grid, of_length, targets, passable),
        4 => marches_back::<S, D, -1, -1>(grid, of_length, targets, passable),
        5 => marches_back::<S, D, 1, 1>(grid, of_length, targets, passable),
        6 => marches_back::<S, D, 1, -1>(grid, of_length, targets, passable),
        _ => marches_back::<S, D, -1, 1>(grid, of_length, targets, passable),
    }
}

/// [`open_marches`] in the direction opposite to `DX` columns and `DY` rows. The cells from which a march of n cells is open are
/// found by shifting those from which a march of n - 1 cells is open.
#[inline(always)]
fn marches_back<S: Cells, const D: usize, const DX: i32, const DY: i32>(
    grid: &Grid<S, D>,
    of_length: &[S],
    targets: S,
    passable: S,
) -> S {
    let (mut from, mut marching) = (targets, S::none());
    for &stones in of_length {
        from = grid.moved::<DX, DY, 1>(from);
        marching = marching.or(from.and(stones));
        from = from.and(passable);
    }
    marching
}
