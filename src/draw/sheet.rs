//! Sheets of SVG: lines of text, boards and keys to their shades, one below the other.

use maud::{Markup, PreEscaped, html};

use super::palette::{self, INK, QUIET, Rgb};
use super::{edge, printable};
use crate::board::{Board, Cell, Point};
use crate::variant::Colour;

/// The width of a sheet, in its own units; a browser may scale it.
pub const WIDTH: f64 = 560.0;

/// Room at the left and right.
const MARGIN: f64 = 12.0;
/// The distance of neighbouring cells at most: small boards are not blown up.
const LARGEST_CELL: f64 = 56.0;

/// How a cell looks.
#[derive(Clone, Debug)]
pub struct Look {
    /// Its shade.
    pub fill: Rgb,
    /// A few characters in it.
    pub text: String,
    /// What a browser tells about it on hovering; may be empty.
    pub tooltip: String,
    /// Whether it has a heavy outline.
    pub outlined: bool,
    /// A stone on it.
    pub stone: Option<Colour>,
    /// Whether it is marked.
    pub marked: bool,
}

impl Look {
    /// An empty cell of this shade.
    pub const fn plain(fill: Rgb) -> Self {
        Self {
            fill,
            text: String::new(),
            tooltip: String::new(),
            outlined: false,
            stone: None,
            marked: false,
        }
    }
}

/// A sheet that grows downward.
pub struct Sheet {
    bottom: f64,
    body: Vec<Markup>,
}

impl Sheet {
    /// An empty sheet.
    pub fn new() -> Self {
        Self { bottom: MARGIN, body: Vec::new() }
    }

    /// Adds a heading, on as many lines as it needs.
    pub fn heading(&mut self, text: &str) {
        for line in wrapped(text, 58) {
            self.line(&line, 17.0, INK, true);
        }
    }

    /// Adds a note in small type, on as many lines as it needs.
    pub fn note(&mut self, text: &str) {
        for line in wrapped(text, 84) {
            self.line(&line, 12.0, QUIET, false);
        }
    }

    fn line(&mut self, text: &str, size: f64, colour: Rgb, bold: bool) {
        self.bottom += size * 1.3;
        let weight = if bold { "bold" } else { "normal" };
        self.body.push(html! {
            text x=(MARGIN) y=(short(self.bottom - size * 0.3)) font-size=(size) font-weight=(weight)
                fill=(colour) { (text) }
        });
    }

    /// Adds a board, in the middle, with its letters and numbers.
    pub fn board(&mut self, board: &Board, mut look: impl FnMut(Cell) -> Look) {
        let frame = Frame::around(board, self.bottom);
        let outline: Vec<Point> = board.corners();
        // Heavy outlines come last, so that no neighbour covers them.
        let (mut plain, mut outlined) = (Vec::new(), Vec::new());
        for &cell in board.cells() {
            let look = look(cell);
            let layer = if look.outlined { &mut outlined } else { &mut plain };
            layer.push(frame.cell(board, cell, &outline, &look));
        }
        let labels: Vec<_> = edge::labels(board).iter().map(|label| frame.label(board, label)).collect();
        self.body.push(html! {
            g text-anchor="middle" {
                @for part in plain.iter().chain(&outlined) { (part) }
                g fill=(QUIET) font-size=(short(frame.scale * 0.36)) { @for label in &labels { (label) } }
            }
        });
        self.bottom = frame.bottom;
    }

    /// Adds a key: shades from left to right, with words under some of them.
    pub fn key(&mut self, shades: &[Rgb], words: &[(f64, String)]) {
        let (left, width, top) = (60.0, WIDTH - 120.0, self.bottom + 10.0);
        let step = width / shades.len().max(1) as f64;
        self.body.push(html! {
            g stroke=(palette::GRID) stroke-width="0.5" {
                @for (i, shade) in shades.iter().enumerate() {
                    rect x=(short(left + step * i as f64)) y=(short(top)) width=(short(step)) height="14"
                        fill=(shade) {}
                }
            }
            g font-size="13" fill=(INK) {
                @for &(at, ref word) in words {
                    @let anchor = if at <= 0.0 { "start" } else if at >= 1.0 { "end" } else { "middle" };
                    text x=(short(left + width * at)) y=(short(top + 30.0)) text-anchor=(anchor) {
                        (printable(word))
                    }
                }
            }
        });
        self.bottom = top + 38.0;
    }

    /// The sheet as an SVG file, with a title and a description for those who can't see it.
    pub fn finish(self, title: &str, description: &str) -> String {
        let height = short(self.bottom + MARGIN);
        let markup = html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(WIDTH) height=(height) role="img"
                viewBox={ "0 0 " (WIDTH) " " (height) } font-family="system-ui, sans-serif" {
                title { (printable(title)) }
                desc { (printable(description)) }
                rect width="100%" height="100%" fill=(palette::PAPER) {}
                @for part in &self.body { (PreEscaped("\n")) (part) }
            }
            (PreEscaped("\n"))
        };
        markup.into_string()
    }
}

/// Where a board's points come to lie on a sheet.
struct Frame {
    /// Units of the sheet between neighbours.
    scale: f64,
    /// Of the board's origin.
    x: f64,
    /// Of the board's origin.
    y: f64,
    bottom: f64,
}

impl Frame {
    fn around(board: &Board, top: f64) -> Self {
        let points = || board.cells().iter().map(|&cell| board.centre(cell));
        let range = |of: fn(Point) -> f64| {
            points().map(of).fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
        };
        // Letters and numbers need a cell's room on all sides.
        let ((left, right), (low, high)) = (range(|p| p.x), range(|p| p.y));
        let scale = ((WIDTH - 2.0 * MARGIN) / (right - left + 2.6)).min(LARGEST_CELL);
        Self {
            scale,
            x: WIDTH / 2.0 - f64::midpoint(left, right) * scale,
            y: top + (high + 1.3) * scale,
            bottom: top + (high - low + 2.6) * scale,
        }
    }

    fn at(&self, point: Point) -> (f64, f64) {
        (self.x + point.x * self.scale, self.y - point.y * self.scale)
    }

    fn cell(&self, board: &Board, cell: Cell, outline: &[Point], look: &Look) -> Markup {
        let centre = board.centre(cell);
        let (x, y) = self.at(centre);
        // An outlined cell is drawn a little smaller, so that two of them side by side keep their own.
        let size = if look.outlined { 0.93 } else { 1.0 };
        let corner = |p: &Point| self.at(Point { x: centre.x + p.x * size, y: centre.y + p.y * size });
        let corners: Vec<String> =
            outline.iter().map(corner).map(|(x, y)| format!("{},{}", short(x), short(y))).collect();
        let (stroke, width) =
            if look.outlined { (INK, 0.07 * self.scale) } else { (palette::WOOD_LINE, 0.025 * self.scale) };
        html! {
            g {
                @if !look.tooltip.is_empty() { title { (printable(&look.tooltip)) } }
                polygon points=(corners.join(" ")) fill=(look.fill) stroke=(stroke)
                    stroke-width=(short(width)) {}
                @if let Some(colour) = look.stone { (self.stone(x, y, colour, look.marked)) }
                @else if look.marked { (self.mark(x, y, INK)) }
                @if !look.text.is_empty() {
                    text x=(short(x)) y=(short(y + 0.12 * self.scale)) font-size=(short(0.36 * self.scale))
                        fill=(look.fill.ink()) { (printable(&look.text)) }
                }
            }
        }
    }

    fn stone(&self, x: f64, y: f64, colour: Colour, marked: bool) -> Markup {
        let (fill, mark) = match colour {
            Colour::Black => (INK, palette::PAPER),
            Colour::White => (palette::PAPER, INK),
        };
        html! {
            circle cx=(short(x)) cy=(short(y)) r=(short(0.4 * self.scale)) fill=(fill) stroke=(INK)
                stroke-width=(short(0.04 * self.scale)) {}
            @if marked { (self.mark(x, y, mark)) }
        }
    }

    fn mark(&self, x: f64, y: f64, colour: Rgb) -> Markup {
        html! {
            circle cx=(short(x)) cy=(short(y)) r=(short(0.15 * self.scale)) fill="none" stroke=(colour)
                stroke-width=(short(0.08 * self.scale)) {}
        }
    }

    fn label(&self, board: &Board, label: &edge::EdgeLabel) -> Markup {
        const DISTANCE: f64 = 0.9;
        let (dx, dy) = (f64::from(label.step.0), f64::from(label.step.1));
        let away = if board.is_hex() {
            Point { x: f64::midpoint(dx, dy), y: (dy - dx) * 3_f64.sqrt() / 2.0 }
        } else {
            Point { x: dx, y: dy }
        };
        let centre = board.centre(label.beside);
        let (x, y) = self.at(Point { x: centre.x + away.x * DISTANCE, y: centre.y + away.y * DISTANCE });
        html! { text x=(short(x)) y=(short(y + 0.12 * self.scale)) { (label.text) } }
    }
}

/// A coordinate with two decimals at most.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The words of `text` on lines of at most `width` characters, where words are not longer.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in printable(text).split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short() {
        assert_eq!([1.0, 2.5, 0.125, -0.001, 100.0].map(short), ["1", "2.5", "0.12", "0", "100"]);
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(
            wrapped("how often each cell was the first", 12),
            ["how often", "each cell", "was the", "first"]
        );
        assert_eq!(wrapped("incomprehensibilities", 5), ["incomprehensibilities"]);
    }
}
