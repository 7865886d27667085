//! Agents, which choose the actions. They see a position and a random stream, but no files and no other agents.
//!
//! An agent reads no clock unless it has a time budget, and starts no threads unless its options ask for them.

mod game;
mod greedy;
mod hint;
pub mod mcts;
mod mirror;
mod proof;
mod random;
mod spec;

pub use game::{Event, play_game, play_turns};
pub use greedy::Greedy;
pub use hint::{ADVISER, Hint, hint, reason_without_score};
pub use mcts::Mcts;
pub use mirror::{Mirror, copying};
pub use proof::Proof;
pub use random::{Random, playout_policy};
pub use spec::{AgentSpec, Fallback, ParseAgentError};

use dropline_engine::rules::{Action, Position, Trace};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Chooses actions for one player, in one game after another.
///
/// An agent with memory must be notified of the beginning of a game and of every action of both players. [`play_game`] does that.
pub trait Agent: Send {
    /// Called when a game begins. Earlier games must not influence the agent.
    fn new_game(&mut self) {}

    /// Called when one of the players has taken `action`.
    fn played(&mut self, action: Action) {
        let _ = action;
    }

    /// Called when the other player has taken a turn of these `actions`.
    fn played_all(&mut self, actions: &[Action]) {
        actions.iter().for_each(|&action| self.played(action));
    }

    /// Returns a legal action for the player to move. Leaves the position unchanged.
    ///
    /// All randomness comes from `rng`, so that a game can be replayed.
    ///
    /// # Panics
    /// Panics if the game is over.
    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action;

    /// Like [`Agent::choose`], but for agents that can fail, such as external programs.
    ///
    /// # Errors
    /// Returns an error if it fails to choose a legal action. The game cannot continue.
    ///
    /// # Panics
    /// Panics if the game is over.
    fn try_choose(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, AgentError> {
        Ok(self.choose(position, rng))
    }

    /// Plays the action that [`Agent::try_choose`] would have chosen.
    ///
    /// # Errors
    /// Same as [`Agent::try_choose`].
    ///
    /// # Panics
    /// Panics if the game is over.
    fn try_play(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, AgentError> {
        let action = self.try_choose(position, rng)?;
        position.play(action);
        Ok(action)
    }

    /// Like [`Agent::try_play`], but also returns the number of legal actions.
    ///
    /// # Errors
    /// Same as [`Agent::try_choose`].
    ///
    /// # Panics
    /// Panics if the game is over.
    fn play_counted(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<(Action, u32), AgentError> {
        let legal = position.count_legal();
        Ok((self.try_play(position, rng)?, legal))
    }

    /// Plays to the end of the turn with [`Agent::try_play`], and records each action and the number of legal actions in `trace`.
    /// The agent is notified of its own actions as it plays them.
    ///
    /// # Errors
    /// Same as [`Agent::try_choose`].
    ///
    /// # Panics
    /// Panics if the game is over.
    fn play_turn(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
        trace: &mut Trace,
    ) -> Result<(), AgentError> {
        let turn = position.turns();
        while position.turns() == turn && position.outcome().is_none() {
            let (action, legal) = self.play_counted(position, rng)?;
            trace.note(action, legal);
            self.played(action);
        }
        Ok(())
    }
}

/// An agent that searches, whose budget can be changed and whose search can be stopped.
pub trait Search: Agent {
    /// Sets the budget from now on.
    fn set_budget(&mut self, budget: mcts::Budget);

    /// Ends searches when `stop` becomes true, after at least one iteration.
    fn stop_by(&mut self, stop: Arc<AtomicBool>);

    /// The number of iterations run for the last choice, without those kept from earlier choices.
    fn iterations(&self) -> u32;

    /// The expected result of the last choice for the player that made it, from 0 for a loss to 1 for a win; `None` if the agent does not
    /// know. An only legal action is chosen without a search, so its result may be unknown, or a guess.
    fn expectation(&self) -> Option<f64>;
}

/// Why an agent does not choose an action.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// It cannot continue its game, for this reason, in words.
    #[error("{0}")]
    Failed(String),
    /// It gives the game up. [`play_game`] and [`play_turns`] end the game with its defeat.
    #[error("the agent resigned")]
    Resigned,
}

impl From<AgentError> for String {
    fn from(error: AgentError) -> Self {
        error.to_string()
    }
}
