//! The legal actions of a position: listing, counting and checking them.

use super::compile::{Offered, Rules};
use super::deals::Deal;
use super::plane::Number;
use super::set::Set;
use super::sets::PrisonerMask;
use super::state::State;
use crate::board::CellSet;
use crate::rules::action::{Action, ActionList};
use crate::rules::illegal::IllegalReason;
use crate::rules::plan::Slot;
use crate::rules::turn::TurnFlow;
use std::ops::ControlFlow;

/// An action in terms of cell numbers.
#[derive(Clone, Copy)]
pub enum Numbered<const W: usize> {
    /// A stone goes on a tile.
    Drop(Number),
    /// A stack is dealt out.
    Deal(Deal),
    /// Prisoners are released.
    Release(Set<W>),
    /// The player takes the other side.
    Swap,
    /// The turn ends.
    Pass,
}

impl<const W: usize> State<W> {
    /// The current choices of the player.
    #[inline(always)]
    pub fn offered<'r>(&self, rules: &'r Rules<W>) -> &'r Offered {
        &rules.offered[usize::from(self.progress.choices)]
    }

    /// The deals that are `offered`.
    #[inline(always)]
    pub fn deals_on(&self, offered: &Offered) -> &[Deal] {
        self.deals.of_kind(offered.raid.is_some(), offered.deal.is_some())
    }

    /// The number of tiles for which a drop is `offered`.
    #[inline(always)]
    pub fn count_drops_on(&self, offered: &Offered) -> u32 {
        if offered.drop.is_some() { self.count_drops() } else { 0 }
    }

    /// The tiles for which a drop is `offered`.
    #[inline(always)]
    pub fn drops_on(&self, offered: &Offered) -> Set<W> {
        if offered.drop.is_some() { self.drops() } else { Set::none() }
    }

    /// Calls `each` with every release that is `offered`, until it returns `Break`.
    #[inline(always)]
    pub fn each_release_on(
        &self,
        rules: &Rules<W>,
        offered: &Offered,
        each: &mut impl FnMut(PrisonerMask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if offered.release.is_some() { self.each_release(rules, each) } else { ControlFlow::Continue(()) }
    }

    /// How many releases are `offered`.
    #[inline(always)]
    pub fn count_releases_on(&self, rules: &Rules<W>, offered: &Offered) -> u32 {
        let mut count = 0_u32;
        let _ = self.each_release_on(rules, offered, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether any of the `offered` actions except `pass` is legal.
    #[inline(always)]
    pub fn some_on(&self, rules: &Rules<W>, offered: &Offered) -> bool {
        self.deals.any_of_kind(offered.raid.is_some(), offered.deal.is_some())
            || self.count_drops_on(offered) > 0
            || offered.release.is_some() && self.some_release(rules)
    }

    /// How many actions are legal.
    pub fn count(&self, rules: &Rules<W>) -> u32 {
        if self.progress.outcome.is_some() {
            return 0;
        }
        let offered = self.offered(rules);
        self.count_drops_on(offered)
            + self.deals_on(offered).len() as u32
            + self.count_releases_on(rules, offered)
            + u32::from(self.may_swap(rules))
            + u32::from(self.may_pass(rules))
    }

    /// Fills `into` with all legal actions: drops, deals and releases, each kind sorted by cells, swap, pass.
    pub fn list(&self, rules: &Rules<W>, into: &mut ActionList) {
        into.clear();
        if self.progress.outcome.is_some() {
            return;
        }
        let offered = self.offered(rules);
        into.extend(self.drops_on(offered).iter().map(|number| self.named(Numbered::Drop(number))));
        into.extend(self.deals_on(offered).iter().map(|&deal| self.named(Numbered::Deal(deal))));
        let _ = self.each_release_on(rules, offered, &mut |few| {
            into.push(self.named(Numbered::Release(self.cells_of(few))));
            ControlFlow::Continue(())
        });
        // The actions are sorted by cell, because the numbers of cells depend on the history of the game.
        into.sort_unstable();
        if self.may_swap(rules) {
            into.push(Action::Swap);
        }
        if self.may_pass(rules) {
            into.push(Action::Pass);
        }
    }

    /// The action in terms of cells.
    #[inline(always)]
    pub fn named(&self, action: Numbered<W>) -> Action {
        let cell = |number| self.plane.cell(number);
        match action {
            Numbered::Drop(number) => Action::Drop(cell(number)),
            Numbered::Deal(deal) => Action::Deal { from: cell(deal.from), to: cell(deal.to) },
            Numbered::Release(cells) => Action::Release(cells.iter().map(cell).collect::<CellSet>()),
            Numbered::Swap => Action::Swap,
            Numbered::Pass => Action::Pass,
        }
    }

    /// The action in terms of cell numbers, if the stones and tiles allow it, whether or not the turn offers it.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn numbered(&self, rules: &Rules<W>, action: Action) -> Result<Numbered<W>, IllegalReason> {
        match action {
            Action::Drop(cell) => self.drop_allowed(cell).map(Numbered::Drop),
            Action::Deal { from, to } => self.deal_allowed(rules, from, to).map(Numbered::Deal),
            Action::Release(cells) => self.release_allowed(rules, &cells).map(Numbered::Release),
            Action::Swap => Ok(Numbered::Swap),
            Action::Pass => Ok(Numbered::Pass),
            _ => Err(IllegalReason::Kind),
        }
    }

    /// Whether `action` is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn allows(&self, rules: &Rules<W>, action: Action) -> Result<(), IllegalReason> {
        match action {
            _ if self.progress.outcome.is_some() => Err(IllegalReason::Over),
            Action::Pass if self.may_pass(rules) => Ok(()),
            Action::Pass => Err(IllegalReason::Compulsory),
            Action::Swap if self.may_swap(rules) => Ok(()),
            Action::Swap => Err(IllegalReason::NoSwap),
            _ if !self.offers_kind_of(rules, action) => Err(IllegalReason::Kind),
            _ if !on_board(rules, &action) => Err(IllegalReason::OffBoard),
            _ => {
                let numbered = self.numbered(rules, action)?;
                match offer_in(self.offered(rules), &numbered) {
                    Some(_) => Ok(()),
                    None => Err(self.why_not(rules, &numbered)),
                }
            }
        }
    }

    /// What each of `choices` offers.
    fn offered_by<'r>(
        rules: &'r Rules<W>,
        choices: &'r [u16],
    ) -> impl Iterator<Item = &'r Offered> + use<'r, W> {
        choices.iter().map(|&choices| &rules.offered[usize::from(choices)])
    }

    /// Everything that this point of the turn offers in any tier, possible or not.
    fn all_offered<'r>(&self, rules: &'r Rules<W>) -> impl Iterator<Item = &'r Offered> + use<'r, W> {
        let choices = self.choices(rules);
        let others = [&choices.outranked, &choices.impossible].into_iter();
        std::iter::once(self.offered(rules))
            .chain(others.flat_map(|choices| Self::offered_by(rules, choices)))
    }

    /// Whether an action of this kind is offered now in any tier.
    fn offers_kind_of(&self, rules: &Rules<W>, action: Action) -> bool {
        self.all_offered(rules).any(|offered| match action {
            Action::Drop(_) => offered.drop.is_some(),
            Action::Deal { .. } => offered.raid.or(offered.deal).is_some(),
            Action::Release(_) => offered.release.is_some(),
            _ => false,
        })
    }

    /// Why `action` is illegal now, although the stones and tiles allow it.
    fn why_not(&self, rules: &Rules<W>, action: &Numbered<W>) -> IllegalReason {
        if let Numbered::Deal(deal) = action
            && self.all_offered(rules).all(|offered| offered.dealing(deal.prisoner).is_none())
        {
            return IllegalReason::WrongPrisoner;
        }
        let mut outranked = Self::offered_by(rules, &self.choices(rules).outranked);
        if outranked.any(|offered| offer_in(offered, action).is_some()) {
            IllegalReason::Precedence
        } else {
            IllegalReason::Kind
        }
    }
}

/// The slot of `offered` that allows `action`. The caller has checked that the stones and tiles allow it.
#[inline(always)]
pub fn offer_in<const W: usize>(offered: &Offered, action: &Numbered<W>) -> Option<Slot> {
    match action {
        Numbered::Drop(_) => offered.drop,
        Numbered::Deal(deal) => offered.dealing(deal.prisoner),
        Numbered::Release(_) => offered.release,
        Numbered::Swap | Numbered::Pass => None,
    }
}

/// Whether the cells of `action` exist.
fn on_board<const W: usize>(rules: &Rules<W>, action: &Action) -> bool {
    let board = &rules.variant.board;
    match action {
        Action::Drop(cell) => board.contains(*cell),
        Action::Deal { from, to } => board.contains(*from) && board.contains(*to),
        Action::Release(cells) => cells.iter().all(|&cell| board.contains(cell)),
        _ => true,
    }
}
