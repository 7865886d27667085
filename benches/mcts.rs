//! Iterations of `mcts` per second from the start of some shipped games, two of them also on another board. Each benchmark chooses
//! one action with 200 iterations, starting from an empty tree.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dropline::agents::AgentSpec;
use dropline::rules::start;
use dropline::variant;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;

const ITERATIONS: u32 = 200;

/// The name of the benchmark, the variant, and its settings.
const CASES: [(&str, &str, &[&str]); 11] = [
    ("send-it", "send-it", &[]),
    ("send-it, side 5", "send-it", &["board.side=5"]),
    ("send-it-square", "send-it-square", &[]),
    ("send-it-square-nopush", "send-it-square-nopush", &[]),
    ("dispatch", "dispatch", &[]),
    ("dispatch-chris", "dispatch-chris", &[]),
    ("dropper", "dropper", &[]),
    ("hex-it", "hex-it", &[]),
    ("exxit", "exxit", &[]),
    ("go", "go", &[]),
    ("go, 13x13", "go", &["board.width=13", "board.height=13"]),
];

fn iterations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mcts");
    group.sample_size(10).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(300));
    group.throughput(Throughput::Elements(ITERATIONS.into()));
    let spec: AgentSpec = format!("mcts:{ITERATIONS}").parse().expect("an agent");
    for (name, game, sets) in CASES {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let loaded = variant::load(game, &sets).unwrap_or_else(|wrong| panic!("{}", wrong.render(false)));
        let (mut position, mut agent) = (start(&loaded.variant), spec.build());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                agent.new_game();
                agent.choose(&mut *position, &mut rng)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, iterations);
criterion_main!(benches);
