//! Plays actions and advances the turn.

use super::compile::Rules;
use super::state::State;
use crate::actions::Numbered;
use crate::rules::action::Action;
use crate::rules::turn::TurnFlow;

impl<const W: usize> State<W> {
    /// Plays a legal action.
    pub fn act(&mut self, rules: &Rules<W>, action: Action) {
        let numbered = Numbered::locate(self, rules, &action);
        debug_assert!(numbered.is_ok(), "{action} is illegal");
        if let Ok(numbered) = numbered {
            self.make(rules, numbered);
        }
    }

    /// Plays a legal action given in terms of cell numbers.
    #[inline(always)]
    pub fn make(&mut self, rules: &Rules<W>, action: Numbered<W>) {
        let slot = self.offered(rules).slot(&action);
        match action {
            Numbered::Swap => return self.swap(rules),
            Numbered::Pass => return self.pass(rules),
            _ => action.make(self),
        }
        if let Some(slot) = slot {
            self.made(rules, slot);
        }
    }
}
