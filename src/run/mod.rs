//! What the folder of a run holds, written and read: a row for each game, what is counted for each cell and
//! each turn, and how the run was made.
//!
//! These are data and their formats alone: who plays the games fills them in, the statistics and the report
//! read them. Tables are read row by row, whatever their length; what is wrong in one is said with its file,
//! line and column.

mod checkpoint;
mod command;
mod decimal;
mod experiment;
mod failed;
mod files;
mod games;
mod highlights;
mod identity;
mod keys;
mod manifest;
mod share;
mod table;
mod tallies;

pub use checkpoint::{Checkpoint, Extent};
pub use command::{command_line, deciding};
pub use decimal::{Branching, Millionths};
pub use experiment::{Experiment, Kind, Member, Varied};
pub use failed::{FailedGame, Numbers};
pub use files::{is_unfinished, open, read_text, remove_unfinished, sync_folder, write_atomically};
pub use games::{Fingerprint, GameMeasures, GameRow};
pub use highlights::{Highlight, Reasons, Why};
pub use identity::Difference;
pub use keys::strange_keys;
pub use manifest::{LARGEST_FILE, Manifest, Until};
pub use share::{NoShare, Shard, Share};
pub use table::{Field, LONGEST_ROW, Line, ReadError, Row, RowWriter, Rows, Wrong, to_csv};
pub use tallies::{CellRow, CourseRow};
