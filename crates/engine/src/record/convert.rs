//! Converts `turns` to `actions` and back.

use crate::notation::turn_text;
use crate::rules::Action;
use serde_json::{Map, Value};

/// The two forms of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Turns; a closing `pass` is left out.
    Turns,
    /// Single actions; every `pass` is explicit.
    Actions,
}

impl Form {
    /// The key in a record.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Turns => "turns",
            Self::Actions => "actions",
        }
    }

    fn write(self, turns: &[Vec<Action>]) -> Value {
        match self {
            Self::Turns => turns.iter().map(|turn| turn_text(turn)).collect(),
            Self::Actions => turns.iter().flatten().map(ToString::to_string).collect(),
        }
    }
}

/// Rewrites the game of the record `line`, whose turns are `turns`, in `form`. The last turn may be unfinished if `form` is
/// [`Form::Actions`]. All other keys keep their values and positions.
///
/// # Errors
/// Returns an error if the line is not a JSON object.
pub fn convert(line: &str, form: Form, turns: &[Vec<Action>]) -> Result<String, serde_json::Error> {
    let record: Map<String, Value> = serde_json::from_str(line)?;
    let is_game = |key: &str| [Form::Turns, Form::Actions].iter().any(|form| form.key() == key);
    let converted: Map<String, Value> = record
        .into_iter()
        .map(
            |(key, value)| {
                if is_game(&key) { (form.key().to_owned(), form.write(turns)) } else { (key, value) }
            },
        )
        .collect();
    serde_json::to_string(&converted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_deals_and_releases_are_converted_unchanged() {
        let release = "r:-3,2.-2,2.-1,2.0,2.1,2.2,2.3,2.4,2.5,2.6,2.7,2.8,2";
        let turns = [vec!["a1.a2.b1.b2.c2"], vec!["2,0>-1,0"], vec![release], vec!["pass"]];
        let turns = turns.map(|turn| turn.iter().map(|action| action.parse().unwrap()).collect());
        let before = format!(r#"{{"turns":["a1.a2.b1.b2.c2","2,0>-1,0","{release}","pass"]}}"#);
        let after = before.replace("turns", "actions");
        assert_eq!(convert(&before, Form::Actions, &turns).unwrap(), after);
        assert_eq!(convert(&after, Form::Turns, &turns).unwrap(), before);
    }

    #[test]
    fn a_converted_record_keeps_its_other_keys_in_their_places() {
        let turns = [vec!["d7"], vec!["e9", "h2", "pass"], vec!["pass"]];
        let turns = turns.map(|turn| turn.iter().map(|action| action.parse().unwrap()).collect());
        let before = r#"{"game":3,"turns":["d7","e9+h2","pass"],"score":[12.5,17]}"#;
        let after = r#"{"game":3,"actions":["d7","e9","h2","pass","pass"],"score":[12.5,17]}"#;
        assert_eq!(convert(before, Form::Actions, &turns).unwrap(), after);
        assert_eq!(convert(after, Form::Turns, &turns).unwrap(), before);
    }
}
