//! Output as a person sees it: the program in a pseudo-terminal.

#![cfg(unix)]

use crate::scene::Scene;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStringExt as _;

/// The columns of the terminal.
const COLUMNS: u16 = 90;

/// Runs the program in a terminal with colours, types `input`, and returns everything that the terminal received.
fn shown(scene: &Scene, args: &[&str], input: &str) -> String {
    shown_with(scene, args, input, &[])
}

/// Like [`shown`], with these environment variables.
fn shown_with(scene: &Scene, args: &[&str], input: &str, variables: &[(&str, &str)]) -> String {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&master).and_then(|()| unlockpt(&master)).expect("it can be opened");
    let name = ptsname(&master, Vec::new()).expect("it has a name");
    let name = std::ffi::OsString::from_vec(name.into_bytes());
    let slave = File::options().read(true).write(true).open(name).expect("its other end");
    let mut mode = tcgetattr(&slave).expect("a terminal");
    mode.local_modes.remove(LocalModes::ECHO);
    tcsetattr(&slave, OptionalActions::Now, &mode).expect("a terminal");
    tcsetwinsize(&slave, Winsize { ws_row: 50, ws_col: COLUMNS, ws_xpixel: 0, ws_ypixel: 0 })
        .expect("a terminal");
    let other = || slave.try_clone().expect("the other end");
    let mut command = scene.command(args);
    for variable in ["COLORTERM", "CLICOLOR", "CLICOLOR_FORCE", "CI", "COLUMNS"] {
        command.env_remove(variable);
    }
    command.envs(variables.iter().copied());
    command.env("TERM", "xterm-256color").stdin(other()).stdout(other()).stderr(other());
    let mut child = command.spawn().expect("the program starts");
    drop((command, slave));
    let mut master = File::from(master);
    master.write_all(input.as_bytes()).expect("it is typed");
    let mut out = Vec::new();
    let mut buffer = [0; 4096];
    // When the other end is closed, Linux reports an error.
    while let Ok(read @ 1..) = master.read(&mut buffer) {
        out.extend_from_slice(&buffer[..read]);
    }
    let status = child.wait().expect("it ends");
    let out = String::from_utf8(out).expect("UTF-8").replace("\r\n", "\n");
    assert!(status.success(), "{status}: {out}");
    out
}

fn words(args: &str) -> Vec<&str> {
    args.split(' ').collect()
}

/// `text` without escape sequences for colours, and without lines that a carriage return overwrites.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            out.push(c);
        }
    }
    out.split('\n').map(|line| line.rsplit('\r').next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_game_is_drawn_in_colour_and_shows_no_escape_sequences() {
    let scene = Scene::new();
    let seen =
        shown(&scene, &words("play send-it --set board.side=2"), "b2\nshow\nlegal\nhelp\nundo\nquit\n");
    assert!(seen.contains("\u{1b}["), "colour: {seen}");
    assert!(!seen.contains("\\u{"), "{seen}");
    for args in ["show send-it --turns d7", "show hex-it", "check go"] {
        let seen = shown(&scene, &words(args), "");
        assert!(!seen.contains("\\u{"), "{args}: {seen}");
    }
}

#[test]
fn a_verdict_is_in_colour_unless_the_terminal_has_none() {
    let scene = Scene::new();
    scene.run("simulate send-it --agents random --set board.side=3 --games 20 --out run --quiet").succeeds();
    let report = words("report run");
    let seen = shown(&scene, &report, "");
    let verdict = seen.lines().find(|line| line.contains("etween random players")).expect("a verdict");
    assert!(verdict.starts_with("\u{1b}[1m\u{1b}[36m"), "{verdict:?}");
    assert!(!shown_with(&scene, &report, "", &[("NO_COLOR", "1")]).contains('\u{1b}'));
    assert!(!scene.run("report run").succeeds().out.contains('\u{1b}'));
}

#[test]
fn lines_are_broken_between_words() {
    let scene = Scene::new();
    scene.write("my-game.toml", "extends = \"send-it\"\n[game]\nsummary = \"a summary of so many words that no terminal \
        of an everyday width could ever show all of them in one line however hard it tried\"\n[board]\nside = 3\n");
    for args in [
        "simulate my-game.toml --games 50 --agents random,greedy --out a",
        "simulate my-game.toml --games 50 --pairs --agents random,greedy --out b",
        "simulate my-game.toml --agents random --games 50 --until 5% --out c",
        "compare my-game.toml send-it-square --agents random --agents greedy --games 20 --out d --set end.max_turns=20",
        "sweep my-game.toml --agents random --vary board.side=2,3 --vary score.komi=0,0.5,1.5 --games 20 --out e",
        "ladder my-game.toml --rungs random,greedy,mcts:5 --games 20 --out f",
        "report a",
        "verify a",
        "verify e",
        "check my-game.toml",
        "check dispatch-chris",
        "variants",
        "agents",
    ] {
        let piped = scene.run(&args.replace("--out ", "--out piped-"));
        let piped = piped.out + &piped.err;
        let seen = plain(&shown(&scene, &words(args), ""));
        let bare = |word: &'_ str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let whole: BTreeSet<String> = piped.split_whitespace().map(bare).collect();
        for line in seen.lines() {
            assert!(line.chars().count() <= COLUMNS.into(), "{args}: {line:?}");
            // The games of one run may take milliseconds, those of the other seconds.
            let is_word =
                |word: &String| word.chars().all(char::is_alphabetic) && word != "ms" && word != "s";
            for word in line.split_whitespace().map(bare).filter(is_word) {
                assert!(whole.contains(&word), "{args}: {word:?} in {line:?}");
            }
        }
    }
}

#[test]
fn a_watched_status_redraws_from_the_top() {
    let scene = Scene::new();
    scene.run("simulate send-it --agents random,random --set board.side=2 --games 4 --plan plan --unit-games 2 --quiet").succeeds();
    for unit in ["1", "2"] {
        scene.run(&format!("unit plan {unit} --quiet")).succeeds();
    }
    let watched = shown(&scene, &words("status plan --watch"), "");
    assert!(watched.starts_with("\u{1b}[H\u{1b}[2Junits  2: 2 complete\n"), "{watched:?}");
    assert!(shown(&scene, &words("status plan"), "").starts_with("units  2: 2 complete\n"));
}
