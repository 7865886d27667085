//! Runs that are divided and put together again.

use crate::resume::assert_same_run;
use crate::scene::Scene;
use std::fs;

const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

/// Plays the shares of a run into folders `s1`, `s2` and so on; their names, for a command line.
fn play_shares(scene: &Scene, run: &str, of: u64) -> String {
    let play = |index: u64| {
        scene.run(&format!("{run} --shard {index}/{of} --out s{index}")).succeeds();
        format!("s{index}")
    };
    (1..=of).map(play).collect::<Vec<_>>().join(" ")
}

#[test]
fn eight_shards_put_together_are_the_bytes_of_one_run() {
    let (whole, merged) = (Scene::new(), Scene::new());
    let run = format!("{SMALL} --games 1001 --records");
    let one = whole.run(&format!("{run} --out run")).succeeds();
    let shares = play_shares(&merged, &run, 8);
    let put = merged.run(&format!("merge {shares} --out run --quiet")).succeeds();
    let rest = |out: &str| out.split_once('\n').unwrap().1.to_owned();
    assert_eq!(rest(&put.out), rest(&one.out));
    assert_same_run(&whole, &merged, "run");
    merged.run("verify run --all --quiet").succeeds();
}

#[test]
fn shares_of_pairs_and_of_the_plane_are_put_together() {
    for (run, of) in [
        (format!("{SMALL} --games 50 --agents greedy,random --pairs"), 3),
        ("simulate hex-it --games 40 --quiet".to_owned(), 4),
    ] {
        let (whole, merged) = (Scene::new(), Scene::new());
        whole.run(&format!("{run} --out run")).succeeds();
        let shares = play_shares(&merged, &run, of);
        merged.run(&format!("merge {shares} --out run --quiet")).succeeds();
        assert_same_run(&whole, &merged, "run");
    }
}

#[test]
fn a_share_has_every_nth_game_and_says_so() {
    let (whole, scene) = (Scene::new(), Scene::new());
    whole.run(&format!("{SMALL} --games 20 --out run")).succeeds();
    let shown = scene.run("simulate send-it --set board.side=3 --games 20 --shard 2/3 --out run");
    assert!(shown.err.contains("This is a part of a run: share 2/3 of its 20 games."), "{}", shown.err);
    let all = whole.read("run/games.csv");
    let expected: Vec<&str> = all.lines().skip(2).step_by(3).collect();
    assert_eq!(scene.read("run/games.csv").lines().skip(1).collect::<Vec<_>>(), expected);
    let manifest = scene.json("run/manifest.json");
    assert_eq!(manifest["shard"], serde_json::json!({"share": "2/3", "games": 20}));
    assert_eq!((&manifest["games_asked"], &manifest["complete"]), (&7.into(), &true.into()));
    assert!(scene.read("run/report.html").contains("This is a part of a run"));
    // Without a name of its own the folder is named after the share.
    scene.run(&format!("{SMALL} --games 20 --shard 2/3")).succeeds();
    assert!(scene.names("reports")[0].ends_with("_20_seed1_share2of3"));
    scene.run("verify run --all --quiet").succeeds();
}

#[test]
fn shares_that_make_no_sense() {
    let scene = Scene::new();
    for wrong in ["0/3", "4/3", "3", "1/501", "a/b"] {
        scene.run(&format!("{SMALL} --shard {wrong}")).fails(
            2,
            &format!(
                "invalid value '{wrong}' for '--shard <I/N>': a share is written I/N with I from 1 to N, as in `3/8`, and N at \
                 most 500"
            ),
        );
    }
    scene.run(&format!("{SMALL} --shard 1/3 --until 2%")).fails(
        2,
        "`--until` can't be had with `--shard`: it watches all games in their order, and a share has every N-th alone; say with \
         `--games` how many to play, or leave `--shard` out",
    );
    scene
        .run(&format!("{SMALL} --games 2 --shard 3/3"))
        .fails(2, "share 3/3 of 2 games has no game: divide it into fewer shares, or play more games");
    assert!(!scene.has("reports"));
}

#[test]
fn what_does_not_belong_together_is_not_put_together() {
    let scene = Scene::new();
    let run = |options: &str, share: &str, out: &str| {
        scene.run(&format!("{SMALL} {options} --shard {share} --out {out}")).succeeds();
    };
    play_shares(&scene, &format!("{SMALL} --games 9"), 3);
    run("--games 9 --seed 2", "3/3", "seed");
    run("--games 10", "3/3", "more");
    run("--games 9 --agents greedy,random", "3/3", "agents");
    run("--games 9 --set score.komi=0.5", "3/3", "komi");
    run("--games 9 --records", "3/3", "records");
    run("--games 9", "2/2", "halves");
    scene.run(&format!("{SMALL} --games 9 --out whole")).succeeds();
    let manifest = scene.read("s3/manifest.json");
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    for (name, old, new) in [
        ("old", version.as_str(), "\"version\": \"0.0.1\""),
        ("unfinished", "\"complete\": true", "\"complete\": false"),
        ("failed", "\"games_failed\": 0", "\"games_failed\": 2"),
    ] {
        fs::create_dir(scene.path(name)).unwrap();
        scene.write(&format!("{name}/manifest.json"), &manifest.replace(old, new));
    }
    let another = |dir: &str, what: &str| format!("{dir} holds a share of another run than s1: {what}");
    let version = env!("CARGO_PKG_VERSION");
    for (dirs, error) in [
        ("s1 s2", "share 3/3 of the run in s1 is missing".to_owned()),
        ("s2", "shares 1/3, 3/3 of the run in s2 are missing".to_owned()),
        ("s1 s2 s3 s2", "s2 and s2 both hold share 2/3".to_owned()),
        ("s1 s2 whole", "whole holds a whole run and no share of one".to_owned()),
        (
            "s1 s2 nowhere",
            "nowhere: there is no such folder: the folder of a run or an experiment is needed".to_owned(),
        ),
        ("s1 s2 seed", another("seed", "`seed` is 1 in s1 and 2 in seed")),
        ("s1 s2 more", another("more", "`games` is 9 in s1 and 10 in more")),
        ("s1 s2 komi", another("komi", "`rules.score.komi` is 0 in s1 and 0.5 in komi")),
        ("s1 s2 records", another("records", "`records` is false in s1 and true in records")),
        ("s1 s2 old", another("old", &format!("`version` is \"{version}\" in s1 and \"0.0.1\" in old"))),
        (
            "s1 s2 agents",
            another(
                "agents",
                "`agents` is [\"random\",\"random\"] in s1 and [\"greedy\",\"random\"] in agents",
            ),
        ),
        (
            "s1 halves",
            "s1 holds one of 3 shares, halves one of 2: shares of one run are of the same number".to_owned(),
        ),
        (
            "s1 s2 unfinished",
            format!(
                "unfinished is not complete: `dropline {SMALL} --games 9 --shard 3/3 --out s3 --resume` continues it"
            ),
        ),
        ("s1 s2 failed", "failed is not whole: 2 of its games failed, see failed.jsonl".to_owned()),
    ] {
        scene.run(&format!("merge {dirs} --out out")).fails(2, &error);
    }
    assert!(!scene.has("out"));
    scene.run("merge s1 s2 s3 --out whole").fails(
        2,
        "whole is there already: name another folder with `--out`, or replace the run in it with `--force`",
    );
    let mut manifest = scene.json("s2/manifest.json");
    manifest.as_object_mut().unwrap().remove("files");
    scene.write("s2/manifest.json", &manifest.to_string());
    scene.run("merge s1 s2 s3 --out out").fails(
        2,
        "s2 has no checksums: an earlier version of dropline made it; play the share again with this one",
    );
}

#[test]
fn what_is_put_together_in_vain_leaves_everything_as_it_was() {
    let scene = Scene::new();
    play_shares(&scene, &format!("{SMALL} --games 40"), 2);
    scene
        .run("merge s1 s2 --out s2 --force")
        .fails(2, "s2 is one of the shares: name another folder with `--out`");
    scene.run("merge s1 s2 --out whole").succeeds();
    let (row, whole) = (scene.read("s2/games.csv"), scene.read("whole/games.csv"));
    let line = row.lines().find(|line| line.contains(",first,")).unwrap();
    scene.write("s2/games.csv", &row.replace(line, &line.replace(",first,", ",second,")));
    scene
        .run("merge s1 s2 --out whole --force")
        .fails(2, "s2: games.csv: checksum mismatch: it was changed since the run wrote it");
    assert_eq!(scene.read("whole/games.csv"), whole);
    assert!(scene.has("whole/report.html"));
}

#[test]
fn rules_that_are_checked_at_every_action_give_the_same_games() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 20 --out run")).succeeds();
    scene.run(&format!("{SMALL} --games 20 --out checked --check-rules")).succeeds();
    assert_eq!(scene.read("run/games.csv"), scene.read("checked/games.csv"));
}

#[test]
fn a_share_with_a_changed_file_is_refused() {
    let scene = Scene::new();
    play_shares(&scene, &format!("{SMALL} --games 9 --records"), 3);
    for file in ["games.csv", "games.jsonl", "cells.csv", "course.csv", "manifest.json"] {
        let path = format!("s2/{file}");
        let text = scene.read(&path);
        let changed = if file == "manifest.json" {
            text.replace("\"threads\"", "\"thread\": 1,\n  \"threads\"")
        } else {
            text.clone() + "\n"
        };
        scene.write(&path, &changed);
        scene
            .run("merge s1 s2 s3 --out out")
            .fails(2, &format!("s2: {file}: checksum mismatch: it was changed since the run wrote it"));
        assert!(!scene.has("out"));
        scene.write(&path, &text);
    }
    scene.run("merge s1 s2 s3 --out out --quiet").succeeds();
    scene.run("verify out --quiet --all").succeeds();
}
