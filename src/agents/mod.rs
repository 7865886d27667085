//! Agents: who chooses the actions. They know a position and chance, and nothing of files or of each
//! other.

mod greedy;
mod random;
mod spec;

pub use greedy::Greedy;
pub use random::{Random, spared};
pub use spec::{AgentSpec, ParseAgentError};

use crate::rules::{Action, Position};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Chooses actions for one player.
pub trait Agent: Send {
    /// A legal action for the player to move. The position comes back as it was.
    ///
    /// All chance comes from `rng`, so that a game can be played again.
    ///
    /// # Panics
    /// If the game is over.
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action;
}
