//! The legal actions of a position: listing, counting and checking them.

use super::compile::Rules;
use super::state::State;
use crate::actions::{Numbered, Offered};
use crate::rules::action::{Action, ActionList};
use crate::rules::illegal::IllegalReason;
use crate::rules::turn::TurnFlow;

impl<const W: usize> State<W> {
    /// The current choices of the player.
    #[inline(always)]
    pub fn offered<'r>(&self, rules: &'r Rules<W>) -> &'r Offered {
        &rules.offered[usize::from(self.progress.choices)]
    }

    /// The number of legal actions.
    pub fn count(&self, rules: &Rules<W>) -> u32 {
        if self.progress.outcome.is_some() {
            return 0;
        }
        self.offered(rules).count(self, rules)
            + u32::from(self.may_swap(rules))
            + u32::from(self.may_pass(rules))
    }

    /// Fills `into` with all legal actions: those of each kind sorted by cells, swap, pass.
    pub fn list(&self, rules: &Rules<W>, into: &mut ActionList) {
        into.clear();
        if self.progress.outcome.is_some() {
            return;
        }
        self.offered(rules).each(self, rules, |action| into.push(action.action(self)));
        // The actions are sorted by cell, because the numbers of cells depend on the history of the game.
        into.sort_unstable();
        if self.may_swap(rules) {
            into.push(Action::Swap);
        }
        if self.may_pass(rules) {
            into.push(Action::Pass);
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
                let numbered = Numbered::locate(self, rules, &action)?;
                match self.offered(rules).slot(&numbered) {
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
        self.all_offered(rules).any(|offered| offered.has_kind_of(&action))
    }

    /// Why `action` is illegal now, although the stones and tiles allow it.
    fn why_not(&self, rules: &Rules<W>, action: &Numbered<W>) -> IllegalReason {
        if self.all_offered(rules).all(|offered| offered.slot(action).is_none()) {
            return action.not_offered();
        }
        let mut outranked = Self::offered_by(rules, &self.choices(rules).outranked);
        if outranked.any(|offered| offered.slot(action).is_some()) {
            IllegalReason::Precedence
        } else {
            IllegalReason::Kind
        }
    }
}

/// Whether the cells of `action` exist.
fn on_board<const W: usize>(rules: &Rules<W>, action: &Action) -> bool {
    action.named(|cells| cells.iter().all(|&cell| rules.variant.board.contains(cell)))
}
