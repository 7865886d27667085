//! Iterations in a form that does not depend on the tree: other trees for the same position can add them without playing them.
//!
//! Only the part of the tree that was visited often is shared: repeating whole iterations would take too
//! long, and what happens in rarely visited nodes hardly matters to the choice at the root. (Bourki et al.
//! 2010, "Scalability and Parallelization of Monte-Carlo Tree Search", share only the top of the tree on
//! clusters.)

use super::search::{Search, Tuning, table_of};
use super::solver::Bounds;
use super::tree::Tree;
use dropline_engine::rules::{Action, Mark, Player};

/// A node is shared if it has at least the root's visits divided by this. The root and its children always are, so that every tree
/// learns what is proven about the actions of the root.
const VISITS_DIVISOR: u32 = 256;

/// What a worker did in a round, in a few blocks of memory.
#[derive(Debug, Default)]
pub struct Round {
    /// The shared positions on the paths of the iterations.
    steps: Vec<Step>,
    /// The marks of the iterations, each from the root to the end of its game.
    marks: Vec<Mark>,
    iterations: Vec<Iteration>,
    /// Whether the worker wants the search to end.
    pub is_last: bool,
}

/// What an iteration adds to a tree.
#[derive(Clone, Copy, Debug)]
struct Iteration {
    /// The number of its steps and of its marks in the round.
    steps: usize,
    marks: usize,
    reward: f64,
}

/// A position on the path of an iteration.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The action that leads there; meaningless at the root.
    action: Action,
    mover: Player,
    /// What is proven about it; nothing for the root, whose bounds must follow from those of its children.
    bounds: Bounds,
    /// How many marks of the iteration precede this position.
    marked: usize,
}

impl Round {
    /// Adds the last iteration of `search` in `tree`, which was worth `reward`.
    pub fn add(&mut self, search: &Search, tree: &Tree, reward: f64) {
        let steps = self.steps.len();
        self.steps.extend(search.path.iter().enumerate().map_while(|(depth, &(index, marked))| {
            let node = tree.node(index);
            let is_shared = depth <= 1 || node.visits >= tree.root().visits / VISITS_DIVISOR;
            let bounds = if depth == 0 { Bounds::OPEN } else { node.bounds };
            is_shared.then_some(Step { action: node.action, mover: node.mover, bounds, marked })
        }));
        self.marks.extend_from_slice(&search.marks);
        self.iterations.push(Iteration {
            steps: self.steps.len() - steps,
            marks: search.marks.len(),
            reward,
        });
    }

    /// Adds the iterations to `tree`, as far as it is expanded. Returns their number.
    pub fn repeat(&self, search: &mut Search, tree: &mut Tree, tuning: &Tuning) -> u32 {
        let (mut all_steps, mut all_marks) = (&self.steps[..], &self.marks[..]);
        for iteration in &self.iterations {
            let (steps, marks);
            (steps, all_steps) = all_steps.split_at(iteration.steps);
            (marks, all_marks) = all_marks.split_at(iteration.marks);
            search.marks.clear();
            search.marks.extend_from_slice(marks);
            follow(steps, search, tree, tuning);
            search.back_up(tree, iteration.reward, tuning);
            let is_news =
                search.path.get(1).is_some_and(|&(child, _)| tree.node(child).bounds != Bounds::OPEN);
            if is_news {
                tree.renew_bounds(0);
            }
        }
        self.iterations.len() as u32
    }
}

/// Makes `steps` the path of `search`, as far as `tree` is expanded, and takes over what is proven about them.
fn follow(steps: &[Step], search: &mut Search, tree: &mut Tree, tuning: &Tuning) {
    search.path.clear();
    let mut at = 0;
    for (depth, step) in steps.iter().enumerate() {
        if depth > 0 {
            if tuning.rave > 0.0 {
                table_of(tree, at, None);
            }
            let Some(child) = tree.open_for(at, step.action) else { break };
            at = child;
        }
        search.path.push((at, step.marked));
        let node = tree.node_mut(at);
        (node.mover, node.bounds) = (step.mover, node.bounds.and(step.bounds));
    }
}
