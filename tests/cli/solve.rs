//! `solve`.

use crate::scene::Scene;
use serde_json::json;

const DROPPER: &str = "solve dropper --set board.width=3 --set board.height=3";

#[test]
fn the_value_and_the_best_first_actions_are_printed() {
    let ran = Scene::new().run(DROPPER).succeeds();
    ran.mentions(&[
        "Dropper, 3x3, rectangle 3x3, with perfect play: the first player wins, and its largest group is larger by 2",
        "8 symmetries",
        "the cap of 1,000 turns is ignored",
        "1 of 9 first actions keep the value: b2",
        "2 . + .",
        "best: +",
    ]);
}

#[test]
fn the_value_of_a_win_without_a_score_is_explained() {
    let ran = Scene::new().run("solve tic-tac-toe --set score.method=stones").succeeds();
    ran.mentions(&["a win without a score counts as a margin of 1"]);
    assert!(!Scene::new().run(DROPPER).succeeds().out.contains("won by 1"));
}

#[test]
fn a_margin_of_1_may_be_that_of_a_win_without_a_score() {
    let goal = "--set goal.centre.reach.cells=[\"centre\"]";
    let ran = Scene::new().run(&format!("{DROPPER} {goal}")).succeeds();
    ran.mentions(&["the first player wins by 1 or regardless of scores"]);
}

#[test]
fn the_value_is_printed_as_json() {
    let scene = Scene::new();
    let solved = &scene.run(&format!("{DROPPER} --json")).succeeds().json_lines()[0];
    assert_eq!(
        (&solved["value"], &solved["margin"], &solved["stopped"]),
        (&json!("first"), &json!(2), &json!(null))
    );
    assert_eq!(solved["bounds"], json!({ "low": 2, "high": 2 }));
    let hash = solved["rules_hash"].as_str().unwrap();
    let run = scene
        .run("simulate dropper --agents random --games 1 --json -q --set board.width=3 --set board.height=3")
        .succeeds();
    assert!(run.out.contains(&format!("\"rules_hash\": \"{hash}\"")), "{}", run.out);
    assert_eq!(solved["turns"], json!(null));
    assert_eq!((&solved["method"], &solved["cap"]), (&json!("depth-first"), &json!("ignored")));
    let first = solved["first_actions"].as_array().unwrap();
    let best: Vec<_> = first.iter().filter(|action| action["keeps_value"] == true).collect();
    assert_eq!((first.len(), best.len(), &best[0]["action"]), (9, 1, &json!("b2")));
    let solved =
        &scene.run("solve send-it --set board.side=2 --json --value-only").succeeds().json_lines()[0];
    assert_eq!((&solved["value"], &solved["margin"]), (&json!("first"), &json!(7)));
    assert_eq!((&solved["method"], &solved["first_actions"]), (&json!("retrograde"), &json!(null)));
}

#[test]
fn later_positions_can_be_solved_and_so_can_the_winner_alone() {
    let scene = Scene::new();
    let value = |options: &str| {
        let solved = &scene.run(&format!("{DROPPER} --json {options}")).succeeds().json_lines()[0];
        solved["value"].clone()
    };
    assert_eq!(value("--turns b2"), "first");
    assert_eq!(value("--turns a1"), "second");
    assert_eq!(value("--winner-only"), "first");
    assert_eq!(value("--with-cap --set end.max_turns=2"), "draw");
    let wrong = scene.run(&format!("{DROPPER} --turns d9"));
    assert_eq!((wrong.code, wrong.err.contains("turn 1, action 1 of the turn, `d9`")), (Some(2), true));
}

#[test]
fn with_winner_only_every_action_of_a_loser_keeps_the_result() {
    let ran = Scene::new().run(&format!("{DROPPER} --winner-only --turns b2")).succeeds();
    ran.mentions(&["the first player wins", "8 of 8 first actions keep the result: "]);
}

#[test]
fn the_value_does_not_depend_on_the_number_of_threads() {
    let scene = Scene::new();
    let solve = |threads: u32| {
        let command = format!("solve exxit --set end.tiles=7 --set stacks.hand=2 --json --threads {threads}");
        let mut solved = scene.run(&command).succeeds().json_lines()[0].clone();
        solved["seconds"] = json!(0);
        solved
    };
    assert_eq!(solve(1), solve(3));
}

#[test]
fn too_little_memory_is_reported_with_the_bounds() {
    let ran = Scene::new().run("solve send-it --memory 1M --quiet");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("with perfect play: not known yet\n"), "{}", ran.out);
    assert!(ran.err.contains("raise `--memory`"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_bounds_known_so_far() {
    let scene = Scene::new();
    let mut command = scene.command(&["solve", "dropper", "--json", "--quiet"]);
    let child = command.stdout(std::process::Stdio::piped()).spawn().expect("the program starts");
    std::thread::sleep(std::time::Duration::from_secs(1));
    let pid = child.id().to_string();
    let sent =
        std::process::Command::new("kill").args(["-INT", &pid]).status().expect("a signal can be sent");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    let solved: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    assert_eq!((output.status.code(), &solved["stopped"]), (Some(75), &json!("interrupted")));
    assert_eq!((&solved["value"], &solved["first_actions"]), (&json!(null), &json!(null)));
}

#[cfg(unix)]
#[test]
fn a_resumed_search_counts_the_positions_and_the_time_of_all_sessions() {
    let scene = Scene::new();
    let session = |seconds: f64| {
        let mut command = scene.command(&["solve", "dropper", "--keep", "kept", "--json", "--quiet"]);
        let child = command.stdout(std::process::Stdio::piped()).spawn().expect("the program starts");
        std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
        let pid = child.id().to_string();
        std::process::Command::new("kill").args(["-INT", &pid]).status().expect("a signal can be sent");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(75));
        let solved: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
        (solved["visits"].as_u64().unwrap(), solved["seconds"].as_f64().unwrap())
    };
    let (visits, seconds) = session(2.0);
    let (more_visits, more_seconds) = session(2.0);
    assert!(visits > 0 && more_visits > visits, "{visits}, then {more_visits}");
    assert!(more_seconds > seconds, "{seconds}, then {more_seconds}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_while_first_actions_are_searched_is_not_a_complete_solution() {
    let scene = Scene::new();
    let clobber =
        ["solve", "clobber", "--set", "board.width=4", "--set", "board.height=5", "--json", "--quiet"];
    let begin = std::time::Instant::now();
    scene.run(&format!("{} --value-only", clobber.join(" "))).succeeds();
    // Searching the first actions takes about ten times as long as finding the value.
    let child = scene.command(&clobber).stdout(std::process::Stdio::piped()).spawn().expect("it starts");
    std::thread::sleep(begin.elapsed() * 2);
    let pid = child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &pid]).status().expect("a signal can be sent");
    let output = child.wait_with_output().expect("it ends");
    let solved: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    assert_eq!(output.status.code(), Some(75), "{solved}");
    assert_eq!((&solved["value"], &solved["stopped"]), (&json!("first"), &json!("interrupted")));
    assert_eq!(solved["first_actions"], json!(null));
}

#[test]
fn only_a_depth_first_search_keeps_its_state_which_is_checked_when_read() {
    let scene = Scene::new();
    let ran = scene.run("solve send-it --set board.side=2 --keep kept");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("`--keep` is not supported here"), "{}", ran.err);
    std::fs::write(scene.path("kept"), "something else").unwrap();
    let ran = scene.run(&format!("{DROPPER} --keep kept"));
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("kept: not written by `dropline solve --keep`, or damaged"), "{}", ran.err);
    // If the file does not exist yet, the search starts normally.
    scene.run(&format!("{DROPPER} --keep new")).succeeds().mentions(&["the first player wins"]);
    assert!(!scene.path("new").exists(), "nothing was stopped");
    // A file that cannot be written is found before the search.
    scene.run(&format!("{DROPPER} --keep missing/new")).fails(2, "missing/new: No such file or directory");
}

#[test]
fn the_value_of_a_finished_position_is_its_result() {
    let value = |args: &[&str]| {
        let ran = Scene::new().run_args(&[&["solve", "--json", "--quiet"][..], args].concat()).succeeds();
        let solved = &ran.json_lines()[0];
        (solved["value"].clone(), solved["margin"].clone(), solved["first_actions"].clone())
    };
    let line = ["tic-tac-toe", "--set", r#"setup.white=["row 1"]"#];
    assert_eq!(value(&line), (json!("second"), json!(-1), json!(null)));
    // Both sides have a line: by default the goal counts for the opponent of the side to move, who acted last.
    let both = [&line[..], &["--set", r#"setup.black=["row 2"]"#]].concat();
    assert_eq!(value(&both).0, "second");
    let later = [&both[..], &["--set", "setup.turns=1"]].concat();
    assert_eq!(value(&later).0, "first");
    let draw = r#"board.rows=["b w b", "b w w", "w b b"]"#;
    let draw = ["tic-tac-toe", "--set", "board.width=none", "--set", "board.height=none", "--set", draw];
    assert_eq!(value(&draw).0, "draw");
    // Whoever wants to play still hears that nothing is left to play.
    let ran = Scene::new().run_args(&[&["simulate"][..], &line].concat());
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("white has reached the goal `row` at the start"), "{}", ran.err);
    let shown = Scene::new().run_args(&[&["show"][..], &line].concat()).succeeds();
    shown.mentions(&["over after 0 turns (a goal was reached): "]);
}
