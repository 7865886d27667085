//! `dropline simulate`.

use super::report;
use crate::cli::args::Simulate;
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::values::AgentPair;
use anyhow::anyhow;
use dropline::agents::AgentSpec;
use dropline::board::Board;
use dropline::run::{Manifest, Until};
use dropline::simulate::{Ended, Output, OutputError, Simulation, write_highlights};
use dropline::variant::Loaded;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Instant, SystemTime};

/// Where reports go by default.
pub(super) const REPORTS: &str = "reports";
/// The longest name of a folder that is made up.
pub(super) const LONGEST_NAME: usize = 120;
/// The longest name of an agent in it: options may be many.
const LONGEST_AGENT: usize = 40;

/// Plays games and writes what came of them.
pub fn run(args: &Simulate, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let loaded = session.load(&args.variant)?;
    session.tell_notes(&loaded);
    if args.pairs {
        check_pairs(&[args.agents], args.games)?;
    }
    let pool = session.pool()?;
    let simulation = Simulation {
        variant: &loaded.variant,
        rules_hash: loaded.rules_hash,
        agents: args.agents.0,
        seed: session.common.seed,
        games: args.games,
        pairs: args.pairs,
        until: args.until,
        records: args.records,
    };
    let dir = args.out.clone().unwrap_or_else(|| default_folder(&simulation, &session.common.set));
    let mut progress = Progress::new(args.games, session.terminal.shows_progress());
    let stop = interrupt::flag(progress.speaker(session.common.quiet))?;
    let mut output = Output::create(&dir, args.records, args.force).map_err(refused)?;
    let manifest = manifest(&simulation, &loaded, pool.current_num_threads());
    let played = play(&simulation, manifest, &mut output, &pool, stop, &mut progress);
    progress.clear();
    let manifest = played?;

    if manifest.games_played > 0 {
        report::draw(&dir, session)?;
    }
    if manifest.complete {
        return Ok(ExitCode::SUCCESS);
    }
    let [played, asked] = [manifest.games_played, manifest.games_asked].map(dropline::report::count);
    Err(Failure::Failed(anyhow!(
        "interrupted: {played} of {asked} games were played and are written in {}",
        dir.display()
    )))
}

/// Plays the games into `output` and completes the tables and the manifest; what has become of it. When all games are
/// there, those worth seeing are chosen. Where a file takes nothing more, all that can be saved is.
pub(super) fn play(
    simulation: &Simulation<'_>,
    mut manifest: Manifest,
    output: &mut Output,
    pool: &rayon::ThreadPool,
    stop: &AtomicBool,
    progress: &mut Progress,
) -> Result<Manifest, Failure> {
    output.write_manifest(&manifest)?;
    let clock = Instant::now();
    let played = simulation.run(pool, stop, output, |rows| progress.add(rows));
    manifest.games_played = output.games();
    let ended = played.as_ref().ok().copied();
    manifest.complete = matches!(ended, Some(Ended::Played | Ended::Enough));
    if let Some(until) = &mut manifest.until {
        until.reached = ended == Some(Ended::Enough);
    }
    manifest.seconds = clock.elapsed().as_secs_f64();
    let board = &simulation.variant.board;
    let written =
        played.and_then(|_| output.write_tables(board)).and_then(|()| output.write_manifest(&manifest));
    if let Err(error) = written {
        return Err(broken_off(&error, output, &manifest, board));
    }
    if manifest.complete {
        write_highlights(simulation, output.dir())?;
    }
    Ok(manifest)
}

/// Pairs are of two agents and have two games each.
pub(super) fn check_pairs(agents: &[AgentPair], games: u64) -> Result<(), Failure> {
    if let Some(AgentPair([first, second])) = agents.iter().find(|AgentPair([first, second])| first == second)
    {
        return Err(Failure::Wrong(anyhow!(
            "`--pairs` exchanges the sides of two different agents; with `{first},{second}` both games of a pair would be the \
             same: name two with `--agents`, or leave `--pairs` out"
        )));
    }
    if !games.is_multiple_of(2) {
        return Err(Failure::Wrong(anyhow!(
            "`--pairs` needs an even number of games: `--games {}` or `--games {}`",
            games - 1,
            games.saturating_add(1)
        )));
    }
    Ok(())
}

/// A file takes nothing more. Saves what still can be, the manifest first, and says what is there.
fn broken_off(error: &OutputError, output: &Output, manifest: &Manifest, board: &Board) -> Failure {
    let files: Vec<String> = output.files().map(|file| file.display().to_string()).collect();
    let [played, asked] = [manifest.games_played, manifest.games_asked].map(dropline::report::count);
    let mut text = format!("{error}; {played} of {asked} games are whole in {}", files.join(" and "));
    if output.write_manifest(manifest).is_err() {
        text += "; the manifest could not be brought up to date";
    }
    if output.write_tables(board).is_err() {
        text += "; the tables of cells and turns are missing";
    }
    Failure::Failed(anyhow!(text))
}

/// What is wrong with the folder, and what to do about it.
pub(super) fn refused(error: OutputError) -> Failure {
    match error {
        OutputError::Run(_) => Failure::Wrong(anyhow!(
            "{error}: name another folder with `--out`, or replace the run in it with `--force`"
        )),
        OutputError::NotEmpty(_) => Failure::Wrong(anyhow!(
            "{error}: name another one with `--out`, or write beside what is there with `--force`"
        )),
        OutputError::NotAFolder(_) => Failure::Wrong(anyhow!("{error}: name one with `--out`")),
        error => error.into(),
    }
}

/// How the run is made; nothing is played yet.
pub(super) fn manifest(simulation: &Simulation<'_>, loaded: &Loaded, threads: usize) -> Manifest {
    let variant = simulation.variant;
    Manifest {
        program: env!("CARGO_PKG_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command_as_typed(),
        variant: variant.id.clone(),
        game: variant.info.name.clone(),
        board: variant.board.shape().to_string(),
        players: variant.info.players.map(|colour| colour.name().to_owned()),
        agents: simulation.agents.map(|agent| agent.to_string()),
        reproducible: simulation.agents.into_iter().all(AgentSpec::is_reproducible),
        seed: simulation.seed,
        pairs: simulation.pairs,
        until: simulation.until.map(|half_width| Until { half_width, reached: false }),
        games_asked: simulation.games,
        games_played: 0,
        complete: false,
        rules: loaded.effective.clone(),
        rules_hash: loaded.rules_hash.iter().map(|byte| format!("{byte:02x}")).collect(),
        threads,
        started: Manifest::timestamp(SystemTime::now()),
        seconds: 0.0,
    }
}

/// The command line, with the program's name alone: where it is installed is nobody else's business.
pub(super) fn command_as_typed() -> Vec<String> {
    let arguments = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    std::iter::once(env!("CARGO_PKG_NAME").to_owned()).chain(arguments).collect()
}

/// A folder named after the run: `reports/send-it_turn.steps.0.max=3_3f2a91_random-vs-random_1000_seed1`. The digits
/// are the first of the rules' hash, so that a file whose content has changed gets another folder.
fn default_folder(simulation: &Simulation<'_>, sets: &[String]) -> PathBuf {
    let [first, second] = simulation
        .agents
        .map(|agent| plain(&agent.to_string()).chars().take(LONGEST_AGENT).collect::<String>());
    let hash: String = simulation.rules_hash[..3].iter().map(|byte| format!("{byte:02x}")).collect();
    let pairs = if simulation.pairs { "_pairs" } else { "" };
    let until = simulation.until.map_or_else(String::new, |half_width| format!("until{half_width}_"));
    let run =
        format!("{hash}_{first}-vs-{second}{pairs}_{until}{}_seed{}", simulation.games, simulation.seed);
    let id = plain(&simulation.variant.id);
    let overrides: String = sets.iter().map(|set| format!("_{}", plain(set))).collect();
    let mut name = format!("{id}{overrides}_{run}");
    if name.len() > LONGEST_NAME {
        // Too many overrides to be told one by one: the hash tells their names apart.
        let id: String = id.chars().take(LONGEST_NAME / 2).collect();
        name = format!("{id}_{run}");
    }
    PathBuf::from(REPORTS).join(name)
}

/// `text` with nothing in it that a shell, a file system or a web address takes amiss.
pub(super) fn plain(text: &str) -> String {
    let keep = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '=');
    let parts = text.split(|c| !keep(c)).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}
