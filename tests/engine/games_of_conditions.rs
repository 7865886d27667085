//! Games whose rules are conditions, patterns, sets of cells and kinds of turn, played by hand.

use crate::games::{after, counts, start};
use crate::table::{LEAVES, MAKES, WHERE};
use dropline::board::Cell;
use dropline::rules::{IllegalReason, Position, Reason, Winner};
use dropline::variant::Side;

#[test]
fn games_with_conditions_have_the_numbers_of_action_sequences_of_the_slow_engine() {
    counts("cats-and-dogs", &[], &[120, 13964]);
    counts("control", &[], &[24, 1350, 72894]);
    counts("bamboo", &[], &[127, 16002]);
    counts("unane", &[], &[49, 2116, 81898]);
    counts("bounce", &[], &[60, 5400]);
}

/// Plays those of `actions` that are legal; each other one is refused for its reason.
#[track_caller]
fn tries(position: &mut dyn Position, actions: &[(&str, Option<IllegalReason>)]) {
    for &(action, why) in actions {
        let outcome = position.try_play(action.parse().expect("an action"));
        let found = outcome.err().map(|illegal| illegal.why);
        let is_as_said = found.zip(why).map_or(found == why, |(found, why)| found.is_same_rule(why));
        assert!(is_as_said, "{action}: {found:?}, not {why:?}");
    }
}

#[test]
fn a_stone_of_crossway_completes_no_crosscut_and_corners_connect() {
    let mut position = start("crossway", &["board.width=3", "board.height=3"]);
    tries(
        position.as_mut(),
        &[
            ("a1", None),
            ("b1", None),
            ("b2", None),
            // Black on a1 and b2, white on b1 and a2 would cross.
            ("a2", Some(MAKES)),
            ("c2", None),
            ("c3", None),
        ],
    );
    assert_eq!(position.winner(), Winner::First, "a1, b2 and c3 connect row 1 with row 3");
    // Two stones, and the swap.
    counts("crossway", &[], &[361, 130_321]);
}

#[test]
fn a_stone_of_oust_joins_its_group_only_by_capturing_all_smaller_ones_beside_it() {
    let mut position = start("oust", &["board.side=3"]);
    tries(
        position.as_mut(),
        &[
            ("c3", None),
            ("e5", None),
            // Beside its own stone, where it captures nothing, and where nothing can be planted.
            ("b3", Some(WHERE)),
            ("e3", None),
            ("c4", None),
            // The group b3, c3 is larger than c4, which is beside it; then the player goes on.
            ("b3", None),
            ("e4", None),
        ],
    );
    assert_eq!(position.captures(), [2, 0]);
    assert_eq!(position.winner(), Winner::First, "white has no stone left");
    counts("oust", &[], &[127, 16_002]);
    counts("oust", &["board.side=3"], &[19, 342, 4_878, 63_504]);
}

#[test]
fn a_root_of_tanbo_that_cannot_grow_dies_and_the_root_that_grew_dies_alone() {
    counts("tanbo", &[], &[24, 552, 12_972]);
}

#[test]
fn in_manalath_a_group_of_five_wins_after_ones_own_turn_and_one_of_four_loses() {
    // White makes a group of four for black, who makes it five.
    for (turns, winner) in [
        (["e1", "e:e2", "e3", "e:e4", "e5"], Winner::First),
        (["e1", "e:e2", "e3", "i5", "e4"], Winner::Second),
    ] {
        let mut position = start("manalath", &[]);
        for action in turns {
            assert_eq!(position.outcome(), None, "before {action}");
            position.try_play(action.parse().expect("an action")).expect("a legal action");
        }
        assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::Goal));
        assert_eq!(position.winner(), winner, "{turns:?}");
    }
    // No group may be larger than five, whoever would make it.
    for side in ["black", "white"] {
        let to_move = format!("setup.to_move={side}");
        let sets =
            ["setup.black=[\"e1\", \"e2\", \"e3\", \"e5\", \"e6\", \"e7\"]", "setup.turns=6", &to_move];
        let mut position = start("manalath", &sets);
        let action = if side == "black" { "e4" } else { "e:e4" };
        let why = position.try_play(action.parse().expect("an action")).expect_err("too large").why;
        assert!(why.is_same_rule(MAKES), "{side}");
    }
    counts("manalath", &[], &[122, 14_640]);
}

#[test]
fn order_wins_by_five_in_a_row_of_either_colour_and_chaos_by_a_full_board() {
    let mut position = start("order-and-chaos", &[]);
    for action in ["e:a1", "b2", "e:c3", "e:f1", "e:d4", "a6", "e:e5"] {
        assert_eq!(position.outcome(), None, "before {action}");
        position.try_play(action.parse().expect("an action")).expect("a legal action");
    }
    assert_eq!(position.winner(), Winner::First, "a1 to e5 are white");
    let mut position = start(
        "order-and-chaos",
        &["board.width=2", "board.height=2", "goal.of-black.line.length=2", "goal.of-white.line.length=2"],
    );
    position.try_play("a1".parse().expect("an action")).expect("a legal action");
    position.try_play("b1".parse().expect("an action")).expect("a legal action");
    assert_eq!(position.outcome(), None);
    counts("order-and-chaos", &[], &[72, 5040]);
}

#[test]
fn in_strands_a_turn_fills_cells_of_one_number() {
    let mut position = after("strands", &[], "a1 c3");
    for (action, why) in
        [("a2", IllegalReason::NotOn), ("e5", IllegalReason::NotOn), ("c3", IllegalReason::Occupied)]
    {
        assert_eq!(
            position.check(action.parse().expect("an action")).map_err(|wrong| wrong.why),
            Err(why),
            "{action}"
        );
    }
    position.play("d3".parse().expect("an action"));
    position.play("b2".parse().expect("an action"));
    assert_eq!(
        (position.turns(), position.side_to_move()),
        (2, Side::First),
        "three stones on threes end the turn"
    );
    let ended = after("strands", &[], "a1 a2 pass e5 d4 pass");
    assert_eq!(ended.turns(), 4, "a turn may be ended early, and a turn on the centre ends by itself");
    // The first stone is on one of 24 cells of the edge, the second on any other cell.
    counts("strands", &[], &[24, 24 * 60]);
}

#[test]
fn a_player_who_can_begin_no_kind_of_turn_is_stuck() {
    let steps =
        "turn.steps=[{ actions = ['place'] }, { actions = ['take'], or = true }, { actions = ['place'] }]";
    let sets = |end| [steps, "action.take.remove.on=['a1']", "action.place.place.on=['a1', 'b2']", end];
    // Nothing can be taken off yet, so the only kind of turn is a stone.
    let position = after("gomoku", &sets("end.stuck=loses"), "");
    assert_eq!(position.count_legal(), 2);
    let position = after("gomoku", &sets("end.stuck=loses"), "b2 a1");
    assert_eq!(
        position.outcome().map(|_| position.winner()),
        Some(Winner::Second),
        "black has no stone on a1"
    );
    let position = after("gomoku", &sets("end.stuck=loses"), "a1 b2");
    assert_eq!(position.count_legal(), 1);
    let position = after("gomoku", &sets("end.stuck=loses"), "a1 b2 xa1");
    assert_eq!(
        (position.turns(), position.count_legal()),
        (2, 1),
        "black has taken a stone off and must place one before the turn ends"
    );
}

#[test]
fn in_slimetrail_both_players_move_one_piece_to_their_corners() {
    let to_first = ["e5-d4", "d4-c3", "c3-b2", "b2-a1"];
    let to_second = ["e5-f6", "f6-g7", "g7-h8"];
    for (turns, winner) in [(&to_first[..], Winner::First), (&to_second[..], Winner::Second)] {
        let mut position = start("slimetrail", &[]);
        for &action in turns {
            assert_eq!(position.outcome(), None, "before {action}");
            position.try_play(action.parse().expect("an action")).expect("a legal action");
        }
        assert_eq!(position.winner(), winner, "{turns:?}");
        let left = position.board().cells().iter().filter(|&&cell| position.is_neutral(cell)).count();
        assert_eq!(left, turns.len(), "a neutral stone on each cell that the piece has left");
    }
    // The piece steps to any of 8 cells, and then to all but the one it came from.
    counts("slimetrail", &[], &[8, 8 * 7]);
}

#[test]
fn teeko_is_won_by_a_square() {
    let mut position = start("teeko", &[]);
    let turns = ["a1", "e5", "b1", "e4", "a2", "e2", "c3", "e1", "c3-b2"];
    for (k, action) in turns.into_iter().enumerate() {
        assert_eq!(position.outcome(), None, "before turn {}", k + 1);
        position.try_play(action.parse().expect("an action")).expect("a legal action");
    }
    assert_eq!(position.winner(), Winner::First);
}

#[test]
fn a_stone_of_control_needs_as_much_influence_as_the_enemy_and_removal_needs_more() {
    // The second stone may not stand beside the first, since it would have no friend there.
    let mut position = start("control", &[]);
    tries(
        position.as_mut(),
        &[
            ("e5", Some(IllegalReason::NotOn)),
            ("a1", None),
            ("b1", Some(WHERE)),
            ("xa1", Some(WHERE)),
            ("c2", None),
            ("e5", None),
            ("b1", None),
            ("b2", Some(WHERE)),
            ("xa1", Some(IllegalReason::NoStone)),
            ("a2", None),
            ("xa1", Some(WHERE)),
        ],
    );
}

#[test]
fn a_group_of_bamboo_has_at_most_as_many_stones_as_its_owner_has_groups() {
    let position = after("bamboo", &["board.side=3"], "a1 e5 c3 e3");
    // Two groups of one stone: a third stone may join one of them, but not both.
    assert!(position.check("b2".parse().unwrap()).unwrap_err().why.is_same_rule(MAKES));
    assert_eq!(position.check("a2".parse().unwrap()), Ok(()));
}

#[test]
fn a_stone_bounces_only_into_a_larger_group_and_is_removed_only_if_none_can() {
    let drawing =
        ["board.width=4", "board.height=2", "setup.black=[\"a1\", \"d1\"]", "setup.white=[\"b1\", \"a2\"]"];
    let position = start("bounce", &drawing);
    assert_eq!(position.check("a1-c1".parse().unwrap()), Ok(()));
    assert!(position.check("d1-c1".parse().unwrap()).unwrap_err().why.is_same_rule(MAKES));
    assert_eq!(position.check("xa1".parse().unwrap()).unwrap_err().why, IllegalReason::Precedence);
}

#[test]
fn a_turn_of_slither_leaves_no_two_stones_linked_by_a_corner_alone() {
    let mut position = start("slither", &["board.width=4", "board.height=4"]);
    tries(
        position.as_mut(),
        &[
            ("b2", None),
            ("d4", None),
            // Beside b2 only by a corner; then next to it.
            ("c3", Some(LEAVES)),
            // A slide to the corner is mended by the stone that follows, which is compulsory.
            ("b2-c3", None),
            ("pass", Some(IllegalReason::Compulsory)),
            ("c4", None),
            ("d3", None),
            // The stone that joins c4 and b3 may not leave: c3 joins them.
            ("b3", None),
            ("a1", None),
        ],
    );
    // An independent program counts the same.
    counts("slither", &[], &[81, 6_480, 534_672]);
    counts("slither", &["board.width=4", "board.height=4"], &[16, 240, 4_032, 58_184]);
    counts("slither", &["board.width=3", "board.height=3"], &[9, 72, 672, 4_608, 34_400]);
}

#[test]
fn a_first_action_is_legal_only_if_the_turn_can_be_completed() {
    // Gyve: two stones a turn, each next to the same number of friendly groups.
    let mut position = start(
        concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/gyve.toml"),
        &["board.side=2", "opening=[]"],
    );
    tries(
        position.as_mut(),
        &[
            // No cell is apart from the centre.
            ("b2", Some(IllegalReason::Unfinished)),
            ("a1", None),
            ("b2", Some(WHERE)),
            ("c3", None),
            ("b1", None),
            ("pass", Some(IllegalReason::Compulsory)),
            ("b3", None),
            // The centre is beside two groups, and no other cell is.
            ("b2", Some(IllegalReason::Unfinished)),
            ("a2", None),
            ("c2", None),
            // One cell is left, and a turn takes two.
            ("b2", Some(IllegalReason::Unfinished)),
            ("pass", None),
        ],
    );
}

#[test]
fn the_king_of_tablut_escapes_to_the_edge_or_is_surrounded_by_four_attackers() {
    let mut position = start("tablut", &[]);
    tries(
        position.as_mut(),
        &[
            // Attackers do not move the king.
            ("e5-e6", Some(IllegalReason::NoOwnStone)),
            ("d1-d4", None),
            ("c5-c6", None),
            ("f1-f4", None),
            ("e7-c7", None),
            // The throne stays empty, but for the king.
            ("a6-b6", None),
            ("e5-e4", None),
            ("b6-b7", None),
            ("e6-e5", Some(IllegalReason::NotTo)),
            ("e4-e5", None),
        ],
    );
    // d4 and f4 have closed on e4.
    assert_eq!(position.captures(), [1, 0]);
    let small = |black: &str, king: &str| {
        let setup = [
            format!("setup.black={black}"),
            "setup.white=[\"i9\"]".to_owned(),
            format!("setup.neutral={king}"),
        ];
        start("tablut", &setup.each_ref().map(String::as_str))
    };
    let mut position = small(r#"["a1", "c4", "b5", "d5"]"#, r#"["c5"]"#);
    position.play("a1-a6".parse().expect("an action"));
    position.play("i9-i8".parse().expect("an action"));
    position.play("a6-c6".parse().expect("an action"));
    assert_eq!(position.winner(), Winner::First, "four attackers stand around the king");
    let mut position = small(r#"["a1"]"#, r#"["c5"]"#);
    position.play("a1-a2".parse().expect("an action"));
    position.play("c5-c9".parse().expect("an action"));
    assert_eq!(position.winner(), Winner::Second, "the king stands on the edge");
    // An independent program counts the same.
    counts("tablut", &[], &[80, 4_400, 353_200]);
}

#[test]
fn turns_that_only_move_stones_end_the_game_after_so_many_in_a_row() {
    let after = |quiet, actions| {
        let position = after("breakthrough", &[&format!("end.quiet={quiet}")], actions);
        position.outcome().map(|outcome| (outcome.reason, position.winner()))
    };
    let ended = Some((Reason::Quiet, Winner::Draw));
    assert_eq!(after(1, "a2-a3"), ended);
    assert_eq!(after(5, "a2-a3 b7-b6 a3-a4 b6-b5"), None);
    assert_eq!(after(4, "a2-a3 b7-b6 a3-a4 b6-b5"), ended);
    // The fifth turn captures a stone, which resets the count.
    assert_eq!(after(5, "a2-a3 b7-b6 a3-a4 b6-b5 a4-b5 h7-h6 h2-h3 h6-h5 h3-h4"), None);
    assert_eq!(after(5, "a2-a3 b7-b6 a3-a4 b6-b5 a4-b5 h7-h6 h2-h3 h6-h5 g2-g3 g7-g6"), ended);
}

#[test]
fn in_susan_whoever_surrounds_a_stone_of_each_side_loses() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/susan.toml");
    // White on a1, in the corner, is shut in by black on a2, b1 and b2.
    let position = after(path, &[], "a2 a1 b1 i9 b2");
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::Goal));
    assert_eq!(position.winner(), Winner::First);
    // Six slides are a draw, five and a stone are not.
    let slides = "e5 a1 e5-e6 a1-a2 e6-e5 a2-a1 e5-e6";
    assert!(after(path, &[], &format!("{slides} b1")).outcome().is_none());
    assert_eq!(
        after(path, &[], &format!("{slides} a1-a2")).outcome().map(|end| end.reason),
        Some(Reason::Quiet)
    );
}

#[test]
fn rows_of_two_or_three_are_captured_in_keryo_pente() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/keryo-pente.toml");
    for (actions, captured) in [
        ("a1 b1 e5 c1 d1", 2),
        ("a1 b1 e5 c1 e7 d1 e1", 3),
        ("a1 b1 e5 c1 e7 d1 e9 e1 f1", 0),
        ("a1 b1 c1", 0),
    ] {
        assert_eq!(after(path, &[], actions).captures(), [captured, 0], "{actions}");
    }
}

#[test]
fn only_the_middle_of_the_board_counts_in_irensei() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/irensei.toml");
    let line = |row: u8, columns: &str| {
        let stones: Vec<String> = columns.chars().map(|column| format!("'{column}{row}'")).collect();
        format!("setup.black=[{}]", stones.join(", "))
    };
    let plays = |row, columns, action| after(path, &[&line(row, columns)], action).outcome();
    let winner = |row, columns, action| plays(row, columns, action).and_then(|outcome| outcome.decided);
    assert_eq!(winner(10, "defghi", "j10"), Some(Winner::First));
    assert_eq!(winner(10, "bcdefg", "h10"), None, "b10 does not count");
    assert_eq!(winner(2, "defghi", "j2"), None);
    assert_eq!(winner(10, "bcdefgh", "j10"), None);
    assert_eq!(winner(10, "bcdefgh", "i10"), Some(Winner::Second), "eight in a row");
}

#[test]
fn empty_cells_link_stones_in_narrows() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/narrows.toml");
    // A stone of each side is shut in, in a corner.
    let sets = ["setup.black=['a1', 'e1', 'k11', 'l10']", "setup.white=['l11', 'b1', 'a2', 'e5']"];
    let decided = |action| after(path, &sets, action).outcome().and_then(|outcome| outcome.decided);
    assert_eq!(decided("e1-e5"), None);
    assert_eq!(decided("e1-b1"), Some(Winner::First));
    assert_eq!(decided("e1-e5 a2-a1"), Some(Winner::First), "only the stone that was shut in was missing");
    assert_eq!(decided("e1-e5 l11-k11"), Some(Winner::Second), "empty cells lead from k11 to the others");
}

#[test]
fn the_pawn_of_trike_is_led_by_both_sides_and_leaves_their_stones_behind() {
    counts("trike", &[], &[28, 364]);
    // On ten cells, the pawn ends on a stone of the player who led it there last.
    let mut position = after("trike", &["board.side=4"], "a1 a1-a4 a4-d4 d4-b2");
    let cell = |name: &str| name.parse::<Cell>().expect("a cell");
    let owners = ["a1", "a4", "d4", "b2"].map(|name| position.stone(cell(name)));
    assert_eq!(owners, [Side::First, Side::Second, Side::First, Side::Second].map(Some));
    assert_eq!(position.piece(cell("b2")), Some(0), "the pawn");
    // White's pawn counts for white, as does each stone beside it.
    assert_eq!(position.score().map(|score| score.to_string()), ["1", "1"].map(str::to_owned));
    position.play("b2-b3".parse().expect("an action"));
    assert_eq!(position.stone(cell("b2")), Some(Side::Second), "the stone under the pawn was white's");
    assert_eq!((position.piece(cell("b2")), position.piece(cell("b3"))), (None, Some(0)));
}

#[test]
fn games_with_moves_of_their_own_have_as_many_as_counted_by_hand() {
    counts("teeko", &[], &[25, 600]);
    counts("hasami-shogi", &[], &[63, 3717]);
    // Each king can go to two cells, and the guards beside it charge.
    counts("entourage", &[], &[42]);
}

#[test]
fn the_first_side_of_unlur_is_claimed_by_a_pass_or_a_swap() {
    // Each of the 61 cells inside, or a pass; after a pass, each of the 91.
    counts("unlur", &[], &[62, 61 * 61 + 91]);
    let stone = |position: &dyn Position, name: &str| position.stone(name.parse::<Cell>().expect("a cell"));
    // Both players place black stones, but not at the edge.
    let mut position = after("unlur", &[], "f6 e:e5");
    assert_eq!(stone(&*position, "e5"), Some(Side::First));
    tries(
        position.as_mut(),
        &[
            ("a1", Some(IllegalReason::NotOn)),
            ("swap", Some(IllegalReason::NoSwap)),
            // Black keeps its side: white, now to move, has stones of its own.
            ("pass", None),
            ("e:d4", Some(IllegalReason::Kind)),
            ("swap", Some(IllegalReason::NoSwap)),
            ("pass", Some(IllegalReason::Compulsory)),
            ("a1", None),
            ("d4", None),
        ],
    );
    assert_eq!([stone(&*position, "a1"), stone(&*position, "d4")], [Side::Second, Side::First].map(Some));
    assert!(!position.swapped());
    // White's player takes black: the other player goes on as white.
    let mut position = after("unlur", &[], "f6");
    tries(
        position.as_mut(),
        &[
            ("pass", Some(IllegalReason::Compulsory)),
            ("swap", None),
            ("swap", Some(IllegalReason::NoSwap)),
            ("e:a1", Some(IllegalReason::Kind)),
            ("a1", None),
        ],
    );
    assert_eq!(stone(&*position, "a1"), Some(Side::Second));
    assert!(position.swapped());
}

#[test]
fn who_makes_only_the_enemys_figure_in_unlur_loses() {
    // Sides of three cells: a1 b1 c1, c1 d2 e3, e3 e4 e5, e5 d5 c5, c5 b4 a3 and a3 a2 a1.
    let decided = |black: &str, white: &str, turns: &str| {
        let stones = [format!("setup.black={black}"), format!("setup.white={white}")];
        let sets = ["board.side=3", &stones[0], &stones[1], "setup.turns=61", "setup.to_move=\"black\""];
        after("unlur", &sets, turns).outcome().and_then(|outcome| outcome.decided)
    };
    let (line, y) = ("['b2', 'c3', 'd4']", "['c2', 'c3', 'd3', 'e4', 'b3', 'b4']");
    assert_eq!(decided(y, "['a1']", "c5"), None, "of these three sides, two meet");
    assert_eq!(decided(y, "['a1']", "b1"), Some(Winner::First), "every second side");
    assert_eq!(decided("['a1']", y, "d5 b1"), Some(Winner::First), "white must not");
    assert_eq!(decided(line, "['a3']", "a1"), None);
    assert_eq!(decided(line, "['a3']", "a1 a2 e5"), Some(Winner::Second), "corners are part of both sides");
    assert_eq!(decided("['a3']", line, "a2 a1 c1 e5"), Some(Winner::Second), "a line is white's figure");
    // The stone on c3 completes both.
    let arms = "['a3', 'b3', 'c1', 'c2', 'e5', 'd4']";
    assert_eq!(decided(arms, "['a1']", "c3"), Some(Winner::First));
}
