//! The player that looks one action ahead with a learned evaluation.

use crate::evaluator::{Evaluator, noisy};
use crate::layout::Layout;
use crate::weights::Tables;
use dropline_agents::{Agent, playout_policy};
use dropline_engine::chance;
use dropline_engine::rules::{Action, ActionList, Position};
use dropline_engine::variant::Side;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;

/// Plays the action after which the evaluation, with a little noise, is best for it.
///
/// Like `random`, it does not fill its own eyes where games would never end otherwise.
#[derive(Debug)]
pub struct Learned {
    evaluator: Evaluator,
    tables: Arc<Tables>,
    legal: ActionList,
    next: Option<Box<dyn Position>>,
}

impl Learned {
    /// A player with these weights.
    pub fn new(layout: Arc<Layout>, tables: Arc<Tables>) -> Self {
        Self { evaluator: Evaluator::new(layout), tables, legal: ActionList::new(), next: None }
    }
}

impl Agent for Learned {
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        position.legal_actions(&mut self.legal);
        position.remove_excluded(playout_policy(position.variant()), &mut self.legal);
        self.evaluator.shortlist(&self.tables, position, &mut self.legal);
        self.evaluator.set(position);
        let next = self.next.get_or_insert_with(|| position.boxed_clone());
        let mut best = Best::of(position.side_to_move(), self.legal[0]);
        self.evaluator.values_after(
            &self.tables,
            position,
            &self.legal,
            &mut **next,
            |action, next, value| {
                let value = noisy(value, next, rng);
                best.offer(action, value, rng);
            },
        );
        best.action
    }
}

/// The best action found so far for the side to move. Ties are broken at random.
pub(crate) struct Best {
    side: Side,
    /// The action.
    pub action: Action,
    /// The evaluation after it, for the side to move.
    value: i32,
    ties: u32,
}

impl Best {
    /// Before any action is offered: `action` stands for whichever comes first.
    pub const fn of(side: Side, action: Action) -> Self {
        Self { side, action, value: i32::MIN, ties: 0 }
    }

    /// Takes `action` if `after`, the evaluation after it for the first side, is better for the side to move.
    #[inline]
    pub fn offer(&mut self, action: Action, after: i32, rng: &mut Xoshiro256PlusPlus) {
        let after = if self.side == Side::First { after } else { -after };
        if after > self.value {
            (self.action, self.value, self.ties) = (action, after, 1);
        } else if after == self.value {
            self.ties += 1;
            if chance::below(rng, self.ties) == 0 {
                self.action = action;
            }
        }
    }

    /// The evaluation after the best action, for the first side.
    pub fn value(&self) -> i32 {
        if self.side == Side::First { self.value } else { -self.value }
    }
}
