//! Games between agents, and the commands of the program.

use crate::board::Board;
use crate::game::Rules;
use crate::position::Position;
use crate::table::{Builder, Table, read_csv, read_experiment};
use crate::threads::{interruptible, is_playing, pool_for_games};
use dropline::agents::Agent as Player;
use dropline::contestant::Contestant;
use dropline::rand_xoshiro::Xoshiro256PlusPlus;
use dropline::rules::Action;
use dropline::run::{self, CellRow, Columns, CourseRow, Manifest};
use dropline::simulate::{Counts, Simulation};
use dropline::{chance, report};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

fn invalid(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn contestant(name: &str, rules: &Rules) -> PyResult<Contestant> {
    let contestant: Contestant = name.parse().map_err(invalid)?;
    contestant.check(&rules.loaded).map_err(PyValueError::new_err)?;
    Ok(contestant)
}

/// What a simulation without a folder gives: games, cells, course, summary, headline, warnings, records, and failed games as JSON.
type Played = (Table, Table, Table, Option<Table>, Option<String>, Vec<String>, Vec<u8>, Vec<String>);

/// Plays games by `rules`.
#[allow(clippy::too_many_arguments, reason = "the function in Python that calls it has them by name")]
#[pyfunction]
#[pyo3(signature = (rules, agents, games, seed, pairs, records, threads))]
pub fn simulate(
    py: Python<'_>,
    rules: &Rules,
    agents: (String, String),
    games: u64,
    seed: u64,
    pairs: bool,
    records: bool,
    threads: usize,
) -> PyResult<Played> {
    let agents = [contestant(&agents.0, rules)?, contestant(&agents.1, rules)?];
    let simulation = Simulation { pairs, records, ..Simulation::new(&rules.loaded, &agents, seed, games) };
    let (pool, stop) = (pool_for_games(threads)?, AtomicBool::new(false));
    let (mut rows, mut counts, mut lines, mut failed) =
        (Vec::new(), Counts::default(), Vec::new(), Vec::new());
    let work = || {
        let Ok(()) = simulation.play(1, &pool, &stop, |games| {
            rows.extend_from_slice(&games.rows);
            counts.add(&games.counts);
            lines.extend_from_slice(&games.records);
            failed.extend_from_slice(&games.failed);
            Ok::<_, Infallible>(())
        });
    };
    interruptible(py, || stop.store(true, Ordering::Relaxed), work)?;
    let mut manifest = Manifest::begin(&simulation, &rules.loaded, Vec::new(), pool.current_num_threads());
    (manifest.games_played, manifest.games_failed) = (rows.len() as u64, failed.len() as u64);
    manifest.complete = failed.is_empty();
    let digest = report::digest(manifest, &rules.loaded.variant, &rows).map_err(invalid)?;
    let (summary, headline, warnings) = match digest {
        Some(digest) => {
            let summary = read_csv(digest.summary.as_bytes(), "summary.csv")?;
            (Some(summary), Some(digest.headline), digest.warnings)
        }
        None => (None, None, Vec::new()),
    };
    let lines_of_failed = failed.iter().map(|game| {
        let mut line = Vec::new();
        game.write_line(&mut line);
        String::from_utf8_lossy(&line).trim_end().to_owned()
    });
    Ok((
        table(&rows)?,
        table::<CellRow>(&counts.cells(&rules.loaded.variant.board))?,
        table::<CourseRow>(counts.course())?,
        summary,
        headline,
        warnings,
        lines,
        lines_of_failed.collect(),
    ))
}

/// The rows as a table.
fn table<R: Columns>(rows: &[R]) -> PyResult<Table> {
    let mut builder = Builder::new(R::NAMES.iter().copied());
    let mut wrong = None;
    for row in rows {
        row.fields(&mut |field| {
            if let Err(what) = builder.push(&String::from_utf8_lossy(field)) {
                wrong.get_or_insert(what);
            }
        });
    }
    match wrong {
        Some(what) => Err(PyRuntimeError::new_err(what)),
        None => builder.finish().map_err(invalid),
    }
}

/// The table in the file `path`, which may be compressed: of a run, or of an `experiment`.
#[pyfunction]
pub fn read_table(py: Python<'_>, path: PathBuf, experiment: bool) -> PyResult<Table> {
    let name = path.display().to_string();
    py.detach(|| {
        let source =
            run::open_packed(&path).map_err(|error| PyOSError::new_err(format!("{name}: {error}")))?;
        if experiment { read_experiment(source, &name) } else { read_csv(source, &name) }
    })
}

/// Runs a command of the program: its exit code, its output and its messages.
#[pyfunction]
pub fn call(py: Python<'_>, arguments: Vec<String>) -> PyResult<(u8, String, String)> {
    if is_playing() {
        return Err(PyRuntimeError::new_err(
            "a function that plays cannot run a command: one command runs at a time",
        ));
    }
    let called = interruptible(py, dropline::stop_called, || dropline::call(&arguments))?;
    Ok((called.code, called.output, called.errors))
}

/// One of dropline's players.
#[pyclass(frozen, module = "dropline._native")]
pub struct Agent {
    board: Arc<Board>,
    seated: Mutex<Seated>,
}

struct Seated {
    player: Box<dyn Player>,
    rng: Xoshiro256PlusPlus,
    /// The actions that the player has been told of, in the game under way.
    told: Option<Vec<Action>>,
}

#[pymethods]
impl Agent {
    #[new]
    fn new(name: &str, rules: &Rules, seed: u64) -> PyResult<Self> {
        let player = contestant(name, rules)?.build(&rules.loaded.variant, &rules.loaded.rules_hash);
        let rng = chance::stream(seed, &rules.loaded.rules_hash, 0);
        let seated = Mutex::new(Seated { player, rng, told: None });
        Ok(Self { board: Arc::clone(&rules.board), seated })
    }

    /// The action that the player chooses.
    fn choose(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        let state = position.state().clone();
        if state.position.outcome().is_some() {
            return Err(PyValueError::new_err("the game is over"));
        }
        let [mine, theirs] = [&self.board, &state.board];
        if !Arc::ptr_eq(mine, theirs) && mine.variant != theirs.variant {
            let [mine, theirs] = [mine, theirs].map(|board| board.variant.info.title());
            return Err(PyValueError::new_err(format!("an agent for {mine} cannot play {theirs}")));
        }
        py.detach(|| {
            let mut seated = self.seated.lock().unwrap_or_else(PoisonError::into_inner);
            let Seated { player, rng, told } = &mut *seated;
            let known = match told.take() {
                Some(told) if state.actions.starts_with(&told) => told.len(),
                _ => {
                    player.new_game();
                    0
                }
            };
            state.actions[known..].iter().for_each(|&action| player.played(action));
            *told = Some(state.actions);
            let mut board = state.position;
            match player.try_choose(&mut *board, rng) {
                Ok(action) => Ok(action.to_string()),
                Err(error) => Err(PyRuntimeError::new_err(error.to_string())),
            }
        })
    }
}
