//! Plays a game action by action, as an environment for learning does, and prints how long an action takes.
//!
//! `cargo run --release --example steps send-it 2000000`

use dropline::rules::{self, ActionList, PlayoutPolicy};
use dropline::{chance, variant};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "send-it".to_owned());
    let actions: u32 = arguments.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let loaded = variant::load(&name, &[])?;
    let mut position = rules::start(&loaded.variant);
    let mut rng = chance::stream(1, &loaded.rules_hash, 1);
    let mut legal = ActionList::new();

    let begin = Instant::now();
    for _ in 0..actions {
        position.legal_actions(&mut legal);
        position.play(legal[chance::below(&mut rng, legal.len() as u32) as usize]);
        if position.outcome().is_some() {
            position.reset();
        }
    }
    let listed = begin.elapsed();

    position.reset();
    let begin = Instant::now();
    for _ in 0..actions {
        position.play_random(&mut rng, PlayoutPolicy::Unrestricted);
        if position.outcome().is_some() {
            position.reset();
        }
    }
    let drawn = begin.elapsed();

    let each = |time: std::time::Duration| time.as_secs_f64() * 1e9 / f64::from(actions);
    println!(
        "{:.0} ns/action with a list of the legal ones, {:.0} ns/action without",
        each(listed),
        each(drawn)
    );
    Ok(())
}
