//! The engine of dropline, which knows nothing of run folders or the command line.
//!
//! Data flows one way: a variant file becomes a checked [`variant::Variant`], which is compiled into
//! [`rules`]; a game is written as a [`record`] or drawn with [`draw`].
//!
//! ```
//! use dropline_engine::rules::{self, ActionList};
//! use dropline_engine::variant;
//!
//! let loaded = variant::load("hex", &["board.side=3".to_owned()])?;
//! let mut position = rules::start(&loaded.variant);
//! position.try_play("b2".parse()?)?;
//! assert!(position.try_play("b2".parse()?).is_err(), "the cell is occupied");
//!
//! let mut legal = ActionList::new();
//! while position.outcome().is_none() {
//!     position.legal_actions(&mut legal);
//!     position.try_play(legal[0])?;
//! }
//! println!("{position:?}");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! The engine starts no threads, reads no clock, and reads no files except variants.

mod actions;
pub mod board;
mod captures;
pub mod chance;
mod conditions;
pub mod decimal;
pub mod draw;
pub mod encoding;
mod goals;
pub mod notation;
pub mod numbers;
pub mod picture;
mod pieces;
pub mod points;
pub mod record;
pub mod rules;
pub mod space;
pub mod text;
pub mod variant;

// Types of these crates are part of the interface.
pub use {maud, rand_xoshiro, serde_json};
