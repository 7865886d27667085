//! The laboratory of dropline in a browser: one page, and the server that answers it on the loopback address.
//!
//! The page holds no rule of a game: it shows what the engine says is legal. A game is its rules and its actions, so the server keeps
//! none. Experiments are commands of the program, in a queue, which end with the server. [`Server`] is the server, and
//! [`export_page`] makes a page to be sent by mail.

mod api;
mod experiments;
mod export;
mod folder;
mod game;
mod guard;
mod http;
mod jobs;
mod rules;
mod server;
mod why;

pub use export::{Exported, page as export_page};
pub use server::{Options, PORT, Server};
pub use why::{Way, ways};
