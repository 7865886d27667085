//! `dropline study`.

pub(super) mod budget;
pub(super) mod learning;

use super::experiment::{self, Plan, Planned, Reading};
use super::ladder::runs_of;
use super::learn::with_ending;
use super::openings::Openings;
use super::show::play_turns;
use super::simulate::{LONGEST_NAME, REPORTS, cut, plain, refused};
use super::solving::Screen;
use super::strength::{score_of_pairs, summary_of_pairs};
use crate::agents::AgentSpec;
use crate::cli::experiment_args::Folder;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::study_args::Study;
use crate::contestant::Contestant;
use crate::report::{measure_in_words, study_label};
use crate::run::{Aside, Basis, Experiment, ExperimentKind, check_free, command_line};
use crate::simulate::Opening;
use crate::solve::{Settings, Solver, Value};
use crate::stats::{Design, Measure, Summary};
use crate::text::{capital, hex};
use crate::variant::Loaded;
use anyhow::anyhow;
use budget::{Budget, PILOT_ITERATIONS, PILOT_PAIRS, Search};
use learning::{Game, Learned, Lesson};
use std::iter::once;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The iterations of each search, as parts of those of the strongest.
const PARTS: [u64; 3] = [16, 4, 1];
/// What is added to the seed for learning a game a second time.
const SECOND_SEED: u64 = 1 << 32;
/// What intervals leave out where every game is learned once.
pub(super) const THESE_PLAYERS: &str =
    "Intervals hold for these players: with another `--seed` others learn, and show how much they differ.";
/// Pairs of games that show which of two agents is stronger.
pub(super) const PAIRS: u64 = 20;

/// Finds out whether a game is fair between strong players.
pub fn run(args: &Study, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let loaded = session.load_to_play(&args.variant)?;
    session.print_notes(&loaded);
    if let Some(player) = &args.player {
        session.try_out([(player, &loaded)])?;
    }
    let dir = folder(args, &loaded, session);
    let resumes = args.folder.resume && dir.exists();
    if !resumes && args.folder.divide.plan.is_none() {
        check_free(&dir, args.folder.force).map_err(refused)?;
    }
    let begun = if resumes { begun(&dir, &loaded)? } else { None };
    let budget = Budget::new(args.budget, args.games, &loaded);
    let begins = Openings::read(&args.start)?;
    let openings = begins.as_ref().map_or_else(|| Ok(Vec::new()), |begins| begins.of(&loaded))?;
    let exact = match begun {
        Some(basis) => basis.exact,
        None => exact(&budget, &loaded, &openings, session)?,
    };
    let mut basis = Basis { exact, ..Basis::default() };
    let mut players = Players {
        args,
        loaded: &loaded,
        openings: &openings,
        budget: &budget,
        session,
        notes: &mut basis.players,
    };
    let Rungs { mut agents, games, second_seed, check } = players.rungs(&dir)?;
    let strongest = agents.last().cloned();
    if let Some(player) = &args.player {
        players.join(player, &mut agents)?;
    }
    let mut runs = runs_of(&agents, &args.variant, &loaded);
    // A proof needs no check, and the check may be weaker than a player that the command names.
    if basis.exact.is_none() && agents.last() == strongest.as_ref() {
        let (agent, games) = check;
        let second = second_seed.map(|agent| (agent, Aside::SecondSeed));
        runs.extend(second.into_iter().chain([(agent, Aside::Check(games))]).map(|(agent, aside)| {
            let agents = [agent.clone(), agent];
            Planned::game(&args.variant, &loaded.variant.id, loaded.clone(), agents).aside(aside)
        }));
    }
    let runs = runs.into_iter().map(|run| run.with_openings(begins.as_ref())).collect::<Result<_, _>>()?;
    let folder = Folder { out: Some(dir), ..args.folder.clone() };
    let plan = Plan {
        kind: ExperimentKind::Study,
        names: vec![loaded.variant.id.clone()],
        vary: Vec::new(),
        basis: Some(basis),
        runs,
        games,
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
        let games = args.games.map_or_else(String::new, |games| format!("_{games}"));
        let (seconds, seed) = (args.budget.as_secs(), session.common.seed());
        let openings = if args.start.is_given() { "_openings" } else { "" };
        PathBuf::from(REPORTS).join(format!("{what}{openings}_{seconds}s{games}_seed{seed}"))
    })
}

/// The result under perfect play, if all games begin alike and the solver finds it in its share of the budget.
fn exact(
    budget: &Budget,
    loaded: &Loaded,
    openings: &[Opening],
    session: &mut Session<'_>,
) -> Result<Option<String>, Failure> {
    let turns = match openings {
        [] => String::new(),
        [opening] => opening.to_string(),
        _ => return Ok(None),
    };
    let turns: Vec<&str> = turns.split_whitespace().collect();
    let settings = Settings {
        memory: budget.memory(),
        winner_only: true,
        start_only: true,
        visits: budget.visits(),
        ..Settings::default()
    };
    let Ok(solver) = Solver::from(&loaded.variant, settings, |start| play_turns(start, &turns)) else {
        return Ok(None);
    };
    let mut solver = solver?;
    let screen = Screen::new(&loaded.variant, "stopping; Ctrl-C again stops immediately", session)?;
    let solution = solver.solve(&session.pool()?, &screen);
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

/// Who plays in a study.
struct Rungs {
    /// The agents, from the weakest to the strongest.
    agents: Vec<Contestant>,
    /// How many games each two of them play.
    games: u64,
    /// The strongest search with an evaluation learned from a second seed, if the budget allows that.
    second_seed: Option<Contestant>,
    /// A stronger agent, and how many games it plays against itself.
    check: (Contestant, u64),
}

/// The players of a study.
struct Players<'a, 's> {
    args: &'a Study,
    loaded: &'a Loaded,
    /// What their games begin with.
    openings: &'a [Opening],
    budget: &'a Budget,
    session: &'a mut Session<'s>,
    /// How they were found, a sentence each.
    notes: &'a mut Vec<String>,
}

/// Why a game is not learned, if it is not.
pub(super) fn not_learned(loaded: &Loaded, budget: &Budget) -> Option<String> {
    let name = &loaded.variant.info.name;
    (!budget.can_learn())
        .then(|| format!("The budget is too small to learn {name}: all searches use playouts."))
}

impl Players<'_, '_> {
    /// The agents and their games. What is learned is written beside the folder `dir`.
    fn rungs(&mut self, dir: &Path) -> Result<Rungs, Failure> {
        let [greedy, random] = [AgentSpec::Greedy, AgentSpec::Random].map(Contestant::from);
        let weakest = if self.score_of(&greedy, &random)?.value > 0.5 { greedy } else { random };
        if let Some(why) = not_learned(self.loaded, self.budget) {
            self.notes.push(why);
            return self.with_playouts(weakest);
        }
        let mut file = with_ending(dir, ".learned");
        let times = if self.budget.learns_twice() { 2 } else { 1 };
        let seed = self.session.common.seed();
        let learned = self.learn(times, seed, &file)?.words();
        let (pilot, took) = self.pilot(searching(PILOT_ITERATIONS, &file)?)?;
        let search = self.budget.search(self.budget.of_search(&pilot), times);
        let Search { iterations: most, games, check, .. } = search;
        let alike = self.budget.playouts_alike(most);
        let player = searching(most, &file)?;
        let rivals = [player.clone(), playouts(alike)?];
        let score = self.score_of(&rivals[0], &rivals[1])?;
        self.notes.push(format!("Learned players learned from {learned}."));
        let [name, rival] = rivals.each_ref().map(|agent| study_label(&agent.to_string()));
        let believed = if score.value >= 0.5 { "learned players" } else { "players that use playouts" };
        let scored = format!("{name} scored {} against {rival}, which costs about as much", of_pairs(&score));
        self.notes.push(if score.interval.is_none_or(|interval| interval.contains(0.5)) {
            format!(
                "Neither kind of player is clearly stronger: {scored}; the games here are between {believed}."
            )
        } else {
            format!("{} are stronger here: {scored}.", capital(believed))
        });
        if score.value < 0.5 {
            return self.with_playouts(weakest);
        }
        self.warn(&search, took);
        let mut second_seed = None;
        if times > 1 {
            second_seed = Some(self.weaker_seed(player, most, &mut file, dir)?);
        } else {
            self.notes.push(THESE_PLAYERS.to_owned());
        }
        let learned = |iterations: u64| searching(iterations, &file);
        let ahead = agent(&format!("learned:{}", file.display()));
        let agents = with_weakest(weakest, once(ahead).chain(searches(most, learned)))?;
        Ok(Rungs { agents, games, second_seed, check: (learned(check.iterations)?, check.games) })
    }

    /// A few games of `player`, and how long they took.
    fn pilot(&self, player: Contestant) -> Result<(Summary, Duration), Failure> {
        // Reads what was learned, which takes longer than a few games, before the clock starts.
        player.check(self.loaded).map_err(Failure::of_input)?;
        let start = Instant::now();
        let summary = pilot(self.loaded, player, self.openings, self.session)?;
        Ok((summary, start.elapsed()))
    }

    /// Says so if the games of `search` take longer than the budget, as the pilot games show, which `took` so long.
    fn warn(&mut self, search: &Search, took: Duration) {
        if let Some(time) = self.budget.exceeded(search, took) {
            self.session.terminal.note(format_args!(
                "warning: the budget is too small for {}: the games take about {}",
                self.loaded.variant.info.name,
                humantime::format_duration(time)
            ));
        }
    }

    /// Learns the game from a second seed, and lets the player of either seed play the other. Returns the weaker one, and sets `file` to that of
    /// the stronger.
    fn weaker_seed(
        &mut self,
        first: Contestant,
        iterations: u64,
        file: &mut PathBuf,
        dir: &Path,
    ) -> Result<Contestant, Failure> {
        let second_file = with_ending(dir, ".second-seed.learned");
        let seed = self.session.common.seed().wrapping_add(SECOND_SEED);
        let learned = self.learn(2, seed, &second_file)?.words();
        let second = searching(iterations, &second_file)?;
        let score = self.score_of(&second, &first)?;
        let is_stronger = score.value > 0.5;
        self.notes.push(format!(
            "With a second seed, players learned from {learned}. They scored {} against those of the first seed, {} play the rungs.",
            of_pairs(&score),
            if is_stronger { "and" } else { "which" }
        ));
        Ok(if is_stronger {
            *file = second_file;
            first
        } else {
            second
        })
    }

    /// The agents where searches use playouts.
    fn with_playouts(&mut self, weakest: Contestant) -> Result<Rungs, Failure> {
        let (pilot, took) = self.pilot(playouts(PILOT_ITERATIONS)?)?;
        let search = self.budget.search(self.budget.of_playouts(&pilot), 0);
        self.warn(&search, took);
        let Search { iterations, games, check, .. } = search;
        let agents = with_weakest(weakest, searches(iterations, playouts))?;
        Ok(Rungs { agents, games, second_seed: None, check: (playouts(check.iterations)?, check.games) })
    }

    /// Learns the game, which is to be learned so many `times`.
    fn learn(&mut self, times: u32, seed: u64, file: &Path) -> Result<Learned, Failure> {
        let (spec, sets) = (&*self.args.variant, &*self.session.common.set);
        let game = Game { spec, sets, loaded: self.loaded };
        let lesson = Lesson { budget: self.budget, times, seed, from: None, file, folder: &self.args.folder };
        Learned::of(&game, &lesson, self.session)
    }

    /// Puts `player` among the `rungs`, from the weakest to the strongest, above the strongest against which it scores at least half.
    fn join(&mut self, player: &Contestant, rungs: &mut Vec<Contestant>) -> Result<(), Failure> {
        if rungs.contains(player) {
            return Ok(());
        }
        let mut at = rungs.len();
        let mut scores = Vec::new();
        while at > 0 {
            let below = &rungs[at - 1];
            let score = self.score_of(player, below)?;
            scores.push(format!("{} against {}", of_pairs(&score), study_label(&below.to_string())));
            if score.value >= 0.5 {
                break;
            }
            at -= 1;
        }
        self.notes.push(format!(
            "{} was put among the players by these scores: {}.",
            study_label(&player.to_string()),
            scores.join(", ")
        ));
        rungs.insert(at, player.clone());
        Ok(())
    }

    /// The score of `one` against `other`.
    fn score_of(&self, one: &Contestant, other: &Contestant) -> Result<Measure, Failure> {
        let agents = [one, other].map(Clone::clone);
        let (seed, pool) = (self.session.common.seed(), self.session.pool()?);
        score_of_pairs(self.loaded, &agents, self.openings, PAIRS, seed, &pool)
    }
}

/// A score over pairs of games, in words.
fn of_pairs(score: &Measure) -> String {
    measure_in_words(score, Design { pairs: true, ..Design::default() })
}

/// The agents from the weakest on, if all can be made.
fn with_weakest(
    weakest: Contestant,
    stronger: impl Iterator<Item = Result<Contestant, Failure>>,
) -> Result<Vec<Contestant>, Failure> {
    once(Ok(weakest)).chain(stronger).collect()
}

/// The searches with parts of `most` iterations, each by its iterations.
fn searches<R>(most: u64, agent: impl Fn(u64) -> R) -> impl Iterator<Item = R> {
    PARTS.into_iter().filter(move |&part| most >= 2 * part || part == 1).map(move |part| agent(most / part))
}

/// A few games of `player` against itself, which begin with these `openings`.
pub(super) fn pilot(
    loaded: &Loaded,
    player: Contestant,
    openings: &[Opening],
    session: &Session<'_>,
) -> Result<Summary, Failure> {
    let agents = [player.clone(), player];
    summary_of_pairs(loaded, &agents, openings, PILOT_PAIRS, session.common.seed(), &session.pool()?)
}

/// The search that values positions by what `file` holds.
pub(super) fn searching(iterations: u64, file: &Path) -> Result<Contestant, Failure> {
    agent(&format!("mcts:{iterations}:eval={}", file.display()))
}

/// The search with this many playouts for each action.
pub(super) fn playouts(iterations: u64) -> Result<Contestant, Failure> {
    agent(&format!("mcts:{iterations}"))
}

/// The agent called `name`.
fn agent(name: &str) -> Result<Contestant, Failure> {
    name.parse().map_err(Failure::of_input)
}
