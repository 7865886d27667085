//! Studies: whether a game is fair between strong players.

use crate::experiment::rows;
use crate::scene::{Scene, files_of};
use crate::units::same_as_one_machine;
use std::fs;

/// A game that is too large to be solved in a second, and whose players learn in one.
const SMALL: &str = "study send-it --set board.side=3 --budget 1s --games 20";

#[test]
fn a_small_game_gets_the_truth() {
    let scene = Scene::new();
    let ran = scene.run("study tic-tac-toe --budget 2s --games 20 --out out --json").succeeds();
    let answer = &ran.json_lines()[0];
    assert_eq!((&answer["verdict"], &answer["exact"]), (&"balanced".into(), &"draw".into()));
    assert_eq!(answer["headline"], "A draw with perfect play: proved");
    let page = scene.read("out/report.html");
    assert!(
        page.contains("Tic-tac-toe (rectangle 3x3): is it fair?")
            && page.contains("A draw with perfect play: proved")
    );
    let players: Vec<&str> =
        answer["curve"].as_array().expect("a curve").iter().filter_map(|on| on["agent"].as_str()).collect();
    assert!(players[0] == "greedy" && players[1] == "learned" && players.len() > 2, "{players:?}");
    assert_eq!(answer["check"], serde_json::Value::Null, "a proof needs no check");
    scene.run("verify out").succeeds();
}

#[test]
fn the_strongest_players_are_asked_and_the_same_command_gives_the_same_bytes() {
    let scene = Scene::new();
    for (out, threads) in [("a", 1), ("b", 2)] {
        let ran = scene.run(&format!("{SMALL} --out {out} --threads {threads} --quiet")).succeeds();
        let headline = ran.out.lines().next().expect("a headline");
        assert!(headline.split_whitespace().count() <= 20, "{headline}");
        assert!(ran.out.contains("Learned players learned from "), "{}", ran.out);
    }
    assert_eq!(fs::read(scene.path("a.learned")).unwrap(), fs::read(scene.path("b.learned")).unwrap());
    let [one, two] = ["a", "b"].map(|out| rows(&scene, &format!("{out}/study.csv")));
    assert_eq!(one.len(), two.len());
    for (number, (one, two)) in (1..).zip(one.iter().zip(&two)) {
        assert_eq!(one["first_player_score"], two["first_player_score"], "run {number}");
        let games = |out: &str| {
            let rows = rows(&scene, &format!("{out}/runs/{number:02}/games.csv"));
            rows.into_iter().map(|row| row["fingerprint"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(games("a"), games("b"), "run {number}");
    }
}

#[test]
fn players_with_more_iterations_check_the_answer_in_games_of_their_own() {
    let scene = Scene::new();
    let answer = scene.run(&format!("{SMALL} --out out --json --quiet")).succeeds().json_lines()[0].clone();
    let iterations = |agent: &serde_json::Value| {
        let agent = agent.as_str().expect("an agent").split(':').nth(1).expect("iterations").to_owned();
        agent.parse::<u64>().expect("a number")
    };
    let (check, curve) = (&answer["check"], answer["curve"].as_array().expect("a curve"));
    assert_eq!(iterations(&check["agent"]), 16 * iterations(&curve[curve.len() - 1]["agent"]));
    let runs = scene.json("out/experiment.json")["runs"].as_array().expect("runs").clone();
    let (last, rungs) = runs.split_last().expect("runs");
    let games = last["aside"]["check"].as_u64().expect("games of its own");
    assert!((6..=20).contains(&games) && check["n"].as_u64().expect("games") <= games, "{last}");
    assert!(rungs.iter().all(|run| run.get("aside").is_none_or(|aside| aside == "second_seed")));
    let last = format!("out/runs/{}", last["dir"].as_str().expect("a folder"));
    assert_eq!(scene.json(&format!("{last}/manifest.json"))["games_played"], games);
    let page = scene.read("out/report.html");
    assert!(
        page.contains("As a check, ")
            && page.contains(", with 16 times the iterations of ")
            && page.contains(&format!(", and one of {games}. Seed"))
    );
    scene.run("verify out").succeeds();
    // A study that lacks only its check has no answer.
    fs::remove_dir_all(scene.path(&last)).expect("a run");
    fs::remove_file(scene.path("out/report.html")).expect("a page");
    scene.run(&format!("{SMALL} --out out --quiet --resume")).succeeds();
    assert_eq!(scene.read("out/report.html"), page);
    // Where a player is named and is the strongest, the check may be weaker.
    let ran = scene.run(&format!("{SMALL} --player mcts:1000 --out other --json --quiet")).succeeds();
    let answer = &ran.json_lines()[0];
    let top = answer["curve"].as_array().expect("a curve").last().expect("players")["agent"].clone();
    assert_eq!((top == "mcts:1000", &answer["check"]), (true, &serde_json::Value::Null));
}

#[test]
fn a_sure_win_that_stronger_players_prevent_is_not_settled() {
    let scene = Scene::new();
    let ran = scene.run("study manalath --budget 4s --games 40 --seed 2 --out out --json --quiet").succeeds();
    let answer = &ran.json_lines()[0];
    let percent = |on: &serde_json::Value| (100.0 * on["score"].as_f64().expect("a score")).round();
    let (check, top) =
        (&answer["check"], answer["curve"].as_array().expect("a curve").last().expect("players"));
    assert!(percent(top) > 80.0 && percent(check) < 60.0, "{answer}");
    let headline = format!(
        "Not settled: the first player scores {} %, but the check ({} games, {} %) contradicts it",
        percent(top),
        check["n"],
        percent(check)
    );
    assert_eq!((&answer["verdict"], &answer["headline"]), (&"open".into(), &headline.into()));
    // Who says so is not folded away, and is in the chart.
    let page = scene.read("out/report.html");
    let (shown, folded) = page.split_once("How this was found").expect("details");
    assert!(shown.contains("As a check, ") && !folded.contains("As a check, "));
    let agent = check["agent"].as_str().expect("an agent");
    assert!(scene.read("out/charts/first_player_score.svg").contains(agent), "{agent}");
}

#[test]
fn a_study_is_resumed_refused_and_replaced() {
    let scene = Scene::new();
    let command = format!("{SMALL} --out out --quiet");
    scene.run(&command).succeeds();
    let before: Vec<String> = files_of(&scene, "out");
    let page = scene.read("out/report.html");
    // Nothing is learned or played before an existing folder is refused.
    let refused = scene.run(&command);
    assert!(refused.code == Some(2) && refused.err.contains("out"), "{}", refused.err);
    fs::remove_dir_all(scene.path("out/runs/03")).expect("a run");
    fs::remove_file(scene.path("out/report.html")).expect("a page");
    scene.run(&format!("{command} --resume")).succeeds();
    assert_eq!((files_of(&scene, "out"), scene.read("out/report.html")), (before, page));
    scene.run(&format!("{command} --force")).succeeds();
    fs::remove_dir_all(scene.path("out")).expect("a folder");
    let refused = scene.run(&command);
    assert!(refused.code == Some(2) && refused.err.contains("out.learned exists"), "{}", refused.err);
}

#[test]
fn a_study_that_was_stopped_or_is_another_gives_no_answer() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --out out --quiet")).succeeds();
    let begun = scene.read("out/experiment.json").replace("\"complete\": true", "\"complete\": false");
    scene.write("out/experiment.json", &begun);
    let ran = scene.run("report out --json");
    let answer = &ran.json_lines()[0];
    assert_eq!(
        (&answer["verdict"], &answer["headline"]),
        (&"open".into(), &"Not settled: the study is not complete".into())
    );
    let another = scene.run("study tic-tac-toe --budget 1s --games 20 --out out --resume");
    assert!(
        another.code == Some(2) && another.err.contains("out holds another experiment"),
        "{}",
        another.err
    );
    // The learned file holds the number of games that it was learned from, which follows from the budget.
    let longer = scene.run(&format!("{} --out out --resume", SMALL.replace("1s", "4s")));
    assert!(longer.code == Some(2) && longer.err.contains("with another `--budget`"), "{}", longer.err);
}

#[test]
fn games_that_cannot_be_learned_are_studied_by_players_that_use_playouts() {
    let scene = Scene::new();
    // On a slow machine, it warns that the budget is too small for the games, too.
    let ran = scene.run("study slither --budget 1s --games 4 --out out");
    assert!(ran.code == Some(0), "{}", ran.err);
    assert!(ran.out.contains("The budget is too small to learn Slither"), "{}", ran.out);
    assert!(!scene.has("out.learned"));
    let agents: Vec<String> =
        rows(&scene, "out/study.csv").iter().map(|row| row["first_agent"].clone()).collect();
    assert!(agents.iter().all(|agent| agent == "greedy" || agent.starts_with("mcts:")), "{agents:?}");
}

#[test]
fn simulating_without_agents_is_a_small_study() {
    let scene = Scene::new();
    let small = "simulate tic-tac-toe --games 4";
    let ran = scene.run(&format!("{small} --out out --json")).succeeds();
    assert_eq!(ran.json_lines()[0]["headline"], "A draw with perfect play: proved");
    assert_eq!(scene.json("out/experiment.json")["kind"], "study");
    scene.run(&format!("{small} --out out --resume --quiet")).succeeds();
    for option in ["--pairs", "--until 2%", "--delta 2%", "--records"] {
        let ran = scene.run(&format!("{small} --out other {option}"));
        assert!(ran.code == Some(2) && ran.err.contains("--agents"), "{}", ran.err);
    }
    scene.run("simulate tic-tac-toe --games 5 --out other").fails(
        2,
        "without `--agents`, players exchange sides in the second game of each pair: `--games` must be even, as in `--games 6`",
    );
    assert!(!scene.has("other"));
}

#[test]
fn players_who_always_swap_sides_settle_nothing_and_the_study_says_what_would() {
    let scene = Scene::new();
    let small = "study squava --budget 1s --games 4";
    let ran = scene.run(&format!("{small} --out out --json --quiet")).succeeds();
    let answer = &ran.json_lines()[0];
    assert_eq!(
        (&answer["verdict"], &answer["headline"]),
        (&"none".into(), &"Not settled: the strongest players here swapped sides in every game".into())
    );
    let next = answer["next"][0].as_str().expect("what to do next");
    assert!(next.contains("larger `--budget`") && next.contains(" --set turn.swap=false`"), "{next}");
    let page = scene.read("out/report.html");
    assert!(page.contains("Squava (rectangle 5x5): is it fair?") && page.contains("turn.swap=false"));
}

#[test]
fn a_study_can_be_divided() {
    same_as_one_machine(&format!("{SMALL} --quiet"), 10);
}

#[test]
fn ten_seconds_prove_a_game_of_hundreds_of_thousands_of_positions() {
    let ran = Scene::new().run("study fox-and-hounds --budget 10s --games 20 --json --quiet").succeeds();
    let answer = &ran.json_lines()[0];
    assert_eq!(answer["headline"], "The second player wins: proved");
}
