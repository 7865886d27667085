//! Learning a game, and playing with what was learned.

use crate::scene::{RunOutput, Scene};
use std::fs;

const LEARN: &str = "learn othello --set board.width=4 --set board.height=4 --games 200";
const GAME: &str = "othello --set board.width=4 --set board.height=4 --quiet";

/// Asserts that the program refused its input, for this reason.
#[track_caller]
fn refused(ran: &RunOutput, why: &str) {
    assert!(ran.code == Some(2) && ran.err.contains(why), "{}", ran.err);
}

/// The value of a measure of a run.
fn measure(scene: &Scene, run: &str, name: &str) -> f64 {
    let table = scene.read(&format!("{run}/summary.csv"));
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let row = rows.records().flatten().find(|row| &row[0] == name).expect("the measure");
    row[1].parse().expect("a number")
}

#[test]
fn the_same_seed_gives_the_same_file_on_any_number_of_threads() {
    let scene = Scene::new();
    for (out, options) in [("a", "--threads 1"), ("b", "--threads 2"), ("c", "--seed 2")] {
        let ran = scene.run(&format!("{LEARN} --out {out} {options}"));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        // Games come in blocks of 128.
        assert!(ran.out.starts_with("Othello, 4x4: learned from 256 games ("), "{}", ran.out);
        assert!(ran.out.contains("one action ahead, it scored "), "{}", ran.out);
    }
    let [a, b, c] = ["a", "b", "c"].map(|name| fs::read(scene.path(name)).expect("a file"));
    assert!(a == b && a != c);
    assert!(!scene.path("a.partial").exists());
}

#[test]
fn the_page_shows_what_stones_and_shapes_are_worth() {
    let scene = Scene::new();
    let ran = scene.run(&format!("{LEARN} --out small.learned")).succeeds();
    assert!(ran.out.ends_with("\nreport: small.learned.html\n"), "{}", ran.out);
    let page = scene.read("small.learned.html");
    for part in [
        " stone is worth most on ",
        "What was learned of Othello, 4x4",
        "A black stone",
        "A white stone",
        "</strong> points",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains("learned from 256 games"), "{page}");
}

#[test]
fn learned_players_beat_random_ones_and_their_games_can_be_verified() {
    let scene = Scene::new();
    scene.run(&format!("{LEARN} --out small.learned --quiet")).succeeds();
    for (agent, run) in [("learned:small.learned", "ahead"), ("mcts:50:eval=small.learned", "search")] {
        let command =
            format!("simulate {GAME} --agents {agent},random --pairs --games 60 --records --out {run}");
        scene.run(&command).succeeds();
        let score = measure(&scene, run, "first_agent_score");
        assert!(score > 0.7, "{agent}: {score}");
        let manifest = scene.json(&format!("{run}/manifest.json"));
        assert_eq!(manifest["learned"][agent].as_str().map(str::len), Some(64));
        scene.run(&format!("verify {run}")).succeeds();
        let again = scene.run(&format!("{command} --resume"));
        assert_eq!(again.code, Some(0), "{}", again.err);
    }
    // The run refuses to resume if another file has taken the place of the one that its player used.
    scene.run(&format!("{LEARN} --seed 2 --out small.learned --force --quiet")).succeeds();
    let resumed = scene.run(&format!(
        "simulate {GAME} --agents learned:small.learned,random --pairs --games 60 --records --out ahead --resume"
    ));
    refused(&resumed, "`learned.learned:small.learned`");
    let missing = "the file of `learned:small.learned` is missing, or is not the one that it played by";
    refused(&scene.run("verify ahead"), missing);
    let plan = format!("simulate {GAME} --agents learned:small.learned,random --games 4 --plan plan");
    scene.run(&plan).succeeds();
    fs::remove_file(scene.path("small.learned")).expect("it is there");
    refused(&scene.run("unit plan 1"), missing);
    refused(&scene.run("verify ahead"), missing);
    assert_eq!(scene.run("report ahead").code, Some(0));
}

#[test]
fn files_that_cannot_be_used_are_refused() {
    let scene = Scene::new();
    scene.run(&format!("{LEARN} --out small.learned --quiet")).succeeds();
    let simulate =
        |game: &str, agent: &str| scene.run(&format!("simulate {game} --agents {agent} --games 2 --out run"));
    refused(&simulate("othello", "learned:small.learned"), "small.learned was learned for `othello` (rules ");
    refused(&simulate(GAME, "learned:nowhere"), "nowhere: No such file or directory\n");
    refused(&simulate(GAME, "learned"), "`learned` needs a file written by `dropline learn`");
    refused(&simulate(GAME, "mcts:10:bias=1:eval=small.learned"), "leave out the other options");
    scene.write("text", "dropline plays");
    refused(&simulate(GAME, "learned:text"), "text: not a file written by `dropline learn`");
    let mut bytes = fs::read(scene.path("small.learned")).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(scene.path("damaged"), &bytes).expect("it can be written");
    refused(
        &simulate(GAME, "learned:damaged"),
        "damaged: the file is damaged or was cut off: learn it again",
    );
    fs::write(scene.path("short"), &bytes[..middle]).expect("it can be written");
    refused(&simulate(GAME, "learned:short"), "short: the file is damaged or was cut off: learn it again");
    refused(
        &scene.run(&format!("{LEARN} --out small.learned")),
        "small.learned exists: learn on from it with `--from",
    );
    refused(&scene.run(&format!("{LEARN} --resume --out new")), "new.partial: No such file or directory");
}

#[test]
fn a_game_on_the_plane_is_learned_into_a_new_folder() {
    let scene = Scene::new();
    scene.run("learn hex-it --games 128 --quiet --out new/plane.learned").succeeds();
    let page = scene.read("new/plane.learned.html");
    assert!(page.contains("What tiles and stacks are worth") && !page.contains("Shapes"), "{page}");
    let play = "simulate hex-it --agents learned:new/plane.learned,greedy --games 2 --out out --quiet";
    scene.run(play).succeeds();
}

#[test]
fn weights_carry_over_to_another_board() {
    let scene = Scene::new();
    scene.run(&format!("{LEARN} --out small.learned --quiet")).succeeds();
    let larger = "learn othello --set board.width=6 --set board.height=6 --games 128 --quiet";
    scene.run(&format!("{larger} --from small.learned --out larger.learned")).succeeds();
    scene.run(&format!("{larger} --out alone.learned")).succeeds();
    let [with, without] =
        ["larger", "alone"].map(|name| fs::read(scene.path(&format!("{name}.learned"))).expect("a file"));
    assert_ne!(with, without);
    let head = |bytes: &[u8]| {
        String::from_utf8_lossy(bytes.split(|&byte| byte == b'\n').nth(1).expect("a head")).into_owned()
    };
    let head: serde_json::Value = serde_json::from_str(&head(&with)).expect("JSON");
    assert_eq!(head["before"][0]["games"], 256);
}

/// The signal that Ctrl-C sends is not available to tests everywhere.
#[cfg(unix)]
#[test]
fn a_course_that_was_stopped_goes_on_to_the_same_file() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::time::Duration;

    let scene = Scene::new();
    let command = "learn othello --games 40k --quiet";
    let whole = "learn othello --games 6k --quiet";
    scene.run(&format!("{whole} --out whole")).succeeds();
    let mut child = scene
        .command(&format!("{command} --out parts").split(' ').collect::<Vec<_>>())
        .spawn()
        .expect("it starts");
    // Something has been learned and saved.
    while !scene.path("parts.partial").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), Some(75));
    assert!(scene.path("parts.partial").exists() && !scene.path("parts").exists());
    refused(
        &scene.run(&format!("{whole} --out parts --resume --seed 2")),
        "parts.partial was learned with another seed",
    );
    scene.run(&format!("{whole} --out parts --resume")).succeeds();
    let [whole, parts] = ["whole", "parts"].map(|name| fs::read(scene.path(name)).expect("a file"));
    assert!(whole == parts);
}
