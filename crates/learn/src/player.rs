//! The player that looks one action ahead with a learned evaluation.

use crate::evaluator::Evaluator;
use crate::layout::Layout;
use crate::weights::Tables;
use dropline_agents::{Agent, playout_policy};
use dropline_engine::chance;
use dropline_engine::rules::{Action, ActionList, Player, Position};
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
        self.evaluator.set(position);
        let next = self.next.get_or_insert_with(|| position.boxed_clone());
        let is_first = (position.to_move() == Player::First) != position.swapped();
        let (mut best, mut value, mut ties) = (self.legal[0], i32::MIN, 0);
        for &action in &self.legal {
            next.assign(position);
            next.play(action);
            let after = self.evaluator.noisy_value_after(&self.tables, &**next, rng);
            let after = if is_first { after } else { -after };
            if after > value {
                (best, value, ties) = (action, after, 1);
            } else if after == value {
                ties += 1;
                if chance::below(rng, ties) == 0 {
                    best = action;
                }
            }
        }
        best
    }
}
