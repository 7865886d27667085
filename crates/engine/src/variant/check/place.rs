//! Placing: restrictions that go together.

use super::Report;
use super::shapes::shapes;
use crate::board::{Board, Wrap};
use crate::variant::diagnostic::Problem;
use crate::variant::file::{PlaceTable, SeenBy, ShapeTable};
use crate::variant::model::{Place, Reach};
use crate::variant::tree::Path;

/// The restrictions of placing that the table of the action `name` describes.
pub fn place(
    name: &str,
    table: &PlaceTable,
    board: Option<&Board>,
    report: &mut Report<'_>,
) -> Option<Place> {
    // `kinds` has already reported placing on the plane.
    let board = board.filter(|board| !board.is_boundless());
    let path = Path::of(["action", name, "place"]);
    let mut of = |key, table: &Option<ShapeTable>| match table {
        Some(table) => shapes(table, &path.key(key), board, report).map(Some),
        None => Some(None),
    };
    let (shape, first_shape) = (of("shape", &table.shape), of("first_shape", &table.first_shape));
    let place = Place {
        clear: table.clear,
        shape: shape?,
        first_shape: first_shape?,
        touches: table.touches,
        gravity: table.gravity,
        fixed: table.fixed,
        neutral: table.neutral,
        seen_by_moved: table.seen_by == Some(SeenBy::Moved),
    };
    let before = report.found.len();
    problems(&place, table, &path, board).into_iter().for_each(|problem| report.add(problem));
    (report.found.len() == before).then_some(place)
}

/// What does not go together.
fn problems(place: &Place, table: &PlaceTable, path: &Path, board: Option<&Board>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let has_shape = place.shape.is_some() || place.first_shape.is_some();
    let single = [
        ("touches", place.touches.is_some()),
        ("gravity", place.gravity),
        ("neutral", place.neutral),
        ("seen_by", place.seen_by_moved),
        ("must_capture", table.must_capture),
    ];
    for (key, _) in single.into_iter().filter(|&(_, there)| there && has_shape) {
        let message = format!("`{key}` is not supported where stones are placed in a shape");
        let problem = Problem::with_value(path.key(key), message).expected("goes with single stones");
        let shape = if place.shape.is_some() { "shape" } else { "first_shape" };
        problems.push(problem.related(path.key(shape), "the shape"));
    }
    if place.fixed && !has_shape {
        let problem = Problem::with_value(path.key("fixed"), "`fixed` is about shapes, and none is given");
        problems.push(problem.expected("goes with `shape = { patterns = [...] }`"));
    }
    if place.gravity && board.is_some_and(Board::is_hex) {
        let message = "stones fall in columns of squares, and the cells of this board are hexes";
        let problem = Problem::with_value(path.key("gravity"), message).expected("expected false");
        problems.push(problem.related(Path::of(["board", "shape"]), "the board"));
    }
    let wrap = board.and_then(Board::wrap);
    if place.gravity && wrap.is_some_and(|wrap| wrap != Wrap::Columns) {
        let message = "stones fall to the lowest row, and no row is lowest when rows wrap";
        let problem = Problem::with_value(path.key("gravity"), message).expected("expected false");
        let problem = problem.related(Path::of(["board", "wrap"]), "the rows wrap");
        problems.push(problem.help("leave out `gravity`, or join columns only"));
    }
    let (touches, clear) = (place.touches.is_some(), place.clear);
    // On squares a stone may touch by a corner and leave the cells beside it clear.
    let all_around = clear == Some(Reach::Touching) || clear.is_some() && board.is_some_and(Board::is_hex);
    if touches && all_around {
        let message = "a stone that touches another can't have the cells around it clear";
        let problem = Problem::with_value(path.key("clear"), message);
        let expected = if board.is_some_and(Board::is_hex) {
            "expected `touches` or `clear`, not both"
        } else {
            "expected \"adjacent\", or no `touches`"
        };
        problems.push(problem.expected(expected).related(path.key("touches"), "what it touches"));
    }
    if has_shape && wrap.is_some() {
        let shape = path.key(if place.shape.is_some() { "shape" } else { "first_shape" });
        let message = "shapes are not supported on a board that wraps";
        let problem = Problem::with_key(shape, message).expected("expected single stones");
        problems.push(problem.related(Path::of(["board", "wrap"]), "the board wraps"));
    }
    if place.seen_by_moved && table.sight.lines().is_none() {
        let message = "`seen_by` says which stone has to see the cell, and there is no `sight`";
        let problem = Problem::with_value(path.key("seen_by"), message);
        problems.push(problem.expected("expected `sight = \"orthogonal\"` or \"queen\" beside it"));
    }
    if place.neutral && table.must_capture {
        let message = "a neutral stone belongs to no side and captures nothing";
        problems.push(Problem::with_value(path.key("must_capture"), message).expected("expected false"));
    }
    if place.neutral && table.new_per_group.is_some() {
        let message = "a neutral stone belongs to no group";
        problems
            .push(Problem::with_value(path.key("new_per_group"), message).expected("goes with own stones"));
    }
    problems
}
