//! Displacing: a stone takes the cell of an enemy stone, which moves to an empty cell near it (the push of Send
//! It on squares).

use super::cells::Cells;
use super::compile::{DisplaceRule, Rules};
use super::game::Why;
use super::grid::Index;
use super::grid::flood;
use super::plan::Offer;
use super::processor::compiled;
use super::repetition::{Tried, would_end_turn};
use super::sight::sees;
use super::state::State;
use crate::variant::Reach;

/// The steps a displaced stone can make, as (columns, rows); the first `D` share an edge.
pub const DIRECTIONS: usize = 8;

/// `set` moved one step back along direction `k`: cell c is in it if the cell one step along from c is in `set`.
#[inline(always)]
pub fn one_before<S: Cells, const D: usize>(set: S, k: usize) -> S {
    match (D, k) {
        (_, 0) => set.moved::<-1, 0, 1>(),
        (_, 1) => set.moved::<0, -1, 1>(),
        (_, 2) => set.moved::<1, 0, 1>(),
        (_, 3) => set.moved::<0, 1, 1>(),
        (_, 4) => set.moved::<-1, -1, 1>(),
        (_, 5) => set.moved::<1, 1, 1>(),
        (_, 6) => set.moved::<1, -1, 1>(),
        _ => set.moved::<-1, 1, 1>(),
    }
}

/// The number of the cell one step along direction `k` from `cell`.
#[inline(always)]
pub fn one_along<S: Cells>(cell: Index, k: usize) -> Index {
    let stride = S::STRIDE as isize;
    let steps = [1, stride, -1, -stride, stride + 1, -stride - 1, stride - 1, 1 - stride];
    super::grid::beside::<S>(cell, steps[k % DIRECTIONS])
}

/// Stones of both sides as they would stand after an action.
pub struct After<S> {
    /// The stones of the first side and of the second.
    pub stones: [S; 2],
    /// The empty cells.
    pub empty: S,
    /// An own group would lack a liberty.
    pub suicide: bool,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// Cells among which are all enemy stones that `rule` lets the side to move displace.
    ///
    /// The usual target, a single stone with a certain number of liberties, is found for the whole board at once.
    #[inline(always)]
    pub fn displace_targets(&self, rules: &Rules<S, D>, rule: &DisplaceRule) -> S {
        let enemy = self.stones[1 - self.mover()];
        if rule.target.group != Some(1) {
            return enemy;
        }
        let single = enemy.without(rules.grid.spread(enemy));
        match rule.target.liberties {
            Some(liberties) if !single.is_empty() => self.with_empty_neighbours(single, liberties),
            _ => single,
        }
    }

    /// The cells of `among` that have exactly `wanted` empty neighbours: the sets of empty cells seen in each
    /// direction are added up as the digits of binary numbers, one for each cell.
    #[inline(always)]
    fn with_empty_neighbours(&self, among: S, wanted: u16) -> S {
        let mut digits = [S::none(); 3];
        for k in 0..D {
            let mut carry = one_before::<S, D>(self.empty, k);
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

    /// Whether an enemy stone stands where `rule` would let it be displaced.
    #[inline(always)]
    pub fn some_target(&self, rules: &Rules<S, D>, rule: &DisplaceRule) -> bool {
        let targets = self.displace_targets(rules, rule);
        !targets.is_empty() && targets.meets(rules.grid.around(self.empty, rule.to))
    }

    /// Those of `targets` that have an empty cell to go to along direction `k`.
    #[inline(always)]
    pub fn displaced_along(&self, rule: &DisplaceRule, targets: S, k: usize) -> S {
        let reaches = if D == 6 || rule.to == Reach::Adjacent { D } else { DIRECTIONS };
        if k < reaches { targets.and(one_before::<S, D>(self.empty, k)) } else { S::none() }
    }

    /// Whether `offer` allows a stone on `cell` that displaces the one there to `to`, both of them cells of the board.
    ///
    /// # Errors
    /// The first rule that forbids it.
    #[inline(always)]
    pub fn displace_allowed(
        &self,
        rules: &Rules<S, D>,
        offer: Offer,
        cell: Index,
        to: Index,
    ) -> Result<(), Why> {
        let rule = &rules.displaces[usize::from(offer.rule)];
        let (side, grid) = (self.mover(), &rules.grid);
        if !self.stones[1 - side].has(cell) {
            return Err(Why::NoTarget);
        }
        let reach = if rule.to == Reach::Adjacent { grid.near[cell] } else { grid.touching[cell] };
        if !self.empty.and(reach).has(to) {
            return Err(Why::WrongTo);
        }
        if rule.certain {
            return Ok(());
        }
        if rule.target.group.is_some() || rule.target.liberties.is_some() {
            let group = self.groups.stones_at(rules, cell, self.stones[1 - side]);
            let liberties = grid.spread(group).and(self.empty);
            let is = |wanted: Option<u16>, set: S| wanted.is_none_or(|n| u32::from(n) == set.count());
            if !is(rule.target.group, group) || !is(rule.target.liberties, liberties) {
                return Err(Why::WrongTarget);
            }
        }
        let empty = self.empty.without(S::single(to));
        if rule.sight.is_some_and(|lines| !sees::<S, D>(self.stones[side], empty, lines, cell)) {
            return Err(Why::Unseen);
        }
        let after = self.displaced(rules, cell, to);
        if rules.no_suicide && after.suicide {
            return Err(Why::Suicide);
        }
        if let Some(limit) = rule.new_per_group {
            let group = flood(grid, S::single(cell), after.stones[side]);
            let fresh = self.fresh.stones.or(S::single(cell)).and(group);
            if fresh.count() > u32::from(limit) {
                return Err(Why::NewPerGroup);
            }
        }
        if rules.superko
            && self.repeats(rules.arrangement(&after.stones))
            && would_end_turn(self, rules, offer, &Tried::Displaced(cell, to))
        {
            return Err(Why::Repetition);
        }
        Ok(())
    }

    /// What a displacement would leave, captures done.
    #[inline(always)]
    fn displaced(&self, rules: &Rules<S, D>, cell: Index, to: Index) -> After<S> {
        let side = self.mover();
        let (taken, moved) = (S::single(cell), S::single(to));
        let own = self.stones[side].or(taken);
        let enemy = self.stones[1 - side].without(taken).or(moved);
        self.settled(rules, side, own, enemy, taken.or(moved))
    }

    /// What an action of `side` would leave that puts the stones `own` and `enemy` on the board, those on `changed`
    /// being new, captures done: found by flood fills alone, nothing kept up step by step is touched for a question.
    #[inline(always)]
    pub fn settled(&self, rules: &Rules<S, D>, side: usize, own: S, enemy: S, changed: S) -> After<S> {
        let grid = &rules.grid;
        let (mut own, mut enemy, mut suicide) = (own, enemy, false);
        let mut empty = grid.board.without(own).without(enemy);
        if rules.captures {
            // Only groups at these cells have lost a liberty, or were made.
            let near = grid.spread(changed).or(changed);
            let gone = grid.breathless(near, enemy, empty);
            enemy = enemy.without(gone);
            empty = empty.or(gone);
            let gone = grid.breathless(near, own, empty);
            suicide = !gone.is_empty();
            if rules.may_die {
                own = own.without(gone);
                empty = empty.or(gone);
            }
        }
        let stones = if side == 0 { [own, enemy] } else { [enemy, own] };
        After { stones, empty, suicide }
    }

    /// Displaces the enemy stone on `cell` to `to` and puts a stone of the side to move there, captures included;
    /// the turn goes on as it was.
    #[inline(always)]
    pub fn displace(&mut self, rules: &Rules<S, D>, cell: Index, to: Index) {
        let side = self.mover();
        if rules.stones_only() {
            let (taken, moved) = (rules.grid.alone[cell % S::SIZE], rules.grid.alone[to % S::SIZE]);
            self.stones[side] = self.stones[side].or(taken);
            self.stones[1 - side] = self.stones[1 - side].without(taken).or(moved);
            self.empty = self.empty.without(moved);
            return;
        }
        let before = self.stones;
        let after = self.displaced(rules, cell, to);
        let lost = |player: usize, stood: S| stood.count() - after.stones[player].count();
        self.captured[side] += lost(1 - side, before[1 - side]);
        self.captured[1 - side] += lost(side, before[side].or(S::single(cell)));
        self.stones = after.stones;
        self.empty = after.empty;
        self.hash = if rules.superko { rules.arrangement(&after.stones) } else { 0 };
        if rules.groups {
            self.regroup(rules, before, S::single(cell).or(S::single(to)));
        }
        self.fresh.stones = self.fresh.stones.or(S::single(cell)).and(self.stones[side]);
        self.review_fresh(rules);
        // Stones have come and gone on both sides: what was known of sight and suicide is given up.
        self.memory = super::sight::Memory::nothing();
    }

    /// Names anew the groups that differ from those of the stones `before`: all that lie at `changed` cells or at
    /// stones that are gone.
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
                self.groups.name(rules, side, group);
                rest = rest.without(group);
            }
        }
    }
}

compiled! {
    /// [`State::displace_allowed`], compiled on its own.
    pub fn displace_allowed(
        state: &State<S, D>, rules: &Rules<S, D>, offer: Offer, cell: Index, to: Index,
    ) -> Result<(), Why> => state.displace_allowed(rules, offer, cell, to);
    /// [`State::displace`], compiled on its own.
    pub fn displace(state: &mut State<S, D>, rules: &Rules<S, D>, cell: Index, to: Index) => state.displace(rules, cell, to);
}
