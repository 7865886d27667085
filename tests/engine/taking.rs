//! Captures by condition: which stones are near enough to the one that was placed or moved.

use crate::games::after;
use dropline::variant::Side;

/// The cells of the stones of black and of white after `actions`, on 4 by 3 squares where stones are placed, with this rule of capture.
#[track_caller]
fn left(take: &str, sets: &[&str], actions: &str) -> [String; 2] {
    let take = format!("capture.take=[{{ {take} }}]");
    let board = ["board.width=4", "board.height=3", "goal.row=none", "score.method=stones", &take];
    let position = after("gomoku", &[&board[..], sets].concat(), actions);
    let cells = position.board().cells();
    [Side::First, Side::Second].map(|side| {
        let own = cells.iter().filter(|&&cell| position.stone(cell) == Some(side));
        own.map(ToString::to_string).collect::<Vec<_>>().join(" ")
    })
}

const MOVES: &str = "action.place={ move = { how = 'anywhere', leaves_behind = 'own' } }";
const BESIDE: [&str; 2] = ["setup.black=['a1']", "setup.white=['a2']"];

#[test]
fn a_stone_is_not_near_itself_but_in_its_group() {
    let near = |word| format!("stones = 'any', near = '{word}', where = {{ 'enemy adjacent' = '1..' }}");
    assert_eq!(left(&near("adjacent"), &[], "a1 a2"), ["", "a2"]);
    assert_eq!(left(&near("touching"), &[], "a1 a2"), ["", "a2"]);
    assert_eq!(left(&near("group"), &[], "a1 a2"), ["", ""]);
}

#[test]
fn stones_are_near_a_neutral_stone_and_near_a_stone_placed_for_the_enemy() {
    let take = "near = 'adjacent', where = { 'own adjacent' = 0 }";
    assert_eq!(left(take, &BESIDE, "c3"), ["a1 c3", "a2"]);
    assert_eq!(left(take, &[&BESIDE[..], &["action.place.place.neutral=true"]].concat(), "a3"), ["a1", ""]);
    let placed = "near = 'adjacent', where = { 'own adjacent' = '1..' }";
    let enemy = "action.place.place.colour=enemy";
    assert_eq!(left(placed, &[&BESIDE[..], &[enemy]].concat(), "e:a3"), ["a1", "a3"]);
    let group = "near = 'adjacent', where = { 'new group' = 2 }";
    assert_eq!(left(group, &[&BESIDE[..], &[enemy]].concat(), "e:a3"), ["a1", "a3"]);
}

#[test]
fn stones_are_near_where_a_move_ends_not_near_what_it_leaves_behind() {
    let sets = [MOVES, "setup.black=['b1']", "setup.white=['a1', 'd3']"];
    let take = "near = 'adjacent', where = { 'enemy adjacent' = '1..' }";
    assert_eq!(left(take, &sets, "b1-d1"), ["b1 d1", "a1 d3"]);
    assert_eq!(left(take, &sets, "b1-d2"), ["b1 d2", "a1"]);
}

#[test]
fn a_stone_left_behind_flanks_nothing() {
    let moves = [MOVES, "capture.rule=custodial"];
    let board = ["board.width=4", "board.height=3", "goal.row=none", "score.method=stones"];
    let setup = ["setup.black=['a1', 'c1']", "setup.white=['b1', 'd3']"];
    let position = after("gomoku", &[&board[..], &moves, &setup].concat(), "a1-a3");
    assert_eq!(position.captures(), [0, 0]);
}
