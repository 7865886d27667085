//! `dropline replay`.

use crate::cli::failure::Failure;
use crate::cli::game_args::{Replay, Shown};
use crate::cli::picture::{self, Marks};
use crate::cli::session::Session;
use crate::cli::terminal::Terminal;
use crate::encoding::{Line, Lines};
use crate::notation::turn_text;
use crate::numbers::{counted, is_or_are};
use crate::record::{Form, Record, RecordError, Replayed, convert, replay};
use crate::rules::{self, Action, Position};
use crate::run::{open_packed, reason};
use crate::text::quoted;
use crate::variant;
use anyhow::anyhow;
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::process::ExitCode;

/// Checks records.
pub fn run(args: &Replay, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    let twice = variant::is_standard_input(&args.variant)
        && args.file.to_str().is_some_and(variant::is_standard_input);
    if twice {
        return Err(Failure::Wrong(anyhow!(
            "the variant and the records cannot both come from standard input: name a file for one of them"
        )));
    }
    let loaded = session.load(&args.variant)?;
    if let Some(dir) = &args.svg {
        std::fs::create_dir_all(dir)
            .map_err(|error| anyhow!("cannot create the folder {}: {}", dir.display(), reason(&error)))?;
    }
    let mut position = rules::start(&loaded.variant);
    let mut tally = Tally::default();
    let mut place = 0;
    let read = for_each_line(&args.file, |number, line| {
        place += 1;
        if let (Some(game), Ok(line)) = (args.game, &line)
            && numbered(line).unwrap_or(place) != game
        {
            return Ok(());
        }
        tally.records += 1;
        let record = line.and_then(|line| match Record::from_line(&line) {
            Ok(record) => Ok((line, record)),
            Err(error) => Err(error.to_string()),
        });
        match record {
            Ok((line, record)) => {
                tally.note_variant(&record, &loaded.variant.id);
                let game = NumberedRecord {
                    number: args.game.unwrap_or(tally.records),
                    line: &line,
                    record: &record,
                };
                tally.invalid += u64::from(!game.check(&mut *position, args, session.terminal)?);
                Ok(())
            }
            Err(error) => {
                tally.unreadable += 1;
                let error = format!("line {number} {error}");
                if session.terminal.json {
                    session.terminal.json_line(&json!({ "error": error }))
                } else {
                    print_result(&format!("game {}: {error}", tally.records), false, args, session.terminal)
                }
            }
        }
    });
    match read {
        // Nobody reads the rest, but the records so far may be wrong.
        Err(Failure::BrokenPipe) => return tally.verdict(),
        read => read?,
    }
    if let Some(note) = &tally.other_variant {
        session.terminal.note(format_args!("note: {note}"));
    }
    match args.game {
        Some(game) if tally.records == 0 => {
            Err(Failure::Wrong(anyhow!("there is no game {game} in {}", args.file.display())))
        }
        None if tally.records == 0 => Err(Failure::Wrong(anyhow!(
            "{} holds no record: expected a line of JSON for each game, as written by `simulate --records`",
            args.file.display()
        ))),
        _ => tally.verdict(),
    }
}

/// The game number in a record, if it has one.
fn numbered(line: &str) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct Numbered {
        game: u64,
    }
    serde_json::from_str(line).ok().map(|Numbered { game }| game)
}

/// A record that could be read.
struct NumberedRecord<'a> {
    /// Its number, counted from 1.
    number: u64,
    line: &'a str,
    record: &'a Record,
}

impl NumberedRecord<'_> {
    /// Checks the game and prints the result; returns whether the record is valid.
    fn check(
        &self,
        position: &mut dyn Position,
        args: &Replay,
        terminal: &mut Terminal,
    ) -> Result<bool, Failure> {
        let (mut drawings, mut turns) = (Vec::new(), Vec::new());
        let replayed = replay(self.record, position, |position, turn| {
            if args.show == Some(Shown::Turns) {
                let drawing = picture::text(position, Marks::LastTurn(turn), terminal);
                drawings.push(format!("turn {}: {}\n{drawing}", position.turns(), turn_text(turn)));
            }
            if args.export.is_none() {
                turns.clear();
            }
            turns.push(turn.to_vec());
        });
        let last = turns.last().map(Vec::as_slice).unwrap_or_default();
        if args.show == Some(Shown::End) {
            drawings.push(picture::text(position, Marks::LastTurn(last), terminal));
        }
        if let Some(dir) = &args.svg {
            let title = format!("{}, game {}", position.variant().info.title(), self.number);
            let path = dir.join(format!("game-{}.svg", self.number));
            picture::save(&path, position, Marks::LastTurn(last), title)?;
        }
        if let (Some(export), None) = (args.export, &replayed.error) {
            return self.export(export.form(), &turns, position, terminal);
        }
        let ok = replayed.error.is_none();
        if terminal.json {
            terminal.json_line(&facts(&replayed, position))?;
        } else {
            print_result(&words(self.number, &replayed, position), ok, args, terminal)?;
        }
        drawings.iter().try_for_each(|drawing| terminal.drawing(drawing))?;
        Ok(ok)
    }

    /// Prints the record with its game in another form; returns whether that is possible.
    fn export(
        &self,
        form: Form,
        turns: &[Vec<Action>],
        position: &dyn Position,
        terminal: &mut Terminal,
    ) -> Result<bool, Failure> {
        if form == Form::Turns && position.actions_in_turn() > 0 {
            terminal.message(&format!(
                "game {}: it stops within a turn, which `turns` cannot express",
                self.number
            ));
            return Ok(false);
        }
        match convert(self.line, form, turns) {
            Ok(record) => terminal.json(&record).map(|()| true),
            // A key that replaying ignores may hold a value that cannot be written, such as a number that is too large.
            Err(error) => {
                terminal.message(&format!("game {}: cannot convert it: {error}", self.number));
                Ok(false)
            }
        }
    }
}

/// Prints the result for a record. When exporting, standard output is for records only: errors go to standard error.
fn print_result(text: &str, ok: bool, args: &Replay, terminal: &mut Terminal) -> Result<(), Failure> {
    if args.export.is_some() && !ok {
        terminal.message(text);
        return Ok(());
    }
    terminal.line(text)
}

/// How many records were checked, and their problems.
#[derive(Default)]
struct Tally {
    records: u64,
    invalid: u64,
    unreadable: u64,
    /// The note about the first record that names another variant.
    other_variant: Option<String>,
}

impl Tally {
    fn note_variant(&mut self, record: &Record, id: &str) {
        if let Some(named) = record.variant.as_deref().filter(|&named| named != id) {
            let game = self.records;
            self.other_variant.get_or_insert_with(|| {
                format!(
                    "game {game} is a record of {}, but is checked against the rules of {}",
                    quoted(named),
                    quoted(id)
                )
            });
        }
    }

    fn verdict(&self) -> Result<ExitCode, Failure> {
        let of = |n: u64, what: &str| {
            anyhow!("{n} of {} {} {what}", counted(self.records, "record"), is_or_are(n))
        };
        match self {
            Self { unreadable: 1.., invalid: 0, .. } => {
                Err(Failure::Wrong(of(self.unreadable, "unreadable")))
            }
            Self { unreadable: 1.., .. } => {
                let more =
                    format_args!("unreadable, and {} {} invalid", self.invalid, is_or_are(self.invalid));
                Err(Failure::Wrong(of(self.unreadable, &more.to_string())))
            }
            Self { invalid: 1.., .. } => Err(Failure::Failed(of(self.invalid, "invalid"))),
            _ => Ok(ExitCode::SUCCESS),
        }
    }
}

/// A human-readable line about a game.
fn words(number: u64, replayed: &Replayed, position: &dyn Position) -> String {
    if let Some(error) = &replayed.error {
        return format!("game {number}: invalid: {error}");
    }
    let [first, second] = position.score();
    let groups = position.groups().map_or(String::new(), |groups| {
        let [first, second] = groups.map(|sizes| picture::sizes(&sizes));
        format!(" (groups {first} to {second})")
    });
    let actions = counted(replayed.legal.len() as u64, "action");
    let end = match (position.outcome(), position.winner()) {
        (None, _) => "not over".to_owned(),
        (Some(_), rules::Winner::Draw) => "drawn".to_owned(),
        (Some(_), winner) => format!("the {} player wins", winner.name()),
    };
    format!("game {number}: ok, {actions}, {first} to {second}{groups}, {end}")
}

/// A game as JSON.
fn facts(replayed: &Replayed, position: &dyn Position) -> Value {
    let over = position.outcome().is_some();
    let mut facts = Map::new();
    facts.insert("legal".to_owned(), json!(replayed.legal));
    facts.insert("score".to_owned(), json!(position.score()));
    if let Some(groups) = position.groups() {
        facts.insert("groups".to_owned(), json!(groups));
    }
    facts.insert("winner".to_owned(), json!(over.then(|| position.winner().name())));
    facts.insert("over".to_owned(), json!(over));
    if let Some(error) = &replayed.error {
        facts.insert("error".to_owned(), json!(error.to_string()));
    }
    facts.into()
}

/// Calls `each` with the number of every line that is not blank, and with its text or the error in it.
fn for_each_line(
    path: &Path,
    mut each: impl FnMut(u64, Result<String, String>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let unreadable =
        |error: io::Error| Failure::Wrong(anyhow!("cannot read {}: {}", path.display(), reason(&error)));
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else if path.exists() && !path.is_file() {
        // A pipe, such as that of a process substitution.
        Box::new(File::open(path).map_err(unreadable)?)
    } else {
        open_packed(path).map_err(unreadable)?
    };
    let mut lines = Lines::new(BufReader::new(source), Record::LONGEST_LINE as u64);
    let mut bytes = Vec::new();
    for number in 1.. {
        match lines.next(&mut bytes).map_err(unreadable)? {
            None => break,
            Some(Line::Whole) => {}
            Some(Line::TooLong) => {
                let (file, error) = (path.display(), RecordError::TooLong);
                return Err(Failure::Wrong(anyhow!("cannot read {file}: line {number} {error}")));
            }
        }
        if !bytes.trim_ascii().is_empty() {
            let text = String::from_utf8(bytes.clone()).map_err(|_| "is not UTF-8 text".to_owned());
            each(number, text)?;
        }
    }
    Ok(())
}
