//! Mutated records of random games.

use crate::mutate::Mutator;
use dropline::chance;
use dropline::notation::turn_text;
use dropline::record::{Record, replay};
use dropline::rules::{self, PlayoutPolicy, Position};
use dropline::variant;
use dropline_engine::text::is_unprintable;

/// Shipped games on small boards.
const GAMES: [(&str, &[&str]); 5] = [
    ("send-it", &["board.side=3"]),
    ("send-it-square", &["board.width=5", "board.height=5", "end.max_turns=40"]),
    ("go", &["board.width=4", "board.height=4", "end.max_turns=40"]),
    ("dispatch", &["board.width=5", "board.height=5", "setup.black=[\"a1\"]", "setup.white=[\"e5\"]"]),
    ("hex-it", &["end.tiles=12"]),
];
/// Replacements for words.
const WORDS: [&str; 32] = [
    "pass",
    "swap",
    "a1",
    "b2",
    "c3",
    "e5",
    "A1",
    "zz99",
    "a0",
    "a1.a2",
    "a1.b2.c3",
    "a1>a2",
    "b2>b1",
    "0,0",
    "1,-1",
    "0,0>2,0",
    "r:1,1",
    "r:",
    "turns",
    "actions",
    "winner",
    "score",
    "over",
    "first",
    "draw",
    "null",
    "true",
    "-1",
    "1e308",
    "[3,4]",
    "\\u001b[2J",
    "",
];
/// The number of records of each game that are mutated.
const SAMPLES: u64 = 20;

/// The games, with valid records of each.
pub struct Games(Vec<(Box<dyn Position>, Vec<String>)>);

impl Games {
    /// The games at their start, each with its records.
    pub fn new() -> Self {
        let start = |(name, sets): &(&str, &[&str])| {
            let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
            let mut position = rules::start(&variant::load(name, &sets).expect("it is shipped").variant);
            let records = (0..SAMPLES).map(|number| record(&mut *position, number)).collect();
            (position, records)
        };
        Self(GAMES.iter().map(start).collect())
    }

    /// Replays a mutated record; returns whether it is valid.
    pub fn exercise(&mut self, mutator: &mut Mutator) -> bool {
        let number = mutator.below(self.0.len());
        let (position, records) = &mut self.0[number];
        let line = changed(records, mutator);
        let record = match Record::from_line(&line) {
            Ok(record) => record,
            Err(error) => {
                assert!(!error.to_string().contains(is_unprintable), "{error}");
                return false;
            }
        };
        let replayed = replay(&record, &mut **position, |_, _| {});
        assert_eq!(position.verify(), Ok(()), "{line}");
        if let Some(error) = &replayed.error {
            assert!(!error.to_string().contains(is_unprintable), "{error}");
        }
        replayed.error.is_none()
    }
}

/// The record of a random game, as turns or as actions.
fn record(position: &mut dyn Position, number: u64) -> String {
    position.reset();
    let mut rng = chance::stream(7, &[0; 32], number);
    let (mut turns, mut turn, mut actions) = (Vec::new(), Vec::new(), Vec::new());
    while position.outcome().is_none() {
        let (before, action) =
            (position.turns(), position.random_action(&mut rng, PlayoutPolicy::Unrestricted));
        position.play(action);
        actions.push(action.to_string());
        turn.push(action);
        if position.turns() != before {
            turns.push(turn_text(&turn));
            turn.clear();
        }
    }
    let [first, second] = position.score();
    let end = format!("\"winner\":\"{}\",\"score\":[{first},{second}]", position.winner().name());
    let (key, game) = if number.is_multiple_of(2) { ("turns", turns) } else { ("actions", actions) };
    format!("{{\"{key}\":[\"{}\"],{end}}}", game.join("\",\""))
}

/// A mutated copy of one of `records`.
fn changed(records: &[String], mutator: &mut Mutator) -> String {
    let texts: Vec<&str> = records.iter().map(String::as_str).collect();
    let mut line = mutator.pick(&texts).to_owned();
    for _ in 0..=mutator.below(2) {
        line = match mutator.below(4) {
            0 => {
                let mut bytes = line.into_bytes();
                mutator.bytes(&mut bytes);
                String::from_utf8_lossy(&bytes).into_owned()
            }
            1 => {
                let other = mutator.pick(&texts);
                let spliced = mutator.splice(line.as_bytes(), other.as_bytes(), b",+\"");
                String::from_utf8_lossy(&spliced).into_owned()
            }
            2 => without_its_end(&line, mutator),
            _ => mutator.word(&line, |c| c.is_alphanumeric() || matches!(c, '.' | '>' | '-' | ':'), &WORDS),
        };
    }
    line
}

/// The record without some of its last turns or actions, and without its result.
fn without_its_end(line: &str, mutator: &mut Mutator) -> String {
    let game = line.split(']').next().unwrap_or_default();
    let joints: Vec<usize> = game.match_indices("\",\"").map(|(at, _)| at).collect();
    let end = joints.get(mutator.below(joints.len())).map_or(game.len(), |&at| at + 1);
    format!("{}]}}", game.get(..end).unwrap_or_default())
}
