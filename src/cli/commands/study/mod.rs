//! `dropline study`.

use super::experiment::{self, Plan, Reading};
use super::ladder::runs_of;
use super::learn::{self, Amount, Request, with_ending};
use super::simulate::{LONGEST_NAME, REPORTS, cut, plain, refused};
use super::solving::Screen;
use super::strength::score_of_pairs;
use crate::agents::{AgentSpec, playout_policy};
use crate::chance;
use crate::cli::experiment_args::Folder;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::study_args::Study;
use crate::contestant::Contestant;
use crate::learn::Model;
use crate::report::{count, measure_in_words, study_label};
use crate::rules;
use crate::run::{Basis, Experiment, ExperimentKind, check_free, command_line};
use crate::solve::{Bounds, Settings, SolveProgress, Solver, Value, Watcher};
use crate::stats::{Design, Measure};
use crate::text::hex;
use crate::variant::Loaded;
use anyhow::anyhow;
use std::iter::once;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How many evaluations of positions a second of the budget stands for, whatever the machine: so a command plays the same games
/// everywhere.
const NOMINAL: f64 = 1e6;
/// The shares of the budget for learning, and for the games that the report shows.
const LEARNING: f64 = 0.35;
const PLAYING: f64 = 0.45;
/// Memory for solving, in bytes for each second of the budget, and the most visits to positions.
const MEMORY: u64 = 1 << 19;
const VISITS: u64 = 50_000;
/// Games that show how long a game is.
const TRIALS: u64 = 20;
/// Evaluations that learning from a position costs.
const LEARNED_POSITION: f64 = 10.0;
/// Evaluations that an action of a random playout costs.
const PLAYOUT: f64 = 0.15;
/// The fewest and the most games to learn from, and the number of affordable games below which nothing is learned.
const LEARNED: [f64; 2] = [256.0, 40_000.0];
const TOO_FEW: f64 = 100.0;
/// The fewest and the most iterations of the strongest search.
const ITERATIONS: [f64; 2] = [4.0, 1024.0];
/// The iterations of each search, as parts of those of the strongest.
const PARTS: [u64; 3] = [16, 4, 1];
/// Pairs of games that show which of two agents is stronger.
const PAIRS: u64 = 20;

/// Finds out whether a game is fair between strong players.
pub fn run(args: &Study, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let loaded = session.load_to_play(&args.variant)?;
    session.print_notes(&loaded);
    let dir = folder(args, &loaded, session);
    let resumes = args.folder.resume && dir.exists();
    if !resumes && args.folder.divide.plan.is_none() {
        check_free(&dir, args.folder.force).map_err(refused)?;
    }
    let begun = if resumes { begun(&dir, &loaded)? } else { None };
    let exact = match begun {
        Some(basis) => basis.exact,
        None => exact(args.budget, &loaded, session)?,
    };
    let mut basis = Basis { exact, players: Vec::new() };
    let rungs =
        Players { args, loaded: &loaded, size: Size::of(&loaded), session, notes: &mut basis.players }
            .rungs(&with_ending(&dir, ".learned"))?;
    let folder = Folder { out: Some(dir), ..args.folder.clone() };
    let plan = Plan {
        kind: ExperimentKind::Study,
        names: vec![loaded.variant.id.clone()],
        vary: Vec::new(),
        basis: Some(basis),
        runs: runs_of(&rungs, &args.variant, &loaded),
        games: args.games,
        reading: Reading { until: None, delta: None },
    };
    experiment::play(plan, &folder, session)
}

/// What the study in the folder `dir` found before it was stopped, if it came that far.
fn begun(dir: &Path, loaded: &Loaded) -> Result<Option<Basis>, Failure> {
    if !Experiment::is_in(dir) {
        return Ok(None);
    }
    let experiment = Experiment::read(dir).map_err(Failure::of_input)?;
    let rules = experiment.runs.iter().find_map(|run| run.rules_hash.as_ref());
    if experiment.kind != ExperimentKind::Study || rules != Some(&hex(&loaded.rules_hash)) {
        return Err(Failure::Wrong(anyhow!(
            "{} holds another experiment, made by `{}`: name another folder with `--out`",
            dir.display(),
            command_line(&experiment.command)
        )));
    }
    Ok(experiment.basis)
}

/// The folder of the study.
fn folder(args: &Study, loaded: &Loaded, session: &Session<'_>) -> PathBuf {
    let named = args.folder.divide.plan.as_ref().or(args.folder.out.as_ref());
    named.cloned().unwrap_or_else(|| {
        let sets: String = session.common.set.iter().map(|set| format!("_{}", plain(set))).collect();
        let what = cut(format!("study_{}{sets}", plain(&loaded.variant.id)), LONGEST_NAME / 2);
        let seconds = args.budget.as_secs();
        PathBuf::from(REPORTS).join(format!("{what}_{seconds}s_{}_seed{}", args.games, session.common.seed()))
    })
}

/// The result under perfect play, if the solver finds it in its share of the budget.
fn exact(budget: Duration, loaded: &Loaded, session: &mut Session<'_>) -> Result<Option<String>, Failure> {
    let seconds = budget.as_secs().max(1);
    let memory = MEMORY.saturating_mul(seconds);
    let settings = Settings { memory, winner_only: true, start_only: true, ..Settings::default() };
    let Ok(mut solver) = Solver::new(&loaded.variant, settings) else { return Ok(None) };
    let screen = Screen::new(&loaded.variant, "stopping; Ctrl-C again stops immediately", session)?;
    let share =
        Share { screen: &screen, most: VISITS.saturating_mul(seconds), is_spent: AtomicBool::new(false) };
    let solution = solver.solve(&session.pool()?, &share);
    screen.clear();
    if screen.stop.load(Ordering::Relaxed) {
        return Err(Failure::Rerun(anyhow!(
            "interrupted while solving, before any game: run the same command again"
        )));
    }
    Ok(match solution.value {
        Some(Value::Ends(margin)) => Some(margin.winner().name().to_owned()),
        Some(Value::Endless) | None => None,
    })
}

/// An observer of the solver that stops it after its share of the budget.
struct Share<'a> {
    screen: &'a Screen,
    /// The most visits to positions.
    most: u64,
    is_spent: AtomicBool,
}

impl Watcher for Share<'_> {
    fn stops(&self) -> bool {
        self.screen.stops() || self.is_spent.load(Ordering::Relaxed)
    }

    fn on_progress(&self, progress: SolveProgress) {
        if progress.done >= self.most {
            self.is_spent.store(true, Ordering::Relaxed);
        }
        self.screen.on_progress(progress);
    }

    fn bounds(&self, bounds: Bounds) {
        self.screen.bounds(bounds);
    }
}

/// How large a game is.
#[derive(Clone, Copy)]
struct Size {
    /// Actions in a random game.
    actions: f64,
    /// Legal actions in a position.
    branching: f64,
}

impl Size {
    /// The size of a game in means over random games.
    fn of(loaded: &Loaded) -> Self {
        let mut position = rules::start(&loaded.variant);
        let policy = playout_policy(&loaded.variant);
        let (mut actions, mut legal) = (0_u64, 0_u64);
        for game in 0..TRIALS {
            let mut rng = chance::stream(1, &loaded.rules_hash, game);
            position.reset();
            while position.outcome().is_none() {
                legal += u64::from(position.count_legal());
                actions += 1;
                position.play_random(&mut rng, policy);
            }
        }
        let positions = actions.max(1) as f64;
        Self { actions: positions / TRIALS as f64, branching: legal as f64 / positions }
    }

    /// Evaluations in a game of a search with one iteration for each action.
    fn of_search(self) -> f64 {
        self.actions * self.branching.max(1.0)
    }

    /// Evaluations that a game of a search with one playout for each action costs.
    fn of_playouts(self) -> f64 {
        self.actions * (1.0 + PLAYOUT * self.actions)
    }

    /// Evaluations in a game of self-play and in learning from it.
    fn of_learning(self) -> f64 {
        self.actions * (self.branching + LEARNED_POSITION)
    }
}

/// The players of a study.
struct Players<'a, 's> {
    args: &'a Study,
    loaded: &'a Loaded,
    size: Size,
    session: &'a mut Session<'s>,
    /// How they were found, a sentence each.
    notes: &'a mut Vec<String>,
}

impl Players<'_, '_> {
    /// The agents, from the weakest to the strongest. What is learned is written to `file`.
    fn rungs(&mut self, file: &Path) -> Result<Vec<Contestant>, Failure> {
        let [greedy, random] = [AgentSpec::Greedy, AgentSpec::Random].map(Contestant::from);
        let weakest = if self.score_of(&greedy, &random)?.value > 0.5 { greedy } else { random };
        let playouts = |iterations: u64| agent(&format!("mcts:{iterations}"));
        let without = if self.loaded.variant.board.is_boundless() {
            Some("Games on the boundless plane cannot be learned: the strongest players use playouts.")
        } else if self.affordable_to_learn() < TOO_FEW {
            Some("The budget is too small to learn this game: the strongest players use playouts.")
        } else {
            None
        };
        if let Some(why) = without {
            self.notes.push(why.to_owned());
            let most = self.affordable(self.size.of_playouts());
            return once(Ok(weakest)).chain(searches(most, playouts)).collect();
        }
        self.learn(file)?;
        let learned = |iterations: u64| agent(&format!("mcts:{iterations}:eval={}", file.display()));
        let most = self.affordable(self.size.of_search());
        let alike = power_of_two(most as f64 * self.size.of_search() / self.size.of_playouts());
        let rivals = [learned(most)?, playouts(alike)?];
        let score = self.score_of(&rivals[0], &rivals[1])?;
        let [name, rival] = rivals.each_ref().map(|agent| study_label(&agent.to_string()));
        let believed = if score.value >= 0.5 { "learned players" } else { "players that use playouts" };
        let scored = format!(
            "{name} scored {} against {rival}, which costs about as much",
            measure_in_words(&score, Design { pairs: true, ..Design::default() })
        );
        self.notes.push(if score.interval.is_none_or(|interval| interval.contains(0.5)) {
            format!(
                "Neither kind of player is clearly stronger: {scored}; the games here are between {believed}."
            )
        } else {
            format!("The strongest players here are {believed}: {scored}.")
        });
        if score.value < 0.5 {
            return once(Ok(weakest)).chain(searches(alike, playouts)).collect();
        }
        let ahead = agent(&format!("learned:{}", file.display()));
        [Ok(weakest), ahead].into_iter().chain(searches(most, learned)).collect()
    }

    /// The iterations of the strongest search that the budget allows, given what a game with one iteration for each action costs.
    fn affordable(&self, each: f64) -> u64 {
        let evaluations = PLAYING * NOMINAL * self.args.budget.as_secs_f64();
        // A rung plays itself; the games against the rung below cost it half as much, and those below are cheaper.
        let parts: f64 = PARTS.iter().map(|&part| 1.0 / part as f64).sum();
        let games = 1.6 * parts * self.args.games as f64;
        power_of_two((evaluations / (games * each)).clamp(ITERATIONS[0], ITERATIONS[1]))
    }

    /// How many games can be learned from within their share of the budget.
    fn affordable_to_learn(&self) -> f64 {
        LEARNING * NOMINAL * self.args.budget.as_secs_f64() / self.size.of_learning()
    }

    /// Learns the game, unless a resumed study has done so.
    fn learn(&mut self, file: &Path) -> Result<(), Failure> {
        let games = self.affordable_to_learn().clamp(LEARNED[0], LEARNED[1]) as u64;
        let Folder { resume, force, divide, .. } = &self.args.folder;
        let model = if *resume && file.exists() {
            let model = Model::read(file).map_err(Failure::of_input)?;
            let wanted = learn::games_on_boards(games, model.head.before.len() + 1);
            let learned = model.head.before.iter().map(|board| board.games).chain([model.head.games]);
            if !learned.eq(wanted) {
                return Err(Failure::Wrong(anyhow!(
                    "{} was learned by a study with another `--budget`: resume it with that one, or replace both with `--force`",
                    file.display()
                )));
            }
            model
        } else {
            if file.exists() && !force {
                let advice = match divide.plan {
                    Some(_) => "remove it",
                    None => "remove it, resume the study with `--resume`, or replace both with `--force`",
                };
                return Err(Failure::Wrong(anyhow!("{} exists: {advice}", file.display())));
            }
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder)
                    .map_err(|error| Failure::of_input(format!("{}: {error}", folder.display())))?;
            }
            let request = Request {
                spec: &self.args.variant,
                amount: Amount::Games(games),
                out: file,
                from: None,
                // What was learned may be of a study with another budget.
                resume: false,
            };
            learn::learn(request, self.loaded, self.session)?
        };
        let before: u64 = model.head.before.iter().map(|board| board.games).sum();
        let on_smaller =
            if before > 0 { format!(", {} of them on smaller boards", count(before)) } else { String::new() };
        self.notes.push(format!(
            "Learned players learned from {} games against themselves{on_smaller}.",
            count(before + model.head.games)
        ));
        Ok(())
    }

    /// The score of `one` against `other`.
    fn score_of(&self, one: &Contestant, other: &Contestant) -> Result<Measure, Failure> {
        let agents = [one, other].map(Clone::clone);
        score_of_pairs(self.loaded, &agents, PAIRS, self.session.common.seed(), &self.session.pool()?)
    }
}

/// The searches with parts of `most` iterations, each by its iterations.
fn searches<R>(most: u64, agent: impl Fn(u64) -> R) -> impl Iterator<Item = R> {
    PARTS.into_iter().filter(move |&part| most >= 2 * part || part == 1).map(move |part| agent(most / part))
}

/// The agent called `name`.
fn agent(name: &str) -> Result<Contestant, Failure> {
    name.parse().map_err(Failure::of_input)
}

/// The greatest power of two that is at most `x`, and at least 1.
fn power_of_two(x: f64) -> u64 {
    1 << (x.max(1.0).log2().floor() as u32)
}
