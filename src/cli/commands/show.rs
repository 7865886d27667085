//! `dropline show`.

use crate::cli::args::Show;
use crate::cli::failure::Failure;
use crate::cli::picture::{self, picture};
use crate::cli::session::Session;
use anyhow::anyhow;
use dropline::draw;
use dropline::notation::play_turn;
use dropline::rules::{self, Action, Position};
use dropline::simulate::reason;
use dropline::variant::Side;
use serde_json::{Value, json};

/// Draws a position.
pub fn run(args: &Show, session: &mut Session<'_>) -> Result<(), Failure> {
    let loaded = session.load(&args.variant)?;
    session.tell_notes(&loaded);
    let mut position = rules::start(&loaded.variant);
    let mut last = Vec::new();
    let turns = args.turns.as_deref().unwrap_or_default();
    for (i, turn) in turns.split_whitespace().enumerate() {
        last =
            play(&mut *position, turn).map_err(|error| Failure::Wrong(anyhow!("turn {}, {error}", i + 1)))?;
    }
    if let Some(path) = &args.svg {
        let mut picture = picture(&*position, &last);
        picture.title = loaded.variant.info.name.clone();
        std::fs::write(path, draw::svg(&picture))
            .map_err(|error| anyhow!("cannot write {}: {}", path.display(), reason(&error)))?;
    }
    if session.terminal.json {
        session.terminal.json_line(&facts(&*position))
    } else {
        let text = picture::text(&*position, &last, session.terminal);
        session.terminal.line(text.trim_end_matches('\n'))
    }
}

/// Plays a turn; its actions.
fn play(position: &mut dyn Position, turn: &str) -> Result<Vec<Action>, dropline::notation::TurnError> {
    let mut actions = Vec::new();
    play_turn(position, turn, |_, action| actions.push(action))?;
    Ok(actions)
}

fn facts(position: &dyn Position) -> Value {
    let over = position.outcome().is_some();
    let mut facts = json!({
        "variant": position.variant().id,
        "turns": position.turns(),
        "to_move": (!over).then(|| picture::colour_of(position, position.to_move()).name()),
        "legal": position.count_legal(),
        "score": position.score(),
        "winner": over.then(|| position.winner().name()),
        "over": over,
    });
    for side in Side::BOTH {
        let stones = position.board().cells().iter().filter(|&&cell| position.stone(cell) == Some(side));
        let names: Vec<String> = stones.map(ToString::to_string).collect();
        facts["stones"][picture::colour(position, side).name()] = names.into();
    }
    facts
}
