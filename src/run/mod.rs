//! What the folder of a run holds, written and read: a row for each game, what is counted for each cell and
//! each turn, and how the run was made.
//!
//! These are data and their formats alone: who plays the games fills them in, the statistics and the report
//! read them. Tables are read row by row, whatever their length; what is wrong in one is said with its file,
//! line and column.

mod decimal;
mod experiment;
mod files;
mod games;
mod highlights;
mod manifest;
mod table;
mod tallies;

pub use decimal::{Branching, Millionths};
pub use experiment::{Experiment, Kind, Member, Varied};
pub use files::{open, read_text, write_atomically};
pub use games::{ENDS, Fingerprint, GameMeasures, GameRow, end_name};
pub use highlights::{Highlight, Reasons, Why};
pub use manifest::{LARGEST_FILE, Manifest, Until, command_line};
pub use table::{Field, LONGEST_ROW, Line, ReadError, Row, RowWriter, Rows, Wrong};
pub use tallies::{CellRow, CourseRow};
