//! Iterations in a form that does not depend on the tree: other trees for the same position can add them without playing them.

use super::search::{Search, Tuning, table_of};
use super::solver::Bounds;
use super::tree::{Node, Tree};
use crate::rules::{Action, Mark, PatternUpdate, Player};

/// What an iteration adds to a tree.
#[derive(Debug)]
pub struct Iteration {
    /// The positions from the root to the last one in the tree.
    steps: Vec<Step>,
    /// The marks since the root.
    marks: Vec<Mark>,
    reward: f64,
    /// The bounds of the last position.
    bounds: Bounds,
    /// What the patterns learn from the playout.
    update: PatternUpdate,
}

/// A position on the path of an iteration.
#[derive(Debug)]
struct Step {
    /// The action that leads there; meaningless at the root.
    action: Action,
    mover: Player,
    /// How many marks precede this position.
    marked: usize,
    /// The children, if this iteration expanded it: to rank them again would take as long as several playouts.
    children: Vec<Node>,
}

impl Iteration {
    /// The last iteration of `search`, which was worth `reward`, and before which the `tree` had `size` nodes.
    pub fn last_of(search: &mut Search, tree: &Tree, size: usize, reward: f64) -> Self {
        let step = |&(index, marked): &(usize, usize)| {
            let node = tree.node(index);
            let is_new = node.children().start >= size;
            let children = if is_new { tree.range(node.children()) } else { &[] };
            let children = children.iter().map(Node::unvisited).collect();
            Step { action: node.action, mover: node.mover, marked, children }
        };
        let steps = search.path.iter().map(step).collect();
        let bounds = tree.node(search.path[search.path.len() - 1].0).bounds;
        Self { steps, marks: search.marks.clone(), reward, bounds, update: search.guide.take_update() }
    }

    /// Adds the iteration to `tree`, as far as the tree is expanded and has room.
    pub fn repeat(&self, search: &mut Search, tree: &mut Tree, tuning: &Tuning) {
        search.guide.learn_from(&self.update);
        search.marks.clone_from(&self.marks);
        search.path.clear();
        let mut at = 0;
        for (depth, step) in self.steps.iter().enumerate() {
            if depth > 0 {
                if tuning.rave > 0.0 {
                    table_of(tree, at, None);
                }
                let Some(child) = tree.open_for(at, step.action) else { break };
                at = child;
            }
            search.path.push((at, step.marked));
            tree.node_mut(at).mover = step.mover;
            step.expand(tree, at);
        }
        if search.path.len() == self.steps.len() {
            let leaf = tree.node_mut(at);
            leaf.bounds = leaf.bounds.and(self.bounds);
        }
        search.back_up(tree, self.reward, tuning);
    }
}

impl Step {
    /// Gives the node `at` the children that the iteration gave it, unless it has some or the tree has no room.
    fn expand(&self, tree: &mut Tree, at: usize) {
        let new = self.children.len();
        if new > 0 && !tree.node(at).is_expanded() && (at == 0 || tree.has_room_for(new)) {
            tree.expand(at, self.children.iter().cloned());
        }
    }
}
