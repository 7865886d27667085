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
                "unfinished is not complete: go on with it by `dropline {SMALL} --games 9 --shard 3/3 --out s3 --resume`"
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
    let rows = scene.read("s2/games.csv");
    scene.write("s2/games.csv", rows.trim_end().rsplit_once('\n').unwrap().0);
    scene.run("merge s1 s2 s3 --out out").fails(2, "s2/games.csv: game 8 is missing at the end");
    scene.write("s2/games.csv", &rows.replace("\n5,", "\n6,"));
    scene
        .run("merge s1 s2 s3 --out out --force")
        .fails(2, "s2/games.csv, line 3, column `game`: expected 5: a row is missing, or stands twice");
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
    let ran = scene.run("merge s1 s2 --out whole --force");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("s2/games.csv, line ") && ran.err.contains("expected `first` by the scores"));
    assert_eq!(scene.read("whole/games.csv"), whole);
    assert!(scene.has("whole/report.html"));
    let ran = scene.run("verify s2 --quiet --sample 1");
    assert!(ran.code == Some(1) && ran.err.contains("expected `first` by the scores"), "{}", ran.err);
}

#[test]
fn rules_that_are_checked_at_every_action_give_the_same_games() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 20 --out run")).succeeds();
    scene.run(&format!("{SMALL} --games 20 --out checked --check-rules")).succeeds();
    assert_eq!(scene.read("run/games.csv"), scene.read("checked/games.csv"));
}

#[test]
fn files_of_a_share_that_are_not_of_its_rows_are_refused() {
    let scene = Scene::new();
    play_shares(&scene, &format!("{SMALL} --games 9 --records"), 3);
    let refused = |file: &str, change: &dyn Fn(&str) -> String, said: &str| {
        let path = format!("s2/{file}");
        let text = scene.read(&path);
        scene.write(&path, &change(&text));
        assert_ne!(scene.read(&path), text, "{file}");
        scene.run("merge s1 s2 s3 --out out").fails(2, said);
        scene.write(&path, &text);
    };
    // A winner, a first turn, a number of turns: all of a record that its row tells.
    let won = |text: &str| {
        let line = text.lines().nth(1).unwrap();
        let [old, new] = if line.contains("\"first\"") {
            ["\"first\"", "\"second\""]
        } else {
            ["\"second\"", "\"first\""]
        };
        text.replace(line, &line.replace(old, new))
    };
    let other = "s2/games.jsonl, line 2: the record of game 5 is not of its row in games.csv";
    refused("games.jsonl", &won, other);
    refused("games.jsonl", &|text| text.replacen("{\"game\":5,", "{\"game\":5, ", 1), other);
    refused(
        "games.jsonl",
        &|text| format!("{text}{{}}\n"),
        "s2/games.jsonl, line 4: there is more than the games of games.csv",
    );
    refused(
        "games.jsonl",
        &|text| text.trim_end().rsplit_once('\n').unwrap().0.to_owned() + "\n",
        "s2/games.jsonl, line 3: expected the record of game 8",
    );
    // A row that could be, but whose mean is not that of the share's own summary.
    let row = scene.read("s2/games.csv").lines().nth(1).unwrap().to_owned();
    let column =
        scene.read("s2/games.csv").lines().next().unwrap().split(',').position(|name| name == "branching");
    let mut other: Vec<&str> = row.split(',').collect();
    other[column.unwrap()] = "2.5000";
    scene.write("s2/games.csv", &scene.read("s2/games.csv").replace(&row, &other.join(",")));
    let ran = scene.run("merge s1 s2 s3 --out out");
    assert!(ran.code == Some(2) && ran.err.contains("s2: summary.csv is another"), "{}", ran.err);
    scene.write("s2/games.csv", &scene.read("s2/games.csv").replace(&other.join(","), &row));
    // Counts that add up, and are those of other games.
    let cells = scene.read("s2/cells.csv");
    let used = cells.lines().skip(1).find(|line| line.split(',').nth(1) != Some("0")).unwrap();
    let mut counts: Vec<&str> = used.split(',').collect();
    counts[1..5].fill("0");
    refused(
        "cells.csv",
        &|text| text.replace(used, &counts.join(",")),
        &format!("s2: cells.csv does not count the first turns of games.csv that took {}", counts[0]),
    );
    let last = scene.read("s2/course.csv").lines().last().unwrap().to_owned();
    let turn = last.split(',').next().unwrap();
    let [said, games] = ["s2: course.csv does not count the", "games of games.csv that reached turn"];
    refused(
        "course.csv",
        &|text| text.replace(&format!("{last}\n"), ""),
        &format!("{said} {} {games} {turn}", last.split(',').nth(1).unwrap()),
    );
    assert!(!scene.has("out"));
    scene.run("merge s1 s2 s3 --out out --quiet").succeeds();
    scene.write("out/games.jsonl", &(scene.read("out/games.jsonl") + "{}\n"));
    let ran = scene.run("verify out --quiet");
    let more = "  wrong: out/games.jsonl, line 10: there is more than the games of games.csv\n";
    assert!(ran.code == Some(1) && ran.out.contains(more), "{}", ran.out);
}
