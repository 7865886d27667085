//! Searches for the values of keys at which a game is fairest.

use crate::scene::Scene;
use serde_json::Value;

/// Go on few cells: a few hundred random games take no time.
const SEARCH: &str = "tune go --set board.width=3 --set board.height=3 --vary score.komi=-9..9:3 --agent random --games 2100 --fresh 300";

/// The answer of a command as JSON.
fn found(scene: &Scene, command: &str) -> Value {
    scene.run(&format!("{command} --json --quiet")).succeeds().json_lines().remove(0)
}

#[test]
fn a_search_says_if_its_games_give_no_verdict_on_the_first_player() {
    let scene = Scene::new();
    let search = |options: &str, out: &str| {
        let command =
            "tune send-it --set board.side=3 --vary score.komi=0,1 --games 200 --fresh 50 --agent greedy";
        found(&scene, &format!("{command} {options} --out {out}"))
    };
    let swapped = search("--set turn.swap=true", "swapped");
    assert_eq!(swapped["verdict"], "none");
    assert_eq!(swapped["headline"], "No verdict: the sides were swapped in every game.");
    assert_ne!(search("--set turn.swap=false", "kept")["verdict"], "none");
    // Other measures are meaningful, whoever has which side.
    assert_ne!(search("--set turn.swap=true --aim turns=20", "turns")["verdict"], "none");
}

#[test]
fn an_aim_at_scores_needs_a_game_with_scores() {
    let ran = Scene::new().run("tune hex --vary board.side=3,4 --aim lead_changes=1 --games 20 --fresh 5");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("`--aim lead_changes` is about scores, but "), "{}", ran.err);
}

#[test]
fn the_best_komi_of_a_search_is_confirmed_in_fresh_games() {
    let scene = Scene::new();
    let found = found(&scene, &format!("{SEARCH} --out komi"));
    let search = &found["search"];
    assert_eq!((&search["measure"], &search["target"]), (&"first_player_score".into(), &0.5.into()));
    let tried = search["tried"].as_array().expect("a table");
    assert_eq!(tried.len(), 7);
    let games: Vec<u64> = tried.iter().map(|one| one["games"].as_u64().expect("a number")).collect();
    assert!(games.iter().sum::<u64>() <= 2_100 && games[0] > *games.last().unwrap(), "{games:?}");
    // Between random players, the first side scores less the more komi the other side has.
    let score = |komi: &str| {
        let one = tried.iter().find(|one| one["values"][0] == komi).expect("it was tried");
        one["value"].as_f64().expect("a number")
    };
    assert!(score("-9") > score("0") && score("0") > score("9"));
    // The finalists are the winner and values that may be as close, at most five.
    let nearest = found["nearest"].as_array().expect("finalists");
    assert!((1..=5).contains(&nearest.len()), "{nearest:?}");
    let winner = format!("score.komi={}", tried[0]["values"][0].as_str().unwrap());
    assert!(nearest.iter().any(|place| place["settings"][0] == *winner), "{winner}: {nearest:?}");
    let distance = |place: &Value| (place["value"].as_f64().expect("a number") - 0.5).abs();
    assert!(nearest.windows(2).all(|pair| distance(&pair[0]) <= distance(&pair[1])), "{nearest:?}");
    for place in nearest {
        assert_eq!(place["n"], 300);
        let inside = place["low"].as_f64() <= Some(0.5) && place["high"].as_f64() >= Some(0.5);
        assert_eq!(place["compatible"], inside, "{place}");
    }
    // They are an experiment like that of a sweep, whose runs can be played again.
    assert!(scene.has("komi/tune.csv") && scene.has("komi/charts/first_player_score.svg"));
    scene.run("verify komi --quiet").succeeds();
    let page = scene.read("komi/report.html");
    assert!(page.contains("The search") && page.contains("the finalists"), "{page}");
    // The fresh games have the next seed, and can be played again.
    let again = format!(
        "simulate go --set board.width=3 --set board.height=3 --set {winner} --agents random --games 300 --seed 2 --out again --quiet"
    );
    scene.run(&again).succeeds();
    let games = scene.read("again/games.csv");
    let mut finalists = (1..=nearest.len()).map(|run| scene.read(&format!("komi/runs/{run:02}/games.csv")));
    assert!(finalists.any(|fresh| fresh == games), "{winner}");
}

#[test]
fn the_same_seed_gives_the_same_search_on_any_number_of_threads() {
    let scene = Scene::new();
    let search = |more: &str, out: &str| {
        let found = found(&scene, &format!("{SEARCH} {more} --out {out}"));
        (found["headline"].clone(), found["search"].clone(), found["rows"].clone())
    };
    let first = search("--threads 1", "one");
    assert_eq!(first, search("--threads 2", "two"));
    assert_ne!(first, search("--seed 2", "other"));
}

#[test]
fn a_search_can_be_stopped_resumed_and_replaced() {
    let scene = Scene::new();
    let search = format!("{SEARCH} --out komi --quiet");
    let first = scene.run(&search).succeeds().out;
    // A stopped search leaves some of its finalists.
    let text = scene.read("komi/experiment.json").replace("\"complete\": true", "\"complete\": false");
    scene.write("komi/experiment.json", &text);
    std::fs::remove_dir_all(scene.path("komi/runs/02")).expect("a finalist");
    let ran = scene.run(&search);
    assert!(ran.code == Some(2) && ran.err.contains("--resume"), "{}", ran.err);
    assert_eq!(scene.run(&format!("{search} --resume")).succeeds().out, first);
    let ran = scene.run(&format!("{} --resume", search.replace("2100", "1400")));
    assert!(ran.code == Some(2) && ran.err.contains("holds another experiment"), "{}", ran.err);
    scene.run(&format!("{} --force", search.replace("2100", "1400"))).succeeds();
}

/// Go on two to six cells: a few hundred random games cannot try all of the 80 combinations.
const LARGE: &str = "tune go --vary board.width=1..2 --vary board.height=2..3 --vary score.komi=-9..10 --agent random --games 1600 --fresh 200";

#[test]
fn a_model_guides_the_search_of_grids_too_large_to_try_in_full() {
    let scene = Scene::new();
    let large = found(&scene, &format!("{LARGE} --out large --threads 1"));
    let search = &large["search"];
    assert_eq!((&search["method"], &search["combinations"]), (&"ntbea".into(), &80.into()));
    let tried = search["tried"].as_array().expect("a table");
    let games: Vec<u64> = tried.iter().map(|one| one["games"].as_u64().expect("a number")).collect();
    assert!(games.iter().all(|&games| games > 0) && games.iter().sum::<u64>() <= 1_600, "{games:?}");
    assert!(tried.len() < 80, "{search}");
    let distance = (large["nearest"][0]["value"].as_f64().expect("a number") - 0.5).abs();
    assert!(distance < 0.15, "{large}");
    let many = format!("The search tried {} of 80 combinations in ", tried.len());
    assert!(large["findings"][0].as_str().expect("a sentence").starts_with(&many), "{large}");
    // The same search with another number of threads.
    let again = found(&scene, &format!("{LARGE} --out again --threads 2"));
    assert_eq!((search, &large["rows"]), (&again["search"], &again["rows"]));
    // Either search can be requested, and each says how many games it needs.
    scene
        .run("tune go --vary board.width=2..3 --vary score.komi=-9..9:3 --agent random --games 2000 --fresh 20 --search ntbea --quiet")
        .succeeds()
        .mentions(&["The search tried ", " combinations in "]);
    let refused = scene.run(&format!("{LARGE} --search halving").replace("1600", "500"));
    assert!(refused.code == Some(2) && refused.err.contains("give at least 560"), "{}", refused.err);
    let refused = scene.run(&LARGE.replace("1600", "700"));
    assert!(refused.code == Some(2) && refused.err.contains("give at least 800"), "{}", refused.err);
}

#[test]
fn a_search_can_aim_at_a_value_of_a_measure() {
    let scene = Scene::new();
    let turns =
        "tune go --vary board.width=2..3 --set board.height=3 --agent random --games 200 --fresh 20 --quiet";
    scene.run(&format!("{turns} --aim turns=1000 --out far")).succeeds().mentions(&[
        "No finalist is compatible with duration in turns = 1000; width of the board = 3 (",
        "Duration in turns",
    ]);
    assert!(scene.read("far/charts/turns.svg").contains("Duration in turns"));
    for (command, message) in [
        ("tune go --vary score.komi=1..2 --aim fun=3", "`fun` is not a measure that `--aim` accepts"),
        ("tune go --vary score.komi=1 --quiet", "there is nothing to choose"),
        ("tune go --vary score.komi=1..8 --games 20", "give at least 24"),
    ] {
        let ran = scene.run(command);
        assert!(ran.code == Some(2) && ran.err.contains(message), "{}", ran.err);
    }
}
