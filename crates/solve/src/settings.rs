//! How to solve, who watches, and why solving stops.

use super::Bounds;

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Approximate bytes of memory for positions.
    pub memory: u64,
    /// Whether the turn cap is a rule: a game that reaches it is scored as it stands. Otherwise the cap is ignored.
    pub cap: bool,
    /// Whether to find only who wins, not by how much: an action keeps the value if it keeps the winner. If positions can
    /// repeat, the margin is found as well, unless only the start is wanted.
    pub winner_only: bool,
    /// Whether to treat positions that are equivalent under a symmetry of board and rules as one.
    pub symmetries: bool,
    /// Whether only the value of the start is wanted. If positions can repeat, the solver then stops as soon as it is certain,
    /// and other positions keep wide bounds.
    pub start_only: bool,
    /// The most visits to positions of a search, or the most turns that a retrograde analysis follows. Neither depends on the
    /// number of threads.
    pub visits: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            memory: 1 << 30,
            cap: false,
            winner_only: false,
            symmetries: true,
            start_only: false,
            visits: u64::MAX,
        }
    }
}

/// An observer of a solver, which can stop it.
pub trait Watcher: Sync {
    /// Whether to stop now.
    fn stops(&self) -> bool {
        false
    }

    /// Called with the progress from time to time.
    fn on_progress(&self, progress: SolveProgress) {
        let _ = progress;
    }

    /// Called with the bounds that are known so far for the position where solving starts.
    fn bounds(&self, bounds: Bounds) {
        let _ = bounds;
    }
}

/// No observer.
impl Watcher for () {}

/// The progress of solving.
#[derive(Clone, Copy, Debug)]
pub struct SolveProgress {
    /// The number of positions known.
    pub positions: u64,
    /// Bytes of memory in use.
    pub memory: u64,
    /// The number of visits to positions; a search may visit a position more than once.
    pub done: u64,
}

/// Why solving ended before the value was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The watcher stopped the solver.
    Interrupted,
    /// The search would take more than [`Settings::visits`].
    Visits,
    /// The positions do not fit into memory.
    Memory,
    /// There are more different margins than can be numbered.
    Margins,
    /// A line of play is longer than a search can follow.
    Depth,
    /// The system allows no thread for the search.
    Thread,
}
