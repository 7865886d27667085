//! The functions of the engine that are compiled one by one, for the features of the processor that runs them.
//!
//! Everything in the engine is `#[inline(always)]`, down to the instructions of the sets of cells, so that a
//! function compiled for AVX2 holds nothing but code compiled for it. That alone would put every rule into each of
//! its callers, again and again; the functions listed here are where it stops. Each exists once for each kind of
//! set and number of neighbours and is called by its name on the set: `S::count_legal(state, rules)`.

use super::action::{Action, ActionList};
use super::cells::{Cells, words::Words};
use super::compile::Rules;
use super::control_after::Outlook;
use super::game::{Spare, Why};
use super::grid::{Grid, Index};
use super::place::Look;
use super::place_shape::{Placing, Plane};
use super::plan::{Menu, Offer};
use super::random::{Draw, Drawn};
use super::score::Sizes;
use super::shapes::Forms;
use super::sight;
use super::snapshot::Snapshot;
use super::state::State;
use super::turn::Course;
use crate::board::Lines;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Declares the functions as a trait, and a macro that implements them for a kind of set.
macro_rules! compiled {
    ($($name:ident($($arg:ident: $type:ty),* $(,)?) $(-> $out:ty)? => $body:expr;)*) => {
        /// Sets of cells, with the functions that are compiled for the processor.
        #[allow(missing_docs)]
        pub trait Compiled: Cells {
            $(fn $name<const D: usize>($($arg: $type),*) $(-> $out)?;)*
        }

        macro_rules! implement {
            ($set:ty, $attributes:meta) => {
                impl $set {
                    $(#[$attributes]
                    fn $name<const D: usize>($($arg: $type),*) $(-> $out)? { $body })*
                }

                impl Compiled for $set {
                    $(#[inline(always)]
                    fn $name<const D: usize>($($arg: $type),*) $(-> $out)? {
                        // SAFETY: `start` makes positions of this kind only where the processor has the features.
                        #[allow(unused_unsafe)]
                        unsafe { <$set>::$name::<D>($($arg),*) }
                    })*
                }
            };
        }
    };
}

compiled! {
    reset(state: &mut State<Self, D>, rules: &Rules<Self, D>) => state.reset(rules);
    restore(state: &mut State<Self, D>, rules: &Rules<Self, D>, from: &Snapshot) => state.restore(rules, from);
    copy(to: &mut State<Self, D>, rules: &Rules<Self, D>, from: &State<Self, D>) => to.copy_from(rules, from);
    list_legal(state: &State<Self, D>, rules: &Rules<Self, D>, into: &mut ActionList) => state.list(rules, into);
    count_legal(state: &State<Self, D>, rules: &Rules<Self, D>) -> u32 => state.count(rules);
    some_action(state: &State<Self, D>, rules: &Rules<Self, D>) -> bool => state.some_stone(rules);
    allows(state: &State<Self, D>, rules: &Rules<Self, D>, action: Action) -> Result<(), Why>
        => state.allows(rules, action);
    act(state: &mut State<Self, D>, rules: &Rules<Self, D>, action: Action) => state.act(rules, action);
    random_action(
        state: &mut State<Self, D>, rules: &Rules<Self, D>, rng: &mut Xoshiro256PlusPlus, spare: Spare,
    ) -> Action => state.random_action(rules, rng, spare);
    spared(state: &State<Self, D>, rules: &Rules<Self, D>, spare: Spare) -> Self
        => state.spared_cells(rules, spare);
    playout(
        state: &mut State<Self, D>, rules: &Rules<Self, D>, rng: &mut Xoshiro256PlusPlus, spare: Spare,
    ) -> u32 => state.playout(rules, rng, spare);
    points(state: &State<Self, D>, rules: &Rules<Self, D>) -> [i32; 2] => state.points(rules);
    counting(state: &State<Self, D>, rules: &Rules<Self, D>) -> [Self; 2] => state.counting(rules);
    outlook(state: &State<Self, D>, rules: &Rules<Self, D>) -> Option<Outlook<Self>> => state.outlook(rules);
    points_after(
        state: &State<Self, D>, rules: &Rules<Self, D>, outlook: &Outlook<Self>, action: Action,
    ) -> Option<[i32; 2]> => state.points_after(rules, outlook, action);

    // Not asked from outside, but large or rare enough to stand alone.
    seen_by(own: Self, empty: Self, lines: Lines) -> Self => sight::seen_by::<Self, D>(own, empty, lines);
    flood(grid: &Grid<Self, D>, seed: Self, within: Self) -> Self => grid.flood(seed, within);
    all_places(state: &State<Self, D>, rules: &Rules<Self, D>, menu: &Menu) -> Self
        => state.all_places(rules, menu);
    place_allowed(state: &State<Self, D>, rules: &Rules<Self, D>, offer: Offer, cell: Index) -> Result<(), Why>
        => state.place_allowed(rules, offer, cell);
    shape_holds(
        state: &State<Self, D>, rules: &Rules<Self, D>, placing: &Placing<'_, Self>, cells: Self,
    ) -> Result<(), Why> => state.shape_holds(rules, placing, cells);
    illegal_anchors(
        state: &State<Self, D>, rules: &Rules<Self, D>, placing: &Placing<'_, Self>, form: u32, doubtful: Self,
    ) -> Self => state.illegal_anchors(rules, placing, form, doubtful);
    allowed_by(
        state: &State<Self, D>, rules: &Rules<Self, D>, offers: &[Offer], forms: &Forms<Self>, plane: &Plane<Self>,
    ) -> Self => state.allowed_by(rules, offers, forms, plane);
    only_adds(state: &State<Self, D>, rules: &Rules<Self, D>, action: Action) -> Option<Self>
        => state.only_adds(rules, action);
    put_shape(state: &mut State<Self, D>, rules: &Rules<Self, D>, cells: Self) => state.put_shape(rules, cells);
    fillable(state: &State<Self, D>, rules: &Rules<Self, D>, side: usize) -> Self => state.fillable(rules, side);
    displace_allowed(
        state: &State<Self, D>, rules: &Rules<Self, D>, offer: Offer, cell: Index, to: Index,
    ) -> Result<(), Why> => state.displace_allowed(rules, offer, cell, to);
    displace(state: &mut State<Self, D>, rules: &Rules<Self, D>, cell: Index, to: Index)
        => state.displace(rules, cell, to);
    capture_next_to(state: &mut State<Self, D>, rules: &Rules<Self, D>, side: usize, cell: Index)
        => state.capture_next_to(rules, side, cell);
    die(state: &mut State<Self, D>, rules: &Rules<Self, D>, side: usize, cell: Index)
        => state.die(rules, side, cell);
    draw_any(
        state: &mut State<Self, D>, rules: &Rules<Self, D>, spared: Self, draw: &mut Draw<'_>,
    ) -> Drawn<Self> => state.draw_any(rules, spared, draw);
    next_step(state: &mut State<Self, D>, rules: &Rules<Self, D>) => state.next_step(rules);
    begin_turn(state: &mut State<Self, D>, rules: &Rules<Self, D>) => state.begin_turn(rules);
    put(state: &mut State<Self, D>, rules: &Rules<Self, D>, cell: Index, look: &Look<Self>)
        => state.put(rules, cell, look);
    draw_and_make(
        state: &mut State<Self, D>, rules: &Rules<Self, D>, spare: Spare, draw: &mut Draw<'_>,
    ) => state.draw_and_make(rules, spare, draw);
    usable(state: &State<Self, D>, rules: &Rules<Self, D>, side: usize) -> Self => state.usable(rules, side);
    verify(state: &State<Self, D>, rules: &Rules<Self, D>) -> Result<(), String> => state.verify(rules);
    sequences(state: &State<Self, D>, rules: &Rules<Self, D>) -> [Sizes<Self>; 2] => state.sequences(rules);
}

implement!(Words<4>, inline(never));
implement!(Words<16>, inline(never));

#[cfg(target_arch = "x86_64")]
mod for_avx2 {
    use super::*;
    use crate::rules::cells::avx2::Vectors;
    // `cfg_attr(all(), …)` is both attributes in one.
    macro_rules! for_avx2 {
        ($set:ty) => {
            implement!(
                $set,
                cfg_attr(all(), inline(never), target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt"))
            );
        };
    }
    for_avx2!(Vectors<1>);
    for_avx2!(Vectors<2>);
    for_avx2!(Vectors<4>);
}
