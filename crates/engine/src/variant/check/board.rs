//! Boards: sizes that fit the shape and are not too large.

use super::Report;
use crate::board::{Board, Shape, Wrap};
use crate::variant::diagnostic::Problem;
use crate::variant::file::{BoardTable, ShapeWord};
use crate::variant::tree::Path;
use crate::variant::words::listed;

/// The board that `table` describes.
///
/// The boundless plane is created with the given `reach`.
pub fn board(table: &BoardTable, reach: u8, report: &mut Report<'_>) -> Option<Board> {
    let word = table.shape?;
    let sizes = [("side", table.side), ("width", table.width), ("height", table.height)];
    let own: &[&str] = match word {
        ShapeWord::Hexagon | ShapeWord::Triangle => &["side"],
        ShapeWord::Rhombus if table.side.is_some() => &["side"],
        ShapeWord::Rectangle | ShapeWord::Rhombus => &["width", "height"],
        ShapeWord::BoundlessHex => &[],
    };
    // This is checked before any problem is added: a missing size may be due to a misspelt key.
    let clean = report.is_clean(&["board"]);
    for (key, _) in sizes.iter().filter(|(key, size)| size.is_some() && !own.contains(key)) {
        report.add(foreign(word, key));
    }
    for (key, _) in sizes.iter().filter(|(key, size)| clean && size.is_none() && own.contains(key)) {
        report.add(missing(word, key));
    }
    let shape = match word {
        ShapeWord::Hexagon => Shape::Hexagon { side: table.side? },
        ShapeWord::Triangle => Shape::Triangle { side: table.side? },
        ShapeWord::Rectangle => Shape::Rectangle { width: table.width?, height: table.height? },
        ShapeWord::BoundlessHex => Shape::BoundlessHex { reach },
        ShapeWord::Rhombus => {
            Shape::Rhombus { width: table.side.or(table.width)?, height: table.side.or(table.height)? }
        }
    };
    if let Shape::Hexagon { side } = shape
        && side > Board::MAX_HEXAGON_SIDE
    {
        let span = 2 * u32::from(side) - 1;
        let message = format!("a hexagon of side {side} is too large: it is {span} cells wide");
        let expected = format!("expected a side from 1 to {}", Board::MAX_HEXAGON_SIDE);
        report.add(Problem::with_value(Path::of(["board", "side"]), message).expected(expected));
        return None;
    }
    let board = wrapped(Board::new(shape), table, report)?;
    holes(board, table, report)
}

/// The board with the edges joined as `table` says.
fn wrapped(board: Board, table: &BoardTable, report: &mut Report<'_>) -> Option<Board> {
    let Some(wrap) = table.wrap.wrap() else { return Some(board) };
    let path = Path::of(["board", "wrap"]);
    let (Shape::Rectangle { width, height } | Shape::Rhombus { width, height }) = board.shape() else {
        let message = match table.shape {
            Some(ShapeWord::BoundlessHex) => "the boundless plane has no edges to join".to_owned(),
            shape => format!("a {} has no edges that can be joined", shape.map_or("board", ShapeWord::word)),
        };
        let problem = Problem::with_key(path, message);
        let problem = problem.expected("expected a rectangle or a rhombus");
        report.add(problem.related(Path::of(["board", "shape"]), "the shape"));
        return None;
    };
    let [columns, rows] = [(wrap != Wrap::Rows, width, "columns"), (wrap != Wrap::Columns, height, "rows")];
    let too_few = |&(wraps, n, _): &(bool, u8, &str)| wraps && n < Board::LEAST_WRAPPED;
    if let Some((_, n, what)) = [columns, rows].into_iter().find(too_few) {
        let message =
            format!("only {} or more {what} can wrap, and this board has {n}", Board::LEAST_WRAPPED);
        report.add(Problem::with_value(path, message).expected("expected a larger board"));
        return None;
    }
    Some(board.wrapped(wrap))
}

/// The board without the holes of `table`, if any cells remain.
fn holes(board: Board, table: &BoardTable, report: &mut Report<'_>) -> Option<Board> {
    let Some(list) = &table.holes else { return Some(board) };
    let path = Path::of(["board", "holes"]);
    if board.is_boundless() {
        let problem = Problem::with_key(
            path,
            "the boundless plane has no holes: cells come into use as tiles are laid",
        );
        report.add(problem.related(Path::of(["board", "shape"]), "the board"));
        return None;
    }
    let holes = report.regions(list, &path, &board)?;
    let board = board.without(&holes);
    if board.cells().is_empty() {
        let problem = Problem::with_value(path, "with these holes the board has no cell left");
        report.add(problem.expected("expected fewer holes"));
        return None;
    }
    Some(board)
}

/// The keys of the shape's size, in words.
fn sizes_of(word: ShapeWord) -> &'static str {
    match word {
        ShapeWord::Hexagon | ShapeWord::Triangle => "`side`",
        ShapeWord::Rectangle => "`width` and `height`",
        ShapeWord::Rhombus => "either `side`, or `width` and `height`",
        ShapeWord::BoundlessHex => "none",
    }
}

fn foreign(word: ShapeWord, key: &str) -> Problem {
    let shape = word.word();
    let message = match word {
        ShapeWord::Rhombus => format!("a rhombus that has a `side` has no `{key}`"),
        ShapeWord::BoundlessHex => format!("the boundless plane has no `{key}`"),
        _ => format!("a {shape} has no `{key}`"),
    };
    let size = match word {
        ShapeWord::BoundlessHex => "it grows with the game".to_owned(),
        _ => format!("the size of a {shape} is {}", sizes_of(word)),
    };
    Problem::with_key(Path::of(["board", key]), message)
        .expected(size)
        .related(Path::of(["board", "shape"]), "the shape")
}

fn missing(word: ShapeWord, key: &str) -> Problem {
    let shape = word.word();
    let message = format!("a {shape} needs a size: `{}` is missing", listed([key], "and"));
    Problem::with_value(Path::of(["board", "shape"]), message)
        .expected(format!("the size of a {shape} is {}", sizes_of(word)))
        .help("a board with its own `shape` inherits no size: give its size too")
}
