//! Positions as SVG.

use super::palette::{self, WOOD};
use super::sheet::{CellStyle, Outline, Piece, Sheet};
use super::{Holding, Mark, Picture, border, printable};
use crate::board::{Board, Cell};
use crate::variant::{Colour, listed};
use maud::Markup;

/// The legend of tiles and stacks.
const OF_TILES: &str = "Striped: black's tiles; plain: white's. On a stone: the height of its stack; beside it, \
    the stones of the stack in order, the top one uppermost. In a dashed ring: prisoners, which stand on no \
    tile.";
/// The legend of cell names on the boundless plane.
pub const OF_PLANE: &str = "Cells are named q,r: r stands at the left of its row, q at the ends of its line, which runs \
    down to the right.";
/// The legend of edges and outlines in the colours of stones.
pub const OF_GOALS: &str = "Black and white edges and outlines: where a goal requires stones of that colour; striped: \
    of either colour.";
/// The legend of grey blocks.
const OF_NEUTRAL: &str = "Grey blocks: neutral stones.";

/// The position as a self-contained SVG file: stones, stacks and tiles, letters and numbers at the edge, and the cells of the
/// last turn marked.
pub fn svg(picture: &Picture<'_>) -> String {
    let mut sheet = Sheet::blank();
    if !picture.title.is_empty() {
        sheet.heading(&picture.title);
    }
    draw(picture, &mut sheet, false);
    if !picture.caption.is_empty() {
        sheet.note(&picture.caption);
    }
    legend(picture).iter().for_each(|note| sheet.note(note));
    let title = if picture.title.is_empty() { "a board" } else { &picture.title };
    sheet.finish(&printable(title), &picture.caption)
}

/// The board alone as an element of a page, in which the attribute `data-cell` of each cell is its name.
pub fn element(picture: &Picture<'_>) -> Markup {
    let mut sheet = Sheet::blank();
    draw(picture, &mut sheet, true);
    sheet.element()
}

fn draw(picture: &Picture<'_>, sheet: &mut Sheet, named: bool) {
    let tiles = picture.has_tiles();
    let strokes = border::strokes(picture.board, &picture.wanted);
    sheet.board_with(picture.board, &picture.shown(), &strokes, |cell| {
        let style = if tiles { tile_style(picture, cell) } else { stone_style(picture, cell) };
        let name = if named { picture.board.name(cell) } else { String::new() };
        CellStyle { name, ..style }
    });
}

/// What the signs in the picture mean, a sentence or two each.
pub fn legend(picture: &Picture<'_>) -> Vec<String> {
    let (tiles, is_marked) = (picture.has_tiles(), !picture.marked.is_empty());
    let of_marks = match (picture.mark, tiles) {
        (Mark::LastTurn, true) => "Heavy outline: the last turn.",
        (Mark::Legal, true) => "Heavy outline: cells that a legal action touches.",
        (Mark::Best, true) => "Heavy outline: the best actions.",
        (Mark::LastTurn, false) => "",
        (Mark::Legal, false) => "Rings: cells that a legal action touches.",
        (Mark::Best, false) => "Rings: the best actions.",
    };
    let notes = [
        (tiles, OF_TILES),
        (is_marked && !of_marks.is_empty(), of_marks),
        (picture.holds.iter().any(|holding| holding.neutral), OF_NEUTRAL),
        (picture.board.is_boundless(), OF_PLANE),
        (!picture.wanted.is_empty(), OF_GOALS),
    ];
    let notes = notes.into_iter().filter(|(is_there, _)| *is_there).map(|(_, note)| note.to_owned());
    let of_pieces: Vec<String> =
        picture.pieces.iter().map(|(mark, name)| printable(&format!("{mark}: {name}"))).collect();
    let of_pieces = (!of_pieces.is_empty()).then(|| format!("Letters on stones: {}.", of_pieces.join(", ")));
    let names = listed(picture.sets.iter().map(|(name, _)| name.clone()), "and");
    let of_sets = (!names.is_empty()).then(|| printable(&format!("Darker cells: {names}.")));
    notes
        .chain(of_pieces)
        .chain(of_sets)
        .chain(picture.board.wrap().map(|wrap| format!("Dashed edges: {wrap}.")))
        .collect()
}

/// The style of a cell with at most one stone.
fn stone_style(picture: &Picture<'_>, cell: Cell) -> CellStyle {
    let in_set = picture.sets.iter().any(|(_, cells)| cells.contains(&cell));
    CellStyle {
        letter: picture.holding(cell).mark,
        piece: match picture.holding(cell) {
            Holding { neutral: true, .. } => Piece::Neutral,
            holding => holding.stones.last().map_or(Piece::None, |&stone| Piece::Stone(stone)),
        },
        marked: picture.is_marked(cell),
        tooltip: picture.board.name(cell),
        ..CellStyle::plain(if in_set { palette::SHADED } else { WOOD })
    }
}

/// The style of a cell that may have a tile and a stack.
fn tile_style(picture: &Picture<'_>, cell: Cell) -> CellStyle {
    let holding = picture.holding(cell);
    let (fill, stripes, outline) = match holding.tile {
        Some(Colour::Black) => (palette::BLACK_TILE, Some(palette::BLACK_STRIPES), Outline::Firm),
        Some(Colour::White) => (palette::WHITE_TILE, None, Outline::Firm),
        None => (palette::PAPER, None, Outline::Faint),
    };
    let stack = || Piece::Stack { stones: holding.stones.clone(), prisoner: holding.tile.is_none() };
    CellStyle {
        stripes,
        outline: if picture.is_marked(cell) { Outline::Heavy } else { outline },
        piece: if holding.stones.is_empty() { Piece::None } else { stack() },
        tooltip: description(picture.board, cell, holding),
        ..CellStyle::plain(fill)
    }
}

/// The contents of a cell, in words: `0,-1: black's tile, from the bottom: black white`.
fn description(board: &Board, cell: Cell, holding: &Holding) -> String {
    let mut text = board.name(cell);
    let mut joint = ": ";
    if let Some(colour) = holding.tile {
        text += &format!("{joint}{}'s tile", colour.name());
        joint = ", ";
    }
    if !holding.stones.is_empty() {
        let what = if holding.tile.is_some() { "stack" } else { "prisoners" };
        let stones: Vec<&str> = holding.stones.iter().map(|stone| stone.name()).collect();
        text += &format!("{joint}{what} from the bottom: {}", stones.join(" "));
    }
    text
}
