//! Estimates how long games take, by a short trial: accurate enough to divide a run into parts that take about the same time.

use super::Simulation;
use super::failing::caught;
use crate::contestant::Contestant;
use dropline_agents::{Agent, AgentError, AgentSpec, Event, play_game};
use dropline_engine::{chance, rules};
use std::time::{Duration, Instant};

/// The number of random games played to estimate the length of a game, if none ends in time.
const RANDOM_GAMES: u64 = 20;

/// About how many seconds a game of `simulation` takes on one thread. The trial takes as long as `budget`, or as its first action
/// if that takes longer. If the trial ends within the first game, the length of a game is estimated from random games, and the
/// time per action from the actions that were played.
pub fn seconds_per_game(simulation: &Simulation<'_>, budget: Duration) -> f64 {
    let clock = Instant::now();
    let Played { games, actions } = play(simulation, simulation.agents, u64::MAX, Some(budget));
    let seconds = clock.elapsed().as_secs_f64();
    let length = match games {
        0 => {
            let random = play(simulation, &[AgentSpec::Random; 2].map(Contestant::Agent), RANDOM_GAMES, None);
            (random.actions as f64 / random.games.max(1) as f64).max(actions as f64)
        }
        games => actions as f64 / games as f64,
    };
    (seconds / actions.max(1) as f64 * length).max(1e-9)
}

/// The games and actions played so far.
#[derive(Default)]
struct Played {
    /// The number of completed games.
    games: u64,
    /// The number of actions, including those of an unfinished game.
    actions: u64,
}

/// Plays the first games of `simulation` between `agents` until the time is up.
fn play(
    simulation: &Simulation<'_>,
    agents: &[Contestant; 2],
    most: u64,
    budget: Option<Duration>,
) -> Played {
    let (clock, mut played) = (Instant::now(), Played::default());
    let mut position = rules::start(simulation.variant);
    let [mut first, mut second] =
        agents.each_ref().map(|agent| agent.build(simulation.variant, &simulation.rules_hash));
    for game in 1..=most.min(simulation.block.games) {
        position.reset();
        let mut rng = chance::stream(simulation.seed, &simulation.rules_hash, game);
        // If a game fails here, the run reports it when it plays that game.
        let watch = |event: Event<'_>| {
            let is_action = matches!(event, Event::Played(..));
            played.actions += u64::from(is_action);
            match budget {
                Some(budget) if is_action && clock.elapsed() > budget => {
                    Err(AgentError::Failed("time is up".to_owned()))
                }
                _ => Ok(()),
            }
        };
        let opening = simulation.opening(game);
        let agents: [&mut dyn Agent; 2] = [&mut *first, &mut *second];
        let ended = caught(|| play_game(&mut *position, agents, opening, &mut rng, false, watch));
        if ended != Ok(Ok(())) {
            break;
        }
        played.games += 1;
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use dropline_engine::variant;

    #[test]
    fn a_slow_game_is_recognized_before_it_is_over() {
        let loaded = variant::load("send-it", &[]).unwrap_or_else(|_| panic!("it is a variant"));
        let time = |agent: &str, budget| {
            let agents = [agent, agent].map(|agent| agent.parse::<Contestant>().expect("an agent"));
            seconds_per_game(&Simulation::new(&loaded, &agents, 1, 1000), Duration::from_millis(budget))
        };
        // The first trial warms the tables of the rules up.
        let (_, random, slow) = (time("random", 20), time("random", 200), time("mcts:500", 20));
        assert!(slow > 20.0 * random, "{random} {slow}");
    }
}
