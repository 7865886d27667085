//! The position that a game starts from: cells on the board, each used once, and no group without a liberty.

use super::{Report, tiles};
use crate::board::{Board, Cell};
use crate::captures::CaptureWord;
use crate::variant::diagnostic::Problem;
use crate::variant::file::{File, ShapeWord};
use crate::variant::model::{Colour, Setup, Side};
use crate::variant::tree::Path;
use crate::variant::words::{count, quoted};
use std::collections::BTreeMap;

/// The contents of the cells of a setup: the colour, and the index in the list of that colour.
pub type SetupCells = BTreeMap<Cell, (Colour, usize)>;

/// The setup that `file` describes.
pub fn setup(file: &File, board: Option<&Board>, players: [Colour; 2], report: &mut Report<'_>) -> Setup {
    let table = &file.setup;
    let to_move = table.to_move.map(|colour| Side::BOTH[index_of(colour, players)]);
    let mut setup = Setup { turns: table.turns, to_move, ..Setup::default() };
    match file.board.as_ref().and_then(|board| board.shape) {
        Some(ShapeWord::BoundlessHex) => tiles::setup(file, players, &mut setup, report),
        Some(shape) => {
            tiles::refuse(file, shape, report);
            let read = |name: &str, path, report: &mut Report<'_>| cells(name, board, path, report);
            let stones = laid(&table.black, &table.white, &["setup"], "stones", report, read);
            setup.stones = by_side(&stones, players);
            setup.neutral = neutral(&table.neutral, &stones, board, report);
            let captures = matches!(file.capture.rule, CaptureWord::Liberties | CaptureWord::Forbidden)
                && setup.neutral.is_empty();
            if let Some(board) = board.filter(|_| captures && report.is_clean(&["setup"])) {
                liberties(board, &stones, report);
            }
        }
        // If the sets of cells are invalid, nothing else about them can be checked.
        None => {}
    }
    let known = report.is_clean(&["game", "players"]) && report.is_clean(&["setup", "turns"]);
    if let Some(colour) = table.to_move.filter(|colour| known && table.turns == 0 && *colour != players[0]) {
        report.add(second_moves_first(colour, players[0]));
    }
    if file.end.max_turns <= table.turns && report.is_clean(&["end"]) {
        report.add(over_already(file));
    }
    setup
}

/// The contents of the cells in the lists `black` and `white` of the table at `path`; `read` parses a name and reports errors.
pub fn laid(
    black: &[String],
    white: &[String],
    path: &[&str],
    things: &str,
    report: &mut Report<'_>,
    read: impl Fn(&str, Path, &mut Report<'_>) -> Vec<Cell>,
) -> SetupCells {
    let list_of = |colour: Colour| Path::of(path.iter().copied()).key(colour.name());
    let mut laid = SetupCells::new();
    for (colour, names) in [(Colour::Black, black), (Colour::White, white)] {
        for (i, name) in names.iter().enumerate() {
            let here = list_of(colour).index(i);
            for cell in read(name, here.clone(), report) {
                if let Some(&(other, first)) = laid.get(&cell) {
                    let on = if name.contains(' ') || name.parse::<Cell>().is_err() {
                        format!("`{cell}`")
                    } else {
                        quoted(&name.to_lowercase())
                    };
                    let problem = Problem::with_value(here.clone(), format!("two {things} on {on}"));
                    let problem = problem.expected("expected an empty cell");
                    report.add(problem.related(list_of(other).index(first), "first here"));
                    break;
                }
                laid.insert(cell, (colour, i));
            }
        }
    }
    laid
}

/// The cells of each side, in the order of the file.
pub fn by_side(laid: &SetupCells, players: [Colour; 2]) -> [Vec<Cell>; 2] {
    players.map(|colour| {
        let own = laid.iter().filter(|(_, (other, _))| *other == colour);
        let mut own: Vec<(usize, Cell)> = own.map(|(&cell, &(_, i))| (i, cell)).collect();
        own.sort_unstable();
        own.into_iter().map(|(_, cell)| cell).collect()
    })
}

/// The index of that colour in `players`.
pub fn index_of(colour: Colour, players: [Colour; 2]) -> usize {
    usize::from(players[0] != colour)
}

/// The cells of the neutral stones. Reports neutral stones on a cell that already holds a stone.
fn neutral(names: &[String], laid: &SetupCells, board: Option<&Board>, report: &mut Report<'_>) -> Vec<Cell> {
    let mut found = Vec::new();
    for (i, name) in names.iter().enumerate() {
        let here = Path::of(["setup", "neutral"]).index(i);
        for cell in cells(name, board, here.clone(), report) {
            if laid.contains_key(&cell) || found.contains(&cell) {
                let problem = Problem::with_value(here, format!("two stones on `{cell}`"));
                report.add(problem.expected("expected an empty cell"));
                break;
            }
            found.push(cell);
        }
    }
    found.sort_unstable();
    found
}

/// The cells that `name` stands for: one cell, or a set described in words.
fn cells(name: &str, board: Option<&Board>, path: Path, report: &mut Report<'_>) -> Vec<Cell> {
    let is_region = |name: &str| {
        let lower = name.to_ascii_lowercase();
        let words = ["all", "edge", "corners", "centre", "row", "rows", "column", "columns", "checkered"];
        lower.split_whitespace().any(|word| words.contains(&word))
    };
    if !is_region(name) {
        return cell(name, board, path, report).into_iter().collect();
    }
    // Without a valid board, cells cannot be checked.
    let Some(board) = board else { return Vec::new() };
    match board.region(name) {
        Ok(cells) if cells.is_empty() => {
            let message = format!("no cell of this board is in the set {}", quoted(name));
            report.add(Problem::with_value(path, message).expected("expected at least one cell"));
            Vec::new()
        }
        Ok(cells) => cells,
        Err(wrong) => {
            report.add(Problem::with_value(path, wrong).expected(Board::CELLS_EXPECTED));
            Vec::new()
        }
    }
}

fn cell(name: &str, board: Option<&Board>, path: Path, report: &mut Report<'_>) -> Option<Cell> {
    let Some(cell) = name.parse::<Cell>().ok().filter(|_| !name.contains(',')) else {
        let message = if tiles::is_axial(name) {
            format!("names of cells on this board begin with a letter: found {}", quoted(name))
        } else {
            format!("invalid cell {}", quoted(name))
        };
        let expected = "expected a cell, as in `d7`, or a set of cells, as in `row 1`";
        report.add(Problem::with_value(path, message).expected(expected));
        return None;
    };
    if let Some(board) = board.filter(|board| !board.contains(cell)) {
        let problem = Problem::with_value(path, board.lacks(cell));
        report.add(if board.is_hole(cell) {
            problem.expected("expected another cell").related(Path::of(["board", "holes"]), "the holes")
        } else {
            problem.expected(where_cells_are(board, cell.x))
        });
    }
    Some(cell)
}

/// The range of cells in column `x`, or the columns of the board if there is no such column.
fn where_cells_are(board: &Board, x: u8) -> String {
    let rows = || board.cells().iter().filter(|cell| cell.x == x);
    match (rows().next(), rows().next_back()) {
        (Some(first), Some(last)) if first == last => {
            format!("column `{}` is `{first}`", Cell::column_name(x))
        }
        (Some(first), Some(last)) => {
            format!("column `{}` runs from `{first}` to `{last}`", Cell::column_name(x))
        }
        _ => format!("the columns are `a` to `{}`", Cell::column_name(board.width() - 1)),
    }
}

/// Reports that `colour` is to move before the first turn, although `first` moves first.
fn second_moves_first(colour: Colour, first: Colour) -> Problem {
    let (name, first) = (colour.name(), first.name());
    let message = format!("{name} cannot take the first turn: the first player is {first}");
    Problem::with_value(Path::of(["setup", "to_move"]), message)
        .expected(format!("expected \"{first}\", or at least one turn in `setup.turns`"))
        .related(Path::of(["game", "players"]), "the first player comes first")
        .help(format!(
            "to let {name} move first, write `players = [\"{name}\", \"{first}\"]`; to begin later in the game, set \
             `setup.turns` to the number of turns already played"
        ))
}

fn over_already(file: &File) -> Problem {
    let (turns, cap) = (file.setup.turns, file.end.max_turns);
    let message = format!("the game would be over before it begins, after {}", count(turns, "turn"));
    Problem::with_value(Path::of(["setup", "turns"]), message)
        .expected(format!("expected less than {cap}, the value of `end.max_turns`"))
        .related(Path::of(["end", "max_turns"]), "the turn cap")
        .over()
}

/// Reports each group without a liberty, at its first stone in the file.
fn liberties(board: &Board, stones: &SetupCells, report: &mut Report<'_>) {
    let mut seen = std::collections::BTreeSet::new();
    let mut order: Vec<_> = stones.iter().map(|(&cell, &(colour, i))| (colour.name(), i, cell)).collect();
    order.sort_unstable();
    for (name, i, start) in order {
        if !seen.insert(start) {
            continue;
        }
        let mut group = vec![start];
        let mut free = false;
        let mut next = 0;
        while let Some(&cell) = group.get(next) {
            next += 1;
            for near in board.adjacent().iter().filter_map(|&direction| board.step(cell, direction)) {
                match stones.get(&near) {
                    None => free = true,
                    Some((colour, _)) if colour.name() == name && seen.insert(near) => group.push(near),
                    Some(_) => {}
                }
            }
        }
        if !free {
            let path = Path::of(["setup", name]).index(i);
            let message = match group.len() {
                1 => format!("the {name} stone on `{start}` has no liberty"),
                n => format!("the {name} group of {n} stones on `{start}` has no liberty"),
            };
            let problem = Problem::with_value(path, message);
            report.add(
                problem.help(
                    "under capture by liberties, every group must have a liberty at the start of a turn",
                ),
            );
        }
    }
}
