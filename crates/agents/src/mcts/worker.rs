//! Workers, one per thread, each with its own tree. They exchange their iterations.

use super::peers::Peers;
use super::replay::Round;
use super::root;
use super::search::{Search, Tuning};
use super::settings::{Budget, MctsSettings};
use super::tree::Tree;
use dropline_engine::rules::{Action, Position, Winner};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::LazyCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Instant;

/// A single thread checks once in this number of iterations whether the remaining ones can still change the choice.
const CHECK_EVERY: u32 = 32;
/// The fewest and the most iterations that each of several threads runs between exchanges.
const SHORTEST_ROUND: u32 = 2;
const LONGEST_ROUND: u32 = 64;
/// Rounds grow to the number of iterations so far divided by this: late in a search, recent results matter less than waiting.
const ROUND_DIVISOR: u32 = 128;

/// A tree and the means to search it.
pub struct Worker {
    tuning: Tuning,
    /// Its tree.
    pub tree: Tree,
    search: Search,
    /// The root's position, and the position in which iterations play.
    positions: Option<[Box<dyn Position>; 2]>,
    /// The number of iterations run for the last choice.
    pub iterations: u32,
    /// Set by another thread to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Worker {
    /// A new worker.
    pub fn new(settings: &MctsSettings) -> Self {
        Self {
            tuning: Tuning::of(settings),
            tree: Tree::new(settings.values.whole("nodes") as usize),
            search: Search::default(),
            positions: None,
            iterations: 0,
            stop: None,
        }
    }

    /// Forgets the previous game.
    pub fn new_game(&mut self) {
        self.tree.clear();
        self.search.forget();
        // The next game may use another variant.
        self.positions = None;
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether the result is proven and a known action attains it.
    pub fn is_decided(&self) -> bool {
        let root = self.tree.root();
        root.is_expanded() && root.bounds.proven().is_some()
    }

    /// Prepares to search `position`.
    fn begin(&mut self, position: &dyn Position) {
        self.iterations = 0;
        if let Some([root, _]) = &mut self.positions {
            root.assign(position);
        } else {
            self.tree.reset_for(position.board());
            self.positions = Some([position.boxed_clone(), position.boxed_clone()]);
        }
    }

    /// Takes over the `known` winners after actions of `position`, the root's.
    pub fn take_proofs(
        &mut self,
        position: &mut dyn Position,
        known: &[(Action, Winner)],
        rng: &mut Xoshiro256PlusPlus,
    ) {
        self.begin(position);
        self.search.expand_root(&mut self.tree, position, rng);
        self.tree.restrict(0, known);
    }

    /// Runs an iteration and returns its reward.
    fn iterate(&mut self, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let [root, scratch] = self.positions.as_mut().expect("a search has begun");
        scratch.assign(&**root);
        self.iterations += 1;
        self.search.iterate(&mut self.tree, &self.tuning, &mut **scratch, rng)
    }
}

/// A worker's part in a search.
///
/// The parts proceed in rounds: each runs some iterations, and then adds to its own tree those that the others ran in the previous
/// round. So in the end every root knows of all iterations. Which iterations a tree knows at any point of the search does not
/// depend on how threads are scheduled.
pub struct Part<'s> {
    worker: &'s mut Worker,
    rng: &'s mut Xoshiro256PlusPlus,
    peers: Peers,
    /// The budget of all parts together.
    whole: Budget,
    /// The budget of this part.
    share: Budget,
    /// How many iterations of this search its root knows.
    known: u32,
    /// When the search began. The clock is read only for a time budget, so that other budgets work on targets without a clock.
    start: LazyCell<Instant>,
    /// Whether this part wants the search to end after this round, and whether it wanted that in the round before.
    is_last: [bool; 2],
}

impl<'s> Part<'s> {
    /// Begins part `number`, counted from 0, of a search of `position` in `parts` parts.
    pub fn new(
        (number, parts): (u32, u32),
        worker: &'s mut Worker,
        peers: Peers,
        whole: Budget,
        position: &dyn Position,
        rng: &'s mut Xoshiro256PlusPlus,
    ) -> Self {
        worker.begin(position);
        let share = whole.share(number, parts);
        let start = LazyCell::new(Instant::now as fn() -> Instant);
        Self { worker, rng, peers, whole, share, known: 0, start, is_last: [false; 2] }
    }

    /// Searches until the budget is spent, the result is proven, or the remaining iterations cannot change the choice.
    fn run(mut self) {
        loop {
            self.play();
            if !self.merge() {
                break;
            }
        }
        self.merge();
    }

    /// Runs a round of iterations and sends them to the others.
    fn play(&mut self) {
        let most = if self.peers.is_empty() {
            CHECK_EVERY
        } else {
            (self.known / ROUND_DIVISOR).clamp(SHORTEST_ROUND, LONGEST_ROUND)
        };
        let (mut made, mut round) = (0, Round::default());
        while made < most && self.iterate(&mut round) {
            made += 1;
        }
        let left = self.whole.iterations_after(self.known);
        let is_settled = || left.is_some_and(|left| root::is_settled(&self.worker.tree, left));
        round.is_last = made < most || is_settled();
        self.is_last = [round.is_last, self.is_last[0]];
        self.peers.send(round);
    }

    /// Runs an iteration unless the result is proven or the budget is spent, and adds it to the `round`. Returns whether to run
    /// another.
    fn iterate(&mut self, round: &mut Round) -> bool {
        let worker = &mut *self.worker;
        if worker.is_decided() || self.share.is_spent(worker.iterations, || self.start.elapsed()) {
            return false;
        }
        let reward = worker.iterate(self.rng);
        if !self.peers.is_empty() {
            round.add(&worker.search, &worker.tree, reward);
        }
        self.known += 1;
        !worker.is_stopped()
    }

    /// Adds the iterations that the others ran in the previous round; returns whether the search continues.
    fn merge(&mut self) -> bool {
        let Worker { search, tree, tuning, .. } = &mut *self.worker;
        let mut is_last = if self.peers.is_empty() { self.is_last[0] } else { self.is_last[1] };
        for round in self.peers.receive() {
            // The panic of one thread ends the search of all.
            let Ok(round) = round else { return false };
            self.known += round.repeat(search, tree, tuning);
            is_last |= round.is_last;
        }
        !is_last
    }
}

/// Searches with all `parts`, the first on this thread and each of the others on its own; in turn on targets without threads.
pub fn run(parts: Vec<Part<'_>>) {
    if cfg!(target_family = "wasm") {
        return run_in_turn(parts);
    }
    run_on(parts, std::thread::Builder::new);
}

/// Searches with a thread for each of the `parts` but the first, each started by a `builder`; on this thread alone if the system
/// starts too few.
fn run_on(mut parts: Vec<Part<'_>>, builder: impl Fn() -> std::thread::Builder) {
    std::thread::scope(|scope| {
        // Threads wait for their parts until all have started, since a part waits for the others.
        let start = |_: &Part<'_>| {
            let (part, given) = mpsc::channel::<Part<'_>>();
            let wait = move || given.recv().map_or((), Part::run);
            builder().spawn_scoped(scope, wait).ok().map(|_| part)
        };
        let threads: Option<Vec<_>> = parts.iter().skip(1).map(start).collect();
        let Some(threads) = threads else { return run_in_turn(parts) };
        for (thread, part) in threads.iter().zip(parts.drain(1..)) {
            // A thread that waits cannot be gone.
            let _ = thread.send(part);
        }
        parts.into_iter().for_each(Part::run);
    });
}

/// Searches with all `parts` on this thread. The choice is the same.
fn run_in_turn(mut parts: Vec<Part<'_>>) {
    let mut continues = true;
    while continues {
        parts.iter_mut().for_each(Part::play);
        for part in &mut parts {
            continues &= part.merge();
        }
    }
    for part in &mut parts {
        part.merge();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::Mcts;
    use crate::mcts::tests::{FOUR, SMALL, after, agent, game, minimax, rng};
    use crate::{Agent, Search};

    const SPECS: [(&str, &[&str]); 4] = [
        ("go", &["board.width=5", "board.height=5"]),
        ("send-it", &["board.side=4"]),
        ("yavalath", &[]),
        ("exxit", &[]),
    ];

    /// The visits and rewards of the root's children in a worker's tree.
    fn children(worker: &Worker) -> Vec<(Action, u32, u64)> {
        let known = worker.tree.range(worker.tree.root().children());
        let mut known: Vec<_> =
            known.iter().map(|node| (node.action, node.visits, node.reward.to_bits())).collect();
        known.sort_unstable();
        known
    }

    #[test]
    fn every_root_knows_all_iterations() {
        for (spec, sets) in SPECS {
            let mut agent = agent("601:threads=3");
            agent.choose(&mut *game(spec, sets), &mut rng());
            assert!((300..=601).contains(&agent.iterations()), "{spec}: {}", agent.iterations());
            for worker in &agent.workers {
                assert_eq!(worker.tree.root().visits, agent.iterations(), "{spec}");
                assert_eq!(children(worker), children(&agent.workers[0]), "{spec}");
            }
        }
    }

    #[test]
    fn threads_share_the_iterations() {
        for (iterations, shares) in [(7, [3, 2, 2]), (1, [1, 0, 0]), (16, [6, 5, 5])] {
            let mut agent = agent(&format!("{iterations}:threads=3"));
            agent.choose(&mut *game("go", &[]), &mut rng());
            let made: Vec<_> = agent.workers.iter().map(|worker| worker.iterations).collect();
            assert_eq!((agent.iterations(), made), (iterations, shares.to_vec()));
        }
    }

    /// A game between agents with the same settings, searched with `run`: the actions and numbers of iterations.
    fn play(spec: &str, sets: &[&str], settings: &str, run: fn(Vec<Part<'_>>)) -> Vec<(Action, u32)> {
        let (mut position, mut rng, mut actions) = (game(spec, sets), rng(), vec![]);
        let mut agent = agent(settings);
        while position.outcome().is_none() && position.turns() < 12 {
            let budget = agent.budget;
            agent.think(&*position, budget, &mut rng, run);
            let action = root::decide(agent.tree()).expect("a choice").action;
            position.play(action);
            agent.played(action);
            actions.push((action, agent.iterations()));
        }
        actions
    }

    #[test]
    fn the_same_seed_makes_the_same_choices_with_threads() {
        for (spec, sets) in SPECS {
            for settings in ["120:threads=2", "90:threads=3:nodes=1000"] {
                let actions = play(spec, sets, settings, run);
                assert_eq!(play(spec, sets, settings, run), actions, "{spec}");
                // No system has room for such a thread.
                let without =
                    |parts: Vec<Part<'_>>| run_on(parts, || std::thread::Builder::new().stack_size(1 << 60));
                assert_eq!(play(spec, sets, settings, without), actions, "{spec} without threads");
            }
        }
    }

    #[test]
    fn a_proof_by_one_thread_suffices() {
        for (spec, sets) in SMALL {
            let mut position = game(spec, sets);
            let mut agent = agent("2000000:threads=2");
            let action = agent.choose(&mut *position, &mut rng());
            let value = minimax(&*after(&*position, action));
            assert_eq!(value, minimax(&*position), "{spec} {sets:?}: {action:?} attains it");
            assert!(agent.expectation().is_some());
        }
    }

    #[test]
    fn the_tree_with_the_proof_decides() {
        let mut agent = agent("100:threads=2");
        let budget = agent.budget;
        agent.think(&*game("gomoku", &FOUR), budget, &mut rng(), |mut parts| {
            // Only the second thread searches.
            let second = parts.pop().expect("a part");
            drop(parts);
            run(vec![second]);
        });
        let win = root::decide(agent.tree()).map(|node| node.action);
        assert_eq!(win, Some(Action::Place("f8".parse().expect("a cell"))));
    }

    #[test]
    fn all_threads_stop_when_asked_to() {
        let mut agent: Mcts = agent("3600s:threads=3");
        agent.stop_by(Arc::new(AtomicBool::new(true)));
        agent.choose(&mut *game("go", &[]), &mut rng());
        assert!((3..=6).contains(&agent.iterations()), "{}", agent.iterations());
    }

    #[test]
    fn a_thread_that_fails_ends_the_search() {
        let mut agent = agent("3600s:threads=3");
        // A thread that panics drops its part.
        let budget = agent.budget;
        agent.think(&*game("go", &[]), budget, &mut rng(), |mut parts| {
            parts.pop();
            run(parts);
        });
        assert!(agent.iterations() <= 3 * 2 * SHORTEST_ROUND, "{}", agent.iterations());
    }
}
