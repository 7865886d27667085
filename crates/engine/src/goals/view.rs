//! The position as goals see it.

use crate::pieces::PieceKind;
use crate::rules::{Cells, Change, Grid, Scene, flood};
use crate::variant::Reach;

/// The parts of a position that goals look at, after an action.
pub struct View<'a, S: Cells, const D: usize> {
    /// The board.
    pub grid: &'a Grid<S, D>,
    /// The stones of the first side and of the second.
    pub stones: &'a [S; 2],
    /// The empty cells.
    pub empty: &'a S,
    /// For each side, the cells where the last action put a stone of that side: by placing it, by moving it there, or by turning
    /// over an enemy stone.
    pub arrived: &'a [S; 2],
    /// The number of stones that each side has captured.
    pub captured: [u32; 2],
    /// Turns completed in the game.
    pub turns: u32,
    /// The pieces of each kind.
    pub pieces: &'a Vec<S>,
}

impl<S: Cells, const D: usize> View<'_, S, D> {
    /// What stands on the board, seen by `side`.
    #[inline(always)]
    pub fn scene(&self, side: usize) -> Scene<'_, S> {
        let [own, enemy, empty] = [self.stones[side], self.stones[1 - side], *self.empty];
        let neutral = self.neutral();
        let (pieces, change) = (self.pieces, Change::none::<S>());
        Scene { own, enemy, neutral, empty, before: S::none(), arrived: S::none(), pieces, change }
    }

    /// Those of `stones` that are of this `kind`; all of them without one.
    #[inline(always)]
    pub fn of_kind(&self, stones: S, kind: Option<PieceKind>) -> S {
        match kind {
            Some(kind) => stones.and(self.scene(0).pieces_of(kind)),
            None => stones,
        }
    }

    /// The neutral stones.
    #[inline(always)]
    pub fn neutral(&self) -> S {
        self.grid.board.without(self.stones[0]).without(self.stones[1]).without(*self.empty)
    }

    /// The cells next to a cell of `set`, or around one.
    #[inline(always)]
    pub fn around(&self, set: S, reach: Reach) -> S {
        if D == 6 { self.grid.spread(set) } else { self.grid.around(set, reach) }
    }

    /// The cells of `within` that are connected to those of `seed`, by edges, or by edges and corners.
    #[inline(always)]
    pub fn flood(&self, seed: S, within: S, reach: Reach) -> S {
        if D == 6 || reach == Reach::Adjacent {
            return flood(self.grid, seed, within);
        }
        let mut found = seed.and(within);
        loop {
            let next = found.or(self.grid.around(found, reach).and(within));
            if next == found {
                return found;
            }
            found = next;
        }
    }

    /// The fewest empty cells with which the cells on paths from `from`, through cells of `own` and empty ones, meet `least` of the
    /// `sets`; `None` if all that can be reached does not, or if it takes `below` cells or more.
    ///
    /// The sets are counted in a loop, not by a closure, which the compiler might not inline, and so not compile for the processor's features.
    #[inline(always)]
    pub fn steps_until_met(
        &self,
        from: S,
        own: S,
        by: Reach,
        below: u32,
        (sets, least): (&[S], usize),
    ) -> Option<u32> {
        let (open, mut reached) = (*self.empty, self.flood(from.and(own), own, by));
        let (mut next, mut steps) = (from.and(open), 0);
        loop {
            let mut met = 0;
            for &set in sets {
                met += usize::from(reached.meets(set));
            }
            if met >= least {
                return Some(steps);
            }
            next = next.or(self.around(reached, by).and(open)).without(reached);
            steps += 1;
            if next.is_empty() || steps >= below {
                return None;
            }
            // Most steps reach no new group.
            let joined = self.around(next, by).and(own).without(reached);
            reached = reached.or(next);
            if !joined.is_empty() {
                reached = reached.or(self.flood(joined, own, by));
            }
        }
    }
}
