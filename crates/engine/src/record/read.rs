//! Lenient parsing of records.

use crate::points::Points;
use crate::rules::{Reason, Winner};
use crate::text::{json_fault, quoted};
use serde::de::{Error as _, Expected, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt;

/// A game record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Record {
    /// The game number.
    #[serde(default, deserialize_with = "number")]
    pub game: Option<u64>,
    /// The id of the variant that it names.
    #[serde(default, deserialize_with = "text")]
    pub variant: Option<String>,
    /// The turns; a closing `pass` is left out.
    #[serde(default)]
    pub turns: Option<Vec<String>>,
    /// The single actions; every `pass` is explicit.
    #[serde(default)]
    pub actions: Option<Vec<String>>,
    /// The winner that it names.
    #[serde(default)]
    pub winner: Field<Winner>,
    /// The winner under the key's other name.
    #[serde(default)]
    pub result: Field<Winner>,
    /// The final score that it claims, the first player's before the second's.
    #[serde(default, deserialize_with = "score")]
    pub score: Option<[Points; 2]>,
    /// Whether it says that the player to move resigned after the last turn: its `end` is `resigned`. Other ends are ignored.
    #[serde(default, rename = "end", deserialize_with = "resignation")]
    pub resigned: bool,
    /// Whether it says that the game is over.
    #[serde(default)]
    pub over: Option<bool>,
}

/// What a record says about the winner of its game: nothing, that there is no winner yet (`null`), or who won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Field<T> {
    /// The key is missing.
    #[default]
    Nothing,
    /// The key is present; `None` stands for `null`.
    Is(Option<T>),
}

impl<'de> Deserialize<'de> for Field<Winner> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(Self::Is(None)) };
        Winner::ALL
            .into_iter()
            .find(|winner| winner.name().eq_ignore_ascii_case(&text))
            .map(|winner| Self::Is(Some(winner)))
            .ok_or_else(|| {
                D::Error::custom(format!(
                    "invalid result {}: expected `first`, `second` or `draw`",
                    quoted(&text)
                ))
            })
    }
}

/// Reads a string. Values of other types are ignored.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Value::deserialize(deserializer)?.as_str().map(str::to_owned))
}

/// Reads how the game ended: whether by resignation.
fn resignation<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Value::deserialize(deserializer)?.as_str() == Some(Reason::Resigned.name()))
}

/// Reads a game number. Values that are not numbers are ignored; a number that no game can have is an error.
fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let Value::Number(number) = Value::deserialize(deserializer)? else { return Ok(None) };
    let wrong =
        || D::Error::custom(format!("expected a whole number from 0 to {}, found {number}", u64::MAX));
    number.as_u64().map(Some).ok_or_else(wrong)
}

/// Reads the scores of both players; `null` counts as missing.
fn score<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[Points; 2]>, D::Error> {
    deserializer.deserialize_any(Scores)
}

/// Parses the two scores; errors say what was expected.
struct Scores;

impl<'de> Visitor<'de> for Scores {
    type Value = Option<[Points; 2]>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("two numbers in a list, the first player's before the second's, as in `[12, 8.5]`")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let (first, second) = (list.next_element()?, list.next_element()?);
        let mut others = 0_usize;
        while list.next_element::<IgnoredAny>()?.is_some() {
            others += 1;
        }
        match (first, second) {
            (Some(first), Some(second)) if others == 0 => Ok(Some([first, second])),
            (first, second) => {
                let found = usize::from(first.is_some()) + usize::from(second.is_some()) + others;
                let expected = &self as &dyn Expected;
                Err(A::Error::custom(format!("expected {expected}, found a list of {found}")))
            }
        }
    }
}

/// Why a line is not a record. The message follows the line number: "line 4 is not a record".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// It is not JSON.
    #[error("is not JSON: {what} (column {column})")]
    NotJson {
        /// What is wrong.
        what: String,
        /// The position in the line, in characters counted from 1.
        column: usize,
    },
    /// It is JSON, but not an object.
    #[error("is not a record: expected a JSON object")]
    NotAnObject,
    /// A key has an invalid value.
    #[error("is not a record: {what} (column {column})")]
    WrongKey {
        /// What is wrong.
        what: String,
        /// The position in the line, in characters counted from 1.
        column: usize,
    },
    /// It is longer than any game can be.
    #[error("is longer than {} bytes", Record::LONGEST_LINE)]
    TooLong,
    /// It holds no game.
    #[error("is not a record: missing `turns` or `actions`")]
    NoGame,
    /// It holds two games.
    #[error("is not a record: it has both `turns` and `actions`; expected only one of them")]
    TwoGames,
}

impl Record {
    /// The longest line that is read, in bytes: a game of 100,000 turns with some 30 actions each fits.
    pub const LONGEST_LINE: usize = 1 << 24;

    /// Parses a record from its line.
    ///
    /// # Errors
    /// Returns an error if the line is too long or not a JSON object, if a known key has an invalid value, or if it does not have
    /// exactly one of `turns` and `actions`.
    pub fn from_line(line: &str) -> Result<Self, RecordError> {
        if line.strip_suffix('\n').unwrap_or(line).len() > Self::LONGEST_LINE {
            return Err(RecordError::TooLong);
        }
        // JSON does not allow other white space, so it is kept and causes an error.
        let line = line.trim_end_matches([' ', '\t', '\r', '\n']);
        let place = |error: &serde_json::Error| (json_fault(error, "line"), column(line, error));
        serde_json::from_str::<IgnoredAny>(line).map_err(|error| {
            let (what, column) = place(&error);
            RecordError::NotJson { what, column }
        })?;
        if !line.trim_start().starts_with('{') {
            return Err(RecordError::NotAnObject);
        }
        let record: Self = serde_json::from_str(line).map_err(|error| {
            let (what, column) = place(&error);
            let key = key_before(line, error.column());
            RecordError::WrongKey { what: format!("{}: {what}", quoted(key)), column }
        })?;
        match (&record.turns, &record.actions) {
            (None, None) => Err(RecordError::NoGame),
            (Some(_), Some(_)) => Err(RecordError::TwoGames),
            _ => Ok(record),
        }
    }
}

/// The column of the error in the `line`, in characters; the parser counts bytes.
fn column(line: &str, error: &serde_json::Error) -> usize {
    line.char_indices().take_while(|&(at, _)| at < error.column()).count().max(1)
}

/// The last key of the record that occurs in the first `bytes` of its `line`, which is JSON.
fn key_before(line: &str, bytes: usize) -> &str {
    let (mut key, mut depth, mut quote) = ("", 0_u32, None);
    let mut escaped = false;
    for (at, byte) in line.bytes().enumerate().take(bytes) {
        match (quote, byte) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(start), b'"') => {
                quote = None;
                // Only a key is followed by a colon.
                if depth == 1 && line[at + 1..].trim_start().starts_with(':') {
                    key = &line[start..at];
                }
            }
            (None, b'"') => quote = Some(at + 1),
            (None, b'{' | b'[') => depth += 1,
            (None, b'}' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_ignored() {
        let record =
            Record::from_line(r#"{"event": "club night", "turns": ["d7"], "date": [1, 2]}"#).unwrap();
        assert_eq!(record.turns, Some(vec!["d7".to_owned()]));
        assert_eq!((record.winner, record.score), (Field::Nothing, None));
    }

    #[test]
    fn the_result_may_also_be_called_winner() {
        let record = Record::from_line(r#"{"actions": [], "result": "draw", "winner": null}"#).unwrap();
        assert_eq!((record.result, record.winner), (Field::Is(Some(Winner::Draw)), Field::Is(None)));
    }

    #[test]
    fn a_variant_that_is_not_a_string_is_ignored() {
        let variant = |line: &str| Record::from_line(line).unwrap().variant;
        assert_eq!(variant(r#"{"turns": [], "variant": "go"}"#).as_deref(), Some("go"));
        assert_eq!(variant(r#"{"turns": [], "variant": {"id": 3}}"#), None);
    }

    #[test]
    fn a_number_that_no_game_can_have_is_an_error() {
        let number = |text: &str| Record::from_line(&format!(r#"{{"game": {text}, "turns": []}}"#));
        assert_eq!(number("18446744073709551615").unwrap().game, Some(u64::MAX));
        for other in ["\"the last\"", "null", "[1]"] {
            assert_eq!(number(other).unwrap().game, None);
        }
        for (wrong, found) in [("99999999999999999999", "1e+20"), ("-1", "-1"), ("1.5", "1.5")] {
            let error = number(wrong).unwrap_err().to_string();
            let said = "`game`: expected a whole number from 0 to 18446744073709551615, found";
            assert!(error.contains(&format!("{said} {found} ")), "{error}");
        }
    }

    #[test]
    fn invalid_records_are_rejected_with_a_reason() {
        for (line, message) in [
            ("{}", "is not a record: missing `turns` or `actions`"),
            (
                r#"{"turns": [], "actions": []}"#,
                "is not a record: it has both `turns` and `actions`; expected only one of them",
            ),
            (r#"[["d7"]]"#, "is not a record: expected a JSON object"),
            ("\"d7\"\n", "is not a record: expected a JSON object"),
            ("d7+e9", "is not JSON: expected a value (column 1)"),
            (
                "turns: d7",
                "is not JSON: expected text in quotes; the only bare words in JSON are `true`, `false` and `null` (column 2)",
            ),
            ("{\"turns\": [\"d7\"\n", "is not JSON: the line ends within a list (column 15)"),
            (r#"{"turns": ["d7"]} d"#, "is not JSON: unexpected text after the value (column 19)"),
            ("{\"turns\": []}\t\u{b}\r\n", "is not JSON: unexpected text after the value (column 15)"),
            (
                r#"{"é": tru}"#,
                "is not JSON: expected text in quotes; the only bare words in JSON are `true`, `false` and `null` (column 10)",
            ),
        ] {
            assert_eq!(Record::from_line(line).unwrap_err().to_string(), message, "{line}");
        }
        let message = |line: &str| Record::from_line(line).unwrap_err().to_string();
        let score = "is not a record: `score`: expected two numbers in a list, the first player's before the second's, as in \
                     `[12, 8.5]`, found";
        for (line, said) in [
            (r#"{"turns": [], "score": [1, 2, 3]}"#, format!("{score} a list of 3 (column 32)")),
            (r#"{"turns": [], "score": [1]}"#, format!("{score} a list of 1 (column 26)")),
            (r#"{"score": {"a": [2]}, "turns": []}"#, format!("{score} map (column 11)")),
            (
                r#"{"a": {"score": "\":\\"}, "b": "turns", "turns": 5}"#,
                "is not a record: `turns`: expected a list, found integer `5` (column 50)".to_owned(),
            ),
        ] {
            assert_eq!(message(line), said, "{line}");
        }
        assert_eq!(Record::from_line(r#"{"turns": [], "score": null}"#).unwrap().score, None);
        assert!(message(r#"{"turns": [], "winner": "me"}"#).contains("invalid result `me`"));
        let steered = message(r#"{"turns": [], "winner": "\u001b[2J\u202e"}"#);
        assert!(steered.contains(r"invalid result `\u{1b}[2J\u{202e}`"), "{steered}");
        let long = format!(r#"{{"turns": ["{}"], "score": "{0}"}}"#, "x".repeat(10_000));
        assert!(message(&long).len() < 500);
        assert_eq!(message(&" ".repeat(Record::LONGEST_LINE + 1)), "is longer than 16777216 bytes");
        let longest = format!("{}\n", " ".repeat(Record::LONGEST_LINE));
        assert_eq!(message(&longest), message(""), "the end of the line is not part of the record");
        assert!(
            message(r#"{"turns": [], "score": [1.125, 2]}"#).contains("1.125 has more than two decimals")
        );
    }
}
