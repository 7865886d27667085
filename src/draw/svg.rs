//! Positions as SVG.

use super::palette::WOOD;
use super::sheet::{Look, Sheet};
use super::{Picture, printable};
use crate::board::Cell;

/// The position as an SVG file that needs no other file: stones, letters and numbers at the edge, a ring on the
/// cells of the last turn.
pub fn svg(picture: &Picture<'_>) -> String {
    let mut sheet = Sheet::new();
    if !picture.title.is_empty() {
        sheet.heading(&picture.title);
    }
    sheet.board(picture.board, |cell: Cell| Look {
        stone: picture.stone(cell),
        marked: picture.is_last(cell),
        tooltip: cell.to_string(),
        ..Look::plain(WOOD)
    });
    if !picture.caption.is_empty() {
        sheet.note(&picture.caption);
    }
    let title = if picture.title.is_empty() { "a board" } else { &picture.title };
    sheet.finish(&printable(title), &picture.caption)
}
