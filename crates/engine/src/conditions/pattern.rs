//! Patterns: small drawings of what stands where, which conditions count.

use super::{Term, Vocabulary, Who};
use crate::board::{Board, Cell, Direction, Turned, turned};
use crate::text::quoted;
use crate::variant::{Path, Problem, Report, listed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A drawing of what stands where, in a variant file.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["rows"]))]
pub struct PatternTable {
    /// The rows from top to bottom, a character for each cell: `o` own, `e` enemy, `n` neutral, `.` empty, `!` anything but own, `?`
    /// anything, even no cell. A column of the pattern stands for a letter of the cell names and a row for a number, on hexes too; the
    /// top row has the highest number.
    #[schemars(length(min = 1, max = Pattern::MOST_ROWS))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
}

/// A drawing of what stands where, turned and mirrored in all ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Its name, a term of conditions.
    pub name: String,
    /// The rows as written.
    rows: Vec<String>,
    /// The distinct ways in which it can lie: cells, relative to one of them, and what stands there.
    pub ways: Vec<Vec<(Direction, Drawn)>>,
}

/// What a pattern asks of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Drawn {
    /// That it holds this.
    Is(Who),
    /// That it holds no friendly stone.
    NotOwn,
}

impl Drawn {
    /// All, with their characters and their words.
    const ALL: [(char, Self, &'static str); 5] = [
        ('o', Self::Is(Who::Own), "friendly"),
        ('e', Self::Is(Who::Enemy), "enemy"),
        ('n', Self::Is(Who::Neutral), "neutral"),
        ('.', Self::Is(Who::Empty), "empty"),
        ('!', Self::NotOwn, "anything but a friendly stone"),
    ];

    /// Whether a cell that holds `who` is what it asks for.
    pub fn is(self, who: Who) -> bool {
        match self {
            Self::Is(wanted) => wanted == who,
            Self::NotOwn => who != Who::Own,
        }
    }
}

impl Pattern {
    /// The maximum number of patterns in a variant.
    pub const MOST: usize = 16;
    /// The maximum number of rows, and of columns.
    pub const MOST_ROWS: usize = 7;

    /// The pattern called `name` on `board`, with `rows` from top to bottom. Other characters than those of patterns stand for anything.
    pub fn new(name: &str, rows: Vec<String>, board: &Board) -> Self {
        let mut cells = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, character) in row.chars().enumerate() {
                let known = Drawn::ALL.into_iter().find(|(known, ..)| *known == character);
                cells.extend(known.map(|(_, drawn, _)| ((x as i8, -(y as i8)), drawn)));
            }
        }
        let ways: BTreeSet<_> = board.turns().into_iter().map(|turn| lying(&cells, turn)).collect();
        Self { name: name.to_owned(), rows, ways: ways.into_iter().collect() }
    }

    /// The patterns of a variant, in the order of their names. Adds to `report` what is wrong.
    pub fn check_all(
        tables: &BTreeMap<String, PatternTable>,
        board: Option<&Board>,
        report: &mut Report<'_>,
    ) -> Vec<Self> {
        let mut patterns = Vec::new();
        for (name, table) in tables {
            match Self::check(name, table, board) {
                Ok(pattern) => patterns.push(pattern),
                Err(problem) => {
                    report.add(*problem);
                    // The name is known nevertheless: terms with it are not wrong.
                    patterns.push(Self { name: name.clone(), rows: Vec::new(), ways: Vec::new() });
                }
            }
        }
        patterns
    }

    fn check(name: &str, table: &PatternTable, board: Option<&Board>) -> Result<Self, Box<Problem>> {
        let path = Path::of(["pattern", name]);
        if Term::parse(name, Vocabulary::default()).is_ok() {
            let problem = Problem::with_key(path, format!("{} is a term of every game", quoted(name)));
            return Err(Box::new(problem.expected("expected another name")));
        }
        Self::read(name, &table.rows, &path, board)
    }

    /// The pattern called `name` with `rows`, at `path`, on `board`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn read(
        name: &str,
        drawn: &[String],
        path: &Path,
        board: Option<&Board>,
    ) -> Result<Self, Box<Problem>> {
        let rows = path.key("rows");
        let columns = drawn.first().map_or(0, |row| row.chars().count());
        if columns > Self::MOST_ROWS {
            let message =
                format!("a row of a pattern has at most {} characters, not {columns}", Self::MOST_ROWS);
            return Err(Box::new(Problem::with_value(rows.index(0), message)));
        }
        for (y, row) in drawn.iter().enumerate() {
            if row.chars().count() != columns || columns == 0 {
                let message = "all rows of a pattern must have equally many characters";
                let expected = format!("expected from 1 to {}, as many as in the first row", Self::MOST_ROWS);
                return Err(Box::new(Problem::with_value(rows.index(y), message).expected(expected)));
            }
            let is_known =
                |wanted: char| wanted == '?' || Drawn::ALL.iter().any(|(known, ..)| *known == wanted);
            if let Some(unknown) = row.chars().find(|&character| !is_known(character)) {
                let message = format!("{} stands for nothing in a pattern", quoted(&unknown.to_string()));
                let problem = Problem::with_value(rows.index(y), message);
                return Err(Box::new(problem.expected("expected `o`, `e`, `n`, `.`, `!` or `?`")));
            }
        }
        if drawn.iter().all(|row| row.chars().all(|character| character == '?')) {
            let problem = Problem::with_value(rows, "a pattern needs a cell that is not `?`");
            return Err(Box::new(problem.expected("expected rows as in [\"oe\", \"eo\"]")));
        }
        let Some(board) = board else {
            return Ok(Self { name: name.to_owned(), rows: Vec::new(), ways: Vec::new() });
        };
        if board.wrap().is_some() || board.is_boundless() {
            let problem = Problem::with_key(
                path.clone(),
                "patterns are not possible on a board that wraps or has no edge",
            );
            return Err(Box::new(problem.related(Path::of(["board"]), "the board")));
        }
        let pattern = Self::new(name, drawn.to_vec(), board);
        if pattern.ways.iter().any(|way| board.cells().iter().any(|&cell| fits(way, cell, board))) {
            Ok(pattern)
        } else {
            let problem = Problem::with_value(rows, "this pattern fits nowhere on the board");
            Err(Box::new(problem.expected("expected a smaller pattern, or a larger board")))
        }
    }

    /// What the drawing shows, in words.
    pub fn words(&self) -> String {
        let used =
            |&&(character, ..): &&(char, Drawn, &str)| self.rows.iter().any(|row| row.contains(character));
        let legend =
            Drawn::ALL.iter().filter(used).map(|(character, _, words)| format!("`{character}` {words}"));
        let legend: Vec<String> = legend.collect();
        let rows: Vec<&str> = self.rows.iter().map(String::as_str).collect();
        format!("{}, turned and mirrored freely: {}", quoted(&rows.join(" ")), listed(&legend, "and"))
    }
}

/// Whether all cells of `way` are on `board` if its first is `cell`.
fn fits(way: &[(Direction, Drawn)], cell: Cell, board: &Board) -> bool {
    way.iter().all(|&(step, _)| step == (0, 0) || board.step(cell, step).is_some())
}

/// `cells` turned, relative to the first of them.
fn lying(cells: &[(Direction, Drawn)], turn: Turned) -> Vec<(Direction, Drawn)> {
    let image = |&((x, y), drawn): &(Direction, Drawn)| (turned(turn, (x.into(), y.into())), drawn);
    let mut images: Vec<((i16, i16), Drawn)> = cells.iter().map(image).collect();
    images.sort_unstable();
    let (x, y) = images[0].0;
    images.into_iter().map(|(at, drawn)| (((at.0 - x) as i8, (at.1 - y) as i8), drawn)).collect()
}
