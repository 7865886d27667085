//! Records as they are read: leniently.

use crate::points::Points;
use crate::rules::Winner;
use serde::Deserialize;
use serde::de::Error as _;

/// A game record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Record {
    /// The turns, a closing `pass` left out.
    #[serde(default)]
    pub turns: Option<Vec<String>>,
    /// The single actions, every `pass` explicit.
    #[serde(default)]
    pub actions: Option<Vec<String>>,
    /// Who is said to have won.
    #[serde(default)]
    pub winner: Said<Winner>,
    /// The same under its other name.
    #[serde(default)]
    pub result: Said<Winner>,
    /// The score it is said to have ended with, the first player's before the second's.
    #[serde(default)]
    pub score: Option<[Points; 2]>,
    /// Whether the game is said to be over.
    #[serde(default)]
    pub over: Option<bool>,
}

/// What a record says of a game's winner: nothing, that there is none yet (`null`), or who it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Said<T> {
    /// The key is missing.
    #[default]
    Nothing,
    /// The key is there; a `null` is none.
    Is(Option<T>),
}

impl<'de> Deserialize<'de> for Said<Winner> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(Self::Is(None)) };
        Winner::ALL
            .into_iter()
            .find(|winner| winner.name().eq_ignore_ascii_case(&text))
            .map(|winner| Self::Is(Some(winner)))
            .ok_or_else(|| {
                D::Error::custom(format!("`{text}` is not a result: `first`, `second` or `draw` is needed"))
            })
    }
}

impl Record {
    /// Reads a record from its line.
    ///
    /// # Errors
    /// If the line is not a JSON object, a key that matters does not hold what it should, or there are
    /// neither `turns` nor `actions`.
    pub fn from_line(line: &str) -> Result<Self, serde_json::Error> {
        let record: Self = serde_json::from_str(line)?;
        if record.turns.is_none() && record.actions.is_none() {
            return Err(serde_json::Error::custom("a record needs `turns` or `actions`"));
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_do_no_harm() {
        let record =
            Record::from_line(r#"{"event": "club night", "turns": ["d7"], "date": [1, 2]}"#).unwrap();
        assert_eq!(record.turns, Some(vec!["d7".to_owned()]));
        assert_eq!((record.winner, record.score), (Said::Nothing, None));
    }

    #[test]
    fn a_result_may_be_called_winner_too() {
        let record = Record::from_line(r#"{"actions": [], "result": "draw", "winner": null}"#).unwrap();
        assert_eq!((record.result, record.winner), (Said::Is(Some(Winner::Draw)), Said::Is(None)));
    }

    #[test]
    fn what_is_not_a_record_is_refused_with_a_reason() {
        let message = |line: &str| Record::from_line(line).unwrap_err().to_string();
        assert!(message("{}").starts_with("a record needs `turns` or `actions`"));
        assert!(message(r#"{"turns": [], "winner": "me"}"#).starts_with("`me` is not a result"));
        assert!(
            message(r#"{"turns": [], "score": [1.125, 2]}"#).starts_with("1.125 has more than two decimals")
        );
        assert!(message("d7+e9").contains("expected value"));
    }
}
