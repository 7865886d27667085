//! A game on the page. A position is the rules and the actions that led to it: the server keeps none.

use crate::why::{clearest, legal_at};
use dropline_agents::{ADVISER, AgentError, hint, reason_without_score};
use dropline_engine::chance;
use dropline_engine::draw::{element, legend};
use dropline_engine::notation::{Fault, read_legal, turn_text};
use dropline_engine::picture::{Marks, colour_of, picture, standing};
use dropline_engine::record::{Record, of_actions, replayed_actions};
use dropline_engine::rules::{self, Action, ActionList, Player, Position};
use dropline_engine::text::quoted;
use dropline_engine::variant::Loaded;
use dropline_lab::contestant::Contestant;
use serde_json::{Value, json};

/// The most legal actions that an answer lists. Others can be typed.
const MOST_LISTED: usize = 20_000;
/// The random stream of hints.
const SEED: u64 = 1;

/// A game as far as its actions are legal.
pub struct Game {
    position: Box<dyn Position>,
    actions: Vec<Action>,
    /// Who took each action.
    by: Vec<Player>,
    /// Each turn, with the colour that took it.
    turns: Vec<(&'static str, Vec<Action>)>,
    /// Why the rest of the actions was left out.
    error: Option<String>,
    rules_hash: [u8; 32],
}

impl Game {
    /// Plays `actions` by these rules, up to the first that is illegal.
    pub fn new(loaded: &Loaded, actions: &[String]) -> Self {
        let mut game = Self {
            position: rules::start(&loaded.variant),
            actions: Vec::new(),
            by: Vec::new(),
            turns: Vec::new(),
            error: None,
            rules_hash: loaded.rules_hash,
        };
        for text in actions {
            if let Err(fault) = game.play_text(text) {
                game.error = Some(format!("action {}, {}: {fault}", game.actions.len() + 1, quoted(text)));
                break;
            }
        }
        game
    }

    fn play_text(&mut self, text: &str) -> Result<(), Fault> {
        let action = read_legal(text, &*self.position)?;
        self.play(action);
        Ok(())
    }

    fn play(&mut self, action: Action) {
        let player = self.position.to_move();
        if self.position.actions_in_turn() == 0 || self.turns.is_empty() {
            self.turns.push((colour_of(&*self.position, player).name(), Vec::new()));
        }
        if let Some((_, turn)) = self.turns.last_mut() {
            turn.push(action);
        }
        self.by.push(player);
        self.actions.push(action);
        self.position.play(action);
    }

    /// Plays what a person typed: actions joined by `+`; returns the texts of all actions of the game.
    pub fn play_typed(&mut self, line: &str) -> Result<Vec<String>, String> {
        for word in line.split(['+', ' ']).filter(|word| !word.is_empty()) {
            self.play_text(word).map_err(|fault| format!("{}: {fault}", quoted(word)))?;
        }
        Ok(texts(&self.actions))
    }

    /// The position: its picture, who moves, what is legal, and the turns so far.
    pub fn shown(&self) -> Value {
        let position = &*self.position;
        let mut legal = ActionList::new();
        position.legal_actions(&mut legal);
        // What names no cell, such as a pass, is listed in any case.
        legal.sort_unstable_by_key(|action| (action.named(|cells| !cells.is_empty()), *action));
        let last = self.turns.last().map_or(&[][..], |(_, turn)| turn);
        let mut picture = picture(position, Marks::LastTurn(last));
        picture
            .marked
            .retain(|&cell| position.board().is_boundless() || position.board().index(cell).is_some());
        legal.iter().for_each(|action| action.touched(|cell| picture.room.push(cell)));
        let listed: Vec<Value> = legal.iter().take(MOST_LISTED).map(|action| self.listed(action)).collect();
        let over = position.outcome().is_some();
        let end = position.outcome().map_or_else(String::new, |end| format!(" ({})", end.reason.meaning()));
        let turns: Vec<Value> = self
            .turns
            .iter()
            .map(|(by, turn)| json!({ "by": by, "text": turn_text(turn), "actions": turn.len() }))
            .collect();
        json!({
            "ok": true,
            "svg": element(&picture).into_string(),
            "legend": legend(&picture),
            "standing": standing(position) + &end,
            "over": over,
            "winner": over.then(|| position.winner().name()),
            "mover": position.to_move().index(),
            "colours": Player::BOTH.map(|player| colour_of(position, player).name()),
            "swapped": position.swapped(),
            "open": position.actions_in_turn(),
            "legal": listed,
            "legal_count": legal.len(),
            "actions": texts(&self.actions),
            "by": self.by.iter().map(|player| player.index()).collect::<Vec<_>>(),
            "turns": turns,
            "error": self.error,
        })
    }

    /// A legal action: its text, what it does, and the cells it names, in order; `set` if their order does not matter.
    fn listed(&self, action: &Action) -> Value {
        let board = self.position.board();
        let cells: Vec<String> = action.named(|cells| cells.iter().map(|&cell| board.name(cell)).collect());
        let set = matches!(action, Action::Shape(_) | Action::Release(_));
        json!({ "text": action.to_string(), "does": action.meaning(), "cells": cells, "set": set })
    }

    /// Why no legal action names the cell, after the cells that were chosen before it; `None` if one does.
    pub fn why_not(&self, chosen: &[String], cell: &str) -> Option<String> {
        let position = &*self.position;
        if position.outcome().is_some() {
            return Some("the game is over".to_owned());
        }
        let cells: Vec<&str> = chosen.iter().map(String::as_str).chain([cell]).collect();
        if !legal_at(position, &cells).is_empty() {
            return None;
        }
        let texts: Vec<String> = match chosen {
            [] => vec![cell.to_owned(), format!("e:{cell}"), format!("x{cell}")],
            [from] => ["-", ">", "."].map(|sign| format!("{from}{sign}{cell}")).to_vec(),
            _ => vec![format!("{}.{cell}", chosen.join("."))],
        };
        let faults = texts.iter().filter_map(|text| read_legal(text, position).err());
        if let Some((fault, true)) = clearest(faults) {
            return Some(fault.to_string());
        }
        let at = position.board().cells().iter().copied().find(|&at| position.board().name(at) == cell);
        let top = at.and_then(|at| position.stack(at).last().copied());
        Some(match (chosen, top) {
            ([], Some(side)) if side == position.side_to_move() => "this stone can do nothing now".to_owned(),
            ([], Some(_)) => "no action now concerns this stone".to_owned(),
            ([], None) => "no action now begins on this cell".to_owned(),
            _ => format!("no action now joins {} and {cell}", chosen.join(", ")),
        })
    }

    /// The turn of an agent, as texts of actions, and whether it resigned.
    pub fn turn_of(&mut self, agent: &Contestant, loaded: &Loaded, seed: u64) -> Result<Value, String> {
        if self.position.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        agent.check(loaded)?;
        let mut player = agent.build(&loaded.variant, &loaded.rules_hash);
        player.new_game();
        self.actions.iter().for_each(|&action| player.played(action));
        let mut chance = chance::stream(seed, &self.rules_hash, self.actions.len() as u64 + 1);
        let (turn, begin) = (self.position.turns(), self.actions.len());
        while self.position.outcome().is_none() && self.position.turns() == turn {
            match player.try_choose(&mut *self.position, &mut chance) {
                Ok(action) => {
                    self.play(action);
                    player.played(action);
                }
                Err(AgentError::Resigned) => return Ok(json!({ "actions": [], "resigned": true })),
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(json!({ "actions": texts(&self.actions[begin..]), "resigned": false }))
    }

    /// How a strong agent would complete the turn, in a sentence, and the result that it expects for the player to move.
    pub fn hint(&self) -> Value {
        let chance = chance::stream(SEED, &self.rules_hash, 1);
        let Some(hint) = hint(&*self.position, &chance) else {
            return json!({ "actions": [], "words": "No hint: the game is over." });
        };
        let turn = hint.actions.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
        let words = match (hint.is_only, hint.expected) {
            (true, _) => format!("{turn} is the only legal action."),
            (_, None) => {
                format!("{ADVISER} suggests {turn}, {}.", reason_without_score(self.position.variant()))
            }
            (_, Some(expected)) => format!(
                "{ADVISER} suggests {turn}, with an expected score of {} % (a win scores 1, a draw one half).",
                (expected * 100.0).round()
            ),
        };
        json!({ "actions": texts(&hint.actions), "words": words, "expected": hint.expected })
    }

    /// The game as a record between these players.
    pub fn record(&self, players: [&str; 2]) -> Value {
        of_actions(&*self.position, &self.actions, players)
    }

    /// The pictures of the start and of the position after each turn, at most `most` of them, each with its caption.
    pub fn pictures(loaded: &Loaded, actions: &[Action], most: usize) -> Vec<(String, String)> {
        let mut game = Self::new(loaded, &[]);
        let picture_of = |game: &Self| {
            let last = game.turns.last().map_or(&[][..], |(_, turn)| turn);
            let picture = picture(&*game.position, Marks::LastTurn(last));
            let text = game.turns.last().map_or_else(
                || "The start".to_owned(),
                |(by, turn)| format!("{}. {by} {}", game.turns.len(), turn_text(turn)),
            );
            (element(&picture).into_string(), format!("{text}; {}", standing(&*game.position)))
        };
        let mut pictures = vec![picture_of(&game)];
        for (at, &action) in actions.iter().enumerate() {
            game.play(action);
            let ends = game.position.actions_in_turn() == 0 || at + 1 == actions.len();
            if ends && pictures.len() <= most {
                pictures.push(picture_of(&game));
            }
        }
        pictures
    }

    /// The actions played.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }
}

/// The actions of a record, as texts.
pub fn replayed(loaded: &Loaded, record: &Record) -> Result<Vec<String>, String> {
    let mut position = rules::start(&loaded.variant);
    replayed_actions(record, &mut *position).map(|actions| texts(&actions)).map_err(|error| error.to_string())
}

fn texts(actions: &[Action]) -> Vec<String> {
    actions.iter().map(ToString::to_string).collect()
}
