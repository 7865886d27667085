//! The results of several trees for the same position: visits and rewards added up, proofs combined.
//!
//! Root parallelisation: Cazenave and Jouandeau 2007, "On the Parallelization of UCT"; Chaslot, Winands and van den Herik 2008,
//! "Parallel Monte-Carlo Tree Search".

use super::solver::Bounds;
use super::tree::{Node, Tree};
use crate::rules::{Action, Player, Winner};

/// A position and its actions.
#[derive(Debug)]
pub struct Root {
    mover: Player,
    bounds: Bounds,
    /// The first tree's children in its order: the most promising first.
    children: Vec<Child>,
}

/// The results of an action.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The action.
    pub action: Action,
    /// How often it was tried.
    pub visits: u32,
    reward: f64,
    bounds: Bounds,
}

impl Child {
    fn of(node: &Node) -> Self {
        Self { action: node.action, visits: node.visits, reward: node.reward, bounds: node.bounds }
    }

    /// The result that `player` can expect, from 0 for a loss to 1 for a win: the proven result if there is one, else the mean
    /// reward; `None` before the first visit.
    pub fn expectation(&self, player: Player) -> Option<f64> {
        let first = match self.bounds.proven() {
            Some(Winner::First) => 1.0,
            Some(Winner::Draw) => 0.5,
            Some(Winner::Second) => 0.0,
            None if self.visits > 0 => self.reward / f64::from(self.visits),
            None => return None,
        };
        Some(if player == Player::First { first } else { 1.0 - first })
    }
}

impl Root {
    /// The results of `tree`.
    pub fn of(tree: &Tree) -> Self {
        let root = tree.root();
        let children = tree.range(root.children()).iter().map(Child::of).collect();
        Self { mover: root.mover, bounds: root.bounds, children }
    }

    /// Adds the results of another tree for the same position.
    pub fn add(&mut self, tree: &Tree) {
        for node in tree.range(tree.root().children()) {
            // Most of them, possibly thousands, have no visits.
            if node.visits == 0 && node.bounds == Bounds::OPEN {
                continue;
            }
            if let Some(child) = self.children.iter_mut().find(|child| child.action == node.action) {
                child.visits += node.visits;
                child.reward += node.reward;
                child.bounds = child.bounds.and(node.bounds);
            }
        }
        let all = self.children.iter().map(|child| child.bounds);
        self.bounds = Bounds::of_choice(self.mover, all, true);
    }

    /// The action to play.
    pub fn decide(&self) -> Option<Child> {
        let rank = |child: &&Child| child.bounds.rank(child.visits, self.bounds, self.mover);
        // Ties go to the first, which looked most promising.
        self.children.iter().rev().max_by_key(rank).copied()
    }
}
