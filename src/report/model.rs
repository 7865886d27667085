//! What a report is made of: the files of a run, read and measured.

use std::path::Path;

use serde_json::Value;

use super::{ReportError, words};
use crate::board::{Board, Shape};
use crate::points::Points;
use crate::run::{CellRow, CourseRow, GameRow, Manifest, ReadError, Row, Rows};
use crate::stats::{Summary, Tally};

/// A run, read and measured.
pub struct Model {
    pub manifest: Manifest,
    pub board: Board,
    pub tally: Tally,
    pub summary: Summary,
    /// A row for each cell, in the board's order; none if the table is missing or another run's.
    pub cells: Vec<CellRow>,
    /// A row for each turn; none if the table is missing or another run's.
    pub course: Vec<CourseRow>,
    /// What is left out of the report, and why.
    left_out: Vec<String>,
}

impl Model {
    /// Reads the run in the folder `dir`.
    pub fn read(dir: &Path) -> Result<Self, ReportError> {
        let manifest = Manifest::read(dir)?;
        let rules = |what| ReadError::file(&dir.join(Manifest::FILE), what);
        let board = board(&manifest.rules).map_err(rules)?;
        let komi = komi(&manifest.rules).map_err(rules)?;
        let mut tally = Tally::default();
        let mut rows = Rows::<GameRow>::open(dir)?;
        while let Some(row) = rows.next() {
            let row = row?;
            let expected = tally.games() + 1;
            if row.game != expected {
                let what = format!("expected {expected}: a row is missing, or stands twice");
                return Err(ReadError::column(rows.path(), rows.line(), "game", what).into());
            }
            tally.add(&row);
        }
        let summary = tally.summary(komi).ok_or_else(|| ReportError::Empty(dir.join(GameRow::FILE)))?;
        let (games, mut left_out) = (summary.games(), Vec::new());
        let all = |rows: &[CellRow]| rows.iter().all(|row| row.games == games);
        let cells = table(dir, || cells(dir, &board), all, &mut left_out)?;
        let turns = || Rows::<CourseRow>::open(dir)?.collect();
        let first = |rows: &[CourseRow]| rows.first().is_some_and(|row| row.games == games);
        let course = table(dir, turns, first, &mut left_out)?;
        Ok(Self { manifest, board, tally, summary, cells, course, left_out })
    }

    /// Where the numbers come from: the games, the agents and the command, in a line for the foot of a chart.
    pub fn source(&self) -> String {
        let [first, second] = &self.manifest.agents;
        let games = words::count(self.summary.games());
        format!(
            "{}, {first} against {second}, n = {games}: {}",
            self.manifest.game,
            self.manifest.command_line()
        )
    }

    /// What to beware of when reading the report.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if !self.manifest.complete {
            warnings.push(format!(
                "The run is not complete: {} of the {} games asked for were played.",
                words::count(self.summary.games()),
                words::count(self.manifest.games_asked)
            ));
        }
        if self.manifest.complete && self.manifest.games_played != self.summary.games() {
            warnings.push(format!(
                "The manifest says that {} were played; games.csv holds {}.",
                words::games(self.manifest.games_played),
                words::count(self.summary.games())
            ));
        }
        warnings.extend(self.left_out.iter().cloned());
        warnings.extend(words::warnings(&self.summary));
        warnings
    }
}

/// The rows that `read` reads; none, and a word on it, if the table is missing (the run was killed) or `belongs`
/// says that it counts other games.
fn table<T: Row>(
    dir: &Path,
    read: impl FnOnce() -> Result<Vec<T>, ReadError>,
    belongs: impl FnOnce(&[T]) -> bool,
    left_out: &mut Vec<String>,
) -> Result<Vec<T>, ReadError> {
    let why = if dir.join(T::FILE).exists() {
        let rows = read()?;
        if belongs(&rows) {
            return Ok(rows);
        }
        "counts other games than games.csv holds"
    } else {
        "is missing"
    };
    left_out.push(format!("{} {why}: what is drawn from it is left out.", T::FILE));
    Ok(Vec::new())
}

/// The board that the effective rules name.
pub fn board(rules: &Value) -> Result<Board, String> {
    let keys = rules.get("board").ok_or("`rules` has no `board`")?;
    let size = |key: &str, most: u8| {
        let value = keys.get(key).and_then(Value::as_u64).and_then(|value| u8::try_from(value).ok());
        value
            .filter(|value| (1..=most).contains(value))
            .ok_or_else(|| format!("`rules.board.{key}` should be a whole number from 1 to {most}"))
    };
    let (side, span) = (Board::MAX_HEXAGON_SIDE, Board::MAX_SPAN);
    let shape = match keys.get("shape").and_then(Value::as_str) {
        Some("hexagon") => Shape::Hexagon { side: size("side", side)? },
        Some("triangle") => Shape::Triangle { side: size("side", span)? },
        Some("rectangle") => Shape::Rectangle { width: size("width", span)?, height: size("height", span)? },
        Some("rhombus") if keys.get("side").is_some() => {
            Shape::Rhombus { width: size("side", span)?, height: size("side", span)? }
        }
        Some("rhombus") => Shape::Rhombus { width: size("width", span)?, height: size("height", span)? },
        _ => {
            let expected = "`hexagon`, `rectangle`, `rhombus` or `triangle`";
            return Err(format!("`rules.board.shape` should be {expected}"));
        }
    };
    Ok(Board::new(shape))
}

/// The komi in force; none is 0.
fn komi(rules: &Value) -> Result<Points, String> {
    match rules.pointer("/score/komi") {
        None => Ok(Points::ZERO),
        Some(value) => value
            .as_f64()
            .and_then(Points::from_f64)
            .ok_or_else(|| "`rules.score.komi` should be a number with at most two decimals".to_owned()),
    }
}

/// The rows of `cells.csv` in the board's order; a cell without a row has been counted nowhere.
fn cells(dir: &Path, board: &Board) -> Result<Vec<CellRow>, ReadError> {
    let mut cells: Vec<CellRow> = board.cells().iter().map(|&cell| CellRow::new(cell)).collect();
    let mut rows = Rows::<CellRow>::open(dir)?;
    while let Some(row) = rows.next() {
        let row = row?;
        let index = board.index(row.cell).ok_or_else(|| {
            let what = format!("`{}` is not on the board that the manifest names", row.cell);
            ReadError::column(rows.path(), rows.line(), "cell", what)
        })?;
        cells[index] = row;
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_board_of_the_rules() {
        for (keys, shape) in [
            (json!({"shape": "hexagon", "side": 8}), Shape::Hexagon { side: 8 }),
            (json!({"shape": "triangle", "side": 5}), Shape::Triangle { side: 5 }),
            (
                json!({"shape": "rectangle", "width": 4, "height": 3}),
                Shape::Rectangle { width: 4, height: 3 },
            ),
            (json!({"shape": "rhombus", "width": 4, "height": 3}), Shape::Rhombus { width: 4, height: 3 }),
            (json!({"shape": "rhombus", "side": 4}), Shape::Rhombus { width: 4, height: 4 }),
        ] {
            assert_eq!(board(&json!({"board": keys})).unwrap().shape(), shape);
        }
    }

    #[test]
    fn a_board_that_is_none_is_refused() {
        for (rules, message) in [
            (json!({}), "`rules` has no `board`"),
            (
                json!({"board": {"shape": "torus"}}),
                "`rules.board.shape` should be `hexagon`, `rectangle`, `rhombus` or `triangle`",
            ),
            (
                json!({"board": {"shape": "hexagon", "side": 200}}),
                "`rules.board.side` should be a whole number from 1 to 16",
            ),
            (
                json!({"board": {"shape": "rectangle", "width": 4}}),
                "`rules.board.height` should be a whole number from 1 to 31",
            ),
        ] {
            assert_eq!(board(&rules).unwrap_err(), message);
        }
    }

    #[test]
    fn komi_is_nothing_unless_it_is_named() {
        assert_eq!(komi(&json!({})), Ok(Points::ZERO));
        assert_eq!(komi(&json!({"score": {"komi": 7.5}})), Ok(Points::hundredths(750)));
        assert!(komi(&json!({"score": {"komi": "seven"}})).is_err());
    }
}
