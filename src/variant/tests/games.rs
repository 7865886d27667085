//! The other games of the family, as variant files say them.

use super::{kept_as, read};
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

/// What Dispatch by Chris does otherwise.
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
clear = "touching"
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

/// What Exxit does otherwise.
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
fn every_game_of_the_family_is_right_leaves_nothing_to_note_and_is_explained() {
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
        kept_as("explained", name, &explain(&loaded.variant));
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
    kept_as("explained", "tiles_and_stacks", &explain(&right(HEX_IT, &sets).variant));
}

#[test]
fn parts_of_different_games_go_together() {
    let games: [(&str, &[&str]); 9] = [
        // Dispatch's shapes on a hexagon.
        (DISPATCH, &["board.shape=hexagon", "board.side=8", "setup.black=[\"h8\"]", "setup.white=[\"d4\"]"]),
        (DISPATCH, &[&DISPATCH_CHRIS[1], "board.shape=hexagon", "board.side=11"]),
        // Send It with Dropper's free placement.
        (
            "extends = \"send-it\"",
            &["action.free.place.clear=touching", "turn.steps.0.actions=[\"drop\", \"free\"]"],
        ),
        // Dropper with captures.
        (DROPPER, &["capture.rule=liberties", "capture.suicide=allowed"]),
        // Send It with two drops and the pie rule.
        ("extends = \"send-it\"", &["turn.steps.0.max=2", "turn.swap=true"]),
        // Go by groups, with half a point for white; Dropper by area.
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
