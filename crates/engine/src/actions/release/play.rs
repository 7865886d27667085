//! Releasing in play: prisoners, whoever owns them, are replaced by the player's tiles, and their stones return to the hands.

use super::Release;
use super::sets::{PrisonerMask, Prisoners};
use crate::actions::OfStacks;
use crate::board::{Cell, CellSet};
use crate::rules::tiles::{Rules, Set, State};
use crate::rules::{Action, IllegalReason, Slot};
use crate::variant::ReleaseSets;
use std::ops::ControlFlow;

/// The possible releases.
pub enum Releases<const W: usize> {
    /// Of one prisoner each: none that can begin a release is next to another prisoner.
    Single(Set<W>),
    /// Of any size.
    Sets {
        /// Their number.
        count: u32,
        /// The first few of them. Usually there are no others.
        first: [PrisonerMask; 8],
    },
}

impl OfStacks for Release {
    type Slots = Option<Slot>;
    type Numbered<const W: usize> = Set<W>;
    type Legal<'s, const W: usize> = Releases<W>;

    fn slots<'a>(mut slots: impl Iterator<Item = (Slot, &'a Self)> + Clone) -> Option<Slot> {
        slots.next().map(|(slot, _)| slot)
    }

    fn offered_sorts(slots: Option<Slot>) -> u32 {
        slots.is_some().into()
    }

    #[inline(always)]
    fn slot<const W: usize>(slots: Option<Slot>, _: &Set<W>) -> Option<Slot> {
        slots
    }

    #[inline(always)]
    fn possible_sorts<const W: usize>(state: &State<W>, rules: &Rules<W>) -> u32 {
        state.some_release(rules).into()
    }

    fn each<const W: usize>(
        state: &State<W>,
        rules: &Rules<W>,
        slots: Option<Slot>,
        mut each: impl FnMut(Set<W>),
    ) {
        if slots.is_some() {
            let _ = state.each_release(rules, &mut |few| {
                each(state.cells_of(few));
                ControlFlow::Continue(())
            });
        }
    }

    #[inline(always)]
    fn legal<const W: usize>(state: &State<W>, rules: &Rules<W>, slots: Option<Slot>) -> Releases<W> {
        if slots.is_none() || !state.some_release(rules) {
            return Releases::Single(Set::none());
        }
        if state.openers.iter().all(|number| state.cell_state(number).near.prisoners() == 0) {
            return Releases::Single(state.openers);
        }
        let (mut count, mut first) = (0, [0; 8]);
        let _ = state.each_release(rules, &mut |few| {
            if let Some(place) = first.get_mut(count as usize) {
                *place = few;
            }
            count += 1;
            ControlFlow::Continue(())
        });
        Releases::Sets { count, first }
    }

    #[inline(always)]
    fn count<const W: usize>(legal: &Releases<W>) -> u32 {
        match legal {
            Releases::Single(cells) => cells.count(),
            Releases::Sets { count, .. } => *count,
        }
    }

    #[inline(always)]
    fn nth<const W: usize>(state: &State<W>, rules: &Rules<W>, legal: &Releases<W>, rank: u32) -> Set<W> {
        match legal {
            Releases::Single(cells) => [cells.nth(rank)].into_iter().collect(),
            Releases::Sets { first, .. } if (rank as usize) < first.len() => {
                state.cells_of(first[rank as usize])
            }
            Releases::Sets { .. } => {
                let (mut before, mut found) = (0, 0);
                let _ = state.each_release(rules, &mut |few| {
                    found = few;
                    before += 1;
                    if before > rank { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                state.cells_of(found)
            }
        }
    }

    fn is_of(action: &Action) -> bool {
        matches!(action, Action::Release(_))
    }

    fn locate<const W: usize>(
        state: &State<W>,
        rules: &Rules<W>,
        action: &Action,
    ) -> Result<Set<W>, IllegalReason> {
        let Action::Release(cells) = action else { return Err(IllegalReason::Kind) };
        state.release_allowed(rules, cells)
    }

    #[inline(always)]
    fn action<const W: usize>(state: &State<W>, cells: Set<W>) -> Action {
        Action::Release(cells.iter().map(|number| state.plane.cell(number)).collect::<CellSet>())
    }

    #[inline(always)]
    fn make<const W: usize>(state: &mut State<W>, cells: Set<W>) {
        state.release(cells);
    }
}

impl<const W: usize> State<W> {
    /// The number of tiles that can still be laid.
    #[inline(always)]
    fn room(&self, rules: &Rules<W>) -> u32 {
        u32::from(rules.most_tiles.saturating_sub(self.laid))
    }

    /// Whether the side to move can release anything.
    #[inline(always)]
    fn some_release(&self, rules: &Rules<W>) -> bool {
        !self.openers.is_empty() & (self.room(rules) > 0)
    }

    /// Calls `each` with every set of prisoners that can be released, until `each` returns `Break`.
    #[inline(always)]
    fn each_release(
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
    fn cells_of(&self, few: PrisonerMask) -> Set<W> {
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
    fn release_allowed(&self, rules: &Rules<W>, cells: &[Cell]) -> Result<Set<W>, IllegalReason> {
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
    fn release(&mut self, cells: Set<W>) {
        let side = self.mover();
        for number in cells.iter() {
            let counts = self.take_prisoner(number).counts();
            self.hands[0] += counts[0];
            self.hands[1] += counts[1];
            self.lay(side, number);
        }
    }

    /// The prisoners and their neighbourhoods.
    #[inline(always)]
    fn indexed_prisoners(&self) -> Prisoners {
        let mut few = Prisoners { near: [0; 32], one_tile: 0, two_tiles: 0 };
        for (number, i) in self.prisoners.iter().zip(0..32_usize) {
            let near = self.cell_state(number).near;
            few.one_tile |= PrisonerMask::from(near.tiles() != 0) << i;
            few.two_tiles |= PrisonerMask::from(self.openers.has(number)) << i;
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
