//! Players that learn.
//!
//! [`learn`](train::Learning) plays a game against itself and fits a static evaluation: a sum of weights, one for each local
//! pattern of stones. [`Learned`] looks one action ahead with it, and [`Searching`] uses it for the leaves of a tree search.
//!
//! Positions enter as sets of cells and leave as whole numbers, in units of 1/256 logit: evaluations, and so games, are the same
//! on every machine.

pub mod evaluator;
pub mod insight;
pub mod layout;
pub mod logistic;
pub mod model;
pub mod pattern;
pub mod player;
pub mod search;
mod sharing;
pub mod spec;
pub mod stages;
pub mod states;
pub mod symmetry;
pub mod train;
pub mod weights;

pub use evaluator::Evaluator;
pub use insight::Insight;
pub use layout::Layout;
pub use model::{Model, ModelError};
pub use player::Learned;
pub use search::Searching;
pub use spec::{LearnedSpec, ParseLearnedError};
pub use weights::{Tables, Weights};
