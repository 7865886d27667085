//! `dropline engine`, used through a pipe, as another program would use it.

use crate::scene::Scene;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

/// The engine, and the pipes to talk to it.
struct EngineProcess {
    engine: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl EngineProcess {
    fn with(scene: &Scene, args: &str) -> Self {
        let mut command = scene.command(&args.split(' ').collect::<Vec<_>>());
        let mut engine =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let to = engine.stdin.take().expect("a pipe");
        let from = BufReader::new(engine.stdout.take().expect("a pipe"));
        Self { engine, to, from }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").expect("the engine reads its input");
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("the engine writes a line");
        line.trim_end().to_owned()
    }

    /// The move that a search of 30 iterations chooses, as `bestmove MOVE`, after its statistics.
    fn search(&mut self) -> String {
        self.say("go nodes 30");
        let info = self.hear();
        let words: Vec<&str> = info.split(' ').collect();
        assert!(matches!(words[..], ["info", "time", _, "nodes", "30", "nps", _, "pv", _]), "{info}");
        assert!(self.hear().starts_with("info string expects "));
        let best = self.hear();
        assert_eq!(best.strip_prefix("bestmove "), words.last().copied());
        best
    }

    /// The next line that does not begin with `info`.
    fn answer(&mut self, line: &str) -> String {
        self.say(line);
        loop {
            let heard = self.hear();
            if !heard.starts_with("info") {
                return heard;
            }
        }
    }
}

/// The engine's answers to these lines, without the parts that depend on the clock.
fn answers(args: &str, lines: &[&str]) -> Vec<String> {
    let ran = Scene::new().run_with_input(args, &format!("{}\n", lines.join("\n"))).succeeds();
    ran.out.lines().filter(|line| !line.starts_with("info time")).map(str::to_owned).collect()
}

#[test]
fn the_engine_introduces_itself() {
    let received = answers("engine hex --agent mcts:20", &["ugi", "isready"]);
    assert_eq!(
        received,
        [
            &format!("id name dropline {}", env!("CARGO_PKG_VERSION")),
            "id author the dropline authors",
            "option name Agent type string default mcts:20",
            "option name Moves type combo default turns var turns var actions",
            "ugiok",
            "readyok",
        ]
    );
}

#[test]
fn queries_tell_a_program_without_rules_all_that_it_needs() {
    let received = answers(
        "engine tic-tac-toe",
        &[
            "query p1turn",
            "query legal",
            "query result",
            "position startpos moves a1 a2 b1 b2",
            "query legal",
            "query gameover",
            "position startpos moves a1 a2 b1 b2 c1",
            "query p1turn",
            "query gameover",
            "query result",
            "query legal",
            "query score",
            "go",
        ],
    );
    assert_eq!(
        received,
        [
            "response true",
            "response a1 b1 c1 a2 b2 c2 a3 b3 c3",
            "response none",
            "response c1 c2 a3 b3 c3",
            "response false",
            "response false",
            "response true",
            "response p1win",
            "response none",
            "response none",
            "info string error: the game is over",
            "bestmove none",
        ]
    );
    let scores = answers("engine go --set board.width=3", &["position startpos moves b5", "query score"]);
    assert_eq!(scores, ["response 27 7.5"]);
}

#[test]
fn a_move_is_a_whole_turn_or_a_single_action() {
    let lines = [
        "position startpos moves c1",
        "go nodes 20",
        "setoption name Moves value actions",
        "position startpos moves c1 a1",
        "query p1turn",
        "query legal",
        "go nodes 20",
    ];
    let received = answers("engine send-it --set board.side=3 --agent greedy", &lines);
    let best = |at: usize| received[at].strip_prefix("bestmove ").expect("a move").split('+').count();
    assert_eq!((received.len(), best(0), best(3)), (4, 3, 1), "{received:?}");
    assert_eq!(received[1], "response false");
    assert_eq!(received[2].split(' ').count(), 1 + 17);
}

#[test]
fn too_many_turns_are_not_listed() {
    let received = answers("engine send-it", &["position startpos moves d7", "query legal"]);
    assert_eq!(
        received,
        [
            "response error: there are more than 10000 turns: `setoption name Moves value actions` makes a move a single action"
        ]
    );
}

#[test]
fn errors_are_answered_and_leave_the_state_unchanged() {
    let received = answers(
        "engine go",
        &[
            "position startpos moves e5",
            "hello",
            "position startpos moves e5 e5",
            "position startpos e5",
            "position fen 8/8",
            "position",
            "query colour",
            "setoption Moves",
            "setoption name Moves value stones",
            "setoption name Hash value 16",
            "setoption name Agent value ugi:./bot",
            "setoption name Agent value mtcs:5",
            "go ponder",
            "go movetime",
            "\u{1b}[2J",
            "",
            "query score",
        ],
    );
    let errors = [
        "unknown command `hello`: expected ugi, setoption,",
        "move 2, `e5`: action 1 of the turn, `e5`: the cell is not empty",
        "expected `moves` or nothing after `startpos`",
        "positions given as text are not supported: start the engine with settings such as --set",
        "expected `position startpos moves MOVE…`",
        "unknown query `colour`: expected p1turn, gameover, result, legal or score",
        "expected `setoption name NAME value VALUE`",
        "invalid value `stones` for Moves: expected `turns` or `actions`",
        "unknown option `hash`: expected Agent or Moves",
        "`ugi:./bot` is an external program",
        "unknown agent `mtcs:5`: did you mean `mcts:5`?",
        "unknown limit `ponder` of `go`",
        "expected a whole number up to 4294967295 after `movetime`",
        "unknown command `\\u{1b}[2J`",
    ];
    assert_eq!(received.len(), errors.len() + 1, "{received:#?}");
    for (line, error) in received.iter().zip(errors) {
        let kind = if error.contains("query") { "response" } else { "info string" };
        assert!(line.to_lowercase().contains(&error.to_lowercase()), "{line} is not {error}");
        assert!(line.starts_with(&format!("{kind} error: ")), "{line}");
    }
    assert_eq!(received.last().map(String::as_str), Some("response 81 7.5"));
}

#[test]
fn a_search_answers_with_a_legal_move_and_its_statistics() {
    let scene = Scene::new();
    let mut talk = EngineProcess::with(&scene, "engine go --agent mcts:50");
    let best = talk.search();
    // The same move by another agent.
    talk.say("setoption name Agent value greedy");
    talk.say(&format!("position startpos moves {}", &best[9..]));
    assert!(talk.answer("go depth 3").starts_with("bestmove "));
    talk.say("quit");
    assert!(talk.engine.wait().expect("it ends").success());
}

#[test]
fn learned_players_answer_and_take_limits() {
    let scene = Scene::new();
    let hex = "hex --set board.side=5";
    scene.run(&format!("learn {hex} --games 1024 --out hex.learned")).succeeds();
    let mut talk = EngineProcess::with(&scene, &format!("engine {hex} --agent mcts:50:eval=hex.learned"));
    let best = talk.search();
    talk.say(&format!("position startpos moves {}", &best[9..]));
    talk.say("go infinite");
    assert_eq!(talk.answer("isready"), "readyok");
    assert!(talk.answer("stop").starts_with("bestmove "));
    talk.say("setoption name Agent value learned:hex.learned");
    assert!(talk.answer("go").starts_with("bestmove "));
    talk.say("setoption name Agent value learned:no.learned");
    let error = talk.hear();
    assert!(error.starts_with("info string error: no.learned: "), "{error}");
    assert!(talk.answer("go depth 3").starts_with("bestmove "));
    talk.say("quit");
    assert!(talk.engine.wait().expect("it ends").success());
    let refused = scene.run("engine go --agent learned:hex.learned");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.starts_with("error: hex.learned was learned for `hex`"), "{}", refused.err);
}

#[test]
fn an_infinite_search_answers_isready_and_can_be_stopped() {
    let scene = Scene::new();
    let mut talk = EngineProcess::with(&scene, "engine go");
    let clock = Instant::now();
    for stop in ["stop", "quit"] {
        talk.say("go infinite");
        assert_eq!(talk.answer("isready"), "readyok");
        // Other commands wait for the end of the search.
        talk.say("query p1turn");
        assert!(talk.answer(stop).starts_with("bestmove "));
        if stop == "stop" {
            assert_eq!(talk.hear(), "response true");
        }
    }
    assert!(talk.engine.wait().expect("it ends").success());
    assert!(clock.elapsed() < Duration::from_secs(60));
}

#[test]
fn the_time_limit_of_a_move_is_respected() {
    let scene = Scene::new();
    let mut talk = EngineProcess::with(&scene, "engine send-it --agent mcts:1000000");
    talk.say("position startpos moves d7 c3+e5+g7");
    for limit in ["movetime 50", "p1time 1000 p2time 1 p1inc 0 p2inc 0"] {
        let clock = Instant::now();
        assert!(talk.answer(&format!("go {limit}")).starts_with("bestmove "));
        assert!(clock.elapsed() < Duration::from_secs(20), "{limit}");
    }
}

#[test]
fn a_move_of_a_single_action_has_all_of_its_time() {
    let scene = Scene::new();
    let mut talk = EngineProcess::with(&scene, "engine send-it --agent mcts:1000000");
    talk.say("setoption name Moves value actions");
    talk.say("position startpos moves d7");
    let clock = Instant::now();
    assert!(talk.answer("go movetime 300").starts_with("bestmove "));
    assert!(clock.elapsed() >= Duration::from_millis(250), "{:?}", clock.elapsed());
}

#[test]
fn the_same_seed_gives_the_same_answers() {
    let lines = ["go", "uginewgame", "go", "position startpos moves d4 c1+d1+e3", "go"];
    let args = "engine send-it --set board.side=4 --agent mcts:30 --seed";
    let received = |seed: u64| answers(&format!("{args} {seed}"), &lines);
    assert_eq!(received(1), received(1));
    assert_ne!(received(1), received(2));
}

#[test]
fn invalid_arguments_are_rejected() {
    Scene::new()
        .run("engine tic-tac-toe --agent ugi:./bot")
        .fails(2, "invalid value 'ugi:./bot' for '--agent <AGENT>': `ugi:./bot` is an external program: run it directly");
}

#[test]
fn the_engine_refuses_an_agent_that_cannot_play_the_game() {
    let ran = Scene::new().run_with_input("engine hex --agent mirror:greedy", "go\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.starts_with("error: `mirror` "), "{}", ran.err);
    let heard = answers("engine hex --agent greedy", &["setoption name Agent value mirror:greedy", "quit"]);
    assert!(heard[0].starts_with("info string error: `mirror` "), "{heard:?}");
}

#[test]
fn an_endless_search_reports_its_move_after_stop() {
    for agent in ["greedy", "mcts:100"] {
        let scene = Scene::new();
        let mut engine = EngineProcess::with(&scene, &format!("engine tic-tac-toe --agent {agent}"));
        engine.say("go infinite");
        // The search is over long before, since this game is small.
        std::thread::sleep(Duration::from_millis(500));
        engine.say("isready");
        assert_eq!(engine.hear(), "readyok", "{agent}");
        assert!(engine.answer("stop").starts_with("bestmove "), "{agent}");
        assert_eq!(engine.answer("query p1turn"), "response true", "{agent}");
        engine.say("quit");
        assert!(engine.engine.wait().expect("it ends").success());
    }
}

#[test]
fn nothing_is_answered_after_quit() {
    let heard = answers("engine hex --agent mcts:2000", &["go", "quit", "query gameover", "isready", "go"]);
    assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{heard:?}");
    assert!(!heard.iter().any(|line| line.starts_with("response") || line == "readyok"), "{heard:?}");
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_command_and_utf_16_is_one_error() {
    let lines = ["isready", "quit"];
    assert_eq!(answers("engine hex", &["\u{feff}isready", "quit"]), answers("engine hex", &lines));
    let scene = Scene::new();
    scene.write_utf_16("wide", &lines.join("\n"));
    let ran = scene.run_with_input_of("engine hex", "wide").prints("");
    ran.fails(1, "cannot read standard input: it is UTF-16 text: expected UTF-8");
}

#[test]
fn commands_before_quit_are_answered_after_the_search() {
    let received = answers(
        "engine tic-tac-toe --agent mcts:1000000",
        &["go", "query p1turn", "position startpos moves a1", "query p1turn", "go", "quit", "query gameover"],
    );
    let received: Vec<&str> = received.iter().map(|line| line.split(' ').next().unwrap()).collect();
    let received: Vec<&str> = received.into_iter().filter(|&word| word != "info").collect();
    assert_eq!(received, ["bestmove", "response", "response", "bestmove"]);
}

#[test]
fn an_endless_search_ends_when_too_many_commands_wait() {
    let long = format!("query {}", "x".repeat(3 << 20));
    let mut lines = vec!["go infinite"];
    lines.extend([long.as_str(); 8]);
    let received = answers("engine tic-tac-toe", &lines);
    assert_eq!(received.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
    assert_eq!(received.iter().filter(|line| line.starts_with("response error: unknown query")).count(), 8);
}
