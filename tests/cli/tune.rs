//! Searches for the values of keys at which a game is fairest.

use crate::scene::Scene;

/// Go on few cells: a few hundred random games take no time.
const SEARCH: &str = "tune go --set board.width=3 --set board.height=3 --vary score.komi=-9..9:3 --agent random --games 2100 --fresh 300";

#[test]
fn a_search_says_if_its_games_give_no_verdict_on_the_first_player() {
    let scene = Scene::new();
    let command =
        "tune send-it --set board.side=3 --vary score.komi=0,1 --games 200 --fresh 50 --agent greedy";
    let reason = "the sides were swapped in every game";
    let ran = scene.run(&format!("{command} --set turn.swap=true")).succeeds();
    assert!(
        ran.out.contains(&format!(" The fresh games give no verdict on the first player: {reason}.")),
        "{}",
        ran.out
    );
    let no_verdict = |options: &str| {
        scene.run(&format!("{command} {options} --json")).succeeds().json_lines()[0]["no_verdict"].clone()
    };
    assert_eq!(no_verdict("--set turn.swap=true"), reason);
    assert_eq!(no_verdict("--quiet"), serde_json::Value::Null);
    // Other measures are meaningful, whoever has which side.
    assert_eq!(no_verdict("--set turn.swap=true --aim turns=20"), serde_json::Value::Null);
}

#[test]
fn an_aim_at_scores_needs_a_game_with_scores() {
    let ran = Scene::new().run("tune hex --vary board.side=3,4 --aim lead_changes=1 --games 20 --fresh 5");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("`--aim lead_changes` is about scores, but "), "{}", ran.err);
}

#[test]
fn the_fairest_komi_is_found_and_tested_in_fresh_games() {
    let scene = Scene::new();
    let ran = scene.run(&format!("{SEARCH} --json --quiet"));
    let found = ran.succeeds().json_lines().remove(0);
    assert_eq!((&found["measure"], &found["target"]), (&"first_player_score".into(), &0.5.into()));
    let tried = found["tried"].as_array().expect("a table");
    assert_eq!(tried.len(), 7);
    assert_eq!(tried[0]["values"], found["winner"]["values"]);
    let games: Vec<u64> = tried.iter().map(|one| one["games"].as_u64().expect("a number")).collect();
    assert!(games.iter().sum::<u64>() <= 2_100 && games[0] > *games.last().unwrap(), "{games:?}");
    // Between random players, the first side scores less the more komi the other side has.
    let score = |komi: &str| {
        let one = tried.iter().find(|one| one["values"]["score.komi"] == komi).expect("it was tried");
        one["value"].as_f64().expect("a number")
    };
    assert!(score("-9") > score("0") && score("0") > score("9"));
    let distance = (score(found["winner"]["values"]["score.komi"].as_str().unwrap()) - 0.5).abs();
    assert!(
        tried
            .iter()
            .filter(|one| one["rounds"] == tried[0]["rounds"])
            .all(|one| { (one["value"].as_f64().unwrap() - 0.5).abs() >= distance })
    );
    // The command plays the fresh games.
    let again = found["again"].as_str().expect("a command").replace("dropline ", "");
    scene.run(&format!("{again} --out fresh --quiet")).succeeds();
    let summary = scene.json("fresh/summary.json");
    let again = summary["measures"][0]["value"].as_f64().expect("a number");
    let value = found["winner"]["value"].as_f64().expect("a number");
    assert!(
        summary["measures"][0]["measure"] == "first_player_score" && (again - value).abs() < 1e-6,
        "{summary}"
    );
}

#[test]
fn the_same_seed_gives_the_same_search_on_any_number_of_threads() {
    let scene = Scene::new();
    let search = |more: &str| scene.run(format!("{SEARCH} --quiet {more}").trim()).succeeds().out;
    let first = search("--threads 1");
    assert_eq!(first, search("--threads 2"));
    assert!(
        first.contains("Of 7 combinations tried in ") && first.contains(" fresh games the value is "),
        "{first}"
    );
    assert_ne!(first, search("--seed 2"));
}

/// Go on two to six cells: a few hundred random games cannot try all of the 80 combinations.
const LARGE: &str = "tune go --vary board.width=1..2 --vary board.height=2..3 --vary score.komi=-9..10 --agent random --games 1600 --fresh 200";

#[test]
fn a_model_guides_the_search_of_grids_too_large_to_try_in_full() {
    let scene = Scene::new();
    let found = scene.run(&format!("{LARGE} --json --quiet")).succeeds().json_lines().remove(0);
    assert_eq!((&found["search"], &found["combinations"]), (&"ntbea".into(), &80.into()));
    let tried = found["tried"].as_array().expect("a table");
    let games: Vec<u64> = tried.iter().map(|one| one["games"].as_u64().expect("a number")).collect();
    assert!(games.iter().all(|&games| games > 0) && games.iter().sum::<u64>() <= 1_600, "{games:?}");
    assert!(tried.len() < 80 && tried[0]["values"] == found["winner"]["values"]);
    let distance = (found["winner"]["value"].as_f64().expect("a number") - 0.5).abs();
    assert!(distance < 0.15, "{found}");
    // The same search with another number of threads; the output says how many were not tried.
    let message = scene.run(&format!("{LARGE} --quiet --threads 1")).succeeds().out;
    assert_eq!(message, scene.run(&format!("{LARGE} --quiet --threads 2")).succeeds().out);
    let many = format!("Of 80 combinations, {} of them tried in ", tried.len());
    assert!(message.contains(&many), "{message}");
    // Either search can be requested, and each says how many games it needs.
    scene
        .run("tune go --vary board.width=2..3 --vary score.komi=-9..9:3 --agent random --games 2000 --fresh 20 --search ntbea --quiet")
        .succeeds()
        .mentions(&["Of 14 combinations, "]);
    let refused = scene.run(&format!("{LARGE} --search halving").replace("1600", "500"));
    assert!(refused.code == Some(2) && refused.err.contains("give at least 560"), "{}", refused.err);
    let refused = scene.run(&LARGE.replace("1600", "700"));
    assert!(refused.code == Some(2) && refused.err.contains("give at least 800"), "{}", refused.err);
}

#[test]
fn a_search_can_aim_at_a_value_of_a_measure() {
    let scene = Scene::new();
    scene
        .run("tune go --vary board.width=2..3 --set board.height=3 --agent random --aim turns=1000 --games 200 --fresh 20 --quiet")
        .succeeds()
        .mentions(&["board.width=3 comes nearest to duration in turns = 1000; in 20 fresh games the value is "]);
    for (command, message) in [
        ("tune go --vary score.komi=1..2 --aim fun=3", "`fun` is not a measure that `--aim` accepts"),
        ("tune go --vary score.komi=1 --quiet", "there is nothing to choose"),
        ("tune go --vary score.komi=1..8 --games 20", "give at least 24"),
    ] {
        let ran = scene.run(command);
        assert!(ran.code == Some(2) && ran.err.contains(message), "{}", ran.err);
    }
}
