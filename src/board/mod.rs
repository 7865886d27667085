//! Boards: which cells there are, what they are called, which are neighbours, where they are drawn.

mod cell;
mod geometry;
mod shape;

pub use cell::{Cell, ParseCellError};
pub use geometry::Point;
pub use shape::{Board, Direction, Lines, Shape};
