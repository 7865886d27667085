//! Makes actions and advances the turn.

use super::compile::Rules;
use super::legal::{Numbered, offer_in};
use super::state::State;
use crate::rules::action::Action;
use crate::rules::turn::TurnFlow;

impl<const W: usize> State<W> {
    /// Makes a legal action.
    pub fn act(&mut self, rules: &Rules<W>, action: Action) {
        let numbered = self.numbered(rules, action);
        debug_assert!(numbered.is_ok(), "{action} is illegal");
        if let Ok(numbered) = numbered {
            self.make(rules, numbered);
        }
    }

    /// Makes a legal action given in terms of cell numbers.
    #[inline(always)]
    pub fn make(&mut self, rules: &Rules<W>, action: Numbered<W>) {
        let slot = offer_in(self.offered(rules), &action);
        match action {
            Numbered::Drop(number) => self.drop_stone(number),
            Numbered::Deal(deal) => self.deal_out(deal),
            Numbered::Release(cells) => self.release(cells),
            Numbered::Swap => return self.swap(rules),
            Numbered::Pass => return self.pass(rules),
        }
        if let Some(slot) = slot {
            self.made(rules, slot);
        }
    }
}
