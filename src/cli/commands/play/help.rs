//! Help for a person who plays: the commands and the legal actions.

use crate::board::{Board, Cell};
use crate::draw::GoalCells;
use crate::numbers::counted;
use crate::rules::{Action, Position};
use std::collections::BTreeMap;

/// The maximum number of actions that are listed.
const LISTED: usize = 200;
/// The number of actions of each kind that are given as examples.
const EXAMPLES: usize = 6;

const COMMANDS: &str = "\
an action, or several joined by `+`: plays them; the turn stays open until it is full or you `pass`
  pass       ends your turn
  undo       takes back your last action and what followed it
  hint       shows how a strong agent would complete your turn and the result it expects
  legal      lists what you can do
  rules      explains the game
  show       draws the board again
  save FILE  writes the game as a record that `play --resume` and `replay` read
  quit       quits; so does the end of the input";

/// The command words, and the actions that are written as words.
const WORDS: [&str; 10] = ["pass", "swap", "undo", "hint", "legal", "show", "rules", "save", "quit", "help"];

/// The commands, and which kinds of actions are legal now.
pub fn help(position: &dyn Position) -> String {
    [COMMANDS.to_owned()].into_iter().chain(offers(position)).collect::<Vec<_>>().join("\n")
}

/// Which kinds of actions are legal now, if the game is not over.
fn offers(position: &dyn Position) -> Option<String> {
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for action in legal_actions(position) {
        kinds.entry(action.meaning()).or_default().push(action.to_string());
    }
    let line = |(kind, actions): (&str, Vec<String>)| {
        let more = if actions.len() > EXAMPLES { ", …" } else { "" };
        let shown = actions[..actions.len().min(EXAMPLES)].join(", ");
        format!("\n  {kind}, {}: {shown}{more}", counted(actions.len() as u64, "way"))
    };
    (!kinds.is_empty())
        .then(|| kinds.into_iter().map(line).fold("now:".to_owned(), |text, line| text + &line))
}

/// Help after a rejected `line`: the likely command, or the legal actions if the line does not begin with an action of a legal
/// kind.
pub fn help_after(line: &str, position: &dyn Position) -> Option<String> {
    let near = |word: &&&str| strsim::damerau_levenshtein(&line.to_lowercase(), word) == 1;
    if let Some(word) = WORDS.iter().find(near) {
        return Some(format!("Did you mean `{word}`?"));
    }
    let first = line.split('+').next().unwrap_or(line).trim().parse::<Action>().ok();
    let is_offered =
        |action: Action| legal_actions(position).iter().any(|legal| legal.meaning() == action.meaning());
    if first.is_some_and(is_offered) { None } else { offers(position) }
}

/// The legal actions without a cell: passing and swapping sides.
pub fn actions_without_cell(position: &dyn Position) -> Option<String> {
    let actions = legal_actions(position);
    let known = [(Action::Pass, "`pass`"), (Action::Swap, "`swap`, and take the other side")];
    let words: Vec<&str> =
        known.into_iter().filter(|(action, _)| actions.contains(action)).map(|(_, words)| words).collect();
    let also = if actions.len() > words.len() { "may also" } else { "can only" };
    (!words.is_empty()).then(|| format!("You {also} {}.", words.join(" or ")))
}

/// What can be played in the rest of a turn that has begun.
pub fn next_step(position: &dyn Position) -> Option<String> {
    if position.actions_in_turn() == 0 {
        return None;
    }
    let actions = legal_actions(position);
    let mut kinds: Vec<&str> =
        actions.iter().filter(|action| action.on_plane().is_some()).map(Action::meaning).collect();
    kinds.sort_unstable();
    kinds.dedup();
    (!kinds.is_empty()).then(|| format!("Your turn goes on: {}.", kinds.join(" or ")))
}

/// The error for a cell that is no action: it lists the legal actions that the cell is part of, or says that a stone of the player
/// has none.
pub fn only_in_others(line: &str, position: &dyn Position) -> Option<String> {
    let cell = line.parse::<Cell>().ok()?;
    let mut actions = legal_actions(position);
    actions.retain(|action| {
        let mut is_there = false;
        action.touched(|touched| is_there |= touched == cell);
        is_there
    });
    let own = position.stack(cell).last() == Some(&position.side_to_move());
    let are_moves = || legal_actions(position).iter().all(|action| action.alone().is_none());
    if actions.is_empty() && own && are_moves() {
        return Some(format!("your stone on `{line}` has no legal action now"));
    }
    if actions.is_empty() || actions.iter().any(|action| action.alone() == Some(cell)) {
        return None;
    }
    let more = if actions.len() > EXAMPLES { ", …" } else { "" };
    let shown: Vec<String> = actions.iter().take(EXAMPLES).map(|action| format!("`{action}`")).collect();
    Some(format!("`{line}` is not an action by itself; these are: {}{more}", shown.join(", ")))
}

/// The cells on which goals require stones of each side, such as the edges of the board in Hex. `None` if no goal names cells, or
/// they are too many for a line.
pub fn goal_cells(position: &dyn Position) -> Option<String> {
    const MOST: usize = 4;
    let board = position.board();
    let wanted = GoalCells::all(position.variant());
    let of = |(at, side): (usize, &str)| {
        let sets: Vec<String> =
            wanted.iter().filter(|set| set.by[at]).map(|set| named(&set.cells, board)).collect();
        (1..=MOST).contains(&sets.len()).then(|| format!("{side} aims for {}.", sets.join(" and ")))
    };
    let sides = [(0, "Black (x)"), (1, "White (o)")].into_iter().filter_map(of);
    let sides: Vec<String> = sides.collect();
    (!sides.is_empty()).then(|| sides.join(" "))
}

/// These cells, which are sorted: a line by its ends.
fn named(cells: &[Cell], board: &Board) -> String {
    let is_straight = |of: fn(&Cell) -> u8| cells.iter().all(|cell| of(cell) == of(&cells[0]));
    match cells {
        [first, .., last] if is_straight(|cell| cell.x) || is_straight(|cell| cell.y) => {
            format!("{} to {}", board.name(*first), board.name(*last))
        }
        cells => cells.iter().map(|cell| board.name(*cell)).collect::<Vec<_>>().join(" "),
    }
}

/// The legal actions, at most [`LISTED`] of them by name.
pub fn legal(position: &dyn Position) -> String {
    let actions = legal_actions(position);
    if actions.is_empty() {
        return "nothing: the game is over".to_owned();
    }
    let mut names: Vec<String> = actions.iter().take(LISTED).map(ToString::to_string).collect();
    if actions.len() > LISTED {
        names.push(format!("and {} more", actions.len() - LISTED));
    }
    format!("{}: {}", counted(actions.len() as u64, "legal action"), names.join(" "))
}

/// The legal actions in the order of the board.
fn legal_actions(position: &dyn Position) -> Vec<Action> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions.sort_unstable();
    actions
}
