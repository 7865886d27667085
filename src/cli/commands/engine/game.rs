//! The state of the engine's game.

use crate::chance;
use crate::notation::{play_turn, read_legal, turn_text};
use crate::rules::{self, Action, ActionList, Player, Position};
use crate::text::quoted;
use crate::variant::Loaded;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The maximum number of turns that `query legal` lists.
const MOST_TURNS: usize = 10_000;

/// The game set by the last `position` command.
pub struct EngineGame {
    position: Box<dyn Position>,
    /// All actions so far.
    pub actions: Vec<Action>,
    /// Whether a move is a single action, and not a whole turn.
    pub single: bool,
    /// The agent's random stream.
    pub chance: Xoshiro256PlusPlus,
    seed: u64,
    rules_hash: [u8; 32],
    number: u64,
}

impl Clone for EngineGame {
    fn clone(&self) -> Self {
        Self {
            position: self.position.boxed_clone(),
            actions: self.actions.clone(),
            chance: self.chance.clone(),
            ..*self
        }
    }
}

impl EngineGame {
    /// The start of a game of `loaded`.
    pub fn new(loaded: &Loaded, seed: u64) -> Self {
        Self {
            position: rules::start(&loaded.variant),
            actions: Vec::new(),
            single: false,
            chance: chance::stream(seed, &loaded.rules_hash, 1),
            seed,
            rules_hash: loaded.rules_hash,
            number: 1,
        }
    }

    /// Begins the next game, with its own random stream.
    pub fn begin(&mut self) {
        self.position.reset();
        self.actions.clear();
        self.number += 1;
        self.chance = chance::stream(self.seed, &self.rules_hash, self.number);
    }

    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    pub fn position_mut(&mut self) -> &mut dyn Position {
        &mut *self.position
    }

    pub fn mover(&self) -> Player {
        self.position.to_move()
    }

    /// Plays the moves of `startpos moves …`. On an error, nothing changes.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_whitespace();
        match words.next() {
            Some("startpos") => {}
            Some("fen") => {
                return Err(
                    "positions given as text are not supported: start the engine with settings such as \
                    --set setup.black=…, and use `position startpos`"
                        .to_owned(),
                );
            }
            _ => return Err("expected `position startpos moves MOVE…`".to_owned()),
        }
        if words.next().is_some_and(|word| word != "moves") {
            return Err("expected `moves` or nothing after `startpos`".to_owned());
        }
        let mut position = self.position.boxed_clone();
        position.reset();
        let mut actions = Vec::new();
        for (at, text) in words.enumerate() {
            self.play(&mut *position, text, &mut actions)
                .map_err(|error| format!("move {}, {}: {error}", at + 1, quoted(text)))?;
        }
        self.position = position;
        self.actions = actions;
        Ok(())
    }

    fn play(&self, position: &mut dyn Position, text: &str, actions: &mut Vec<Action>) -> Result<(), String> {
        if !self.single {
            return play_turn(position, text, |_, action| actions.push(action))
                .map_err(|error| error.to_string());
        }
        let action = read_legal(text, position).map_err(|fault| fault.to_string())?;
        position.play(action);
        actions.push(action);
        Ok(())
    }

    /// The legal moves, separated by spaces, or `none`.
    pub fn legal(&self) -> Result<String, String> {
        let mut legal = Vec::new();
        if self.single {
            let mut actions = ActionList::new();
            self.position.legal_actions(&mut actions);
            legal.extend(actions.iter().map(ToString::to_string));
        } else if self.position.outcome().is_none() {
            turns(&*self.position, &mut Vec::new(), &mut legal)?;
        }
        Ok(if legal.is_empty() { "none".to_owned() } else { legal.join(" ") })
    }
}

/// Adds all turns that begin with the actions `begun`, which lead to `position`.
fn turns(position: &dyn Position, begun: &mut Vec<Action>, into: &mut Vec<String>) -> Result<(), String> {
    let mut actions = ActionList::new();
    position.legal_actions(&mut actions);
    for action in actions {
        let mut next = position.boxed_clone();
        next.play(action);
        begun.push(action);
        if next.turns() == position.turns() && next.outcome().is_none() {
            turns(&*next, begun, into)?;
        } else if into.len() == MOST_TURNS {
            return Err(format!(
                "there are more than {MOST_TURNS} turns: `setoption name Moves value actions` makes a move a single action"
            ));
        } else {
            into.push(turn_text(begun));
        }
        begun.pop();
    }
    Ok(())
}
