//! Games in which no position repeats: depth-first search with null windows and a transposition table.
//!
//! Each pass asks one question, whether the margin is at least some number, and narrows the bounds of the value (MTD(f): Plaat,
//! Schaeffer, Pijls and de Bruin 1996, "Best-first fixed-depth minimax algorithms"): first who wins, then by how much. Before the
//! search follows any action of a position, it looks up the positions after all actions in the table (enhanced transposition
//! cutoffs, in the same paper). It follows only one of several equivalent actions.

use super::Watcher;
use super::key::{Coder, Scope};
use super::order::{Answers, Promise};
use super::symmetry::Symmetries;
use super::table::{Known, TranspositionTable};
use super::value::{Bounds, end_margin};
use super::{SolveProgress, Stop, returns_end};
use dropline_engine::rules::{ActionList, Player, Position};
use dropline_engine::variant::{Repetition, Variant};

/// Nodes between checks of the clock, a power of two.
const CHECK_INTERVAL: u64 = 1 << 12;
/// The longest line of play that is searched, in actions. Each action needs a position and a stack frame.
const MOST_PLIES: usize = 20_000;

/// A search, which keeps its memory from query to query.
#[derive(Debug)]
pub struct Search {
    coder: Coder,
    /// Proven bounds of positions, independent of the root.
    pub table: TranspositionTable,
    /// Memory for each action of a line; `None` while it is in use.
    plies: Vec<Option<Ply>>,
    nodes: u64,
    /// The number of nodes at which the search stops.
    pub end: u64,
    /// The longest line of play that is searched, in actions.
    pub most_plies: usize,
    /// The search to increasing depths, which is used if lines of play can be very long.
    deepening: Option<Deepening>,
    /// Which actions have answered queries.
    answers: Answers,
}

/// A search to a limited depth, which increases until the answer is certain (iterative deepening: Korf 1985).
///
/// Positions beyond the depth limit count against the claim, so a proven claim is certain.
#[derive(Debug)]
struct Deepening {
    /// The value of positions beyond the depth limit: the worst for the claim.
    beyond: i64,
    /// How many times a search stopped at the depth limit.
    cuts: u64,
    /// Positions that a search to some depth left without a result; this depth is stored as the lower bound.
    tried: TranspositionTable,
}

/// Memory for the actions of one position.
#[derive(Debug)]
struct Ply {
    next: Box<dyn Position>,
    actions: ActionList,
    keys: Vec<u8>,
    open: Vec<Open>,
}

/// An action to search.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Its index among the legal actions.
    action: usize,
    /// Where its key begins.
    key: usize,
    promise: Promise,
}

impl Search {
    /// A search of positions of `variant`, in at most about `memory` bytes.
    ///
    /// # Panics
    /// Panics if the board is boundless: keys there differ in length.
    pub fn new(variant: &Variant, symmetries: Symmetries, cap: bool, memory: u64) -> Self {
        let several = |turn: &dropline_engine::variant::Turn| {
            turn.steps.len() > 1 || turn.steps.iter().any(|step| step.max > 1)
        };
        let within_turns = variant.openings.iter().chain([&variant.turn]).any(several);
        let stood = returns_end(variant);
        let coder = Coder::new(variant, symmetries, Scope { within_turns, cap, stood });
        let stride = coder.stride().expect("a finite board");
        let deepening = (variant.repetition != Repetition::None || stood).then(|| Deepening {
            beyond: i64::MIN,
            cuts: 0,
            tried: TranspositionTable::new(stride, memory / 4),
        });
        let own = if deepening.is_some() { memory / 4 * 3 } else { memory };
        Self {
            coder,
            table: TranspositionTable::new(stride, own),
            plies: Vec::new(),
            nodes: 0,
            end: u64::MAX,
            most_plies: MOST_PLIES,
            deepening,
            answers: Answers::none(),
        }
    }

    /// Forgets all positions, as if no query had been asked.
    pub fn forget(&mut self) {
        self.table.clear();
        self.answers.clear();
    }

    /// The number of positions searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of positions kept.
    pub fn kept(&self) -> u64 {
        self.table.len()
    }

    /// Bytes of memory in use.
    pub fn memory(&self) -> u64 {
        self.table.memory() + self.deepening.as_ref().map_or(0, |deepening| deepening.tried.memory())
    }

    /// The bounds of `position`, which is not terminal, that are known without a search.
    pub fn known(&mut self, position: &dyn Position) -> Known {
        let mut key = Vec::new();
        self.coder.append(position, &mut key);
        self.table.get(&key)
    }

    /// Narrows the bounds of `position` to its value, or only until the winner is known; calls `report` at each step.
    ///
    /// # Errors
    /// Returns an error if the search was stopped; the last reported bounds hold.
    pub fn bounds(
        &mut self,
        position: &dyn Position,
        winner_only: bool,
        watcher: &dyn Watcher,
        report: &mut dyn FnMut(Bounds),
    ) -> Result<Bounds, Stop> {
        if position.outcome().is_some() {
            return Ok(Bounds::exactly(end_margin(position)));
        }
        let mut target = 1;
        loop {
            let Known { low, high } = self.at_least(position, target, watcher)?;
            let bounds = Bounds::from(Known { low, high });
            report(bounds);
            let enough = winner_only && bounds.winner().is_some();
            if low == high || enough {
                return Ok(bounds);
            }
            // A pass moves a bound as close to the value as it can prove, so the next target is next to that bound.
            target = if target > low { high } else { low + 1 };
        }
    }

    /// Finds out whether the margin of `position`, which is not terminal, is at least `target`; returns what is then known.
    ///
    /// # Errors
    /// Returns an error if the search was stopped.
    pub fn at_least(
        &mut self,
        position: &dyn Position,
        target: i64,
        watcher: &dyn Watcher,
    ) -> Result<Known, Stop> {
        let mut key = Vec::new();
        self.coder.append(position, &mut key);
        let mut known = self.table.get(&key);
        if known.low < target && known.high >= target {
            let value = self.answer(position, &key, target, watcher)?;
            // The table may have replaced the entry meanwhile.
            known = self.table.get(&key);
            known = narrowed(known, value, target);
        }
        Ok(known)
    }

    /// A bound of the margin of `position`, which is not terminal: a lower one if it is at least `target`, else an upper one.
    fn answer(
        &mut self,
        position: &dyn Position,
        key: &[u8],
        target: i64,
        watcher: &dyn Watcher,
    ) -> Result<i64, Stop> {
        if self.deepening.is_none() {
            return self.search(0, usize::MAX, position, key, target, watcher);
        }
        for depth in (2..).step_by(2) {
            for beyond in [i64::MIN, i64::MAX] {
                if let Some(deepening) = &mut self.deepening {
                    deepening.begin(beyond);
                }
                let value = self.search(0, depth, position, key, target, watcher)?;
                if self.cuts() == 0 || (value >= target) == (beyond == i64::MIN) {
                    return Ok(value);
                }
            }
        }
        unreachable!("the depth grows until the search ends")
    }

    /// A bound like the one that [`Search::answer`] returns, or the value of positions beyond the depth limit if that limit did
    /// not suffice.
    fn search(
        &mut self,
        ply: usize,
        depth: usize,
        position: &dyn Position,
        key: &[u8],
        target: i64,
        watcher: &dyn Watcher,
    ) -> Result<i64, Stop> {
        self.nodes += 1;
        if self.nodes & (CHECK_INTERVAL - 1) == 0 {
            self.report(watcher)?;
        }
        if self.nodes > self.end {
            return Err(Stop::Visits);
        }
        if ply >= self.most_plies {
            return Err(Stop::Depth);
        }
        let (before, cuts) = (self.nodes, self.cuts());
        if let Some(deepening) = &mut self.deepening
            && (depth == 0 || deepening.has_tried(key, depth))
        {
            deepening.cuts += 1;
            return Ok(deepening.beyond);
        }
        if ply == self.plies.len() {
            self.plies.push(None);
        }
        let mut own = self.plies[ply].take().unwrap_or_else(|| Ply {
            next: position.boxed_clone(),
            actions: ActionList::new(),
            keys: Vec::new(),
            open: Vec::new(),
        });
        let value = self.choose(ply, depth, position, &mut own, target, watcher);
        self.plies[ply] = Some(own);
        let value = value?;
        if let Some(deepening) = &mut self.deepening
            && deepening.cuts > cuts
            && (value >= target) != (deepening.beyond == i64::MIN)
        {
            deepening.tried.put(key, Known { low: depth as i64, high: 0 }, self.nodes - before);
            return Ok(value);
        }
        let known = narrowed(self.table.get(key), value, target);
        self.table.put(key, known, self.nodes - before);
        Ok(value)
    }

    /// The bound of the best action, or of the first action that answers the query.
    fn choose(
        &mut self,
        ply: usize,
        depth: usize,
        position: &dyn Position,
        own: &mut Ply,
        target: i64,
        watcher: &dyn Watcher,
    ) -> Result<i64, Stop> {
        let Ply { next, actions, keys, open } = own;
        let first = position.to_move() == Player::First;
        let mut best = Best::none(first, target);
        position.legal_actions(actions);
        keys.clear();
        open.clear();
        for (number, &action) in actions.iter().enumerate() {
            next.assign(position);
            next.play(action);
            if next.outcome().is_some() {
                if best.decides(end_margin(&**next).order()) {
                    return Ok(best.value);
                }
                continue;
            }
            let start = keys.len();
            self.coder.append(&**next, keys);
            let (others, key) = keys.split_at(start);
            if others.chunks_exact(key.len()).any(|other| other == key) {
                keys.truncate(start);
                continue;
            }
            let known = self.table.get(key);
            let decided = if known.low >= target {
                Some(known.low)
            } else {
                (known.high < target).then_some(known.high)
            };
            match decided {
                Some(bound) if best.decides(bound) => return Ok(best.value),
                Some(_) => {}
                None => {
                    let promise = self.answers.promise(first, action, &**next);
                    open.push(Open { action: number, key: start, promise });
                }
            }
        }
        open.sort_by_key(|open| std::cmp::Reverse(open.promise));
        for &Open { action, key, .. } in &*open {
            next.assign(position);
            next.play(actions[action]);
            let key = &keys[key..][..self.coder.stride().expect("a finite board")];
            let before = self.nodes;
            if best.decides(self.search(ply + 1, depth - 1, &**next, key, target, watcher)?) {
                self.answers.note(first, actions[action], self.nodes - before);
                break;
            }
        }
        Ok(best.value)
    }

    fn cuts(&self) -> u64 {
        self.deepening.as_ref().map_or(0, |deepening| deepening.cuts)
    }

    fn report(&self, watcher: &dyn Watcher) -> Result<(), Stop> {
        watcher.on_progress(SolveProgress {
            positions: self.kept(),
            memory: self.memory(),
            done: self.nodes,
        });
        if watcher.stops() { Err(Stop::Interrupted) } else { Ok(()) }
    }
}

impl Deepening {
    /// Begins a search to a new depth, or for another claim.
    fn begin(&mut self, beyond: i64) {
        if beyond != self.beyond {
            self.tried.clear();
        }
        (self.beyond, self.cuts) = (beyond, 0);
    }

    /// Whether the position with this key was searched without result at this depth or a larger one.
    fn has_tried(&self, key: &[u8], depth: usize) -> bool {
        let tried = self.tried.get(key);
        tried != Known::NOTHING && tried.low >= depth as i64
    }
}

/// The best bound so far of the actions of one position.
struct Best {
    first: bool,
    target: i64,
    value: i64,
}

impl Best {
    fn none(first: bool, target: i64) -> Self {
        Self { first, target, value: if first { i64::MIN } else { i64::MAX } }
    }

    /// Adds a bound; returns whether it answers the query, so that no other action need be searched.
    fn decides(&mut self, bound: i64) -> bool {
        if self.first {
            self.value = self.value.max(bound);
            self.value >= self.target
        } else {
            self.value = self.value.min(bound);
            self.value < self.target
        }
    }
}

/// The bounds after a search for `target` has returned `value`.
fn narrowed(known: Known, value: i64, target: i64) -> Known {
    if value >= target {
        Known { low: known.low.max(value), ..known }
    } else {
        Known { high: known.high.min(value), ..known }
    }
}
