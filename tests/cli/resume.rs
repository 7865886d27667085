//! Runs that are stopped in every possible way, and resumed.

#![cfg(unix)]

use crate::scene::{RunOutput, Scene, files_of};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

/// Pseudo-random numbers that decide when the command is killed: splitmix64 (Steele, Lea and Flood 2014).
struct Moments(u64);

impl Moments {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }
}

pub fn start(scene: &Scene, args: &str) -> Child {
    let mut command = scene.command(&args.split(' ').collect::<Vec<_>>());
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

pub fn send(child: &Child, signal: &str) {
    let status =
        Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill is there");
    assert!(status.success());
}

pub fn wait_until(mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "it takes too long");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Starts `command` repeatedly with `--resume`, and stops it `kills` times within `longest` milliseconds, by SIGKILL or SIGINT.
/// Then lets the command run to its end. At any moment, the table that a reader sees must be a prefix of `whole`.
fn kill_again_and_again(
    scene: &Scene,
    command: &str,
    kills: u64,
    longest: u64,
    whole: &str,
) -> (u64, RunOutput) {
    let (mut moments, mut stopped) = (Moments(kills), 0);
    for kill in 0..kills {
        let mut child = start(scene, &format!("{command} --resume"));
        std::thread::sleep(Duration::from_millis(moments.next(longest)));
        if child.try_wait().unwrap().is_none() {
            send(&child, if kill % 4 == 3 { "-INT" } else { "-KILL" });
            stopped += 1;
        }
        child.wait().unwrap();
        let seen = fs::read_to_string(scene.path("run/games.csv")).unwrap_or_default();
        assert!(whole.starts_with(&seen), "after kill {kill} the rows differ");
    }
    (stopped, scene.run(&format!("{command} --resume")))
}

/// Plays a run without interruption and with kills, and compares every byte.
fn survives(options: &str, kills: u64, longest: u64) -> u64 {
    let (quiet, stopped) = (Scene::new(), Scene::new());
    let command = format!("{SMALL} {options} --out run");
    let whole = quiet.run(&command).succeeds();
    let rows = quiet.read("run/games.csv");
    let (count, ran) = kill_again_and_again(&stopped, &command, kills, longest, &rows);
    assert!(
        ran.code == Some(0) && without_times(&ran.out) == without_times(&whole.out),
        "{}\n{}",
        ran.err,
        ran.out
    );
    assert_same_run(&quiet, &stopped, "run");
    count
}

/// The output without the durations of runs, the only parts that may differ.
pub fn without_times(out: &str) -> String {
    let without = |line: &str| match line.split_once(" games in ") {
        Some((before, after)) => format!("{before}{}", after.split_once('s').unwrap_or_default().1),
        None => line.to_owned(),
    };
    out.lines().map(without).collect::<Vec<_>>().join("\n")
}

/// Compares all files of two runs; of the manifests, only what does not depend on when and how the games were played.
#[track_caller]
pub fn assert_same_run(one: &Scene, other: &Scene, folder: &str) {
    let names = files_of(one, folder);
    assert_eq!(names, files_of(other, folder));
    for name in &names {
        if name.ends_with("manifest.json") || name.ends_with("experiment.json") {
            let manifest = |scene: &Scene| {
                let mut manifest = scene.json(name);
                for key in ["started", "seconds", "threads", "blake3"] {
                    manifest.as_object_mut().unwrap().remove(key);
                }
                manifest
            };
            assert_eq!(manifest(one), manifest(other), "{name}");
        } else {
            assert!(one.read(name) == other.read(name), "{name} differs");
        }
    }
}

#[test]
fn a_run_that_is_killed_repeatedly_ends_with_the_same_bytes() {
    let stopped = survives("--agents random --games 40000 --records", 16, 250);
    assert!(stopped >= 5, "only {stopped} kills came before the end");
}

#[test]
#[ignore = "takes minutes"]
fn a_run_that_is_killed_two_hundred_times_ends_with_the_same_bytes() {
    let stopped = survives("--agents random --games 1000000 --records", 200, 500);
    println!("{stopped} of 200 kills came before the end");
    assert!(stopped >= 150, "only {stopped} kills came before the end");
}

#[test]
fn after_kills_a_run_with_pairs_and_until_stops_at_the_same_pair() {
    survives("--agents greedy,random --pairs --until 0.9%", 6, 150);
}

#[test]
fn a_run_on_the_plane_is_resumed() {
    let (whole, stopped) = (Scene::new(), Scene::new());
    let command = "simulate hex-it --agents random --games 400 --out run --quiet";
    whole.run(command).succeeds();
    let rows = whole.read("run/games.csv");
    let (_, ran) = kill_again_and_again(&stopped, command, 3, 300, &rows);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_same_run(&whole, &stopped, "run");
}

#[test]
fn an_interrupted_run_is_refused_without_resume_and_its_report_is_redrawn_with_it() {
    let (whole, stopped) = (Scene::new(), Scene::new());
    let command = format!("{SMALL} --agents random --games 30000 --out run");
    whole.run(&command).succeeds();
    let child = start(&stopped, &command);
    wait_until(|| fs::metadata(stopped.path("run/games.csv")).is_ok_and(|file| file.len() > 10_000));
    send(&child, "-INT");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(75));
    assert!(stopped.has("run/report.html") && stopped.has("run/checkpoint.json"));
    stopped.run(&command).fails(
        2,
        "run holds an interrupted run: continue it with `--resume`, name another folder with \
         `--out`, or replace it with `--force`",
    );
    stopped.run(&format!("{command} --resume --threads 1")).succeeds();
    assert_same_run(&whole, &stopped, "run");
}

#[test]
fn sigterm_ends_a_run_as_cleanly_as_ctrl_c() {
    let (whole, stopped) = (Scene::new(), Scene::new());
    let command = format!("{SMALL} --agents random --games 30000 --out run");
    whole.run(&command).succeeds();
    let child = start(&stopped, &command);
    wait_until(|| fs::metadata(stopped.path("run/games.csv")).is_ok_and(|file| file.len() > 10_000));
    send(&child, "-TERM");
    send(&child, "-TERM");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(75));
    // Every row is in the checkpoint: no game is replayed.
    let (rows, done) = (stopped.read("run/games.csv"), stopped.json("run/checkpoint.json")["done"].clone());
    assert_eq!(done, rows.lines().count() - 1);
    assert!(stopped.has("run/report.html"));
    stopped.run(&format!("{command} --resume")).succeeds();
    assert_same_run(&whole, &stopped, "run");

    let sweep = "sweep send-it --agents random --vary board.side=2,3 --games 1000000000 --out out --quiet";
    let child = start(&stopped, sweep);
    wait_until(|| stopped.has("out/runs/01/checkpoint.json"));
    send(&child, "-TERM");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(75));
}

#[test]
fn sigterm_does_not_wait_for_games_that_take_too_long() {
    let scene = Scene::new();
    // One action takes minutes.
    let command = "simulate send-it --agents mcts:10000000,random --games 4 --out run --quiet";
    let child =
        scene.command(&command.split(' ').collect::<Vec<_>>()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(|| scene.has("run/games.csv"));
    // The file exists before the first game begins.
    std::thread::sleep(Duration::from_secs(1));
    let begin = Instant::now();
    send(&child, "-TERM");
    let message = "interrupted by SIGTERM: work under way did not end within 5 seconds";
    RunOutput::from(child.wait_with_output().unwrap()).fails(75, message);
    assert!(begin.elapsed() < Duration::from_secs(9), "{:?}", begin.elapsed());
}

#[test]
fn a_complete_run_is_reported_as_such() {
    let scene = Scene::new();
    let command = "simulate send-it --agents random --set board.side=2 --games 20 --out run --resume";
    let begun = scene.run(command).succeeds();
    scene.write("run/report.html", "");
    let again = scene.run(command);
    assert_eq!((again.code, again.err.as_str()), (Some(0), "note: the run in run is complete\n"));
    assert_eq!(again.out, begun.out);
    assert!(!scene.read("run/report.html").is_empty());
    let manifest = scene.json("run/manifest.json");
    assert!(!manifest["command"].to_string().contains("--resume"), "{manifest}");
}

#[test]
fn a_folder_with_only_incomplete_files_of_a_killed_process_is_free() {
    let scene = Scene::new();
    let runs = format!("{SMALL} --agents random --games 5 --out run");
    let sweep = "sweep send-it --agents random --vary board.side=2,3 --games 5 --out sweep";
    for (command, dir, how) in
        [(runs.as_str(), "run", " --resume"), (sweep, "sweep", " --resume"), (sweep, "again", "")]
    {
        fs::create_dir(scene.path(dir)).unwrap();
        scene.write(&format!("{dir}/.lock"), "");
        scene.write(&format!("{dir}/.dropline-Ab1"), "{\"prog");
        scene.run(&format!("{}{how}", command.replace("--out sweep", &format!("--out {dir}")))).succeeds();
        assert!(!scene.has(&format!("{dir}/.dropline-Ab1")));
    }
}

#[test]
fn a_width_that_is_not_a_binary_fraction_survives_a_round_trip() {
    let scene = Scene::new();
    for width in ["1.1%", "2.9%", "0.011000000000000001", "0.0123456789012345678"] {
        let command = format!("{SMALL} --agents random --games 20 --until {width} --out run");
        scene.run(&format!("{command} --force")).succeeds();
        scene.run(&format!("{command} --resume")).succeeds();
        scene.run("verify run --quiet").succeeds();
    }
    scene.run(&format!("{SMALL} --agents random --games 20 --until 1.1% --out run --force")).succeeds();
    assert_eq!(scene.json("run/manifest.json")["until"]["half_width"].to_string(), "0.011");
}

#[test]
fn a_leftover_checkpoint_of_a_complete_run_is_removed() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 20 --out run")).succeeds();
    scene.write("run/checkpoint.json", "{}");
    scene.run(&format!("{SMALL} --agents random --games 20 --out run --resume")).succeeds();
    assert!(!scene.has("run/checkpoint.json"));
}

#[cfg(unix)]
#[test]
fn taking_a_lock_that_is_a_link_neither_truncates_nor_creates_files() {
    let scene = Scene::new();
    scene.write("precious", "all of it");
    fs::create_dir(scene.path("run")).unwrap();
    for target in ["../precious", "../none"] {
        std::os::unix::fs::symlink(target, scene.path("run/.lock")).unwrap();
        scene.run(&format!("{SMALL} --agents random --games 5 --out run --force")).succeeds();
    }
    assert_eq!(scene.read("precious"), "all of it");
    assert!(!scene.has("none"));
}

#[test]
fn a_different_run_is_not_resumed() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --games 20 --out run")).succeeds();
    for (options, message) in [
        ("--agents random --games 20 --seed 2", "`seed` is 1 there and 2 here; continue"),
        ("--agents random --games 30", "`games` is 20 there and 30 here; continue"),
        ("--agents random --games 20 --records", "`records` is false there and true here; continue"),
        (
            "--games 20 --agents random,greedy",
            "`agents` is [\"random\",\"random\"] there and [\"random\",\"greedy\"] here; continue",
        ),
        (
            "--agents random --games 20 --set score.komi=0.5",
            "`rules.score.komi` is 0 there and 0.5 here; continue",
        ),
        (
            "--agents random --games 20 --set board.side=4",
            "`rules.board.side` is 3 there and 4 here; continue",
        ),
    ] {
        let ran = scene.run(&format!("{SMALL} {options} --out run --resume"));
        let expected = format!("error: run holds another run: {message}");
        assert!(ran.code == Some(2) && ran.err.starts_with(&expected), "{}", ran.err);
    }
    scene.run(&format!("{SMALL} --agents random --games 20 --out run --resume")).succeeds();
}

#[test]
fn a_run_whose_variant_file_has_changed_is_not_resumed_by_its_own_command() {
    let scene = Scene::new();
    let variant = |komi: &str| format!("extends = \"send-it\"\n[board]\nside = 3\n[score]\nkomi = {komi}\n");
    scene.write("own.toml", &variant("0"));
    let command = "simulate own.toml --agents random,random --games 5 --out run";
    scene.run(command).succeeds();
    scene.write("own.toml", &variant("0.5"));
    scene.run(&format!("{command} --resume")).fails(
        2,
        "run holds another run: `rules.score.komi` is 0 there and 0.5 here; the same command made it, so a variant file has \
         changed: restore the file, name another folder with `--out`, or replace the run with `--force`",
    );
    scene.write("own.toml", &variant("0"));
    assert_eq!(scene.run(&format!("{command} --resume")).code, Some(0));
}

#[test]
fn a_run_without_a_manifest_or_checkpoint_restarts_if_it_has_no_games() {
    let scene = Scene::new();
    let command = format!("{SMALL} --agents random --games 20 --out run");
    scene.run(&command).succeeds();
    let (rows, manifest) = (scene.read("run/games.csv"), scene.read("run/manifest.json"));
    // The run was stopped before the manifest was written.
    fs::remove_file(scene.path("run/manifest.json")).unwrap();
    scene.write("run/games.csv", rows.lines().next().unwrap());
    scene.run(&format!("{command} --resume")).succeeds();
    assert_eq!(scene.read("run/games.csv"), rows);
    // The run was stopped before the first checkpoint.
    let begun = manifest.replace("\"complete\": true", "\"complete\": false");
    scene.write("run/manifest.json", &begun.replace("\"games_played\": 20", "\"games_played\": 0"));
    scene.run(&format!("{command} --resume")).succeeds();
    assert_eq!(scene.read("run/games.csv"), rows);
    // The run has games, but no record of how many are complete.
    scene.write("run/manifest.json", &begun);
    scene.run(&format!("{command} --resume")).fails(
        2,
        "the run in run has no checkpoint.json to resume from; name another folder with `--out`, or start over with \
         `--force`",
    );
    // The games are those of an unknown run.
    fs::remove_file(scene.path("run/manifest.json")).unwrap();
    let ran = scene.run(&format!("{command} --resume"));
    assert!(ran.code == Some(2) && ran.err.contains("run already exists"), "{}", ran.err);
    scene.write("run/manifest.json", "{\"program\":");
    let ran = scene.run(&format!("{command} --resume"));
    assert!(
        ran.code == Some(2)
            && ran.err.contains(
                "run/manifest.json, line 1, column 11: the text ends where a value is expected: it was cut off"
            ),
        "{}",
        ran.err
    );
}

/// While `command` runs, other processes that would write to `dir` fail, with `--force` or `--resume` or without either.
fn no_other_process_writes(scene: &Scene, command: &str, dir: &str) {
    for option in ["", " --resume", " --force"] {
        scene.run(&format!("{command}{option}")).fails(
            75,
            &format!("another process is writing to {dir}: wait for it, or name another folder with `--out`"),
        );
    }
}

#[test]
fn two_processes_do_not_write_to_one_experiment() {
    let scene = Scene::new();
    let command = "sweep send-it --agents random --vary board.side=2,3 --games 100000000 --out out --quiet";
    let mut child = start(&scene, command);
    wait_until(|| scene.has("out/runs/01/games.csv"));
    no_other_process_writes(&scene, command, "out");
    send(&child, "-KILL");
    child.wait().unwrap();
    let sweep = "sweep send-it --agents random --vary board.side=2,3 --games 5 --out out --quiet";
    scene.run(&format!("{sweep} --force")).succeeds();
    assert!(!scene.has("out/.lock"));
    scene.run(&format!("{sweep} --resume")).succeeds();
    assert!(!scene.has("out/.lock"));
}

#[test]
fn two_processes_do_not_write_to_one_folder() {
    let scene = Scene::new();
    let command = format!("{SMALL} --agents random --games 100000000 --out run");
    let mut child = start(&scene, &command);
    wait_until(|| scene.has("run/checkpoint.json"));
    no_other_process_writes(&scene, &command, "run");
    send(&child, "-KILL");
    child.wait().unwrap();
    // A lock ends with its process.
    scene.run(&format!("{SMALL} --agents random --games 5 --out run --force")).succeeds();
    assert!(!scene.has("run/.lock") && !scene.has("run/checkpoint.json"));
}

/// The shell limits files to a number of blocks of 512 bytes, or of 1024 in some shells.
#[test]
fn a_run_on_a_full_disk_resumes_when_there_is_room() {
    let (whole, full) = (Scene::new(), Scene::new());
    let command = format!("{SMALL} --agents random --games 3000 --records --out run");
    whole.run(&command).succeeds();
    for blocks in [100, 400] {
        let line = format!("ulimit -f {blocks}; exec {} {command} --resume", env!("CARGO_BIN_EXE_dropline"));
        let ran =
            Command::new("sh").args(["-c", &line]).current_dir(full.path("")).output().expect("sh is there");
        let ran = RunOutput::from(ran);
        assert!(ran.code == Some(1) && ran.err.contains("File too large"), "{}", ran.err);
        assert!(
            ran.err.contains("when there is room, run the same command with `--resume` to continue"),
            "{}",
            ran.err
        );
    }
    full.run(&format!("{command} --resume")).succeeds();
    assert_same_run(&whole, &full, "run");
}

/// A full disk at the end of a run could leave a manifest that says that the run is complete, without all tables.
#[test]
fn lost_tables_are_written_again_from_a_checkpoint() {
    let (whole, lost) = (Scene::new(), Scene::new());
    let command = format!("{SMALL} --agents random --games 3000 --out run");
    whole.run(&command).succeeds();
    // The limit is reached after a checkpoint.
    let line = format!("ulimit -f 100; exec {} {command}", env!("CARGO_BIN_EXE_dropline"));
    Command::new("sh").args(["-c", &line]).current_dir(lost.path("")).output().expect("sh is there");
    let checkpoint = lost.read("run/checkpoint.json");
    lost.run(&format!("{command} --resume")).succeeds();
    lost.write("run/checkpoint.json", &checkpoint);
    fs::remove_file(lost.path("run/course.csv")).expect("a table");
    lost.run(&format!("{command} --resume")).succeeds();
    assert!(!lost.has("run/checkpoint.json"));
    assert_eq!(lost.read("run/course.csv"), whole.read("run/course.csv"));
    // Without a checkpoint, a missing table is an error.
    fs::remove_file(lost.path("run/course.csv")).expect("a table");
    let refused = lost.run(&format!("{command} --resume"));
    assert!(refused.code == Some(2) && refused.err.contains("course.csv is missing"), "{}", refused.err);
}

#[test]
fn a_disturbed_run_does_not_block_the_others_of_a_sweep() {
    let scene = Scene::new();
    let command = "sweep tic-tac-toe --vary board.width=3,4 --agents random,random --games 20 --out all";
    scene.run(command).succeeds();
    scene.write("all/runs/01/cells.csv", "changed");
    fs::remove_dir_all(scene.path("all/runs/02")).expect("the second run");
    let refused = scene.run(&format!("{command} --resume"));
    assert!(refused.code == Some(2) && refused.err.contains("a changed file, cells.csv"), "{}", refused.err);
    assert_eq!(scene.json("all/runs/02/manifest.json")["complete"], true);
}

/// Each waits for its turn, says that the folder is in use, or finds the run complete: the lock covers the report too.
#[test]
fn processes_that_resume_the_same_run_at_once_do_it_no_harm() {
    let (whole, scene) = (Scene::new(), Scene::new());
    let command = "simulate go --set board.width=5 --set board.height=5 --agents random --games 300 --out run --quiet --resume";
    whole.run(command).succeeds();
    let processes: Vec<_> = (0..4)
        .map(|_| {
            std::thread::sleep(Duration::from_millis(20));
            start(&scene, command)
        })
        .collect();
    for process in processes {
        let ran = process.wait_with_output().unwrap();
        let error = String::from_utf8_lossy(&ran.stderr);
        assert!(matches!(ran.status.code(), Some(0 | 75)), "{:?}: {error}", ran.status.code());
    }
    scene.run(command).succeeds();
    assert_same_run(&whole, &scene, "run");
}

#[test]
fn an_experiment_is_resumed() {
    let (whole, stopped) = (Scene::new(), Scene::new());
    let command = "sweep send-it --agents random --vary board.side=1,2,3 --games 6000 --out out --quiet";
    whole.run(command).succeeds();
    let child = start(&stopped, command);
    wait_until(|| stopped.has("out/runs/03/games.csv"));
    send(&child, "-INT");
    child.wait_with_output().unwrap();
    let refused = stopped.run(command);
    assert!(refused.code == Some(2) && refused.err.contains("`--resume`"), "{}", refused.err);
    let other = stopped.run(&format!("{} --resume", command.replace("6000", "7000")));
    let expected =
        "error: out holds another experiment: `games` is 6000 there and 7000 here; continue it with `";
    assert!(other.code == Some(2) && other.err.starts_with(expected), "{}", other.err);
    stopped.run(&format!("{command} --resume")).succeeds();
    assert_same_run(&whole, &stopped, "out");
    // A second resume has nothing to do.
    stopped.run(&format!("{command} --resume")).succeeds();
    assert_same_run(&whole, &stopped, "out");
}
