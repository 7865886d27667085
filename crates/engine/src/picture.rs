//! Pictures of positions: what to draw, and the state of the game in a line.

use crate::board::Cell;
use crate::draw::{self, GoalCells, Holding, Mark, Picture};
use crate::numbers::counted;
use crate::rules::{Action, ActionList, Player, Position, Winner};
use crate::variant::conditions::Set;
use crate::variant::{Colour, ScoreMethod, Side};

/// What to mark in a drawing.
#[derive(Clone, Copy, Debug)]
pub enum Marks<'a> {
    /// The cells of the last turn, which had these actions.
    LastTurn(&'a [Action]),
    /// The cells of the last turn, and the names of the cells where a person can play.
    Play {
        /// The actions of the last turn.
        last: &'a [Action],
        /// Whether to show the names of cells.
        names: bool,
    },
    /// The cells that the legal actions touch.
    Legal,
    /// The cells where the best actions place a stone.
    Best(&'a [Cell]),
}

/// The position with its marks and a caption.
pub fn picture<'a>(position: &'a dyn Position, marks: Marks<'_>) -> Picture<'a> {
    let mut picture = Picture::new(position.board(), |cell| Holding {
        tile: position.tile(cell).map(|side| colour(position, side)),
        stones: position.stack(cell).into_iter().map(|side| colour(position, side)).collect(),
        neutral: position.is_neutral(cell),
        mark: mark_of(position, cell),
    });
    picture.pieces = position.variant().pieces.iter().map(|piece| (piece.mark, piece.name.clone())).collect();
    let mut mark = |action: &Action| action.touched(|cell| picture.marked.push(cell));
    match marks {
        Marks::LastTurn(actions) => actions.iter().for_each(&mut mark),
        Marks::Play { last, names } => {
            last.iter().for_each(&mut mark);
            if names {
                name_cells(position, &mut picture);
            }
        }
        Marks::Legal => {
            let mut legal = ActionList::new();
            position.legal_actions(&mut legal);
            legal.iter().for_each(&mut mark);
            picture.marked.sort_unstable();
            picture.marked.dedup();
            picture.mark = Mark::Legal;
        }
        Marks::Best(cells) => (picture.marked, picture.mark) = (cells.to_vec(), Mark::Best),
    }
    picture.wanted = GoalCells::all(position.variant());
    let named = |set: &Set| set.on.as_ref().map(|on| (set.name.clone(), on.cells.clone()));
    picture.sets = position.variant().sets.iter().filter_map(named).collect();
    picture.caption = standing(position);
    picture
}

/// The position as text without colours.
pub fn plain(position: &dyn Position, marks: Marks<'_>) -> String {
    draw::terminal(&picture(position, marks), false)
}

/// The position as SVG, under a `title`.
pub fn svg(position: &dyn Position, marks: Marks<'_>, title: String) -> String {
    draw::svg(&Picture { title, ..picture(position, marks) })
}

/// Labels every cell whose name is a legal action. If there is no such cell, labels every cell that a legal action touches.
fn name_cells(position: &dyn Position, picture: &mut Picture<'_>) {
    let mut legal = ActionList::new();
    position.legal_actions(&mut legal);
    picture.named = legal.iter().filter_map(Action::alone).collect();
    picture.named_because = "named cells are legal".to_owned();
    if picture.named.is_empty() {
        legal.iter().for_each(|action| action.touched(|cell| picture.named.push(cell)));
        if let Some(action) = legal.iter().min() {
            picture.named_because = format!("named cells are in legal actions, such as {action}");
        }
    }
    picture.named.sort_unstable();
    picture.named.dedup();
}

/// The mark of the piece on `cell`, if it is of a kind.
pub fn mark_of(position: &dyn Position, cell: Cell) -> Option<char> {
    position.piece(cell).map(|kind| position.variant().pieces[kind].mark)
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

/// The state of the game, in one line.
pub fn standing(position: &dyn Position) -> String {
    let of_players = |texts: [String; 2]| {
        let part =
            |player: Player| format!("{} {}", colour_of(position, player).name(), texts[player.index()]);
        Player::BOTH.map(part).join(", ")
    };
    let scored = position.variant().score.method != ScoreMethod::None;
    // Without scoring only the winner matters.
    let mut scores = if scored {
        format!(", {}", of_players(position.score().map(|points| points.to_string())))
    } else {
        String::new()
    };
    if let Some(groups) = position.groups() {
        scores += &format!("; groups: {}", of_players(groups.map(|groups| sizes(&groups))));
    }
    if let Some(hands) = position.hands() {
        let hand = |side: Side| format!("{} {}", colour(position, side).name(), hands[side.index()]);
        scores += &format!("; in hand: {}", Side::BOTH.map(hand).join(", "));
    }
    let mut turns = counted(u64::from(position.turns()), "turn");
    if position.actions_in_turn() > 0 {
        turns += &format!(" and {}", counted(u64::from(position.actions_in_turn()), "action"));
    }
    if let Some(outcome) = position.outcome() {
        let end = match position.winner() {
            Winner::First => format!("{} wins", colour_of(position, Player::First).name()),
            Winner::Second => format!("{} wins", colour_of(position, Player::Second).name()),
            Winner::Draw => "a draw".to_owned(),
        };
        return format!("over after {turns} ({}): {end}{scores}", outcome.reason.meaning());
    }
    let mover = colour_of(position, position.to_move()).name();
    let legal = counted(u64::from(position.count_legal()), "legal action");
    format!("after {turns}: {mover} to move, {legal}{scores}")
}

/// The sizes of groups: `3 2 1`, or `none`.
pub fn sizes(groups: &[u32]) -> String {
    let sizes: Vec<String> = groups.iter().map(ToString::to_string).collect();
    if sizes.is_empty() { "none".to_owned() } else { sizes.join(" ") }
}
