//! Recorded runs: from the manifest back to the simulation.

use super::{Manifest, ReadError};
use crate::contestant::Contestant;
use crate::simulate::{Opening, OpeningError, Simulation};
use dropline_engine::text::{hex, printable};
use dropline_engine::variant::{Diagnostics, Loaded, load_effective};
use std::path::{Path, PathBuf};

/// A run as its manifest describes it, with the rules loaded from the keys that the manifest keeps.
#[derive(Clone, Debug)]
pub struct RecordedRun {
    /// Its folder.
    pub dir: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
    /// Its rules.
    pub loaded: Loaded,
    agents: [Contestant; 2],
    openings: Vec<Opening>,
}

/// A folder without a replayable run.
#[derive(Debug, thiserror::Error)]
pub enum NotARun {
    /// The manifest cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The run was made by another version, whose games may differ.
    #[error("{}: the run was made by dropline {there}, but this is dropline {here}", dir.display())]
    Version {
        /// The run's folder.
        dir: PathBuf,
        /// The version that made it.
        there: String,
        /// This version.
        here: String,
    },
    /// The rules do not match their hash.
    #[error(
        "{}: the rules in {} have the hash {found}, but the rules of the run had the hash {recorded}",
        dir.display(),
        Manifest::FILE
    )]
    Hash {
        /// The run's folder.
        dir: PathBuf,
        /// The hash that the manifest names.
        recorded: String,
        /// The hash computed from the rules.
        found: String,
    },
    /// An agent spec does not parse.
    #[error("{}: {what}", dir.display())]
    Agent {
        /// The run's folder.
        dir: PathBuf,
        /// The error.
        what: String,
    },
    /// An opening cannot be played by the rules.
    #[error("{}: the opening `{opening}`: {error}", dir.display())]
    Opening {
        /// The run's folder.
        dir: PathBuf,
        /// The opening.
        opening: String,
        /// Why not.
        error: OpeningError,
    },
    /// A learned player has lost its file.
    #[error("{}: the file of `{agent}` is missing, or is not the one that it played by: put that one back", dir.display())]
    LearnedFile {
        /// The run's folder.
        dir: PathBuf,
        /// The player.
        agent: String,
    },
}

impl Manifest {
    /// The rules that were played, loaded like any variant from the keys that the manifest in the folder `dir` keeps.
    ///
    /// # Errors
    /// Returns an error if the rules are invalid.
    pub fn load_rules(&self, dir: &Path) -> Result<Loaded, ReadError> {
        self.diagnose_rules(dir).map_err(|wrong| {
            let what = wrong.messages().collect::<Vec<_>>().join("; ");
            ReadError::file(&dir.join(Self::FILE), format!("invalid rules: {what}"))
        })
    }

    /// Like [`Manifest::load_rules`], with the errors at their places in the rules.
    ///
    /// # Errors
    /// Returns an error if the rules are invalid.
    pub fn diagnose_rules(&self, dir: &Path) -> Result<Loaded, Diagnostics> {
        load_effective(&self.rules, &self.variant, &dir.join(Self::FILE))
    }
}

impl RecordedRun {
    /// Reads the run in the folder `dir`.
    ///
    /// # Errors
    /// Returns an error if there is no run, or if this program could not have made it.
    pub fn read(dir: &Path) -> Result<Self, NotARun> {
        Self::of(dir, Manifest::read(dir)?)
    }

    /// The run in the folder `dir` with this `manifest`.
    ///
    /// # Errors
    /// Returns an error if this program could not have made it.
    pub fn of(dir: &Path, mut manifest: Manifest) -> Result<Self, NotARun> {
        let here = env!("CARGO_PKG_VERSION");
        let dir = dir.to_owned();
        if manifest.version != here {
            let (there, here) = (manifest.version, here.to_owned());
            return Err(NotARun::Version { dir, there, here });
        }
        let loaded = manifest.load_rules(&dir)?;
        let found = hex(&loaded.rules_hash);
        if found != manifest.rules_hash {
            return Err(NotARun::Hash { dir, recorded: manifest.rules_hash, found });
        }
        let agent = |at: usize| manifest.agents[at].parse::<Contestant>();
        let agents = match (agent(0), agent(1)) {
            (Ok(first), Ok(second)) => [first, second],
            (Err(error), _) | (_, Err(error)) => {
                return Err(NotARun::Agent { dir, what: error.to_string() });
            }
        };
        let mut openings = Vec::with_capacity(manifest.openings.len());
        for opening in &manifest.openings {
            openings.push(Opening::new(opening, &loaded.variant).map_err(|error| {
                let (dir, opening) = (dir.clone(), printable(opening));
                NotARun::Opening { dir, opening, error }
            })?);
        }
        // Recorded runs never start programs, even if the file claims that their games can be reproduced.
        manifest.reproducible &= agents.iter().all(Contestant::is_reproducible);
        Ok(Self { dir, manifest, loaded, agents, openings })
    }

    /// Checks that the learned players still have the files that they played by, so that games can be played.
    ///
    /// # Errors
    /// Returns an error if a file is missing or another one is in its place.
    pub fn check_learned(&self) -> Result<(), NotARun> {
        let lost = |agent: &&Contestant| {
            let hash = self.manifest.learned.get(&agent.to_string());
            hash.is_some_and(|hash| agent.file_hash().as_ref() != Some(hash))
        };
        let missing =
            |agent: &Contestant| NotARun::LearnedFile { dir: self.dir.clone(), agent: agent.to_string() };
        self.agents.iter().find(lost).map_or(Ok(()), |agent| Err(missing(agent)))
    }

    /// The simulation.
    pub fn simulation(&self) -> Simulation<'_> {
        let Manifest { seed, pairs, records, until, delta, .. } = self.manifest;
        Simulation {
            variant: &self.loaded.variant,
            rules_hash: self.loaded.rules_hash,
            agents: &self.agents,
            seed,
            block: self.manifest.block(),
            pairs,
            openings: &self.openings,
            // Where a run stops can be determined only from all its games.
            until: until.filter(|_| self.manifest.block.is_none()).map(|until| until.half_width),
            delta,
            records,
            // Games may have failed only because their actions were checked, so replaying checks them again.
            check_rules: self.manifest.games_failed > 0,
        }
    }

    /// How many games of the run are over.
    pub fn games(&self) -> u64 {
        self.manifest.games_played.saturating_add(self.manifest.games_failed)
    }
}
