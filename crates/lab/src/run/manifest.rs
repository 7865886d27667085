//! `manifest.json`: how a run was made, in enough detail to repeat it.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::changed::Change;
use super::checksum::{checksum_of_file, is_file_intact, sealed_lines};
use super::command::{command_line, deciding};
use super::packed::is_there;
use super::{
    Block, CellRow, CourseRow, Experiment, GameRow, PROGRAM, RECORDS, ReadError, Row, read_text,
    write_atomically,
};
use crate::contestant::Contestant;
use crate::simulate::Simulation;
use dropline_engine::text::hex;
use dropline_engine::variant::Loaded;

/// The files that a run writes from its games; everything else is derived from them.
const DATA_FILES: [&str; 4] = [GameRow::FILE, RECORDS, CellRow::FILE, CourseRow::FILE];

/// The maximum size of a `manifest.json` or `experiment.json` that is read, in bytes: ten thousand runs fit, and untrusted files
/// cannot fill the memory.
pub const LARGEST_FILE: u64 = 1 << 25;

/// How a run was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program that made it.
    pub program: String,
    /// The version of that program.
    pub version: String,
    /// The command line, argument by argument, the program's name first.
    pub command: Vec<String>,
    /// The id of the variant, as in `games.csv`.
    pub variant: String,
    /// The title of the game.
    pub game: String,
    /// The board in words.
    pub board: String,
    /// The colours of the players, first mover first.
    pub players: [String; 2],
    /// The agents, the first player's first.
    pub agents: [String; 2],
    /// The BLAKE3 hash of the file of each learned player, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub learned: BTreeMap<String, String>,
    /// Whether the same command plays the same games again: false if an agent has a time limit or is an external program.
    pub reproducible: bool,
    /// The master seed of all random streams.
    pub seed: u64,
    /// Whether games 1 and 2, 3 and 4, and so on are pairs: in the second of a pair the agents have exchanged sides.
    pub pairs: bool,
    /// The openings that games begin with, in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
    /// The stopping rule of the run, if it was given `--until`.
    pub until: Option<Until>,
    /// The margin of balance: the game is called balanced if the first player's score is at most this far from one half. `None`
    /// stands for the default margin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<f64>,
    /// Whether the full records are also written.
    pub records: bool,
    /// The block of games in this folder, if it is not the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Block>,
    /// Games requested; with `--until`, the maximum.
    pub games_asked: u64,
    /// Games that were played to their end and are in `games.csv`.
    pub games_played: u64,
    /// Games that could not be played to their end: they are in `failed.jsonl`, and missing from `games.csv`.
    pub games_failed: u64,
    /// Whether all requested games are there, or all games until the stopping rule ended the run.
    pub complete: bool,
    /// Every effective key of the variant, as in its file.
    pub rules: serde_json::Value,
    /// A hash of the effective rules: runs with the same rules have the same hash.
    pub rules_hash: String,
    /// Threads that played.
    pub threads: usize,
    /// When the run started: RFC 3339, UTC.
    pub started: String,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The BLAKE3 hashes of the data files, in hexadecimal digits, once the run is complete.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// The error for a folder `dir` without a manifest: why it holds no run, and what was expected.
fn why_no_run(dir: &Path) -> String {
    if Experiment::is_in(dir) {
        let runs = dir.join(Experiment::RUNS);
        format!(
            "this folder holds an experiment: name one of its runs, such as {}",
            runs.join("01").display()
        )
    } else if dir.is_dir() {
        let [run, experiment] = [Manifest::FILE, Experiment::FILE];
        format!("no run or experiment here: expected a folder with a {run} or an {experiment}")
    } else if dir.exists() {
        "it is not a folder: expected the folder of a run or an experiment".to_owned()
    } else {
        "no such folder: expected the folder of a run or an experiment".to_owned()
    }
}

/// The stopping rule of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Until {
    /// The half-width of the interval of the first player's score, from 0 to 1.
    pub half_width: f64,
    /// Whether the interval was that narrow before all games were played.
    pub reached: bool,
}

impl Manifest {
    /// The file in the folder of a run.
    pub const FILE: &'static str = "manifest.json";

    /// Why the games of a run that is not reproducible may differ when replayed.
    pub fn why_irreproducible(&self) -> &'static str {
        if self.has_programs() {
            "an external program played, and may choose differently now"
        } else {
            "an agent had a time limit, and would choose differently now"
        }
    }

    /// Whether an external program played.
    pub fn has_programs(&self) -> bool {
        self.agents.iter().any(|agent| agent.parse().is_ok_and(|agent: Contestant| agent.is_program()))
    }

    /// The manifest of a run that begins now. The run plays `simulation` by the rules of `loaded` on `threads` threads, and was
    /// started by `command`.
    pub fn begin(simulation: &Simulation<'_>, loaded: &Loaded, command: Vec<String>, threads: usize) -> Self {
        let variant = simulation.variant;
        Self {
            program: PROGRAM.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            variant: variant.id.clone(),
            game: variant.info.title(),
            board: variant.board.to_string(),
            players: variant.info.players.map(|colour| colour.name().to_owned()),
            agents: simulation.agents.each_ref().map(ToString::to_string),
            learned: simulation
                .agents
                .iter()
                .filter_map(|agent| Some((agent.to_string(), agent.file_hash()?)))
                .collect(),
            reproducible: simulation.is_reproducible(),
            seed: simulation.seed,
            pairs: simulation.pairs,
            openings: simulation.openings.iter().map(ToString::to_string).collect(),
            until: simulation.until.map(|half_width| Until { half_width, reached: false }),
            delta: simulation.delta,
            records: simulation.records,
            block: Some(simulation.block).filter(|block| !block.is_whole()),
            games_asked: simulation.count(),
            games_played: 0,
            games_failed: 0,
            complete: false,
            rules: loaded.effective.clone(),
            rules_hash: hex(&simulation.rules_hash),
            threads,
            started: Self::timestamp(SystemTime::now()),
            seconds: 0.0,
            files: BTreeMap::new(),
        }
    }

    /// A time as the manifest writes it: RFC 3339, UTC, to the second. The years 1970 to 9999 can be written; a clock that shows
    /// another one is wrong, and the nearest of them stands for it.
    pub fn timestamp(time: SystemTime) -> String {
        const LAST: Duration = Duration::from_secs(253_402_300_799);
        let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().min(LAST);
        humantime::format_rfc3339_seconds(SystemTime::UNIX_EPOCH + since).to_string()
    }

    /// The block of the run's games in this folder.
    pub fn block(&self) -> Block {
        self.block.unwrap_or(Block::whole(self.games_asked))
    }

    /// The command line as typed in a shell.
    pub fn command_line(&self) -> String {
        command_line(&self.command)
    }

    /// Like [`Manifest::command_line`], without options that do not affect results. Reports show this form, so that their bytes
    /// depend neither on the folder nor on the number of threads.
    pub fn deciding_command_line(&self) -> String {
        command_line(&deciding(&self.command))
    }

    /// Reads the manifest of the run in the folder `dir`.
    ///
    /// # Errors
    /// Returns an error if there is no run in the folder, or the file is not JSON, or lacks a key.
    pub fn read(dir: &Path) -> Result<Self, ReadError> {
        let path = dir.join(Self::FILE);
        let text = read_text(&path, LARGEST_FILE).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => ReadError::file(dir, why_no_run(dir)),
            _ => ReadError::file(&path, error),
        })?;
        serde_json::from_str(&text).map_err(|error| ReadError::json(&path, &error, "the manifest of a run"))
    }

    /// The changed files of the run in the folder `dir`, including the manifest. Files without a checksum are skipped; see
    /// [`Manifest::has_checksums`].
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn changed_files(&self, dir: &Path) -> Result<Vec<Change>, ReadError> {
        self.changes(dir, &DATA_FILES)
    }

    /// Like [`Manifest::changed_files`], for these `files` and the manifest.
    pub(super) fn changes(&self, dir: &Path, files: &[&'static str]) -> Result<Vec<Change>, ReadError> {
        let mut changes = Vec::new();
        if !is_file_intact(&dir.join(Self::FILE))? {
            changes.push(Change::Content(Self::FILE));
        }
        for &name in files {
            let path = dir.join(name);
            match self.files.get(name) {
                Some(_) if !is_there(&path) => changes.push(Change::Missing(name)),
                Some(checksum) if *checksum != checksum_of_file(&path)? => {
                    changes.push(Change::Content(name));
                }
                _ => {}
            }
        }
        Ok(changes)
    }

    /// Whether it holds the checksums of the data files, as it does once the run is complete.
    pub fn has_checksums(&self) -> bool {
        !self.files.is_empty()
    }

    /// Writes the manifest into the folder `dir`, atomically.
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
    use crate::run::checksum::checksum;
    use std::time::Duration;

    fn manifest() -> Manifest {
        Manifest {
            program: "dropline".to_owned(),
            version: "0.1.0".to_owned(),
            command: ["dropline", "simulate", "send-it", "--set", "setup.black=[\"b4\"]", "--out", "it's"]
                .map(str::to_owned)
                .to_vec(),
            variant: "send-it".to_owned(),
            game: "Send It".to_owned(),
            board: "hexagon of side 8".to_owned(),
            players: ["black", "white"].map(str::to_owned),
            agents: ["random", "random"].map(str::to_owned),
            learned: BTreeMap::new(),
            reproducible: true,
            seed: u64::MAX,
            pairs: true,
            openings: Vec::new(),
            until: Some(Until { half_width: 0.01, reached: false }),
            delta: Some(0.01),
            records: false,
            block: None,
            games_asked: 10,
            games_played: 7,
            games_failed: 1,
            complete: false,
            rules: serde_json::json!({"board": {"shape": "hexagon", "side": 8}}),
            rules_hash: "00ff".to_owned(),
            threads: 2,
            started: Manifest::timestamp(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000)),
            seconds: 1.25,
            files: [("games.csv".to_owned(), "00".to_owned())].into(),
        }
    }

    #[test]
    fn a_clock_that_shows_an_impossible_year_does_no_harm() {
        let second = Duration::from_secs(1);
        assert_eq!(Manifest::timestamp(SystemTime::UNIX_EPOCH - second), "1970-01-01T00:00:00Z");
        let far = SystemTime::UNIX_EPOCH + Duration::from_secs(1 << 40);
        assert_eq!(Manifest::timestamp(far), "9999-12-31T23:59:59Z");
    }

    #[test]
    fn a_manifest_reads_back_as_it_was() {
        let dir = tempfile::tempdir().unwrap();
        manifest().write(dir.path()).unwrap();
        assert_eq!(Manifest::read(dir.path()).unwrap(), manifest());
    }

    #[test]
    fn changed_files_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let files = ["games.csv", "cells.csv"].map(|name| (name.to_owned(), checksum(b"1\n")));
        let manifest = Manifest { files: files.into(), ..manifest() };
        manifest.write(dir.path()).unwrap();
        std::fs::write(dir.path().join("games.csv"), "1\n").unwrap();
        std::fs::write(dir.path().join("course.csv"), "not named\n").unwrap();
        let changed =
            || manifest.changed_files(dir.path()).unwrap().iter().map(Change::to_string).collect::<Vec<_>>();
        assert_eq!(changed(), ["cells.csv is missing"]);
        std::fs::write(dir.path().join("cells.csv"), "2\n").unwrap();
        let path = dir.path().join(Manifest::FILE);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("\"threads\": 2", "\"threads\": 3")).unwrap();
        let expected = ["manifest.json", "cells.csv"]
            .map(|name| format!("{name}: checksum mismatch: the file was changed after the run wrote it"));
        assert_eq!(changed(), expected);
    }

    #[test]
    fn times_are_written_in_utc() {
        assert_eq!(manifest().started, "2001-09-09T01:46:40Z");
    }

    #[test]
    fn the_command_line_can_be_typed_again() {
        assert_eq!(
            manifest().command_line(),
            r#"dropline simulate send-it --set 'setup.black=["b4"]' --out 'it'\''s'"#
        );
    }

    #[test]
    fn a_folder_without_a_run_is_reported_with_a_hint() {
        let dir = tempfile::tempdir().unwrap();
        let error_of = |path: &Path| Manifest::read(path).unwrap_err().to_string();
        assert!(
            error_of(dir.path())
                .contains(": no run or experiment here: expected a folder with a manifest.json or an")
        );
        assert!(
            error_of(&dir.path().join("none"))
                .ends_with("none: no such folder: expected the folder of a run or an experiment")
        );
        let file = dir.path().join("experiment.json");
        std::fs::write(&file, "{}").unwrap();
        assert!(error_of(&file).contains("experiment.json: it is not a folder: "));
        assert!(
            error_of(dir.path())
                .contains(": this folder holds an experiment: name one of its runs, such as ")
        );
    }

    #[test]
    fn reports_show_the_part_of_a_command_that_affects_results() {
        let shown = r#"dropline simulate send-it --set 'setup.black=["b4"]'"#;
        assert_eq!(manifest().deciding_command_line(), shown);
    }

    #[test]
    fn missing_fields_of_a_manifest_are_named() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(Manifest::FILE), "{\n  \"program\": \"dropline\"\n}\n").unwrap();
        let error = Manifest::read(dir.path()).unwrap_err().to_string();
        let expected =
            "manifest.json, line 3, column 1: cannot read the manifest of a run: missing key `version`";
        assert!(error.ends_with(expected), "{error}");
    }
}
