//! Shares of a run put together: the same bytes as if one machine had played all of it.

use super::lines::GameLines;
use super::{
    CellRow, CourseRow, FailedGame, GameRow, Manifest, NotARun, Output, OutputError, RECORDS, ReadError,
    RecordedRun, Row, Rows, Shard, Share,
};
use crate::board::Board;
use crate::simulate::Counts;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// How many games are written at a time.
const BATCH: u64 = 1024;

/// The shares of a run, all of them, in their order.
pub struct Merge {
    shards: Vec<PathBuf>,
    /// The whole run.
    run: RecordedRun,
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
        let run = RecordedRun::of(dir, whole(first, found.iter().map(|(.., manifest)| manifest)))?;
        Ok(Self { shards: found.iter().map(|(_, dir, _)| (*dir).to_owned()).collect(), run })
    }

    /// The manifest of the whole run, as complete; its command is that of the first share.
    pub fn manifest(&self) -> &Manifest {
        &self.run.manifest
    }

    /// Compares the files of the shares with their checksums, so that whatever is wrong with one shows before anything is
    /// written.
    ///
    /// # Errors
    /// If a file of a share was changed.
    pub fn check(&self) -> Result<(), MergeError> {
        for dir in &self.shards {
            let manifest = Manifest::read(dir)?;
            let here = dir.display();
            if !manifest.has_checksums() {
                return refuse(format!(
                    "{here} has no checksums: an earlier version of dropline made it; play the share again with this one"
                ));
            }
            if let Some(changed) = manifest.changed_files(dir)?.first() {
                return refuse(format!("{here}: {changed}"));
            }
        }
        Ok(())
    }

    /// Writes the whole into `output`, with its `manifest`; `each` is called with the number of games written. Whether it is
    /// done: not if `stop` was set.
    ///
    /// # Errors
    /// If a file of a share is not what it should be, or something can't be written.
    pub fn write(
        &self,
        output: &mut Output,
        manifest: &mut Manifest,
        stop: &AtomicBool,
        mut each: impl FnMut(u64),
    ) -> Result<bool, MergeError> {
        let (board, games) = (&self.run.loaded.variant.board, self.run.manifest.games_asked);
        for dir in &self.shards {
            output.add_counts(&counts(dir, board)?);
        }
        let mut sources = self.shards.iter().map(|dir| self.open(dir)).collect::<Result<Vec<_>, _>>()?;
        let (mut rows, mut records, mut batch) = (Vec::new(), Vec::new(), 0);
        for game in 1..=games {
            let (row, record) = &mut sources[self.source_of(game)];
            take(row, game, &mut rows)?;
            record.as_mut().map_or(Ok(()), |record| take(record, game, &mut records))?;
            batch += 1;
            if batch == BATCH || game == games {
                output.add_lines(batch, &rows, &records)?;
                each(batch);
                (rows, records, batch) = (Vec::new(), Vec::new(), 0);
                if stop.load(Ordering::Relaxed) {
                    return Ok(false);
                }
            }
        }
        output.finish(board, manifest)?;
        Ok(true)
    }

    /// The rows of a share, and its records if there are some.
    fn open(&self, dir: &Path) -> Result<(GameLines, Option<GameLines>), ReadError> {
        let mut rows = GameLines::open(dir, GameRow::FILE)?;
        rows.next()?;
        let records = self.run.manifest.records.then(|| GameLines::open(dir, RECORDS)).transpose()?;
        Ok((rows, records))
    }

    /// Which of the shares has `game`.
    fn source_of(&self, game: u64) -> usize {
        let unit = if self.run.manifest.pairs { 2 } else { 1 };
        ((game - 1) / unit % self.shards.len() as u64) as usize
    }
}

/// Moves the line of `game`, the next in its file, to the end of `into`.
fn take(lines: &mut GameLines, game: u64, into: &mut Vec<u8>) -> Result<(), ReadError> {
    if lines.game() != Some(game) {
        return Err(lines.wrong(format!("expected game {game}")));
    }
    into.extend_from_slice(lines.line());
    lines.next()
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
            "{here} is not complete: `{} --resume` continues it",
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
        files: std::collections::BTreeMap::new(),
        ..first.clone()
    }
}

/// What a share has counted.
fn counts(dir: &Path, board: &Board) -> Result<Counts, ReadError> {
    let cells = Rows::<CellRow>::open(dir)?.collect::<Result<Vec<_>, _>>()?;
    let course = Rows::<CourseRow>::open(dir)?.collect::<Result<Vec<_>, _>>()?;
    Counts::of_tables(board, &cells, course).ok_or_else(|| {
        ReadError::file(dir, format!("{} and {} do not fit the board", CellRow::FILE, CourseRow::FILE))
    })
}
