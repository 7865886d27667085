//! Boards drawn as rows of text: converted to their size, holes and stones.

use crate::board::{Board, Cell};
use crate::variant::diagnostic::Problem;
use crate::variant::file::{File, ShapeWord};
use crate::variant::tree::Path;
use crate::variant::words::{count, quoted};

/// `file` with `board.rows` converted to other keys.
///
/// # Errors
/// The errors in the drawing.
pub fn expand_rows(mut file: File) -> Result<File, Vec<Problem>> {
    let Some(board) = &mut file.board else { return Ok(file) };
    let Some(rows) = board.rows.take() else { return Ok(file) };
    let mut problems = Vec::new();
    if let Some(shape) = board.shape
        && !matches!(shape, ShapeWord::Rectangle | ShapeWord::Rhombus)
    {
        let message = format!("`rows` can describe a rectangle or a rhombus, but not a {}", shape.word());
        let problem = Problem::with_key(path(), message).expected("expected its size");
        problems.push(problem.related(Path::of(["board", "shape"]), "the shape"));
    }
    let sizes = [("side", board.side), ("width", board.width), ("height", board.height)];
    for (key, _) in sizes.iter().filter(|(_, size)| size.is_some()) {
        let message = format!("a board that is drawn needs no `{key}`: the rows say how large it is");
        let problem = Problem::with_key(Path::of(["board", key]), message);
        let problem = problem.expected("expected `rows` alone").related(path(), "the rows");
        problems
            .push(problem.help(format!("leave `{key}` out; `{key} = \"none\"` removes an inherited key")));
    }
    let rows: Vec<Vec<char>> =
        rows.iter().map(|row| row.chars().filter(|char| !char.is_whitespace()).collect()).collect();
    let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
    if !(1..=usize::from(Board::MAX_SPAN)).contains(&width) {
        let message = format!("this row has {}", count(width as u64, "cell"));
        let expected = format!("expected 1 to {}", Board::MAX_SPAN);
        problems.push(Problem::with_value(path().index(0), message).expected(expected));
        return Err(problems);
    }
    for (i, row) in rows.iter().enumerate() {
        if row.len() != width {
            let message = format!("this row has {}", count(row.len() as u64, "cell"));
            let problem = Problem::with_value(path().index(i), message).expected(format!("expected {width}"));
            problems.push(problem.related(path().index(0), "as many as here"));
        }
        for (x, char) in row.iter().take(width).enumerate() {
            let cell = Cell::new(x as u8, (height - 1 - i) as u8).to_string();
            match char {
                '.' => {}
                '#' => board.holes.get_or_insert_default().push(cell),
                'b' => file.setup.black.push(cell),
                'w' => file.setup.white.push(cell),
                'n' => file.setup.neutral.push(cell),
                _ => {
                    let message = format!("invalid character {}", quoted(&char.to_string()));
                    let problem = Problem::with_value(path().index(i), message);
                    problems.push(problem.expected("expected `.`, `#`, `b`, `w` or `n`"));
                    break;
                }
            }
        }
    }
    (board.width, board.height) = (Some(width as u8), Some(height as u8));
    if problems.is_empty() { Ok(file) } else { Err(problems) }
}

fn path() -> Path {
    Path::of(["board", "rows"])
}
