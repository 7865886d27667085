//! The rules of play, compiled for speed: pure functions of a position, without files, clocks or randomness of their own.
//!
//! [`start`] creates the first position of a game; [`Position`] is its interface. Behind it, the files form layers. A file imports
//! only files of the layers below, and files of its own layer that do not import it.
//!
//! 1. What needs no rules: `cells` (the sets of cells on which everything is built), `directions`, `index`, tables `per_cell`,
//!    the padded `grid` with `wrap`, `player`, `action` with its form, `outcome`, `margin`, `illegal`, `plan`, `turn` (openings,
//!    steps, precedence, passes, the pie rule, the end), `trace`, `scratch`. `processor` declares functions compiled for the
//!    features of the processor.
//! 2. The position as data: `groups`, `history`, `occurrences` and `state`.
//! 3. The compiled rules: `taking`, `listed`, `arrangement`; `effect`, which needs only a position; those of the kinds of action and of the
//!    goals, in their folders in `actions` and their files in `goals`; and `compile`, which compiles a variant into all of these.
//! 4. The rules in play, each in the module of its name: `sight`, `placement`, `capture`, `new_per_group`, `repetition`,
//!    `completion`, `goals`, `catch_up`, `quiet`, `recurrence`; `apply` (effects); the play of the kinds of action, in their folders, and `general`, which handles the general
//!    kinds; `legal`, which lists all legal actions, `allowed`, which judges a single action, `legal_after`, which updates legal
//!    cells within a turn, and `trial`, which tries actions.
//! 5. The `flow` of turns, and built on it `act`, `look_ahead` (for `repetition` and `completion`), `score`, `standing`,
//!    `control_after`, `control_after_shape`, and `snapshot`, which saves positions.
//! 6. Games: `draw` and `random` draw an action, `playout` plays to the end, `own_eyes` excludes actions, `guided` with `decisive`
//!    and `patterns` (based on `surroundings`) plays for agents that learn from playouts. `engine` implements `game`, the
//!    interface; `verify` checks it.
//!
//! Stacks and tiles on the boundless plane have their own engine, `tiles`, with the same turn flow.

mod act;
mod action;
mod allowed;
mod apply;
mod arrangement;
mod capture;
mod catch_up;
mod cells;
mod compile;
mod completion;
mod condition;
mod control_after;
mod control_after_shape;
mod counts;
mod decisive;
mod directions;
mod draw;
mod drawing;
mod effect;
mod engine;
mod flow;
mod game;
mod general;
mod goals;
mod grid;
mod grouped;
mod groups;
mod guided;
mod history;
mod illegal;
mod index;
mod legal;
mod legal_after;
mod listed;
mod look_ahead;
mod margin;
mod new_per_group;
mod numbers;
mod occurrences;
mod outcome;
mod own_eyes;
mod pattern;
mod patterns;
mod per_cell;
mod pieces;
mod placement;
mod plan;
mod planner;
mod player;
mod playout;
mod processor;
mod quiet;
mod random;
mod read;
mod recurrence;
mod repetition;
mod scene;
mod score;
mod scratch;
mod sight;
mod snapshot;
mod standing;
mod state;
mod surroundings;
mod taking;
pub(crate) mod tiles;
mod trace;
mod trial;
mod turn;
mod verify;
mod wrap;

pub use action::{Action, ActionList, Mark};
pub(crate) use action::{Extent, Form, Named};
pub(crate) use apply::{Limits, apply, effect_allowed};
pub(crate) use capture::{capture_next_to, die};
#[cfg(test)]
pub(crate) use cells::words::Words;
pub(crate) use cells::{Cells, Large};
pub(crate) use compile::Rules;
pub(crate) use condition::{Allowed, By, CellRule, allowed_on, fulfilled, missed_by, permitted};
pub(crate) use counts::Counts;
pub(crate) use directions::{AXES, DIRECTIONS, STEPS, axes, axis_of, directions_within, opposite};
pub(crate) use drawing::Part;
pub(crate) use effect::Effect;
pub use engine::{processor_is_supported, start, start_on_large_grid};
pub use game::{Ownership, Position};
pub(crate) use general::{effect_holds, general_apply};
pub(crate) use grid::{Grid, flood, set_of};
pub use groups::MOST_LIBERTIES;
pub use guided::Guide;
pub use illegal::{Illegal, IllegalReason};
pub(crate) use index::{Index, beside, cell, index};
pub use margin::Margin;
pub(crate) use numbers::groups_for;
pub use outcome::{Outcome, Reason};
pub use own_eyes::PlayoutPolicy;
pub(crate) use pattern::{least_missing, some_pattern};
pub(crate) use per_cell::BoxedPerCell;
pub(crate) use pieces::Change;
pub(crate) use placement::Placement;
pub(crate) use plan::{Choices, Family, Slot};
pub use player::{Player, Winner};
pub(crate) use processor::{compiled, compiled_if};
pub(crate) use read::board_number;
pub(crate) use repetition::Tried;
pub(crate) use scene::Scene;
pub(crate) use scratch::Shifted;
pub(crate) use sight::{seen_by, sees};
pub use snapshot::{CourseSnapshot, Site, Snapshot};
pub(crate) use state::{State, Turned, same_stones};
pub(crate) use taking::Taking;
pub use tiles::SETS_OF_TILES;
pub use trace::Trace;
pub use turn::Stage;
