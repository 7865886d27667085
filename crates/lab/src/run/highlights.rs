//! `highlights.jsonl`: the games worth seeing, as records like those in `games.jsonl`, each with the reasons why it was chosen.

use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ReadError, read_text};
use dropline_engine::record::Record;
use dropline_engine::text::json_fault;

/// The maximum size of a file that is read, in bytes. It has room for one line per reason.
const LARGEST: u64 = 3 * (Record::LONGEST_LINE as u64 + 1);

/// Why a game is worth seeing, in the order of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HighlightReason {
    /// Among the games with the most frequent result, the game ranks closest to the median in number of turns and margin.
    Typical,
    /// The game has the highest product of drama and decisiveness.
    Dramatic,
    /// The game has the fewest turns.
    Shortest,
}

/// Why a game is worth seeing: the keys of a line besides those of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reasons {
    /// The game's number in its run, counted from 1.
    pub game: u64,
    /// Why it was chosen, at least one reason.
    pub why: Vec<HighlightReason>,
    /// The number of games among which the game was chosen: all games of the run.
    pub of: u64,
    /// The game's drama as in `games.csv`, 0 or more; `None` if nobody won.
    pub drama: Option<f64>,
}

/// A game worth seeing.
#[derive(Clone, Debug, PartialEq)]
pub struct Highlight {
    /// Why it was chosen.
    pub reasons: Reasons,
    /// The game.
    pub record: Record,
}

impl Highlight {
    /// The file in the folder of a run.
    pub const FILE: &'static str = "highlights.jsonl";

    /// The line of a game with this `record`, a line of `games.jsonl`; `None` if it is longer than [`Record::LONGEST_LINE`],
    /// which readers reject.
    ///
    /// # Errors
    /// Returns an error if the record is not a JSON object.
    pub fn line(record: &[u8], reasons: &Reasons) -> Result<Option<String>, serde_json::Error> {
        let mut line: Map<String, Value> = serde_json::from_slice(record)?;
        if let Value::Object(reasons) = serde_json::to_value(reasons)? {
            line.extend(reasons);
        }
        let line = serde_json::to_string(&line)?;
        Ok((line.len() <= Record::LONGEST_LINE).then(|| line + "\n"))
    }

    /// Reads the games in the folder `dir`; `None` if the file is missing.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is invalid.
    pub fn read(dir: &Path) -> Result<Option<Vec<Self>>, ReadError> {
        let path = dir.join(Self::FILE);
        let text = match read_text(&path, LARGEST) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| ReadError::file(&path, error))?,
        };
        let parse = |(number, line): (u64, &str)| {
            Self::parse(line).map_err(|what| ReadError::line(&path, number, what))
        };
        (1..).zip(text.lines()).map(parse).collect::<Result<_, _>>().map(Some)
    }

    fn parse(line: &str) -> Result<Self, String> {
        let record = Record::from_line(line).map_err(|error| error.to_string())?;
        let reasons = serde_json::from_str(line).map_err(|error| json_fault(&error, "line"))?;
        Ok(Self { reasons, record })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &[u8] =
        b"{\"game\":3,\"variant\":\"go\",\"turns\":[\"a1\",\"pass\"],\"score\":[12.5,17]}\n";

    fn reasons() -> Reasons {
        Reasons {
            game: 3,
            why: vec![HighlightReason::Typical, HighlightReason::Shortest],
            of: 10,
            drama: Some(0.25),
        }
    }

    #[test]
    fn a_game_reads_back_as_it_was_and_is_still_a_record() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(Highlight::read(dir.path()).unwrap(), None);
        let line = Highlight::line(RECORD, &reasons()).unwrap().unwrap();
        assert_eq!(
            line,
            "{\"game\":3,\"variant\":\"go\",\"turns\":[\"a1\",\"pass\"],\"score\":[12.5,17],\
             \"why\":[\"typical\",\"shortest\"],\"of\":10,\"drama\":0.25}\n"
        );
        std::fs::write(dir.path().join(Highlight::FILE), &line).unwrap();
        let [read] = &Highlight::read(dir.path()).unwrap().unwrap()[..] else { panic!("one game") };
        assert_eq!(read.reasons, reasons());
        assert_eq!(read.record, Record::from_line(&line).unwrap());
    }

    #[test]
    fn an_invalid_game_is_reported_with_its_line() {
        let dir = tempfile::tempdir().unwrap();
        let line = Highlight::line(RECORD, &reasons()).unwrap().unwrap();
        for (wrong, message) in [
            ("{}", "highlights.jsonl, line 2: is not a record: missing `turns` or `actions`"),
            (r#"{"turns":[]}"#, "line 2: missing key `game`"),
            (
                r#"{"turns":[],"game":1,"why":["odd"],"of":1}"#,
                "unknown variant `odd`, expected one of `typical`",
            ),
        ] {
            std::fs::write(dir.path().join(Highlight::FILE), line.clone() + wrong).unwrap();
            let error = Highlight::read(dir.path()).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
