//! `dropline verify`.

use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::run_args::Verify;
use crate::cli::session::Session;
use crate::numbers::counted;
use crate::report::count;
use crate::run::{Experiment, GameRow, Lock, OutputError, ReadError, RecordedRun, Rows, without_number};
use crate::simulate::{Replayer, Simulation};
use crate::verify::{self, Compared, DifferentLine, ExperimentFound, Verification};
use anyhow::anyhow;
use serde_json::{Value, json};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// Replays games of runs and compares them with the files.
pub fn run(args: &Verify, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    if let Some(game) = args.game {
        let [dir] = &args.dirs[..] else {
            return Err(Failure::Wrong(anyhow!("`--game` replays a game of one run: name only that run")));
        };
        return play_one(&read_run(dir)?, game, session);
    }
    let mut code = 0;
    let mut folders = Vec::new();
    for dir in &args.dirs {
        match Folder::read(dir) {
            Ok(folder) => folders.push(folder),
            Err(failure) => code = code.max(failure.report(session.terminal)),
        }
    }
    let sample = if args.all { u64::MAX } else { args.sample };
    let total = folders.iter().flat_map(|folder| &folder.runs).map(|run| sample.min(run.games())).sum();
    let progress = Progress::new(total, session.terminal.shows_progress(), session.common.quiet);
    let stop = interrupt::flag(progress.printer())?;
    let mut check = Check { sample, stop, pool: session.pool()?, progress, right: true, finished: true };
    for folder in folders {
        match check.folder(folder, session) {
            Ok(()) => {}
            Err(Failure::BrokenPipe) => break,
            Err(failure) => code = code.max(check.progress.suspend(|| failure.report(session.terminal))),
        }
        if !check.finished {
            break;
        }
    }
    let Check { progress, right, finished, .. } = check;
    progress.clear();
    match code.max(u8::from(!right)) {
        0 if !finished => Err(Failure::Rerun(anyhow!("interrupted: no differences found so far"))),
        code => Ok(ExitCode::from(code)),
    }
}

/// Reads a run whose games are to be replayed: the files that its learned players played by must be there.
fn read_run(dir: &Path) -> Result<RecordedRun, Failure> {
    let run = RecordedRun::read(dir).map_err(Failure::of_input)?;
    run.check_learned().map_err(Failure::of_input)?;
    Ok(run)
}

/// The folder of a run or an experiment.
struct Folder<'a> {
    dir: &'a Path,
    /// What was found besides the runs, if it is an experiment.
    experiment: Option<ExperimentFound>,
    runs: Vec<RecordedRun>,
}

impl<'a> Folder<'a> {
    fn read(dir: &'a Path) -> Result<Self, Failure> {
        if Lock::is_taken(dir) {
            return Err(Failure::Rerun(anyhow!("{}: wait for it", OutputError::Busy(dir.to_owned()))));
        }
        let experiment = Experiment::is_in(dir).then(|| verify::experiment(dir));
        let experiment = experiment.transpose().map_err(unreadable)?;
        let dirs = experiment.as_ref().map_or_else(|| vec![dir.to_owned()], |found| found.runs.clone());
        let runs = dirs.iter().map(|dir| read_run(dir));
        Ok(Self { dir, experiment, runs: runs.collect::<Result<_, _>>()? })
    }
}

/// A verification under way.
struct Check {
    /// How many games of each run are replayed.
    sample: u64,
    stop: &'static AtomicBool,
    pool: rayon::ThreadPool,
    progress: Progress,
    /// Whether no difference was found so far.
    right: bool,
    /// Whether it was not interrupted.
    finished: bool,
}

impl Check {
    /// Checks a folder and prints the results.
    fn folder(&mut self, folder: Folder<'_>, session: &mut Session<'_>) -> Result<(), Failure> {
        for run in &folder.runs {
            if run.games() == 0 {
                if folder.experiment.is_none() {
                    return Err(nothing_to_verify(run));
                }
                continue;
            }
            let each = |games| self.progress.pass(games);
            let found = verify::run(run, self.sample, &self.pool, self.stop, each).map_err(unreadable)?;
            self.right &= found.is_right();
            self.finished = found.finished;
            self.progress.suspend(|| print_run(run, &found, session))?;
            if !self.finished {
                return Ok(());
            }
        }
        if let Some(found) = folder.experiment {
            self.right &= found.compared.problems.is_empty();
            self.progress.suspend(|| print_experiment(folder.dir, &found, session))?;
        }
        Ok(())
    }
}

/// The error for a run without games.
fn nothing_to_verify(run: &RecordedRun) -> Failure {
    let dir = run.dir.display();
    Failure::Wrong(anyhow!(
        "{dir}: according to its manifest, the run has no finished games: if it was interrupted, repeat the command that \
         started it, adding `--resume`"
    ))
}

fn unreadable(error: ReadError) -> Failure {
    Failure::Failed(anyhow!("{}", without_number(&error.to_string())))
}

/// Reports what was checked in a run, and the problems found.
fn print_run(run: &RecordedRun, found: &Verification, session: &mut Session<'_>) -> Result<(), Failure> {
    let terminal = &mut *session.terminal;
    let dir = run.dir.display();
    if terminal.json {
        let mut facts = json!({ "run": run.dir, "right": found.is_right() });
        extend(&mut facts, found);
        return terminal.json_line(&facts);
    }
    terminal.line(format_args!("{dir}: {}", replayed(run, found)))?;
    for DifferentLine { game, file, line, found, expected } in &found.first_different {
        terminal.line(format_args!(
            "  problem: {file}, line {line}: found {found}, expected {expected} from replaying game {game}"
        ))?;
    }
    print_files(found.files, &found.problems, &found.left_out, session)?;
    if !run.manifest.complete {
        session.terminal.note(format_args!("note: the run in {dir} is not complete"));
    }
    Ok(())
}

/// The results of the replayed games.
fn replayed(run: &RecordedRun, found: &Verification) -> String {
    let [games, replayed, different] = [found.games, found.replayed, found.different].map(count);
    let games = format!("{games} games in games.csv");
    if !run.manifest.reproducible {
        return format!("{games}, none of which can be reproduced");
    }
    let same = match found.different {
        _ if found.replayed == 0 && found.games > 0 => return format!("{games}, none of them replayed"),
        0 => "all identical".to_owned(),
        1 => "1 differs".to_owned(),
        _ => format!("{different} differ"),
    };
    format!("{games}, {replayed} of them replayed from seed and rules: {same}")
}

/// Prints the results of the regenerated files, other problems, and what was not compared.
fn print_files(
    files: u64,
    problems: &[String],
    left_out: &[String],
    session: &mut Session<'_>,
) -> Result<(), Failure> {
    let terminal = &mut *session.terminal;
    let made = format!("{} regenerated from games and manifest", counted(files, "file"));
    match problems {
        [] if files > 0 => terminal.line(format_args!("  {made}: all identical"))?,
        problems => {
            problems.iter().try_for_each(|problem| terminal.line(format_args!("  problem: {problem}")))?;
        }
    }
    left_out.iter().try_for_each(|left_out| terminal.line(format_args!("  not compared: {left_out}")))
}

/// Reports what was checked in an experiment besides its runs.
fn print_experiment(dir: &Path, found: &ExperimentFound, session: &mut Session<'_>) -> Result<(), Failure> {
    let Compared { files, problems, left_out } = &found.compared;
    let terminal = &mut *session.terminal;
    if terminal.json {
        let mut facts = json!({ "experiment": dir, "right": problems.is_empty(), "runs": found.runs.len() });
        extend(&mut facts, &found.compared);
        return terminal.json_line(&facts);
    }
    let runs = counted(found.runs.len() as u64, "run");
    let same = if problems.is_empty() { ", as listed in experiment.json" } else { "" };
    terminal.line(format_args!("{}: {runs}{same}", dir.display()))?;
    print_files(*files, problems, left_out, session)
}

/// Adds the fields of `more` to `facts`.
fn extend(facts: &mut Value, more: &impl serde::Serialize) {
    if let (Some(facts), Ok(Value::Object(more))) = (facts.as_object_mut(), serde_json::to_value(more)) {
        facts.extend(more);
    }
}

/// Replays one game, with all checks of the rules, and shows it.
fn play_one(run: &RecordedRun, game: u64, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let simulation = Simulation { check_rules: true, ..run.simulation() };
    if !run.manifest.reproducible {
        return Err(Failure::Wrong(anyhow!(
            "{}: its games cannot be reproduced: {}",
            run.dir.display(),
            run.manifest.why_irreproducible()
        )));
    }
    if game > simulation.block.of {
        return Err(Failure::Wrong(anyhow!(
            "the run has {} games: there is no game {game}",
            count(simulation.block.of)
        )));
    }
    let mut again = Replayer::new(&simulation);
    match again.try_play(game) {
        Ok((row, record)) => {
            session.terminal.bytes(record)?;
            let there = row_of(run, game)?;
            let same = there.as_ref() == Some(row);
            session.terminal.note(format_args!(
                "note: game {game} {}",
                match there {
                    None => "is not in games.csv",
                    Some(_) if same => "matches its row in games.csv",
                    Some(_) => "differs from its row in games.csv",
                }
            ));
            Ok(if same { ExitCode::SUCCESS } else { ExitCode::from(1) })
        }
        Err(failed) => {
            let mut line = Vec::new();
            failed.write_line(&mut line);
            session.terminal.bytes(&line)?;
            Err(Failure::Failed(anyhow!("game {game} cannot be played to its end: {}", failed.error)))
        }
    }
}

/// The row of `game` in the files of the run.
fn row_of(run: &RecordedRun, game: u64) -> Result<Option<GameRow>, Failure> {
    for row in Rows::<GameRow>::open(&run.dir).map_err(unreadable)? {
        let row = row.map_err(unreadable)?;
        if row.game >= game {
            return Ok(Some(row).filter(|row| row.game == game));
        }
    }
    Ok(None)
}
