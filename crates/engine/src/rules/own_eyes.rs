//! The cells that a playout policy excludes: the player's eyes.

use super::cells::Cells;
use super::compile::Rules;
use super::processor::compiled;
use super::state::State;

/// Which legal actions random play may choose. An excluded action stays legal; it is chosen only if nothing else is legal, not
/// even `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutPolicy {
    /// Every legal action.
    Unrestricted,
    /// Every legal action except those that fill one of the player's eyes: an empty cell whose neighbours are all friendly
    /// stones, with at most one enemy stone on the cells that touch it at a corner, and none at the edge of the board.
    AvoidOwnEyes,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The cells where `policy` excludes a stone.
    #[inline(always)]
    pub fn excluded_cells(&self, rules: &Rules<S, D>, policy: PlayoutPolicy) -> S {
        if policy == PlayoutPolicy::AvoidOwnEyes { self.own_eyes(rules) } else { S::none() }
    }

    /// The eyes of the side to move, as [`PlayoutPolicy::AvoidOwnEyes`] describes them.
    #[inline(always)]
    fn own_eyes(&self, rules: &Rules<S, D>) -> S {
        let enemy = self.stones[1 - self.mover()];
        let closed = self.empty.without(rules.grid.spread(self.empty.or(enemy).or(self.neutral)));
        if D == 6 {
            // The neighbours of a hex form a ring, so the friendly stones around an eye are always connected.
            return closed;
        }
        let grid = &rules.grid;
        let [a, b] = [grid.moved::<1, 1, 1>(enemy), grid.moved::<-1, -1, 1>(enemy)];
        let [c, d] = [grid.moved::<1, -1, 1>(enemy), grid.moved::<-1, 1, 1>(enemy)];
        let (one_of_two, one_of_others) = (a.or(b), c.or(d));
        let two = a.and(b).or(c.and(d)).or(one_of_two.and(one_of_others));
        let one = one_of_two.or(one_of_others);
        closed.without(two).without(one.and(grid.edge))
    }
}

compiled! {
    pub fn excluded_cells(state: &State<S, D>, rules: &Rules<S, D>, policy: PlayoutPolicy) -> S => state.excluded_cells(rules, policy);
}
