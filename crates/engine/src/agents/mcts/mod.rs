//! The agent that searches: Monte-Carlo tree search on single actions.
//!
//! An iteration (`search`) goes down the `tree` from the root, the position to be played in, by the child that promises
//! most; plays on from the first position that is not part of the tree, at random but for answers to threats; and adds the
//! result (`reward`) to every node on its way, and to what is known of every stone that was placed (`amaf`). A turn may be
//! several actions of one player: each node keeps who moves there, rewards and what is proven (`solver`) are the first
//! player's throughout, and no sign depends on depth.
//!
//! Where there are hundreds or thousands of legal actions, most are not tried for long: `ranking` puts them in the order in
//! which `greedy` would take them, and progressive widening lets more of them in the more visits there are, those whose
//! stones have won most first.
//!
//! The tree is kept from action to action, below what was really played. With a budget of iterations all chance comes
//! from the game's random stream, and the choices are the same on every machine.

mod amaf;
mod options;
mod ranking;
mod reward;
mod search;
mod settings;
mod solver;
mod tree;

pub use options::{Decimal, MctsOption, OPTIONS, ParseOptionError};
pub use settings::{Budget, MctsSettings, ParseSettingsError};

use crate::agents::Agent;
use crate::rules::{Action, ActionList, Position};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{Search, Tuning};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tree::Tree;

/// After how many iterations it is asked whether the others can still change the choice.
const SETTLED_EVERY: u32 = 32;

/// Monte-Carlo tree search.
pub struct Mcts {
    budget: Budget,
    tuning: Tuning,
    tree: Tree,
    search: Search,
    /// The position that iterations play on.
    scratch: Option<Box<dyn Position>>,
    /// The legal actions; kept for its memory.
    legal: ActionList,
    /// Iterations made for the last choice.
    iterations: u32,
    /// Ends a search from another thread.
    stop: Option<Arc<AtomicBool>>,
}

impl Mcts {
    /// An agent of these settings that knows nothing yet.
    pub fn new(settings: MctsSettings) -> Self {
        let tree = Tree::new(settings.values.get("nodes").whole() as usize);
        let tuning = Tuning::of(&settings);
        Self {
            budget: settings.budget,
            tuning,
            tree,
            search: Search::default(),
            scratch: None,
            legal: ActionList::new(),
            iterations: 0,
            stop: None,
        }
    }

    /// Thinks for so long from now on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Ends searches when `stop` becomes true, after one iteration at least.
    pub fn stop_by(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    /// Iterations made for the last choice.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Iterates from `position` until the budget is spent, the result is known, or what is left of the iterations can't
    /// change the choice.
    fn think(&mut self, position: &dyn Position, rng: &mut Xoshiro256PlusPlus) {
        let mut scratch = self.scratch.take().unwrap_or_else(|| {
            self.tree.fit(position.board());
            position.boxed_clone()
        });
        let start = Instant::now();
        let mut done = 0;
        while !self.is_decided() && !self.budget.is_spent(done, || start.elapsed()) {
            scratch.assign(position);
            self.search.iterate(&mut self.tree, &self.tuning, &mut *scratch, rng);
            done += 1;
            if self.is_stopped() {
                break;
            }
            if done % SETTLED_EVERY == 0
                && let Some(left) = self.budget.iterations_after(done)
                && search::is_settled(&self.tree, left)
            {
                break;
            }
        }
        self.scratch = Some(scratch);
        self.iterations = done;
    }

    /// What the search expects of its last choice for the player that made it, from 0 for a loss to 1 for a win; none if it did
    /// not have to search.
    pub fn expectation(&self) -> Option<f64> {
        let chosen = self.tree.node(search::decide(&self.tree)?);
        (chosen.visits > 0).then(|| chosen.mean(self.tree.root().mover))
    }

    /// Whether the result is proven and an action known that attains it.
    fn is_decided(&self) -> bool {
        let root = self.tree.root();
        root.is_expanded() && root.bounds.proven().is_some()
    }
}

impl Agent for Mcts {
    fn new_game(&mut self) {
        self.tree.clear();
        self.search.forget();
        // The next game may be one of another variant.
        self.scratch = None;
    }

    fn played(&mut self, action: Action) {
        self.tree.advance(action);
    }

    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        position.legal_actions(&mut self.legal);
        self.iterations = 0;
        if let [only] = self.legal[..] {
            return only;
        }
        self.think(position, rng);
        let chosen = search::decide(&self.tree).expect("a position that is not over has actions");
        self.tree.node(chosen).action
    }
}

#[cfg(test)]
mod tests;
