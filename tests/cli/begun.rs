//! Plans whose process was killed while it wrote them.

use crate::scene::Scene;
use std::fs;

const RUN: &str =
    "simulate send-it --set board.side=3 --games 100 --agents random,random --quiet --unit-games 50";
const SWEEP: &str =
    "sweep send-it --vary board.side=2..4 --games 4 --agents random,random --quiet --unit-games 2";

/// Writes a plan without its last file.
fn begin(scene: &Scene, command: &str) {
    scene.run(&format!("{command} --plan plan")).succeeds();
    fs::remove_file(scene.path("plan/plan.json")).expect("it was written last");
}

#[test]
fn a_plan_can_be_begun_again() {
    let scene = Scene::new();
    begin(&scene, RUN);
    begin(&scene, SWEEP);
    // The plan of a run in place of that of an experiment: no run of the experiment is left.
    scene.run(&format!("{RUN} --plan plan")).succeeds();
    assert!(!scene.has("plan/runs") && !scene.has("plan/experiment.json"));
    for unit in ["1", "2"] {
        scene.run(&format!("unit plan {unit} --quiet")).succeeds();
    }
    scene.run("finish plan --quiet").succeeds();
}

#[test]
fn runs_and_other_files_are_not_taken_for_a_begun_plan() {
    let scene = Scene::new();
    begin(&scene, RUN);
    scene.write("plan/notes.txt", "mine");
    assert_eq!(scene.run(&format!("{RUN} --plan plan")).code, Some(2));
    let scene = Scene::new();
    scene
        .run("simulate send-it --set board.side=2 --games 4 --agents random,random --quiet --out plan")
        .succeeds();
    assert_eq!(scene.run(&format!("{RUN} --plan plan")).code, Some(2));
    // A manifest that says that games were played may be all that is left of them.
    for name in scene.names("plan").iter().filter(|name| *name != "manifest.json") {
        let path = scene.path(&format!("plan/{name}"));
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
            .expect("it can be removed");
    }
    assert_eq!(scene.run(&format!("{RUN} --plan plan")).code, Some(2));
}
