//! The second strength: unless the user names agents, greedy players play some games in addition to those of the random players,
//! provided they are the stronger ones.

use super::experiment::{Planned, Reading, RunContext};
use super::plan::Part;
use super::report::RESUME;
use super::simulate::incomplete;
use crate::agents::AgentSpec;
use crate::cli::args::Simulate;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::values::AgentPair;
use crate::contestant::Contestant;
use crate::report::measure_in_words;
use crate::run::{Manifest, SECOND};
use crate::simulate::Simulation;
use crate::stats::{Design, Measure, Quantity, Tally};
use crate::variant::Loaded;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The maximum number of games of the second strength: enough to show a large advantage, and quickly played.
const MOST_GAMES: u64 = 100;

/// The pairs of games between a greedy and a random player that show which is stronger.
const TRIAL_PAIRS: u64 = 20;

/// The run between greedy players that `simulate` adds, in a folder inside that of the first run.
pub struct Second<'a> {
    planned: Planned,
    loaded: &'a Loaded,
    games: u64,
    reading: Reading,
}

impl<'a> Second<'a> {
    /// The second strength of a run of `loaded`; `None` if the user named the agents, or if greedy does not beat random.
    pub fn of(
        args: &Simulate,
        loaded: &'a Loaded,
        session: &mut Session<'_>,
    ) -> Result<Option<Self>, Failure> {
        if args.agents.is_some() || !is_greedy_a_strength([loaded], session)? {
            return Ok(None);
        }
        let greedy = AgentPair::same(AgentSpec::Greedy).0;
        Ok(Some(Self {
            planned: Planned::game(&args.variant, &loaded.variant.id, loaded.clone(), greedy),
            loaded,
            games: args.games.min(MOST_GAMES),
            reading: Reading { until: None, delta: args.delta },
        }))
    }

    /// How many games it has.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The run, to be divided into units.
    pub fn part(&self, session: &Session<'_>) -> Part<'_> {
        let Self { planned, loaded, games, reading } = self;
        Part {
            dir: Some(SECOND.to_owned()),
            simulation: planned.simulation(loaded, *games, *reading, session.common.seed()),
            loaded,
            command: planned.command(*games, *reading, session.common),
        }
    }

    /// Plays the second strength of the run in the folder `dir`; returns the reason if it is not complete.
    pub fn play(&self, table: RunContext<'_, '_>, dir: &Path) -> Result<Option<Failure>, Failure> {
        let dir = dir.join(SECOND);
        table.progress.next_run("greedy players: ".to_owned(), self.games);
        let is_complete = table.play(&self.planned, self.loaded, (self.games, self.reading), &dir)?;
        if is_complete {
            return Ok(None);
        }
        let manifest = Manifest::read(&dir).map_err(Failure::of_input)?;
        Ok(incomplete(&manifest, &dir, RESUME))
    }
}

/// Whether greedy beats random in all of these games. If not, a note says in which one, and by how much.
pub fn is_greedy_a_strength<'a>(
    games: impl IntoIterator<Item = &'a Loaded>,
    session: &mut Session<'_>,
) -> Result<bool, Failure> {
    let pool = session.pool()?;
    let agents = [AgentSpec::Greedy, AgentSpec::Random].map(Contestant::from);
    for loaded in games {
        let score = score_of_pairs(loaded, &agents, TRIAL_PAIRS, session.common.seed(), &pool)?;
        if score.value <= 0.5 {
            session.terminal.note(format_args!(
                "note: no games between greedy players follow: greedy is no stronger than random in {}, where it scored {}",
                loaded.variant.info.title(),
                measure_in_words(&score, Design::default())
            ));
            return Ok(false);
        }
    }
    Ok(true)
}

/// The score of the first of two agents against the second over this many pairs of games.
pub fn score_of_pairs(
    loaded: &Loaded,
    agents: &[Contestant; 2],
    pairs: u64,
    seed: u64,
    pool: &rayon::ThreadPool,
) -> Result<Measure, Failure> {
    let simulation = Simulation { pairs: true, ..Simulation::new(loaded, agents, seed, 2 * pairs) };
    let mut tally = Tally::new(Design { pairs: true, ..Design::default() });
    simulation.play(1, pool, &AtomicBool::new(false), |games| {
        Failure::of_games(games)?;
        games.rows.iter().for_each(|row| tally.add(row));
        Ok::<_, Failure>(())
    })?;
    let summary = tally.summary(loaded.variant.score.komi);
    let score = summary.and_then(|summary| summary.get(Quantity::FirstAgentScore).copied());
    Ok(score.expect("all pairs were played"))
}
