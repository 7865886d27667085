//! Failures of commands, with their exit codes.

use super::terminal::Terminal;
use crate::run::{FailedGame, without_number};
use crate::simulate::Games;
use crate::text::printable_lines;
use crate::variant::Diagnostics;
use anstyle::{AnsiColor, Style};
use anyhow::anyhow;
use std::fmt::Display;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// A failure at run time: exit code 1.
    Failed(anyhow::Error),
    /// The command was interrupted, or another process is doing its work: run the same command again later. Exit code 75.
    Rerun(anyhow::Error),
    /// Incorrect usage or invalid input: exit code 2.
    Wrong(anyhow::Error),
    /// An invalid variant: exit code 2.
    Variant(Diagnostics),
    /// The reader of the output is gone: not an error.
    BrokenPipe,
}

impl Failure {
    /// The exit code of a command to be rerun, EX_TEMPFAIL of `sysexits.h`: schedulers and scripts distinguish it from a failure.
    pub const RERUN: u8 = 75;

    /// An invalid file or folder in the arguments: the message of `error` without the operating system's error number.
    pub fn of_input(error: impl Display) -> Self {
        Self::Wrong(anyhow!("{}", without_number(&error.to_string())))
    }

    /// Fails if one of these games could not be played to its end; the error names the first such game.
    pub fn of_games(games: &Games) -> Result<(), Self> {
        games.failed.first().map_or(Ok(()), |failed| {
            let FailedGame { game, error, .. } = failed;
            Err(Self::Failed(anyhow!("game {game} could not be played to the end: {error}")))
        })
    }

    /// Reports the failure; returns the exit code.
    pub fn report(self, terminal: &mut Terminal) -> u8 {
        let (code, text) = match self {
            Self::Failed(error) => (1, one_line(&error)),
            Self::Rerun(error) => (Self::RERUN, one_line(&error)),
            Self::Wrong(error) => (2, one_line(&error)),
            Self::Variant(diagnostics) => (2, diagnostics.render(terminal.has_colour())),
            Self::BrokenPipe => return 0,
        };
        terminal.message_styled(&text);
        code
    }
}

/// The error and its causes, in one line.
fn one_line(error: &anyhow::Error) -> String {
    let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    format!("{style}error{style:#}: {}", printable_lines(&format!("{error:#}")))
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}
