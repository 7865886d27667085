//! Releasing: prisoners, whoever owns them, are replaced by own tiles, and their stones go back to the hands.

use super::compile::Rules;
use super::plane::{NOWHERE, Number};
use super::set::Set;
use super::sets::{Few, Prisoners};
use super::stack::Stack;
use super::state::State;
use crate::board::Cell;
use crate::rules::game::Why;
use crate::variant::ReleaseSets;
use std::ops::ControlFlow;

impl<const W: usize> State<W> {
    /// Whether the side to move can release anything: whatever can be, can be begun with one prisoner.
    #[inline(always)]
    pub fn some_release(&self, rules: &Rules<W>) -> bool {
        self.room(rules) > 0 && self.prisoners.iter().any(|number| self.tiles_around(number) >= 2)
    }

    /// Calls `each` with every set of prisoners that can be released, until it says to stop.
    #[inline(always)]
    pub fn each_release(
        &self,
        rules: &Rules<W>,
        each: &mut impl FnMut(Few) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.prisoners.is_empty() {
            return ControlFlow::Continue(());
        }
        self.few_prisoners().each_set(self.room(rules), rules.release, each)
    }

    /// The cells of a set of prisoners.
    #[inline(always)]
    pub fn cells_of(&self, few: Few) -> Set<W> {
        let among = |&(i, _): &(u32, Number)| few >> i & 1 == 1;
        (0..).zip(self.prisoners.iter()).filter(among).map(|(_, number)| number).collect()
    }

    /// The cells of a release, if it is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn release_allowed(&self, rules: &Rules<W>, cells: &[Cell]) -> Result<Set<W>, Why> {
        let mut few: Few = 0;
        for &cell in cells {
            let number = self.plane.number(cell);
            if number == NOWHERE || !self.prisoners.has(number) {
                return Err(Why::NoPrisoner);
            }
            few |= 1 << self.prisoners.count_below(number);
        }
        let (count, room) = (few.count_ones(), self.room(rules));
        let prisoners = self.few_prisoners();
        if count > room {
            Err(Why::TooManyTiles)
        } else if !prisoners.can_be_ordered(few) {
            Err(Why::WrongRelease)
        } else if rules.release == ReleaseSets::Maximal && count < room && prisoners.can_be_extended(few) {
            Err(Why::NotMaximal)
        } else {
            Ok(self.cells_of(few))
        }
    }

    /// Releases the prisoners on `cells`.
    #[inline(always)]
    pub fn release(&mut self, cells: Set<W>) {
        let side = self.mover();
        for number in cells.iter() {
            let counts = self.take(number).counts();
            self.hands.iter_mut().zip(counts).for_each(|(hand, stones)| *hand += stones);
            self.tiles[side].insert(number);
            self.laid += 1;
            self.plane.surround(number);
        }
        self.stacks.resize(self.plane.len(), Stack::default());
    }

    /// How many tiles lie next to the cell `number`.
    #[inline(always)]
    fn tiles_around(&self, number: Number) -> usize {
        let ground = self.ground();
        let tile = |&&near: &&Number| near != NOWHERE && ground.has(near);
        self.plane.around(number).iter().filter(tile).count()
    }

    /// The prisoners, and what lies near them.
    #[inline(always)]
    fn few_prisoners(&self) -> Prisoners {
        let mut few = Prisoners { near: [0; 32], one_tile: 0, two_tiles: 0 };
        for (i, number) in self.prisoners.iter().enumerate().take(32) {
            let tiles = self.tiles_around(number);
            few.one_tile |= Few::from(tiles >= 1) << i;
            few.two_tiles |= Few::from(tiles >= 2) << i;
            for &near in self.plane.around(number) {
                if near != NOWHERE && self.prisoners.has(near) {
                    few.near[i] |= 1 << self.prisoners.count_below(near);
                }
            }
        }
        few
    }
}
