//! `dropline verify`.

use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::run_args::Verify;
use crate::cli::session::Session;
use anyhow::anyhow;
use dropline::report::count;
use dropline::run::{Experiment, GameRow, ReadError, Rows};
use dropline::simulate::{Again, NotARun, Past, Simulation, Verification, without_number};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// Plays games of runs again and compares them with the files.
pub fn run(args: &Verify, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    if let Some(game) = args.game {
        return play_one(&Past::read(&args.dir).map_err(wrong)?, game, session);
    }
    let runs = runs(&args.dir)?;
    let sample = if args.all { u64::MAX } else { args.sample };
    let total = runs.iter().map(|run| sample.min(run.games())).sum();
    let mut progress = Progress::new(total, session.terminal.shows_progress(), session.common.quiet);
    let stop = interrupt::flag(progress.speaker())?;
    let pool = session.pool()?;
    let (mut right, mut finished) = (true, true);
    for run in &runs {
        if run.games() == 0 {
            let dir = run.dir.display();
            return Err(Failure::Wrong(anyhow!(
                "{dir}: no game of the run is done by its manifest: if it was broken off, go on with it by `--resume`"
            )));
        }
        let found = verify(run, sample, &pool, stop, &mut progress)?;
        right &= found.is_right();
        finished &= found.finished;
        progress.suspend(|| tell(run, &found, session))?;
        if !finished {
            break;
        }
    }
    progress.clear();
    match (right, finished) {
        (true, true) => Ok(ExitCode::SUCCESS),
        (false, _) => Ok(ExitCode::from(1)),
        (true, false) => Err(Failure::Failed(anyhow!("interrupted: nothing wrong was found so far"))),
    }
}

fn verify(
    run: &Past,
    sample: u64,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    progress: &mut Progress,
) -> Result<Verification, Failure> {
    run.verify(sample, pool, stop, |games| progress.pass(games)).map_err(unreadable)
}

/// The run in the folder `dir`, or the runs of the experiment in it.
fn runs(dir: &Path) -> Result<Vec<Past>, Failure> {
    if !Experiment::is_in(dir) {
        return Ok(vec![Past::read(dir).map_err(wrong)?]);
    }
    let experiment = Experiment::read(dir).map_err(unreadable)?;
    let dirs = experiment.runs.iter().filter_map(|run| run.dir.as_ref());
    let dirs = dirs.map(|name| dir.join(Experiment::RUNS).join(name));
    // A run of an experiment that was stopped may not have begun.
    let begun = |dir: &PathBuf| experiment.complete || dir.exists();
    dirs.filter(begun).map(|dir| Past::read(&dir).map_err(wrong)).collect()
}

fn wrong(error: NotARun) -> Failure {
    Failure::Wrong(anyhow!("{}", without_number(&error.to_string())))
}

fn unreadable(error: ReadError) -> Failure {
    Failure::Failed(anyhow!("{}", without_number(&error.to_string())))
}

/// Says what was checked of a run, and what is wrong with it.
fn tell(run: &Past, found: &Verification, session: &mut Session<'_>) -> Result<(), Failure> {
    let terminal = &mut *session.terminal;
    let dir = run.dir.display();
    if terminal.json {
        let mut facts = json!({ "run": run.dir, "right": found.is_right() });
        if let (Some(facts), Ok(serde_json::Value::Object(more))) =
            (facts.as_object_mut(), serde_json::to_value(found))
        {
            facts.extend(more);
        }
        return terminal.json_line(&facts);
    }
    let [games, replayed, different] = [found.games, found.replayed, found.different].map(count);
    let same =
        if found.different == 0 { "all the same".to_owned() } else { format!("{different} are others") };
    terminal.line(format_args!(
        "{dir}: {games} games in games.csv, {replayed} of them played again from seed and rules: {same}"
    ))?;
    for game in &found.first_different {
        for [column, there, again] in &game.columns {
            let number = game.game;
            terminal.line(format_args!(
                "  game {number}, {column}: `{there}` in the files, `{again}` when played again"
            ))?;
        }
    }
    for problem in &found.problems {
        terminal.line(format_args!("  {problem}"))?;
    }
    for left_out in &found.left_out {
        terminal.line(format_args!("  {left_out}"))?;
    }
    if !run.manifest.complete {
        terminal.note(format_args!("note: the run in {dir} is not complete"));
    }
    Ok(())
}

/// Plays one game again, with all checks of the rules, and shows it.
fn play_one(run: &Past, game: u64, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let simulation = Simulation { check_rules: true, ..run.simulation() };
    if game > simulation.games {
        return Err(Failure::Wrong(anyhow!(
            "the run has {} games: there is no game {game}",
            count(simulation.games)
        )));
    }
    let mut again = Again::new(&simulation);
    match again.try_play(game) {
        Ok((row, record)) => {
            session.terminal.bytes(record)?;
            let there = row_of(run, game)?;
            let same = there.as_ref() == Some(row);
            session.terminal.note(format_args!(
                "note: game {game} {}",
                match there {
                    None => "is not in games.csv",
                    Some(_) if same => "is in games.csv as it was played now",
                    Some(_) => "is another in games.csv",
                }
            ));
            Ok(if same { ExitCode::SUCCESS } else { ExitCode::from(1) })
        }
        Err(failed) => {
            let mut line = Vec::new();
            failed.write_line(&mut line);
            session.terminal.bytes(&line)?;
            Err(Failure::Failed(anyhow!("game {game} can't be played to its end: {}", failed.error)))
        }
    }
}

/// The row of `game` in the files of the run.
fn row_of(run: &Past, game: u64) -> Result<Option<GameRow>, Failure> {
    for row in Rows::<GameRow>::open(&run.dir).map_err(unreadable)? {
        let row = row.map_err(unreadable)?;
        if row.game >= game {
            return Ok(Some(row).filter(|row| row.game == game));
        }
    }
    Ok(None)
}
