//! Verifying runs and experiments: files against checksums, games replayed from seed and rules, files regenerated from rows and
//! manifest, and the runs of an experiment against its list. Nothing is written.

mod experiment;
mod files;
mod games;
mod run;

pub use experiment::{ExperimentFound, experiment};
pub use games::{DifferentLine, Verification};
pub use run::run;

/// The comparison of files with their expected content.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Compared {
    /// The number of files that were regenerated and compared.
    pub files: u64,
    /// The problems, one sentence each.
    pub problems: Vec<String>,
    /// What was not compared, and why.
    pub left_out: Vec<String>,
}
