//! Shows positions in the terminal and in files.

use super::failure::Failure;
use super::terminal::Terminal;
use crate::draw;
use crate::picture::picture;
pub use crate::picture::{Marks, colour, colour_of, sizes, svg};
use crate::rules::Position;
use crate::run::reason;
use anyhow::anyhow;
use std::path::Path;

/// The position for the terminal. If the terminal is too narrow for the names of cells, they are left out.
pub fn text(position: &dyn Position, marks: Marks<'_>, terminal: &Terminal) -> String {
    let mut picture = picture(position, marks);
    let centres = || picture.board.cells().iter().map(|&cell| picture.board.centre(cell).x);
    let across = centres().fold(0.0, f64::max) - centres().fold(0.0, f64::min);
    // A name takes four characters, and labels reach a cell and a half beyond the outermost centres.
    let fits = |columns: usize| (across + 3.0) * 4.0 <= columns as f64;
    if !picture.board.is_boundless() && !terminal.columns().is_none_or(fits) {
        picture.named.clear();
    }
    draw::terminal(&picture, terminal.output_has_colour())
}

/// Writes the position as SVG to the file `path`.
pub fn save(path: &Path, position: &dyn Position, marks: Marks<'_>, title: String) -> Result<(), Failure> {
    write(path, &svg(position, marks, title))
}

/// Writes a picture to the file `path`.
pub fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    std::fs::write(path, svg)
        .map_err(|error| anyhow!("cannot write {}: {}", path.display(), reason(&error)).into())
}
