//! The games worth seeing in a complete run: chosen from its rows, with their records in a separate file.

use super::packed::open_packed;
use super::{
    FailedGame, Fingerprint, GameRow, Highlight, HighlightReason, Millionths, RECORDS, ReadError, Reasons,
    Rows, reason, write_atomically,
};
use crate::simulate::{Replayer, Simulation};
use crate::stats::{Notable, Survey};
use dropline_engine::record::begin_of_game;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Why the games worth seeing cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum HighlightsError {
    /// The rows cannot be read.
    #[error(transparent)]
    Rows(#[from] ReadError),
    /// The records cannot be read.
    #[error("cannot read {}: {}", .0.display(), reason(.1))]
    Records(PathBuf, io::Error),
    /// The file cannot be written.
    #[error("cannot write {}: {}", .0.display(), reason(.1))]
    Write(PathBuf, io::Error),
    /// A game differs when replayed.
    #[error(
        "game {0} differs when it is replayed: the rules or an agent are not reproducible, which is a bug in this program"
    )]
    Differs(u64),
    /// A game cannot be replayed to its end.
    #[error("game {0} cannot be replayed to its end: {1}")]
    Failed(u64, String),
}

/// Chooses the games worth seeing from the `games.csv` in the folder `dir`, which holds all games of `simulation`, and writes
/// them to [`Highlight::FILE`], atomically; does nothing if the file exists or [`make_highlights`] returns `None`.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or a replayed game differs.
pub fn write_highlights(simulation: &Simulation<'_>, dir: &Path) -> Result<(), HighlightsError> {
    let path = dir.join(Highlight::FILE);
    if path.exists() {
        return Ok(());
    }
    let Some(text) = make_highlights(simulation, dir)? else { return Ok(()) };
    write_atomically(&path, text.as_bytes()).map_err(|error| HighlightsError::Write(path, error))
}

/// The games worth seeing in the run of `simulation` in the folder `dir`, in the format of their file. They come from
/// `games.jsonl` if records are written, else from replaying. `None` if neither is possible, because an agent has a time limit or
/// is an external program. A game whose record is too long to be read is left out.
///
/// # Errors
/// Returns an error if a file cannot be read, or a replayed game differs.
pub fn make_highlights(simulation: &Simulation<'_>, dir: &Path) -> Result<Option<String>, HighlightsError> {
    let reproducible = simulation.is_reproducible();
    if !simulation.records && !reproducible {
        return Ok(None);
    }
    let (chosen, of) = choose(dir)?;
    let records =
        if simulation.records { recorded(dir, &chosen)? } else { played_again(simulation, &chosen)? };
    let mut text = String::new();
    for (game, record) in records {
        let Choice { why, drama, .. } = &chosen[&game];
        let drama = drama.map(|drama| drama.units() as f64 / Millionths::UNIT as f64);
        let reasons = Reasons { game, why: why.clone(), of, drama };
        let line = Highlight::line(&record, &reasons);
        let line = line.map_err(|error| HighlightsError::Records(dir.join(RECORDS), error.into()))?;
        text += &line.unwrap_or_default();
    }
    Ok(Some(text))
}

/// A game that was chosen as worth seeing.
struct Choice {
    why: Vec<HighlightReason>,
    fingerprint: Fingerprint,
    drama: Option<Millionths>,
}

/// The chosen games, by number, and the number of games from which they were chosen.
fn choose(dir: &Path) -> Result<(BTreeMap<u64, Choice>, u64), ReadError> {
    let mut survey = Survey::default();
    for row in Rows::<GameRow>::open(dir)? {
        survey.add(&row?);
    }
    let mut chosen = BTreeMap::new();
    let found = [
        (HighlightReason::Typical, survey.typical()),
        (HighlightReason::Dramatic, survey.dramatic()),
        (HighlightReason::Shortest, survey.shortest()),
    ];
    for (why, game) in found {
        if let Some(Notable { game, fingerprint, drama }) = game {
            let choice = Choice { why: Vec::new(), fingerprint, drama };
            chosen.entry(game).or_insert(choice).why.push(why);
        }
    }
    Ok((chosen, survey.games()))
}

type Records = Vec<(u64, Vec<u8>)>;

/// The records of the chosen games from `games.jsonl`, which is sorted by number. The file of a block lacks the other games.
fn recorded(dir: &Path, chosen: &BTreeMap<u64, Choice>) -> Result<Records, HighlightsError> {
    let path = dir.join(RECORDS);
    let unreadable = |error| HighlightsError::Records(path.clone(), error);
    let mut lines = BufReader::new(open_packed(&path).map_err(unreadable)?);
    let (mut line, mut records) = (Vec::new(), Vec::new());
    for &game in chosen.keys() {
        let begin = begin_of_game(game);
        loop {
            line.clear();
            if lines.read_until(b'\n', &mut line).map_err(unreadable)? == 0 {
                return Err(unreadable(io::Error::other(format!("it ends before game {game}"))));
            }
            if line.starts_with(begin.as_bytes()) {
                break;
            }
        }
        records.push((game, line.clone()));
    }
    Ok(records)
}

/// The records of the chosen games, which are replayed, each on its own thread: games may be long.
fn played_again(
    simulation: &Simulation<'_>,
    chosen: &BTreeMap<u64, Choice>,
) -> Result<Records, HighlightsError> {
    let play = |(&game, choice): (&u64, &Choice)| {
        let mut again = Replayer::new(simulation);
        let failed = |failed: &FailedGame| HighlightsError::Failed(game, failed.error.clone());
        let (row, record) = again.try_play(game).map_err(failed)?;
        let same = row.fingerprint == choice.fingerprint;
        if same { Ok((game, record.to_vec())) } else { Err(HighlightsError::Differs(game)) }
    };
    chosen.par_iter().map(play).collect()
}
