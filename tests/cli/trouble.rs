//! Errors, and how they are reported.

use crate::scene::{RunOutput, Scene};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SMALL: &str = "simulate send-it --set board.side=3 --quiet";

#[test]
fn zero_games_are_too_few() {
    Scene::new()
        .run("simulate send-it --games 0")
        .fails(2, "invalid value '0' for '--games <N>': expected at least 1 game");
}

#[test]
fn invalid_numbers_are_reported_with_the_expected_range() {
    let scene = Scene::new();
    let games = "expected a whole number of games from 1 to 10000000000, as in `10000`, `10k` or `1e4`";
    for (command, option, value, message) in [
        ("simulate send-it", "--seed <N>", "0x10", "expected a whole number from 0 to 18446744073709551615"),
        ("simulate send-it", "--games <N>", "99999999999999999999999", games),
        ("simulate send-it", "--games <N>", "-1", games),
        ("perft send-it", "--depth <N>", "-1", "expected a number of actions from 1 to 64"),
        ("perft send-it --depth 1", "--threads <N>", "-1", "expected a number of threads from 1 to 1024"),
        ("bench send-it", "--seconds <S>", "-1", "expected a number of seconds from 0.01 to 86400"),
    ] {
        let (name, _) = option.split_once(' ').unwrap();
        scene
            .run(&format!("{command} {name} {value}"))
            .fails(2, &format!("invalid value '{value}' for '{option}': {message}"));
    }
}

#[test]
fn options_without_effect_are_refused() {
    let scene = Scene::new();
    for (command, message) in [
        ("report run --set board.side=3", "`--set` has no effect here: the rules are those of the run"),
        ("verify run --seed 2", "`--seed` has no effect here: the seed is that of the run"),
        ("finish run --seed 2", "`--seed` has no effect here: the seed is that of the run"),
        ("variants --set board.side=3", "`--set` has no effect here: no variant is loaded"),
        ("check go --seed 1", "`--seed` has no effect here: nothing here is random"),
        ("perft go --depth 1 --seed 1", "`--seed` has no effect here: nothing here is random"),
        ("play go --json", "`--json` has no effect here: there is no data to print"),
        (
            "play go --threads 2",
            "`--threads` has no effect here: an agent has its own, as in `mcts:1000:threads=2`",
        ),
        (
            "engine go --threads 2",
            "`--threads` has no effect here: an agent has its own, as in `mcts:1000:threads=2`",
        ),
    ] {
        scene.run(command).fails(2, &format!("{message}; leave it out"));
    }
}

#[test]
fn help_leaves_out_options_without_effect() {
    let scene = Scene::new();
    for (command, options) in [
        ("simulate", "--set --seed --threads --quiet --json"),
        ("check", "--set --quiet --json"),
        ("man", "--quiet"),
    ] {
        let help = scene.run(&format!("{command} --help")).succeeds().out;
        let (_, common) = help.split_once("Common options:").expect("they have a heading");
        let words =
            common.lines().filter(|line| line.trim_start().starts_with('-')).flat_map(str::split_whitespace);
        let shown: Vec<&str> = words.filter(|word| word.starts_with("--")).collect();
        assert_eq!(shown.join(" "), options, "{command}");
    }
}

#[test]
fn invalid_widths_are_rejected() {
    let scene = Scene::new();
    for (width, message) in [
        ("narrow", "expected half the width of the interval, from 0.05% to 25%, as in `1%` or `0.01`"),
        ("0", "expected half the width of the interval, from 0.05% to 25%, as in `1%` or `0.01`"),
        ("-1%", "expected half the width of the interval, from 0.05% to 25%, as in `1%` or `0.01`"),
        (
            "2",
            "did you mean `2%`? Expected half the width of the interval, from 0.05% to 25%, as in `1%` or `0.01`",
        ),
    ] {
        scene
            .run(&format!("{SMALL} --agents random --until {width}"))
            .fails(2, &format!("invalid value '{width}' for '--until <WIDTH>': {message}"));
    }
    let far = "did you mean `2%`? Expected a distance from one half, from 0.05% to 25%, as in `2%` or `0.02`";
    scene
        .run(&format!("{SMALL} --agents random --delta 2"))
        .fails(2, &format!("invalid value '2' for '--delta <MARGIN>': {far}"));
}

#[test]
fn pairs_need_two_agents_and_an_even_number_of_games() {
    let scene = Scene::new();
    scene.run(&format!("{SMALL} --agents random --pairs --games 10")).fails(
        2,
        "`--pairs` exchanges the sides of two different agents; with `random,random` both games of a pair would be the same: \
         name two with `--agents`, or leave `--pairs` out",
    );
    scene
        .run(&format!("{SMALL} --pairs --agents greedy,random --games 11"))
        .fails(2, "pairs of games need an even number: `--games 10` or `--games 12`");
    assert!(!scene.has("reports"));
}

#[test]
fn a_report_needs_the_folder_of_a_run_or_an_experiment() {
    let scene = Scene::new();
    let needed = "expected the folder of a run or an experiment";
    for command in ["report", "verify"] {
        scene.run(&format!("{command} nowhere")).fails(2, &format!("nowhere: no such folder: {needed}"));
    }
    scene.write("page.html", "");
    scene.run("report page.html").fails(2, &format!("page.html: it is not a folder: {needed}"));
    fs::create_dir(scene.path("empty")).unwrap();
    scene.run("report empty").fails(
        2,
        "empty: no run or experiment here: expected a folder with a manifest.json or an experiment.json",
    );
    scene.write("empty/manifest.json", "{\n \"program\": 1}");
    scene.run("report empty").fails(
        2,
        "empty/manifest.json, line 2, column 13: cannot read the manifest of a run: expected a string, found integer `1`",
    );
}

#[test]
fn invalid_agents_are_rejected() {
    let scene = Scene::new();
    let budget = "iterations per action, a whole number from 1 to 1000000000, as in `mcts:1000`, or a time per action \
                  from 1ms to 3600000ms, as in `mcts:50ms`";
    for (agents, error) in [
        ("randon,random", "unknown agent `randon`: did you mean `random`?"),
        (
            "random,stockfish",
            "unknown agent `stockfish`: agents are `random`, `greedy`, `mcts:1000`, `mirror:greedy`, \
             `learned:FILE`, and `ugi:COMMAND` or `gtp:COMMAND` for other programs",
        ),
        ("random,mtcs:100", "unknown agent `mtcs:100`: did you mean `mcts:100`?"),
        ("mcts:abc", &format!("invalid budget `abc` of `mcts`: expected {budget}")),
        ("random,greedy,mcts:0", &format!("invalid budget `0` of `mcts`: expected {budget}")),
        (
            "mcts:100,",
            "expected two agents, as in `mcts:1000,greedy`, or one that plays both sides, as in `mcts:1000`",
        ),
        ("greedy:2,random", "`greedy` has no options: write it without `:`"),
        ("mcts,random", &format!("`mcts` needs a budget: {budget}")),
        ("mcts:0,random", &format!("invalid budget `0` of `mcts`: expected {budget}")),
        ("mcts:-5,random", &format!("invalid budget `-5` of `mcts`: expected {budget}")),
        (
            "mcts:50 ms,random",
            &format!(
                "invalid budget `50 ms` of `mcts`: did you mean `mcts:50ms`? Otherwise expected {budget}"
            ),
        ),
        (
            "mcts:1e3,random",
            &format!("invalid budget `1e3` of `mcts`: did you mean `mcts:1000`? Otherwise expected {budget}"),
        ),
        ("mcts:100:widenning=2,random", "unknown option `widenning` of `mcts`: did you mean `widening`?"),
    ] {
        scene
            .run_args(&["simulate", "send-it", "--agents", agents])
            .fails(2, &format!("invalid value '{agents}' for '--agents <FIRST,SECOND>': {error}"));
    }
    assert!(!scene.has("reports"), "nothing is written until all arguments have been checked");
}

#[test]
fn an_unknown_variant_is_rejected() {
    let scene = Scene::new();
    for variant in ["sendit", "nowhere.toml"] {
        for command in ["simulate", "show", "bench", "check"] {
            let ran = scene.run_args(&[command, variant]);
            assert_eq!(ran.code, Some(2));
            assert!(ran.err.starts_with("error: ") && ran.err.contains(variant), "{}", ran.err);
        }
    }
}

#[test]
fn an_unknown_key_is_shown_at_its_position() {
    let ran = Scene::new().run("simulate send-it --set board.sied=4");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("did you mean `side`?"), "{}", ran.err);
}

#[test]
fn incorrect_usage_gets_a_hint() {
    let scene = Scene::new();
    for args in ["simulate", "simulat send-it", "perft send-it", "simulate send-it --gmaes 5", "--frob"] {
        let ran = scene.run(args);
        assert_eq!(ran.code, Some(2), "{args}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains("--help"), "{}", ran.err);
    }
}

#[test]
fn a_folder_that_cannot_be_created_is_an_error() {
    let scene = Scene::new();
    scene.write("file", "");
    scene
        .run(&format!("{SMALL} --agents random --games 2 --out file/run"))
        .fails(1, "cannot create the folder file/run: Not a directory");
    for force in ["", " --force"] {
        scene
            .run(&format!("{SMALL} --agents random --games 2 --out file{force}"))
            .fails(2, "file is a file, not a folder: name one with `--out`");
    }
}

#[test]
fn a_folder_with_other_files_is_left_alone_unless_forced() {
    let scene = Scene::new();
    fs::create_dir(scene.path("mine")).unwrap();
    scene.write("mine/notes.txt", "mine");
    scene.run(&format!("{SMALL} --agents random --games 2 --out mine")).fails(
        2,
        "the folder mine is not empty: choose another one with `--out`, or keep its files and add to them with \
         `--force`",
    );
    scene.run(&format!("{SMALL} --agents random --games 2 --out mine --force")).succeeds();
    assert_eq!(scene.read("mine/notes.txt"), "mine");
}

/// Runs the program in a shell that limits files to this number of blocks of 512 bytes (1024 in some shells): as on a full disk,
/// further writes fail.
#[cfg(unix)]
fn run_with_little_room(scene: &Scene, blocks: u32, args: &str) -> RunOutput {
    let line = format!("ulimit -f {blocks}; exec {} {args}", env!("CARGO_BIN_EXE_dropline"));
    Command::new("sh").args(["-c", &line]).current_dir(scene.path("")).output().expect("sh is there").into()
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_noticed_before_the_first_game() {
    let scene = Scene::new();
    run_with_little_room(&scene, 0, &format!("{SMALL} --agents random --games 1000000000 --out run"))
        .fails(1, "cannot write run/manifest.json: File too large");
}

#[cfg(unix)]
#[test]
fn a_failed_report_is_drawn_on_resume() {
    let scene = Scene::new();
    for (command, dir, file) in [
        (format!("{SMALL} --games 20 --agents random,random --out run"), "run", "run/report.html"),
        (
            "sweep send-it --agents random --vary board.side=2,3 --games 20 --quiet --out out".to_owned(),
            "out",
            "out/runs/01/report.html",
        ),
    ] {
        // The page is the largest file.
        run_with_little_room(&scene, 64, &command).fails(
            1,
            &format!(
                "cannot write {file}: File too large; the games are kept; once the problem is fixed, run the same command with \
                 `--resume` to continue"
            ),
        );
        scene.run(&format!("{command} --resume"));
        scene.run(&format!("verify {dir} --quiet")).succeeds();
    }
    fs::remove_file(scene.path("run/report.html")).expect("the page exists");
    run_with_little_room(&scene, 64, "report run --quiet").fails(
        1,
        "cannot write run/report.html: File too large; the games are kept; once the problem is fixed, the same command redraws it",
    );
}

#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_leaves_complete_games() {
    let scene = Scene::new();
    for (options, files) in [("", "run/games.csv"), (" --records", "run/games.csv and run/games.jsonl")] {
        let command = format!("{SMALL} --agents random --games 1000000 --out run --force{options}");
        let ran = run_with_little_room(&scene, 200, &command);
        let manifest = scene.json("run/manifest.json");
        let played = manifest["games_played"].as_u64().unwrap();
        assert!(played > 0 && manifest["complete"] == false, "{manifest}");
        let full = if options.is_empty() { "run/games.csv" } else { "run/games.jsonl" };
        let message = ran.err.replace(",", "");
        assert_eq!(
            (ran.code, message),
            (
                Some(1),
                format!(
                    "error: cannot write {full}: File too large; {played} of 1000000 games are complete in {files}; when \
                     there is room run the same command with `--resume` to continue\n"
                )
            )
        );
        for file in files.split(" and ") {
            let text = scene.read(file);
            assert!(text.ends_with('\n'), "{file} ends with a whole line");
            assert_eq!(text.lines().count() as u64, played + u64::from(file.ends_with("csv")), "{file}");
        }
        // All tables contain the same games.
        assert_eq!(scene.run("report run").code, Some(0));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_to_a_full_disk_fails() {
    let scene = Scene::new();
    for args in
        ["variants", "schema", "perft send-it --depth 1", "completions bash", "show send-it", "--help"]
    {
        let mut command = scene.command(&args.split(' ').collect::<Vec<_>>());
        command.stdout(File::options().write(true).open("/dev/full").unwrap());
        let ran = RunOutput::from(command.output().unwrap());
        ran.fails(1, "cannot write to standard output: No space left on device");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let scene = Scene::new();
    for args in ["schema", "perft send-it --depth 2 --divide", "completions zsh", "--help"] {
        let mut command = scene.command(&args.split(' ').collect::<Vec<_>>());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::with_capacity(1, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        // The pipe is now closed.
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""), "{args}");
    }
}

/// Waits until `done`, for a minute at most.
fn wait_until(mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "it takes too long");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn press_ctrl_c(child: &Child) {
    let status =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(status.success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_finished_games() {
    let scene = Scene::new();
    let args = format!("{SMALL} --agents random --games 1000000000 --out run --threads 2 --records");
    let mut command = scene.command(&args.split(' ').collect::<Vec<_>>());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(|| fs::metadata(scene.path("run/games.csv")).is_ok_and(|file| file.len() > 10_000));
    press_ctrl_c(&child);
    let ran = RunOutput::from(child.wait_with_output().unwrap());

    let manifest = scene.json("run/manifest.json");
    let played = manifest["games_played"].as_u64().unwrap();
    assert_eq!(ran.code, Some(75));
    let message = ran.err.replace(',', "");
    assert!(message.starts_with(&format!("error: interrupted: {played} of 1000000000 games")), "{}", ran.err);
    assert_eq!(manifest["complete"], false);
    assert!(scene.has("run/report.html"));
    let rows = scene.read("run/games.csv");
    assert_eq!(rows.lines().count() as u64, played + 1);
    assert_eq!(scene.read("run/games.jsonl").lines().count() as u64, played);
    // These games are the first of the requested run.
    scene.run(&format!("{SMALL} --agents random --games 50 --out short")).succeeds();
    assert!(rows.starts_with(&scene.read("short/games.csv")));
}

#[cfg(unix)]
#[test]
fn two_signals_at_once_count_as_one_ctrl_c() {
    let scene = Scene::new();
    let args = "simulate send-it --agents random --set board.side=3 --games 1000000000 --out run";
    let mut command = scene.command(&args.split(' ').collect::<Vec<_>>());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(|| fs::metadata(scene.path("run/games.csv")).is_ok_and(|file| file.len() > 10_000));
    // One shell sends both: starting a second process can take longer than two signals may lie apart.
    let twice = format!("kill -INT {0}; kill -INT {0}", child.id());
    assert!(Command::new("sh").args(["-c", &twice]).status().unwrap().success());
    let ran = RunOutput::from(child.wait_with_output().unwrap());
    assert_eq!(ran.code, Some(75));
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines[0], "finishing the games under way; Ctrl-C again stops immediately");
    assert!(lines[lines.len() - 1].starts_with("error: interrupted: "), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_the_program_at_once() {
    let scene = Scene::new();
    // None of these games ends before the second key press.
    let args = "simulate send-it --agents mcts:1000000,mcts:1000000 --games 100 --out run --quiet";
    let mut command = scene.command(&args.split_whitespace().collect::<Vec<_>>());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until(|| scene.has("run/manifest.json"));
    // Gives the threads time to begin a game.
    std::thread::sleep(Duration::from_millis(200));
    wait_until(|| {
        let ended = child.try_wait().unwrap();
        if ended.is_none() {
            press_ctrl_c(&child);
        }
        ended.is_some()
    });
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_game_that_is_over_at_its_start_is_not_played() {
    let scene = Scene::new();
    let dropper = "dropper --set board.width=3 --set board.height=1 --set setup.white=[\"a1\"] --set setup.black=[\"b1\"]";
    let stuck = format!("{dropper} --set setup.turns=1");
    let over = "the game is over at its start: black can do nothing";
    for command in ["simulate --out out", "bench", "ladder --rungs mcts:10,mcts:20 --out out"] {
        scene
            .run(&format!("{command} {stuck}"))
            .fails(2, &format!("there is nothing to play in `dropper`: {over}"));
    }
    scene
        .run(&format!("sweep {dropper} --agents random --vary setup.turns=1,2 --out out"))
        .fails(2, &format!("with `setup.turns=1` there is nothing to play: {over}"));
    assert!(!scene.has("out"));
    let checked = scene.run(&format!("check {stuck}"));
    assert_eq!((checked.code, checked.err), (Some(0), format!("note: {over}\n")));
    scene.run(&format!("show {stuck}")).succeeds().mentions(&["over after 1 turn"]);
}
