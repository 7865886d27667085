//! Tree search whose leaves are valued by a learned evaluation.

use crate::evaluator::{Evaluator, noisy, probability};
use crate::layout::Layout;
use crate::logistic::{LOGIT, exp};
use crate::weights::Tables;
use dropline_agents::mcts::{Budget, of_winner};
use dropline_agents::{Agent, Proof, Search, playout_policy};
use dropline_engine::chance;
use dropline_engine::rules::{Action, ActionList, Player, Position};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How much actions with few visits attract the search.
const EXPLORATION: f32 = 0.6;
/// The share of an action's value that is the best value that can be reached below it, rather than the mean of its visits.
/// Source: Lanctot et al. 2014, "Monte Carlo tree search with heuristic evaluations using implicit minimax backups".
const MINIMAX: f32 = 0.5;
/// Nodes after which the tree is forgotten before the next action, and nodes at which a search stops.
const MOST_NODES: [usize; 2] = [2_000_000, 6_000_000];
/// Visits to positions that the proof before a search may take for each iteration, which evaluates all actions of a position.
const PROOF_VISITS: u64 = 8;
/// Turns at the beginning of a game in which the action is drawn from those that the search hardly tells apart, so that players do not
/// repeat their games: those with at least this share of the most visits, each in proportion to its visits.
/// Source: Silver et al. 2018, "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play".
const VARIED_TURNS: u32 = 8;
const ALIKE: f32 = 0.5;

/// Searches a tree of single actions, so a player that moves on in its turn is not mistaken for its opponent.
///
/// An iteration descends to a leaf by PUCT: the value of an action plus a bonus that grows with its prior probability, the softmax of
/// the evaluations after all actions. The leaf gets all of its actions at once, each with its evaluation, and the best of these is
/// backed up. Results that are forced are proved (MCTS-Solver), draws included, and the tree is kept from action to action.
/// Sources: Rosin 2011, "Multi-armed bandits with episode context"; Winands, Bjornsson and Saito 2008, "Monte-Carlo tree search
/// solver".
#[derive(Debug)]
pub struct Searching {
    budget: Budget,
    evaluator: Evaluator,
    tables: Arc<Tables>,
    nodes: Vec<Node>,
    /// The node of the current position; `None` if the tree holds none.
    root: Option<usize>,
    legal: ActionList,
    /// The positions of a descent, and after an action.
    positions: Option<[Box<dyn Position>; 2]>,
    path: Vec<usize>,
    /// Proves the values of actions before the search.
    proof: Proof,
    /// Set by another thread to end a search.
    stop: Option<Arc<AtomicBool>>,
    /// The iterations of the last choice.
    iterations: u32,
    /// What the last choice is worth to the player that made it.
    expected: Option<f64>,
}

/// A position in the tree. All values are those of the first player.
#[derive(Clone, Debug)]
struct Node {
    /// The action that led here.
    action: Action,
    /// The player to move.
    mover: Player,
    /// The share of the prior probability of its siblings.
    prior: f32,
    /// The evaluation, as a probability; once it has children, the best of theirs.
    best: f32,
    /// The sum of the values backed up through it.
    sum: f32,
    visits: u32,
    /// The children, once there are any.
    children: [u32; 2],
    /// What the first player gets at least and at most: 0, 1/2 or 1.
    bounds: [f32; 2],
}

impl Node {
    fn is_solved(&self) -> bool {
        self.bounds[0] == self.bounds[1]
    }

    fn range(&self) -> std::ops::Range<usize> {
        self.children[0] as usize..self.children[1] as usize
    }

    /// The value for the search: of the visits and of the best reply.
    fn value(&self) -> f32 {
        if self.visits == 0 {
            return self.best;
        }
        (1.0 - MINIMAX) * self.sum / self.visits as f32 + MINIMAX * self.best
    }
}

/// A value of the first player, as `player` sees it.
fn seen_by(player: Player, value: f32) -> f32 {
    if player == Player::First { value } else { 1.0 - value }
}

impl Searching {
    /// A player with these weights that spends `budget` on each action. An iteration evaluates all actions of a position.
    pub fn new(layout: Arc<Layout>, tables: Arc<Tables>, budget: Budget) -> Self {
        Self {
            budget,
            evaluator: Evaluator::new(layout),
            tables,
            nodes: Vec::new(),
            root: None,
            legal: ActionList::new(),
            positions: None,
            path: Vec::new(),
            proof: Proof::new(PROOF_VISITS),
            stop: None,
            iterations: 0,
            expected: None,
        }
    }

    /// Searches from `position`; returns the node of the action that it chooses.
    fn search(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> usize {
        if self.nodes.len() > MOST_NODES[0] {
            self.root = None;
        }
        let root = self.root.unwrap_or_else(|| {
            self.nodes.clear();
            self.nodes.push(Node {
                action: Action::Pass,
                mover: position.to_move(),
                prior: 1.0,
                best: 0.5,
                sum: 0.0,
                visits: 0,
                children: [0; 2],
                bounds: [0.0, 1.0],
            });
            0
        });
        self.root = Some(root);
        let mut positions =
            self.positions.take().unwrap_or_else(|| [position.boxed_clone(), position.boxed_clone()]);
        if self.nodes[root].range().is_empty() {
            self.expand(root, position, &mut *positions[1], rng);
        }
        let begun = Instant::now();
        self.take_proofs(root, position);
        self.iterations = 0;
        while self.nodes[root].range().len() > 1
            && !self.nodes[root].is_solved()
            && self.nodes.len() < MOST_NODES[1]
            && !self.budget.is_spent(self.iterations, || begun.elapsed())
            && !(self.iterations > 0 && self.is_stopped())
        {
            positions[0].assign(position);
            self.iterate(root, &mut positions, rng);
            self.iterations += 1;
        }
        self.positions = Some(positions);
        let best = self.choice(root);
        let chosen = if position.turns() < VARIED_TURNS { self.draw(root, best, rng) } else { best };
        let child = &self.nodes[chosen];
        let value = if child.is_solved() { child.best } else { child.value() };
        self.expected = Some(seen_by(self.nodes[root].mover, value).into());
        chosen
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Takes over what can be proved about the actions of `position`, whose node is `root`.
    fn take_proofs(&mut self, root: usize, position: &mut dyn Position) {
        if self.nodes[root].is_solved() || self.nodes[root].range().len() < 2 {
            return;
        }
        position.legal_actions(&mut self.legal);
        let known = self.proof.winners(position, &self.legal, self.budget);
        if known.is_empty() {
            return;
        }
        let children = self.nodes[root].range();
        for child in &mut self.nodes[children] {
            let known = known.iter().find(|(action, _)| *action == child.action);
            if let Some(&(_, winner)) = known {
                child.best = of_winner(winner) as f32;
                child.bounds = [child.best; 2];
            }
        }
        self.update(root);
    }

    /// Descends from `root` to a leaf, expands it, and backs its value up.
    fn iterate(
        &mut self,
        root: usize,
        [position, next]: &mut [Box<dyn Position>; 2],
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let mut at = root;
        self.path.clear();
        self.path.push(at);
        while !self.nodes[at].is_solved() && !self.nodes[at].range().is_empty() {
            at = self.select(at);
            self.path.push(at);
            position.play(self.nodes[at].action);
        }
        if !self.nodes[at].is_solved() {
            self.expand(at, &mut **position, &mut **next, rng);
        }
        let value = self.nodes[at].best;
        for i in (0..self.path.len()).rev() {
            let at = self.path[i];
            self.update(at);
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.sum += value;
        }
    }

    /// Gives the node the actions of `position`, each with its evaluation.
    fn expand(
        &mut self,
        at: usize,
        position: &mut dyn Position,
        next: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        position.legal_actions(&mut self.legal);
        position.remove_excluded(playout_policy(position.variant()), &mut self.legal);
        self.evaluator.shortlist(&self.tables, position, &mut self.legal);
        self.evaluator.set(position);
        let mover = position.to_move();
        let begin = self.nodes.len();
        let mut greatest = f32::NEG_INFINITY;
        let nodes = &mut self.nodes;
        self.evaluator.values_after(&self.tables, position, &self.legal, next, |action, next, value| {
            let first_side = noisy(value, next, rng);
            let first = if next.swapped() { -first_side } else { first_side };
            let value = probability(first);
            let bounds = if next.outcome().is_some() { [value, value] } else { [0.0, 1.0] };
            // For the time being, the prior holds the evaluation for the player to move.
            let own = (if mover == Player::First { first } else { -first }) as f32 / LOGIT as f32;
            let prior = own.clamp(-40.0, 40.0);
            greatest = greatest.max(prior);
            nodes.push(Node {
                action,
                mover: next.to_move(),
                prior,
                best: value,
                sum: 0.0,
                visits: 0,
                children: [0; 2],
                bounds,
            });
        });
        let children = &mut self.nodes[begin..];
        let mut total = 0.0;
        for child in &mut *children {
            child.prior = exp(f64::from(child.prior - greatest)) as f32;
            total += child.prior;
        }
        children.iter_mut().for_each(|child| child.prior /= total);
        // The most promising first: the search looks at them in this order, and the first of equals is taken.
        children.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        self.nodes[at].children = [begin as u32, self.nodes.len() as u32];
        self.nodes[at].mover = mover;
        self.update(at);
    }

    /// Recomputes the best value and the bounds of a node from its children.
    fn update(&mut self, at: usize) {
        let node = &self.nodes[at];
        if node.range().is_empty() {
            return;
        }
        let mover = node.mover;
        let (mut best, mut bounds) = (0.0_f32, [0.0_f32; 2]);
        for child in &self.nodes[node.range()] {
            let [low, high] = child.bounds.map(|bound| seen_by(mover, bound));
            best = best.max(seen_by(mover, child.best));
            // For the second player the ends of the interval have changed places.
            bounds = [bounds[0].max(low.min(high)), bounds[1].max(low.max(high))];
        }
        let node = &mut self.nodes[at];
        let [low, high] = bounds.map(|bound| seen_by(mover, bound));
        node.bounds = [low.min(high), low.max(high)];
        node.best = seen_by(mover, best).clamp(node.bounds[0], node.bounds[1]);
    }

    /// The child that the search visits next.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let mover = node.mover;
        let bonus = EXPLORATION * ((node.visits + 1) as f32).sqrt();
        let (mut chosen, mut greatest) = (node.children[0] as usize, f32::NEG_INFINITY);
        for (i, child) in node.range().zip(&self.nodes[node.range()]) {
            let value = if child.is_solved() {
                seen_by(mover, child.best)
            } else {
                seen_by(mover, child.value()) + bonus * child.prior / (1 + child.visits) as f32
            };
            if value > greatest {
                (chosen, greatest) = (i, value);
            }
        }
        chosen
    }

    /// The child to play: a proved win, or the one with the most visits, the better one of equals; a proved result counts as its value.
    fn choice(&self, root: usize) -> usize {
        let node = &self.nodes[root];
        let mover = node.mover;
        let rank = |child: &Node| {
            let value = seen_by(mover, child.best);
            match child.is_solved() {
                true if value == 1.0 => (u32::MAX, value),
                true if value == 0.0 => (0, value),
                _ => (child.visits + 1, value),
            }
        };
        let mut chosen = node.children[0] as usize;
        for i in node.range() {
            if rank(&self.nodes[i]) > rank(&self.nodes[chosen]) {
                chosen = i;
            }
        }
        chosen
    }

    /// One of the children that the search visited about as often as the `best`, unless the result of that one is proved.
    fn draw(&self, root: usize, best: usize, rng: &mut Xoshiro256PlusPlus) -> usize {
        if self.nodes[best].is_solved() {
            return best;
        }
        let fewest = (ALIKE * self.nodes[best].visits as f32).max(1.0);
        let visits = |child: usize| {
            let node = &self.nodes[child];
            if node.is_solved() || (node.visits as f32) < fewest { 0 } else { node.visits }
        };
        let total: u32 = self.nodes[root].range().map(visits).sum();
        if total == 0 {
            return best;
        }
        let mut drawn = chance::below(rng, total);
        for child in self.nodes[root].range() {
            match visits(child) {
                enough if drawn < enough => return child,
                fewer => drawn -= fewer,
            }
        }
        best
    }
}

impl Search for Searching {
    fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    fn stop_by(&mut self, stop: Arc<AtomicBool>) {
        self.proof.stop = Some(Arc::clone(&stop));
        self.stop = Some(stop);
    }

    fn iterations(&self) -> u32 {
        self.iterations
    }

    fn expectation(&self) -> Option<f64> {
        self.expected
    }
}

impl Agent for Searching {
    fn new_game(&mut self) {
        self.root = None;
        self.proof.new_game();
    }

    fn played(&mut self, action: Action) {
        let child = |root: usize| {
            let mut children = self.nodes[root].range();
            children.find(|&i| self.nodes[i].action == action)
        };
        self.root = self.root.and_then(child);
    }

    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        let chosen = self.search(position, rng);
        self.nodes[chosen].action
    }
}
