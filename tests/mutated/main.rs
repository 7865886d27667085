//! Thousands of malformed variant files and records: valid ones with changed bytes, words, keys and values, and with parts of one
//! inserted into another. Each must be processed quickly and without a panic, and give a result or printable errors. A small
//! part runs with every test; `cargo test --release --test mutated -- --ignored --nocapture` tries a million.

mod mutate;
mod records;
mod variants;

use mutate::Mutator;
use std::time::{Duration, Instant};

/// A time limit that no input reaches, even on a busy machine.
const SOON: Duration = Duration::from_secs(5);

/// Tries `many` inputs of a kind, numbered from `first`; `one` generates and processes one input.
fn try_all(what: &str, first: u64, many: u64, mut one: impl FnMut(&mut Mutator) -> bool) {
    let (start, mut slowest, mut right) = (Instant::now(), Duration::ZERO, 0_u64);
    for number in first..first + many {
        let began = Instant::now();
        right += u64::from(one(&mut Mutator::new(number)));
        let took = began.elapsed();
        assert!(took < SOON, "{what} number {number} takes {took:?}");
        slowest = slowest.max(took);
    }
    let (took, slowest) = (start.elapsed().as_secs_f64(), slowest.as_secs_f64() * 1e3);
    println!("{many} {what}, of which {right} are valid, in {took:.1} s, the slowest in {slowest:.1} ms");
    // Otherwise every change would be rejected by the first check, and nothing after it would be tested.
    assert!(right > many / 200 && right < many, "{right} of {many} {what} are valid");
}

#[test]
fn a_thousand_mutated_variant_files_are_loaded_or_rejected() {
    try_all("variant files", 0, 1000, variants::exercise);
}

#[test]
fn a_thousand_mutated_records_are_replayed_or_rejected() {
    let mut games = records::Games::new();
    try_all("records", 0, 1000, |mutator| games.exercise(mutator));
}

#[test]
#[ignore = "takes minutes"]
fn half_a_million_mutated_variant_files_are_loaded_or_rejected() {
    try_all("variant files", 1000, 500_000, variants::exercise);
}

#[test]
#[ignore = "takes minutes"]
fn half_a_million_mutated_records_are_replayed_or_rejected() {
    let mut games = records::Games::new();
    try_all("records", 1000, 500_000, |mutator| games.exercise(mutator));
}
