//! Runs and experiments that are divided into units, played in any order by many processes, and merged.

use crate::resume::assert_same_run;
use crate::scene::{RunOutput, Scene};
use serde_json::json;
use std::fs;
use std::process::Stdio;

pub const SMALL: &str = "simulate send-it --set board.side=3 --quiet --agents random,random";
/// Like [`SMALL`], without named agents.
const GAME: &str = "simulate send-it --set board.side=3 --quiet";

/// Plays all units of the plan in the folder `plan`, the last first, and returns their number.
pub fn play_units(scene: &Scene) -> u64 {
    let units =
        scene.run("status plan --json").succeeds().json_lines()[0]["units"]["total"].as_u64().unwrap();
    for unit in (1..=units).rev() {
        scene.run(&format!("unit plan {unit} --quiet --threads 1")).succeeds();
    }
    units
}

/// Compares the merged units in `plan` with the run or experiment that `command` plays without a plan, except for the recorded
/// command.
pub fn same_as_one_machine(command: &str, units_of: u64) -> u64 {
    let (one, many) = (Scene::new(), Scene::new());
    let whole = one.run(&format!("{command} --out plan")).succeeds();
    many.run(&format!("{command} --plan plan --unit-games {units_of}")).succeeds();
    let units = play_units(&many);
    let put = many.run("finish plan --quiet").succeeds();
    // The first line of a run contains its duration.
    let rest = |out: &str| {
        out.lines().filter(|line| !line.contains(" games in ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rest(&put.out), rest(&whole.out));
    assert_same_plan(&one, &many);
    units
}

/// Asserts that both scenes have the same run or experiment in `plan`, except for the recorded commands.
pub fn assert_same_plan(one: &Scene, many: &Scene) {
    without_command(one);
    without_command(many);
    assert_same_run(one, many, "plan");
}

/// Removes the command from the manifest and the list of runs in `plan`: it has `--plan` in one scene and `--out` in the other.
fn without_command(scene: &Scene) {
    for name in ["plan/manifest.json", "plan/experiment.json"].into_iter().filter(|name| scene.has(name)) {
        let mut value = scene.json(name);
        value.as_object_mut().unwrap().remove("command").unwrap();
        scene.write(name, &value.to_string());
    }
}

#[test]
fn merged_units_have_the_same_bytes_as_one_run() {
    for (run, games, units) in [
        ("--games 1001 --records --agents random,random", 100, 11),
        ("--games 50 --agents greedy,random --pairs", 7, 7),
    ] {
        assert_eq!(same_as_one_machine(&format!("{GAME} {run}"), games), units, "{run}");
    }
    assert_eq!(same_as_one_machine("simulate hex-it --games 40 --quiet --agents random,random", 13), 4);
}

#[test]
fn experiments_are_divided_like_runs() {
    for (command, units) in [
        (
            "sweep send-it --agents random --vary board.side=1,2,3 --vary setup.turns=0,1 --games 30 --quiet",
            8,
        ),
        (
            "compare send-it-square send-it-square-nopush --agents random --agents greedy --set board.width=4 --set board.height=4 --games 30 --quiet",
            8,
        ),
        ("ladder send-it --set board.side=2 --rungs random,greedy --games 30 --quiet", 6),
    ] {
        assert_eq!(same_as_one_machine(command, 20), units, "{command}");
    }
}

#[test]
fn a_run_with_until_stops_at_the_same_game_in_units() {
    // 96 of 2,000 games are enough; the run ends in the third unit.
    let command = format!("{SMALL} --until 15% --games 2000");
    let units = same_as_one_machine(&command, 40);
    assert_eq!(units, 50);
    let pairs = format!("{GAME} --until 12% --games 1000 --agents greedy,random --pairs");
    same_as_one_machine(&pairs, 30);
    same_as_one_machine(&format!("{SMALL} --until 5% --games 100"), 30);
    same_as_one_machine(&format!("{GAME} --agents random --until 15% --games 2000"), 40);
}

#[test]
fn units_after_the_end_of_their_run_are_not_played() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --until 15% --games 2000 --plan plan --unit-games 100")).succeeds();
    // The end of the run is known once all units before it are complete.
    scene.run("unit plan 2 --quiet").succeeds();
    assert!(!scene.has("plan/units/end"));
    scene.run("unit plan 1 --quiet").succeeds();
    let end: u64 = scene.read("plan/units/end").trim().parse().unwrap();
    assert!((50..200).contains(&end), "{end}");
    let ran = scene.run("unit plan 7");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(0), format!("note: unit 7 is not needed: its run has stopped after {end} games\n").as_str())
    );
    let status = &scene.run("status plan --json").succeeds().json_lines()[0];
    let needed = if end > 100 { 2 } else { 1 };
    assert_eq!((&status["units"]["not_needed"], &status["missing"]), (&(20 - needed).into(), &"".into()));
    scene.write("plan/units/end", "60\n");
    scene.run("finish plan --quiet").succeeds();
    assert_eq!(
        scene.json("plan/manifest.json")["games_played"],
        end,
        "the end is found from the games, not from the file"
    );
}

#[test]
fn the_status_counts_the_units() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 1000 --plan plan --unit-games 100")).succeeds();
    for unit in [1, 2, 5] {
        scene.run(&format!("unit plan {unit} --quiet")).succeeds();
    }
    let status = scene.run("status plan --json").succeeds();
    assert_eq!(
        status.json_lines()[0],
        json!({
            "finished": false,
            "assembled": false,
            "units": {
                "total": 10, "complete": 3, "under_way": 0, "stopped": 0, "waiting": 7, "failed": 0, "not_needed": 0,
            },
            "games": { "done": 300, "total": 1000 },
            "games_per_second": null,
            "seconds_left": null,
            "missing": "3-4,6-10",
            "failed": [],
        })
    );
    scene.run("status plan").succeeds().prints(
        "units  10: 3 complete, 7 waiting\n\
         games  300 of 1,000 (30.0 %)\n",
    );
    scene.run("finish plan").fails(
        75,
        "units 3-4,6-10 of 10 in plan are not complete: `dropline unit plan 3` plays the first of them",
    );
    assert!(!scene.has("plan/games.csv"));
    for unit in [3, 4, 6, 7, 8, 9, 10] {
        scene.run(&format!("unit plan {unit} --quiet")).succeeds();
    }
    scene.run("finish plan --quiet").succeeds();
    let status = &scene.run("status plan --json").succeeds().json_lines()[0];
    assert_eq!(
        (&status["finished"], &status["assembled"], &status["units"]),
        (&true.into(), &true.into(), &json!(null))
    );
    assert_eq!(status["games"], json!({ "done": 1000, "total": 1000 }));
    scene.run("status plan").succeeds().prints("plan is finished\n");
}

#[cfg(unix)]
#[test]
fn an_interrupted_or_killed_unit_is_resumed() {
    let (whole, scene) = (Scene::new(), Scene::new());
    whole.run(&format!("{SMALL} --games 200000 --out plan")).succeeds();
    scene.run(&format!("{SMALL} --games 200000 --plan plan --unit-games 100000")).succeeds();
    for signal in ["-TERM", "-KILL"] {
        let mut command = scene.command(&["unit", "plan", "2", "--quiet", "--threads", "1"]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let begin = std::time::Instant::now();
        let unit = scene.path("plan/units/02");
        while !dropline::run::Lock::is_taken(&unit) || !scene.has("plan/units/02/checkpoint.json") {
            assert!(begin.elapsed().as_secs() < 60);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let busy = scene.run("unit plan 2 --quiet");
        assert!(
            busy.code == Some(75) && busy.err.contains("another process is playing unit 2: "),
            "{}",
            busy.err
        );
        let status = &scene.run("status plan --json").succeeds().json_lines()[0];
        assert_eq!(status["units"]["under_way"], 1);
        assert!(status["games_per_second"].as_f64().unwrap() > 0.0);
        let kill = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let ran = RunOutput::from(child.wait_with_output().unwrap());
        if signal == "-TERM" {
            assert_eq!(ran.code, Some(75));
            assert!(ran.err.trim().ends_with("run the same command again to resume"), "{}", ran.err);
        }
        // The unit counts as stopped immediately, although its last checkpoint is recent: its process ran on this machine.
        let units = &scene.run("status plan --json").succeeds().json_lines()[0]["units"];
        assert_eq!((&units["under_way"], &units["stopped"]), (&0.into(), &1.into()), "{signal}");
        if signal == "-KILL" {
            let host = scene.read("plan/units/02/.lock");
            scene.write("plan/units/02/.lock", &format!("other-{host}"));
            let units = &scene.run("status plan --json").succeeds().json_lines()[0]["units"];
            assert_eq!(
                (&units["under_way"], &units["stopped"]),
                (&1.into(), &0.into()),
                "on another machine"
            );
        }
    }
    play_units(&scene);
    scene.run("finish plan --quiet").succeeds();
    assert_same_plan(&whole, &scene);
}

/// Kills a unit a few games after a checkpoint that has more games than `before`. Returns the number of games in that checkpoint
/// and the number of rows written after it.
#[cfg(unix)]
fn kill_under_way(scene: &Scene, unit: &str, before: u64) -> [u64; 2] {
    let mut child = scene
        .command(&["unit", "plan", unit, "--quiet", "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let dir = format!("plan/units/0{unit}");
    let rows = || fs::read_to_string(scene.path(&format!("{dir}/games.csv"))).unwrap_or_default();
    let done = || {
        let text = fs::read_to_string(scene.path(&format!("{dir}/checkpoint.json"))).ok()?;
        serde_json::from_str::<serde_json::Value>(&text).ok()?["done"].as_u64()
    };
    let begin = std::time::Instant::now();
    while done().is_none_or(|done| done <= before || (rows().lines().count() as u64) < done + 20) {
        assert!(begin.elapsed().as_secs() < 60 && child.try_wait().unwrap().is_none());
    }
    child.kill().unwrap();
    child.wait().unwrap();
    [done().unwrap(), rows().lines().count() as u64 - 1 - done().unwrap()]
}

#[cfg(unix)]
#[test]
fn games_after_the_last_checkpoint_of_a_killed_process_are_played_again() {
    let (whole, scene) = (Scene::new(), Scene::new());
    whole.run(&format!("{SMALL} --games 400000 --out plan")).succeeds();
    scene.run(&format!("{SMALL} --games 400000 --plan plan --unit-games 200000")).succeeds();
    let [done, first] = kill_under_way(&scene, "2", 0);
    let [_, second] = kill_under_way(&scene, "2", done);
    assert!(first > 0 && second > 0);
    play_units(&scene);
    scene.run("finish plan --quiet").succeeds();
    assert_same_plan(&whole, &scene);
}

/// A unit under way checks from time to time whether its run has stopped before it.
#[test]
fn a_unit_under_way_ends_once_its_run_reaches_the_requested_width() {
    let (whole, scene) = (Scene::new(), Scene::new());
    let command =
        "simulate send-it --set board.side=3 --agents mcts:20,mcts:20 --until 15% --games 100000 --quiet";
    whole.run(&format!("{command} --out plan")).succeeds();
    scene.run(&format!("{command} --plan plan --unit-games 5000")).succeeds();
    scene.run("unit plan 1 --quiet").succeeds();
    let end = scene.read("plan/units/end");
    fs::remove_file(scene.path("plan/units/end")).unwrap();
    // Makes the first unit look incomplete.
    let mut command = scene.command(&["unit", "plan", "2", "--threads", "1"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !scene.has("plan/units/02/checkpoint.json") {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    scene.write("plan/units/end", &end);
    let ran = RunOutput::from(child.wait_with_output().unwrap());
    let end = end.trim();
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(0), format!("note: unit 2 is not needed: its run has stopped after {end} games\n").as_str())
    );
    assert_eq!(scene.json("plan/units/02/manifest.json")["complete"], false);
    assert_eq!(scene.run("status plan --json").succeeds().json_lines()[0]["missing"], "");
    scene.run("finish plan --quiet").succeeds();
    assert_same_plan(&whole, &scene);
}

/// A process that was cut off on another machine may have left any mixture of files. The unit is replayed: its games are the same.
#[test]
fn a_unit_with_mismatched_files_is_replayed() {
    let (whole, scene) = (Scene::new(), Scene::new());
    whole.run(&format!("{SMALL} --games 40 --out plan")).succeeds();
    scene.run(&format!("{SMALL} --games 40 --plan plan --unit-games 20")).succeeds();
    play_units(&scene);
    let rows = scene.read("plan/units/02/games.csv");
    // The unit is complete according to its manifest, but its rows were cut off.
    scene.write("plan/units/02/games.csv", &rows[..rows.len() / 2]);
    let ran = scene.run("unit plan 2");
    assert!(ran.code == Some(0) && ran.err.starts_with("note: restarting unit 2: "), "{}", ran.err);
    assert_eq!(scene.read("plan/units/02/games.csv"), rows);
    // Damage that is detected while merging: the status then reports the unit as missing.
    let changed = rows.replacen(",1,", ",2,", 1);
    assert_ne!(changed, rows);
    scene.write("plan/units/02/games.csv", &changed);
    scene.run("finish plan").fails(
        75,
        "unit 2: games.csv: checksum mismatch: the file was changed after the run wrote it: `dropline unit plan 2` \
         plays it again",
    );
    let status = &scene.run("status plan --json").succeeds().json_lines()[0];
    assert_eq!((&status["missing"], &status["units"]["complete"]), (&"2".into(), &1.into()));
    scene.run("unit plan 2 --quiet").succeeds();
    assert_eq!(scene.read("plan/units/02/games.csv"), rows);
    // The unit has an unreadable manifest.
    scene.write("plan/units/02/manifest.json", "junk");
    assert_eq!(scene.run("status plan --json").succeeds().json_lines()[0]["missing"], "2");
    scene
        .run("finish plan")
        .fails(75, "unit 2: manifest.json cannot be read: `dropline unit plan 2` plays it again");
    scene.run("unit plan 2 --quiet").succeeds();
    assert_eq!(scene.read("plan/units/02/games.csv"), rows);
    // The unit has a checkpoint that does not match its rows.
    let manifest =
        scene.read("plan/units/01/manifest.json").replace("\"complete\": true", "\"complete\": false");
    scene.write("plan/units/01/manifest.json", &manifest);
    scene.write("plan/units/01/checkpoint.json", "{\"done\": 7");
    let ran = scene.run("unit plan 1");
    assert!(ran.code == Some(0) && ran.err.starts_with("note: restarting unit 1: "), "{}", ran.err);
    scene.run("finish plan --quiet").succeeds();
    assert_same_plan(&whole, &scene);
}

#[test]
fn a_unit_can_be_reported_and_verified_by_itself() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 4000 --plan plan --unit-games 2000 --until 1%")).succeeds();
    play_units(&scene);
    let report = scene.run("report plan/units/02");
    assert!(report.err.contains("This is a part of a run: games 2,001 to 4,000 of 4,000."), "{}", report.err);
    scene.run("verify plan/units/02 --all --quiet").succeeds();
    // Files derived from a unit do not end up in the merged run.
    scene.run("finish plan --quiet").succeeds();
    scene.run("verify plan --all --quiet").succeeds();
}

#[test]
fn invalid_plans_are_rejected() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 5 --plan plan")).succeeds();
    for (command, message) in [
        ("unit plan 2", "the plan in plan has no unit 2: its units are 1 to 1"),
        (
            "unit nowhere 1",
            "nowhere holds no plan: expected a folder with a plan.json, as written by `--plan` of `simulate`, \
             `compare`, `sweep` and `ladder`",
        ),
        (
            &format!("{SMALL} --games 5 --plan plan"),
            "plan already holds a plan: name another folder with `--plan`, or remove this one",
        ),
        ("unit plan 0", "invalid value '0' for '<K>': units are numbered from 1"),
        (
            &format!("{SMALL} --games 5 --plan other --slurm --json"),
            "`--json` has no effect here: `--slurm` prints no JSON; leave it out",
        ),
        (
            &format!("{GAME} --games 5 --agents mcts:5ms,random --plan other"),
            "with a time limit, `mcts:5ms,random` would play different games on each machine: give iterations \
             instead, as in `mcts:1000`",
        ),
        (
            &format!("{SMALL} --games 5 --out plan --resume"),
            "plan holds a plan: `dropline unit` plays its units, and `dropline finish` merges them; name another folder with `--out`, or \
             remove this one",
        ),
        (
            &format!("{SMALL} --games 1000000 --unit-games 1 --plan other"),
            "a plan can have at most 100,000 units: choose a longer `--unit-time` or more `--unit-games`",
        ),
    ] {
        scene.run(command).fails(2, message);
    }
    assert!(!scene.has("other"));
    let text = scene.read("plan/plan.json");
    scene.write("plan/plan.json", &text.replace("\"games\": 5", "\"games\": 6"));
    let damaged = |file: &str| {
        let message = format!(
            "plan/{file}: checksum mismatch: the file was changed after it was written; make the plan again in another \
             folder"
        );
        for command in ["unit plan 1", "finish plan", "status plan"] {
            scene.run(command).fails(2, &message);
        }
        // The error names the plan by its absolute path.
        let ran = scene.run("submit plan --slurm --print");
        assert!(ran.code == Some(2) && ran.err.ends_with(&format!("{message}\n")), "{}", ran.err);
    };
    damaged("plan.json");
    scene.write("plan/plan.json", &text);
    let text = scene.read("plan/manifest.json");
    scene.write("plan/manifest.json", &text.replace("\"seed\": 1", "\"seed\": 2"));
    damaged("manifest.json");
    assert!(!scene.has("plan/units"));
    scene.write("plan/manifest.json", &text);
    scene.run("unit plan 1 --quiet").succeeds();
}

/// Up to a million games, of which a few hundred are needed.
#[test]
fn a_run_with_until_has_few_units_for_games_that_are_unlikely_to_be_needed() {
    let scene = Scene::new();
    let run =
        "simulate send-it --set board.side=3 --agents mcts:20,mcts:20 --until 5% --quiet --unit-time 1s";
    let plan = &scene.run(&format!("{run} --plan plan --json")).succeeds().json_lines()[0];
    assert_eq!((&plan["games"], &plan["likely_games"]), (&1_000_000.into(), &738.into()));
    let units = plan["units"].as_u64().unwrap();
    // At most one for each likely game, on the slowest machine; those for the other 999,262 games double in size.
    assert!((2..738 + 30).contains(&units), "{units}");
    let status = &scene.run("status plan --json").succeeds().json_lines()[0];
    assert_eq!((&status["games"]["total"], &status["units"]["waiting"]), (&738.into(), &units.into()));
    let message =
        scene.run("simulate send-it --agents random,random --until 5% --plan other --quiet").succeeds().out;
    assert!(
        message.contains(
            " with 1,000,000 games; about 738 are likely to be enough; a trial suggests that they take about "
        ),
        "{message}"
    );
    let (one, many) = (Scene::new(), Scene::new());
    let run = format!("{SMALL} --until 3% --games 20000");
    one.run(&format!("{run} --out plan")).succeeds();
    many.run(&format!("{run} --plan plan --unit-time 1s")).succeeds();
    play_units(&many);
    many.run("finish plan --quiet").succeeds();
    assert_same_plan(&one, &many);
}

/// Units that are played in parallel write to the same terminal.
#[cfg(unix)]
#[test]
fn messages_of_units_name_their_unit() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --games 10000000 --plan plan --unit-games 5000000")).succeeds();
    let child =
        scene.command(&["unit", "plan", "2", "--threads", "1"]).stderr(Stdio::piped()).spawn().unwrap();
    while !scene.has("plan/units/2/checkpoint.json") && !scene.has("plan/units/02/checkpoint.json") {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let err = RunOutput::from(child.wait_with_output().unwrap()).err;
    let lines: Vec<_> = err.lines().collect();
    assert_eq!(lines.len(), 2, "{err}");
    assert_eq!(lines[0], "unit 2: finishing the games under way; Ctrl-C again stops immediately");
    assert!(lines[1].contains(" written to plan/units/02; "), "{err}");
}

#[test]
fn a_plan_of_ten_thousand_units_takes_seconds() {
    let scene = Scene::new();
    let begin = std::time::Instant::now();
    scene
        .run("simulate send-it --agents random,random --set board.side=2 --games 10000 --plan plan --unit-games 1 --quiet")
        .succeeds();
    let status = &scene.run("status plan --json").succeeds().json_lines()[0];
    assert_eq!((&status["units"]["total"], &status["missing"]), (&10_000.into(), &"1-10000".into()));
    assert!(begin.elapsed().as_secs() < 10);
}
