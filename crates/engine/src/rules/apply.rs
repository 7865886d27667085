//! Checks the effect of an action, and applies it together with the captures.

use super::cells::Cells;
use super::compile::Rules;
use super::completion::can_complete;
use super::effect::{After, Effect};
use super::grid::flood;
use super::illegal::IllegalReason;
use super::listed::listed_captures;
use super::pieces::{Change, piece_after};
use super::plan::Slot;
use super::processor::compiled;
use super::repetition::{LookAhead, Tried};
use super::scene::Scene;
use super::scratch::Rest;
use super::state::{LegalityCache, State};

/// What the rules for actions of every kind require of an action.
pub struct Limits<S> {
    /// The side that acts.
    pub side: usize,
    /// The stones that it has placed in this turn.
    pub new_stones: S,
    /// Whether the action must capture an enemy stone.
    pub must_capture: bool,
    /// The maximum number of stones placed in this turn in any group that contains a stone placed by the action.
    pub new_per_group: Option<u16>,
    /// The slot of the action, if it matters how the turn ends.
    pub rests: Option<Slot>,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The limits of an action of `slot` by the side to move.
    #[inline(always)]
    pub fn limits(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        must_capture: bool,
        new_per_group: Option<u16>,
    ) -> Limits<S> {
        let rests = rules.judges_ends().then_some(slot);
        Limits { side: self.mover(), new_stones: self.new_stones.stones, must_capture, new_per_group, rests }
    }

    /// The stones after an action of `side` with this `effect`, captures included, computed by flood fills without touching
    /// incremental state.
    #[inline(always)]
    fn settled_for(&self, rules: &Rules<S, D>, side: usize, effect: &Effect<S>) -> After<S> {
        let grid = &rules.grid;
        let (mut own, mut enemy, mut suicide, mut taken) = (effect.own, effect.enemy, false, S::none());
        let mut empty = grid.board.without(own).without(enemy).without(effect.neutral);
        if rules.by_liberties {
            // Only groups on or next to the changed cells are new or have lost a liberty.
            let near = grid.spread(effect.changed).or(effect.changed);
            taken = grid.without_liberties(near, enemy, empty);
            enemy = enemy.without(taken);
            empty = empty.or(taken);
            let gone = grid.without_liberties(near, own, empty);
            suicide = !gone.is_empty();
            if rules.may_die {
                own = own.without(gone);
                empty = empty.or(gone);
            }
        } else if let Some(taking) = &rules.taking {
            taken = taking.taken(grid, effect.arrived().and(own), own, enemy);
            enemy = enemy.without(taken);
            if taking.flips {
                own = own.or(taken);
            } else {
                empty = empty.or(taken);
            }
        } else if !rules.takes.is_empty() {
            let arrived = effect.arrived();
            let (neutral, pieces, change) = (effect.neutral, &self.pieces, effect.change);
            let scene = Scene { own, enemy, neutral, empty, before: S::none(), arrived, pieces, change };
            let listed = listed_captures(grid, &rules.takes, &scene);
            taken = listed.enemy;
            (own, enemy) = (own.without(listed.own), enemy.without(listed.enemy));
            if listed.flips {
                (own, enemy) = (own.or(listed.enemy), enemy.or(listed.own));
            } else {
                empty = empty.or(listed.own).or(listed.enemy);
            }
        }
        let stones = if side == 0 { [own, enemy] } else { [enemy, own] };
        After { stones, empty, taken, suicide }
    }

    /// Whether an action with this `effect` obeys the rules that apply to all actions: suicide, forbidden or required captures, new
    /// stones in a group, repetition.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    fn effect_allowed(
        &self,
        rules: &Rules<S, D>,
        limits: &Limits<S>,
        effect: &Effect<S>,
        tried: &Tried<S>,
    ) -> Result<(), IllegalReason> {
        let side = limits.side;
        let after = self.settled_for(rules, side, effect);
        if rules.no_taking && !after.taken.is_empty() {
            return Err(IllegalReason::Capture);
        }
        if rules.no_suicide && after.suicide {
            return Err(IllegalReason::Suicide);
        }
        if limits.must_capture && effect.captured == 0 && after.taken.is_empty() {
            return Err(IllegalReason::NoCapture);
        }
        if let Some(limit) = limits.new_per_group {
            let new_stones = limits.new_stones.or(effect.placed).and(after.stones[side]);
            let mut rest = effect.placed.and(after.stones[side]);
            while let Some(first) = rest.first() {
                let group = flood(&rules.grid, S::single(first), after.stones[side]);
                if new_stones.and(group).count() > u32::from(limit) {
                    return Err(IllegalReason::NewPerGroup);
                }
                rest = rest.without(group);
            }
        }
        let Some(slot) = limits.rests else { return Ok(()) };
        if rules.superko
            && self.history.forbids(rules.arrangement(
                &after.stones,
                effect.neutral,
                &self.pieces,
                &effect.change,
            ))
            && self.rest_after(rules, slot, tried) != Rest::Open
        {
            return Err(IllegalReason::Repetition);
        }
        if rules.binds_turns { can_complete(self, rules, slot, tried, effect, &after) } else { Ok(()) }
    }

    /// Applies the `effect` of an action and its captures, but does not advance the turn.
    #[inline(always)]
    fn apply(&mut self, rules: &Rules<S, D>, effect: &Effect<S>) {
        let (side, before) = (self.mover(), self.stones);
        if let Some(moved) = effect.change.moved_to() {
            self.moved = moved;
        }
        if rules.stones_only() {
            self.empty = rules.grid.board.without(effect.own).without(effect.enemy).without(effect.neutral);
            self.stones[side] = effect.own;
            self.stones[1 - side] = effect.enemy;
            self.captured[side] += effect.captured;
        } else {
            let after = self.settled_for(rules, self.mover(), effect);
            let left = after.stones[0].or(after.stones[1]);
            self.captured[side] += effect.captured + effect.enemy.without(left).count();
            self.captured[1 - side] += effect.own.without(left).count();
            self.stones = after.stones;
            self.empty = after.empty;
            if rules.superko {
                self.hash = rules.arrangement(&after.stones, effect.neutral, &self.pieces, &effect.change);
            }
            if rules.groups {
                let lost = effect.own.without(after.stones[side]);
                self.regroup(rules, before, effect.changed.or(after.taken).or(lost));
            }
            self.new_stones.stones = self.new_stones.stones.or(effect.placed).and(self.stones[side]);
            self.recompute_near_new_stones(rules);
            // Stones of both sides may have changed, so the legality cache is cleared.
            self.cache = LegalityCache::nothing();
        }
        if !self.stones[side].has(self.moved) {
            self.moved = S::NOWHERE;
        }
        self.neutral = effect.neutral;
        if rules.has_pieces() {
            update_pieces(self, &effect.change);
        }
        // Without `map`, which is not always inlined.
        self.arrived = [self.stones[0].without(before[0]), self.stones[1].without(before[1])];
    }

    /// Recomputes the groups that differ from the groups of the stones `before`: all groups on or next to a `changed` cell or a
    /// removed stone.
    #[inline(always)]
    fn regroup(&mut self, rules: &Rules<S, D>, before: [S; 2], changed: S) {
        let gone = before[0].or(before[1]).and(self.empty);
        let at = changed.or(gone);
        let near = at.or(rules.grid.spread(at));
        for (side, (stood, stand)) in before.into_iter().zip(self.stones).enumerate() {
            self.groups.remove(side, stood.without(stand));
            let mut rest = flood(&rules.grid, near.and(stand), stand);
            while let Some(first) = rest.first() {
                let group = flood(&rules.grid, S::single(first), rest);
                self.groups.name(&rules.grid, side, group);
                rest = rest.without(group);
            }
        }
    }
}

compiled! {
    /// [`State::settled_for`] for an action of `side`.
    pub fn settled(state: &State<S, D>, rules: &Rules<S, D>, side: usize, effect: &Effect<S>) -> After<S> => state.settled_for(rules, side, effect);
    pub fn effect_allowed(
        state: &State<S, D>, rules: &Rules<S, D>, limits: &Limits<S>, effect: &Effect<S>, tried: &Tried<S>,
    ) -> Result<(), IllegalReason> => state.effect_allowed(rules, limits, effect, tried);
    pub fn apply(state: &mut State<S, D>, rules: &Rules<S, D>, effect: &Effect<S>) => state.apply(rules, effect);
    /// Gives the stones, which an action has changed, their kinds.
    fn update_pieces(state: &mut State<S, D>, change: &Change) => {
        let stones = state.stones[0].or(state.stones[1]).or(state.neutral);
        for index in 0..state.pieces.len() {
            state.pieces[index] = piece_after(&state.pieces, index as u8, change, stones);
        }
    };
}
