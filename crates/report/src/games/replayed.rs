//! A game worth seeing, replayed from its record by the rules in the manifest.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::ReportError;
use crate::model::Model;
use dropline_engine::board::Cell;
use dropline_engine::draw::Holding;
use dropline_engine::draw::small::Held;
use dropline_engine::notation::turn_text;
use dropline_engine::picture::mark_of;
use dropline_engine::points::Points;
use dropline_engine::record::{Record, replay};
use dropline_engine::rules::{self, Action, Player, Position, Winner};
use dropline_engine::variant::{Colour, Side, Variant};
use dropline_lab::run::{Highlight, ReadError, Reasons};

/// A game, turn by turn.
pub struct ReplayedGame {
    pub reasons: Reasons,
    /// Who won.
    pub winner: Winner,
    /// The start of the game, then the state after each turn.
    pub turns: Vec<Turn>,
    /// The positions to draw, by the number of turns before them. Not all are stored: a game may have a hundred thousand turns.
    pub shown: BTreeMap<usize, Held>,
    /// The number of its actions.
    pub actions: usize,
    /// All cells that were used.
    pub used: BTreeSet<Cell>,
}

/// A turn, and the score after it.
pub struct Turn {
    /// The colour of its player; `None` at the start.
    pub mover: Option<&'static str>,
    /// The turn in the notation; empty at the start.
    pub text: String,
    /// The scores of the first player and the second.
    pub score: [Points; 2],
}

impl Turn {
    /// The first player's lead, in points.
    pub fn lead(&self) -> f64 {
        (self.score[0] - self.score[1]).to_f64()
    }
}

/// The games worth seeing in the folder of a run.
pub enum Found {
    /// The file does not exist.
    Missing,
    /// The file was made from a different number of games than the run has.
    Outdated,
    /// The games, in the order of the reasons.
    Games(Vec<ReplayedGame>),
}

/// Reads and replays the games worth seeing from `model`'s run, in the folder `dir`.
pub fn read(dir: &Path, model: &Model) -> Result<Found, ReportError> {
    let Some(highlights) = Highlight::read(dir)? else { return Ok(Found::Missing) };
    let games = model.summary.games();
    if highlights.iter().any(|highlight| highlight.reasons.of != games) {
        return Ok(Found::Outdated);
    }
    let mut position = rules::start(&model.variant);
    let path = dir.join(Highlight::FILE);
    let play = |(line, highlight)| {
        play(highlight, &mut *position).map_err(|what| ReadError::line(&path, line, what))
    };
    let mut games = (1..).zip(highlights).map(play).collect::<Result<Vec<ReplayedGame>, _>>()?;
    games.sort_by_key(|game| game.reasons.why.iter().min().copied());
    Ok(Found::Games(games))
}

fn play(
    Highlight { reasons, record }: Highlight,
    position: &mut dyn Position,
) -> Result<ReplayedGame, String> {
    let drawn: BTreeSet<usize> = super::kept(turns_of(&record, position)).into_iter().collect();
    position.reset();
    let mut used: BTreeSet<Cell> =
        position.board().cells().iter().copied().filter(|&cell| holds(position, cell)).collect();
    let mut turns = vec![turn(position, None, &[])];
    let mut shown = BTreeMap::from([(0, contents(position, &used))]);
    let mut mover = position.to_move();
    let replayed = replay(&record, position, |position, actions| {
        for action in actions {
            action.touched(|cell| used.extend([cell]));
        }
        if drawn.contains(&turns.len()) {
            shown.insert(turns.len(), contents(position, &used));
        }
        turns.push(turn(position, Some(mover), actions));
        mover = position.to_move();
    });
    match replayed.error {
        Some(error) => Err(error.to_string()),
        None if position.outcome().is_none() => Err("the game is not over".to_owned()),
        None => {
            let actions = replayed.legal.len();
            Ok(ReplayedGame { reasons, winner: position.winner(), turns, shown, actions, used })
        }
    }
}

/// The number of turns of the record; a record of actions must be played to count them.
fn turns_of(record: &Record, position: &mut dyn Position) -> usize {
    record.turns.as_ref().filter(|_| record.actions.is_none()).map_or_else(
        || {
            let mut turns = 0;
            replay(record, position, |_, _| turns += 1);
            turns
        },
        Vec::len,
    )
}

fn turn(position: &dyn Position, mover: Option<Player>, actions: &[Action]) -> Turn {
    Turn {
        mover: mover.map(|player| colour(position, player)),
        text: if actions.is_empty() { String::new() } else { turn_text(actions) },
        score: position.score(),
    }
}

/// The contents of the cells that were `used`.
fn contents(position: &dyn Position, used: &BTreeSet<Cell>) -> Held {
    let held = used.iter().filter(|&&cell| holds(position, cell));
    held.map(|&cell| (cell, holding(position, cell))).collect()
}

fn holds(position: &dyn Position, cell: Cell) -> bool {
    position.stone(cell).is_some() || position.tile(cell).is_some() || position.is_neutral(cell)
}

fn holding(position: &dyn Position, cell: Cell) -> Holding {
    let players = |side: Side| of_side(position.variant(), side);
    Holding {
        tile: position.tile(cell).map(players),
        stones: position.stack(cell).into_iter().map(players).collect(),
        neutral: position.is_neutral(cell),
        mark: mark_of(position, cell),
    }
}

fn of_side(variant: &Variant, side: Side) -> Colour {
    variant.info.players[side.index()]
}

/// The colour that a player has after its turn.
fn colour(position: &dyn Position, player: Player) -> &'static str {
    let side = Side::BOTH[player.index()];
    let side = if position.swapped() { side.other() } else { side };
    of_side(position.variant(), side).name()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kept;
    use dropline_agents::{AgentError, AgentSpec, Event, play_game};
    use dropline_engine::chance;
    use dropline_engine::variant;

    /// The turns of a random game of `variant`.
    fn random_game(variant: &Variant) -> Vec<String> {
        let mut position = rules::start(variant);
        let (mut rng, mut turns, mut turn) = (chance::stream(1, &[0; 32], 1), Vec::new(), Vec::new());
        let (mut first, mut second) = (AgentSpec::Random.build(), AgentSpec::Random.build());
        let played = play_game(&mut *position, [&mut *first, &mut *second], &[], &mut rng, false, |event| {
            if let Event::Played(position, action) = event {
                turn.push(action);
                if position.turns() as usize > turns.len() {
                    turns.push(turn_text(&turn));
                    turn.clear();
                }
            }
            Ok::<_, AgentError>(())
        });
        played.expect("random agents play to the end");
        turns
    }

    #[test]
    fn only_the_drawn_positions_of_a_long_game_are_kept() {
        let endless = ["score.method=control", "repetition.rule=none", "capture.suicide=allowed"];
        let sets = ["board.width=3", "board.height=3", "end.max_turns=400"].into_iter().chain(endless);
        let loaded = variant::load("go", &sets.map(str::to_owned).collect::<Vec<_>>()).expect("a variant");
        let turns = random_game(&loaded.variant);
        assert_eq!(turns.len(), 400);
        let written = |record| {
            let reasons = Reasons { game: 1, why: Vec::new(), of: 1, drama: None };
            play(Highlight { reasons, record }, &mut *rules::start(&loaded.variant))
                .expect("it can be played")
        };
        let as_turns = Record { turns: Some(turns.clone()), ..Record::default() };
        // One stone a turn, so actions and turns are the same.
        let as_actions = Record { actions: Some(turns), ..Record::default() };
        for game in [written(as_turns), written(as_actions)] {
            assert_eq!((game.turns.len(), game.actions), (401, 400));
            let shown: Vec<usize> = game.shown.keys().copied().collect();
            assert_eq!(shown, std::iter::once(0).chain(kept(400)).collect::<Vec<_>>());
            assert!(game.shown[&400].len() > game.shown[&0].len(), "stones stand at the end");
        }
    }
}
