//! Boards as text.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};

use super::canvas::{Canvas, Place};
use super::{Mark, NOTHING, Picture, border, edge, printable};
use crate::board::{Board, Cell};
use crate::text::{is_unprintable, plain, wrapped};
use crate::variant::Colour;

/// The position as text: `x` for black stones, `o` for white ones, capitals for those on marked cells, letters and numbers at the
/// edge. On hexes, the columns and rows are slanted, as the legend explains. With `colour`, the text has ANSI escapes.
///
/// A stack is shown as its top stone and its height, in the brackets of its tile: `[x2]` on a black tile, `(x2)` on a white one,
/// `<x2>` off the tiles.
pub fn terminal(picture: &Picture<'_>, colour: bool) -> String {
    let (mut canvas, cells) = (Canvas::default(), picture.shown());
    let tiles = picture.has_tiles();
    let grid = Grid { board: picture.board, spread: spread(picture, tiles) };
    for &cell in &cells {
        let (line, column) = grid.place(cell, (0, 0));
        if tiles {
            let (text, style) = tile(picture, cell);
            // A bracket is written to the left of the cell's column, so that the first symbol is always in that column.
            let before = i32::from(text.starts_with(['[', '(', '<']));
            canvas.put((line, column - before), &text, style);
        } else if picture.named.contains(&cell) && picture.holding(cell) == &NOTHING {
            let name = picture.board.name(cell);
            let style = if picture.is_marked(cell) { Style::new().invert() } else { Style::new() };
            canvas.put((line, column - (name.len() as i32 - 1) / 2), &name, style);
        } else {
            let (symbol, style) = symbol(picture, cell);
            let mark = picture.holding(cell).mark.filter(|&mark| !is_unprintable(mark));
            let text: String = [symbol].into_iter().chain(mark).collect();
            canvas.put((line, column), &text, style);
        }
    }
    let goals = goal_marks(picture, &grid);
    goals.iter().for_each(|(&place, &(symbol, style))| {
        canvas.put(place, symbol.encode_utf8(&mut [0; 4]), style);
    });
    put_labels(&mut canvas, &grid, &cells, &goals);
    let mut text = String::new();
    if !picture.title.is_empty() {
        text.push_str(&printable(&picture.title));
        text.push_str("\n\n");
    }
    text.push_str(&canvas.text(colour));
    text.push('\n');
    text.push_str(&if tiles { legend_of_tiles(picture, &cells) } else { legend(picture, !goals.is_empty()) });
    text.push('\n');
    if !picture.caption.is_empty() {
        text.push_str(&printable(&picture.caption));
        text.push('\n');
    }
    text
}

const QUIET: Style = Style::new().dimmed();
const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const WHITE: Style = AnsiColor::Yellow.on_default().bold();

const fn letter(colour: Colour) -> char {
    match colour {
        Colour::Black => 'x',
        Colour::White => 'o',
    }
}

const fn style_of(colour: Colour) -> Style {
    match colour {
        Colour::Black => BLACK,
        Colour::White => WHITE,
    }
}

/// What the marks beside the board mean.
const BESIDE: &str = "\nx and o beside the board: cells of black's and white's goals";

/// The symbol of a marked empty cell.
const fn empty_mark(mark: Mark) -> char {
    match mark {
        Mark::LastTurn => '*',
        Mark::Legal | Mark::Best => '+',
    }
}

/// The symbol of a cell with at most one stone.
fn symbol(picture: &Picture<'_>, cell: Cell) -> (char, Style) {
    let (symbol, style) = match picture.holding(cell).stones.last() {
        Some(&colour) => (letter(colour), style_of(colour)),
        None if picture.holding(cell).neutral => ('#', Style::new()),
        None if picture.is_marked(cell) => (empty_mark(picture.mark), Style::new()),
        None => ('.', QUIET),
    };
    if picture.is_marked(cell) { (symbol.to_ascii_uppercase(), style.invert()) } else { (symbol, style) }
}

/// The text of a cell that may have a tile and a stack.
fn tile(picture: &Picture<'_>, cell: Cell) -> (String, Style) {
    let holding = picture.holding(cell);
    let marked = picture.is_marked(cell);
    let sign = empty_mark(picture.mark).to_string();
    let stack = match holding.stones.last() {
        Some(&top) if marked => format!("{}{}", letter(top).to_ascii_uppercase(), holding.stones.len()),
        Some(&top) => format!("{}{}", letter(top), holding.stones.len()),
        None if marked => sign.clone(),
        None => String::new(),
    };
    let text = match (holding.tile, stack.as_str()) {
        (Some(Colour::Black), _) => format!("[{stack:2}]"),
        (Some(Colour::White), _) => format!("({stack:2})"),
        (None, "") => ".".to_owned(),
        (None, stack) if stack == sign => sign,
        (None, _) => format!("<{stack:2}>"),
    };
    let owner = holding.stones.last().copied().or(holding.tile);
    let style = owner.map_or(QUIET, style_of);
    (text, if marked { style.invert() } else { style })
}

/// What the symbols mean. `beside` says whether stones that goals need are marked beside the board.
fn legend(picture: &Picture<'_>, beside: bool) -> String {
    let empty = picture.marked.iter().any(|&cell| picture.holding(cell) == &NOTHING);
    let stone = picture.marked.iter().any(|&cell| picture.holding(cell) != &NOTHING);
    let marks = match (picture.mark, stone, empty) {
        (_, false, false) => "",
        (Mark::LastTurn, _, false) => "; last turn: X, O",
        (Mark::LastTurn, _, true) => "; last turn: X, O, emptied *",
        (Mark::Legal, false, true) => "; legal: +",
        (Mark::Legal, true, false) => "; legal: X, O",
        (Mark::Legal, true, true) => "; legal: +, X, O",
        (Mark::Best, ..) => "; best: +",
    };
    let lines =
        if picture.board.is_hex() { "\nletters run up to the right, numbers down to the right" } else { "" };
    let of_pieces: String = picture
        .pieces
        .iter()
        .map(|(mark, name)| format!("; {} {}", printable(&mark.to_string()), plain(name)))
        .collect();
    let neutral = if picture.holds.iter().any(|holding| holding.neutral) { ", # neutral" } else { "" };
    let named = if picture.named.is_empty() {
        String::new()
    } else {
        format!("; {}", printable(&picture.named_because))
    };
    let beside = if beside { BESIDE } else { "" };
    format!("x black, o white{neutral}{of_pieces}{marks}{named}{beside}{lines}")
}

fn legend_of_tiles(picture: &Picture<'_>, cells: &[Cell]) -> String {
    let marks = match picture.mark {
        _ if picture.marked.is_empty() => "",
        Mark::LastTurn => "; last turn: X, O, *",
        Mark::Legal => "; legal: X, O, +",
        Mark::Best => "; best: +",
    };
    let mut lines = vec![
        "[ ] black's tile, ( ) white's tile, < > no tile: prisoners".to_owned(),
        format!("x2 a stack of 2 with black on top, o2 with white on top{marks}"),
    ];
    let mixed = |&cell: &Cell| {
        let stones = &picture.holding(cell).stones;
        let several = stones.iter().any(|stone| Some(stone) != stones.last());
        let order: String = stones.iter().map(|&stone| letter(stone)).collect();
        several.then(|| format!("{} {order}", picture.board.name(cell)).replace(' ', NO_BREAK))
    };
    let mixed: Vec<String> = cells.iter().filter_map(mixed).collect();
    if !mixed.is_empty() {
        let text = format!("stacks of both colours, from the bottom: {}", mixed.join("; "));
        lines.extend(wrapped(&printable(&text), 78).iter().map(|line| line.replace(NO_BREAK, " ")));
    }
    if picture.board.is_boundless() {
        lines.push("cells are q,r: r at the left, q at the ends of lines down to the right".to_owned());
    }
    lines.join("\n")
}

/// A space at which lines are not broken.
const NO_BREAK: &str = "\u{a0}";

/// The width of a cell, in units of two characters: three for tiles, and enough for names.
fn spread(picture: &Picture<'_>, tiles: bool) -> i32 {
    let longest = picture.named.iter().map(|&cell| picture.board.name(cell).len()).max();
    match longest {
        _ if tiles => 3,
        None => 1,
        Some(0..=3) => 2,
        Some(_) => 3,
    }
}

/// Where cells are placed in the text.
struct Grid<'a> {
    board: &'a Board,
    /// The width of a cell, in units of two characters.
    spread: i32,
}

impl Grid<'_> {
    /// The place of the cell that is `step` away from `cell`; it need not be on the board.
    fn place(&self, cell: Cell, step: (i32, i32)) -> Place {
        let (halves, row) = self.board.on_lattice((i32::from(cell.x) + step.0, i32::from(cell.y) + step.1));
        (row, self.spread * halves)
    }
}

/// The letters of the stones that goals require on a side of the board, at the places next to that side. Places next to the sides
/// of both colours stay empty.
fn goal_marks(picture: &Picture<'_>, grid: &Grid<'_>) -> BTreeMap<Place, (char, Style)> {
    let mut found = BTreeMap::<Place, [bool; 2]>::new();
    for (cell, step, by) in border::goal_steps(picture.board, &picture.wanted) {
        let colours = found.entry(grid.place(cell, (step.0.into(), step.1.into()))).or_default();
        for (colour, wanted) in colours.iter_mut().zip(by) {
            *colour |= wanted;
        }
    }
    let mark = |(place, by): (Place, [bool; 2])| {
        let colour = match by {
            [true, false] => Colour::Black,
            [false, true] => Colour::White,
            _ => return None,
        };
        Some((place, (letter(colour), style_of(colour))))
    };
    found.into_iter().filter_map(mark).collect()
}

/// Writes the names of columns and rows around the board and around the marks of `goals`, horizontally if cells are wide or no
/// other name is on the same line of text. Otherwise the characters of a name are placed one by one in the direction of the column
/// or row that it names.
fn put_labels(canvas: &mut Canvas, grid: &Grid<'_>, cells: &[Cell], goals: &BTreeMap<Place, (char, Style)>) {
    let labels = edge::labels(grid.board, cells);
    let step_to = |label: &edge::EdgeLabel, distance: i32| {
        let step = (i32::from(label.step.0) * distance, i32::from(label.step.1) * distance);
        grid.place(label.beside, step)
    };
    let outside = i32::from(labels.iter().any(|label| goals.contains_key(&step_to(label, 1))));
    let line_of = |label: &edge::EdgeLabel, distance: i32| step_to(label, distance + outside);
    let mut sharing = BTreeMap::<i32, usize>::new();
    for label in &labels {
        *sharing.entry(line_of(label, 1).0).or_default() += 1;
    }
    for label in &labels {
        let (line, column) = line_of(label, 1);
        let length = label.text.len() as i32;
        if grid.spread > 1 || sharing[&line] == 1 {
            canvas.put((line, column - (length - 1)), &label.text, QUIET);
            continue;
        }
        let upward = line_of(label, 2).0 > line;
        for (i, symbol) in (0..).zip(label.text.chars()) {
            // Whether a name is written above or below the board, it reads from top to bottom.
            let place = if upward { line_of(label, length - i) } else { line_of(label, i + 1) };
            canvas.put(place, symbol.encode_utf8(&mut [0; 4]), QUIET);
        }
    }
}
