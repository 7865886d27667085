//! Tests of `replay`, which checks records.

use crate::scene::Scene;
use serde_json::json;

const SMALL: &str = "send-it --set board.side=3";

#[test]
fn records_of_a_simulation_are_valid() {
    let scene = Scene::new();
    scene.run(&format!("simulate {SMALL} --agents random --games 20 --records --out run --quiet")).succeeds();
    let ran = scene.run(&format!("replay {SMALL} run/games.jsonl")).succeeds();
    assert_eq!(ran.out.lines().count(), 20);
    assert!(ran.out.starts_with("game 1: ok, "), "{}", ran.out);
}

#[test]
fn json_has_legal_actions_score_and_winner() {
    let scene = Scene::new();
    let record = r#"{"turns": ["c3", "a1+b2+e5", "pass", "pass"], "event": "a test"}"#;
    let ran = scene.run_with_input(&format!("replay {SMALL} - --json"), record).succeeds();
    let [game] = &ran.json_lines()[..] else { panic!("one line: {}", ran.out) };
    assert_eq!(game["legal"].as_array().map(Vec::len), Some(6));
    assert_eq!(game["legal"].as_array().unwrap()[..4], json!([19, 18, 17, 16]).as_array().unwrap()[..]);
    assert_eq!((&game["winner"], &game["over"]), (&json!("second"), &json!(true)));
    assert_eq!(game["error"], json!(null));
}

#[test]
fn group_sizes_are_shown_if_they_decide() {
    let scene = Scene::new();
    let turns = ["c3", "c3>b3+b1", "b1>c2", "b1>b2", "b1>a2", "b1>c1", "b1>a1", "b3>a3"];
    let record = json!({"turns": turns, "winner": "second", "score": [3, 3]}).to_string();
    let small = "dropper --set board.width=3 --set board.height=3";
    let ran = scene.run_with_input(&format!("replay {small} - --json"), &record).succeeds();
    assert!(
        ran.out.ends_with("\"score\":[3,3],\"groups\":[[3,1],[3,2]],\"winner\":\"second\",\"over\":true}\n"),
        "{}",
        ran.out
    );
    let ran = scene.run_with_input(&format!("replay {small} -"), &record).succeeds();
    ran.prints("game 1: ok, 9 actions, 3 to 3 (groups 3 1 to 3 2), the second player wins\n");
    let wrong = record.replace("second", "draw");
    let ran = scene.run_with_input(&format!("replay {small} -"), &wrong).fails(1, "1 of 1 record is invalid");
    ran.mentions(&["the record says the winner is draw; replayed, it is second"]);
}

#[test]
fn an_unfinished_game_has_no_winner() {
    let ran = Scene::new().run_with_input(&format!("replay {SMALL} - --json"), r#"{"actions": ["c3"]}"#);
    ran.succeeds().prints("{\"legal\":[19],\"score\":[19,6],\"winner\":null,\"over\":false}\n");
}

#[test]
fn an_illegal_action_is_reported_with_its_reason() {
    let scene = Scene::new();
    let records = "{\"turns\": [\"c3\", \"a1+c3+b1\"]}\n\n{\"turns\": [\"c3\"]}\n";
    let ran = scene.run_with_input(&format!("replay {SMALL} -"), records);
    let ran = ran.fails(1, "1 of 2 records is invalid");
    assert_eq!(
        ran.out.lines().next(),
        Some("game 1: invalid: turn 2, action 2 of the turn, `c3`: the cell is not empty")
    );
    assert!(ran.out.lines().nth(1).unwrap().starts_with("game 2: ok, 1 action, 19 to 6, not over"));
    let ran = scene.run_with_input(&format!("replay {SMALL} - --json"), records);
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.json_lines()[0]["error"], "turn 2, action 2 of the turn, `c3`: the cell is not empty");
    assert_eq!(ran.json_lines()[0]["legal"], json!([19, 18, 17]));
}

#[test]
fn a_wrong_result_or_score_is_an_error() {
    let scene = Scene::new();
    for (claim, error) in [
        (r#""result": "first""#, "the record says the winner is first; replayed, it is second"),
        (r#""score": [1, 1]"#, "the record says the score is 1 to 1; replayed, it is"),
    ] {
        let record = format!(r#"{{"turns": ["c3", "a1+b2+e5", "pass", "pass"], {claim}}}"#);
        let ran = scene.run_with_input(&format!("replay {SMALL} -"), &record);
        ran.fails(1, "1 of 1 record is invalid").mentions(&[error]);
    }
}

#[test]
fn a_game_number_that_is_too_large_is_an_error() {
    let scene = Scene::new();
    let record = "{\"game\": 99999999999999999999, \"turns\": []}\n";
    for game in ["", " --game 1"] {
        let ran = scene.run_with_input(&format!("replay {SMALL} -{game}"), record);
        ran.fails(2, "1 of 1 record is unreadable").mentions(&["line 1 is not a record: `game`: expected"]);
    }
}

#[test]
fn a_file_without_records_is_invalid_input() {
    let scene = Scene::new();
    scene.write("empty.jsonl", "\n \n");
    for options in ["", " --json", " --export actions"] {
        scene.run(&format!("replay {SMALL} empty.jsonl{options}")).prints("").fails(
            2,
            "empty.jsonl holds no record: expected a line of JSON for each game, as written by `simulate --records`",
        );
    }
}

#[test]
fn invalid_records_are_invalid_input() {
    let ran = Scene::new().run_with_input(&format!("replay {SMALL} -"), "d7+e9\n{}\n{\"turns\": []}\n");
    let ran = ran.fails(2, "2 of 3 records are unreadable");
    ran.mentions(&[
        "game 1: line 1 is not JSON: expected a value (column 1)\n",
        "game 2: line 2 is not a record: missing `turns` or `actions`\n",
        "game 3: ok, 0 actions",
    ]);
}

#[test]
fn invalid_records_are_counted_beside_unreadable_ones() {
    let records = "{\"turns\": [\"z9\"]}\n{}\n{\"turns\": []}\n";
    let ran = Scene::new().run_with_input(&format!("replay {SMALL} -"), records);
    ran.fails(2, "1 of 3 records is unreadable, and 1 is invalid");
}

#[test]
fn positions_are_drawn_at_the_end_or_after_each_turn() {
    let scene = Scene::new();
    let record = r#"{"turns": ["c3", "a1+b2+e5", "pass"]}"#;
    let drawn = |show| {
        let ran = scene.run_with_input(&format!("replay {SMALL} - {show}"), record).succeeds();
        ran.out.matches("to move").count()
    };
    assert_eq!((drawn("--quiet"), drawn("--show"), drawn("--show=turns")), (0, 1, 3));
    let ran = scene.run_with_input(&format!("replay {SMALL} - --show=turns"), record).succeeds();
    ran.mentions(&["turn 1: c3\n", "\nturn 2: a1+b2+e5\n", "\nturn 3: pass\n"]);
}

#[test]
fn a_variant_and_records_cannot_both_be_read_from_standard_input() {
    Scene::new().run_with_input("replay - -", "extends = \"send-it\"\n").fails(
        2,
        "the variant and the records cannot both come from standard input: name a file for one of them",
    );
    let scene = Scene::new();
    scene.write("games.jsonl", "{\"turns\": []}\n");
    scene.run_with_input("replay - games.jsonl", "extends = \"send-it\"\n").succeeds();
}

#[test]
fn a_missing_file_is_reported_in_one_line() {
    Scene::new()
        .run("replay send-it nowhere.jsonl")
        .fails(2, "cannot read nowhere.jsonl: No such file or directory");
}

#[test]
fn a_record_of_another_variant_causes_a_note() {
    let record = "{\"variant\": \"go\", \"turns\": []}\n".repeat(2);
    let ran = Scene::new().run_with_input(&format!("replay {SMALL} -"), &record);
    let note = "note: game 1 is a record of `go`, but is checked against the rules of `send-it`\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), note));
}

#[test]
fn one_form_of_a_record_is_converted_into_the_other() {
    let scene = Scene::new();
    scene.run(&format!("simulate {SMALL} --agents random --games 20 --records --out run --quiet")).succeeds();
    let records = scene.read("run/games.jsonl");
    let actions = scene.run(&format!("replay {SMALL} run/games.jsonl --export actions")).succeeds().out;
    assert!(actions.lines().all(|line| line.contains("\"actions\":[") && !line.contains("\"turns\"")));
    scene.run_with_input(&format!("replay {SMALL} - --export turns"), &actions).succeeds().prints(&records);
}

#[test]
fn a_game_that_ends_by_its_tiles_ends_with_a_complete_turn() {
    let scene = Scene::new();
    let hex_it = r#"hex-it --set end.tiles=5 --set setup.stacks=["2,-1\u0020w"]"#;
    let (turns, actions) = ("{\"turns\":[\"r:2,-1\"]}\n", "{\"actions\":[\"r:2,-1\"]}\n");
    scene.run_with_input(&format!("replay {hex_it} - --export turns"), actions).succeeds().prints(turns);
    scene.run_with_input(&format!("replay {hex_it} - --export actions"), turns).succeeds().prints(actions);
    let shown = scene.run(&format!("show {hex_it} --turns r:2,-1 --json")).succeeds().json_lines();
    assert_eq!((&shown[0]["turns"], &shown[0]["actions_in_turn"]), (&json!(1), &json!(0)));
}

#[test]
fn only_valid_records_are_exported() {
    let records = "{\"actions\": [\"c3\"]}\n{\"actions\": [\"c3\", \"a1\"]}\n{\"turns\": [\"x\"]}\n";
    let ran = Scene::new().run_with_input(&format!("replay {SMALL} - --export turns"), records);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), "{\"turns\":[\"c3\"]}\n"));
    let [unfinished, wrong, verdict] = ran.err.lines().collect::<Vec<_>>()[..] else {
        panic!("three lines: {}", ran.err)
    };
    assert_eq!(unfinished, "game 2: it stops within a turn, which `turns` cannot express");
    assert!(wrong.starts_with("game 3: invalid: turn 1, action 1 of the turn, `x`: "), "{wrong}");
    assert_eq!(verdict, "error: 2 of 3 records are invalid");
}

#[test]
fn a_failure_found_before_the_output_is_closed_is_not_hidden() {
    let scene = Scene::new();
    let good = "{\"actions\": [\"c3\"]}\n".repeat(1000);
    scene.write("good", &good);
    scene.write("wrong", &format!("{{\"turns\": [\"x\"]}}\n{good}"));
    scene.write("unreadable", &format!("{good}{{\n"));
    let replay = |file: &str| scene.run_unread(&format!("replay {SMALL} {file}"));
    replay("good").succeeds();
    let ran = replay("wrong");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("error: 1 of ") && ran.err.ends_with(" is invalid\n"), "{}", ran.err);
    // The replay ends before the last record.
    replay("unreadable").succeeds();
}

#[test]
fn last_positions_are_drawn_into_files() {
    let scene = Scene::new();
    let records = "{\"turns\": [\"c3\"]}\n{\"turns\": []}\n";
    scene.run_with_input(&format!("replay {SMALL} - --svg games/drawn"), records).succeeds();
    for file in ["game-1.svg", "game-2.svg"] {
        assert!(scene.read(&format!("games/drawn/{file}")).starts_with("<svg"));
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_records_and_utf_16_is_one_error() {
    let scene = Scene::new();
    let records = "{\"turns\": [\"c3\"]}\n{\"turns\": [\"b2\"]}\n";
    let replay = format!("replay {SMALL} -");
    let ran = scene.run_with_input(&replay, &format!("\u{feff}{records}")).succeeds();
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    scene.write_utf_16("wide.jsonl", records);
    let wrong = "it is UTF-16 text: expected UTF-8";
    let file = format!("replay {SMALL} wide.jsonl");
    scene.run(&file).fails(2, &format!("cannot read wide.jsonl: {wrong}"));
    scene.run_with_input_of(&replay, "wide.jsonl").fails(2, &format!("cannot read -: {wrong}"));
}
