//! Boards: which cells there are, what they are called, which are neighbours, where they are drawn.

mod cell;
mod cells;
mod geometry;
mod orientation;
mod region;
mod shape;
mod symmetry;
mod wrap;

pub use cell::{Axial, Cell, CellName, ParseCellError};
pub use cells::CellSet;
pub use geometry::Point;
pub(crate) use shape::HEX;
pub use shape::{Board, Direction, Lines, Shape};
pub use symmetry::{Turned, turned};
pub use wrap::Wrap;
