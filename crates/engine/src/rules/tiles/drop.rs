//! Dropping: the player places a stone from its hand on a tile of either side that carries no stack.

use super::plane::Number;
use super::set::Set;
use super::stack::Stack;
use super::state::State;
use crate::board::Cell;
use crate::rules::illegal::IllegalReason;

impl<const W: usize> State<W> {
    /// The tiles on which the side to move can drop a stone.
    #[inline(always)]
    pub fn drops(&self) -> Set<W> {
        if self.hands[self.mover()] == 0 {
            return Set::none();
        }
        self.bare_tiles()
    }

    /// The number of tiles on which the side to move can drop a stone.
    #[inline(always)]
    pub fn count_drops(&self) -> u32 {
        if self.hands[self.mover()] == 0 { 0 } else { self.bare.into() }
    }

    /// The number of `cell`, if a stone can be dropped there.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn drop_allowed(&self, cell: Cell) -> Result<Number, IllegalReason> {
        let number = self.plane.number(cell);
        if self.hands[self.mover()] == 0 {
            Err(IllegalReason::EmptyHand)
        } else if !self.cell_state(number).tile {
            Err(IllegalReason::NoTile)
        } else if !self.stack(number).is_empty() {
            Err(IllegalReason::Occupied)
        } else {
            Ok(number)
        }
    }

    /// Drops a stone.
    #[inline(always)]
    pub fn drop_stone(&mut self, number: Number) {
        let side = self.mover();
        self.hands[side] -= 1;
        self.put(number, Stack::stone(side));
    }
}
