//! Dropping a stone in play: it comes from the player's hand and goes on a tile of either side that carries no stack.

use super::StackDrop;
use crate::actions::OfStacks;
use crate::rules::tiles::{Number, Rules, Stack, State};
use crate::rules::{Action, IllegalReason, Slot};

impl OfStacks for StackDrop {
    type Slots = Option<Slot>;
    type Numbered<const W: usize> = Number;
    /// The number of tiles. Only the tile that is drawn is looked up.
    type Legal<'s, const W: usize> = u32;

    fn slots<'a>(mut slots: impl Iterator<Item = (Slot, &'a Self)> + Clone) -> Option<Slot> {
        slots.next().map(|(slot, _)| slot)
    }

    fn offered_sorts(slots: Option<Slot>) -> u32 {
        slots.is_some().into()
    }

    #[inline(always)]
    fn slot<const W: usize>(slots: Option<Slot>, _: &Number) -> Option<Slot> {
        slots
    }

    #[inline(always)]
    fn possible_sorts<const W: usize>(state: &State<W>, _: &Rules<W>) -> u32 {
        ((state.hands[state.mover()] > 0) & (state.bare > 0)).into()
    }

    fn each<const W: usize>(
        state: &State<W>,
        rules: &Rules<W>,
        slots: Option<Slot>,
        each: impl FnMut(Number),
    ) {
        if Self::legal(state, rules, slots) > 0 {
            state.bare_tiles().iter().for_each(each);
        }
    }

    #[inline(always)]
    fn legal<const W: usize>(state: &State<W>, _: &Rules<W>, slots: Option<Slot>) -> u32 {
        if slots.is_none() || state.hands[state.mover()] == 0 { 0 } else { state.bare.into() }
    }

    #[inline(always)]
    fn count<const W: usize>(legal: &u32) -> u32 {
        *legal
    }

    #[inline(always)]
    fn nth<const W: usize>(state: &State<W>, _: &Rules<W>, _: &u32, rank: u32) -> Number {
        state.bare_tiles().nth(rank)
    }

    fn is_of(action: &Action) -> bool {
        matches!(action, Action::Drop(_))
    }

    fn locate<const W: usize>(
        state: &State<W>,
        _: &Rules<W>,
        action: &Action,
    ) -> Result<Number, IllegalReason> {
        let Action::Drop(cell) = *action else { return Err(IllegalReason::Kind) };
        let number = state.plane.number(cell);
        if state.hands[state.mover()] == 0 {
            Err(IllegalReason::EmptyHand)
        } else if !state.cell_state(number).tile {
            Err(IllegalReason::NoTile)
        } else if !state.stack(number).is_empty() {
            Err(IllegalReason::Occupied)
        } else {
            Ok(number)
        }
    }

    #[inline(always)]
    fn action<const W: usize>(state: &State<W>, number: Number) -> Action {
        Action::Drop(state.plane.cell(number))
    }

    #[inline(always)]
    fn make<const W: usize>(state: &mut State<W>, number: Number) {
        let side = state.mover();
        state.hands[side] -= 1;
        state.put(number, Stack::stone(side));
    }
}
