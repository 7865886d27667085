//! The rows of a run's tables: what is recorded of each game, each cell and each turn, as types and as CSV. Simulations fill them,
//! statistics read them, and [`run`](crate::run) keeps them in files.

mod decimal;
mod failed;
mod games;
mod table;
mod tallies;

pub use decimal::{Branching, Millionths};
pub use failed::FailedGame;
pub use games::{Fingerprint, GameMeasures, GameRow};
pub use table::{
    Columns, Field, FieldKind, LONGEST_ROW, Line, ReadError, Row, RowWriter, Rows, Source, Wrong, to_csv,
};
pub use tallies::{CellRow, CourseRow};
