//! The shapes in which stones are placed: sizes and drawn patterns that fit the board.

mod fillable;
mod forms;
mod play;
mod rule;

use crate::board::{Board, Direction, Symmetry};
use crate::rules::{Action, Extent, Form, Large};
use crate::variant::{Path, Problem, Report, count, listed, quoted, unbroken};
pub use fillable::fillable;
use forms::Forms;
pub use play::{put_shape, shape_holds};
pub use rule::ShapeRule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Sets of cells that stones are placed on at once: either `sizes`, or `patterns`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("not" = { "required": ["sizes", "patterns"] }))]
pub struct ShapeTable {
    /// Any connected set with one of these numbers of cells.
    #[schemars(
        length(min = 1),
        inner(range(min = 1, max = Shapes::MOST_CELLS)),
        extend("uniqueItems" = true)
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Vec<u8>>,
    /// Drawn sets of cells, turned and mirrored freely unless `fixed` is set: rows from top to bottom
    /// separated by spaces, `#` for a cell and `.` for none, as in `[".#. ### .#."]`. A column of the pattern
    /// stands for a letter of the cell names and a row for a number, on hexes too. The centre is in the
    /// middle; if it matters, for `parts` or `seen`, the numbers of rows and columns must be odd.
    #[schemars(length(min = 1, max = Shapes::MOST_PATTERNS), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patterns: Option<Vec<String>>,
    /// Whether every part of a pattern that contains the centre and at least one other cell is also a shape.
    pub parts: bool,
    /// Use only the patterns and parts that have one of these numbers of cells; use all if omitted.
    #[schemars(
        length(min = 1),
        inner(range(min = 1, max = Shapes::MOST_PATTERN_CELLS)),
        extend("uniqueItems" = true)
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<u8>>,
    /// With `sight`, which of the cells must be seen; if omitted, the centre of patterns with `parts`, any cell otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<SeenWord>,
}

impl ShapeTable {
    /// Which of the cells must be seen.
    pub fn seen(&self) -> SeenWord {
        self.seen.unwrap_or(if self.parts { SeenWord::Centre } else { SeenWord::Any })
    }
}

/// Which cell of a shape must be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeenWord {
    /// At least one of its cells.
    Any,
    /// The centre of the pattern.
    Centre,
}

/// The sets of cells on which stones are placed at once; two ways to fill the same cells are one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shapes {
    /// Connected sets of cells of one of these sizes. The sizes are sorted, distinct, and from 1 to [`Shapes::MOST_CELLS`].
    Sizes(Vec<u8>),
    /// Patterns and, if wanted, their parts.
    Patterns {
        /// At least one.
        patterns: Vec<Pattern>,
        /// Whether every part of a pattern that contains the centre and at least one other cell is also a shape.
        parts: bool,
        /// If not empty, the numbers of cells that shapes may have; sorted, without duplicates.
        cells: Vec<u8>,
        /// Whether the centre must be seen, rather than any cell.
        centre_seen: bool,
    },
}

impl Shapes {
    /// How stones in a shape are written: `c4.c5.d5`.
    pub(crate) const FORM: Form = Form {
        extent: Extent::Set,
        sign: b'.',
        tag: Some(1),
        ..Form::new("place stones in a shape", |cells| Action::Shape(cells.iter().copied().collect()))
    };

    /// The largest number of cells of a connected set.
    pub const MOST_CELLS: u8 = 6;
    /// The largest number of cells of a pattern.
    pub const MOST_PATTERN_CELLS: u8 = 9;
    /// The largest number of patterns in a `Shapes`.
    pub const MOST_PATTERNS: usize = 64;
    /// The largest number of ways in which all patterns of a game and their parts can lie: each way is stored, and tried on every
    /// cell.
    pub const MOST_WAYS: usize = 50_000;

    /// The numbers of cells that shapes have, sorted, without duplicates.
    pub fn counts(&self) -> Vec<usize> {
        let counts: BTreeSet<usize> = match self {
            Self::Sizes(sizes) => sizes.iter().copied().map(usize::from).collect(),
            Self::Patterns { patterns, parts, cells, .. } => {
                let of_pattern = |pattern: &Pattern| {
                    let most = pattern.cells.len();
                    if *parts { most.min(2)..=most } else { most..=most }
                };
                let wanted =
                    |n: &usize| cells.is_empty() || cells.iter().any(|&cells| usize::from(cells) == *n);
                patterns.iter().flat_map(of_pattern).filter(wanted).collect()
            }
        };
        counts.into_iter().collect()
    }

    /// The number of cells of the smallest shape.
    pub fn fewest(&self) -> usize {
        self.counts().first().copied().unwrap_or(0)
    }

    /// The number of cells of the largest shape.
    pub fn most(&self) -> usize {
        self.counts().last().copied().unwrap_or(0)
    }

    /// Calls `each` with every way in which a shape can lie on `board`. Patterns are placed as drawn if `fixed`.
    pub fn conceivable(&self, fixed: bool, board: &Board, each: &mut dyn FnMut(Action)) {
        Forms::<Large>::new(self, fixed, board).lying(board, |cells| {
            each(if let [cell] = *cells { Action::Place(cell) } else { Action::Shape(cells) });
        });
    }

    /// An upper bound on the number of ways in which the patterns and their parts can lie. Some of these ways may coincide. It is
    /// 0 for connected sets, which never exceed the limit.
    pub fn max_forms(&self, board: &Board) -> usize {
        let Self::Patterns { patterns, parts, .. } = self else { return 0 };
        let parts_of = |pattern: &Pattern| if *parts { 1 << (pattern.cells.len() - 1) } else { 1 };
        patterns.iter().map(|pattern| board.orientations(&pattern.cells).len() * parts_of(pattern)).sum()
    }

    /// The size of the largest group that a shape makes by itself, minimized over all shapes.
    pub fn smallest_group(&self, board: &Board) -> usize {
        let Self::Patterns { patterns, parts, cells, .. } = self else { return self.fewest() };
        let groups = patterns.iter().map(|pattern| {
            let apart = |cell: &(i8, i8)| *cell != (0, 0) && !board.adjacent().contains(cell);
            match (parts, pattern.cells.len()) {
                (_, 1) => 1,
                // If parts are selected by their number of cells, the result is 1, since some parts may be disconnected.
                (true, _) if !cells.is_empty() => 1,
                (true, _) if pattern.cells.iter().any(apart) => 1,
                (true, _) => 2,
                (false, _) => largest_group(&pattern.cells, board),
            }
        });
        groups.min().unwrap_or(0)
    }

    /// Whether `symmetry` maps shapes that lie as drawn to shapes that lie as drawn.
    pub fn are_kept_by(&self, symmetry: &Symmetry) -> bool {
        let Self::Patterns { patterns, parts, centre_seen, .. } = self else { return true };
        let lying = |cells: &mut dyn Iterator<Item = Direction>| {
            let mut cells: Vec<Direction> = cells.collect();
            cells.sort_unstable();
            if !parts && !centre_seen {
                // Then only the positions of the cells relative to each other matter.
                let (x, y) = cells[0];
                cells.iter_mut().for_each(|cell| *cell = (cell.0 - x, cell.1 - y));
            }
            cells
        };
        let as_drawn = patterns.iter().map(|one| lying(&mut one.cells.iter().copied()));
        let images =
            patterns.iter().map(|one| lying(&mut one.cells.iter().map(|&cell| symmetry.direction(cell))));
        as_drawn.collect::<BTreeSet<_>>() == images.collect()
    }

    /// What a shape is: `any connected set of 2 or 3 empty cells`.
    pub fn words(&self, fixed: bool) -> String {
        match self {
            Self::Sizes(sizes) => match sizes.as_slice() {
                [1] => "an empty cell".to_owned(),
                sizes => {
                    let sizes = listed(sizes.iter().map(u8::to_string), "or");
                    format!("any connected set of {sizes} empty cells")
                }
            },
            Self::Patterns { patterns, parts, cells, centre_seen } => {
                let drawn = |pattern: &Pattern| unbroken(&quoted(&pattern.drawn(*parts || *centre_seen)));
                let drawn: Vec<String> = patterns.iter().map(drawn).collect();
                let (pattern, one) = match patterns.len() {
                    1 => ("the pattern", "it"),
                    _ => ("one of the patterns", "a pattern"),
                };
                let parts = match parts {
                    true => {
                        format!(
                            ", or of any part of {one} that contains the centre and at least one other cell"
                        )
                    }
                    false => String::new(),
                };
                let way = if fixed { "as drawn" } else { "turned and mirrored freely" };
                let number = match cells.as_slice() {
                    [] => String::new(),
                    cells => listed(cells.iter().map(u8::to_string), "or") + " ",
                };
                format!("{number}empty cells in the form of {pattern} {}, {way}{parts}", listed(drawn, "and"))
            }
        }
    }

    /// Writes the shapes into `table` in canonical form, each pattern as its cells in the first of its orientations.
    pub fn write_canonical(&self, board: &Board, table: &mut Value) {
        match self {
            Self::Sizes(sizes) => table["sizes"] = json!(sizes),
            Self::Patterns { patterns, .. } => {
                let first = |pattern: &Pattern| board.orientations(&pattern.cells).into_iter().next();
                let mut cells: Vec<_> = patterns.iter().map(first).collect();
                cells.sort();
                cells.dedup();
                table["patterns"] = json!(cells);
            }
        }
    }
}

/// A drawn set of cells, turned and mirrored freely unless the action is `fixed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The cells as offsets from the centre, in columns and rows: sorted, without duplicates, at least one.
    pub cells: Vec<(i8, i8)>,
}

impl Pattern {
    /// The pattern as drawn in variant files, with as few rows and columns as possible; if `centred`, its centre is in the middle.
    pub fn drawn(&self, centred: bool) -> String {
        let [columns, rows] = [self.span(|(x, _)| x, centred), self.span(|(_, y)| y, centred)];
        let row = |y: i8| -> String {
            columns.clone().map(|x| if self.cells.contains(&(x, y)) { '#' } else { '.' }).collect()
        };
        rows.rev().map(row).collect::<Vec<_>>().join(" ")
    }

    /// The range of the cells' columns or rows (`of` selects which); if `centred`, extended to be symmetric about the centre.
    fn span(&self, of: fn((i8, i8)) -> i8, centred: bool) -> RangeInclusive<i8> {
        let at = || self.cells.iter().copied().map(of);
        let (low, high) = (at().min().unwrap_or(0), at().max().unwrap_or(0));
        let far = low.abs().max(high.abs());
        if centred { -far..=far } else { low..=high }
    }
}

/// The syntax of patterns.
const DRAWN: &str = "expected rows of `#` and `.` separated by spaces, as in `.#. ### .#.`";

/// The shapes that the table at `path` describes, if they are valid.
pub fn check_shapes(
    table: &ShapeTable,
    fixed: bool,
    path: &Path,
    board: Option<&Board>,
    report: &mut Report<'_>,
) -> Option<Shapes> {
    match (&table.sizes, &table.patterns) {
        // The format check has already reported that both keys are given.
        (Some(_), Some(_)) => None,
        (Some(sizes), None) => of_sizes(table, sizes, path, board, report),
        (None, Some(patterns)) => of_patterns(table, patterns, fixed, path, board, report),
        (None, None) => {
            if report.is_clean_at(path) {
                let message = format!("`{path}` needs `sizes` or `patterns`, and has neither");
                let problem = Problem::with_key(path.clone(), message);
                report.add(problem.expected("as in `sizes = [2, 3]` or `patterns = [\".#. ### .#.\"]`"));
            }
            None
        }
    }
}

fn of_sizes(
    table: &ShapeTable,
    sizes: &[u8],
    path: &Path,
    board: Option<&Board>,
    report: &mut Report<'_>,
) -> Option<Shapes> {
    let before = report.found.len();
    let cells = board.map_or(usize::MAX, |board| board.cells().len());
    for (i, size) in sizes.iter().enumerate().filter(|(_, size)| usize::from(**size) > cells) {
        let of_board = count(cells as u64, "cell");
        let message = format!("a shape of {} does not fit on a board of {of_board}", count(*size, "cell"));
        let here = path.key("sizes").index(i);
        report.add(Problem::with_value(here, message).expected(format!("expected at most {cells}")));
    }
    if table.cells.is_some() {
        let message =
            "`cells` selects among patterns and their parts; `sizes` already gives the number of cells";
        let problem = Problem::with_key(path.key("cells"), message).expected("valid only with `patterns`");
        report.add(problem.related(path.key("sizes"), "the sizes"));
    }
    let centre = table.seen == Some(SeenWord::Centre);
    for (key, there) in [("parts", table.parts), ("seen", centre)] {
        if there {
            let why = "shapes given by size have no centre";
            let message = format!("`{key}` refers to the centre of a pattern: {why}");
            let problem = Problem::with_key(path.key(key), message).expected("valid only with `patterns`");
            report.add(problem.related(path.key("sizes"), why));
        }
    }
    (report.found.len() == before).then(|| Shapes::Sizes(sorted(sizes)))
}

/// The numbers of a list, sorted, without duplicates.
fn sorted(list: &[u8]) -> Vec<u8> {
    let mut numbers = list.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn of_patterns(
    table: &ShapeTable,
    texts: &[String],
    fixed: bool,
    path: &Path,
    board: Option<&Board>,
    report: &mut Report<'_>,
) -> Option<Shapes> {
    let before = report.found.len();
    let centre_seen = table.seen() == SeenWord::Centre;
    let mut patterns = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let here = path.key("patterns").index(i);
        let pattern = match pattern(text, table.parts || centre_seen) {
            Ok(pattern) => pattern,
            Err((message, expected)) => {
                report.add(Problem::with_value(here, message).expected(expected));
                continue;
            }
        };
        if !pattern.cells.contains(&(0, 0)) && (table.parts || centre_seen) {
            report.add(without_centre(text, table.parts, here, path));
        } else if board.is_some_and(|board| !fits(&pattern, table.parts, fixed, board)) {
            let drawn = if fixed { " as drawn" } else { "" };
            let message = format!("the pattern {} does not fit on the board{drawn}", quoted(text));
            let expected = if fixed {
                "expected a smaller pattern, or no `fixed`"
            } else {
                "turned or mirrored, it does not fit either"
            };
            report.add(Problem::with_value(here, message).expected(expected));
        }
        patterns.push(pattern);
    }
    let shapes = Shapes::Patterns { patterns, parts: table.parts, cells: Vec::new(), centre_seen };
    let counts = shapes.counts();
    let wanted = table.cells.as_deref().unwrap_or_default();
    if report.found.len() == before {
        for (i, n) in wanted.iter().enumerate().filter(|(_, n)| !counts.contains(&usize::from(**n))) {
            let message = format!("no shape of these patterns has {}", count(*n, "cell"));
            let problem = Problem::with_value(path.key("cells").index(i), message);
            report.add(
                problem.expected(format!("expected {}", listed(counts.iter().map(usize::to_string), "or"))),
            );
        }
    }
    let Shapes::Patterns { patterns, parts, centre_seen, .. } = shapes else { return None };
    let shapes = Shapes::Patterns { patterns, parts, cells: sorted(wanted), centre_seen };
    (report.found.len() == before).then_some(shapes)
}

fn without_centre(text: &str, parts: bool, here: Path, table: &Path) -> Problem {
    let (key, why) =
        if parts { ("parts", "every part holds the centre") } else { ("seen", "the centre must be seen") };
    Problem::with_value(here, format!("the centre of the pattern {} is not one of its cells", quoted(text)))
        .expected("expected a `#` in the middle")
        .related(table.key(key), why)
}

/// The pattern that `text` draws, or an error and what was expected. If `centred`, the pattern must have a middle row and column.
fn pattern(text: &str, centred: bool) -> Result<Pattern, (String, String)> {
    let wrong = |message: String, expected: &str| Err((message, expected.to_owned()));
    let rows: Vec<&str> = text.split_ascii_whitespace().collect();
    let columns = rows.first().map_or(0, |row| row.chars().count());
    if let Some(other) = rows.iter().flat_map(|row| row.chars()).find(|c| !matches!(c, '#' | '.')) {
        return wrong(format!("invalid character {} in a pattern", quoted(&other.to_string())), DRAWN);
    }
    if rows.is_empty() {
        return wrong("the pattern has no rows".to_owned(), DRAWN);
    }
    if let Some(row) = rows.iter().find(|row| row.len() != columns) {
        let message = format!("the rows {} and {} differ in length", quoted(rows[0]), quoted(row));
        return wrong(message, "expected `.` where a row has no cell");
    }
    for (n, noun) in [(rows.len(), "row"), (columns, "column")] {
        if centred && n.is_multiple_of(2) {
            let message = format!("a pattern of {} has no centre", count(n as u64, noun));
            return wrong(message, &format!("expected an odd number of {noun}s: add a {noun} of `.`"));
        }
        if n > usize::from(Board::MAX_SPAN) {
            let message = format!("a pattern of {} is larger than any board", count(n as u64, noun));
            return wrong(message, &format!("expected at most {} {noun}s", Board::MAX_SPAN));
        }
    }
    let (middle, centre) = (rows.len() as i8 / 2, columns as i8 / 2);
    let mut cells = Vec::new();
    for (y, row) in (0..).zip(&rows) {
        let drawn = (0..).zip(row.bytes()).filter(|&(_, c)| c == b'#');
        cells.extend(drawn.map(|(x, _): (i8, u8)| (x - centre, middle - y)));
    }
    cells.sort_unstable();
    match cells.len() {
        0 => wrong(format!("the pattern {} has no cell", quoted(text)), "expected a `#` for each cell"),
        n if n > usize::from(Shapes::MOST_PATTERN_CELLS) => wrong(
            format!("the pattern {} has {}", quoted(text), count(n as u64, "cell")),
            &format!("expected at most {}", Shapes::MOST_PATTERN_CELLS),
        ),
        _ => Ok(Pattern { cells }),
    }
}

/// Whether the pattern, or with `parts` any part of it, has room on the empty board: in some orientation, or if `fixed` as drawn.
fn fits(pattern: &Pattern, parts: bool, fixed: bool, board: &Board) -> bool {
    let drawn = &pattern.cells;
    let orientations = if fixed { vec![drawn.clone()] } else { board.orientations(drawn) };
    orientations.iter().any(|cells| {
        let Some(&(x, y)) = cells.first().filter(|_| cells.len() > 1) else { return true };
        // The centre need not be on the board if it is not a cell of the pattern.
        let whole = |first| cells.iter().all(|cell| board.step(first, (cell.0 - x, cell.1 - y)).is_some());
        let part = |centre| cells.iter().any(|&cell| cell != (0, 0) && board.step(centre, cell).is_some());
        board.cells().iter().any(|&cell| if parts { part(cell) } else { whole(cell) })
    })
}

/// The size of the largest connected set of `cells`.
fn largest_group(cells: &[(i8, i8)], board: &Board) -> usize {
    let mut left = cells.to_vec();
    let mut largest = 0;
    while let Some(start) = left.pop() {
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&(x, y)) = group.get(next) {
            next += 1;
            let (near, far) = left.iter().partition(|(a, b)| board.adjacent().contains(&(a - x, b - y)));
            left = far;
            group.extend::<Vec<(i8, i8)>>(near);
        }
        largest = largest.max(group.len());
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_drawn_with_the_fewest_rows_and_columns() {
        let pair = Pattern { cells: vec![(-1, 0), (0, 0)] };
        assert_eq!((pair.drawn(false).as_str(), pair.drawn(true).as_str()), ("##", "##."));
        let corner = Pattern { cells: vec![(0, -1), (0, 0), (1, 0)] };
        assert_eq!((corner.drawn(false).as_str(), corner.drawn(true).as_str()), ("## #.", "... .## .#."));
    }
}
