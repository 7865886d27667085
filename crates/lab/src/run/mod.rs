//! A run's folder: the format of its files, and how they are written, resumed, divided and merged.
//!
//! Tables are read row by row, and errors name file, line and column. [`simulate`](crate::simulate) plays the games and knows
//! only their rows, not files.

mod append;
mod begin;
mod changed;
mod checkpoint;
mod checksum;
mod command;
mod division;
mod experiment;
mod failed;
mod files;
mod finish;
mod folder;
mod highlights;
mod identity;
mod kept;
mod lines;
mod lock;
mod manifest;
mod notable;
mod output;
mod packed;
mod recorded;
mod recording;
mod status;
#[cfg(test)]
mod tests;

pub use append::RowText;
pub use lines::{GameLines, count_lines};

pub use crate::rows::{
    Branching, CellRow, Columns, CourseRow, FailedGame, Field, FieldKind, Fingerprint, GameMeasures, GameRow,
    LONGEST_ROW, Line, Millionths, ReadError, Row, RowWriter, Rows, Source, Wrong, to_csv,
};
pub use crate::simulate::Block;
pub use begin::{BeginError, Existing, NewRun, Opened};
pub use changed::{Change, changed_under_report};
pub use checkpoint::{Checkpoint, Extent};
pub use command::{command_line, deciding};
pub use division::{Divided, Division, LikelyUnits, Unit};
pub use dropline_engine::text::{reason, without_number};
pub use experiment::{Aside, Basis, Experiment, ExperimentKind, Member, Search, Tried, Varied};
pub use failed::Numbers;
pub use files::{
    is_unfinished, open, read_text, remove_unfinished, sync_folder, write_atomically, write_atomically_by,
};
pub use finish::{Assembly, FinishError, Missing, end_of_run};
pub use folder::{
    CHARTS_OF_A_RUN, RECORDS, check_free, check_outside, check_own, complete, create_and_lock, is_begun_plan,
    remove_begun_plan, remove_units, replace_charts, tidy,
};
pub use highlights::{Highlight, HighlightReason, Reasons};
pub use identity::Difference;
pub use kept::{Kept, pack_rows};
pub use lock::Lock;
pub use manifest::{LARGEST_FILE, Manifest, Until};
pub use notable::{HighlightsError, make_highlights, write_highlights};
pub use output::{Output, OutputError};
pub use packed::{open_packed, packed};
pub use recorded::{NotARun, RecordedRun};
pub use recording::{Ended, Observer};
pub use status::{State, UnitState, states};

/// The program that writes a run, as its files name it.
pub const PROGRAM: &str = "dropline";
