//! The rules common to all games, sentence by sentence.

use crate::draw::action;
use crate::hand_made::{
    drawn, go, hexagon, place, place_shape, push, seen, send_it, squares, step, target, turn,
};
use crate::table::Table;
use dropline::board::Lines;
use dropline::rules::{self, IllegalReason, Player, Reason, Winner};
use dropline::variant::{
    ActionKind, ActionRule, Capture, Displace, End, Reach, Repetition, Score, ScoreMethod, Setup, Shapes,
    Side, Step, Suicide, Unmet, Variant,
};

/// Placing one stone a turn on any empty cell, without captures.
fn plain(shape: dropline::board::Shape) -> Variant {
    Variant { capture: Capture::None, repetition: Repetition::None, ..go(shape) }
}

/// `variant` with `lines` of sight for its only kind of action.
fn with_sight(variant: Variant, lines: Lines) -> Variant {
    Variant { actions: vec![ActionRule { sight: Some(lines), ..seen(place("drop")) }], ..variant }
}

#[test]
fn the_first_side_moves_first_and_sides_alternate() {
    Table::of(&plain(squares(3, 3)))
        .waits_for(Player::First, Side::First, 0)
        .play("a1")
        .waits_for(Player::Second, Side::Second, 1)
        .play("b1")
        .waits_for(Player::First, Side::First, 2)
        .shows("... ... xo.");
}

#[test]
fn a_turn_that_reaches_its_maximum_of_actions_ends_by_itself() {
    let two = Variant { turn: turn([step([0], 0, 2)]), ..plain(squares(3, 3)) };
    Table::of(&two).play("a1").waits_for(Player::First, Side::First, 0).play("a2").waits_for(
        Player::Second,
        Side::Second,
        1,
    );
}

#[test]
fn pass_ends_a_turn_that_may_end_early() {
    let two = Variant { turn: turn([step([0], 0, 2)]), ..plain(squares(3, 3)) };
    Table::of(&two).play("a1").allows("pass").play("pass").waits_for(Player::Second, Side::Second, 1);
}

#[test]
fn a_turn_may_not_end_before_its_minimum() {
    let two = Variant { turn: turn([step([0], 2, 3)]), ..plain(squares(3, 3)) };
    Table::of(&two)
        .refuses("pass", IllegalReason::Compulsory)
        .play("a1")
        .refuses("pass", IllegalReason::Compulsory)
        .play("a2")
        .allows("pass");
}

#[test]
fn only_turns_whose_only_action_is_pass_count_as_passed() {
    let two = Variant { turn: turn([step([0], 0, 2)]), ..plain(squares(3, 3)) };
    Table::of(&two).play("pass a1 pass pass").goes_on().play("b1 pass pass pass").ended_by(Reason::Passes);
}

#[test]
fn the_file_says_how_many_passed_turns_in_a_row_end_the_game() {
    let game =
        |passes| Variant { end: End { passes, max_turns: 100, ..End::default() }, ..plain(squares(3, 3)) };
    Table::of(&game(1)).play("a1 pass").ended_by(Reason::Passes);
    Table::of(&game(3)).play("pass pass").goes_on().play("pass").ended_by(Reason::Passes);
}

#[test]
fn stones_on_squares_that_touch_at_a_corner_are_two_groups() {
    // The white stones are separate groups: only the one without a liberty is captured.
    Table::of(&drawn(go(squares(3, 3)), "xo. .xo ...")).play("c3").shows("x.x .xo ...").captured([1, 0]);
}

#[test]
fn a_hex_has_six_neighbours() {
    Table::of(&drawn(go(hexagon(2)), "xx xox .x")).play("b1").shows("xx x.x xx").captured([1, 0]);
    Table::of(&drawn(go(hexagon(2)), "xx xox .x")).play("pass b1").shows(".. .o. o.").captured([0, 5]);
}

#[test]
fn groups_are_captured_as_a_whole() {
    Table::of(&drawn(go(squares(4, 2)), "xoo. .xx.")).play("d2").shows("x..x .xx.").captured([2, 0]);
}

#[test]
fn enemy_groups_are_removed_before_friendly_ones_are_judged() {
    Table::of(&drawn(go(squares(3, 2)), ".ox oox")).play("a2").shows("x.x ..x").captured([3, 0]);
}

#[test]
fn several_enemy_groups_can_be_captured_at_once() {
    Table::of(&drawn(go(squares(5, 2)), "xo.ox .x.x.")).play("c2").shows("x.x.x .x.x.").captured([2, 0]);
}

#[test]
fn suicide_is_forbidden() {
    Table::of(&drawn(go(squares(3, 3)), ".o. o.. ...")).refuses("a3", IllegalReason::Suicide);
}

#[test]
fn taking_the_last_liberty_of_a_friendly_group_is_forbidden_too() {
    Table::of(&drawn(go(squares(4, 3)), ".xo. xxo. ooo.")).refuses("a3", IllegalReason::Suicide);
}

#[test]
fn suicide_removes_friendly_groups_if_it_is_allowed() {
    let game = Variant { capture: Capture::Liberties(Suicide::Allowed), ..go(squares(3, 3)) };
    Table::of(&drawn(game, ".xo xo. oo.")).play("a3").shows("..o .o. oo.").captured([0, 3]);
}

#[test]
fn without_captures_groups_without_liberties_stay_on_the_board() {
    Table::of(&drawn(plain(squares(3, 1)), "xo.")).play("c1").shows("xox").captured([0, 0]);
}

#[test]
fn orthogonal_sight_follows_rows_and_columns() {
    let game = with_sight(plain(squares(5, 3)), Lines::Orthogonal);
    Table::of(&drawn(game, "..... ..x.. .....")).allows_only("a2 b2 d2 e2 c1 c3 pass");
}

#[test]
fn queen_sight_follows_diagonals_too() {
    let game = with_sight(plain(squares(5, 3)), Lines::Queen);
    Table::of(&drawn(game, "..... ..x.. .....")).allows_only("a2 b2 d2 e2 c1 c3 b1 b3 d1 d3 pass");
}

#[test]
fn a_line_of_sight_runs_across_the_widest_board() {
    for (shape, cells) in [(squares(31, 31), 90), (squares(16, 16), 45), (hexagon(16), 60)] {
        let mut game = with_sight(plain(shape), Lines::Queen);
        for corner in [game.board.cells()[0], game.board.cells()[game.board.cells().len() - 1]] {
            game.setup = Setup { stones: [vec![corner], vec![]], turns: 2, ..Setup::default() };
            assert_eq!(rules::start(&game).count_legal(), cells + 1);
            Table::of(&game).allows("pass");
        }
    }
}

#[test]
fn sight_on_hexes_follows_six_directions() {
    let game = with_sight(plain(hexagon(3)), Lines::Orthogonal);
    Table::of(&drawn(game.clone(), "... .... ..x.. .... ..."))
        .allows_only("c4 c5 d4 e5 d3 e3 c2 c1 b2 a1 b3 a3 pass");
    Table::of(&drawn(game, "x.. .... ..... .... ...")).allows_only("b4 c5 a2 a1 b3 c3 d3 e3 pass");
}

#[test]
fn queen_sight_on_hexes_follows_the_same_six_directions() {
    let game = |lines| drawn(with_sight(plain(hexagon(3)), lines), "x.. .... ..... .... ...");
    Table::of(&game(Lines::Queen)).allows_only("b4 c5 a2 a1 b3 c3 d3 e3 pass");
}

#[test]
fn stones_of_either_side_end_a_line_of_sight() {
    let game = with_sight(plain(squares(5, 1)), Lines::Orthogonal);
    Table::of(&drawn(game.clone(), "x.o..")).allows("b1").refuses("d1 e1", IllegalReason::Unseen);
    Table::of(&drawn(game, "o.x..")).allows("b1 d1 e1");
}

#[test]
fn an_adjacent_friendly_stone_sees() {
    let game = with_sight(plain(squares(2, 1)), Lines::Orthogonal);
    Table::of(&drawn(game.clone(), "x.")).allows("b1");
    Table::of(&drawn(game, "o.")).refuses("b1", IllegalReason::Unseen);
}

#[test]
fn repetition_is_not_restricted_without_superko() {
    let ko = drawn(Variant { repetition: Repetition::None, ..go(squares(4, 3)) }, ".xo. xo.o .xo.");
    Table::of(&ko).play("c2").shows(".xo. x.xo .xo.").play("b2").shows(".xo. xo.o .xo.");
}

#[test]
fn superko_forbids_the_arrangement_of_an_earlier_turn_or_of_the_start() {
    let ko = drawn(go(squares(4, 3)), ".xo. xo.o .xo.");
    Table::of(&ko).play("c2").refuses("b2", IllegalReason::Repetition).play("d1 a1").allows("b2");
}

#[test]
fn superko_does_not_forbid_passing() {
    let ko = drawn(go(squares(4, 3)), ".xo. xo.o .xo.");
    Table::of(&ko).play("pass").allows("pass").play("pass").ended_by(Reason::Passes);
}

#[test]
fn superko_concerns_only_the_ends_of_turns() {
    // White retakes the ko with the first of two stones, and must not stop there.
    let ko = Variant { turn: turn([step([0], 0, 2)]), ..go(squares(4, 3)) };
    Table::of(&drawn(ko, ".xo. xo.o .xo."))
        .play("c2 pass b2")
        .shows(".xo. xo.o .xo.")
        .refuses("pass", IllegalReason::Repetition)
        .play("a1")
        .waits_for(Player::First, Side::First, 4);
}

#[test]
fn superko_forbids_a_suicide_that_changes_nothing() {
    let game = Variant { capture: Capture::Liberties(Suicide::Allowed), ..go(squares(3, 3)) };
    Table::of(&drawn(game.clone(), ".o. o.. ...")).refuses("a3", IllegalReason::Repetition).allows("c3 pass");
    // Two stones removed together leave another arrangement.
    Table::of(&drawn(game, ".xo xo. oo.")).allows("a3");
}

#[test]
fn superko_applies_to_an_action_that_skips_to_the_last_step_of_a_turn() {
    let ko = Variant {
        actions: vec![place("place"), push()],
        turn: turn([step([1], 0, 1), step([0], 0, 1)]),
        ..go(squares(4, 3))
    };
    Table::of(&drawn(ko, ".xo. xo.o .xo.")).play("c2").refuses("b2", IllegalReason::Repetition);
}

/// A ko on a board of 4 by 3: black takes it on `c2`, and white retakes it on `b2`. A turn is a stone followed by the steps
/// `behind` it. Actions 0 and 2 place stones; action 1 displaces stones of a kind that does not exist.
fn ko(first: usize, behind: impl IntoIterator<Item = Step>) -> Variant {
    let displace = ActionKind::Displace(Displace { to: Reach::Adjacent });
    let shape = place_shape("shape", Some(Shapes::Sizes(vec![1])), None);
    let steps: Vec<_> = [step([first], 1, 1)].into_iter().chain(behind).collect();
    let game = Variant {
        actions: vec![
            place("place"),
            ActionRule { kind: displace, condition: target(Some(5), Some(1)), ..push() },
            shape,
        ],
        turn: turn(steps),
        ..go(squares(4, 3))
    };
    drawn(game, ".xo. xo.o .xo.")
}

#[test]
fn superko_applies_to_an_action_after_which_the_turn_ends_by_itself() {
    for first in [0, 2] {
        Table::of(&ko(first, [step([1], 1, 1)]))
            .play("c2")
            .refuses("b2", IllegalReason::Repetition)
            .play("d1 a1")
            .allows("b2");
        let end = Step { unmet: Unmet::End, ..step([1], 1, 1) };
        Table::of(&ko(first, [end, step([0], 1, 1)])).play("c2").refuses("b2", IllegalReason::Repetition);
    }
}

#[test]
fn superko_applies_to_an_action_after_which_only_a_closing_pass_is_possible() {
    for (first, behind) in [(0, [step([1], 0, 1)]), (2, [step([1], 0, 3)])] {
        Table::of(&ko(first, behind))
            .play("c2 pass")
            .refuses("b2", IllegalReason::Repetition)
            .play("d1 pass a1 pass")
            .allows("b2");
    }
}

#[test]
fn superko_does_not_apply_to_an_action_after_which_the_turn_goes_on() {
    // Another stone must follow, and one can.
    Table::of(&ko(0, [step([0], 1, 1)]))
        .play("c2 a1 b2")
        .refuses("pass", IllegalReason::Compulsory)
        .play("d1")
        .shows(".xo. xo.o xxoo");
    // The player may go on, but may not end the turn.
    Table::of(&ko(0, [step([1], 1, 1), step([0], 0, 1)]))
        .play("c2 pass b2")
        .refuses("pass", IllegalReason::Repetition)
        .allows("d1 d3");
}

#[test]
fn superko_does_not_affect_control() {
    let tiers = Step { tiers: vec![vec![1], vec![0]], ..step([], 1, 1) };
    for game in [ko(0, []), ko(0, [step([1], 1, 1)]), Variant { turn: turn([tiers]), ..ko(0, []) }] {
        let score = Score { method: ScoreMethod::Control, ..game.score };
        Table::of(&Variant { score, ..game })
            .play("c2")
            .refuses("b2", IllegalReason::Repetition)
            .counts("b2", [false, false])
            .counts("a3", [true, false]);
    }
}

#[test]
fn a_possible_action_of_a_higher_tier_makes_lower_tiers_illegal() {
    let step = Step { tiers: vec![vec![1], vec![0]], ..step([0, 1], 1, 1) };
    let push = ActionRule { sight: None, new_per_group: None, ..push() };
    let game = Variant { actions: vec![place("place"), push], turn: turn([step]), ..plain(squares(4, 1)) };
    Table::of(&drawn(game.clone(), "xo..")).refuses("d1", IllegalReason::Precedence).allows_only("b1>c1");
    Table::of(&drawn(game, "x...")).allows("d1");
}

#[test]
fn the_margin_of_groups_follows_the_players_after_a_swap() {
    let score = Score { method: ScoreMethod::Groups, ..go(squares(1, 1)).score };
    let mut game = rules::start(&Variant { swap: true, score, ..plain(squares(3, 3)) });
    game.play(action("a1"));
    let ahead = game.margin();
    assert_eq!(ahead.winner(), Winner::First);
    game.play(action("swap"));
    assert_eq!((game.margin(), game.winner()), (-ahead, Winner::Second));
}

#[test]
fn stones_are_stacks_of_one_and_hands_are_empty() {
    Table::of(&plain(squares(3, 3))).play("a1 b1").stacked("a1", "x").stacked("b1", "o").stacked("c1", "");
    assert_eq!(rules::start(&plain(squares(3, 3))).hands(), None);
}

#[test]
fn a_game_that_reaches_the_cap_is_scored_as_it_stands() {
    let game = Variant { end: End { max_turns: 3, ..End::default() }, ..go(squares(3, 3)) };
    Table::of(&game).play("b2 pass").goes_on().play("a1").ended_by(Reason::Cap).scores("9", "0");
}

#[test]
fn turns_of_the_setup_count_towards_the_cap() {
    let game = Variant { end: End { max_turns: 4, ..End::default() }, ..go(squares(3, 3)) };
    Table::of(&drawn(game, "... .x. ...")).play("a1").goes_on().play("c1").ended_by(Reason::Cap);
}

#[test]
fn a_game_that_ends_by_passes_with_its_last_turn_is_not_truncated() {
    let game = Variant { end: End { max_turns: 2, ..End::default() }, ..go(squares(3, 3)) };
    Table::of(&game).play("pass pass").ended_by(Reason::Passes);
}

#[test]
fn nothing_is_legal_when_the_game_is_over() {
    Table::of(&go(squares(3, 3))).play("pass pass").refuses("a1 pass swap b1>c1", IllegalReason::Over);
}

#[test]
fn the_setup_can_name_the_side_to_move() {
    let mut game = drawn(go(squares(3, 3)), "... .x. ...");
    game.setup.to_move = Some(Side::Second);
    Table::of(&game).waits_for(Player::Second, Side::Second, 2).play("a1").waits_for(
        Player::First,
        Side::First,
        3,
    );
}

#[test]
fn a_cell_that_does_not_exist_or_is_occupied_is_rejected() {
    Table::of(&send_it(hexagon(2)))
        .refuses("a3 z9", IllegalReason::OffBoard)
        .play("a1")
        .refuses("a1", IllegalReason::Occupied)
        .refuses("b2>a1", IllegalReason::Kind)
        .refuses("0,0 0,0>1,0 r:0,0.1,0", IllegalReason::Kind);
}

#[test]
fn area_counts_stones_and_regions_that_touch_only_one_side() {
    let game = Variant {
        score: Score { komi: "7.5".parse().expect("points"), ..go(squares(1, 1)).score },
        ..go(squares(5, 3))
    };
    Table::of(&game).scores("0", "7.5");
    Table::of(&drawn(game, ".x.o. xx.oo .x.o."))
        .scores("6", "13.5")
        .counts("a3", [true, false])
        .counts("c2", [false, false])
        .counts("e1", [false, true]);
}

#[test]
fn a_stone_on_the_last_liberty_of_the_stone_beside_it_is_suicide() {
    // The cell diagonally next to that stone is not one of its liberties.
    for (drawing, cell) in [("oo. .xo", "a1"), (".xo oo.", "a2"), (".oo ox.", "c1"), ("ox. .oo", "c2")] {
        Table::of(&drawn(send_it(squares(3, 2)), drawing)).counts(cell, [false, true]);
    }
}
