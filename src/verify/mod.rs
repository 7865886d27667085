//! Runs and experiments checked: games played again from seed and rules, files made again from rows and manifest, and the
//! runs of an experiment held against the list of them.
//!
//! Nothing is written: what is made again stays in memory and is compared byte by byte.

mod experiment;
mod files;
mod run;

pub use experiment::{ExperimentFound, experiment};
pub use run::{run, tables};

/// Files compared with what they should hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Compared {
    /// How many were made again and compared.
    pub files: u64,
    /// What is wrong, a sentence each.
    pub problems: Vec<String>,
    /// What could not be compared, and why.
    pub left_out: Vec<String>,
}
