//! `accuracy`: agents in a solved game.

use crate::experiment::rows;
use crate::scene::{Scene, files_of};
use serde_json::json;

const DROPPER: &str = "accuracy dropper --set board.width=3 --set board.height=3 --rungs random,mcts:10..20";

#[test]
fn the_table_has_a_row_for_each_rung_and_one_for_perfect_play() {
    let ran = Scene::new().run(&format!("{DROPPER} --games 20")).succeeds();
    ran.mentions(&[
        "Dropper, 3x3, rectangle 3x3, with perfect play: the first player wins, and its largest group is larger by 2",
        "keep the value",
        "\nrandom ",
        "\nmcts:20 ",
        "\nperfect play ",
        "Of the decisions that matter, random kept the value in ",
        "With perfect play, the first player scores 100 %; in games between mcts:20 players, it scored ",
        "n = 20)",
    ]);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let scene = Scene::new();
    let printed = |threads: u32| {
        let ran = scene.run(&format!("{DROPPER} --games 20 --out of{threads} --json --threads {threads}"));
        ran.succeeds().out
    };
    assert_eq!(printed(1), printed(2));
    let files = ["accuracy.csv", "charts/accuracy.svg", "charts/first_player_score.svg"];
    assert_eq!(files_of(&scene, "of1"), files.map(|file| format!("of1/{file}")));
    for file in files {
        assert_eq!(scene.read(&format!("of1/{file}")), scene.read(&format!("of2/{file}")), "{file}");
    }
}

#[test]
fn accuracy_plays_the_games_of_simulate_and_lists_their_score() {
    let scene = Scene::new();
    scene.run(&format!("{DROPPER} --games 30 --seed 5 --out out --quiet")).succeeds();
    for row in rows(&scene, "out/accuracy.csv") {
        let agent = &row["agent"];
        let set = "--set board.width=3 --set board.height=3";
        let run = format!(
            "simulate dropper {set} --agents {agent},{agent} --games 30 --seed 5 --out {agent} --quiet"
        );
        scene.run(&run).succeeds();
        assert_eq!(scene.json(&format!("{agent}/manifest.json"))["rules_hash"], row["rules_hash"], "{agent}");
        let summary = rows(&scene, &format!("{agent}/summary.csv"));
        let score =
            summary.iter().find(|measure| measure["measure"] == "first_player_score").expect("a score");
        for (ours, theirs) in [("", "value"), ("_low", "low"), ("_high", "high")] {
            assert_eq!(row[&format!("first_player_score{ours}")], score[theirs], "{agent}");
        }
        assert_eq!(
            (row["n"].as_str(), row["seed"].as_str(), row["perfect_score"].as_str()),
            ("30", "5", "1")
        );
    }
}

#[test]
fn shares_grow_with_strength_and_lie_in_their_intervals() {
    let scene = Scene::new();
    let ran = scene.run("accuracy tic-tac-toe --rungs random,mcts:500 --games 40 --json").succeeds();
    let found = &ran.json_lines()[0];
    assert_eq!((&found["value"], &found["perfect_score"]), (&json!("draw"), &json!(0.5)));
    assert_eq!((&found["method"], &found["cap"]), (&json!("depth-first"), &json!("ignored")));
    let [random, mcts] = found["rungs"].as_array().expect("rungs").as_slice() else { panic!("{found}") };
    let number =
        |rung: &serde_json::Value, share: &str, end: &str| rung[share][end].as_f64().expect("a number");
    assert!(number(mcts, "kept", "low") > number(random, "kept", "high"), "{found}");
    for rung in [random, mcts] {
        for share in ["kept", "first_mistaken", "second_mistaken", "first_player_score"] {
            let [low, value, high] = ["low", "value", "high"].map(|end| number(rung, share, end));
            assert!(low <= value && value <= high && low < high, "{share}: {found}");
        }
        assert!(rung["decisions"].as_u64() >= rung["kept"]["n"].as_u64(), "{found}");
    }
}

#[test]
fn with_winner_only_a_smaller_win_is_not_an_error() {
    let scene = Scene::new();
    let kept = |option: &str| {
        let ran = scene.run(&format!(
            "accuracy send-it --set board.side=2 --rungs random,greedy --games 50 --json{option}"
        ));
        let found = ran.succeeds().json_lines()[0].clone();
        (found["margin"].clone(), found["rungs"][0]["first_mistaken"]["value"].as_f64().expect("a share"))
    };
    let ((margin, strict), (none, lenient)) = (kept(""), kept(" --winner-only"));
    assert_eq!((margin, none), (json!(7), json!(null)));
    assert!(lenient < strict, "{lenient} {strict}");
}

#[test]
fn games_ended_by_the_cap_cause_a_warning_unless_the_cap_is_a_rule() {
    let scene = Scene::new();
    let capped = "accuracy tic-tac-toe --set end.max_turns=3 --rungs random,greedy --games 10";
    let ran = scene.run(capped);
    let warning =
        "warning: 10 of the 10 games of random reached the cap of 3 turns, which the exact value ignores";
    assert!(ran.code == Some(0) && ran.err.contains(warning), "{}", ran.err);
    scene
        .run(&format!("{capped} --with-cap"))
        .succeeds()
        .mentions(&["with perfect play: a draw", "Neither random nor greedy had a decision that matters."]);
}

#[test]
fn agents_with_a_time_limit_cause_a_warning() {
    let ran = Scene::new().run("accuracy tic-tac-toe --rungs random,mcts:1ms --games 4");
    let warns = ran.err.contains("warning: An agent had a time limit for each move");
    assert!(ran.code == Some(0) && warns, "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn external_programs_play_and_failing_ones_are_reported() {
    let scene = Scene::new();
    let accuracy = |program: &str| {
        let rungs = format!("random,{program}");
        scene.run_args(&["accuracy", "tic-tac-toe", "--rungs", &rungs, "--games", "3", "--json", "--quiet"])
    };
    let engine = format!("ugi:{} engine tic-tac-toe --agent greedy", env!("CARGO_BIN_EXE_dropline"));
    let found = &accuracy(&engine).succeeds().json_lines()[0];
    // Games that the program repeats count once.
    let n = found["rungs"][1]["first_player_score"]["n"].as_u64();
    assert!(n.is_some_and(|n| (1..=3).contains(&n)), "{found}");
    let warning = found["warnings"][0].as_str().expect("a warning");
    assert!(warning.contains("An external program played"), "{warning}");
    let ran = accuracy("ugi:false");
    assert!(ran.code == Some(2) && ran.err.starts_with("error: "), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_does_not_discard_the_complete_rungs() {
    let scene = Scene::new();
    let bot = "#!/bin/sh\nwhile read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) exit 1;; esac; done\n";
    scene.write("bot.sh", bot);
    let rungs = "random,greedy,ugi:sh bot.sh";
    let args =
        ["accuracy", "tic-tac-toe", "--rungs", rungs, "--games", "3", "--out", "out", "--json", "--quiet"];
    let ran = scene.run_args(&args);
    assert!(ran.code == Some(1) && ran.err.contains("could not be played to the end"), "{ran:?}");
    let found = &ran.json_lines()[0];
    let warning = "Not all games were played: the results are those of 2 of the 3 rungs.";
    assert_eq!(found["warnings"], json!([warning]));
    let agents = |rungs: &[serde_json::Value]| -> Vec<_> {
        rungs.iter().map(|rung| rung["agent"].as_str().expect("an agent").to_owned()).collect()
    };
    assert_eq!(agents(found["rungs"].as_array().expect("rungs")), ["random", "greedy"]);
    let written = rows(&scene, "out/accuracy.csv");
    assert_eq!(written.iter().map(|row| row["agent"].as_str()).collect::<Vec<_>>(), ["random", "greedy"]);
}

#[test]
fn a_board_that_does_not_fit_into_memory_is_an_error() {
    let scene = Scene::new();
    let ran = scene.run("accuracy send-it --rungs random,greedy --memory 1M --out out --quiet");
    ran.fails(
        1,
        "`send-it` could not be solved (nothing is known yet): the positions do not fit into 1.0 MiB; raise `--memory`, or choose a \
         smaller board",
    );
    assert!(!scene.has("out"));
}

#[test]
fn incorrect_usage_is_explained() {
    let scene = Scene::new();
    for (args, why) in [
        (
            "hex-it --rungs random,greedy --with-cap",
            "the turn cap cannot be treated as a rule on the boundless plane",
        ),
        ("tic-tac-toe --rungs random", "at least two rungs"),
        ("tic-tac-toe --rungs random,greedy --games 0", "expected at least 1 game"),
        ("tic-tac-toe --rungs random,greedy --force", "--out <DIR>"),
    ] {
        let ran = scene.run(&format!("accuracy {args}"));
        assert!(ran.code == Some(2) && ran.err.contains(why), "{args}: {ran:?}");
    }
}

#[test]
fn existing_files_are_kept_unless_force_is_given() {
    let scene = Scene::new();
    let accuracy = format!("{DROPPER} --games 4 --out out --quiet");
    scene.run(&accuracy).succeeds();
    let before = scene.read("out/accuracy.csv");
    let ran = scene.run(&format!("{accuracy} --seed 2"));
    assert!(ran.code == Some(2) && ran.err.contains("the folder out is not empty"), "{ran:?}");
    assert_eq!(scene.read("out/accuracy.csv"), before);
    scene.run(&format!("{accuracy} --seed 2 --force")).succeeds();
    assert_ne!(scene.read("out/accuracy.csv"), before);
    scene.run("simulate tic-tac-toe --games 2 --agents random,random --out run --quiet").succeeds();
    let ran = scene.run("accuracy tic-tac-toe --rungs random,greedy --games 2 --out run --force");
    assert!(
        ran.err.contains("run holds a run, which cannot be replaced by files of another kind"),
        "{ran:?}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_while_solving_writes_nothing() {
    let scene = Scene::new();
    let args = ["accuracy", "dropper", "--rungs", "random,greedy", "--out", "out", "--quiet"];
    let mut command = scene.command(&args);
    let child = command.stderr(std::process::Stdio::piped()).spawn().expect("the program starts");
    std::thread::sleep(std::time::Duration::from_secs(1));
    crate::resume::send(&child, "-INT");
    let ran = crate::scene::RunOutput::from(child.wait_with_output().expect("it ends"));
    assert!(ran.code == Some(75) && ran.err.contains("`dropper` could not be solved"), "{ran:?}");
    assert!(ran.err.ends_with(": interrupted\n") && !scene.has("out"), "{ran:?}");
}
