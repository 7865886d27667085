//! Dealing: a free stack of the player is lifted and dealt out along a line, one stone on every cell in turn, the bottom stone
//! first. On a cell without a tile, all remaining stones make a prisoner.

use super::cell_state::{CellState, Things};
use super::compile::Rules;
use super::deals::Deal;
use super::plane::{Directions, NOWHERE, Number, line};
use super::state::State;
use crate::board::Cell;
use crate::rules::illegal::IllegalReason;
use crate::variant::OntoPrisoner;

impl<const W: usize> State<W> {
    /// Finds all deals of the side to move.
    #[inline(always)]
    pub fn find_deals(&mut self, rules: &Rules<W>) {
        let side = self.mover();
        self.deals.clear();
        if self.free[1 - side].is_empty() {
            return;
        }
        let mut stacks = self.free[side].iter();
        loop {
            // The directions of up to eight stacks in one word: a single loop over all of them mispredicts its end once, rather
            // than once for each stack.
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
    /// The first stack on a tile along the way must be the enemy's, and at most as high as the dealt one. Stacks on the tiles
    /// behind it do not matter. Each cell stores what is next to it, so the end of the path is known without a lookup.
    #[inline(always)]
    fn deal_along(&self, rules: &Rules<W>, from: Number, direction: usize) -> Result<Deal, IllegalReason> {
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
        Ok(Deal { from, to: at, direction: direction as u8, prisoner })
    }

    /// The deal of the stack on `from` that ends on `to`, if it is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn deal_allowed(&self, rules: &Rules<W>, from: Cell, to: Cell) -> Result<Deal, IllegalReason> {
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
    pub fn deal_out(&mut self, deal: Deal) {
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
