//! The agent that knows nothing.

use super::Agent;
use crate::rules::{Action, Position};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Chooses uniformly among the legal actions other than `pass`, and passes only if nothing else is legal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Agent for Random {
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        position.random_action(rng)
    }
}
