//! The setup of the boundless plane: tiles, stacks on them, prisoners off them.

use super::Report;
use super::setup::{by_side, index_of, laid};
use crate::board::{Axial, Cell};
use crate::variant::diagnostic::Problem;
use crate::variant::file::{File, ShapeWord};
use crate::variant::model::{Colour, End, Setup, Side, Stack};
use crate::variant::tree::Path;
use crate::variant::words::{count, quoted};
use std::collections::BTreeMap;

/// How far from `0,0` a game can extend on the boundless plane.
///
/// A tile is laid next to two others, so the first tile of each further row needs two in the row before it: every two tiles
/// extend the game by at most one row. A prisoner may lie one row further out.
pub fn reach(file: &File) -> u8 {
    let tiles = &file.setup.tiles;
    let stacks =
        file.setup.stacks.iter().map(|stack| stack.split_ascii_whitespace().next().unwrap_or_default());
    let names = tiles.black.iter().chain(&tiles.white).map(String::as_str).chain(stacks);
    let far = names.filter(|name| is_axial(name)).filter_map(|name| name.parse::<Cell>().ok()).map(|cell| {
        let (q, r) = cell.axial();
        q.unsigned_abs().max(r.unsigned_abs()).min(u16::from(Setup::FARTHEST))
    });
    let laid = file.end.tiles.unwrap_or(End::MOST_TILES);
    let reach = far.max().unwrap_or(0) + laid / 2 + 1;
    u8::try_from(reach).unwrap_or(u8::MAX).min(Cell::MAX_AXIAL)
}

/// Whether `name` has the form of a cell of the plane: two whole numbers separated by a comma.
pub fn is_axial(name: &str) -> bool {
    name.split_once(',')
        .is_some_and(|(q, r)| q.trim().parse::<i64>().is_ok() && r.trim().parse::<i64>().is_ok())
}

/// Reports tiles and stacks of a setup on a board without tiles.
pub fn refuse(file: &File, shape: ShapeWord, report: &mut Report<'_>) {
    let setup = &file.setup;
    let lists = [
        (&["setup", "tiles", "black"][..], &setup.tiles.black, "tiles lie"),
        (&["setup", "tiles", "white"], &setup.tiles.white, "tiles lie"),
        (&["setup", "stacks"], &setup.stacks, "stacks stand"),
    ];
    for (keys, _, what) in lists.iter().filter(|(_, list, _)| !list.is_empty()) {
        let message = format!("no {what} on a {}", shape.word());
        let problem = Problem::with_value(Path::of(keys.iter().copied()), message);
        let problem =
            problem.expected("expected none: stones are set up with `setup.black` and `setup.white`");
        report.add(problem.related(Path::of(["board", "shape"]), "it has no tiles"));
    }
}

/// Reads the tiles and the stacks of `file` into `setup`, and reports problems with them and with `end.tiles`.
pub fn setup(file: &File, players: [Colour; 2], setup: &mut Setup, report: &mut Report<'_>) {
    let table = &file.setup;
    for (key, stones) in [("black", &table.black), ("white", &table.white), ("neutral", &table.neutral)] {
        if !stones.is_empty() {
            let message = "no stones stand on the cells of the boundless plane, only stacks on its tiles";
            let problem = Problem::with_value(Path::of(["setup", key]), message);
            let problem =
                problem.expected("expected none").help("write `setup.stacks`, as in `[\"1,0 wb\"]`");
            report.add(problem.related(Path::of(["board", "shape"]), "its cells carry tiles"));
        }
    }
    let tiles = laid(
        &table.tiles.black,
        &table.tiles.white,
        &["setup", "tiles"],
        "tiles",
        report,
        |name, path, report| cell(name, path, report).into_iter().collect(),
    );
    setup.tiles = by_side(&tiles, players);
    setup.stacks = stacks(&table.stacks, players, report);
    in_hand(file, setup, players, report);
    if tiles.is_empty() && report.is_clean(&["setup", "tiles"]) {
        let here = Path::of(["setup", "tiles"]);
        let message = "no tile lies on the boundless plane: nothing can stand on it";
        let problem = Problem::with_missing(here, message).expected("expected at least one tile");
        let problem = problem.help("lay some with `setup.tiles`, as in `tiles.black = [\"0,0\", \"0,-1\"]`");
        report.add(problem.related(Path::of(["board", "shape"]), "the plane"));
    }
    end(file, tiles.len(), report);
}

/// The cell of the plane called `name`.
fn cell(name: &str, path: Path, report: &mut Report<'_>) -> Option<Cell> {
    let farthest = Setup::FARTHEST;
    let is_near = |cell: &Cell| {
        let (q, r) = cell.axial();
        q.unsigned_abs().max(r.unsigned_abs()) <= u16::from(farthest)
    };
    let parsed = name.parse::<Cell>().ok();
    let in_range =
        |text: &str| text.trim().parse::<i64>().is_ok_and(|n| n.unsigned_abs() <= u64::from(farthest));
    if let Some(cell) = parsed.filter(|cell| is_axial(name) && is_near(cell)) {
        return Some(cell);
    }
    let as_in = "expected two whole numbers separated by a comma, as in `0,-1`";
    let (message, expected) = match name.split_once(',') {
        Some((q, r)) if is_axial(name) && !(in_range(q) && in_range(r)) => (
            format!("the cell {} is too far from `0,0`", quoted(name)),
            format!("expected numbers from -{farthest} to {farthest}"),
        ),
        None if parsed.is_some() => (
            format!("names of cells on the boundless plane contain no letters: found {}", quoted(name)),
            as_in.to_owned(),
        ),
        _ => (format!("invalid cell {}", quoted(name)), as_in.to_owned()),
    };
    report.add(Problem::with_value(path, message).expected(expected));
    None
}

/// The stacks that `texts` describe. Each text gives a cell and the stones on it, from bottom to top.
fn stacks(texts: &[String], players: [Colour; 2], report: &mut Report<'_>) -> Vec<Stack> {
    let list = Path::of(["setup", "stacks"]);
    let mut seen = BTreeMap::new();
    let mut stacks = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let here = list.index(i);
        let Some(stack) = stack(text, players, here.clone(), report) else { continue };
        if let Some(first) = seen.insert(stack.cell, i) {
            let message = format!("two stacks on `{}`", Axial(stack.cell));
            let problem = Problem::with_value(here, message).expected("expected a cell without a stack");
            report.add(problem.related(list.index(first), "first here"));
        }
        stacks.push(stack);
    }
    stacks
}

fn stack(text: &str, players: [Colour; 2], path: Path, report: &mut Report<'_>) -> Option<Stack> {
    let as_in = "expected a cell and its stones from bottom to top, as in `1,0 wb`";
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let message = match words.as_slice() {
        &[name, stones] => {
            let cell = cell(name, path.clone(), report)?;
            match stones.chars().find(|c| !matches!(c.to_ascii_lowercase(), 'b' | 'w')) {
                None => {
                    let colour =
                        |c: char| if c.eq_ignore_ascii_case(&'b') { Colour::Black } else { Colour::White };
                    let side = |c| Side::BOTH[index_of(colour(c), players)];
                    return Some(Stack { cell, stones: stones.chars().map(side).collect() });
                }
                Some(other) => {
                    format!(
                        "{} is not a stone: `b` is a black one, `w` a white one",
                        quoted(&other.to_string())
                    )
                }
            }
        }
        [only] if only.contains(',') => format!("the stones on {} are missing", quoted(only)),
        [_] => format!("the cell of the stack {} is missing", quoted(text)),
        [] => "the stack has neither a cell nor stones".to_owned(),
        _ => format!("{} has more than two parts", quoted(text)),
    };
    report.add(Problem::with_value(path, message).expected(as_in));
    None
}

/// Reports the stack with which a side exceeds its number of stones.
fn in_hand(file: &File, setup: &Setup, players: [Colour; 2], report: &mut Report<'_>) {
    let hand = usize::from(file.stacks.hand);
    if !report.is_clean(&["stacks", "hand"]) || !report.is_clean(&["setup", "stacks"]) {
        return;
    }
    for side in Side::BOTH {
        let own = |stack: &Stack| stack.stones.iter().filter(|stone| **stone == side).count();
        let mut left = hand;
        let too_many = setup.stacks.iter().position(|stack| match left.checked_sub(own(stack)) {
            Some(still) => {
                left = still;
                false
            }
            None => true,
        });
        if let Some(i) = too_many {
            let colour = players[side.index()].name();
            let all = count(setup.stacks.iter().map(own).sum::<usize>() as u64, &format!("{colour} stone"));
            let message = format!("the stacks hold {all}, but each side has only {hand}");
            let problem = Problem::with_value(Path::of(["setup", "stacks"]).index(i), message);
            let left = count(left as u64, &format!("{colour} stone"));
            let problem = problem.expected(format!("expected at most {left} in this stack"));
            report.add(problem.related(Path::of(["stacks", "hand"]), "the stones of a side"));
        }
    }
}

/// Reports that `end.tiles` is missing, or that the setup already has that many tiles.
fn end(file: &File, tiles: usize, report: &mut Report<'_>) {
    let here = Path::of(["end", "tiles"]);
    match file.end.tiles {
        None if report.is_clean(&["end", "tiles"]) => {
            let problem = Problem::with_missing(
                here,
                "a game on the boundless plane needs a tile limit: `end.tiles` is missing",
            );
            let expected = format!("expected `tiles` = an integer from 1 to {}", End::MOST_TILES);
            let problem = problem.expected(expected).related(Path::of(["board", "shape"]), "the plane");
            report.add(problem.help("set in `[end]` how many tiles end the game; no more can be laid"));
        }
        Some(most) if tiles >= usize::from(most) => {
            let of_setup = count(tiles as u64, "tile");
            let message = format!("the game would be over before it begins, with {of_setup} on the plane");
            let problem = Problem::with_value(here, message);
            let problem = problem.expected(format!("expected at least {}", tiles + 1));
            report.add(problem.related(Path::of(["setup", "tiles"]), "these tiles").over());
        }
        _ => {}
    }
}
