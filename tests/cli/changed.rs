//! Runs whose files were changed while no process was playing them.

#![cfg(unix)]

use crate::resume::{SMALL, send, start, wait_until};
use crate::scene::Scene;
use std::fs;

#[test]
fn a_complete_run_with_changed_files_is_not_resumed() {
    let scene = Scene::new();
    let command = format!("{SMALL} --agents random --games 20 --records --out run");
    scene.run(&command).succeeds();
    let summary = scene.read("run/summary.csv");
    let resume = format!("{command} --resume");
    for file in ["games.csv", "games.jsonl", "cells.csv"] {
        let message = format!("run holds a complete run with a changed file, {file}: checksum mismatch");
        let text = scene.read(&format!("run/{file}"));
        let shorter = text.trim_end().rsplit_once('\n').unwrap().0.to_owned() + "\n";
        scene.write(&format!("run/{file}"), &shorter);
        let ran = scene.run(&resume);
        assert!(ran.code == Some(2) && ran.err.contains(&message), "{}", ran.err);
        assert_eq!(scene.read("run/summary.csv"), summary);
        scene.write(&format!("run/{file}"), &text);
    }
    scene.run(&resume).succeeds();
}

/// The warning of `report` for a changed file.
fn shown_as_it_is(file: &str) -> String {
    format!(
        "warning: {file}: checksum mismatch: the file was changed after it was written; the report shows it as it is now\n"
    )
}

#[test]
fn a_report_of_changed_files_names_them() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 20 --records --out run")).succeeds();
    scene.run("report run").succeeds();
    let windows = |text: &str| text.replace('\n', "\r\n");
    let files = ["games.csv", "cells.csv", "course.csv", "manifest.json"];
    let texts = files.map(|file| scene.read(&format!("run/{file}")));
    for (file, text) in files.iter().zip(&texts) {
        let path = format!("run/{file}");
        scene.write(
            &path,
            &if file.ends_with("csv") { windows(text) } else { text.replace("Send It", "Sent") },
        );
        for options in ["", " --markdown", " --json"] {
            let ran = scene.run(&format!("report run{options}"));
            assert_eq!((ran.code, ran.err), (Some(0), shown_as_it_is(&path)));
        }
        assert_eq!(scene.run("report run --quiet").err, "");
        scene.write(&path, text);
    }
    // The report is not drawn from the records, and says itself which files are missing.
    scene.write("run/games.jsonl", "");
    fs::remove_file(scene.path("run/cells.csv")).unwrap();
    let ran = scene.run("report run");
    assert!(!ran.err.contains("checksum") && !ran.err.contains("cells.csv is missing\n"), "{}", ran.err);
    // If a change makes a report impossible, there is only the error.
    scene.write("run/games.csv", &texts[0].replacen(",random,random,", ",random,", 1));
    let ran = scene.run("report run");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.starts_with("error: run/games.csv, line 2"), "{}", ran.err);
}

#[test]
fn a_report_on_changed_runs_names_their_files() {
    let scene = Scene::new();
    let sweep = "sweep send-it --vary board.side=2,3 --games 20 --agents random,random --rows zstd --out out";
    scene.run(&format!("{sweep} --quiet")).succeeds();
    assert_eq!(scene.run("report out").err, "");
    let text = scene.read("out/runs/02/cells.csv");
    scene.write("out/runs/02/cells.csv", &text.replace('\n', "\r\n"));
    let ran = scene.run("report out");
    assert_eq!((ran.code, ran.err), (Some(0), shown_as_it_is("out/runs/02/cells.csv")));
    let list = scene.read("out/experiment.json");
    scene.write("out/experiment.json", &list.replace("    ", " ").replacen("\"0.", "\"1.", 1));
    let ran = scene.run("report out");
    assert_eq!(
        (ran.code, ran.err),
        (Some(0), shown_as_it_is("out/experiment.json") + &shown_as_it_is("out/runs/02/cells.csv"))
    );
}

/// A run of many games that is killed after its first checkpoint.
fn killed(scene: &Scene) -> String {
    let command = format!("{SMALL} --agents random --games 100000000 --out run");
    let mut child = start(scene, &command);
    wait_until(|| scene.has("run/checkpoint.json"));
    send(&child, "-KILL");
    child.wait().unwrap();
    format!("{command} --resume")
}

const OR_START_OVER: &str = "; name another folder with `--out`, or start over with `--force`";

#[test]
fn changed_files_are_reported() {
    let scene = Scene::new();
    let resume = killed(&scene);
    let rows = scene.read("run/games.csv");
    let whole = scene.json("run/checkpoint.json")["files"]["games.csv"]["bytes"].as_u64().unwrap();
    let changed = |what: &str| format!("run/games.csv does not match checkpoint.json: {what}{OR_START_OVER}");
    // The rows can be parsed, but are wrong: two games have exchanged their winners.
    let other =
        rows.replacen(",first,", ",?,", 1).replacen(",second,", ",first,", 1).replacen(",?,", ",second,", 1);
    for (text, what) in [
        (other.as_str(), format!("checksum mismatch in the first {whole} bytes")),
        (&rows[..100], format!("the file has 100 bytes, but {whole} were written")),
    ] {
        scene.write("run/games.csv", text);
        scene.run(&resume).fails(2, &changed(&what));
        assert_eq!(scene.read("run/games.csv"), text, "it stays as it is");
    }
    fs::remove_file(scene.path("run/games.csv")).unwrap();
    scene.run(&resume).fails(2, &changed("the file is missing"));
    // The program writes nothing through links that lead out of the folder.
    scene.write("precious", &rows);
    std::os::unix::fs::symlink("../precious", scene.path("run/games.csv")).unwrap();
    scene.run(&resume).fails(2, &changed("the file is a link, and links are not followed"));
    assert_eq!(scene.read("precious"), rows);
    fs::remove_file(scene.path("run/games.csv")).unwrap();
    fs::hard_link(scene.path("precious"), scene.path("run/games.csv")).unwrap();
    let another = "the file has another hard link, which would change too";
    scene.run(&resume).fails(2, &changed(another));
    assert_eq!(scene.read("precious"), rows);
    scene.run(&format!("{SMALL} --agents random --games 5 --out run --force")).succeeds();
    assert_eq!(scene.read("precious"), rows);
    assert!(!scene.path("run/games.csv").is_symlink());
}

#[test]
fn an_invalid_checkpoint_is_reported() {
    let scene = Scene::new();
    let resume = killed(&scene);
    let checkpoint = scene.read("run/checkpoint.json");
    let unreadable = "cannot read a checkpoint of this version of dropline";
    for (text, message) in [
        ("{}", format!(", line 1, column 2: {unreadable}: missing key `done`")),
        (
            &checkpoint[..8],
            ", line 1, column 8: the text ends where a value is expected: it was cut off".to_owned(),
        ),
        (
            "{\"done\": \"some\"}",
            format!(", line 1, column 15: {unreadable}: expected a whole number, found string \"some\""),
        ),
    ] {
        scene.write("run/checkpoint.json", text);
        scene.run(&resume).fails(2, &format!("run/checkpoint.json{message}{OR_START_OVER}"));
    }
    // A changed count would end up in the tables of the whole run.
    let mut other: serde_json::Value = serde_json::from_str(&checkpoint).unwrap();
    other["done"] = (other["done"].as_u64().unwrap() - 1).into();
    scene.write("run/checkpoint.json", &other.to_string());
    let message = "run/checkpoint.json: checksum mismatch: the file was changed after it was written";
    scene.run(&resume).fails(2, &format!("{message}{OR_START_OVER}"));
    // A checkpoint in the old format, which has no hashes.
    let mut old: serde_json::Value = serde_json::from_str(&checkpoint).unwrap();
    old["files"] = serde_json::json!({ "games.csv": 100 });
    scene.write("run/checkpoint.json", &old.to_string());
    let ran = scene.run(&resume);
    assert!(
        ran.code == Some(2) && ran.err.contains("expected a table with keys, found integer `100`"),
        "{}",
        ran.err
    );
    assert!(ran.err.ends_with(&format!("{OR_START_OVER}\n")), "{}", ran.err);
}

#[test]
fn charts_and_runs_that_are_links_do_not_escape_the_folder() {
    let scene = Scene::new();
    fs::create_dir(scene.path("elsewhere")).unwrap();
    scene.write("elsewhere/mine.svg", "mine");
    let link = |name: &str| std::os::unix::fs::symlink(scene.path("elsewhere"), scene.path(name)).unwrap();
    let resume = killed(&scene);
    link("run/charts");
    let ran = scene.run(&resume);
    assert!(ran.code == Some(2) && ran.err.contains("run/charts is a link, not a folder"), "{}", ran.err);
    scene.run(&format!("{SMALL} --agents random --games 5 --out run --force")).succeeds();
    assert!(!scene.path("run/charts").is_symlink() && scene.has("run/charts/score.svg"));

    let sweep = "sweep send-it --agents random --vary board.side=2,3 --games 5 --out out --quiet";
    fs::create_dir(scene.path("out")).unwrap();
    link("out/runs");
    scene.run(&format!("{sweep} --force")).succeeds();
    assert!(!scene.path("out/runs").is_symlink());
    // The link is found before the first game.
    fs::remove_dir_all(scene.path("out/charts")).unwrap();
    link("out/charts");
    let ran = scene.run(&format!("{sweep} --resume"));
    assert!(ran.code == Some(2) && ran.err.contains("out/charts is a link"), "{}", ran.err);
    scene.run(&format!("{sweep} --force")).succeeds();
    assert!(!scene.path("out/charts").is_symlink() && !scene.names("out/charts").is_empty());
    for (command, dir) in
        [(sweep, "out"), ("simulate send-it --agents random --games 1000000000 --out run --quiet", "run")]
    {
        fs::remove_dir_all(scene.path(dir).join("charts")).unwrap();
        scene.write(&format!("{dir}/charts"), "a file");
        scene
            .run(&format!("{command} --force"))
            .fails(2, &format!("{dir}/charts is a file, not a folder: name one with `--out`"));
        fs::remove_file(scene.path(dir).join("charts")).unwrap();
    }
    scene.run(&format!("{sweep} --resume")).succeeds();
    fs::remove_dir_all(scene.path("out/runs/02")).unwrap();
    link("out/runs/02");
    let ran = scene.run(&format!("{sweep} --resume"));
    assert!(ran.code == Some(2) && ran.err.contains("out/runs/02 is a link, not a folder"), "{}", ran.err);
    assert_eq!(scene.names("elsewhere"), ["mine.svg"]);
}
