//! How the rows of games are kept: uncompressed or compressed.

use crate::resume::without_times;
use crate::scene::{Scene, files_of};
use crate::units::play_units;
use std::fs;

const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

fn bytes(scene: &Scene, name: &str) -> Vec<u8> {
    fs::read(scene.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Compares all files in `plan` except manifests, lists of runs, and the rows of games.
fn assert_same_but_rows(plain: &Scene, other: &Scene) {
    let names = |scene: &Scene| {
        files_of(scene, "plan").into_iter().filter(|name| !name.contains("/games.")).collect::<Vec<_>>()
    };
    assert_eq!(names(plain), names(other));
    for name in names(plain) {
        if name.ends_with("manifest.json") {
            assert_eq!(plain.json(&name)["files"], other.json(&name)["files"], "{name}");
        } else if !name.ends_with("experiment.json") {
            assert!(bytes(plain, &name) == bytes(other, &name), "{name} differs");
        }
    }
}

#[test]
fn compressed_rows_change_no_other_file() {
    let (plain, packed) = (Scene::new(), Scene::new());
    let command = format!("{SMALL} --agents random --games 2000 --records --out plan");
    let whole = plain.run(&command).succeeds();
    let small = packed.run(&format!("{command} --rows zstd")).succeeds();
    assert_eq!(without_times(&small.out), without_times(&whole.out));
    assert!(packed.has("plan/games.csv.zst") && packed.has("plan/games.jsonl.zst"));
    assert!(!packed.has("plan/games.csv") && !packed.has("plan/games.jsonl"));
    assert_same_but_rows(&plain, &packed);
    let size = |scene: &Scene, name: &str| fs::metadata(scene.path(name)).unwrap().len();
    let [large, little] = [size(&plain, "plan/games.csv"), size(&packed, "plan/games.csv.zst")];
    assert!(little * 2 < large, "{little} of {large} bytes");
    // Every command that reads rows finds them.
    packed.run("verify plan --all --quiet").succeeds();
    packed.run("report plan --quiet").succeeds();
    let replayed = |scene: &Scene, file: &str| {
        scene.run(&format!("replay plan/manifest.json plan/{file} --game 7")).succeeds().out
    };
    assert_eq!(replayed(&packed, "games.jsonl"), replayed(&plain, "games.jsonl"));
    assert_eq!(replayed(&packed, "games.jsonl.zst"), replayed(&plain, "games.jsonl"));
    assert_eq!(packed.read("plan/report.html"), plain.read("plan/report.html"));
    let again = packed.run(&format!("{command} --resume"));
    assert_eq!((again.code, without_times(&again.out)), (Some(0), without_times(&whole.out)));
    assert!(!packed.has("plan/games.csv"));
    let kept = bytes(&packed, "plan/games.csv.zst");
    fs::write(packed.path("plan/games.csv.zst"), &kept[..kept.len() / 2]).unwrap();
    assert_eq!(packed.run("verify plan --quiet").code, Some(1));
    packed.run(&format!("{command} --force")).succeeds();
    assert!(packed.has("plan/games.csv") && !packed.has("plan/games.csv.zst"));
}

#[test]
fn units_with_compressed_rows_are_merged() {
    let (one, many) = (Scene::new(), Scene::new());
    let sweep =
        "sweep send-it --agents random --vary board.side=2,3 --games 300 --until 12% --rows zstd --quiet";
    one.run(&format!("{sweep} --out plan")).succeeds();
    many.run(&format!("{sweep} --plan plan --unit-games 50")).succeeds();
    many.run("unit plan 1 --quiet").succeeds();
    assert!(many.has("plan/units/01/games.csv.zst") && !many.has("plan/units/01/games.csv"));
    play_units(&many);
    many.run("finish plan --quiet").succeeds();
    assert_same_but_rows(&one, &many);
    for run in ["01", "02"].map(|run| format!("plan/runs/{run}/games.csv.zst")) {
        assert!(bytes(&one, &run) == bytes(&many, &run));
    }
    many.run("verify plan --all --quiet").succeeds();
}
