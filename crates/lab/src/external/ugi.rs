//! The Universal Game Interface, controller side.
//!
//! Source: <https://github.com/kz04px/ugi>, a protocol for any game. It is modelled on the Universal Chess Interface.

use super::agent::{ProtocolClient, TrackedGame};
use super::process::Process;
use super::spec::{External, SearchLimit};
use dropline_agents::AgentError;
use dropline_engine::notation;
use dropline_engine::rules::{Action, Position};
use dropline_engine::text::quoted;
use std::time::Duration;

/// A program that speaks the Universal Game Interface.
#[derive(Debug)]
pub struct Ugi {
    process: Process,
    /// The time allowed for most answers, and for the answer to `go`, which includes the time for thinking.
    timeout: Duration,
    thinking: Duration,
    /// The `go` command with its limit.
    go: String,
    /// Whether its moves are single actions.
    single: bool,
}

impl Ugi {
    /// Starts the program that `spec` names.
    ///
    /// # Errors
    /// Returns an error if it cannot be started, or does not answer.
    pub fn start(spec: &External) -> Result<Self, AgentError> {
        let (go, thinking) = match spec.limit {
            SearchLimit::Time(time) => (format!("go movetime {}", time.as_millis()), time),
            SearchLimit::Nodes(nodes) => (format!("go nodes {nodes}"), Duration::ZERO),
            SearchLimit::Depth(depth) => (format!("go depth {depth}"), Duration::ZERO),
        };
        let mut ugi = Self {
            process: Process::start(&spec.words(), spec.to_string())?,
            timeout: spec.timeout,
            thinking: spec.timeout + thinking,
            go,
            single: spec.single,
        };
        ugi.process.send("ugi");
        ugi.wait_for("ugiok")?;
        if ugi.single {
            ugi.process.send("setoption name Moves value actions");
        }
        ugi.ready()?;
        Ok(ugi)
    }

    fn ready(&mut self) -> Result<(), AgentError> {
        self.process.send("isready");
        self.wait_for("readyok")
    }

    fn wait_for(&mut self, word: &str) -> Result<(), AgentError> {
        self.process
            .expect_line(&format!("`{word}`"), self.timeout, |line| (line.trim() == word).then_some(()))
    }

    /// The actions of the move `text`.
    fn read(&self, text: &str, tracked: &TrackedGame) -> Result<Vec<Action>, AgentError> {
        let position = &*tracked.position;
        let read = if self.single {
            notation::read_legal(text, position).map(|action| vec![action]).map_err(|fault| fault.to_string())
        } else {
            turn(text, position)
        };
        let number = tracked.turns.len() + 1;
        read.map_err(|why| self.process.fault(&format!("chose {} in turn {number}: {why}", quoted(text))))
    }
}

/// The actions of the legal turn `text`.
fn turn(text: &str, position: &dyn Position) -> Result<Vec<Action>, String> {
    let mut actions = Vec::new();
    notation::play_turn(&mut *position.boxed_clone(), text, |_, action| actions.push(action))
        .map_err(|error| error.to_string())?;
    Ok(actions)
}

/// The command that sets the position.
fn position(tracked: &TrackedGame, single: bool) -> String {
    let start = "position startpos";
    if tracked.actions.is_empty() {
        return start.to_owned();
    }
    let moves = if single {
        tracked.actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    } else {
        tracked.turns.join(" ")
    };
    format!("{start} moves {moves}")
}

impl ProtocolClient for Ugi {
    fn new_game(&mut self) -> Result<(), AgentError> {
        self.process.send("uginewgame");
        self.ready()
    }

    fn choose(&mut self, tracked: &TrackedGame) -> Result<Vec<Action>, AgentError> {
        if !self.single && !tracked.open.is_empty() {
            let open = notation::turn_text(&tracked.open);
            return Err(self.process.fault(&format!(
                "plays whole turns, and cannot continue the unfinished turn `{open}`: give it `moves=actions`"
            )));
        }
        self.process.send(&position(tracked, self.single));
        self.ready()?;
        self.process.send(&self.go);
        let text = self.process.expect_line("`bestmove`", self.thinking, |line| {
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
        })?;
        self.read(&text, tracked)
    }
}

impl Drop for Ugi {
    fn drop(&mut self) {
        self.process.send("quit");
    }
}
