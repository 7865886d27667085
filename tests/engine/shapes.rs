//! Placing shapes, by size or by pattern, on squares and on hexes, combined with other rules.

use crate::dispatch::{later, start, unseen};
use crate::draw::cell;
use crate::hand_made::{clear, dispatch, go, hexagon, place, place_shape, seen, squares, step, turn};
use crate::table::{Table, WHERE};
use dropline::board::{Lines, Shape};
use dropline::rules::{IllegalReason, Player};
use dropline::variant::{
    ActionKind, ActionRule, Capture, Displace, Pattern, Place, Reach, Repetition, Shapes, Side, Suicide,
    Variant,
};

#[test]
fn where_captures_are_forbidden_only_legal_shapes_decide_control() {
    let mut game =
        Variant { capture: Capture::Forbidden, ..unseen(Shape::Rhombus { width: 2, height: 3 }, &[2]) };
    game.setup.stones[0] = ["a3", "b2"].map(cell).to_vec();
    game.setup.turns = 1;
    // White's only domino on b3 would take the last liberty of a3.
    Table::of(&game)
        .refuses("a2.b3", IllegalReason::Capture)
        .allows_only("a1.a2 a1.b1 pass")
        .counts("b3", [true, false])
        .scores("3", "0");
}

#[test]
fn a_pattern_without_parts_is_placed_whole() {
    // A gap within a row must not wrap around the edge.
    let gap = Pattern { cells: vec![(-1, 0), (1, 0)] };
    let shapes = Shapes::Patterns { patterns: vec![gap], parts: false, cells: vec![], centre_seen: false };
    let game = Variant { actions: vec![place_shape("gap", Some(shapes), None)], ..dispatch(squares(3, 3)) };
    start(game, "... .x. ...").allows_only("a1.a3 a1.c1 a2.c2 a3.c3 b1.b3 c1.c3 pass");
}

#[test]
fn a_pattern_without_its_centre_has_no_parts() {
    let gap = Pattern { cells: vec![(-1, 0), (1, 0)] };
    let shapes = Shapes::Patterns { patterns: vec![gap], parts: true, cells: vec![], centre_seen: false };
    let game = Variant { actions: vec![place_shape("gap", Some(shapes), None)], ..dispatch(squares(3, 3)) };
    start(game, "... .x. ...").allows_only("a1.a3 a1.c1 a2.c2 a3.c3 b1.b3 c1.c3 pass");
}

#[test]
fn the_largest_shapes_by_size_have_six_cells() {
    // With captures, filling the board would be suicide.
    let game = Variant { capture: Capture::None, ..unseen(squares(4, 2), &[6]) };
    start(game, "x... ...o").allows_only("a1.b1.b2.c1.c2.d2 pass");
    let row = Variant { capture: Capture::None, ..unseen(squares(8, 1), &[6]) };
    let game = start(row, "x.......").allows_only("b1.c1.d1.e1.f1.g1 c1.d1.e1.f1.g1.h1 pass");
    game.play("c1.d1.e1.f1.g1.h1").shows("x.xxxxxx").allows_only("pass");
}

#[test]
fn a_shape_of_several_groups_is_suicide_if_one_of_them_has_no_liberty() {
    let gap = Pattern { cells: vec![(-1, 0), (1, 0)] };
    let shapes = Shapes::Patterns { patterns: vec![gap], parts: false, cells: vec![], centre_seen: false };
    let game = Variant { actions: vec![place_shape("gap", Some(shapes), None)], ..dispatch(squares(4, 2)) };
    later(game, ".o.. oo..").refuses("a2.c2", IllegalReason::Suicide);
}

#[test]
fn stones_of_a_shape_count_towards_the_limit_on_new_stones_in_a_group() {
    let rule =
        |limit| ActionRule { new_per_group: Some(limit), ..unseen(squares(1, 1), &[2]).actions[0].clone() };
    let game = |limit| Variant {
        actions: vec![rule(limit)],
        turn: turn([step([0], 0, 3)]),
        ..unseen(squares(5, 2), &[2])
    };
    later(game(1), "..... .....").refuses("a1.a2 a1.b1", IllegalReason::NewPerGroup).allows_only("pass");
    later(game(2), "..... .....")
        .play("a1.a2")
        .refuses("b1.b2 b1.c1", IllegalReason::NewPerGroup)
        .allows("c1.c2 d1.e1");
    later(game(2), "..x.. ..x..").play("a1.a2").refuses("b1.b2", IllegalReason::NewPerGroup).allows("d1.d2");
    later(game(4), "..... .....")
        .play("a1.a2")
        .allows("b1.b2")
        .play("b1.b2")
        .refuses("c1.c2", IllegalReason::NewPerGroup);
}

#[test]
fn the_cells_around_a_shape_can_be_required_to_be_clear() {
    let game = |reach| {
        let mut game = unseen(squares(4, 4), &[2]);
        let shape = Some(Shapes::Sizes(vec![2]));
        game.actions[0].kind = ActionKind::Place(Place { shape, ..Place::default() });
        game.actions[0] = clear(reach, game.actions[0].clone());
        game
    };
    later(game(Reach::Adjacent), ".... .... .... x...")
        .allows("b2.b3 a3.a4 c1.c2")
        .refuses("a2.b2 b1.c1 a2.a3", WHERE);
    later(game(Reach::Touching), ".... .... .... x...").allows("b3.b4 c1.c2").refuses("b2.b3", WHERE);
}

#[test]
fn superko_applies_to_shapes() {
    let shapes = place_shape("shape", Some(Shapes::Sizes(vec![1, 2])), None);
    let game =
        Variant { actions: vec![shapes], repetition: Repetition::PositionalSuperko, ..go(squares(4, 3)) };
    later(game, ".xo. xo.o .xo.")
        .play("c2")
        .refuses("b2", IllegalReason::Repetition)
        .play("d1")
        .play("a1")
        .allows("b2");
}

#[test]
fn single_stones_and_shapes_can_be_offered_at_once() {
    let shape = place_shape("shape", Some(Shapes::Sizes(vec![1, 2])), None);
    let game = Variant {
        actions: vec![shape, seen(place("stone"))],
        turn: turn([step([0, 1], 0, 1)]),
        ..dispatch(squares(4, 1))
    };
    later(game, "x...").allows_only("b1 c1 d1 b1.c1 c1.d1 pass");
}

#[test]
fn single_stones_are_placed_after_a_first_shape() {
    let rule = place_shape("shape", None, Some(Shapes::Sizes(vec![2])));
    let game = Variant { actions: vec![rule], ..dispatch(squares(3, 1)) };
    start(game, "...").allows_only("a1.b1 b1.c1 pass").play("a1.b1").allows_only("c1 pass");
}

#[test]
fn shapes_on_hexes_are_rotated_by_sixths_of_a_turn() {
    // A triangle of three hexes has two orientations, a row of three has three.
    start(unseen(hexagon(2), &[3]), ".. ... ..")
        .allows("a1.a2.b2 a1.b1.b2 a1.b2.c3 b1.b2.b3 a2.b2.c2 a1.a2.b3 a1.b1.c2")
        .refuses("a1.b2.c2.b3 a2.b1.c3", IllegalReason::WrongShape);
}

#[test]
fn patterns_on_hexes_are_drawn_in_columns_and_rows() {
    // Three cells at the ends of every other step from the centre: two orientations.
    let star = Pattern { cells: vec![(-1, -1), (0, 0), (0, 1), (1, 0)] };
    let shapes =
        |parts| Shapes::Patterns { patterns: vec![star.clone()], parts, cells: vec![], centre_seen: true };
    let game = |parts| Variant {
        actions: vec![place_shape("star", Some(shapes(parts)), None)],
        ..dispatch(hexagon(2))
    };
    start(game(false), ".. ... ..").allows_only("a1.b2.b3.c2 a2.b1.b2.c3 pass");
    start(game(true), ".. ... ..")
        .allows("a1.a2 a1.b2.b3 b2.b3.c2 a1.b2 a1.b2.b3.c2")
        .refuses("a1.b3", IllegalReason::WrongShape);
}

#[test]
fn shapes_on_hexes_are_seen_along_three_lines() {
    let game = Variant {
        actions: vec![ActionRule {
            sight: Some(Lines::Orthogonal),
            ..unseen(hexagon(3), &[2]).actions[0].clone()
        }],
        ..unseen(hexagon(3), &[2])
    };
    later(game, "... .... ..x.. .... ...")
        .allows("a1.b1 c5.d5 a2.a1")
        .refuses("a2.b3.c4", IllegalReason::WrongShape);
}

#[test]
fn a_stone_of_an_earlier_step_does_not_count_as_a_shape_of_a_later_step() {
    let shape = place_shape("shape", Some(Shapes::Sizes(vec![1, 2])), None);
    let game = Variant {
        actions: vec![shape, place("stone")],
        turn: turn([step([1], 0, 1), step([0], 0, 1)]),
        ..dispatch(squares(4, 1))
    };
    start(game, "....")
        .play("a1")
        .waits_for(Player::First, Side::First, 0)
        .allows_only("b1 c1 d1 b1.c1 c1.d1 pass");
}

#[test]
fn each_kind_of_action_that_places_shapes_has_its_own_first_shape() {
    let sizes = |size| Some(Shapes::Sizes(vec![size]));
    let game = Variant {
        actions: vec![place_shape("small", sizes(2), sizes(3)), place_shape("large", sizes(4), None)],
        turn: turn([step([0, 1], 0, 1)]),
        ..dispatch(squares(5, 3))
    };
    start(game, "..... ..... .....")
        .play("a1.b1.c1.d1")
        .refuses("a3.b3", IllegalReason::WrongShape)
        .play("a3.b3.c3")
        .allows("d3.e3")
        .refuses("a2.b2.c2", IllegalReason::WrongShape);
}

#[test]
fn a_first_shape_is_placed_only_once_even_if_stones_can_be_displaced_instead() {
    let displace = Displace { to: Reach::Adjacent };
    let take = ActionRule { kind: ActionKind::Displace(displace), ..place("take") };
    let shape = place_shape("shape", Some(Shapes::Sizes(vec![2])), Some(Shapes::Sizes(vec![3])));
    let game =
        Variant { actions: vec![shape, take], turn: turn([step([0, 1], 0, 1)]), ..dispatch(squares(5, 3)) };
    start(game, "o.... ..... .....")
        .play("a1.b1.c1")
        .allows("d3.e3 c1>c2")
        .refuses("c3.d3.e3", IllegalReason::WrongShape);
}

#[test]
fn a_shape_next_to_empty_cells_may_not_restore_an_arrangement() {
    let rule = place_shape("shape", Some(Shapes::Sizes(vec![1, 2])), None);
    let game = Variant {
        actions: vec![rule],
        capture: Capture::Liberties(Suicide::Allowed),
        repetition: Repetition::PositionalSuperko,
        ..dispatch(squares(3, 3))
    };
    later(game, "... xxx o..")
        .play("pass b1.c1")
        .shows("... xxx ...")
        .play("pass")
        .refuses("a1", IllegalReason::Repetition);
}

#[test]
fn a_pattern_may_be_seen_at_any_cell_unless_its_centre_must_be_seen() {
    let row = Pattern { cells: vec![(-1, 0), (0, 0), (1, 0)] };
    let game = |centre_seen| {
        let patterns = vec![row.clone()];
        let shapes = Shapes::Patterns { patterns, parts: false, cells: vec![], centre_seen };
        let rule = seen(place_shape("row", Some(shapes), None));
        later(Variant { actions: vec![rule], ..dispatch(squares(5, 3)) }, "..... ..... x....")
    };
    game(true).allows("c1.d1.e1").refuses("a2.b2.c2 c1.c2.c3", IllegalReason::Unseen);
    game(false).allows("c1.d1.e1 a2.b2.c2 c1.c2.c3").refuses("c2.d2.e2", IllegalReason::Unseen);
}

#[test]
fn a_cell_that_the_limit_on_new_stones_keeps_empty_counts_for_both() {
    let with = |limit| {
        let actions =
            vec![ActionRule { new_per_group: limit, ..unseen(squares(3, 3), &[2]).actions[0].clone() }];
        later(Variant { actions, ..dispatch(squares(3, 3)) }, "x.. ... ..o")
    };
    with(None).counts("b2", [false; 2]);
    with(Some(2)).counts("b2", [false; 2]);
    with(Some(1)).counts("b2", [true; 2]).allows_only("pass");
}

#[test]
fn a_part_shared_by_two_patterns_is_seen_as_a_part_of_either() {
    let line = |length| Pattern { cells: (0..length).map(|x| (x, 0)).collect() };
    let shapes = |patterns| Shapes::Patterns { patterns, parts: true, cells: vec![], centre_seen: true };
    for patterns in [vec![line(3)], vec![line(2), line(3)]] {
        let actions = vec![seen(place_shape("line", Some(shapes(patterns)), None))];
        later(Variant { actions, ..dispatch(squares(5, 1)) }, "x....").allows("b1.c1 c1.d1 d1.e1 b1.c1.d1");
    }
}
