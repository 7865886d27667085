//! Games in which positions can repeat: all reachable positions, valued backwards from the terminal positions.
//!
//! Nodes are the positions in which a turn begins, up to symmetry; edges are whole turns. Terminal positions are not nodes: each
//! node stores the best end that its player can reach within a turn.
//!
//! The margins that a player can force are the least fixpoint of the minimax equations (with the order reversed for the second
//! player): the iteration begins with nothing forced and works backwards from the terminal positions until nothing changes. A
//! player can force an end with some margin if and only if the fixpoint says so; otherwise the opponent can prevent any end.
//! (This is Zermelo's theorem for games with cycles; the method is retrograde analysis, Thompson 1986, "Retrograde Analysis of
//! Certain Endgames".)
//!
//! Where an arrangement that returns draws the game, play that neither player can end is such a draw, and positions need not know what stood
//! before: a player who can force an end gets closer to it with every turn, and never returns.

use super::interner::Interner;
use super::key::{Coder, Scope};
use super::symmetry::Symmetries;
use super::value::{Bounds, better, end_margin};
use super::walk::Walker;
use super::{SolveProgress, Stop, Watcher};
use dropline_engine::rules::{self, Margin, Player, Position};
use dropline_engine::variant::Variant;
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The positions of a game, and which of them follow which.
#[derive(Debug)]
pub struct Graph {
    keys: Interner,
    /// For each expanded node, its number of `edges`, in the order of the nodes.
    degrees: Vec<u32>,
    edges: Vec<u32>,
    /// For each expanded node, [`Graph::SECOND`] if the second player moves there, and the best end within a turn as its index in
    /// `margins` plus 1; 0 for none.
    nodes: Vec<u16>,
    margins: Margins,
    root: u32,
    /// What each player can force, by rank; see [`Graph::rank`]. Empty before [`Graph::evaluate`].
    forced: [Vec<u16>; 2],
    /// The margins by rank, counted from 1.
    ranked: Vec<Margin>,
    /// Whether endless play is a draw by the rules: an arrangement would return.
    draws: bool,
    reader: Worker,
}

/// Margins by number, in order of discovery.
#[derive(Debug, Default)]
struct Margins {
    all: Vec<Margin>,
    numbers: HashMap<Margin, u16>,
}

/// The working memory of a thread.
#[derive(Debug)]
struct Worker {
    position: Box<dyn Position>,
    walker: Walker,
    coder: Coder,
}

/// The result of expanding a node.
#[derive(Default)]
struct Expansion {
    second: bool,
    end: Option<Margin>,
    /// The concatenated keys of the positions after each turn.
    keys: Vec<u8>,
    ends: Vec<usize>,
}

impl Worker {
    fn new(variant: &Variant, symmetries: &Symmetries) -> Self {
        let scope = Scope { within_turns: false, cap: false, stood: false };
        Self {
            position: rules::start(variant),
            walker: Walker::new(variant),
            coder: Coder::new(variant, symmetries.clone(), scope),
        }
    }

    /// Follows all turns from the position with this key, and adds their number to `followed`.
    fn expand(
        &mut self,
        key: &[u8],
        limits: Limits,
        followed: &AtomicU64,
        watcher: &dyn Watcher,
    ) -> Result<Expansion, Stop> {
        let Self { position, walker, coder } = self;
        position.restore(coder.read(key));
        let player = position.to_move();
        let mut found = Expansion { second: player == Player::Second, ..Expansion::default() };
        let (mut turns, mut stop) = (0, None);
        let _ = walker.walk(&**position, &mut |next, walked| {
            turns += 1;
            // A single position can have millions of turns.
            if turns % TURNS_BETWEEN_CHECKS == 0 {
                let before = followed.fetch_add(TURNS_BETWEEN_CHECKS, Ordering::Relaxed);
                if watcher.stops() {
                    stop = Some(Stop::Interrupted);
                } else if before + TURNS_BETWEEN_CHECKS > limits.turns {
                    stop = Some(Stop::Visits);
                } else if walked + (found.keys.len() + 8 * found.ends.len()) as u64 > limits.memory {
                    stop = Some(Stop::Memory);
                }
            }
            if stop.is_some() {
                return ControlFlow::Break(());
            }
            if next.outcome().is_some() {
                let margin = end_margin(next);
                found.end = Some(found.end.map_or(margin, |end| better(player, end, margin)));
            } else {
                coder.append(next, &mut found.keys);
                found.ends.push(found.keys.len());
            }
            ControlFlow::Continue(())
        });
        followed.fetch_add(turns % TURNS_BETWEEN_CHECKS, Ordering::Relaxed);
        stop.map_or(Ok(found), Err)
    }
}

impl Margins {
    /// The number of `margin`, counted from 1.
    fn number(&mut self, margin: Margin) -> u16 {
        *self.numbers.entry(margin).or_insert_with(|| {
            self.all.push(margin);
            self.all.len() as u16
        })
    }
}

/// How far an analysis may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Approximate bytes of memory.
    pub memory: u64,
    /// The most turns that it follows.
    pub turns: u64,
}

/// The number of turns from a position between checks of the clock and of memory.
const TURNS_BETWEEN_CHECKS: u64 = 4_096;
/// The maximum number of nodes expanded between checks of the clock.
const MOST_AT_ONCE: usize = 8_192;
/// How many nodes are expanded before the start is valued for the first time.
const FIRST_LOOK: usize = 16;
/// The intended total number of edges of the nodes that are expanded together, if there is enough memory.
const EDGES_AT_ONCE: usize = 400_000;
/// The bytes that an edge of these nodes takes.
const BYTES_PER_EDGE: u64 = 16;

impl Graph {
    /// The bit that is set in nodes where the second player moves.
    const SECOND: u16 = 1 << 15;

    /// A graph that holds only `start`, a position at the start of a turn of a game that is not over.
    pub fn new(start: &dyn Position, symmetries: &Symmetries) -> Self {
        let mut reader = Worker::new(start.variant(), symmetries);
        let mut keys = Interner::new(reader.coder.stride());
        let mut key = Vec::new();
        reader.coder.append(start, &mut key);
        let (root, _) = keys.insert(&key);
        Self {
            keys,
            degrees: Vec::new(),
            edges: Vec::new(),
            nodes: Vec::new(),
            margins: Margins::default(),
            root,
            forced: Default::default(),
            ranked: Vec::new(),
            draws: start.variant().end.repeated.is_some(),
            reader,
        }
    }

    /// Expands positions until all reachable ones are known, or it must stop. If `enough` is given, it also stops once the bounds
    /// of the start are enough.
    pub fn explore(
        &mut self,
        variant: &Variant,
        symmetries: &Symmetries,
        limits: Limits,
        pool: &rayon::ThreadPool,
        watcher: &dyn Watcher,
        enough: Option<&dyn Fn(Bounds) -> bool>,
    ) -> Option<Stop> {
        let memory = limits.memory;
        let followed = AtomicU64::new(0);
        // At most a quarter of the memory is for the nodes that are expanded together.
        let edges_at_once = EDGES_AT_ONCE.min((memory / (4 * BYTES_PER_EDGE)) as usize);
        // The number of nodes at which the start is valued next. It grows so fast that the last valuations dominate.
        let mut next_look = FIRST_LOOK;
        let workers: Vec<_> =
            (0..pool.current_num_threads()).map(|_| Mutex::new(Worker::new(variant, symmetries))).collect();
        let mut own = Vec::new();
        while !self.is_complete() {
            if watcher.stops() {
                return Some(Stop::Interrupted);
            }
            // Room must remain for the values, four bytes a node, and for the edges of the nodes expanded next.
            let more =
                4 * self.keys.len() as u64 + self.keys.growth() + BYTES_PER_EDGE * edges_at_once as u64;
            if self.memory() + more > memory || self.keys.is_full() {
                return Some(Stop::Memory);
            }
            let first = self.nodes.len();
            let degree = self.edges.len() / first.max(1) + 1;
            let count = (edges_at_once / degree).clamp(16, MOST_AT_ONCE).min(first + 16);
            let batch = first as u32..self.keys.len().min(first + count) as u32;
            let keys = &self.keys;
            let found: Result<Vec<Expansion>, Stop> = pool.install(|| {
                let look = |number| {
                    let worker = &workers[rayon::current_thread_index().unwrap_or(0) % workers.len()];
                    let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
                    worker.expand(keys.key(number), limits, &followed, watcher)
                };
                batch.into_par_iter().map(look).collect()
            });
            let found = match found {
                Ok(found) => found,
                Err(stop) => return Some(stop),
            };
            // Whether a worker noticed depends on their number, so nothing of this batch may be added.
            if followed.load(Ordering::Relaxed) > limits.turns {
                return Some(Stop::Visits);
            }
            found.iter().for_each(|found| self.add(found, &mut own));
            if self.margins.all.len() >= usize::from(Self::SECOND) - 2 {
                return Some(Stop::Margins);
            }
            watcher.on_progress(SolveProgress {
                positions: self.keys.len() as u64,
                memory: self.memory(),
                done: self.nodes.len() as u64,
            });
            if let Some(enough) = enough
                && self.nodes.len() >= next_look
            {
                self.evaluate();
                if enough(self.root()) {
                    return None;
                }
                next_look = self.nodes.len() * 3 / 2;
            }
        }
        None
    }

    /// Whether all reachable positions are known.
    pub fn is_complete(&self) -> bool {
        self.nodes.len() == self.keys.len()
    }

    /// Adds the result of the next node; `own` is a buffer for its edges.
    fn add(&mut self, found: &Expansion, own: &mut Vec<u32>) {
        own.clear();
        let mut start = 0;
        for &end in &found.ends {
            own.push(self.keys.insert(&found.keys[start..end]).0);
            start = end;
        }
        own.sort_unstable();
        own.dedup();
        let end = found.end.map_or(0, |margin| self.margins.number(margin));
        self.nodes.push(end | if found.second { Self::SECOND } else { 0 });
        self.degrees.push(own.len() as u32);
        self.edges.extend_from_slice(own);
    }

    /// Bytes of memory in use.
    pub fn memory(&self) -> u64 {
        let values: usize = self.forced.iter().map(Vec::len).sum();
        self.keys.memory()
            + (4 * self.degrees.len() + 4 * self.edges.len() + 2 * self.nodes.len() + 2 * values) as u64
    }

    /// How many positions are known.
    pub fn positions(&self) -> u64 {
        self.keys.len() as u64
    }

    /// How many turns lead from one position to another.
    pub fn edges(&self) -> u64 {
        self.edges.len() as u64
    }

    /// Finds what each player can force from each position, as far as positions have been expanded.
    pub fn evaluate(&mut self) {
        self.ranked = self.margins.all.clone();
        self.ranked.sort_unstable();
        let ranks: Vec<u16> = self.margins.all.iter().map(|margin| self.rank(*margin)).collect();
        self.forced = [0, self.ranked.len() as u16 + 1].map(|nothing| self.fixpoint(nothing, &ranks));
    }

    /// The rank of a margin, counted from 1. Two further ranks stand for forcing nothing: 0 for the first player, and the number of
    /// margins plus 1 for the second.
    fn rank(&self, margin: Margin) -> u16 {
        self.ranked.partition_point(|&other| other < margin) as u16 + 1
    }

    /// The solution of the minimax equations nearest to `nothing`. `ranks` holds the rank of each margin by its number.
    fn fixpoint(&self, nothing: u16, ranks: &[u16]) -> Vec<u16> {
        let mut values = vec![nothing; self.keys.len()];
        let mut changed = true;
        while changed {
            changed = false;
            // Nodes are visited backwards, since most successors were found after their node.
            let mut end = self.edges.len();
            for node in (0..self.nodes.len()).rev() {
                let start = end - self.degrees[node] as usize;
                let children = self.edges[start..end].iter().map(|&child| values[child as usize]);
                let (second, number) =
                    (self.nodes[node] & Self::SECOND > 0, self.nodes[node] & !Self::SECOND);
                let ending = number.checked_sub(1).map(|number| ranks[usize::from(number)]);
                let best = if second { children.chain(ending).min() } else { children.chain(ending).max() };
                let best = best.unwrap_or(nothing);
                if best != values[node] {
                    values[node] = best;
                    changed = true;
                }
                end = start;
            }
        }
        values
    }

    /// What each player can force from the start.
    pub fn root(&self) -> Bounds {
        self.bounds_of(self.root)
    }

    fn bounds_of(&self, node: u32) -> Bounds {
        let margin = |rank: u16| self.ranked.get(usize::from(rank).wrapping_sub(1)).copied();
        let [low, high] = self.forced.each_ref().map(|forced| margin(forced[node as usize]));
        let bounds = Bounds { low, high };
        // Whoever can force an end does so without a return, so what can be forced does not depend on what stood before.
        if self.draws && self.is_complete() { bounds.of_drawn_returns() } else { bounds }
    }

    /// What each player can force from `position`; unknown for unreached positions.
    pub fn bounds(&mut self, position: &dyn Position) -> Bounds {
        if position.outcome().is_some() {
            return Bounds::exactly(end_margin(position));
        }
        let Self { keys, reader: Worker { walker, coder, .. }, .. } = self;
        let mut key = Vec::new();
        if position.actions_in_turn() == 0 {
            coder.append(position, &mut key);
            let node = keys.get(&key);
            return node.map_or_else(Bounds::default, |node| self.bounds_of(node));
        }
        let (mut nodes, mut ends) = (Vec::new(), Vec::new());
        let _ = walker.walk(position, &mut |next, _| {
            if next.outcome().is_some() {
                ends.push(Bounds::exactly(end_margin(next)));
            } else {
                key.clear();
                coder.append(next, &mut key);
                nodes.push(keys.get(&key));
            }
            ControlFlow::Continue(())
        });
        let known =
            nodes.into_iter().map(|node| node.map_or_else(Bounds::default, |node| self.bounds_of(node)));
        choice(position.to_move(), known.chain(ends))
    }
}

/// What each player can force if `mover` chooses among positions with these bounds.
pub fn choice(mover: Player, bounds: impl Iterator<Item = Bounds>) -> Bounds {
    // The lack of a lower bound is worst for the first player, and the lack of an upper bound for the second. The player who
    // chooses needs one good option; the other player must be able to answer every option.
    let pick = |mover: Player, one: Bounds, other: Bounds| match mover {
        Player::First => Bounds {
            low: one.low.max(other.low),
            high: one.high.zip(other.high).map(|(one, other)| one.max(other)),
        },
        Player::Second => Bounds {
            low: one.low.zip(other.low).map(|(one, other)| one.min(other)),
            high: match (one.high, other.high) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            },
        },
    };
    bounds.reduce(|one, other| pick(mover, one, other)).unwrap_or_default()
}
