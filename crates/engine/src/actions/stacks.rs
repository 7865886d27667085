//! The kinds of action on stacks in play.

use super::Kind;
use crate::rules::tiles::{Rules, State};
use crate::rules::{Action, IllegalReason, Slot};

/// A kind of action on stacks in play.
pub trait OfStacks: Kind + Sized {
    /// The slots that offer actions of the kind at one point of a turn.
    type Slots: Copy;
    /// An action of the kind in terms of cell numbers.
    type Numbered<const W: usize>: Copy;
    /// The offered actions that are legal, in a form that can be counted and drawn from.
    type Legal<'s, const W: usize>;
    /// Why an action of the kind is illegal if it is not offered but other actions of the kind are.
    const NOT_OFFERED: IllegalReason = IllegalReason::Kind;
    /// The number of sorts of action of the kind that slots can tell apart.
    const SORTS: u32 = 1;

    /// The slots among `slots`, which are sorted by rank, that the kind needs. Each comes with the action of this kind that it
    /// refers to.
    fn slots<'a>(slots: impl Iterator<Item = (Slot, &'a Self)> + Clone) -> Self::Slots
    where
        Self: 'a;

    /// The sorts of action that `slots` offer, a bit for each.
    fn offered_sorts(slots: Self::Slots) -> u32;

    /// The slot that offers `action`, which the stones and tiles allow; `None` if no slot offers it.
    fn slot<const W: usize>(slots: Self::Slots, action: &Self::Numbered<W>) -> Option<Slot>;

    /// The sorts of action of which the stones and tiles allow any, a bit for each.
    fn possible_sorts<const W: usize>(state: &State<W>, rules: &Rules<W>) -> u32;

    /// Calls `each` with every offered action that is legal.
    fn each<const W: usize>(
        state: &State<W>,
        rules: &Rules<W>,
        slots: Self::Slots,
        each: impl FnMut(Self::Numbered<W>),
    );

    /// The offered actions that are legal, for counting and drawing.
    fn legal<'s, const W: usize>(
        state: &'s State<W>,
        rules: &Rules<W>,
        slots: Self::Slots,
    ) -> Self::Legal<'s, W>;

    /// How many actions are `legal`.
    fn count<const W: usize>(legal: &Self::Legal<'_, W>) -> u32;

    /// The action with the index `rank` among the `legal` ones.
    fn nth<const W: usize>(
        state: &State<W>,
        rules: &Rules<W>,
        legal: &Self::Legal<'_, W>,
        rank: u32,
    ) -> Self::Numbered<W>;

    /// Whether `action` is of this kind.
    fn is_of(action: &Action) -> bool;

    /// `action` in terms of cell numbers, if the stones and tiles allow it.
    ///
    /// # Errors
    /// [`IllegalReason::Kind`] if the action is of another kind, else the rule that it breaks.
    fn locate<const W: usize>(
        state: &State<W>,
        rules: &Rules<W>,
        action: &Action,
    ) -> Result<Self::Numbered<W>, IllegalReason>;

    /// The action in terms of cells.
    fn action<const W: usize>(state: &State<W>, numbered: Self::Numbered<W>) -> Action;

    /// Plays a legal action, but does not advance the turn.
    fn make<const W: usize>(state: &mut State<W>, numbered: Self::Numbered<W>);

    /// Computes what the state stores about the kind for the side to move.
    #[inline(always)]
    fn find<const W: usize>(_state: &mut State<W>, _rules: &Rules<W>) {}

    /// Compares what [`OfStacks::find`] has stored with a rebuild from scratch.
    ///
    /// # Errors
    /// Returns an error if they differ; the error says how.
    fn verify<const W: usize>(_state: &State<W>, _rules: &Rules<W>) -> Result<(), String> {
        Ok(())
    }
}

/// Declares the kinds of action on stacks. Random play draws from them in the order of the list.
macro_rules! stack_kinds {
    ($($module:ident: $Kind:ident: $OfStacks:ident,)*) => {
        /// The actions on stacks that are offered at one point of a turn, by kind.
        #[derive(Clone, Copy)]
        pub struct Offered {
            $($module: <$Kind as $OfStacks>::Slots,)*
            /// The sorts of action of all kinds that are offered, as [`possible_sorts`] numbers them.
            sorts: u32,
        }

        /// The sorts of action of all kinds of which the stones and tiles allow any. Turns often ask for several sorts in succession:
        /// all are computed at once, without a branch.
        #[inline(always)]
        fn possible_sorts<const W: usize>(state: &tiles::State<W>, rules: &tiles::Rules<W>) -> u32 {
            let mut sorts = 0;
            $(sorts = sorts << <$Kind as $OfStacks>::SORTS | <$Kind as $OfStacks>::possible_sorts(state, rules);)*
            sorts
        }

        /// An action on stacks in terms of cell numbers.
        #[derive(Clone, Copy)]
        pub enum Numbered<const W: usize> {
            $(#[doc = concat!("See [`", stringify!($Kind), "`].")] $Kind(<$Kind as $OfStacks>::Numbered<W>),)*
            /// The player takes the other side.
            Swap,
            /// The turn ends.
            Pass,
        }

        impl Offered {
            /// The actions that `slots` offer. The slots refer to `kinds`, the kinds of the variant's actions on stacks.
            pub fn new(slots: &[Slot], kinds: &[&ActionKind]) -> Self {
                let mut sorts = 0;
                $(
                    let $module = <$Kind as $OfStacks>::slots(slots.iter().filter_map(
                        |&slot| match kinds[usize::from(slot.rule)] {
                            ActionKind::$Kind(kind) => Some((slot, kind)),
                            _ => None,
                        },
                    ));
                    sorts = sorts << <$Kind as $OfStacks>::SORTS | <$Kind as $OfStacks>::offered_sorts($module);
                )*
                Self { $($module,)* sorts }
            }

            /// Whether an action of the kind of `action` is offered.
            pub fn has_kind_of(&self, action: &Action) -> bool {
                false $(|| <$Kind as $OfStacks>::is_of(action) && <$Kind as $OfStacks>::offered_sorts(self.$module) != 0)*
            }

            /// [`OfStacks::slot`].
            #[inline(always)]
            pub fn slot<const W: usize>(&self, action: &Numbered<W>) -> Option<Slot> {
                match action {
                    $(Numbered::$Kind(action) => <$Kind as $OfStacks>::slot::<W>(self.$module, action),)*
                    Numbered::Swap | Numbered::Pass => None,
                }
            }

            /// Whether any offered action is legal.
            #[inline(always)]
            pub fn some<const W: usize>(&self, state: &tiles::State<W>, rules: &tiles::Rules<W>) -> bool {
                self.sorts & possible_sorts(state, rules) != 0
            }

            /// The number of offered actions that are legal.
            pub fn count<const W: usize>(&self, state: &tiles::State<W>, rules: &tiles::Rules<W>) -> u32 {
                0 $(+ <$Kind as $OfStacks>::count::<W>(&<$Kind as $OfStacks>::legal(state, rules, self.$module)))*
            }

            /// Calls `each` with every offered action that is legal.
            pub fn each<const W: usize>(
                &self, state: &tiles::State<W>, rules: &tiles::Rules<W>, mut each: impl FnMut(Numbered<W>),
            ) {
                $(<$Kind as $OfStacks>::each(state, rules, self.$module, |action| each(Numbered::$Kind(action)));)*
            }

            /// Draws uniformly from the offered actions that are legal and, if `or_swap`, a swap. Returns the action and the number
            /// of actions it was drawn from; if no action is legal, returns `pass` and 0.
            #[inline(always)]
            pub fn draw<const W: usize>(
                &self, state: &tiles::State<W>, rules: &tiles::Rules<W>, or_swap: bool, draw: &mut Draw<'_>,
            ) -> (Numbered<W>, u32) {
                $(let $module = <$Kind as $OfStacks>::legal(state, rules, self.$module);)*
                let total = u32::from(or_swap) $(+ <$Kind as $OfStacks>::count::<W>(&$module))*;
                if total == 0 {
                    return (Numbered::Pass, 0);
                }
                let rank = draw.below(total);
                $(
                    let count = <$Kind as $OfStacks>::count::<W>(&$module);
                    if rank < count {
                        return (Numbered::$Kind(<$Kind as $OfStacks>::nth(state, rules, &$module, rank)), total);
                    }
                    let rank = rank - count;
                )*
                debug_assert_eq!(rank, 0, "a swap is the last action");
                (Numbered::Swap, total)
            }
        }

        impl<const W: usize> Numbered<W> {
            /// [`OfStacks::locate`].
            pub fn locate(
                state: &tiles::State<W>, rules: &tiles::Rules<W>, action: &Action,
            ) -> Result<Self, IllegalReason> {
                match action {
                    Action::Swap => Ok(Self::Swap),
                    Action::Pass => Ok(Self::Pass),
                    $(_ if <$Kind as $OfStacks>::is_of(action) => {
                        <$Kind as $OfStacks>::locate(state, rules, action).map(Self::$Kind)
                    })*
                    _ => Err(IllegalReason::Kind),
                }
            }

            /// [`OfStacks::action`].
            #[inline(always)]
            pub fn action(self, state: &tiles::State<W>) -> Action {
                match self {
                    $(Self::$Kind(numbered) => <$Kind as $OfStacks>::action(state, numbered),)*
                    Self::Swap => Action::Swap,
                    Self::Pass => Action::Pass,
                }
            }

            /// [`OfStacks::make`]; does nothing for `swap` and `pass`.
            #[inline(always)]
            pub fn make(self, state: &mut tiles::State<W>) {
                match self {
                    $(Self::$Kind(numbered) => <$Kind as $OfStacks>::make(state, numbered),)*
                    Self::Swap | Self::Pass => {}
                }
            }

            /// [`OfStacks::NOT_OFFERED`].
            pub const fn not_offered(&self) -> IllegalReason {
                match self {
                    $(Self::$Kind(_) => <$Kind as $OfStacks>::NOT_OFFERED,)*
                    Self::Swap | Self::Pass => IllegalReason::Kind,
                }
            }
        }

        /// [`OfStacks::find`] for all kinds.
        #[inline(always)]
        pub fn find_kept<const W: usize>(state: &mut tiles::State<W>, rules: &tiles::Rules<W>) {
            $(<$Kind as $OfStacks>::find(state, rules);)*
        }

        /// [`OfStacks::verify`] for all kinds.
        ///
        /// # Errors
        /// The first difference.
        pub fn verify_kept<const W: usize>(state: &tiles::State<W>, rules: &tiles::Rules<W>) -> Result<(), String> {
            $(<$Kind as $OfStacks>::verify(state, rules)?;)*
            Ok(())
        }
    };
}

pub(super) use stack_kinds;
