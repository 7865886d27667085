//! Positions as they are shown to people.

use super::failure::Failure;
use super::terminal::Terminal;
use anyhow::anyhow;
use dropline::draw::{self, Holding, Picture};
use dropline::rules::{Action, Player, Position, Winner};
use dropline::simulate::reason;
use dropline::variant::{Colour, Side};
use std::path::Path;

/// The position with the cells of its `last` turn marked, and a line that says how the game stands.
fn picture<'a>(position: &'a dyn Position, last: &[Action]) -> Picture<'a> {
    let mut picture = Picture::new(position.board(), |cell| Holding {
        tile: position.tile(cell).map(|side| colour(position, side)),
        stones: position.stack(cell).into_iter().map(|side| colour(position, side)).collect(),
    });
    for action in last {
        match *action {
            Action::Place(cell) | Action::Drop(cell) => picture.last.push(cell),
            Action::Shape(cells) | Action::Release(cells) => picture.last.extend(cells.iter()),
            Action::Displace { cell, to } => picture.last.extend([cell, to]),
            Action::Deal { from, to } => picture.last.extend(std::iter::once(from).chain(from.line_to(to))),
            Action::Pass | Action::Swap => {}
        }
    }
    picture.caption = standing(position);
    picture
}

/// The position for the terminal.
pub fn text(position: &dyn Position, last: &[Action], terminal: &Terminal) -> String {
    draw::terminal(&picture(position, last), terminal.output_has_colour())
}

/// The position as SVG, under a `title`.
pub fn svg(position: &dyn Position, last: &[Action], title: String) -> String {
    draw::svg(&Picture { title, ..picture(position, last) })
}

/// Writes the position as SVG to the file `path`.
pub fn save(path: &Path, position: &dyn Position, last: &[Action], title: String) -> Result<(), Failure> {
    std::fs::write(path, svg(position, last, title))
        .map_err(|error| anyhow!("cannot write {}: {}", path.display(), reason(&error)).into())
}

/// The colour of a side's stones.
pub fn colour(position: &dyn Position, side: Side) -> Colour {
    position.variant().info.players[side.index()]
}

/// The colour that a player has now.
pub fn colour_of(position: &dyn Position, player: Player) -> Colour {
    let side = Side::BOTH[player.index()];
    colour(position, if position.swapped() { side.other() } else { side })
}

/// How the game stands, in a line.
fn standing(position: &dyn Position) -> String {
    let of_players = |told: [String; 2]| {
        let part =
            |player: Player| format!("{} {}", colour_of(position, player).name(), told[player.index()]);
        Player::BOTH.map(part).join(", ")
    };
    let mut scores = of_players(position.score().map(|points| points.to_string()));
    if let Some(groups) = position.groups() {
        scores += &format!("; groups: {}", of_players(groups.map(|groups| sizes(&groups))));
    }
    if let Some(hands) = position.hands() {
        let hand = |side: Side| format!("{} {}", colour(position, side).name(), hands[side.index()]);
        scores += &format!("; in hand: {}", Side::BOTH.map(hand).join(", "));
    }
    let mut turns = plural(u64::from(position.turns()), "turn");
    if position.actions_in_turn() > 0 {
        turns += &format!(" and {}", plural(u64::from(position.actions_in_turn()), "action"));
    }
    if position.outcome().is_some() {
        let end = match position.winner() {
            Winner::First => format!("{} wins", colour_of(position, Player::First).name()),
            Winner::Second => format!("{} wins", colour_of(position, Player::Second).name()),
            Winner::Draw => "a draw".to_owned(),
        };
        return format!("over after {turns}: {end}, {scores}");
    }
    let mover = colour_of(position, position.to_move()).name();
    let legal = plural(u64::from(position.count_legal()), "legal action");
    format!("after {turns}: {mover} to move, {legal}, {scores}")
}

/// The sizes of groups: `3 2 1`, or `none`.
pub fn sizes(groups: &[u32]) -> String {
    let sizes: Vec<String> = groups.iter().map(ToString::to_string).collect();
    if sizes.is_empty() { "none".to_owned() } else { sizes.join(" ") }
}

/// `1 turn`, `2 turns`.
pub fn plural(n: u64, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}
