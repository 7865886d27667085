//! A fixed number of games of an agent against itself on one thread, for counting instructions:
//!
//! ```text
//! cargo build --release --example games
//! valgrind --tool=callgrind target/release/examples/games send-it random 400
//! valgrind --tool=callgrind target/release/examples/games send-it random 800
//! ```
//!
//! The difference between the two counts, divided by the difference in actions, is the number of instructions per action without
//! start-up. Settings follow the number of games: `games send-it random 400 turn.steps.0.max=3`. All builds that play the same
//! games print the same output.

use dropline::agents::{self, AgentError, AgentSpec, Event};
use dropline::rules::{Position, start};
use dropline::{chance, variant};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [spec, agent, games, sets @ ..] = arguments.as_slice() else {
        return Err("usage: games VARIANT AGENT GAMES [KEY=VALUE]...".to_owned());
    };
    let agent: AgentSpec = agent.parse().map_err(|wrong| format!("{wrong}"))?;
    let games: u64 = games.parse().map_err(|error| format!("{games}: {error}"))?;
    let loaded = variant::load(spec, sets).map_err(|wrong| wrong.render(false))?;
    let mut position = start(&loaded.variant);
    let (mut actions, mut turns, mut captures) = (0, 0, 0);
    for game in 0..games {
        position.reset();
        actions += u64::from(play(&mut *position, agent, game));
        turns += u64::from(position.turns());
        captures += position.captures().into_iter().map(u64::from).sum::<u64>();
    }
    println!("{games} games, {actions} actions, {turns} turns, {captures} stones captured");
    Ok(())
}

/// Plays a game to its end and returns its number of actions. Games of random agents are run as playouts.
fn play(position: &mut dyn Position, agent: AgentSpec, game: u64) -> u32 {
    let mut rng = chance::stream(1, &[0; 32], game);
    if agent == AgentSpec::Random {
        let policy = agents::playout_policy(position.variant());
        return position.playout(&mut rng, policy);
    }
    let (mut first, mut second, mut actions) = (agent.build(), agent.build(), 0);
    let played = agents::play_game(position, [&mut *first, &mut *second], &[], &mut rng, false, |event| {
        actions += u32::from(matches!(event, Event::Played(..)));
        Ok::<_, AgentError>(())
    });
    played.expect("agents of this program play to the end");
    actions
}
