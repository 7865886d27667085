//! Signals: Ctrl-C, SIGTERM, and the file size limit.

use super::failure::Failure;
use super::terminal::whole_line;
use anyhow::Context;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The exit code that shells give a program ended by Ctrl-C: 128 plus the number of SIGINT.
const INTERRUPTED: i32 = 130;
/// Signals that follow the first within this time count as the same key press: some programs send the signal both to their child
/// and to its process group.
const ONE_PRESS: Duration = Duration::from_millis(500);

/// How long the program may take to finish its work after SIGTERM. Schedulers send SIGKILL 10 to 30 seconds later. A run that
/// takes longer loses the games after its last checkpoint.
const PATIENCE: Duration = Duration::from_secs(5);

static STOP: AtomicBool = AtomicBool::new(false);
/// Whether another program calls the commands.
static IS_CALLED: AtomicBool = AtomicBool::new(false);
/// Whether [`end_at_term`] is handling SIGTERM.
static ENDS_AT_TERM: AtomicBool = AtomicBool::new(false);

/// Turns exceeding the file size limit (`ulimit -f`) into a write error, as on a full disk. By default, SIGXFSZ ends the program
/// silently. Any handler suffices: the system then lets the write fail.
pub fn let_writing_fail() {
    #[cfg(unix)]
    {
        let noticed = std::sync::Arc::new(AtomicBool::new(false));
        // If the handler cannot be registered, the signal keeps its default action.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, noticed);
    }
}

/// Exits with `code`. Other programs that play are killed: they would continue on their own.
#[allow(clippy::exit, reason = "a signal handler has nowhere to return to")]
fn exit(code: i32) -> ! {
    crate::external::kill_all();
    std::process::exit(code)
}

/// Makes Ctrl-C end the program immediately, after a line break.
pub fn exit_on_interrupt() -> Result<(), Failure> {
    if IS_CALLED.load(Ordering::Relaxed) {
        return Ok(());
    }
    let stop = || {
        eprintln!();
        exit(INTERRUPTED);
    };
    Ok(ctrlc::set_handler(stop).context("cannot listen for Ctrl-C")?)
}

/// Returns a flag that the first Ctrl-C sets, with a message through `say`; the second Ctrl-C ends the program immediately.
/// SIGTERM also sets the flag, and ends the program after [`PATIENCE`].
pub fn flag(say: impl Fn(&str) + Send + 'static) -> Result<&'static AtomicBool, Failure> {
    flag_saying("finishing the games under way; Ctrl-C again stops immediately", say)
}

/// Like [`flag`], with `answer` as the message. A command that does several things in turn can call this for each of them.
pub fn flag_saying(
    answer: &'static str,
    say: impl Fn(&str) + Send + 'static,
) -> Result<&'static AtomicBool, Failure> {
    if IS_CALLED.load(Ordering::Relaxed) {
        return Ok(&STOP);
    }
    let listens = current_answer().replace(Box::new(move || say(answer))).is_some();
    if listens {
        return Ok(&STOP);
    }
    listen_for_term()?;
    let mut first: Option<Instant> = None;
    let stop = move || match first {
        None => {
            first = Some(Instant::now());
            STOP.store(true, Ordering::Relaxed);
            if let Some(say) = &*current_answer() {
                say();
            }
        }
        Some(first) if first.elapsed() < ONE_PRESS => {}
        Some(_) => exit(INTERRUPTED),
    };
    ctrlc::set_handler(stop).context("cannot listen for Ctrl-C")?;
    Ok(&STOP)
}

/// Leaves signals to the program that calls the commands: only [`stop_called`] sets the flag.
pub fn leave_signals() {
    IS_CALLED.store(true, Ordering::Relaxed);
    STOP.store(false, Ordering::Relaxed);
}

/// Ends the command that another program has [called](super::call), as the first Ctrl-C ends it on the command line.
pub fn stop_called() {
    STOP.store(true, Ordering::Relaxed);
}

/// What the first Ctrl-C says; `None` while nothing listens for it.
fn current_answer() -> MutexGuard<'static, Option<Box<dyn Fn() + Send>>> {
    static ANSWER: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);
    ANSWER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes SIGTERM end the program immediately: its work can be redone at any time, as `again` says.
pub fn end_at_term(again: String) -> Result<(), Failure> {
    if IS_CALLED.load(Ordering::Relaxed) {
        return Ok(());
    }
    #[cfg(unix)]
    {
        ENDS_AT_TERM.store(true, Ordering::Relaxed);
        listen(move || say_and_exit(&format!("interrupted by SIGTERM: {again}")))?;
    }
    #[cfg(not(unix))]
    drop(again);
    Ok(())
}

/// Makes SIGTERM set [`STOP`]. Schedulers may send the signal more than once.
fn listen_for_term() -> Result<(), Failure> {
    #[cfg(unix)]
    if !ENDS_AT_TERM.load(Ordering::Relaxed) {
        listen(|| {
            STOP.store(true, Ordering::Relaxed);
            std::thread::sleep(PATIENCE);
            let seconds = PATIENCE.as_secs();
            say_and_exit(&format!(
                "interrupted by SIGTERM: work under way did not end within {seconds} seconds"
            ));
        })?;
    }
    Ok(())
}

/// Calls `answer` at the first SIGTERM.
#[cfg(unix)]
fn listen(answer: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGTERM])
        .context("cannot listen for SIGTERM")?;
    let wait = move || {
        if signals.forever().next().is_some() {
            answer();
        }
    };
    std::thread::Builder::new().spawn(wait).context("cannot start a thread that listens for SIGTERM")?;
    Ok(())
}

/// Ends the program with the exit code that asks for a rerun.
#[cfg(unix)]
fn say_and_exit(why: &str) {
    // On a terminal, a progress bar may be on this line.
    let line = if io::stderr().is_terminal() { "\n" } else { "" };
    whole_line(&format!("{line}error: {why}"));
    exit(Failure::RERUN.into());
}
