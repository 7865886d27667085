//! Dealing in play: a free stack of the player is lifted and dealt out along a line, one stone on every cell in turn, the bottom
//! stone first. On a cell without a tile, all remaining stones make a prisoner.

use super::Deal;
use super::deals::NumberedDeal;
use crate::actions::OfStacks;
use crate::board::Cell;
use crate::rules::tiles::{CellState, Directions, NOWHERE, Number, Rules, State, Things, expect, line};
use crate::rules::{Action, IllegalReason, Slot};
use crate::variant::OntoPrisoner;

/// The slots that allow deals.
#[derive(Clone, Copy)]
pub struct DealSlots {
    /// Deals that make a prisoner.
    raid: Option<Slot>,
    /// Other deals.
    other: Option<Slot>,
}

impl OfStacks for Deal {
    type Slots = DealSlots;
    type Numbered<const W: usize> = NumberedDeal;
    type Legal<'s, const W: usize> = &'s [NumberedDeal];
    const NOT_OFFERED: IllegalReason = IllegalReason::WrongPrisoner;
    const SORTS: u32 = 2;

    fn slots<'a>(slots: impl Iterator<Item = (Slot, &'a Self)> + Clone) -> DealSlots {
        let dealing = |prisoner| {
            let mut slots = slots.clone();
            let allows = |deal: &Self| deal.makes_prisoner.is_none_or(|wanted| wanted == prisoner);
            slots.find(|(_, deal)| allows(deal)).map(|(slot, _)| slot)
        };
        DealSlots { raid: dealing(true), other: dealing(false) }
    }

    fn offered_sorts(slots: DealSlots) -> u32 {
        Self::sorts(slots.raid.is_some(), slots.other.is_some())
    }

    #[inline(always)]
    fn slot<const W: usize>(slots: DealSlots, deal: &NumberedDeal) -> Option<Slot> {
        if deal.prisoner { slots.raid } else { slots.other }
    }

    #[inline(always)]
    fn possible_sorts<const W: usize>(state: &State<W>, _: &Rules<W>) -> u32 {
        Self::sorts(state.deals.any_raids(), state.deals.any_others())
    }

    fn each<const W: usize>(
        state: &State<W>,
        rules: &Rules<W>,
        slots: DealSlots,
        each: impl FnMut(NumberedDeal),
    ) {
        Self::legal(state, rules, slots).iter().copied().for_each(each);
    }

    #[inline(always)]
    fn legal<'s, const W: usize>(state: &'s State<W>, _: &Rules<W>, slots: DealSlots) -> &'s [NumberedDeal] {
        state.deals.of_kind(slots.raid.is_some(), slots.other.is_some())
    }

    #[inline(always)]
    fn count<const W: usize>(legal: &&[NumberedDeal]) -> u32 {
        legal.len() as u32
    }

    #[inline(always)]
    fn nth<const W: usize>(_: &State<W>, _: &Rules<W>, legal: &&[NumberedDeal], rank: u32) -> NumberedDeal {
        legal[rank as usize]
    }

    fn is_of(action: &Action) -> bool {
        matches!(action, Action::Deal { .. })
    }

    fn locate<const W: usize>(
        state: &State<W>,
        rules: &Rules<W>,
        action: &Action,
    ) -> Result<NumberedDeal, IllegalReason> {
        let Action::Deal { from, to } = *action else { return Err(IllegalReason::Kind) };
        state.deal_allowed(rules, from, to)
    }

    #[inline(always)]
    fn action<const W: usize>(state: &State<W>, deal: NumberedDeal) -> Action {
        Action::Deal { from: state.plane.cell(deal.from), to: state.plane.cell(deal.to) }
    }

    #[inline(always)]
    fn make<const W: usize>(state: &mut State<W>, deal: NumberedDeal) {
        state.deal_out(deal);
    }

    /// Finds all deals.
    #[inline(always)]
    fn find<const W: usize>(state: &mut State<W>, rules: &Rules<W>) {
        state.find_deals(rules);
    }

    fn verify<const W: usize>(state: &State<W>, rules: &Rules<W>) -> Result<(), String> {
        let mut built = state.clone();
        built.find_deals(rules);
        for prisoner in [true, false] {
            let of = |state: &State<W>| state.deals.of_kind(prisoner, !prisoner).to_vec();
            expect(of(state) == of(&built), "the cached deals differ from the recomputed ones")?;
            expect(of(state).iter().all(|deal| deal.prisoner == prisoner), "a deal has the wrong kind")?;
        }
        Ok(())
    }
}

impl Deal {
    /// Deals that make a prisoner are one sort, others another.
    #[inline(always)]
    fn sorts(raids: bool, others: bool) -> u32 {
        u32::from(raids) | u32::from(others) << 1
    }
}

impl<const W: usize> State<W> {
    /// Finds all deals of the side to move.
    #[inline(always)]
    fn find_deals(&mut self, rules: &Rules<W>) {
        let side = self.mover();
        self.deals.clear();
        if self.free[1 - side].is_empty() {
            return;
        }
        let mut stacks = self.free[side].iter();
        loop {
            // The directions of up to eight stacks are packed into one word: a single loop over them mispredicts its end once,
            // rather than once for each stack.
            let (mut from, mut ways, mut count) = ([NOWHERE; 8], 0_u64, 0);
            while count < from.len()
                && let Some(stack) = stacks.next()
            {
                from[count] = stack;
                ways |= u64::from(self.ways_from(stack)) << (8 * count);
                count += 1;
            }
            while ways != 0 {
                let way = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                if let Ok(deal) = self.deal_along(rules, from[way / 8], way % 8) {
                    self.deals.push(deal);
                }
            }
            if count < from.len() {
                return;
            }
        }
    }

    /// The directions in which the first stack may be an enemy's. The next cell alone rules out most directions. All directions
    /// are filtered at once, without a branch for each.
    #[inline(always)]
    fn ways_from(&self, from: Number) -> Directions {
        let CellState { near, stack, .. } = *self.cell_state(from);
        let passes_by = Directions::from(stack.height() > 1).wrapping_neg();
        near.free(1 - self.mover()) | near.bare() & passes_by
    }

    /// The deal of the stack on `from` in `direction`, if it is legal.
    ///
    /// The first stack on a tile along the way must be the enemy's, and at most as high as the dealt stack. Stacks on the tiles
    /// behind it do not matter. Each cell stores what is next to it, so the end of the path is known without a lookup.
    #[inline(always)]
    fn deal_along(
        &self,
        rules: &Rules<W>,
        from: Number,
        direction: usize,
    ) -> Result<NumberedDeal, IllegalReason> {
        let leads = |at, things| self.cell_state(at).near.leads_to(things, direction);
        let height = self.stack(from).height();
        let (mut at, mut held) = (from, height);
        while held > 1 && leads(at, Things::BARE) {
            at = self.plane.next(at, direction);
            held -= 1;
        }
        let met = self.plane.next(at, direction);
        if !leads(at, Things::FREE[1 - self.mover()]) || self.stack(met).height() > height {
            return Err(IllegalReason::NoVictim);
        }
        (at, held) = (met, held - 1);
        while held > 0 && leads(at, Things::TILE) {
            at = self.plane.next(at, direction);
            held -= 1;
        }
        let prisoner = held > 0;
        if prisoner {
            at = self.plane.next(at, direction);
            if at == NOWHERE {
                return Err(IllegalReason::OffBoard);
            }
            if rules.onto_prisoner == OntoPrisoner::Forbidden && !self.stack(at).is_empty() {
                return Err(IllegalReason::OntoPrisoner);
            }
        }
        Ok(NumberedDeal { from, to: at, direction: direction as u8, prisoner })
    }

    /// The deal of the stack on `from` that ends on `to`, if it is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn deal_allowed(&self, rules: &Rules<W>, from: Cell, to: Cell) -> Result<NumberedDeal, IllegalReason> {
        let number = self.plane.number(from);
        if !self.free[self.mover()].has(number) {
            return Err(IllegalReason::NoStack);
        }
        let height = self.stack(number).height();
        let along = line(from, to).filter(|&(_, far)| far <= height);
        let (direction, _) = along.ok_or(IllegalReason::WrongDeal)?;
        let deal = self.deal_along(rules, number, direction)?;
        if self.plane.cell(deal.to) == to { Ok(deal) } else { Err(IllegalReason::WrongDeal) }
    }

    /// Deals out a stack.
    #[inline(always)]
    fn deal_out(&mut self, deal: NumberedDeal) {
        let side = self.mover();
        let mut held = self.take_free_stack(deal.from);
        let mut at = deal.from;
        while !held.is_empty() {
            at = self.plane.next(at, deal.direction.into());
            if at == deal.to {
                self.captured[side] += if deal.prisoner { u32::from(held.counts()[1 - side]) } else { 0 };
                self.put(at, held);
                return;
            }
            self.put(at, held.take_lowest());
        }
    }
}
