//! Variants: loading the text of a TOML file as a checked [`Variant`].
//!
//! A file's text becomes a tree with spans; the files it extends and settings from the command line are merged; the tree is
//! checked against the file format, then for validity.

mod check;
mod claims;
mod diagnostic;
mod effective;
mod explain;
mod file;
mod load;
mod merge;
mod model;
mod schema;
mod set;
mod shipped;
mod source;
mod syntax;
mod tree;
mod turn;
mod validate;
mod vary;
mod words;

pub use crate::actions::kinds::*;
pub use crate::actions::{
    ActionKind, ActionRule, Motion, MoveLines, On, Onto, Owner, Pattern, Reach, Shapes, Whose,
};
pub use crate::captures::{Capture, Run, Suicide, Take, Taken, Vicinity};
pub use crate::conditions::kinds as conditions;
pub use crate::conditions::{Condition, terms as condition_terms};
pub use crate::goals::kinds as goals;
pub use crate::goals::{Both, DescriptionContext, Goal, GoalKind, GoalResult};
pub use crate::pieces::{Piece, PieceKind};
pub(crate) use check::{CellSupply, Report, TileSupply};
pub use claims::{Claims, NoReturn, Passed, TurnClaims};
pub(crate) use diagnostic::Problem;
pub use diagnostic::{Diagnostics, ErrorFacts};
pub use explain::{explain, explain_within, parts as explained};
pub use load::{Loaded, load, load_document, load_effective, load_position, load_varied};
pub use model::{
    Colour, Empties, End, GameInfo, OntoPrisoner, ReleaseSets, Repeated, Repetition, RepetitionResult, Score,
    ScoreMethod, Setup, Side, Stack, Stacks, Stuck, Variant,
};
pub use schema::schema;
pub use shipped::{Shipped, shipped};
pub use source::{
    DEEPEST_CHAIN, Disk, Document, Identity, LARGEST_FILE, Library, NoFiles, Unreadable, is_standard_input,
};
pub(crate) use tree::{Part, Path};
pub use turn::{Step, Turn, Unmet};
pub use vary::{Axis, Grid};
pub(crate) use words::{count, quoted, unbroken};
pub use words::{listed, nearest};

#[cfg(test)]
mod tests;
