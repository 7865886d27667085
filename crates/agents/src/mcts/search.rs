//! One iteration of the search: down the tree, a playout, and back up.
//!
//! UCT (Kocsis and Szepesvári 2006, "Bandit based Monte-Carlo Planning") on single actions, with the results of their marks and
//! with margins. Each node stores who moves there; nothing depends on the depth.

use super::amaf::{FirstMarks, TableNumber};
use super::ranking::Ranking;
use super::reward;
use super::settings::MctsSettings;
use super::solver::Bounds;
use super::tree::{Node, Tree};
use crate::playout_policy;
use dropline_engine::rules::{Action, Guide, Mark, Player, Position, Winner};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::Range;

/// The settings in the form that the search uses.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    exploration: f64,
    bias: f64,
    widening: f64,
    exponent: f64,
    /// For an action with a single mark, the number of visits at which its own results weigh as much as those of the mark.
    pub rave: f64,
    /// The share of an action's value that comes from the margins in the tree below it.
    minimax: f64,
    /// The value of an action without results.
    urgency: f64,
    /// How many legal actions a visit pays for: a node's actions are ranked once its visits have paid for all of them.
    ranked: u32,
    /// The share of a reward that comes from the margin.
    margin: f64,
    /// How often playouts use answers, replies, duels, decisive stones and patterns, in 256ths.
    guide: [u32; 5],
}

impl Tuning {
    /// The tuning for `settings`.
    pub fn of(settings: &MctsSettings) -> Self {
        let value = |name| settings.values.get(name);
        let part = |name| (256.0 * value(name).to_f64()).round() as u32;
        Self {
            exploration: value("exploration").to_f64(),
            bias: value("bias").to_f64(),
            widening: value("widening").to_f64(),
            exponent: value("exponent").to_f64(),
            rave: value("rave").to_f64(),
            minimax: value("minimax").to_f64(),
            urgency: value("urgency").to_f64(),
            ranked: settings.values.whole("ranked"),
            margin: value("margin").to_f64(),
            guide: ["answers", "replies", "duels", "decisive", "patterns"].map(part),
        }
    }
}

/// A node other than the root gets a table of marks after this number of visits, and uses it after twice this
/// number.
const TABLE_VISITS: u32 = 25;
/// The weight, in games, of the parent's value in each mark's prior, so that the first few results do not decide.
const MARK_PRIOR: f64 = 4.0;

/// The step size of the weights of marks.
const WEIGHT_STEP: f32 = 0.02;

/// The working memory of iterations.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The nodes from the root to the current one, and how many marks precede each.
    pub path: Vec<(usize, usize)>,
    /// The marks since the root.
    pub marks: Vec<Mark>,
    /// The first mark on each cell, from a position on the path to the end of the game.
    first_marks: FirstMarks,
    ranking: Ranking,
    /// The policy of the playouts.
    pub guide: Guide,
}

impl Search {
    /// Forgets what was learnt in an earlier game.
    pub fn forget(&mut self) {
        self.guide.forget();
    }

    /// Expands the root, which represents `position`, unless it is expanded.
    pub fn expand_root(
        &mut self,
        tree: &mut Tree,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        if !tree.root().is_expanded() {
            tree.node_mut(0).mover = position.to_move();
            self.ranking.expand(tree, 0, position, rng);
        }
    }

    /// Runs one iteration from the root's `position`, which it leaves changed, and returns its reward.
    pub fn iterate(
        &mut self,
        tree: &mut Tree,
        tuning: &Tuning,
        position: &mut dyn Position,
        rng: &mut Xoshiro256PlusPlus,
    ) -> f64 {
        let (mut at, mut table) = (0, None);
        self.path.clear();
        self.marks.clear();
        let reward = loop {
            self.path.push((at, self.marks.len()));
            if position.outcome().is_some() {
                let winner = position.winner();
                tree.node_mut(at).bounds = Bounds::of(winner);
                break reward::of_winner(winner);
            }
            let node = tree.node_mut(at);
            node.mover = position.to_move();
            // At the root, an action must be chosen even if a playout has proven the result.
            if let Some(winner) = node.bounds.proven()
                && (at > 0 || node.is_expanded())
            {
                break reward::of_winner(winner);
            }
            if !node.is_expanded() {
                if !may_expand(tree, at, tuning, position) {
                    let (mover, turns) = (position.to_move(), position.turns());
                    let reward = self.evaluate(position, tuning, rng);
                    // If the player to move wins within this turn, before the opponent can move, the win is proven.
                    if position.outcome().is_some()
                        && position.turns() == turns + 1
                        && position.winner() == mover.wins()
                    {
                        tree.node_mut(at).bounds = Bounds::of(mover.wins());
                    }
                    break reward;
                }
                self.ranking.expand(tree, at, position, rng);
                if let Some(winner) = tree.node(at).bounds.proven() {
                    break reward::of_winner(winner);
                }
            }
            if tuning.rave > 0.0 {
                table = table_of(tree, at, table);
            }
            at = choose(tree, at, table, tuning);
            let action = tree.node(at).action;
            if tuning.rave > 0.0 {
                action.marks(position.to_move(), |mark| self.marks.push(mark));
            }
            position.play(action);
        };
        self.back_up(tree, reward, tuning);
        reward
    }

    /// The reward of a position for the first player: the result of a playout mixed with the margin before it, whose weight is
    /// `margin`.
    ///
    /// Sources: Winands and Björnsson 2010, "Evaluation Function Based Monte-Carlo LOA", for the mixture; Silver et al. 2016,
    /// "Mastering the Game of Go with Deep Neural Networks and Tree Search", for its weight.
    fn evaluate(
        &mut self,
        position: &mut dyn Position,
        tuning: &Tuning,
        rng: &mut Xoshiro256PlusPlus,
    ) -> f64 {
        let margin = tuning.margin;
        let now = if margin > 0.0 { reward::of_margin(position) } else { 0.0 };
        if margin >= 1.0 {
            return now;
        }
        let policy = playout_policy(position.variant());
        if tuning.rave > 0.0 {
            let guide = &mut self.guide;
            [guide.answers, guide.replies, guide.duels, guide.decisive, guide.patterns] = tuning.guide;
            position.playout_guided(rng, policy, guide, &mut self.marks);
            self.learn(position.winner());
        } else {
            position.playout(rng, policy);
        }
        margin * now + (1.0 - margin) * reward::of_winner(position.winner())
    }

    /// Learns how to guide the next playouts from a game with these `marks`, which `winner` won.
    ///
    /// The action with which the winner followed a mark becomes the reply to it; the action with which the loser followed a mark
    /// is no longer the reply to it (last good reply with forgetting: Drake 2009, "The Last-Good-Reply Policy for Monte-Carlo
    /// Go"; Baier and Drake 2010). Weights are recent mean rewards (MAST, Finnsson and Björnsson 2008).
    fn learn(&mut self, winner: Winner) {
        let guide = &mut self.guide;
        if guide.patterns > 0 {
            guide.learn_result(reward::of_winner(winner) as f32);
        }
        if guide.duels > 0 {
            let first = reward::of_winner(winner) as f32;
            for &mark in &self.marks {
                let reward = if mark.player == Player::First { first } else { 1.0 - first };
                guide.learn(mark, reward, WEIGHT_STEP);
            }
        }
        if guide.replies > 0 && winner != Winner::Draw {
            for pair in self.marks.windows(2) {
                let (mark, next) = (pair[0], pair[1]);
                if (next.player == Player::First) == (winner == Winner::First) {
                    guide.set_reply(mark, Some(next.cell));
                } else if guide.reply(mark) == Some(next.cell) {
                    guide.set_reply(mark, None);
                }
            }
        }
    }

    /// Counts the iteration in all nodes on its path, and propagates what it proved.
    pub fn back_up(&mut self, tree: &mut Tree, reward: f64, tuning: &Tuning) {
        let leaf = self.path[self.path.len() - 1].0;
        let mut news = tree.node(leaf).bounds != Bounds::OPEN;
        // The margin value of the next node down the path, before and after the update.
        let mut below = None;
        self.first_marks.clear();
        let mut known = self.marks.len();
        for &(index, marked) in self.path.iter().rev() {
            let node = tree.node_mut(index);
            node.visits += 1;
            node.reward += reward;
            if let Some(table) = node.table {
                self.first_marks.precede(&tree.tables, &self.marks[marked..known]);
                known = marked;
                tree.tables.learn(table, &self.first_marks, reward as f32);
            }
            if tuning.minimax > 0.0 {
                let before = tree.node(index).promise;
                below = Some((before, renew_promise(tree, index, below)));
            }
            if news && tree.node(index).is_expanded() {
                news = tree.renew_bounds(index);
            }
        }
    }
}

/// Sets the node's margin value to the best of its children's margin values. `below` holds the old and the
/// new margin value of the child that has changed, if any.
///
/// Source: Lanctot et al. 2014, "Monte Carlo Tree Search with Heuristic Evaluations using Implicit Minimax Backups".
fn renew_promise(tree: &mut Tree, index: usize, below: Option<(f32, f32)>) -> f32 {
    let node = tree.node(index);
    let for_mover = |promise: f32| if node.mover == Player::First { promise } else { 1.0 - promise };
    let best = match below {
        _ if !node.is_expanded() => node.promise,
        // The best child is unchanged and still the best.
        Some((before, now))
            if for_mover(before) < for_mover(node.promise) && for_mover(now) <= for_mover(node.promise) =>
        {
            node.promise
        }
        _ => {
            let children = tree.range(node.children()).iter().map(|child| child.promise);
            children
                .reduce(|best, promise| if for_mover(promise) > for_mover(best) { promise } else { best })
                .unwrap_or(0.5)
        }
    };
    tree.node_mut(index).promise = best;
    best
}

/// The table to use for the children of the node `at`: until the node's own table has enough results, the table `above`. The node
/// gets its own table after enough visits.
pub fn table_of(tree: &mut Tree, at: usize, above: Option<TableNumber>) -> Option<TableNumber> {
    let visits = tree.node(at).visits;
    if tree.node(at).table.is_none() && (at == 0 || visits >= TABLE_VISITS) {
        tree.add_table(at);
    }
    let own = tree.node(at).table.filter(|_| above.is_none() || visits >= 2 * TABLE_VISITS);
    own.or(above)
}

/// Whether to expand the node `at`, which has no children yet.
///
/// Ranking the legal actions takes as long as several playouts, so a node is expanded only when its visits have paid for that
/// (Chaslot et al. 2008 rank after a fixed number of visits; here there may be three legal actions or five thousand). The root is
/// always expanded: its ranking alone makes a choice as good as that of `greedy`.
fn may_expand(tree: &Tree, at: usize, tuning: &Tuning, position: &dyn Position) -> bool {
    if at == 0 {
        return true;
    }
    let (node, legal) = (tree.node(at), position.count_legal());
    let paid = u64::from(node.visits) * u64::from(tuning.ranked) >= u64::from(legal.max(1));
    paid && tree.has_room_for(legal as usize)
}

/// The child of the expanded node `parent` that the iteration visits.
fn choose(tree: &mut Tree, parent: usize, table: Option<TableNumber>, tuning: &Tuning) -> usize {
    let node = tree.node(parent);
    let (children, bounds, mover) = (node.children(), node.bounds, node.mover);
    let judge = Judge::of(node, table, tuning);
    let wanted = opened(node, tuning);
    let mut best = (f64::NEG_INFINITY, children.start);
    let mut seen = 0;
    for index in children.clone() {
        if index - children.start >= tree.node(parent).opened as usize {
            if seen >= wanted {
                break;
            }
            let next = judge.most_promising(tree, index..children.end);
            tree.open(parent, next);
        }
        let child = tree.node(index);
        if child.bounds.cannot_improve(bounds, mover) {
            continue;
        }
        seen += 1;
        let value = judge.value(tree, child);
        if value > best.0 {
            best = (value, index);
        }
    }
    best.1
}

/// How many children of a node are tried: k * visits^alpha, by progressive widening (Coulom 2007, "Computing Elo Ratings of Move
/// Patterns in the Game of Go"; Chaslot et al. 2008).
fn opened(node: &Node, tuning: &Tuning) -> usize {
    (tuning.widening * f64::from(node.visits).powf(tuning.exponent)).ceil().max(1.0) as usize
}

/// The results of the marks of an action.
struct Marks {
    /// How many times these marks occurred.
    seen: f64,
    /// The mean value of these marks for the mover.
    mean: f64,
    /// The bias of `mean` as an estimate of the action's value: 1 divided by the number of visits to the action that would say as
    /// much about its value (Silver's schedule, in Gelly and Silver 2011, "Monte-Carlo Tree Search and Rapid Action Value
    /// Estimation in Computer Go"). The more marks an action has, the less each says about it.
    bias: f64,
}

/// Values the children of a node.
struct Judge<'t> {
    tuning: &'t Tuning,
    table: Option<TableNumber>,
    mover: Player,
    /// The logarithm of the node's visits.
    log: f64,
    /// The node's value for the mover.
    mean: f64,
}

impl<'t> Judge<'t> {
    /// Values the children of `node`, with the `table` of marks.
    fn of(node: &Node, table: Option<TableNumber>, tuning: &'t Tuning) -> Self {
        let mean = if node.visits == 0 { 0.5 } else { node.mean(node.mover) };
        let log = f64::from(node.visits.max(1)).ln();
        Self { tuning, table, mover: node.mover, log, mean }
    }

    /// Converts the first player's reward to the mover's.
    fn for_mover(&self, reward: f64) -> f64 {
        if self.mover == Player::First { reward } else { 1.0 - reward }
    }

    /// The results of the marks of `child`.
    fn marks(&self, tree: &Tree, child: &Node) -> Marks {
        let Some(table) = self.table else { return Marks { seen: 0.0, mean: self.mean, bias: 1.0 } };
        let (tally, marks) = tree.tables.tally(table, &child.action, self.mover);
        let (seen, reward, marks) = (f64::from(tally.seen), f64::from(tally.reward), f64::from(marks));
        let own = if self.mover == Player::First { reward } else { seen - reward };
        let prior = MARK_PRIOR * marks * marks;
        let mean = (own + prior * self.mean) / (seen + prior);
        Marks { seen, mean, bias: marks * marks / self.tuning.rave.max(1e-9) }
    }

    /// The untried child of `children` to try next.
    fn most_promising(&self, tree: &Tree, children: Range<usize>) -> usize {
        // A swap has no marks, so its position in the order decides.
        if self.table.is_none() || tree.node(children.start).action == Action::Swap {
            return children.start;
        }
        let mut best = (f64::NEG_INFINITY, children.start);
        for (index, child) in children.clone().zip(tree.range(children)) {
            let value = self.marks(tree, child).mean + self.tuning.bias * f64::from(child.prior);
            if value > best.0 {
                best = (value, index);
            }
        }
        best.1
    }

    /// UCB1 (Auer, Cesa-Bianchi and Fischer 2002) of a mixed value: the mean of the child's rewards, the mean
    /// of its marks, whose weight falls with the visits, and its margin value; plus a bias that fades with
    /// the visits (progressive bias, Chaslot et al. 2008).
    fn value(&self, tree: &Tree, child: &Node) -> f64 {
        let tuning = self.tuning;
        let visits = f64::from(child.visits);
        if let Some(winner) = child.bounds.proven() {
            return self.for_mover(reward::of_winner(winner));
        }
        let Marks { seen, mean, bias } = self.marks(tree, child);
        let mut value = if child.visits > 0 {
            let share = seen / (seen + visits + bias * seen * visits);
            share * mean + (1.0 - share) * child.mean(self.mover)
        } else if seen > 0.0 {
            mean
        } else {
            tuning.urgency
        };
        if tuning.minimax > 0.0 {
            value += tuning.minimax * (self.for_mover(f64::from(child.promise)) - value);
        }
        value
            + tuning.exploration * (self.log / (visits + 1.0)).sqrt()
            + tuning.bias * f64::from(child.prior) / (visits + 1.0)
    }
}
