//! Verification of runs and experiments: games are replayed and files regenerated.

use crate::scene::{RunOutput, Scene};
use std::fs;

const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

#[test]
fn a_correct_run_passes_verification() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 500 --agents random,random --records --out run")).succeeds();
    let made = "9 files regenerated from games and manifest: all identical";
    let sample = "games that were not replayed: `--all` replays all of them";
    scene.run("verify run --quiet").succeeds().prints(&format!(
        "run: 500 games in games.csv, 300 of them replayed from seed and rules: all identical\n  {made}\n  \
         not compared: {sample}\n"
    ));
    scene.run("verify run --all --quiet").succeeds().prints(&format!(
        "run: 500 games in games.csv, 500 of them replayed from seed and rules: all identical\n  {made}\n"
    ));
    let facts = scene.run("verify run --sample 7 --quiet --json").succeeds().json_lines();
    assert_eq!(
        facts,
        [serde_json::json!({
            "run": "run", "right": true, "games": 500, "replayed": 7, "different": 0, "first_different": [],
            "problems": [], "files": 9, "left_out": [sample], "finished": true
        })]
    );
}

#[test]
fn several_runs_and_experiments_can_be_verified_at_once() {
    let scene = Scene::new();
    for name in ["one", "two"] {
        scene.run(&format!("{SMALL} --games 20 --agents random,random --out {name}")).succeeds();
    }
    scene.run("sweep send-it --agents random --vary board.side=2,3 --games 5 --out out --quiet").succeeds();
    let verify = |options: &str| scene.run(&format!("verify {options} --quiet"));
    let lines = |ran: &RunOutput| {
        let heads = ran.out.lines().filter(|line| !line.starts_with(' '));
        heads.map(|line| line.split(':').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let ran = verify("one out two").succeeds();
    assert_eq!(lines(&ran), ["one", "out/runs/01", "out/runs/02", "out", "two"]);
    assert_eq!(ran.out.matches(": all identical").count(), 4 + 5, "{}", ran.out);
    // A run that differs and a folder that cannot be read do not stop the others.
    scene.write("one/games.csv", &scene.read("one/games.csv").replacen("\n2,", "\n3,", 1));
    let ran = verify("one two");
    assert_eq!((ran.code, lines(&ran)), (Some(1), vec!["one".to_owned(), "two".to_owned()]));
    ran.mentions(&["  problem: games.csv", "two: 20 games in games.csv, 20 of them replayed"]);
    let ran = verify("none two one");
    assert_eq!((ran.code, lines(&ran)), (Some(2), vec!["two".to_owned(), "one".to_owned()]));
    assert!(ran.err.starts_with("error: none: no such folder"), "{}", ran.err);
    let facts = verify("two one --json").json_lines();
    let right = facts.iter().map(|line| (line["run"].as_str().unwrap(), line["right"].as_bool().unwrap()));
    assert_eq!(right.collect::<Vec<_>>(), [("two", true), ("one", false)]);
    verify("one two --game 3").fails(2, "`--game` replays a game of one run: name only that run");
    assert_eq!(verify("").code, Some(2));
}

const CHANGED: &str = "checksum mismatch: the file was changed after the run wrote it";

#[test]
fn a_changed_data_file_is_named_with_its_first_differing_line() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 40 --records --out run")).succeeds();
    for (file, line) in [("games.csv", 21), ("games.jsonl", 20), ("cells.csv", 2), ("course.csv", 3)] {
        let path = format!("run/{file}");
        let text = scene.read(&path);
        let old = text.lines().nth(line - 1).unwrap();
        let new = format!("{old}0");
        scene.write(&path, &text.replacen(old, &new, 1));
        // The checksum reveals the change whichever game is sampled; only replaying all games finds the differing line.
        let ran = scene.run("verify run --quiet --sample 1");
        assert!(
            ran.code == Some(1) && ran.out.contains(&format!("  problem: {file}: {CHANGED}\n")),
            "{}",
            ran.out
        );
        let ran = scene.run("verify run --quiet --all");
        let place = if file.starts_with("games") {
            format!("  problem: {file}, line {line}: found `")
        } else {
            format!("  problem: {file} differs from the regenerated file from line {line}: found `")
        };
        assert!(ran.code == Some(1) && ran.out.contains(&place), "{file}\n{}{}", ran.out, ran.err);
        fs::remove_file(scene.path(&path)).unwrap();
        if file == "games.csv" {
            scene.run("verify run --quiet").fails(1, "run/games.csv: No such file or directory");
        }
        scene.write(&path, &text);
    }
    let ran = scene.run("verify run --all --quiet").succeeds();
    assert!(!ran.out.contains("not compared"), "{}", ran.out);
}

#[test]
fn a_differing_row_is_shown_with_the_replayed_one() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 40 --records --out run")).succeeds();
    let text = scene.read("run/games.csv");
    let (row, next) = (text.lines().nth(20).unwrap(), text.lines().nth(21).unwrap());
    for (changed, message) in [
        (text.replace(row, &row.replace("20,send-it", "20,sent-it")), "line 21: found `20,sent-it,random,"),
        (text.replace(&format!("{row}\n"), ""), "line 21: found `21,send-it,random,"),
        (text.replace(row, &format!("{row}\n{row}")), "line 22: more than"),
        (text.replace("\n7,", "\n007,"), "line 8: found `007,send-it,random,"),
        (text.replace('\n', "\r\n"), "line 1: found `…"),
        (format!("\u{feff}{text}"), "line 1: found `\\u{feff}game,variant,"),
        (text.trim_end().to_owned(), "line 41: found nothing more, "),
        (text.clone() + "\n", "line 42: unexpected line after the last game of the run"),
    ] {
        scene.write("run/games.csv", &changed);
        let ran = scene.run("verify run --all --quiet");
        let whole = format!("  problem: games.csv, {message}");
        // A duplicate row shifts all that follow.
        let message = if message.ends_with("more than") {
            "  problem: games.csv: 41 games, expected 40 according to the manifest\n"
        } else {
            &whole
        };
        assert!(ran.code == Some(1) && ran.out.contains(message), "{message}\n{}{}", ran.out, ran.err);
    }
    assert!(row.starts_with("20,") && next.starts_with("21,"));
}

#[test]
fn a_run_that_is_being_written_is_not_verified() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 10 --out run")).succeeds();
    let lock = dropline::run::Lock::take(&scene.path("run")).expect("nobody has it");
    scene.run("verify run").fails(75, "another process is writing to run: wait for it");
    drop(lock);
    scene.run("verify run").succeeds();
}

#[test]
fn a_changed_manifest_is_detected() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 40 --out run")).succeeds();
    let manifest = scene.read("run/manifest.json");
    for (old, new) in [
        ("\"pairs\": false", "\"pairs\": true"),
        ("  \"seed\": 1,\n", "  \"seed\": 1, \"size\": 2,\n"),
        ("\"games_asked\": 40", "\"games_asked\": 41"),
        ("hexagon of side 3", "hexagon of side 9"),
        ("\"reproducible\": true", "\"reproducible\": false"),
        ("\"games_played\": 40", "\"games_played\": 1000000000000000000"),
        ("    \"40\"", "    \"41\""),
        ("      \"name\": \"Send It, ", "      \"name\": \"Sent It, "),
    ] {
        let message = format!("  problem: manifest.json: {CHANGED}\n");
        finds(&scene, "run", "manifest.json", [old, new], &message);
    }
    for (old, new, error) in [
        ("\"komi\": 0", "\"komi\": 0.5", "run: the rules in manifest.json have the hash "),
        ("\"side\": 3", "\"side\": 99", "run/manifest.json: invalid rules: "),
        ("\"version\": \"0", "\"version\": \"9", "run: the run was made by dropline 9"),
    ] {
        assert!(manifest.contains(old), "{old}");
        scene.write("run/manifest.json", &manifest.replace(old, new));
        let ran = scene.run("verify run --quiet");
        assert!(ran.code == Some(2) && ran.err.starts_with(&format!("error: {error}")), "{}", ran.err);
    }
}

#[test]
fn one_game_is_replayed_and_shown() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 10 --records --out run")).succeeds();
    let record = scene.read("run/games.jsonl").lines().nth(6).unwrap().to_owned() + "\n";
    scene.run("verify run --game 7 --quiet").succeeds().prints(&record);
    scene.run("verify run --game 11 --quiet").fails(2, "the run has 10 games: there is no game 11");
    let rows = scene.read("run/games.csv");
    scene.write("run/games.csv", &rows.replace(",passes,", ",cap,"));
    let ran = scene.run("verify run --game 7");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), "note: game 7 differs from its row in games.csv\n"));
}

#[test]
fn games_of_agents_with_time_limits_are_not_replayed() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 4 --agents mcts:1ms,random --out run")).succeeds();
    let ran = scene.run("verify run --quiet").succeeds().mentions(&[
        "run: 4 games in games.csv, none of which can be reproduced\n",
        "  not compared: the games: an agent had a time limit, and would choose differently now\n",
        " files regenerated from games and manifest: all identical\n",
    ]);
    assert!(!ran.out.contains("--all"), "{}", ran.out);
    scene.run("verify run --game 2").fails(
        2,
        "run: its games cannot be reproduced: an agent had a time limit, and would choose differently now",
    );
    // Files derived from the games are compared nevertheless.
    scene.write("run/summary.csv", &scene.read("run/summary.csv").replace(",4,", ",5,"));
    let ran = scene.run("verify run --quiet");
    assert!(
        ran.code == Some(1)
            && ran.out.contains("  problem: summary.csv differs from the regenerated file from line 2: ")
    );
}

#[test]
fn all_runs_of_an_experiment_are_checked() {
    let scene = Scene::new();
    scene.run("sweep send-it --agents random --vary board.side=1..3 --games 20 --out out --quiet").succeeds();
    let ran = scene.run("verify out --quiet").succeeds();
    let dirs =
        ran.out.lines().filter(|line| !line.starts_with(' ')).map(|line| line.split(':').next().unwrap());
    assert_eq!(dirs.collect::<Vec<_>>(), ["out/runs/02", "out/runs/03", "out"]);
    ran.mentions(&["out: 2 runs, as listed in experiment.json\n  5 files regenerated from games and manifest: all identical\n"]);
    let rows = scene.read("out/runs/03/games.csv");
    scene.write("out/runs/03/games.csv", &rows.replace(",passes,", ",cap,"));
    assert_eq!(scene.run("verify out --quiet").code, Some(1));
}

/// Replaces some text in a file, asserts that `verify` finds the fault, and restores the file.
#[track_caller]
pub fn finds(scene: &Scene, dir: &str, file: &str, [old, new]: [&str; 2], message: &str) {
    let path = format!("{dir}/{file}");
    let text = scene.read(&path);
    assert!(text.contains(old), "{old:?} is not in {file}");
    scene.write(&path, &text.replacen(old, new, 1));
    let ran = scene.run(&format!("verify {dir} --quiet --sample 3"));
    scene.write(&path, &text);
    assert!(ran.code == Some(1) && ran.out.contains(message), "{file}: {message}\n{}{}", ran.out, ran.err);
}

#[test]
fn everything_derived_from_games_is_compared() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 60 --out run")).succeeds();
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
            &format!("  problem: {file} differs from the regenerated file from line "),
        );
    }
    scene.run("verify run --quiet --all").succeeds();
}

#[test]
fn a_difference_is_not_hidden_if_the_output_is_closed() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 20 --out run")).succeeds();
    scene.run_unread("verify run --quiet").succeeds();
    scene.write("run/games.csv", &scene.read("run/games.csv").replacen("\n2,", "\n3,", 1));
    assert_eq!(scene.run_unread("verify run --quiet").code, Some(1));
}

#[test]
fn missing_and_unexpected_files_are_reported() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 20 --out run")).succeeds();
    scene.write("run/notes.txt", "mine");
    scene
        .run("verify run --quiet")
        .succeeds()
        .mentions(&["  not compared: notes.txt is not a file of a run: it was not checked\n"]);
    fs::remove_file(scene.path("run/summary.json")).unwrap();
    fs::remove_file(scene.path("run/charts/score.svg")).unwrap();
    let ran = scene.run("verify run --quiet");
    assert_eq!(ran.code, Some(1));
    ran.mentions(&["  problem: summary.json is missing\n", "  problem: charts/score.svg is missing\n"]);
    // Missing charts and pages are not errors.
    scene.run("report run --quiet").succeeds();
    fs::remove_dir_all(scene.path("run/charts")).unwrap();
    fs::remove_file(scene.path("run/report.html")).unwrap();
    scene
        .run("verify run --quiet")
        .succeeds()
        .mentions(&["charts and report.html (missing; run `dropline report` to draw them)"]);
}

#[test]
fn the_runs_of_an_experiment_are_those_that_it_names() {
    let scene = Scene::new();
    scene.run("sweep send-it --agents random --vary board.side=2,3 --games 20 --out out --quiet").succeeds();
    let verify = || scene.run("verify out --quiet --sample 3");
    let finds = |ran: RunOutput, message: &str| {
        assert!(ran.code == Some(1) && ran.out.contains(message), "{message}\n{}{}", ran.out, ran.err);
    };
    for (key, old, new, message) in [
        (
            "seed",
            "\"seed\": 1",
            "\"seed\": 2",
            "runs/01: its seed should be 2 according to experiment.json, but is 1",
        ),
        (
            "games",
            "\"games\": 20",
            "\"games\": 30",
            "its number of games should be 30 according to experiment.json, but is 20",
        ),
        (
            "agents",
            "\"random\"\n",
            "\"greedy\"\n",
            "its agents should be random,greedy according to experiment.json, but is random,random",
        ),
    ] {
        let experiment = scene.read("out/experiment.json");
        assert!(experiment.contains(old), "{key}");
        scene.write("out/experiment.json", &experiment.replacen(old, new, 1));
        finds(verify(), message);
        scene.write("out/experiment.json", &experiment);
    }
    // The runs were exchanged, and the pages were redrawn after the exchange.
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
    finds(verify(), "  problem: runs/03 is not one of the runs in experiment.json\n");
    fs::remove_dir(scene.path("out/runs/03")).unwrap();
    scene.write("out/sweep.csv", &scene.read("out/sweep.csv").replace(",20,", ",21,"));
    finds(verify(), "  problem: sweep.csv differs from the regenerated file from line 2: ");
    scene.run("report out --quiet").succeeds();
    fs::remove_dir_all(scene.path("out/runs/02")).unwrap();
    finds(verify(), "  problem: runs/02 is missing, but experiment.json names it\n");
}

#[test]
fn a_single_game_can_be_verified_in_a_run_but_not_in_an_experiment() {
    let scene = Scene::new();
    scene.run("sweep send-it --agents random --vary board.side=2,3 --games 5 --out out --quiet").succeeds();
    scene
        .run("verify out --game 3")
        .fails(2, "out: this folder holds an experiment: name one of its runs, such as out/runs/01");
    scene.run("verify out/runs/01 --game 3 --quiet").succeeds();
}

#[test]
fn the_page_of_an_experiment_links_to_the_existing_reports_of_its_runs() {
    let scene = Scene::new();
    scene.run("sweep send-it --agents random --vary board.side=1..3 --games 5 --out out --quiet").succeeds();
    let links = || {
        let page = scene.read("out/report.html");
        page.matches("<a href=\"runs/").count()
    };
    let page = scene.read("out/report.html");
    assert!(
        page.contains("<a href=\"runs/02/report.html\">side of the board = 2</a>") && links() == 2,
        "{page}"
    );
    scene.run("verify out --quiet").succeeds();
    // The reports of runs can be redrawn: they may be removed before or after the page is drawn.
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

#[test]
fn an_experiment_with_a_changed_list_is_detected() {
    let scene = Scene::new();
    scene.run("sweep send-it --agents random --vary board.side=1,2,3 --games 5 --out out --quiet").succeeds();
    let changed =
        "  problem: experiment.json: checksum mismatch: the file was changed after it was written\n";
    for change in [
        ["\"kind\": \"sweep\"", "\"kind\": \"compare\""],
        ["      \"no_game\": null,\n", ""],
        ["board.side=1,2,3", "board.side=1,2"],
    ] {
        finds(&scene, "out", "experiment.json", change, changed);
    }
    scene.run("verify out --quiet").succeeds();
}

#[test]
fn verify_checks_the_stopping_point_of_a_run_with_until() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --until 5% --out run")).succeeds();
    scene.run("verify run --quiet").succeeds();
    let message = "manifest.json: `until.reached` is false, but the games reach that half-width";
    finds(&scene, "run", "manifest.json", ["\"reached\": true", "\"reached\": false"], message);
    let message = "manifest.json: `until` is reached after ";
    finds(&scene, "run", "manifest.json", ["\"half_width\": 0.05", "\"half_width\": 0.1"], message);
    let message = "manifest.json: `until.reached` is true, but the games do not reach that half-width";
    finds(&scene, "run", "manifest.json", ["\"half_width\": 0.05", "\"half_width\": 0.04"], message);
    scene.run(&format!("{SMALL} --agents random --games 100 --until 5% --out short")).succeeds();
    scene.run("verify short --quiet").succeeds();
}
