//! Shares of a run put together: the same bytes as if one machine had played all of it.

use super::counts::Counts;
use super::ordered::Batch;
use super::play::Games;
use super::records::Records;
use super::recount::{Recount, table};
use super::{NotARun, Output, OutputError, Past, Simulation};
use crate::run::{CellRow, CourseRow, FailedGame, GameRow, Manifest, Numbers, ReadError, Rows, Shard, Share};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// How many games are handed on at a time.
const BATCH: usize = 1024;

/// The shares of a run, all of them, in their order.
pub struct Merge {
    shards: Vec<PathBuf>,
    /// The whole run.
    past: Past,
}

/// Why shares are not put together.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file of a share can't be read, or is not what it should be.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A folder holds no run, or one of other rules than it says.
    #[error(transparent)]
    NotARun(#[from] NotARun),
    /// The folders do not hold the shares of one run.
    #[error("{0}")]
    Refused(String),
    /// The whole can't be written.
    #[error(transparent)]
    Write(#[from] OutputError),
}

impl Merge {
    /// The run of which the folders `dirs` hold the shares.
    ///
    /// # Errors
    /// If a folder holds no share, or one that is not complete, or of another run than the first; if a share is missing or
    /// there twice. Each says which folder, and what is wrong with it.
    pub fn of(dirs: &[PathBuf]) -> Result<Self, MergeError> {
        let mut found: Vec<(Share, &Path, Manifest)> = Vec::new();
        for dir in dirs {
            let manifest = Manifest::read(dir)?;
            let share = checked(dir, &manifest)?.share;
            if let Some((_, first_dir, first)) = found.first() {
                fits(dir, &manifest, first_dir, first)?;
            }
            if let Some((_, other, _)) = found.iter().find(|(other, ..)| *other == share) {
                return refuse(format!("{} and {} both hold share {share}", other.display(), dir.display()));
            }
            found.push((share, dir, manifest));
        }
        found.sort_by_key(|(share, ..)| share.index());
        let Some((share, dir, first)) = found.first() else { return refuse("no folder is named".to_owned()) };
        let is_there = |index: &u64| found.iter().any(|(share, ..)| share.index() == *index);
        let missing: Vec<String> = (1..=share.of())
            .filter(|index| !is_there(index))
            .map(|index| format!("{index}/{}", share.of()))
            .collect();
        if !missing.is_empty() {
            let what = if missing.len() == 1 { "share" } else { "shares" };
            let (missing, verb) = (missing.join(", "), if missing.len() == 1 { "is" } else { "are" });
            return refuse(format!("{what} {missing} of the run in {} {verb} missing", dir.display()));
        }
        let past = Past::of(dir, whole(first, found.iter().map(|(.., manifest)| manifest)))?;
        Ok(Self { shards: found.iter().map(|(_, dir, _)| (*dir).to_owned()).collect(), past })
    }

    /// The manifest of the whole run, as complete; its command is that of the first share.
    pub fn manifest(&self) -> &Manifest {
        &self.past.manifest
    }

    /// Reads all files of the shares, so that whatever is wrong with one shows before anything is written.
    ///
    /// # Errors
    /// If a file of a share is not what it should be.
    pub fn check(&self) -> Result<(), MergeError> {
        let simulation = self.past.simulation();
        let of = self.shards.len() as u64;
        for (index, dir) in (1..).zip(&self.shards) {
            let share = Share::new(index, of).unwrap_or(Share::WHOLE);
            self.check_share(dir, share, &simulation)?;
        }
        Ok(())
    }

    /// Reads the files of one share, and looks whether its records and tables are of its rows.
    fn check_share(&self, dir: &Path, share: Share, simulation: &Simulation<'_>) -> Result<(), ReadError> {
        let board = &simulation.variant.board;
        let (mut source, mut games) = (Source::open(dir)?, Games::default());
        let mut recount = Recount::default();
        for nth in 1..=share.count(simulation.games, simulation.pairs) {
            source.take(share.game(nth, simulation.pairs), &mut games)?;
            games.rows.iter().for_each(|row| recount.add(board, row));
            games.clear();
        }
        source.end()?;
        counts(dir, board)?;
        let (cells, cells_text) = table::<CellRow>(dir)?;
        let (course, course_text) = table::<CourseRow>(dir)?;
        let mut wrong = recount.wrong_cells(board, &cells, &cells_text);
        wrong.extend(recount.wrong_course(&course, &course_text));
        wrong.first().map_or(Ok(()), |what| Err(ReadError::file(dir, what)))
    }

    /// Writes the whole into `output`, with its `manifest`; `each` is told of the rows that have been written. Whether it is
    /// done: not if `stop` was set.
    ///
    /// # Errors
    /// If a file of a share is not what it should be, or something can't be written.
    pub fn write(
        &self,
        output: &mut Output,
        manifest: &Manifest,
        stop: &AtomicBool,
        mut each: impl FnMut(&[GameRow]),
    ) -> Result<bool, MergeError> {
        let simulation = self.past.simulation();
        let board = &simulation.variant.board;
        let (mut sources, mut games) = (self.sources()?, Games::default());
        for dir in &self.shards {
            games.counts.add(&counts(dir, board)?);
        }
        for game in 1..=simulation.games {
            sources[self.source_of(game)].take(game, &mut games)?;
            if games.rows.len() == BATCH || game == simulation.games {
                output.add(&games)?;
                each(&games.rows);
                games = Games::default();
                if stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
            }
        }
        sources.iter_mut().try_for_each(Source::end)?;
        output.finish(board, manifest)?;
        Ok(true)
    }

    fn sources(&self) -> Result<Vec<Source>, ReadError> {
        self.shards.iter().map(|dir| Source::open(dir)).collect()
    }

    /// Which of the shares has `game`.
    fn source_of(&self, game: u64) -> usize {
        let unit = if self.past.manifest.pairs { 2 } else { 1 };
        ((game - 1) / unit % self.shards.len() as u64) as usize
    }
}

fn refuse<T>(why: String) -> Result<T, MergeError> {
    Err(MergeError::Refused(why))
}

/// Which share the folder `dir` holds, if it holds one with all its games.
fn checked(dir: &Path, manifest: &Manifest) -> Result<Shard, MergeError> {
    let here = dir.display();
    let Some(shard) = manifest.shard else {
        return refuse(format!("{here} holds a whole run and no share of one"));
    };
    if manifest.games_failed > 0 {
        let failed = manifest.games_failed;
        return refuse(format!(
            "{here} is not whole: {failed} of its games failed, see {}",
            FailedGame::FILE
        ));
    }
    if !manifest.complete {
        return refuse(format!(
            "{here} is not complete: go on with it by `{} --resume`",
            manifest.command_line()
        ));
    }
    Ok(shard)
}

/// Refuses a share of another run than the first.
fn fits(dir: &Path, manifest: &Manifest, first_dir: &Path, first: &Manifest) -> Result<(), MergeError> {
    let (here, there) = (dir.display(), first_dir.display());
    let of = |manifest: &Manifest| manifest.share().of();
    if let Some(d) = first.differences(manifest).first() {
        return refuse(format!(
            "{here} holds a share of another run than {there}: `{}` is {} in {there} and {} in {here}",
            d.field, d.there, d.here
        ));
    }
    if of(first) != of(manifest) {
        return refuse(format!(
            "{there} holds one of {} shares, {here} one of {}: shares of one run are of the same number",
            of(first),
            of(manifest)
        ));
    }
    Ok(())
}

/// The manifest of the whole run.
fn whole<'a>(first: &Manifest, all: impl Iterator<Item = &'a Manifest> + Clone) -> Manifest {
    let games = first.shard.map_or(0, |shard| shard.games);
    Manifest {
        shard: None,
        games_asked: games,
        games_played: games,
        threads: all.clone().map(|manifest| manifest.threads).max().unwrap_or(1),
        // RFC 3339 in UTC sorts as the times do.
        started: all.clone().map(|manifest| manifest.started.clone()).min().unwrap_or_default(),
        seconds: all.map(|manifest| manifest.seconds).sum(),
        ..first.clone()
    }
}

/// What a share has counted.
fn counts(dir: &Path, board: &crate::board::Board) -> Result<Counts, ReadError> {
    let cells = Rows::<CellRow>::open(dir)?.collect::<Result<Vec<_>, _>>()?;
    let course = Rows::<CourseRow>::open(dir)?.collect::<Result<Vec<_>, _>>()?;
    let games = Manifest::read(dir)?.games_played;
    let counted =
        course.first().map(|turn| turn.games) == Some(games) && cells.iter().all(|cell| cell.games == games);
    let counts = counted.then(|| Counts::of_tables(board, &cells, course)).flatten();
    counts.ok_or_else(|| {
        let what = "the tables of cells and turns are not of the games in games.csv";
        ReadError::file(dir, what)
    })
}

/// The files of a share, read game by game.
struct Source {
    rows: Rows<GameRow>,
    numbers: Numbers,
    records: Option<Records>,
}

impl Source {
    fn open(dir: &Path) -> Result<Self, ReadError> {
        let manifest = Manifest::read(dir)?;
        let records = manifest.records.then(|| Records::open(dir)).transpose()?;
        Ok(Self { rows: Rows::open(dir)?, numbers: Numbers::of(dir, &manifest)?, records })
    }

    /// Adds `game`, the next of the share, to `games`.
    fn take(&mut self, game: u64, games: &mut Games) -> Result<(), ReadError> {
        let Some(row) = self.rows.next().transpose()? else {
            return Err(ReadError::file(self.rows.path(), format!("game {game} is missing at the end")));
        };
        self.numbers.check(&row, &self.rows)?;
        if let Some(records) = &mut self.records {
            records.take(&row, &mut games.records)?;
        }
        games.rows.push(row);
        Ok(())
    }

    /// Makes sure that there are no more games.
    fn end(&mut self) -> Result<(), ReadError> {
        if let Some(row) = self.rows.next().transpose()? {
            let what = format!("game {} is beyond the end of the run", row.game);
            return Err(ReadError::column(self.rows.path(), self.rows.line(), "game", what));
        }
        self.records.as_mut().map_or(Ok(()), Records::end)
    }
}
