//! The shipped line-forming, connection, capture and movement games: counts that others have published, and properties that their
//! rules imply. The numbers come from published engines and from solvers.

use crate::chance::seeded;
use crate::hand_made::shipped;
use crate::perft::perft;
use dropline::rules::{self, Action, IllegalReason, Margin, PlayoutPolicy, Position, Reason, Winner};
use dropline::variant::{Side, load};

fn start(name: &str, set: &[&str]) -> Box<dyn Position> {
    rules::start(&shipped(name, set))
}

#[track_caller]
pub fn counts(name: &str, set: &[&str], expected: &[u64]) {
    let position = start(name, set);
    let counted: Vec<u64> =
        (1..=expected.len() as u32).map(|depth| perft(position.as_ref(), depth)).collect();
    assert_eq!(counted, expected, "{name} {set:?}");
}

/// The game after these single actions, written in the notation.
#[track_caller]
pub fn after(name: &str, set: &[&str], actions: &str) -> Box<dyn Position> {
    let mut position = start(name, set);
    for text in actions.split_whitespace() {
        let action: Action = text.parse().expect("an action");
        assert_eq!(position.check(action), Ok(()), "{name}: {text}");
        position.play(action);
        assert_eq!(position.verify(), Ok(()), "{name}: after {text}");
    }
    position
}

/// The winner after these actions; `None` while the game goes on.
#[track_caller]
fn winner(name: &str, set: &[&str], actions: &str) -> Option<Winner> {
    let position = after(name, set, actions);
    position.outcome().map(|_| position.winner())
}

#[test]
fn games_of_lines_have_the_published_numbers_of_action_sequences() {
    counts("tic-tac-toe", &[], &[9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872]);
    counts("connect-four", &[], &[7, 49, 343, 2401, 16807, 117_649]);
}

#[test]
fn othello_and_ataxx_have_the_published_numbers_of_action_sequences() {
    counts("othello", &[], &[4, 12, 56, 244, 1396, 8200, 55092]);
    counts("ataxx", &[], &[16, 256, 6460]);
}

#[test]
fn games_of_movement_have_the_published_numbers_of_action_sequences() {
    counts("breakthrough", &[], &[22, 484, 11132]);
    counts("lines-of-action", &[], &[36, 1244, 44952]);
    counts("amazons", &[], &[80, 2176]);
    counts("konane", &[], &[4, 12, 28, 172, 892]);
    counts("konane", &["board.width=6", "board.height=6"], &[4, 12, 28, 156, 668, 4192, 22676]);
}

#[test]
fn only_the_fox_wins_by_reaching_the_far_row_and_only_the_hounds_by_leaving_no_move() {
    counts("fox-and-hounds", &[], &[2, 14, 56, 344, 1032]);
    // The hounds stand on that row at the start, which is not their goal.
    let mut position =
        start("fox-and-hounds", &["setup.white=[\"f6\"]", "setup.black=[\"b8\", \"d8\", \"a1\", \"c1\"]"]);
    for (action, over) in [("f6-g7", false), ("b8-c7", false), ("g7-h8", true)] {
        position.try_play(action.parse().expect("an action")).expect("a legal action");
        assert_eq!(position.outcome().is_some(), over, "{action}");
    }
    assert_eq!(position.winner(), Winner::First);
    let hemmed_in = ["setup.white=[\"a3\"]", "setup.black=[\"b4\", \"c3\", \"d4\", \"f4\"]", "setup.turns=1"];
    let mut position = start("fox-and-hounds", &hemmed_in);
    position.try_play("c3-b2".parse().expect("an action")).expect("a legal action");
    assert_eq!(position.winner(), Winner::Second);
}

#[test]
fn games_with_conditions_have_the_numbers_of_action_sequences_of_the_slow_engine() {
    counts("cats-and-dogs", &[], &[120, 13964]);
    counts("control", &[], &[24, 1350, 72894]);
    counts("bamboo", &[], &[127, 16002]);
    counts("unane", &[], &[49, 2116, 81898]);
    counts("bounce", &[], &[60, 5400]);
}

#[test]
fn a_stone_of_crossway_completes_no_crosscut_and_corners_connect() {
    let mut position = start("crossway", &["board.width=3", "board.height=3"]);
    for (action, why) in [
        ("a1", None),
        ("b1", None),
        ("b2", None),
        // Black on a1 and b2, white on b1 and a2 would cross.
        ("a2", Some(IllegalReason::Makes)),
        ("c2", None),
        ("c3", None),
    ] {
        let outcome = position.try_play(action.parse().expect("an action"));
        assert_eq!(outcome.err().map(|illegal| illegal.why), why, "{action}");
    }
    assert_eq!(position.winner(), Winner::First, "a1, b2 and c3 connect row 1 with row 3");
    // Two stones, and the swap.
    counts("crossway", &[], &[361, 130_321]);
}

#[test]
fn a_stone_of_oust_joins_its_group_only_by_capturing_all_smaller_ones_beside_it() {
    let mut position = start("oust", &["board.side=3"]);
    for (action, why) in [
        ("c3", None),
        ("e5", None),
        // Beside its own stone, where it captures nothing, and where nothing can be planted.
        ("b3", Some(IllegalReason::Where)),
        ("e3", None),
        ("c4", None),
        // The group b3, c3 is larger than c4, which is beside it; then the player goes on.
        ("b3", None),
        ("e4", None),
    ] {
        let outcome = position.try_play(action.parse().expect("an action"));
        assert_eq!(outcome.err().map(|illegal| illegal.why), why, "{action}");
    }
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
        assert_eq!(why, IllegalReason::Makes, "{side}");
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
        "the turn that takes a stone off goes on with a stone"
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
    let mut position = start(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/teeko.toml"), &[]);
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
    for (action, why) in [
        ("e5", Some(IllegalReason::NotOn)),
        ("a1", None),
        ("b1", Some(IllegalReason::Where)),
        ("xa1", Some(IllegalReason::Where)),
        ("c2", None),
        ("e5", None),
        ("b1", None),
        ("b2", Some(IllegalReason::Where)),
        ("xa1", Some(IllegalReason::NoStone)),
        ("a2", None),
        ("xa1", Some(IllegalReason::Where)),
    ] {
        let checked = position.check(action.parse().expect("an action"));
        assert_eq!(checked.err().map(|illegal| illegal.why), why, "{action}");
        if why.is_none() {
            position.play(action.parse().expect("an action"));
        }
    }
}

#[test]
fn a_group_of_bamboo_has_at_most_as_many_stones_as_its_owner_has_groups() {
    let position = after("bamboo", &["board.side=3"], "a1 e5 c3 e3");
    // Two groups of one stone: a third stone may join one of them, but not both.
    assert_eq!(position.check("b2".parse().unwrap()).unwrap_err().why, IllegalReason::Makes);
    assert_eq!(position.check("a2".parse().unwrap()), Ok(()));
}

#[test]
fn a_stone_bounces_only_into_a_larger_group_and_is_removed_only_if_none_can() {
    let drawing =
        ["board.width=4", "board.height=2", "setup.black=[\"a1\", \"d1\"]", "setup.white=[\"b1\", \"a2\"]"];
    let position = start("bounce", &drawing);
    assert_eq!(position.check("a1-c1".parse().unwrap()), Ok(()));
    assert_eq!(position.check("d1-c1".parse().unwrap()).unwrap_err().why, IllegalReason::Makes);
    assert_eq!(position.check("xa1".parse().unwrap()).unwrap_err().why, IllegalReason::Precedence);
}

#[test]
fn domineering_and_atari_go_have_the_published_numbers_of_action_sequences() {
    counts("domineering", &["board.width=6", "board.height=6"], &[30, 800, 19360]);
    counts("atari-go", &[], &[81, 6480]);
}

#[test]
fn a_full_board_of_hex_or_y_has_exactly_one_winner() {
    for name in ["hex", "y"] {
        let mut position = start(name, &["turn.swap=false"]);
        for seed in 0..300 {
            position.reset();
            position.playout(&mut seeded(seed), PlayoutPolicy::Unrestricted);
            let outcome = position.outcome().expect("a game that has ended");
            assert_eq!(
                outcome.reason,
                Reason::Goal,
                "{name}, seed {seed}: one side connects before the board is full"
            );
            assert_ne!(position.winner(), Winner::Draw);
        }
    }
}

#[test]
fn a_line_wins_for_the_player_who_completes_it_and_a_full_board_is_a_draw() {
    let (first, draw) = (Some(Winner::First), Some(Winner::Draw));
    assert_eq!(winner("tic-tac-toe", &[], "a1 b1 a2 b2"), None);
    assert_eq!(winner("tic-tac-toe", &[], "a1 b1 a2 b2 a3"), first);
    assert_eq!(winner("tic-tac-toe", &[], "a3 a1 b2 b1 c1"), first, "along a diagonal");
    assert_eq!(winner("tic-tac-toe", &[], "a1 b1 c1 b2 b3 a2 c2 c3 a3"), draw);
    // The score is 1 to 0, or one half each.
    let scores = |actions| after("tic-tac-toe", &[], actions).score().map(|score| score.to_string());
    assert_eq!(scores("a1 b1 a2 b2 a3"), ["1", "0"]);
    assert_eq!(scores("a1"), ["0.5", "0.5"]);
}

#[test]
fn a_neutral_stone_may_go_where_a_friendly_one_would_be_suicide() {
    let sets = [
        "board.width=2",
        "board.height=2",
        "setup.neutral=[\"a1\", \"b1\", \"b2\"]",
        "action.wall.place.neutral=true",
        "turn.steps=[{ actions = [\"stone\", \"wall\"], max = 1 }]",
    ];
    let mut position = start("go", &sets);
    for seed in 0..20 {
        position.random_action(&mut seeded(seed), PlayoutPolicy::Unrestricted);
        assert_eq!(position.count_legal(), 1, "after {seed} random draws");
    }
}

#[test]
fn an_exact_line_is_not_part_of_a_longer_line() {
    let exact = ["goal.row.line.exact=true"];
    let six = "a1 a3 b1 b3 c1 c3 e1 e3 f1 o9 d1";
    assert_eq!(winner("gomoku", &[], six), Some(Winner::First));
    assert_eq!(winner("gomoku", &exact, six), None);
    assert_eq!(winner("gomoku", &exact, "a1 a3 b1 b3 c1 c3 e1 e3 d1"), Some(Winner::First));
}

#[test]
fn in_yavalath_four_in_a_row_win_although_three_in_a_row_lose() {
    assert_eq!(winner("yavalath", &[], "a1 e9 b1 e8 c1"), Some(Winner::Second));
    assert_eq!(winner("yavalath", &[], "a1 e9 b1 e7 d1 e5 c1"), Some(Winner::First));
}

#[test]
fn hex_is_won_only_by_connecting_the_players_own_edges() {
    let small = ["board.side=3", "turn.swap=false"];
    assert_eq!(winner("hex", &small, "a1 b1 a2 b2 a3"), Some(Winner::First));
    assert_eq!(winner("hex", &small, "a1 a2 b1 b2 c1"), None, "a row connects the second side's edges");
    assert_eq!(winner("hex", &small, "a1 a2 b1 b2 a3 c2"), Some(Winner::Second));
}

#[test]
fn a_player_behind_in_catchup_may_place_one_more_stone() {
    let stones = |actions: &str| {
        let position = after("catchup", &[], actions);
        (position.turns(), position.actions_in_turn())
    };
    assert_eq!(stones("a1 e5 e6 g5 g6"), (2, 2), "white made a group of two: black may place a third stone");
    assert_eq!(stones("a1 e5 e6 g5 g6 i5"), (3, 0), "and no more");
    assert_eq!(stones("a1 e5 e7 g5 g6"), (3, 0), "a group of one stone has no effect");
    let behind = "a1 e5 e6 a2 a3 pass g5 g6";
    assert_eq!(stones(behind), (3, 2), "black's three are more than white's two, so white catches up");
    assert_eq!(stones(&format!("{behind} g7")), (4, 0));
    let smaller = "a1 e5 e6 a2 a3 a4 i5 pass c1 c2";
    assert_eq!(stones(smaller), (5, 0), "white's largest did not grow: two stones for black");
}

#[test]
fn a_ring_wins_whatever_is_on_the_cell_inside() {
    let small = ["board.side=4", "turn.swap=false"];
    let ring = "c3 a1 d3 a2 e4 a3 e5 g7 d5 g6";
    assert_eq!(
        winner("havannah", &small, &format!("{ring} c4")),
        Some(Winner::First),
        "around an empty cell"
    );
    let filled = "c3 d4 d3 a2 e4 a3 e5 g7 d5 g6 c4";
    assert_eq!(winner("havannah", &small, filled), Some(Winner::First), "around an enemy stone");
    let solid = "d4 a1 c3 a2 d3 a3 e4 g7 e5 g6 d5 f7 c4";
    assert_eq!(winner("havannah", &small, solid), Some(Winner::First), "around a friendly stone");
}

#[test]
fn a_flanked_pair_is_captured_unless_its_own_side_completes_it() {
    let position = after("pente", &[], "a1 b1 s9 c1 d1");
    assert_eq!(position.captures(), [2, 0]);
    // Moving between two enemy stones is safe, and three in a row are not captured.
    let position = after("pente", &[], "a1 s1 d1 b1 s5 c1 s9 k1");
    assert_eq!(position.captures(), [0, 0]);
}

#[test]
fn a_simple_ko_cannot_be_retaken_at_once() {
    let ko = "b1 c1 a2 d2 b3 c3 c2 b2";
    let position = after("gonnect", &["turn.swap=false"], ko);
    assert!(position.check("c2".parse().unwrap()).is_err(), "it would restore the arrangement");
    let later = after("gonnect", &["turn.swap=false"], &format!("{ko} k9 k8"));
    assert_eq!(later.check("c2".parse().unwrap()), Ok(()));
}

#[test]
fn a_player_without_a_legal_action_loses_if_the_file_says_so() {
    let small = ["board.width=2", "board.height=2"];
    let position = after("domineering", &small, "a1.a2");
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::Stuck));
    assert_eq!(position.winner(), Winner::First);
    let wins = after("domineering", &[small[0], small[1], "end.stuck=wins"], "a1.a2");
    assert_eq!(wins.winner(), Winner::Second);
}

#[test]
fn goals_can_be_combined_with_the_rules_of_send_it() {
    // Send It won by connecting two opposite edges, with sight, four drops and groups as usual.
    let connect = ["board.side=3", "goal.bridge.connect.opposite=true", "end.goals=[\"bridge\"]"];
    let position = start("send-it", &connect);
    let mut goals = 0;
    for seed in 0..60 {
        let mut game = position.boxed_clone();
        game.playout(&mut seeded(seed), PlayoutPolicy::Unrestricted);
        goals += u32::from(game.outcome().is_some_and(|outcome| outcome.reason == Reason::Goal));
    }
    assert!(goals > 0, "no game was won by the goal");
}

#[test]
fn holes_hold_no_stones_and_block_sight() {
    let holes =
        ["board.width=5", "board.height=2", "board.holes=[\"c1\"]", "action.stone.place.sight=orthogonal"];
    let mut position = start("go", &[&holes[..], &["setup.black=[\"a1\"]"]].concat());
    let sees = |position: &dyn Position, cell: &str| position.check(cell.parse().unwrap()).is_ok();
    assert!(
        sees(position.as_ref(), "b1") && !sees(position.as_ref(), "d1") && !sees(position.as_ref(), "c1")
    );
    position.play("b1".parse().unwrap());
    assert_eq!(position.verify(), Ok(()));
    assert_eq!(position.board().cells().len(), 9);
}

#[test]
fn holes_never_close_a_ring_and_count_as_no_cell_inside() {
    let game = |holes: &str, black: &str| {
        let list = |cells: &str| {
            cells.split_whitespace().map(|cell| format!("{cell:?}")).collect::<Vec<_>>().join(",")
        };
        [
            "board.side=3".to_owned(),
            format!("board.holes=[{}]", list(holes)),
            format!("setup.black=[{}]", list(black)),
        ]
    };
    for (holes, stones, closed) in [
        // An open chain beside holes.
        ("d3 d4 c4", "b3 c2 b2", false),
        // A ring around a hole and a stone of its own, around a hole and an empty cell, and around a hole alone.
        ("c3", "b2 b3 c4 d4 e4 e3 d2 d3 c2", true),
        ("c3", "b2 b3 c4 d4 e4 e3 d2 c2", true),
        ("c3", "b2 b3 c4 d4 d3 c2", false),
    ] {
        let cells: Vec<&str> = stones.split(' ').collect();
        for last in &cells {
            let others: Vec<&str> = cells.iter().copied().filter(|cell| cell != last).collect();
            let sets = game(holes, &others.join(" "));
            // The inner stone can't be the last: the others form a ring at the start.
            let Ok(loaded) = load("havannah", &sets) else {
                assert_eq!((closed, *last), (true, "d3"));
                continue;
            };
            let mut position = rules::start(&loaded.variant);
            position.play(last.parse().expect("a cell"));
            assert_eq!(position.outcome().is_some(), closed, "{last} last, without {holes}");
        }
        assert_eq!(load("havannah", &game(holes, stones)).is_err(), closed, "{stones} at the start");
    }
}

#[test]
fn a_capture_can_leave_a_line_of_exactly_the_required_length() {
    let set = [
        "board.width=6",
        "board.height=4",
        "goal.row.line.length=3",
        "goal.row.line.exact=true",
        "capture.run=1",
        "setup.white=[\"b2\",\"c2\",\"d2\",\"e2\"]",
        "setup.black=[\"e1\"]",
    ];
    let position = after("pente", &set, "e3");
    assert_eq!(position.outcome().map(|outcome| outcome.reason), Some(Reason::Goal));
    assert_eq!(position.winner(), Winner::Second);
}

#[test]
fn lines_continue_across_joined_edges() {
    let torus = ["board.wrap=torus"];
    // The four broken diagonals are lines as well.
    assert_eq!(winner("tic-tac-toe", &torus, "b1 a1 c2 b2 a3"), Some(Winner::First));
    let columns = ["board.wrap=columns"];
    assert_eq!(winner("connect-four", &columns, "f1 f2 g1 g2 a1 a2 b1"), Some(Winner::First));
    assert_eq!(winner("connect-four", &[], "f1 f2 g1 g2 a1 a2 b1"), None);
}

#[test]
fn stones_are_captured_across_joined_edges() {
    let corner = ["board.width=5", "board.height=5", "setup.white=[\"a1\"]", "setup.black=[\"b1\", \"a2\"]"];
    let captured = |wrap: &str, actions: &str| {
        after("go", &[&corner[..], &[&format!("board.wrap={wrap}")]].concat(), actions).captures()[0]
    };
    assert_eq!(captured("columns", "e1"), 1);
    assert_eq!(captured("rows", "a5"), 1);
    assert_eq!([captured("torus", "e1"), captured("torus", "e1 pass a5")], [0, 1]);
}

#[test]
fn the_key_both_decides_a_goal_that_one_move_reaches_for_both_sides() {
    // The stone on a1 captures the one on c1: then the stones of each side are united.
    let ends = |mover: &str, enemy: &str, both: &str, result: &str| {
        let sets = [
            format!("setup.{mover}=[\"a1\", \"d2\"]"),
            format!("setup.{enemy}=[\"c1\", \"h8\"]"),
            format!("setup.turns={}", u8::from(mover == "white")),
            format!("goal.united.unite={{both=\"{both}\", result=\"{result}\"}}"),
        ];
        winner("lines-of-action", &sets.each_ref().map(String::as_str), "a1-c1")
    };
    let [first, second, draw] = [Winner::First, Winner::Second, Winner::Draw].map(Some);
    for (mover, enemy, own, other) in [("black", "white", first, second), ("white", "black", second, first)] {
        assert_eq!(ends(mover, enemy, "mover", "win"), own);
        assert_eq!(ends(mover, enemy, "mover", "lose"), other);
        assert_eq!(ends(mover, enemy, "other", "win"), other);
        assert_eq!(ends(mover, enemy, "other", "lose"), own);
        assert_eq!(ends(mover, enemy, "draw", "win"), draw);
        assert_eq!(ends(mover, enemy, "draw", "lose"), draw);
    }
}

#[test]
fn nobody_is_ahead_in_a_game_that_a_goal_has_drawn() {
    let sets =
        ["setup.black=[\"a1\", \"d2\"]", "setup.white=[\"c1\", \"h8\"]", "goal.united.unite={both=\"draw\"}"];
    let game = after("lines-of-action", &sets, "a1-c1");
    assert_eq!(game.outcome().and_then(|outcome| outcome.decided), Some(Winner::Draw));
    assert_eq!((game.margin(), game.margin().decided()), (Margin::default(), None));
    assert_eq!(game.score().map(|score| score.to_string()), ["0.5", "0.5"]);
}
