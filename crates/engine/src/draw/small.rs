//! Small boards: many positions of one game on a page.
//!
//! A page holds dozens of small boards, so each consists of a handful of paths rather than an element for each stone: a stone is a
//! line of length zero with a round cap, as thick as the stone (`M40 87h0`). The empty board is drawn once, in the first picture,
//! and the others reuse it. The page's style sheet sets the widths and colours of the paths by the class of each layer.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use maud::{Markup, html};

use super::border::{Stroke, StrokeOf, strokes};
use super::sheet::short;
use super::{GoalCells, Holding, edge, window};
use crate::board::{Board, Cell, Point};
use crate::variant::Colour;

/// The distance between neighbouring cells in SVG units, large enough that coordinates can be rounded to integers.
const UNIT: f64 = 20.0;
/// The room around the cells for letters and numbers, in units of the distance between neighbours.
const MARGIN: f64 = 1.35;
/// Half the size of a cross.
const CROSS: i32 = 5;
/// The largest distance between the small stones next to a stack, and the largest height of all of them together.
const PITCH: (f64, f64) = (3.2, 14.0);

/// The contents of the cells that are not empty.
pub type Held = BTreeMap<Cell, Holding>;

/// A layer of a picture: everything drawn in one style. The style sheet refers to it by its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    BlackTile,
    Stripes,
    WhiteTile,
    /// Outlines of tiles and stacks that have changed.
    Changed,
    /// The outlines of single stones.
    Rim,
    White,
    /// The outlines of the top stones of stacks, which are smaller to leave room for the small stones next to them.
    StackRim,
    StackWhite,
    SmallRim,
    SmallWhite,
    /// Dots on new black stones, and on new white ones.
    OnBlack,
    OnWhite,
    /// Neutral stones.
    Block,
    /// Crosses where stones were removed.
    Gone,
}

impl Layer {
    const fn class(self) -> &'static str {
        match self {
            Self::BlackTile => "tb",
            Self::Stripes => "ts",
            Self::WhiteTile => "tw",
            Self::Changed => "ch",
            Self::Rim => "r",
            Self::White => "w",
            Self::StackRim => "kr",
            Self::StackWhite => "kw",
            Self::SmallRim => "sr",
            Self::SmallWhite => "sw",
            Self::OnBlack => "nb",
            Self::OnWhite => "nw",
            Self::Block => "b",
            Self::Gone => "x",
        }
    }
}

/// The board of a game, prepared for drawing many positions.
#[derive(Debug)]
pub struct SmallBoard<'a> {
    board: &'a Board,
    cells: Vec<Cell>,
    corners: Vec<Point>,
    /// The [`dot`] of each cell, formatted once: a page has tens of thousands of stones.
    dots: BTreeMap<Cell, String>,
    /// Lines for goals and joined edges.
    strokes: Vec<Stroke>,
    /// The id of the empty board on its page.
    id: String,
    /// Whether tiles and stacks are drawn, rather than single stones only.
    tiles: bool,
    /// The left and the top edge, in units.
    origin: (f64, f64),
    size: (f64, f64),
}

impl<'a> SmallBoard<'a> {
    /// The board, with lines for the goals; on the boundless plane, only the part around the cells that are `used`. `id` must be
    /// unique on the page.
    pub fn new(
        board: &'a Board,
        wanted: &[GoalCells],
        used: impl IntoIterator<Item = Cell>,
        id: String,
    ) -> Self {
        let cells = window::shown(board, used);
        let centres = || cells.iter().map(|&cell| board.centre(cell));
        let range = |of: fn(Point) -> f64| {
            centres().map(of).fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
        };
        let ((left, right), (low, high)) = (range(|p| p.x), range(|p| p.y));
        let origin = ((left - MARGIN) * UNIT, (-high - MARGIN) * UNIT);
        let size = ((right - left + 2.0 * MARGIN) * UNIT, (high - low + 2.0 * MARGIN) * UNIT);
        let (corners, strokes) = (board.corners(), strokes(board, wanted));
        let dots = BTreeMap::new();
        let mut small =
            Self { board, cells, corners, dots, strokes, id, tiles: board.is_boundless(), origin, size };
        small.dots = small.cells.iter().map(|&cell| (cell, dot(small.at(cell)))).collect();
        small
    }

    /// Draws a position. Changes since the position `before` are marked; `label` describes it for screen readers. The `first`
    /// picture on a page contains the empty board that the others reuse.
    ///
    /// # Panics
    /// Panics if a stone is not on the board.
    pub fn draw(&self, held: &Held, before: Option<&Held>, label: &str, first: bool) -> Markup {
        let layers = self.layers(held, before);
        let (width, height) = (short(self.size.0), short(self.size.1));
        html! {
            svg.board role="img" aria-label=(label) width=(width) height=(height)
                viewBox={ "0 0 " (width) " " (height) } {
                @if first { (self.empty()) } @else { use href={ "#" (self.id) } {} }
                @for (layer, path) in &layers { path class=(layer.class()) d=(path) {} }
                @if self.tiles { (self.heights(held)) } @else { (self.letters(held)) }
            }
        }
    }

    /// The cells with their letters and numbers.
    fn empty(&self) -> Markup {
        let cells: String = self.cells.iter().map(|&cell| self.outline(cell)).collect();
        let labels: Vec<_> = edge::labels(self.board, &self.cells);
        html! {
            g id=(self.id) {
                path class=(if self.tiles { "plane" } else { "cells" }) d=(cells) {}
                @for (class, path) in self.lines() { path class=(class) d=(path) {} }
                @for label in &labels {
                    @let (x, y) = self.beside(label);
                    text.edge x=(x) y=(y + 4) { (label.text) }
                }
            }
        }
    }

    /// The lines along the borders of cells, by class. White lines lie on black lines, which show as their edges.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines: Vec<(&str, String)> = Vec::new();
        for white in [false, true] {
            for stroke in &self.strokes {
                let Some(class) = class(stroke, white) else { continue };
                let path = self.path(stroke);
                match lines.iter_mut().find(|(drawn, _)| *drawn == class) {
                    Some((_, drawn)) => drawn.push_str(&path),
                    None => lines.push((class, path)),
                }
            }
        }
        lines
    }

    /// A line as a path.
    fn path(&self, stroke: &Stroke) -> String {
        let mut path = String::new();
        for (i, &point) in stroke.points.iter().enumerate() {
            let (x, y) = self.place(point);
            let _ = write!(path, "{}{x} {y}", if i == 0 { 'M' } else { 'L' });
        }
        path
    }

    fn layers(&self, held: &Held, before: Option<&Held>) -> BTreeMap<Layer, String> {
        let mut drawing = Drawing(BTreeMap::new());
        for (&cell, holding) in held {
            let changed = before.is_some_and(|before| before.get(&cell) != Some(holding));
            if self.tiles {
                self.stack(&mut drawing, cell, holding);
                if changed {
                    drawing.add(Layer::Changed, &self.outline(cell));
                }
            } else if holding.neutral {
                drawing.block(self.at(cell));
            } else if let Some(&stone) = holding.stones.last() {
                let dot = &self.dots[&cell];
                drawing.stone((Layer::Rim, Layer::White), dot, stone);
                if changed {
                    let mark = if stone == Colour::Black { Layer::OnBlack } else { Layer::OnWhite };
                    drawing.add(mark, dot);
                }
            }
        }
        for cell in
            before.into_iter().flat_map(|before| before.keys().filter(|cell| !held.contains_key(cell)))
        {
            let (x, y) = self.at(*cell);
            let size = 2 * CROSS;
            let cross = format!("M{} {}l{size} {size}m0-{size}l-{size} {size}", x - CROSS, y - CROSS);
            drawing.add(Layer::Gone, &cross);
        }
        drawing.0
    }

    /// A tile and the stack on it: the top stone, and to its right small stones for the whole stack in order.
    fn stack(&self, drawing: &mut Drawing, cell: Cell, holding: &Holding) {
        match holding.tile {
            Some(Colour::Black) => {
                drawing.add(Layer::BlackTile, &self.outline(cell));
                let (x, y) = self.at(cell);
                drawing.add(Layer::Stripes, &format!("M{} {}h17m-17 6h17m-17 6h17", x - 8, y - 6));
            }
            Some(Colour::White) => drawing.add(Layer::WhiteTile, &self.outline(cell)),
            None => {}
        }
        let height = holding.stones.len();
        let Some(&top) = holding.stones.last() else { return };
        let (x, y) = self.at(cell);
        drawing.stone((Layer::StackRim, Layer::StackWhite), &dot((x - shift(height), y)), top);
        if height > 1 {
            let pitch = PITCH.0.min(PITCH.1 / height as f64);
            for (i, &stone) in holding.stones.iter().enumerate() {
                let down = pitch * ((height - 1) as f64 / 2.0 - i as f64);
                drawing.small_stone(f64::from(x) + 7.0, f64::from(y) + down, stone);
            }
        }
    }

    /// The heights of stacks, on their top stones.
    fn heights(&self, held: &Held) -> Markup {
        let high = held.iter().filter(|(_, holding)| holding.stones.len() > 1);
        html! {
            @for (&cell, holding) in high {
                @let (x, y) = self.at(cell);
                @let top = holding.stones.last();
                text.hb[top == Some(&Colour::Black)].hw[top == Some(&Colour::White)]
                    x=(x - shift(holding.stones.len())) y=(y + 4) { (holding.stones.len()) }
            }
        }
    }

    /// The letters of pieces, on their stones.
    fn letters(&self, held: &Held) -> Markup {
        html! {
            @for (&cell, holding) in held {
                @if let Some(letter) = holding.mark {
                    @let (x, y) = self.at(cell);
                    @let white = holding.stones.last() == Some(&Colour::White);
                    text.hb[!white].hw[white] x=(x) y=(y + 4) { (letter) }
                }
            }
        }
    }

    /// The position of a board's point in the picture.
    fn place(&self, point: Point) -> (i32, i32) {
        let x = point.x * UNIT - self.origin.0;
        let y = -point.y * UNIT - self.origin.1;
        (x.round() as i32, y.round() as i32)
    }

    fn at(&self, cell: Cell) -> (i32, i32) {
        self.place(self.board.centre(cell))
    }

    fn beside(&self, label: &edge::EdgeLabel) -> (i32, i32) {
        let centre = self.board.centre(label.beside);
        let away = self.board.drawn((label.step.0.into(), label.step.1.into()));
        self.place(Point { x: centre.x + 0.9 * away.x, y: centre.y + 0.9 * away.y })
    }

    /// The outline of a cell, as a path.
    fn outline(&self, cell: Cell) -> String {
        let centre = self.board.centre(cell);
        let mut path = String::new();
        for (i, corner) in self.corners.iter().enumerate() {
            let (x, y) = self.place(Point { x: centre.x + corner.x, y: centre.y + corner.y });
            let step = if i == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{step}{x} {y}");
        }
        path + "z"
    }
}

/// The class that the style sheet uses for a line, or for the `white` part of it.
const fn class(stroke: &Stroke, white: bool) -> Option<&'static str> {
    match (stroke.of, white, stroke.is_outline()) {
        (StrokeOf::Seam, false, _) => Some("seam"),
        (StrokeOf::Goal(_), false, false) => Some("goal"),
        (StrokeOf::Goal(_), false, true) => Some("goal fine"),
        (StrokeOf::Goal([false, true]), true, false) => Some("goal white"),
        (StrokeOf::Goal([false, true]), true, true) => Some("goal fine white"),
        (StrokeOf::Goal([true, true]), true, false) => Some("goal white both"),
        (StrokeOf::Goal([true, true]), true, true) => Some("goal fine white both"),
        _ => None,
    }
}

/// How far the top stone of a stack is shifted to the left, to leave room for the small stones.
const fn shift(height: usize) -> i32 {
    if height > 1 { 2 } else { 0 }
}

/// A line of length zero, as a path.
fn dot((x, y): (i32, i32)) -> String {
    format!("M{x} {y}h0")
}

/// Paths by layer.
struct Drawing(BTreeMap<Layer, String>);

impl Drawing {
    fn add(&mut self, layer: Layer, path: &str) {
        self.0.entry(layer).or_default().push_str(path);
    }

    /// A neutral stone is a filled square.
    fn block(&mut self, (x, y): (i32, i32)) {
        let (half, side) = (2 * CROSS / 3, 4 * CROSS / 3);
        self.add(Layer::Block, &format!("M{} {}h{side}v{side}h-{side}z", x - half, y - half));
    }

    /// A stone is drawn as a dot in the layer `rim`; a white stone has a smaller dot in the layer `white` above it.
    fn stone(&mut self, (rim, white): (Layer, Layer), dot: &str, colour: Colour) {
        self.add(rim, dot);
        if colour == Colour::White {
            self.add(white, dot);
        }
    }

    fn small_stone(&mut self, x: f64, y: f64, colour: Colour) {
        let dot = format!("M{} {}h0", short(x), short((y * 10.0).round() / 10.0));
        self.add(Layer::SmallRim, &dot);
        if colour == Colour::White {
            self.add(Layer::SmallWhite, &dot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    fn held(cells: &[(&str, Colour)]) -> Held {
        cells.iter().map(|&(cell, colour)| (cell.parse().unwrap(), Some(colour).into())).collect()
    }

    #[test]
    fn new_stones_have_dots_and_captured_ones_leave_crosses() {
        let board = Board::new(Shape::Rectangle { width: 3, height: 1 });
        let small = SmallBoard::new(&board, &[], [], "b".to_owned());
        let before = held(&[("a1", Colour::White)]);
        let after = held(&[("b1", Colour::Black), ("c1", Colour::White)]);
        insta::assert_snapshot!(small.draw(&after, Some(&before), "after turn 2", true).into_string());
        let unmarked = small.draw(&after, None, "", false).into_string();
        assert!(!unmarked.contains("class=\"nb\"") && !unmarked.contains("class=\"x\""), "{unmarked}");
    }

    #[test]
    fn edges_that_goals_require_are_drawn_once_with_the_empty_board() {
        let board = Board::new(Shape::Rectangle { width: 2, height: 2 });
        let wanted = |text, by| GoalCells { cells: board.region(text).unwrap(), by };
        let wanted =
            [wanted("row 1", [true, false]), wanted("row -1", [true, true]), wanted("b2", [false, true])];
        let small = SmallBoard::new(&board, &wanted, [], "b".to_owned());
        insta::assert_snapshot!(small.draw(&Held::new(), None, "the start", true).into_string());
        assert!(!small.draw(&Held::new(), None, "again", false).into_string().contains("goal"));
    }

    #[test]
    fn tiles_stacks_and_changes_of_the_plane() {
        let board = Board::new(Shape::BoundlessHex { reach: 30 });
        let cell = |name: &str| name.parse::<Cell>().unwrap();
        let tile = |tile, stones: &[Colour]| Holding { tile, stones: stones.to_vec(), ..Holding::default() };
        let before: Held =
            [(cell("0,0"), tile(Some(Colour::Black), &[])), (cell("1,0"), tile(Some(Colour::White), &[]))]
                .into();
        let mut after = before.clone();
        after.insert(cell("1,0"), tile(Some(Colour::White), &[Colour::Black, Colour::White]));
        let small = SmallBoard::new(&board, &[], after.keys().copied(), "b".to_owned());
        insta::assert_snapshot!(small.draw(&after, Some(&before), "after turn 3", true).into_string());
    }
}
