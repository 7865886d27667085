//! The games worth seeing: chosen when a run is complete, drawn in its report, shown by `replay`.

use crate::scene::Scene;
use dropline::run::Manifest;
use serde_json::Value;
use std::fs;

const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

/// The games in the file of a run.
fn highlights(scene: &Scene, run: &str) -> Vec<Value> {
    let text = scene.read(&format!("{run}/highlights.jsonl"));
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// A column of a run's games, as text, game 1 first.
fn column(scene: &Scene, run: &str, name: &str) -> Vec<String> {
    let text = scene.read(&format!("{run}/games.csv"));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let at =
        reader.headers().expect("a header").iter().position(|column| column == name).expect("it is there");
    reader.records().map(|row| row.expect("a row")[at].to_owned()).collect()
}

#[test]
fn a_record_too_long_to_read_is_not_drawn() {
    let scene = Scene::new();
    let command = "simulate send-it --agents random --set board.side=2 --games 1 --records --out run --quiet";
    scene.run(command).succeeds();
    assert!(!scene.read("run/highlights.jsonl").is_empty());
    // On a large enough board, the last turn of a game could be this long.
    let [end, longer] = ["", &"x".repeat(17_000_000)].map(|more| format!("{more}\"],\"winner\""));
    scene.write("run/games.jsonl", &scene.read("run/games.jsonl").replace(&end, &longer));
    // A manifest without the hashes of files, with its own.
    let mut manifest = Manifest::read(&scene.path("run")).expect("a manifest");
    manifest.files.clear();
    manifest.write(&scene.path("run")).expect("the folder can be written to");
    fs::remove_file(scene.path("run/highlights.jsonl")).unwrap();
    let ran = scene.run(&format!("{command} --resume"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(scene.read("run/highlights.jsonl"), "");
    let page = scene.read("run/report.html");
    assert!(page.contains("Their records are too long: records of more than 16,777,216 bytes are not read."));
}

#[test]
fn a_typical_game_the_most_dramatic_and_the_shortest_are_chosen() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 60 --records --out run")).succeeds();
    let found = highlights(&scene, "run");
    let of = |why: &str| {
        let has = |game: &&Value| game["why"].as_array().expect("reasons").contains(&why.into());
        found.iter().find(has).unwrap_or_else(|| panic!("no {why} game"))
    };
    let number = |game: &Value| game["game"].as_u64().expect("a number") as usize - 1;

    let turns: Vec<u32> = column(&scene, "run", "turns").iter().map(|turns| turns.parse().unwrap()).collect();
    assert_eq!(Some(&turns[number(of("shortest"))]), turns.iter().min());
    let numbers = |name: &str| -> Vec<f64> {
        column(&scene, "run", name).iter().map(|number| number.parse().unwrap_or_default()).collect()
    };
    // The winner's deficit times how late the game was decided.
    let (drama, decisiveness) = (numbers("drama"), numbers("decisiveness"));
    let late = |game: usize| drama[game] * decisiveness[game];
    let dramatic = number(of("dramatic"));
    assert_eq!(of("dramatic")["drama"].as_f64(), Some(drama[dramatic]));
    assert!((0..drama.len()).all(|game| late(game) <= late(dramatic)), "{dramatic}");
    let winners = column(&scene, "run", "winner");
    let times = |winner: &str| winners.iter().filter(|other| *other == winner).count();
    let typical = &winners[number(of("typical"))];
    assert!(["first", "second", "draw"].iter().all(|winner| times(winner) <= times(typical)), "{typical}");

    // The chosen games are games of the run.
    let records = scene.read("run/games.jsonl");
    for game in &found {
        let record: Value = serde_json::from_str(records.lines().nth(number(game)).unwrap()).unwrap();
        for key in ["game", "turns", "winner", "score"] {
            assert_eq!(game[key], record[key]);
        }
        assert_eq!(game["of"], 60);
    }
}

#[test]
fn recorded_and_replayed_games_are_the_same() {
    let scene = Scene::new();
    for agents in ["random,random", "greedy,random --pairs", "mcts:10,greedy"] {
        let run = format!("{SMALL} --games 20 --agents {agents} --force");
        scene.run(&format!("{run} --records --out recorded")).succeeds();
        scene.run(&format!("{run} --out again")).succeeds();
        assert_eq!(scene.read("recorded/highlights.jsonl"), scene.read("again/highlights.jsonl"), "{agents}");
    }
}

#[test]
fn the_page_draws_the_games_worth_seeing_and_says_how_to_see_the_rest() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 60 --out run")).succeeds();
    let page = scene.read("run/report.html");
    for game in highlights(&scene, "run") {
        let number = &game["game"];
        assert!(page.contains(&format!("id=\"game-{number}\"")), "game {number}");
        assert!(page.contains(
            "<span>highlights.jsonl</span> <span>--game</span> <span>N</span> <span>--show=turns</span>"
        ));
        let command = format!("replay manifest.json highlights.jsonl --game {number} --show=turns");
        // The command that the page names works in the folder of the run.
        let shown =
            scene.command(&command.split(' ').collect::<Vec<_>>()).current_dir(scene.path("run")).output();
        let shown = String::from_utf8(shown.expect("it starts").stdout).expect("UTF-8");
        let turns = game["turns"].as_array().unwrap().len();
        assert_eq!(
            shown.matches("after ").count() + shown.matches("over after").count(),
            turns + 1,
            "{shown}"
        );
    }
}

#[test]
fn the_boundless_plane_has_games_worth_seeing_too() {
    let scene = Scene::new();
    scene.run("simulate exxit --agents random --games 10 --out run --quiet").succeeds();
    let page = scene.read("run/report.html");
    assert!(page.contains("a typical one") && page.contains("class=\"tb\""));
}

#[test]
fn games_that_cannot_be_replayed_are_read_from_records_or_left_out() {
    let scene = Scene::new();
    let run = "simulate send-it --set board.side=2 --games 3 --agents mcts:1ms,random --quiet";
    scene.run(&format!("{run} --out run"));
    assert!(!scene.has("run/highlights.jsonl"));
    assert!(scene.read("run/report.html").contains("with --records the games are kept"));
    scene.run(&format!("{run} --records --out recorded"));
    assert!(!highlights(&scene, "recorded").is_empty());
    assert!(scene.read("recorded/report.html").contains("a typical one"));
}

#[test]
fn a_missing_file_is_named_on_the_page_and_an_invalid_file_is_rejected() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 9 --out run")).succeeds();
    let file = scene.read("run/highlights.jsonl");
    fs::remove_file(scene.path("run/highlights.jsonl")).unwrap();
    scene.run("report run").succeeds();
    assert!(scene.read("run/report.html").contains("There is no highlights.jsonl"));

    scene.write("run/highlights.jsonl", &file.replace("\"of\":9", "\"of\":8"));
    scene.run("report run").succeeds();
    assert!(scene.read("run/report.html").contains("a different number of games"));

    let first = file.lines().next().unwrap();
    let record: Value = serde_json::from_str(first).unwrap();
    let turn = record["turns"][0].as_str().unwrap();
    scene.write("run/highlights.jsonl", &first.replacen(&format!("[\"{turn}\""), "[\"z9\"", 1));
    let ran = scene.run("report run");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("run/highlights.jsonl, line 1: turn 1, action 1 of the turn, `z9`"),
        "{}",
        ran.err
    );
}

#[test]
fn a_manifest_stands_for_the_variant_that_was_played() {
    let scene = Scene::new();
    scene.write("calm.toml", "extends = \"send-it\"\n[board]\nside = 2\n");
    scene
        .run("simulate calm.toml --agents random --games 5 --set score.komi=0.5 --records --out run --quiet")
        .succeeds();
    fs::remove_file(scene.path("calm.toml")).unwrap();
    scene.run("replay run/manifest.json run/games.jsonl").succeeds().mentions(&["game 5: ok"]);
    scene.run("replay run/manifest.json run/games.jsonl --game 3").succeeds().mentions(&["game 3: ok"]);
    scene
        .run("replay run/manifest.json run/games.jsonl --game 6")
        .fails(2, "there is no game 6 in run/games.jsonl");
    scene.run("show run/manifest.json --set board.side=3").fails(
        2,
        "the rules in run/manifest.json are those of a run that was played: `--set` cannot change them",
    );
}
