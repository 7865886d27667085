//! The order in which the actions of a position are tried.
//!
//! Actions are ordered by the score margin after each, as `greedy` computes it, best first: progressive unpruning and progressive
//! bias by a heuristic (Chaslot et al. 2008, "Progressive Strategies for Monte-Carlo Tree Search"). The ranking uses only the
//! order of the margins, so they need no common scale, and every method of scoring works. The backups use the values of the
//! margins.

use super::reward;
use super::solver::Bounds;
use super::tree::{Node, Tree};
use crate::playout_policy;
use dropline_engine::chance;
use dropline_engine::rules::{Action, ActionList, Margin, Player, PlayoutPolicy, Position, Winner};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cmp::Reverse;

/// The working memory of ranking.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    legal: ActionList,
    margins: Vec<Margin>,
    ranked: Vec<(Reverse<Rank>, Action)>,
}

/// The rank of an action in its position: higher is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// Whether random play would consider it: excluded actions come last.
    considered: bool,
    /// The margin after it, for the player that takes it.
    margin: Margin,
    /// Whether it is `pass`. Of actions with equal margins, `pass` ranks highest, since it may end the game.
    ends: bool,
}

impl Ranking {
    /// Orders the legal actions of `position`, breaking ties at random.
    fn order(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) {
        position.legal_actions(&mut self.legal);
        shuffle(&mut self.legal, rng);
        let policy = playout_policy(position.variant());
        let mover = position.to_move();
        position.margins_after(&self.legal, &mut self.margins);
        self.ranked.clear();
        for (&action, &margin) in self.legal.iter().zip(&self.margins) {
            let considered = policy == PlayoutPolicy::Unrestricted || !position.excludes(policy, action);
            let margin = margin_for(mover, margin);
            let ends = action == Action::Pass;
            self.ranked.push((Reverse(Rank { considered, margin, ends }), action));
        }
        // The sort is stable, so that the shuffle breaks ties.
        self.ranked.sort_by_key(|&(rank, _)| rank);
        self.place_swap();
    }

    /// The legal actions of `position` in order, each with the margin after it for the player to move.
    pub fn ordered<'s>(
        &'s mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) -> impl Iterator<Item = (Action, Margin)> + use<'s> {
        self.order(position, rng);
        self.ranked.iter().map(|&(Reverse(rank), action)| (action, rank.margin))
    }

    /// Gives the node `parent`, which represents `position`, its children: the legal actions, ties in random order.
    pub fn expand(
        &mut self,
        tree: &mut Tree,
        parent: usize,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        self.order(position, rng);
        let mover = position.to_move();
        let scale = reward::scale(position.board());
        let all = self.ranked.len() as f32;
        let mut place = 0;
        let children = self.ranked.iter().enumerate().map(|(index, &(rank, action))| {
            if rank != self.ranked[place].0 {
                place = index;
            }
            let margin = margin_for(mover, rank.0.margin);
            let promise = reward::of_points(margin.points().to_f64(), scale) as f32;
            let mut node = Node::new(action, 1.0 - place as f32 / all, promise);
            node.bounds = margin.decided().map_or(Bounds::OPEN, Bounds::of);
            node
        });
        tree.expand(parent, children);
    }
}

impl Ranking {
    /// Moves a swap to the front if it takes the side that is ahead, else to the place after the best of the other actions. The
    /// margin after a swap lacks the stone that the other margins include, and the search should try the swap in any case.
    fn place_swap(&mut self) {
        let Some(at) = self.ranked.iter().position(|&(_, action)| action == Action::Swap) else { return };
        let swap = self.ranked.remove(at);
        let Reverse(Rank { margin, .. }) = swap.0;
        let to = if margin.winner() == Winner::First { 0 } else { 1 };
        self.ranked.insert(to.min(self.ranked.len()), swap);
    }
}

/// The margin from the point of view of `player`.
pub fn margin_for(player: Player, margin: Margin) -> Margin {
    if player == Player::First { margin } else { -margin }
}

/// Shuffles `actions` uniformly (Fisher and Yates 1938; Durstenfeld 1964).
fn shuffle(actions: &mut [Action], rng: &mut Xoshiro256PlusPlus) {
    for last in (1..actions.len()).rev() {
        actions.swap(last, chance::below(rng, last as u32 + 1) as usize);
    }
}
