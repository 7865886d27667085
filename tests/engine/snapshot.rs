//! Snapshots of positions: a game restored from a snapshot continues like the original.

use crate::chance::{below, seeded};
use crate::hand_made::shipped;
use crate::table::{legal, scene};
use crate::{family, family_tiles};
use dropline::rules::{self, ActionList, PlayoutPolicy, Snapshot};
use dropline::variant::{End, Repetition, Variant};
use rand_xoshiro::Xoshiro256PlusPlus as Random;

/// Plays a random game, and alongside it one that is restored from a snapshot at the start of some turns.
fn compare_game(variant: &Variant, rng: &mut Random, number: u64) {
    // A snapshot does not contain the cap, and arrangements that must not repeat cannot be restored.
    let end = End { max_turns: u32::MAX, ..variant.end };
    let variant = Variant { end, repetition: Repetition::None, ..variant.clone() };
    let (mut game, mut restored) = (rules::start(&variant), rules::start(&variant));
    let (mut snapshot, mut again) = (Snapshot::default(), Snapshot::default());
    for action in 0..80 {
        game.snapshot(&mut snapshot);
        if game.outcome().is_none() && game.actions_in_turn() == 0 && below(rng, 3) == 0 {
            restored.restore(&snapshot);
        }
        restored.snapshot(&mut again);
        let tell = || format!("variant {number}, action {action}{}", scene(&*game));
        // The tile engine numbers cells as they come into use.
        snapshot.sites.sort_unstable();
        again.sites.sort_unstable();
        assert_eq!(again, snapshot, "{}", tell());
        assert_eq!(restored.verify(), Ok(()), "{}", tell());
        assert_eq!(legal(&*restored), legal(&*game), "{}", tell());
        assert_eq!((restored.outcome(), restored.score()), (game.outcome(), game.score()), "{}", tell());
        assert_eq!((restored.to_move(), restored.margin()), (game.to_move(), game.margin()), "{}", tell());
        if game.outcome().is_some() {
            return;
        }
        let chosen = game.random_action(rng, PlayoutPolicy::Unrestricted);
        game.play(chosen);
        restored.play(chosen);
    }
}

#[test]
fn a_game_restored_from_a_snapshot_continues_like_the_original() {
    for number in 0..200 {
        compare_game(&family::small(number), &mut seeded(number), number);
    }
    for number in 0..12 {
        compare_game(&family::large(number), &mut seeded(number), number);
    }
}

#[test]
fn connections_are_found_in_games_that_continue_from_a_snapshot() {
    let boards: [(&str, &[&str]); 4] = [
        ("hex", &["board.side=4"]),
        ("y", &["board.side=4"]),
        ("havannah", &["board.side=3"]),
        ("gonnect", &[]),
    ];
    for (name, sets) in boards {
        for number in 0..20 {
            compare_game(&shipped(name, sets), &mut seeded(number), number);
        }
    }
}

#[test]
fn a_game_of_tiles_restored_from_a_snapshot_continues_like_the_original() {
    for number in 0..150 {
        compare_game(&family_tiles::any(number), &mut seeded(number), number);
    }
    for number in 0..6 {
        compare_game(&family_tiles::of_many_tiles(number), &mut seeded(number), number);
    }
}

/// The snapshot after these actions of a game of Go on 3x3.
fn after(actions: &str, repetition: &str) -> Snapshot {
    let rule = format!("repetition.rule={repetition}");
    let mut game = rules::start(&shipped("go", &["board.width=3", "board.height=3", &rule]));
    for action in actions.split_whitespace() {
        game.play(action.parse().expect("an action"));
    }
    let mut snapshot = Snapshot::default();
    game.snapshot(&mut snapshot);
    snapshot
}

#[test]
fn arrangements_that_must_not_repeat_are_part_of_a_snapshot() {
    let same = |one, other, repetition| after(one, repetition) == after(other, repetition);
    assert!(!same("a1 c3 b2", "b2 c3 a1", "positional-superko"), "the earlier arrangements differ");
    assert!(same("a1 c3 b2", "b2 c3 a1", "none"), "the same stones");
    let history = |actions| after(actions, "positional-superko").history;
    assert_eq!(history("a1 pass"), history("a1"), "a passed turn adds no arrangement");
    assert_ne!(history("a1 c3"), history("a1"));
    assert_eq!(after("a1", "none").history, 0);
}

#[test]
fn captured_stones_are_part_of_a_snapshot_if_a_goal_counts_them() {
    let captured = |name: &str, sets: &[&str]| {
        let small = ["board.width=3", "board.height=3"];
        let mut game = rules::start(&shipped(name, &[&small[..], sets].concat()));
        for action in ["a2", "a1", "b1"] {
            game.play(action.parse().expect("an action"));
        }
        let mut snapshot = Snapshot::default();
        game.snapshot(&mut snapshot);
        assert_eq!(game.captures(), [1, 0], "black has captured a1");
        snapshot.captured
    };
    assert_eq!(captured("atari-go", &["goal.capture.capture.stones=2"]), [1, 0]);
    assert_eq!(captured("go", &[]), [0, 0], "no rule counts captured stones");
}

#[test]
fn the_stone_that_moved_is_part_of_a_snapshot_if_it_must_see_the_next_cell() {
    let sets = ["board.width=5", "board.height=5", "setup.white=[\"a1\", \"c1\"]", "setup.black=[\"e5\"]"];
    let after = |name: &str, actions: [&str; 5]| {
        let mut game = rules::start(&shipped(name, &sets));
        for action in actions {
            game.play(action.parse().expect("an action"));
        }
        let mut snapshot = Snapshot::default();
        game.snapshot(&mut snapshot);
        let mut legal = ActionList::new();
        game.legal_actions(&mut legal);
        (snapshot, legal)
    };
    // The same stones stand on the board, but another one shoots.
    let [one, other] = [["c1-c2", "b3", "e5-e4", "e5", "a1-b1"], ["a1-b1", "b3", "e5-e4", "e5", "c1-c2"]]
        .map(|actions| after("amazons", actions));
    assert_ne!(one.1, other.1);
    assert_ne!(one.0, other.0);
    let whole = |(snapshot, _): (Snapshot, _)| snapshot.cells.iter().all(|code| code & Snapshot::MOVED == 0);
    assert!(!whole(one) && !whole(other));
}

#[test]
fn after_a_restore_only_the_restored_arrangement_must_not_repeat() {
    let go = shipped("go", &["board.width=3", "board.height=3"]);
    let (mut game, mut snapshot) = (rules::start(&go), Snapshot::default());
    for action in ["a2", "a1", "b1"] {
        game.play(action.parse().expect("an action"));
    }
    game.snapshot(&mut snapshot);
    // It does not matter what was on the board before.
    let restored = [rules::start(&go), game].map(|mut game| {
        game.restore(&snapshot);
        assert_eq!(game.verify(), Ok(()));
        let mut again = Snapshot::default();
        game.snapshot(&mut again);
        again
    });
    assert_eq!(restored[0], restored[1]);
}

#[test]
fn neutral_stones_are_those_of_the_restored_position() {
    let mut games = [0, 3, 6].map(|turns| {
        let mut game = rules::start(&shipped("amazons", &[]));
        while game.turns() < turns {
            game.play_random(&mut seeded(u64::from(turns)), PlayoutPolicy::Unrestricted);
        }
        game
    });
    let snapshots = games.each_ref().map(|game| {
        let mut snapshot = Snapshot::default();
        game.snapshot(&mut snapshot);
        snapshot
    });
    for game in &mut games {
        for snapshot in &snapshots {
            game.restore(snapshot);
            let mut again = Snapshot::default();
            game.snapshot(&mut again);
            assert_eq!((&again, game.verify()), (snapshot, Ok(())));
        }
    }
}

#[test]
fn all_goals_know_the_stones_of_a_restored_position() {
    let goals = ["goal.four=none", "goal.five.group.size=2", "goal.bridge.connect.corners=2"];
    let variant =
        shipped("manalath", &[&goals[..], &["board.side=2", "end.goals=['five', 'bridge']"]].concat());
    let (mut game, mut restored) = (rules::start(&variant), rules::start(&variant));
    let play =
        |game: &mut Box<dyn rules::Position>, action: &str| game.play(action.parse().expect("an action"));
    // White makes a group of two black stones, which would count for black after an action of black's own.
    play(&mut game, "a2");
    play(&mut game, "e:b2");
    let mut snapshot = Snapshot::default();
    game.snapshot(&mut snapshot);
    restored.restore(&snapshot);
    for game in [&mut game, &mut restored] {
        play(game, "c2");
        assert_eq!(game.outcome().and_then(|outcome| outcome.decided), Some(rules::Winner::First));
    }
}
