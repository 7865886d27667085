//! What a study does within its budget.
//!
//! A budget is a number of evaluations of positions, not a time, so that a command plays the same games on every machine. The costs
//! below were fitted to the shipped games on two cores. They say little of how fast the rules of a game are. The study
//! measures how large a game is in random games, and again in games of its players, which may be far longer.

use super::{PAIRS, PARTS};
use crate::agents::playout_policy;
use crate::board::Wrap;
use crate::chance;
use crate::learn::evaluator::CANDIDATES;
use crate::learn::stages::LARGE;
use crate::rules;
use crate::solve::Method;
use crate::stats::{Quantity, Summary};
use crate::variant::{ActionKind, ActionRule, GoalKind, Loaded, Repetition, ScoreMethod, Variant};
use std::time::Duration;

/// How many evaluations of positions a second of the budget stands for.
const NOMINAL: f64 = 3.5e6;
/// The shares of the budget for solving, for learning, and for the games that the report shows. They add up to a little more than the
/// budget, since most games take less than their share.
const SOLVING: f64 = 0.2;
const LEARNING: f64 = 0.36;
const PLAYING: f64 = 0.5;
/// Evaluations that a turn costs in retrograde analysis.
const SOLVED_TURN: f64 = 1.25;
/// Evaluations that a visit of the solver's search costs, how much more that is for each legal action, and for each beyond one for
/// each cell. Where earlier arrangements are forbidden, long games take longer: the visit is this many times as costly for each
/// action of a game, and at least once.
const VISIT: f64 = 8.0;
const VISIT_ACTION: f64 = 0.05;
const VISIT_LISTED: f64 = 0.2;
const VISIT_HISTORY: f64 = 0.05;
/// How many times as much a visit costs where control depends on shapes.
const VISIT_SHAPES: f64 = 4.0;
/// How many times as much a visit costs, beyond [`WRAPPED`], where columns or rows wrap, and where both do: such boards have many
/// symmetries.
const VISIT_WRAPPED: [f64; 2] = [1.2, 3.0];
/// Memory for solving, in bytes for each second of the budget, and at most.
const SOLVING_MEMORY: [u64; 2] = [1 << 23, 1 << 30];
/// Evaluations that learning costs for each legal action, and how many more actions learning from the position is worth: so many for each cell
/// of boards that are not learned by way of smaller ones, and more where cells hold more than stones of two sides, since tables are larger.
const LEARNED_ACTION: f64 = 0.65;
const LEARNED_CELL: f64 = 0.4;
const LEARNED_STATES: f64 = 2.0;
/// Evaluations that the margin after an action costs which learned players then do not evaluate.
const MARGIN: f64 = 0.15;
/// How many times as much an evaluation costs where control depends on shapes.
const SHAPES: f64 = 10.0;
/// Evaluations that an iteration of a search costs beside those of the actions of a position.
const SEARCH_POSITION: f64 = 4.0;
/// Evaluations that a playout costs beside its actions, those that an action of it costs, and how much more that is for each legal
/// action beyond one for each cell: such actions must be listed before one is drawn.
const PLAYOUT: f64 = 5.0;
const PLAYOUT_ACTION: f64 = 0.18;
const LISTED_ACTION: f64 = 0.06;
/// How many times as much a playout costs, beyond what evaluations cost there, where conditions are about groups.
const PLAYOUT_GROUPS: f64 = 3.0;
/// Evaluations that the proofs near the end of a game cost for each iteration of the searches before them.
const PROOFS: f64 = 150.0;
/// How much more all of this costs where groups need liberties or conditions are about groups, where the board wraps, and where each action is
/// tried.
const GROUPS: f64 = 1.5;
const WRAPPED: f64 = 1.7;
const TRIED: f64 = 2.0;
/// The same on the boundless plane, where cells are numbered as they come into use.
const PLANE: f64 = 1.5;
/// The same where goals are patterns, and where scores are sums of terms: both are read for each action that is evaluated.
const PATTERNS: f64 = 1.8;
const TERMS: f64 = 1.6;
/// The same where conditions are read cell by cell or stone by stone, and where they are read on the groups that each move would leave.
const SLOW_CONDITIONS: f64 = 2.5;
const SLOW_MOVES: f64 = 8.0;
/// How much more a visit costs in both, and what it then costs for each legal action, since it counts the replies to it.
const SLOW_VISIT: f64 = 8.0;
const VISIT_SLOW: f64 = 1.0;
/// Random games that show how long a game is.
const TRIALS: u64 = 20;
/// Pairs of games of weak searches, with this many iterations, that show how long a game is between players.
pub const PILOT_PAIRS: u64 = 5;
pub const PILOT_ITERATIONS: u64 = 4;
/// The shortest time of these games from which the time of others is estimated: a shorter one is mostly start-up.
const TELLING: Duration = Duration::from_millis(100);
/// How many times as much as in random games, or as little, something must cost in these games to be counted in them: they are few.
const ALIKE: f64 = 1.25;
/// The fewest and the most games to learn from, the number of affordable games below which nothing is learned, and that from which a game is
/// learned twice.
const LEARNED: [f64; 2] = [256.0, 40_000.0];
const TOO_FEW: f64 = 100.0;
const TWICE: f64 = 1000.0;
/// The share of the budget for playing that the games may take which show whether learned players are stronger.
const TRYING: f64 = 0.7;
/// The fewest and the most iterations of the strongest search.
const ITERATIONS: [f64; 2] = [4.0, 1024.0];
/// Games of each two players for a budget of one second. They grow with the root of the budget, so that larger budgets give
/// stronger players and narrower intervals alike.
const GAMES: f64 = 64.0;
/// The fewest games where the budget allows no more of even the weakest search.
const FEWEST: f64 = 100.0;
/// The number of games is a multiple of this.
const ROUND: f64 = 20.0;
/// How many times as many iterations the players of the check have as the strongest, at least and at most: fewer where the budget is too
/// small for the weakest search. The share of the budget for playing that their games may take, and the fewest and the most of these.
const STRONGER: [f64; 2] = [4.0, 16.0];
const CHECKING: f64 = 0.15;
const CHECKS: [f64; 2] = [6.0, 24.0];

/// The budget of a study.
pub struct Budget {
    /// The time for which it stands.
    pub seconds: Duration,
    /// How many games each two players play, if the command says so.
    games: Option<u64>,
    /// How large the game is.
    pub size: Size,
    /// Evaluations in a second.
    speed: f64,
    /// Whether conditions are read cell by cell or stone by stone.
    slow: bool,
    /// Evaluations that a game of a search with one playout for each action costs.
    playouts: f64,
    /// Evaluations that a visit of the solver, or a turn that it follows, costs.
    visit: f64,
}

/// The strongest search that a budget allows, how many games each two players play, and the games of the check.
pub struct Search {
    pub iterations: u64,
    pub games: u64,
    pub check: Check,
    /// How many times as much all of these games cost as the pilot games did.
    pilots: f64,
}

/// Games of stronger players, which may contradict those of the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    pub iterations: u64,
    pub games: u64,
}

impl Budget {
    pub fn new(seconds: Duration, games: Option<u64>, loaded: &Loaded) -> Self {
        let (actions, capture) = (&loaded.variant.actions, &loaded.variant.capture);
        let slow = actions.iter().any(ActionRule::has_slow_conditions) || capture.is_slow();
        let about_groups = actions.iter().any(ActionRule::has_conditions_on_groups);
        let of_moves = actions.iter().any(ActionRule::reads_groups_after_moves);
        let conditions = if of_moves { SLOW_MOVES } else { SLOW_CONDITIONS };
        let slowness = if slow {
            conditions
        } else if capture.by_liberties() || !capture.listed().is_empty() || about_groups {
            GROUPS
        } else {
            1.0
        };
        let variant = &loaded.variant;
        let has_patterns = variant.goals.iter().any(|goal| matches!(goal.kind, GoalKind::Pattern(_)));
        let factors = [
            (variant.board.wrap().is_some(), WRAPPED),
            (variant.board.is_boundless(), PLANE),
            (variant.binds_turns(), TRIED),
            (has_patterns, PATTERNS),
            (variant.score.method == ScoreMethod::Terms, TERMS),
        ];
        let slowness =
            factors.iter().filter(|(is_so, _)| *is_so).fold(slowness, |all, (_, factor)| factor * all);
        let size = Size::of(loaded);
        let visit = match Method::of(&loaded.variant) {
            Method::Retrograde => SOLVED_TURN,
            Method::DepthFirst if slow => size.of_visit(&loaded.variant) + VISIT_SLOW * size.branching,
            Method::DepthFirst => size.of_visit(&loaded.variant),
        };
        let visit = if slow { visit * SLOW_VISIT / conditions } else { visit };
        let playouts = size.of_playouts() * if about_groups { PLAYOUT_GROUPS } else { 1.0 };
        Self { seconds, games, size, speed: NOMINAL / slowness, slow, playouts, visit }
    }

    fn evaluations(&self, share: f64) -> f64 {
        share * self.speed * self.seconds.as_secs_f64()
    }

    /// Bytes of memory for solving.
    pub fn memory(&self) -> u64 {
        let [each, most] = SOLVING_MEMORY;
        each.saturating_mul(self.seconds.as_secs().max(1)).min(most)
    }

    /// The most visits of the solver to positions, or turns that it may follow.
    pub fn visits(&self) -> u64 {
        (self.evaluations(SOLVING) / self.visit) as u64
    }

    /// How many games can be learned from within their share of the budget.
    fn affordable_to_learn(&self) -> f64 {
        self.evaluations(LEARNING) / self.size.of_learning()
    }

    /// Whether there is time to learn the game twice, so that the games of both players show how much learned players differ.
    pub fn learns_twice(&self) -> bool {
        self.affordable_to_learn() >= TWICE
    }

    /// Whether there is time for more than a few games to learn from, and to see whether that made the players stronger.
    pub fn can_learn(&self) -> bool {
        let trial = 2.0 * PAIRS as f64 * ITERATIONS[0] * self.size.of_search();
        self.affordable_to_learn() >= TOO_FEW && trial <= TRYING * self.evaluations(PLAYING)
    }

    /// The positions of games to learn from, each of so many `times`.
    pub fn positions_to_learn(&self, times: u32) -> u64 {
        let games = self.affordable_to_learn() / f64::from(times);
        (games.clamp(LEARNED[0], LEARNED[1]) * self.size.actions) as u64
    }

    /// Evaluations in a game of a search with one iteration for each action, by the `pilot` games of such players.
    pub fn of_search(&self, pilot: &Summary) -> f64 {
        let [actions, branching] = [Quantity::Actions, Quantity::Branching].map(|of| pilot.measure(of).value);
        let evaluated = branching * self.size.evaluated / self.size.branching.max(1.0);
        believed(self.size.of_search(), actions * (evaluated + SEARCH_POSITION))
    }

    /// Evaluations that a game of a search with one playout for each action costs, by the `pilot` games of such players.
    pub fn of_playouts(&self, pilot: &Summary) -> f64 {
        let each = self.playouts;
        // Playouts are random, and cost more than their length says in games that are soon won, such as Connect6.
        believed(each, each * pilot.measure(Quantity::Actions).value / self.size.actions).max(each)
    }

    /// The strongest search that the budget allows, where a game with one iteration for each action costs `each`, and the game was learned so
    /// many `times`. What the next power of two leaves over goes into more games.
    ///
    /// The check plays few games of players that are far stronger: in Manalath four times the iterations change nothing, and 16 times
    /// turn a sure win of the first player into an open game.
    pub fn search(&self, each: f64, times: u32) -> Search {
        let budget = self.evaluations(PLAYING) / each;
        // A rung plays itself, and the rung below, which costs about half as much; each is followed by cheaper ones. The player of a second
        // seed plays itself, and that of the first.
        let parts: f64 = PARTS.iter().map(|&part| 1.0 / part as f64).sum();
        let second = f64::from(times.saturating_sub(1));
        let (each_game, trial) = (1.75 * parts + second, 2.0 * PAIRS as f64 * (1.0 + second));
        let [least, most] = CHECKS;
        let rounded = |games: f64| (games / ROUND).floor().max(1.0) * ROUND;
        // Where two players decide, each needs fewer games.
        let usual = rounded(GAMES / (1.0 + second / 2.0) * self.seconds.as_secs_f64().sqrt());
        let asked = self.games.map_or(usual, |games| games as f64);
        let possible = budget / (each_game * asked + trial + least * STRONGER[1]);
        let iterations = power_of_two(possible.clamp(ITERATIONS[0], ITERATIONS[1]));
        let stronger = (STRONGER[1] * possible / ITERATIONS[0]).clamp(STRONGER[0], STRONGER[1]);
        let stronger = power_of_two(stronger) as f64;
        let all = budget / iterations as f64;
        let checks = (CHECKING * all / stronger).floor().clamp(least, most);
        let affordable = (all - checks * stronger - trial) / each_game;
        let games =
            self.games.unwrap_or_else(|| rounded(affordable.clamp(FEWEST.min(usual), 2.0 * usual)) as u64);
        let check = Check { iterations: iterations * stronger as u64, games: games.min(checks as u64) };
        let planned = each_game * games as f64 + trial + check.games as f64 * stronger;
        let pilots = planned * iterations as f64 / (2 * PILOT_PAIRS * PILOT_ITERATIONS) as f64;
        Search { iterations, games, check, pilots }
    }

    /// How long the games of `search` take, about, if that is longer than the budget: they are the fewest that a study plays, or those that the
    /// command asks for. The `pilot` games took so long, which changes no game, but only what is said.
    pub fn exceeded(&self, search: &Search, pilot: Duration) -> Option<Duration> {
        let time = pilot.mul_f64(search.pilots);
        (pilot >= TELLING && time > self.seconds).then(|| Duration::from_secs(time.as_secs()))
    }

    /// The iterations of searches that play this many `games` against themselves, where a game with one iteration for each action costs
    /// `each`. Nothing is solved, so these games have the share for that, too.
    pub fn self_play(&self, each: f64, games: u64) -> u64 {
        let trial = 2.0 * PAIRS as f64;
        let possible = self.evaluations(SOLVING + PLAYING) / each / (games as f64 + trial);
        power_of_two(possible.clamp(ITERATIONS[0], ITERATIONS[1]))
    }

    /// The playouts that cost as much as the evaluations of a search with this many `iterations`.
    pub fn playouts_alike(&self, iterations: u64) -> u64 {
        let alike = power_of_two(iterations as f64 * self.size.of_search() / self.playouts);
        // Where conditions are slow, playouts are slower than their length says.
        if self.slow { alike.min(iterations) } else { alike }
    }
}

/// How large a game is, in means over random games.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Actions in a game.
    actions: f64,
    /// Legal actions in a position.
    branching: f64,
    /// What learned players spend on the actions of a position, in evaluations.
    evaluated: f64,
    /// Legal actions in a position beyond one for each cell.
    listed: f64,
    /// How many actions learning from a position is worth.
    learned: f64,
    /// Whether control depends on shapes.
    by_shapes: bool,
}

impl Size {
    fn of(loaded: &Loaded) -> Self {
        let mut position = rules::start(&loaded.variant);
        let policy = playout_policy(&loaded.variant);
        let cells = loaded.variant.board.cells().len() as u32;
        let (mut actions, mut legal, mut listed, mut passed_over) = (0_u64, 0_u64, 0_u64, 0_u64);
        let method = loaded.variant.score.method;
        let most = if method == ScoreMethod::None { u32::MAX } else { CANDIDATES as u32 };
        let has_shapes = |action: &ActionRule| {
            let ActionKind::Place(place) = &action.kind else { return false };
            place.has_shapes()
        };
        let by_shapes = method == ScoreMethod::Control && loaded.variant.actions.iter().any(has_shapes);
        for game in 0..TRIALS {
            let mut rng = chance::stream(1, &loaded.rules_hash, game);
            position.reset();
            while position.outcome().is_none() {
                let count = position.count_legal();
                legal += u64::from(count);
                listed += u64::from(count.saturating_sub(cells));
                passed_over += u64::from(count.saturating_sub(most));
                actions += 1;
                position.play_random(&mut rng, policy);
            }
        }
        let positions = actions.max(1) as f64;
        let variant = &loaded.variant;
        let has_more = variant.has_neutral_stones() || !variant.pieces.is_empty();
        let states = if has_more { LEARNED_STATES } else { 1.0 };
        Self {
            actions: positions / TRIALS as f64,
            branching: legal as f64 / positions,
            evaluated: (legal as f64 - (1.0 - MARGIN) * passed_over as f64) / positions
                * if by_shapes { SHAPES } else { 1.0 },
            listed: listed as f64 / positions,
            by_shapes,
            learned: LEARNED_CELL * crate::learn::layout::cells(variant).min(LARGE) as f64 * states,
        }
    }

    /// Evaluations in a game of a search with one iteration for each action.
    pub fn of_search(self) -> f64 {
        self.actions * self.evaluated.max(1.0)
    }

    /// Evaluations that a game of a search with one playout for each action costs.
    fn of_playouts(self) -> f64 {
        let action = PLAYOUT_ACTION * (1.0 + LISTED_ACTION * self.listed);
        self.actions * (PLAYOUT + action * self.actions) + PROOFS
    }

    /// Evaluations that a visit of the solver's search to a position of `variant` costs.
    fn of_visit(self, variant: &Variant) -> f64 {
        let wrapped = match variant.board.wrap() {
            None => 1.0,
            Some(Wrap::Columns | Wrap::Rows) => VISIT_WRAPPED[0],
            Some(Wrap::Torus) => VISIT_WRAPPED[1],
        };
        let by_shapes = if self.by_shapes { VISIT_SHAPES } else { 1.0 };
        let listing = VISIT_ACTION * self.branching + VISIT_LISTED * self.listed;
        let visit = wrapped * by_shapes * (VISIT + listing);
        if variant.repetition == Repetition::None {
            visit
        } else {
            visit * (VISIT_HISTORY * self.actions).max(1.0)
        }
    }

    /// Evaluations in a game of self-play and in learning from it.
    fn of_learning(self) -> f64 {
        self.actions * LEARNED_ACTION * (self.evaluated + self.learned)
    }
}

/// The cost in the games of players, if it is clearly more than in random games. If it is clearly less, it is counted halfway: what weak
/// players soon win, strong ones may defend for long.
fn believed(random: f64, played: f64) -> f64 {
    if played > random * ALIKE {
        played
    } else if played * ALIKE < random {
        (random * played).sqrt()
    } else {
        random
    }
}

/// The greatest power of two that is at most `x`, and at least 1.
fn power_of_two(x: f64) -> u64 {
    1 << (x.max(1.0).log2().floor() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant;

    fn budget(variant: &str, seconds: u64, games: Option<u64>) -> Budget {
        let loaded = variant::load(variant, &[]).expect("a shipped variant");
        Budget::new(Duration::from_secs(seconds), games, &loaded)
    }

    #[test]
    fn a_larger_budget_gives_stronger_players_and_more_games() {
        for variant in ["othello", "hex", "go"] {
            let [small, large] = [10, 1000].map(|seconds| budget(variant, seconds, None));
            let [weak, strong] = [&small, &large].map(|budget| budget.search(budget.size.of_search(), 2));
            assert!(weak.iterations < strong.iterations && weak.games < strong.games, "{variant}");
            assert!(
                small.positions_to_learn(2) < large.positions_to_learn(2) && small.visits() < large.visits(),
                "{variant}"
            );
        }
    }

    #[test]
    fn games_that_are_asked_for_are_played() {
        let of = |games| {
            let budget = budget("othello", 30, Some(games));
            budget.search(budget.size.of_search(), 2)
        };
        assert_eq!((of(40).games, of(4000).games), (40, 4000));
        assert!(of(40).iterations > of(4000).iterations);
    }

    #[test]
    fn the_check_is_much_stronger_and_takes_its_share() {
        for (variant, seconds) in [("othello", 10), ("hex", 120), ("go", 1000)] {
            let budget = budget(variant, seconds, None);
            let Search { iterations, games, check, .. } = budget.search(budget.size.of_search(), 2);
            assert_eq!(check.iterations, 16 * iterations, "{variant}");
            // The games of both seeds.
            let share = (check.games * check.iterations) as f64 / (2 * games * iterations) as f64;
            assert!((6..=24).contains(&check.games) && (0.1..0.6).contains(&share), "{variant}: {share}");
        }
        // Where the budget is too small for the weakest search, a much stronger one would take far longer than that.
        let budget = budget("othello", 10, None);
        let search = budget.search(1000.0 * budget.size.of_search(), 2);
        assert_eq!([search.iterations, search.check.iterations, search.check.games], [4, 16, 6]);
        // That is said.
        let pilot = Duration::from_millis(500);
        assert!(budget.exceeded(&search, pilot) > Some(budget.seconds));
        // Games that are soon over say little of how long others take.
        assert_eq!(budget.exceeded(&search, pilot / 10), None);
    }

    #[test]
    fn games_of_players_are_believed_where_they_cost_more_than_random_ones_and_halfway_where_less() {
        let of_players = [25.0, 90.0, 110.0, 300.0].map(|played| believed(100.0, played));
        assert_eq!(of_players, [50.0, 100.0, 100.0, 300.0]);
    }

    #[test]
    fn playouts_with_slow_conditions_are_no_cheaper_than_evaluations() {
        assert!(budget("bounce", 10, None).playouts_alike(4) <= 4);
        assert!(budget("gomoku", 10, None).playouts_alike(4) > 4);
    }

    #[test]
    fn games_with_hundreds_of_actions_to_list_cost_more() {
        let [slow, fast] = ["dispatch", "hex"].map(|variant| budget(variant, 120, None));
        assert!(slow.playouts > 4.0 * fast.playouts);
        assert!(4 * slow.positions_to_learn(1) < fast.positions_to_learn(1));
        assert!(!budget("dispatch", 10, None).can_learn() && budget("hex", 1, None).can_learn());
        assert!(!budget("hex", 1, None).learns_twice() && budget("hex", 10, None).learns_twice());
    }
}
