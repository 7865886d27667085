//! Learning by self-play with temporal differences.

use crate::evaluator::{CANDIDATES, DECIDED, Evaluator, decided, margin, own_margin, probability};
use crate::layout::{Layout, cells};
use crate::logistic::{LOGIT, logistic};
use crate::player::Best;
use crate::stages::LARGE;
use crate::weights::{Tables, Weights};
use dropline_agents::playout_policy;
use dropline_engine::chance;
use dropline_engine::rules::{Action, ActionList, Margin, PlayoutPolicy, Position};
use dropline_engine::variant::{ScoreMethod, Side};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Games that are played at once: with the same weights, while the games before are learned from.
const ROUND: u64 = 16;
/// Tables are filled for the next round once at least so many positions were learned from, and one for each so many of their entries.
/// Where games are short, or tables large, filling would take half of the time otherwise.
const FRESH: u64 = 600;
const ENTRIES_OF_POSITION: u64 = 128;
/// Rounds after which every game has been learned from, so that learning can stop or be saved.
const BLOCK: u64 = 8;
/// One in this many actions is random.
const EXPLORE: u32 = 10;
/// A game begins with up to this many random actions.
const OPENING: u32 = 6;
/// In games with scores, one side begins greedily in two of this many games, for a random number of actions. Otherwise self-play can settle
/// into avoiding every fight, and the players lose everything to a greedy opponent. The larger the board, the more often it does.
const GREEDY: u32 = 8;
/// The same where a board of more than [`LARGE`] cells is to be learned, even while smaller ones are. There, the other side learns how to
/// answer such play. On small boards players learn less from so many of these games, and from answering greedy play.
const GREEDY_IF_LARGE: u32 = 4;
/// The number of blocks, about, over which weights are averaged there.
const AVERAGED: u64 = 8;
/// The number of blocks after which weights are chosen on a large board, in games with scores.
const CHOSEN_AFTER: u64 = 2;
/// Weights are as good as others if they score at most this much less against a greedy player, in thousandths: otherwise a few lucky ones
/// would be chosen, instead of those that were learned from more games.
const AS_GOOD: u32 = 100;
/// Actions after which a game is cut off, at least.
const LONGEST: usize = 600;
/// How much of a position's target is the end of the game, rather than the evaluation of the next position.
const LAMBDA: f32 = 0.7;

/// The rate of each weight before its changes cancel, divided by the number of places, on boards of up to [`LARGE`] cells.
///
/// The rate falls on larger boards: an arrangement lies in more places there, and its weight moves once for each. It is
/// also halved there, since they are learned last, from few games.
///
/// No rate is best everywhere: of 15 and 40, the larger one won in NoGo and Go, the smaller one in Ataxx and Breakthrough.
const RATE: f32 = 25.0;

/// A game that is being learned.
#[derive(Debug)]
pub struct Learning {
    start: Box<dyn Position>,
    layout: Arc<Layout>,
    weights: Weights,
    tables: Tables,
    rules_hash: [u8; 32],
    seed: u64,
    /// Whether a board of more than [`LARGE`] cells is to be learned.
    large: bool,
    games: u64,
    positions: u64,
    /// The best score of the weights against a greedy player so far, in thousandths.
    best: u32,
}

/// A position of a game of self-play.
#[derive(Clone, Copy, Debug)]
struct Moment {
    side: usize,
    /// Actions taken in the turn, or what [`Layout::moment`] gives instead.
    actions: u32,
    /// The margin of the side to move, in 256ths.
    margin: i32,
    /// The evaluation for the first side of the best action, as a probability, if a random action was played instead.
    instead: Option<f32>,
}

/// A game of self-play.
#[derive(Debug, Default)]
struct Game {
    moments: Vec<Moment>,
    /// The sets of cells of all moments, as from [`Layout::read`].
    sets: Vec<u64>,
    /// The result for the first side: 1, 1/2 or 0.
    result: f32,
}

impl Learning {
    /// Begins to learn the game that begins at `start`, whose rules have this hash, with games of this `seed`.
    pub fn new(start: &dyn Position, layout: Arc<Layout>, rules_hash: [u8; 32], seed: u64) -> Self {
        let margin =
            if start.variant().score.method == ScoreMethod::None { 0 } else { typical_margin(start) };
        let weights = Weights::new(&layout, margin);
        Self {
            start: start.boxed_clone(),
            layout,
            weights,
            tables: Tables::default(),
            rules_hash,
            seed,
            large: cells(start.variant()) > LARGE,
            games: 0,
            positions: 0,
            best: 0,
        }
    }

    /// Learns a game on a smaller board, by way of which one of this many `cells` is to be learned.
    pub fn towards(self, cells: usize) -> Self {
        Self { large: cells > LARGE, ..self }
    }

    /// The weights so far.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The weights so far, to begin with others.
    pub fn weights_mut(&mut self) -> &mut Weights {
        &mut self.weights
    }

    /// Goes on from what was learned before, after this many games and positions, with this [best score](Self::best).
    pub fn restore(&mut self, weights: Weights, games: u64, positions: u64, best: u32) {
        (self.weights, self.games, self.positions, self.best) = (weights, games, positions, best);
    }

    /// Whether one of the [candidates](Self::candidates) is to be [chosen](Self::choose) now.
    ///
    /// On large boards, where learning stops would be a lottery otherwise: a hundred games can turn a player that never loses to a greedy
    /// one into one that never wins.
    pub fn is_to_choose(&self) -> bool {
        let is_large = self.layout.cells() > LARGE && self.weights.margin > 0;
        is_large && self.games.is_multiple_of(CHOSEN_AFTER * BLOCK * ROUND)
    }

    /// The weights that players may use: on large boards the mean of those after the last blocks, and those after the last one.
    pub fn candidates(&self) -> Vec<&[f32]> {
        let Weights { means, values, .. } = &self.weights;
        [means, values].into_iter().filter(|weights| !weights.is_empty()).map(Vec::as_slice).collect()
    }

    /// Chooses one of the [candidates](Self::candidates) for players to use, unless earlier ones were clearly better. The `scores` are
    /// theirs against a greedy player, in thousandths. Of two that are as good, the mean plays better.
    pub fn choose(&mut self, scores: &[u32]) {
        let most = scores.iter().copied().max().unwrap_or(0);
        self.best = self.best.max(most);
        let first = scores.iter().position(|&score| score + AS_GOOD >= most);
        if let Some(first) = first.filter(|_| most + AS_GOOD >= self.best) {
            self.weights.chosen = self.candidates()[first].to_vec();
        }
    }

    /// The best score against a greedy player so far, in thousandths; 0 if nothing was to be chosen.
    pub fn best(&self) -> u32 {
        self.best
    }

    /// The layout of the patterns.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The games played so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The positions learned from so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Plays and learns from the next 128 games. The result does not depend on the number of threads.
    ///
    /// While the games of a round are played, the games of the round before are learned from.
    pub fn block(&mut self) {
        let mut played: Vec<Game> = Vec::new();
        let mut learner = Evaluator::new(self.layout.clone());
        self.weights.fill(&self.layout, &mut self.tables);
        let mut filled = self.positions;
        let fresh = FRESH.max(self.layout.numbers(0).len() as u64 / ENTRIES_OF_POSITION);
        for _ in 0..BLOCK {
            if self.positions - filled >= fresh {
                self.weights.fill(&self.layout, &mut self.tables);
                filled = self.positions;
            }
            let Self { start, layout, weights, tables, rules_hash, seed, large, games, .. } = self;
            let round = *games..*games + ROUND;
            // Positions can be moved to another thread, but not shared.
            let start = Mutex::new(start.boxed_clone());
            let worker = || {
                let start = start.lock().unwrap_or_else(PoisonError::into_inner).boxed_clone();
                Worker::new(start, layout.clone(), tables, *large)
            };
            let play =
                |worker: &mut Worker<'_>, game| worker.play(&mut chance::stream(*seed, rules_hash, game));
            let (positions, next) = rayon::join(
                || played.iter().map(|game| game.learn(weights, &mut learner)).sum::<u64>(),
                || round.into_par_iter().map_init(worker, play).collect(),
            );
            self.positions += positions;
            self.games += ROUND;
            played = next;
        }
        self.positions += played.iter().map(|game| game.learn(&mut self.weights, &mut learner)).sum::<u64>();
        if self.large {
            let blocks = self.games / (BLOCK * ROUND);
            self.weights.average(1.0 / blocks.min(AVERAGED) as f32);
        }
    }
}

/// Plays games of self-play.
struct Worker<'t> {
    position: Box<dyn Position>,
    next: Box<dyn Position>,
    evaluator: Evaluator,
    tables: &'t Tables,
    policy: PlayoutPolicy,
    legal: ActionList,
    margins: Vec<Margin>,
    longest: usize,
    large: bool,
}

impl<'t> Worker<'t> {
    fn new(position: Box<dyn Position>, layout: Arc<Layout>, tables: &'t Tables, large: bool) -> Self {
        let next = position.boxed_clone();
        let policy = playout_policy(position.variant());
        let longest = LONGEST.max(4 * layout.cells());
        Self {
            position,
            next,
            evaluator: Evaluator::new(layout),
            tables,
            policy,
            legal: ActionList::new(),
            margins: Vec::new(),
            longest,
            large,
        }
    }

    /// Plays a game.
    fn play(&mut self, rng: &mut Xoshiro256PlusPlus) -> Game {
        let mut game = Game::default();
        self.position.reset();
        let opening = chance::below(rng, OPENING + 1) as usize;
        let greedy = self.greedy_opening(rng);
        for number in 0..self.longest {
            if self.position.outcome().is_some() {
                break;
            }
            let side = self.position.side_to_move();
            let action = if number < opening {
                self.position.random_action(rng, self.policy)
            } else if let Some((of, until)) = greedy
                && number < until
                && (side == of || !self.large)
            {
                self.list();
                if side == of { self.greediest(rng) } else { self.best(rng).0 }
            } else {
                self.choose(&mut game, rng)
            };
            self.position.play(action);
        }
        // In a game that was cut off, who is ahead wins.
        game.result = probability(decided(&*self.position));
        game
    }

    /// The side that plays greedily at the beginning of the game, if one does, and until which action.
    fn greedy_opening(&self, rng: &mut Xoshiro256PlusPlus) -> Option<(Side, usize)> {
        if self.tables.margin == 0 {
            return None;
        }
        let share = if self.large { GREEDY_IF_LARGE } else { GREEDY };
        let side = *Side::BOTH.get(chance::below(rng, share) as usize)?;
        Some((side, chance::below(rng, cells(self.position.variant()) as u32) as usize))
    }

    /// Chooses an action, and adds the position to `game`.
    fn choose(&mut self, game: &mut Game, rng: &mut Xoshiro256PlusPlus) -> Action {
        self.list();
        let (best, value) = self.best(rng);
        let chosen = if chance::below(rng, EXPLORE) == 0 {
            self.legal[chance::below(rng, self.legal.len() as u32) as usize]
        } else {
            best
        };
        let instead = (chosen != best).then(|| probability(value));
        let ahead = if self.tables.margin == 0 { 0 } else { self.tables.scaled(margin(&*self.position)) };
        let (side, actions) = self.evaluator.layout().moment(&*self.position);
        game.moments.push(Moment { side, actions, margin: ahead, instead });
        game.sets.extend_from_slice(self.evaluator.sets());
        chosen
    }

    /// Lists the actions that are worth considering.
    fn list(&mut self) {
        let position = &mut *self.position;
        position.legal_actions(&mut self.legal);
        position.remove_excluded(self.policy, &mut self.legal);
        self.evaluator.shortlist(self.tables, position, &mut self.legal);
    }

    /// The listed action after which the side to move is furthest ahead. Ties are broken at random.
    fn greediest(&mut self, rng: &mut Xoshiro256PlusPlus) -> Action {
        // Margins are offered as the side to move sees them.
        let mut best = Best::of(Side::First, self.legal[0]);
        self.position.margins_after(&self.legal, &mut self.margins);
        for (&action, &margin) in self.legal.iter().zip(&self.margins) {
            best.offer(action, own_margin(&*self.position, margin), rng);
        }
        best.action
    }

    /// The best listed action by the evaluation after it, and this evaluation for the first side. Ties are broken at random.
    fn best(&mut self, rng: &mut Xoshiro256PlusPlus) -> (Action, i32) {
        let position = &mut *self.position;
        self.evaluator.set(position);
        let candidates = self.legal.len().min(CANDIDATES);
        if candidates < self.legal.len() {
            for at in 0..candidates {
                let from = at + chance::below(rng, (self.legal.len() - at) as u32) as usize;
                self.legal.swap(at, from);
            }
        }
        let actions = &self.legal[..candidates];
        let side = position.side_to_move();
        let mut best = Best::of(side, self.legal[0]);
        self.evaluator.values_after(
            self.tables,
            position,
            actions,
            &mut *self.next,
            |action, next, value| {
                // Otherwise self-play drifts into draws by two passes at the beginning.
                let offers_draw = action == Action::Pass && value == 0 && next.outcome().is_none();
                let lost = if side == Side::First { -DECIDED } else { DECIDED };
                best.offer(action, if offers_draw { lost } else { value }, rng);
            },
        );
        (best.action, best.value())
    }
}

impl Game {
    /// Learns from the game; returns the number of its positions.
    ///
    /// From the last position to the first, the target of a position is a mean of what the next one was worth and of the next one's
    /// target, TD(lambda), and every weight moves against the gradient of the cross-entropy between target and evaluation. Source:
    /// Sutton and Barto 2018, "Reinforcement learning", chapter 12.
    fn learn(&self, weights: &mut Weights, evaluator: &mut Evaluator) -> u64 {
        let layout = evaluator.layout().clone();
        let size = self.sets.len() / self.moments.len().max(1);
        let cells = layout.cells();
        let rate = if cells > LARGE { RATE / 2.0 * LARGE as f32 / cells as f32 } else { RATE };
        let share = rate / layout.places() as f32;
        let mut numbers = Vec::new();
        let (mut target, mut next) = (self.result, self.result);
        for (number, moment) in self.moments.iter().enumerate().rev() {
            evaluator.set_to(&self.sets[number * size..(number + 1) * size]);
            layout.read_weights(
                moment.side,
                layout.stage(evaluator.count()),
                evaluator.indices(),
                &mut numbers,
            );
            let context = layout.context(moment.side, moment.actions);
            let margin = layout.margin(evaluator.count());
            let ahead = moment.margin as f32 / LOGIT as f32;
            let mut sum = weights.values[context] + ahead * weights.values[margin];
            for &number in &numbers {
                sum += weights.values[number as usize];
            }
            let own = logistic(sum);
            let first = if moment.side == 0 { own } else { 1.0 - own };
            target = moment.instead.unwrap_or((1.0 - LAMBDA) * next + LAMBDA * target);
            let error = if moment.side == 0 { target - first } else { first - target };
            for &number in &numbers {
                weights.change(number as usize, error, share);
            }
            weights.change(context, error, share);
            if ahead != 0.0 {
                weights.change(margin, error * ahead, share);
            }
            next = first;
        }
        self.moments.len() as u64
    }
}

/// The root of the mean square of the margins in random games, in hundredths of a point; at least one point.
fn typical_margin(start: &dyn Position) -> i32 {
    const GAMES: u64 = 20;
    let mut position = start.boxed_clone();
    let policy = playout_policy(position.variant());
    let (mut sum, mut count) = (0_i64, 0_i64);
    for game in 0..GAMES {
        let mut rng = chance::stream(3, &[0; 32], game);
        position.reset();
        while position.outcome().is_none() {
            position.play_random(&mut rng, policy);
            let hundredths = i64::from(position.margin().points().as_hundredths());
            sum += hundredths * hundredths;
            count += 1;
        }
    }
    ((sum / count.max(1)).isqrt() as i32).max(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::{rules, variant};

    fn learning(game: &str, set: &str, seed: u64) -> Learning {
        let loaded = variant::load(game, &[set.to_owned()]).unwrap_or_else(|_| panic!("{game} is a variant"));
        let start = rules::start(&loaded.variant);
        let layout = Arc::new(Layout::new(&*start, true));
        Learning::new(&*start, layout, loaded.rules_hash, seed)
    }

    #[test]
    fn weights_do_not_depend_on_the_number_of_threads() {
        let learn = |threads, seed| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let mut learning = learning("othello", "board.width=6", seed);
            pool.install(|| (0..2).for_each(|_| learning.block()));
            (learning.weights().values.clone(), learning.games(), learning.positions())
        };
        let one = learn(1, 1);
        assert_eq!(learn(3, 1), one);
        assert_eq!(one.1, 2 * BLOCK * ROUND);
        assert_ne!(learn(1, 2).0, one.0);
    }

    #[test]
    fn players_of_a_large_board_use_the_mean_of_its_weights() {
        let mut small = learning("hex", "board.side=10", 1);
        small.block();
        assert_eq!(small.candidates(), [&small.weights().values]);
        let mut large = learning("hex", "board.side=11", 1);
        large.block();
        let first = large.weights().clone();
        assert_eq!(first.played(), first.values);
        large.block();
        let second = large.weights();
        assert_ne!(second.values, first.values);
        for ((mean, before), after) in second.played().iter().zip(&first.values).zip(&second.values) {
            assert!((mean - (before + after) / 2.0).abs() < 1e-6);
        }
        // What was saved goes on as if it had not been interrupted.
        let mut resumed = learning("hex", "board.side=11", 1);
        resumed.restore(first, BLOCK * ROUND, 0, 0);
        resumed.block();
        assert_eq!(resumed.weights().means, second.means);
    }

    #[test]
    fn players_use_the_last_weights_that_are_as_good_as_the_best() {
        let mut learning = learning("hex", "board.side=11", 1);
        let mut chosen = Vec::new();
        // The scores of the mean and of the last weights, and which of them is chosen, if one is.
        for (scores, which) in [
            ([200, 250], Some(0)),
            ([200, 900], Some(1)),
            ([500, 790], None),
            ([850, 800], Some(0)),
            ([300, 100], None),
            ([100, 800], Some(1)),
        ] {
            learning.block();
            let candidate = which.map(|which: usize| learning.candidates()[which].to_vec());
            learning.choose(&scores);
            chosen = candidate.unwrap_or(chosen);
            assert_eq!(learning.weights().played(), chosen, "{scores:?}");
        }
        assert_eq!(learning.best(), 900);
    }

    #[test]
    fn the_first_to_three_in_a_row_learns_to_take_the_centre() {
        let mut learning = learning("tic-tac-toe", "board.width=3", 1);
        (0..20).for_each(|_| learning.block());
        let tables = learning.weights().tables(learning.layout());
        let mut evaluator = Evaluator::new(learning.layout().clone());
        let mut after = |cell: &str| {
            let mut position = learning.start.boxed_clone();
            position.play(Action::Place(cell.parse().expect("a cell")));
            evaluator.set(&*position);
            evaluator.value(&tables, &*position)
        };
        let [centre, corner, edge] = ["b2", "a1", "b1"].map(&mut after);
        assert!(centre > edge && corner > edge, "{centre} {corner} {edge}");
    }
}
