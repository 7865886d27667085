//! `dropline bench`.

use crate::cli::args::Bench;
use crate::cli::failure::Failure;
use crate::cli::session::{self, Session};
use crate::variant::Loaded;
use crate::{agents, chance, rules};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Repetitions of each measurement, to show their spread.
const REPETITIONS: u32 = 5;
/// The number of playouts between two readings of the clock. The first reading follows a single playout.
const BATCH: u32 = 8;

/// Measures random playouts.
pub fn run(args: &Bench, session: &mut Session<'_>) -> Result<(), Failure> {
    let loaded = session.load_to_play(&args.variant)?;
    let all = session.pool()?;
    let single = session::pool(1)?;
    let several = all.current_num_threads() > 1;
    for pool in [Some(&single), several.then_some(&all)].into_iter().flatten() {
        let rate = measure(&loaded, session.common.seed(), args.seconds, pool);
        if session.terminal.json {
            session.terminal.json_line(&rate)?;
        } else {
            session.terminal.line(rate.words())?;
        }
        session.terminal.flush()?;
    }
    Ok(())
}

/// The speed of playouts.
#[derive(Serialize)]
struct Rate<'a> {
    /// The id of the variant.
    variant: &'a str,
    version: &'static str,
    seed: u64,
    threads: usize,
    repetitions: u32,
    /// Playouts in all repetitions.
    playouts: u64,
    /// The time that these playouts took, summed over the repetitions.
    seconds: f64,
    /// Playouts per second in all repetitions together.
    playouts_per_second: f64,
    /// The slowest repetition.
    lowest: f64,
    /// The fastest repetition.
    highest: f64,
    actions_per_playout: f64,
    /// The time a thread takes for an action.
    ns_per_action: f64,
}

impl Rate<'_> {
    fn words(&self) -> String {
        let Self {
            threads, playouts_per_second, lowest, highest, actions_per_playout, ns_per_action, ..
        } = self;
        let (noun, whose) = if *threads == 1 { ("thread: ", "") } else { ("threads:", " on each") };
        format!(
            "{threads} {noun} {playouts_per_second:.0} playouts/s ({lowest:.0} to {highest:.0} in {REPETITIONS} \
             repetitions), {actions_per_playout:.1} actions/playout, {ns_per_action:.1} ns/action{whose}"
        )
    }
}

/// Plays for `seconds` on all threads of `pool`.
fn measure<'a>(loaded: &'a Loaded, seed: u64, seconds: f64, pool: &rayon::ThreadPool) -> Rate<'a> {
    let each = Duration::from_secs_f64(seconds / f64::from(REPETITIONS));
    let threads = pool.current_num_threads();
    let (mut playouts, mut actions, mut spent) = (0, 0_u64, 0.0);
    let (mut lowest, mut highest) = (f64::INFINITY, 0.0_f64);
    for repetition in 0..REPETITIONS as usize {
        let start = Instant::now();
        let counts = pool.broadcast(|thread| {
            let stream = repetition * threads + thread.index();
            play_until(loaded, seed, stream as u64, start + each)
        });
        let elapsed = start.elapsed().as_secs_f64();
        let played: u64 = counts.iter().map(|(playouts, _)| playouts).sum();
        let rate = played as f64 / elapsed;
        (lowest, highest) = (lowest.min(rate), highest.max(rate));
        playouts += played;
        actions += counts.iter().map(|(_, actions)| actions).sum::<u64>();
        spent += elapsed;
    }
    Rate {
        variant: &loaded.variant.id,
        version: env!("CARGO_PKG_VERSION"),
        seed,
        threads,
        repetitions: REPETITIONS,
        playouts,
        seconds: spent,
        playouts_per_second: playouts as f64 / spent,
        lowest,
        highest,
        actions_per_playout: actions as f64 / playouts as f64,
        ns_per_action: spent * 1e9 * threads as f64 / actions as f64,
    }
}

/// Plays until `end`; returns the numbers of playouts and of actions, each at least 1.
fn play_until(loaded: &Loaded, seed: u64, stream: u64, end: Instant) -> (u64, u64) {
    let mut rng = chance::stream(seed, &loaded.rules_hash, stream);
    let mut position = rules::start(&loaded.variant);
    let policy = agents::playout_policy(&loaded.variant);
    let (mut playouts, mut actions) = (0, 0);
    // A single playout may take longer than the given time.
    let mut batch = 1;
    loop {
        for _ in 0..batch {
            position.reset();
            actions += u64::from(position.playout(&mut rng, policy));
            playouts += 1;
        }
        batch = BATCH;
        if Instant::now() >= end {
            return (playouts, actions);
        }
    }
}
