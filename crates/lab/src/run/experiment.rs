//! `experiment.json`: which runs an experiment is made of, and how it was made.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::checksum::{is_file_intact, sealed_lines};
use super::{LARGEST_FILE, Manifest, ReadError, read_text, write_atomically};
use crate::stats::Quantity;
use dropline_engine::text::quoted;
use dropline_engine::variant::Grid;

/// The kind of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExperimentKind {
    /// How several variants differ from the first.
    Compare,
    /// The effects of some keys.
    Sweep,
    /// The values of some keys that a search chose.
    Tune,
    /// The effects of strength.
    Ladder,
    /// Whether the game is fair between strong players.
    Study,
}

impl ExperimentKind {
    /// The name of its command, which is also the name of its table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compare => "compare",
            Self::Sweep => "sweep",
            Self::Tune => "tune",
            Self::Ladder => "ladder",
            Self::Study => "study",
        }
    }

    /// Whether its runs are rungs of increasing strength: each agent against itself, and against the one below.
    pub const fn has_rungs(self) -> bool {
        matches!(self, Self::Ladder | Self::Study)
    }
}

/// What was found before the runs were played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Basis {
    /// The result under perfect play: `first`, `second` or `draw`; `None` if it is unknown.
    pub exact: Option<String>,
    /// How the players were found, a sentence each.
    pub players: Vec<String>,
    /// The search that chose the values of the runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<Search>,
}

/// A search for the values at which a measure is nearest to a target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Search {
    /// The measure, by its name in summary.csv.
    pub measure: String,
    /// Its target, in its unit.
    pub target: f64,
    /// `halving` or `ntbea`.
    pub method: String,
    /// The number of combinations of values.
    pub combinations: usize,
    /// The number of them that are not valid games.
    pub no_game: usize,
    /// Those that were tried, the best first.
    pub tried: Vec<Tried>,
}

/// A combination of values in a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// The values, in the order of the keys.
    pub values: Vec<String>,
    /// The number of its games in the search.
    pub games: u64,
    /// The number of rounds in which it played.
    pub rounds: u32,
    /// The measure.
    pub value: f64,
    /// The lower end of its interval; that of a first player's score is valid for all combinations together.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Search {
    /// The measure, if it is known.
    pub fn quantity(&self) -> Option<Quantity> {
        Quantity::ALL.into_iter().find(|quantity| quantity.name() == self.measure)
    }

    /// The error in an untrusted search, if any.
    fn check(&self, keys: usize) -> Result<(), String> {
        if self.quantity().is_none() {
            let what = "must be a measure, by its name in summary.csv";
            return Err(format!("`basis.search.measure` {what}, found {}", quoted(&self.measure)));
        }
        match (1..).zip(&self.tried).find(|(_, tried)| tried.values.len() != keys) {
            None => Ok(()),
            Some((number, tried)) => Err(format!(
                "`basis.search.tried`, entry {number}: `values` must have one entry for each key: expected {keys}, found {}",
                tried.values.len()
            )),
        }
    }
}

/// How an experiment was made: several runs, each in its own folder below [`Experiment::RUNS`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// The program that made it.
    pub program: String,
    /// The version of that program.
    pub version: String,
    /// The command line, argument by argument, the program's name first.
    pub command: Vec<String>,
    /// Its kind.
    pub kind: ExperimentKind,
    /// The master seed of all random streams.
    pub seed: u64,
    /// Games of each run.
    pub games: u64,
    /// The keys that vary, with their values; empty unless it is a sweep or a search.
    pub vary: Vec<Varied>,
    /// What was found before, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
    /// The runs, in the order of reports.
    pub runs: Vec<Member>,
    /// Whether all runs exist with all their games.
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
    /// Its values in the notation of the command, in the order of the command.
    pub values: Vec<String>,
}

/// A run of an experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Its folder below [`Experiment::RUNS`]; `None` if there is no game to play.
    pub dir: Option<String>,
    /// The variant's name in tables.
    pub variant: String,
    /// The values of the keys that vary, in the order of the keys.
    pub values: Vec<String>,
    /// The agents, the first player's first.
    pub agents: [String; 2],
    /// Why there is no game, in words.
    pub no_game: Option<String>,
    /// The hash of the effective rules, as in the run's manifest; `None` if there is no game, and in experiments of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules_hash: Option<String>,
    /// What it is in a study, if it is no rung.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aside: Option<Aside>,
}

/// A run of a study that is no rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aside {
    /// A check: a search with more iterations than the strongest rung, in this many games. Other runs have the [games of the
    /// experiment](Experiment::games).
    Check(u64),
    /// The search of the strongest rung, with an evaluation learned from a second seed.
    SecondSeed,
}

impl Aside {
    /// Its games, where other runs have this many `games`.
    pub const fn games(self, games: u64) -> u64 {
        match self {
            Self::Check(own) => own,
            Self::SecondSeed => games,
        }
    }
}

impl Member {
    /// The hash of the rules, and the agents, each as two texts to compare: first the text from the run's `manifest`, then the
    /// text listed here. Earlier versions did not list the hash; the hash of the manifest then stands in for it, so that any rules
    /// match.
    pub fn beside(&self, manifest: &Manifest) -> [[String; 2]; 2] {
        let rules = self.rules_hash.as_ref().unwrap_or(&manifest.rules_hash);
        [[manifest.rules_hash.clone(), rules.clone()], [manifest.agents.join(","), self.agents.join(",")]]
    }
}

impl Experiment {
    /// The file in the folder of an experiment.
    pub const FILE: &'static str = "experiment.json";
    /// The folder of its runs.
    pub const RUNS: &'static str = "runs";
    /// The maximum number of runs: a page and its charts must show them all.
    pub const MOST_RUNS: usize = 10_000;

    /// Whether the folder `dir` holds an experiment.
    pub fn is_in(dir: &Path) -> bool {
        dir.join(Self::FILE).exists()
    }

    /// Reads the experiment in the folder `dir`.
    ///
    /// # Errors
    /// Returns an error if the file is missing, is not JSON, lacks a key, or lists impossible runs.
    pub fn read(dir: &Path) -> Result<Self, ReadError> {
        let path = dir.join(Self::FILE);
        let wrong = |what: &dyn std::fmt::Display| ReadError::file(&path, what);
        let text = read_text(&path, LARGEST_FILE).map_err(|error| wrong(&error))?;
        let json = |error| ReadError::json(&path, &error, "an experiment");
        let read: Self = serde_json::from_str(&text).map_err(json)?;
        read.check().map_err(|what| wrong(&what))?;
        Ok(read)
    }

    /// The games of one of its runs.
    pub fn games_of(&self, member: &Member) -> u64 {
        member.aside.map_or(self.games, |aside| aside.games(self.games))
    }

    /// Whether the file in the folder `dir` matches its checksum.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn is_intact(dir: &Path) -> Result<bool, ReadError> {
        is_file_intact(&dir.join(Self::FILE))
    }

    /// Whether `name` is a valid name for the folder of a run. Only numbers are valid, since a path could lead anywhere.
    pub fn may_name(name: &str) -> bool {
        !name.is_empty() && name.len() <= 20 && name.bytes().all(|b| b.is_ascii_digit())
    }

    /// The error in an untrusted experiment, if any.
    fn check(&self) -> Result<(), String> {
        if self.runs.len() > Self::MOST_RUNS {
            return Err(format!(
                "`runs` has {} runs: at most {} can be reported",
                self.runs.len(),
                Self::MOST_RUNS
            ));
        }
        let places = self.vary.iter().try_fold(1_usize, |all, key| all.checked_mul(key.values.len()));
        if !places.is_some_and(|places| (1..=Grid::MAX_CELLS).contains(&places)) {
            return Err(format!("`vary` must have from 1 to {} combinations of values", Grid::MAX_CELLS));
        }
        match self.basis.as_ref().and_then(|basis| basis.search.as_ref()) {
            Some(search) => search.check(self.vary.len())?,
            None if self.kind == ExperimentKind::Tune => {
                return Err(
                    "`basis.search` is missing: it says how the runs of `tune` were chosen".to_owned()
                );
            }
            None => {}
        }
        let mut folders = BTreeMap::new();
        for (number, run) in (1..).zip(&self.runs) {
            if let Some(dir) = run.dir.as_ref().filter(|dir| !Self::may_name(dir)) {
                let what = "the number of a folder in `runs`";
                return Err(format!("run {number}: `dir` must be {what}, found {}", quoted(dir)));
            }
            if let Some(dir) = &run.dir
                && let Some(other) = folders.insert(dir, number)
            {
                let dir = quoted(dir);
                return Err(format!(
                    "run {number}: `dir` is {dir}, the folder of run {other}: each run needs its own"
                ));
            }
            if run.values.len() != self.vary.len() {
                let (keys, values) = (self.vary.len(), run.values.len());
                return Err(format!(
                    "run {number}: `values` must have one entry for each key: expected {keys}, found {values}"
                ));
            }
        }
        Ok(())
    }

    /// Writes it into the folder `dir`, atomically.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn write(&self, dir: &Path) -> std::io::Result<()> {
        write_atomically(&dir.join(Self::FILE), sealed_lines(self)?.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment() -> Experiment {
        let run = |dir: Option<&str>, no_game: Option<&str>| Member {
            dir: dir.map(str::to_owned),
            variant: "send-it".to_owned(),
            values: vec!["4".to_owned()],
            agents: ["random", "greedy"].map(str::to_owned),
            no_game: no_game.map(str::to_owned),
            rules_hash: dir.map(|_| "00ff".to_owned()),
            aside: None,
        };
        Experiment {
            program: "dropline".to_owned(),
            version: "0.1.0".to_owned(),
            command: vec!["dropline".to_owned(), "sweep".to_owned()],
            kind: ExperimentKind::Sweep,
            seed: 1,
            games: 100,
            vary: vec![Varied { key: "board.side".to_owned(), values: vec!["4".to_owned()] }],
            basis: None,
            runs: vec![run(Some("001"), None), run(None, Some("the board is too small"))],
            complete: true,
            started: "2001-09-09T01:46:40Z".to_owned(),
            seconds: 1.5,
        }
    }

    #[test]
    fn an_experiment_reads_back_as_it_was() {
        let (dir, experiment) = (tempfile::tempdir().unwrap(), experiment());
        assert!(!Experiment::is_in(dir.path()));
        experiment.write(dir.path()).unwrap();
        assert!(Experiment::is_in(dir.path()));
        assert_eq!(Experiment::read(dir.path()).unwrap(), experiment);
    }
    #[test]
    fn an_invalid_experiment_is_rejected() {
        type Change = fn(&mut Experiment);
        fn search(e: &mut Experiment) -> &mut Search {
            let tried = Tried { values: Vec::new(), games: 5, rounds: 1, value: 0.5, low: None, high: None };
            let search = Search {
                measure: "turns".to_owned(),
                target: 40.0,
                method: "halving".to_owned(),
                combinations: 2,
                no_game: 0,
                tried: vec![tried],
            };
            e.basis.get_or_insert_default().search.insert(search)
        }
        let of: [(Change, &str); 10] = [
            (|e| e.kind = ExperimentKind::Tune, "`basis.search` is missing"),
            (
                |e| search(e).measure = "fun".to_owned(),
                "`basis.search.measure` must be a measure, by its name in summary.csv, found `fun`",
            ),
            (
                |e| search(e).target = 30.0,
                "`basis.search.tried`, entry 1: `values` must have one entry for each key: expected 1, found 0",
            ),
            (
                |e| e.runs[0].dir = Some("../../home".to_owned()),
                "run 1: `dir` must be the number of a folder in `runs`, found `../../home`",
            ),
            (|e| e.runs[1].dir = Some("/etc".to_owned()), "run 2: `dir` must be the number"),
            (
                |e| e.runs[1].dir = Some("001".to_owned()),
                "run 2: `dir` is `001`, the folder of run 1: each run needs its own",
            ),
            (
                |e| e.runs[1].values.clear(),
                "run 2: `values` must have one entry for each key: expected 1, found 0",
            ),
            (|e| e.vary[0].values.clear(), "`vary` must have from 1 to 10000 combinations of values"),
            (
                |e| {
                    e.vary[0].values = vec![String::new(); 101];
                    e.vary = vec![e.vary[0].clone(); 20];
                },
                "`vary` must have from 1 to 10000 combinations of values",
            ),
            (
                |e| e.runs = vec![e.runs[1].clone(); 10_001],
                "`runs` has 10001 runs: at most 10000 can be reported",
            ),
        ];
        for (change, message) in of {
            let (dir, mut wrong) = (tempfile::tempdir().unwrap(), experiment());
            change(&mut wrong);
            wrong.write(dir.path()).unwrap();
            let error = Experiment::read(dir.path()).unwrap_err().to_string();
            assert!(error.contains("experiment.json: ") && error.contains(message), "{error}");
        }
    }
}
