//! Runs the commands that the pages show.
//!
//! A `console` block holds commands after `$ ` and their output, of both streams, as a terminal would show it. A block of TOML or
//! JSON whose first line is a comment with a file name (`# calm.toml`) is written to that file. The blocks of a page run in
//! order, in a temporary folder. Of the help of a command (`-h`), what all commands share is left out. A command must fail if and
//! only if a line of its output begins with `error`. Durations are not compared.

use crate::pages::{Page, pages, rewriting};
use rayon::prelude::*;
use std::fs;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Far longer than any command of the manual needs, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

#[test]
fn every_console_block_shows_the_output_of_its_commands() {
    let stale: Vec<String> = pages().par_iter().filter_map(stale).collect();
    assert!(stale.is_empty(), "DROPLINE_DOCS=rewrite cargo test --test docs updates\n{}", stale.join("\n"));
}

/// The first difference between the page and the output of its commands; `None` if they agree. When rewriting, updates the page
/// instead.
fn stale(page: &Page) -> Option<String> {
    let filled = filled(page);
    if filled == page.text {
        return None;
    }
    if rewriting() {
        fs::write(&page.path, filled).expect("the page can be written");
        return None;
    }
    Some(format!("{}:\n{}", page.name(), first_difference(&page.text, &filled)))
}

/// The text of the page with the current output of its commands.
pub fn filled(page: &Page) -> String {
    let folder = tempfile::tempdir().expect("a folder for the page");
    let (mut text, mut done) = (String::new(), 0);
    for block in page.blocks() {
        let code = &page.text[block.range.clone()];
        if block.language != "console" {
            write_file(folder.path(), code);
            continue;
        }
        text += &page.text[done..block.range.start];
        text += &run_all(page.name(), code, folder.path());
        done = block.range.end;
    }
    check_images(page, folder.path());
    text + &page.text[done..]
}

/// Compares the images of a page with the output of the commands in the comments above them: `<!-- $ cat run/charts/score.svg
/// -->`.
fn check_images(page: &Page, folder: &Path) {
    let lines: Vec<&str> = page.text.lines().collect();
    for pair in lines.windows(2) {
        let Some(image) = pair[1].strip_prefix("![").and_then(|rest| rest.split_once("](")) else { continue };
        let image = page.path.with_file_name(image.1.trim_end_matches(')'));
        let command = pair[0].strip_prefix("<!-- $ ").and_then(|rest| rest.strip_suffix(" -->"));
        let command =
            command.unwrap_or_else(|| panic!("{}: no command wrote {}", page.name(), image.display()));
        let (printed, succeeded) = run(command, folder);
        assert!(succeeded, "{}: `{command}`\n{printed}", page.name());
        if rewriting() {
            fs::write(&image, printed).expect("the image can be written");
        } else {
            let shown = fs::read_to_string(&image).expect("the image is there");
            assert!(
                shown == printed,
                "{}: {} is not the output of `{command}`",
                page.name(),
                image.display()
            );
        }
    }
}

/// Writes the block to the file that its first line names, if it names one.
fn write_file(folder: &Path, code: &str) {
    let Some(name) = code.lines().next().and_then(|line| line.strip_prefix("# ")) else { return };
    if !name.contains(' ') && Path::new(name).extension().is_some() {
        fs::write(folder.join(name), code).expect("the file can be written");
    }
}

/// The block with the current output below each command.
fn run_all(page: &str, code: &str, folder: &Path) -> String {
    let mut text = String::new();
    let mut lines = code.lines().peekable();
    while let Some(line) = lines.next() {
        let mut command =
            line.strip_prefix("$ ").unwrap_or_else(|| panic!("{page}: no command before {line:?}"));
        let mut joined = String::new();
        text += &format!("{line}\n");
        while command.ends_with('\\') {
            joined += &format!("{command}\n");
            command = lines.next().unwrap_or_else(|| panic!("{page}: `{line}` does not end"));
            text += &format!("{command}\n");
        }
        joined += command;
        let mut shown = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            shown += &format!("{line}\n");
        }
        let (mut printed, succeeded) = run(&joined, folder);
        if command.ends_with(" -h") {
            printed = own_help(&printed);
        }
        let refused = printed.lines().any(|line| line.starts_with("error"));
        assert_eq!(succeeded, !refused, "{page}: the exit code of `{joined}`\n{printed}");
        text += if timeless(&printed) == timeless(&shown) { &shown } else { &printed };
    }
    text
}

/// The help of a command without what many commands share: `VARIANT`, `--help` and the common options.
fn own_help(help: &str) -> String {
    let shared = |part: &&str| {
        let variant = part.starts_with("Arguments:\n  <VARIANT>  ") && part.lines().count() == 2;
        !variant && !part.starts_with("Common options:")
    };
    let parts: Vec<&str> = help.trim_end().split("\n\n").filter(shared).collect();
    let lines =
        parts.join("\n\n").replace("\n\nOptions:\n  -h, --help  Print help (see more with '--help')", "");
    lines
        .lines()
        .filter(|line| !line.trim_start().starts_with("-h, --help "))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// The output of a command on both streams, without trailing spaces, and whether the command succeeded.
fn run(command: &str, folder: &Path) -> (String, bool) {
    let programs = Path::new(env!("CARGO_BIN_EXE_dropline")).parent().expect("the program lies in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = tempfile::NamedTempFile::new().expect("a file for the output");
    let stream = || Stdio::from(File::options().append(true).open(output.path()).expect("the file is there"));
    let mut child = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .stdout(stream())
        .stderr(stream())
        .spawn()
        .expect("a shell starts");
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the status of the shell can be read") {
            break status;
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("`{command}` takes too long for the manual");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let printed = fs::read_to_string(output.path()).expect("the output is UTF-8");
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    (lines.iter().map(|line| format!("{line}\n")).collect(), status.success())
}

/// The text without durations: `200 games in 0.1 s`, `200 games in 43 ms`.
fn timeless(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    for i in 2..words.len() {
        let rest = ["ms", "s"].into_iter().find_map(|unit| words[i].strip_prefix(unit));
        let rest = rest.filter(|rest| !rest.starts_with(char::is_alphabetic));
        if let Some(rest) = rest.filter(|_| words[i - 2] == "in" && words[i - 1].parse::<f64>().is_ok()) {
            words[i - 1] = "";
            words[i] = rest;
        }
    }
    words.join(" ")
}

/// The first line in which two texts differ, from both texts.
fn first_difference(old: &str, new: &str) -> String {
    let same = old.lines().zip(new.lines()).take_while(|(old, new)| old == new).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(the end)").to_owned();
    format!("  line {}\n  - {}\n  + {}", same + 1, line(old), line(new))
}

#[test]
fn comparisons_ignore_times() {
    assert_eq!(timeless("200 games in 0.1 s\nnext"), timeless("200 games in 12.4 s\nnext"));
    assert_eq!(timeless("200 games in 43 ms\nnext"), timeless("200 games in 0.1 s\nnext"));
    assert_ne!(timeless("200 games in 0.1 s"), timeless("300 games in 0.1 s"));
    assert_ne!(timeless("in 3 sides"), timeless("in 4 sides"));
}
