//! Simulation: many games of one variant between two agents, in parallel, with the same result for any number
//! of threads.
//!
//! `play` plays one game after another on each thread, and `ordered` delivers the results in the order of the games.
//! [`Output`](crate::run::Output) writes them to the folder of a run.

mod block;
mod counts;
mod failing;
mod fingerprint;
mod measures;
mod openings;
pub mod ordered;
mod pace;
mod play;
#[cfg(test)]
mod recomputed_measures;
mod replayer;

pub use block::Block;
pub use counts::Counts;
pub use openings::{Opening, OpeningError};
pub use pace::seconds_per_game;
pub use play::Games;
pub use play::Runner;
pub use replayer::Replayer;

use crate::contestant::Contestant;
use dropline_engine::variant::{Loaded, Variant};
use std::sync::atomic::AtomicBool;

/// What to play.
#[derive(Clone, Copy, Debug)]
pub struct Simulation<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// The hash of the effective rules; the random streams depend on it.
    pub rules_hash: [u8; 32],
    /// Who plays: the first player's agent, then the second's.
    pub agents: &'a [Contestant; 2],
    /// The master seed of all random streams.
    pub seed: u64,
    /// The block of games of the run.
    pub block: Block,
    /// Whether games 1 and 2, 3 and 4, and so on are pairs. Both games of a pair have the pair's random stream, which depends
    /// only on the seed, the rules and the pair's number; in the second game, the agents have exchanged sides.
    pub pairs: bool,
    /// The openings that games begin with, in turn: see [`Simulation::opening`]. None if empty.
    pub openings: &'a [Opening],
    /// The run stops once the interval of the first player's score has this half-width, from 0 to 1: see
    /// [`StoppingRule`](crate::stats::StoppingRule).
    pub until: Option<f64>,
    /// The game is called balanced if the first player's score is within this margin of one half; `None` stands for the default
    /// margin.
    pub delta: Option<f64>,
    /// Whether to write the full records too.
    pub records: bool,
    /// Whether to check the position after every action against a rebuild from scratch.
    pub check_rules: bool,
}

impl<'a> Simulation<'a> {
    /// Games 1 to `games` by the rules of `loaded`, with rows only.
    pub fn new(loaded: &'a Loaded, agents: &'a [Contestant; 2], seed: u64, games: u64) -> Self {
        Self {
            variant: &loaded.variant,
            rules_hash: loaded.rules_hash,
            agents,
            seed,
            block: Block::whole(games),
            pairs: false,
            openings: &[],
            until: None,
            delta: None,
            records: false,
            check_rules: false,
        }
    }

    /// Whether the games are reproducible: no agent has a time limit, and none is an external program.
    pub fn is_reproducible(&self) -> bool {
        self.agents.iter().all(Contestant::is_reproducible)
    }

    /// The maximum number of games: that of the block.
    pub fn count(&self) -> u64 {
        self.block.games
    }

    /// Plays the games of the block from the `first` on, counted from 1, on all threads of `pool`, and delivers them in order:
    /// one by one if the run has a stopping rule. When `stop` is set, the games under way are finished, and every game before the
    /// first missing one is delivered.
    ///
    /// # Errors
    /// The first error of `consume`, which ends the work.
    pub fn play<E>(
        &self,
        first: u64,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        consume: impl FnMut(&Games) -> Result<(), E>,
    ) -> Result<(), E> {
        self.play_with(|| Runner::new(*self), first, pool, stop, consume)
    }

    /// Like [`Simulation::play`], with the workers that `new_worker` makes.
    pub fn play_with<W: ordered::Worker<Games>, E>(
        &self,
        new_worker: impl Fn() -> W + Sync,
        first: u64,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        mut consume: impl FnMut(&Games) -> Result<(), E>,
    ) -> Result<(), E> {
        let jobs = first..self.count().saturating_add(1);
        let consume = |games: &Games, _| consume(games);
        match self.until {
            None => ordered::run(pool, jobs, stop, new_worker, consume),
            Some(_) => ordered::run_in_ranges(1, pool, jobs, stop, new_worker, consume),
        }
        .map(drop)
    }
}
