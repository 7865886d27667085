//! Random playouts and greedy games on one thread, of the shipped variants and of others, to check that no variant has a special
//! code path.
//!
//! The throughput of a benchmark is the average number of actions in a playout, so that variants can be compared by actions per
//! second. Times depend on the load of the machine; `examples/games.rs` shows how to count instructions.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dropline::agents::{self, AgentError, AgentSpec};
use dropline::chance;
use dropline::rules::{Position, start};
use dropline::variant::{self, Variant};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;

/// The name of the benchmark, the variant, and its settings.
const CASES: [(&str, &str, &[&str]); 35] = [
    ("send-it", "send-it", &[]),
    ("send-it, three drops", "send-it", &["turn.steps.0.max=3"]),
    ("send-it, two per group", "send-it", &["action.drop.place.new_per_group=2"]),
    ("send-it, side 5", "send-it", &["board.side=5"]),
    ("send-it, side 12", "send-it", &["board.side=12"]),
    ("send-it, rhombus 13", "send-it", &["board={shape=\"rhombus\",side=13}"]),
    ("send-it, triangle 20", "send-it", &["board={shape=\"triangle\",side=20}"]),
    ("send-it-square", "send-it-square", &[]),
    ("send-it-square, three drops", "send-it-square", &["turn.steps.0.max=3"]),
    ("send-it-square, 11x11", "send-it-square", &["board.width=11", "board.height=11"]),
    ("send-it-square-nopush", "send-it-square-nopush", &[]),
    ("send-it-square-nopush, queen", "send-it-square-nopush", &["action.drop.place.sight=queen"]),
    ("dropper", "dropper", &[]),
    ("dropper, 10x10", "dropper", &["board.width=10", "board.height=10"]),
    ("go", "go", &[]),
    ("go, 13x13", "go", &["board.width=13", "board.height=13"]),
    ("go, 19x19", "go", &["board.width=19", "board.height=19"]),
    ("dispatch", "dispatch", &[]),
    ("dispatch, 19x19", "dispatch", &["board.width=19", "board.height=19"]),
    ("dispatch-chris", "dispatch-chris", &[]),
    ("hex-it", "hex-it", &[]),
    ("exxit", "exxit", &[]),
    ("exxit, 60 tiles", "exxit", &["end.tiles=60"]),
    ("tic-tac-toe", "tic-tac-toe", &[]),
    ("connect-four", "connect-four", &[]),
    ("gomoku", "gomoku", &[]),
    ("hex", "hex", &[]),
    ("havannah", "havannah", &[]),
    ("gonnect", "gonnect", &[]),
    ("othello", "othello", &[]),
    ("ataxx", "ataxx", &[]),
    ("breakthrough", "breakthrough", &[]),
    ("lines-of-action", "lines-of-action", &[]),
    ("amazons", "amazons", &[]),
    ("domineering", "domineering", &[]),
];

/// The variants that greedy plays in the benchmark.
const GREEDY: [&str; 8] =
    ["send-it", "send-it-square", "send-it-square-nopush", "dropper", "go", "hex-it", "exxit", "dispatch"];

fn load(spec: &str, sets: &[&str]) -> Variant {
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    variant::load(spec, &sets).unwrap_or_else(|wrong| panic!("{}", wrong.render(false))).variant
}

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playout");
    group.sample_size(20).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    for (name, spec, sets) in CASES {
        let variant = load(spec, sets);
        let mut position: Box<dyn Position> = start(&variant);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        group.throughput(Throughput::Elements(actions_of(&mut *position, &variant)));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                position.reset();
                position.playout(&mut rng, agents::playout_policy(&variant))
            });
        });
    }
    group.finish();
}

/// The mean number of actions of a playout, rounded.
fn actions_of(position: &mut dyn Position, variant: &Variant) -> u64 {
    const PLAYOUTS: u64 = 1000;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut actions = 0;
    for _ in 0..PLAYOUTS {
        position.reset();
        actions += u64::from(position.playout(&mut rng, agents::playout_policy(variant)));
    }
    (actions + PLAYOUTS / 2) / PLAYOUTS
}

fn greedy_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("greedy game");
    group.sample_size(10).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    for spec in GREEDY {
        let mut position = start(&load(spec, &[]));
        let (mut first, mut second) = (AgentSpec::Greedy.build(), AgentSpec::Greedy.build());
        let mut games = 0..;
        group.bench_function(spec, |bencher| {
            bencher.iter(|| {
                let mut rng = chance::stream(1, &[0; 32], games.next().unwrap_or(0));
                position.reset();
                agents::play_game(&mut *position, [&mut *first, &mut *second], &[], &mut rng, false, |_| {
                    Ok::<_, AgentError>(())
                })
            });
        });
    }
    group.finish();
}

criterion_group!(benches, playouts, greedy_games);
criterion_main!(benches);
