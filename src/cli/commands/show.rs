//! `dropline show`.

use crate::cli::args::Show;
use crate::cli::failure::Failure;
use crate::cli::picture::{self, Marks};
use crate::cli::session::Session;
use crate::notation::{play_open_turn, play_turn};
use crate::rules::{self, Action, ActionList, Position};
use crate::text::printable;
use crate::variant::{Loaded, Side, listed};
use anyhow::anyhow;
use dropline_page::{Way, ways};
use serde_json::{Value, json};
use std::path::Path;

/// Draws a position.
pub fn run(args: &Show, session: &mut Session<'_>) -> Result<(), Failure> {
    let loaded = session.load_position(&args.variant)?;
    session.print_notes(&loaded);
    let mut position = rules::start(&loaded.variant);
    let turns: Vec<&str> = args.turns.as_deref().unwrap_or_default().split_whitespace().collect();
    let last = play(&mut *position, &turns)?;
    let marks = if args.legal { Marks::Legal } else { Marks::LastTurn(&last) };
    match &args.svg {
        Some(path) if path == Path::new("-") => {
            if session.terminal.json {
                return Err(Failure::Wrong(anyhow!(
                    "`--svg -` and `--json` both write to standard output: leave one out, or name a file"
                )));
            }
            let svg = picture::svg(&*position, marks, loaded.variant.info.title());
            return session.terminal.bytes(svg.as_bytes());
        }
        Some(path) => picture::save(path, &*position, marks, loaded.variant.info.title())?,
        None => {}
    }
    let why = args.why.as_deref().map(|cell| Why::at(cell, &loaded, &*position)).transpose()?;
    if session.terminal.json {
        let mut facts = facts(&*position, args.legal);
        if let Some(Why { cell, ways }) = why {
            facts["why"] = json!({ "cell": cell, "ways": ways });
        }
        return session.terminal.json_line(&facts);
    }
    let text = picture::text(&*position, marks, session.terminal);
    session.terminal.drawing(text.trim_end_matches('\n'))?;
    why.map_or(Ok(()), |why| why.in_words().lines().try_for_each(|line| session.terminal.line(line)))
}

/// What the side to move may do at a cell.
struct Why {
    cell: String,
    ways: Vec<Way>,
}

impl Why {
    fn at(cell: &str, loaded: &Loaded, position: &dyn Position) -> Result<Self, Failure> {
        let board = position.board();
        let name =
            board.cells().iter().map(|&at| board.name(at)).find(|name| name.eq_ignore_ascii_case(cell));
        let name = name.ok_or_else(|| {
            let first = board.cells().first().map_or_else(String::new, |&at| board.name(at));
            Failure::Wrong(anyhow!(
                "`--why {}`: the board has no such cell: expected one such as `{first}`",
                printable(cell)
            ))
        })?;
        Ok(Self { ways: ways(loaded, position, &name), cell: name })
    }

    /// A line for each action, with the keys of the variant that forbid it below.
    fn in_words(&self) -> String {
        let Self { cell, ways } = self;
        if ways.is_empty() {
            return format!("\n{cell}: the game is over");
        }
        let mut text = String::new();
        for way in ways {
            let names = listed(way.actions.iter().map(|name| format!("`{name}`")), "or");
            let answer = way.why.clone().unwrap_or_else(|| format!("legal: {}", way.legal.join(" ")));
            text += &format!("\n{names} at {cell}: {answer}");
            way.lines().for_each(|line| text += &format!("\n  {line}"));
        }
        text
    }
}

/// Plays whole turns.
///
/// # Errors
/// Returns an error if a turn is illegal or unfinished. The error names the first such turn.
pub fn play_turns(position: &mut dyn Position, turns: &[&str]) -> Result<(), Failure> {
    for (i, turn) in turns.iter().enumerate() {
        play_turn(position, turn, |_, _| {})
            .map_err(|error| Failure::Wrong(anyhow!("turn {}, {error}", i + 1)))?;
    }
    Ok(())
}

/// Plays turns, of which the last may be unfinished, and returns the actions of the last.
fn play(position: &mut dyn Position, turns: &[&str]) -> Result<Vec<Action>, Failure> {
    let mut last = Vec::new();
    for (i, turn) in turns.iter().enumerate() {
        last.clear();
        let note = |_: &dyn Position, action| last.push(action);
        let played = if i + 1 == turns.len() {
            play_open_turn(position, turn, note)
        } else {
            play_turn(position, turn, note)
        };
        played.map_err(|error| Failure::Wrong(anyhow!("turn {}, {error}", i + 1)))?;
    }
    Ok(last)
}

/// The position as JSON, with its legal actions on request.
fn facts(position: &dyn Position, legal: bool) -> Value {
    let over = position.outcome().is_some();
    let mut facts = json!({
        "variant": position.variant().id,
        "turns": position.turns(),
        "actions_in_turn": position.actions_in_turn(),
        "to_move": (!over).then(|| picture::colour_of(position, position.to_move()).name()),
        "legal": position.count_legal(),
        "score": position.score(),
        "winner": over.then(|| position.winner().name()),
        "over": over,
    });
    if legal {
        let mut actions = ActionList::new();
        position.legal_actions(&mut actions);
        facts["legal_actions"] = actions.iter().map(ToString::to_string).collect();
    }
    let board = position.board();
    for side in Side::BOTH {
        let stones = board.cells().iter().filter(|&&cell| position.stone(cell) == Some(side));
        let names: Vec<String> = stones.map(|&cell| board.name(cell)).collect();
        facts["stones"][picture::colour(position, side).name()] = names.into();
    }
    if position.variant().has_neutral_stones() {
        let stones = board.cells().iter().filter(|&&cell| position.is_neutral(cell));
        facts["stones"]["neutral"] = stones.map(|&cell| board.name(cell)).collect();
    }
    if let Some(groups) = position.groups() {
        facts["groups"] = json!(groups);
    }
    if let Some(hands) = position.hands() {
        add_tiles(&mut facts, position, hands);
    }
    facts
}

/// Adds tiles, stacks from bottom to top, and hands.
fn add_tiles(facts: &mut Value, position: &dyn Position, hands: [u32; 2]) {
    let board = position.board();
    for side in Side::BOTH {
        let colour = picture::colour(position, side).name();
        let tiles = board.cells().iter().filter(|&&cell| position.tile(cell) == Some(side));
        facts["tiles"][colour] = tiles.map(|&cell| board.name(cell)).collect();
        facts["hands"][colour] = hands[side.index()].into();
    }
    facts["stacks"] = json!({});
    for &cell in board.cells() {
        let stones = position.stack(cell);
        if !stones.is_empty() {
            let colours = stones.iter().map(|&side| picture::colour(position, side).name());
            facts["stacks"][board.name(cell)] = colours.collect();
        }
    }
}
