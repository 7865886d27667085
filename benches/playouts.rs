//! Random playouts on one thread: of the shipped variants, and of others that are not, to see that no variant
//! has a path of its own.

use criterion::{Criterion, criterion_group, criterion_main};
use dropline::rules::{Position, start};
use dropline::{agents, variant};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;

/// A name for the benchmark, the variant, what is set in it.
const CASES: [(&str, &str, &[&str]); 14] = [
    ("send-it", "send-it", &[]),
    ("send-it, three drops", "send-it", &["turn.steps.0.max=3"]),
    ("send-it, two per group", "send-it", &["action.drop.place.new_per_group=2"]),
    ("send-it, side 5", "send-it", &["board.side=5"]),
    ("send-it, side 12", "send-it", &["board.side=12"]),
    ("send-it, rhombus 13", "send-it", &["board={shape=\"rhombus\",side=13}"]),
    ("send-it-square", "send-it-square", &[]),
    ("send-it-square-nopush", "send-it-square-nopush", &[]),
    ("send-it-square-nopush, queen", "send-it-square-nopush", &["action.drop.place.sight=queen"]),
    ("dispatch", "dispatch", &[]),
    ("dispatch, 19x19", "dispatch", &["board.width=19", "board.height=19"]),
    ("dispatch-chris", "dispatch-chris", &[]),
    ("hex-it", "hex-it", &[]),
    ("exxit", "exxit", &[]),
];

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playout");
    group.sample_size(20).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    for (name, spec, sets) in CASES {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let loaded = variant::load(spec, &sets).unwrap_or_else(|wrong| panic!("{}", wrong.render(false)));
        let mut position: Box<dyn Position> = start(&loaded.variant);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                position.reset();
                position.playout(&mut rng, agents::spared(&loaded.variant))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, playouts);
criterion_main!(benches);
