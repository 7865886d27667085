//! Runs checked: games played once more from seed and rules, and compared with what the files hold.

use super::counts::Counts;
use super::described::Described;
use super::folder::RECORDS;
use super::ordered::{self, Worker};
use super::past::Past;
use super::play::{Games, Table};
use super::records::Records;
use super::recount::{Recount, table};
use super::spelled::Spelled;
use crate::board::Board;
use crate::run::{CellRow, CourseRow, FailedGame, GameRow, Manifest, Numbers, ReadError, Row, Rows, to_csv};
use serde::Serialize;
use std::io::BufRead as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Different games that are told one by one.
const TOLD: usize = 5;

/// What was checked of a run, and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Games in `games.csv`, read and found in order.
    pub games: u64,
    /// Games played again, spread evenly.
    pub replayed: u64,
    /// Those of them that are others in the files.
    pub different: u64,
    /// The first of them.
    pub first_different: Vec<DifferentGame>,
    /// What else is wrong, a sentence each.
    pub problems: Vec<String>,
    /// Files that were made again from the rows and the manifest, and compared: see [`crate::verify`].
    pub files: u64,
    /// What could not be checked, and why.
    pub left_out: Vec<String>,
    /// Whether it was not stopped before the end.
    pub finished: bool,
}

/// A game that is another when it is played again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferentGame {
    /// Its number.
    pub game: u64,
    /// In what it differs: column, what the file has, what it is when it is played again.
    pub columns: Vec<[String; 3]>,
}

impl Verification {
    /// Whether all is as it should be.
    pub fn is_right(&self) -> bool {
        self.different == 0 && self.problems.is_empty()
    }
}

impl Past {
    /// Reads all rows and records, and looks whether they, the tables and the manifest fit each other, without playing a
    /// game; what is wrong, a sentence each.
    ///
    /// # Errors
    /// If a file is missing, or holds something else than rows.
    pub fn check(&self) -> Result<Vec<String>, ReadError> {
        let failed = lines(&self.dir.join(FailedGame::FILE))?;
        Ok(Check::new(self, failed)?.end(self, false)?.problems)
    }

    /// How many games of the run are over.
    pub fn games(&self) -> u64 {
        self.manifest.games_played.saturating_add(self.manifest.games_failed)
    }

    /// Plays `sample` games of the run again, or all if there are no more, on all threads of `pool`, and compares them with
    /// its rows and records; reads all of these, and looks whether they and the tables fit each other. `each` is told how
    /// many games have been played. When `stop` is set, what has been checked so far is told.
    ///
    /// # Errors
    /// If a file is missing, or holds something else than rows.
    pub fn verify(
        &self,
        sample: u64,
        pool: &rayon::ThreadPool,
        stop: &AtomicBool,
        mut each: impl FnMut(u64),
    ) -> Result<Verification, ReadError> {
        let simulation = self.simulation();
        let failed = lines(&self.dir.join(FailedGame::FILE))?;
        let mut check = Check::new(self, failed)?;
        // No more than the files can hold, whatever the manifest says: what is missing is told at the end.
        let total = self.games().min(lines(&self.dir.join(GameRow::FILE))? + failed);
        let sample = if self.manifest.reproducible { sample.min(total) } else { 0 };
        let spread = Spread { sample, total };
        let hire = || Replayer { table: Table::new(simulation), spread };
        let mut next = 0;
        let done = ordered::run(pool, 0..sample, stop, hire, |games: &Games, done| {
            let numbers =
                (next..next + done).map(|at| simulation.share.game(spread.nth(at), simulation.pairs));
            next += done;
            each(done);
            check.compare(numbers, games)
        })?;
        check.found.replayed = done;
        check.found.finished = done == sample;
        check.end(self, sample == total && done == total)
    }
}

/// How many lines there are in the file `path`, the last without an end included; none if there is no file.
fn lines(path: &Path) -> Result<u64, ReadError> {
    let wrong = |error: std::io::Error| ReadError::file(path, error);
    let mut file = match crate::run::open(path) {
        Ok(file) => std::io::BufReader::new(file),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(wrong(error)),
    };
    let mut lines = 0;
    while file.skip_until(b'\n').map_err(wrong)? > 0 {
        lines += 1;
    }
    Ok(lines)
}

/// A sample of games, spread evenly from the first to the last.
#[derive(Clone, Copy)]
struct Spread {
    sample: u64,
    total: u64,
}

impl Spread {
    /// Which game is the one at `at` in the sample, both of `sample` and `total` games; from 0, and from 1.
    fn nth(self, at: u64) -> u64 {
        let steps = u128::from(self.sample.max(2) - 1);
        let before = u128::from(at) * u128::from(self.total - 1) / steps;
        before as u64 + 1
    }
}

/// Plays the games of a sample.
struct Replayer<'s> {
    table: Table<'s>,
    spread: Spread,
}

impl Worker<Games> for Replayer<'_> {
    fn work(&mut self, at: u64, games: &mut Games) {
        self.table.work(self.spread.nth(at), games);
    }
}

/// The files of a run, read beside the games played again.
struct Check {
    board: Board,
    rows: Rows<GameRow>,
    /// The bytes that the rows are read from.
    spelled: Spelled,
    numbers: Numbers,
    /// What is held against the manifest.
    described: Described,
    records: Option<Records>,
    /// The row read last, and its record.
    row: Option<GameRow>,
    record: Vec<u8>,
    /// The first game whose record does not fit its row.
    unfit: Option<u64>,
    /// What the games played again add to the tables.
    counts: Counts,
    /// What all rows tell of them.
    recount: Recount,
    found: Verification,
}

impl Check {
    fn new(past: &Past, failed: u64) -> Result<Self, ReadError> {
        let dir = &past.dir;
        let found = Verification {
            games: 0,
            replayed: 0,
            different: 0,
            first_different: Vec::new(),
            problems: Vec::new(),
            files: 0,
            left_out: Vec::new(),
            finished: true,
        };
        let board = past.loaded.variant.board.clone();
        let records = past.manifest.records.then(|| Records::open(dir)).transpose()?;
        let (rows, spelled) = (Rows::open(dir)?, Spelled::open(dir)?);
        let numbers = Numbers::of(dir, &past.manifest)?;
        let described = Described::new(past, failed);
        Ok(Self {
            board,
            rows,
            spelled,
            numbers,
            described,
            records,
            row: None,
            record: Vec::new(),
            unfit: None,
            counts: Counts::default(),
            recount: Recount::default(),
            found,
        })
    }

    /// Reads the next row, and its record; whether there is one.
    fn read(&mut self) -> Result<bool, ReadError> {
        self.row = self.rows.next().transpose()?;
        let Some(row) = &self.row else { return Ok(false) };
        self.numbers.check(row, &self.rows)?;
        self.spelled.add(row)?;
        self.described.add(row);
        self.found.games += 1;
        self.recount.add(&self.board, row);
        self.record.clear();
        if let Some(records) = &mut self.records {
            records.next(row.game, &mut self.record)?;
            if !Records::is_of(row, &self.record) {
                self.unfit = self.unfit.or(Some(row.game));
            }
        }
        Ok(true)
    }

    /// Compares the games played again, with these `numbers`, with the files.
    fn compare(&mut self, numbers: impl Iterator<Item = u64>, again: &Games) -> Result<(), ReadError> {
        self.counts.add(&again.counts);
        let mut rows = again.rows.iter().peekable();
        let mut records = again.records.split_inclusive(|&byte| byte == b'\n');
        for game in numbers {
            while self.row.as_ref().is_none_or(|row| row.game < game) && self.read()? {}
            let there = self.row.as_ref().filter(|row| row.game == game);
            let again = rows.next_if(|row| row.game == game);
            let record = again.and_then(|_| records.next());
            let columns = match (there, again) {
                (Some(there), Some(again)) => {
                    let mut columns = differences(there, again);
                    if self.records.is_some() && record != Some(&self.record[..]) {
                        let text = |line: &[u8]| String::from_utf8_lossy(line).trim_end().to_owned();
                        let again = text(record.unwrap_or_default());
                        columns.push(["the record".to_owned(), text(&self.record), again]);
                    }
                    columns
                }
                // It failed in the run, and does so again.
                (None, None) => Vec::new(),
                (Some(_), None) => vec![told("the game", "a row", "it fails")],
                (None, Some(_)) => vec![told("the game", "nothing", "a row")],
            };
            if !columns.is_empty() {
                self.found.different += 1;
                if self.found.first_different.len() < TOLD {
                    self.found.first_different.push(DifferentGame { game, columns });
                }
            }
        }
        Ok(())
    }

    /// Reads the rest and looks whether manifest and tables are of the same games; with `all` played again, whether the
    /// tables are those of these games.
    fn end(mut self, past: &Past, all: bool) -> Result<Verification, ReadError> {
        while self.read()? {}
        self.found.problems.extend(self.spelled.end()?);
        self.found.problems.extend(self.described.wrong(past)?);
        if let Some(Err(more)) = self.records.as_mut().map(Records::end) {
            self.found.problems.push(more.to_string());
        }
        let unfit = self.unfit.map(|game| format!("{RECORDS}: the record of game {game} is not of its row"));
        self.found.problems.extend(unfit);
        let (cells, cells_text) = table::<CellRow>(&past.dir)?;
        let (course, course_text) = table::<CourseRow>(&past.dir)?;
        let problems = &mut self.found.problems;
        problems.extend(self.recount.wrong_cells(&self.board, &cells, &cells_text));
        problems.extend(self.recount.wrong_course(&course, &course_text));
        if all && problems.is_empty() {
            if cells_text != to_csv(&self.counts.cells(&self.board)) {
                problems.push("cells.csv does not hold the sums over the games".to_owned());
            }
            if course_text != to_csv::<CourseRow>(self.counts.course()) {
                problems.push("course.csv does not hold the sums over the games".to_owned());
            }
        }
        self.tell_what_is_left_out(past, all);
        Ok(self.found)
    }

    /// What the sample leaves out.
    fn tell_what_is_left_out(&mut self, past: &Past, all: bool) {
        let left_out = &mut self.found.left_out;
        let Manifest { reproducible, records, .. } = past.manifest;
        if !reproducible {
            let why = "the games: an agent thought for a time, and would choose otherwise now";
            left_out.push(why.to_owned());
        }
        if !all {
            let how = if reproducible {
                "only with all games played again: `--all`"
            } else {
                "only by playing games again"
            };
            left_out.push(format!(
                "who has which cell at the end (cells.csv), numbers of legal actions (course.csv): {how}"
            ));
        }
        if !all && reproducible && records {
            left_out.push(format!("turns of games that were not played again ({RECORDS})"));
        }
    }
}

fn told(what: &str, there: &str, again: &str) -> [String; 3] {
    [what, there, again].map(str::to_owned)
}

/// The columns in which two rows differ, with both values.
fn differences(there: &GameRow, again: &GameRow) -> Vec<[String; 3]> {
    let fields = |row: &GameRow| {
        let mut fields = Vec::with_capacity(GameRow::COLUMNS.len());
        row.fields(&mut |field| fields.push(field.to_string()));
        fields
    };
    let pairs = GameRow::COLUMNS.iter().zip(fields(there).into_iter().zip(fields(again)));
    pairs.filter(|(_, (a, b))| a != b).map(|(column, (a, b))| [(*column).to_owned(), a, b]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(sample: u64, total: u64) -> Vec<u64> {
        (0..sample).map(|at| Spread { sample, total }.nth(at)).collect()
    }

    #[test]
    fn a_sample_is_spread_from_the_first_game_to_the_last() {
        assert_eq!(spread(3, 11), [1, 6, 11]);
        assert_eq!(spread(5, 5), [1, 2, 3, 4, 5]);
        assert_eq!(spread(1, 9), [1]);
        assert_eq!(spread(2, u64::MAX), [1, u64::MAX]);
        assert!(spread(7, 1000).windows(2).all(|pair| (165..=168).contains(&(pair[1] - pair[0]))));
    }
}
