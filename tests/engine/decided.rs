//! What the manual decides where the words for a rule alone leave it open.

use crate::hand_made::{drawn, shipped};
use crate::table::Table;
use dropline::rules::{IllegalReason, Player, Reason};
use dropline::variant::{Side, explain};

/// Go on a row of cells, without captures and komi, with further settings.
fn row(width: u8, sets: &[&str]) -> Table {
    let width = format!("board.width={width}");
    let sets = [&[width.as_str(), "board.height=1", "score.komi=0", "capture.rule=none"][..], sets].concat();
    Table::of(&shipped("go", &sets))
}

#[test]
fn a_player_who_can_only_swap_must_swap_if_a_stuck_player_ends_the_game() {
    let only_black = ["turn.swap=true", "turn.steps.0.min=1", "action.stone.place.by=first"];
    row(2, &[&only_black[..], &["end.stuck=end"]].concat())
        .play("a1")
        .allows_only("swap")
        .refuses("pass", IllegalReason::Compulsory)
        .play("swap")
        .ended_by(Reason::Stuck);
    row(2, &only_black).play("a1").allows_only("swap pass");
}

#[test]
fn a_swap_is_no_turn_for_simple_ko() {
    let take = [
        "turn.swap=true",
        "repetition.rule=simple-ko",
        "action.take.remove.stones=enemy",
        "turn.steps.0.actions=[\"stone\", \"take\"]",
    ];
    row(3, &take).play("a1").refuses("xa1", IllegalReason::Repetition).play("swap").allows_only("b1 c1 pass");
}

#[test]
fn a_swap_leaves_the_catch_up_turn_that_is_due() {
    let three = [
        "turn.swap=true",
        "turn.steps=[{ actions = [\"stone\"], max = 2 }]",
        "turn.catch_up.steps=[{ actions = [\"stone\"], min = 3 }]",
    ];
    row(6, &three).play("a1 b1 swap c1 d1").waits_for(Player::First, Side::Second, 2).allows_only("e1 f1");
}

#[test]
fn stones_fall_onto_stones_whatever_is_below_them() {
    let floating = shipped("connect-four", &["setup.black=[\"a2\"]"]);
    Table::of(&floating).allows_only("a1 a3 b1 c1 d1 e1 f1 g1");
    let words = explain(&floating).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("on an empty cell with no empty cell right below it."), "{words}");
}

#[test]
fn neutral_stones_neither_own_nor_share_an_area() {
    let setup = ["setup.black=[\"a1\"]", "setup.neutral=[\"c1\"]"];
    row(5, &setup).scores("2", "0");
    let words = explain(&shipped("go", &["setup.neutral=[\"c1\"]"]));
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Neutral stones count for nobody, and a region may touch them."), "{words}");
}

#[test]
fn a_stone_that_was_placed_in_the_turn_stays_new_when_it_moves() {
    let turn = [
        "action.stone.place.new_per_group=1",
        "action.shift.move.how=step",
        "turn.steps=[{ actions = [\"stone\"] }, { actions = [\"shift\"] }, { actions = [\"stone\"] }]",
    ];
    row(5, &turn).play("a1 a1-b1").refuses("c1", IllegalReason::NewPerGroup).allows_only("d1 e1");
    // The stone that was there before is not new.
    let before = [&turn[..], &["setup.black=[\"a1\"]"]].concat();
    row(6, &before).play("f1 a1-b1").allows("c1");
}

#[test]
fn the_stone_that_moved_last_sees_for_the_turn() {
    let sets = [
        "board.width=7",
        "board.height=1",
        "setup.white=[\"a1\", \"g1\"]",
        "setup.black=[\"d1\"]",
        "turn.steps=[{ actions = [\"walk\"], min = 2 }, { actions = [\"shoot\"] }]",
    ];
    Table::of(&shipped("amazons", &sets)).play("a1-b1 g1-f1").allows_only("e1 g1");
}

#[test]
fn a_side_without_a_stone_has_neither_eliminated_nor_united() {
    for goal in ["eliminate", "unite"] {
        let goal = format!("goal.all.{goal}.result=win");
        let block = "opening=[{ steps = [{ actions = [\"block\"] }] }]";
        let table = row(3, &[goal.as_str(), block, "action.block.place.neutral=true"]);
        table.play("a1").goes_on().play("b1").ended_by(Reason::Goal);
    }
}

#[test]
fn a_leap_never_ends_on_a_cell_that_touches_its_start_across_a_seam() {
    let leap = "turn.steps=[{ actions = [\"leap\"] }]";
    let on = |size: [&str; 2], white: &str| {
        let setup = ["board.wrap=columns", "setup.black=[\"b2\"]", white, leap];
        Table::of(&shipped("ataxx", &[&size[..], &setup].concat()))
    };
    on(["board.width=3", "board.height=4"], "setup.white=[\"c4\"]").allows_only("b2-a4 b2-b4");
    // Where two leaps lead to the same cell, they are one action.
    on(["board.width=4", "board.height=3"], "setup.white=[\"d3\"]").allows_only("b2-d1 b2-d2");
}

#[test]
fn of_two_ways_to_the_same_cell_the_shorter_counts() {
    // From a1 a stone jumps left over e1 to d1, and right over b1, c1 and so on past d1: only the shorter jump captures.
    let sets = [
        "board.width=6",
        "board.height=3",
        "board.wrap=columns",
        "setup.black=[\"a1\"]",
        "setup.white=[\"b1\", \"d1\", \"f1\"]",
        "turn.steps=[{ actions = [\"jump\"] }]",
        "opening=none",
    ];
    Table::of(&shipped("konane", &sets))
        .allows_only("a1-c1 a1-e1")
        .play("a1-e1")
        .shows("...... ...... .o.ox.");
}

#[test]
fn stones_that_are_turned_over_are_not_captured() {
    Table::of(&shipped("othello", &[])).play("d3").scores("4", "1").captured([0, 0]);
}

#[test]
fn a_compulsory_step_is_looked_through_only_while_it_is_impossible() {
    // The second step needs a stone of the enemy to take; the first may bring none, so the third is offered at once.
    let steps = [
        "action.take.remove.stones=enemy",
        "turn.steps=[{ actions = [\"stone\"], min = 0 }, { actions = [\"take\"] }, { actions = [\"stone\"], min = 0 }]",
        "repetition.rule=none",
    ];
    row(3, &steps).allows_only("a1 b1 c1 pass");
    let taken = [&steps[..], &["setup.white=[\"c1\"]"]].concat();
    row(3, &taken).allows_only("a1 b1 xc1").refuses("pass", IllegalReason::Compulsory);
}

#[test]
fn a_goal_that_the_start_has_reached_ends_the_game_as_if_the_last_action_had_reached_it() {
    let start = |drawing| Table::of(&drawn(shipped("tic-tac-toe", &[]), drawing));
    start("... ooo ...").ended_by(Reason::Goal).scores("0", "1");
    // Black is to move, so white acted last.
    start("xxx ooo ...").ended_by(Reason::Goal).scores("0", "1");
    start("xx. oo. ...").goes_on();
}
