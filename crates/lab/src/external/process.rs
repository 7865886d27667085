//! A process driven line by line.

use dropline_agents::AgentError;
use dropline_engine::encoding::{Line, Lines};
use dropline_engine::text::{printable, reason, shortened};
#[cfg(unix)]
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum length of a line from an external program, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;
/// The maximum number of unread lines.
const WAITING: usize = 256;
/// How long a process may take to quit.
const GRACE: Duration = Duration::from_millis(500);
/// How many characters of output are shown, and how many bytes of standard error are kept.
const SHOWN: usize = 200;
const KEPT: usize = 4096;

/// The groups of the running processes.
#[cfg(unix)]
fn groups() -> std::sync::MutexGuard<'static, Vec<Pid>> {
    static GROUPS: std::sync::Mutex<Vec<Pid>> = std::sync::Mutex::new(Vec::new());
    GROUPS.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(unix)]
fn kill_group(group: Pid) {
    // A group whose processes have ended needs no signal.
    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
}

/// Kills all running processes, for a program that exits without dropping them.
pub fn kill_all() {
    #[cfg(unix)]
    groups().iter().copied().for_each(kill_group);
}

/// A shell that kills a group of processes when this program ends, however it ends: even SIGKILL closes the pipe that the shell
/// reads.
#[cfg(unix)]
#[derive(Debug)]
struct Guard(Child);

#[cfg(unix)]
impl Guard {
    const SCRIPT: &str = "read -r line; kill -s KILL -- \"-$1\"";

    fn of(group: Pid) -> std::io::Result<Self> {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", Self::SCRIPT, "sh", &group.as_raw_nonzero().to_string()]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C must not end it.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn().map(Self)
    }
}

#[cfg(unix)]
impl Drop for Guard {
    fn drop(&mut self) {
        // Killed before its input closes: the group may have ended, and its number may be another's.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Output of a process.
enum ProcessEvent {
    Line(String),
    TooLong,
    /// Output that is no text, and why.
    NoText(String),
}

/// A process with its standard streams. Dropping it kills the process.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// Its name in messages.
    name: String,
    /// Lines for the process. A thread writes them, so that a process that does not read cannot block the caller.
    to: Option<Sender<String>>,
    from: Receiver<ProcessEvent>,
    /// The tail of its standard error, once that is closed.
    errors: Receiver<Vec<u8>>,
    /// Its last line.
    last_line: String,
    #[cfg(unix)]
    _guard: Guard,
}

impl Process {
    /// Starts a program, given with its arguments as `words`. Messages call it `name`.
    ///
    /// # Errors
    /// Returns an error if it cannot be started.
    pub fn start(words: &[String], name: String) -> Result<Self, AgentError> {
        let program = words.first().map_or("", String::as_str);
        let mut command = Command::new(program);
        command.args(words.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The process has a group of its own, so that Ctrl-C reaches only this program: games under way are played to their end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let cannot_start = |error: std::io::Error| {
            let reason = reason(&error);
            AgentError::Failed(format!("`{name}`: cannot start `{}`: {reason}", printable(program)))
        };
        let mut child = command.spawn().map_err(cannot_start)?;
        #[cfg(unix)]
        groups().push(Pid::from_child(&child));
        let (to, lines) = mpsc::channel::<String>();
        let (sender, from) = mpsc::sync_channel(WAITING);
        let (last, errors) = mpsc::channel();
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let threads = [
            in_background(move || stdin.into_iter().for_each(|stdin| write_lines(stdin, &lines))),
            in_background(move || {
                if let Some(stdout) = stdout {
                    read_lines(BufReader::new(stdout), &sender);
                }
            }),
            in_background(move || {
                if let Some(stderr) = stderr {
                    // Nobody may wait for what it wrote.
                    let _ = last.send(end_of(stderr));
                }
            }),
        ];
        let process = Self {
            #[cfg(unix)]
            _guard: Guard::of(Pid::from_child(&child)).map_err(|error| {
                end_group(&mut child);
                cannot_start(error)
            })?,
            child,
            name: name.clone(),
            to: Some(to),
            from,
            errors,
            last_line: String::new(),
        };
        // Dropping the process ends it.
        threads.into_iter().collect::<std::io::Result<()>>().map_err(cannot_start)?;
        Ok(process)
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        if let Some(to) = &self.to {
            // If the process has ended, the missing answer will show it.
            let _ = to.send(format!("{line}\n"));
        }
    }

    /// Returns the value of the first line that `accept` accepts; other lines are skipped. `wanted` names the value in messages.
    ///
    /// # Errors
    /// Returns an error if no such line comes within `patience`, or the process ends first.
    pub fn expect_line<T>(
        &mut self,
        wanted: &str,
        patience: Duration,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, AgentError> {
        let until = Instant::now() + patience;
        loop {
            match self.from.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(ProcessEvent::Line(line)) => {
                    let found = accept(&line);
                    if !line.trim().is_empty() {
                        self.last_line = line;
                    }
                    if let Some(found) = found {
                        return Ok(found);
                    }
                    // Endless output must not defeat the time limit.
                    if Instant::now() > until {
                        return Err(self.late(wanted, patience));
                    }
                }
                Ok(ProcessEvent::TooLong) => {
                    return Err(self.fault(&format!("wrote a line of more than {LONGEST_LINE} bytes")));
                }
                Ok(ProcessEvent::NoText(why)) => {
                    return Err(self.fault(&format!("wrote something that cannot be read: {why}")));
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.late(wanted, patience)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(wanted)),
            }
        }
    }

    /// The error that ends a game because this process misbehaved; `what` says how.
    pub fn fault(&self, what: &str) -> AgentError {
        AgentError::Failed(format!("`{}` {what}", printable(&self.name)))
    }

    fn late(&self, wanted: &str, patience: Duration) -> AgentError {
        let time = humantime::format_duration(patience);
        let ending = match self.last_line.trim() {
            "" => String::new(),
            ending => format!("; its last line was `{}`", shortened(ending, SHOWN)),
        };
        self.fault(&format!("gave no {wanted} within {time}{ending}"))
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

    /// How the process ended, if it ends within `patience`. What it started ends with it.
    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            if has_ended(&mut self.child) {
                return end_group(&mut self.child);
            }
            if Instant::now() >= until {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Whether a process has ended. It is not waited for, so its id and that of its group stay its own.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    // There is an error if the process has been waited for before.
    waitid(WaitId::Pid(Pid::from_child(child)), options).map_or(true, |ended| ended.is_some())
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Kills a process and all others in its group, unless it has been waited for before. Returns how it ended.
fn end_group(child: &mut Child) -> Option<ExitStatus> {
    #[cfg(unix)]
    {
        let group = Pid::from_child(child);
        let mut groups = groups();
        if groups.contains(&group) {
            // The process has not been waited for, so the group is its own.
            kill_group(group);
            groups.retain(|&other| other != group);
        }
    }
    let _ = child.kill();
    child.wait().ok()
}

/// Runs `work` on a thread of its own.
fn in_background(work: impl FnOnce() + Send + 'static) -> std::io::Result<()> {
    thread::Builder::new().spawn(work).map(drop)
}

impl Drop for Process {
    fn drop(&mut self) {
        // Close its standard input.
        self.to = None;
        if self.wait(GRACE).is_none() {
            end_group(&mut self.child);
        }
    }
}

/// Writes lines to a process.
fn write_lines(mut to: impl Write, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        // If the process has ended, the missing answer will show it.
        if to.write_all(line.as_bytes()).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// Sends each line of `from`, until one is too long or the receiver is gone.
fn read_lines(from: impl BufRead, to: &SyncSender<ProcessEvent>) {
    let mut from = Lines::new(from, LONGEST_LINE as u64);
    let mut line = Vec::new();
    loop {
        match from.next(&mut line) {
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                let _ = to.send(ProcessEvent::NoText(reason(&error)));
                return;
            }
            Ok(None) | Err(_) => return,
            Ok(Some(Line::TooLong)) => {
                let _ = to.send(ProcessEvent::TooLong);
                return;
            }
            Ok(Some(Line::Whole)) => {
                let line = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
                if to.send(ProcessEvent::Line(line)).is_err() {
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
