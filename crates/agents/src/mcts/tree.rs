//! The tree: nodes in one block of memory, which is kept from action to action and from game to game.
//!
//! After an action, the tree copies the subtree of that action and drops all other nodes. This takes twice
//! the memory of the subtree, but allocates nothing once the blocks have grown. The nodes of a full tree
//! continue to count visits.

use super::amaf::{TableNumber, Tables};
use super::solver::Bounds;
use dropline_engine::board::Board;
use dropline_engine::rules::{Action, Player, Winner};
use std::ops::Range;

/// A position, identified by the action that leads to it from its parent.
#[derive(Clone, Debug)]
pub struct Node {
    /// The action.
    pub action: Action,
    /// Who moves in this position; the same player as in the parent if the turn continues. Set at the first visit.
    pub mover: Player,
    /// The proven bounds.
    pub bounds: Bounds,
    /// How promising the action looked before it was tried, from 0 to 1 (the best).
    pub prior: f32,
    /// The node's margin value for the first player, backed up from the margins below it, from 0 to 1.
    pub promise: f32,
    /// The table of marks after this position.
    pub table: Option<TableNumber>,
    /// How many iterations went through this position.
    pub visits: u32,
    /// The sum of the rewards of these iterations for the first player, each from 0 to 1.
    pub reward: f64,
    /// The index of the first child.
    first_child: u32,
    /// The number of children; 0 before the node is expanded.
    children: u32,
    /// How many of the children, counted from the first, the search may try.
    pub opened: u32,
}

impl Node {
    /// An unvisited position.
    pub const fn new(action: Action, prior: f32, promise: f32) -> Self {
        Self {
            action,
            mover: Player::First,
            bounds: Bounds::OPEN,
            prior,
            promise,
            table: None,
            visits: 0,
            reward: 0.0,
            first_child: 0,
            children: 0,
            opened: 0,
        }
    }

    /// The children, the most promising first, as indices into the tree.
    pub const fn children(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + self.children as usize
    }

    /// Whether the node has children.
    pub const fn is_expanded(&self) -> bool {
        self.children > 0
    }

    /// The mean reward for `player`, from 0 to 1.
    pub fn mean(&self, player: Player) -> f64 {
        let first = self.reward / f64::from(self.visits);
        if player == Player::First { first } else { 1.0 - first }
    }
}

/// A tree whose root has index 0.
///
/// The children of a node are contiguous, so that choosing one reads memory in order.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The buffer that the kept subtree is copied to when another node becomes the root.
    spare: Vec<Node>,
    /// The tables of marks of the nodes.
    pub tables: Tables,
    /// The buffer for the tables of the kept subtree.
    spare_tables: Tables,
    /// The largest number of nodes allowed.
    limit: usize,
}

impl Tree {
    /// A tree with only a root, which grows to at most `limit` nodes.
    pub fn new(limit: usize) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            spare: Vec::new(),
            tables: Tables::default(),
            spare_tables: Tables::default(),
            limit,
        };
        tree.clear();
        tree
    }

    /// Clears everything and prepares for games on `board`.
    pub fn reset_for(&mut self, board: &Board) {
        self.clear();
        self.tables.reset_for(board);
        self.spare_tables.reset_for(board);
    }

    /// Resets the tree to an unvisited root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(Action::Pass, 0.0, 0.5));
        self.tables.clear();
    }

    /// The root.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// All nodes.
    #[cfg(test)]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node at `index`.
    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// The node at `index`.
    pub fn node_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// The nodes at `indices`.
    pub fn range(&self, indices: Range<usize>) -> &[Node] {
        &self.nodes[indices]
    }

    /// Whether there is room for `more` nodes.
    pub fn has_room_for(&self, more: usize) -> bool {
        self.nodes.len() + more <= self.limit
    }

    /// Gives the node `parent` its children, and the bounds that follow from theirs.
    pub fn expand(&mut self, parent: usize, children: impl ExactSizeIterator<Item = Node>) {
        let first_child = self.nodes.len() as u32;
        let node = &mut self.nodes[parent];
        (node.first_child, node.children) = (first_child, children.len() as u32);
        self.nodes.extend(children);
        self.renew_bounds(parent);
    }

    /// Sets the bounds of the node at `index` to those that follow from its children's; returns whether they have changed.
    pub fn renew_bounds(&mut self, index: usize) -> bool {
        let node = &self.nodes[index];
        let children = self.nodes[node.children()].iter().map(|child| child.bounds);
        let bounds = Bounds::of_choice(node.mover, children, true);
        let news = bounds != node.bounds;
        self.nodes[index].bounds = bounds;
        news
    }

    /// Narrows the bounds of those children of the node `parent` after whose actions the winner is `known`.
    pub fn restrict(&mut self, parent: usize, known: &[(Action, Winner)]) {
        let children = self.nodes[parent].children();
        for child in &mut self.nodes[children] {
            if let Some(&(_, winner)) = known.iter().find(|(action, _)| *action == child.action) {
                child.bounds = child.bounds.and(Bounds::of(winner));
            }
        }
        self.renew_bounds(parent);
    }

    /// Admits the child at the index `child` of the node `parent` to the search.
    pub fn open(&mut self, parent: usize, child: usize) {
        let node = &mut self.nodes[parent];
        let next = node.children().start + node.opened as usize;
        node.opened += 1;
        // The other children keep their order, since the first of them is usually the best.
        self.nodes[next..=child].rotate_right(1);
    }

    /// Admits the child of the node `parent` for `action` to the search and returns its index; `None` if there is no such
    /// child.
    pub fn open_for(&mut self, parent: usize, action: Action) -> Option<usize> {
        let node = &self.nodes[parent];
        let (children, opened) = (node.children(), node.opened as usize);
        let place = self.nodes[children.clone()].iter().position(|child| child.action == action)?;
        if place < opened {
            return Some(children.start + place);
        }
        self.open(parent, children.start + place);
        Some(children.start + opened)
    }

    /// Gives the node `index` its own table.
    pub fn add_table(&mut self, index: usize) {
        self.nodes[index].table = Some(self.tables.add());
    }

    /// Makes the root's child for `action` the root and drops everything outside its subtree. If there is no such child, the tree
    /// becomes empty.
    pub fn advance(&mut self, action: Action) {
        let child = self.root().children().find(|&child| self.nodes[child].action == action);
        let Some(child) = child else { return self.clear() };
        self.spare.clear();
        self.spare_tables.clear();
        self.spare.push(self.nodes[child].clone());
        // Breadth first, so that the children of a copied node are contiguous.
        let mut next = 0;
        while next < self.spare.len() {
            let children = self.spare[next].children();
            let node = &mut self.spare[next];
            node.table = node.table.map(|table| self.spare_tables.copy(&self.tables, table));
            self.spare[next].first_child = self.spare.len() as u32;
            self.spare.extend_from_slice(&self.nodes[children]);
            next += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
        std::mem::swap(&mut self.tables, &mut self.spare_tables);
    }
}
