//! Solving: the value of a position if both players play perfectly from there.
//!
//! If positions can repeat, all reachable ones are valued backwards from the terminal positions (`graph`); otherwise a depth-first
//! `search` visits no more than it needs. Both identify positions by their `key`s, up to the symmetries of board and rules, and
//! compare whole keys: the values are exact. (If arrangements must not repeat, sets of them are compared by a hash of 128 bits; the
//! rule itself compares arrangements by a hash of 64 bits.)
//!
//! Solving ignores the turn cap, and endless play is a [`Value`] of its own, unless [`Settings::cap`] makes the cap a rule.

mod graph;
mod interner;
mod judge;
mod keep;
mod key;
mod order;
mod prover;
mod search;
mod settings;
mod symmetry;
mod table;
mod value;
mod walk;

pub use judge::{Decisions, Judge};
pub use keep::{Effort, KeepError, Kept};
pub use prover::Prover;
pub use settings::{Settings, SolveProgress, Stop, Watcher};
pub use symmetry::game_symmetries;
use value::end_margin;
pub use value::{Bounds, Value};

use dropline_engine::rules::{self, Action, ActionList, Margin, Player, Position};
use dropline_engine::variant::{Claims, End, Repetition, RepetitionResult, ScoreMethod, Variant};
use graph::{Graph, Limits};
use search::Search;
use std::io::{self, Read, Write};
use symmetry::Symmetries;

/// How a game is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// All reachable positions, backwards from the terminal ones.
    Retrograde,
    /// Depth-first search.
    DepthFirst,
}

impl Method {
    /// How games of `variant` are solved if the turn cap is ignored.
    pub fn of(variant: &Variant) -> Self {
        if can_return(variant) { Self::Retrograde } else { Self::DepthFirst }
    }

    /// `retrograde` or `depth-first`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Retrograde => "retrograde",
            Self::DepthFirst => "depth-first",
        }
    }
}

/// The result for a game's start.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What each player can force.
    pub bounds: Bounds,
    /// The value; `None` if solving was stopped before it was certain. With [`Settings::winner_only`], the winner can force its
    /// margin, but perhaps also a better one.
    pub value: Option<Value>,
    /// How the result was found.
    pub method: Method,
    /// The number of positions up to symmetry: all reachable ones, or those stored by a search.
    pub positions: u64,
    /// The number of turns between positions, or of visits to positions by this search, without those of [`Kept::effort`].
    pub visits: u64,
    /// Bytes of memory that the positions took.
    pub memory: u64,
    /// The number of symmetries of board and rules.
    pub symmetries: usize,
    /// Why solving was stopped, if it was.
    pub stopped: Option<Stop>,
    /// Whether a retrograde analysis has found all reachable positions.
    is_complete: bool,
}

impl Solution {
    /// The margin of the value, if it is exact.
    pub fn margin(&self) -> Option<Margin> {
        let is_exact = self.bounds.certain().is_some() || self.is_complete;
        match self.value {
            Some(Value::Ends(margin)) if is_exact => Some(margin),
            _ => None,
        }
    }
}

/// A legal action, and its result.
#[derive(Clone, Copy, Debug)]
pub struct ValuedAction {
    /// The action.
    pub action: Action,
    /// What each player can force after it. A search narrows these bounds only as far as it must.
    pub bounds: Bounds,
    /// Whether it keeps the value; with [`Settings::winner_only`], whether it keeps the winner.
    pub keeps_value: bool,
}

/// A game that is being solved.
#[derive(Debug)]
pub struct Solver {
    variant: Variant,
    settings: Settings,
    symmetries: Symmetries,
    start: Box<dyn Position>,
    inner: Inner,
}

#[derive(Debug)]
enum Inner {
    /// The game is over at its start.
    Over,
    Graph(Box<Graph>),
    Search(Box<Search>),
}

/// Memory for the frames of a search: games can be thousands of actions long.
const STACK: usize = 1 << 28;

impl Solver {
    /// Starts at the beginning of a game of `variant`.
    ///
    /// # Errors
    /// [`NoSolver`] if the cap is to be a rule on the boundless plane.
    pub fn new(variant: &Variant, settings: Settings) -> Result<Self, NoSolver> {
        let solver = Self::from(variant, settings, |_| Ok::<_, std::convert::Infallible>(()))?;
        Ok(solver.unwrap_or_else(|never| match never {}))
    }

    /// Starts at the position after `play` has played whole turns from the start of `variant`.
    ///
    /// # Errors
    /// As [`Solver::new`], or the error of `play`.
    pub fn from<E>(
        variant: &Variant,
        settings: Settings,
        play: impl FnOnce(&mut dyn Position) -> Result<(), E>,
    ) -> Result<Result<Self, E>, NoSolver> {
        let max_turns = if settings.cap { variant.end.max_turns } else { u32::MAX };
        let variant = Variant { end: End { max_turns, ..variant.end }, ..variant.clone() };
        let returns = can_return(&variant) && !settings.cap;
        // The hashes of the arrangement that simple ko forbids, and of those that have stood, do not move with the cells.
        let moves = variant.repetition != Repetition::SimpleKo && (returns || !returns_end(&variant));
        let symmetric = settings.symmetries && moves;
        let symmetries =
            if symmetric { Symmetries::of(&variant) } else { Symmetries::identity(&variant.board) };
        let mut start = rules::start(&variant);
        if let Err(error) = play(&mut *start) {
            return Ok(Err(error));
        }
        let inner = if start.outcome().is_some() {
            Inner::Over
        } else if returns {
            Inner::Graph(Box::new(Graph::new(&*start, &symmetries)))
        } else if variant.board.is_boundless() {
            return Err(NoSolver);
        } else {
            let mut search = Search::new(&variant, symmetries.clone(), settings.cap, settings.memory);
            search.end = settings.visits;
            Inner::Search(Box::new(search))
        };
        Ok(Ok(Self { variant, settings, symmetries, start, inner }))
    }

    /// The position where solving starts. It follows the rules of the variant, except that the turn cap may be ignored.
    pub fn start(&self) -> &dyn Position {
        &*self.start
    }

    /// How the game is solved.
    pub fn method(&self) -> Method {
        match self.inner {
            Inner::Graph(_) => Method::Retrograde,
            Inner::Search(_) | Inner::Over => Method::DepthFirst,
        }
    }

    /// Whether the value of a position depends on which arrangements have stood.
    fn knows_returns(&self) -> bool {
        matches!(self.inner, Inner::Search(_)) && returns_end(&self.variant)
    }

    /// Whether the state can be saved in a file: only that of a depth-first search can.
    pub fn can_keep(&self) -> bool {
        !matches!(self.inner, Inner::Graph(_))
    }

    /// Saves the state, which took this `effort`; `rules` is the hash of the variant's rules.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn keep(&self, rules: &[u8; 32], effort: Effort, out: &mut dyn Write) -> io::Result<()> {
        match &self.inner {
            Inner::Search(search) => keep::write(&search.table, &self.kept_of(rules), effort, out),
            Inner::Over | Inner::Graph(_) => Ok(()),
        }
    }

    /// Reads back what [`Solver::keep`] wrote for the same rules.
    ///
    /// # Errors
    /// Returns an error if the data is invalid. The solver must not be used after that.
    pub fn resume(&mut self, rules: &[u8; 32], from: &mut dyn Read) -> Result<Kept, KeepError> {
        let of = self.kept_of(rules);
        match &mut self.inner {
            Inner::Search(search) => keep::read(&mut search.table, &of, from),
            Inner::Over | Inner::Graph(_) => Ok(Kept::default()),
        }
    }

    /// A hash of everything that determines the meaning of stored positions.
    fn kept_of(&self, rules: &[u8; 32]) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes()).update(rules);
        hasher.update(&[u8::from(self.settings.cap), u8::from(self.settings.symmetries)]);
        *hasher.finalize().as_bytes()
    }

    /// Solves the game as far as possible. The watcher reports Ctrl-C.
    pub fn solve(&mut self, pool: &rayon::ThreadPool, watcher: &dyn Watcher) -> Solution {
        let method = self.method();
        let (bounds, stopped) = match &mut self.inner {
            Inner::Over => (Bounds::exactly(end_margin(&*self.start)), None),
            Inner::Graph(graph) => {
                let Settings { memory, start_only, winner_only, visits, .. } = self.settings;
                let has_scores = self.variant.score.method != ScoreMethod::None;
                let enough = |bounds: Bounds| {
                    bounds.certain().is_some() || (winner_only || !has_scores) && bounds.winner().is_some()
                };
                let enough: Option<&dyn Fn(Bounds) -> bool> = if start_only { Some(&enough) } else { None };
                let stopped = graph.explore(
                    &self.variant,
                    &self.symmetries,
                    Limits { memory, turns: visits },
                    pool,
                    watcher,
                    enough,
                );
                graph.evaluate();
                // Without scores, nobody wins by more than 1.
                let root = graph.root();
                (if start_only && !has_scores { root.of_win() } else { root }, stopped)
            }
            Inner::Search(_) => {
                let start = self.start.boxed_clone();
                let mut last = Bounds::default();
                let found = self.search(&*start, watcher, &mut |bounds| {
                    last = bounds;
                    watcher.bounds(bounds);
                });
                match found {
                    Ok(bounds) => (bounds, None),
                    Err(stop) => (last, Some(stop)),
                }
            }
        };
        let value = if stopped.is_none() { Some(bounds.value()) } else { bounds.certain() };
        let is_complete = matches!(&self.inner, Inner::Graph(graph) if graph.is_complete());
        let (positions, visits, memory) = match &self.inner {
            Inner::Over => (1, 0, 0),
            Inner::Graph(graph) => (graph.positions(), graph.edges(), graph.memory()),
            Inner::Search(search) => (search.kept(), search.nodes(), search.memory()),
        };
        let symmetries = self.symmetries.count();
        Solution { bounds, value, method, positions, visits, memory, symmetries, stopped, is_complete }
    }

    /// What each player can force from `position`, which can be reached from the start of a solved game.
    ///
    /// # Errors
    /// Returns an error if the search was stopped.
    pub fn bounds(&mut self, position: &dyn Position, watcher: &dyn Watcher) -> Result<Bounds, Stop> {
        match &mut self.inner {
            Inner::Over => Ok(Bounds::exactly(end_margin(position))),
            Inner::Graph(graph) => Ok(graph.bounds(position)),
            Inner::Search(_) => self.search(position, watcher, &mut |_| {}),
        }
    }

    /// The actions at the start with their results, once the game is solved with this `value`.
    ///
    /// # Errors
    /// Returns an error if the search was stopped.
    pub fn first_actions(&mut self, value: Value, watcher: &dyn Watcher) -> Result<Vec<ValuedAction>, Stop> {
        let start = self.start.boxed_clone();
        self.actions(&*start, value, watcher)
    }

    /// The legal actions of `position`, in order, with their results. The position can be reached from the start of a solved
    /// game, and has this `value`.
    ///
    /// # Errors
    /// Returns an error if the search was stopped.
    pub fn actions(
        &mut self,
        position: &dyn Position,
        value: Value,
        watcher: &dyn Watcher,
    ) -> Result<Vec<ValuedAction>, Stop> {
        let position = position.boxed_clone();
        on_large_stack(move || self.valued_actions(&*position, value, watcher))
    }

    fn valued_actions(
        &mut self,
        position: &dyn Position,
        value: Value,
        watcher: &dyn Watcher,
    ) -> Result<Vec<ValuedAction>, Stop> {
        let (mut next, mut legal, mut found) = (position.boxed_clone(), ActionList::new(), Vec::new());
        position.legal_actions(&mut legal);
        legal.sort_unstable();
        for action in legal {
            next.assign(position);
            next.play(action);
            let bounds = self.bounds_against(&*next, value, position.to_move(), watcher)?;
            let keeps_value = self.keeps(bounds, value, position.to_move());
            found.push(ValuedAction { action, bounds, keeps_value });
        }
        Ok(found)
    }

    /// Bounds of `position` that decide whether it is as good for `player` as `value`. A search needs a large stack.
    fn bounds_against(
        &mut self,
        position: &dyn Position,
        value: Value,
        player: Player,
        watcher: &dyn Watcher,
    ) -> Result<Bounds, Stop> {
        if position.outcome().is_some() {
            return Ok(Bounds::exactly(end_margin(position)));
        }
        let target = self.target(value, player);
        match (&mut self.inner, target) {
            (Inner::Over, _) => unreachable!("a game that is over has no actions"),
            (Inner::Graph(graph), _) => Ok(graph.bounds(position)),
            (Inner::Search(_), None) => Ok(Bounds::default()),
            (Inner::Search(search), Some(target)) => {
                search.at_least(position, target, watcher).map(Bounds::from)
            }
        }
    }

    /// The least order of a margin that is as good as `value` for the first player, or worse than `value` for the second; `None` if
    /// no answer is needed, because `player` cannot do worse.
    fn target(&self, value: Value, player: Player) -> Option<i64> {
        let order = self.relevant_order(value.order());
        match player {
            Player::First if self.settings.winner_only && order < 0 => None,
            Player::Second if self.settings.winner_only && order > 0 => None,
            Player::First => Some(order),
            Player::Second => Some(order + 1),
        }
    }

    /// The part of an order of margins that matters: with [`Settings::winner_only`], its sign.
    fn relevant_order(&self, order: i64) -> i64 {
        if self.settings.winner_only { order.signum() } else { order }
    }

    /// Whether a position with these bounds is as good for `player` as `value`.
    fn keeps(&self, bounds: Bounds, value: Value, player: Player) -> bool {
        let wanted = self.relevant_order(value.order());
        if self.method() == Method::Retrograde {
            return self.relevant_order(bounds.value().order()) == wanted;
        }
        match player {
            Player::First => self.relevant_order(bounds.low.map_or(i64::MIN, Margin::order)) >= wanted,
            Player::Second => self.relevant_order(bounds.high.map_or(i64::MAX, Margin::order)) <= wanted,
        }
    }

    fn search(
        &mut self,
        position: &dyn Position,
        watcher: &dyn Watcher,
        report: &mut (dyn FnMut(Bounds) + Send),
    ) -> Result<Bounds, Stop> {
        let winner_only = self.settings.winner_only;
        let Inner::Search(search) = &mut self.inner else { unreachable!("a graph answers without a search") };
        let position = position.boxed_clone();
        on_large_stack(move || search.bounds(&*position, winner_only, watcher, report))
    }
}

/// Runs `f` on a stack for deep recursion.
fn on_large_stack<T: Send>(f: impl FnOnce() -> Result<T, Stop> + Send) -> Result<T, Stop> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, f);
        match thread.map_err(|_| Stop::Thread)?.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// The cap cannot be treated as a rule on the boundless plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the turn cap cannot be treated as a rule on the boundless plane")]
pub struct NoSolver;

/// Whether a position of `variant` can repeat later in the game, ignoring the turn cap.
///
/// Where no arrangement of stones can return, no position repeats, since passed turns in a row are counted. If all earlier
/// arrangements are forbidden, or if their return ends the game, they are part of the position and grow in number. Simple ko forbids
/// only one, so longer cycles remain. If a return is a draw and positions consist of their arrangements, nobody needs to know what
/// stood before: see [`graph`].
fn can_return(variant: &Variant) -> bool {
    let remembers = match variant.repetition {
        Repetition::None | Repetition::SimpleKo => match variant.end.repeated {
            None => false,
            Some(repeated) => repeated.result == RepetitionResult::Loses || !is_all_on_board(variant),
        },
        Repetition::PositionalSuperko => true,
    };
    Claims::of(variant).no_return.is_none() && !remembers
}

/// Whether nothing but the stones and the side to move decides how a game of `variant` goes on, apart from passed turns in a row.
fn is_all_on_board(variant: &Variant) -> bool {
    variant.repetition == Repetition::None
        && variant.openings.is_empty()
        && !variant.has_swaps()
        && variant.catch_up.is_none()
        && variant.end.quiet.is_none()
        && !variant.counts_captures()
        && variant.actions.iter().all(|action| action.kind.first_shape().is_none())
}

/// Whether an arrangement of `variant` can return and so end the game. The future then depends on which arrangements have stood.
fn returns_end(variant: &Variant) -> bool {
    variant.end.repeated.is_some() && Claims::of(variant).no_return.is_none()
}

impl From<table::Known> for Bounds {
    fn from(known: table::Known) -> Self {
        Self {
            low: (known.low > i64::MIN).then(|| Margin::of_order(known.low)),
            high: (known.high < i64::MAX).then(|| Margin::of_order(known.high)),
        }
    }
}
