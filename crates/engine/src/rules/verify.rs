//! Comparison of incremental state with a rebuild from scratch.

use super::cells::Cells;
use super::compile::Rules;
use super::grid::flood;
use super::groups::Groups;
use super::processor::compiled;
use super::score::usable;
use super::sight::seen_by;
use super::state::State;
use crate::board::Lines;

impl<S: Cells, const D: usize> State<S, D> {
    /// Compares the derived state with the stones.
    ///
    /// # Errors
    /// Returns an error if something differs; the error says what.
    #[inline(always)]
    pub fn verify(&self, rules: &Rules<S, D>) -> Result<(), String> {
        let stones = self.stones[0].or(self.stones[1]);
        expect(!self.stones[0].meets(self.stones[1]), "two stones stand on one cell")?;
        expect(
            self.empty == rules.grid.board.without(stones).without(self.neutral),
            "the set of empty cells differs from the recomputed one",
        )?;
        expect(!self.neutral.meets(stones), "two stones stand on one cell")?;
        expect(self.empty.or(stones).or(self.neutral) == rules.grid.board, "a stone is off the board")?;
        for (number, pieces) in self.pieces.iter().enumerate() {
            let stray = pieces.meets(self.empty) || !pieces.without(rules.grid.board).is_empty();
            expect(!stray, "a piece has no stone")?;
            let several = self.pieces[..number].iter().any(|other| other.meets(*pieces));
            expect(!several, "a stone is of two kinds")?;
        }
        if rules.groups {
            self.verify_groups(rules)?;
        }
        if let Some(least) = rules.least_limit {
            self.verify_new_stones(rules, least)?;
        }
        if rules.superko {
            expect(
                self.hash == rules.arrangement_on_board(self),
                "the hash of the arrangement differs from the recomputed one",
            )?;
            // The arrangement is not recorded if a goal ends the game within a turn.
            let began = self.progress.made == 0 && self.progress.outcome.is_none();
            expect(
                !began || self.history.hashes().contains(&self.hash),
                "the history lacks the arrangement at the start of the turn",
            )?;
            let missed = [0, 1].map(|side| self.stones[side].without(self.history.occupied(side)));
            expect(
                !began || missed[0].or(missed[1]).is_empty(),
                "the history lacks a stone of the arrangement at the start of the turn",
            )?;
            let filtered = self.history.hashes().iter().all(|&hash| self.history.may_forbid(hash));
            expect(filtered, "the filter of the history rejects one of its arrangements")?;
        }
        if rules.plan.repeated.is_some() && self.progress.outcome.is_none() && self.progress.made == 0 {
            // A passed turn is not counted, and sides can be exchanged after one.
            let uncounted = self.progress.passes > 0 || self.progress.swapped;
            expect(
                uncounted || self.stood.times(self.arrangement_to_move(rules)) > 0,
                "the arrangement at the start of the turn has not been counted",
            )?;
        }
        if rules.plan.catch_up.is_some() && self.progress.made == 0 {
            let largest = [0, 1].map(|side| rules.grid.largest_group(self.stones[side]));
            expect(
                self.largest == largest,
                "the sizes of the largest groups differ from the recomputed ones",
            )?;
        }
        if rules.plan.quiet.is_some() && self.progress.made == 0 {
            expect(
                self.census == self.stones_of_each(),
                "the numbers of stones differ from the recomputed ones",
            )?;
        }
        if self.progress.outcome.is_none() {
            let mut built = self.clone();
            built.begin_goals(rules);
            expect(self.kept == built.kept, "the sets that the goals keep differ from the recomputed ones")?;
        }
        if let (Some(known), Some(place)) = (self.known_usable(), rules.control_by_place) {
            let rule = &rules.places[usize::from(place)];
            for side in 0..2 {
                let seen = self.in_sight(rules, rule, side);
                expect(
                    known.seen[side] == seen,
                    "the cells cached as seen by a side differ from the recomputed ones",
                )?;
                let usable = usable(self, rules, side);
                expect(
                    known.cells[side] == usable,
                    "the cached usable cells differ from the recomputed ones",
                )?;
            }
        }
        self.verify_cache(rules)
    }

    #[inline(always)]
    fn verify_groups(&self, rules: &Rules<S, D>) -> Result<(), String> {
        let mut built = Groups::none(&rules.grid);
        built.rebuild(&rules.grid, &self.stones);
        for side in 0..2 {
            for cell in 0..S::SIZE {
                let (kept, rebuilt) = (self.groups.at(side, cell), built.at(side, cell));
                let stone = self.stones[side].has(cell);
                expect(stone == (kept != S::name(S::NOWHERE)), "a stone is in no group")?;
                if stone {
                    let group = self.groups.stones_named(side, kept);
                    expect(
                        group == built.stones_named(side, rebuilt),
                        "the stones of a group differ from those of the rebuilt group",
                    )?;
                    let neighbours = |groups: &Groups<S>, name| groups.neighbours(name).and(rules.grid.board);
                    expect(
                        neighbours(&self.groups, kept) == neighbours(&built, rebuilt),
                        "the neighbours of a group differ from those of the rebuilt group",
                    )?;
                    expect(
                        !rules.by_liberties || self.groups.neighbours(kept).meets(self.empty),
                        "a group on the board has no liberty",
                    )?;
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn verify_new_stones(&self, rules: &Rules<S, D>, least: u16) -> Result<(), String> {
        let own = self.stones[self.mover()];
        let stones = self.new_stones.stones;
        expect(stones == stones.and(own), "a stone recorded as placed in this turn is not on the board")?;
        let (mut near, mut full, mut rest) = (S::none(), S::none(), stones);
        while let Some(first) = rest.first() {
            let group = flood(&rules.grid, S::single(first), own);
            near = near.or(rules.grid.spread(group));
            if group.and(stones).count() >= u32::from(least) {
                full = full.or(rules.grid.spread(group));
            }
            rest = rest.without(group);
        }
        let same = |kept: S, built: S| kept.and(self.empty) == built.and(self.empty);
        expect(
            same(self.new_stones.near, near),
            "the cached cells next to stones placed in this turn differ from the recomputed ones",
        )?;
        expect(
            same(self.new_stones.full, full),
            "the cached cells next to groups that have reached the limit on new stones differ from the recomputed ones",
        )
    }

    #[inline(always)]
    fn verify_cache(&self, rules: &Rules<S, D>) -> Result<(), String> {
        for lines in [Lines::Orthogonal, Lines::Queen] {
            if !rules.sees_along(lines as usize) {
                continue;
            }
            for side in 0..2 {
                let seen = seen_by(&rules.grid, self.stones[side], self.empty, lines);
                let blind = self.cache.blind[lines as usize][side].and(self.empty);
                expect(!blind.meets(seen), "a cell cached as unseen is seen")?;
                if side == self.mover() {
                    let known = self.cache.seen[lines as usize].and(self.empty);
                    expect(known.without(seen).is_empty(), "a cell cached as seen is unseen")?;
                }
            }
        }
        if rules.no_suicide {
            for side in 0..2 {
                let mut lives = false;
                for cell in self.cache.dead[side].and(self.empty).iter() {
                    lives |= self.placement(rules, side, cell).lives;
                }
                expect(!lives, "a cell cached as suicide is not suicide")?;
            }
        }
        Ok(())
    }
}

fn expect(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}

compiled! {
    pub fn verify(state: &State<S, D>, rules: &Rules<S, D>) -> Result<(), String> => state.verify(rules);
}
