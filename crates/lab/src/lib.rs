//! The laboratory of dropline: plays games, writes them to folders, and computes statistics.
//!
//! Data flows one way: [`simulate`] plays the games of a [`run`], whose rows become [`stats`]. [`states`] counts arrangements.

pub mod contestant;
pub mod external;
pub mod hosted;
#[cfg(test)]
mod limits;
pub mod perft;
mod rows;
pub mod run;
pub mod simulate;
pub mod states;
pub mod stats;
