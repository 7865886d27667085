//! Replaying the games of a run that left its rows out: rows and sums must match.

use super::Verification;
use super::files::first_difference;
use super::run::{end_error, watch};
use crate::report::design_of;
use crate::run::{
    CellRow, CourseRow, GameRow, ReadError, RecordedRun, Row, RowText, TALLY, tally_text, to_csv,
};
use crate::simulate::ordered;
use crate::simulate::{Counts, Games, Runner};
use crate::stats::{StoppingRule, Tally};
use std::sync::atomic::AtomicBool;

/// Replays all games of `run` on all threads of `pool` and compares their sums with the recorded sums, if `sample` covers all of
/// them: fewer games would prove nothing. `each` and `stop` are those of [`games`](super::games::games).
///
/// # Errors
/// Returns an error if a file is missing or cannot be read.
pub fn recount(
    run: &RecordedRun,
    sample: u64,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    mut each: impl FnMut(u64),
) -> Result<Verification, ReadError> {
    let (simulation, manifest) = (run.simulation(), &run.manifest);
    let total = manifest.games_played;
    let mut found = Verification { games: total, finished: true, ..Verification::default() };
    found.problems.extend(manifest.changed_files(&run.dir)?.iter().map(ToString::to_string));
    if !manifest.reproducible || sample < total {
        found.left_out.push(if manifest.reproducible {
            "the games: the run left its rows out; `--all` replays them and compares their sums".to_owned()
        } else {
            format!("the games: the run left its rows out, and {}", manifest.why_irreproducible())
        });
        return Ok(found);
    }
    let mut again = Recount::new(run)?;
    let new_worker = || Runner::new(simulation);
    let done = ordered::run(pool, 1..total + 1, stop, new_worker, |games: &Games, done| {
        each(done);
        again.add(games);
        Ok::<_, ReadError>(())
    })?;
    (found.replayed, found.finished) = (done, done == total);
    if found.finished {
        found.problems.extend(again.differences(run)?);
    }
    Ok(found)
}

/// The sums of replayed games.
struct Recount {
    tally: Tally,
    counts: Counts,
    rows: RowText,
    hash: blake3::Hasher,
    /// The stopping rule of a run with `--until`.
    watch: Option<StoppingRule>,
    end: Option<u64>,
}

impl Recount {
    fn new(run: &RecordedRun) -> Result<Self, ReadError> {
        let tally = Tally::new(design_of(&run.manifest, &run.loaded.variant, &run.dir)?);
        let (rows, hash) = (RowText::new(), blake3::Hasher::new());
        Ok(Self { tally, counts: Counts::default(), rows, hash, watch: watch(&run.manifest), end: None })
    }

    fn add(&mut self, games: &Games) {
        self.counts.add(&games.counts);
        for row in &games.rows {
            self.tally.add(row);
            self.rows.add(row);
            if self.watch.as_mut().is_some_and(|watch| watch.add_game(row.game, row.winner)) {
                (self.watch, self.end) = (None, Some(self.tally.games()));
            }
        }
        self.rows.take(|text| self.hash.update(text));
    }

    /// The differences from the files of `run`, one sentence each.
    fn differences(&self, run: &RecordedRun) -> Result<Vec<String>, ReadError> {
        let mut problems: Vec<String> = end_error(&run.manifest, self.end).into_iter().collect();
        let recorded = run.manifest.files.get(GameRow::FILE);
        if recorded.is_some_and(|recorded| *recorded != self.hash.finalize().to_hex().as_str()) {
            problems.push(format!(
                "{}: the rows of the replayed games do not match the recorded checksum",
                GameRow::FILE
            ));
        }
        let board = &run.loaded.variant.board;
        let tally = tally_text(&self.tally).map_err(|error| ReadError::file(&run.dir.join(TALLY), error))?;
        for (file, text) in [
            (TALLY, tally),
            (CellRow::FILE, to_csv(&self.counts.cells(board))),
            (CourseRow::FILE, to_csv::<CourseRow>(self.counts.course())),
        ] {
            let path = run.dir.join(file);
            let different = first_difference(&path, &text).map_err(|error| ReadError::file(&path, error))?;
            problems.extend(different.map(|place| format!("{file} {place}")));
        }
        Ok(problems)
    }
}
