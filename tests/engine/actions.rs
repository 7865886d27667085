//! Single actions as values: the cells that they concern, and their codes.

use dropline::board::Cell;
use dropline::rules::{Action, Mark, Player};
use std::collections::BTreeSet;

fn action(text: &str) -> Action {
    text.parse().unwrap_or_else(|wrong| panic!("{text}: {wrong}"))
}

/// The names of the cells that `each` is called with, sorted.
fn names(each: impl FnOnce(&mut dyn FnMut(Cell))) -> String {
    let mut names = Vec::new();
    each(&mut |cell| names.push(cell.to_string()));
    names.sort();
    names.join(" ")
}

#[test]
fn an_action_changes_cells_and_brings_stones_onto_some_of_them() {
    let cases = [
        ("b2", "b2", "b2", "b2", 1),
        ("a1.b1.b2", "a1 b1 b2", "a1 b1 b2", "a1 b1 b2", 3),
        // A displaced stone moves to another cell, but does not count as a new stone.
        ("a1>b2", "a1 b2", "a1 b2", "a1", 1),
        ("a1-c1", "a1 c1", "c1", "c1", 0),
        ("xa1", "a1", "", "", 0),
        // A stone that is turned over is not a new one.
        ("f:a1", "a1", "a1", "a1", 0),
        ("pass", "", "", "", 0),
        ("swap", "", "", "", 0),
    ];
    for (text, touched, occupied, taken, placed) in cases {
        let action = action(text);
        assert_eq!(names(|each| action.touched(each)), touched, "{text}");
        assert_eq!(names(|each| action.occupied(each)), occupied, "{text}");
        assert_eq!(names(|each| action.taken(each)), taken, "{text}");
        assert_eq!(action.stones_placed(), placed, "{text}");
    }
}

#[test]
fn only_an_action_that_places_one_stone_has_the_cell_of_a_stone() {
    let stone = |text| action(text).stone();
    assert_eq!(stone("b2"), Some(Cell::new(1, 1)));
    for text in ["a1.b1.b2", "a1>b2", "a1-c1", "xa1", "f:a1", "pass", "swap"] {
        assert_eq!(stone(text), None, "{text}");
    }
}

#[test]
fn a_displacement_also_marks_the_displaced_stone_for_the_opponent() {
    let mut marks = Vec::new();
    action("a1>b2").marks(Player::Second, |Mark { cell, player }| marks.push((cell.to_string(), player)));
    assert_eq!(marks, [("a1".to_owned(), Player::Second), ("b2".to_owned(), Player::First)]);
}

#[test]
fn an_action_can_be_rotated_with_its_board() {
    let turned = |text| action(text).on_cells(|cell| Some(Cell::new(2 - cell.x, 2 - cell.y)));
    let cases = [
        ("a1", "c3"),
        ("a1.b1", "b3.c3"),
        ("a1>b2", "c3>b2"),
        ("a1-c1", "c3-a3"),
        ("xa1", "xc3"),
        ("f:a1", "f:c3"),
        ("pass", "pass"),
        ("swap", "swap"),
    ];
    for (text, expected) in cases {
        assert_eq!(turned(text), Some(action(expected)), "{text}");
    }
    assert_eq!(action("a1-c1").on_cells(|cell| (cell.x == 0).then_some(cell)), None, "c1 has no image");
}

#[test]
fn different_actions_have_different_codes() {
    let texts = [
        "a1", "b1", "a1.b1", "a1.b2", "a1.b1.c1", "a1>b1", "b1>a1", "a1-b1", "b1-a1", "xa1", "xb1", "f:a1",
        "f:b1", "pass", "swap",
    ];
    let codes: BTreeSet<Vec<(Cell, Cell)>> = texts
        .iter()
        .map(|text| {
            let mut code = Vec::new();
            action(text).code(|one, other| code.push((one, other)));
            code
        })
        .collect();
    assert_eq!(codes.len(), texts.len());
}
