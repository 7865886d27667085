//! The engine of dropline, which knows nothing of run folders, threads or the command line.
//!
//! Data flows one way: a variant file becomes a checked [`variant::Variant`], which is compiled into
//! [`rules`]; [`agents`] play by them, and a game is written as a [`record`] or drawn with [`draw`].

mod actions;
pub mod agents;
pub mod board;
pub mod chance;
pub mod decimal;
pub mod draw;
mod goals;
pub mod notation;
pub mod numbers;
pub mod points;
pub mod record;
pub mod rules;
pub mod text;
pub mod variant;
