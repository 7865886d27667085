//! Sheets of SVG: lines of text, boards and legends of their shades, from top to bottom.

use maud::{Markup, PreEscaped, html};

use super::border::{Stroke, StrokeOf};
use super::palette::{self, INK, QUIET, Rgb};
use super::pieces::CellCentre;
use super::{edge, printable};
use crate::board::{Board, Cell, Point};
use crate::text::wrapped;
use crate::variant::Colour;

/// The width of a sheet, in its own units; a browser may scale it.
pub const WIDTH: f64 = 560.0;

/// The margin on the left and on the right.
const MARGIN: f64 = 12.0;
/// The largest distance between neighbouring cells, so that small boards are not drawn too large.
const LARGEST_CELL: f64 = 56.0;

/// How a cell looks.
#[derive(Clone, Debug)]
pub struct CellStyle {
    /// Its shade.
    pub fill: Rgb,
    /// Stripes over it in another shade.
    pub stripes: Option<Rgb>,
    /// A few characters in it.
    pub text: String,
    /// The tooltip that a browser shows; may be empty.
    pub tooltip: String,
    /// The name by which a page finds the cell; may be empty.
    pub name: String,
    /// Its outline.
    pub outline: Outline,
    /// The piece on it.
    pub piece: Piece,
    /// The letter on the piece, if it is of a kind.
    pub letter: Option<char>,
    /// Whether it is marked.
    pub marked: bool,
}

/// The outline of a cell. Heavier ones are drawn above lighter ones, so that no neighbour covers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outline {
    /// For cells that are barely shown.
    Faint,
    /// For the cells of a board.
    Plain,
    /// For tiles.
    Firm,
    /// For highlighted cells.
    Heavy,
}

/// The piece on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Nothing.
    None,
    /// A stone.
    Stone(Colour),
    /// A stone that belongs to no side.
    Neutral,
    /// Stones on top of one another, from bottom to top.
    Stack {
        /// At least one.
        stones: Vec<Colour>,
        /// Whether it is drawn as a prisoner.
        prisoner: bool,
    },
}

impl CellStyle {
    /// An empty cell of this shade.
    pub const fn plain(fill: Rgb) -> Self {
        Self {
            fill,
            stripes: None,
            text: String::new(),
            tooltip: String::new(),
            name: String::new(),
            outline: Outline::Plain,
            piece: Piece::None,
            letter: None,
            marked: false,
        }
    }
}

/// A sheet that grows downward.
#[derive(Debug)]
pub struct Sheet {
    bottom: f64,
    body: Vec<Markup>,
}

impl Sheet {
    /// An empty sheet.
    pub fn blank() -> Self {
        Self { bottom: MARGIN, body: Vec::new() }
    }

    /// Adds a heading, on as many lines as it needs.
    pub fn heading(&mut self, text: &str) {
        for line in wrapped(&printable(text), 58) {
            self.line(&line, 17.0, INK, true);
        }
    }

    /// Adds a note in small type, on as many lines as it needs.
    pub fn note(&mut self, text: &str) {
        for line in wrapped(&printable(text), 84) {
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

    /// Adds these `cells` of a board, centred, with its letters and numbers.
    pub fn board(&mut self, board: &Board, cells: &[Cell], style: impl FnMut(Cell) -> CellStyle) {
        self.board_with(board, cells, &[], style);
    }

    /// Like [`Sheet::board`], with lines along the borders of cells.
    pub(super) fn board_with(
        &mut self,
        board: &Board,
        cells: &[Cell],
        strokes: &[Stroke],
        mut style: impl FnMut(Cell) -> CellStyle,
    ) {
        let labels = edge::labels(board, cells);
        let beside = labels.iter().map(|label| label.beside);
        let frame =
            Frame::around(board, &cells.iter().copied().chain(beside).collect::<Vec<_>>(), self.bottom);
        let corners: Vec<Point> = board.corners();
        let mut parts: Vec<(Outline, Markup)> = Vec::with_capacity(cells.len());
        for &cell in cells {
            let style = style(cell);
            parts.push((style.outline, frame.cell(board, cell, &corners, &style)));
        }
        parts.sort_by_key(|&(outline, _)| outline);
        let labels: Vec<_> = labels.iter().map(|label| frame.label(board, label)).collect();
        self.body.push(html! {
            g text-anchor="middle" {
                @for (_, part) in &parts { (part) }
                @if !strokes.is_empty() { (frame.strokes(strokes)) }
                g fill=(QUIET) font-size=(short(frame.scale * 0.36)) { @for label in &labels { (label) } }
            }
        });
        self.bottom = frame.bottom;
    }

    /// Adds a legend: shades from left to right, with words under some of them.
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

    /// The sheet as an element of a page, without a background.
    pub fn element(self) -> Markup {
        let height = short(self.bottom);
        html! {
            svg viewBox={ "0 0 " (WIDTH) " " (height) } font-family="system-ui, sans-serif" {
                @for part in &self.body { (part) }
            }
        }
    }

    /// The sheet as an SVG file, with a title and a description for screen readers.
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

/// Maps points of a board to a sheet.
struct Frame {
    /// Units of the sheet between neighbours.
    scale: f64,
    /// The x coordinate of the board's origin.
    x: f64,
    /// The y coordinate of the board's origin.
    y: f64,
    bottom: f64,
}

impl Frame {
    fn around(board: &Board, cells: &[Cell], top: f64) -> Self {
        let points = || cells.iter().map(|&cell| board.centre(cell));
        let range = |of: fn(Point) -> f64| {
            points().map(of).fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
        };
        // Letters and numbers need the room of one cell on each side.
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

    fn cell(&self, board: &Board, cell: Cell, corners: &[Point], style: &CellStyle) -> Markup {
        let centre = board.centre(cell);
        let (x, y) = self.at(centre);
        let spot = CellCentre { x, y, scale: self.scale };
        let heavy = style.outline == Outline::Heavy;
        // A cell with a heavy outline is drawn slightly smaller, so that the outlines of two neighbours stay apart.
        let size = if heavy { 0.93 } else { 1.0 };
        let corner = |p: &Point| self.at(Point { x: centre.x + p.x * size, y: centre.y + p.y * size });
        // Stripes end at the outline.
        let inner = if heavy { 0.86 } else { 0.97 };
        let inner: Vec<Point> = corners.iter().map(|p| Point { x: p.x * inner, y: p.y * inner }).collect();
        let points: Vec<String> =
            corners.iter().map(corner).map(|(x, y)| format!("{},{}", short(x), short(y))).collect();
        let (stroke, width) = match style.outline {
            Outline::Faint => (palette::GRID, 0.025),
            Outline::Plain => (palette::WOOD_LINE, 0.025),
            Outline::Firm => (INK, 0.025),
            Outline::Heavy => (INK, 0.07),
        };
        // Three characters fit at full size.
        let text_size = (1.2 / style.text.chars().count().max(1) as f64).min(0.36) * self.scale;
        html! {
            g data-cell=[Some(&style.name).filter(|name| !name.is_empty())] {
                @if !style.tooltip.is_empty() { title { (printable(&style.tooltip)) } }
                polygon points=(points.join(" ")) fill=(style.fill) stroke=(stroke)
                    stroke-width=(short(width * self.scale)) {}
                @if let Some(colour) = style.stripes { (spot.stripes(&inner, colour)) }
                @match &style.piece {
                    Piece::Stone(colour) => (spot.stone(*colour, style.letter, style.marked)),
                    Piece::Neutral => (spot.block(style.letter, style.marked)),
                    Piece::Stack { stones, prisoner } => (spot.stack(stones, *prisoner)),
                    Piece::None => @if style.marked { (spot.mark(INK, None)) },
                }
                @if !style.text.is_empty() {
                    text x=(short(x)) y=(short(y + 0.12 * self.scale)) font-size=(short(text_size))
                        fill=(style.fill.ink()) { (printable(&style.text)) }
                }
            }
        }
    }

    /// Lines in the colours of the stones required there, with an edge that is visible on any background.
    fn strokes(&self, strokes: &[Stroke]) -> Markup {
        let white = |stroke: &&Stroke| matches!(stroke.of, StrokeOf::Goal([_, true]));
        html! {
            g fill="none" {
                // White lines are drawn above the edges of all lines, so that no edge of a neighbouring line crosses them.
                @for stroke in strokes { (self.stroke(stroke, if stroke.of == StrokeOf::Seam { QUIET } else { INK })) }
                @for stroke in strokes.iter().filter(white) { (self.stroke(stroke, palette::PAPER)) }
            }
        }
    }

    /// A line in one of its colours.
    fn stroke(&self, stroke: &Stroke, colour: Rgb) -> Markup {
        let points = stroke.points.iter().map(|&point| self.at(point));
        let points: Vec<String> = points.map(|(x, y)| format!("{},{}", short(x), short(y))).collect();
        // An outline within a cell is thinner than an edge of the board.
        let goal = if stroke.is_outline() { 0.08 } else { 0.16 };
        let (width, dashed) = match stroke.of {
            StrokeOf::Seam => (0.07, true),
            StrokeOf::Goal(by) if colour == palette::PAPER => (0.7 * goal, by == [true, true]),
            StrokeOf::Goal(_) => (goal, false),
        };
        let dashes = dashed.then(|| short(0.12 * self.scale));
        html! {
            polyline points=(points.join(" ")) stroke=(colour) stroke-width=(short(width * self.scale))
                stroke-linecap=(if dashed { "butt" } else { "round" }) stroke-dasharray=[dashes] {}
        }
    }

    fn label(&self, board: &Board, label: &edge::EdgeLabel) -> Markup {
        const DISTANCE: f64 = 0.9;
        let away = board.drawn((label.step.0.into(), label.step.1.into()));
        let centre = board.centre(label.beside);
        let (x, y) = self.at(Point { x: centre.x + away.x * DISTANCE, y: centre.y + away.y * DISTANCE });
        html! { text x=(short(x)) y=(short(y + 0.12 * self.scale)) { (label.text) } }
    }
}

/// A coordinate with two decimals at most.
pub fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short() {
        assert_eq!([1.0, 2.5, 0.125, -0.001, 100.0].map(short), ["1", "2.5", "0.12", "0", "100"]);
    }
}
