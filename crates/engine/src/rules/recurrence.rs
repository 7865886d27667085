//! Arrangements of stones that return: when one has stood often enough with the same side to move, some games are over.
//!
//! What counts is the start of the game and the end of each turn that is not passed. Play without end would have to return to one of
//! these again and again, since passed turns in a row end the game.

use super::cells::Cells;
use super::compile::Rules;
use super::outcome::{Outcome, Reason};
use super::processor::compiled;
use super::state::State;
use super::turn::TurnFlow;
use crate::variant::{Repeated, RepetitionResult};

/// Added to the hash of an arrangement with the second side to move.
const SECOND_TO_MOVE: u64 = 0x2545_f491_4f6c_dd1d;

impl<S: Cells, const D: usize> State<S, D> {
    /// The hash of the arrangement on the board with the side to move.
    #[inline(always)]
    pub fn arrangement_to_move(&self, rules: &Rules<S, D>) -> u64 {
        let to_move = if self.mover() == 0 { 0 } else { SECOND_TO_MOVE };
        rules.arrangement_on_board(self).wrapping_add(to_move)
    }

    /// Forgets all arrangements but the one on the board, if their return can end the game.
    #[inline(always)]
    pub fn restart_recurrence(&mut self, rules: &Rules<S, D>) {
        if rules.plan.repeated.is_some() {
            self.stood.clear();
            if self.progress.passes == 0 {
                self.stood.add(self.arrangement_to_move(rules));
            }
        }
    }

    /// Counts the arrangement in which the last turn has ended, unless the turn was passed, and ends the game if it has stood often
    /// enough.
    #[inline(always)]
    fn count_return(&mut self, rules: &Rules<S, D>, repeated: Repeated) {
        if self.progress.passes > 0 {
            return;
        }
        let hash = self.arrangement_to_move(rules);
        self.stood.add(hash);
        if self.stood.times(hash) >= usize::from(repeated.times) {
            self.progress.outcome = Some(match repeated.result {
                RepetitionResult::Draw => Outcome::drawn(Reason::Repetition),
                // The turn has passed to the opponent.
                RepetitionResult::Loses => Outcome::won(Reason::Repetition, self.owner(self.mover())),
            });
        }
    }
}

compiled! {
    pub fn count_return(state: &mut State<S, D>, rules: &Rules<S, D>, repeated: Repeated) => state.count_return(rules, repeated);
}
