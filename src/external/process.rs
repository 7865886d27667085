//! A process that is spoken to in lines.

use crate::agents::AgentError;
use crate::text::{printable, shortened};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read of another program, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;
/// How many lines may wait to be read.
const WAITING: usize = 256;
/// How long a process that was told to end may take for it.
const GRACE: Duration = Duration::from_millis(500);
/// How much of what it says is shown, in characters, and kept of its standard error, in bytes.
const SHOWN: usize = 200;
const KEPT: usize = 4096;

/// What was read of a process.
enum Heard {
    Line(String),
    TooLong,
}

/// A process with its standard streams. It is ended when this is dropped.
pub struct Process {
    child: Child,
    /// What it is called in messages.
    name: String,
    /// Lines for it. A thread writes them: where it does not read, nobody waits.
    to: Option<Sender<String>>,
    from: Receiver<Heard>,
    /// The end of its standard error, once that is closed.
    errors: Receiver<Vec<u8>>,
    /// The line it said last.
    said: String,
}

impl Process {
    /// Starts the program and its arguments, `words`, which is called `name` in messages.
    ///
    /// # Errors
    /// If it can't be started.
    pub fn start(words: &[String], name: String) -> Result<Self, AgentError> {
        let program = words.first().map_or("", String::as_str);
        let mut command = Command::new(program);
        command.args(words.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is this program's to answer: games under way are played to their end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| {
            let reason = crate::run::reason(&error);
            AgentError(format!("`{name}`: cannot start `{}`: {reason}", printable(program)))
        })?;
        let (to, lines) = mpsc::channel::<String>();
        let mut stdin = child.stdin.take();
        thread::spawn(move || {
            while let (Some(stdin), Ok(line)) = (&mut stdin, lines.recv()) {
                // It has ended then, which is seen where its answer is missing.
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, from) = mpsc::sync_channel(WAITING);
        let stdout = child.stdout.take();
        thread::spawn(move || stdout.map(|stdout| read_lines(BufReader::new(stdout), &sender)));
        let (sender, errors) = mpsc::channel();
        let stderr = child.stderr.take();
        thread::spawn(move || stderr.map(|stderr| sender.send(end_of(stderr))));
        Ok(Self { child, name, to: Some(to), from, errors, said: String::new() })
    }

    /// Sends it a line.
    pub fn tell(&mut self, line: &str) {
        if let Some(to) = &self.to {
            // If it has ended, that is seen where its answer is missing.
            let _ = to.send(format!("{line}\n"));
        }
    }

    /// What the first line holds that `accept` takes; all others are passed over. `wanted` says in messages what is waited for.
    ///
    /// # Errors
    /// If no such line comes within `patience`, or the process ends before.
    pub fn hear<T>(
        &mut self,
        wanted: &str,
        patience: Duration,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, AgentError> {
        let until = Instant::now() + patience;
        loop {
            match self.from.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(Heard::Line(line)) => {
                    if let Some(found) = accept(&line) {
                        return Ok(found);
                    }
                    if !line.trim().is_empty() {
                        self.said = line;
                    }
                    // What is said without end is no answer.
                    if Instant::now() > until {
                        return Err(self.late(wanted, patience));
                    }
                }
                Ok(Heard::TooLong) => {
                    return Err(self.fault(&format!("wrote a line of more than {LONGEST_LINE} bytes")));
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.late(wanted, patience)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(wanted)),
            }
        }
    }

    /// What is wrong with it, as the error of a game.
    pub fn fault(&self, what: &str) -> AgentError {
        AgentError(format!("`{}` {what}", printable(&self.name)))
    }

    fn late(&self, wanted: &str, patience: Duration) -> AgentError {
        let time = humantime::format_duration(patience);
        let said = match self.said.trim() {
            "" => String::new(),
            said => format!("; its last line was `{}`", shortened(said, SHOWN)),
        };
        self.fault(&format!("gave no {wanted} within {time}{said}"))
    }

    fn ended(&mut self, wanted: &str) -> AgentError {
        let how = match self.wait(GRACE) {
            Some(status) => format!("ended ({status})"),
            None => "closed its standard output".to_owned(),
        };
        let errors = self.errors.recv_timeout(GRACE).unwrap_or_default();
        let errors = String::from_utf8_lossy(&errors);
        let last = errors.lines().rev().find(|line| !line.trim().is_empty());
        let last = last.map_or_else(String::new, |line| {
            format!("; the end of its standard error was `{}`", shortened(line.trim(), SHOWN))
        });
        self.fault(&format!("{how} without {wanted}{last}"))
    }

    /// How the process ended, if it does within `patience`.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }

    /// Ends it with all processes that it has started and that have not left its group.
    fn kill(&mut self) {
        #[cfg(unix)]
        {
            let group = rustix::process::Pid::from_child(&self.child);
            // It is this program's child, which has not been waited for: its number is nobody else's.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nothing more will come on its standard input.
        self.to = None;
        if self.wait(GRACE).is_none() {
            self.kill();
        }
    }
}

/// Sends each line of `from`, until one is too long or nobody takes them any more.
fn read_lines(mut from: impl BufRead, to: &SyncSender<Heard>) {
    loop {
        let mut line = Vec::new();
        match from.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(read) if read > LONGEST_LINE => {
                let _ = to.send(Heard::TooLong);
                return;
            }
            Ok(_) => {
                let line = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
                if to.send(Heard::Line(line)).is_err() {
                    return;
                }
            }
        }
    }
}

/// The last bytes of `from`.
fn end_of(mut from: impl Read) -> Vec<u8> {
    let (mut kept, mut buffer) = (Vec::new(), [0; KEPT]);
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..read]);
        kept.drain(..kept.len().saturating_sub(KEPT));
    }
    kept
}
