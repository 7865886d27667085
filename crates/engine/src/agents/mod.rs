//! Agents: who chooses the actions. They know a position and chance, and nothing of files or of each
//! other.

mod game;
mod greedy;
pub mod mcts;
mod random;
mod spec;

pub use game::{Event, play_game};
pub use greedy::Greedy;
pub use mcts::Mcts;
pub use random::{Random, spared};
pub use spec::{AgentSpec, ParseAgentError};

use crate::rules::{Action, Position};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Chooses actions for one player, in one game after another.
///
/// An agent that remembers has to learn what happens: that a game begins, and every action of both players. [`play_game`]
/// sees to that.
pub trait Agent: Send {
    /// A game begins; what the agent learnt in an earlier one must not influence it.
    fn new_game(&mut self) {}

    /// One of the players, whoever it is, makes `action`.
    fn played(&mut self, action: Action) {
        let _ = action;
    }

    /// A legal action for the player to move. The position comes back as it was.
    ///
    /// All chance comes from `rng`, so that a game can be played again.
    ///
    /// # Panics
    /// If the game is over.
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action;

    /// Plays the action that [`Agent::choose`] would have chosen.
    ///
    /// # Panics
    /// If the game is over.
    fn play(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        let action = self.choose(position, rng);
        position.play(action);
        action
    }
}
