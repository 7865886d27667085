//! Boards as text.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};

use super::canvas::{Canvas, Place};
use super::{NOTHING, Picture, edge, printable, sheet};
use crate::board::{Board, Cell};
use crate::variant::Colour;

/// The position as text: `x` for black stones, `o` for white ones, capitals for those of the last turn, letters
/// and numbers at the edge. On hexes the lines of cells they name run
/// aslant, which the text says. With `colour` there are ANSI escapes as well.
///
/// Where there are tiles and stacks, a stack is its top stone and its height in the brackets of its tile, `[x2]` on
/// black's, `(x2)` on white's, `<x2>` on none.
pub fn terminal(picture: &Picture<'_>, colour: bool) -> String {
    let (mut canvas, cells) = (Canvas::default(), picture.shown());
    let grid = Grid { board: picture.board, wide: picture.has_tiles() };
    for &cell in &cells {
        let (line, column) = grid.place(cell, (0, 0));
        if grid.wide {
            let (text, style) = tile(picture, cell);
            // The brackets stand around the column; what has none stands in it.
            let before = i32::from(text.starts_with(['[', '(', '<']));
            canvas.put((line, column - before), &text, style);
        } else {
            let (symbol, style) = symbol(picture, cell);
            canvas.put((line, column), symbol.encode_utf8(&mut [0; 4]), style);
        }
    }
    put_labels(&mut canvas, &grid, &cells);
    let mut text = String::new();
    if !picture.title.is_empty() {
        text.push_str(&printable(&picture.title));
        text.push_str("\n\n");
    }
    text.push_str(&canvas.text(colour));
    text.push('\n');
    text.push_str(&if grid.wide { legend_of_tiles(picture, &cells) } else { legend(picture) });
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

/// A cell where at most one stone stands.
fn symbol(picture: &Picture<'_>, cell: Cell) -> (char, Style) {
    let (symbol, style) = match picture.holding(cell).stones.last() {
        Some(&colour) => (letter(colour), style_of(colour)),
        None if picture.is_last(cell) => ('*', Style::new()),
        None => ('.', QUIET),
    };
    if picture.is_last(cell) { (symbol.to_ascii_uppercase(), style.invert()) } else { (symbol, style) }
}

/// A cell where tiles lie and stacks stand.
fn tile(picture: &Picture<'_>, cell: Cell) -> (String, Style) {
    let holding = picture.holding(cell);
    let last = picture.is_last(cell);
    let stack = match holding.stones.last() {
        Some(&top) if last => format!("{}{}", letter(top).to_ascii_uppercase(), holding.stones.len()),
        Some(&top) => format!("{}{}", letter(top), holding.stones.len()),
        None => if last { "*" } else { "" }.to_owned(),
    };
    let text = match (holding.tile, stack.as_str()) {
        (Some(Colour::Black), _) => format!("[{stack:2}]"),
        (Some(Colour::White), _) => format!("({stack:2})"),
        (None, "") => ".".to_owned(),
        (None, "*") => stack,
        (None, _) => format!("<{stack:2}>"),
    };
    let owner = holding.stones.last().copied().or(holding.tile);
    let style = owner.map_or(QUIET, style_of);
    (text, if last { style.invert() } else { style })
}

fn legend(picture: &Picture<'_>) -> String {
    let emptied = picture.last.iter().any(|&cell| picture.holding(cell) == &NOTHING);
    let last = match (picture.last.is_empty(), emptied) {
        (true, _) => "",
        (false, false) => "; last turn: X, O",
        (false, true) => "; last turn: X, O, emptied *",
    };
    let lines =
        if picture.board.is_hex() { "\nletters run up to the right, numbers down to the right" } else { "" };
    format!("x black, o white{last}{lines}")
}

fn legend_of_tiles(picture: &Picture<'_>, cells: &[Cell]) -> String {
    let last = if picture.last.is_empty() { "" } else { "; last turn: X, O, *" };
    let mut lines = vec![
        "[ ] a tile of black's, ( ) of white's, < > no tile: prisoners".to_owned(),
        format!("x2 a stack of 2 under a black stone, o2 under a white one{last}"),
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
        lines.extend(sheet::wrapped(&text, 78).iter().map(|line| line.replace(NO_BREAK, " ")));
    }
    if picture.board.is_boundless() {
        lines.push("cells are q,r: r at the left, q at the ends of lines down to the right".to_owned());
    }
    lines.join("\n")
}

/// A space at which no line ends.
const NO_BREAK: &str = "\u{a0}";

/// Where cells stand in the text.
struct Grid<'a> {
    board: &'a Board,
    /// Whether a cell takes six characters instead of two.
    wide: bool,
}

impl Grid<'_> {
    /// Where the cell that lies `step` away from `cell` stands; it need not be on the board.
    fn place(&self, cell: Cell, step: (i32, i32)) -> Place {
        let (halves, row) = self.board.on_lattice((i32::from(cell.x) + step.0, i32::from(cell.y) + step.1));
        (row, if self.wide { 3 * halves } else { halves })
    }
}

/// Puts the names of columns and rows around the board. Where several share a line and cells are narrow, the characters
/// of each stand one beyond the other, as the line of cells that they name goes on; other names are written out.
fn put_labels(canvas: &mut Canvas, grid: &Grid<'_>, cells: &[Cell]) {
    let labels = edge::labels(grid.board, cells);
    let line_of = |label: &edge::EdgeLabel, distance: i32| {
        let step = (i32::from(label.step.0) * distance, i32::from(label.step.1) * distance);
        grid.place(label.beside, step)
    };
    let mut sharing = BTreeMap::<i32, usize>::new();
    for label in &labels {
        *sharing.entry(line_of(label, 1).0).or_default() += 1;
    }
    for label in &labels {
        let (line, column) = line_of(label, 1);
        let length = label.text.len() as i32;
        if grid.wide || sharing[&line] == 1 {
            canvas.put((line, column - (length - 1)), &label.text, QUIET);
            continue;
        }
        let upward = line_of(label, 2).0 > line;
        for (i, symbol) in (0..).zip(label.text.chars()) {
            // Read from top to bottom in both cases.
            let place = if upward { line_of(label, length - i) } else { line_of(label, i + 1) };
            canvas.put(place, symbol.encode_utf8(&mut [0; 4]), QUIET);
        }
    }
}
