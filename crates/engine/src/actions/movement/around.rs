//! Moves on a board that wraps, where a stone may get to a cell in several ways.

use super::Motion;
use super::play::full;
use super::rule::MoveRule;
use crate::rules::{Cells, DIRECTIONS, Grid, Index, State, axis_of};

impl<S: Cells, const D: usize> State<S, D> {
    /// [`State::move_planes`] for the `movable` stones on a board that wraps, where two ways may lead a stone to the same cell. Only the shorter one is
    /// used, or if they are equally long, the one whose direction comes first.
    pub fn planes_around(
        &self,
        grid: &Grid<S, D>,
        rule: &MoveRule<S>,
        movable: S,
        most: usize,
        into: &mut Vec<(u32, S)>,
    ) {
        let mut ways = Vec::new();
        for at in movable.iter() {
            if matches!(rule.how, Motion::Leap | Motion::Knight) {
                self.leaps_around(grid, rule, at, &mut ways);
            } else {
                self.lines_around(grid, rule, at, &mut ways);
            }
            if ways.drain(..).any(|way| full(into, most, way, S::single(at))) {
                return;
            }
        }
    }

    /// Adds the ways in which the stone on `at` leaps. A cell that touches the stone's cell is never the target of a leap, even
    /// if a path across a seam also reaches it in two steps.
    fn leaps_around(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, at: Index, ways: &mut Vec<u32>) {
        let mut open = self.targets(rule).without(grid.touching[at]);
        for (way, leap) in (0..).zip(&rule.leaps) {
            let to = leap.from(grid, at);
            if open.has(to) {
                ways.push(way);
                open = open.without(S::single(to));
            }
        }
    }

    /// Adds the ways in which the stone on `at` moves along lines: in all directions at once, one step or jump further at a time.
    fn lines_around(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, at: Index, ways: &mut Vec<u32>) {
        let (own, enemy) = (self.stones[self.mover()], self.stones[1 - self.mover()]);
        let (mut targets, jumpable_stones) = (self.targets(rule), self.stones_of(rule.over));
        let mut open: Vec<(u8, Index)> = rule.directions[self.mover()].iter().map(|&k| (k, at)).collect();
        let mut further = 0;
        while !open.is_empty() {
            for (k, end) in std::mem::take(&mut open) {
                let over = grid.one_along(end, k.into());
                let to = if rule.how == Motion::Jump { grid.one_along(over, k.into()) } else { over };
                let (lands, goes_on) = match rule.how {
                    Motion::Step | Motion::Leap | Motion::Knight | Motion::Anywhere => (true, false),
                    Motion::Slide => (true, self.empty.has(to)),
                    Motion::Jump => {
                        let jumps = jumpable_stones.has(over) && self.empty.has(to);
                        (jumps, jumps)
                    }
                    Motion::March => {
                        let last = further + 1 == rule.length(at, axis_of(k.into()), own.or(enemy));
                        (last, !last && self.empty.or(own).has(to))
                    }
                };
                if lands && targets.has(to) {
                    targets = targets.without(S::single(to));
                    ways.push(u32::from(k) + DIRECTIONS as u32 * further);
                }
                if goes_on {
                    open.push((k, to));
                }
            }
            further += 1;
        }
    }
}
