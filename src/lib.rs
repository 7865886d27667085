//! A laboratory for the rules of two-player abstract board games.
//!
//! Data flows one way: a variant file becomes a checked [`variant::Variant`], which is compiled into
//! [`rules`]; [`agents`] play by them; the games become [`record`]s, the records [`stats`], and the
//! statistics a [`report`]. `ARCHITECTURE.md` is the map.

pub mod agents;
pub mod board;
pub mod chance;
pub mod decimal;
pub mod draw;
mod goals;
#[cfg(test)]
mod limits;
pub mod notation;
pub mod numbers;
pub mod perft;
pub mod points;
pub mod record;
pub mod report;
pub mod rules;
pub mod run;
pub mod simulate;
pub mod solve;
pub mod stats;
pub mod text;
pub mod variant;
