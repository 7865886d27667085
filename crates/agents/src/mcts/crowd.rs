//! Positions that playouts cannot judge: those with very many legal actions, and those of games in which stones can move back, where
//! playouts wander about.
//!
//! A thousand playouts would try only a few dozen of five thousand shapes, and would say little about each. Margins can compare
//! them all. The search is best-first minimax (Korf and Chickering 1996, "Best-First Minimax Search"): an iteration follows the
//! best actions from the root to a position without children. It gives that position children, whose values come from the margins
//! after its actions, and updates the values on the way back: a position is worth as much as its best child. An exploration bonus
//! as in UCT gives iterations to other actions too. The action with the most iterations is chosen, since the value of an action
//! with few iterations is often too good.

use super::ranking::{Ranking, margin_for};
use super::reward;
use dropline_engine::rules::{Action, Margin, Player, Position};
use dropline_engine::variant::{Claims, ScoreMethod, Side, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// The number of actions searched in each position: those with the best margins.
const BREADTH: usize = 32;
/// The weight of the exploration bonus, as a fraction of a [clear margin](reward::scale).
const EXPLORATION: f64 = 0.125;
/// The [order](Margin::order) of a margin of one point.
const POINT: f64 = 100.0;

/// Whether stones of `variant` can move back to where they came from, and margins tell who is ahead.
///
/// Random moves lead nowhere in such games, so the results of playouts say little. Without goals and scores, margins say nothing.
pub fn is_reversible(variant: &Variant) -> bool {
    let has_margins = variant.score.method != ScoreMethod::None || !variant.goals.is_empty();
    let moves = variant.actions.iter().any(|action| action.kind.moves_own());
    has_margins && moves && Claims::of(variant).no_return.is_none()
}

/// A hash of the stones of `position`, of whose turn it is, and of the number of actions taken in the turn.
pub fn hash(position: &dyn Position) -> u64 {
    let mut hasher = DefaultHasher::new();
    (position.side_to_move().index(), position.actions_in_turn()).hash(&mut hasher);
    for &cell in position.board().cells() {
        (position.stone(cell).map(Side::index), position.is_neutral(cell)).hash(&mut hasher);
    }
    hasher.finish()
}

/// The search of a crowded position, with its working memory.
pub struct Crowd {
    ranking: Ranking,
    nodes: Vec<Node>,
    /// The maximum number of nodes.
    limit: usize,
    /// The nodes above the current one, each with the player to move there.
    path: Vec<(usize, Player)>,
    scratch: Option<Box<dyn Position>>,
}

/// A position, identified by the action that leads to it from its parent.
struct Node {
    action: Action,
    /// The value for the player that takes the action, as the [order](Margin::order) of margins.
    value: f64,
    visits: u32,
    /// Empty before the node is expanded, and at the end of the game.
    children: Range<usize>,
}

impl Node {
    const fn new(action: Action, value: f64) -> Self {
        Self { action, value, visits: 0, children: 0..0 }
    }
}

impl Crowd {
    /// A search whose tree grows to about `limit` nodes.
    pub fn new(limit: usize) -> Self {
        Self { ranking: Ranking::default(), nodes: Vec::new(), limit, path: Vec::new(), scratch: None }
    }

    /// Forgets the previous game: the next one may be of another variant.
    pub fn new_game(&mut self) {
        self.scratch = None;
    }

    /// Chooses an action of `position`, and returns it with the number of iterations, at least one. `is_spent` returns whether that
    /// number of iterations exhausts the budget; it is called before each iteration but the first. A full tree also ends the
    /// search.
    pub fn choose(
        &mut self,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
        is_spent: impl Fn(u32) -> bool,
    ) -> (Action, u32) {
        let mut scratch = self.scratch.take().unwrap_or_else(|| position.boxed_clone());
        let exploration = EXPLORATION * reward::scale(position.board()) * POINT;
        self.nodes.clear();
        self.nodes.push(Node::new(Action::Pass, 0.0));
        self.expand(0, position, rng);
        let mut done = 0;
        while done == 0 || (self.nodes.len() < self.limit && !is_spent(done)) {
            scratch.assign(position);
            self.iterate(&mut *scratch, exploration, rng);
            done += 1;
        }
        self.scratch = Some(scratch);
        (self.decide(), done)
    }

    /// Runs an iteration from the root's `position`, which it leaves changed.
    fn iterate(&mut self, position: &mut dyn Position, exploration: f64, rng: &mut Xoshiro256PlusPlus) {
        let mut at = 0;
        self.path.clear();
        while !self.nodes[at].children.is_empty() {
            self.path.push((at, position.to_move()));
            at = self.most_promising(at, exploration);
            position.play(self.nodes[at].action);
        }
        if position.outcome().is_some() {
            self.back_up(at, Player::First, order(position.margin()));
        } else {
            let value = self.expand(at, position, rng);
            self.back_up(at, position.to_move(), value);
        }
    }

    /// The child of `parent` with the greatest upper confidence bound.
    fn most_promising(&self, parent: usize, exploration: f64) -> usize {
        let parent = &self.nodes[parent];
        let spread = exploration * f64::from(parent.visits + 1).ln().sqrt();
        let bound = |at: usize| {
            let child = &self.nodes[at];
            child.value + spread / f64::from(child.visits + 1).sqrt()
        };
        // Among equal children, the first is chosen: it has the best margin.
        let best = parent.children.clone().rev().max_by(|&a, &b| bound(a).total_cmp(&bound(b)));
        best.expect("an expanded node has children")
    }

    /// Gives the node `at`, which represents `position`, its children, and returns its value for the player to move.
    ///
    /// An action improves the margin of its player, which the reply then lowers again, so margins after an odd number of actions
    /// cannot be compared with those after an even number. The value of a position is therefore the mean of the margins before and
    /// after its best action: half of that action's gain is deducted from the values of all children.
    fn expand(&mut self, at: usize, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let now = order(margin_for(position.to_move(), position.prospect()));
        let first = self.nodes.len();
        let ordered = self.ranking.ordered(position, rng);
        self.nodes.extend(ordered.take(BREADTH).map(|(action, margin)| Node::new(action, order(margin))));
        self.nodes[at].children = first..self.nodes.len();
        let best = self.best_value(at);
        let deducted = (best - now).max(0.0) / 2.0;
        for child in &mut self.nodes[first..] {
            child.value -= deducted;
        }
        best - deducted
    }

    /// The value of the best child of `parent`.
    fn best_value(&self, parent: usize) -> f64 {
        let children = &self.nodes[self.nodes[parent].children.clone()];
        children.iter().map(|child| child.value).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Counts a visit to the node `at` and to the nodes above it, and updates their values. The new value of `at` is `value` for
    /// `player`.
    fn back_up(&mut self, mut at: usize, mut player: Player, mut value: f64) {
        for index in (0..self.path.len()).rev() {
            let (parent, maker) = self.path[index];
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.value = if player == maker { value } else { -value };
            (at, player, value) = (parent, maker, self.best_value(parent));
        }
        self.nodes[at].visits += 1;
    }

    /// The action with the most visits; ties are broken by value.
    fn decide(&self) -> Action {
        let children = self.nodes[self.nodes[0].children.clone()].iter().rev();
        let most = children.max_by(|a, b| a.visits.cmp(&b.visits).then_with(|| a.value.total_cmp(&b.value)));
        most.expect("a position that is not terminal has actions").action
    }
}

/// A margin as a number.
const fn order(margin: Margin) -> f64 {
    margin.order() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tests::{SMALL, after, agent, game, minimax, rng};
    use crate::{Agent, Search};
    use dropline_engine::rules::{ActionList, PlayoutPolicy};

    const SHAPES: (&str, &[&str]) =
        ("dispatch", &["board.width=4", "board.height=4", "setup.black=['a1']", "setup.white=['d4']"]);
    const SQUARES: &[&str] = &["board.width=3", "board.height=3"];
    const SPECS: [(&str, &[&str]); 4] =
        [SHAPES, ("send-it-square", SQUARES), ("go", SQUARES), ("exxit", &[])];

    /// Searches the positions of a game of random actions, and hands each with its search and the chosen action to `judge`.
    fn search(
        (spec, sets): (&str, &[&str]),
        iterations: u32,
        judge: impl Fn(&Crowd, &mut dyn Position, Action),
    ) {
        let (mut position, mut rng, mut crowd) = (game(spec, sets), rng(), Crowd::new(1_000_000));
        while position.outcome().is_none() && position.turns() < 6 {
            let (action, done) = crowd.choose(&mut *position, &mut rng, |done| done >= iterations);
            assert_eq!(done, iterations, "{spec}");
            judge(&crowd, &mut *position, action);
            position.play_random(&mut rng, PlayoutPolicy::Unrestricted);
        }
    }

    #[test]
    fn a_single_iteration_chooses_the_best_margin() {
        for spec in SPECS {
            search(spec, 1, |_, position, chosen| {
                let (mover, mut legal) = (position.to_move(), ActionList::new());
                position.legal_actions(&mut legal);
                let margins = legal.into_iter().map(|action| position.margin_after(action));
                let most = margins.map(|margin| margin_for(mover, margin)).max();
                assert_eq!(Some(margin_for(mover, position.margin_after(chosen))), most);
            });
        }
    }

    /// The factor that converts a value for the first player to one for `player`.
    const fn sign(player: Player) -> f64 {
        match player {
            Player::First => 1.0,
            Player::Second => -1.0,
        }
    }

    /// Compares the values and visits below the node `at`, which represents `position`, with their definitions. Returns its value
    /// for the first player.
    fn verify(crowd: &Crowd, at: usize, position: &dyn Position) -> f64 {
        let children = &crowd.nodes[at].children;
        if position.outcome().is_some() {
            assert!(children.is_empty());
            return order(position.margin());
        }
        let (mover, now) = (position.to_move(), order(position.prospect()));
        let visits: u32 = crowd.nodes[children.clone()].iter().map(|child| child.visits).sum();
        assert_eq!(crowd.nodes[at].visits, visits + u32::from(at > 0));
        let next = |child: usize| after(position, crowd.nodes[child].action);
        let margin = |child| sign(mover) * order(next(child).prospect());
        let gain = margin(children.start) - sign(mover) * now;
        let mut best = f64::NEG_INFINITY;
        for child in children.clone() {
            let value = if crowd.nodes[child].visits == 0 {
                margin(child) - gain.max(0.0) / 2.0
            } else {
                sign(mover) * verify(crowd, child, &*next(child))
            };
            assert_eq!(crowd.nodes[child].value, value);
            best = best.max(value);
        }
        sign(mover) * best
    }

    #[test]
    fn a_position_is_worth_as_much_as_its_best_child() {
        for spec in [SHAPES, ("send-it-square", SQUARES), ("exxit", &[])] {
            search(spec, 60, |crowd, position, chosen| {
                verify(crowd, 0, position);
                let children = &crowd.nodes[crowd.nodes[0].children.clone()];
                let visits = |of: &Node| of.visits;
                let of_chosen = children.iter().find(|child| child.action == chosen).map(visits);
                assert_eq!(of_chosen, children.iter().map(visits).max());
            });
        }
    }

    #[test]
    fn with_enough_iterations_the_choice_is_perfect() {
        for (spec, sets) in SMALL {
            let mut position = game(spec, sets);
            let value = minimax(&*position);
            let action = agent("20000:crowd=1").choose(&mut *position, &mut rng());
            assert_eq!(minimax(&*after(&*position, action)), value, "{spec} {sets:?}: {action:?} attains it");
        }
    }

    #[test]
    fn a_full_tree_ends_the_search() {
        let (spec, sets) = SHAPES;
        let mut mcts = agent("1000:crowd=1:nodes=1000");
        mcts.choose(&mut *game(spec, sets), &mut rng());
        assert!((1000 / BREADTH as u32 - 1..100).contains(&mcts.iterations()), "{}", mcts.iterations());
    }

    #[test]
    fn a_position_with_the_given_number_of_legal_actions_is_crowded() {
        let mut position = game("go", &["board.width=4", "board.height=4"]);
        let legal = position.count_legal();
        for (crowd, crowded) in [(legal, true), (legal + 1, false)] {
            let mut mcts = agent(&format!("50:crowd={crowd}"));
            mcts.choose(&mut *position, &mut rng());
            assert_eq!(mcts.expectation().is_none(), crowded);
        }
    }

    #[test]
    fn games_in_which_stones_move_back_are_searched_by_margins() {
        for (name, option, by_margins) in [
            ("lines-of-action", "", true),
            ("ataxx", "", true),
            ("ataxx", ":reversible=0", false),
            // Stones move forward only, or every turn adds one.
            ("breakthrough", "", false),
            ("amazons", "", false),
            ("go", "", false),
        ] {
            let mut mcts = agent(&format!("20{option}"));
            mcts.choose(&mut *game(name, &[]), &mut rng());
            assert_eq!(mcts.expectation().is_none(), by_margins, "{name}{option}");
        }
    }

    #[test]
    fn a_position_that_returns_is_searched_with_playouts() {
        let (mut mcts, mut position) = (agent("20"), game("lines-of-action", &[]));
        for game in 0..2 {
            for by_margins in [true, false, false] {
                mcts.choose(&mut *position, &mut rng());
                assert_eq!(mcts.expectation().is_none(), by_margins, "game {game}");
            }
            mcts.new_game();
        }
    }
}
