//! Turns as text: written from their actions, read by playing them.

use super::action::{as_text, push_action};
use super::{ParseActionError, read};
use crate::rules::{Action, ActionList, Illegal, IllegalReason, Position};
use crate::text::quoted;

/// The text of a turn of these actions, joined by `+`, without a `pass` that only ends the turn early.
pub fn turn_text(actions: &[Action]) -> String {
    let mut text = Vec::new();
    push_turn(actions, &mut text);
    as_text(text)
}

/// Appends the text of a turn of these actions to `text`, in ASCII.
pub fn push_turn(actions: &[Action], text: &mut Vec<u8>) {
    let written = match actions {
        [shown @ .., Action::Pass] if !shown.is_empty() => shown,
        _ => actions,
    };
    for (i, action) in written.iter().enumerate() {
        if i > 0 {
            text.push(b'+');
        }
        push_action(action, text);
    }
}

/// Why a turn cannot be played as written: which of its actions is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("action {number} of the turn{}: {fault}", if text.is_empty() { String::new() } else { format!(", {}", quoted(text)) })]
pub struct TurnError {
    /// Which action of the turn, counted from 1.
    pub number: usize,
    /// The action as it was written.
    pub text: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What can be wrong with an action of a turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is not an action at all.
    #[error(transparent)]
    Unreadable(#[from] ParseActionError),
    /// It is missing.
    #[error("no action {} `+`", if *.first { "before" } else { "after" })]
    Missing {
        /// Whether the missing action is the first of the turn.
        first: bool,
    },
    /// The rules do not allow it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// It does not fulfil a condition.
    #[error("{illegal}: {words}")]
    Unfulfilled {
        /// Which kind of condition.
        illegal: Illegal,
        /// The condition in a sentence.
        words: String,
    },
    /// Another kind of action takes precedence.
    #[error("another kind of action takes precedence: {}, for example, is legal", quoted(&instead.to_string()))]
    Precedence {
        /// An action that is legal.
        instead: Action,
    },
    /// The turn ended before this action.
    #[error("the turn ended before this action")]
    TurnEnded,
    /// It is the last action written, but the turn is not finished.
    #[error("after this action, {0}")]
    Unfinished(Illegal),
}

/// Plays a turn as written, and then the `pass` that was left out, if the turn is still open after the last action. `before` is
/// called before each action, even an illegal one, with the position.
///
/// # Errors
/// The first action that is invalid or illegal; the actions before it stay played.
pub fn play_turn(
    position: &mut dyn Position,
    text: &str,
    mut before: impl FnMut(&dyn Position, Action),
) -> Result<(), TurnError> {
    let turn = position.turns();
    let actions = play_written(position, text, &mut before)?;
    if position.turns() == turn {
        let wrong = |illegal: Illegal| TurnError {
            number: actions,
            text: text.rsplit('+').next().unwrap_or_default().to_owned(),
            fault: Fault::Unfinished(illegal),
        };
        before(position, Action::Pass);
        position.check(Action::Pass).map_err(wrong)?;
        position.play(Action::Pass);
    }
    Ok(())
}

/// Plays a turn that may be unfinished: like [`play_turn`], but the turn stays open if more actions are compulsory, or if `+` ends the
/// text.
///
/// # Errors
/// The first action that is invalid or illegal, or a turn that ends before a last `+`; the actions before it stay played.
pub fn play_open_turn(
    position: &mut dyn Position,
    text: &str,
    mut before: impl FnMut(&dyn Position, Action),
) -> Result<(), TurnError> {
    let turn = position.turns();
    let open = text.strip_suffix('+').filter(|written| !written.is_empty() && !written.ends_with('+'));
    let number = play_written(position, open.unwrap_or(text), &mut before)?;
    if open.is_some() && position.turns() != turn {
        return Err(TurnError { number: number + 1, text: String::new(), fault: Fault::TurnEnded });
    }
    if open.is_none() && position.turns() == turn && position.check(Action::Pass).is_ok() {
        before(position, Action::Pass);
        position.play(Action::Pass);
    }
    Ok(())
}

/// Plays only the actions that are written, and returns how many.
fn play_written(
    position: &mut dyn Position,
    text: &str,
    before: &mut dyn FnMut(&dyn Position, Action),
) -> Result<usize, TurnError> {
    let turn = position.turns();
    let mut number = 0;
    for word in text.split('+') {
        number += 1;
        let wrong = |fault| TurnError { number, text: word.to_owned(), fault };
        if word.is_empty() && word != text {
            return Err(wrong(Fault::Missing { first: number == 1 }));
        }
        let action = read(word, position.board()).map_err(|error| wrong(error.into()))?;
        if position.turns() != turn {
            return Err(wrong(Fault::TurnEnded));
        }
        before(position, action);
        check(position, action).map_err(wrong)?;
        position.play(action);
    }
    Ok(number)
}

/// Reads an action and checks that it is legal in `position`.
///
/// # Errors
/// Returns an error if the text is not an action, or is illegal.
pub fn read_legal(text: &str, position: &dyn Position) -> Result<Action, Fault> {
    let action = read(text, position.board())?;
    check(position, action)?;
    Ok(action)
}

/// Whether the variant's action with this `number` allows what `text` says in `position`.
///
/// # Errors
/// As [`read_legal`].
pub fn read_legal_by(number: usize, text: &str, position: &dyn Position) -> Result<Action, Fault> {
    let action = read(text, position.board())?;
    let variant = position.variant();
    position.check_by(number, action).map_err(|illegal| {
        let words = variant.actions[number].condition_behind(action, illegal.why, variant);
        explained(position, illegal, words)
    })?;
    Ok(action)
}

/// Whether the rules allow `action` in `position`.
///
/// # Errors
/// The rule that it breaks, with its words if it is a condition, or, if actions of another kind take precedence, one of these actions.
pub fn check(position: &dyn Position, action: Action) -> Result<(), Fault> {
    position.check(action).map_err(|illegal| {
        let words = conditions_behind(position, action, &illegal);
        explained(position, illegal, words)
    })
}

/// The conditions that `action` does not fulfil, if that is why it is `illegal`: of the only such rule, or of each with its name.
fn conditions_behind(position: &dyn Position, action: Action, illegal: &Illegal) -> Option<String> {
    let variant = position.variant();
    let mut found = Vec::new();
    for (number, rule) in variant.actions.iter().enumerate() {
        if let Err(own) = position.check_by(number, action)
            && own.why.is_same_rule(illegal.why)
        {
            found.extend(rule.condition_behind(action, own.why, variant).map(|words| (&rule.name, words)));
        }
    }
    match &mut found[..] {
        [] => None,
        [(_, words)] => Some(std::mem::take(words)),
        several => {
            let each = several.iter().map(|(name, words)| format!("for {}, {words}", quoted(name)));
            Some(each.collect::<Vec<_>>().join("; "))
        }
    }
}

/// `illegal` with the `words` of the condition that is not fulfilled, or with an action that takes precedence.
fn explained(position: &dyn Position, illegal: Illegal, words: Option<String>) -> Fault {
    if let Some(words) = words {
        return Fault::Unfulfilled { illegal, words };
    }
    let mut legal = ActionList::new();
    if illegal.why == IllegalReason::Precedence {
        position.legal_actions(&mut legal);
    }
    // Any legal action can be named in the error.
    legal.into_iter().next().map_or(Fault::Illegal(illegal), |instead| Fault::Precedence { instead })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;
    use crate::variant;

    /// Send It on a small board: one stone, three stones, then up to four drops.
    fn start() -> Box<dyn Position> {
        let loaded = variant::load("send-it", &["board.side=3".to_owned()]).expect("a shipped variant");
        rules::start(&loaded.variant)
    }

    fn play(position: &mut dyn Position, text: &str) -> Result<Vec<String>, String> {
        let mut actions = Vec::new();
        play_turn(position, text, |_, action| actions.push(action.to_string()))
            .map_err(|error| error.to_string())?;
        Ok(actions)
    }

    #[test]
    fn a_closing_pass_is_left_out_and_an_empty_turn_is_a_pass() {
        let text = |actions: &[&str]| {
            turn_text(&actions.iter().map(|action| action.parse().unwrap()).collect::<Vec<_>>())
        };
        assert_eq!(text(&["d7", "e9", "h2"]), "d7+e9+h2");
        assert_eq!(text(&["d5>c5", "g5", "pass"]), "d5>c5+g5");
        assert_eq!(text(&["pass"]), "pass");
        assert_eq!(text(&["swap"]), "swap");
    }

    #[test]
    fn the_pass_that_was_left_out_is_played() {
        let mut position = start();
        assert_eq!(play(&mut *position, "C3").unwrap(), ["c3"]);
        assert_eq!(play(&mut *position, "a1+b1+a2").unwrap(), ["a1", "b1", "a2"]);
        assert_eq!(play(&mut *position, "d4").unwrap(), ["d4", "pass"]);
        assert_eq!(play(&mut *position, "pass").unwrap(), ["pass"]);
        assert_eq!(position.turns(), 4);
    }

    #[test]
    fn an_open_turn_waits_for_actions_that_are_compulsory() {
        let mut position = start();
        let mut play_open = |text| play_open_turn(&mut *position, text, |_, _| {}).map(|()| position.turns());
        assert_eq!(play_open("c3"), Ok(1));
        assert_eq!(play_open("a1+b1"), Ok(1), "a third stone is still compulsory");
        assert_eq!(play_open("a2"), Ok(2));
        assert_eq!(play_open("d4"), Ok(3), "nothing more is compulsory");
    }

    #[test]
    fn an_action_that_takes_precedence_is_named() {
        let sets = [
            r#"setup.tiles.black=["0,0", "1,0", "2,0"]"#,
            r#"setup.tiles.white=["-1,0"]"#,
            r#"setup.stacks=["0,0 b", "1,0 w"]"#,
            "setup.turns=4",
        ];
        let loaded = variant::load("hex-it", &sets.map(str::to_owned)).expect("a shipped variant");
        let mut position = rules::start(&loaded.variant);
        assert_eq!(
            play(&mut *position, "-1,0").unwrap_err(),
            "action 1 of the turn, `-1,0`: another kind of action takes precedence: `0,0>1,0`, for example, is legal"
        );
    }

    #[test]
    fn an_error_names_the_wrong_action_and_the_reason() {
        let refusal = |turns: &[&str]| {
            let mut position = start();
            let (last, before) = turns.split_last().unwrap();
            for turn in before {
                play(&mut *position, turn).unwrap();
            }
            play(&mut *position, last).unwrap_err()
        };
        assert_eq!(refusal(&["c3", "a1+c3"]), "action 2 of the turn, `c3`: the cell is not empty");
        assert_eq!(refusal(&["c3+d3"]), "action 2 of the turn, `d3`: the turn ended before this action");
        assert_eq!(
            refusal(&["c3", "a1+b1"]),
            "action 2 of the turn, `b1`: after this action, the turn cannot end yet: another action is compulsory"
        );
        assert_eq!(refusal(&["c9"]), "action 1 of the turn, `c9`: the cell is not on the board");
        assert_eq!(refusal(&["c3", "a1++b1"]), "action 2 of the turn: no action after `+`");
        assert_eq!(refusal(&["+c3"]), "action 1 of the turn: no action before `+`");
        assert!(refusal(&[""]).starts_with("action 1 of the turn: missing action"));
    }
}
