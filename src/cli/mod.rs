//! The command line: arguments become checked values, a command uses the library, and one module writes to the terminal.
//!
//! No code here implements a rule of a game or a formula. Exit codes: 0 success, 1 failure, 2 incorrect usage or invalid input,
//! 75 to be rerun.

mod args;
mod commands;
mod experiment_args;
mod failure;
mod game_args;
mod help;
mod interrupt;
mod lab_args;
mod learn_args;
mod picture;
mod progress;
mod run_args;
mod session;
mod solve_args;
mod start_args;
mod study_args;
mod terminal;
mod tune_args;
mod unit_args;
mod unused;
mod values;
mod watched;

use crate::text::{is_unprintable, printable_lines};
use anyhow::anyhow;
use args::Args;
use clap::FromArgMatches;
use clap::error::ErrorKind;
use failure::Failure;
use session::Session;
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use terminal::{Kept, Terminal};

pub use interrupt::stop_called;

/// Runs the program.
pub fn main() -> ExitCode {
    interrupt::let_writing_fail();
    let parsed = help::command().try_get_matches().and_then(|matches| {
        let name = matches.subcommand_name().unwrap_or_default().to_owned();
        Ok((name, Args::from_arg_matches(&matches)?))
    });
    let (name, args) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return refuse(&error),
    };
    let terminal = Terminal::new(args.common.quiet, args.common.json);
    run(&name, &args, command_as_typed(std::env::args_os()), terminal)
}

/// Runs the command called `name`, typed as `typed`.
fn run(name: &str, args: &Args, typed: Vec<String>, mut terminal: Terminal) -> ExitCode {
    if !crate::rules::processor_is_supported() {
        let why = "this processor lacks AVX2, BMI1, BMI2, LZCNT or POPCNT, which this build uses; build dropline with `--features portable`";
        return Failure::Failed(anyhow!(why)).report(&mut terminal).into();
    }
    if args.common.watched {
        watched::stop_at_end_of_input();
    }
    if let Some(unused) = unused::unused_option(name, args) {
        return Failure::Wrong(anyhow!("{unused}; leave it out")).report(&mut terminal).into();
    }
    let opens = args.command.opens();
    let mut session = Session { common: &args.common, typed, terminal: &mut terminal, opens };
    let done = commands::run(&args.command, &mut session).and_then(|code| match terminal.flush() {
        // The command has found out whether it failed, even if nobody reads its output to the end.
        Ok(()) | Err(Failure::BrokenPipe) => Ok(code),
        Err(failure) => Err(failure),
    });
    done.unwrap_or_else(|failure| {
        // Flush earlier output before the failure; if that fails, the failure matters more.
        let _ = terminal.flush();
        failure.report(&mut terminal).into()
    })
}

/// The command line, with the program's bare name instead of its path, and without `--resume` and `--watched`, which do not
/// change the run.
fn command_as_typed(arguments: impl IntoIterator<Item = OsString>) -> Vec<String> {
    let arguments = arguments.into_iter().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    let arguments = arguments.filter(|argument| argument != "--resume" && argument != "--watched");
    std::iter::once(env!("CARGO_PKG_NAME").to_owned()).chain(arguments).collect()
}

/// What a called command did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Its exit code.
    pub code: u8,
    /// What it would have written to standard output.
    pub output: String,
    /// What it would have written to standard error.
    pub errors: String,
}

/// Runs a command within another program: `arguments` are those behind the program's name. Nothing goes to standard output or
/// standard error, and signals stay with the caller, who ends the command with [`stop_called`]. One command runs at a time;
/// others wait.
///
/// ```
/// let called = dropline::call(&["perft", "hex", "--depth", "1"]);
/// assert_eq!((called.code, called.output.as_str()), (0, "1\t121\n"));
/// let called = dropline::call(&["perft", "hexx", "--depth", "1"]);
/// assert!(called.code == 2 && called.errors.contains("did you mean"));
/// ```
pub fn call(arguments: &[impl AsRef<OsStr>]) -> Called {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    interrupt::leave_signals();
    let typed = || std::iter::once(OsStr::new("dropline")).chain(arguments.iter().map(AsRef::as_ref));
    let (output, errors) = (Kept::default(), Kept::default());
    let parsed = help::command().try_get_matches_from(typed()).and_then(|matches| {
        let name = matches.subcommand_name().unwrap_or_default().to_owned();
        Ok((name, Args::from_arg_matches(&matches)?))
    });
    let (name, args) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            let text = printable_lines(&error.render().to_string());
            let (output, errors) =
                if error.use_stderr() { (String::new(), text) } else { (text, String::new()) };
            return Called { code: error.exit_code() as u8, output, errors };
        }
    };
    let terminal = Terminal::in_memory(output.clone(), errors.clone(), args.common.quiet, args.common.json);
    let code = run(&name, &args, command_as_typed(typed().map(OsStr::to_owned)), terminal);
    let code = (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1);
    Called { code, output: output.take(), errors: errors.take() }
}

/// Shows help, the version, or an error in the arguments: an invalid value in one line, anything else with a usage hint.
fn refuse(error: &clap::Error) -> ExitCode {
    let mut terminal = Terminal::new(false, false);
    let mut arguments = std::env::args_os();
    let is_plain = !arguments.any(|argument| argument.to_string_lossy().contains(is_unprintable));
    // An error repeats arguments: their escape sequences cannot be told from those for colours.
    let text = if is_plain {
        error.render().ansi().to_string()
    } else {
        printable_lines(&error.render().to_string())
    };
    if !error.use_stderr() {
        let shown = terminal.bytes(text.as_bytes()).and_then(|()| terminal.flush());
        return shown.map_or_else(|failure| failure.report(&mut terminal).into(), |()| ExitCode::SUCCESS);
    }
    match error.kind() {
        ErrorKind::ValueValidation => terminal.message_styled(text.lines().next().unwrap_or_default()),
        _ => terminal.message_styled(text.trim_end()),
    }
    ExitCode::from(2)
}
