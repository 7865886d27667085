//! Other programs as agents: processes that are spoken to on their standard input and output.
//!
//! `spec` reads how such an agent is written; `process` starts it and waits for its lines; `ugi` and `gtp` speak its
//! protocol; `agent` follows a game for it, and makes sure that its moves are legal. Whatever goes wrong is an error of the game
//! that is played, and the next game gets a new process.

mod agent;
mod gtp;
mod process;
mod spec;
mod ugi;

pub use agent::ExternalAgent;
pub use process::LONGEST_LINE;
pub use spec::{External, ExternalOption, ParseExternalError, Protocol};
