//! Stones that are turned over, which gives them another owner.

use crate::games::{after, start};
use crate::hand_made::shipped;
use crate::table::{Table, WHERE};
use dropline::rules::{IllegalReason, Reason, Winner};

/// Stones that are placed or turned over as `flip` says, on 4 by 3 squares without a goal.
fn table(flip: &str, sets: &[&str]) -> Table {
    let flip = format!("action.turn={{ flip = {{ {flip} }} }}");
    let board = ["board.width=4", "board.height=3", "goal.row=none", "score.method=stones", &flip];
    let steps = ["turn.steps=[{ actions = ['place', 'turn'] }]"];
    Table::of(&shipped("gomoku", &[&board[..], &steps, sets].concat()))
}

const STONES: [&str; 2] = ["setup.black=['a1', 'b2']", "setup.white=['b1', 'c2', 'd3']"];

#[test]
fn an_enemy_stone_that_is_turned_over_is_the_players_own_and_is_not_captured() {
    table("", &STONES)
        .allows("f:b1 f:c2 f:d3 a2")
        .refuses("f:a1 f:a3", IllegalReason::NotFlippable)
        .play("f:b1")
        .shows("...o .xo. xx..")
        .captured([0, 0])
        .allows("f:a1 f:b1 f:b2");
}

#[test]
fn a_condition_is_read_on_the_stone_before_it_is_turned_over() {
    table("where = { 'own adjacent' = '2..' }", &STONES).allows("f:b1").refuses("f:c2 f:d3", WHERE);
    table("on = ['not edge'], stones = 'own', becomes = 'enemy'", &STONES)
        .refuses("f:a1", IllegalReason::NotOn)
        .refuses("f:c2", IllegalReason::NotFlippable)
        .play("f:b2")
        .shows("...o .oo. xo..");
}

#[test]
fn a_neutral_stone_is_no_ones_until_it_is_turned_over() {
    let neutral = table("stones = 'neutral'", &[&STONES[..], &["setup.neutral=['a3']"]].concat());
    neutral.refuses("f:b1", IllegalReason::NotFlippable).play("f:a3").shows("x..o .xo. xo..");
    table("becomes = 'neutral'", &STONES)
        .play("f:b1")
        .shows("...o .xo. x...")
        .refuses("b1", IllegalReason::Occupied);
}

#[test]
fn a_stone_is_turned_over_at_most_once_in_a_turn() {
    let sets = [
        "action.back={ flip = { stones = 'own', becomes = 'enemy' } }",
        "turn.steps=[{ actions = ['back', 'turn'], min = 2 }]",
    ];
    table("", &[&STONES[..], &sets].concat())
        .play("f:b1")
        .refuses("f:b1", IllegalReason::Turned)
        .allows_only("f:a1 f:b2 f:c2 f:d3")
        .play("f:a1")
        .shows("...o .xo. ox..")
        .allows_only("f:a1 f:b1 f:b2 f:c2 f:d3");
}

#[test]
fn a_stone_that_is_turned_over_takes_liberties_and_joins_groups() {
    let sets = ["capture.rule=liberties", "setup.black=['a2']", "setup.white=['a1', 'b1']"];
    table("", &sets).play("f:b1").shows(".... x... .x..").captured([1, 0]);
    let inside = ["capture.rule=liberties", "setup.black=['d3']", "setup.white=['a1', 'b1', 'b2', 'c1']"];
    // As a black stone, b1 would be alone among white ones.
    table("", &inside).refuses("f:b1", IllegalReason::Suicide);
}

#[test]
fn a_stone_that_is_turned_over_captures_in_a_row() {
    let sets = ["capture.rule=custodial", "setup.black=['a1']", "setup.white=['b1', 'c1']"];
    table("", &sets).play("f:c1").shows(".... .... x.x.").captured([1, 0]);
}

#[test]
fn turning_a_stone_back_may_restore_an_arrangement() {
    let superko = [&STONES[..], &["repetition.rule=positional-superko"]].concat();
    table("", &superko).play("f:b1").refuses("f:b1", IllegalReason::Repetition).allows("f:a1");
}

#[test]
fn turning_stones_over_reaches_goals() {
    let stones = ["setup.black=['a1', 'a2', 'd1']", "setup.white=['a3', 'c1']"];
    let line = [&stones[..], &["goal.three.line.length=3", "end.goals=['three']"]].concat();
    table("", &line).play("f:c1 b1").goes_on().play("f:a3").ended_by(Reason::Goal);
    let last = ["goal.all.eliminate={}", "setup.black=['a1']", "setup.white=['d3']", "end.goals=['all']"];
    table("", &last).play("f:d3").ended_by(Reason::Goal);
}

const NEX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/nex.toml");

#[test]
fn a_turn_of_nex_gives_a_stone_away_for_two_neutral_ones() {
    let side = ["board.side=3", "turn.swap=false"];
    let check = |actions: &str, tried: &str| {
        let position = after(NEX, &side, actions);
        position.check(tried.parse().expect("an action")).err().map(|illegal| illegal.why)
    };
    let is_where = |why: Option<IllegalReason>| why.is_some_and(|why| why.is_same_rule(WHERE));
    assert_eq!(check("a1 c3", "f:b1"), Some(IllegalReason::NotFlippable), "white has no stone yet");
    assert_eq!(check("a1 c3 b2", "pass"), Some(IllegalReason::Compulsory), "a neutral stone follows");
    let given = "a1 c3 b2 a3 f:a1";
    assert_eq!(check(given, "f:a1"), Some(IllegalReason::Turned));
    assert_eq!(check(given, "c2"), Some(IllegalReason::Kind));
    let later = format!("{given} f:c3 f:a3");
    assert!(is_where(check(&later, "f:b2")), "a1 is the only neutral stone");
    let last = format!("{later} b1 c1 f:a3 f:c1 f:a1 a2 b3");
    // One cell is empty, and two stones are neutral: black cannot place a stone.
    assert!(is_where(check(&last, "c2")));
    // Then one is, and white places a stone alone: a2, b2 and c2 connect its sides.
    let end = after(NEX, &side, &format!("{last} f:c3 f:b3 f:a3 c2"));
    assert_eq!(end.winner(), Winner::Second);
}

#[test]
fn a_stone_of_morphos_is_weak_between_three_enemies_or_in_a_hook() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/morphos.toml");
    let board = ["board.width=4", "board.height=4"];
    let weak = |black: &str| {
        let black = format!("setup.black={black}");
        let position = start(file, &[&board[..], &[&black, "setup.white=['c2']"]].concat());
        position.check("f:c2".parse().expect("an action")).is_ok()
    };
    assert!(weak("['b2', 'c1', 'c3']"));
    assert!(!weak("['b2', 'c1']"));
    // b2 and c1 are beside it; the hook goes on at b3 and d1, or, mirrored, nowhere else.
    assert!(weak("['b2', 'c1', 'b3', 'd1']"));
    assert!(!weak("['b2', 'c1', 'b1', 'd1']"));
    assert!(weak("['d2', 'c1', 'd3', 'b1']"));
    assert!(!weak("['b2', 'd2', 'b3', 'd1']"));
    let end = after(file, &[&board[..], &["turn.swap=false"]].concat(), "a2 b2 b3 d4 c2 d3 f:b2 d2 b1 a1 b4");
    assert_eq!(end.winner(), Winner::First, "b1, b2, b3 and b4, of which white had placed b2");
}
