//! Replaying games from seed and rules, and comparing them with the lines of the files.

use super::files::first_difference;
use crate::run::{
    CellRow, CourseRow, FailedGame, GameLines, GameRow, RECORDS, ReadError, RecordedRun, Row, RowText,
    open_packed, to_csv,
};
use crate::simulate::ordered::{self, Worker};
use crate::simulate::{Counts, Games, Runner};
use crate::text::around;
use serde::Serialize;
use std::io::{BufReader, ErrorKind};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The verification of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// Games in `games.csv`.
    pub games: u64,
    /// Replayed games, spread evenly over the run.
    pub replayed: u64,
    /// Replayed games that differ from the files.
    pub different: u64,
    /// The first line of each file that differs.
    pub first_different: Vec<DifferentLine>,
    /// Other problems, one sentence each.
    pub problems: Vec<String>,
    /// Files that were regenerated from the rows and the manifest, and compared.
    pub files: u64,
    /// What was not checked, and why.
    pub left_out: Vec<String>,
    /// Whether the verification ran to the end.
    pub finished: bool,
}

/// A line of a file that differs from that of the replayed game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferentLine {
    /// The game.
    pub game: u64,
    /// The file.
    pub file: &'static str,
    /// The line, counted from 1.
    pub line: u64,
    /// The text in the file, around the first difference.
    pub found: String,
    /// The expected text.
    pub expected: String,
}

impl Verification {
    /// Whether everything matches.
    pub fn is_right(&self) -> bool {
        self.different == 0 && self.problems.is_empty()
    }
}

/// Compares the files of `run` with their checksums. Replays `sample` of its games, or all of them if the run has no more, on all
/// threads of `pool`, and compares them with its rows and records. If all games are replayed, the tables of cells and turns are
/// compared too. `each` is called with the number of games played. When `stop` is set, the result covers the checks so far.
///
/// # Errors
/// Returns an error if a file is missing or cannot be read.
pub fn games(
    run: &RecordedRun,
    sample: u64,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    mut each: impl FnMut(u64),
) -> Result<Verification, ReadError> {
    let (simulation, manifest) = (run.simulation(), &run.manifest);
    let rows = count_lines(&run.dir.join(GameRow::FILE))?.saturating_sub(1);
    let failed = count_lines(&run.dir.join(FailedGame::FILE))?;
    let total = run.games().min(rows + failed);
    let sample = if manifest.reproducible { sample.min(total) } else { 0 };
    let mut check = Check::new(run)?;
    check.found.games = rows;
    check.files(run, rows, failed)?;
    let spread = Spread { sample, total };
    let new_worker = || SampleWorker { runner: Runner::new(simulation), spread };
    let mut next = 0;
    let done = ordered::run(pool, 0..sample, stop, new_worker, |games: &Games, done| {
        let numbers = (next..next + done).map(|at| simulation.block.number(spread.nth(at)));
        next += done;
        each(done);
        check.compare(numbers, games)
    })?;
    check.found.replayed = done;
    check.found.finished = done == sample;
    let all = done == total;
    if all {
        check.rest(run)?;
    }
    check.note_what_is_left_out(run, all);
    Ok(check.found)
}

/// How many lines the file `path` has, including a last line without a line end; 0 if there is no file.
fn count_lines(path: &Path) -> Result<u64, ReadError> {
    match open_packed(path).map(BufReader::new).and_then(crate::run::count_lines) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
        counted => counted.map_err(|error| ReadError::file(path, error)),
    }
}

/// A sample of games, spread evenly from the first to the last.
#[derive(Clone, Copy)]
struct Spread {
    sample: u64,
    total: u64,
}

impl Spread {
    /// The number of the game at index `at` of the sample.
    fn nth(self, at: u64) -> u64 {
        let steps = u128::from(self.sample.max(2) - 1);
        let before = u128::from(at) * u128::from(self.total - 1) / steps;
        before as u64 + 1
    }
}

/// Plays the games of a sample.
struct SampleWorker<'s> {
    runner: Runner<'s>,
    spread: Spread,
}

impl Worker<Games> for SampleWorker<'_> {
    fn work(&mut self, at: u64, games: &mut Games) {
        self.runner.work(self.spread.nth(at), games);
    }
}

/// The files of a run, read alongside the replayed games.
struct Check {
    rows: GameLines,
    records: Option<GameLines>,
    /// Makes the rows of replayed games.
    text: RowText,
    /// The counts of the replayed games.
    counts: Counts,
    found: Verification,
}

impl Check {
    /// Opens the files, and compares the head of the table.
    fn new(run: &RecordedRun) -> Result<Self, ReadError> {
        let rows = GameLines::open(&run.dir, GameRow::FILE)?;
        let records = run.manifest.records.then(|| GameLines::open(&run.dir, RECORDS)).transpose()?;
        let found = Verification { finished: true, ..Verification::default() };
        let mut check = Self { rows, records, text: RowText::with_head(), counts: Counts::default(), found };
        let head = check.text.take(<[u8]>::to_vec);
        if check.rows.line() != head {
            let (found, expected) = around_difference(check.rows.line(), &head);
            let problem = format!("{}, line 1: found {found}, expected {expected}", GameRow::FILE);
            check.found.problems.push(problem);
        }
        check.rows.advance()?;
        Ok(check)
    }

    /// Compares the files with their checksums, and the numbers of games with those of the manifest.
    fn files(&mut self, run: &RecordedRun, rows: u64, failed: u64) -> Result<(), ReadError> {
        let manifest = &run.manifest;
        self.found.problems.extend(manifest.changed_files(&run.dir)?.iter().map(ToString::to_string));
        for (file, found, recorded) in
            [(GameRow::FILE, rows, manifest.games_played), (FailedGame::FILE, failed, manifest.games_failed)]
        {
            if found != recorded {
                self.found
                    .problems
                    .push(format!("{file}: {found} games, expected {recorded} according to the manifest"));
            }
        }
        Ok(())
    }

    /// Compares the replayed games that have these `numbers` with the files.
    fn compare(&mut self, numbers: impl Iterator<Item = u64>, again: &Games) -> Result<(), ReadError> {
        self.counts.add(&again.counts);
        let mut rows = again.rows.iter().peekable();
        let mut records = again.records.split_inclusive(|&byte| byte == b'\n');
        for game in numbers {
            // A game that fails has neither row nor record.
            let row = rows.next_if(|row| row.game == game);
            let record = row.and_then(|_| records.next()).unwrap_or_default();
            if let Some(row) = row {
                self.text.add(row);
            }
            let row = self.text.take(|row| difference(&mut self.rows, GameRow::FILE, game, row))?;
            let record = match &mut self.records {
                Some(records) => difference(records, RECORDS, game, record)?,
                None => None,
            };
            self.found.different += u64::from(row.is_some() || record.is_some());
            for line in row.into_iter().chain(record) {
                let first = &mut self.found.first_different;
                if first.iter().all(|other| other.file != line.file) {
                    first.push(line);
                }
            }
        }
        Ok(())
    }

    /// Compares the rest when all games have been replayed: the ends of the files, and the tables.
    fn rest(&mut self, run: &RecordedRun) -> Result<(), ReadError> {
        for (lines, file) in [(Some(&self.rows), GameRow::FILE), (self.records.as_ref(), RECORDS)] {
            if let Some(more) = lines.filter(|lines| !lines.line().is_empty()) {
                let line = more.number();
                self.found
                    .problems
                    .push(format!("{file}, line {line}: unexpected line after the last game of the run"));
            }
        }
        let (board, counts) = (&run.loaded.variant.board, &self.counts);
        let tables = [
            (CellRow::FILE, to_csv(&counts.cells(board))),
            (CourseRow::FILE, to_csv::<CourseRow>(counts.course())),
        ];
        for (file, text) in tables {
            let path = run.dir.join(file);
            let different = first_difference(&path, &text).map_err(|error| ReadError::file(&path, error))?;
            self.found.problems.extend(different.map(|place| format!("{file} {place}")));
        }
        Ok(())
    }

    fn note_what_is_left_out(&mut self, run: &RecordedRun, all: bool) {
        let left_out = &mut self.found.left_out;
        if !run.manifest.reproducible {
            left_out.push(format!("the games: {}", run.manifest.why_irreproducible()));
        } else if !all {
            left_out.push("games that were not replayed: `--all` replays all of them".to_owned());
        }
        if !run.manifest.has_checksums() {
            left_out.push("checksums: they are written when a run is complete".to_owned());
        }
    }
}

/// Compares the line of `game` in a file with the regenerated `made`, which is empty for a failed game; returns the difference.
/// Advances past the line.
fn difference(
    lines: &mut GameLines,
    file: &'static str,
    game: u64,
    made: &[u8],
) -> Result<Option<DifferentLine>, ReadError> {
    lines.seek(game)?;
    let is_there = lines.game().is_none_or(|there| there == game);
    let same = if is_there { lines.line() == made } else { made.is_empty() };
    let different = (!same).then(|| {
        let (found, expected) = around_difference(lines.line(), made);
        DifferentLine { game, file, line: lines.number(), found, expected }
    });
    if is_there && !lines.line().is_empty() {
        lines.advance()?;
    }
    Ok(different)
}

/// The part of each line around the first difference between them.
fn around_difference(there: &[u8], made: &[u8]) -> (String, String) {
    let at = there.iter().zip(made).take_while(|(a, b)| a == b).count();
    (around(there, at), around(made, at))
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

    #[test]
    fn lines_are_compared_by_the_numbers_of_their_games() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("rows"), "1,a\n2,b\n4,d\n5,e").unwrap();
        let mut lines = GameLines::open(dir.path(), "rows").unwrap();
        let mut found = |game, made: &str| {
            let different = difference(&mut lines, "rows", game, made.as_bytes()).unwrap();
            different.map(|line| (line.line, line.found, line.expected))
        };
        assert_eq!(found(2, "2,b\n"), None);
        let differs =
            |line: u64, found: &str, expected: &str| Some((line, found.to_owned(), expected.to_owned()));
        assert_eq!(found(3, "3,c\n"), differs(3, "`4,d`", "`3,c`"), "the line is missing");
        assert_eq!(found(3, ""), None, "a game that fails has no line");
        assert_eq!(found(4, "4,x\n"), differs(3, "`4,d`", "`4,x`"));
        assert_eq!(found(5, "5,e\n"), differs(4, "nothing more", "`5,e`"), "the end of the line is missing");
        assert_eq!(found(6, "6,f\n"), differs(5, "nothing more", "`6,f`"));
    }
}
