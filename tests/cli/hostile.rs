//! Untrusted files: they cannot control the terminal or a page, nor make the program access other files.

use crate::scene::{RunOutput, Scene};
use dropline_engine::text::is_unprintable;
use serde_json::{Value, json};
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

const SMALL: &str = "send-it --set board.side=3";
/// Text that would clear the screen, reverse the text after it, and run a script in a browser.
const EVIL: &str = "\u{1b}[2J\u{9b}31m\u{202e}<script>alert(1)</script>\"'&";

/// Runs the program, which must end by itself soon.
fn soon(scene: &Scene, args: &[&str]) -> RunOutput {
    let mut child = scene
        .command(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    while child.try_wait().expect("its status can be read").is_none() {
        if start.elapsed() > Duration::from_secs(30) {
            child.kill().expect("the program can be killed");
            panic!("it does not end: {args:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it has ended").into()
}

/// Asserts that neither output contains anything that controls a terminal.
#[track_caller]
fn is_harmless(ran: &RunOutput) {
    for text in [&ran.out, &ran.err] {
        let steering = text.chars().find(|&c| c != '\n' && is_unprintable(c));
        assert_eq!(steering, None, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn extends_reads_only_variant_files() {
    let scene = Scene::new();
    scene.write("secret.txt", "password = letmein");
    std::os::unix::fs::symlink("secret.txt", scene.path("link.toml")).unwrap();
    for (link, target) in [("dead.toml", "gone.toml"), ("loop.toml", "loop.toml")] {
        std::os::unix::fs::symlink(target, scene.path(link)).unwrap();
    }
    fs::create_dir(scene.path("folder.toml")).unwrap();
    for (base, message) in [
        ("secret.txt", "cannot read `secret.txt`: the name of a file to extend must end in `.toml`"),
        (
            "./link.toml",
            "cannot read `./link.toml`: it is a link to `secret.txt`: the name of a file to extend must end in \
             `.toml`, even behind a link",
        ),
        ("dead.toml", "cannot read `dead.toml`: it is a broken link to `gone.toml`"),
        ("loop.toml", "cannot read `loop.toml`: it is a broken link to `loop.toml`"),
        ("folder.toml", "cannot read `folder.toml`: it is a folder"),
        ("/dev/zero", "cannot read `/dev/zero`: it is not a regular file"),
        ("../none.toml", "cannot read `../none.toml`: no such file"),
    ] {
        scene.write("mine.toml", &format!("extends = \"{base}\"\n"));
        let ran = scene.run("check mine.toml");
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.starts_with(&format!("error: {message}\n --> mine.toml:1:11\n")), "{}", ran.err);
        assert!(!ran.err.contains("letmein"), "{}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn reading_a_pipe_does_not_block() {
    let scene = Scene::new();
    for name in ["pipe.toml", "games.csv"] {
        let made = std::process::Command::new("mkfifo").arg(scene.path(name)).status().expect("mkfifo");
        assert!(made.success());
    }
    for base in ["pipe.toml", "./pipe"] {
        scene.write("mine.toml", &format!("extends = \"{base}\"\n"));
        let ran = soon(&scene, &["check", "mine.toml"]);
        assert!(ran.code == Some(2) && ran.err.contains("cannot read"), "{}", ran.err);
    }
    std::os::unix::fs::symlink("pipe.toml", scene.path("link.toml")).unwrap();
    for named in ["pipe.toml", "link.toml", "./games.csv"] {
        for command in ["check", "simulate", "show"] {
            soon(&scene, &[command, named]).fails(
                2,
                &format!(
                    "cannot read `{named}`: it is a pipe or a device, not a file; `-` reads standard input"
                ),
            );
        }
    }
    scene.run(&format!("simulate {SMALL} --agents random --games 2 --out run --quiet")).succeeds();
    fs::rename(scene.path("games.csv"), scene.path("run/games.csv")).unwrap();
    soon(&scene, &["report", "run"]).fails(2, "run/games.csv: it is not a regular file");
}

#[test]
fn a_hundred_thousand_unknown_keys_are_reported_quickly() {
    let scene = Scene::new();
    let keys = |count: usize| -> String { (0..count).map(|at| format!("k{at:x}=1\n")).collect() };
    scene.write("mine.toml", &format!("extends = \"send-it\"\n[action.drop.place]\n{}", keys(100_000)));
    let start = Instant::now();
    let ran = soon(&scene, &["check", "mine.toml"]);
    let most = if cfg!(debug_assertions) { 60 } else { 2 };
    assert!(start.elapsed() < Duration::from_secs(most), "{:?}", start.elapsed());
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("unknown key `k0` in `action.drop.place`") && ran.err.contains("expected `by`"));
    assert!(ran.err.ends_with("error: and 99950 more\n"), "{}", ran.err);
}

#[test]
fn the_size_limit_includes_the_files_that_a_file_extends() {
    let scene = Scene::new();
    let actions = |count: usize| -> String {
        (0..count).map(|at| format!("[action.a{at}]\nplace.sight = \"none\"\n")).collect()
    };
    scene.write("base.toml", &format!("extends = \"send-it\"\n{}", actions(15_000)));
    scene.write("over.toml", &format!("extends = \"base.toml\"\n{}", actions(15_000)));
    let ran = soon(&scene, &["check", "over.toml"]);
    assert!(
        ran.code == Some(2)
            && ran.err.contains("the file and those that extend it are too large to be a variant"),
        "{}",
        ran.err
    );
    // The files are within the limit: the base has as many keys as the file that extends it.
    scene.write("base.toml", &format!("extends = \"send-it\"\n{}", actions(7_000)));
    scene.write("over.toml", &format!("extends = \"base.toml\"\n{}", actions(7_000)));
    let ran = soon(&scene, &["check", "over.toml"]);
    assert!(ran.code == Some(2) && ran.err.contains("`action` has"), "{}", ran.err);
}

#[cfg(target_os = "linux")]
#[test]
fn endless_files_are_not_read() {
    let scene = Scene::new();
    for file in ["manifest.json", "games.csv", "cells.csv", "course.csv", "experiment.json"] {
        scene
            .run(&format!("simulate {SMALL} --agents random --games 2 --out run --force --quiet"))
            .succeeds();
        let _ = fs::remove_file(scene.path("run").join(file));
        std::os::unix::fs::symlink("/dev/zero", scene.path("run").join(file)).unwrap();
        soon(&scene, &["report", "run"]).fails(2, &format!("run/{file}: it is not a regular file"));
        fs::remove_file(scene.path("run").join(file)).unwrap();
    }
    let ran = soon(&scene, &["check", "/dev/zero"]);
    assert!(ran.code == Some(2) && ran.err.contains("it is a pipe or a device"), "{}", ran.err);
    let endless = fs::File::open("/dev/zero").unwrap();
    let ran: RunOutput =
        scene.command(&["check", "-"]).stdin(endless).output().expect("the program starts").into();
    assert!(ran.code == Some(2) && ran.err.contains("the file is too large to be a variant"), "{}", ran.err);
    soon(&scene, &["replay", "send-it", "/dev/zero"])
        .fails(2, "cannot read /dev/zero: line 1 is longer than 16777216 bytes");
}

#[test]
fn an_unclosed_quote_does_not_fill_the_memory() {
    let scene = Scene::new();
    scene.run(&format!("simulate {SMALL} --agents random --games 2 --out run --quiet")).succeeds();
    let rows = scene.read("run/games.csv");
    // The program may stop reading at the end of a line or within one.
    for filler in ["", "x"] {
        scene.write("run/games.csv", &format!("{rows}\"{filler}{}", "x\n".repeat(10 << 20)));
        let ran = scene.run("report run");
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.contains("games.csv: a row is longer than 16777216 bytes"), "{}", ran.err);
    }
}

#[test]
fn names_with_control_characters_or_scripts_are_escaped() {
    let scene = Scene::new();
    scene.run(&format!("simulate {SMALL} --agents random --games 40 --out run --quiet")).succeeds();
    let mut manifest = scene.json("run/manifest.json");
    let rules = manifest["rules"].clone();
    poison(&mut manifest, &[]);
    scene.write("run/manifest.json", &manifest.to_string());
    let evil = |name: &str| format!(",\"{name}{}\",", EVIL.replace('"', "\"\""));
    let rows = scene.read("run/games.csv");
    scene.write("run/games.csv", &rows.replace(",random,", &evil("")).replace(",send-it,", &evil("send-it")));
    // The report loads the rules, which are invalid here.
    let ran = scene.run("report run");
    assert_eq!(ran.code, Some(2));
    is_harmless(&ran);
    manifest["rules"] = rules;
    scene.write("run/manifest.json", &manifest.to_string());
    fs::remove_file(scene.path("run/highlights.jsonl")).unwrap();
    for args in ["report run --quiet", "report run --quiet --json"] {
        let ran = scene.run(args).succeeds();
        is_harmless(&ran);
    }
    for file in ["run/report.html", "run/charts/score.svg", "run/charts/margins.svg"] {
        let text = scene.read(file);
        // A page has only its own script.
        let own = usize::from(file.ends_with(".html"));
        assert!(text.contains("&lt;script&gt;") && text.matches("<script").count() == own, "{file}");
        assert!(!text.contains(|c| c != '\n' && is_unprintable(c)), "{file}");
    }
}

/// Puts the hostile text into every string of `value`, except under these keys.
fn poison(value: &mut Value, spared: &[&str]) {
    match value {
        Value::String(text) => text.push_str(EVIL),
        Value::Array(list) => list.iter_mut().for_each(|value| poison(value, spared)),
        Value::Object(map) => {
            let others = map.iter_mut().filter(|(key, _)| !spared.contains(&key.as_str()));
            others.for_each(|(_, value)| poison(value, spared));
        }
        _ => {}
    }
}

#[test]
fn hostile_text_in_experiments_is_escaped_too() {
    let scene = Scene::new();
    for (name, command) in [
        (
            "sweep",
            "sweep send-it --agents random --vary board.side=2..3 --vary turn.steps.0.max=1..2 --games 30",
        ),
        (
            "compare",
            "compare send-it send-it-square --agents random --agents greedy --games 30 --set setup.turns=0",
        ),
        ("ladder", "ladder send-it --set board.side=2 --rungs random,greedy --games 30"),
    ] {
        scene.run(&format!("{command} --out {name} --quiet"));
        let file = format!("{name}/experiment.json");
        let mut experiment = scene.json(&file);
        // A run whose agents or rules differ from the list is not reported at all.
        poison(&mut experiment, &["kind", "dir", "agents", "rules_hash"]);
        scene.write(&file, &experiment.to_string());
        let ran = scene.run(&format!("report {name}"));
        assert_eq!(ran.code, Some(0), "{name}: {}", ran.err);
        is_harmless(&ran);
        for file in scene.names(&format!("{name}/charts")) {
            let text = scene.read(&format!("{name}/charts/{file}"));
            let evil = text.contains("<script") || text.contains(|c| c != '\n' && is_unprintable(c));
            assert!(!evil, "{name}/{file}");
        }
        let page = scene.read(&format!("{name}/report.html"));
        assert!(page.contains("&lt;script&gt;") && page.matches("<script").count() == 1, "{name}");
        assert!(!page.contains(|c| c != '\n' && is_unprintable(c)), "{name}");
    }
}

#[test]
fn an_experiment_has_its_runs_only_below_its_folder() {
    let scene = Scene::new();
    scene.run(&format!("simulate {SMALL} --agents random --games 2 --out elsewhere --quiet")).succeeds();
    scene.run("sweep send-it --agents random --vary board.side=2..3 --games 2 --out out --quiet").succeeds();
    let mut experiment = scene.json("out/experiment.json");
    experiment["runs"][0]["dir"] = json!("../../elsewhere");
    scene.write("out/experiment.json", &experiment.to_string());
    scene.run("report out").fails(
        2,
        "out/experiment.json: run 1: `dir` must be the number of a folder in `runs`, found `../../elsewhere`",
    );
}

#[test]
fn an_experiment_that_lists_a_run_twice_is_rejected() {
    let scene = Scene::new();
    scene.run("sweep send-it --agents random --vary board.side=2..3 --games 2 --out out --quiet").succeeds();
    let mut experiment = scene.json("out/experiment.json");
    experiment["runs"][1]["dir"] = json!("01");
    scene.write("out/experiment.json", &experiment.to_string());
    let message = "out/experiment.json: run 2: `dir` is `01`, the folder of run 1: each run needs its own";
    scene.run("report out").fails(2, message);
    scene.run("verify out").fails(1, message);
}

#[cfg(unix)]
#[test]
fn a_report_is_written_only_into_its_folder() {
    let scene = Scene::new();
    scene.run(&format!("simulate {SMALL} --agents random --games 2 --out run --quiet")).succeeds();
    fs::create_dir(scene.path("elsewhere")).unwrap();
    scene.write("mine.html", "mine");
    fs::remove_dir_all(scene.path("run/charts")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", scene.path("run/charts")).unwrap();
    scene.run("report run").fails(
        1,
        "cannot write run/charts: it is a link, not a folder; the games are kept; once the problem is fixed, the \
         same command redraws it",
    );
    assert!(scene.names("elsewhere").is_empty());
    // A file that is a link is replaced; the target of the link stays.
    fs::remove_file(scene.path("run/charts")).unwrap();
    fs::remove_file(scene.path("run/report.html")).unwrap();
    std::os::unix::fs::symlink("../mine.html", scene.path("run/report.html")).unwrap();
    scene.run("report run").succeeds();
    assert_eq!(scene.read("mine.html"), "mine");
}

#[cfg(unix)]
#[test]
fn names_with_path_separators_stay_in_the_folder_of_reports() {
    let scene = Scene::new();
    for name in ["...toml", "\u{1b}[2J\u{202e}.toml", "..\\..\\x.toml", "&<b>.toml"] {
        scene.write(name, "extends = \"send-it\"\n[board]\nside = 3\n");
        let ran = scene.run_args(&[
            "simulate",
            &format!("./{name}"),
            "--agents",
            "random",
            "--games",
            "2",
            "--quiet",
        ]);
        assert_eq!(ran.code, Some(0), "{name:?}: {}", ran.err);
        is_harmless(&ran);
    }
    assert_eq!(scene.names("reports").len(), 4);
    let above = scene.names(".");
    assert!(above.iter().all(|name| name.ends_with(".toml") || name == "reports"), "{above:?}");
}

#[test]
fn errors_in_a_record_are_printed_escaped() {
    let scene = Scene::new();
    let evil = "\\u001b[2J\\u009b31m\\u202e<b>";
    let long = "a1+".repeat(100_000);
    let mut records = String::new();
    for turns in [format!("\"{evil}\""), format!("\"c3\", \"a1+{evil}\""), format!("\"{long}\"")] {
        records += &format!("{{\"turns\": [{turns}]}}\n{{\"actions\": [{turns}]}}\n");
    }
    records +=
        &format!("{{\"turns\": [], \"winner\": \"{evil}\"}}\n{{\"turns\": [], \"score\": \"{evil}\"}}\n");
    records += &format!("{{\"turns\": [], \"variant\": \"{evil}\"}}\n\u{1b}[2J\u{9b}\n");
    for options in ["", " --json", " --show", " --export actions"] {
        let ran = scene.run_with_input(&format!("replay {SMALL} -{options}"), &records);
        assert_eq!(ran.code, Some(2), "some lines are not records");
        assert!(ran.out.len() + ran.err.len() < 20_000, "{}", ran.out.len());
        // The drawings have no colours, since the output is not a terminal.
        is_harmless(&ran);
    }
}

#[test]
fn errors_are_escaped_and_short() {
    let scene = Scene::new();
    let evil = "\u{1b}[2J\u{9b}31m\u{202e}";
    let escaped = "\\u001b[2J\\u202e";
    scene.write("raw.toml", &format!("[game]\nname = \"{evil}\"\n{evil} = 1\n# {evil}\nx = {evil}"));
    scene
        .write("escaped.toml", &format!("[game]\nname = \"{escaped}\"\n[action.\"{escaped}\".plaec]\nx = 1"));
    scene.write("long.toml", &format!("x = [{}]", "{ y = 1 }, ".repeat(90_000)));
    scene.write(
        "wide.toml",
        &format!("extends = \"send-it\"\nsetup = {{ black = [{}] }}", "\"z9\",".repeat(900)),
    );
    for file in ["raw.toml", "escaped.toml", "long.toml", "wide.toml"] {
        for options in ["", " --json"] {
            let ran = scene.run(&format!("check {file}{options}"));
            assert_eq!(ran.code, Some(2));
            is_harmless(&ran);
            let most = if options.is_empty() { 40_000 } else { 400_000 };
            assert!(ran.err.len() + ran.out.len() < most, "{file}: {}", ran.err.len() + ran.out.len());
        }
    }
}

#[test]
fn a_record_that_cannot_be_converted_does_not_stop_the_others() {
    let scene = Scene::new();
    let records = "{\"turns\": [\"c3\"], \"clock\": 1e999}\n{\"turns\": [\"c3\"]}\n";
    scene.run_with_input(&format!("replay {SMALL} -"), records).succeeds();
    let ran = scene.run_with_input(&format!("replay {SMALL} - --export actions"), records);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), "{\"actions\":[\"c3\"]}\n"));
    assert!(ran.err.starts_with("game 1: cannot convert it: number out of range"), "{}", ran.err);
}

#[test]
fn no_cell_of_a_table_is_a_spreadsheet_formula() {
    let scene = Scene::new();
    let game = "extends = \"send-it\"\n[board]\nside = 2\n";
    for name in ["=cmd", "+cmd", "-cmd", "@cmd"] {
        scene.write(&format!("{name}.toml"), game);
    }
    let file = |name: &str| format!("./{name}.toml");
    scene
        .run_args(&[
            "simulate",
            &file("=cmd"),
            "--agents",
            "random",
            "--games",
            "2",
            "--quiet",
            "--out",
            "run",
        ])
        .succeeds();
    assert!(scene.read("run/games.csv").contains("\n1,'=cmd,random,"), "{}", scene.read("run/games.csv"));
    scene.run("simulate ./=cmd.toml --agents random --games 2 --quiet --out run --resume").succeeds();
    scene.run("verify run").succeeds();
    let sets = ["--set", "end.max_turns=50", "--games", "2", "--quiet", "--out", "sweep"];
    let vary = ["sweep", "./@cmd.toml", "--agents", "random", "--vary", "score.komi=-0.5,0"];
    scene.run_args(&[&vary[..], &sets].concat()).succeeds();
    let table = scene.read("sweep/sweep.csv");
    assert!(table.contains("\n01,'@cmd,-0.5,random,"), "numbers stay numbers: {table}");
    // Formulas in the files of an untrusted run do not get into the tables derived from these files.
    let list = scene.read("sweep/experiment.json").replace("'@cmd", "=1+1");
    scene.write("sweep/experiment.json", &list);
    scene.run("report sweep --quiet").succeeds();
    assert!(
        scene.read("sweep/sweep.csv").contains("\n01,'=1+1,-0.5,random,"),
        "{}",
        scene.read("sweep/sweep.csv")
    );
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_links() {
    let scene = Scene::new();
    scene
        .run("sweep send-it --agents random --vary board.side=2,3 --games 30 --plan plan --unit-games 20 --quiet")
        .succeeds();
    fs::create_dir(scene.path("elsewhere")).unwrap();
    let link = |name: &str| std::os::unix::fs::symlink(scene.path("elsewhere"), scene.path(name)).unwrap();
    let refused = |command: &str, link: &str| {
        let ran = scene.run(command);
        assert!(
            ran.code == Some(2) && ran.err.contains(&format!("{link} is a link, not a folder")),
            "{}",
            ran.err
        );
        assert!(scene.names("elsewhere").is_empty());
    };
    link("plan/units");
    refused("unit plan 1", "plan/units");
    fs::remove_file(scene.path("plan/units")).unwrap();
    fs::create_dir(scene.path("plan/units")).unwrap();
    link("plan/units/01");
    refused("unit plan 1", "plan/units/01");
    fs::remove_file(scene.path("plan/units/01")).unwrap();
    link("plan/jobs");
    refused("submit plan --kubernetes", "plan/jobs");
    crate::units::play_units(&scene);
    scene.run("finish plan --quiet").succeeds();
}

#[test]
fn values_of_options_are_printed_escaped() {
    for args in
        [&["simulate", "hex", "--games", "\u{202e}5"][..], &["\u{202e}show"], &["show", "hex", "--\u{9b}31m"]]
    {
        let ran = Scene::new().run_args(args);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(!ran.err.contains(['\u{202e}', '\u{9b}']) && ran.err.contains("\\u{"), "{}", ran.err);
    }
}
