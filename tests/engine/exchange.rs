//! Stones that change places.

use crate::hand_made::shipped;
use crate::table::Table;
use dropline::rules::{IllegalReason, Reason};

/// Stones that are placed or exchanged as `exchange` says, on 4 by 3 squares without a goal.
fn table(exchange: &str, sets: &[&str]) -> Table {
    let exchange = format!("action.trade={{ exchange = {{ {exchange} }} }}");
    let board = ["board.width=4", "board.height=3", "goal.row=none", "score.method=stones", &exchange];
    let steps = ["turn.steps=[{ actions = ['place', 'trade'] }]"];
    Table::of(&shipped("gomoku", &[&board[..], &steps, sets].concat()))
}

const STONES: [&str; 2] = ["setup.black=['a1', 'b2']", "setup.white=['b1', 'c3']"];

#[test]
fn a_stone_changes_places_with_an_enemy_stone_beside_it() {
    table("near = 'adjacent'", &STONES)
        .allows("a1=b1 b2=b1 a2")
        .refuses("b1=a1 a2=b2", IllegalReason::NoOwnStone)
        .refuses("b2=c3 a1=a2 a1=c3", IllegalReason::WrongExchange)
        .play("a1=b1")
        .shows("..o. .x.. ox..")
        .captured([0, 0])
        // The same cells, named from the other player's stone.
        .allows("a1=b1");
    table("near = 'touching'", &STONES).play("b2=c3").shows("..x. .o.. xo..");
}

#[test]
fn a_stone_changes_places_with_a_neutral_stone() {
    let neutral = [&STONES[..], &["setup.neutral=['a2']"]].concat();
    table("near = 'adjacent', with = 'neutral'", &neutral)
        .refuses("a1=b1", IllegalReason::WrongExchange)
        .play("a1=a2")
        .shows("..o. xx.. .o..")
        .refuses("a1", IllegalReason::Occupied);
}

#[test]
fn only_some_stones_can_be_exchanged() {
    table("near = 'adjacent', where = { 'own touching' = 0 }", &STONES)
        .refuses("a1=b1", IllegalReason::Where)
        .play("a3");
    table("near = 'adjacent', on = ['not edge']", &STONES)
        .allows("b2=b1")
        .refuses("a1=b1", IllegalReason::NotOn);
}

#[test]
fn both_stones_may_join_groups_and_lose_liberties() {
    // White on a1 would have no liberty left: black has a2, and b1.
    let sets = ["capture.rule=liberties", "setup.black=['a1', 'a2']", "setup.white=['b1']"];
    table("near = 'adjacent'", &sets).play("a1=b1").shows(".... x... .x..").captured([1, 0]);
    let superko = [&STONES[..], &["repetition.rule=positional-superko"]].concat();
    table("near = 'adjacent'", &superko).play("a1=b1").refuses("a1=b1", IllegalReason::Repetition);
}

#[test]
fn an_exchange_may_reach_a_goal_of_either_side() {
    let sets = ["setup.black=['a1', 'b1', 'c2']", "setup.white=['c1', 'c3', 'd2']"];
    let goal = ["goal.three.line.length=3", "end.goals=['three']"];
    table("near = 'adjacent'", &[&sets[..], &goal].concat()).play("c2=c1").ended_by(Reason::Goal);
}
