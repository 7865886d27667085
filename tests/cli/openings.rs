//! Games that begin with openings from a file.

use crate::scene::{RunOutput, Scene};

const GAME: &str = "send-it --set board.side=3";

/// The first turns of the games in a folder.
fn first_turns(scene: &Scene, dir: &str) -> Vec<String> {
    let rows = scene.read(&format!("{dir}/games.csv"));
    let column =
        rows.lines().next().and_then(|header| header.split(',').position(|name| name == "first_turn"));
    let field = |row: &str| row.split(',').nth(column.expect("the column")).map(str::to_owned);
    rows.lines().skip(1).filter_map(field).collect()
}

/// Asserts that a command was refused, with an error that begins in this way.
#[track_caller]
fn refused(ran: &RunOutput, error: &str) {
    assert!(ran.code == Some(2) && ran.err.starts_with(&format!("error: {error}")), "{}", ran.err);
}

fn scene() -> Scene {
    let scene = Scene::new();
    scene.write("book.txt", "# two openings\n\nc3 a1+b1+a2\n  b2\n");
    scene
}

#[test]
fn both_games_of_a_pair_have_the_same_opening() {
    let scene = scene();
    let command = format!(
        "simulate {GAME} --agents random,greedy --pairs --games 6 --openings book.txt --records --quiet"
    );
    scene.run(&format!("{command} --threads 1 --out one")).succeeds();
    scene.run(&format!("{command} --threads 3 --out three")).succeeds();
    assert_eq!(first_turns(&scene, "one"), ["c3", "c3", "b2", "b2", "c3", "c3"]);
    for file in ["games.csv", "games.jsonl", "summary.json", "report.html"] {
        assert!(scene.read(&format!("one/{file}")) == scene.read(&format!("three/{file}")), "{file}");
    }
    let openings = serde_json::json!(["c3 a1+b1+a2", "b2"]);
    assert_eq!(scene.json("one/manifest.json")["openings"], openings);
    assert_eq!(scene.json("one/summary.json")["openings"], openings);
    assert!(scene.read("one/report.html").contains("The games begin with 2 openings in turn."));
    // The run is known without the file.
    scene.write("book.txt", "b2\n");
    scene.run("verify one three --all").succeeds();
    let resumed = scene.run(&format!("{command} --out one --resume"));
    refused(
        &resumed,
        "one holds another run: `openings` is [\"c3 a1+b1+a2\",\"b2\"] there and [\"b2\"] here",
    );
}

#[test]
fn experiments_and_plans_play_openings() {
    let scene = scene();
    let ladder = format!("ladder {GAME} --rungs random,greedy --games 4 --openings book.txt --quiet");
    scene.run(&format!("{ladder} --out whole")).succeeds();
    assert_eq!(first_turns(&scene, "whole/runs/01"), ["c3", "b2", "c3", "b2"]);
    assert_eq!(first_turns(&scene, "whole/runs/02"), ["c3", "b2", "c3", "b2"]);
    assert_eq!(first_turns(&scene, "whole/runs/03"), ["c3", "c3", "b2", "b2"]);
    scene.run("verify whole --all").succeeds();
    scene.run(&format!("{ladder} --plan parts --unit-games 2")).succeeds();
    for unit in 1..=6 {
        scene.run(&format!("unit parts {unit} --quiet")).succeeds();
    }
    scene.run("finish parts --quiet").succeeds();
    for run in ["01", "02", "03"] {
        let rows = |dir: &str| scene.read(&format!("{dir}/runs/{run}/games.csv"));
        assert_eq!(rows("whole"), rows("parts"));
    }
    scene.write("corner.txt", "c3\no15\n");
    let compare =
        "compare send-it send-it-square --agents random --games 2 --openings corner.txt --out both --quiet";
    refused(
        &scene.run(compare),
        "corner.txt, line 2, in Send It on squares, with the push: turn 1, action 1 of the turn, `o15`: ",
    );
    assert!(!scene.has("both"));
}

#[test]
fn errors_name_the_line_and_the_turn() {
    let scene = scene();
    for (text, error) in [
        (
            "# one\nc3 c3+a1+a2\n",
            "book.txt, line 2, in Send It, side=3: turn 2, action 1 of the turn, `c3`: the cell is not empty",
        ),
        (
            "c3\nb2 zz\n",
            "book.txt, line 2, in Send It, side=3: turn 2, action 1 of the turn, `zz`: invalid cell `zz`",
        ),
        ("# nothing\n\n", "book.txt: it has no opening: expected one a line, as in `d7 e9+h2+k11`"),
    ] {
        scene.write("book.txt", text);
        let ran =
            scene.run(&format!("simulate {GAME} --agents random --games 2 --openings book.txt --out run"));
        refused(&ran, error);
    }
    let ran = scene.run(&format!("simulate {GAME} --agents random --games 2 --openings none.txt --out run"));
    refused(&ran, "none.txt: ");
    assert!(!scene.has("run"));
}

#[test]
fn both_agents_play_each_opening_from_either_side() {
    let scene = scene();
    let run =
        |args: &str| scene.run(&format!("simulate {GAME} --agents random,greedy --quiet {args}")).succeeds();
    run("--games 4 --openings book.txt --out book");
    assert_eq!(first_turns(&scene, "book"), ["c3", "c3", "b2", "b2"]);
    assert_eq!(scene.json("book/manifest.json")["pairs"], true);
    scene
        .run_args(&[
            "simulate",
            "send-it",
            "--set",
            "board.side=3",
            "--agents",
            "random,greedy",
            "--games",
            "4",
            "--turns",
            "c3 a1+b1+a2",
            "--out",
            "turns",
            "--quiet",
        ])
        .succeeds();
    assert_eq!(scene.json("turns/manifest.json")["openings"], serde_json::json!(["c3 a1+b1+a2"]));
    let odd = scene.run(&format!("simulate {GAME} --agents random,greedy --games 5 --openings book.txt"));
    refused(&odd, "pairs of games need an even number: `--games 4` or `--games 6`");
    let wrong = scene.run(&format!("simulate {GAME} --agents random --turns z9 --out wrong"));
    refused(&wrong, "`--turns`, in Send It, side=3: ");
}

#[test]
fn a_position_is_studied_tuned_and_judged() {
    let scene = scene();
    let dropper = "dropper --set board.width=3 --set board.height=3";
    // Black has the centre, or lets white take it.
    for (turn, verdict) in [("b2", "first"), ("b1", "second")] {
        let study =
            format!("study {dropper} --turns {turn} --budget 1s --games 20 --json --quiet --out {turn}");
        let answer = scene.run(&study).succeeds().json_lines().swap_remove(0);
        let solved = scene.run(&format!("solve {dropper} --turns {turn} --json")).succeeds().json_lines();
        assert_eq!((&answer["exact"], &solved[0]["value"]), (&verdict.into(), &verdict.into()), "{turn}");
        assert!(first_turns(&scene, &format!("{turn}/runs/01")).iter().all(|first| first == turn));
        let said = format!("All games begin with {turn}: what is said here holds after these turns.");
        assert!(scene.read(&format!("{turn}/report.html")).contains(&said));
        let accuracy = format!("accuracy {dropper} --turns {turn} --rungs random,greedy --games 20");
        let ran = scene.run(&accuracy).succeeds();
        ran.mentions(&[&format!("Dropper, 3x3, rectangle 3x3, after {turn}, with perfect play: ")]);
    }
    let small = format!("simulate {GAME} --games 20 --openings book.txt --quiet --out small");
    scene.run(&small).succeeds();
    assert_eq!(first_turns(&scene, "small/runs/01")[..3], ["c3", "b2", "c3"]);
    let tune = "tune go --set board.width=4 --set board.height=4 --vary score.komi=0,1,20 --agents random \
                --games 300 --fresh 20 --turns b2 --quiet --out tuned";
    scene.run(tune).succeeds();
    assert!(first_turns(&scene, "tuned/runs/01").iter().all(|first| first == "b2"));
}
