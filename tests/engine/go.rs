//! Go with area scoring and positional superko, sentence by sentence.

use crate::chance::seeded;
use crate::draw::text;
use crate::hand_made::{clear, drawn, place, place_shape, seen, shipped, step, turn};
use crate::slow::Slow;
use crate::table::{Table, legal};
use dropline::board::Cell;
use dropline::rules::{self, Action, IllegalReason, PlayoutPolicy, Position, Reason};
use dropline::variant::{Capture, Reach, Repetition, Shapes, Suicide, Variant};
use std::collections::BTreeSet;

/// Go without komi on a board of this size.
fn go(width: usize, height: usize) -> Variant {
    shipped("go", &[&format!("board.width={width}"), &format!("board.height={height}"), "score.komi=0"])
}

fn position(drawing: &str) -> Variant {
    let rows: Vec<_> = drawing.split_whitespace().collect();
    drawn(go(rows[0].len(), rows.len()), drawing)
}

/// The stones of groups with few liberties, by a flood over neighbours.
fn short_groups(position: &dyn Position, liberties: usize) -> BTreeSet<Cell> {
    let board = position.board();
    let stones = board.cells().iter().filter_map(|&cell| Some((cell, position.stone(cell)?)));
    let is_short = |&(cell, side): &(Cell, _)| {
        let (mut group, mut around, mut rest) = (BTreeSet::from([cell]), BTreeSet::new(), vec![cell]);
        while let Some(cell) = rest.pop() {
            for next in board.adjacent().iter().filter_map(|&step| board.step(cell, step)) {
                match position.stone(next) {
                    Some(other) if other == side => rest.extend(group.insert(next).then_some(next)),
                    None if !position.is_neutral(next) => drop(around.insert(next)),
                    _ => {}
                }
            }
        }
        around.len() == liberties
    };
    stones.filter(is_short).map(|(cell, _)| cell).collect()
}

#[test]
fn groups_with_few_liberties_are_known() {
    for (name, sets) in [
        ("go", &["board.width=6", "board.height=7"][..]),
        ("go", &["board.width=5", "board.height=5", "board.wrap=torus"]),
        ("go", &["board.width=19", "board.height=17"]),
        ("send-it", &["board.side=4"]),
        ("dispatch", &["board.width=13"]),
    ] {
        let variant = shipped(name, sets);
        let (mut position, rng, mut words) = (rules::start(&variant), &mut seeded(3), Vec::new());
        while position.outcome().is_none() && position.turns() < 200 {
            position.play_random(rng, PlayoutPolicy::Unrestricted);
            let stride = position.occupied(&mut words);
            let size = words.len();
            assert!(position.append_short_groups(2, &mut words));
            for (at, set) in words[size..].chunks(size / 3).enumerate() {
                let has = |cell: &Cell| {
                    let bit = usize::from(cell.y) * stride + usize::from(cell.x);
                    set[bit / 64] >> (bit % 64) & 1 == 1
                };
                let found: BTreeSet<Cell> = position.board().cells().iter().copied().filter(has).collect();
                assert_eq!(found, short_groups(&*position, at + 1), "{name} {position:?}");
            }
        }
    }
    assert!(!rules::start(&shipped("hex", &[])).append_short_groups(2, &mut Vec::new()));
}

#[test]
fn a_turn_is_one_stone_anywhere_or_a_pass() {
    Table::of(&go(2, 2)).allows_only("a1 a2 b1 b2 pass").play("a1").allows_only("a2 b1 b2 pass");
    Table::of(&go(2, 2)).play("pass pass").ended_by(Reason::Passes);
}

#[test]
fn komi_is_given_to_the_second_player() {
    Table::of(&shipped("go", &[])).play("e5 pass pass").scores("81", "7.5");
}

#[test]
fn suicide_is_forbidden_but_a_capture_is_not_suicide() {
    Table::of(&position(".o. o.. ...")).refuses("a3", IllegalReason::Suicide);
    Table::of(&position(".ox ox. x..")).play("a3").shows("x.x .x. x..").captured([2, 0]);
}

#[test]
fn a_ko_may_not_be_retaken_at_once() {
    let ko = position(".xo. xo.o .xo. ....");
    Table::of(&ko)
        .play("c3")
        .shows(".xo. x.xo .xo. ....")
        .refuses("b3", IllegalReason::Repetition)
        .play("a1 d1")
        .allows("b3");
}

#[test]
fn a_stone_of_a_later_step_may_not_retake_a_ko_if_it_ends_the_turn() {
    let actions = vec![clear(Reach::Touching, place("free")), place("place")];
    let turn = turn([step([0], 0, 1), step([1], 0, 1)]);
    Table::of(&Variant { turn, actions, ..position(".xo. xo.o .xo. ....") })
        .play("c3")
        .allows_only("a1 b1 c1 d1 a2 d2 d4 pass");
}

#[test]
fn the_first_of_several_stones_of_a_later_step_may_retake_a_ko() {
    let actions = vec![clear(Reach::Touching, place("free")), place("place")];
    let turn = turn([step([0], 0, 1), step([1], 0, 2)]);
    Table::of(&Variant { turn, actions, ..position(".xo. xo.o .xo. ....") }).play("c3 pass").allows("b3");
}

#[test]
fn sending_two_and_returning_one_may_not_be_repeated() {
    Table::of(&position(".... oxxx .oox")).play("a1 b1 pass").refuses("c1", IllegalReason::Repetition);
    // This also holds if there were more stones on the board in between.
    Table::of(&position("......... oxxx.oxxx .ooxo.o.x"))
        .play("pass h1 a1 b1 f1 g1 pass")
        .refuses("c1", IllegalReason::Repetition);
}

#[test]
fn area_counts_stones_and_the_regions_that_touch_only_stones_of_that_side() {
    Table::of(&position("x..o x..o x..o")).scores("3", "3");
    Table::of(&position(".x.o .x.o .x.o")).scores("6", "3");
}

#[test]
fn the_size_of_the_board_can_be_set() {
    for side in [13, 19] {
        assert_eq!(legal(rules::start(&go(side, side)).as_ref()).len(), side * side + 1);
    }
}

/// The actions that random play of `variant` chooses in a position, with the player's own eyes excluded.
fn chosen(variant: &Variant) -> BTreeSet<Action> {
    let drawn = |game: &mut dyn Position| -> BTreeSet<_> {
        (0..400).map(|seed| game.random_action(&mut seeded(seed), PlayoutPolicy::AvoidOwnEyes)).collect()
    };
    let [fast, large, slow] = [
        drawn(rules::start(variant).as_mut()),
        drawn(rules::start_on_large_grid(variant).as_mut()),
        drawn(&mut Slow::start(variant)),
    ];
    assert_eq!(fast, slow);
    assert_eq!(large, slow);
    slow
}

#[test]
fn random_play_does_not_fill_its_own_eyes() {
    let eyes = |drawing: &str| {
        let variant = position(drawing);
        let game = rules::start(&variant);
        let chosen = chosen(&variant);
        let left_alone: Vec<_> =
            legal(game.as_ref()).into_iter().filter(|action| !chosen.contains(action)).map(text).collect();
        left_alone.join(" ")
    };
    assert_eq!(eyes("..... .xxx. .x.x. .xxx. ....."), "c3 pass", "an eye");
    assert_eq!(eyes("..... .xxx. .x.x. .xxo. ....."), "c3 pass", "one enemy at a corner");
    assert_eq!(eyes("..... .xxo. .x.x. .xxo. ....."), "pass", "two enemies at corners make the eye false");
    assert_eq!(eyes(".x... x.... ..... ..... ....."), "a5 pass", "in the corner of the board");
    assert_eq!(eyes(".x... xo... ..... ..... ....."), "pass", "no enemy at a corner there");
    assert_eq!(eyes("..... .ooo. .o.o. .ooo. ....."), "pass", "the enemy's eyes do not matter");
    assert_eq!(eyes("..... .xx.. .x.x. .xxx. ....."), "c3 pass", "a corner may be empty");
}

#[test]
fn random_play_with_shapes_of_one_cell_does_not_fill_its_own_eyes() {
    let shape = place_shape("shape", Some(Shapes::Sizes(vec![1])), None);
    let variant = Variant { actions: vec![shape], ..position("..... .xxx. .x.x. .xxx. .....") };
    let eye = Action::Place("c3".parse().unwrap());
    assert!(legal(rules::start(&variant).as_ref()).contains(&eye));
    assert!(!chosen(&variant).contains(&eye));
}

#[test]
fn random_play_passes_if_only_its_own_eyes_are_left() {
    assert_eq!(chosen(&position(".xx xx. xxx")), BTreeSet::from([Action::Pass]));
}

#[test]
fn playouts_do_not_fill_the_players_own_eyes() {
    for repetition in [Repetition::PositionalSuperko, Repetition::None] {
        let mut game = rules::start(&Variant { repetition, ..position(".xx xx. xxx") });
        for seed in 0..20 {
            game.reset();
            assert_eq!(game.playout(&mut seeded(seed), PlayoutPolicy::AvoidOwnEyes), 2, "both players pass");
        }
    }
}

#[test]
fn random_play_with_several_kinds_of_action_does_not_fill_its_own_eyes() {
    let variant = position("..... .xxx. .x.x. .xxx. .....");
    let actions = vec![place("place"), seen(place("drop"))];
    let compulsory = Variant { turn: turn([step([0, 1], 1, 1)]), actions, ..variant };
    let eye = Action::Place("c3".parse().unwrap());
    assert!(legal(rules::start(&compulsory).as_ref()).contains(&eye));
    assert!(!chosen(&compulsory).contains(&eye));
}

#[test]
fn playouts_fill_an_eye_rather_than_acting_illegally() {
    let mut compulsory = position(".xx xx. xxx");
    compulsory.turn.steps[0].min = 1;
    compulsory.end.max_turns = 3;
    let mut game = rules::start(&compulsory);
    assert_eq!(game.playout(&mut seeded(1), PlayoutPolicy::AvoidOwnEyes), 1);
    assert_eq!(game.board().cells().iter().filter(|&&cell| game.stone(cell).is_some()).count(), 8);
}

#[test]
fn a_suicide_may_not_restore_an_arrangement() {
    let allowed = |drawing| Variant { capture: Capture::Liberties(Suicide::Allowed), ..position(drawing) };
    Table::of(&allowed(".o. o.. ...")).refuses("a3", IllegalReason::Repetition);
    // If the suicide also removes another stone, the arrangement without both is new.
    Table::of(&allowed("xo. .o. oo.")).allows("a2").play("a2").shows(".o. .o. oo.").captured([0, 2]);
}

#[test]
fn random_play_fills_an_eye_rather_than_acting_illegally() {
    let mut compulsory = position(".xx xx. xxx");
    compulsory.turn.steps[0].min = 1;
    let eyes = ["a3", "c2"].map(|name| Action::Place(name.parse::<Cell>().unwrap()));
    assert_eq!(chosen(&compulsory), BTreeSet::from(eyes));
}

#[test]
fn own_eyes_are_removed_from_a_list_of_actions_unless_nothing_else_is_on_it() {
    let left = |drawing: &str, actions: &str, policy| {
        let mut list: Vec<Action> = actions.split(' ').map(|action| action.parse().unwrap()).collect();
        rules::start(&position(drawing)).remove_excluded(policy, &mut list);
        list.into_iter().map(text).collect::<Vec<_>>().join(" ")
    };
    let eye = "..... .xxx. .x.x. .xxx. .....";
    assert_eq!(left(eye, "a1 c3 pass", PlayoutPolicy::AvoidOwnEyes), "a1 pass");
    assert_eq!(left(eye, "a1 c3 pass", PlayoutPolicy::Unrestricted), "a1 c3 pass");
    assert_eq!(left(eye, "c3", PlayoutPolicy::AvoidOwnEyes), "c3");
}
