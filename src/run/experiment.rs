//! `experiment.json`: which runs an experiment is made of, and how it was made.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{ReadError, write_atomically};

/// What an experiment asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// How several variants differ from the first.
    Compare,
    /// What some keys do.
    Sweep,
    /// What strength does.
    Ladder,
}

impl Kind {
    /// Its command, and the name of its table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compare => "compare",
            Self::Sweep => "sweep",
            Self::Ladder => "ladder",
        }
    }
}

/// How an experiment was made: several runs, each in a folder of its own below [`Experiment::RUNS`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// The program that made it.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The command line, argument by argument, the program's name first.
    pub command: Vec<String>,
    /// What it asks.
    pub kind: Kind,
    /// The master seed of all random streams.
    pub seed: u64,
    /// Games of each run.
    pub games: u64,
    /// The keys that vary, with their values; empty unless it is a sweep.
    pub vary: Vec<Varied>,
    /// The runs, in the order in which reports tell them.
    pub runs: Vec<Member>,
    /// Whether all runs are there with all their games.
    pub complete: bool,
    /// When it started: RFC 3339, UTC.
    pub started: String,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// A key that varies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Varied {
    /// The dotted key.
    pub key: String,
    /// Its values as they were written, in their order.
    pub values: Vec<String>,
}

/// One of the runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Its folder below [`Experiment::RUNS`]; none where there is no game to be played.
    pub dir: Option<String>,
    /// What tables call the variant.
    pub variant: String,
    /// The values of the keys that vary, in their order.
    pub values: Vec<String>,
    /// The agents, the first player's first.
    pub agents: [String; 2],
    /// Why there is no game, in words.
    pub no_game: Option<String>,
}

impl Experiment {
    /// The file in the folder of an experiment.
    pub const FILE: &'static str = "experiment.json";
    /// The folder of its runs.
    pub const RUNS: &'static str = "runs";

    /// Whether the folder `dir` holds an experiment.
    pub fn is_in(dir: &Path) -> bool {
        dir.join(Self::FILE).exists()
    }

    /// Reads the experiment in the folder `dir`.
    ///
    /// # Errors
    /// If the file is missing, is not JSON, or lacks something.
    pub fn read(dir: &Path) -> Result<Self, ReadError> {
        let path = dir.join(Self::FILE);
        let text = std::fs::read_to_string(&path).map_err(|error| ReadError::file(&path, error))?;
        serde_json::from_str(&text).map_err(|error| ReadError::file(&path, error))
    }

    /// Writes it into the folder `dir`, as a whole or not at all.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, dir: &Path) -> std::io::Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        write_atomically(&dir.join(Self::FILE), text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_reads_back_as_it_was() {
        let run = |dir: Option<&str>, no_game: Option<&str>| Member {
            dir: dir.map(str::to_owned),
            variant: "send-it".to_owned(),
            values: vec!["4".to_owned()],
            agents: ["random", "greedy"].map(str::to_owned),
            no_game: no_game.map(str::to_owned),
        };
        let experiment = Experiment {
            program: "dropline".to_owned(),
            version: "0.1.0".to_owned(),
            command: vec!["dropline".to_owned(), "sweep".to_owned()],
            kind: Kind::Sweep,
            seed: 1,
            games: 100,
            vary: vec![Varied { key: "board.side".to_owned(), values: vec!["4".to_owned()] }],
            runs: vec![run(Some("001"), None), run(None, Some("the board is too small"))],
            complete: true,
            started: "2001-09-09T01:46:40Z".to_owned(),
            seconds: 1.5,
        };
        let dir = tempfile::tempdir().unwrap();
        assert!(!Experiment::is_in(dir.path()));
        experiment.write(dir.path()).unwrap();
        assert!(Experiment::is_in(dir.path()));
        assert_eq!(Experiment::read(dir.path()).unwrap(), experiment);
    }
}
