//! A tree and its search, one per thread.

use super::search::{self, Search, Tuning};
use super::settings::{Budget, MctsSettings};
use super::tree::Tree;
use crate::rules::Position;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::LazyCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The number of iterations between checks of whether the remaining ones can still change the choice.
const SETTLED_EVERY: u32 = 32;

/// An independent search.
pub struct Worker {
    tuning: Tuning,
    /// Its tree.
    pub tree: Tree,
    search: Search,
    /// The position that iterations play in.
    scratch: Option<Box<dyn Position>>,
    /// Iterations made for the last choice.
    pub iterations: u32,
    /// Set by another thread to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Worker {
    /// A new worker.
    pub fn new(settings: &MctsSettings) -> Self {
        Self {
            tuning: Tuning::of(settings),
            tree: Tree::new(settings.values.get("nodes").whole() as usize),
            search: Search::default(),
            scratch: None,
            iterations: 0,
            stop: None,
        }
    }

    /// Forgets the previous game.
    pub fn new_game(&mut self) {
        self.tree.clear();
        self.search.forget();
        // The next game may use another variant.
        self.scratch = None;
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Iterates from `position` until `budget` is spent, the result is proven, or the remaining iterations cannot change the
    /// choice.
    pub fn think(&mut self, budget: Budget, position: &dyn Position, rng: &mut Xoshiro256PlusPlus) {
        let mut scratch = self.scratch.take().unwrap_or_else(|| {
            self.tree.fit(position.board());
            position.boxed_clone()
        });
        // Read only for a time budget: targets without a clock support other budgets.
        let start = LazyCell::new(Instant::now);
        let mut done = 0;
        while !self.is_decided() && !budget.is_spent(done, || start.elapsed()) {
            scratch.assign(position);
            self.search.iterate(&mut self.tree, &self.tuning, &mut *scratch, rng);
            done += 1;
            if self.is_stopped() {
                break;
            }
            if done % SETTLED_EVERY == 0
                && let Some(left) = budget.iterations_after(done)
                && search::is_settled(&self.tree, left)
            {
                break;
            }
        }
        self.scratch = Some(scratch);
        self.iterations = done;
    }

    /// Whether the result is proven and a known action attains it.
    fn is_decided(&self) -> bool {
        let root = self.tree.root();
        root.is_expanded() && root.bounds.proven().is_some()
    }
}
