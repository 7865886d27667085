//! What a person can do, in words.

use dropline::numbers::counted;
use dropline::rules::{Action, Position};
use std::collections::BTreeMap;

/// Actions that are listed at most.
const LISTED: usize = 200;
/// Actions of a kind that are given as examples.
const EXAMPLES: usize = 6;

const COMMANDS: &str = "\
an action, or several with `+` between: plays them; the turn stays open until it is full or you `pass`
  pass       ends your turn
  undo       takes back your last action and what followed it
  hint       says what a strong agent would do, and what it expects of it
  legal      lists what you can do
  rules      says how the game is played and won
  show       draws the board again
  save FILE  writes the game as a record that `play --resume` and `replay` read
  quit       ends; so does the end of the input";

/// The commands, and which kinds of actions are legal now.
pub fn help(position: &dyn Position) -> String {
    let mut text = COMMANDS.to_owned();
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for action in legal_actions(position) {
        kinds.entry(action.meaning()).or_default().push(action.to_string());
    }
    if !kinds.is_empty() {
        text += "\nnow:";
    }
    for (kind, actions) in kinds {
        let more = if actions.len() > EXAMPLES { ", …" } else { "" };
        let shown = &actions[..actions.len().min(EXAMPLES)];
        text += &format!("\n  {kind}, {}: {}{more}", counted(actions.len() as u64, "way"), shown.join(", "));
    }
    text
}

/// All legal actions, as far as they can be listed.
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
