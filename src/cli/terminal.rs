//! The one place that writes to the terminal: results to standard output, everything else to standard error.

use super::failure::Failure;
use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StderrLock, StdoutLock, Write};

/// Standard output and standard error. Colours are taken out where they would not be shown.
pub struct Terminal {
    out: BufWriter<AutoStream<StdoutLock<'static>>>,
    quiet: bool,
    /// Whether results are asked for as JSON.
    pub json: bool,
}

impl Terminal {
    /// The program's. With `quiet`, only results and errors are shown.
    pub fn new(quiet: bool, json: bool) -> Self {
        Self { out: BufWriter::new(AutoStream::auto(io::stdout().lock())), quiet, json }
    }

    /// Prints a line of results.
    pub fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        writeln!(self.out, "{text}").map_err(output_failure)
    }

    /// Prints a result as one line of JSON.
    pub fn json_line(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let line = serde_json::to_string(value)?;
        self.line(line)
    }

    /// Prints bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(output_failure)
    }

    /// Shows what has been printed so far.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(output_failure)
    }

    /// Says something on standard error, whether quiet or not.
    pub fn tell(&mut self, text: &str) {
        // Nothing is left to say it with if that fails.
        let _ = writeln!(stderr(), "{text}");
    }

    /// Says something on standard error, unless quiet.
    pub fn note(&mut self, text: impl Display) {
        if !self.quiet {
            self.tell(&text.to_string());
        }
    }

    /// Whether progress is worth showing: someone is there to see it.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Whether standard error shows colours.
    pub fn has_colour(&self) -> bool {
        stderr().current_choice() != ColorChoice::Never
    }

    /// Whether standard output shows colours.
    pub fn output_has_colour(&self) -> bool {
        self.out.get_ref().current_choice() != ColorChoice::Never
    }
}

fn stderr() -> AutoStream<StderrLock<'static>> {
    AutoStream::auto(io::stderr().lock())
}

fn output_failure(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Failure::BrokenPipe
    } else {
        let reason = dropline::simulate::reason(&error);
        Failure::Failed(anyhow::anyhow!("cannot write to standard output: {reason}"))
    }
}
