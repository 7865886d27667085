//! One iteration of the search: down the tree, a playout, and back up.
//!
//! UCT (Kocsis and Szepesvári 2006, "Bandit based Monte-Carlo Planning") on single actions. Each node knows who moves
//! there; nothing depends on the depth.

use super::ranking::Ranking;
use super::reward;
use super::settings::MctsSettings;
use super::solver::Bounds;
use super::tree::{Node, Tree};
use crate::agents::spared;
use crate::rules::{Player, Position};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The settings as the search wants them.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    exploration: f64,
    bias: f64,
    widening: f64,
    exponent: f64,
    /// The most children of a node.
    children: usize,
    /// Legal actions that one visit pays for.
    ranked: u32,
    /// The part of a reward that is for the margin.
    margin: f64,
}

impl Tuning {
    /// The tuning that `settings` describe.
    pub fn of(settings: &MctsSettings) -> Self {
        let value = |name| settings.values.get(name);
        Self {
            exploration: value("exploration").to_f64(),
            bias: value("bias").to_f64(),
            widening: value("widening").to_f64(),
            exponent: value("exponent").to_f64(),
            children: value("children").whole() as usize,
            ranked: value("ranked").whole(),
            margin: value("margin").to_f64(),
        }
    }
}

/// The memory that iterations work in.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The nodes from the root to where the iteration is.
    path: Vec<usize>,
    ranking: Ranking,
}

impl Search {
    /// Makes one iteration from `position`, the root's, which it spoils.
    pub fn iterate(
        &mut self,
        tree: &mut Tree,
        tuning: &Tuning,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let mut at = 0;
        self.path.clear();
        self.path.push(at);
        let reward = loop {
            if position.outcome().is_some() {
                let winner = position.winner();
                tree.node_mut(at).bounds = Bounds::of(winner);
                break reward::of_winner(winner);
            }
            let node = tree.node_mut(at);
            node.mover = position.to_move();
            if let Some(winner) = node.bounds.proven() {
                break reward::of_winner(winner);
            }
            if !node.is_expanded() {
                if !may_expand(tree, at, tuning, position) {
                    break evaluate(position, tuning.margin, rng);
                }
                self.ranking.expand(tree, at, position, tuning.children, rng);
            }
            at = choose(tree, at, tuning);
            position.play(tree.node(at).action);
            self.path.push(at);
        };
        self.back_up(tree, reward);
    }

    /// Counts the iteration in all nodes on its way, and proves what follows from what it proved.
    fn back_up(&self, tree: &mut Tree, reward: f64) {
        let leaf = self.path[self.path.len() - 1];
        let mut news = tree.node(leaf).bounds != Bounds::OPEN;
        for &index in self.path.iter().rev() {
            let node = tree.node_mut(index);
            node.visits += 1;
            node.reward += reward;
            if news && node.is_expanded() {
                let node = tree.node(index);
                let children = tree.range(node.children()).iter().map(|child| child.bounds);
                let bounds = Bounds::of_choice(node.mover, children, node.complete);
                news = bounds != node.bounds;
                tree.node_mut(index).bounds = bounds;
            }
        }
    }
}

/// Whether the node `at`, which has no children yet, may get them now.
///
/// To rank the legal actions takes as long as several playouts. It is done when the node's visits have paid for it
/// (Chaslot et al. 2008 rank after a fixed number of visits; here there may be three legal actions or five thousand). The
/// root is always worth it: its ranking alone is a choice as good as that of `greedy`.
fn may_expand(tree: &Tree, at: usize, tuning: &Tuning, position: &dyn Position) -> bool {
    if at == 0 {
        return true;
    }
    let (node, legal) = (tree.node(at), position.count_legal());
    let paid = u64::from(node.visits) * u64::from(tuning.ranked) >= u64::from(legal.max(1));
    paid && tree.has_room_for(tuning.children.min(legal as usize))
}

/// What a position promises the first player: the result of a playout, and as the part `margin` the margin before it.
///
/// Mixing the two: Winands and Björnsson 2010, "Evaluation Function Based Monte-Carlo LOA"; with such a weight, Silver
/// et al. 2016, "Mastering the Game of Go with Deep Neural Networks and Tree Search".
fn evaluate(position: &mut dyn Position, margin: f64, rng: &mut Xoshiro256PlusPlus) -> f64 {
    let now = if margin > 0.0 { reward::of_margin(position) } else { 0.0 };
    if margin >= 1.0 {
        return now;
    }
    let spare = spared(position.variant());
    position.playout(rng, spare);
    margin * now + (1.0 - margin) * reward::of_winner(position.winner())
}

/// The child of the expanded node `parent` that the iteration goes to.
fn choose(tree: &Tree, parent: usize, tuning: &Tuning) -> usize {
    let node = tree.node(parent);
    let children = node.children();
    let open = opened(node, tuning);
    let log = f64::from(node.visits.max(1)).ln();
    let mut best = (f64::NEG_INFINITY, children.start);
    let mut seen = 0;
    for (index, child) in children.clone().zip(tree.range(children)) {
        if child.bounds.adds_nothing_to(node.bounds, node.mover) {
            continue;
        }
        if seen == open {
            break;
        }
        seen += 1;
        if child.visits == 0 {
            return index;
        }
        let value = upper_confidence(child, node.mover, log, tuning);
        if value > best.0 {
            best = (value, index);
        }
    }
    best.1
}

/// How many of a node's children take part: progressive widening (Coulom 2007, "Computing Elo Ratings of Move Patterns
/// in the Game of Go"; Chaslot et al. 2008), k * visits^alpha.
fn opened(node: &Node, tuning: &Tuning) -> usize {
    (tuning.widening * f64::from(node.visits).powf(tuning.exponent)).ceil().max(1.0) as usize
}

/// UCB1 (Auer, Cesa-Bianchi and Fischer 2002) with progressive bias, which fades as visits come in (Chaslot et al. 2008).
fn upper_confidence(child: &Node, mover: Player, log: f64, tuning: &Tuning) -> f64 {
    let visits = f64::from(child.visits);
    let mean = child.bounds.proven().map_or_else(
        || child.mean(mover),
        |winner| {
            let first = reward::of_winner(winner);
            if mover == Player::First { first } else { 1.0 - first }
        },
    );
    mean + tuning.exploration * (log / visits).sqrt() + tuning.bias * f64::from(child.prior) / (visits + 1.0)
}

/// The child of the root to play: what attains a proven value, else the most visited that may gain something.
pub fn decide(tree: &Tree) -> Option<usize> {
    let root = tree.root();
    let rank = |child: &Node| {
        (
            child.bounds.attains(root.bounds, root.mover),
            !child.bounds.adds_nothing_to(root.bounds, root.mover),
            child.visits,
        )
    };
    let children = root.children();
    // The first of equals: it looked the most promising.
    children.rev().max_by_key(|&child| rank(tree.node(child)))
}
