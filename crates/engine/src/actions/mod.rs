//! Actions: what a player can do in a turn.
//!
//! Each kind has a folder of the same name. It holds the kind's table in variant files, its checks, its description, its queries,
//! its [`Form`] and, in `play.rs`, its rule in play. Only this file names all kinds: as modules, and in the list at its end.
//!
//! Placements are played directly, because their speed determines the speed of the program. The other kinds on a board are played
//! through [`General`], and kinds on stacks through [`OfStacks`].

mod action_rule;
pub(crate) mod deal;
mod displace;
mod flip;
mod general;
mod movement;
pub(crate) mod place;
mod release;
mod remove;
mod shared_keys;
mod stack_drop;
mod stacks;

use crate::board::{Board, Cell, Direction, Symmetry};
use crate::chance::Draw;
use crate::conditions::{self, Condition, Moment, Who};
use crate::pieces::Piece;
use crate::rules::{
    Action, Cells, Effect, Family, Form, Grid, IllegalReason, Index, Rules, Slot, State, tiles,
};
use crate::variant::{CellSupply, Path, Problem, Report, Side, TileSupply, Variant};
use general::general_kinds;
pub(crate) use general::{General, GeneralRule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared_keys::along;
pub(crate) use shared_keys::is_false;
pub use shared_keys::{On, Owner, Reach, SharedKeys, SideWord, Sight, Whose};
pub(crate) use stacks::OfStacks;
use stacks::stack_kinds;
use std::ops::{ControlFlow, Deref};
pub use {
    action_rule::ActionRule,
    deal::Deal,
    displace::Displace,
    flip::Flip,
    movement::{Motion, Move, MoveLines, Onto},
    place::{
        Given, Place,
        shapes::{Pattern, Shapes},
    },
    release::Release,
    remove::Remove,
    stack_drop::StackDrop,
};

/// A checked kind of action, which answers the queries of other modules. The default answers are right for an action that neither
/// adds nor captures stones.
pub trait Kind {
    /// What `action`, a rule of this kind, does, in sentences.
    fn words(&self, action: &ActionRule, variant: &Variant) -> String;

    /// Whether it takes enemy stones off the board regardless of the capture rule.
    fn captures_by_itself(&self) -> bool {
        false
    }

    /// Whether it takes friendly stones off the board.
    fn removes_own(&self) -> bool {
        false
    }

    /// Whose the stones are that it turns over, before and after.
    fn flips(&self) -> Option<(Owner, Owner)> {
        None
    }

    /// Whether every action of the kind adds a stone.
    fn adds_stones(&self) -> bool {
        false
    }

    /// Whether each such action of `side` takes a stone off `board`, or moves one on in the direction `heading`, and none adds a
    /// stone. A step leads on if the sum of the products of its coordinates with those of the heading is positive.
    fn recedes(&self, _board: &Board, _side: Side, _heading: Direction) -> bool {
        false
    }

    /// Whether the stones that it adds belong to no side.
    fn adds_neutral(&self) -> bool {
        false
    }

    /// Whether the stones that it adds are the enemy's.
    fn adds_enemy(&self) -> bool {
        false
    }

    /// Whether it adds stones on empty cells and does nothing else.
    fn only_adds(&self) -> bool {
        false
    }

    /// Whether it depends on the size or the liberties of a group on the board.
    fn depends_on_groups(&self, _action: &ActionRule) -> bool {
        false
    }

    /// What `where` of `action`, which is of this kind, asks for beyond what the kind itself finds.
    fn read_on_cells(&self, action: &ActionRule) -> Condition {
        action.condition.clone()
    }

    /// What may stand on the cells on which `where` is read.
    fn judged(&self) -> &'static [Who] {
        &[Who::Empty]
    }

    /// Whether it moves a stone.
    fn moves(&self) -> bool {
        false
    }

    /// Whether it moves a friendly stone.
    fn moves_own(&self) -> bool {
        false
    }

    /// The lines along which a stone that it moves sees the cell that it left, wherever other stones stand; `None` if it may not.
    fn sees_origin_along(&self) -> Option<MoveLines> {
        None
    }

    /// Whether an action of this kind, as part of `rule`, is always possible after a move whose stone sees
    /// the cell that it left along `lines`, if nothing is captured.
    fn always_follows(&self, _rule: &ActionRule, _lines: MoveLines) -> bool {
        false
    }

    /// Whether it can empty an occupied cell.
    fn vacates(&self) -> bool {
        false
    }

    /// The family of the kind: see [`Family`].
    fn family(&self) -> Family {
        Family::General
    }

    /// Whether it adds one friendly stone on an empty cell, and does nothing else.
    fn adds_own_stone(&self) -> bool {
        self.family() == Family::Place && !self.adds_neutral()
    }

    /// Whether it adds one friendly stone, on any empty cell or, if stones fall, on any with none below it.
    fn adds_anywhere(&self) -> bool {
        false
    }

    /// Whether the stones that it adds fall.
    fn falls(&self) -> bool {
        false
    }

    /// Its shapes of stones, each with its key.
    fn shapes(&self) -> Vec<(&'static str, &Shapes)> {
        Vec::new()
    }

    /// The shapes of the first such action of the game, whoever takes it, if they differ.
    fn first_shape(&self) -> Option<&Shapes> {
        None
    }

    /// Whether it differs from `other` at most in whose the stones are that it adds.
    fn differs_only_in_owner(&self, _other: &ActionKind) -> bool {
        false
    }

    /// Whether it is the same after `symmetry` of `board`.
    fn is_kept_by(&self, _symmetry: &Symmetry, _board: &Board) -> bool {
        true
    }

    /// Why it is not symmetric under a half turn of the board that exchanges the sides; `None` if it is. `same` returns whether two
    /// lists of cells are opposite each other.
    fn why_asymmetric(&self, _same: &dyn Fn(&[Cell], &[Cell]) -> bool) -> Option<&'static str> {
        None
    }

    /// Whether it may be possible with the stones and cells of `supply`.
    fn is_possible(&self, supply: &CellSupply<'_>) -> bool {
        supply.has(Whose::Own)
    }

    /// The supply of stacks and tiles after `side` has taken such an action; `None` if the side cannot take one.
    fn on_tiles(&self, _supply: TileSupply, _side: Side) -> Option<TileSupply> {
        None
    }

    /// Problems with `action`, which is of this kind, in `variant`.
    fn problems(&self, _action: &ActionRule, _variant: &Variant) -> Vec<Problem> {
        Vec::new()
    }

    /// Text that can stand for both an action of this kind and one of `other`, if the two do different things. `both` says on which
    /// cells both actions may be taken.
    fn text_shared_with(
        &self,
        _other: &ActionKind,
        _board: &Board,
        _both: &dyn Fn(Cell) -> bool,
    ) -> Option<String> {
        None
    }

    /// Calls `each` with every action of this kind that a position on `board` could ever allow, and perhaps with others; the same
    /// action may come several times. Kinds that act on stacks name none: their plane is boundless.
    fn conceivable(&self, _board: &Board, _each: &mut dyn FnMut(Action)) {}

    /// Puts the values in `table` that can be written in several ways into canonical form, from which the hash of the rules is
    /// computed.
    fn write_canonical(&self, _action: &ActionRule, _board: &Board, _table: &mut Value) {}
}

/// A kind of action in variant files.
pub trait FromTable: Kind + Sized {
    /// Its table.
    type Table;
    /// Its name in sentences: `placing stones`.
    const GERUND: &'static str;
    /// Whether it acts on stacks, which stand on tiles.
    const OF_STACKS: bool = false;
    /// The key that lists the cells where the action may be taken.
    const CELLS: &'static str = "on";
    /// When `where` is read.
    const BEFORE: Moment = Moment::Before;
    /// When `makes` is read.
    const MADE: Moment = Moment::Made;

    /// The kind that `table`, at `path`, describes; `None` if the table is invalid.
    fn check(
        table: &Self::Table,
        path: &Path,
        board: Option<&Board>,
        report: &mut Report<'_>,
    ) -> Option<Self>;

    /// The keys in `table` that several kinds share.
    fn shared(_table: &Self::Table) -> SharedKeys<'_> {
        SharedKeys::default()
    }

    /// Fills in the defaults that depend on other keys.
    fn complete(_table: &mut Self::Table) {}
}

/// The names of a kind of action in files and sentences.
pub struct KindName {
    /// Its key.
    pub word: &'static str,
    /// Its name in sentences: `placing stones`.
    pub gerund: &'static str,
    /// Whether it acts on stacks, which stand on tiles.
    pub of_stacks: bool,
}

impl KindName {
    /// The keys of all kinds that act on stacks, or of all other kinds: "`stack-drop`, `deal` or `release`".
    pub fn listed(of_stacks: bool) -> String {
        let names = KINDS.iter().filter(|kind| kind.of_stacks == of_stacks);
        crate::variant::listed(names.map(|kind| format!("`{}`", kind.word)), "or")
    }
}

/// Declares the kinds of action. Kinds marked `board` are played through [`General`]; kinds marked `tiles` act on stacks and
/// are played through [`OfStacks`].
///
/// The brackets list the variants of [`Action`] that belong to the kind, each with the type that declares its [`Form`].
macro_rules! action_kinds {
    ($(
        $(#[$doc:meta])*
        $module:ident: $Kind:ident, $word:tt, [$($Variant:ident: $Formed:ident),+]
            $(, board $General:ident)? $(, tiles $OfStacks:ident)?;
    )*) => {
        /// What an action does.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum ActionKind {
            $($(#[$doc])* $Kind($Kind),)*
        }

        /// A kind of action with its restrictions: one table, named after the kind. Exactly one must be given.
        #[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        #[schemars(extend("minProperties" = 1, "maxProperties" = 1))]
        pub struct ActionTable {
            $(
                $(#[$doc])*
                #[serde(rename = $word, skip_serializing_if = "Option::is_none")]
                pub $module: Option<<$Kind as FromTable>::Table>,
            )*
        }

        /// All kinds.
        pub mod kinds {
            $(pub use crate::actions::$Kind;)*
        }

        /// The names of all kinds.
        pub const KINDS: &[KindName] = &[$(KindName {
            word: $word,
            gerund: <$Kind as FromTable>::GERUND,
            of_stacks: <$Kind as FromTable>::OF_STACKS,
        },)*];

        /// The forms of all actions that name cells.
        pub(crate) const FORMS: &[&Form] = &[$($(&$Formed::FORM,)+)*];

        impl Action {
            /// The action's form; `None` for `pass` and `swap`, which name no cells.
            pub(crate) const fn form(&self) -> Option<&'static Form> {
                match self {
                    $($(Self::$Variant { .. } => Some(&$Formed::FORM),)+)*
                    Self::Pass | Self::Swap => None,
                }
            }
        }

        impl ActionTable {
            /// The action called `name` that the table describes; `None` if the table is invalid.
            pub fn check(
                &self, name: &str, board: Option<&Board>, vocabulary: conditions::Vocabulary<'_>,
                report: &mut Report<'_>,
            ) -> Option<ActionRule> {
                $(if let Some(table) = &self.$module {
                    let path = Path::of(["action", name, $word]);
                    let kind = ActionKind::$Kind(FromTable::check(table, &path, board, report)?);
                    let keys = <$Kind as FromTable>::shared(table);
                    let cells = path.key(<$Kind as FromTable>::CELLS);
                    let on = On::check(keys.on, &cells, board, report);
                    let before = <$Kind as FromTable>::BEFORE;
                    let condition = Condition::check(
                        keys.condition, before, vocabulary, &path.key("where"), report,
                    );
                    let made = <$Kind as FromTable>::MADE;
                    let makes = Condition::check(keys.makes, made, vocabulary, &path.key("makes"), report);
                    let piece = report.take(Piece::named(keys.piece, vocabulary, path.key("piece")));
                    let becomes = keys.becomes.and_then(|(key, kind)| {
                        report.take(Piece::named(Some(kind), vocabulary, path.key(key)))
                    });
                    return Some(ActionRule {
                        piece,
                        becomes,
                        name: name.to_owned(),
                        kind,
                        sight: keys.sight.lines(),
                        new_per_group: keys.new_per_group,
                        side: keys.by.map(SideWord::side),
                        must_capture: keys.must_capture,
                        on,
                        condition,
                        makes,
                    });
                })*
                None
            }

            /// The names of the kinds that the table holds.
            pub fn kinds(&self) -> impl Iterator<Item = &'static KindName> {
                let there = [$(self.$module.is_some(),)*];
                KINDS.iter().zip(there).filter(|(_, there)| *there).map(|(kind, _)| kind)
            }

            /// Fills in the defaults that depend on other keys.
            pub fn complete(&mut self) {
                $(self.$module.iter_mut().for_each(<$Kind as FromTable>::complete);)*
            }
        }

        impl ActionKind {
            /// The word for the kind in variant files.
            pub const fn word(&self) -> &'static str {
                match self { $(Self::$Kind(_) => $word,)* }
            }
        }

        general_kinds! { $($($Kind: $General,)?)* }
        stack_kinds! { $($($module: $Kind: $OfStacks,)?)* }

        /// Delegates all queries to the actual kind.
        impl Deref for ActionKind {
            type Target = dyn Kind;

            fn deref(&self) -> &Self::Target {
                match self { $(Self::$Kind(kind) => kind,)* }
            }
        }
    };
}

action_kinds! {
    /// The player places a stone on an empty cell.
    place: Place, "place", [Place: Place, Shape: Shapes, PlaceEnemy: Given], board General;
    /// The player places a stone on the cell of an enemy stone, which moves to an empty cell near it.
    displace: Displace, "displace", [Displace: Displace], board General;
    /// The player deals out one of its stacks that stand on tiles, along a line.
    deal: Deal, "deal", [Deal: Deal], tiles OfStacks;
    /// The player places a stone from its hand on a tile of either side that carries no stack.
    stack_drop: StackDrop, "stack-drop", [Drop: StackDrop], tiles OfStacks;
    /// Prisoners are released and replaced by the player's tiles.
    release: Release, "release", [Release: Release], tiles OfStacks;
    /// The player moves a stone to another cell.
    movement: Move, "move", [Move: Move], board General;
    /// A stone is taken off the board.
    remove: Remove, "remove", [Remove: Remove], board General;
    /// A stone is turned over: it changes its owner where it stands. It is not captured.
    flip: Flip, "flip", [Flip: Flip], board General;
}
