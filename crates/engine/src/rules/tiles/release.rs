//! Releasing: prisoners, whoever owns them, are replaced by the player's tiles, and their stones go back to the hands.

use super::compile::Rules;
use super::plane::Number;
use super::set::Set;
use super::sets::{PrisonerMask, Prisoners};
use super::state::State;
use crate::board::Cell;
use crate::rules::illegal::IllegalReason;
use crate::variant::ReleaseSets;
use std::ops::ControlFlow;

impl<const W: usize> State<W> {
    /// The number of tiles that can still be laid.
    #[inline(always)]
    pub fn room(&self, rules: &Rules<W>) -> u32 {
        u32::from(rules.most_tiles.saturating_sub(self.laid))
    }

    /// Whether the side to move can release anything. Every release begins with a prisoner next to two tiles, so it is enough to
    /// look for such a prisoner.
    #[inline(always)]
    pub fn some_release(&self, rules: &Rules<W>) -> bool {
        if self.room(rules) == 0 {
            return false;
        }
        for number in self.prisoners.iter() {
            if self.opens(number) {
                return true;
            }
        }
        false
    }

    /// Calls `each` with every set of prisoners that can be released, until it returns `Break`.
    #[inline(always)]
    pub fn each_release(
        &self,
        rules: &Rules<W>,
        each: &mut impl FnMut(PrisonerMask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.some_release(rules) {
            return ControlFlow::Continue(());
        }
        self.indexed_prisoners().each_set(self.room(rules), rules.release, each)
    }

    /// The cells of a set of prisoners.
    #[inline(always)]
    pub fn cells_of(&self, few: PrisonerMask) -> Set<W> {
        let mut cells = Set::none();
        for (i, number) in self.prisoners.iter().enumerate() {
            if few >> i & 1 == 1 {
                cells.insert(number);
            }
        }
        cells
    }

    /// The cells of a release, if it is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn release_allowed(&self, rules: &Rules<W>, cells: &[Cell]) -> Result<Set<W>, IllegalReason> {
        let mut few: PrisonerMask = 0;
        for &cell in cells {
            let number = self.plane.number(cell);
            if !self.prisoners.has(number) {
                return Err(IllegalReason::NoPrisoner);
            }
            few |= 1 << self.prisoners.count_below(number);
        }
        let (count, room) = (few.count_ones(), self.room(rules));
        let prisoners = self.indexed_prisoners();
        if count > room {
            Err(IllegalReason::TooManyTiles)
        } else if !prisoners.can_be_ordered(few) {
            Err(IllegalReason::WrongRelease)
        } else if rules.release == ReleaseSets::Maximal && count < room && prisoners.can_be_extended(few) {
            Err(IllegalReason::NotMaximal)
        } else {
            Ok(self.cells_of(few))
        }
    }

    /// Releases the prisoners on `cells`.
    #[inline(always)]
    pub fn release(&mut self, cells: Set<W>) {
        let side = self.mover();
        for number in cells.iter() {
            let counts = self.take_prisoner(number).counts();
            self.hands[0] += counts[0];
            self.hands[1] += counts[1];
            self.lay(side, number);
        }
    }

    /// Whether at least two tiles are next to the cell `number`, so that a release can begin there.
    #[inline(always)]
    fn opens(&self, number: Number) -> bool {
        let tiles = self.cell_state(number).near.tiles();
        tiles & tiles.wrapping_sub(1) != 0
    }

    /// The prisoners and their neighbourhoods.
    #[inline(always)]
    fn indexed_prisoners(&self) -> Prisoners {
        let mut few = Prisoners { near: [0; 32], one_tile: 0, two_tiles: 0 };
        for (number, i) in self.prisoners.iter().zip(0..32_usize) {
            let near = self.cell_state(number).near;
            few.one_tile |= PrisonerMask::from(near.tiles() != 0) << i;
            few.two_tiles |= PrisonerMask::from(self.opens(number)) << i;
            let mut directions = near.prisoners();
            while directions != 0 {
                let next = self.plane.next(number, directions.trailing_zeros() as usize);
                few.near[i] |= 1 << self.prisoners.count_below(next);
                directions &= directions - 1;
            }
        }
        few
    }
}
