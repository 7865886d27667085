//! Runs and experiments that are checked: games played again, files made again.

use crate::scene::{Ran, Scene};
use std::fs;

const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

#[test]
fn a_run_that_is_right_is_found_right() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 500 --records --out run")).succeeds();
    let made = "12 files made again from games and manifest: all the same";
    let [cells, records] = [
        "who has which cell at the end (cells.csv), numbers of legal actions (course.csv): only with all games played again: `--all`",
        "turns of games that were not played again (games.jsonl)",
    ];
    scene.run("verify run --quiet").succeeds().prints(&format!(
        "run: 500 games in games.csv, 300 of them played again from seed and rules: all the same\n  {made}\n  \
         not compared: {cells}\n  not compared: {records}\n"
    ));
    scene.run("verify run --all --quiet").succeeds().prints(&format!(
        "run: 500 games in games.csv, 500 of them played again from seed and rules: all the same\n  {made}\n"
    ));
    let facts = scene.run("verify run --sample 7 --quiet --json").succeeds().json_lines();
    assert_eq!(
        facts,
        [serde_json::json!({
            "run": "run", "right": true, "games": 500, "replayed": 7, "different": 0, "first_different": [],
            "problems": [], "files": 12, "left_out": [cells, records], "finished": true
        })]
    );
}

#[test]
fn a_run_that_was_changed_is_found_out() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 40 --records --out run")).succeeds();
    let read = |name: &str| scene.read(&format!("run/{name}"));
    let (games, records, cells) = (read("games.csv"), read("games.jsonl"), read("cells.csv"));
    let (course, manifest) = (read("course.csv"), read("manifest.json"));
    let row = games.lines().nth(20).unwrap();
    let mut fields: Vec<String> = row.split(',').map(str::to_owned).collect();
    let turns = fields[7].clone();
    fields[7] += "0";
    let changed = fields.join(",");
    let restore = |name: &str, text: &str| scene.write(&format!("run/{name}"), text);

    restore("games.csv", &games.replace(row, &changed));
    let ran = scene.run("verify run --all --quiet");
    let said = format!("  game 20, turns: `{turns}0` in the files, `{turns}` when played again\n");
    assert!(
        ran.code == Some(1) && ran.out.contains("1 are others") && ran.out.contains(&said),
        "{}",
        ran.out
    );
    restore("games.csv", &games);

    let line = records.lines().nth(9).unwrap();
    restore("games.jsonl", &records.replace(line, &line.replace("random", "rondom")));
    let ran = scene.run("verify run --all --quiet");
    assert!(ran.code == Some(1) && ran.out.contains("  game 10, the record: `{"), "{}", ran.out);
    // A result tells that without playing.
    let won =
        if line.contains("\"first\"") { ["\"first\"", "\"second\""] } else { ["\"second\"", "\"first\""] };
    restore("games.jsonl", &records.replace(line, &line.replace(won[0], won[1])));
    let ran = scene.run("verify run --quiet --sample 1");
    assert!(
        ran.code == Some(1) && ran.out.contains("games.jsonl: the record of game 10 is not of its row"),
        "{}",
        ran.out
    );
    restore("games.jsonl", &records);

    // A table that counts as many games and other stones at their ends: only all games tell.
    let cell = cells.lines().nth(1).unwrap();
    let mut counts: Vec<String> = cell.split(',').map(str::to_owned).collect();
    let (first, second): (u64, u64) = (counts[5].parse().unwrap(), counts[6].parse().unwrap());
    assert!(first > 0);
    (counts[5], counts[6]) = ((first - 1).to_string(), (second + 1).to_string());
    restore("cells.csv", &cells.replace(cell, &counts.join(",")));
    scene.run("report run --quiet").succeeds();
    scene.run("verify run --quiet --sample 5").succeeds();
    let ran = scene.run("verify run --all --quiet");
    assert!(ran.code == Some(1) && ran.out.contains("cells.csv does not hold the sums"), "{}", ran.out);
    restore("cells.csv", &cells);
    scene.run("report run --quiet").succeeds();

    restore("course.csv", &course.replace("\n1,40,", "\n1,39,"));
    let ran = scene.run("verify run --quiet");
    assert!(
        ran.code == Some(1)
            && ran.out.contains("course.csv does not count the 40 games of games.csv that reached turn 1"),
        "{}",
        ran.out
    );
    restore("course.csv", &course);

    restore("games.csv", &games.replace("\n7,", "\n8,"));
    scene
        .run("verify run --quiet")
        .fails(1, "run/games.csv, line 8, column `game`: expected 7: a row is missing, or stands twice");
    let shorter = games.trim_end().rsplit_once('\n').unwrap().0;
    restore("games.csv", &format!("{shorter}\n"));
    let ran = scene.run("verify run --quiet");
    assert!(
        ran.out.contains("manifest.json says that 40 games were played, games.csv holds 39"),
        "{}",
        ran.out
    );
    restore("games.csv", &games);

    // A manifest that says of the game what its rules do not, or counts games that nobody could play again.
    for (old, new, said) in [
        (
            "hexagon of side 3",
            "hexagon of side 9",
            "`board` is `hexagon of side 9`, by the rules and agents there it is",
        ),
        ("\"reproducible\": true", "\"reproducible\": false", "`reproducible` is `false`"),
        (
            "\"games_played\": 40",
            "\"games_played\": 1000000000000000000",
            "says that 1000000000000000000 games were played, games.csv holds 40",
        ),
    ] {
        assert!(manifest.contains(old), "{old}");
        restore("manifest.json", &manifest.replace(old, new));
        let ran = scene.run("verify run --all --quiet");
        assert!(ran.code == Some(1) && ran.out.contains(said), "{} {}", ran.out, ran.err);
    }
    for (old, new, error) in [
        ("\"komi\": 0", "\"komi\": 0.5", "run: the rules in manifest.json have the hash "),
        ("\"side\": 3", "\"side\": 99", "run: the rules in manifest.json are none: "),
        ("\"version\": \"0", "\"version\": \"9", "run: the run was made by version 9"),
    ] {
        restore("manifest.json", &manifest.replace(old, new));
        let ran = scene.run("verify run --quiet");
        assert!(ran.code == Some(2) && ran.err.starts_with(&format!("error: {error}")), "{}", ran.err);
    }
}

#[test]
fn one_game_is_played_again_and_shown() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 10 --records --out run")).succeeds();
    let record = scene.read("run/games.jsonl").lines().nth(6).unwrap().to_owned() + "\n";
    scene.run("verify run --game 7 --quiet").succeeds().prints(&record);
    scene.run("verify run --game 11 --quiet").fails(2, "the run has 10 games: there is no game 11");
    let rows = scene.read("run/games.csv");
    scene.write("run/games.csv", &rows.replace(",passes,", ",cap,"));
    let ran = scene.run("verify run --game 7");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), "note: game 7 is another in games.csv\n"));
}

#[test]
fn games_of_agents_that_think_for_a_time_are_not_played_again() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 4 --agents mcts:1ms,random --out run")).succeeds();
    let ran = scene.run("verify run --quiet").succeeds().mentions(&[
        "run: 4 games in games.csv, none of which can be played again\n",
        "  not compared: the games: an agent thought for a time, and would choose otherwise now\n",
        "  11 files made again from games and manifest: all the same\n",
        "  not compared: who has which cell at the end (cells.csv), numbers of legal actions (course.csv): only by playing games \
         again\n",
    ]);
    assert!(!ran.out.contains("--all"), "{}", ran.out);
    scene.run("verify run --game 2").fails(
        2,
        "run: its games can't be played again: an agent thought for a time, and would choose otherwise now",
    );
    // What is made of the games is compared all the same.
    scene.write("run/summary.csv", &scene.read("run/summary.csv").replace(",4,", ",5,"));
    let ran = scene.run("verify run --quiet");
    assert!(
        ran.code == Some(1)
            && ran.out.contains("  wrong: summary.csv is another when it is made again, from line 2")
    );
}

#[test]
fn all_runs_of_an_experiment_are_checked() {
    let scene = Scene::new();
    scene.run("sweep send-it --vary board.side=1..3 --games 20 --out out --quiet").succeeds();
    let ran = scene.run("verify out --quiet").succeeds();
    let dirs =
        ran.out.lines().filter(|line| !line.starts_with(' ')).map(|line| line.split(':').next().unwrap());
    assert_eq!(dirs.collect::<Vec<_>>(), ["out/runs/02", "out/runs/03", "out"]);
    ran.mentions(&["out: 2 runs, as experiment.json names them\n  6 files made again from games and manifest: all the same\n"]);
    let rows = scene.read("out/runs/03/games.csv");
    scene.write("out/runs/03/games.csv", &rows.replace(",passes,", ",cap,"));
    assert_eq!(scene.run("verify out --quiet").code, Some(1));
}

/// Replaces a text in a file, by which `verify` has to find fault with the run or experiment, and puts it back.
#[track_caller]
pub fn finds(scene: &Scene, dir: &str, file: &str, [old, new]: [&str; 2], said: &str) {
    let path = format!("{dir}/{file}");
    let text = scene.read(&path);
    assert!(text.contains(old), "{old:?} is not in {file}");
    scene.write(&path, &text.replacen(old, new, 1));
    let ran = scene.run(&format!("verify {dir} --quiet --sample 3"));
    scene.write(&path, &text);
    assert!(ran.code == Some(1) && ran.out.contains(said), "{file}: {said}\n{}{}", ran.out, ran.err);
}

#[test]
fn whatever_is_made_of_the_games_is_compared() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 60 --out run")).succeeds();
    for (file, change) in [
        ("summary.csv", ["first_player_score,0.", "first_player_score,1."]),
        ("summary.json", ["\"games\": 60", "\"games\": 61"]),
        ("openings.csv", ["\n", "\n\n"]),
        ("highlights.jsonl", ["\"typical\"", "\"shortest\""]),
        ("charts/score.svg", ["</svg>", "</svg> "]),
        ("report.html", ["</h1>", " </h1>"]),
    ] {
        finds(
            &scene,
            "run",
            file,
            change,
            &format!("  wrong: {file} is another when it is made again, from line "),
        );
    }
    let first_of =
        |file: &str, line: usize| scene.read(&format!("run/{file}")).lines().nth(line).unwrap().to_owned();
    // Counted again from the rows, without playing a game.
    let cells = first_of("cells.csv", 1);
    let [name, rest] = [cells.split(',').next().unwrap(), cells.splitn(6, ',').nth(5).unwrap()];
    let other = format!("{name},0,0,0,0,{rest}");
    finds(
        &scene,
        "run",
        "cells.csv",
        [&cells, &other],
        &format!("cells.csv does not count the first turns of games.csv that took {name}"),
    );
    finds(
        &scene,
        "run",
        "cells.csv",
        [&cells, &format!("{cells}\n{cells}")],
        "a row is missing, or stands twice",
    );
    let mut counts: Vec<&str> = cells.split(',').collect();
    counts[5] = "61";
    let most = format!("cells.csv: no games can add up to the counts of {name}");
    finds(&scene, "run", "cells.csv", [&cells, &counts.join(",")], &most);
    let row = first_of("games.csv", 2);
    let first_turn = row.split(',').nth(14).unwrap();
    let other = row.replacen(&format!(",{first_turn},"), ",nowhere,", 1);
    finds(&scene, "run", "games.csv", [&row, &other], "games.csv: the first turn of game 2 is none");
    let last = scene.read("run/course.csv").lines().last().unwrap().to_owned();
    let turn: u64 = last.split(',').next().unwrap().parse().unwrap();
    finds(
        &scene,
        "run",
        "course.csv",
        [&format!("{last}\n"), ""],
        &format!("games.csv that reached turn {turn}\n"),
    );
    let more = format!("{last}\n{},0,0,0", turn + 1);
    finds(
        &scene,
        "run",
        "course.csv",
        [&last, &more],
        &format!("no game of games.csv has more than {turn} turns"),
    );
    scene.run("verify run --quiet --all").succeeds();
}

#[test]
fn rows_that_are_written_otherwise_are_found_out() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 60 --out run")).succeeds();
    let text = scene.read("run/games.csv");
    let row = text.lines().nth(7).unwrap();
    let turns = row.split(',').nth(7).unwrap();
    let other = row.replacen(&format!(",{turns},"), &format!(",+{turns},"), 1);
    for ([old, new], said) in [
        (["\n7,", "\n007,"], "games.csv, line 8: `007,send-it,random,random,"),
        ([row, &other], "games.csv, line 8: `…"),
        (["\n7,send-it,", "\n7,\"send-it\","], "games.csv, line 8: `7,\"send-it\",random,"),
        (["game,", "\u{feff}game,"], "games.csv, line 1: `\\u{feff}game,variant,"),
        (["\n1,", "\r\n1,"], "games.csv, line 1: `…"),
        (["\n1,", "\n\n1,"], "games.csv, line 2: ``"),
    ] {
        finds(&scene, "run", "games.csv", [old, new], said);
    }
    for (changed, said) in [
        (text.clone() + "\n\n", "  wrong: games.csv: something follows the last row\n"),
        (text.trim_end().to_owned(), "  wrong: games.csv, line 61: its end in the file, a run writes"),
        (text.replace('\n', "\r\n"), "  wrong: games.csv, line 1: "),
    ] {
        scene.write("run/games.csv", &changed);
        let ran = scene.run("verify run --quiet --sample 3");
        assert!(ran.code == Some(1) && ran.out.contains(said), "{said}\n{}{}", ran.out, ran.err);
    }
}

#[test]
fn files_that_are_missing_or_nobody_s_are_told() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 20 --out run")).succeeds();
    scene.write("run/notes.txt", "mine");
    scene
        .run("verify run --quiet")
        .succeeds()
        .mentions(&["  not compared: notes.txt is no file of a run: it was not looked at\n"]);
    fs::remove_file(scene.path("run/summary.json")).unwrap();
    fs::remove_file(scene.path("run/charts/score.svg")).unwrap();
    let ran = scene.run("verify run --quiet");
    assert_eq!(ran.code, Some(1));
    ran.mentions(&["  wrong: summary.json is missing\n", "  wrong: charts/score.svg is missing\n"]);
    // Who keeps a run without its drawings has nothing wrong in it.
    scene.run("report run --quiet").succeeds();
    fs::remove_dir_all(scene.path("run/charts")).unwrap();
    fs::remove_file(scene.path("run/report.html")).unwrap();
    scene
        .run("verify run --quiet")
        .succeeds()
        .mentions(&["charts and report.html: there are none; `dropline report` draws them"]);
}

#[test]
fn the_runs_of_an_experiment_are_those_that_it_names() {
    let scene = Scene::new();
    scene.run("sweep send-it --vary board.side=2,3 --games 20 --out out --quiet").succeeds();
    let verify = || scene.run("verify out --quiet --sample 3");
    let finds = |ran: Ran, said: &str| {
        assert!(ran.code == Some(1) && ran.out.contains(said), "{said}\n{}{}", ran.out, ran.err);
    };
    for (key, old, new, said) in [
        ("seed", "\"seed\": 1", "\"seed\": 2", "runs/01: its seed should be 2 by experiment.json, and is 1"),
        (
            "games",
            "\"games\": 20",
            "\"games\": 30",
            "its number of games should be 30 by experiment.json, and is 20",
        ),
        (
            "agents",
            "\"random\"\n",
            "\"greedy\"\n",
            "its agents should be random,greedy by experiment.json, and is random,random",
        ),
    ] {
        let experiment = scene.read("out/experiment.json");
        assert!(experiment.contains(old), "{key}");
        scene.write("out/experiment.json", &experiment.replacen(old, new, 1));
        finds(verify(), said);
        scene.write("out/experiment.json", &experiment);
    }
    // Runs that have changed places, with pages that were made for them.
    let swap = || {
        for (from, to) in [("01", "x"), ("02", "01"), ("x", "02")] {
            fs::rename(scene.path(&format!("out/runs/{from}")), scene.path(&format!("out/runs/{to}")))
                .unwrap();
        }
        scene.run("report out --quiet");
    };
    swap();
    finds(verify(), "runs/01: its rules' hash should be ");
    swap();
    verify().succeeds();
    fs::create_dir(scene.path("out/runs/03")).unwrap();
    finds(verify(), "  wrong: runs/03 is no run that experiment.json names\n");
    fs::remove_dir(scene.path("out/runs/03")).unwrap();
    scene.write("out/sweep.csv", &scene.read("out/sweep.csv").replace(",20,", ",21,"));
    finds(verify(), "  wrong: sweep.csv is another when it is made again, from line 2: ");
    scene.run("report out --quiet").succeeds();
    fs::remove_dir_all(scene.path("out/runs/02")).unwrap();
    finds(verify(), "  wrong: runs/02 is missing, and experiment.json names it\n");
}

#[test]
fn a_game_is_asked_of_a_run_and_not_of_an_experiment() {
    let scene = Scene::new();
    scene.run("sweep send-it --vary board.side=2,3 --games 5 --out out --quiet").succeeds();
    scene
        .run("verify out --game 3")
        .fails(2, "out: it holds an experiment: name one of its runs, as out/runs/01");
    scene.run("verify out/runs/01 --game 3 --quiet").succeeds();
}

#[test]
fn the_page_of_an_experiment_links_the_reports_of_its_runs_while_they_are_there() {
    let scene = Scene::new();
    scene.run("sweep send-it --vary board.side=1..3 --games 5 --out out --quiet").succeeds();
    let links = || {
        let page = scene.read("out/report.html");
        page.matches("<a href=\"").count() - page.matches("<a href=\"http").count()
    };
    let page = scene.read("out/report.html");
    assert!(page.contains("<a href=\"runs/02/report.html\">board.side=2</a>") && links() == 2, "{page}");
    scene.run("verify out --quiet").succeeds();
    // What can be drawn again may be left away, before the page is drawn or after it.
    for run in ["02", "03"] {
        fs::remove_file(scene.path(&format!("out/runs/{run}/report.html"))).unwrap();
        fs::remove_dir_all(scene.path(&format!("out/runs/{run}/charts"))).unwrap();
    }
    scene.run("verify out --quiet").succeeds();
    scene.run("report out --quiet").succeeds();
    assert_eq!(links(), 0);
    scene.run("verify out --quiet").succeeds();
    scene.run("report out/runs/03 --quiet").succeeds();
    scene.run("verify out --quiet").succeeds();
    scene.run("report out --quiet").succeeds();
    assert_eq!(links(), 1);
    scene.run("verify out --quiet").succeeds();
}
