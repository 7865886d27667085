//! The second strength: games of greedy players in addition to those of random players, if no agents are named.

use crate::resume::assert_same_run;
use crate::scene::Scene;

const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

#[test]
fn a_run_without_agents_shows_two_strengths_and_the_cost_of_the_second() {
    let (scene, named) = (Scene::new(), Scene::new());
    let ran = scene.run(&format!("{SMALL} --games 300 --out run")).succeeds().mentions(&[
        "random against random: 300 games in ",
        "\n\nGreedy against greedy: 100 games in ",
        "s (use `--agents greedy,greedy` to play more of them, or `--agents random,random` to play none)\n\nBetween greedy players ",
    ]);
    assert_eq!(ran.out.matches("Between ").count(), 2, "{}", ran.out);
    assert!(scene.read("run/report.html").contains("<a href=\"greedy/report.html\">"));
    let second = &scene.json("run/summary.json")["second_strength"];
    assert_eq!((&second["agents"][0], &second["games"]), (&"greedy".into(), &100.into()));

    let alone = named.run(&format!("{SMALL} --games 300 --agents random,random --out run")).succeeds();
    assert!(!alone.out.contains("greedy") && !named.has("run/greedy"), "{}", alone.out);
    assert!(scene.read("run/games.csv") == named.read("run/games.csv"));
    named.run(&format!("{SMALL} --games 100 --agents greedy,greedy --out greedy")).succeeds();
    assert!(scene.read("run/greedy/games.csv") == named.read("greedy/games.csv"));
    assert_eq!(
        scene.json("run/greedy/manifest.json")["command"].as_array().unwrap().last(),
        Some(&"1".into()),
        "the command that plays it alone"
    );
}

#[test]
fn the_second_strength_has_no_more_games_than_the_first() {
    let scene = Scene::new();
    scene
        .run(&format!("{SMALL} --games 7 --out run"))
        .succeeds()
        .mentions(&["Greedy against greedy: 7 games"]);
}

/// Catchup rewards those who stay behind until late, which greedy never does.
#[test]
fn greedy_is_no_strength_where_it_loses_to_random() {
    let scene = Scene::new();
    let note = "note: no games between greedy players follow: greedy is no stronger than random in Based on Catchup, where it scored ";
    let ran = scene.run("simulate catchup --set board.side=3 --games 20 --out run");
    assert!(ran.code == Some(0) && ran.err.contains(note), "{}", ran.err);
    assert!(!ran.out.contains("reedy") && !scene.has("run/greedy"), "{}", ran.out);
    scene
        .run("simulate catchup --set board.side=3 --games 20 --plan plan --unit-games 10 --quiet")
        .succeeds()
        .mentions(&["2 units with 20 games"]);
    let ran = scene.run("compare catchup hex --set board.side=3 --games 20 --out both");
    assert!(ran.code == Some(0) && ran.err.contains(note), "{}", ran.err);
    assert!(!ran.out.contains("greedy"), "{}", ran.out);
}

#[test]
fn a_second_strength_that_is_missing_or_stopped_is_resumed() {
    let (scene, whole) = (Scene::new(), Scene::new());
    let command = format!("{SMALL} --games 50 --out run");
    whole.run(&command).succeeds();
    scene.run(&command).succeeds();
    std::fs::remove_dir_all(scene.path("run/greedy")).unwrap();
    scene.run(&format!("{command} --resume")).succeeds();
    assert_same_run(&scene, &whole, "run");
    // Makes the second run look as if it had been stopped before its first checkpoint.
    let mut manifest = scene.json("run/greedy/manifest.json");
    (manifest["complete"], manifest["games_played"]) = (false.into(), 0.into());
    scene.write("run/greedy/manifest.json", &manifest.to_string());
    scene.run(&command).fails(
        2,
        "run holds an interrupted run: continue it with `--resume`, name another folder with `--out`, or replace \
         it with `--force`",
    );
    scene.run(&format!("{command} --resume")).succeeds();
    assert_same_run(&scene, &whole, "run");
}

#[test]
fn a_run_that_replaces_another_replaces_its_second_strength() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 20 --out run")).succeeds();
    scene.write("run/greedy/notes", "mine");
    let ran = scene.run(&format!("{SMALL} --games 20 --agents random,greedy --out run --force")).succeeds();
    assert!(!ran.out.contains("Greedy against greedy"), "{}", ran.out);
    assert_eq!(scene.names("run/greedy"), ["notes"]);
    assert_eq!(scene.json("run/summary.json")["second_strength"], serde_json::Value::Null);
}

#[test]
fn both_strengths_are_verified_and_redrawn() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 20 --out run")).succeeds();
    let page = scene.read("run/greedy/report.html");
    for file in ["run/report.html", "run/greedy/report.html"] {
        std::fs::remove_file(scene.path(file)).unwrap();
    }
    scene.run("report run --quiet").succeeds().mentions(&["Between greedy players "]);
    assert_eq!(scene.read("run/greedy/report.html"), page);
    let verified = scene.run("verify run --quiet").succeeds();
    verified.mentions(&["run: 20 games in games.csv", "\nrun/greedy: 20 games in games.csv"]);
    let rows = scene.read("run/greedy/games.csv").replace(",first,", ",second,");
    scene.write("run/greedy/games.csv", &rows);
    let wrong = scene.run("verify run --quiet");
    assert_eq!(wrong.code, Some(1), "{}", wrong.out);
    wrong.mentions(&["run/greedy: ", "games.csv: checksum mismatch"]);
}

#[cfg(unix)]
#[test]
fn a_link_in_place_of_the_second_strength_is_not_followed() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 20 --out run --agents random,random")).succeeds();
    scene.run(&format!("{SMALL} --games 20 --agents greedy,greedy --out other")).succeeds();
    std::os::unix::fs::symlink(scene.path("other"), scene.path("run/greedy")).unwrap();
    let ran = scene.run("report run --quiet").succeeds();
    assert!(!ran.out.contains("greedy"), "{}", ran.out);
    let ran = scene.run(&format!("{SMALL} --games 20 --out run --resume"));
    assert!(ran.code == Some(2) && ran.err.contains("run/greedy is a link"), "{}", ran.err);
    scene.run(&format!("{SMALL} --games 20 --out run --force")).succeeds();
    assert!(!scene.path("run/greedy").is_symlink() && scene.has("other/games.csv"));
}

#[test]
fn a_comparison_without_agents_has_two_strengths() {
    let scene = Scene::new();
    let compare =
        "compare send-it-square send-it-square-nopush --set board.width=4 --set board.height=4 --games 20";
    let ran = scene.run(&format!("{compare} --out out"));
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            Some(0),
            "note: greedy players play 20 games of each variant as well; `--agents random,random` leaves them out\n"
        )
    );
    ran.mentions(&["random against random", "greedy against greedy"]);
    let alone = scene.run(&format!("{compare} --agents random,random --out alone --quiet")).succeeds();
    assert!(!alone.out.contains("greedy"), "{}", alone.out);
}
