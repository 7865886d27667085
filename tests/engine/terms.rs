//! Scores from terms: what each side has on the whole board, each piece of it worth some points.

use crate::games::after;
use crate::hand_made::shipped;
use dropline::points::Points;
use dropline::rules::{self, Winner};

/// The scores at the start of a game on 7 by 7 squares with these terms, black stones and white stones.
#[track_caller]
fn scores(terms: &str, black: &str, white: &str) -> [String; 2] {
    let sets = [
        "board.width=7",
        "board.height=7",
        "score.komi=0",
        "pattern.pair.rows=['oo']",
        "pattern.corner.rows=['o!', '!o']",
        &format!("score.terms={{ {terms} }}"),
        &format!("setup.black=[{black}]"),
        &format!("setup.white=[{white}]"),
    ];
    rules::start(&shipped("go", &sets)).score().map(|points| points.to_string())
}

#[test]
fn a_score_is_the_sum_of_what_the_terms_are_worth() {
    let (black, white) = ("'a1', 'a2', 'c3', 'd3', 'd4'", "'g7'");
    assert_eq!(scores("own = 1", black, white), ["5", "1"]);
    assert_eq!(scores("own = 1, 'own groups' = -10", black, white), ["-15", "-9"]);
    assert_eq!(scores("'largest own group' = 3", black, white), ["9", "3"]);
    assert_eq!(
        scores("enemy = -1, 'largest enemy group' = -2, 'enemy groups' = 5", black, white),
        ["2", "-1"]
    );
}

#[test]
fn a_pattern_counts_once_wherever_it_lies_however_it_is_turned() {
    // Two pairs in each direction of the square, and a row of three.
    let (square, row) = ("'a1', 'a2', 'b1', 'b2'", "'e5', 'f5', 'g5'");
    assert_eq!(scores("pair = 1", square, row), ["4", "2"]);
    // The diagonal of the L has a friendly stone beside it.
    assert_eq!(scores("corner = 1", "'a1', 'a2', 'b1', 'c3', 'd4'", "'g7', 'f6', 'e7'"), ["1", "2"]);
}

#[test]
fn the_groups_of_a_set_are_its_connected_cells() {
    let of = |terms, black| {
        let (terms, black) = (format!("score.terms={{ {terms} }}"), format!("setup.black=[{black}]"));
        let set = "set.low={ of = 'own', on = ['rows 1..2'] }";
        let sets = ["board.width=7", "board.height=7", "score.komi=0", set, &terms, &black];
        rules::start(&shipped("go", &sets)).score()[0].to_string()
    };
    // A single group, of which two parts lie low.
    let arch = "'a1', 'a2', 'a3', 'b3', 'c3', 'c2'";
    assert_eq!(of("'own groups' = 1", arch), "1");
    assert_eq!(of("'low groups' = 1", arch), "2");
    assert_eq!(of("'largest low group' = 1", arch), "2");
    assert_eq!(of("low = 1, 'low groups' = -2", arch), "-1");
}

#[test]
fn a_product_of_groups_is_of_all_or_of_the_largest() {
    let (black, white) = ("'a1', 'a2', 'c3', 'd3', 'd4', 'g1', 'g2'", "'g7', 'f7'");
    assert_eq!(scores("'product of own groups' = 1", black, white), ["12", "2"]);
    assert_eq!(scores("'product of 2 largest own groups' = 1", black, white), ["6", "0"]);
    assert_eq!(scores("'product of 3 largest enemy groups' = -2", black, white), ["0", "-24"]);
    assert_eq!(scores("'product of own groups' = 1, own = 1", "", white), ["0", "4"]);
    // Five groups of nine stones would be 59,049 points, a sixth more than count.
    let bands =
        |last: i32| (1..=last).map(|row| format!("'row {}'", 2 * row - 1)).collect::<Vec<_>>().join(", ");
    let of = |last| {
        let black = format!("setup.black=[{}]", bands(last));
        let sets = [
            "board.width=9",
            "board.height=11",
            "score.komi=0",
            "score.terms={ 'product of own groups' = 1 }",
        ];
        rules::start(&shipped("go", &[&sets[..], &[&black]].concat())).score()[0].to_string()
    };
    assert_eq!([of(5), of(6)], ["59049", "80000"]);
}

#[test]
fn komi_is_added_and_a_swap_exchanges_the_scores() {
    let sets = ["score.terms={ own = 2, 'own groups' = -1 }", "score.komi=-0.5", "turn.swap=true"];
    let scores = |actions: &str| after("gomoku", &sets, actions).score().map(|points| points.to_string());
    assert_eq!(scores("h8 a1 h9"), ["3", "0.5"]);
    assert_eq!(scores("h8 swap a1 h9"), ["0.5", "3"]);
}

#[test]
fn a_star_is_worth_the_half_cells_that_it_touches_less_two() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/star.toml");
    // A stone inland, one beside two half cells, and a row of three along the edge beside four.
    for (moves, points) in [("f6", "0"), ("b6", "0"), ("b6 g6 b7 g7 b8", "2"), ("b6 g6 b7 g7 b8 g8 f6", "2")]
    {
        let scores = after(path, &[], moves).score().map(|points| points.to_string());
        assert_eq!(scores, [points, "0"], "{moves}");
    }
}

#[test]
fn rows_in_pah_tum_are_worth_what_the_tables_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/published/pah-tum.toml");
    for (length, points) in [(2, 0), (3, 3), (4, 10), (5, 25), (6, 56), (7, 119)] {
        let row: Vec<String> = (1..=length).map(|row| format!("'c{row}'")).collect();
        let setup = format!("setup.black=[{}]", row.join(", "));
        assert_eq!(rules::start(&shipped(path, &[&setup])).score(), [Points::whole(points), Points::ZERO]);
    }
}

#[test]
fn a_goal_can_be_a_condition_on_the_whole_board() {
    let winner = |goal: &str, actions: &str| {
        let goal = format!("goal.far.board={{ {goal} }}");
        let position =
            after("tic-tac-toe", &["board.width=5", "board.height=5", "goal.row=none", &goal], actions);
        position.outcome().map(|_| position.winner())
    };
    // Black has a3, a1 and c1; white b3 and b2, which are one group.
    let actions = "a3 b3 a1 b2 c1";
    assert_eq!(winner("where={ 'own groups'='3..' }", "a3 b3 a1 b2"), None);
    assert_eq!(winner("where={ 'own groups'='3..' }", actions), Some(Winner::First));
    assert_eq!(winner("where={ 'own groups'='3..' }, for='second'", actions), None);
    assert_eq!(winner("where={ 'own groups'='3..' }, result='lose'", actions), Some(Winner::Second));
    assert_eq!(winner("where={ 'enemy groups'='3..' }", actions), Some(Winner::Second), "seen by white");
    let largest = "where={ 'largest own group'='2..', 'own groups'='< enemy groups' }";
    assert_eq!(winner(largest, "a3 b3 a1 b2"), Some(Winner::Second));
    assert_eq!(
        winner("where={ 'largest own group'='2..', own='3..' }", actions),
        None,
        "both lines must hold"
    );
}

#[test]
fn the_winner_gets_the_empty_cells_when_the_game_is_over() {
    let score = |sets: &[&str], actions: &str| {
        let komi = ["score.komi=0"].iter().filter(|_| !sets.iter().any(|set| set.starts_with("score.komi")));
        let sets: Vec<&str> =
            ["board.width=3", "board.height=3", "score={ method='stones' }", "capture.rule=none"]
                .iter()
                .chain(komi)
                .chain(sets)
                .copied()
                .collect();
        after("go", &sets, actions).score().map(|points| points.to_string())
    };
    let winner = "score.empties=winner";
    assert_eq!(score(&[winner], "a1 a2 b1"), ["2", "1"], "the game goes on");
    assert_eq!(score(&[winner], "a1 a2 b1 pass pass"), ["8", "1"]);
    assert_eq!(score(&[], "a1 a2 b1 pass pass"), ["2", "1"]);
    assert_eq!(score(&[winner], "a1 a2 pass pass"), ["1", "1"], "nobody has won");
    assert_eq!(score(&[winner, "score.komi=1.5"], "a1 a2 b1 pass pass"), ["2", "8.5"], "komi counts");
}
