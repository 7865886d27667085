//! Files that make a game.

use super::{SMALL, kept_as, read, small_with};
use crate::board::{Lines, Shape};
use crate::points::Points;
use crate::variant::{
    ActionKind, Colour, Document, Loaded, NoFiles, Reach, Score, ScoreMethod, Side, Suicide, Target, explain,
    load, load_document, shipped,
};
use std::path::Path;

fn right(text: &str, sets: &[&str]) -> Loaded {
    read(text, sets).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn shipped_with(name: &str, sets: &[&str]) -> Loaded {
    let sets: Vec<String> = sets.iter().map(ToString::to_string).collect();
    load(name, &sets).unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn every_shipped_variant_is_right_and_leaves_nothing_to_note() {
    for shipped in shipped() {
        let loaded = shipped_with(shipped.name, &[]);
        assert_eq!(loaded.variant.id, shipped.name);
        assert_eq!(loaded.notes, [""; 0]);
    }
}

#[test]
fn a_drawn_board_is_the_same_game_as_one_in_words() {
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
    assert_eq!(variant.score, Score { method: ScoreMethod::Control, komi: Points::ZERO });
}

#[test]
fn the_push_is_what_the_rules_say() {
    let variant = shipped_with("send-it-square", &[]).variant;
    assert_eq!(variant.board.shape(), Shape::Rectangle { width: 13, height: 13 });
    let push = &variant.actions[2];
    let ActionKind::Displace(displace) = &push.kind else { panic!("the third action is the push") };
    assert_eq!(displace.target, Target { group: Some(1), liberties: Some(1) });
    assert_eq!(displace.to, Reach::Adjacent);
    assert_eq!(variant.turn.steps[0].tiers, [[0, 2]]);
    assert_eq!(shipped_with("send-it-square-nopush", &[]).variant.actions.len(), 2);
}

#[test]
fn what_is_left_out_has_its_default() {
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
    // As text: the order of the keys counts too.
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
        let text = toml::to_string(&loaded.effective).expect("every value has its form in TOML");
        let again = right(&text, &[]);
        assert_eq!(again.effective, loaded.effective);
        assert_eq!(again.rules_hash, loaded.rules_hash);
    }
}

#[test]
fn the_hash_is_that_of_the_rules() {
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
    // Spaces, quotes and the last of several.
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
    // Settings that exclude one another are still both meant.
    let sets = ["turn.steps.0={tiers=[[\"drop\"]]}", "turn.steps.0.actions=[\"drop\"]"];
    assert!(read("extends = \"send-it\"", &sets).is_err());
    let said = read("extends = \"dispatch\"", &["action.dispatch.place.first_shape={}"])
        .expect_err("it does nothing");
    assert!(said.render(false).contains("an empty table changes nothing"), "{}", said.render(false));
}

#[test]
fn a_key_is_taken_away_by_a_setting() {
    let loaded = shipped_with("dispatch", &["action.dispatch.place.first_shape=none"]);
    assert_eq!(loaded.effective["action"]["dispatch"]["place"].get("first_shape"), None);
    let said = read(SMALL, &["end.tiles=none"]).expect_err("there is none").render(false);
    assert!(said.contains("no `end.tiles` is inherited here"), "{said}");
    // Where it is a word of the key, it is that word.
    assert_eq!(shipped_with("send-it", &["capture.rule=none"]).effective["capture"]["rule"], "none");
}

#[test]
fn a_variant_that_is_changed_by_settings_is_a_different_game() {
    let info = |sets: &[&str]| shipped_with("send-it", sets).variant.info;
    let changed = info(&["turn.steps.0.max=2"]);
    assert_eq!((changed.author.as_ref(), changed.year, changed.summary.as_str()), (None, None, ""));
    assert_eq!(changed.title(), "Based on Send It");
    assert_eq!(info(&["turn.steps.0.max=2", "game.name=Two"]).title(), "Two, based on Send It");
    assert_eq!(info(&["turn.steps.0.max=2", "game.author=me"]).author.as_deref(), Some("me"));
    // Another name makes no other game.
    let renamed = info(&["game.name=Shoot It"]);
    assert_eq!((renamed.title().as_str(), renamed.author.as_deref()), ("Shoot It", Some("João Neto")));
}

#[test]
fn the_id_of_a_variant_is_no_formula() {
    for (file, id) in [
        ("=cmd.toml", "'=cmd"),
        ("-x.toml", "'-x"),
        ("@a.toml", "'@a"),
        ("+1.toml", "+1"),
        ("a=b.toml", "a=b"),
    ] {
        let loaded =
            load_document(Document::file(Path::new(file), SMALL.into()), &[], &NoFiles).expect("it is right");
        assert_eq!(loaded.variant.id, id);
    }
}

#[test]
fn a_shape_that_is_set_takes_its_sizes_with_it() {
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
fn a_setup_belongs_to_sides_by_the_order_of_the_players() {
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
fn whatever_makes_a_game_is_accepted() {
    let games: [&[&str]; 13] = [
        // Patterns whose centre does not matter need have none.
        &["action.stone.place.shape={patterns=[\"##\", \"## ##\"]}"],
        // A push without captures.
        &[
            "action.stone.displace.to=adjacent",
            "setup.black=[\"a1\"]",
            "setup.white=[\"b2\"]",
            "capture.rule=none",
        ],
        // Placing far from all stones, on squares and on hexes.
        &["action.stone.place.clear=touching"],
        &["action.stone.place.clear=touching", "board.shape=hexagon", "board.side=3"],
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
        // The end at once, and never by passes.
        &["end.passes=1", "end.max_turns=1"],
        &["repetition.rule=positional-superko", "turn.swap=true", "score.komi=-9999.99"],
    ];
    for sets in games {
        right(SMALL, sets);
    }
}

#[test]
fn captured_stones_are_the_setups_business_only_where_there_are_captures() {
    let setup = ["setup.black=[\"a1\"]", "setup.white=[\"a2\", \"b1\"]"];
    assert!(read(SMALL, &setup).is_err());
    let sets = [setup.as_slice(), &["capture.rule=none"]].concat();
    assert_eq!(right(SMALL, &sets).variant.setup.stones[1].len(), 2);
    let sets = ["capture.suicide=allowed"];
    assert_eq!(right(SMALL, &sets).variant.capture, crate::variant::Capture::Liberties(Suicide::Allowed));
}

#[test]
fn what_may_not_be_meant_is_noted() {
    let notes = |sets: &[&str]| right(SMALL, sets).notes.join("; ");
    assert_eq!(notes(&["action.other.place={}"]), "no step offers the action `other`");
    assert_eq!(
        notes(&["action.stone.place.new_per_group=1"]),
        "`new_per_group` of `stone` changes nothing: a turn has 1 action at most"
    );
    assert_eq!(
        notes(&["setup.black=[\"a1\"]", "action.stone.place.sight=orthogonal"]),
        "white can never act"
    );
    let half_begun = shipped_with("send-it", &["setup.turns=2", "setup.white=[\"h8\"]"]);
    assert_eq!(
        half_begun.notes,
        [
            "black can never act: its stones of the openings that `setup.turns` counts as done are not on the board"
        ]
    );
    assert_eq!(notes(&["capture.suicide=allowed"]), "");
    assert_eq!(
        notes(&["capture.rule=none", "capture.suicide=allowed", "repetition.rule=positional-superko"]),
        "`capture.suicide` changes nothing: groups are not captured by liberties; `repetition.rule` changes nothing: stones \
         are only ever added"
    );
    assert_eq!(
        notes(&["end.stuck=loses", "end.passes=1"]),
        "`end.passes` changes nothing: no turn can be passed"
    );
    let push = [
        "action.other.displace.target={group=1, liberties=5}",
        "turn.steps.0.actions=[\"stone\", \"other\"]",
    ];
    assert!(notes(&push).starts_with("`other` is never possible"));
    let never = "the pie rule never applies: ";
    assert_eq!(
        notes(&["turn.swap=true", "setup.turns=2"]),
        format!("{never}the second turn of the game is done")
    );
    assert_eq!(
        notes(&["turn.swap=true", "setup.turns=1", "setup.to_move=black"]),
        format!("{never}`setup.to_move` gives the second turn to the first player")
    );
}

#[test]
fn goals_out_of_reach_are_noted() {
    let notes = |name: &str, sets: &[&str]| shipped_with(name, sets).notes.join("; ");
    assert_eq!(
        notes("tic-tac-toe", &["goal.pairs.capture.stones=2"]),
        "the goal `pairs` can never be reached: nothing captures stones"
    );
    // Stones that are turned over stay on the board, and can still all be of one side.
    let sets = ["goal.pairs.capture.stones=2", "goal.all.eliminate={}"];
    assert_eq!(notes("othello", &sets), "the goal `pairs` can never be reached: nothing captures stones");
    assert_eq!(notes("clobber", &sets), "");
    let sets = ["goal.all.eliminate={}", "setup.black=[\"a1\"]", "setup.white=[\"c3\"]"];
    assert_eq!(
        notes("tic-tac-toe", &sets),
        "the goal `all` can never be reached: the enemy has stones at the start, and nothing takes them"
    );
    assert_eq!(
        notes("hex", &["board.holes=[\"row 4\"]"]),
        "black can never reach the goal `bridge`: the holes of the board lie between"
    );
    assert_eq!(notes("hex", &["board.holes=[\"row 4 columns 2..-1\"]"]), "");
    assert_eq!(
        notes("hex", &["setup.neutral=[\"row 4\"]"]),
        "black can never reach the goal `bridge`: the neutral stones of the setup lie between"
    );
    assert_eq!(
        notes("havannah", &["board.side=2"]),
        "the goal `fork` can never be reached: the board is too small for it"
    );
    assert_eq!(notes("hex", &["board.side=1"]), "");
    assert_eq!(
        notes("squava", &["end.goals=[\"three\", \"four\"]"]),
        "the goal `four` never decides: who reaches it has reached `three`, which is looked at before it"
    );
    let holes = "board.holes=[\"column 3\", \"row 3\", \"b2\", \"d4\", \"b4\", \"d2\"]";
    assert_eq!(
        notes("squava", &[holes, "end.stuck=loses"]),
        "the goal `four` can never be reached: no line of this board has 4 cells without a hole; the goal `three` can never \
         be reached: no line of this board has 3 cells without a hole"
    );
}

#[test]
fn actions_that_are_written_alike_are_noted() {
    let notes = |name: &str, sets: &[&str]| shipped_with(name, sets).notes.join("; ");
    let both = "`place` and `wall` can both be written `a1`: where both are legal it means `place`, ";
    let wall = |steps| ["action.wall.place.neutral=true", steps];
    // Where an own stone would be suicide, a neutral one is not.
    let stone = "`stone` and `wall` can both be written `a1`: where both are legal it means `stone`, the first in the list";
    assert_eq!(notes("go", &wall("turn.steps=[{actions=[\"stone\", \"wall\"], min=0}]")), stone);
    let steps = "turn.steps=[{actions=[\"place\"], min=0}, {actions=[\"wall\"], min=0}]";
    assert_eq!(notes("gomoku", &wall(steps)), format!("{both}that of the earlier step"));
    for one_at_a_time in [
        "turn.steps=[{actions=[\"place\"]}, {actions=[\"wall\"]}]",
        "turn.steps=[{tiers=[[\"place\"], [\"wall\"]]}]",
    ] {
        assert_eq!(notes("gomoku", &wall(one_at_a_time)), "", "{one_at_a_time}");
    }
    let sides = ["action.place.place.by=first", "action.wall.place={neutral=true, by=\"second\"}"];
    let sets =
        [sides.as_slice(), &["turn.steps=[{actions=[\"place\", \"wall\"]}]", "end.stuck=loses"]].concat();
    assert!(!notes("gomoku", &sets).contains("can both be written"));
    // The same stones in the same place, whichever of the two it is.
    let again = ["action.again.place.touches=\"own\"", "turn.steps=[{actions=[\"place\", \"again\"]}]"];
    assert_eq!(notes("gomoku", &again), "");
    let moves = [
        "action.hop.move.how=leap",
        "action.jump.move.how=jump",
        "turn.steps=[{actions=[\"hop\", \"jump\"]}]",
    ];
    assert_eq!(
        notes("clobber", &moves),
        "no step offers the action `clobber`; `hop` and `jump` can both be written `a1-c1`: where both are legal it means `hop`, the \
         first in the list"
    );
    for shipped in crate::variant::shipped() {
        assert!(!notes(shipped.name, &[]).contains("can both be written"), "{}", shipped.name);
    }
}

#[test]
fn turns_that_have_no_pass_are_explained_with_what_they_ask_for() {
    let says = |steps: &str, words: &str| {
        let said = explained_with(&shipped_with(
            "gomoku",
            &["end.stuck=loses", "action.wall.place.neutral=true", steps],
        ));
        assert!(said.contains(words), "{said}");
    };
    says("turn.steps=[{actions=[\"place\"], min=0, max=2}]", "Each turn: `place`, 1 or 2 times.");
    says(
        "turn.steps=[{actions=[\"place\"], min=0}, {actions=[\"wall\"], min=0}]",
        "`place`, at most once; then `wall`, at most once; at least one of them has to be made.",
    );
}

#[test]
fn no_edges_joined_is_a_word_for_a_board_with_edges() {
    let plain = right(SMALL, &[]);
    let none = right(SMALL, &["board.wrap=none"]);
    assert_eq!((none.rules_hash, &none.effective["board"]), (plain.rules_hash, &plain.effective["board"]));
    assert_eq!(right(SMALL, &["board.wrap=torus", "board.wrap=none"]).variant.board, plain.variant.board);
    right("extends = \"hex\"", &["board.wrap=none"]);
}

#[test]
fn an_opening_is_explained_by_what_it_offers_its_side() {
    let said = explained_with(&shipped_with("send-it", &["action.open.place.by=first"]));
    assert!(said.contains("Turn 1 Black: `open`, once."), "{said}");
    assert!(said.contains("Turn 2 White: no action of this turn is for this side."), "{said}");
    let steps = "opening=[{steps=[{tiers=[[\"open\"], [\"drop\"]]}, {actions=[\"open\"]}]}]";
    let sets = [steps, "action.open.place.by=second", "setup.black=[\"h8\"]"];
    let said = explained_with(&shipped_with("send-it", &sets));
    assert!(said.contains("Turn 1 Black: `drop`, once."), "{said}");
}

#[test]
fn a_variant_is_explained_in_plain_words() {
    let explained = |name: &str, loaded: Loaded| kept_as("explained", name, &explain(&loaded.variant));
    explained("send_it", shipped_with("send-it", &[]));
    let sets = ["turn.swap=true", "score.komi=-1.5", "capture.suicide=allowed"];
    explained("send_it_square", shipped_with("send-it-square", &sets));
    let sets = [
        "game.players=[\"white\", \"black\"]",
        "setup.black=[\"c3\"]",
        "setup.turns=1",
        "repetition.rule=positional-superko",
        "turn.steps=[{actions=[\"take\"]}, {actions=[\"stone\"], max=2}]",
        "action.take.displace={to=\"touching\", target={group=2}}",
        "action.stone.place={clear=\"touching\", new_per_group=2}",
        "capture.rule=none",
        "score.komi=7.5",
        "end.passes=1",
    ];
    explained("another", right(SMALL, &sets));
    let pie = |sets: &[&str]| explain(&right(SMALL, sets).variant).contains("Pie rule");
    assert!(pie(&["turn.swap=true"]) && pie(&["turn.swap=true", "setup.turns=1"]));
    assert!(!pie(&["turn.swap=true", "setup.turns=1", "setup.to_move=black"]));
    assert!(!pie(&["turn.swap=true", "setup.turns=2"]));
}

#[test]
fn one_of_a_thing_is_not_called_several() {
    let said = |sets: &[&str]| explain(&right(SMALL, sets).variant);
    assert!(said(&["end.max_turns=1"]).contains("reaches 1 turn is"));
    assert!(said(&["end.max_turns=10000"]).contains("reaches 10,000 turns is"));
    assert!(said(&["setup.turns=1"]).contains("1 turn is done"));
    assert!(said(&["setup.turns=2", "end.max_turns=3"]).contains("2 turns are done"));
    assert!(said(&["setup.turns=12345", "end.max_turns=20000"]).contains("12,345 turns are done"));
    assert!(said(&["board.width=1"]).contains("1 by 5 squares: 5 cells."));
    assert!(said(&["board.width=1", "board.height=1", "capture.rule=none"]).contains("1 cell."));
}

#[test]
fn superko_is_explained_with_its_exceptions() {
    let said = explain(&right(SMALL, &["repetition.rule=positional-superko"]).variant);
    let words: Vec<&str> = said.split_whitespace().collect();
    let said = words.join(" ");
    assert!(
        said.contains("stood at the start or at the end of an earlier turn (positional superko)."),
        "{said}"
    );
    assert!(said.contains("Passing is exempt"), "{said}");
    assert!(said.contains("where nothing else is legal"), "{said}");
}

/// The explanation on one line.
fn explained_with(loaded: &Loaded) -> String {
    explain(&loaded.variant).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn superko_is_explained_with_the_action_that_ends_a_turn() {
    let superko = "repetition.rule=positional-superko";
    let ended = "If no further action is possible, the last one ends the turn and has to obey this too.";
    assert!(!explained_with(&right(SMALL, &[superko])).contains(ended));
    for steps in ["min=2", "min=0, max=2"] {
        let several = right(SMALL, &[superko, &format!("turn.steps=[{{actions=[\"stone\"], {steps}}}]")]);
        assert!(explained_with(&several).contains(ended), "{steps}");
    }
}

#[test]
fn control_is_explained_with_what_it_leaves_aside() {
    let says = |name: &str, sets: &[&str], words: &str| {
        let said = explained_with(&shipped_with(name, sets));
        assert!(said.contains(words), "{said}");
    };
    says("send-it", &[], "could place no stone with its first action. A cell");
    let superko = "repetition.rule=positional-superko";
    says("send-it", &[superko], "with its first action (superko left aside). A cell");
    says("dispatch", &[], "with its first action, be the first shape of the game placed or not. A cell");
    says("dispatch", &["setup.turns=2"], "with its first action. A cell");
}

#[test]
fn a_first_shape_that_has_been_placed_is_not_explained() {
    let first = "The first time in the game";
    assert!(explained_with(&shipped_with("dispatch", &[])).contains(first));
    assert!(!explained_with(&shipped_with("dispatch", &["setup.turns=2"])).contains(first));
}

#[test]
fn passing_is_explained_as_the_turns_allow_it() {
    let says = |sets: &[&str], words: &[&str]| {
        let said = explained_with(&shipped_with("dropper", sets));
        for words in words {
            assert!(said.contains(words), "{words}: {said}");
        }
    };
    says(
        &[],
        &[
            "must be made where possible. ",
            "End There is no pass. The game ends when the player to move can do nothing,",
        ],
    );
    says(
        &["turn.steps.1.min=0"],
        &[
            "where none is, the turn may be passed.",
            "End Two passed turns in a row end the game. The game ends when",
        ],
    );
    says(
        &["turn.steps.1.max=2"],
        &["End No turn can be passed. The game ends when the player to move can do nothing"],
    );
    says(&["end.stuck=pass"], &["a player who can do nothing passes.", "End Two passed turns in a row end"]);
}
