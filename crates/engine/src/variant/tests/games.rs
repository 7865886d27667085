//! Games other than Send It, as variant files.

use super::{assert_matches_file, read};
use crate::variant::{Loaded, explain};

pub const GO: &str = r#"
[game]
name = "Go"
[board]
shape = "rectangle"
width = 9
height = 9
[turn]
steps = [{ actions = ["stone"], min = 0, max = 1 }]
[action.stone.place]
[capture]
rule = "liberties"
[repetition]
rule = "positional-superko"
[score]
method = "area"
komi = 7.5
"#;

pub const DISPATCH: &str = r#"
[game]
name = "Dispatch"
[board]
shape = "rectangle"
width = 13
height = 13
[setup]
black = ["c11", "k3"]
white = ["c3", "k11"]
[turn]
steps = [{ actions = ["dispatch"], min = 0, max = 1 }]
[action.dispatch.place]
sight = "orthogonal"
shape = { sizes = [2, 3, 4, 5] }
first_shape = { sizes = [3] }
[capture]
rule = "liberties"
[score]
method = "control"
"#;

/// What Dispatch by Chris changes in Dispatch.
pub const DISPATCH_CHRIS: [&str; 4] = [
    "action.dispatch.place.sight=queen",
    "action.dispatch.place.shape={ patterns = [\".#. ### .#.\", \"#.# .#. #.#\"], parts = true }",
    "action.dispatch.place.first_shape={ patterns = [\"###\", \".#. .## ...\", \"#.. .#. ..#\", \"#.# .#. ...\"], seen = \"centre\" }",
    "capture.rule=none",
];

pub const DROPPER: &str = r#"
[game]
name = "Dropper"
players = ["white", "black"]
[board]
shape = "rectangle"
width = 8
height = 8
[[opening]]
steps = [{ actions = ["open"] }]
[turn]
steps = [{ actions = ["drop"] }, { actions = ["free"] }]
[action.open.place]
[action.drop.displace]
to = "touching"
[action.free.place]
where = { "stones touching" = 0 }
[end]
stuck = "end"
[score]
method = "groups"
"#;

pub const HEX_IT: &str = r#"
[game]
name = "Hex-It"
[board]
shape = "boundless-hex"
[setup.tiles]
white = ["0,0", "0,-1"]
black = ["1,0", "1,-1"]
[turn]
steps = [{ tiers = [["raid"], ["deal"], ["drop", "release"]] }]
[action.raid.deal]
makes_prisoner = true
[action.deal.deal]
[action.drop.stack-drop]
[action.release.release]
[end]
tiles = 39
[score]
method = "tiles"
"#;

/// What Exxit changes in Hex-It.
pub const EXXIT: [&str; 4] = [
    "setup.tiles.white=[\"0,0\", \"1,-2\"]",
    "setup.tiles.black=[\"0,-1\", \"1,-1\"]",
    "stacks.release=maximal",
    "stacks.onto_prisoner=forbidden",
];

fn right(text: &str, sets: &[&str]) -> Loaded {
    read(text, sets).unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn every_game_of_the_family_loads_without_notes_and_is_explained() {
    let games: [(&str, &str, &[&str]); 6] = [
        ("go", GO, &[]),
        ("dispatch", DISPATCH, &[]),
        ("dispatch_chris", DISPATCH, &DISPATCH_CHRIS),
        ("dropper", DROPPER, &[]),
        ("hex_it", HEX_IT, &[]),
        ("exxit", HEX_IT, &EXXIT),
    ];
    for (name, text, sets) in games {
        let loaded = right(text, sets);
        assert_eq!(loaded.notes, [""; 0], "{name}");
        assert_matches_file("explained", name, &explain(&loaded.variant));
    }
}

#[test]
fn a_position_of_tiles_and_stacks_is_explained() {
    let sets = [
        "setup.tiles.white=[\"0,0\", \"0,-1\", \"2,-1\"]",
        "setup.stacks=[\"0,0 wwb\", \"2,-1 W\", \"3,3 bb\"]",
        "setup.turns=5",
        "stacks.hand=5",
        "end.passes=1",
        "end.stuck=end",
        "turn.steps=[{ actions = [\"deal\"], min = 0, max = 2 }, { tiers = [[\"raid\"], [\"release\"]], min = 0 }]",
        "action.deal.deal.makes_prisoner=false",
        "score.komi=-0.5",
    ];
    assert_matches_file("explained", "tiles_and_stacks", &explain(&right(HEX_IT, &sets).variant));
}

#[test]
fn the_hash_is_the_same_for_all_ways_to_write_shapes_tiers_tiles_and_stacks() {
    let hash = |text: &str, sets: &[&str]| right(text, sets).rules_hash;
    let same = |text: &str, one: &[&str], other: &[&str]| {
        assert_eq!(hash(text, one), hash(text, other), "{other:?}");
    };
    let differ = |text: &str, one: &[&str], other: &[&str]| {
        assert_ne!(hash(text, one), hash(text, other), "{other:?}");
    };
    let sizes = |list: &str| format!("action.dispatch.place.shape.sizes={list}");
    same(DISPATCH, &[], &[&sizes("[5, 2, 4, 3]")]);
    differ(DISPATCH, &[], &[&sizes("[2, 3, 4]")]);
    let patterns = |list: &str| format!("action.dispatch.place.shape={{ patterns = {list} }}");
    let two = patterns("[\"###\", \".#. .## ...\"]");
    same(DISPATCH, &[&two], &[&patterns("[\"... ##. .#.\", \".#. .#. .#.\"]")]);
    same(DISPATCH, &[&two], &[&two, "action.dispatch.place.shape.seen=any"]);
    differ(DISPATCH, &[&two], &[&two, "action.dispatch.place.shape.parts=true"]);
    let stacks = |list: &str| format!("setup.stacks={list}");
    same(HEX_IT, &[&stacks("[\"1,0 wb\", \"0,0 b\"]")], &[&stacks("[\"0,0 B\", \"1,0  Wb\"]")]);
    differ(HEX_IT, &[&stacks("[\"1,0 wb\"]")], &[&stacks("[\"1,0 bw\"]")]);
    same(HEX_IT, &[], &["setup.tiles.white=[\"0,-1\", \"0,0\"]"]);
    differ(HEX_IT, &[], &["end.tiles=40"]);
    differ(HEX_IT, &[], &["stacks.hand=9"]);
    same(HEX_IT, &[], &["turn.steps.0.tiers=[[\"raid\"], [\"deal\"], [\"release\", \"drop\"]]"]);
    differ(HEX_IT, &[], &["turn.steps.0.tiers=[[\"deal\"], [\"raid\"], [\"release\", \"drop\"]]"]);
    same(GO, &[], &["turn.steps.0.tiers=[[\"stone\"]]"]);
    differ(GO, &[], &["end.stuck=end"]);
    // Keys without effect on the board.
    same(GO, &[], &["stacks.hand=3", "end.tiles=7"]);
    same(HEX_IT, &[], &["capture.suicide=allowed"]);
}

#[test]
fn keys_without_effect_on_a_board_are_noted_and_left_out() {
    let loaded = right(GO, &["stacks.hand=3", "end.tiles=7"]);
    assert_eq!(
        loaded.notes,
        [
            "`end.tiles` has no effect: this board has no tiles",
            "`[stacks]` has no effect: stacks stand on tiles, and this board has none"
        ]
    );
    assert!(loaded.effective.get("stacks").is_none());
    assert!(right(HEX_IT, &[]).effective.get("capture").is_none());
}

#[test]
fn the_effective_keys_of_every_game_are_a_variant_file_of_the_same_rules() {
    let games: [(&str, &[&str]); 5] = [
        (GO, &[]),
        (DISPATCH, &DISPATCH_CHRIS),
        (DROPPER, &[]),
        (HEX_IT, &["setup.stacks=[\"1,0 WB\"]"]),
        (HEX_IT, &EXXIT),
    ];
    for (text, sets) in games {
        let loaded = right(text, sets);
        let again =
            right(&toml::to_string(&loaded.effective).expect("every value can be written as TOML"), &[]);
        assert_eq!(again.effective, loaded.effective);
        assert_eq!(again.rules_hash, loaded.rules_hash);
    }
}

#[test]
fn the_hash_of_send_it_is_the_same_in_every_release() {
    let loaded = right("extends = \"send-it\"", &[]);
    let hex: String = loaded.rules_hash.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "cf19f704bd9fb4538509edfd8f4739ad76cd80e80944dc40fe41bb7d90281165");
}

#[test]
fn a_key_that_is_set_replaces_the_key_that_it_excludes() {
    let sets = ["turn.steps.0.tiers=[[\"dispatch\"]]", "action.dispatch.place.shape.patterns=[\"###\"]"];
    let keys = right(DISPATCH, &sets).effective;
    assert!(keys["turn"]["steps"][0].get("actions").is_none());
    assert!(keys["action"]["dispatch"]["place"]["shape"].get("sizes").is_none());
    // Setting two keys that exclude each other is still an error.
    let sets = [sets[1], "action.dispatch.place.shape.sizes=[3]"];
    assert!(read(DISPATCH, &sets).is_err());
}

#[test]
fn a_limit_on_new_stones_counts_the_stones_of_shapes() {
    let notes =
        |limit: &str| right(DISPATCH, &[&format!("action.dispatch.place.new_per_group={limit}")]).notes;
    assert_eq!(notes("4"), [""; 0]);
    assert_eq!(notes("5"), ["`new_per_group` of `dispatch` has no effect: a turn has at most 5 stones"]);
    // Every part of an X is a group of one stone.
    let sets = [DISPATCH_CHRIS[1], DISPATCH_CHRIS[2], "action.dispatch.place.new_per_group=1"];
    assert_eq!(right(DISPATCH, &sets).notes, [""; 0]);
}

#[test]
fn a_side_that_can_never_act_on_tiles_is_noted() {
    let sets = [
        "setup.stacks=[\"1,0 b\"]",
        "opening=[{ steps = [{ actions = [\"drop\"] }] }]",
        "turn.steps=[{ actions = [\"deal\"] }]",
    ];
    assert_eq!(right(HEX_IT, &sets).notes[2..], ["white can never act"]);
    // Deals need a stack of each side: here black makes its own in the opening.
    let sets = ["setup.stacks=[\"1,0 w\"]", sets[1], sets[2]];
    assert!(!right(HEX_IT, &sets).notes.iter().any(|note| note.contains("can never act")));
}

#[test]
fn parts_of_different_games_can_be_combined() {
    let games: [(&str, &[&str]); 9] = [
        // Dispatch's shapes on a hexagon.
        (DISPATCH, &["board.shape=hexagon", "board.side=8", "setup.black=[\"h8\"]", "setup.white=[\"d4\"]"]),
        (DISPATCH, &[DISPATCH_CHRIS[1], "board.shape=hexagon", "board.side=11"]),
        // Send It with Dropper's free placement.
        (
            "extends = \"send-it\"",
            &["action.free.place.where={'stones touching' = 0}", "turn.steps.0.actions=[\"drop\", \"free\"]"],
        ),
        // Dropper with captures.
        (DROPPER, &["capture.rule=liberties", "capture.suicide=allowed"]),
        // Send It with two drops and the pie rule.
        ("extends = \"send-it\"", &["turn.steps.0.max=2", "turn.swap=true"]),
        // Go scored by groups, with half a point for white; Dropper scored by area.
        (GO, &["score.method=groups", "score.komi=0.5"]),
        (DROPPER, &["score.method=area"]),
        // Hex-It with openings, the pie rule and a short game.
        (
            HEX_IT,
            &["opening=[{ steps = [{ actions = [\"drop\"], max = 2 }] }]", "turn.swap=true", "end.tiles=5"],
        ),
        // Precedence on a board of squares.
        (DROPPER, &["turn.steps=[{ tiers = [[\"drop\"], [\"free\", \"open\"]], min = 0, max = 3 }]"]),
    ];
    for (text, sets) in games {
        assert!(explain(&right(text, sets).variant).contains("Score"));
    }
}
