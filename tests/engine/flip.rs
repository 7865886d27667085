//! Stones that are turned over, which gives them another owner.

use crate::hand_made::shipped;
use crate::table::Table;
use dropline::rules::{IllegalReason, Reason};

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
    table("where = { 'own adjacent' = '2..' }", &STONES)
        .allows("f:b1")
        .refuses("f:c2 f:d3", IllegalReason::Where);
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
