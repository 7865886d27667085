//! Valid variant files.

use super::{SMALL, read, small_with};
use crate::board::{Lines, Shape};
use crate::conditions::{Is, Line, Term};
use crate::points::Points;
use crate::variant::{
    ActionKind, Colour, Document, Loaded, NoFiles, Reach, Score, ScoreMethod, Side, Suicide, explain, load,
    load_document, load_varied, shipped,
};
use std::path::Path;

pub fn right(text: &str, sets: &[&str]) -> Loaded {
    read(text, sets).unwrap_or_else(|wrong| panic!("{wrong}"))
}

pub fn shipped_with(name: &str, sets: &[&str]) -> Loaded {
    let sets: Vec<String> = sets.iter().map(ToString::to_string).collect();
    load(name, &sets).unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn every_shipped_variant_is_valid_and_without_notes() {
    for shipped in shipped() {
        let loaded = shipped_with(shipped.name, &[]);
        assert_eq!(loaded.variant.id, shipped.name);
        assert_eq!(loaded.notes, [""; 0]);
    }
}

#[test]
fn a_drawn_board_is_the_same_game_as_a_described_one() {
    let size = "width = 5\nheight = 5\n";
    let drawn =
        small_with(size, "rows = [\"w w # w w\", \". . n . .\", \".....\", \". . . . .\", \"bb#bb\"]\n");
    let words = small_with(size, &format!("{size}holes = [\"column 3 rows 1\", \"c5\"]\n"))
        .replace("[turn]", "[setup]\nblack = [\"row 1\"]\nwhite = [\"row 5\"]\nneutral = [\"c4\"]\n[turn]");
    let words = words.replace("column 3 rows 1", "c1");
    let (drawn, words) = (right(&drawn, &[]), right(&words, &[]));
    assert_eq!(drawn.variant, words.variant);
    assert_eq!(drawn.rules_hash, words.rules_hash);
    assert_eq!(drawn.variant.board.cells().len(), 23);
}

#[test]
fn send_it_is_what_the_rules_say() {
    let variant = shipped_with("send-it", &[]).variant;
    assert_eq!(variant.board.shape(), Shape::Hexagon { side: 8 });
    let counts = |turn: &crate::variant::Turn| (turn.steps[0].min, turn.steps[0].max);
    assert_eq!(variant.openings.iter().map(counts).collect::<Vec<_>>(), [(1, 1), (3, 3)]);
    assert_eq!(counts(&variant.turn), (0, 4));
    let [drop, open] = variant.actions.as_slice() else { panic!("two actions") };
    assert_eq!((drop.sight, drop.new_per_group), (Some(Lines::Orthogonal), Some(1)));
    assert_eq!((open.sight, open.new_per_group), (None, None));
    assert_eq!(variant.score, Score::new(ScoreMethod::Control, Points::ZERO));
}

#[test]
fn the_push_is_what_the_rules_say() {
    let variant = shipped_with("send-it-square", &[]).variant;
    assert_eq!(variant.board.shape(), Shape::Rectangle { width: 13, height: 13 });
    let push = &variant.actions[2];
    let ActionKind::Displace(displace) = &push.kind else { panic!("the third action is the push") };
    assert_eq!(displace.to, Reach::Adjacent);
    let exactly = |term| Line { term, is: Is::Within(1, Some(1)) };
    assert_eq!(push.condition.0, [Term::Group, Term::Liberties].map(exactly));
    assert_eq!(variant.turn.steps[0].tiers, [[0, 2]]);
    assert_eq!(shipped_with("send-it-square-nopush", &[]).variant.actions.len(), 2);
}

#[test]
fn missing_keys_have_their_defaults() {
    let expected = serde_json::json!({
        "game": { "name": "Small", "summary": "", "players": ["black", "white"] },
        "board": { "shape": "rectangle", "width": 5, "height": 5 },
        "setup": { "black": [], "white": [], "turns": 0 },
        "turn": { "steps": [{ "actions": ["stone"], "min": 1, "max": 1, "unmet": "skip" }], "swap": false },
        "action": { "stone": { "place": { "sight": "none" } } },
        "capture": { "rule": "liberties", "suicide": "forbidden" },
        "repetition": { "rule": "none" },
        "end": { "passes": 2, "stuck": "pass", "max_turns": 1000 },
        "score": { "method": "area", "komi": 0 },
    });
    // Compared as text, because the order of the keys matters too.
    assert_eq!(right(SMALL, &[]).effective.to_string(), expected.to_string());
}

#[test]
fn the_effective_keys_are_a_variant_file_of_the_same_rules() {
    for shipped in shipped() {
        let mut loaded = shipped_with(shipped.name, &[]);
        let setup = &loaded.variant.setup;
        if !loaded.variant.board.is_boundless() && setup.stones.iter().all(Vec::is_empty) {
            loaded = shipped_with(shipped.name, &["setup.black=[\"B2\"]"]);
        }
        let text = toml::to_string(&loaded.effective).expect("every value can be written as TOML");
        let again = right(&text, &[]);
        assert_eq!(again.effective, loaded.effective);
        assert_eq!(again.rules_hash, loaded.rules_hash);
    }
}

#[test]
fn the_hash_depends_only_on_the_rules() {
    let hash = |text: &str, sets: &[&str]| right(text, sets).rules_hash;
    let small = hash(SMALL, &[]);
    assert_eq!(small, hash(SMALL, &["game.name=Other", "game.author=me", "game.year=1999"]));
    assert_eq!(small, hash(SMALL, &["score.komi=0.0", "turn.steps.0.max=1", "end.passes=2"]));
    assert_eq!(small, hash(SMALL, &["setup.to_move=black"]));
    assert_ne!(small, hash(SMALL, &["score.komi=0.5"]));
    assert_ne!(small, hash(SMALL, &["board.width=6"]));
    assert_ne!(small, hash(SMALL, &["capture.suicide=allowed"]));
    assert_ne!(small, hash(SMALL, &["game.players=[\"white\", \"black\"]"]));
    let rhombus =
        |sets: &[&str]| hash(&small_with("\"rectangle\"\nwidth = 5\nheight = 5", "\"rhombus\""), sets);
    assert_eq!(rhombus(&["board.side=4"]), rhombus(&["board.width=4", "board.height=4"]));
    let setup = |black: &str| hash(SMALL, &[&format!("setup.black={black}")]);
    assert_eq!(setup("[\"a1\", \"B2\"]"), setup("[\"b2\", \"a1\"]"));
}

#[test]
fn settings_override_any_key() {
    let sets = ["board.side=4", "turn.steps.0.max=3", "setup.black=[\"b4\",\"d2\"]", "score.method=area"];
    let variant = shipped_with("send-it", &sets).variant;
    assert_eq!(variant.board.shape(), Shape::Hexagon { side: 4 });
    assert_eq!(variant.turn.steps[0].max, 3);
    assert_eq!(variant.setup.stones[0].len(), 2);
    assert_eq!(variant.score.method, ScoreMethod::Area);
    // Spaces, quotes, and the last of several settings.
    let sets = ["game.name = João's game", "\"board\".'side' = 5", "board.side=6", "turn.swap=true"];
    let variant = shipped_with("send-it", &sets[1..]).variant;
    assert_eq!((variant.board.shape(), variant.swap), (Shape::Hexagon { side: 6 }, true));
    assert!(read(SMALL, &sets[..1]).is_err(), "an apostrophe needs quotes");
}

#[test]
fn a_table_that_is_set_merges_as_in_a_file() {
    let set = "action.dispatch.place={shape={sizes=[4]}}";
    let loaded = shipped_with("dispatch", &[set]);
    let place = &loaded.effective["action"]["dispatch"]["place"];
    let shipped = &shipped_with("dispatch", &[]).effective["action"]["dispatch"]["place"];
    assert_eq!(place["shape"]["sizes"], serde_json::json!([4]));
    assert_eq!((&place["sight"], &place["first_shape"]), (&shipped["sight"], &shipped["first_shape"]));
    let text = "extends = \"dispatch\"\n[action.dispatch.place.shape]\nsizes = [4]";
    assert_eq!(loaded.rules_hash, right(text, &[]).rules_hash);
    // Settings that exclude one another are still an error.
    let sets = ["turn.steps.0={tiers=[[\"drop\"]]}", "turn.steps.0.actions=[\"drop\"]"];
    assert!(read("extends = \"send-it\"", &sets).is_err());
    let said = read("extends = \"dispatch\"", &["action.dispatch.place.first_shape={}"])
        .expect_err("it does nothing");
    assert!(said.render(false).contains("an empty table changes nothing"), "{}", said.render(false));
}

#[test]
fn a_setting_can_remove_a_key() {
    let loaded = shipped_with("dispatch", &["action.dispatch.place.first_shape=none"]);
    assert_eq!(loaded.effective["action"]["dispatch"]["place"].get("first_shape"), None);
    let said = read(SMALL, &["end.tiles=none"]).expect_err("no such key").render(false);
    assert!(said.contains("no `end.tiles` is inherited here"), "{said}");
    // Where `none` is a value of the key itself, it does not remove the key.
    assert_eq!(shipped_with("send-it", &["capture.rule=none"]).effective["capture"]["rule"], "none");
}

#[test]
fn a_variant_changed_by_settings_is_a_different_game() {
    let info = |sets: &[&str]| shipped_with("send-it", sets).variant.info;
    let changed = info(&["turn.steps.0.max=2"]);
    assert_eq!((changed.author.as_ref(), changed.year, changed.summary.as_str()), (None, None, ""));
    assert_eq!(changed.title(), "Send It, turn.steps.0.max=2");
    assert_eq!(info(&["board.side=4", "score.komi=1"]).title(), "Send It, side=4, score.komi=1");
    assert_eq!(info(&["turn.steps.0.max=2", "game.name=Two"]).title(), "Two, based on Send It");
    let sized = shipped_with("othello", &["score.komi=1", "board.height=4", "board.width=6"]).variant.info;
    assert_eq!(sized.title(), "Othello, score.komi=1, 6x4");
    // The runs of an experiment are named after their values, also those in force.
    let [sets, varied] = [["board.side=4".to_owned()], ["score.komi=0".to_owned()]];
    let varied = load_varied("send-it", &sets, &varied).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(varied.variant.info.title(), "Send It, side=4, score.komi=0");
    // A value in force changes nothing.
    assert_eq!(info(&["board.side=8"]), info(&[]));
    assert_eq!(info(&["turn.steps.0.max=2", "game.author=me"]).author.as_deref(), Some("me"));
    // Renaming a game does not make it another game.
    let renamed = info(&["game.name=Shoot It"]);
    assert_eq!((renamed.title().as_str(), renamed.author.as_deref()), ("Shoot It", Some("João Neto")));
}

#[test]
fn the_id_of_a_variant_is_not_a_formula() {
    for (file, id) in [
        ("=cmd.toml", "'=cmd"),
        ("-x.toml", "'-x"),
        ("@a.toml", "'@a"),
        ("+1.toml", "+1"),
        ("a=b.toml", "a=b"),
    ] {
        let loaded =
            load_document(Document::file(Path::new(file), SMALL.into()), &[], &NoFiles).expect("it is valid");
        assert_eq!(loaded.variant.id, id);
    }
}

#[test]
fn setting_a_shape_removes_the_sizes_of_the_old_one() {
    let sets = ["board.width=5", "board.shape=rectangle", "board.height=4"];
    let variant = shipped_with("send-it", &sets).variant;
    assert_eq!(variant.board.shape(), Shape::Rectangle { width: 5, height: 4 });
    let variant = shipped_with("send-it", &["board.shape=hexagon"]).variant;
    assert_eq!(variant.board.shape(), Shape::Hexagon { side: 8 });
    let variant = right(SMALL, &["action.stone.place.sight=queen", "setup.black=[\"a1\"]"]).variant;
    assert_eq!(variant.actions[0].sight, Some(Lines::Queen));
    let sets = ["action.stone.displace.to=touching", "setup.black=[\"a1\"]", "setup.white=[\"b2\"]"];
    assert!(matches!(right(SMALL, &sets).variant.actions[0].kind, ActionKind::Displace(_)));
}

#[test]
fn the_order_of_the_players_decides_which_side_owns_the_stones_of_a_setup() {
    let sets = ["game.players=[\"white\", \"black\"]", "setup.black=[\"C3\"]"];
    let later = ["setup.turns=2", "setup.to_move=\"black\""];
    let variant = right(SMALL, &[sets, later].concat()).variant;
    assert_eq!(variant.info.players, [Colour::White, Colour::Black]);
    assert_eq!(variant.setup.stones.each_ref().map(Vec::len), [0, 1]);
    assert_eq!(variant.setup.mover(), Side::Second);
    assert!(explain(&variant).contains("2 turns are done, black is to move."), "{}", explain(&variant));
    let variant = right(SMALL, &[sets.as_slice(), &["setup.to_move=white"]].concat()).variant;
    assert_eq!(variant.setup.mover(), Side::First);
    assert!(explain(&variant).contains("white moves first."), "{}", explain(&variant));
    assert_eq!(right(SMALL, &["setup.turns=3"]).variant.setup.mover(), Side::Second);
}

#[test]
fn every_playable_game_is_accepted() {
    let games: [&[&str]; 13] = [
        // Patterns need no centre if it does not matter.
        &["action.stone.place.shape={patterns=[\"##\", \"## ##\"]}"],
        // A push without captures.
        &[
            "action.stone.displace.to=adjacent",
            "setup.black=[\"a1\"]",
            "setup.white=[\"b2\"]",
            "capture.rule=none",
        ],
        // Placing far from all stones, on squares and on hexes.
        &["action.stone.place.where={'stones touching' = 0}"],
        &["action.stone.place.where={'stones touching' = 0}", "board.shape=hexagon", "board.side=3"],
        // Queens on hexes see along the six lines.
        &["action.stone.place.sight=queen", "setup.black=[\"a1\"]", "board.shape=triangle", "board.side=3"],
        // One row; one cell.
        &["board.height=1"],
        &["board.width=1", "board.height=1", "capture.suicide=allowed"],
        &["board.width=1", "board.height=1", "capture.rule=none"],
        // The largest boards.
        &["board.width=31", "board.height=31"],
        &["board.shape=hexagon", "board.side=16"],
        // Compulsory and optional steps.
        &["turn.steps=[{actions=[\"stone\"], min=0}, {actions=[\"stone\"], min=2, max=7}]"],
        // An immediate end, and no end by passes.
        &["end.passes=1", "end.max_turns=1"],
        &["repetition.rule=positional-superko", "turn.swap=true", "score.komi=-9999.99"],
    ];
    for sets in games {
        right(SMALL, sets);
    }
}

#[test]
fn groups_without_liberties_in_the_setup_are_errors_only_if_capture_depends_on_liberties() {
    let setup = ["setup.black=[\"a1\"]", "setup.white=[\"a2\", \"b1\"]"];
    assert!(read(SMALL, &setup).is_err());
    let sets = [setup.as_slice(), &["capture.rule=none"]].concat();
    assert_eq!(right(SMALL, &sets).variant.setup.stones[1].len(), 2);
    let sets = ["capture.suicide=allowed"];
    assert_eq!(right(SMALL, &sets).variant.capture, crate::variant::Capture::Liberties(Suicide::Allowed));
}
