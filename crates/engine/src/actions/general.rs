//! The general kinds of action: their candidates are found as sets of cells, and their actions are applied through effects.

use super::{ActionRule, GeneralKind, Kind};
use crate::board::Board;
use crate::chance::Draw;
use crate::rules::{
    Action, Cells, Effect, Grid, IllegalReason, Index, Rules, Slot, State, effect_holds, general_apply,
};
use std::ops::ControlFlow;

/// A general kind in play. A candidate is a cell and a *way*, which numbers the actions that may be possible from that cell.
pub trait General: Kind {
    /// The compiled form.
    type Rule<S: Cells>;

    /// The rule of `action`, compiled for `grid`.
    fn compile<S: Cells, const D: usize>(
        &self,
        action: &ActionRule,
        board: &Board,
        grid: &Grid<S, D>,
    ) -> Self::Rule<S>;

    /// Whether both rules may allow the same action.
    fn may_overlap<S: Cells, const D: usize>(
        _one: &Self::Rule<S>,
        _other: &Self::Rule<S>,
        _grid: &Grid<S, D>,
    ) -> bool {
        true
    }

    /// The action of a candidate.
    fn action<S: Cells, const D: usize>(
        rule: &Self::Rule<S>,
        grid: &Grid<S, D>,
        at: Index,
        way: u32,
    ) -> Action;

    /// The cell and the way of `action`. They need not form a candidate: see [`General::fits`].
    ///
    /// # Errors
    /// [`IllegalReason::Kind`] if the action is of another kind, else the rule that its cells break.
    fn locate<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &Self::Rule<S>,
        action: Action,
    ) -> Result<(Index, u32), IllegalReason>;

    /// Whether the cell and the way that [`General::locate`] has found form a candidate.
    ///
    /// # Errors
    /// The first rule that forbids it.
    fn fits<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &Self::Rule<S>,
        at: Index,
        way: u32,
    ) -> Result<(), IllegalReason>;

    /// Calls `each` with every way and the cells from which the side to move can use it, until `each` returns `Break`.
    fn planes<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &Self::Rule<S>,
        each: impl FnMut(u32, S) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// [`General::planes`] with only the candidates that fulfil [`General::made`].
    #[inline(always)]
    fn made_planes<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &Self::Rule<S>,
        each: impl FnMut(u32, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Self::planes(state, grid, rule, each)
    }

    /// Whether the stone of a candidate fulfils `makes`.
    ///
    /// # Errors
    /// [`IllegalReason::Makes`] if it does not.
    #[inline(always)]
    fn made<S: Cells, const D: usize>(
        _state: &State<S, D>,
        _grid: &Grid<S, D>,
        _rule: &Self::Rule<S>,
        _at: Index,
        _way: u32,
    ) -> Result<(), IllegalReason> {
        Ok(())
    }

    /// Whether there is a candidate that fulfils [`General::made`].
    #[inline(always)]
    fn some<S: Cells, const D: usize>(state: &State<S, D>, grid: &Grid<S, D>, rule: &Self::Rule<S>) -> bool {
        Self::made_planes(state, grid, rule, |_, _| ControlFlow::Break(())).is_break()
    }

    /// The number of candidates.
    #[inline(always)]
    fn count<S: Cells, const D: usize>(state: &State<S, D>, grid: &Grid<S, D>, rule: &Self::Rule<S>) -> u32 {
        let mut count = 0;
        let _ = Self::planes(state, grid, rule, |_, cells| {
            count += cells.count();
            ControlFlow::Continue(())
        });
        count
    }

    /// The number of candidates that fulfil [`General::made`].
    #[inline(always)]
    fn count_made<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &Self::Rule<S>,
    ) -> u32 {
        Self::count(state, grid, rule)
    }

    /// Whether `slot` allows a candidate.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    fn allowed<S: Cells, const D: usize>(
        state: &State<S, D>,
        rules: &Rules<S, D>,
        slot: Slot,
        _rule: &Self::Rule<S>,
        at: Index,
        way: u32,
    ) -> Result<(), IllegalReason> {
        effect_holds(state, rules, slot, at, way)
    }

    /// The effect of a candidate's action.
    fn effect<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &Self::Rule<S>,
        at: Index,
        way: u32,
    ) -> Effect<S>;

    /// Plays the action of a legal candidate of `slot`, but does not advance the turn.
    #[inline(always)]
    fn make<S: Cells, const D: usize>(
        state: &mut State<S, D>,
        rules: &Rules<S, D>,
        slot: Slot,
        _rule: &Self::Rule<S>,
        at: Index,
        way: u32,
    ) {
        general_apply(state, rules, slot, at, way);
    }

    /// Whether the kind implements [`General::draw`]; `certain` says that all candidates are legal.
    fn draws<S: Cells, const D: usize>(_rule: &Self::Rule<S>, _grid: &Grid<S, D>, _certain: bool) -> bool {
        false
    }

    /// Draws a legal candidate of `slot` uniformly, for kinds where that is faster than drawing from [`General::planes`].
    #[inline(always)]
    fn draw<S: Cells, const D: usize>(
        _state: &State<S, D>,
        _rules: &Rules<S, D>,
        _slot: Slot,
        _rule: &Self::Rule<S>,
        _draw: &mut Draw<'_>,
    ) -> Option<(Index, u32)> {
        None
    }
}

/// A general kind of action, with the properties that all general kinds share.
pub struct GeneralRule<S: Cells> {
    /// The kind, with its compiled form.
    pub kind: GeneralKind<S>,
    /// Whether the action must capture an enemy stone.
    pub must_capture: bool,
    /// Whether all its candidates are legal.
    pub certain: bool,
    /// Whether all candidates that fulfil [`General::made`] are legal.
    pub certain_once_made: bool,
    /// Whether this rule shares no action with the other general rules of the variant.
    pub apart: bool,
    /// [`General::draws`].
    pub draws: bool,
}

impl<S: Cells> GeneralRule<S> {
    /// The rule of `action` on `board`. `certain` says that no rule for all actions, such as superko, can forbid a candidate.
    pub fn new<const D: usize>(action: &ActionRule, certain: bool, board: &Board, grid: &Grid<S, D>) -> Self {
        let kind = GeneralKind::new(action, board, grid);
        let certain_once_made = certain && !action.kind.depends_on_groups(action);
        let certain = certain_once_made && action.makes.is_empty();
        let draws = kind.draws(grid, certain);
        Self { kind, must_capture: action.must_capture, certain, certain_once_made, apart: false, draws }
    }

    /// Finds out which of `rules` share no action with the others. `rules` must be all general rules of a variant.
    pub fn find_exclusive<const D: usize>(rules: &mut [Self], grid: &Grid<S, D>) {
        for i in 0..rules.len() {
            let mut others = (0..rules.len()).filter(|&j| j != i);
            rules[i].apart = !others.any(|j| rules[i].kind.may_overlap(&rules[j].kind, grid));
        }
    }

    /// Whether none of the `earlier` slots can allow an action that `slot` offers. `slot` must refer to this rule.
    #[inline(always)]
    pub fn is_alone(&self, slot: Slot, earlier: &[Slot]) -> bool {
        // The same rule may be in two steps that are open at once.
        earlier.is_empty() || self.apart && earlier.iter().all(|other| other.rule != slot.rule)
    }
}

/// Declares the general kinds.
macro_rules! general_kinds {
    ($($Kind:ident: $General:ident,)*) => {
        /// A general kind compiled for the grid of `S`.
        pub enum GeneralKind<S: Cells> {
            $(#[doc = concat!("See [`", stringify!($Kind), "`].")] $Kind(<$Kind as $General>::Rule<S>),)*
        }

        impl<S: Cells> GeneralKind<S> {
            /// The kind of `action`, which must be general.
            pub fn new<const D: usize>(action: &ActionRule, board: &Board, grid: &Grid<S, D>) -> Self {
                match &action.kind {
                    $(ActionKind::$Kind(kind) => Self::$Kind(kind.compile(action, board, grid)),)*
                    _ => unreachable!("placements have their own rules, and stack actions belong to the tile engine"),
                }
            }

            /// [`General::may_overlap`]; different kinds never share an action.
            pub fn may_overlap<const D: usize>(&self, other: &Self, grid: &Grid<S, D>) -> bool {
                match (self, other) {
                    $((Self::$Kind(one), Self::$Kind(other)) => <$Kind as $General>::may_overlap(one, other, grid),)*
                    _ => false,
                }
            }

            /// [`General::action`].
            #[inline(always)]
            pub fn action<const D: usize>(&self, grid: &Grid<S, D>, at: Index, way: u32) -> Action {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::action(rule, grid, at, way),)* }
            }

            /// [`General::locate`].
            pub fn locate<const D: usize>(
                &self, state: &State<S, D>, grid: &Grid<S, D>, action: Action,
            ) -> Result<(Index, u32), IllegalReason> {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::locate(state, grid, rule, action),)* }
            }

            /// [`General::fits`].
            pub fn fits<const D: usize>(
                &self, state: &State<S, D>, grid: &Grid<S, D>, at: Index, way: u32,
            ) -> Result<(), IllegalReason> {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::fits(state, grid, rule, at, way),)* }
            }

            /// [`General::planes`].
            #[inline(always)]
            pub fn planes<const D: usize>(
                &self, state: &State<S, D>, grid: &Grid<S, D>, each: impl FnMut(u32, S) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::planes(state, grid, rule, each),)* }
            }

            /// [`General::made_planes`].
            #[inline(always)]
            pub fn made_planes<const D: usize>(
                &self, state: &State<S, D>, grid: &Grid<S, D>, each: impl FnMut(u32, S) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::made_planes(state, grid, rule, each),)* }
            }

            /// [`General::made`].
            #[inline(always)]
            pub fn made<const D: usize>(
                &self, state: &State<S, D>, grid: &Grid<S, D>, at: Index, way: u32,
            ) -> Result<(), IllegalReason> {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::made(state, grid, rule, at, way),)* }
            }

            /// [`General::some`].
            #[inline(always)]
            pub fn some<const D: usize>(&self, state: &State<S, D>, grid: &Grid<S, D>) -> bool {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::some(state, grid, rule),)* }
            }

            /// [`General::count`].
            #[inline(always)]
            pub fn count<const D: usize>(&self, state: &State<S, D>, grid: &Grid<S, D>) -> u32 {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::count(state, grid, rule),)* }
            }

            /// [`General::count_made`].
            #[inline(always)]
            pub fn count_made<const D: usize>(&self, state: &State<S, D>, grid: &Grid<S, D>) -> u32 {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::count_made(state, grid, rule),)* }
            }

            /// [`General::allowed`].
            #[inline(always)]
            pub fn allowed<const D: usize>(
                &self, state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, at: Index, way: u32,
            ) -> Result<(), IllegalReason> {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::allowed(state, rules, slot, rule, at, way),)* }
            }

            /// [`General::effect`].
            #[inline(always)]
            pub fn effect<const D: usize>(
                &self, state: &State<S, D>, grid: &Grid<S, D>, at: Index, way: u32,
            ) -> Effect<S> {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::effect(state, grid, rule, at, way),)* }
            }

            /// [`General::make`].
            #[inline(always)]
            pub fn make<const D: usize>(
                &self, state: &mut State<S, D>, rules: &Rules<S, D>, slot: Slot, at: Index, way: u32,
            ) {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::make(state, rules, slot, rule, at, way),)* }
            }

            /// [`General::draws`].
            fn draws<const D: usize>(&self, grid: &Grid<S, D>, certain: bool) -> bool {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::draws(rule, grid, certain),)* }
            }

            /// [`General::draw`].
            #[inline(always)]
            pub fn draw<const D: usize>(
                &self, state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, draw: &mut Draw<'_>,
            ) -> Option<(Index, u32)> {
                match self { $(Self::$Kind(rule) => <$Kind as $General>::draw(state, rules, slot, rule, draw),)* }
            }
        }
    };
}

pub(super) use general_kinds;
