//! Taking a stone off the board.

use super::cells::Cells;
use super::effect::Effect;
use super::grid::{Grid, set_of};
use super::index::Index;
use super::state::State;
use crate::variant::{Reach, Remove, Whose};

/// A kind of taking stones off.
pub struct RemoveRule<S: Cells> {
    stones: Whose,
    /// The cells from which stones can be taken off.
    cells: S,
    beside_empty: bool,
}

impl<S: Cells> RemoveRule<S> {
    /// The rule of `remove` on `grid`.
    pub fn new<const D: usize>(remove: &Remove, grid: &Grid<S, D>) -> Self {
        let cells = remove.cells.as_ref().map_or(grid.board, |cells| set_of(cells));
        Self { stones: remove.stones, cells, beside_empty: remove.beside_empty }
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The stones that the side to move may take off the board by `rule`.
    #[inline(always)]
    pub fn removable(&self, grid: &Grid<S, D>, rule: &RemoveRule<S>) -> S {
        let side = self.mover();
        let mut stones = match rule.stones {
            Whose::Own => self.stones[side],
            Whose::Enemy => self.stones[1 - side],
            Whose::Any => self.stones[0].or(self.stones[1]),
        };
        stones = stones.and(rule.cells);
        if rule.beside_empty { stones.and(grid.around(self.empty, Reach::Adjacent)) } else { stones }
    }

    /// The effect of taking off the stone on `at`.
    #[inline(always)]
    pub fn remove_effect(&self, at: Index) -> Effect<S> {
        let (mut effect, stone) = (self.no_effect(), S::single(at));
        effect.captured = u32::from(effect.enemy.has(at));
        effect.own = effect.own.without(stone);
        effect.enemy = effect.enemy.without(stone);
        effect.changed = stone;
        effect
    }
}
