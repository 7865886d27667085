//! Replaying a record, action by action.

use super::{Field, Record};
use crate::notation::{Fault, TurnError, check, play_turn, read};
use crate::points::Points;
use crate::rules::{Action, Position, Winner};
use crate::text::quoted;

/// The result of replaying a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// How many actions were legal before each action of the record, up to and including an illegal one.
    pub legal: Vec<u32>,
    /// The first error in the record.
    pub error: Option<ReplayError>,
}

/// What can be wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A turn cannot be played.
    #[error("turn {number}, {error}")]
    Turn {
        /// Which turn of the record, counted from 1.
        number: usize,
        /// Which of its actions is wrong, and why.
        error: TurnError,
    },
    /// An action is illegal.
    #[error("action {number}, {}: {fault}", quoted(text))]
    Action {
        /// Which action of the record, counted from 1.
        number: usize,
        /// The action as it was written.
        text: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The game did not end as the record says.
    #[error(transparent)]
    Disagrees(#[from] Disagreement),
}

/// How the end of a game differs from what its record says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// The scores differ.
    #[error("the record says the score is {} to {}; replayed, it is {} to {}", said[0], said[1], is[0], is[1])]
    Score {
        /// The score in the record.
        said: [Points; 2],
        /// The score of the position.
        is: [Points; 2],
    },
    /// The winners differ.
    #[error("the record says the winner is {}; replayed, it is {}", name(*said), name(*is))]
    Winner {
        /// The winner in the record.
        said: Option<Winner>,
        /// The winner in the position.
        is: Option<Winner>,
    },
    /// A player resigned after the end.
    #[error("the record says that a player resigned, but the game was over before")]
    Resigned,
    /// The record and the position disagree on whether the game is over.
    #[error("the record says the game is {}, but when replayed it is {}", if *said { "over" } else { "not over" }, if *said { "not over" } else { "over" })]
    Over {
        /// The record's claim.
        said: bool,
    },
}

fn name(winner: Option<Winner>) -> &'static str {
    winner.map_or("nobody yet", Winner::name)
}

/// Replays `record` on `position`, as [`replay`] does, and returns its actions.
///
/// # Errors
/// The first fault of the record.
pub fn replayed_actions(record: &Record, position: &mut dyn Position) -> Result<Vec<Action>, ReplayError> {
    let mut actions = Vec::new();
    let replayed = replay(record, position, |_, turn| actions.extend_from_slice(turn));
    replayed.error.map_or(Ok(actions), Err)
}

/// Plays `record` from the start of the game and verifies its end. `position` is left at the end of the game, or before the first
/// invalid action. `after_turn` is called after each turn with its actions, even after an unfinished last turn of a game recorded
/// as actions.
pub fn replay(
    record: &Record,
    position: &mut dyn Position,
    mut after_turn: impl FnMut(&dyn Position, &[Action]),
) -> Replayed {
    position.reset();
    let mut legal = Vec::new();
    let played = match (&record.actions, &record.turns) {
        (Some(actions), _) => play_actions(actions, position, &mut legal, &mut after_turn),
        (None, turns) => {
            play_turns(turns.as_deref().unwrap_or_default(), position, &mut legal, &mut after_turn)
        }
    };
    let over = position.outcome().is_some();
    if played.is_ok() && record.resigned {
        position.resign();
    }
    let checked = played.and_then(|()| {
        let resigned = if record.resigned && over { Err(Disagreement::Resigned) } else { Ok(()) };
        resigned.and_then(|()| verify(record, position)).map_err(ReplayError::from)
    });
    Replayed { legal, error: checked.err() }
}

fn play_turns(
    turns: &[String],
    position: &mut dyn Position,
    legal: &mut Vec<u32>,
    after_turn: &mut dyn FnMut(&dyn Position, &[Action]),
) -> Result<(), ReplayError> {
    for (i, text) in turns.iter().enumerate() {
        let mut turn = Vec::new();
        let before = |position: &dyn Position, action| {
            legal.push(position.count_legal());
            turn.push(action);
        };
        play_turn(position, text, before).map_err(|error| ReplayError::Turn { number: i + 1, error })?;
        after_turn(position, &turn);
    }
    Ok(())
}

fn play_actions(
    actions: &[String],
    position: &mut dyn Position,
    legal: &mut Vec<u32>,
    after_turn: &mut dyn FnMut(&dyn Position, &[Action]),
) -> Result<(), ReplayError> {
    let mut turn = Vec::new();
    for (i, text) in actions.iter().enumerate() {
        let wrong = |fault| ReplayError::Action { number: i + 1, text: text.clone(), fault };
        let action = read(text, position.board()).map_err(|error| wrong(error.into()))?;
        legal.push(position.count_legal());
        check(position, action).map_err(wrong)?;
        let turns = position.turns();
        position.play(action);
        turn.push(action);
        if position.turns() != turns {
            after_turn(position, &turn);
            turn.clear();
        }
    }
    if !turn.is_empty() {
        after_turn(position, &turn);
    }
    Ok(())
}

/// Compares the end in the record with the position.
fn verify(record: &Record, position: &dyn Position) -> Result<(), Disagreement> {
    let over = position.outcome().is_some();
    if let Some(said) = record.over
        && said != over
    {
        return Err(Disagreement::Over { said });
    }
    let is = position.score();
    if let Some(said) = record.score
        && said != is
    {
        return Err(Disagreement::Score { said, is });
    }
    let is = over.then(|| position.winner());
    for said in [record.winner, record.result] {
        if let Field::Is(said) = said
            && said != is
        {
            return Err(Disagreement::Winner { said, is });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;
    use crate::variant;

    fn replayed(line: &str) -> (Replayed, [Points; 2]) {
        let sets = ["board.side=2", "end.max_turns=4"].map(str::to_owned);
        let loaded = variant::load("send-it", &sets).expect("a shipped variant");
        let mut position = rules::start(&loaded.variant);
        let replayed = replay(&Record::from_line(line).unwrap(), &mut *position, |_, _| {});
        (replayed, position.score())
    }

    fn error(line: &str) -> String {
        replayed(line).0.error.expect("the record is invalid").to_string()
    }

    #[test]
    fn turns_and_actions_replay_to_the_same_game() {
        let turns = replayed(r#"{"turns": ["b2", "a1+a2+c3", "b1", "pass"]}"#);
        let actions = replayed(r#"{"actions": ["b2", "a1", "a2", "c3", "b1", "pass", "pass"]}"#);
        assert_eq!(turns, actions);
        assert_eq!((turns.0.error, turns.0.legal.len()), (None, 7));
    }

    #[test]
    fn the_result_in_a_record_is_verified() {
        let game = r#"{"turns": ["b2", "a1+a2+c3", "pass", "pass"]"#;
        let (replayed, [first, second]) = replayed(&format!("{game}}}"));
        assert_eq!(replayed.error, None);
        assert!(first < second, "white has three stones");
        let said = |rest: &str| tests::replayed(&format!("{game}, {rest}}}")).0.error;
        assert_eq!(said(&format!(r#""score": [{first}, {second}], "result": "second", "over": true"#)), None);
        assert!(matches!(
            said(&format!(r#""score": [{second}, {first}]"#)),
            Some(ReplayError::Disagrees(Disagreement::Score { .. }))
        ));
        for wrong in [r#""result": "first""#, r#""winner": "draw""#, r#""winner": null"#] {
            assert!(matches!(said(wrong), Some(ReplayError::Disagrees(Disagreement::Winner { .. }))));
        }
        assert_eq!(
            said(r#""over": false"#).unwrap().to_string(),
            "the record says the game is not over, but when replayed it is over"
        );
    }

    #[test]
    fn a_resignation_ends_the_game_for_the_player_to_move() {
        let game = r#"{"turns": ["b2"], "end": "resigned""#;
        for rest in ["}", r#", "winner": "first", "over": true}"#] {
            assert_eq!(replayed(&format!("{game}{rest}")).0.error, None);
        }
        assert_eq!(
            error(&format!(r#"{game}, "winner": "second"}}"#)),
            "the record says the winner is second; replayed, it is first"
        );
        assert_eq!(
            error(r#"{"turns": ["b2", "a1+a2+c3", "pass", "pass"], "end": "resigned"}"#),
            "the record says that a player resigned, but the game was over before"
        );
        assert_eq!(replayed(r#"{"turns": ["b2"], "end": "adjourned", "over": false}"#).0.error, None);
    }

    #[test]
    fn an_error_names_the_turn_and_the_action() {
        assert_eq!(
            error(r#"{"turns": ["b2", "a1+b2+a2"]}"#),
            "turn 2, action 2 of the turn, `b2`: the cell is not empty"
        );
        assert_eq!(
            error(r#"{"actions": ["b2", "pass"]}"#),
            "action 2, `pass`: the turn cannot end yet: another action is compulsory"
        );
        assert_eq!(
            error(r#"{"turns": ["b2", "a1+a2+c3", "pass", "pass", "pass"]}"#),
            "turn 5, action 1 of the turn, `pass`: the game is over"
        );
        assert!(
            error(r#"{"turns": ["b2", "a1+a2+k"]}"#)
                .starts_with("turn 2, action 3 of the turn, `k`: invalid cell `k`")
        );
    }

    #[test]
    fn an_unfinished_game_has_no_winner() {
        assert_eq!(replayed(r#"{"turns": ["b2"], "winner": null, "over": false}"#).0.error, None);
        assert_eq!(
            error(r#"{"turns": ["b2"], "winner": "first"}"#),
            "the record says the winner is first; replayed, it is nobody yet"
        );
    }
}
