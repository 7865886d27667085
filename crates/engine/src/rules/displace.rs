//! Displacing: a stone takes the cell of an enemy stone, which moves to an empty cell nearby (the push of Send It on squares).

use super::apply::{apply, effect_allowed};
use super::cells::Cells;
use super::compile::Rules;
use super::directions::DIRECTIONS;
use super::effect::Effect;
use super::illegal::IllegalReason;
use super::index::Index;
use super::kinds::DisplaceRule;
use super::kinds::GeneralKind;
use super::plan::Slot;
use super::processor::compiled;
use super::repetition::Tried;
use super::sight::sees;
use super::state::State;
use crate::variant::Reach;

impl<S: Cells, const D: usize> State<S, D> {
    /// A superset of the enemy stones that the side to move may displace by `rule`.
    ///
    /// The usual target, a single stone with a given number of liberties, is found for the whole board at once.
    #[inline(always)]
    pub fn displace_targets(&self, rules: &Rules<S, D>, rule: &DisplaceRule) -> S {
        let enemy = self.stones[1 - self.mover()];
        if rule.target.group != Some(1) {
            return enemy;
        }
        let single = enemy.without(rules.grid.spread(enemy));
        match rule.target.liberties {
            Some(liberties) if !single.is_empty() => self.with_empty_neighbours(rules, single, liberties),
            _ => single,
        }
    }

    /// The cells of `among` that have exactly `wanted` empty neighbours. The neighbours of all cells are counted at once: each
    /// binary digit of the counts is a set, which holds the cells where the digit is 1.
    #[inline(always)]
    fn with_empty_neighbours(&self, rules: &Rules<S, D>, among: S, wanted: u16) -> S {
        let mut digits = [S::none(); 3];
        for k in 0..D {
            let mut carry = rules.grid.one_before(self.empty, k);
            for digit in &mut digits {
                let both = digit.and(carry);
                *digit = digit.or(carry).without(both);
                carry = both;
            }
        }
        if wanted > D as u16 {
            return S::none();
        }
        let mut found = among;
        for (place, &digit) in digits.iter().enumerate() {
            let set = wanted >> place & 1 == 1;
            found = if set { found.and(digit) } else { found.without(digit) };
        }
        found
    }

    /// Whether some displacement is a candidate of `rule`.
    #[inline(always)]
    pub fn some_target(&self, rules: &Rules<S, D>, rule: &DisplaceRule) -> bool {
        let targets = self.displace_targets(rules, rule);
        !targets.is_empty() && targets.meets(rules.grid.around(self.empty, rule.to))
    }

    /// The `targets` that have an empty cell to go to in direction `k`.
    #[inline(always)]
    pub fn displaced_along(&self, rules: &Rules<S, D>, rule: &DisplaceRule, targets: S, k: usize) -> S {
        let reaches = if D == 6 || rule.to == Reach::Adjacent { D } else { DIRECTIONS };
        if k < reaches { targets.and(rules.grid.one_before(self.empty, k)) } else { S::none() }
    }

    /// Whether `slot` allows a stone on `cell` that displaces the enemy stone there to `to`. Both must be cells of the board.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    pub fn displace_allowed(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        cell: Index,
        to: Index,
    ) -> Result<(), IllegalReason> {
        let general = &rules.general[usize::from(slot.rule)];
        let GeneralKind::Displace(rule) = &general.kind else { return Err(IllegalReason::Kind) };
        let (side, grid) = (self.mover(), &rules.grid);
        if !self.stones[1 - side].has(cell) {
            return Err(IllegalReason::NoTarget);
        }
        let reach = if rule.to == Reach::Adjacent { grid.here[cell].near } else { grid.touching[cell] };
        if !self.empty.and(reach).has(to) {
            return Err(IllegalReason::WrongTo);
        }
        if general.certain {
            return Ok(());
        }
        if rule.target.group.is_some() || rule.target.liberties.is_some() {
            let enemy = self.stones[1 - side];
            let single = rule.target.group == Some(1) && !grid.here[cell].near.meets(enemy);
            let group =
                if single { S::single(cell) } else { self.groups.stones_at(&rules.grid, cell, enemy) };
            let liberties = if single { grid.here[cell].near } else { grid.spread(group) }.and(self.empty);
            let is = |wanted: Option<u16>, set: S| wanted.is_none_or(|n| u32::from(n) == set.count());
            if !is(rule.target.group, group) || !is(rule.target.liberties, liberties) {
                return Err(IllegalReason::WrongTarget);
            }
        }
        let empty = self.empty.without(S::single(to));
        if rule.sight.is_some_and(|lines| !sees(&rules.grid, self.stones[side], empty, lines, cell)) {
            return Err(IllegalReason::Unseen);
        }
        if !general.must_capture && self.all_keep_liberties(rules, cell, to) {
            if !self.new_stones.near.has(cell) {
                return Ok(());
            }
            if rule.new_per_group == Some(1) {
                return Err(IllegalReason::NewPerGroup);
            }
        }
        let effect = self.displace_effect(cell, to);
        let limits = (general.must_capture, rule.new_per_group);
        effect_allowed(self, rules, slot, limits, &effect, &Tried::Displaced(cell, to))
    }

    /// Whether the new stone's group, and the friendly groups that lose the liberty `to`, still have a liberty after a
    /// displacement from `cell` to `to`. After most displacements they do, and then only the limit on new stones in a group can
    /// forbid the displacement.
    #[inline(always)]
    fn all_keep_liberties(&self, rules: &Rules<S, D>, cell: Index, to: Index) -> bool {
        if !rules.captures || rules.superko || rules.no_taking {
            return false;
        }
        let side = self.mover();
        let left = self.empty.without(rules.grid.here[to].alone);
        self.has_liberty(rules, side, cell, left) && self.keep_liberties(rules, side, to, left)
    }

    /// The effect of a displacement.
    #[inline(always)]
    pub fn displace_effect(&self, cell: Index, to: Index) -> Effect<S> {
        let (mut effect, taken, moved) = (self.no_effect(), S::single(cell), S::single(to));
        effect.own = effect.own.or(taken);
        effect.enemy = effect.enemy.without(taken).or(moved);
        effect.changed = taken.or(moved);
        effect.placed = taken;
        effect
    }

    /// Displaces the enemy stone on `cell` to `to` and puts a stone of the side to move on `cell`. Makes the captures, but does
    /// not advance the turn.
    #[inline(always)]
    pub fn displace(&mut self, rules: &Rules<S, D>, cell: Index, to: Index) {
        let side = self.mover();
        if rules.stones_only() && rules.goals.is_empty() {
            let (taken, moved) = (rules.grid.here[cell].alone, rules.grid.here[to].alone);
            self.stones[side] = self.stones[side].or(taken);
            self.stones[1 - side] = self.stones[1 - side].without(taken).or(moved);
            self.empty = self.empty.without(moved);
            return;
        }
        let effect = self.displace_effect(cell, to);
        apply(self, rules, &effect);
    }
}

compiled! {
    pub fn displace_allowed(
        state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, cell: Index, to: Index,
    ) -> Result<(), IllegalReason> => state.displace_allowed(rules, slot, cell, to);
    pub fn displace(state: &mut State<S, D>, rules: &Rules<S, D>, cell: Index, to: Index) => state.displace(rules, cell, to);
}
