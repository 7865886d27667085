//! The rules of play, compiled for speed: pure functions of a position, without files, clocks or randomness of their own.
//!
//! [`start`] makes the first position of a game; [`Position`] is its interface. Behind it, `compile` turns a variant into tables
//! on a padded `grid`, `state` is a position, and each rule has the module of its name: `turn` (openings, steps, precedence,
//! passes, the pie rule, the end), `place`, `place_shape` with `shapes` (the ways a shape can lie) and `fillable` (what shapes
//! add to control), `displace`, `sight`, `groups`, `new_per_group`, `capture`, `repetition`, `score`, `trial`, `control_after`,
//! `control_after_shape`.
//! `snapshot` saves positions. `legal` lists all legal actions, `random` and `draw` draw one, `playout` plays whole games, and
//! `guided` with `decisive` plays for agents that learn from playouts; `trace` notes a game. `cells` has the sets of cells on
//! which everything is built, and `processor` declares functions compiled for the processor at hand.
//!
//! Stacks and tiles on the boundless plane have their own engine, `tiles`, with the same turn flow.

mod action;
mod capture;
mod catch_up;
mod cells;
mod compile;
mod control_after;
mod control_after_shape;
mod decisive;
mod directions;
mod displace;
mod draw;
mod effect;
mod engine;
mod fillable;
mod game;
mod general;
mod goals;
mod grid;
mod groups;
mod guided;
mod illegal;
mod index;
mod legal;
mod margin;
mod movement;
mod new_per_group;
mod outcome;
mod own_eyes;
mod patterns;
mod place;
mod place_shape;
mod plan;
mod player;
mod playout;
mod processor;
mod random;
mod remove;
mod repetition;
mod score;
mod shapes;
mod sight;
mod snapshot;
mod state;
mod taking;
mod tiles;
mod trace;
mod trial;
mod turn;
mod verify;
mod wrap;

pub use action::{Action, ActionList, Mark};
pub(crate) use cells::Cells;
pub(crate) use cells::words::Words;
pub(crate) use directions::{AXES, axes, opposite};
pub use engine::{start, start_portable};
pub use game::{Ownership, Position};
pub(crate) use grid::{Grid, flood, set_of};
pub use guided::Guide;
pub use illegal::{Illegal, IllegalReason};
pub(crate) use index::Index;
pub use margin::Margin;
pub use outcome::{Outcome, Reason};
pub use own_eyes::PlayoutPolicy;
pub use player::{Player, Winner};
pub(crate) use processor::compiled;
pub use snapshot::{CourseSnapshot, Site, Snapshot};
pub use trace::Trace;
