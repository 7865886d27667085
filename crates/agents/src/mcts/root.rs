//! The choice among the actions of the root.

use super::reward;
use super::tree::{Node, Tree};
use dropline_engine::rules::Player;

/// The child to play: the most visited, unless proofs decide.
pub fn decide(tree: &Tree) -> Option<&Node> {
    let root = tree.root();
    let rank = |child: &&Node| child.bounds.rank(child.visits, root.bounds, root.mover);
    // Among equally ranked children, the first is chosen: it looked most promising.
    tree.range(root.children()).iter().rev().max_by_key(rank)
}

/// Whether the most visited child leads by more than `left` visits, so `left` more iterations cannot change the choice, except by
/// a proof.
pub fn is_settled(tree: &Tree, left: u32) -> bool {
    let root = tree.root();
    let (mut most, mut second, mut chosen) = (0, 0, (false, false, 0));
    for child in tree.range(root.children()) {
        chosen = chosen.max(child.bounds.rank(child.visits, root.bounds, root.mover));
        if child.visits > most {
            (most, second) = (child.visits, most);
        } else {
            second = second.max(child.visits);
        }
    }
    chosen.2 == most && most - second > left
}

/// The result that `player` can expect in the position of `node`, from 0 for a loss to 1 for a win: the proven result if there is
/// one, else the mean reward; `None` before the first visit.
pub fn expectation(node: &Node, player: Player) -> Option<f64> {
    match node.bounds.proven() {
        Some(winner) if player == Player::First => Some(reward::of_winner(winner)),
        Some(winner) => Some(1.0 - reward::of_winner(winner)),
        None => (node.visits > 0).then(|| node.mean(player)),
    }
}
