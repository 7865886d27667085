//! Runs and experiments checked: files against their checksums, games played again from seed and rules, files regenerated from
//! rows and manifest, and the runs of an experiment against the list of them. Nothing is written.

mod experiment;
mod files;
mod games;
mod recount;
mod run;

pub use experiment::{ExperimentFound, experiment};
pub use games::{DifferentLine, Verification};
pub use run::run;

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
