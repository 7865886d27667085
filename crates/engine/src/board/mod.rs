//! Boards: their cells, the names and neighbours of cells, and where cells are drawn.

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
pub use symmetry::{Symmetry, Turned, turned};
pub use wrap::Wrap;
