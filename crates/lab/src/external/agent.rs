//! An external program as an agent: tracks its game and checks its choices.

use super::gtp::Gtp;
use super::spec::{External, Protocol};
use super::ugi::Ugi;
use dropline_agents::{Agent, AgentError};
use dropline_engine::notation::turn_text;
use dropline_engine::rules::{self, Action, Position};
use dropline_engine::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::VecDeque;
use std::fmt::Debug;

/// A game so far.
#[derive(Debug)]
pub struct TrackedGame {
    /// The position.
    pub position: Box<dyn Position>,
    /// All actions.
    pub actions: Vec<Action>,
    /// The completed turns, in the notation.
    pub turns: Vec<String>,
    /// The actions of the unfinished turn.
    pub open: Vec<Action>,
}

impl TrackedGame {
    fn new(variant: &Variant) -> Self {
        let position = rules::start(variant);
        Self { position, actions: Vec::new(), turns: Vec::new(), open: Vec::new() }
    }

    fn reset(&mut self) {
        self.position.reset();
        self.actions.clear();
        self.turns.clear();
        self.open.clear();
    }

    fn play(&mut self, action: Action) {
        let turn = self.position.turns();
        self.position.play(action);
        self.actions.push(action);
        self.open.push(action);
        if self.position.turns() != turn {
            self.turns.push(turn_text(&self.open));
            self.open.clear();
        }
    }
}

/// A protocol for talking to a program.
pub trait ProtocolClient: Debug + Send {
    /// What the user should know about the program, in a clause, if anything.
    fn warning(&self) -> Option<String> {
        None
    }

    /// Begins a game.
    ///
    /// # Errors
    /// Returns an error if the program fails.
    fn new_game(&mut self) -> Result<(), AgentError>;

    /// The legal actions that the program chooses: one, or the whole rest of the turn.
    ///
    /// # Errors
    /// Returns an error if the program fails or its move is invalid.
    fn choose(&mut self, tracked: &TrackedGame) -> Result<Vec<Action>, AgentError>;
}

/// An external program as an agent.
///
/// Its process is started for the first choice, and kept from game to game until an error.
#[derive(Debug)]
pub struct ExternalAgent {
    spec: External,
    tracked: TrackedGame,
    client: Option<Box<dyn ProtocolClient>>,
    /// Whether the program has been notified of the new game.
    is_notified: bool,
    /// The rest of the turn that the program has chosen.
    chosen: VecDeque<Action>,
}

impl ExternalAgent {
    /// An agent that runs the program `spec`, for games of `variant`.
    pub fn new(spec: &External, variant: &Variant) -> Self {
        Self {
            spec: spec.clone(),
            tracked: TrackedGame::new(variant),
            client: None,
            is_notified: false,
            chosen: VecDeque::new(),
        }
    }

    /// Starts the process if it is not running.
    ///
    /// # Errors
    /// Returns an error if it cannot be started, or does not answer.
    pub fn start(&mut self) -> Result<(), AgentError> {
        if self.client.is_none() {
            let variant = self.tracked.position.variant();
            let client: Box<dyn ProtocolClient> = match self.spec.protocol {
                Protocol::Ugi => Box::new(Ugi::start(&self.spec)?),
                Protocol::Gtp => Box::new(Gtp::start(&self.spec, variant)?),
            };
            self.client = Some(client);
            self.is_notified = false;
        }
        Ok(())
    }

    /// What the user should know about the running program, in a clause, if anything.
    pub fn warning(&self) -> Option<String> {
        self.client.as_ref()?.warning()
    }

    /// Asks the program to continue.
    fn ask(&mut self) -> Result<VecDeque<Action>, AgentError> {
        self.start()?;
        let Some(client) = &mut self.client else { unreachable!("it has been started") };
        if !self.is_notified {
            client.new_game()?;
            self.is_notified = true;
        }
        client.choose(&self.tracked).map(VecDeque::from)
    }
}

impl Agent for ExternalAgent {
    fn new_game(&mut self) {
        self.tracked.reset();
        self.chosen.clear();
        self.is_notified = false;
    }

    fn played(&mut self, action: Action) {
        self.tracked.play(action);
    }

    fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
        self.try_choose(position, rng).unwrap_or_else(|error| panic!("{error}"))
    }

    fn try_choose(&mut self, _: &mut dyn Position, _: &mut Xoshiro256PlusPlus) -> Result<Action, AgentError> {
        if self.chosen.is_empty() {
            // After an error the state of the program is unknown; a program that resigns goes on to the next game.
            self.chosen = self.ask().inspect_err(|error| {
                if *error != AgentError::Resigned {
                    self.client = None;
                }
            })?;
        }
        Ok(self.chosen.pop_front().expect("a choice has an action"))
    }
}
