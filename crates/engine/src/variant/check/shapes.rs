//! The shapes that stones are placed in: sizes and drawn patterns that fit the board.

use super::Report;
use crate::board::Board;
use crate::variant::diagnostic::Problem;
use crate::variant::file::{SeenWord, ShapeTable};
use crate::variant::model::{Pattern, Shapes};
use crate::variant::tree::Path;
use crate::variant::words::{count, listed, quoted};

/// How a pattern is written.
const DRAWN: &str = "expected rows of `#` and `.` with a space between, as in `.#. ### .#.`";

/// The shapes that the table at `path` describes, if nothing is wrong with them.
pub fn shapes(
    table: &ShapeTable,
    path: &Path,
    board: Option<&Board>,
    report: &mut Report<'_>,
) -> Option<Shapes> {
    match (&table.sizes, &table.patterns) {
        // What is wrong with both has been told.
        (Some(_), Some(_)) => None,
        (Some(sizes), None) => of_sizes(table, sizes, path, board, report),
        (None, Some(patterns)) => of_patterns(table, patterns, path, board, report),
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
        let message = "`cells` chooses among patterns and their parts: `sizes` says how many cells already";
        let problem = Problem::with_key(path.key("cells"), message).expected("goes with `patterns`");
        report.add(problem.related(path.key("sizes"), "the sizes"));
    }
    let centre = table.seen == Some(SeenWord::Centre);
    for (key, there) in [("parts", table.parts), ("seen", centre)] {
        if there {
            let why = "sets of so many cells have no centre";
            let message = format!("`{key}` speaks of the centre of patterns: {why}");
            let problem = Problem::with_key(path.key(key), message).expected("goes with `patterns`");
            report.add(problem.related(path.key("sizes"), why));
        }
    }
    (report.found.len() == before).then(|| Shapes::Sizes(sorted(sizes)))
}

/// The numbers of a list, sorted, each once.
fn sorted(list: &[u8]) -> Vec<u8> {
    let mut numbers = list.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn of_patterns(
    table: &ShapeTable,
    texts: &[String],
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
        } else if board.is_some_and(|board| !fits(&pattern, table.parts, board)) {
            let message = format!("the pattern {} does not fit on the board", quoted(text));
            let problem = Problem::with_value(here, message);
            report.add(problem.expected("turned and mirrored it has no room either"));
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
        if parts { ("parts", "every part holds the centre") } else { ("seen", "the centre has to be seen") };
    Problem::with_value(here, format!("the centre of the pattern {} is no cell of it", quoted(text)))
        .expected("expected a `#` in the middle")
        .related(table.key(key), why)
}

/// The pattern drawn by `text`, or what is wrong with it and what would be right; with `centred` its middle has to be
/// a cell's place.
fn pattern(text: &str, centred: bool) -> Result<Pattern, (String, String)> {
    let wrong = |message: String, expected: &str| Err((message, expected.to_owned()));
    let rows: Vec<&str> = text.split_ascii_whitespace().collect();
    let columns = rows.first().map_or(0, |row| row.chars().count());
    if let Some(other) = rows.iter().flat_map(|row| row.chars()).find(|c| !matches!(c, '#' | '.')) {
        return wrong(format!("{} is neither a cell nor none", quoted(&other.to_string())), DRAWN);
    }
    if rows.is_empty() {
        return wrong("the pattern has no rows".to_owned(), DRAWN);
    }
    if let Some(row) = rows.iter().find(|row| row.len() != columns) {
        let message = format!("the rows {} and {} are not equally long", quoted(rows[0]), quoted(row));
        return wrong(message, "expected `.` where a row has no cell");
    }
    for (n, noun) in [(rows.len(), "row"), (columns, "column")] {
        if centred && n.is_multiple_of(2) {
            let message = format!("a pattern of {} has no centre", count(n as u64, noun));
            return wrong(message, &format!("expected an odd number of {noun}s: add one of `.`"));
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

/// Whether the pattern, or with `parts` any part of it, has room on the empty board in some orientation.
fn fits(pattern: &Pattern, parts: bool, board: &Board) -> bool {
    board.orientations(&pattern.cells).iter().any(|cells| {
        let Some(&(x, y)) = cells.first().filter(|_| cells.len() > 1) else { return true };
        // The centre need not be on the board if it is no cell of the pattern.
        let whole = |first| cells.iter().all(|cell| board.step(first, (cell.0 - x, cell.1 - y)).is_some());
        let part = |centre| cells.iter().any(|&cell| cell != (0, 0) && board.step(centre, cell).is_some());
        board.cells().iter().any(|&cell| if parts { part(cell) } else { whole(cell) })
    })
}
