//! Variants: from the text of a TOML file to a checked [`Variant`].

mod model;

pub use model::{
    ActionKind, ActionRule, Capture, Colour, Displace, End, GameInfo, Place, Reach, Repetition, Score,
    ScoreMethod, Setup, Side, Step, Suicide, Target, Turn, Variant,
};
