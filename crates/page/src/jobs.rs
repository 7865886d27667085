//! Experiments: commands of this program, one after another, each as a process that ends with the server.

use crate::http::MOST_BODY;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most jobs that wait.
const MOST_WAITING: usize = 8;
/// The most jobs that are listed.
const MOST_LISTED: usize = 40;
/// The most points of a curve: beyond, every other one is dropped.
const MOST_POINTS: usize = 240;
/// How long a command may take to stop.
const PATIENCE: Duration = Duration::from_secs(15);

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Others go first.
    #[default]
    Waiting,
    /// It runs.
    Running,
    /// It was asked to stop.
    Stopping,
    /// It is complete.
    Done,
    /// It was stopped, and can be resumed.
    Stopped,
    /// It failed.
    Failed,
}

/// A job as the page shows it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Job {
    id: u64,
    /// The command as typed in a shell.
    command: String,
    #[serde(skip)]
    arguments: Vec<String>,
    /// The folder that it writes.
    run: String,
    state: State,
    /// The last line about its progress.
    progress: Value,
    /// Points of the curve of the run that is being played: games, score, low and high end of its interval.
    curve: Vec<[f64; 4]>,
    #[serde(skip)]
    every: u64,
    /// What it printed.
    said: String,
}

impl Job {
    const fn is_open(&self) -> bool {
        matches!(self.state, State::Waiting | State::Running | State::Stopping)
    }
}

/// The jobs of a server.
#[derive(Clone, Debug)]
pub struct Jobs(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    program: PathBuf,
    list: Mutex<List>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct List {
    jobs: Vec<Job>,
    last: u64,
    /// Counts the changes.
    version: u64,
    /// The input of the running command: when it is dropped, the command stops.
    input: Option<ChildStdin>,
    child: Option<(u64, Child)>,
    closed: bool,
}

impl Jobs {
    /// No jobs yet; `program` runs them.
    pub fn new(program: PathBuf) -> io::Result<Self> {
        let jobs = Self(Arc::new(Shared { program, list: Mutex::default(), changed: Condvar::new() }));
        let runner = jobs.clone();
        std::thread::Builder::new().spawn(move || runner.work())?;
        Ok(jobs)
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.0.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, how: impl FnOnce(&mut List) -> T) -> T {
        let mut list = self.list();
        let done = how(&mut list);
        list.version += 1;
        self.0.changed.notify_all();
        done
    }

    /// Adds a job that runs the program with these `arguments`, and writes the folder `run`.
    pub fn add(&self, command: String, arguments: Vec<String>, run: String) -> Result<u64, String> {
        self.change(|list| {
            if list.jobs.iter().any(|job| job.is_open() && job.run == run) {
                return Err(format!("{run} is being written"));
            }
            if list.jobs.iter().filter(|job| job.state == State::Waiting).count() >= MOST_WAITING {
                return Err(format!("{MOST_WAITING} experiments wait already: let one end"));
            }
            list.last += 1;
            let id = list.last;
            list.jobs.retain(|job| job.run != run);
            list.jobs.push(Job { id, command, arguments, run, ..Job::default() });
            if list.jobs.len() > MOST_LISTED {
                list.jobs.remove(0);
            }
            Ok(id)
        })
    }

    /// Whether a job that has not ended writes the folder `run`.
    pub fn writes(&self, run: &str) -> bool {
        self.list().jobs.iter().any(|job| job.is_open() && job.run == run)
    }

    /// Stops a job, or removes it from those that wait.
    pub fn stop(&self, id: u64) {
        let stops = self.change(|list| {
            let Some(job) = list.jobs.iter_mut().find(|job| job.id == id) else { return false };
            match job.state {
                State::Waiting => job.state = State::Stopped,
                State::Running => {
                    job.state = State::Stopping;
                    list.input = None;
                    return true;
                }
                _ => {}
            }
            false
        });
        if stops {
            let jobs = self.clone();
            // Without the thread, the command still stops, unless it hangs.
            let _ = std::thread::Builder::new().spawn(move || {
                std::thread::sleep(PATIENCE);
                if let Some((running, child)) = &mut jobs.list().child
                    && *running == id
                {
                    let _ = child.kill();
                }
            });
        }
    }

    /// Ends all jobs, and waits until the running one has written what it can.
    pub fn close(&self) {
        let running = self.change(|list| {
            list.closed = true;
            list.input = None;
            list.jobs
                .iter_mut()
                .filter(|job| job.state == State::Waiting)
                .for_each(|job| job.state = State::Stopped);
            list.child.is_some()
        });
        if running {
            let list = self.list();
            let wait = self.0.changed.wait_timeout_while(list, PATIENCE, |list| list.child.is_some());
            let mut list = wait.unwrap_or_else(PoisonError::into_inner).0;
            if let Some((_, child)) = &mut list.child {
                let _ = child.kill();
            }
        }
    }

    /// All jobs as JSON and their version; waits up to `patience` for another version than `known`. Commands report their progress at
    /// most ten times a second.
    pub fn after(&self, known: Option<u64>, patience: Duration) -> (u64, String) {
        let stays = |list: &mut List| known == Some(list.version) && !list.closed;
        let waited = self.0.changed.wait_timeout_while(self.list(), patience, stays);
        let list = waited.unwrap_or_else(PoisonError::into_inner).0;
        (list.version, serde_json::to_string(&list.jobs).unwrap_or_default())
    }

    /// Whether the server ends.
    pub fn is_closed(&self) -> bool {
        self.list().closed
    }

    fn work(&self) {
        while let Some((id, arguments)) = self.next() {
            let ended = self.run(id, &arguments);
            self.change(|list| {
                (list.input, list.child) = (None, None);
                if let Some(job) = list.jobs.iter_mut().find(|job| job.id == id) {
                    match ended {
                        Ok((state, said)) => (job.state, job.said) = (state, said),
                        Err(error) => (job.state, job.said) = (State::Failed, error.to_string()),
                    }
                }
            });
        }
    }

    /// Waits for the next job; `None` when the server ends.
    fn next(&self) -> Option<(u64, Vec<String>)> {
        let mut list = self.list();
        loop {
            if list.closed {
                return None;
            }
            if let Some(job) = list.jobs.iter_mut().find(|job| job.state == State::Waiting) {
                job.state = State::Running;
                return Some((job.id, job.arguments.clone()));
            }
            list = self.0.changed.wait(list).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Runs a command; returns how it ended, and what it printed.
    fn run(&self, id: u64, arguments: &[String]) -> io::Result<(State, String)> {
        let mut child = Command::new(&self.0.program)
            .args(arguments)
            .arg("--watched")
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (input, out, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        self.change(|list| {
            list.child = Some((id, child));
            let stays =
                !list.closed && list.jobs.iter().any(|job| job.id == id && job.state == State::Running);
            list.input = input.filter(|_| stays);
        });
        let printed = std::thread::Builder::new().spawn(move || {
            let mut text = Vec::new();
            out.map(|out| out.take(MOST_BODY as u64).read_to_end(&mut text)).transpose().map(|_| text)
        })?;
        let mut last = Vec::new();
        for line in BufReader::new(errors.ok_or_else(|| io::Error::other("no output"))?).lines() {
            let line = line?;
            match serde_json::from_str::<Value>(&line).ok().as_mut().and_then(|line| line.get_mut("progress"))
            {
                Some(progress) => self.note(id, progress.take()),
                None => last.push(line),
            }
        }
        let text = printed.join().ok().and_then(Result::ok).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        // The child is taken out of the list only after it has ended, so that it can be killed until then.
        let code = loop {
            let mut list = self.list();
            let Some((_, child)) = &mut list.child else {
                return Err(io::Error::other("the command is gone"));
            };
            match child.try_wait()? {
                Some(status) => break status.code(),
                None => drop(list),
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let errors = last.join("\n");
        Ok(match code {
            Some(0) => (State::Done, format!("{errors}\n{text}").trim().to_owned()),
            Some(75) => (State::Stopped, errors),
            _ if errors.is_empty() => (State::Failed, "the command was killed".to_owned()),
            _ => (State::Failed, errors),
        })
    }

    /// Notes the progress of a job.
    fn note(&self, id: u64, progress: Value) {
        self.change(|list| {
            let Some(job) = list.jobs.iter_mut().find(|job| job.id == id) else { return };
            if progress["what"] != job.progress["what"] {
                (job.curve, job.every) = (Vec::new(), 0);
            }
            let point = ["done", "score", "low", "high"].map(|key| progress[key].as_f64());
            if let [Some(games), Some(score), Some(low), Some(high)] = point {
                let is_far = job.curve.last().is_none_or(|last| games - last[0] >= job.every as f64);
                if is_far || progress["done"] == progress["of"] {
                    job.curve.push([games, score, low, high]);
                }
                if job.curve.len() > MOST_POINTS {
                    job.curve = job.curve.iter().copied().step_by(2).collect();
                    job.every = (games / MOST_POINTS as f64 * 2.0) as u64;
                }
            }
            job.progress = progress;
        });
    }
}
