//! The commands that print information.

use crate::scene::Scene;
use serde_json::json;
use std::fs;
use std::path::Path;

#[test]
fn perft_prints_a_line_for_each_depth() {
    Scene::new()
        .run("perft send-it --set board.side=3 --depth 4")
        .succeeds()
        .prints("1\t19\n2\t342\n3\t5814\n4\t93024\n");
}

#[test]
fn perft_divides_by_the_first_action() {
    let ran = Scene::new().run("perft send-it --set board.side=2 --depth 2 --divide").succeeds();
    ran.prints("a1\t6\na2\t6\nb1\t6\nb2\t6\nb3\t6\nc2\t6\nc3\t6\n1\t7\n2\t42\n");
}

#[test]
fn perft_prints_json() {
    Scene::new()
        .run("perft send-it --set board.side=2 --depth 2 --json")
        .succeeds()
        .prints("{\"depth\":1,\"count\":7}\n{\"depth\":2,\"count\":42}\n");
}

#[test]
fn variants_are_listed_with_board_and_summary() {
    let ran = Scene::new().run("variants").succeeds();
    ran.mentions(&["send-it ", "send-it-square ", "send-it-square-nopush", "hexagon of side 8", "13x13"]);
}

#[test]
fn each_variant_of_the_json_list_can_be_loaded() {
    let scene = Scene::new();
    for variant in scene.run("variants --json").succeeds().json_lines() {
        scene.run_args(&["check", variant["variant"].as_str().unwrap()]).succeeds();
    }
}

#[test]
fn the_file_of_a_shipped_variant_can_be_printed_and_changed() {
    let scene = Scene::new();
    let file = scene.run("variants hex").succeeds().out;
    scene.write("mine.toml", &file.replace("\"Hex\"", "\"My Hex\""));
    scene.run("check mine.toml").succeeds().mentions(&["My Hex"]);
    scene.run("variants hix").fails(2, "`hix` is not a shipped variant: did you mean `hex`?");
}

#[test]
fn check_describes_the_game() {
    let scene = Scene::new();
    scene.write("my.toml", "extends = \"send-it\"\n[board]\nside = 5\n");
    scene.run("check my.toml").succeeds().mentions(&["Send It", "hexagon", "side 5"]);
}

#[test]
fn check_reports_all_errors_of_all_files() {
    let scene = Scene::new();
    scene.write("good.toml", "extends = \"send-it\"\n");
    scene.write("typo.toml", "extends = \"send-it\"\n[action.drop.place]\nsigth = \"queen\"\n");
    scene.write("size.toml", "extends = \"send-it\"\n[board]\nside = 99\n");
    let ran = scene.run("check typo.toml good.toml size.toml");
    assert_eq!(ran.code, Some(2));
    for part in ["typo.toml:3", "did you mean `sight`?", "size.toml:3"] {
        assert!(ran.err.contains(part), "{part:?} is not in\n{}", ran.err);
    }
    assert!(ran.out.contains("Send It"));
}

#[test]
fn check_prints_json() {
    let scene = Scene::new();
    scene.write("wrong.toml", "extends = \"send-it\"\n[board]\nside = 99\n");
    let ran = scene.run("check wrong.toml send-it --json");
    let [wrong, right] = &ran.json_lines()[..] else { panic!("two lines: {}", ran.out) };
    assert_eq!((ran.code, ran.err.as_str()), (Some(2), ""));
    assert_eq!((wrong["ok"].as_bool(), wrong["errors"].as_array().map(Vec::len)), (Some(false), Some(1)));
    assert_eq!((right["ok"].as_bool(), right["rules"]["board"]["side"].as_u64()), (Some(true), Some(8)));
}

#[test]
fn check_prints_the_parts_of_each_error_as_json() {
    let scene = Scene::new();
    scene.write("wrong.toml", "extends = \"send-it\"\n[action.drop.place]\n  sigth = \"queen\"\n");
    let ran = scene.run("check wrong.toml --json --set score.komi=0.125 --set score");
    assert_eq!(
        ran.json_lines()[0]["errors"],
        serde_json::json!([
            {
                "file": "wrong.toml",
                "line": 3,
                "column": 3,
                "key": "action.drop.place.sigth",
                "message": "unknown key `sigth` in `action.drop.place`",
                "expected": "expected `by`, `colour`, `first_shape`, `fixed`, `gravity`, `makes`, `must_capture`, `neutral`, `new_per_group`, `on`, `piece`, `seen_by`, `shape`, `sight` or `where`",
                "help": "did you mean `sight`?",
                "suggestion": "sight",
            },
            {
                "file": "--set",
                "line": 1,
                "column": 1,
                "message": "a setting is written KEY=VALUE",
                "expected": "expected a key, `=`, and a value",
            },
        ])
    );
    let ran = scene.run("check sendit --json");
    let error = &ran.json_lines()[0]["errors"][0];
    assert_eq!((error["suggestion"].as_str(), error.get("line")), (Some("send-it"), None));
}

#[test]
fn a_variant_can_be_read_from_standard_input() {
    let scene = Scene::new();
    scene.write("base.toml", "extends = \"send-it\"\n[board]\nside = 5\n");
    let text = "extends = \"base.toml\"\n[game]\nname = \"Piped\"\n";
    for name in ["-", "/dev/stdin"] {
        scene.run_with_input(&format!("check {name}"), text).succeeds().mentions(&["Piped", "side 5"]);
    }
    let ran = scene.run_with_input("check -", "x = 1\n");
    assert!(ran.code == Some(2) && ran.err.contains("--> <stdin>:1:1"), "{}", ran.err);
    scene.run_with_input("check - /dev/stdin", text).fails(2, "standard input can be read only once");
}

#[cfg(unix)]
#[test]
fn a_variant_can_be_read_from_a_pipe() {
    use std::io::Write;
    let scene = Scene::new();
    scene.write("base.toml", "extends = \"send-it\"\n[board]\nside = 5\n");
    for name in ["-", "/dev/stdin"] {
        let mut command = scene.command(&["check", name]);
        let piped = std::process::Stdio::piped;
        let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"extends = \"base.toml\"\n").unwrap();
        crate::scene::RunOutput::from(child.wait_with_output().unwrap()).succeeds().mentions(&["side 5"]);
    }
    // A file descriptor with any number, like `<(…)` in a shell.
    let line = format!("cat base.toml | {} check /dev/fd/3 3<&0", env!("CARGO_BIN_EXE_dropline"));
    let mut shell = std::process::Command::new("sh");
    let ran = shell.args(["-c", &line]).current_dir(scene.path("")).output().expect("sh is there");
    crate::scene::RunOutput::from(ran).succeeds().mentions(&["side 5"]);
}

#[test]
fn a_file_name_without_its_extension_gets_a_suggestion() {
    let scene = Scene::new();
    scene.write("calm.toml", "extends = \"send-it\"\n");
    let ran = scene.run("check calm");
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (Some(2), "error: unknown variant `calm`\n |\n = help: did you mean `./calm.toml`?\n")
    );
    assert_eq!(scene.run("check calm --json").json_lines()[0]["errors"][0]["suggestion"], "./calm.toml");
}

#[test]
fn show_draws_the_position_and_describes_its_state() {
    let scene = Scene::new();
    let args = ["show", "send-it", "--set", "board.side=3", "--turns", "c3 A1+b1+e5", "--svg", "c3.svg"];
    scene.run_args(&args).succeeds().mentions(&["x", "O", "after 2 turns: black to move", "legal actions"]);
    assert!(scene.read("c3.svg").starts_with("<svg"));
}

#[test]
fn show_prints_json() {
    let ran = Scene::new().run_args(&["show", "send-it", "--turns", "d7 e9+h2+k11", "--json"]).succeeds();
    let facts = &ran.json_lines()[0];
    assert_eq!(facts["stones"]["black"], json!(["d7"]));
    assert_eq!(facts["stones"]["white"], json!(["e9", "h2", "k11"]));
    assert_eq!((facts["to_move"].as_str(), facts["over"].as_bool()), (Some("black"), Some(false)));
}

#[test]
fn show_lists_groups_if_they_are_compared() {
    let scene = Scene::new();
    let small = "dropper --set board.width=3 --set board.height=3 --turns";
    let turns = "c3 c3>b3+b1 b1>c2 b1>b2 b1>a2 b1>c1 b1>a1 b3>a3";
    let args: Vec<&str> = ["show"].into_iter().chain(small.split(' ')).chain([turns]).collect();
    let ran = scene.run_args(&args).succeeds();
    ran.mentions(&["black wins, white 3, black 3; groups: white 3 1, black 3 2"]);
    let json: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    assert_eq!(scene.run_args(&json).json_lines()[0]["groups"], json!([[3, 1], [3, 2]]));
}

#[test]
fn show_draws_tiles_stacks_and_prisoners() {
    let scene = Scene::new();
    let show = |rest: &[&str]| {
        let stacks = ["show", "hex-it", "--set", "setup.stacks=[\"2,-1 wwb\", \"3,-1 b\"]"];
        scene.run_args(&[&stacks, rest].concat()).succeeds()
    };
    show(&["--turns", "r:2,-1 0,0", "--svg", "hex.svg"]).prints(
        "       0     1     2     3     4
   -2     .     .     .     .     .
-1     .    (  )  [  ]  [  ]  <x1>   .
    0     .    (O1)  [  ]   .     .
 1     .     .     .     .     .     .
         -2    -1     0     1     2     3

[ ] black's tile, ( ) white's tile, < > no tile: prisoners
x2 a stack of 2 with black on top, o2 with white on top; last turn: X, O, *
cells are q,r: r at the left, q at the ends of lines down to the right
after 2 turns: black to move, 4 legal actions, black 3, white 2; in hand: black 7, white 7
",
    );
    assert!(scene.read("hex.svg").contains("<title>0,0: white's tile, stack from the bottom: white<"));
    let ran = show(&["--json"]);
    let facts = &ran.json_lines()[0];
    assert_eq!(facts["stacks"], json!({"2,-1": ["white", "white", "black"], "3,-1": ["black"]}));
    assert_eq!(facts["tiles"], json!({"black": ["1,0", "1,-1"], "white": ["0,0", "0,-1"]}));
    assert_eq!(facts["hands"], json!({"black": 6, "white": 6}));
}

#[test]
fn show_marks_all_cells_of_a_deal() {
    let turns = ["show", "hex-it", "--turns", "1,0 0,0 1,0>0,0"];
    Scene::new().run_args(&turns).succeeds().mentions(&["    0     .    (X2)  [* ]   .\n"]);
}

#[test]
fn show_allows_only_the_last_turn_to_be_incomplete() {
    let scene = Scene::new();
    let show = |turns| scene.run_args(&["show", "send-it", "--turns", turns]);
    show("d7 e9+h2").succeeds().mentions(&["after 1 turn and 2 actions: white to move, 166 legal actions"]);
    show("d7 e9+h2 d8").fails(
        2,
        "turn 2, action 2 of the turn, `h2`: after this action, the turn cannot end yet: another action is compulsory",
    );
    let ran = scene.run_args(&["show", "send-it", "--turns", "d7 e9+h2", "--json"]).succeeds();
    let facts = &ran.json_lines()[0];
    assert_eq!((facts["turns"].as_u64(), facts["actions_in_turn"].as_u64()), (Some(1), Some(2)));
}

#[test]
fn show_writes_a_picture_to_standard_output() {
    let scene = Scene::new();
    let ran = scene.run("show send-it --svg -").succeeds();
    assert!(ran.out.starts_with("<svg") && ran.out.trim_end().ends_with("</svg>"));
    scene
        .run("show send-it --svg - --json")
        .fails(2, "`--svg -` and `--json` both write to standard output: leave one out, or name a file");
}

#[test]
fn show_says_which_turn_is_wrong_and_why() {
    Scene::new()
        .run_args(&["show", "send-it", "--turns", "d7 e9+d7+h2"])
        .fails(2, "turn 2, action 2 of the turn, `d7`: the cell is not empty");
}

#[test]
fn bench_measures_one_thread_and_all_threads() {
    let scene = Scene::new();
    let ran = scene.run("bench send-it --set board.side=3 --seconds 0.05 --threads 2").succeeds();
    let [one, two] = ran.out.lines().collect::<Vec<_>>()[..] else { panic!("two lines: {}", ran.out) };
    for (line, start) in [(one, "1 thread: "), (two, "2 threads: ")] {
        let rest = line.strip_prefix(start).expect(line).trim_start();
        let (number, rest) = rest.split_once(' ').expect(line);
        assert!(number.parse::<u64>().is_ok_and(|n| n > 0) && rest.starts_with("playouts/s "), "{line}");
    }
    let single = scene.run("bench send-it --set board.side=3 --seconds 0.05 --threads 1").succeeds();
    assert_eq!(single.out.lines().count(), 1);
}

#[test]
fn bench_as_json_has_the_rate_its_spread_and_the_time_of_an_action() {
    let ran = Scene::new().run("bench exxit --seconds 0.05 --threads 2 --json").succeeds();
    let lines = ran.json_lines();
    assert_eq!(lines.len(), 2);
    for (rate, threads) in lines.iter().zip([1.0, 2.0]) {
        let number = |name: &str| rate[name].as_f64().unwrap_or_else(|| panic!("no {name} in {rate}"));
        assert_eq!(number("threads"), threads);
        let [lowest, mean, highest] = ["lowest", "playouts_per_second", "highest"].map(number);
        assert!(0.0 < lowest && lowest <= mean && mean <= highest, "{rate}");
        let busy = mean * number("actions_per_playout") * number("ns_per_action") / 1e9;
        assert!((busy - threads).abs() < 1e-6, "all threads are busy all the time: {rate}");
        assert!((number("playouts") / number("seconds") / mean - 1.0).abs() < 1e-9, "{rate}");
        let kept = ["variant", "version", "seed", "repetitions"].map(|name| rate[name].to_string());
        assert_eq!(kept, ["\"exxit\"", &format!("{:?}", env!("CARGO_PKG_VERSION")), "1", "5"]);
    }
}

#[test]
fn bench_plays_at_least_one_playout_per_repetition() {
    let huge = "--set board={shape=\"rhombus\",side=31}";
    let command = format!("bench oust {huge} --seconds 0.01 --threads 1 --json");
    assert_eq!(Scene::new().run(&command).succeeds().json_lines()[0]["playouts"], 5);
}

#[test]
fn agents_are_explained() {
    let wanted = ["random", "uniformly", "greedy", "margin", "mcts:1000", "depends on the", "exploration"];
    Scene::new().run("agents").succeeds().mentions(&wanted);
}

#[test]
fn agents_as_json_come_with_their_options() {
    let agents = Scene::new().run("agents --json").succeeds().json_lines();
    let names: Vec<_> = agents.iter().map(|agent| agent["agent"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "random",
            "greedy",
            "mcts:1000",
            "mirror:greedy",
            "learned:FILE",
            "mcts:N:eval=FILE",
            "ugi:COMMAND",
            "gtp:COMMAND"
        ]
    );
    assert_eq!(agents[0]["options"], json!([]));
    assert_eq!(agents[2]["options"][0]["name"], "exploration");
    let movetime = &agents[6]["options"][0];
    assert_eq!((&movetime["name"], &movetime["default"]), (&json!("movetime"), &json!("1s")));
}

#[test]
fn the_schema_is_json() {
    let ran = Scene::new().run("schema").succeeds();
    let schema: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(schema["properties"]["board"].is_object());
}

#[test]
fn there_are_completions_for_each_shell() {
    let scene = Scene::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        scene.run_args(&["completions", shell]).succeeds().mentions(&["dropline", "simulate", "perft"]);
    }
}

#[test]
fn every_command_has_help() {
    let scene = Scene::new();
    scene.run("--version").succeeds().prints(concat!("dropline ", env!("CARGO_PKG_VERSION"), "\n"));
    for command in
        ["variants", "check", "show", "simulate", "report", "replay", "perft", "bench", "agents", "schema"]
    {
        scene.run_args(&[command, "--help"]).succeeds().mentions(&["Common options:", "--quiet"]);
    }
}

#[test]
fn colours_are_left_out_without_a_terminal() {
    let scene = Scene::new();
    for args in ["--help", "show send-it", "simulate send-it --games 0"] {
        let ran = scene.run(args);
        assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'), "{args}");
    }
}

#[test]
fn a_game_without_scores_is_reported_without_margins_and_komi() {
    let scene = Scene::new();
    for (name, scored) in [("tic-tac-toe", false), ("othello", true)] {
        let ran = scene.run(&format!("simulate {name} --agents random --games 20 --seed 1 --out {name}"));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let page = scene.read(&format!("{name}/report.html"));
        for points in ["<dt>Static komi", "margin in points"] {
            assert_eq!(page.contains(points), scored, "{name}: {points}");
        }
        assert_eq!(page.contains("<dt>Drama"), scored, "{name}: who leads");
        assert!(page.contains(" turns on average (") && !page.contains("<dt>Duration in turns"));
    }
}

#[test]
fn the_program_and_its_commands_have_man_pages() {
    let scene = Scene::new();
    scene.run("man").succeeds().mentions(&[".TH dropline 1", "simulate"]);
    scene.run("man simulate").succeeds().mentions(&[".TH dropline-simulate 1", "confidence sequence"]);
    let ran = scene.run("man simulat");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("unknown command `simulat`: expected one of variants, check"), "{}", ran.err);
}

#[test]
fn help_groups_the_commands_by_purpose() {
    let help = Scene::new().run("--help").succeeds().out;
    let places: Vec<usize> =
        ["Define a game:", "  check ", "Study its rules:", "  simulate ", "Play it yourself:", "  play "]
            .iter()
            .map(|part| help.find(part).unwrap_or_else(|| panic!("{part:?} is not in\n{help}")))
            .collect();
    assert!(places.is_sorted(), "{help}");
}

#[test]
fn states_prints_estimates_with_their_meaning() {
    let scene = Scene::new();
    scene
        .run("states tic-tac-toe --samples 2000 --quiet")
        .succeeds()
        .mentions(&["reachable: 5,478 (exact)", "upper bound: 1.97e4 (exact)"]);
    scene.run("states tic-tac-toe --samples 200 --quiet").succeeds().mentions(&[
        "reachable: 5.",
        "e3 (95 % interval ",
        ", n = 10 populations of 20 arrangements).",
    ]);
    let rough = scene.run("states connect-four --samples 100 --json").succeeds().json_lines().remove(0);
    let caution = rough["reachable"]["caution"].as_str().unwrap_or_default();
    let least = rough["reachable"]["at_least_log10"].as_f64().expect("a number");
    assert!(caution.contains("rough") && least < 4_531_985_219_092_f64.log10(), "{rough}");
    let same = |threads| {
        scene.run(&format!("states hex --set board.side=4 --samples 500 --threads {threads}")).succeeds().out
    };
    assert_eq!(same(1), same(2));
    let go = "states go --set board.width=5 --set board.height=5 --samples 2000 --json";
    let found = scene.run(go).succeeds().json_lines().remove(0);
    // 414,295,148,741 arrangements of 5 by 5 are legal: 48.9 % of all.
    let [low, high] = ["low", "high"].map(|end| found["allowed"][end].as_f64().expect("a number"));
    assert!(low < 11.617 && high > 11.617 && found["reachable"].is_null(), "{found}");
    scene
        .run("states othello --samples 10")
        .succeeds()
        .mentions(&["There is no estimate of the number of reachable arrangements: games begin with"]);
    let refused = scene.run("states exxit");
    assert!(
        refused.code == Some(2) && refused.err.contains("on the boundless plane cannot be counted"),
        "{}",
        refused.err
    );
}

#[test]
fn a_finished_position_has_no_sequence_of_actions() {
    for (variant, sets) in [
        ("tic-tac-toe", &[r#"setup.black=["all"]"#][..]),
        ("tic-tac-toe", &[r#"setup.black=["row 1"]"#]),
        ("go", &["setup.turns=3", "end.max_turns=3"]),
        ("hex-it", &["end.tiles=4"]),
    ] {
        let mut args = vec!["perft", variant, "--depth", "2", "--divide"];
        args.extend(sets.iter().flat_map(|&set| ["--set", set]));
        Scene::new().run_args(&args).succeeds().prints("1\t0\n2\t0\n");
    }
}

#[test]
fn a_variant_in_utf_16_is_one_error() {
    let scene = Scene::new();
    scene.write_utf_16("game.toml", "extends = \"go\"\n[game]\nname = \"Small\"\n");
    for command in ["check game.toml", "simulate game.toml", "solve game.toml"] {
        let ran = scene.run(command);
        assert_eq!((ran.code, ran.err.matches("error: ").count()), (Some(2), 1), "{}", ran.err);
        assert!(ran.err.contains("error: the file is UTF-16 text"), "{}", ran.err);
        assert!(ran.err.contains("expected UTF-8"), "{}", ran.err);
    }
}

#[test]
fn the_games_of_known_value_are_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/twenty");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|extension| extension == "toml")).collect();
    assert_eq!(files.len(), 20);
    for file in files {
        Scene::new().run(&format!("check {}", file.display())).succeeds();
    }
}
