//! Plays games action by action, as an environment for learning does, and prints how long an action takes: with a list of the legal
//! actions, from which one is drawn, and without.
//!
//! `cargo run --release --example steps GAME ACTIONS GAMES`: a game, how many actions, and how many games are played in turn.

use dropline::rules::{self, Action, ActionList, PlayoutPolicy, Position};
use dropline::{chance, variant};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "send-it".to_owned());
    let mut number = |default| arguments.next().map_or(Ok(default), |text| text.parse::<u32>());
    let (actions, games) = (number(1_000_000)?, number(64)?);
    let loaded = variant::load(&name, &[])?;
    let mut rng = chance::stream(1, &loaded.rules_hash, 1);
    let mut legal = ActionList::new();
    let mut listed = |position: &mut dyn Position| {
        position.legal_actions(&mut legal);
        let action = legal[chance::below(&mut rng, legal.len() as u32) as usize];
        position.play(action);
        action
    };
    let each = time(&loaded.variant, actions, games, &mut listed);
    println!("{each:.0} ns/action with a list of the legal ones");
    let mut drawn = |position: &mut dyn Position| position.play_random(&mut rng, PlayoutPolicy::Unrestricted);
    let each = time(&loaded.variant, actions, games, &mut drawn);
    println!("{each:.0} ns/action without");
    Ok(())
}

/// The time of an action, in nanoseconds, if `play` plays each.
fn time(
    variant: &variant::Variant,
    actions: u32,
    games: u32,
    play: &mut dyn FnMut(&mut dyn Position) -> Action,
) -> f64 {
    let mut positions: Vec<_> = (0..games).map(|_| rules::start(variant)).collect();
    let begin = Instant::now();
    for _ in 0..actions / games {
        for position in &mut positions {
            play(&mut **position);
            if position.outcome().is_some() {
                position.reset();
            }
        }
    }
    begin.elapsed().as_secs_f64() * 1e9 / f64::from(actions / games * games)
}
