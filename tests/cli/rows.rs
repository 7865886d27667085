//! How the rows of games are kept: uncompressed, compressed, or not at all.

use crate::resume::without_times;
use crate::scene::{Scene, files_of};
use crate::units::{play_units, without_command};
use std::fs;

const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

fn bytes(scene: &Scene, name: &str) -> Vec<u8> {
    fs::read(scene.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Compares all files in `plan` except manifests, lists of runs, and the rows of games or their replacements.
fn assert_same_but_rows(plain: &Scene, other: &Scene) {
    let names = |scene: &Scene| {
        let is_rows = |name: &str| name.contains("/games.") || name.ends_with("/tally.json");
        files_of(scene, "plan").into_iter().filter(|name| !is_rows(name)).collect::<Vec<_>>()
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
    let command = format!("{SMALL} --games 2000 --records --out plan");
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
    let sweep = "sweep send-it --vary board.side=2,3 --games 300 --until 12% --rows zstd --quiet";
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

#[test]
fn runs_without_rows_have_the_same_summaries_maps_and_reports() {
    for options in [
        "simulate send-it --set board.side=3 --games 1000",
        "simulate go --set board.width=5 --set board.height=5 --games 60 --agents greedy,random --pairs",
        "simulate hex-it --games 30 --until 20%",
        "simulate send-it --set board.side=3 --set turn.swap=true --until 6%",
    ] {
        let (plain, without) = (Scene::new(), Scene::new());
        let command = format!("{options} --quiet --out plan");
        let whole = plain.run(&command).succeeds();
        let small = without.run(&format!("{command} --rows none")).succeeds();
        assert_eq!(without_times(&small.out), without_times(&whole.out));
        assert!(!without.has("plan/games.csv") && without.has("plan/tally.json"));
        assert_same_but_rows(&plain, &without);
        // The report is redrawn from the tally alone.
        for name in ["report.html", "summary.csv", "summary.json", "openings.csv"] {
            fs::remove_file(without.path(&format!("plan/{name}"))).unwrap();
        }
        fs::remove_dir_all(without.path("plan/charts")).unwrap();
        without.run("report plan --quiet").succeeds();
        assert_same_but_rows(&plain, &without);
        without.run("verify plan --all --quiet").succeeds();
        // There is nothing to resume, and no file may be lost.
        let again = without.run(&format!("{command} --rows none --resume"));
        assert_eq!(
            (again.code, without_times(&again.out)),
            (Some(0), without_times(&whole.out)),
            "{}",
            again.err
        );
        assert_same_but_rows(&plain, &without);
    }
}

#[test]
fn rows_of_a_complete_run_can_be_left_out_later_and_played_again() {
    let scene = Scene::new();
    let command = format!("{SMALL} --games 500 --out plan");
    scene.run(&command).succeeds();
    let rows = scene.read("plan/games.csv");
    let spoken = command.replace(" --quiet", "");
    let resumed = |rows: &str| scene.run(&format!("{spoken} --resume --rows {rows}")).err;
    assert_eq!(resumed("zstd"), "note: the run in plan is complete; its rows are compressed\n");
    assert_eq!(resumed("none"), "note: the run in plan is complete; it has not kept its rows\n");
    // What is gone does not come back.
    assert_eq!(resumed("all"), "note: the run in plan is complete; it has not kept its rows\n");
    assert!(!scene.has("plan/games.csv"));
    scene.run(&format!("{command} --force")).succeeds();
    assert_eq!(scene.read("plan/games.csv"), rows);
    assert!(!scene.has("plan/tally.json"));
}

#[test]
fn experiments_without_rows_are_reported_and_resumed() {
    for experiment in [
        "sweep send-it --vary board.side=2..4 --vary setup.turns=0,1 --games 60 --quiet",
        "compare send-it-square send-it-square-nopush --set board.width=4 --set board.height=4 --games 30 --quiet",
        "ladder send-it --set board.side=2 --rungs random,greedy --games 30 --quiet",
    ] {
        let (plain, without, many) = (Scene::new(), Scene::new(), Scene::new());
        let whole = plain.run(&format!("{experiment} --out plan")).succeeds();
        let small = without.run(&format!("{experiment} --out plan --rows none")).succeeds();
        assert_eq!(small.out, whole.out);
        assert_same_but_rows(&plain, &without);
        assert!(files_of(&without, "plan").iter().all(|name| !name.contains("/games.")));
        without.run("verify plan --quiet").succeeds();
        fs::remove_file(without.path("plan/runs/02/report.html")).unwrap();
        let again = without.run(&format!("{experiment} --out plan --rows none --resume"));
        assert_eq!((again.code, again.out), (Some(0), whole.out), "{}", again.err);
        assert_same_but_rows(&plain, &without);
        // Units keep their rows until they are merged.
        many.run(&format!("{experiment} --plan plan --rows none --unit-games 20")).succeeds();
        many.run("unit plan 1 --quiet").succeeds();
        assert!(many.has("plan/units/01/games.csv.zst") || many.has("plan/units/1/games.csv.zst"));
        play_units(&many);
        many.run("finish plan --quiet").succeeds();
        without_command(&many);
        assert_same_but_rows(&plain, &many);
        assert!(files_of(&many, "plan").iter().all(|name| !name.contains("/games.")));
    }
}

#[test]
fn a_run_with_until_but_without_rows_stops_at_the_same_game() {
    let (one, many) = (Scene::new(), Scene::new());
    let command = format!("{SMALL} --until 15% --games 2000");
    one.run(&format!("{command} --out plan")).succeeds();
    many.run(&format!("{command} --plan plan --unit-games 40 --rows none")).succeeds();
    play_units(&many);
    many.run("finish plan --quiet").succeeds();
    without_command(&many);
    assert_same_but_rows(&one, &many);
}

#[test]
fn changes_to_a_run_without_rows_are_detected() {
    let scene = Scene::new();
    let command = format!("{SMALL} --games 200 --out plan --rows none");
    scene.run(&command).succeeds();
    let verified = scene.run("verify plan --all");
    assert_eq!(verified.code, Some(0));
    verified.mentions(&[
        "plan: 200 games, whose rows were left out, 200 of them replayed from seed and rules: all identical",
    ]);
    let few = scene.run("verify plan --sample 10").succeeds();
    few.mentions(&[
        "plan: 200 games, whose rows were left out, none of them replayed",
        "not compared: the games: the run left its rows out; `--all` replays them and compares their sums",
    ]);
    let game = scene.run("verify plan --game 17");
    assert!(game.code == Some(0) && game.out.starts_with("{\"game\":17,"), "{}", game.err);
    // The first tally was changed; in the second, the checksum was adjusted to match the change.
    let tally = scene.read("plan/tally.json");
    let mut changed = scene.json("plan/tally.json");
    let wins = changed["outcomes"]["wins"].as_u64().unwrap();
    changed["outcomes"]["wins"] = (wins + 1).into();
    scene.write("plan/tally.json", &changed.to_string());
    let message = "tally.json: checksum mismatch: the file was changed after it was written";
    assert!(scene.run("report plan").err.contains(message));
    let found = scene.run("verify plan");
    assert_eq!(found.code, Some(1));
    found.mentions(&["problem: tally.json: checksum mismatch: the file was changed after the run wrote it"]);
    assert!(
        scene.run(&format!("{command} --resume")).err.contains("with a changed file, tally.json: checksum")
    );
    changed["outcomes"]["losses"] = (changed["outcomes"]["losses"].as_u64().unwrap() - 1).into();
    changed.as_object_mut().unwrap().shift_remove("blake3");
    let sum = blake3::hash(changed.to_string().as_bytes()).to_hex().to_string();
    changed["blake3"] = sum.into();
    scene.write("plan/tally.json", &changed.to_string());
    let found = scene.run("verify plan --all");
    assert_eq!(found.code, Some(1));
    found.mentions(&["problem: tally.json differs from the regenerated file"]);
    scene.write("plan/tally.json", &tally);
    scene.run("verify plan --all --quiet").succeeds();
}

#[test]
fn commands_that_need_missing_rows_say_so() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 20 --records --rows none --out plan")).fails(
        2,
        "`--rows none` would discard the records that `--records` asks for; use `--rows zstd` to compress rows and records",
    );
    assert!(!scene.has("plan"));
    scene.run(&format!("{SMALL} --games 20 --rows none --out plan")).succeeds();
    fs::remove_file(scene.path("plan/highlights.jsonl")).unwrap();
    let ran = scene.run(&format!("{SMALL} --games 20 --rows none --out plan --resume"));
    assert!(
        ran.code == Some(1)
            && ran.err.contains(
                "plan/games.csv: the run did not keep its rows (`--rows none`): to play the games again, run its command with `--rows all --force`"
            ),
        "{}",
        ran.err
    );
}
