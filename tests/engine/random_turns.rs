//! Random turns that also count the legal actions before each action, compared with single random actions.

use crate::chance::seeded;
use crate::conformance::variants;
use crate::family_mixtures;
use crate::hand_made::{hexagon, send_it, send_it_with_push, squares};
use crate::slow::Slow;
use crate::table::scene;
use dropline::board::Shape;
use dropline::rules::{self, PlayoutPolicy, Position, Trace};
use dropline::variant::{Capture, Repetition, Suicide, Variant};

/// Plays a game of `variant` by turns and by single actions, and compares actions and counts. Margins are computed in between,
/// because the engine reuses what it found while computing them.
fn turns_equal_single_actions(variant: &Variant, seed: u64, policy: PlayoutPolicy, turns: u32) {
    positions_play_equal_turns([rules::start(variant), rules::start(variant)], seed, policy, turns);
}

/// Plays a game by turns from the second of two equal positions, and by single actions from the first.
fn positions_play_equal_turns(
    [mut one_by_one, mut by_turns]: [Box<dyn Position>; 2],
    seed: u64,
    policy: PlayoutPolicy,
    turns: u32,
) {
    let (mut rngs, mut trace) = ([seeded(seed), seeded(seed)], Trace::default());
    for turn in 0..turns {
        if by_turns.outcome().is_some() {
            break;
        }
        by_turns.play_random_turn(&mut rngs[1], policy, &mut trace);
        trace.end_turn();
        if turn % 3 > 0 {
            let _ = by_turns.margin();
        }
        assert_eq!(by_turns.verify(), Ok(()), "{}", scene(&*by_turns));
    }
    for (action, &legal) in trace.actions().iter().zip(trace.legal()) {
        assert_eq!(one_by_one.count_legal(), legal, "{}", scene(&*one_by_one));
        assert_eq!(one_by_one.play_random(&mut rngs[0], policy), *action, "{}", scene(&*one_by_one));
    }
    assert_eq!(one_by_one.turns() - one_by_one.variant().setup.turns, trace.turn_count() as u32);
    assert_eq!(one_by_one.outcome(), by_turns.outcome());
}

#[test]
fn a_random_turn_equals_single_random_actions_with_their_legal_counts() {
    let mixtures = (0..200).map(family_mixtures::any);
    for (seed, variant) in (0..).zip(variants().into_iter().chain(mixtures)) {
        for policy in [PlayoutPolicy::Unrestricted, PlayoutPolicy::AvoidOwnEyes] {
            turns_equal_single_actions(&variant, seed, policy, 40);
        }
    }
}

#[test]
fn an_engine_without_turns_of_its_own_plays_them_action_by_action() {
    for (seed, variant) in (0..).zip((0..20).map(family_mixtures::any)) {
        let start = || -> Box<dyn Position> { Box::new(Slow::start(&variant)) };
        positions_play_equal_turns([start(), start()], seed, PlayoutPolicy::Unrestricted, 5);
    }
}

/// Send It on `shape` and close relatives, most of which place stones by the same rule.
fn relatives(shape: Shape) -> Vec<Variant> {
    let base = send_it(shape);
    let with_capture = |capture| Variant { capture, ..base.clone() };
    vec![
        with_capture(Capture::None),
        with_capture(Capture::Forbidden),
        with_capture(Capture::Liberties(Suicide::Allowed)),
        Variant { repetition: Repetition::PositionalSuperko, ..base.clone() },
        Variant { repetition: Repetition::SimpleKo, ..base.clone() },
        Variant { swap: true, ..base.clone() },
        base,
    ]
}

#[test]
fn whole_games_of_send_it_and_its_relatives_have_the_same_legal_counts_when_played_by_turns() {
    let boards = [hexagon(3), hexagon(5), squares(5, 6), squares(9, 9)];
    let games = boards.into_iter().flat_map(relatives).chain([send_it_with_push(squares(7, 7))]);
    for (seed, variant) in (0..).zip(games) {
        for again in 0..4 {
            turns_equal_single_actions(&variant, 100 * seed + again, PlayoutPolicy::Unrestricted, 200);
        }
    }
}
