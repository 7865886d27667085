//! A laboratory for the rules of two-player abstract board games.
//!
//! Data flows one way: a variant file becomes a checked [`variant::Variant`], which is compiled into
//! [`rules`]; [`agents`] play by them; the games become [`record`]s, the records [`stats`], and the
//! statistics a [`report`]. `ARCHITECTURE.md` is the map.
//!
//! ```
//! use dropline::contestant::Contestant;
//! use dropline::rules::{self, ActionList};
//! use dropline::simulate::Simulation;
//! use dropline::stats::{Quantity, Tally};
//! use dropline::{rayon, variant};
//! use std::convert::Infallible;
//! use std::sync::atomic::AtomicBool;
//!
//! // Load a variant: Send It on a small board.
//! let loaded = variant::load("send-it", &["board.side=3".to_owned()])?;
//!
//! // Play a game: an action in the middle, then always the first legal one.
//! let mut position = rules::start(&loaded.variant);
//! position.try_play("c3".parse()?)?;
//! let mut legal = ActionList::new();
//! while position.outcome().is_none() {
//!     position.legal_actions(&mut legal);
//!     position.try_play(legal[0])?;
//! }
//! println!("{position:?}");
//!
//! // Run a thousand games between random players, on all cores.
//! let agents: [Contestant; 2] = ["random".parse()?, "random".parse()?];
//! let simulation = Simulation::new(&loaded, &agents, 1, 1000);
//! let pool = rayon::ThreadPoolBuilder::new().build()?;
//! let mut tally = Tally::default();
//! simulation.play(1, &pool, &AtomicBool::new(false), |games| {
//!     games.rows.iter().for_each(|row| tally.add(row));
//!     Ok::<_, Infallible>(())
//! })?;
//!
//! // Read the summary.
//! let summary = tally.summary(loaded.variant.score.komi).expect("a thousand games");
//! let score = summary.measure(Quantity::Score);
//! println!("the first player's score: {:?}, n = {}", score.value, score.n);
//! # assert_eq!(score.n, 1000);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod cli;
mod verify;

pub use cli::{Called, call, main, stop_called};
pub use dropline_agents as agents;
pub use dropline_engine::{board, chance, draw, notation, picture, points, record, rules, space, variant};
use dropline_engine::{decimal, encoding, numbers, text};
pub use dropline_lab::{contestant, hosted, run, simulate, stats};
use dropline_lab::{external, perft, states};
pub use dropline_learn as learn;
pub use dropline_report as report;
pub use dropline_solve as solve;

// Types of these crates are part of the interface.
pub use dropline_engine::{maud, rand_xoshiro, serde_json};
pub use rayon;
