//! The rules of Dispatch, sentence by sentence: the published ones, and those of Chris.

use crate::hand_made::{dispatch, dispatch_by_chris, drawn, place_shape, seen, squares, step, turn};
use crate::table::Table;
use dropline::rules::{IllegalReason, Player, Reason};
use dropline::variant::{Capture, Shapes, Side, Suicide, Variant};

/// The start of a game from the drawn position, before any turn.
pub fn start(variant: Variant, drawing: &str) -> Table {
    let mut variant = drawn(variant, drawing);
    variant.setup.turns = 0;
    Table::of(&variant)
}

/// A position in the middle of a game.
pub fn later(variant: Variant, drawing: &str) -> Table {
    Table::of(&drawn(variant, drawing))
}

/// Placing any connected set of these numbers of cells, one a turn, without sight.
pub fn unseen(shape: dropline::board::Shape, sizes: &[u8]) -> Variant {
    let rule = place_shape("shape", Some(Shapes::Sizes(sizes.to_vec())), None);
    Variant { actions: vec![rule], ..dispatch(shape) }
}

#[test]
fn a_turn_is_one_dispatch_or_a_pass() {
    start(dispatch(squares(4, 4)), "...x .... .... o...")
        .allows("pass")
        .play("d1.d2.d3")
        .waits_for(Player::Second, Side::Second, 1)
        .play("pass")
        .waits_for(Player::First, Side::First, 2);
}

#[test]
fn the_first_dispatch_has_three_cells() {
    start(dispatch(squares(3, 3)), "x.. ... ..o")
        .allows_only(
            "a1.a2.b1 a1.a2.b2 a1.b1.b2 a2.b1.b2 a2.b2.b3 a2.b2.c2 b1.b2.b3 b2.b3.c3 b2.b3.c2 b2.c2.c3 b3.c2.c3 pass",
        )
        .refuses("a1.a2 a2.b2 a1.a2.b2.b3", IllegalReason::WrongShape);
}

#[test]
fn the_next_dispatch_has_two_to_five_cells_whoever_plays_it() {
    start(dispatch(squares(5, 5)), "x.... ..... ..... ..... ....o")
        .play("b5.c5.d5")
        .allows("e2.e3 d1.c1 d1.d2.d3 d1.d2.d3.d4 e2.e3.e4.e5.d4")
        .refuses("e2", IllegalReason::WrongShape)
        .refuses("b1.c1.d1.d2.d3.d4", IllegalReason::WrongShape);
}

#[test]
fn a_pass_leaves_the_first_dispatch_to_the_other_player() {
    start(dispatch(squares(4, 4)), "x... .... .... ...o")
        .play("pass")
        .refuses("d2.d3", IllegalReason::WrongShape)
        .play("d2.d3.d4")
        .allows("a2.a3 a1.a2.a3");
}

#[test]
fn a_setup_with_turns_done_counts_the_first_dispatch_as_played() {
    later(dispatch(squares(4, 4)), "x... .... .... ...o").allows("a2.a3");
}

#[test]
fn shapes_are_rotated_and_mirrored_freely() {
    // The eight orientations of an L of four cells.
    start(unseen(squares(3, 3), &[4]), "... ... ...").allows(
        "a1.a2.a3.b1 a1.a2.a3.b3 a1.b1.b2.b3 a3.b1.b2.b3 a1.a2.b1.c1 a1.b1.c1.c2 a2.a3.b3.c3 a3.b3.c2.c3",
    );
}

#[test]
fn the_cells_of_a_dispatch_are_edge_connected() {
    start(unseen(squares(3, 3), &[2, 3]), "... ... ...")
        .refuses("a1.b2 a1.c1 a1.b2.c3 a1.a2.c1", IllegalReason::WrongShape);
}

#[test]
fn dispatches_that_fill_the_same_cells_are_the_same_action() {
    // Two kinds of action with shapes in common: 4 dominoes and 4 trominoes, no more.
    let shapes = |name, sizes: &[u8]| place_shape(name, Some(Shapes::Sizes(sizes.to_vec())), None);
    let game = Variant {
        actions: vec![shapes("one", &[2]), shapes("two", &[2, 3])],
        turn: turn([step([0, 1], 0, 1)]),
        ..dispatch(squares(2, 2))
    };
    start(game, ".. ..").allows_only("a1.a2 a1.b1 a2.b2 b1.b2 a1.a2.b1 a1.a2.b2 a1.b1.b2 a2.b1.b2 pass");
}

#[test]
fn a_dispatch_fills_only_empty_cells() {
    later(dispatch(squares(4, 1)), "x..o").allows("b1.c1").refuses("a1.b1 b1.c1.d1", IllegalReason::Occupied);
}

#[test]
fn a_dispatch_stays_on_the_board() {
    later(dispatch(squares(4, 1)), "x..o").refuses("c1.c2", IllegalReason::OffBoard);
    // The end of one row is not the beginning of the next.
    start(unseen(squares(3, 2), &[2]), "... ...").refuses("c1.a2", IllegalReason::WrongShape);
}

#[test]
fn one_of_the_cells_must_be_seen_along_a_row_or_column() {
    later(dispatch(squares(5, 4)), "..... ..... ..o.. x....")
        .allows("b1.b2 b1.c1 b2.b1.b3.b4.c4")
        .refuses("b2.b3 d3.e3.e4", IllegalReason::Unseen)
        .allows("d1.d2");
}

#[test]
fn stones_of_either_side_end_a_line_of_sight() {
    later(dispatch(squares(6, 1)), "x.o...").refuses("d1.e1 e1.f1", IllegalReason::Unseen);
    later(dispatch(squares(6, 2)), "x..... ..o...")
        .allows("a1.b1 d2.d1")
        .refuses("d1.e1", IllegalReason::Unseen);
}

#[test]
fn groups_without_a_liberty_are_captured_after_the_dispatch() {
    later(dispatch(squares(4, 3)), "xo.. .... o..x")
        .play("a2.b2.c2.c3")
        .shows("x.x. xxx. o..x")
        .captured([1, 0]);
}

#[test]
fn a_dispatch_may_capture_several_groups() {
    later(dispatch(squares(5, 2)), "o..xo x....").play("b2.b1").shows(".x.xo xx...").captured([1, 0]);
    later(dispatch(squares(3, 3)), "o.o ... xxx").play("b3.b2.a2.c2").shows(".x. xxx xxx").captured([2, 0]);
}

#[test]
fn the_second_side_captures_as_the_first_does() {
    later(dispatch(squares(3, 3)), "xo. ... ...").play("pass a2.b2").shows(".o. oo. ...").captured([0, 1]);
}

#[test]
fn enemy_groups_are_removed_before_friendly_ones_are_judged() {
    // The last two cells: filling them captures the stones around.
    later(dispatch(squares(4, 2)), "x..o xooo").play("b2.c2").shows("xxx. x...").captured([4, 0]);
}

#[test]
fn suicide_is_forbidden() {
    later(dispatch(squares(5, 3)), "ooooo x..o. ooooo").refuses("b2.c2", IllegalReason::Suicide);
}

#[test]
fn a_shape_that_fills_a_region_needs_a_liberty_of_a_group_that_it_joins() {
    later(dispatch(squares(5, 3)), "ooooo x..o. xoooo").refuses("b2.c2", IllegalReason::Suicide);
    later(dispatch(squares(5, 3)), ".oooo x..o. xoooo").allows("b2.c2");
}

#[test]
fn suicide_removes_the_stones_if_it_is_allowed() {
    let game = Variant { capture: Capture::Liberties(Suicide::Allowed), ..dispatch(squares(5, 3)) };
    later(game, "oooo. x..oo oooo.").play("b2.c2").shows("oooo. ...oo oooo.").captured([0, 3]);
}

#[test]
fn two_passed_turns_in_a_row_end_the_game() {
    start(dispatch(squares(3, 3)), "x.. ... ..o").play("pass pass").ended_by(Reason::Passes);
}

#[test]
fn a_player_who_cannot_dispatch_passes() {
    later(dispatch(squares(3, 2)), "xoo oo.").allows_only("pass");
}

#[test]
fn cells_and_stones_out_of_reach_of_enemy_dispatches_score() {
    // Nobody has two adjacent cells; only black sees the two on the right.
    later(dispatch(squares(5, 1)), "x.xo.")
        .scores("4", "3")
        .counts("b1", [true, true])
        .counts("e1", [true, true]);
    later(dispatch(squares(5, 2)), "x.xx. oooo.").counts("b2", [true, true]).counts("e1", [false, false]);
    later(dispatch(squares(5, 3)), "oxxx. oxxx. o.xx.")
        .counts("b1", [true, true])
        .counts("e1", [true, false])
        .scores("12", "4");
}

#[test]
fn a_dispatch_from_a_seen_cell_can_fill_unseen_cells_as_far_as_its_size_allows() {
    // White sees only b2; the fifth cell from there can be filled, the sixth cannot.
    later(dispatch(squares(7, 3)), "xoxxxxx x...... xxxxxxx")
        .counts("b2", [false, false])
        .counts("f2", [false, false])
        .counts("g2", [true, false]);
}

#[test]
fn control_excludes_filling_a_region_by_suicide() {
    // Where three cells are left, black may place on any two of them, and so can reach each cell. Where two are left, it may not
    // place on both.
    later(dispatch(squares(6, 3)), "oooooo x...o. oooooo")
        .refuses("b2.c2.d2", IllegalReason::Suicide)
        .counts("b2", [false, false])
        .counts("d2", [false, false]);
    later(dispatch(squares(5, 3)), "ooooo x..o. ooooo")
        .counts("b2", [false, true])
        .counts("c2", [false, true]);
}

#[test]
fn a_region_that_only_suicide_could_fill_is_filled_in_part() {
    // White sees b1 and c1. It may not fill all four cells, and it can fill only one of the last two.
    let rule = seen(place_shape("dispatch", Some(Shapes::Sizes(vec![2, 4])), None));
    later(Variant { actions: vec![rule], ..dispatch(squares(3, 4)) }, ".oo oo. oo. x..")
        .refuses("b1.c1.c2.c3", IllegalReason::Suicide)
        .counts("c2", [false, false])
        .counts("c3", [false, true]);
}

#[test]
fn filling_a_region_of_six_cells_by_suicide_is_excluded_too() {
    let rule = seen(place_shape("dispatch", Some(Shapes::Sizes(vec![6])), None));
    later(Variant { actions: vec![rule], ..dispatch(squares(4, 4)) }, ".... oooo ...o ...x")
        .counts("a1", [false, true])
        .counts("c2", [false, true]);
}

#[test]
fn shapes_given_by_patterns_count_for_control_like_shapes_given_by_sizes() {
    later(dispatch_by_chris(squares(3, 3)), "x.. ... ...")
        .counts("b2", [true, false])
        .counts("c1", [true, false]);
}

#[test]
fn control_is_judged_by_normal_turns() {
    // The first dispatch would need three cells.
    start(dispatch(squares(4, 1)), "x..o").allows_only("pass").counts("b1", [false, false]);
}

#[test]
fn the_margin_after_a_dispatch_is_that_of_the_position_it_leads_to() {
    later(dispatch(squares(4, 3)), "xo.. .... o..x").margin_after("a2.b2.c2.c3", "9");
}

#[test]
fn dispatches_by_chris_are_parts_of_a_plus_or_an_x_with_its_centre() {
    later(dispatch_by_chris(squares(5, 5)), "..... ..... ..... ..... x...o")
        .allows(
            "a2.a3 a3.b2 a2.a3.a4 a2.a3.b3 a3.b2.c1 a2.a3.a4.b3 b2.b4.c3.d2 b3.c2.c3.c4.d3 b2.b4.c3.d2.d4",
        )
        .refuses("b2 a2.a3.a4.a5 b2.b3.c2.c3 b2.c2.c3.d3", IllegalReason::WrongShape);
}

#[test]
fn dispatches_by_chris_do_not_mix_plus_and_x() {
    later(dispatch_by_chris(squares(5, 5)), "..... ..... ..... ..... x...o")
        .refuses("b2.b3.a1 b3.b4.c2", IllegalReason::WrongShape);
}

#[test]
fn the_centre_of_a_dispatch_by_chris_must_be_seen_along_a_queens_line() {
    later(dispatch_by_chris(squares(5, 5)), "..... ..... ....o ..... x....")
        .allows("c3.c4.d3 b2.c2.b3 b2.b4.c3.d2.d4")
        .refuses("c4.c5.b4 b3.c3.b4", IllegalReason::Unseen);
    // Either cell of a domino can be the one that is seen.
    later(dispatch_by_chris(squares(4, 4)), ".... ..o. .... x...")
        .allows("b2.b3")
        .refuses("b3.b4 c4.b4", IllegalReason::Unseen);
}

#[test]
fn either_cell_of_a_domino_can_be_its_centre() {
    later(dispatch_by_chris(squares(4, 4)), ".... .... .... x...").allows("b2.c2 b2.b3 a3.b3 b2.c1");
}

#[test]
fn the_first_dispatch_by_chris_has_three_cells() {
    start(dispatch_by_chris(squares(5, 5)), "..... ..... ..... ..... x...o")
        .allows("a2.a3.a4 a2.b2.b3 a3.b2.c1")
        .refuses("a2.a3 a2.a3.a4.b3", IllegalReason::WrongShape)
        .play("a2.a3.a4")
        .allows("e2.e3 d2.e3");
}

#[test]
fn under_chris_rules_nothing_is_captured() {
    later(dispatch_by_chris(squares(3, 2)), "xo. ..o").play("a1.b1").shows("xo. xxo").captured([0, 0]);
}
