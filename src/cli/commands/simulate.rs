//! `dropline simulate`.

use super::dropline;
use super::openings::Openings;
use super::plan;
use super::report::{self, RESUME};
use super::study;
use crate::cli::args::Simulate;
use crate::cli::experiment_args::Folder;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::study_args::Study;
use crate::cli::values::AgentPair;
use crate::run::{
    BeginError, Block, Ended, Existing, FailedGame, HighlightsError, Kept, Manifest, NewRun, Observer,
    Opened, Output, OutputError, check_outside, pack_rows, reason, without_number, write_highlights,
};
use crate::simulate::Simulation;
use crate::text::hex;
use crate::text::is_unprintable;
use anyhow::anyhow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Where reports go by default.
pub(super) const REPORTS: &str = "reports";
/// The longest default name of a folder.
pub(super) const LONGEST_NAME: usize = 120;
/// The longest name of an agent in the default name of a folder; an agent can have many options.
const LONGEST_AGENT: usize = 40;

/// The budget of a command that names no agents.
const SMALL: Duration = Duration::from_secs(9);
/// How many games agents play by default, without and with `--until`.
const GAMES: [u64; 2] = [1000, 1_000_000];

/// Plays games and writes the results.
pub fn run(args: &Simulate, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let Some(agents) = &args.agents else { return study::run(&small_study(args)?, session) };
    let loaded = session.load_to_play(&args.variant)?;
    session.print_notes(&loaded);
    let games = args.games.unwrap_or(GAMES[usize::from(args.until.is_some())]);
    let pairs = args.pairs || args.start.exchanges(agents);
    if pairs {
        check_pairs(std::slice::from_ref(agents), games)?;
    }
    let openings = Openings::read(&args.start)?;
    let openings = openings.map_or_else(|| Ok(Vec::new()), |openings| openings.of(&loaded))?;
    let simulation = Simulation {
        variant: &loaded.variant,
        rules_hash: loaded.rules_hash,
        agents: &agents.0,
        seed: session.common.seed(),
        block: Block::whole(games),
        pairs,
        openings: &openings,
        until: args.until,
        delta: args.delta,
        records: args.records,
        check_rules: args.check_rules,
    };
    let Folder { out, force, resume, rows, divide, .. } = &args.folder;
    let rows = (*rows).into();
    if let Some(dir) = &divide.plan {
        let part = plan::Part { dir: None, simulation, loaded: &loaded, command: session.typed.clone() };
        return plan::write(&[part], None, rows, divide, dir, session);
    }
    session.try_out(agents.0.iter().map(|agent| (agent, &loaded)))?;
    session.note_programs(&agents.0.each_ref());
    let pool = session.pool()?;
    let dir = out.clone().unwrap_or_else(|| default_folder(&simulation, &session.common.set));
    check_outside(&dir).map_err(refused)?;
    plan::refuse(&dir)?;
    let (command, threads) = (session.typed.clone(), pool.current_num_threads());
    let run = NewRun { simulation: &simulation, loaded: &loaded, command: &command, threads };
    let mut opened = run.open(&dir, existing(*force, *resume)).map_err(refused)?;
    let mut progress =
        Progress::new(simulation.count(), session.terminal.shows_progress(), session.common.quiet)
            .watched(session.common.watched);
    progress.next_run(String::new(), simulation.count());
    let stop = interrupt::flag(progress.printer())?;
    // The folder stays locked until its report is drawn.
    let (manifest, was_complete) = match &mut opened {
        Opened::Run(output, manifest) => {
            let manifest = (**manifest).clone();
            (play(&simulation, manifest, output, &pool, stop, &mut progress, RESUME), false)
        }
        Opened::Complete(_) => (Manifest::read(&dir).map_err(Failure::of_input), true),
    };
    progress.clear();
    let manifest = manifest?;
    if manifest.complete {
        // The run may have been stopped earlier, after its last game.
        completed(&simulation, &dir, &pool, rows)?;
    }
    if was_complete {
        let rows = match Kept::of(&dir) {
            Kept::All => "",
            Kept::Zstd => "; its rows are compressed",
        };
        session.terminal.note(format_args!("note: the run in {} is complete{rows}", dir.display()));
    }
    if manifest.games_played > 0 {
        report::draw(&dir, RESUME, session)?;
    }
    incomplete(&manifest, &dir, RESUME).map_or(Ok(ExitCode::SUCCESS), Err)
}

/// The study that is played if no agents are named.
fn small_study(args: &Simulate) -> Result<Study, Failure> {
    if let Some(games) = args.games.filter(|games| !games.is_multiple_of(2)) {
        return Err(Failure::Wrong(anyhow!(
            "without `--agents`, players exchange sides in the second game of each pair: `--games` must be even, as in `--games {}`",
            games.saturating_add(1)
        )));
    }
    Ok(Study {
        variant: args.variant.clone(),
        budget: SMALL,
        games: args.games,
        player: None,
        start: args.start.clone(),
        folder: args.folder.clone(),
    })
}

/// Plays the games, writes them to `output` and completes the tables and the manifest; returns the outcome. On a full disk it saves
/// what it can; `again` says how to continue.
pub(super) fn play(
    simulation: &Simulation<'_>,
    mut manifest: Manifest,
    output: &mut Output,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    progress: &mut impl Observer,
    again: &str,
) -> Result<Manifest, Failure> {
    let played = output.record(simulation, pool, stop, progress);
    let ended = played.as_ref().ok().copied();
    manifest.games_played = output.games();
    manifest.games_failed = output.failures();
    let all = matches!(ended, Some(Ended::Played | Ended::Enough));
    manifest.complete = all && manifest.games_failed == 0;
    if let Some(until) = &mut manifest.until {
        until.reached = ended == Some(Ended::Enough);
    }
    manifest.seconds = output.seconds();
    let finished = output.finish(&simulation.variant.board, &mut manifest);
    match (played, finished) {
        (Ok(_), Ok(())) => {}
        (Err(error), finished) => {
            return Err(write_failure(&error, finished.is_ok(), output, &manifest, again));
        }
        (Ok(_), Err(error)) => return Err(write_failure(&error, false, output, &manifest, again)),
    }
    Ok(manifest)
}

/// Chooses the games worth seeing from the complete run of `simulation` in `dir`; `rows` as in [`keep`].
pub(super) fn completed(
    simulation: &Simulation<'_>,
    dir: &Path,
    pool: &rayon::ThreadPool,
    rows: Kept,
) -> Result<(), Failure> {
    pool.install(|| write_highlights(simulation, dir)).map_err(without_highlights)?;
    keep(rows, dir)
}

/// Keeps the rows and records of the complete run in `dir` as `rows` says.
pub(super) fn keep(rows: Kept, dir: &Path) -> Result<(), Failure> {
    if rows == Kept::Zstd {
        let shown = dir.display();
        pack_rows(dir).map_err(|error| {
            anyhow!(
                "cannot compress the rows in {shown}: {}; they are kept as they are; once the problem is fixed, {RESUME}",
                reason(&error)
            )
        })?;
    }
    Ok(())
}

/// The failure if the games of a run are complete, but the games worth seeing cannot be chosen or written.
pub(super) fn without_highlights(error: HighlightsError) -> Failure {
    Failure::Failed(match error {
        HighlightsError::Write(..) => {
            anyhow!("{error}; the games are kept; once the problem is fixed, {RESUME}")
        }
        error => error.into(),
    })
}

/// Why a run is not complete; `None` if it is. `again` says how to continue an interrupted run, even if games failed.
pub(super) fn incomplete(manifest: &Manifest, dir: &Path, again: &str) -> Option<Failure> {
    let Manifest { games_played: played, games_failed: failed, games_asked: asked, .. } = *manifest;
    let [done, of, wrong] = [played, asked, failed].map(crate::report::count);
    if manifest.complete {
        return None;
    }
    let is_reproducible = manifest.reproducible;
    let first = match FailedGame::first(dir) {
        Ok(first) => first,
        Err(error) => return Some(error.into()),
    };
    let (verify, dir) = (dropline("verify", dir), dir.display());
    let interrupted = (played + failed < asked && !manifest.until.is_some_and(|until| until.reached))
        .then(|| format!("interrupted: {done} of {of} games were played and written to {dir}; {again}"));
    let failed = first.map(|first| {
        let (file, game) = (FailedGame::FILE, first.game);
        let repeats =
            if is_reproducible { format!("; `{verify} --game {game}` repeats it") } else { String::new() };
        format!(
            "{wrong} of {of} games could not be played to the end and are in {dir}/{file}; the first was game {game}: {}{repeats}",
            first.error
        )
    });
    let how = if interrupted.is_some() { Failure::Rerun } else { Failure::Failed };
    let why: Vec<String> = interrupted.into_iter().chain(failed).collect();
    Some(how(anyhow!(why.join("; "))))
}

/// Checks that pairs have two different agents and that the number of games is even.
pub(super) fn check_pairs(agents: &[AgentPair], games: u64) -> Result<(), Failure> {
    if let Some(AgentPair([first, second])) = agents.iter().find(|AgentPair([first, second])| first == second)
    {
        return Err(Failure::Wrong(anyhow!(
            "`--pairs` exchanges the sides of two different agents; with `{first},{second}` both games of a pair would be the \
             same: name two with `--agents`, or leave `--pairs` out"
        )));
    }
    check_even(games)
}

/// Checks that the number of games in pairs is even.
pub(super) fn check_even(games: u64) -> Result<(), Failure> {
    if !games.is_multiple_of(2) {
        return Err(Failure::Wrong(anyhow!(
            "pairs of games need an even number: `--games {}` or `--games {}`",
            games - 1,
            games.saturating_add(1)
        )));
    }
    Ok(())
}

/// The failure for a full disk, or for a run that cannot be resumed. It says what is complete, and whether everything else could
/// be `saved`.
fn write_failure(
    error: &OutputError,
    saved: bool,
    output: &Output,
    manifest: &Manifest,
    again: &str,
) -> Failure {
    let files: Vec<String> = output.files().map(|file| file.display().to_string()).collect();
    let [played, asked] = [manifest.games_played, manifest.games_asked].map(crate::report::count);
    let mut text = format!("{error}; {played} of {asked} games are complete in {}", files.join(" and "));
    if !saved {
        text += "; the manifest and the tables of cells and turns may be missing or out of date";
    }
    text += &match error {
        // `dropline unit` has neither of these options, and restarts a unit by itself.
        OutputError::Read(_) if again == RESUME => {
            "; name another folder with `--out`, or start over with `--force`".to_owned()
        }
        OutputError::Read(_) => format!("; {again}"),
        _ => format!("; when there is room, {again}"),
    };
    Failure::Failed(anyhow!(text))
}

/// What the options `--force` and `--resume` ask for; at most one of them is given.
pub(super) const fn existing(force: bool, resume: bool) -> Existing {
    match (force, resume) {
        (true, _) => Existing::Replace,
        (false, true) => Existing::Resume,
        (false, false) => Existing::Refuse,
    }
}

/// The error for a folder, with advice on what to do.
pub(super) fn refused(error: impl Into<BeginError>) -> Failure {
    match error.into() {
        BeginError::Output(error) => unusable(error),
        BeginError::Read(error) => Failure::of_input(error),
        ref error @ BeginError::Another { kind, same_command: true, .. } => Failure::Wrong(anyhow!(
            "{error}; the same command made it, so a variant file has changed: restore the file, name another folder with \
                 `--out`, or replace the {kind} with `--force`"
        )),
        ref error @ BeginError::Another { ref command, .. } => Failure::Wrong(anyhow!(
            "{error}; continue it with `{command} --resume`, name another folder with `--out`, or replace it with `--force`"
        )),
        ref error @ BeginError::Changed { ref dir, .. } => Failure::Wrong(anyhow!(
            "{error}; `{} --all` compares its games, and `--force` plays the run again",
            dropline("verify", dir)
        )),
    }
}

/// The error for a folder that cannot be used, with advice on what to do.
fn unusable(error: OutputError) -> Failure {
    let advice = match &error {
        OutputError::Run(_) => {
            ": name another folder with `--out`, replace the run in it with `--force`, or show its results again with `--resume`"
        }
        OutputError::BrokenOff(_) => {
            ": continue it with `--resume`, name another folder with `--out`, or replace it with `--force`"
        }
        OutputError::NoCheckpoint(_) | OutputError::Changed { .. } | OutputError::Read(_) => {
            "; name another folder with `--out`, or start over with `--force`"
        }
        OutputError::Busy(_) => {
            return Failure::Rerun(anyhow!("{error}: wait for it, or name another folder with `--out`"));
        }
        OutputError::NotEmpty(_) => {
            ": choose another one with `--out`, or keep its files and add to them with `--force`"
        }
        OutputError::Link(_) => "; remove the link, or name another folder with `--out`",
        OutputError::OtherKind(..) => ": name another folder with `--out`",
        OutputError::NotAFolder(_) => ": name one with `--out`",
        OutputError::Folder(..) | OutputError::File(..) | OutputError::Units(..) => return error.into(),
    };
    Failure::Wrong(anyhow!("{}{advice}", without_number(&error.to_string())))
}

/// A folder named after the run: `reports/send-it_turn.steps.0.max=3_3f2a91_random-vs-random_1000_seed1`. The digits are the
/// beginning of the rules' hash, so that a file with changed content gets another folder.
fn default_folder(simulation: &Simulation<'_>, sets: &[String]) -> PathBuf {
    let [first, second] =
        simulation.agents.each_ref().map(|agent| cut(plain(&agent.to_string()), LONGEST_AGENT));
    let hash = hex(&simulation.rules_hash[..3]);
    let pairs = if simulation.pairs { "_pairs" } else { "" };
    let until = simulation.until.map_or_else(String::new, |half_width| format!("until{half_width}_"));
    let openings = if simulation.openings.is_empty() { "" } else { "_openings" };
    let run = format!(
        "{hash}_{first}-vs-{second}{pairs}{openings}_{until}{}_seed{}",
        simulation.block.games, simulation.seed
    );
    let id = plain(&simulation.variant.id);
    let overrides: String = sets.iter().map(|set| format!("_{}", plain(set))).collect();
    let mut name = format!("{id}{overrides}_{run}");
    if name.len() > LONGEST_NAME {
        // Too many settings to list: the hash makes the names unique.
        name = format!("{}_{run}", cut(id, LONGEST_NAME / 2));
    }
    PathBuf::from(REPORTS).join(name)
}

/// `text` without the characters that are special in shells or file systems. Outside ASCII these are spaces, invisible characters,
/// and the quotes and dashes that PowerShell reads like those of ASCII.
pub(super) fn plain(text: &str) -> String {
    let is_special =
        |c: char| is_unprintable(c) || c.is_whitespace() || ('\u{2000}'..='\u{206f}').contains(&c);
    let keep = |c: char| match c {
        '.' | '-' | '_' | '=' => true,
        c if c.is_ascii() => c.is_ascii_alphanumeric(),
        c => !is_special(c),
    };
    let parts = text.split(|c| !keep(c)).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

/// The longest beginning of `text` with at most `most` bytes: file systems limit the bytes of a name.
pub(super) fn cut(mut text: String, most: usize) -> String {
    let end = (0..=most.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    text.truncate(end.unwrap_or_default());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::Args;
    use clap::CommandFactory;

    fn manifest(games_played: u64, games_failed: u64) -> Manifest {
        let value = serde_json::json!({
            "program": "dropline", "version": "0", "command": [], "variant": "go", "game": "Go", "board": "9x9",
            "players": ["black", "white"], "agents": ["random", "random"], "reproducible": true, "seed": 1,
            "pairs": false, "records": false, "games_asked": 2000, "games_played": games_played,
            "games_failed": games_failed, "complete": games_played == 2000,
            "rules": {}, "rules_hash": "", "threads": 1, "started": "", "seconds": 1.0,
        });
        serde_json::from_value(value).expect("it is a manifest")
    }

    #[test]
    fn names_of_folders_keep_letters_and_lose_special_characters() {
        assert_eq!(plain("setup.black=[\"a1\", \"b2\"]"), "setup.black=-a1-b2");
        assert_eq!(
            plain("囲碁 – größe\u{202e}\u{3000}ma\u{301}s\u{a0}“x”/../y"),
            "囲碁-größe-ma\u{301}s-x-..-y"
        );
        assert_eq!(["abc", "囲碁", "a囲碁"].map(|text| cut(text.to_owned(), 5)), ["abc", "囲", "a囲"]);
    }

    /// A new option with a value must be added to the known options; otherwise its value may be taken for an option.
    #[test]
    fn no_value_of_an_option_is_taken_for_an_option() {
        let all = Args::command();
        for name in ["simulate", "compare", "sweep", "ladder"] {
            let command = all.find_subcommand(name).expect("it is a command");
            let options = all.get_arguments().chain(command.get_arguments());
            let with_value =
                options.filter(|option| option.get_action().takes_values() && !option.is_positional());
            let written = |option: &clap::Arg| {
                let long = option.get_long().map(|long| format!("--{long}"));
                [long, option.get_short().map(|short| format!("-{short}"))]
            };
            for option in with_value.flat_map(written).flatten() {
                let typed = ["dropline", name, &option, "--quiet"].map(str::to_owned);
                let left = crate::run::deciding(&typed).len();
                assert!(
                    left == 2 || left == 4,
                    "`{option} --quiet` of {name} is taken for an option and a flag"
                );
            }
        }
    }

    #[test]
    fn an_incomplete_run_says_why_and_what_to_do() {
        let dir = tempfile::tempdir().expect("a folder");
        let outcome = |manifest: &Manifest| {
            let (code, why) = match incomplete(manifest, dir.path(), RESUME)? {
                Failure::Rerun(why) => (75, why),
                Failure::Failed(why) => (1, why),
                other => panic!("{other:?}"),
            };
            Some((code, why.to_string().replace(&dir.path().display().to_string(), "DIR")))
        };
        assert_eq!(outcome(&manifest(2000, 0)), None);
        let interrupted = "interrupted: 1,500 of 2,000 games were played and written to DIR; run the same command with \
                           `--resume` to continue";
        assert_eq!(outcome(&manifest(1500, 0)), Some((75, interrupted.to_owned())));
        let game = FailedGame {
            game: 17,
            variant: "go".to_owned(),
            first_agent: "random".to_owned(),
            second_agent: "random".to_owned(),
            seed: 1,
            rules_hash: String::new(),
            error: "no such cell (src/a.rs:1)".to_owned(),
            actions: Vec::new(),
        };
        let mut lines = Vec::new();
        game.write_line(&mut lines);
        std::fs::write(dir.path().join(FailedGame::FILE), lines).expect("the folder can be written to");
        let failed = "2 of 2,000 games could not be played to the end and are in DIR/failed.jsonl; the first was game 17: no such \
                      cell (src/a.rs:1); `dropline verify DIR --game 17` repeats it";
        assert_eq!(outcome(&manifest(1998, 2)), Some((1, failed.to_owned())));
    }
}
