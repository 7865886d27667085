//! Searches for the values of keys at which a game is fairest.

use crate::scene::Scene;

/// Go on four cells: a few hundred random games take no time.
const SEARCH: &str = "tune go --set board.width=3 --set board.height=3 --vary score.komi=-9..9:3 --agent random --games 2100 --fresh 300";

#[test]
fn the_fairest_komi_is_found_and_plays_games_of_its_own() {
    let scene = Scene::new();
    let ran = scene.run(&format!("{SEARCH} --json --quiet"));
    let found = ran.succeeds().json_lines().remove(0);
    assert_eq!((&found["measure"], &found["target"]), (&"first_player_score".into(), &0.5.into()));
    let tried = found["tried"].as_array().expect("a table");
    assert_eq!(tried.len(), 7);
    assert_eq!(tried[0]["values"], found["winner"]["values"]);
    let games: Vec<u64> = tried.iter().map(|one| one["games"].as_u64().expect("a number")).collect();
    assert!(games.iter().sum::<u64>() <= 2_100 && games[0] > *games.last().unwrap(), "{games:?}");
    // Among random players the first side scores less the more komi the other has.
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
    // The fresh games are those that the command plays.
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
fn the_same_seed_searches_the_same_on_any_number_of_threads() {
    let scene = Scene::new();
    let search = |more: &str| scene.run(format!("{SEARCH} --quiet {more}").trim()).succeeds().out;
    let first = search("--threads 1");
    assert_eq!(first, search("--threads 2"));
    assert!(
        first.contains("Of 7 combinations tried in ") && first.contains(" fresh games it is "),
        "{first}"
    );
    assert_ne!(first, search("--seed 2"));
}

#[test]
fn a_measure_has_a_target_of_its_own() {
    let scene = Scene::new();
    scene
        .run("tune go --vary board.width=2..3 --set board.height=3 --agent random --aim turns=1000 --games 200 --fresh 20 --quiet")
        .succeeds()
        .mentions(&["board.width=3 comes nearest to duration in turns 1000: in 20 fresh games it is "]);
    for (command, said) in [
        ("tune go --vary score.komi=1..2 --aim fun=3", "`fun` is none of the measures"),
        ("tune go --vary score.komi=1 --quiet", "there is nothing to choose"),
        ("tune go --vary score.komi=1..8 --games 20", "at least 24 are needed"),
    ] {
        let ran = scene.run(command);
        assert!(ran.code == Some(2) && ran.err.contains(said), "{}", ran.err);
    }
}
