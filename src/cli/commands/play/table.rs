//! The game between people and agents, with its history.

use crate::agents::{Agent, AgentError, Hint, hint};
use crate::chance;
use crate::cli::values::Seat;
use crate::contestant::Contestant;
use crate::encoding::text_of;
use crate::notation::{Fault, ParseActionError, play_turn, read_legal, turn_text};
use crate::record::{self, Record, replayed_actions};
use crate::rules::{self, Action, ActionList, Player, Position};
use crate::run::reason;
use crate::variant::Loaded;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

/// The largest size of a saved game, in bytes.
const LONGEST_RECORD: u64 = Record::LONGEST_LINE as u64;

/// A played action, with the data needed to undo it.
struct Played {
    action: Action,
    by: Player,
    /// The turn that the action belongs to.
    turn: u32,
    /// The random stream before the action: after an undo, an agent that is asked again gives the same answer.
    chance: Xoshiro256PlusPlus,
}

/// The current game.
pub struct LiveGame {
    position: Box<dyn Position>,
    /// Who plays as the first player, and as the second.
    seats: [Seat; 2],
    /// The agents among the two players.
    agents: [Option<Box<dyn Agent>>; 2],
    chance: Xoshiro256PlusPlus,
    played: Vec<Played>,
    /// The actions of the turn that was played last, or is open.
    last_turn: Vec<Action>,
}

impl LiveGame {
    /// A new game; the agents use the random stream of game 1 of a run with this `seed`.
    pub fn new(loaded: &Loaded, seats: [Seat; 2], seed: u64) -> Self {
        let agents = seats
            .each_ref()
            .map(|seat| seat.agent().map(|agent| agent.build(&loaded.variant, &loaded.rules_hash)));
        let mut table = Self {
            position: rules::start(&loaded.variant),
            seats,
            agents,
            chance: chance::stream(seed, &loaded.rules_hash, 1),
            played: Vec::new(),
            last_turn: Vec::new(),
        };
        table.begin();
        table
    }

    fn begin(&mut self) {
        self.position.reset();
        self.agents.iter_mut().flatten().for_each(|agent| agent.new_game());
        self.last_turn.clear();
    }

    /// Plays the game that was saved in the file at `path`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or holds no game of these rules.
    pub fn resume(&mut self, path: &Path) -> Result<(), String> {
        let unreadable = |error| format!("cannot read {}: {}", path.display(), reason(&error));
        let file = File::open(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        file.take(LONGEST_RECORD).read_to_end(&mut bytes).map_err(unreadable)?;
        let text = text_of(&bytes).map_err(unreadable)?;
        let line = text.lines().next().unwrap_or_default();
        let wrong = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
        let record = Record::from_line(line).map_err(|error| wrong(&error))?;
        let mut trial = self.position.boxed_clone();
        let actions = replayed_actions(&record, &mut *trial).map_err(|error| {
            wrong(&format_args!(
                "{error}; resume the game with the variant and every `--set` it was begun with"
            ))
        })?;
        actions.into_iter().for_each(|action| self.make(action));
        if record.resigned {
            self.position.resign();
        }
        Ok(())
    }

    /// Plays these turns, separated by spaces.
    ///
    /// # Errors
    /// Returns an error that names the first turn that is illegal or unfinished.
    pub fn open_with(&mut self, turns: &str) -> Result<(), String> {
        let (mut trial, mut actions) = (self.position.boxed_clone(), Vec::new());
        for (at, turn) in turns.split_whitespace().enumerate() {
            play_turn(&mut *trial, turn, |_, action| actions.push(action))
                .map_err(|error| format!("turn {}, {error}", at + 1))?;
        }
        actions.into_iter().for_each(|action| self.make(action));
        Ok(())
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// Who plays for `player`.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    /// The only person, if there is exactly one.
    pub fn person(&self) -> Option<Player> {
        let mut people = Player::BOTH.into_iter().filter(|&player| self.is_person(player));
        people.next().filter(|_| people.next().is_none())
    }

    /// Whether a player is a person.
    pub fn is_person(&self, player: Player) -> bool {
        *self.seat(player) == Seat::Person
    }

    /// Whether a person is to move.
    pub fn awaits_person(&self) -> bool {
        self.position.outcome().is_none() && self.is_person(self.position.to_move())
    }

    /// The actions of the turn that was played last, or is open.
    pub fn last_turn(&self) -> &[Action] {
        &self.last_turn
    }

    /// Plays all actions of a line, with `+` between them, or none of them.
    ///
    /// # Errors
    /// Returns an error if an action is illegal; the error names it and says why.
    pub fn play(&mut self, line: &str) -> Result<(), String> {
        // Plays on a copy first: a later action may be illegal.
        let mut trial = self.position.boxed_clone();
        let mover = trial.to_move();
        let mut actions = Vec::new();
        for word in line.split('+').map(str::trim) {
            let wrong = |why: &dyn std::fmt::Display| {
                let (name, why) = (format!("`{word}`"), why.to_string());
                if why.starts_with(&name) { why } else { format!("{name}: {why}") }
            };
            if word.is_empty() && line.contains('+') {
                return Err(Fault::Missing { first: actions.is_empty() }.to_string());
            }
            if !actions.is_empty() && trial.to_move() != mover {
                return Err(wrong(&"your turn ended before this action"));
            }
            let action = read_legal(word, &*trial).map_err(|fault| match fault {
                Fault::Unreadable(ParseActionError::Cell(_) | ParseActionError::WrongPlane(_)) => {
                    wrong(&not_an_action(&*trial))
                }
                fault => wrong(&fault),
            })?;
            trial.play(action);
            actions.push(action);
        }
        actions.into_iter().for_each(|action| self.make(action));
        Ok(())
    }

    /// Plays the turn of the agent to move. Returns the agent and the turn in the notation, or `resigns`; `None` if a person is to
    /// move or the game is over.
    ///
    /// # Errors
    /// Returns an error if the agent fails, as external programs may.
    pub fn let_agent_play(&mut self) -> Result<Option<(Contestant, String)>, AgentError> {
        let mover = self.position.to_move();
        let Seat::Agent(player) = self.seat(mover).clone() else { return Ok(None) };
        let turn = self.position.turns();
        while self.position.outcome().is_none() && self.position.turns() == turn {
            let Some(agent) = &mut self.agents[mover.index()] else { return Ok(None) };
            let before = self.chance.clone();
            let chosen = agent.try_choose(&mut *self.position, &mut self.chance);
            if chosen == Err(AgentError::Resigned) {
                self.position.resign();
                return Ok(Some((player, "resigns".to_owned())));
            }
            let action = chosen?;
            let after = std::mem::replace(&mut self.chance, before);
            self.make(action);
            self.chance = after;
        }
        Ok((self.position.turns() != turn).then(|| (player, turn_text(&self.last_turn))))
    }

    /// How a strong agent would complete the turn; `None` if the game is over. The game is unaffected.
    pub fn hint(&self) -> Option<Hint> {
        hint(&*self.position, &self.chance)
    }

    /// Undoes the last action of a person and all actions that followed it. Returns whether there was such an action.
    pub fn undo(&mut self) -> bool {
        let Some(at) = self.played.iter().rposition(|played| self.is_person(played.by)) else { return false };
        self.chance = self.played[at].chance.clone();
        let kept: Vec<Played> = self.played.drain(..).take(at).collect();
        let chance = self.chance.clone();
        self.begin();
        for Played { action, chance, .. } in kept {
            self.chance = chance;
            self.make(action);
        }
        self.chance = chance;
        true
    }

    fn make(&mut self, action: Action) {
        let (by, turn) = (self.position.to_move(), self.position.turns());
        if self.played.last().is_none_or(|last| last.turn != turn) {
            self.last_turn.clear();
        }
        self.played.push(Played { action, by, turn, chance: self.chance.clone() });
        self.last_turn.push(action);
        self.position.play(action);
        self.agents.iter_mut().flatten().for_each(|agent| agent.played(action));
    }

    /// Writes the game into a new file, as a record that `dropline replay` reads.
    ///
    /// # Errors
    /// Returns an error if the file already exists or cannot be written.
    pub fn save(&self, path: &str) -> Result<(), String> {
        let mut line = self.record().to_string();
        line.push('\n');
        // Never overwrite a saved game by accident.
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => format!("{path} already exists: name another file"),
            _ => format!("cannot write {path}: {}", reason(&error)),
        })
    }

    /// The game as a record.
    fn record(&self) -> serde_json::Value {
        let agents = self.seats.each_ref().map(ToString::to_string);
        let actions: Vec<Action> = self.played.iter().map(|played| played.action).collect();
        record::of_actions(&*self.position, &actions, agents.each_ref().map(String::as_str))
    }
}

/// Why a word is refused that is not an action, with an action that is legal.
fn not_an_action(position: &dyn Position) -> String {
    let mut legal = ActionList::new();
    position.legal_actions(&mut legal);
    let such_as = legal.iter().min().map_or_else(String::new, |action| format!(" such as `{action}`"));
    format!("neither a command nor an action{such_as}")
}
