//! `dropline engine`: the Universal Game Interface on standard input and output.
//!
//! One thread reads lines and another searches; this one answers. During a search, only `isready`, `stop` and `quit` are answered
//! immediately, as the protocol requires. Other commands wait until the search is over, so that a script can be piped in.

mod backlog;
mod game;
mod go;
mod think;

use crate::cli::failure::Failure;
use crate::cli::game_args;
use crate::cli::interrupt;
use crate::cli::session::{STACK, Session};
use crate::cli::values::own_agent;
use crate::contestant::Contestant;
use crate::encoding::{Line, Lines};
use crate::notation::turn_text;
use crate::rules::{Player, Winner};
use crate::run::reason;
use crate::text::{printable, quoted};
use crate::variant::{Loaded, ScoreMethod};
use anyhow::{Context, anyhow};
use backlog::Backlog;
use game::EngineGame;
use go::Limit;
use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use think::{Found, SearchJob, Thinker};

/// The longest line that is read, in bytes: a position may have thousands of turns.
const LONGEST: u64 = 1 << 24;

/// Answers commands until `quit` or the end of input.
pub fn run(args: &game_args::Engine, session: &mut Session<'_>) -> Result<(), Failure> {
    let loaded = session.load_to_play(&args.variant)?;
    args.agent.check(&loaded).map_err(Failure::of_input)?;
    session.print_notes(&loaded);
    interrupt::exit_on_interrupt()?;
    let (sender, events) = mpsc::channel();
    let backlog = Arc::new(Backlog::default());
    let (lines, unanswered) = (sender.clone(), Arc::clone(&backlog));
    let read = move || read_lines(io::stdin().lock(), &lines, &unanswered);
    thread::Builder::new().spawn(read).context("cannot start a thread that reads commands")?;
    let game = EngineGame::new(&loaded, session.common.seed());
    let mut engine = UgiEngine {
        session,
        loaded: &loaded,
        sender,
        game,
        agent: args.agent.clone(),
        default: &args.agent,
        thinker: Some(Thinker::new(&args.agent, &loaded)),
        search: None,
        held: None,
        waiting: VecDeque::new(),
        backlog,
        input: Input::Open,
    };
    while !engine.is_done() {
        match events.recv() {
            Ok(Event::Line(line)) => engine.line(line)?,
            Ok(Event::Full) => engine.stop_endless()?,
            Ok(Event::TooLong) => engine.error(format!("a line is longer than {LONGEST} bytes"))?,
            Ok(Event::Found(found)) => engine.found(found)?,
            Ok(Event::End(None)) => engine.end()?,
            Ok(Event::End(Some(error))) => {
                return Err(Failure::Failed(anyhow!("cannot read standard input: {}", reason(&error))));
            }
            Err(_) => break,
        }
        engine.session.terminal.flush()?;
    }
    Ok(())
}

/// What the engine waits for.
enum Event {
    /// A line was read.
    Line(String),
    /// No more lines are read until some are answered.
    Full,
    /// A line was too long and was skipped.
    TooLong,
    /// The end of input, perhaps because of an error.
    End(Option<io::Error>),
    /// A search is over.
    Found(Found),
}

/// Sends the lines of `input` until the input ends. Waits while too many are unanswered.
fn read_lines(input: impl BufRead, to: &Sender<Event>, backlog: &Backlog) {
    let mut input = Lines::new(input, LONGEST);
    let mut line = Vec::new();
    loop {
        if backlog.is_full() && to.send(Event::Full).is_err() {
            return;
        }
        backlog.wait_for_room();
        let event = match input.next(&mut line) {
            Ok(None) => Event::End(None),
            Ok(Some(Line::TooLong)) => match input.skip_rest() {
                Ok(()) => Event::TooLong,
                Err(error) => Event::End(Some(error)),
            },
            Ok(Some(Line::Whole)) => {
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                backlog.add(&line);
                Event::Line(line)
            }
            Err(error) => Event::End(Some(error)),
        };
        let is_end = matches!(event, Event::End(_));
        if to.send(event).is_err() || is_end {
            return;
        }
    }
}

/// Whether more input can arrive.
#[derive(PartialEq, Eq)]
enum Input {
    Open,
    /// The input has ended; pending commands are answered.
    Ended,
    /// The engine received `quit`; commands before it are answered.
    Quit,
}

/// The engine.
struct UgiEngine<'e, 's> {
    session: &'e mut Session<'s>,
    loaded: &'e Loaded,
    /// The sender for results of searches.
    sender: Sender<Event>,
    game: EngineGame,
    agent: Contestant,
    /// The agent as it was before any option changed it.
    default: &'e Contestant,
    /// The agent; absent while it searches.
    thinker: Option<Thinker>,
    /// The current search: its stop flag, and whether it ends only by that flag.
    search: Option<(Arc<AtomicBool>, bool)>,
    /// The result of such an endless search, if it is over before the flag is set: `bestmove` must not come before `stop`.
    held: Option<Found>,
    /// Lines received during a search.
    waiting: VecDeque<String>,
    /// The size of the lines that were read and are not answered yet.
    backlog: Arc<Backlog>,
    input: Input,
}

impl UgiEngine<'_, '_> {
    fn is_done(&self) -> bool {
        self.search.is_none() && self.input != Input::Open
    }

    fn say(&mut self, line: impl std::fmt::Display) -> Result<(), Failure> {
        self.session.terminal.bytes(format!("{}\n", printable(&line.to_string())).as_bytes())
    }

    /// Reports an error as a line that clients of the protocol skip.
    fn error(&mut self, what: impl std::fmt::Display) -> Result<(), Failure> {
        self.say(format_args!("info string error: {what}"))
    }

    /// Stops the search, and reports its result if it is over.
    fn stop(&mut self) -> Result<(), Failure> {
        if let Some((stop, _)) = &self.search {
            stop.store(true, Ordering::Relaxed);
        }
        self.held.take().map_or(Ok(()), |found| self.found(found))
    }

    /// Handles the end of input.
    fn end(&mut self) -> Result<(), Failure> {
        self.input = Input::Ended;
        self.stop_endless()
    }

    /// Stops a search that only a command could stop: no further command is read.
    fn stop_endless(&mut self) -> Result<(), Failure> {
        let is_endless = self.search.as_ref().is_some_and(|&(_, endless)| endless);
        if is_endless { self.stop() } else { Ok(()) }
    }

    /// Answers a line, or keeps it until the search is over.
    fn line(&mut self, line: String) -> Result<(), Failure> {
        let is_kept = self.search.is_some() && !matches!(line.as_str(), "" | "stop" | "quit" | "isready");
        if is_kept && self.input != Input::Quit {
            self.waiting.push_back(line);
            return Ok(());
        }
        self.backlog.remove(&line);
        match line.as_str() {
            "" => Ok(()),
            _ if self.input == Input::Quit => Ok(()),
            "stop" => self.stop(),
            "quit" => {
                self.input = Input::Quit;
                self.stop()
            }
            "isready" => self.say("readyok"),
            line => self.answer(line),
        }
    }

    fn answer(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let answered = match (word, rest.trim()) {
            ("ugi", "") => return self.identify(),
            ("uginewgame", "") => {
                self.game.begin();
                Ok(())
            }
            ("setoption", option) => self.set(option),
            ("position", position) => self.game.set(position),
            ("query", what) => {
                let response = self.response(what);
                return self.say(format_args!("response {response}"));
            }
            ("go", limits) => match Limit::read(limits, self.game.mover()) {
                Ok(limit) => return self.go(limit),
                Err(error) => Err(error),
            },
            _ => Err(format!(
                "unknown command {}: expected ugi, setoption, isready, uginewgame, position, go, query, stop or \
                 quit",
                quoted(line)
            )),
        };
        answered.or_else(|error| self.error(error))
    }

    fn identify(&mut self) -> Result<(), Failure> {
        let agent = self.default;
        self.say(format_args!("id name {} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")))?;
        self.say("id author the dropline authors")?;
        self.say(format_args!("option name Agent type string default {agent}"))?;
        self.say("option name Moves type combo default turns var turns var actions")?;
        self.say("ugiok")
    }

    /// Sets an option, given as `name NAME value VALUE`.
    fn set(&mut self, option: &str) -> Result<(), String> {
        let named = option.strip_prefix("name ").and_then(|named| named.split_once(" value "));
        let Some((name, value)) = named.map(|(name, value)| (name.trim(), value.trim())) else {
            return Err("expected `setoption name NAME value VALUE`".to_owned());
        };
        match (name.to_ascii_lowercase().as_str(), value) {
            ("agent", value) => {
                let agent = own_agent(value)?;
                agent.check(self.loaded)?;
                self.thinker = Some(Thinker::new(&agent, self.loaded));
                self.agent = agent;
            }
            ("moves", "turns") => self.game.single = false,
            ("moves", "actions") => self.game.single = true,
            ("moves", value) => {
                return Err(format!(
                    "invalid value {} for Moves: expected `turns` or `actions`",
                    quoted(value)
                ));
            }
            _ => return Err(format!("unknown option {}: expected Agent or Moves", quoted(name))),
        }
        Ok(())
    }

    /// The answer to a query.
    fn response(&self, what: &str) -> String {
        let position = self.game.position();
        let over = position.outcome().is_some();
        match what {
            "p1turn" => (position.to_move() == Player::First).to_string(),
            "gameover" => over.to_string(),
            "result" if !over => "none".to_owned(),
            "result" => match position.winner() {
                Winner::First => "p1win",
                Winner::Second => "p2win",
                Winner::Draw => "draw",
            }
            .to_owned(),
            "score" if self.loaded.variant.score.method == ScoreMethod::None => "none".to_owned(),
            "score" => position.score().map(|points| points.to_string()).join(" "),
            "legal" => self.game.legal().unwrap_or_else(|error| format!("error: {error}")),
            _ => format!(
                "error: unknown query {}: expected p1turn, gameover, result, legal or score",
                quoted(what)
            ),
        }
    }

    /// Begins a search.
    fn go(&mut self, limit: Limit) -> Result<(), Failure> {
        if self.game.position().outcome().is_some() {
            self.error("the game is over")?;
            return self.say("bestmove none");
        }
        if let Limit::Depth = limit {
            let line = format!("info string depth is ignored: `{}` uses its own budget", self.agent);
            self.say(line)?;
        }
        let Some(thinker) = self.thinker.take() else { return Ok(()) };
        let endless = limit == Limit::Infinite;
        // After the end of input, and before more is read, nothing would stop the search. `quit` stops those before it, too.
        let is_unread = self.input != Input::Open || self.backlog.is_full();
        let stop = Arc::new(AtomicBool::new(self.input == Input::Quit || endless && is_unread));
        self.search = Some((Arc::clone(&stop), endless));
        let sender = self.sender.clone();
        let search = SearchJob { thinker, limit, stop, game: self.game.clone() };
        let search = move || drop(sender.send(Event::Found(search.run())));
        thread::Builder::new().stack_size(STACK).spawn(search).context("cannot start a thread")?;
        Ok(())
    }

    /// Reports the result of a search, and answers the commands that arrived meanwhile.
    fn found(&mut self, found: Found) -> Result<(), Failure> {
        if let Some((stop, true)) = &self.search
            && found.chosen.is_some()
            && !stop.load(Ordering::Relaxed)
        {
            self.held = Some(found);
            return Ok(());
        }
        let Found { thinker, chance, chosen, nodes, time, expected } = found;
        self.search = None;
        let Some(chosen) = chosen else {
            return Err(Failure::Failed(anyhow!("the search failed; this is a bug in dropline")));
        };
        self.thinker = Some(thinker.unwrap_or_else(|| Thinker::new(&self.agent, self.loaded)));
        self.game.chance = chance;
        let text = if self.game.single { chosen[0].to_string() } else { turn_text(&chosen) };
        let nps = nodes as f64 / time.as_secs_f64().max(1e-6);
        self.say(format_args!("info time {} nodes {nodes} nps {nps:.0} pv {text}", time.as_millis()))?;
        if let Some(expected) = expected {
            self.say(format_args!("info string expects {:.1} % of the points", 100.0 * expected))?;
        }
        self.say(format_args!("bestmove {text}"))?;
        while self.search.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            self.backlog.remove(&line);
            self.answer(&line)?;
        }
        Ok(())
    }
}
