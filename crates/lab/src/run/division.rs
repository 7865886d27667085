//! `plan.json`: how the games of a run or an experiment are divided into units that any machine can play.

use std::iter::Sum;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::checksum::{is_file_intact, is_intact, sealed_lines};
use dropline_engine::numbers::thousands;

use super::{
    Block, Experiment, Kept, LARGEST_FILE, Manifest, NotARun, PROGRAM, ReadError, RecordedRun, read_text,
    write_atomically,
};

/// The error for impossible first units of a run with `--until`.
const LIKELY: &str = "`likely` must have at most one unit for each of its games, not split a pair, and leave some games and \
                      1 to 63 units for the rest of the run";

/// The error for a file of a plan whose checksum does not match.
const CHANGED: &str =
    "checksum mismatch: the file was changed after it was written; make the plan again in another folder";

/// The units of a run or an experiment, numbered from 1. Each is a block of a run's games. The first blocks of all runs come
/// before the second blocks, so that runs with `--until` learn early when to stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Division {
    /// The program that wrote it.
    pub program: String,
    /// The version of that program.
    pub version: String,
    /// How the runs keep their rows.
    pub rows: Kept,
    /// The runs, in the order of the experiment.
    pub runs: Vec<Divided>,
}

/// How a run is divided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divided {
    /// Its folder below [`Experiment::RUNS`], if it belongs to an experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// The number of its games; with `--until`, the maximum.
    pub games: u64,
    /// Whether its games come in pairs.
    pub pairs: bool,
    /// Whether it has a stopping rule (`--until`).
    pub until: bool,
    /// How many units it has.
    pub units: u64,
    /// The first units, which have equal sizes, if the remaining units double in size. Otherwise all units have the same size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likely: Option<LikelyUnits>,
}

/// The first games of a run with `--until`, which the run is likely to need, in units of the same size. The remaining games are
/// rarely needed, but there are often far more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LikelyUnits {
    /// The number of these games.
    pub games: u64,
    /// The number of units that these games form.
    pub units: u64,
}

impl Divided {
    /// Divides the run into units of about `size` games. After the games that it is `likely` to need, units double in size.
    pub fn into_units(self, size: u64, likely: Option<u64>) -> Self {
        let Self { games, pairs, .. } = self;
        let count = |games| Block::count(size, games, pairs);
        match likely.map(|likely| if pairs { likely.next_multiple_of(2) } else { likely }) {
            Some(likely) if likely < games => {
                let rest = Block::count_doubling(size, games - likely, pairs);
                let likely = LikelyUnits { games: likely, units: count(likely) };
                Self { units: likely.units + rest, likely: Some(likely), ..self }
            }
            _ => Self { units: count(games), likely: None, ..self },
        }
    }

    /// The games of unit `index` of this run, counted from 0.
    fn block(&self, index: u64) -> Block {
        let Self { games, pairs, units, .. } = *self;
        match self.likely {
            Some(likely) if index < likely.units => {
                Block { of: games, ..Block::nth(index, likely.units, likely.games, pairs) }
            }
            Some(likely) => {
                let (index, count) = (index - likely.units, units - likely.units);
                Block::nth_doubling(index, count, likely.games, games, pairs)
            }
            None => Block::nth(index, units, games, pairs),
        }
    }

    /// The error if this division is impossible.
    fn check(&self) -> Result<(), &'static str> {
        if self.dir.as_ref().is_some_and(|dir| !Experiment::may_name(dir)) {
            return Err("`dir` must be the number of a folder in `runs`");
        }
        if self.units == 0 || self.units > self.games {
            return Err("a run must have at least one unit, and at most one for each game");
        }
        let Some(likely) = self.likely else { return Ok(()) };
        let is_possible = (1..self.games).contains(&likely.games)
            && (1..=likely.games).contains(&likely.units)
            && (1..64).contains(&self.units.saturating_sub(likely.units))
            && !(self.pairs && likely.games % 2 == 1);
        is_possible.then_some(()).ok_or(LIKELY)
    }
}

/// A unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its number, counted from 1.
    pub number: u64,
    /// The index of its run in [`Division::runs`].
    pub run: usize,
    /// Its games.
    pub block: Block,
}

impl Division {
    /// The file in the folder.
    pub const FILE: &'static str = "plan.json";
    /// The folder of the units.
    pub const UNITS: &'static str = "units";
    /// The folder of scripts for schedulers and of their jobs' output.
    pub const JOBS: &'static str = "jobs";
    /// The maximum number of units. It is limited because each unit has a folder.
    pub const MOST: u64 = 100_000;

    /// A division of these `runs`, made by this program. `rows` says how the runs keep their rows.
    pub fn of(runs: Vec<Divided>, rows: Kept) -> Self {
        let (program, version) = (PROGRAM.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        Self { program, version, rows, runs }
    }

    /// Whether the folder `dir` holds a plan.
    pub fn is_in(dir: &Path) -> bool {
        dir.join(Self::FILE).exists()
    }

    /// Reads the plan in the folder `dir`.
    ///
    /// # Errors
    /// Returns an error if it is missing, invalid, or was changed.
    pub fn read(dir: &Path) -> Result<Self, ReadError> {
        let path = dir.join(Self::FILE);
        let wrong = |what: &dyn std::fmt::Display| ReadError::file(&path, what);
        let text = read_text(&path, LARGEST_FILE).map_err(|error| wrong(&error))?;
        let json = |error| ReadError::json(&path, &error, "a plan");
        let read: Self = serde_json::from_str(&text).map_err(json)?;
        if !is_intact(&text).map_err(json)? {
            return Err(wrong(&CHANGED));
        }
        read.check().map_err(|what| wrong(&what))?;
        Ok(read)
    }

    /// Writes the plan to the folder `dir`, atomically.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn write(&self, dir: &Path) -> std::io::Result<()> {
        write_atomically(&dir.join(Self::FILE), sealed_lines(self)?.as_bytes())
    }

    /// Validates an untrusted plan.
    ///
    /// # Errors
    /// Returns an error if it is invalid; the error says why.
    pub fn check(&self) -> Result<(), String> {
        let here = env!("CARGO_PKG_VERSION");
        if self.version != here {
            return Err(format!(
                "the plan was made by dropline {}, but this is dropline {here}",
                self.version
            ));
        }
        let units = self.runs.iter().try_fold(0_u64, |all, run| all.checked_add(run.units));
        if units == Some(0) {
            return Err("a plan must have at least one unit".to_owned());
        }
        if units.is_none_or(|units| units > Self::MOST) {
            return Err(format!("a plan can have at most {} units", thousands(Self::MOST)));
        }
        for run in &self.runs {
            run.check()?;
        }
        Ok(())
    }

    /// The number of units.
    pub fn count(&self) -> u64 {
        self.runs.iter().map(|run| run.units).sum()
    }

    /// The units, in the order of their numbers.
    pub fn units(&self) -> Vec<Unit> {
        let longest = self.runs.iter().map(|run| run.units).max().unwrap_or(0);
        let places = (0..longest).flat_map(|index| {
            let runs = self.runs.iter().enumerate().filter(move |(_, run)| index < run.units);
            runs.map(move |(at, run)| (at, run.block(index)))
        });
        (1..).zip(places).map(|(number, (run, block))| Unit { number, run, block }).collect()
    }

    /// The units of each run.
    pub fn by_run(&self) -> Vec<Vec<Unit>> {
        let mut runs = vec![Vec::new(); self.runs.len()];
        self.units().into_iter().for_each(|unit| runs[unit.run].push(unit));
        runs
    }

    /// The folder of unit `number` of the plan in the folder `dir`.
    pub fn unit_dir(&self, dir: &Path, number: u64) -> PathBuf {
        let digits = self.count().to_string().len().max(2);
        dir.join(Self::UNITS).join(format!("{number:0digits$}"))
    }

    /// The folder of run `run`, counted from 0, in the plan's folder `dir`.
    pub fn run_dir(&self, dir: &Path, run: usize) -> PathBuf {
        match &self.runs[run].dir {
            Some(name) => dir.join(Experiment::RUNS).join(name),
            None => dir.to_owned(),
        }
    }

    /// Reads run number `run` of the plan in the folder `dir`. Its manifest says how all its units are played.
    ///
    /// # Errors
    /// Returns an error if the manifest cannot be read, was changed, or could not have been written by this program.
    pub fn run(&self, dir: &Path, run: usize) -> Result<RecordedRun, NotARun> {
        let manifest = self.manifest(dir, run)?;
        RecordedRun::of(&self.run_dir(dir, run), manifest)
    }

    /// The manifest of run number `run` of the plan in the folder `dir`.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or was changed.
    pub fn manifest(&self, dir: &Path, run: usize) -> Result<Manifest, ReadError> {
        let dir = self.run_dir(dir, run);
        let manifest = Manifest::read(&dir)?;
        let path = dir.join(Manifest::FILE);
        if !is_file_intact(&path)? {
            return Err(ReadError::file(&path, CHANGED));
        }
        Ok(manifest)
    }

    /// The sum of `of` over the manifests of all runs of the plan in the folder `dir`.
    ///
    /// # Errors
    /// Returns an error if a manifest cannot be read.
    pub fn sum<T: Sum>(&self, dir: &Path, of: impl Fn(&Manifest) -> T) -> Result<T, ReadError> {
        let manifests = (0..self.runs.len()).map(|run| Manifest::read(&self.run_dir(dir, run)));
        manifests.map(|manifest| Ok(of(&manifest?))).sum()
    }

    /// Whether `unit` is likely to be needed. This is false only for later units of runs with `--until`.
    pub fn is_likely(&self, unit: &Unit) -> bool {
        self.runs[unit.run].likely.is_none_or(|likely| unit.block.first <= likely.games)
    }

    /// The file with the number of games after which a run was ended by its stopping rule.
    fn end_file(&self, dir: &Path, run: usize) -> PathBuf {
        let name = self.runs[run].dir.as_ref().map_or_else(String::new, |name| format!("-{name}"));
        dir.join(Self::UNITS).join(format!("end{name}"))
    }

    /// The number of games after which a run was ended by its stopping rule, once a unit has determined that number.
    pub fn end(&self, dir: &Path, run: usize) -> Option<u64> {
        self.runs[run]
            .until
            .then(|| read_text(&self.end_file(dir, run), 100).ok())
            .flatten()?
            .trim()
            .parse()
            .ok()
    }

    /// Records that a run was ended by its stopping rule after this many `games`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write_end(&self, dir: &Path, run: usize, games: u64) -> std::io::Result<()> {
        write_atomically(&self.end_file(dir, run), format!("{games}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(dir: &str, games: u64, units: u64) -> Divided {
        Divided { dir: Some(dir.to_owned()), games, pairs: false, until: false, units, likely: None }
    }

    #[test]
    fn the_first_blocks_of_all_runs_come_first() {
        let division =
            Division::of(vec![divided("01", 10, 3), divided("02", 4, 1), divided("03", 4, 2)], Kept::All);
        let described = |unit: Unit| (unit.number, unit.run, unit.block.first, unit.block.last());
        let units: Vec<_> = division.units().into_iter().map(described).collect();
        assert_eq!(
            units,
            [(1, 0, 1, 3), (2, 1, 1, 4), (3, 2, 1, 2), (4, 0, 4, 6), (5, 2, 3, 4), (6, 0, 7, 10)]
        );
        assert_eq!(division.count(), 6);
    }

    #[test]
    fn a_plan_reads_back_unless_it_was_changed() {
        let dir = tempfile::tempdir().unwrap();
        let division = Division::of(vec![divided("01", 10, 3)], Kept::Zstd);
        division.write(dir.path()).unwrap();
        assert_eq!(Division::read(dir.path()).unwrap(), division);
        let path = dir.path().join(Division::FILE);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("10", "11")).unwrap();
        let error = Division::read(dir.path()).unwrap_err().to_string();
        assert!(
            error.contains("plan.json: checksum mismatch: the file was changed after it was written; "),
            "{error}"
        );
    }

    #[test]
    fn units_after_the_likely_games_double_in_size() {
        let run = Divided { until: true, ..divided("01", 1000, 1) };
        let ends = |run: Divided| {
            let units = Division::of(vec![run], Kept::All).units();
            units.iter().map(|unit| (unit.block.first, unit.block.last(), unit.block.of)).collect::<Vec<_>>()
        };
        let units = [(1, 100, 1000), (101, 200, 1000), (201, 466, 1000), (467, 1000, 1000)];
        assert_eq!(ends(run.clone().into_units(150, Some(200))), units);
        assert_eq!(run.clone().into_units(150, Some(1000)).likely, None);
        let pairs = Divided { pairs: true, ..run }.into_units(150, Some(199));
        assert_eq!(pairs.likely, Some(LikelyUnits { games: 200, units: 2 }));
        assert_eq!(ends(pairs.clone()), units);
        assert_eq!(pairs.check(), Ok(()));
        for likely in [
            LikelyUnits { games: 199, units: 2 },
            LikelyUnits { games: 200, units: 4 },
            LikelyUnits { games: 1000, units: 2 },
        ] {
            assert_eq!(Divided { likely: Some(likely), ..pairs.clone() }.check(), Err(LIKELY));
        }
    }

    #[test]
    fn an_invalid_plan_is_rejected() {
        for (runs, message) in [
            (vec![], "a plan must have at least one unit"),
            (vec![divided("01", u64::MAX, 100_001)], "a plan can have at most 100,000 units"),
            (vec![divided("01", 5, 6)], "a run must have at least one unit, and at most one for each game"),
            (vec![divided("../x", 5, 1)], "`dir` must be the number of a folder in `runs`"),
        ] {
            assert_eq!(Division::of(runs, Kept::Zstd).check(), Err(message.to_owned()));
        }
    }
}
