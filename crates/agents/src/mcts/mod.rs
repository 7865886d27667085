//! The agent that searches: Monte-Carlo tree search on single actions.
//!
//! An iteration (`search`) descends the `tree` from the root, the current position, to the most promising
//! child; plays on from the first position outside the tree at random, except that it answers threats and
//! prefers moves that did well in earlier playouts; and adds the result (`reward`) to every node on its path
//! and to every stone that was placed (`amaf`). A turn may be several actions of one player: each node stores
//! who moves there, rewards and proven bounds (`solver`) are always from the first player's point of view,
//! and no sign depends on depth.
//!
//! With hundreds or thousands of legal actions, most should not be tried early: `ranking` orders them as `greedy` would prefer
//! them, and progressive widening admits more of them as visits grow, beginning with those whose stones have won most.
//!
//! Where there are too many actions for playouts to compare, or where playouts wander about, `crowd` searches by margins alone, in
//! a tree of its own.
//!
//! Several threads search the same position, each with its own tree (`worker`). They exchange their iterations (`peers`), and add
//! those of the others to the upper parts of their own trees (`replay`), so that each root knows of all iterations. A tree that has
//! proven the result decides, else the first (`root`).
//!
//! The subtree below the actions played is kept. With a budget of iterations, all randomness comes from the game's random stream,
//! and the choices are the same on every machine.

mod amaf;
mod crowd;
mod options;
mod peers;
mod ranking;
mod replay;
mod reward;
mod root;
mod search;
mod settings;
mod solver;
mod tree;
mod worker;

pub use options::{MctsOption, OPTIONS, ParseOptionError, Thousandths};
pub use reward::of_winner;
pub use settings::{Budget, MctsSettings, ParseSettingsError};

use crate::{Agent, Proof, Search};
use crowd::Crowd;
use dropline_engine::rules::{Action, ActionList, Position};
use peers::Peers;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cell::LazyCell;
use std::collections::HashSet;
use std::fmt;
use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tree::Tree;
use worker::{Part, Worker};

/// Visits to positions that the proof before a search may take for each iteration: small games are proved within a few hundred
/// iterations, and a proof that fails takes no more than a few times as long as the search.
const PROOF_VISITS: u64 = 32;

/// Monte-Carlo tree search.
pub struct Mcts {
    budget: Budget,
    /// One worker for each thread.
    workers: Vec<Worker>,
    /// The search of crowded positions, and the number of legal actions that makes a position crowded.
    crowd: Crowd,
    least_crowd: usize,
    /// Whether games in which stones can move back are searched by margins, and whether this game is one; `None` if unknown.
    reversible: bool,
    is_reversible: Option<bool>,
    /// Hashes of the positions of such a game that were searched by margins.
    searched: HashSet<u64>,
    /// Proves the values of actions before the search.
    proof: Proof,
    /// The legal actions; kept to reuse the allocation.
    legal: ActionList,
    /// The number of iterations run for the last choice.
    iterations: u32,
}

impl fmt::Debug for Mcts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts")
            .field("budget", &self.budget)
            .field("threads", &self.workers.len())
            .finish_non_exhaustive()
    }
}

impl Mcts {
    /// A new agent with these settings.
    pub fn new(settings: MctsSettings) -> Self {
        let threads = settings.values.whole("threads") as usize;
        let workers = (0..threads).map(|_| Worker::new(&settings)).collect();
        let least_crowd = settings.values.whole("crowd") as usize;
        let nodes = settings.values.whole("nodes") as usize;
        Self {
            budget: settings.budget,
            workers,
            crowd: Crowd::new(nodes),
            least_crowd,
            reversible: settings.values.whole("reversible") > 0,
            is_reversible: None,
            searched: HashSet::new(),
            proof: Proof::new(PROOF_VISITS),
            legal: ActionList::new(),
            iterations: 0,
        }
    }

    /// Searches `position` in all trees with `run`, within a `budget`. The random streams and budgets of the trees do not depend on
    /// how threads are scheduled.
    fn think(
        &mut self,
        position: &dyn Position,
        budget: Budget,
        rng: &mut Xoshiro256PlusPlus,
        run: impl FnOnce(Vec<Part<'_>>),
    ) {
        let threads = self.workers.len();
        let mut streams: Vec<_> = (1..threads).map(|_| stream_from(rng)).collect();
        let streams = iter::once(rng).chain(&mut streams);
        let workers = self.workers.iter_mut().zip(Peers::connect(threads)).zip(streams);
        let parts = workers.zip(0..).map(|(((worker, peers), rng), number)| {
            Part::new((number, threads as u32), worker, peers, budget, position, rng)
        });
        run(parts.collect());
        self.iterations = self.workers.iter().map(|worker| worker.iterations).sum();
    }

    /// Whether `position`, with the legal actions listed, is searched by margins alone.
    fn is_crowded(&mut self, position: &dyn Position) -> bool {
        let is_reversible = self.reversible
            && *self.is_reversible.get_or_insert_with(|| crowd::is_reversible(position.variant()));
        // If margins have already been used in this position, they lead in circles: this time playouts are
        // used.
        self.legal.len() >= self.least_crowd || is_reversible && self.searched.insert(crowd::hash(position))
    }

    /// Chooses an action of a crowded `position`. The trees are not used.
    fn choose_in_crowd(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        self.workers.iter_mut().for_each(|worker| worker.tree.clear());
        let (budget, stop) = (self.budget, self.workers[0].stop.clone());
        // The clock is read only for a time budget, so that other budgets work on targets without a clock.
        let start = LazyCell::new(Instant::now);
        let stopped = || stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let is_spent = |done| stopped() || budget.is_spent(done, || start.elapsed());
        let (action, done) = self.crowd.choose(position, rng, is_spent);
        self.iterations = done;
        action
    }

    /// The tree of a thread that knows the proven result, else that of the first.
    fn tree(&self) -> &Tree {
        let decided = self.workers.iter().find(|worker| worker.is_decided());
        &decided.unwrap_or(&self.workers[0]).tree
    }
}

/// A random stream drawn from `rng`.
fn stream_from(rng: &mut Xoshiro256PlusPlus) -> Xoshiro256PlusPlus {
    let mut seed = [0; 32];
    rng.fill_bytes(&mut seed);
    Xoshiro256PlusPlus::from_seed(seed)
}

impl Search for Mcts {
    fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    fn stop_by(&mut self, stop: Arc<AtomicBool>) {
        for worker in &mut self.workers {
            worker.stop = Some(Arc::clone(&stop));
        }
        self.proof.stop = Some(stop);
    }

    fn iterations(&self) -> u32 {
        self.iterations
    }

    /// `None` if the position was crowded, too: then no tree was searched.
    fn expectation(&self) -> Option<f64> {
        root::expectation(root::decide(self.tree())?, self.tree().root().mover)
    }
}

impl Agent for Mcts {
    fn new_game(&mut self) {
        self.workers.iter_mut().for_each(Worker::new_game);
        self.crowd.new_game();
        // The next game may use another variant.
        self.is_reversible = None;
        self.searched.clear();
        self.proof.new_game();
    }

    fn played(&mut self, action: Action) {
        for worker in &mut self.workers {
            worker.tree.advance(action);
        }
    }

    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        position.legal_actions(&mut self.legal);
        self.iterations = 0;
        if let [only] = self.legal[..] {
            return only;
        }
        if self.is_crowded(position) {
            return self.choose_in_crowd(position, rng);
        }
        let mut budget = self.budget;
        if !self.workers.iter().any(Worker::is_decided) {
            let known = self.proof.winners(position, &self.legal, budget);
            if !known.is_empty() {
                self.workers.iter_mut().for_each(|worker| worker.take_proofs(position, known, rng));
            }
            budget = budget.after(self.proof.spent());
        }
        self.think(position, budget, rng, worker::run);
        root::decide(self.tree()).expect("a position that is not terminal has actions").action
    }
}

#[cfg(test)]
pub(crate) mod tests;
