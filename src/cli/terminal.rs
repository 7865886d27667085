//! The only module that writes to the terminal: results to standard output, everything else to standard error.

use super::failure::Failure;
use crate::text::{printable_json, printable_lines};
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StderrLock, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use terminal_size::{Height, Width, terminal_size_of};

/// Standard output and standard error. Colours are removed where they would not be shown.
pub struct Terminal {
    out: BufWriter<AutoStream<Box<dyn Write>>>,
    /// Where messages go, if not to standard error.
    errors: Option<Kept>,
    /// The width, in columns, of the terminal that standard output or standard error goes to; `None` if it goes elsewhere.
    columns: Option<usize>,
    error_columns: Option<usize>,
    quiet: bool,
    /// Whether results are printed as JSON.
    pub json: bool,
}

impl Terminal {
    /// The terminal of the program. With `quiet`, only results and errors are shown.
    pub fn new(quiet: bool, json: bool) -> Self {
        let columns = |size: Option<(Width, Height)>| size.map(|(Width(columns), _)| columns.into());
        let out = io::stdout();
        let colours = AutoStream::choice(&out);
        Self {
            out: BufWriter::new(AutoStream::new(Box::new(out.lock()), colours)),
            errors: None,
            columns: columns(terminal_size_of(io::stdout())),
            error_columns: columns(terminal_size_of(io::stderr())),
            quiet,
            json,
        }
    }

    /// Instead of a terminal, text in memory: results in `out`, messages in `errors`.
    pub fn in_memory(out: Kept, errors: Kept, quiet: bool, json: bool) -> Self {
        let out: Box<dyn Write> = Box::new(out);
        Self {
            out: BufWriter::new(AutoStream::never(out)),
            errors: Some(errors),
            columns: None,
            error_columns: None,
            quiet,
            json,
        }
    }

    /// The width, in columns, of the terminal that shows the results; `None` if they go elsewhere.
    pub fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// Prints a line of results, wrapped between words on a terminal. Text from files is escaped.
    pub fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        self.entry("", text)
    }

    /// Prints a line of results that begins with a `label`, like [`Terminal::line`]; continuation lines are indented by the width
    /// of the label.
    pub fn entry(&mut self, label: &str, text: impl Display) -> Result<(), Failure> {
        let text = printable_lines(&text.to_string());
        writeln!(self.out, "{}", broken(label, &text, self.columns)).map_err(output_failure)
    }

    /// Prints a verdict, like [`Terminal::line`], in bold and in colour.
    pub fn verdict(&mut self, text: impl Display) -> Result<(), Failure> {
        const STYLE: Style = AnsiColor::Cyan.on_default().bold();
        let text = broken("", &printable_lines(&text.to_string()), self.columns);
        writeln!(self.out, "{STYLE}{text}{STYLE:#}").map_err(output_failure)
    }

    /// Prints a drawing with its own colours; the caller has escaped text from files.
    pub fn drawing(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}").map_err(output_failure)
    }

    /// Prints a result as one line of JSON, with control characters escaped.
    pub fn json_line(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        self.json(&serde_json::to_string(value)?)
    }

    /// Prints lines of JSON with control characters escaped.
    pub fn json(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{}", printable_json(text)).map_err(output_failure)
    }

    /// Prints bytes unchanged.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(output_failure)
    }

    /// If results go to a terminal, clears it and moves to its top.
    pub fn clear(&mut self) -> Result<(), Failure> {
        const HOME_AND_CLEAR: &[u8] = b"\x1b[H\x1b[2J";
        if self.columns.is_some() && !self.json { self.bytes(HOME_AND_CLEAR) } else { Ok(()) }
    }

    /// Flushes the output.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(output_failure)
    }

    /// Prints to standard error even if quiet; control characters are escaped.
    pub fn message(&mut self, text: &str) {
        self.message_styled(&broken("", &printable_lines(text), self.error_columns));
    }

    /// Prints a message with its own colours; the caller has escaped text from files.
    pub fn message_styled(&mut self, text: &str) {
        let plain = || strip_str(text).to_string();
        match &self.errors {
            Some(errors) => errors.line(&plain()),
            None if self.has_colour() => whole_line(text),
            None => whole_line(&plain()),
        }
    }

    /// Prints to standard error, unless quiet.
    pub fn note(&mut self, text: impl Display) {
        if !self.quiet {
            self.message(&text.to_string());
        }
    }

    /// Whether to show progress: standard error is a terminal.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && self.errors.is_none() && io::stderr().is_terminal()
    }

    /// Whether standard error shows colours.
    pub fn has_colour(&self) -> bool {
        self.errors.is_none() && stderr().current_choice() != ColorChoice::Never
    }

    /// Whether standard output shows colours.
    pub fn output_has_colour(&self) -> bool {
        self.out.get_ref().current_choice() != ColorChoice::Never
    }
}

/// Text in memory, which several writers share.
#[derive(Clone, Debug, Default)]
pub struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    /// Returns the text so far, and clears it.
    pub fn take(&self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut *self.bytes())).into_owned()
    }

    fn line(&self, line: &str) {
        self.bytes().extend_from_slice(format!("{line}\n").as_bytes());
    }

    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The `label` and `text`, wrapped between words at `columns`. Continuation lines are indented like the text.
fn broken(label: &str, text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return format!("{label}{text}") };
    let label_width = label.chars().count();
    let mut first = label;
    let mut out = Vec::new();
    for line in text.split('\n') {
        let indent = " ".repeat(label_width + line.len() - line.trim_start_matches(' ').len());
        let options = textwrap::Options::new(columns)
            .initial_indent(first)
            .subsequent_indent(&indent)
            .break_words(false)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        out.extend(textwrap::wrap(line, options).into_iter().map(Cow::into_owned));
        first = "";
    }
    out.join("\n")
}

/// Writes a line to standard error in a single write: several processes may share one terminal.
pub fn whole_line(line: &str) {
    // If that fails, there is no way to report it.
    let _ = stderr().write_all(format!("{line}\n").as_bytes());
}

fn stderr() -> AutoStream<StderrLock<'static>> {
    AutoStream::auto(io::stderr().lock())
}

fn output_failure(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Failure::BrokenPipe
    } else {
        let reason = crate::run::reason(&error);
        Failure::Failed(anyhow::anyhow!("cannot write to standard output: {reason}"))
    }
}
