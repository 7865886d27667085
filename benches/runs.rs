//! The costs around the games: starting the program, writing a run, using a second thread.
//!
//! A run is timed from the start of the program to the finished report. The cost of records is the difference from a run without
//! them. The cost of all files and the report is the difference between a run with records and the same games played, measured
//! and recorded without writing anything. A separate thread writes the files while another plays: if a core is free for it,
//! wall-clock times show less of its work than instruction counts do.

use criterion::{Criterion, criterion_group, criterion_main};
use dropline::agents::AgentSpec;
use dropline::contestant::Contestant;
use dropline::simulate::{Replayer, Simulation};
use dropline::variant;
use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

/// Games of a run.
const GAMES: u64 = 20_000;

/// Runs the program, which `cargo build --release` has built, with these arguments and discards its output.
fn dropline(arguments: &[&str]) {
    let bench = std::env::current_exe().expect("a path");
    let program = bench.ancestors().nth(2).expect("the folder of the build").join("dropline");
    let output = Command::new(program).args(arguments).output();
    let output = output.expect("the program should start");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn start_up(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("start-up");
    group.sample_size(40).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    for (name, arguments) in [("variants", &["variants"][..]), ("check send-it", &["check", "send-it"])] {
        group.bench_function(name, |bencher| bencher.iter(|| dropline(arguments)));
    }
    group.finish();
}

fn runs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("{GAMES} random games of send-it"));
    group.sample_size(10).measurement_time(Duration::from_secs(20)).warm_up_time(Duration::from_secs(1));
    let loaded = variant::load("send-it", &[]).unwrap_or_else(|wrong| panic!("{}", wrong.render(false)));
    let agents = [const { Contestant::Agent(AgentSpec::Random) }; 2];
    let simulation = Simulation::new(&loaded, &agents, 1, GAMES);
    group.bench_function("one thread, nothing written", |bencher| {
        bencher.iter(|| {
            let mut games = Replayer::new(&simulation);
            for game in 1..=GAMES {
                black_box(games.play(game));
            }
        });
    });
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().to_str().expect("a UTF-8 path");
    let games = GAMES.to_string();
    let run = ["simulate", "send-it", "--games", &games, "--seed", "1", "--quiet", "--force", "--out", out];
    for (name, more) in [
        ("one thread", &["--threads", "1"][..]),
        ("one thread, with records", &["--threads", "1", "--records"]),
        ("two threads", &["--threads", "2"]),
    ] {
        group.bench_function(name, |bencher| bencher.iter(|| dropline(&[&run[..], more].concat())));
    }
    group.finish();
}

criterion_group!(benches, start_up, runs);
criterion_main!(benches);
