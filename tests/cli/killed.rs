//! Runs that are killed while their files are replaced, at each system call that removes or renames a file.
//!
//! strace kills the program. If it is not installed or may not trace, the tests say so and pass.

#![cfg(target_os = "linux")]

use crate::resume::assert_same_run;
use crate::scene::{Scene, files_of};
use std::fs;
use std::io::Write as _;
use std::process::{Command, ExitStatus, Stdio};

const CALLS: &str = "unlink,unlinkat,rename,renameat,renameat2,rmdir";

/// Whether strace can trace here; if not, prints a message.
fn can_trace() -> bool {
    let traced =
        Command::new("strace").args(["-f", "-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
    let can = traced.is_ok_and(|status| status.success());
    if !can {
        // Bypasses the test harness's output capture, so that whoever runs the tests sees the message.
        let _ =
            writeln!(std::io::stderr(), "strace cannot be used: runs are not killed between system calls");
    }
    can
}

/// Runs the program in the scene and kills it at the `nth` call of [`CALLS`].
fn kill_at(scene: &Scene, nth: u32, command: &str) -> ExitStatus {
    Command::new("strace")
        .args(["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={CALLS}")])
        .args(["-e", &format!("inject={CALLS}:signal=SIGKILL:when={nth}")])
        .arg(env!("CARGO_BIN_EXE_dropline"))
        .args(command.split(' '))
        .current_dir(scene.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("strace starts")
}

/// Copies the folder `name` of a scene to a new scene.
fn copy_of(scene: &Scene, name: &str) -> Scene {
    let copy = Scene::new();
    for file in files_of(scene, name) {
        let to = copy.path(&file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("the folder can be made");
        fs::copy(scene.path(&file), to).expect("the file can be copied");
    }
    copy
}

/// Runs `command` with `option` on copies of `before`, each time killed at a later system call that changes the folder `name`;
/// resumes it, and compares the result with `whole`.
fn resumes_wherever_it_is_killed(before: &Scene, whole: &Scene, name: &str, command: &str, option: &str) {
    for nth in 1.. {
        let scene = copy_of(before, name);
        if kill_at(&scene, nth, &format!("{command} {option}")).success() {
            assert!(nth > 5, "the program was killed only {nth} times");
            return;
        }
        let ran = scene.run(&format!("{command} --resume"));
        let left = files_of(&scene, name);
        assert_eq!(ran.code, Some(0), "killed at call {nth} with {option}: {}\n{left:?}", ran.err);
        forget_force(&scene, name);
        assert_same_run(whole, &scene, name);
    }
}

/// Removes `--force` from the commands in the folder `name`: the moment of the kill decides whether the command with it or without
/// it is recorded.
fn forget_force(scene: &Scene, name: &str) {
    for file in files_of(scene, name).iter().filter(|file| file.ends_with(".json")) {
        scene.write(file, &scene.read(file).replace(",\n    \"--force\"", ""));
    }
}

/// Leaves the run in the folder `run` as if its process had been killed before its first checkpoint.
fn as_if_killed_early(scene: &Scene) {
    let manifest = scene.read("run/manifest.json").replace("\"complete\": true", "\"complete\": false");
    scene.write("run/manifest.json", &manifest.replace("\"games_played\": 20", "\"games_played\": 0"));
    for file in files_of(scene, "run") {
        if file != "run/manifest.json" && file != "run/games.csv" {
            fs::remove_file(scene.path(&file)).expect("the file is there");
        }
    }
}

#[test]
fn a_run_killed_before_its_first_checkpoint_and_again_while_restarting_is_resumed() {
    if !can_trace() {
        return;
    }
    let command = "simulate send-it --agents random --set board.side=2 --games 20 --out run --quiet";
    let whole = Scene::new();
    whole.run(command).succeeds();
    let early = copy_of(&whole, "run");
    as_if_killed_early(&early);
    resumes_wherever_it_is_killed(&early, &whole, "run", command, "--resume");
}

#[test]
fn a_run_killed_while_it_replaces_another_is_resumed() {
    if !can_trace() {
        return;
    }
    let command = "simulate send-it --agents random --set board.side=2 --games 20 --out run --quiet";
    let whole = Scene::new();
    whole.run(command).succeeds();
    resumes_wherever_it_is_killed(&whole, &whole, "run", command, "--force");
}

#[test]
fn an_experiment_killed_while_it_replaces_another_is_resumed() {
    if !can_trace() {
        return;
    }
    let command = "sweep send-it --agents random --vary board.side=1,2 --games 5 --out out --quiet";
    let whole = Scene::new();
    whole.run(command).succeeds();
    resumes_wherever_it_is_killed(&whole, &whole, "out", command, "--force");
}
