//! External programs as agents: `ugi:` and `gtp:`.

use crate::experiment::rows;
use crate::scene::{RunOutput, Scene};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

const DROPLINE: &str = env!("CARGO_BIN_EXE_dropline");

/// Writes a program into the scene. It speaks as much of the protocol as it needs, and answers `go` with this shell code.
fn write_bot(scene: &Scene, go: &str) {
    let bot = format!(
        "echo started >> starts\n\
         while read -r word rest; do case $word in\n\
         ugi) echo id name bot; echo ugiok;;\n\
         isready) echo readyok;;\n\
         position) position=$rest;;\n\
         go) {go};;\n\
         quit) exit;;\n\
         esac; done\n"
    );
    scene.write("bot.sh", &bot);
}

/// Writes a program into the scene. It speaks the Go Text Protocol, and answers `genmove` with this shell code.
fn write_gtp_bot(scene: &Scene, genmove: &str) {
    let bot = format!(
        "while read -r word rest; do echo \"$word $rest\" >> heard; case $word in\n\
         genmove) {genmove};;\n\
         quit) exit;;\n\
         *) printf '=\\n\\n';;\n\
         esac; done\n"
    );
    scene.write("bot.sh", &bot);
}

fn simulate(scene: &Scene, variant: &str, agents: &str, more: &str) -> RunOutput {
    let mut args = vec!["simulate", variant, "--agents", agents, "--out", "run", "--quiet"];
    args.extend(more.split_whitespace());
    scene.run_args(&args)
}

/// The failed games of a run.
fn failed(scene: &Scene) -> Vec<Value> {
    let lines = scene.read("run/failed.jsonl");
    lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn the_engine_plays_whole_games_of_every_kind_against_itself() {
    for (variant, sets) in [
        ("send-it", "--set board.side=3 --set turn.swap=true"),
        ("dropper", "--set board.width=4 --set board.height=4"),
        (
            "dispatch",
            "--set board.width=6 --set board.height=6 --set setup.black=[\"b2\"] --set setup.white=[\"e5\"]",
        ),
        ("exxit", "--set end.tiles=25"),
        ("amazons", ""),
        ("othello", ""),
    ] {
        for moves in ["", "moves=actions:"] {
            let scene = Scene::new();
            let command = format!("'{DROPLINE}' engine {variant} {sets} --agent greedy").replace('"', "\\\"");
            let agents = format!("ugi:{moves}{command},random");
            simulate(&scene, variant, &agents, &format!("-n 4 --records --threads 1 {sets}")).succeeds();
            let rows = scene.read("run/games.csv");
            assert_eq!(rows.lines().count(), 5, "{rows}");
            // Every move was legal: the records replay.
            scene.run(format!("replay {variant} run/games.jsonl {sets}").trim_end()).succeeds();
        }
    }
}

#[test]
fn each_thread_keeps_one_process_between_games() {
    let scene = Scene::new();
    write_bot(&scene, "echo bestmove pass");
    let sets = "--set board.width=4 --set board.height=4";
    simulate(&scene, "go", "ugi:sh bot.sh,random", &format!("-n 40 --pairs --threads 2 {sets}")).succeeds();
    let started = scene.read("starts").lines().count();
    // A check before the first game started another process.
    assert!((2..=3).contains(&started), "{started} processes were started");
}

#[test]
fn a_run_with_external_programs_says_that_it_cannot_be_reproduced() {
    let scene = Scene::new();
    write_bot(&scene, "echo bestmove pass");
    let command = "simulate go -n 2 --set board.width=4 --set board.height=4 --agents";
    let mut args: Vec<&str> = command.split(' ').collect();
    args.extend(["ugi:sh bot.sh,random", "--out", "run"]);
    let ran = scene.run_args(&args);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for message in [
        "note: `ugi:sh bot.sh` is an external program: its games cannot be reproduced\n",
        "warning: An external program played, so the same command may play different games.",
    ] {
        assert!(ran.err.contains(message), "{}", ran.err);
    }
    assert_eq!(scene.json("run/manifest.json")["reproducible"], false);
    assert!(scene.read("run/report.html").contains("An external program played, so no game can be replayed"));
    scene.run("verify run --all").succeeds().mentions(&[
        "2 games in games.csv, none of which can be reproduced",
        "not compared: the games: an external program played, and may choose differently now",
    ]);
    scene.run("verify run --game 1").fails(
        2,
        "run: its games cannot be reproduced: an external program played, and may choose differently now",
    );
    args.push("--resume");
    let again = scene.run_args(&args);
    assert!(again.code == Some(0) && again.err.contains("note: the run in run is complete"), "{}", again.err);
    args.pop();
    args.extend(["--plan", "plan"]);
    scene.run_args(&args[..args.len() - 4].iter().copied().chain(["--plan", "plan"]).collect::<Vec<_>>()).fails(
        2,
        "`--plan` needs games that can be reproduced, but `ugi:sh bot.sh` is an external program: play without `--plan`",
    );
}

#[test]
fn manifests_never_start_programs() {
    let scene = Scene::new();
    scene
        .run("simulate go --agents random -n 2 --set board.width=4 --set board.height=4 --out run --quiet")
        .succeeds();
    scene
        .run("simulate go --agents random -n 2 --set board.width=4 --set board.height=4 --plan plan --unit-games 1")
        .succeeds();
    for folder in ["run", "plan"] {
        let manifest = scene.read(&format!("{folder}/manifest.json"));
        // The command names them first.
        let (command, agents) = manifest.rsplit_once("\"agents\"").expect("agents");
        let agents = agents.replacen("\"random\"", "\"ugi:sh -c 'echo > started'\"", 1);
        let evil = format!("{command}\"agents\"{agents}");
        assert!(evil != manifest && evil.contains("\"reproducible\": true"));
        scene.write(&format!("{folder}/manifest.json"), &evil);
    }
    for (args, code) in
        [("verify run --all", 1), ("verify run --game 1", 2), ("report run", 0), ("unit plan 1", 2)]
    {
        let ran = scene.run(args);
        assert_eq!((ran.code, scene.has("started")), (Some(code), false), "{args}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn a_program_error_is_a_failed_game_with_its_record() {
    for (go, agent, error) in [
        ("exit 3", "", "ended (exit status: 3) without `bestmove`"),
        (
            "echo no idea >&2; exit 1",
            "",
            "ended (exit status: 1) without `bestmove`; the end of its standard error was `no idea`",
        ),
        ("exec >&-; sleep 60", "", "closed its standard output without `bestmove`"),
        (
            "echo info string hm; sleep 60",
            "movetime=10ms:timeout=1s990ms:",
            "gave no `bestmove` within 2s; its last line was `info string hm`",
        ),
        (
            "sleep 60",
            "movetime=10ms:timeout=1s990ms:",
            "gave no `bestmove` within 2s; its last line was `readyok`",
        ),
        ("yes", "movetime=10ms:timeout=1s990ms:", "gave no `bestmove` within 2s; its last line was `y`"),
        ("head -c 70000 /dev/zero | tr '\\0' x", "", "wrote a line of more than 65536 bytes"),
        ("echo bestmove a1", "", "chose `a1` in turn 3: action 1 of the turn, `a1`: the cell is not empty"),
        ("echo bestmove", "", "chose `` in turn 1: action 1 of the turn: missing action"),
        ("echo bestmove Ä1", "", "chose `Ä1` in turn 1: action 1 of the turn, `Ä1`: invalid cell `Ä1`"),
        ("echo bestmove z9", "moves=actions:", "chose `z9` in turn 1: the cell is not on the board"),
    ] {
        let scene = Scene::new();
        write_bot(&scene, go);
        let clock = Instant::now();
        let agents = format!("ugi:{agent}sh bot.sh,random");
        let ran = simulate(&scene, "gomoku", &agents, "-n 1");
        assert_eq!(ran.code, Some(1), "{go}: {}", ran.err);
        let message = format!(
            "error: 1 of 1 games could not be played to the end and are in run/failed.jsonl; the first was game 1: `ugi:{agent}sh bot.sh` {error}"
        );
        assert!(
            ran.err.starts_with(&message) && !ran.err.contains("dropline verify"),
            "{go}: {}\n{message}",
            ran.err
        );
        let game = &failed(&scene)[0];
        assert!(game["error"].as_str().is_some_and(|text| text.contains(error)), "{game}");
        let first_agent = format!("ugi:{agent}sh bot.sh");
        assert_eq!((&game["game"], &game["first_agent"]), (&json!(1), &json!(first_agent)));
        let actions = game["actions"].as_array().map(Vec::len);
        assert_eq!(actions, Some(if error.contains("turn 3") { 2 } else { 0 }));
        assert!(clock.elapsed() < Duration::from_secs(20), "{go}");
    }
}

#[test]
fn reports_call_a_program_by_its_name() {
    let scene = Scene::new();
    write_bot(&scene, "echo bestmove pass");
    let sets = "-n 4 --pairs --set board.width=3 --set board.height=3";
    let ran = simulate(&scene, "go", "ugi:name=Sleepy:sh bot.sh,greedy", sets).succeeds();
    let ran = ran.mentions(&["Go, 3x3 (rectangle 3x3), Sleepy against greedy: 4 games"]);
    assert!(!ran.out.contains("bot.sh"), "{}", ran.out);
    assert_eq!(scene.json("run/manifest.json")["agents"][0], "ugi:name=Sleepy:sh bot.sh");
    let page = scene.read("run/report.html");
    assert!(page.contains(": Sleepy against greedy</title>") && page.contains("ugi:name=Sleepy:sh bot.sh"));
    let args = [
        "ladder",
        "go",
        "--rungs",
        "ugi:name=Sleepy:sh bot.sh,random",
        "-n",
        "4",
        "--out",
        "ladder",
        "--quiet",
    ];
    let ran = scene.run_args(&args).succeeds();
    assert!(ran.out.contains("Sleepy") && !ran.out.contains("bot.sh"), "{}", ran.out);
}

#[test]
fn a_failed_game_is_followed_by_a_new_process() {
    let scene = Scene::new();
    // Each process passes in one game, and exits in the next.
    write_bot(&scene, "echo bestmove pass;; uginewgame) games=x$games; [ $games != xx ] || exit 7");
    let sets = "--set board.width=3 --set board.height=3 --threads 1";
    let ran = simulate(&scene, "go", "ugi:sh bot.sh,random", &format!("-n 5 {sets}"));
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let games: Vec<Value> = failed(&scene).into_iter().map(|game| game["game"].clone()).collect();
    assert_eq!(games, [json!(2), json!(4)]);
    let rows = scene.read("run/games.csv");
    let played: Vec<&str> = rows.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(played, ["1", "3", "5"]);
}

#[test]
fn a_program_that_cannot_play_is_rejected_before_the_first_game() {
    let scene = Scene::new();
    write_bot(&scene, "echo bestmove pass");
    for (agents, error) in [
        ("ugi:./nothing,random", "`ugi:./nothing`: cannot start `./nothing`: no such file"),
        ("ugi:true,random", "`ugi:true` ended (exit status: 0) without `ugiok`"),
        (
            "ugi:timeout=1500ms:cat,random",
            "`ugi:timeout=1s500ms:cat` gave no `ugiok` within 1s 500ms; its last line was `ugi`",
        ),
        (
            "gtp:timeout=1500ms:cat,random",
            "`gtp:timeout=1s500ms:cat` gave no answer to `boardsize 9` within 1s 500ms",
        ),
        ("random,ugi:", "`ugi` needs a command that starts the program"),
    ] {
        let ran = simulate(&scene, "go", agents, "-n 4");
        assert_eq!(ran.code, Some(2), "{agents}: {}", ran.err);
        assert!(ran.err.to_lowercase().contains(&error.to_lowercase()), "{agents}: {}", ran.err);
        assert!(!scene.has("run"));
    }
    let refused = "error: `gtp:sh bot.sh` cannot play Hex: the Go Text Protocol supports square boards only, \
        but this one is a rhombus 11x11\n";
    assert_eq!(simulate(&scene, "hex", "random,gtp:sh bot.sh", "-n 4").err, refused);
    let args = ["play", "hex", "--agents", "human,gtp:sh bot.sh"];
    assert_eq!(scene.run_args(&args).err, refused);
}

#[test]
fn programs_can_play_wherever_agents_are_named() {
    let scene = Scene::new();
    write_bot(&scene, "echo bestmove pass");
    let small = ["--set", "board.width=3", "--set", "board.height=3"];
    for args in [
        &["compare", "go", "--agents", "ugi:sh bot.sh,greedy", "nogo-like.toml", "-n", "4", "--out", "run"][..],
        &[
            "sweep",
            "go",
            "--vary",
            "score.komi=0,7",
            "--agents",
            "random,ugi:sh bot.sh",
            "-n",
            "4",
            "--out",
            "run",
        ],
        &["ladder", "go", "--rungs", "ugi:sh bot.sh,random", "-n", "4", "--out", "run"],
        &["tune", "go", "--vary", "score.komi=0,7", "--agent", "ugi:sh bot.sh", "-n", "100"],
        &["play", "go", "--agents", "ugi:sh bot.sh,random"],
    ] {
        scene.write(
            "nogo-like.toml",
            "extends = \"go\"\n[game]\nname = \"Suicidal Go\"\n[capture]\nsuicide = \"allowed\"\n",
        );
        let args: Vec<&str> = args.iter().chain(&small).copied().chain(["--quiet"]).collect();
        let ran = scene.run_args(&args);
        assert_eq!(ran.code, Some(0), "{args:?}: {}{}", ran.out, ran.err);
        if scene.has("run") {
            std::fs::remove_dir_all(scene.path("run")).expect("the folder can be removed");
        }
    }
}

#[test]
fn a_person_can_play_a_program() {
    let scene = Scene::new();
    write_bot(&scene, "echo bestmove pass");
    scene.write("input", "b2\nundo\na1\npass\n");
    let args = ["play", "go", "--agents", "human,ugi:name=Bot:sh bot.sh", "--set", "board.width=3"];
    let mut command = scene.command(&args);
    command.stdin(std::fs::File::open(scene.path("input")).expect("it has been written"));
    let ran = RunOutput::from(command.output().expect("the program starts"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    ran.mentions(&["against Bot.", "\nBot: pass", "You win."]);
    write_bot(&scene, "exit 4");
    let ran = scene.run_args(&["play", "go", "--agents", "ugi:sh bot.sh,random"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("`ugi:sh bot.sh` ended (exit status: 4) without `bestmove`"), "{}", ran.err);
}

#[test]
fn the_bot_of_the_manual_plays_by_the_rules_of_the_engine() {
    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|ran| ran.status.success()) {
        // Bypasses the test harness's output capture, so that whoever runs the tests sees the message.
        let _ = writeln!(std::io::stderr(), "no python3: examples/bot.py is not tried");
        return;
    }
    let bot = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bot.py");
    let programs = std::path::Path::new(DROPLINE).parent().expect("a folder");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    for (variant, moves) in [("send-it", "moves=actions:"), ("hex", "")] {
        let scene = Scene::new();
        let agents = format!("ugi:{moves}python3 '{bot}' {variant} --set board.side=3,random");
        let args = [
            "simulate",
            variant,
            "--set",
            "board.side=3",
            "--agents",
            &agents,
            "-n",
            "4",
            "--quiet",
            "--out",
            "run",
        ];
        let ran =
            RunOutput::from(scene.command(&args).env("PATH", &path).output().expect("the program starts"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        assert_eq!(scene.read("run/games.csv").lines().count(), 5);
    }
}

#[test]
fn a_program_receives_the_game_over_gtp() {
    let scene = Scene::new();
    write_gtp_bot(&scene, "printf '\\n= pass\\n\\n'");
    simulate(&scene, "go", "gtp:sh bot.sh,greedy", "-n 1 --set board.width=2 --set board.height=2")
        .succeeds();
    let heard = scene.read("heard");
    // The first process only checked the command.
    let lines: Vec<&str> = heard.lines().skip(4).take(6).map(str::trim_end).collect();
    let [set_up @ .., move_of_white] = &lines[..] else { panic!("{heard}") };
    assert_eq!(set_up, ["boardsize 2", "clear_board", "komi 7.5", "clear_board", "genmove black"]);
    // The program's own pass is not sent back to it.
    assert!(move_of_white.starts_with("play white "), "{heard}");
}

#[test]
fn a_program_hears_the_komi_only_where_scores_count_and_may_refuse_it() {
    let refuses = "printf '\\n= pass\\n\\n';; komi) printf '? unknown command\\n\\n'";
    for (variant, bot, komi) in [("go", refuses, 1), ("gomoku", "printf '= resign\\n\\n'", 0)] {
        let scene = Scene::new();
        write_gtp_bot(&scene, bot);
        let sets = "--set board.width=5 --set board.height=5";
        let words = format!("simulate {variant} {sets} -n 1 --out run --agents");
        let ran = scene.run_args(&words.split(' ').chain(["gtp:sh bot.sh,greedy"]).collect::<Vec<_>>());
        let note = "note: `gtp:sh bot.sh` refused `komi 7.5`: `unknown command`; its games are scored with that komi";
        assert_eq!(ran.err.contains(note), komi > 0, "{}", ran.err);
        let heard = scene.read("heard");
        // One process checks the command, and one plays.
        assert_eq!(heard.matches("komi ").count(), 2 * komi, "{variant}: {heard}");
    }
}

#[test]
fn a_gtp_error_is_a_failed_game() {
    for (genmove, error) in [
        ("printf '? too hard\\n\\n'", "refused `genmove black`: `too hard`"),
        ("printf '= I5\\n\\n'", "chose `I5` in turn 1: expected a vertex, `pass` or `resign`"),
        ("printf '= T19\\n\\n'", "chose `T19` in turn 1: the cell is not on the board"),
        ("printf '= A1\\n\\n'", "chose `A1` in turn 3: the cell is not empty"),
        ("exit 5", "ended (exit status: 5) without answer to `genmove black`"),
    ] {
        let scene = Scene::new();
        write_gtp_bot(&scene, genmove);
        let ran = simulate(&scene, "gomoku", "gtp:sh bot.sh,random", "-n 1");
        assert_eq!(ran.code, Some(1), "{genmove}: {}", ran.err);
        let game = &failed(&scene)[0];
        assert!(game["error"].as_str().is_some_and(|text| text.contains(error)), "{game}");
    }
}

/// A bot that resigns when it is asked for its second move, its fifth, its eighth and so on, and passes otherwise.
const RESIGNS_OFTEN: &str = "asked=$((asked + 1)); if [ $((asked % 3)) = 2 ]; then printf '= resign\\n\\n'; \
                            else printf '= pass\\n\\n'; fi";

#[test]
fn a_program_that_resigns_loses_at_once_in_every_game() {
    for (variant, opponent) in [("gomoku", "random"), ("go", "greedy"), ("tic-tac-toe", "random")] {
        let scene = Scene::new();
        write_gtp_bot(&scene, "printf '= resign\\n\\n'");
        let agents = format!("gtp:sh bot.sh,{opponent}");
        simulate(&scene, variant, &agents, "-n 4 --pairs --records").succeeds();
        let games = rows(&scene, "run/games.csv");
        for (number, game) in games.iter().enumerate() {
            // The program is the second player in the second game of a pair.
            let second = number % 2 == 1;
            let winner = if second { "first" } else { "second" };
            assert_eq!((&*game["winner"], &*game["end"]), (winner, "resigned"), "{variant}: {game:?}");
            assert_eq!(game["turns"], if second { "1" } else { "0" }, "{variant}: {game:?}");
        }
        let record: Value =
            serde_json::from_str(scene.read("run/games.jsonl").lines().nth(1).unwrap()).expect("a record");
        assert_eq!((&record["end"], &record["winner"]), (&"resigned".into(), &"first".into()));
        scene.run(&format!("replay {variant} run/games.jsonl")).succeeds();
        scene.run("verify run").succeeds();
        assert_eq!(scene.read("heard").matches("genmove").count(), 4);
    }
}

#[test]
fn resigned_games_count_like_all_others() {
    let scene = Scene::new();
    write_gtp_bot(&scene, RESIGNS_OFTEN);
    simulate(&scene, "go", "gtp:sh bot.sh,greedy", "-n 4 --set board.width=3 --set board.height=3")
        .succeeds();
    let games = rows(&scene, "run/games.csv");
    assert_eq!(games.len(), 4);
    let resigned: Vec<_> = games.iter().filter(|game| game["end"] == "resigned").collect();
    assert!(!resigned.is_empty() && resigned.iter().all(|game| game["winner"] == "second"), "{games:?}");
}

#[test]
fn a_score_says_in_its_sentence_what_failed_games_leave_open() {
    let scene = Scene::new();
    // Every other game fails; in the others the program resigns.
    let bot = "asked=$(cat asked); echo x$asked > asked; case $asked in x|xxx|xxxxx) printf '= resign\\n\\n';; *) exit 5;; esac";
    write_gtp_bot(&scene, bot);
    scene.write("asked", "");
    let command = "--games 6 --threads 1 --out run";
    let mut args = vec!["simulate", "gomoku", "--agents", "gtp:sh bot.sh,random"];
    args.extend(command.split(' '));
    let ran = scene.run_args(&args);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    let said = "scored 0.0 % (95 % interval 0.0 to 58.4, n = 3; 3 games failed, which leaves 0.0 to 50.0 %)";
    assert!(ran.out.contains(said), "{}", ran.out);
    // Games without a turn are in no row of the course.
    assert!(!ran.err.contains("course.csv"), "{}", ran.err);
    let summary = scene.json("run/summary.json");
    let score = &summary["measures"].as_array().expect("measures")[0];
    assert_eq!(score["with_failed"], json!({ "low": 0.0, "high": 0.5 }));
}

#[cfg(unix)]
#[test]
fn ctrl_c_twice_kills_the_programs() {
    let scene = Scene::new();
    write_gtp_bot(&scene, "echo $$ > pid; exec sleep 100");
    let mut command = scene.command(&["simulate", "go", "--agents", "gtp:sh bot.sh,random", "-n", "1", "-q"]);
    let mut child = command.spawn().expect("the program starts");
    // A killed process may remain as a zombie.
    let lives = |pid: &str| {
        let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("`ps` starts").stdout;
        !matches!(state.trim_ascii().first(), None | Some(b'Z'))
    };
    let wait = || std::thread::sleep(Duration::from_millis(700));
    while !std::fs::read_to_string(scene.path("pid")).is_ok_and(|pid| pid.ends_with('\n')) {
        wait();
    }
    let program = scene.read("pid");
    assert!(lives(program.trim()));
    for _ in 0..2 {
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(sent.expect("a signal can be sent").success());
        wait();
    }
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(!lives(program.trim()), "the program plays on");
}

#[test]
fn gnu_go_plays_go() {
    let gnugo = ["gnugo", "/usr/games/gnugo"]
        .into_iter()
        .find(|gnugo| Command::new(gnugo).arg("--version").output().is_ok());
    let Some(gnugo) = gnugo else {
        // Bypasses the test harness's output capture, so that whoever runs the tests sees the message.
        let _ = writeln!(std::io::stderr(), "no gnugo: nothing is played against GNU Go");
        return;
    };
    let scene = Scene::new();
    let program =
        format!("gtp:{gnugo} --mode gtp --chinese-rules --positional-superko --capture-all-dead --level 1");
    let more = "-n 4 --pairs --records --set board.width=7 --set board.height=7";
    simulate(&scene, "go", &format!("{program},random"), more).succeeds();
    let rows = scene.read("run/games.csv");
    for (at, row) in rows.lines().skip(1).enumerate() {
        let winner = if at % 2 == 0 { ",first," } else { ",second," };
        assert!(row.contains(winner), "it loses to random play: {row}");
    }
    scene.run("replay go run/games.jsonl --set board.width=7 --set board.height=7").succeeds();
}
