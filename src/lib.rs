//! A laboratory for the rules of two-player abstract board games.
//!
//! Data flows one way: a variant file becomes a checked [`variant::Variant`], which is compiled into
//! [`rules`]; [`agents`] play by them; the games become [`record`]s, the records [`stats`], and the
//! statistics a [`report`]. `ARCHITECTURE.md` is the map.

pub mod contestant;
pub mod external;
#[cfg(test)]
mod limits;
pub mod perft;
pub mod report;
pub mod run;
pub mod simulate;
pub mod solve;
pub mod states;
pub mod stats;

pub use dropline_engine::{
    agents, board, chance, decimal, draw, notation, numbers, points, record, rules, text, variant,
};
