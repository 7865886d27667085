//! Goals, which decide a game before it is scored, or without scoring.
//!
//! Each kind has a file of the same name that holds everything about it: its table in variant files, its check, its description,
//! its compiled form, and its test. Only this file names all kinds: as modules, and in the list at its end.

#![allow(clippy::result_large_err, reason = "errors occur at most once per file loaded")]

mod board;
mod capture;
mod cells;
mod checked;
mod connect;
mod eliminate;
mod goal;
mod group;
mod line;
mod pattern;
mod reach;
mod ring;
mod unite;
mod view;

use crate::actions::SideWord;
use crate::board::{Board, Cell};
use crate::conditions::{Condition, Vocabulary};
use crate::rules::{Cells, Grid, Index, Large, compiled, set_of};
use crate::variant::{Path, Problem, Setup, Side, Variant};
use cells::{lists_by_side, name_of, piece_of, region};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use {
    board::Whole,
    capture::Capture,
    checked::Checked,
    connect::Connect,
    eliminate::Eliminate,
    goal::{Both, DescriptionContext, Goal, GoalResult},
    group::Group,
    line::Line,
    pattern::Pattern,
    reach::Reach,
    ring::Ring,
    unite::Unite,
    view::View,
};

/// Returns whether each side has reached a goal, optionally with one more stone on the board.
type Reached<'a> = dyn Fn(Option<(Side, Cell)>) -> [bool; 2] + 'a;

/// A kind of goal, checked.
pub trait Kind: Sized {
    /// Its table in variant files.
    type Table;
    /// The compiled form, which is tested in play.
    type Test<S: Cells>;

    /// The goal that `table`, at `path`, describes on `board`, or an error.
    fn check(
        table: &Self::Table,
        path: &Path,
        board: &Board,
        vocabulary: Vocabulary<'_>,
    ) -> Result<Self, Problem>;

    /// The condition as a clause: `a player has four stones in a row`.
    fn words(&self, context: &DescriptionContext<'_>) -> String;

    /// Whether rotations and reflections of the board leave it unchanged. If not, [`Kind::cells`] lists all the cells that it
    /// distinguishes.
    fn is_isotropic(&self) -> bool {
        true
    }

    /// The sets of cells on which it requires stones of `side`; empty if it names none.
    fn cells(&self, _board: &Board, _side: Side) -> Vec<Vec<Cell>> {
        Vec::new()
    }

    /// Why `side` can never reach it in any game of `variant`, if the rules make that certain.
    fn why_unreachable(&self, _variant: &Variant, _side: Side) -> Option<String> {
        None
    }

    /// Whether only a side that has had a stone of its own can reach it.
    fn needs_own_stones(&self) -> bool {
        true
    }

    /// The condition that it reads, if it reads one.
    fn condition(&self) -> Option<&Condition> {
        None
    }

    /// Writes its `table` as the hash of the rules takes it, if there are several ways to write it.
    fn write_canonical(&self, _table: &mut serde_json::Value) {}

    /// Whether it counts the stones that a side has captured, rather than stones on the board.
    fn counts_captures(&self) -> bool {
        false
    }

    /// Whether adding stones to the board never undoes it.
    fn survives_stones(&self) -> bool {
        false
    }

    /// Whether a side that reaches it has always reached `other` too.
    fn includes(&self, _other: &Self) -> bool {
        false
    }

    /// The goal, compiled for `grid`.
    fn compile<S: Cells, const D: usize>(&self, board: &Board, grid: &Grid<S, D>) -> Self::Test<S>;

    /// How many sets of cells it keeps for each side from one action to the next.
    fn kept<S: Cells>(_test: &Self::Test<S>) -> usize {
        0
    }

    /// Whether `side` has reached it, assuming that it had not reached it before the last action. `kept` holds the sets of cells
    /// that the goal keeps for the side; they are empty at the start of a game. Called after every action.
    fn holds<S: Cells, const D: usize>(
        test: &Self::Test<S>,
        view: &View<'_, S, D>,
        kept: &mut [S],
        side: usize,
    ) -> bool;

    /// Roughly how many actions `side` needs to reach it if the opponent does nothing; `None` if unknown. For agents that evaluate
    /// unfinished games.
    fn distance<S: Cells, const D: usize>(
        test: &Self::Test<S>,
        view: &View<'_, S, D>,
        side: usize,
    ) -> Option<u32>;

    /// Whether the kind implements [`Kind::last`].
    const IMPLEMENTS_LAST: bool = false;

    /// The union of all sets of at most `stones` empty cells on which stones of `side` complete the goal. If `new`, the cell of the
    /// last stone, is given, sets that do not involve this stone may be missing. Playouts call this after most actions, so a kind
    /// that cannot answer cheaply does not implement it.
    fn last<S: Cells, const D: usize>(
        _test: &Self::Test<S>,
        _view: &View<'_, S, D>,
        _side: usize,
        _stones: u32,
        _new: Option<Index>,
    ) -> S {
        S::none()
    }
}

/// Declares the table of a kind of goal in variant files: its own keys, and those common to all kinds.
macro_rules! goal_table {
    (
        $(#[$attribute:meta])*
        pub struct $Table:ident { $($(#[$field_attribute:meta])* pub $field:ident: $type:ty,)* }
    ) => {
        #[derive(Clone, Debug, Default, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        $(#[$attribute])*
        pub struct $Table {
            $($(#[$field_attribute])* pub $field: $type,)*
            /// When the goal is looked at, and for which side.
            #[serde(skip_serializing_if = "crate::goals::Checked::is_default")]
            #[schemars(extend("default" = "action"))]
            pub checked: $crate::goals::Checked,
            /// The only side that has the goal; both if omitted.
            #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
            pub side: Option<$crate::actions::SideWord>,
            /// What the goal means for the side that reaches it.
            pub result: $crate::goals::GoalResult,
            /// Which side the goal counts for if both sides reach it by the same action, or have reached it at the end of the same
            /// turn.
            pub both: $crate::goals::Both,
        }
    };
}
use goal_table;

/// Declares the kinds of goal.
macro_rules! goal_kinds {
    ($($module:ident: $Kind:ident, $word:literal;)*) => {
        /// The kinds of goals.
        pub mod kinds {
            pub use crate::goals::connect::Ends;
            pub use crate::goals::checked::Checked;
            $(pub use crate::goals::$Kind;)*
        }

        /// The condition.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum GoalKind {
            $(#[doc = concat!("See `goals/", $word, ".rs`.")] $Kind($module::$Kind),)*
        }

        /// A goal: one table, named after the kind of the goal. Exactly one must be given.
        #[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        #[schemars(extend("minProperties" = 1, "maxProperties" = 1))]
        #[allow(missing_docs, reason = "the schema describes each kind by its own table")]
        pub struct GoalTable {
            $(
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $module: Option<<$module::$Kind as Kind>::Table>,
            )*
        }

        impl GoalTable {
            /// The goal called `name` on `board`, or an error.
            pub fn check(
                &self, name: &str, board: &Board, vocabulary: Vocabulary<'_>,
            ) -> Result<Option<Goal>, Problem> {
                $(if let Some(table) = &self.$module {
                    let path = Path::of(["goal", name, $word]);
                    let kind = GoalKind::$Kind(Kind::check(table, &path, board, vocabulary)?);
                    let (side, checked) = (table.side.map(SideWord::side), table.checked);
                    let (name, result, both) = (name.to_owned(), table.result, table.both);
                    return Ok(Some(Goal { name, kind, checked, side, result, both }));
                })*
                Ok(None)
            }
        }

        impl GoalKind {
            /// The condition as a clause: `a player has four stones in a row`.
            pub fn words(&self, context: &DescriptionContext<'_>) -> String {
                match self { $(Self::$Kind(kind) => kind.words(context),)* }
            }

            /// The word for the kind in variant files.
            pub const fn word(&self) -> &'static str {
                match self { $(Self::$Kind(_) => $word,)* }
            }

            /// Whether rotations and reflections of the board leave the goal unchanged.
            pub fn is_isotropic(&self) -> bool {
                match self { $(Self::$Kind(kind) => kind.is_isotropic(),)* }
            }

            /// The sets of cells on which the goal requires stones of `side`; empty if it names none.
            pub fn cells(&self, board: &Board, side: Side) -> Vec<Vec<Cell>> {
                match self { $(Self::$Kind(kind) => kind.cells(board, side),)* }
            }

            /// Why `side` can never reach the goal in any game of `variant`, if the rules make that certain.
            pub fn why_unreachable(&self, variant: &Variant, side: Side) -> Option<String> {
                match self { $(Self::$Kind(kind) => kind.why_unreachable(variant, side),)* }
            }

            /// Whether only a side that has had a stone of its own can reach the goal.
            pub fn needs_own_stones(&self) -> bool {
                match self { $(Self::$Kind(kind) => kind.needs_own_stones(),)* }
            }

            /// The condition that the goal reads, if it reads one.
            pub fn condition(&self) -> Option<&Condition> {
                match self { $(Self::$Kind(kind) => kind.condition(),)* }
            }

            /// Writes the goal's `table` as the hash of the rules takes it.
            pub fn write_canonical(&self, table: &mut serde_json::Value) {
                match self { $(Self::$Kind(kind) => kind.write_canonical(table),)* }
            }

            /// Whether the goal counts the stones that a side has captured, rather than stones on the board.
            pub fn counts_captures(&self) -> bool {
                match self { $(Self::$Kind(kind) => kind.counts_captures(),)* }
            }

            /// Whether adding stones to the board never undoes the goal.
            pub fn survives_stones(&self) -> bool {
                match self { $(Self::$Kind(kind) => kind.survives_stones(),)* }
            }

            /// Whether a side that reaches the goal has always reached `other`, of the same kind, too.
            pub fn includes(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$Kind(kind), Self::$Kind(other)) => kind.includes(other),)*
                    _ => false,
                }
            }
        }

        /// A goal compiled for the grid of `S`.
        pub enum GoalTest<S: Cells> {
            $(#[doc = concat!("See `goals/", $word, ".rs`.")] $Kind(<$module::$Kind as Kind>::Test<S>),)*
            /// One of these, for a goal that may have been reached already without deciding the game: whatever arrived last, it
            /// considers all stones. As a kind of its own, it costs the others nothing.
            Afresh(Box<Self>),
        }

        impl<S: Cells> GoalTest<S> {
            /// `goal` on the `grid` of `board`, for games that it decides as soon as a side reaches it.
            pub fn new<const D: usize>(goal: &GoalKind, board: &Board, grid: &Grid<S, D>) -> Self {
                match goal { $(GoalKind::$Kind(kind) => Self::$Kind(kind.compile(board, grid)),)* }
            }

            /// The test of `goal` in play.
            pub fn of<const D: usize>(goal: &Goal, board: &Board, grid: &Grid<S, D>) -> Self {
                let test = Self::new(&goal.kind, board, grid);
                let decides = goal.checked == Checked::Action && goal.both != Both::Neither;
                if decides { test } else { Self::Afresh(Box::new(test)) }
            }

            /// How many sets of cells the goal keeps for both sides from one action to the next.
            pub fn kept(&self) -> usize {
                match self {
                    $(Self::$Kind(test) => 2 * <$module::$Kind as Kind>::kept::<S>(test),)*
                    Self::Afresh(test) => test.kept(),
                }
            }

            /// Which sides have reached the goal; `kept` holds the sets of cells that the goal keeps.
            #[inline(always)]
            pub fn reached<const D: usize>(&self, view: &View<'_, S, D>, kept: &mut [S]) -> [bool; 2] {
                match self {
                    $(Self::$Kind(test) => $module(test, view, kept),)*
                    Self::Afresh(test) => afresh(test, view, kept),
                }
            }

            /// Roughly how many actions `side` needs to reach the goal.
            #[inline(always)]
            pub fn distance<const D: usize>(&self, view: &View<'_, S, D>, side: usize) -> Option<u32> {
                match self {
                    $(Self::$Kind(test) => <$module::$Kind as Kind>::distance(test, view, side),)*
                    Self::Afresh(test) => distance(test, view, side),
                }
            }

            /// Whether the kind implements [`Kind::last`].
            pub const fn implements_last(&self) -> bool {
                match self {
                    $(Self::$Kind(_) => <$module::$Kind as Kind>::IMPLEMENTS_LAST,)*
                    Self::Afresh(test) => test.implements_last(),
                }
            }

            /// [`Kind::last`] of this goal.
            #[inline(always)]
            pub fn last<const D: usize>(
                &self,
                view: &View<'_, S, D>,
                side: usize,
                stones: u32,
                new: Option<Index>,
            ) -> S {
                match self {
                    $(Self::$Kind(test) => <$module::$Kind as Kind>::last(test, view, side, stones, new),)*
                    Self::Afresh(test) => last(test, view, side, stones, new),
                }
            }
        }

        // One function for each kind: a single function would set up registers for all kinds at each action.
        compiled! {$(
            #[doc = concat!("Which sides have reached the goal of `goals/", $word, ".rs`.")]
            fn $module(
                test: &<$module::$Kind as Kind>::Test<S>, view: &View<'_, S, D>, kept: &mut [S],
            ) -> [bool; 2] => both_sides::<$module::$Kind, S, D>(test, view, kept);
        )*}
    };
}

// What a test that considers all stones asks of the test within it. These functions are never inlined: one that contains itself
// could not be.
compiled! {
    /// Which sides have reached a goal, whatever arrived last. Nothing is kept for the next time.
    fn afresh(test: &GoalTest<S>, view: &View<'_, S, D>, kept: &mut [S]) -> [bool; 2] => {
        let reached = test.reached(&View { arrived: view.stones, ..*view }, kept);
        kept.fill(S::none());
        reached
    };
    /// Roughly how many actions `side` needs to reach the goal.
    fn distance(test: &GoalTest<S>, view: &View<'_, S, D>, side: usize) -> Option<u32> => test.distance(view, side);
    /// The cells where the last stones of `side` complete the goal.
    fn last(test: &GoalTest<S>, view: &View<'_, S, D>, side: usize, stones: u32, new: Option<Index>) -> S
        => test.last(view, side, stones, new);
}

/// Which sides have reached a goal of kind `K`.
#[inline(always)]
fn both_sides<K: Kind, S: Cells, const D: usize>(
    test: &K::Test<S>,
    view: &View<'_, S, D>,
    kept: &mut [S],
) -> [bool; 2] {
    let (first, second) = kept.split_at_mut(kept.len() / 2);
    [K::holds(test, view, first, 0), K::holds(test, view, second, 1)]
}

impl GoalKind {
    /// Calls `ask` with a function that returns whether each side has reached the goal in the position that `setup` describes on
    /// the board of `variant`, or with one more stone there. Assumes that there was no last action and that nothing has been captured.
    pub fn reached<R>(&self, variant: &Variant, setup: &Setup, ask: impl FnOnce(&Reached<'_>) -> R) -> R {
        if variant.board.is_hex() {
            self.reached_among::<6, R>(variant, setup, ask)
        } else {
            self.reached_among::<4, R>(variant, setup, ask)
        }
    }

    /// [`GoalKind::reached`] where cells have `D` neighbours.
    fn reached_among<const D: usize, R>(
        &self,
        variant: &Variant,
        setup: &Setup,
        ask: impl FnOnce(&Reached<'_>) -> R,
    ) -> R {
        let Variant { board, pieces, .. } = variant;
        let grid = Grid::<Large, D>::of(variant);
        let test = GoalTest::new(self, board, &grid);
        let at_start: [Large; 2] = setup.stones.each_ref().map(set_of);
        let neutral = set_of(&setup.neutral);
        let pieces: Vec<Large> = pieces.iter().map(|piece| set_of(&piece.cells)).collect();
        ask(&|more| {
            let mut stones = at_start;
            if let Some((side, cell)) = more {
                stones[side.index()] = stones[side.index()].or(set_of([cell]));
            }
            let empty = grid.board.without(stones[0]).without(stones[1]).without(neutral);
            let (arrived, captured, turns) = (&stones, [0; 2], setup.turns);
            let view = View {
                grid: &grid,
                stones: &stones,
                empty: &empty,
                arrived,
                captured,
                turns,
                pieces: &pieces,
            };
            test.reached(&view, &mut vec![Large::none(); test.kept()])
        })
    }
}

goal_kinds! {
    board: Whole, "board";
    capture: Capture, "capture";
    connect: Connect, "connect";
    eliminate: Eliminate, "eliminate";
    group: Group, "group";
    line: Line, "line";
    pattern: Pattern, "pattern";
    reach: Reach, "reach";
    ring: Ring, "ring";
    unite: Unite, "unite";
}
