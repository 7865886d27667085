//! `dropline finish`: the units of a plan merged into its runs.

use crate::scene::{RunOutput, Scene, files_of};
use crate::units::{SMALL, assert_same_plan, play_units};
use std::fs;
use std::process::Stdio;

#[test]
fn a_finished_run_passes_verification_and_has_no_units() {
    let scene = Scene::new();
    scene
        .run("sweep send-it --agents random --vary board.side=2,3 --games 30 --plan plan --unit-games 10 --quiet")
        .succeeds();
    scene.run("submit plan --kubernetes --quiet").succeeds();
    play_units(&scene);
    scene.run("finish plan --quiet").succeeds();
    assert!(!scene.has("plan/units") && !scene.has("plan/plan.json"));
    let verified = scene.run("verify plan --all --quiet").succeeds();
    assert!(scene.has("plan/jobs") && !verified.out.contains("not compared"), "{}", verified.out);
    // Processes that start late have nothing to do.
    for (command, message) in [
        ("unit plan 3", "note: plan is finished: there is nothing to play\n"),
        ("finish plan", "note: plan is finished\n"),
    ] {
        let ran = scene.run(command);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), message));
    }
    scene.run("status plan").succeeds().prints("plan is finished\n");
}

/// A process that merges units can be killed after writing the games of a run but before writing the files derived from them.
#[test]
fn finish_completes_what_a_killed_process_left() {
    let (one, many) = (Scene::new(), Scene::new());
    let sweep = "sweep send-it --agents random --vary board.side=2,3 --games 30 --rows zstd --quiet";
    one.run(&format!("{sweep} --out plan")).succeeds();
    many.run(&format!("{sweep} --plan plan --unit-games 20")).succeeds();
    play_units(&many);
    let plan = many.read("plan/plan.json");
    many.run("finish plan --quiet").succeeds();
    // The first run has only the files that exist once its games are over.
    let plain = Scene::new();
    plain.run(&format!("{} --out plan", sweep.replace("zstd", "all"))).succeeds();
    many.write("plan/plan.json", &plan);
    many.run("status plan")
        .succeeds()
        .mentions(&["plan is complete, but its units are still being removed; "]);
    for file in ["games.csv.zst", "highlights.jsonl", "report.html", "summary.csv"] {
        fs::remove_file(many.path(&format!("plan/runs/01/{file}"))).unwrap();
    }
    many.write("plan/runs/01/games.csv", &plain.read("plan/runs/01/games.csv"));
    let left = [
        "plan/runs/01/checkpoint.json",
        "plan/runs/02/.lock",
        "plan/runs/02/.dropline-Xa1b2c",
        "plan/runs/02/charts/.dropline-Xa1b2d",
        "plan/charts/.dropline-Xa1b2e",
        "plan/.lock",
    ];
    left.iter().for_each(|name| many.write(name, ""));
    many.run("finish plan --quiet").succeeds();
    let there: Vec<_> = left.iter().filter(|name| many.has(name)).collect();
    assert!(there.is_empty(), "{there:?}");
    for name in files_of(&one, "plan").iter().filter(|name| !name.ends_with(".json")) {
        assert!(fs::read(one.path(name)).unwrap() == fs::read(many.path(name)).unwrap(), "{name}");
    }
}

/// Schedulers send SIGTERM at any point of `finish`.
#[cfg(unix)]
#[test]
fn a_terminated_finish_reports_it_and_the_next_finish_completes_the_merge() {
    let (whole, scene) = (Scene::new(), Scene::new());
    whole.run(&format!("{SMALL} --games 100000 --out plan")).succeeds();
    scene.run(&format!("{SMALL} --games 100000 --plan plan --unit-games 50000")).succeeds();
    play_units(&scene);
    for file in ["games.csv", "highlights.jsonl"] {
        let command = scene.command(&["finish", "plan"]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = command.unwrap();
        while !scene.has(&format!("plan/{file}")) && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let kill = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let ran = RunOutput::from(child.wait_with_output().unwrap());
        ran.fails(75, "interrupted by SIGTERM: `dropline finish plan` resumes");
    }
    scene.run("finish plan --quiet").succeeds();
    assert_same_plan(&whole, &scene);
}

#[test]
fn units_of_another_plan_are_not_merged() {
    let (scene, other) = (Scene::new(), Scene::new());
    scene.run(&format!("{SMALL} --games 40 --plan plan --unit-games 20")).succeeds();
    play_units(&scene);
    let with = |options: &str, message: &str| {
        let _ = fs::remove_dir_all(other.path("plan"));
        other.run(&format!("{SMALL} {options} --plan plan")).succeeds();
        play_units(&other);
        let theirs = files_of(&other, "plan/units/02");
        let kept: Vec<(String, String)> =
            theirs.iter().map(|name| (name.clone(), scene.read(name))).collect();
        theirs.iter().for_each(|name| scene.write(name, &other.read(name)));
        scene.run("finish plan").fails(75, &format!("{message}: `dropline unit plan 2` plays it again"));
        assert_eq!(scene.run("status plan --json").succeeds().json_lines()[0]["missing"], "2");
        let games = scene.read("plan/units/02/games.csv");
        scene.run("unit plan 2 --quiet").succeeds();
        assert_ne!(scene.read("plan/units/02/games.csv"), games);
        kept.iter().for_each(|(name, text)| scene.write(name, text));
    };
    with(
        "--games 40 --unit-games 20 --seed 2",
        "unit 2 belongs to another run: its seed is 2, the plan's is 1",
    );
    with("--games 40 --unit-games 10", "the folder of unit 2 holds games 11 to 20, expected games 21 to 40");
    let swap = |one: &str, other: &str| fs::rename(scene.path(one), scene.path(other)).unwrap();
    swap("plan/units/01", "plan/units/03");
    swap("plan/units/02", "plan/units/01");
    swap("plan/units/03", "plan/units/02");
    scene.run("finish plan").fails(
        75,
        "units 1-2 of 2 in plan are not complete: `dropline unit plan 1` plays the first of them; the folder of unit 1 holds games \
         21 to 40, expected games 1 to 20; the folder of unit 2 holds games 1 to 20, expected games 21 to 40",
    );
    play_units(&scene);
    scene.run("finish plan --quiet").succeeds();
}

#[test]
fn only_one_of_two_processes_merges_units() {
    for command in [SMALL, "sweep send-it --agents random --vary board.side=2,3 --quiet"] {
        let scene = Scene::new();
        scene.run(&format!("{command} --games 20 --plan plan --unit-games 10")).succeeds();
        play_units(&scene);
        let lock = dropline::run::Lock::take(&scene.path("plan")).unwrap();
        for command in ["finish plan", "submit plan --slurm --print"] {
            let ran = scene.run(command);
            let message = "error: another process is merging the units of plan: wait for it to end\n";
            assert_eq!((ran.code, ran.err.as_str()), (Some(75), message));
        }
        drop(lock);
        scene.run("finish plan --quiet").succeeds();
    }
}
