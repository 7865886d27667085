//! Boards as text.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};

use super::{Picture, edge, printable};
use crate::board::{Board, Cell};
use crate::variant::Colour;

/// The position as text: `x` for black stones, `o` for white ones, capitals for those of the last turn, letters
/// and numbers at the edge. On hexes the lines of cells they name run
/// aslant, which the text says. With `colour` there are ANSI escapes as well.
pub fn terminal(picture: &Picture<'_>, colour: bool) -> String {
    let mut canvas = Canvas::default();
    for &cell in picture.board.cells() {
        let (symbol, style) = symbol(picture, cell);
        canvas.put(place(picture.board, cell, (0, 0)), symbol, style);
    }
    put_labels(&mut canvas, picture.board);
    let mut text = String::new();
    if !picture.title.is_empty() {
        text.push_str(&printable(&picture.title));
        text.push_str("\n\n");
    }
    text.push_str(&canvas.text(colour));
    text.push('\n');
    text.push_str(&legend(picture));
    text.push('\n');
    if !picture.caption.is_empty() {
        text.push_str(&printable(&picture.caption));
        text.push('\n');
    }
    text
}

const QUIET: Style = Style::new().dimmed();

fn symbol(picture: &Picture<'_>, cell: Cell) -> (char, Style) {
    let (symbol, style) = match picture.stone(cell) {
        Some(Colour::Black) => ('x', AnsiColor::Cyan.on_default().bold()),
        Some(Colour::White) => ('o', AnsiColor::Yellow.on_default().bold()),
        None if picture.is_last(cell) => ('*', Style::new()),
        None => ('.', QUIET),
    };
    if picture.is_last(cell) { (symbol.to_ascii_uppercase(), style.invert()) } else { (symbol, style) }
}

fn legend(picture: &Picture<'_>) -> String {
    let emptied = picture.last.iter().any(|&cell| picture.stone(cell).is_none());
    let last = match (picture.last.is_empty(), emptied) {
        (true, _) => "",
        (false, false) => "; last turn: X, O",
        (false, true) => "; last turn: X, O, emptied *",
    };
    let lines =
        if picture.board.is_hex() { "\nletters run up to the right, numbers down to the right" } else { "" };
    format!("x black, o white{last}{lines}")
}

/// A line of text, growing upward, and a character in it.
type Place = (i32, i32);

/// Where the cell that lies `step` away from `cell` stands; it need not be on the board.
fn place(board: &Board, cell: Cell, step: (i32, i32)) -> Place {
    let (x, y) = (i32::from(cell.x) + step.0, i32::from(cell.y) + step.1);
    if board.is_hex() { (y - x, x + y) } else { (y, 2 * x) }
}

/// Puts the names of columns and rows around the board. Where several share a line, the characters of each stand
/// one beyond the other, as the line of cells that they name goes on; a name on a line of its own is written out.
fn put_labels(canvas: &mut Canvas, board: &Board) {
    let labels = edge::labels(board);
    let line_of = |label: &edge::EdgeLabel, distance: i32| {
        let step = (i32::from(label.step.0) * distance, i32::from(label.step.1) * distance);
        place(board, label.beside, step)
    };
    let mut sharing = BTreeMap::<i32, usize>::new();
    for label in &labels {
        *sharing.entry(line_of(label, 1).0).or_default() += 1;
    }
    for label in &labels {
        let (line, column) = line_of(label, 1);
        let length = label.text.len() as i32;
        let upward = line_of(label, 2).0 > line;
        for (i, symbol) in (0..).zip(label.text.chars()) {
            let place = match (sharing[&line] > 1, upward) {
                // Read from top to bottom in both cases.
                (true, true) => line_of(label, length - i),
                (true, false) => line_of(label, i + 1),
                (false, _) => (line, column - (length - 1 - i)),
            };
            canvas.put(place, symbol, QUIET);
        }
    }
}

/// Characters by line, the highest last, and column.
#[derive(Default)]
struct Canvas(BTreeMap<i32, BTreeMap<i32, (char, Style)>>);

impl Canvas {
    fn put(&mut self, (line, column): Place, symbol: char, style: Style) {
        self.0.entry(line).or_default().insert(column, (symbol, style));
    }

    fn text(&self, colour: bool) -> String {
        let left = self.0.values().filter_map(|line| line.keys().next()).min().copied().unwrap_or(0);
        let mut text = String::new();
        for line in self.0.values().rev() {
            let mut at = left;
            for (&column, &(symbol, style)) in line {
                (at..column).for_each(|_| text.push(' '));
                at = column + 1;
                if colour {
                    text.push_str(&format!("{style}{symbol}{style:#}"));
                } else {
                    text.push(symbol);
                }
            }
            text.push('\n');
        }
        text
    }
}
