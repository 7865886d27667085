//! External programs as agents: processes driven over standard input and output.
//!
//! `spec` parses such an agent; `process` starts it and waits for its lines; `ugi` and `gtp` speak its protocol; `agent` tracks
//! its game and checks its moves. Any error fails the current game, and the next game gets a new process.

mod agent;
mod gtp;
mod process;
mod spec;
mod ugi;

pub use agent::ExternalAgent;
#[cfg(test)]
pub use process::LONGEST_LINE;
pub use process::kill_all;
pub use spec::{External, ExternalOption, ParseExternalError, Protocol};
