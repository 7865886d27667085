//! The board with a person on one side and an agent on the other, and all that was played.

use anyhow::anyhow;
use dropline::agents::{Agent, AgentSpec};
use dropline::chance;
use dropline::notation::{check, read, turn_text};
use dropline::rules::{self, Action, Player, Position};
use dropline::run::reason;
use dropline::variant::Loaded;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;
use std::fs::OpenOptions;
use std::io::Write;

/// What the person is called in records.
const PERSON: &str = "human";

/// An action that was played, and what is needed to take it back.
struct Played {
    action: Action,
    by: Player,
    /// The turn it belongs to.
    turn: u32,
    /// Chance before it: an agent that is asked again says the same.
    chance: Xoshiro256PlusPlus,
}

/// A game under way.
pub struct Table {
    position: Box<dyn Position>,
    agent: Box<dyn Agent>,
    /// What the agent is called.
    spec: AgentSpec,
    person: Player,
    chance: Xoshiro256PlusPlus,
    played: Vec<Played>,
    /// The actions of the turn that was played last, or is open.
    last_turn: Vec<Action>,
}

impl Table {
    /// A new game; the agent's chance is that of game 1 of a run with this `seed`.
    pub fn new(loaded: &Loaded, spec: AgentSpec, person: Player, seed: u64) -> Self {
        let mut agent = spec.build();
        agent.new_game();
        Self {
            position: rules::start(&loaded.variant),
            agent,
            spec,
            person,
            chance: chance::stream(seed, &loaded.rules_hash, 1),
            played: Vec::new(),
            last_turn: Vec::new(),
        }
    }

    /// How the game stands.
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// Whether the person moves first or second.
    pub fn person(&self) -> Player {
        self.person
    }

    /// What the agent is called.
    pub fn agent_name(&self) -> String {
        self.spec.to_string()
    }

    /// The actions of the turn that was played last, or is open.
    pub fn last_turn(&self) -> &[Action] {
        &self.last_turn
    }

    /// Plays the actions of a line, with `+` between them; all of them or none.
    ///
    /// # Errors
    /// Which of them can't be played, and why.
    pub fn play(&mut self, line: &str) -> Result<(), String> {
        // On a copy first: what is wrong may come late.
        let mut trial = self.position.boxed_clone();
        let mut actions = Vec::new();
        for word in line.split('+').map(str::trim) {
            let wrong = |why: &dyn std::fmt::Display| format!("`{word}`: {why}");
            if !actions.is_empty() && trial.to_move() != self.person {
                return Err(wrong(&"your turn has ended before it"));
            }
            let action = read(word, trial.board()).map_err(|error| wrong(&error))?;
            check(&*trial, action).map_err(|fault| wrong(&fault))?;
            trial.play(action);
            actions.push(action);
        }
        actions.into_iter().for_each(|action| self.make(action));
        Ok(())
    }

    /// Lets the agent play until it is the person's turn, or the game is over; its turns in the notation.
    pub fn let_agent_play(&mut self) -> Vec<String> {
        let mut turns = Vec::new();
        while self.position.outcome().is_none() && self.position.to_move() != self.person {
            let turn = self.position.turns();
            let before = self.chance.clone();
            let action = self.agent.choose(&mut *self.position, &mut self.chance);
            let after = std::mem::replace(&mut self.chance, before);
            self.make(action);
            self.chance = after;
            if self.position.turns() != turn {
                turns.push(turn_text(&self.last_turn));
            }
        }
        turns
    }

    /// Takes back the person's last action and all that followed it. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(at) = self.played.iter().rposition(|played| played.by == self.person) else { return false };
        self.chance = self.played[at].chance.clone();
        let kept: Vec<Played> = self.played.drain(..).take(at).collect();
        let chance = self.chance.clone();
        self.position.reset();
        self.agent.new_game();
        self.last_turn.clear();
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
        self.agent.played(action);
    }

    /// Writes the game into a new file, as a record that `dropline replay` reads; what came of it, in words.
    pub fn save(&self, path: &str) -> String {
        let mut line = self.record().to_string();
        line.push('\n');
        // What somebody has saved before is not lost by a slip of the hand.
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        match file.and_then(|mut file| file.write_all(line.as_bytes())) {
            Ok(()) => format!(
                "saved: `dropline replay VARIANT {path} --show=turns` shows it, with the variant and each `--set` of this game"
            ),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                format!("{path} is there already: name another file")
            }
            Err(error) => anyhow!("cannot write {path}: {}", reason(&error)).to_string(),
        }
    }

    /// The game as a record: single actions, so that an open turn can be told too.
    fn record(&self) -> serde_json::Value {
        let mut agents = [PERSON.to_owned(), self.agent_name()];
        if self.person == Player::Second {
            agents.reverse();
        }
        let over = self.position.outcome().is_some();
        let actions: Vec<String> = self.played.iter().map(|played| played.action.to_string()).collect();
        json!({
            "variant": self.position.variant().id,
            "first_agent": agents[0],
            "second_agent": agents[1],
            "actions": actions,
            "winner": over.then(|| self.position.winner().name()),
            "score": self.position.score(),
            "over": over,
        })
    }
}
