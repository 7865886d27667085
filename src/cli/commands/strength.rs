//! Which agents are stronger.

use crate::agents::AgentSpec;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::values::AgentPair;
use crate::contestant::Contestant;
use crate::report::measure_in_words;
use crate::simulate::{Opening, Simulation};
use crate::stats::{Design, Measure, Quantity, Summary, Tally};
use crate::variant::Loaded;
use std::sync::atomic::AtomicBool;

/// The search that plays if no agents are named: one that plays hundreds of games a minute.
const SEARCH: &str = "mcts:100";
/// The pairs of games that show whether greedy is stronger than the search.
const TRIAL_PAIRS: u64 = 10;

/// The agent of an experiment whose command names none, and why, in a sentence: it plays both sides of each of these `games`. It is a
/// search, or greedy if that beats the search in the first game.
pub fn default_agents<'a>(
    games: impl IntoIterator<Item = &'a Loaded>,
    session: &mut Session<'_>,
) -> Result<(AgentPair, String), Failure> {
    let search = SEARCH.parse::<AgentSpec>().map_err(Failure::of_input)?;
    let agents = [search, AgentSpec::Greedy].map(Contestant::from);
    let Some(loaded) = games.into_iter().next() else {
        return Ok((AgentPair::same(AgentSpec::Greedy), "There is no game to play.".to_owned()));
    };
    let score = score_of_pairs(loaded, &agents, &[], TRIAL_PAIRS, session.common.seed(), &session.pool()?)?;
    let [search, greedy] = agents;
    let stronger = if score.value >= 0.5 { search } else { greedy };
    let why = format!(
        "{stronger} plays both sides, since {SEARCH} scored {} against greedy in {}",
        measure_in_words(&score, Design { pairs: true, ..Design::default() }),
        loaded.variant.info.title(),
    );
    session.terminal.note(format_args!("note: {why}; `--agents` names others"));
    Ok((AgentPair([stronger.clone(), stronger]), format!("{why}.")))
}

/// The score of the first of two agents against the second over this many pairs of games, which begin with these `openings`.
pub fn score_of_pairs(
    loaded: &Loaded,
    agents: &[Contestant; 2],
    openings: &[Opening],
    pairs: u64,
    seed: u64,
    pool: &rayon::ThreadPool,
) -> Result<Measure, Failure> {
    let summary = summary_of_pairs(loaded, agents, openings, pairs, seed, pool)?;
    Ok(*summary.measure(Quantity::FirstAgentScore))
}

/// The measures of this many pairs of games between two agents, which begin with these `openings`.
pub fn summary_of_pairs(
    loaded: &Loaded,
    agents: &[Contestant; 2],
    openings: &[Opening],
    pairs: u64,
    seed: u64,
    pool: &rayon::ThreadPool,
) -> Result<Summary, Failure> {
    let simulation = Simulation { openings, pairs: true, ..Simulation::new(loaded, agents, seed, 2 * pairs) };
    let mut tally = Tally::new(Design { pairs: true, ..Design::default() });
    simulation.play(1, pool, &AtomicBool::new(false), |games| {
        Failure::of_games(games)?;
        games.rows.iter().for_each(|row| tally.add(row));
        Ok::<_, Failure>(())
    })?;
    Ok(tally.summary(loaded.variant.score.komi).expect("all pairs were played"))
}
