//! Moving stones and taking them off: restrictions that go together.

use super::Report;
use crate::board::Board;
use crate::variant::diagnostic::Problem;
use crate::variant::file::{MoveTable, RemoveTable};
use crate::variant::model::{Motion, Move, MoveLines, Onto, Remove, Whose};
use crate::variant::tree::Path;

/// The move that the table of the action `name` describes.
pub fn movement(
    name: &str,
    table: &MoveTable,
    board: Option<&Board>,
    report: &mut Report<'_>,
) -> Option<Move> {
    let how = table.how?;
    let path = Path::of(["action", name, "move"]);
    let on_hexes = board.is_some_and(Board::is_hex);
    let before = report.found.len();
    if table.lines == Some(MoveLines::Diagonal) && on_hexes {
        let problem = Problem::with_value(
            path.key("lines"),
            "hexes have no diagonals: all six neighbours share an edge",
        );
        let problem = problem.expected("expected \"orthogonal\"");
        report.add(problem.related(Path::of(["board", "shape"]), "the board"));
    }
    let idle = [
        ("lines", table.lines.is_some() && how == Motion::Leap, "a leap goes along no line"),
        ("forward", table.forward && how == Motion::Leap, "a leap goes in no direction"),
        ("onto", table.onto.is_some() && how == Motion::Jump, "a jump ends on an empty cell"),
        ("over", table.over.is_some() && how != Motion::Jump, "only a jump goes over stones of a kind"),
    ];
    for (key, _, why) in idle.into_iter().filter(|&(_, there, _)| there) {
        let problem =
            Problem::with_value(path.key(key), format!("`{key}` does not go with this move: {why}"));
        report.add(problem.related(path.key("how"), "how it moves"));
    }
    let lines = if on_hexes { MoveLines::Orthogonal } else { table.lines.unwrap_or(MoveLines::Queen) };
    (report.found.len() == before).then_some(Move {
        how,
        lines,
        forward: table.forward,
        onto: table.onto.unwrap_or(Onto::Empty),
        over: table.over.unwrap_or(Whose::Enemy),
    })
}

/// The taking off that the table of the action `name` describes.
pub fn remove(
    name: &str,
    table: &RemoveTable,
    board: Option<&Board>,
    report: &mut Report<'_>,
) -> Option<Remove> {
    let path = Path::of(["action", name, "remove", "cells"]);
    let cells = match (&table.cells, board) {
        (Some(list), Some(board)) => Some(report.regions(list, &path, board)?),
        _ => None,
    };
    if cells.as_ref().is_some_and(Vec::is_empty) {
        let problem = Problem::with_value(path, "no cell of this board is in these sets");
        report.add(problem.expected("expected sets that hold a cell, or no `cells`"));
    }
    Some(Remove { stones: table.stones.unwrap_or(Whose::Own), cells, beside_empty: table.beside_empty })
}
