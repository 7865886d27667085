//! The cells that a side could fill with shapes, for control.

use super::play::shape_holds;
use super::rule::ShapeRule;
use crate::rules::{Cells, Grid, Rules, State, compiled, flood, seen_by};
use std::ops::ControlFlow;

impl<S: Cells, const D: usize> State<S, D> {
    /// The cells that `side` could fill with a shape under rule number `rule` if it began a normal turn now.
    #[inline(always)]
    pub fn fillable(&self, rules: &Rules<S, D>, side: usize, rule: u8) -> S {
        let rule = &rules.shapes[usize::from(rule)];
        let unlimited = rule.new_per_group.is_none_or(|limit| u32::from(limit) >= rule.forms.most);
        match &rule.forms.sizes {
            // Where captures are forbidden, a shape of any size may be illegal.
            Some(sizes) if unlimited && !rules.no_taking => self.fillable_by_sizes(rules, rule, sizes, side),
            _ => self.fillable_by_forms(rules, rule, side),
        }
    }

    /// [`State::fillable`] for any forms: the cells of every form at every place where it is legal.
    #[inline(always)]
    fn fillable_by_forms(&self, rules: &Rules<S, D>, rule: &ShapeRule<S>, side: usize) -> S {
        let mut filled = S::none();
        let mut placing = self.normal_placing(rule, side);
        placing.forms = rule.covering.as_ref().unwrap_or(placing.forms);
        let _ = self.legal_planes(rules, &placing, |plane| {
            let anchors = plane.anchors.padded();
            for by in placing.forms.steps(plane.form) {
                filled = filled.or(S::shifted(&anchors, by));
            }
            ControlFlow::Continue(())
        });
        filled
    }

    /// [`State::fillable`] for all connected sets of these sizes, without enumerating them.
    ///
    /// A shape of n cells can fill a cell if a seen cell is at most n - 1 steps away within a region of at least n cells: the
    /// path between the two cells can be completed to such a shape. The largest n that fits reaches furthest. A shape can be
    /// suicide only if it fills the whole region; then the next smaller size is used.
    #[inline(always)]
    fn fillable_by_sizes(&self, rules: &Rules<S, D>, rule: &ShapeRule<S>, sizes: &[u8], side: usize) -> S {
        let Some(&most) = sizes.last() else { return S::none() };
        let grid = &rules.grid;
        let open = self.open_to(rules, rule, side);
        let seen = rule
            .sight
            .map_or(open, |lines| open.and(seen_by(&rules.grid, self.stones[side], self.empty, lines)));
        let mut filled = grid.within(seen, most - 1, open);
        let mut rest = filled.without(grid.large_regions(open, most.into()));
        while let Some(first) = rest.first() {
            let region = flood(grid, S::single(first), open);
            rest = rest.without(region);
            if region.count() > u32::from(most) {
                continue;
            }
            let placing = self.normal_placing(rule, side);
            let fills = || shape_holds(self, rules, &placing, region).is_ok();
            filled = filled.without(region).or(grid.filled_region(rule, region, seen.and(region), fills));
        }
        filled
    }
}

impl<S: Cells, const D: usize> Grid<S, D> {
    /// The cells that a path of at most `steps` steps within `open` connects to a cell of `from`.
    #[inline(always)]
    pub fn within(&self, from: S, steps: u8, open: S) -> S {
        let mut near = from;
        for _ in 0..steps {
            let nearer = near;
            near = nearer.or(self.spread(nearer).and(open));
            if near == nearer {
                break;
            }
        }
        near
    }

    /// The cells of a small `region` that connected shapes of `rule` with a cell of `seen` can fill. `fills` returns whether a shape
    /// may fill the whole region.
    #[inline(always)]
    pub fn filled_region(&self, rule: &ShapeRule<S>, region: S, seen: S, fills: impl Fn() -> bool) -> S {
        let room = region.count();
        for &size in rule.forms.sizes.iter().flatten().rev() {
            if u32::from(size) < room || u32::from(size) == room && fills() {
                return self.within(seen, size - 1, region);
            }
        }
        S::none()
    }
}

compiled! {
    pub fn fillable(state: &State<S, D>, rules: &Rules<S, D>, side: usize, rule: u8) -> S => state.fillable(rules, side, rule);
}
