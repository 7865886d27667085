//! The shipped line-forming, connection, capture and movement games: counts that others have published, and properties that their
//! rules imply. The numbers come from published engines and from solvers.

use crate::chance::seeded;
use crate::hand_made::shipped;
use crate::perft::perft;
use dropline::rules::{self, Action, Margin, PlayoutPolicy, Position, Reason, Winner};
use dropline::variant::load;

pub fn start(name: &str, set: &[&str]) -> Box<dyn Position> {
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
