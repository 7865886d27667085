//! External programs, and what they start, end with the program.

#![cfg(target_os = "linux")]

use crate::scene::Scene;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A program for tic-tac-toe that starts another one and writes both process IDs into a file; it answers `go` with this shell code.
fn write_bot(scene: &Scene, go: &str) {
    let bot = format!(
        "sleep 300 >/dev/null 2>&1 & echo $$ $! >> processes\n\
         while read -r word rest; do case $word in\n\
         ugi) echo ugiok;;\n\
         isready) echo readyok;;\n\
         go) {go};;\n\
         quit) exit;;\n\
         esac; done\n"
    );
    scene.write("bot.sh", &bot);
}

/// Whether a process runs. One that nobody waits for does not.
fn runs(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['Z', 'X']))
}

/// Waits until a condition holds.
fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "waited for: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The processes in the file that the bot writes.
fn processes(scene: &Scene) -> Vec<String> {
    let text = std::fs::read_to_string(scene.path("processes")).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}

const ARGS: [&str; 8] =
    ["simulate", "tic-tac-toe", "--agents", "ugi:sh bot.sh,random", "--games", "1", "--out", "run"];

#[test]
fn a_killed_program_leaves_no_bot() {
    let scene = Scene::new();
    write_bot(&scene, "echo > asked; sleep 300");
    let mut child = scene.command(&ARGS).stderr(Stdio::null()).spawn().expect("the program starts");
    wait_until("the first move", || scene.has("asked"));
    // A check before the first game started another bot.
    let processes = processes(&scene).split_off(2);
    assert!(processes.len() == 2 && processes.iter().all(|process| runs(process)), "{processes:?}");
    child.kill().and_then(|()| child.wait()).expect("it ends");
    wait_until("the end of the bot", || !processes.iter().any(|process| runs(process)));
}

#[test]
fn what_a_bot_started_ends_with_it() {
    let scene = Scene::new();
    write_bot(&scene, "exit");
    assert_eq!(scene.run_args(&ARGS).code, Some(1));
    let processes = processes(&scene);
    wait_until("the end of its processes", || !processes.iter().any(|process| runs(process)));
}
