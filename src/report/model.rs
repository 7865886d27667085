//! What a report is made of: the files of a run, read and measured.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize as _;
use serde_json::Value;

use super::verdict::{Case, verdict};
use super::{ReportError, words};
use crate::board::{Board, Cell, Shape};
use crate::points::Points;
use crate::run::{CellRow, CourseRow, FailedGame, GameRow, Manifest, Numbers, ReadError, Row, Rows, Shard};
use crate::stats::{Design, Summary, Tally};
use crate::text::quoted;
use crate::variant::{End, ScoreMethod};

/// A run, read and measured.
pub struct Model {
    pub manifest: Manifest,
    pub board: Board,
    /// What scores are made of.
    pub method: ScoreMethod,
    pub tally: Tally,
    pub summary: Summary,
    /// A row for each cell, in the board's order, of the boundless plane for the cells in use; none if the table is
    /// missing or another run's.
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
        let method = method(&manifest.rules).map_err(rules)?;
        let mut left_out = Vec::new();
        let tally = games(dir, &manifest, method, &mut left_out)?;
        let summary = tally.summary(komi).ok_or_else(|| ReportError::Empty(dir.join(GameRow::FILE)))?;
        let games = summary.games();
        let all = |rows: &[CellRow]| rows.iter().all(|row| row.games == games && row.is_possible());
        let cells = table(dir, || cells(dir, &board), all, &mut left_out)?;
        let turns = || Rows::<CourseRow>::open(dir)?.take(End::MOST_TURNS as usize + 1).collect();
        let possible = |rows: &[CourseRow]| CourseRow::are_possible(rows, games);
        let course = table(dir, turns, possible, &mut left_out)?;
        Ok(Self { manifest, board, method, tally, summary, cells, course, left_out })
    }

    /// What is counted for `cell`; nothing where it has no row.
    pub fn cell(&self, cell: Cell) -> Option<&CellRow> {
        self.cells.binary_search_by_key(&cell, |row| row.cell).ok().map(|at| &self.cells[at])
    }

    /// Where the numbers come from: the games, the agents and the command, in a line for the foot of a chart.
    pub fn source(&self) -> String {
        let [first, second] = &self.manifest.agents;
        let games = words::count(self.summary.games());
        format!(
            "{}, {first} against {second}, n = {games}: {}",
            self.manifest.game,
            self.manifest.deciding_command_line()
        )
    }

    /// Whether one agent played both sides.
    pub fn has_one_agent(&self) -> bool {
        let [first, second] = &self.manifest.agents;
        first == second
    }

    /// Whether one agent plays both sides, or two exchange them: else who moves first is always the same agent.
    pub fn tells_agents_apart(&self) -> bool {
        self.has_one_agent() || self.summary.design.pairs
    }

    /// The run as far as its verdict depends on it.
    pub fn case(&self) -> Case<'_> {
        Case { summary: &self.summary, agents: &self.manifest.agents, sides: &self.manifest.players }
    }

    /// What the run says first: who is ahead, which agent is stronger, and how many games it took.
    pub fn headline(&self) -> String {
        let first = verdict(self.case());
        let more = [words::strength(&self.summary, &self.manifest.agents), words::stopped(&self.summary)];
        more.into_iter().flatten().fold(first, |text, sentence| format!("{text} {sentence}"))
    }

    /// What to beware of when reading the report.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if let Some(Shard { share, games }) = self.manifest.shard {
            warnings.push(format!(
                "This is a part of a run: share {share} of its {}. `dropline merge` puts the shares together.",
                words::games(games)
            ));
        }
        let failed = self.manifest.games_failed;
        if failed > 0 {
            warnings.push(format!(
                "{} could not be played to the end and {} missing: see {}.",
                words::games(failed),
                if failed == 1 { "is" } else { "are" },
                FailedGame::FILE
            ));
        }
        if !self.manifest.complete && self.summary.games() + failed < self.manifest.games_asked {
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
        if !self.manifest.reproducible {
            warnings.push(words::TIMED.to_owned());
        }
        warnings.extend(self.left_out.iter().cloned());
        warnings.extend(words::warnings(&self.summary));
        warnings
    }
}

/// Counts the games of `games.csv`. A last line that is cut off is left out, with a word on it: the run was killed, or
/// is still going on.
fn games(
    dir: &Path,
    manifest: &Manifest,
    method: ScoreMethod,
    left_out: &mut Vec<String>,
) -> Result<Tally, ReadError> {
    let mut tally =
        Tally::new(design(manifest).map_err(|what| ReadError::file(&dir.join(Manifest::FILE), what))?);
    let mut rows = Rows::<GameRow>::open(dir)?;
    let mut numbers = Numbers::of(dir, manifest)?;
    while let Some(row) = rows.next() {
        let row = match row {
            Err(_) if rows.is_cut_off() => {
                left_out.push(format!("{} ends within a line: that game is left out.", GameRow::FILE));
                break;
            }
            row => row?,
        };
        let wrong = |column, what| ReadError::column(rows.path(), rows.line(), column, what);
        numbers.check(&row, &rows)?;
        if let Some(what) = row.contradiction(method) {
            return Err(wrong("winner", what));
        }
        if row.variant != manifest.variant {
            let what = format!(
                "expected {}, the variant of {}, found {}",
                quoted(&manifest.variant),
                Manifest::FILE,
                quoted(&row.variant)
            );
            return Err(wrong("variant", what));
        }
        let first_agent = &manifest.agents[usize::from(row.game.is_multiple_of(2))];
        if manifest.pairs && row.first_agent != *first_agent {
            let what = format!("expected `{first_agent}`: the agents of a pair exchange sides");
            return Err(wrong("first_agent", what));
        }
        tally.add(&row);
    }
    Ok(tally)
}

/// How the run was made, as far as its statistics depend on it.
fn design(manifest: &Manifest) -> Result<Design, String> {
    let until = manifest.until.map(|until| until.half_width);
    if until.is_some_and(|half_width| !(half_width > 0.0 && half_width <= 1.0)) {
        return Err("`until.half_width` should be a number above 0, at most 1".to_owned());
    }
    Ok(Design { pairs: manifest.pairs, until, swap: manifest.rules["turn"]["swap"] == true })
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
        // As far as cells have names: which of them are in use the table of cells tells.
        Some("boundless-hex") => Shape::BoundlessHex { reach: Cell::MAX_AXIAL },
        _ => {
            let expected = "`hexagon`, `rectangle`, `rhombus`, `triangle` or `boundless-hex`";
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

/// How positions are scored, by the effective rules; control if they don't say.
fn method(rules: &Value) -> Result<ScoreMethod, String> {
    match rules.pointer("/score/method") {
        None => Ok(ScoreMethod::Control),
        Some(value) => ScoreMethod::deserialize(value)
            .map_err(|_| "`rules.score.method` should be `control`, `area`, `groups` or `tiles`".to_owned()),
    }
}

/// The rows of `cells.csv` in the board's order. On a board a cell without a row has been counted nowhere.
fn cells(dir: &Path, board: &Board) -> Result<Vec<CellRow>, ReadError> {
    let mut cells: BTreeMap<Cell, CellRow> = BTreeMap::new();
    if !board.is_boundless() {
        cells.extend(board.cells().iter().map(|&cell| (cell, CellRow::new(cell))));
    }
    let mut rows = Rows::<CellRow>::open(dir)?;
    while let Some(row) = rows.next() {
        let row = row?;
        if row.on_plane != board.is_boundless() || !board.contains(row.cell) {
            let what = format!("`{}` is not on the board that the manifest names", row.name());
            return Err(ReadError::column(rows.path(), rows.line(), "cell", what));
        }
        cells.insert(row.cell, row);
    }
    Ok(cells.into_values().collect())
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
            (json!({"shape": "boundless-hex"}), Shape::BoundlessHex { reach: 127 }),
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
                "`rules.board.shape` should be `hexagon`, `rectangle`, `rhombus`, `triangle` or `boundless-hex`",
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

    #[test]
    fn scores_are_made_as_the_rules_say() {
        assert_eq!(method(&json!({})), Ok(ScoreMethod::Control));
        assert_eq!(method(&json!({"score": {"method": "groups"}})), Ok(ScoreMethod::Groups));
        assert!(method(&json!({"score": {"method": "elegance"}})).is_err());
    }
}
