//! Counts of action sequences from the start of a game.
//!
//! The counts for the openings of Send It were computed by hand (19, 19·18, and so on). The slow engine computed those of the tests
//! that say so in their names.

use crate::hand_made::{dispatch, drawn, go, hexagon, send_it, send_it_with_push, squares};
use crate::oracle::oracle;
use dropline::rules::{self, Position};
use dropline::variant::{Variant, load};

/// The number of sequences of `depth` actions; games that end earlier do not count.
pub fn perft(position: &dyn Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_legal().into();
    }
    let mut legal = vec![];
    position.legal_actions(&mut legal);
    let mut next = position.boxed_clone();
    let mut count = 0;
    for action in legal {
        next.assign(position);
        next.play(action);
        count += perft(next.as_ref(), depth - 1);
    }
    count
}

/// Checks the counts for the depths from 1; the slow engine computes only those that do not take long.
fn counts(variant: &Variant, expected: &[u64]) {
    let engines = [rules::start(variant), rules::start_on_large_grid(variant), oracle(variant)];
    for (name, engine) in ["fast", "on the large grid", "slow"].into_iter().zip(&engines) {
        let in_reach = expected.iter().filter(|&&count| name != "slow" || count < 20_000);
        for (depth, &expected) in (1..).zip(in_reach) {
            assert_eq!(perft(engine.as_ref(), depth), expected, "{name}, depth {depth}");
        }
    }
}

#[test]
fn the_openings_of_send_it_have_the_counts_computed_by_hand() {
    counts(&send_it(hexagon(3)), &[19, 342, 5814, 93024]);
}

#[test]
fn go_on_nine_cells_has_known_counts() {
    counts(&go(squares(3, 3)), &[10, 91, 738]);
}

#[test]
fn a_capture_in_the_opening_leaves_one_more_cell() {
    // Computed by hand: 9·8·7·6, and one more for each of the 8 ways to capture in a corner with two stones.
    counts(&send_it(squares(3, 3)), &[9, 72, 504, 9 * 8 * 7 * 6 + 8]);
}

#[test]
fn go_has_the_counts_of_the_slow_engine() {
    counts(&go(squares(3, 3)), &[10, 91, 738, 5281, 33384]);
    counts(&go(squares(2, 2)), &[5, 21, 68, 156, 316, 604, 1088, 2184]);
    counts(&go(squares(5, 1)), &[6, 29, 112, 333, 826, 1840, 3792]);
}

#[test]
fn send_it_has_the_counts_of_the_slow_engine() {
    counts(&send_it(hexagon(2)), &[7, 42, 210, 840, 2352, 5088, 7128, 12312]);
    counts(&send_it(squares(3, 3)), &[9, 72, 504, 3032, 9416, 26496]);
}

#[test]
fn send_it_with_the_push_has_the_counts_of_the_slow_engine() {
    counts(&send_it_with_push(squares(3, 3)), &[9, 72, 504, 3032, 10088, 28848]);
    counts(&send_it_with_push(squares(3, 2)), &[6, 30, 120, 368, 704, 1724, 1692, 2700, 4836]);
}

#[test]
fn hex_it_and_exxit_have_known_counts() {
    let shipped = |name| load(name, &[]).expect("a valid variant").variant;
    counts(&shipped("hex-it"), &[4, 12, 14, 34, 42, 110]);
    counts(&shipped("exxit"), &[4, 12, 14, 34, 42, 110, 252, 324, 820]);
}

/// The start of a game of `variant` from a drawing.
fn from_the_start(variant: Variant, drawing: &str) -> Variant {
    let mut variant = drawn(variant, drawing);
    variant.setup.turns = 0;
    variant
}

#[test]
fn dispatch_on_five_by_five_has_known_counts() {
    let game = from_the_start(dispatch(squares(5, 5)), "..... .o.x. ..... .x.o. .....");
    counts(&game, &[29, 2887, 161_478]);
}
