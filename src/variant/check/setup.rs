//! The position a game starts from: cells on the board, each once, no group without a liberty.

use super::Report;
use crate::board::{Board, Cell};
use crate::variant::diagnostic::Problem;
use crate::variant::file::{CaptureWord, File};
use crate::variant::model::{Colour, End, Setup, Side, Stack};
use crate::variant::tree::Path;
use crate::variant::words::{count, quoted};
use std::collections::BTreeMap;

/// A stone of the setup: its colour, and its place in the list of that colour.
type Stones = BTreeMap<Cell, (Colour, usize)>;

/// The setup that `file` describes.
pub fn setup(file: &File, board: Option<&Board>, players: [Colour; 2], report: &mut Report<'_>) -> Setup {
    let table = &file.setup;
    let mut stones = Stones::new();
    let mut setup = Setup { turns: table.turns, ..Setup::default() };
    for (colour, names) in [(Colour::Black, &table.black), (Colour::White, &table.white)] {
        for (i, name) in names.iter().enumerate() {
            let Some(cell) = cell(name, board, list_of(colour).index(i), report) else { continue };
            if let Some(&(other, first)) = stones.get(&cell) {
                report.add(used_twice(cell, list_of(colour).index(i), list_of(other).index(first)));
                continue;
            }
            stones.insert(cell, (colour, i));
            setup.stones[index_of(colour, players)].push(cell);
        }
    }
    for (colour, names) in [(Colour::Black, &table.tiles.black), (Colour::White, &table.tiles.white)] {
        let cells = names.iter().filter_map(|name| name.parse::<Cell>().ok());
        setup.tiles[index_of(colour, players)].extend(cells);
    }
    setup.stacks.extend(table.stacks.iter().filter_map(|text| stack(text, players)));
    setup.to_move = table.to_move.map(|colour| Side::BOTH[index_of(colour, players)]);
    let told = report.is_clean(&["game", "players"]) && report.is_clean(&["setup", "turns"]);
    if let Some(colour) = table.to_move.filter(|colour| told && table.turns == 0 && *colour != players[0]) {
        report.add(second_moves_first(colour, players[0]));
    }
    if file.end.max_turns <= table.turns && report.is_clean(&["end"]) {
        report.add(over_already(file));
    }
    let captures = file.capture.rule == CaptureWord::Liberties;
    if let Some(board) = board.filter(|_| captures && report.is_clean(&["setup"])) {
        liberties(board, &stones, report);
    }
    setup
}

/// How far from `0,0` a game can come on the boundless plane.
///
/// A tile is laid next to two others, so that the first tile of each further row needs two in the row before: every
/// two tiles bring the game one row further at most. A prisoner may stand one row beyond.
pub fn reach(file: &File) -> u8 {
    let tiles = &file.setup.tiles;
    let stacks = file.setup.stacks.iter().map(|stack| stack.split(' ').next().unwrap_or_default());
    let names = tiles.black.iter().chain(&tiles.white).map(String::as_str).chain(stacks);
    let far = names.filter_map(|name| name.parse::<Cell>().ok()).map(|cell| {
        let (q, r) = cell.axial();
        q.unsigned_abs().max(r.unsigned_abs())
    });
    let laid = file.end.tiles.unwrap_or(End::MOST_TILES);
    let reach = far.max().unwrap_or(0) + laid / 2 + 1;
    u8::try_from(reach).unwrap_or(u8::MAX).min(Cell::MAX_AXIAL)
}

fn list_of(colour: Colour) -> Path {
    Path::of(["setup", colour.name()])
}

/// The stack that `text` describes: its cell and its stones, from the bottom to the top.
fn stack(text: &str, players: [Colour; 2]) -> Option<Stack> {
    let (cell, stones) = text.split_once(' ')?;
    let side = |letter| match letter {
        'b' => Some(Side::BOTH[index_of(Colour::Black, players)]),
        'w' => Some(Side::BOTH[index_of(Colour::White, players)]),
        _ => None,
    };
    Some(Stack { cell: cell.parse().ok()?, stones: stones.chars().map(side).collect::<Option<_>>()? })
}

fn index_of(colour: Colour, players: [Colour; 2]) -> usize {
    usize::from(players[0] != colour)
}

fn cell(name: &str, board: Option<&Board>, path: Path, report: &mut Report<'_>) -> Option<Cell> {
    let Ok(cell) = name.parse::<Cell>() else {
        let message = format!("{} is not the name of a cell", quoted(name));
        let expected = "expected a column letter and a row number, as in `d7`";
        report.add(Problem::with_value(path, message).expected(expected));
        return None;
    };
    if let Some(board) = board.filter(|board| !board.contains(cell)) {
        let problem = Problem::with_value(path, format!("the cell `{cell}` is not on the board"));
        report.add(problem.expected(where_cells_are(board, cell.x)));
    }
    Some(cell)
}

/// Which cells there are in column `x`, or which columns if it is none.
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

fn used_twice(cell: Cell, path: Path, first: Path) -> Problem {
    Problem::with_value(path, format!("two stones on `{cell}`"))
        .expected("expected an empty cell")
        .related(first, "first here")
}

/// The problem that the side of `colour` is to move before the first turn, which is that of `first`.
fn second_moves_first(colour: Colour, first: Colour) -> Problem {
    let (name, first) = (colour.name(), first.name());
    let message = format!("it can't be {name}'s turn before the first turn: the first player is {first}");
    Problem::with_value(Path::of(["setup", "to_move"]), message)
        .expected(format!("expected \"{first}\", or turns that are done"))
        .related(Path::of(["game", "players"]), "who moves first stands first")
        .help(format!(
            "to let {name} move first, write `players = [\"{name}\", \"{first}\"]`; to begin later in the game, say in \
             `setup.turns` how many turns are done"
        ))
}

fn over_already(file: &File) -> Problem {
    let (turns, cap) = (file.setup.turns, file.end.max_turns);
    let message = format!("the game would be over before it begins, after {}", count(turns, "turn"));
    Problem::with_value(Path::of(["setup", "turns"]), message)
        .expected(format!("expected less than `end.max_turns`, {cap}"))
        .related(Path::of(["end", "max_turns"]), "the turn cap")
}

/// Tells each group that has no liberty, at the stone that stands first in the file.
fn liberties(board: &Board, stones: &Stones, report: &mut Report<'_>) {
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
            report.add(problem.help("where captures are by liberties, a position holds no such group"));
        }
    }
}
