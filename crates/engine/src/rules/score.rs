//! Scores: what counts for a side in a position, and who is ahead.

use super::cells::Cells;
use super::compile::Rules;
use super::flow::settle;
use super::grid::flood;
use super::legal::all_places;
use super::margin::Margin;
use super::per_cell::PerCell;
use super::processor::compiled;
use super::read::board_number;
use super::state::{State, Usable};
use super::turn::TurnFlow;
use crate::actions::place::PlaceRule;
use crate::actions::place::shapes::fillable;
use crate::points::Points;
use crate::variant::ScoreMethod;

/// The number of a side's groups of each size. From these, two sequences of sizes, the largest first, can be compared without
/// sorting.
#[derive(Clone, Copy)]
pub struct Sizes<S: Cells> {
    /// The number of groups of each size.
    count: PerCell<u16, S>,
    /// The size of the largest group; 0 if there is no group.
    pub largest: u16,
}

impl<S: Cells> Sizes<S> {
    /// The sizes, the largest first.
    pub fn sorted(&self) -> Vec<u32> {
        let sizes = (1..=u32::from(self.largest)).rev();
        sizes.flat_map(|size| std::iter::repeat_n(size, self.count[size as usize].into())).collect()
    }

    /// The same sizes without one group of `size`; `largest` is then only an upper bound.
    fn without_one(mut self, size: u16) -> Self {
        let count = &mut self.count[usize::from(size)];
        *count = count.saturating_sub(1);
        self
    }

    /// The largest size of at most `most` that a group has; 0 if there is no such group.
    fn next(&self, most: usize) -> usize {
        (1..=most).rev().find(|&size| self.count[size] > 0).unwrap_or(0)
    }

    /// The first index at which the sequences differ, and the difference of the sizes there.
    fn first_difference(&self, other: &Self) -> Option<(usize, i32)> {
        let mut place = 0;
        for size in (1..=usize::from(self.largest.max(other.largest))).rev() {
            let (own, others) = (self.count[size], other.count[size]);
            place += usize::from(own.min(others));
            if own != others {
                let shorter = if own < others { self } else { other };
                let difference = (size - shorter.next(size - 1)) as i32;
                return Some((place, if own < others { -difference } else { difference }));
            }
        }
        None
    }

    /// How far the side of these groups is ahead of the side of the `other` groups, given that `komi` is added to the largest of
    /// the `other` groups.
    pub fn margin(self, other: Self, komi: Points) -> Margin {
        let largest = Points::whole(i32::from(self.largest) - i32::from(other.largest)) - komi;
        if largest != Points::ZERO {
            return Margin::of_sequences(0, largest);
        }
        let (rest, others) = (self.without_one(self.largest), other.without_one(other.largest));
        rest.first_difference(&others)
            .map_or(Margin::default(), |(place, size)| Margin::of_sequences(place + 1, Points::whole(size)))
    }
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The sizes of the groups of both sides.
    #[inline(always)]
    pub fn sequences(&self, rules: &Rules<S, D>) -> [Sizes<S>; 2] {
        let mut both = [Sizes::<S> { count: PerCell::of(0), largest: 0 }; 2];
        for (stones, sizes) in self.stones.into_iter().zip(&mut both) {
            // Single stones are counted all at once.
            let alone = stones.without(rules.grid.spread(stones));
            sizes.count[1] = alone.count() as u16;
            sizes.largest = u16::from(!alone.is_empty());
            let mut rest = stones.without(alone);
            while let Some(first) = rest.first() {
                let group = flood(&rules.grid, S::single(first), rest);
                let size = group.count() as u16;
                sizes.count[usize::from(size)] += 1;
                sizes.largest = sizes.largest.max(size);
                rest = rest.without(group);
            }
        }
        both
    }

    /// The points of the first side and of the second, without komi: the side's stones and the empty cells that count for it, or
    /// the size of its largest group.
    #[inline(always)]
    pub fn points(&self, rules: &Rules<S, D>) -> [i32; 2] {
        if rules.method == ScoreMethod::Groups {
            return [rules.grid.largest_group(self.stones[0]), rules.grid.largest_group(self.stones[1])];
        }
        match rules.method {
            ScoreMethod::None => return [0; 2],
            ScoreMethod::Terms => return [term_points(self, rules, 0), term_points(self, rules, 1)],
            _ => {}
        }
        let counting = self.counting(rules);
        let mut points = [0; 2];
        for side in 0..2 {
            points[side] = (self.stones[side].count() + counting[side].count()) as i32;
        }
        points
    }

    /// The empty cells that count for the first side and for the second.
    #[inline(always)]
    pub fn counting(&self, rules: &Rules<S, D>) -> [S; 2] {
        match rules.method {
            ScoreMethod::Control => {
                let [first, second] = self.usable_by_both(rules);
                [self.empty.without(second), self.empty.without(first)]
            }
            ScoreMethod::Area => {
                let [first, second] = [self.touched_by(rules, 0), self.touched_by(rules, 1)];
                [first.without(second), second.without(first)]
            }
            // Empty cells do not count.
            ScoreMethod::Groups
            | ScoreMethod::Tiles
            | ScoreMethod::Stones
            | ScoreMethod::Terms
            | ScoreMethod::None => [S::none(); 2],
        }
    }

    /// The empty regions that touch a stone of `side`.
    #[inline(always)]
    fn touched_by(&self, rules: &Rules<S, D>, side: usize) -> S {
        let shore = rules.grid.spread(self.stones[side]).and(self.empty);
        flood(&rules.grid, shore, self.empty)
    }

    /// The [usable](State::usable) cells of the first side and of the second.
    ///
    /// Where these cells also decide which placements are legal, they are cached: the side to move often counts its legal actions
    /// next.
    #[inline(always)]
    fn usable_by_both(&self, rules: &Rules<S, D>) -> [S; 2] {
        let Some(place) = rules.control_by_place else {
            return [usable(self, rules, 0), usable(self, rules, 1)];
        };
        if let Some(known) = self.known_usable() {
            return known.cells;
        }
        let rule = &rules.places[usize::from(place)];
        let seen = [self.in_sight(rules, rule, 0), self.in_sight(rules, rule, 1)];
        let cells =
            [usable_among(self, rules, rule, 0, seen[0]), usable_among(self, rules, rule, 1, seen[1])];
        self.usable.set(Usable { stones: self.stones, cells, seen });
        cells
    }

    /// The cells where a legal first action of a normal turn of `side` could place a stone, alone or in a shape, ignoring
    /// repetition: the cells that the opponent does not control.
    #[inline(always)]
    pub fn usable(&self, rules: &Rules<S, D>, side: usize) -> S {
        if rules.control_varies {
            return self.usable_in_position(rules, side);
        }
        let mut cells = S::none();
        for &rule in &rules.control {
            let rule = &rules.places[usize::from(rule)];
            let seen = self.in_sight(rules, rule, side);
            cells = cells.or(self.permitted(&rules.grid, &rules.cell_rules, rule.cells, side, seen));
        }
        cells = self.without_suicides(rules, side, cells);
        for &rule in &rules.control_shapes {
            cells = cells.or(fillable(self, rules, side, rule));
        }
        cells
    }

    /// The cells of `seen` where `rule` would let `side` place the first stone of a turn, ignoring repetition. `seen` holds the
    /// empty cells that `side` sees, or all empty cells if `rule` does not require sight.
    #[inline(always)]
    fn usable_among(&self, rules: &Rules<S, D>, rule: &PlaceRule, side: usize, seen: S) -> S {
        let allowed = self.permitted(&rules.grid, &rules.cell_rules, rule.cells, side, seen);
        self.without_suicides(rules, side, allowed)
    }

    /// The empty `cells` where a stone of `side` is not forbidden as suicide.
    #[inline(always)]
    fn without_suicides(&self, rules: &Rules<S, D>, side: usize, cells: S) -> S {
        if !rules.no_suicide {
            return cells;
        }
        // Only a stone on a cell without an empty neighbour can be suicide. The cache knows some of these cells.
        let cells = cells.without(self.cache.dead[side]);
        let doubtful = cells.without(rules.grid.spread(self.empty));
        cells.without(self.suicides(rules, side, doubtful))
    }

    /// [`State::usable`] for variants in which the position decides which kinds of first actions are possible: begins a normal
    /// turn of `side` on a copy of the position to find these kinds.
    #[inline(always)]
    fn usable_in_position(&self, rules: &Rules<S, D>, side: usize) -> S {
        self.try_out(rules, |turn| {
            turn.begin_normal_turn(rules, side);
            turn.begun.fill(true);
            turn.history.clear();
            settle(turn, rules);
            let choices = turn.choices(rules);
            let mut cells = all_places(turn, rules, choices);
            for slot in &choices.shapes {
                cells = cells.or(fillable(turn, rules, side, slot.rule));
            }
            cells
        })
    }
}

compiled! {
    /// The points that terms give `side`.
    fn term_points(state: &State<S, D>, rules: &Rules<S, D>, side: usize) -> i32 => {
        let scene = state.scene(side);
        let mut points = 0;
        for &(term, worth) in &rules.terms {
            points += board_number(&rules.grid, &scene, term) as i32 * worth;
        }
        points
    };
    pub fn points(state: &State<S, D>, rules: &Rules<S, D>) -> [i32; 2] => state.points(rules);
    pub fn counting(state: &State<S, D>, rules: &Rules<S, D>) -> [S; 2] => state.counting(rules);
    /// The empty cells that count only for the first side, and only for the second.
    pub fn controlled(state: &State<S, D>, rules: &Rules<S, D>) -> [S; 2] => {
        let [first, second] = counting(state, rules);
        [first.without(second), second.without(first)]
    };
    pub fn usable(state: &State<S, D>, rules: &Rules<S, D>, side: usize) -> S => state.usable(rules, side);
    fn usable_among(state: &State<S, D>, rules: &Rules<S, D>, rule: &PlaceRule, side: usize, seen: S) -> S => state.usable_among(rules, rule, side, seen);
    pub fn sequences(state: &State<S, D>, rules: &Rules<S, D>) -> [Sizes<S>; 2] => state.sequences(rules);
}
