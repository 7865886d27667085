//! The rules of Send It and of the push, tested sentence by sentence.

use crate::draw::cells;
use crate::hand_made::{clear, drawn, hexagon, send_it, send_it_with_push, squares, step, target, turn};
use crate::table::{Table, WHERE, legal};
use dropline::rules::{self, IllegalReason, Player, Reason};
use dropline::variant::{ActionKind, ActionRule, Condition, Reach, Repetition, Setup, Side, Variant};

#[test]
fn the_first_player_begins_with_exactly_one_stone_on_any_cell() {
    Table::of(&send_it(hexagon(2))).allows_only("a1 a2 b1 b2 b3 c2 c3").play("b2").waits_for(
        Player::Second,
        Side::Second,
        1,
    );
}

#[test]
fn the_second_player_begins_with_exactly_three_stones_without_sight_or_limit() {
    Table::of(&send_it(hexagon(2)))
        .play("b2")
        .allows_only("a1 a2 b1 b3 c2 c3")
        .play("a1 a2")
        .refuses("pass", IllegalReason::Compulsory)
        .play("b3")
        .shows("oo ox. ..")
        .waits_for(Player::First, Side::First, 2);
}

#[test]
fn captures_apply_in_the_opening_turns() {
    Table::of(&send_it(hexagon(2))).play("a1 b1 b2 a2").shows("o. .o. o.").captured([0, 1]);
}

#[test]
fn suicide_is_forbidden_in_the_opening_turns() {
    Table::of(&send_it(squares(5, 1))).play("b1").refuses("a1", IllegalReason::Suicide);
}

#[test]
fn an_opening_that_cannot_be_finished_ends_by_itself() {
    // There is room for none of the three stones, for two, and for all three.
    Table::of(&send_it(squares(3, 1))).play("b1").allows_only("pass");
    Table::of(&send_it(squares(3, 1))).play("a1 b1 a1").shows("oo.").waits_for(Player::First, Side::First, 2);
    Table::of(&send_it(squares(2, 2))).play("a1 b2 a2 b1").shows("oo .o").captured([0, 1]);
}

#[test]
fn a_turn_is_up_to_four_drops() {
    let board = drawn(send_it(squares(9, 3)), "x.x.x.x.x ......... .........");
    Table::of(&board).play("pass").waits_for(Player::Second, Side::Second, 3);
    Table::of(&board).play("a1 c1 e1").waits_for(Player::First, Side::First, 2).play("g1").waits_for(
        Player::Second,
        Side::Second,
        3,
    );
}

#[test]
fn a_drop_needs_an_empty_cell_seen_by_a_friendly_stone() {
    Table::of(&drawn(send_it(squares(3, 3)), "x.o ... ..."))
        .allows_only("b3 a2 a1 pass")
        .refuses("b2 c1", IllegalReason::Unseen)
        .refuses("c3", IllegalReason::Occupied);
}

#[test]
fn a_stone_just_dropped_gives_sight_for_the_next_one() {
    Table::of(&drawn(send_it(squares(4, 4)), "x... .... .... ...."))
        .refuses("c1", IllegalReason::Unseen)
        .play("a1")
        .allows("c1");
}

#[test]
fn a_group_may_hold_only_one_stone_of_this_turn() {
    Table::of(&drawn(send_it(squares(4, 3)), "x... .... ...."))
        .play("a1")
        .refuses("b1", IllegalReason::NewPerGroup)
        .refuses("a2", IllegalReason::NewPerGroup) // joins the stone on a1
        .allows("c1");
}

#[test]
fn the_limit_on_new_stones_in_a_group_reaches_through_older_stones() {
    Table::of(&drawn(send_it(squares(5, 3)), "..... .xxx. ....."))
        .play("a2")
        .refuses("e2", IllegalReason::NewPerGroup);
}

#[test]
fn a_stone_may_join_older_stones_again_in_each_turn() {
    Table::of(&drawn(send_it(squares(5, 3)), "..... .xx.. .....")).play("a2 pass pass").allows("d2");
}

#[test]
fn captures_come_after_each_single_drop() {
    // The cells of the captured stones are empty for the next drop of the same turn.
    Table::of(&drawn(send_it(squares(5, 2)), "xoo.x .xx.."))
        .play("d2")
        .shows("x..xx .xx..")
        .captured([2, 0])
        .allows("b2")
        .refuses("c2", IllegalReason::NewPerGroup);
}

#[test]
fn two_passed_turns_in_a_row_end_the_game() {
    Table::of(&send_it(hexagon(2))).play("a1 a2 b3 c3 pass pass").ended_by(Reason::Passes);
}

#[test]
fn a_player_who_cannot_drop_passes() {
    Table::of(&drawn(send_it(squares(3, 1)), "o..")).allows_only("pass").play("pass").allows("b1");
}

#[test]
fn cells_that_the_opponent_cannot_drop_on_score() {
    Table::of(&drawn(send_it(squares(3, 2)), "..x o.."))
        .counts("a2", [false, false])
        .counts("b2", [true, false])
        .counts("b1", [false, true])
        .counts("c1", [false, false])
        .scores("2", "2");
}

#[test]
fn a_cell_where_only_suicide_is_possible_is_controlled() {
    // The second side sees a3 but would lose two stones there.
    Table::of(&drawn(send_it(squares(4, 3)), ".oxx xx.. ....")).counts("a3", [true, false]).scores("11", "1");
}

#[test]
fn a_cell_that_neither_player_can_drop_on_counts_for_both() {
    Table::of(&drawn(send_it(squares(3, 3)), "... ... ...")).scores("9", "9");
    Table::of(&drawn(send_it(squares(4, 2)), "x... ...o")).counts("b2", [true, false]).scores("3", "3");
    Table::of(&drawn(send_it(squares(4, 4)), "x... .... .... ...o"))
        .counts("b2", [true, true])
        .counts("b3", [true, true]);
}

#[test]
fn the_score_assumes_a_normal_turn_whatever_was_played_in_this_turn() {
    // In the middle of a turn, the stones already placed in it do not restrict what counts.
    Table::of(&drawn(send_it(squares(4, 1)), "x...")).play("b1").counts("c1", [true, false]);
}

#[test]
fn in_the_published_position_either_of_two_cells_can_be_played_but_not_both() {
    let black = cells("b6 c2 c3 c6 e10 e8 h13 k13 l7 m10 m8 n10");
    let white = cells("c4 c8 d7 e3 g8 h3 k6 k7 l14 l6 m11 m13 m14 n11");
    let setup = Setup { stones: [black, white], turns: 6, to_move: None, ..Setup::default() };
    let position = Variant { setup, ..send_it(hexagon(8)) };
    Table::of(&position).allows("c7 d8");
    Table::of(&position).play("c7").refuses("d8", IllegalReason::NewPerGroup);
    Table::of(&position).play("d8").refuses("c7", IllegalReason::NewPerGroup);
}

// The push.

#[test]
fn a_push_moves_a_lone_stone_to_its_only_liberty() {
    Table::of(&drawn(send_it_with_push(squares(4, 3)), ".... xo.. .x.x")).refuses("b2>c2 b2>b3", WHERE);
    Table::of(&drawn(send_it_with_push(squares(4, 3)), ".x.. xo.. .x.."))
        .allows("b2>c2")
        .play("b2>c2")
        .shows(".x.. xxo. .x..");
}

#[test]
fn both_players_push() {
    Table::of(&drawn(send_it_with_push(squares(4, 3)), ".o.. ox.. .o.."))
        .play("pass")
        .allows("b2>c2")
        .play("b2>c2")
        .shows(".o.. oox. .o..");
}

#[test]
fn superko_allows_a_push_that_repeats_nothing() {
    let board = drawn(send_it_with_push(squares(4, 3)), ".x.. xo.. .x..");
    let superko = Variant { repetition: Repetition::PositionalSuperko, ..board };
    Table::of(&superko).allows("b2>c2").play("b2>c2").shows(".x.. xxo. .x..");
}

#[test]
fn a_lone_stone_on_squares_has_at_most_four_liberties() {
    let with_liberties = |wanted| {
        let mut game = drawn(send_it_with_push(squares(3, 3)), "x.. .o. ...");
        for action in &mut game.actions {
            if let ActionKind::Displace(_) = action.kind {
                action.condition = target(Some(1), Some(wanted));
            }
            action.sight = None;
        }
        Table::of(&game)
    };
    with_liberties(4).allows("b2>b1 b2>b3 b2>a2 b2>c2");
    for wanted in [3, 5, 7, 8] {
        with_liberties(wanted).refuses("b2>b1 b2>b3 b2>a2 b2>c2", WHERE);
    }
}

#[test]
fn a_push_that_ends_the_turn_must_not_repeat_a_position() {
    // One action a turn. A stone pushed between two enemy stones is captured there: the pushes of the two sides undo each other.
    let mut game = drawn(send_it_with_push(squares(5, 1)), "x.o.o");
    game.turn.steps[0].max = 1;
    for action in &mut game.actions {
        action.sight = None;
        if let ActionKind::Displace(_) = action.kind {
            action.condition = Condition::default();
        }
    }
    game.repetition = Repetition::PositionalSuperko;
    Table::of(&game)
        .allows("c1>b1 c1>d1")
        .play("c1>b1")
        .shows("x.x.o")
        .captured([1, 0])
        .refuses("c1>d1", IllegalReason::Repetition)
        .allows("c1>b1");
    game.repetition = Repetition::None;
    Table::of(&game).play("c1>b1 c1>d1").shows("x.o.o");
}

#[test]
fn a_group_of_two_is_not_pushed() {
    Table::of(&drawn(send_it_with_push(squares(4, 3)), ".xx. xoo. .xx.")).refuses("c2>d2", WHERE);
}

#[test]
fn friendly_stones_and_empty_cells_are_not_pushed() {
    Table::of(&drawn(send_it_with_push(squares(3, 1)), "xo."))
        .refuses("a1>b1 c1>b1", IllegalReason::NoTarget);
}

#[test]
fn the_pushed_stone_goes_to_its_liberty_and_nowhere_else() {
    Table::of(&drawn(send_it_with_push(squares(4, 3)), ".x.. xo.. .x.."))
        .refuses("b2>b3 b2>d2 b2>c3 b2>b2", IllegalReason::WrongTo);
}

#[test]
fn the_cell_must_be_seen_after_the_push() {
    // Before the push, the stone on d1 sees a1; then the pushed stone blocks the line.
    Table::of(&drawn(send_it_with_push(squares(4, 1)), "o..x")).refuses("a1>b1", IllegalReason::Unseen);
    Table::of(&drawn(send_it_with_push(squares(4, 2)), "x... o..x")).allows("a1>b1");
}

#[test]
fn the_limit_on_new_stones_in_a_group_applies_to_the_stone_that_pushes() {
    let board = drawn(send_it_with_push(squares(4, 3)), ".x.. xo.. .x..");
    Table::of(&board).play("c3").refuses("b2>c2", IllegalReason::NewPerGroup);
    Table::of(&board).play("b2>c2").refuses("c3 a1", IllegalReason::NewPerGroup);
}

#[test]
fn the_pushed_stone_may_be_captured_on_its_new_cell() {
    Table::of(&drawn(send_it_with_push(squares(4, 3)), ".xx. xo.x .xx."))
        .play("b2>c2")
        .shows(".xx. xx.x .xx.")
        .captured([1, 0]);
}

#[test]
fn the_pushed_stone_may_join_stones_of_its_side() {
    Table::of(&drawn(send_it_with_push(squares(4, 3)), ".x.. xo.o .x.."))
        .play("b2>c2")
        .shows(".x.. xxoo .x..");
}

#[test]
fn enemy_groups_that_lose_their_last_liberty_to_the_pushed_stone_are_captured() {
    Table::of(&drawn(send_it_with_push(squares(4, 3)), ".xxx xo.o .xxx"))
        .play("b2>c2")
        .shows(".xxx xx.. .xxx")
        .captured([2, 0]);
}

#[test]
fn a_push_onto_the_last_liberty_of_a_friendly_group_is_suicide() {
    Table::of(&drawn(send_it_with_push(squares(4, 3)), ".xo. xo.x .xo.")).allows("b2>c2");
    Table::of(&drawn(send_it_with_push(squares(4, 3)), ".x.o xo.x .x.o"))
        .refuses("b2>c2", IllegalReason::Suicide);
}

#[test]
fn a_push_counts_as_a_drop() {
    let mut game = drawn(send_it_with_push(squares(4, 3)), ".x.. xo.. .x..");
    game.turn.steps[0].max = 1;
    Table::of(&game).play("b2>c2").waits_for(Player::Second, Side::Second, 3);
}

#[test]
fn there_is_no_push_in_the_opening_turns() {
    let mut game = send_it_with_push(squares(3, 1));
    game.setup = Setup { stones: [cells("a1"), vec![]], turns: 1, to_move: None, ..Setup::default() };
    Table::of(&game).refuses("a1>b1", IllegalReason::Kind);
}

#[test]
fn a_group_may_hold_two_stones_of_a_turn_if_the_limit_is_two() {
    let mut game = send_it(squares(4, 4));
    game.actions[0].new_per_group = Some(2);
    Table::of(&drawn(game, "x... .... .... ...."))
        .play("b4")
        .allows("c4")
        .play("c4")
        .refuses("d4", IllegalReason::NewPerGroup);
}

#[test]
fn a_reset_in_the_middle_of_a_turn_forgets_the_stones_of_the_turn() {
    let mut game = rules::start(&drawn(send_it(squares(4, 4)), "x... .... .... ...."));
    let before = legal(game.as_ref());
    game.play("b4".parse().expect("an action"));
    game.reset();
    assert_eq!(legal(game.as_ref()), before);
}

#[test]
fn of_two_kinds_of_drop_the_one_with_the_higher_limit_allows_a_stone_that_the_other_forbids() {
    let mut game = send_it(squares(4, 4));
    game.actions.push(ActionRule { new_per_group: Some(2), ..game.actions[0].clone() });
    game.turn = turn([step([0, 2], 0, 4)]);
    Table::of(&drawn(game, "x... .... .... ...."))
        .play("b4")
        .allows("c4")
        .play("c4")
        .refuses("d4", IllegalReason::NewPerGroup);
}

#[test]
fn a_cell_that_must_be_clear_but_has_a_stone_nearby_counts_for_both_sides() {
    let mut game = send_it(squares(3, 3));
    game.actions[0] = clear(Reach::Adjacent, game.actions[0].clone());
    Table::of(&drawn(game, "x.. ... ...")).counts("b3", [true, true]).counts("c3", [true, false]);
}
