//! Several runs for one question: played one after another, each with its own folder, and reported together.

use super::openings::Openings;
use super::plan::{self, Part};
use super::report::{self, RESUME};
use super::simulate::{self, LONGEST_NAME, REPORTS, check_even, check_pairs, cut, existing, plain, refused};
use super::strong::{self, Strong};
use super::study::learning::Game;
use crate::cli::args::Common;
use crate::cli::experiment_args::{Folder, Runs};
use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::Progress;
use crate::cli::session::Session;
use crate::cli::values::AgentPair;
use crate::contestant::Contestant;
use crate::report::PAGE;
use crate::run::{
    Aside, Basis, Existing, Experiment, ExperimentKind, FailedGame, GameRow, Kept, Manifest, Member, NewRun,
    Opened, Rows, Varied, check_free, check_own, reason,
};
use crate::simulate::{Opening, Simulation};
use crate::text::hex;
use crate::variant::Loaded;
use anyhow::anyhow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};

/// The runs of an experiment, about to be played.
pub struct Plan {
    /// Its kind.
    pub kind: ExperimentKind,
    /// The parts of the default name of its folder.
    pub names: Vec<String>,
    /// The keys that vary.
    pub vary: Vec<Varied>,
    /// What was found before.
    pub basis: Option<Basis>,
    /// The runs.
    pub runs: Vec<Planned>,
    /// The maximum number of games of each run.
    pub games: u64,
    /// When each run stops, and the margin of balance.
    pub reading: Reading,
}

/// How the first player's scores in an experiment are judged.
#[derive(Clone, Copy)]
pub struct Reading {
    /// The half-width of the score at which each run stops.
    pub until: Option<f64>,
    /// The distance from one half within which a game is called balanced.
    pub delta: Option<f64>,
}

/// A run of an experiment, about to be played.
pub struct Planned {
    /// The variant as given on the command line.
    spec: String,
    /// Its settings in addition to those of `--set`.
    settings: Vec<String>,
    /// The values of the keys that vary.
    values: Vec<String>,
    /// Its name in tables.
    name: String,
    agents: [Contestant; 2],
    /// Whether the agents exchange sides in every second game.
    pairs: bool,
    /// What it is in a study, if it is no rung.
    aside: Option<Aside>,
    /// The openings of its games, with the option that names their file.
    openings: (Vec<Opening>, Vec<String>),
    /// The variant, or why there is no game.
    game: Result<Loaded, String>,
}

impl Plan {
    /// The runs as experiment.json lists them.
    pub fn members(&self) -> Vec<Member> {
        (0..self.runs.len()).map(|at| self.runs[at].member(&self.folder(at))).collect()
    }

    /// The runs, to be divided into units.
    fn parts(&self, session: &Session<'_>) -> Vec<Part<'_>> {
        let runs = self.runs.iter().enumerate().filter_map(|(at, run)| {
            let loaded = run.game.as_ref().ok()?;
            let simulation = run.simulation(loaded, self.games, self.reading, session.common.seed());
            let command = run.command(self.games, self.reading, session.common);
            Some(Part { dir: Some(self.folder(at)), simulation, loaded, command })
        });
        runs.collect()
    }

    /// The name of the folder of run number `at`.
    fn folder(&self, at: usize) -> String {
        let digits = self.runs.len().to_string().len().max(2);
        format!("{:0digits$}", at + 1)
    }
}

impl Planned {
    /// A run of the variant `loaded`, called `spec` on the command line and `name` in tables.
    pub fn game(spec: &str, name: &str, loaded: Loaded, agents: [Contestant; 2]) -> Self {
        Self::new(spec, name, agents, Ok(loaded))
    }

    /// An entry without a game, with the reason.
    pub fn no_game(spec: &str, agents: [Contestant; 2], reason: String) -> Self {
        Self::new(spec, spec, agents, Err(reason))
    }

    fn new(spec: &str, name: &str, agents: [Contestant; 2], game: Result<Loaded, String>) -> Self {
        let (spec, name, openings) = (spec.to_owned(), name.to_owned(), (Vec::new(), Vec::new()));
        let (settings, values) = (Vec::new(), Vec::new());
        Self { spec, settings, values, name, agents, pairs: false, aside: None, openings, game }
    }

    /// The same run as a cell of a grid, with the `values` of the varied keys and the `settings` that set them.
    pub fn at(self, values: Vec<String>, settings: Vec<String>) -> Self {
        Self { values, settings, ..self }
    }

    /// The same run; with `pairs`, the agents exchange sides in the second game of each pair.
    pub fn in_pairs(self, pairs: bool) -> Self {
        Self { pairs, ..self }
    }

    /// The same run, which is no rung of its study.
    pub fn aside(self, aside: Aside) -> Self {
        Self { aside: Some(aside), ..self }
    }

    /// Its games, where the other runs have `games`.
    fn games(&self, games: u64) -> u64 {
        self.aside.map_or(games, |aside| aside.games(games))
    }

    /// The same run, whose games begin with the `openings` of a file.
    ///
    /// # Errors
    /// Returns an error if the variant does not allow one of them.
    pub fn with_openings(self, openings: Option<&Openings>) -> Result<Self, Failure> {
        match (openings, &self.game) {
            (Some(openings), Ok(loaded)) => {
                Ok(Self { openings: (openings.of(loaded)?, openings.option()), ..self })
            }
            _ => Ok(self),
        }
    }

    fn member(&self, dir: &str) -> Member {
        Member {
            dir: self.game.is_ok().then(|| dir.to_owned()),
            variant: self.name.clone(),
            values: self.values.clone(),
            agents: self.agents.each_ref().map(ToString::to_string),
            no_game: self.game.as_ref().err().cloned(),
            rules_hash: self.game.as_ref().ok().map(|loaded| hex(&loaded.rules_hash)),
            aside: self.aside,
        }
    }

    /// Its name in the progress bar.
    fn label(&self, number: usize, of: usize) -> String {
        let what = if self.settings.is_empty() { self.name.clone() } else { self.settings.join(" ") };
        format!("run {number}/{of}, {what}: ")
    }

    /// The simulation, by the rules of `loaded`.
    pub fn simulation<'a>(
        &'a self,
        loaded: &'a Loaded,
        games: u64,
        reading: Reading,
        seed: u64,
    ) -> Simulation<'a> {
        Simulation {
            pairs: self.pairs,
            openings: &self.openings.0,
            until: reading.until,
            delta: reading.delta,
            ..Simulation::new(loaded, &self.agents, seed, self.games(games))
        }
    }

    /// The command that plays only this run.
    pub fn command(&self, games: u64, reading: Reading, common: &Common) -> Vec<String> {
        let mut command = vec![env!("CARGO_PKG_NAME").to_owned(), "simulate".to_owned(), self.spec.clone()];
        for set in common.set.iter().chain(&self.settings) {
            command.extend(["--set".to_owned(), set.clone()]);
        }
        let [first, second] = &self.agents;
        command.extend(["--agents".to_owned(), format!("{first},{second}")]);
        command.extend(["--games".to_owned(), self.games(games).to_string()]);
        for (option, share) in [("--until", reading.until), ("--delta", reading.delta)] {
            command.extend(share.into_iter().flat_map(|share| [option.to_owned(), share.to_string()]));
        }
        command.extend(self.pairs.then(|| "--pairs".to_owned()));
        command.extend(self.openings.1.iter().cloned());
        command.extend(["--seed".to_owned(), common.seed().to_string()]);
        command
    }
}

/// Plays all runs and reports them. Ctrl-C ends the experiment early, with a report of what was played.
pub fn play(plan: Plan, folder: &Folder, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    if plan.runs.len() > Experiment::MOST_RUNS {
        let (runs, most) = (plan.runs.len(), Experiment::MOST_RUNS);
        return Err(Failure::Wrong(anyhow!(
            "the experiment would have {runs} runs: at most {most} can be played"
        )));
    }
    let members = plan.members();
    let mut experiment = Experiment {
        program: env!("CARGO_PKG_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: session.typed.clone(),
        kind: plan.kind,
        seed: session.common.seed(),
        games: plan.games,
        vary: plan.vary.clone(),
        basis: plan.basis.clone(),
        runs: members,
        complete: false,
        started: Manifest::timestamp(SystemTime::now()),
        seconds: 0.0,
    };
    if let Some(dir) = &folder.divide.plan {
        return plan::write(
            &plan.parts(session),
            Some(&experiment),
            folder.rows.into(),
            &folder.divide,
            dir,
            session,
        );
    }
    try_out(&plan, session)?;
    let dir = folder_of(&plan, folder, session);
    plan::refuse(&dir)?;
    let existing = existing(folder.force, folder.resume);
    let (_lock, before) = experiment.open(&dir, existing).map_err(refused)?;
    experiment = before.unwrap_or(experiment);
    let seconds_before = experiment.seconds;
    write(&experiment, &dir)?;

    let playable = || plan.runs.iter().filter(|run| run.game.is_ok());
    let total = playable().map(|run| run.games(plan.games)).fold(0, u64::saturating_add);
    let playable = playable().count();
    let mut progress = Progress::new(total, session.terminal.shows_progress(), session.common.quiet)
        .watched(session.common.watched);
    let stop = interrupt::flag(progress.printer())?;
    let pool = session.pool()?;
    let clock = Instant::now();
    let rows = folder.rows.into();
    let (mut done, mut disturbed) = (0, None);
    for (at, run) in plan.runs.iter().enumerate() {
        let Ok(loaded) = &run.game else { continue };
        if stop.load(Ordering::Relaxed) {
            break;
        }
        progress.next_run(run.label(at + 1, plan.runs.len()), run.games(plan.games));
        let table = RunContext { pool: &pool, stop, progress: &mut progress, session, existing, rows };
        let whole = table.play(
            run,
            loaded,
            (plan.games, plan.reading),
            &dir.join(Experiment::RUNS).join(plan.folder(at)),
        );
        match whole {
            Ok(whole) => done += usize::from(whole),
            // A run that cannot be resumed does not keep the others from being played.
            Err(failure @ Failure::Wrong(_)) if folder.resume => {
                disturbed.get_or_insert(failure);
            }
            Err(failure) => return Err(failure),
        }
    }
    progress.clear();
    experiment.complete = done == playable;
    experiment.seconds = seconds_before + clock.elapsed().as_secs_f64();
    write(&experiment, &dir)?;
    if let Some(failure) = disturbed {
        return Err(failure);
    }
    finish(&experiment, &dir, [done, playable], stop.load(Ordering::Relaxed), session)
}

/// Checks that the agents can play, and notes that external programs are not reproducible.
fn try_out(plan: &Plan, session: &mut Session<'_>) -> Result<(), Failure> {
    let games = plan.runs.iter().filter_map(|run| Some((run, run.game.as_ref().ok()?)));
    session.try_out(games.flat_map(|(run, loaded)| run.agents.iter().map(move |agent| (agent, loaded))))?;
    session.note_programs(&plan.runs.iter().flat_map(|run| &run.agents).collect::<Vec<_>>());
    Ok(())
}

/// Reports how many of the runs are complete. The others were `stopped`, or have failed games.
fn finish(
    experiment: &Experiment,
    dir: &Path,
    [done, of]: [usize; 2],
    stopped: bool,
    session: &mut Session<'_>,
) -> Result<ExitCode, Failure> {
    // If the experiment stopped before the end of its first game, there is nothing to report.
    if !stopped || has_games(experiment, dir) {
        report::draw_experiment(dir, RESUME, session)?;
    }
    let runs = dir.display();
    match (done == of, stopped) {
        (true, _) => Ok(ExitCode::SUCCESS),
        (false, true) => Err(Failure::Rerun(anyhow!(
            "interrupted: {done} of {of} runs are complete in {runs}; run the same command with `--resume` to continue"
        ))),
        (false, false) => Err(Failure::Failed(anyhow!(
            "{done} of {of} runs are complete in {runs}; the others have games that could not be played to the \
             end, listed in {} in each folder",
            FailedGame::FILE
        ))),
    }
}

/// Whether any game of the experiment in the folder `dir` is over.
fn has_games(experiment: &Experiment, dir: &Path) -> bool {
    let runs = experiment.runs.iter().filter_map(|member| member.dir.as_ref());
    runs.map(|name| dir.join(Experiment::RUNS).join(name))
        .any(|run| Rows::<GameRow>::open(&run).is_ok_and(|mut rows| rows.next().is_some()))
}

/// The environment of a run.
pub struct RunContext<'a, 's> {
    pub pool: &'a rayon::ThreadPool,
    pub stop: &'a AtomicBool,
    pub progress: &'a mut Progress,
    pub session: &'a Session<'s>,
    /// What to do with existing runs.
    pub existing: Existing,
    /// How rows are kept.
    pub rows: Kept,
}

impl RunContext<'_, '_> {
    /// Plays a run, writes it to the folder `dir` and draws its report; returns whether all games of the run were played.
    pub fn play(
        self,
        planned: &Planned,
        loaded: &Loaded,
        (games, reading): (u64, Reading),
        dir: &Path,
    ) -> Result<bool, Failure> {
        let simulation = planned.simulation(loaded, games, reading, self.session.common.seed());
        check_own(dir).map_err(refused)?;
        let command = planned.command(games, reading, self.session.common);
        let threads = self.pool.current_num_threads();
        let run = NewRun { simulation: &simulation, loaded, command: &command, threads };
        let (mut output, manifest) = match run.open(dir, self.existing).map_err(refused)? {
            Opened::Run(output, manifest) => (output, manifest),
            Opened::Complete(_lock) => {
                self.progress.pass_over(planned.games(games));
                // The run may have been stopped after its last game.
                simulate::completed(&simulation, dir, self.pool, self.rows)?;
                if !dir.join(PAGE).exists() {
                    draw(dir)?;
                }
                return Ok(true);
            }
        };
        let manifest =
            simulate::play(&simulation, *manifest, &mut output, self.pool, self.stop, self.progress, RESUME)?;
        if manifest.complete {
            simulate::completed(&simulation, dir, self.pool, self.rows)?;
        }
        if manifest.games_played > 0 {
            draw(dir)?;
        }
        Ok(manifest.complete)
    }
}

/// Draws the report of one of the runs.
pub(super) fn draw(dir: &Path) -> Result<(), Failure> {
    crate::report::write(dir).map(drop).map_err(|error| report::refused(error, RESUME))
}

pub(super) fn write(experiment: &Experiment, dir: &Path) -> Result<(), Failure> {
    experiment.write(dir).map_err(|error| {
        let (path, reason) = (dir.join(Experiment::FILE), reason(&error));
        Failure::Failed(anyhow!(
            "cannot write {}: {reason}; once the problem is fixed, {RESUME}",
            path.display()
        ))
    })
}

/// The folder of the experiment.
fn folder_of(plan: &Plan, folder: &Folder, session: &Session<'_>) -> PathBuf {
    folder.out.clone().unwrap_or_else(|| default_folder(plan, session.common.seed()))
}

/// The folder of the experiment or of its plan, before it is begun: what is found first stands beside it.
///
/// # Errors
/// Returns an error if the experiment could not be written there.
pub(super) fn free_folder(plan: &Plan, folder: &Folder, session: &Session<'_>) -> Result<PathBuf, Failure> {
    if let Some(dir) = &folder.divide.plan {
        return Ok(dir.clone());
    }
    let dir = folder_of(plan, folder, session);
    if !folder.resume {
        check_free(&dir, folder.force).map_err(refused)?;
    }
    Ok(dir)
}

/// A folder named after the experiment: `reports/compare_send-it_send-it-square_random-vs-random_1000_seed1`.
fn default_folder(plan: &Plan, seed: u64) -> PathBuf {
    let names: Vec<String> = plan.names.iter().map(|name| plain(name)).collect();
    let what = format!("{}_{}", plan.kind.name(), names.join("_"));
    let pairs = if !plan.runs.is_empty() && plan.runs.iter().all(|run| run.pairs) { "pairs_" } else { "" };
    let until = plan.reading.until.map_or_else(String::new, |half_width| format!("until{half_width}_"));
    let how = format!("{pairs}{until}{}_seed{seed}", plan.games);
    let room = LONGEST_NAME.saturating_sub(how.len() + 1);
    PathBuf::from(REPORTS).join(format!("{}_{how}", cut(what, room)))
}

/// Who plays the games of an experiment.
pub(super) struct Players {
    /// For each pair of agents, that which plays each game.
    pub pairs: Vec<Vec<AgentPair>>,
    /// How they were found, if the command names none.
    pub basis: Option<Basis>,
}

/// The agents that were named, or else strong players of the `games`; the `plan` names the folder.
pub(super) fn players(
    runs: &Runs,
    games: &[Game<'_>],
    plan: &Plan,
    session: &mut Session<'_>,
) -> Result<Players, Failure> {
    if !runs.agents.is_empty() {
        let pairs = runs.agents.iter().map(|pair| vec![pair.clone(); games.len()]).collect();
        return Ok(Players { pairs, basis: None });
    }
    let folder = &runs.folder;
    let dir = free_folder(plan, folder, session)?;
    let alike = plan.kind != ExperimentKind::Compare;
    let request =
        strong::Request { games, alike, each: runs.budget, to_play: runs.games(), dir: &dir, folder };
    let strong = Strong::of(&request, session)?;
    let pairs = vec![strong.players.into_iter().map(AgentPair::same).collect()];
    Ok(Players { pairs, basis: Some(Basis { players: strong.notes, ..Basis::default() }) })
}

/// Rejects agents that cannot play pairs, and those that are named twice.
pub(super) fn check_agents(runs: &Runs) -> Result<(), Failure> {
    if runs.pairs {
        check_pairs(&runs.agents, runs.games())?;
    } else if runs.agents.iter().any(|pair| runs.exchanges(pair)) {
        check_even(runs.games())?;
    }
    refuse_duplicate_agents(&runs.agents, runs.pairs || runs.start.is_given())
}

/// Rejects a pair of agents that is named twice, since both would play the same games. If sides are `exchanged`, the order of the
/// agents does not matter.
fn refuse_duplicate_agents(pairs: &[AgentPair], exchanged: bool) -> Result<(), Failure> {
    for (at, pair) in pairs.iter().enumerate() {
        let [first, second] = &pair.0;
        if exchanged && pairs[..at].iter().any(|AgentPair([one, other])| (one, other) == (second, first)) {
            return Err(Failure::Wrong(anyhow!(
                "`--agents {first},{second}` names the same agents as `--agents {second},{first}`, and pairs exchange their sides: both would \
                 play the same games; name each pair once"
            )));
        }
        if pairs[..at].iter().any(|other| other.0 == pair.0) {
            return Err(Failure::Wrong(anyhow!(
                "duplicate `--agents {first},{second}`: both would play the same games"
            )));
        }
    }
    Ok(())
}
