//! The laboratory of dropline: plays games, writes them to folders, and computes statistics and exact values.
//!
//! Data flows one way: [`simulate`] plays the games of a [`run`], whose rows become [`stats`]. [`solve`] finds exact values, and
//! [`states`] counts arrangements.

pub mod contestant;
pub mod external;
#[cfg(test)]
mod limits;
pub mod perft;
mod rows;
pub mod run;
pub mod simulate;
pub mod solve;
pub mod states;
pub mod stats;
