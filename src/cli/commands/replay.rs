//! `dropline replay`.

use crate::cli::args::{Replay, Shown};
use crate::cli::failure::Failure;
use crate::cli::picture::{self, plural};
use crate::cli::session::Session;
use crate::cli::terminal::Terminal;
use dropline::record::{Record, Replayed, replay};
use dropline::rules::{self, Position};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::ExitCode;

/// Checks records.
pub fn run(args: &Replay, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let loaded = session.load(&args.variant)?;
    let mut position = rules::start(&loaded.variant);
    let mut tally = Tally::default();
    for_each_line(&args.file, |number, line| {
        tally.records += 1;
        let record = line.and_then(|line| Record::from_line(&line).map_err(|error| error.to_string()));
        match record {
            Ok(record) => {
                let wrong = check(tally.records, &record, &mut *position, args.show, session.terminal)?;
                tally.wrong += u64::from(wrong);
                Ok(())
            }
            Err(error) => {
                tally.unreadable += 1;
                let error = format!("line {number} is not a record: {error}");
                if session.terminal.json {
                    session.terminal.json_line(&json!({ "error": error }))
                } else {
                    session.terminal.line(format_args!("game {}: {error}", tally.records))
                }
            }
        }
    })?;
    tally.verdict()
}

/// Checks a record and prints what came of it; whether something is wrong with it.
fn check(
    number: u64,
    record: &Record,
    position: &mut dyn Position,
    show: Option<Shown>,
    terminal: &mut Terminal,
) -> Result<bool, Failure> {
    let (mut drawings, mut last) = (Vec::new(), Vec::new());
    let replayed = replay(record, position, |position, turn| match show {
        Some(Shown::Turns) => drawings.push(picture::text(position, turn, terminal)),
        Some(Shown::End) => turn.clone_into(&mut last),
        None => {}
    });
    if show == Some(Shown::End) {
        drawings.push(picture::text(position, &last, terminal));
    }
    if terminal.json {
        terminal.json_line(&facts(&replayed, position))?;
    } else {
        terminal.line(words(number, &replayed, position))?;
    }
    drawings.iter().try_for_each(|drawing| terminal.line(drawing))?;
    Ok(replayed.error.is_some())
}

/// How many records were looked at, and what was wrong with them.
#[derive(Default)]
struct Tally {
    records: u64,
    wrong: u64,
    unreadable: u64,
}

impl Tally {
    fn verdict(&self) -> Result<ExitCode, Failure> {
        let of = |n: u64, what: &str| {
            let verb = if n == 1 { "is" } else { "are" };
            anyhow::anyhow!("{n} of {} {verb} {what}", plural(self.records, "record"))
        };
        match self {
            Self { unreadable: 1.., .. } => Err(Failure::Wrong(of(self.unreadable, "unreadable"))),
            Self { wrong: 1.., .. } => Err(Failure::Failed(of(self.wrong, "wrong"))),
            _ => Ok(ExitCode::SUCCESS),
        }
    }
}

/// A game in a line for people.
fn words(number: u64, replayed: &Replayed, position: &dyn Position) -> String {
    if let Some(error) = &replayed.error {
        return format!("game {number}: wrong: {error}");
    }
    let [first, second] = position.score();
    let actions = plural(replayed.legal.len() as u64, "action");
    let end = match (position.outcome(), position.winner()) {
        (None, _) => "not over".to_owned(),
        (Some(_), rules::Winner::Draw) => "drawn".to_owned(),
        (Some(_), winner) => format!("the {} player wins", winner.name()),
    };
    format!("game {number}: ok, {actions}, {first} to {second}, {end}")
}

/// A game as JSON.
fn facts(replayed: &Replayed, position: &dyn Position) -> Value {
    let over = position.outcome().is_some();
    let mut facts = json!({
        "legal": replayed.legal,
        "score": position.score(),
        "winner": over.then(|| position.winner().name()),
        "over": over,
    });
    if let Some(error) = &replayed.error {
        facts["error"] = error.to_string().into();
    }
    facts
}

/// Calls `each` with the number and the text of every line that is not blank, or with what is wrong with
/// its text.
fn for_each_line(
    path: &Path,
    mut each: impl FnMut(u64, Result<String, String>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let unreadable = |error: io::Error| {
        let reason = dropline::simulate::reason(&error);
        Failure::Wrong(anyhow::anyhow!("cannot read {}: {reason}", path.display()))
    };
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(unreadable)?)
    };
    let mut source = BufReader::new(source);
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        if source.read_until(b'\n', &mut bytes).map_err(unreadable)? == 0 {
            break;
        }
        if !bytes.trim_ascii().is_empty() {
            let text = String::from_utf8(bytes.clone()).map_err(|_| "its text is not UTF-8".to_owned());
            each(number, text)?;
        }
    }
    Ok(())
}
