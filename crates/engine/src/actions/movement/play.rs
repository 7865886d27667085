//! Moving a stone in play: steps, slides, jumps and leaps.

use super::rule::MoveRule;
use super::{Motion, Move, Onto};
use crate::actions::{ActionRule, General, Owner};
use crate::board::{Board, Cell};
use crate::chance::Draw;
use crate::rules::{
    Action, Cells, Change, DIRECTIONS, Effect, Grid, IllegalReason, Index, Rules, Slot, State, cell,
    compiled, index,
};
use std::ops::ControlFlow;

impl General for Move {
    type Rule<S: Cells> = MoveRule<S>;

    fn compile<S: Cells, const D: usize>(
        &self,
        action: &ActionRule,
        board: &Board,
        grid: &Grid<S, D>,
    ) -> MoveRule<S> {
        MoveRule::new(self, action, board, grid)
    }

    /// On a board that does not wrap, moves along different lines never overlap.
    fn may_overlap<S: Cells, const D: usize>(
        one: &MoveRule<S>,
        other: &MoveRule<S>,
        grid: &Grid<S, D>,
    ) -> bool {
        let is_free = |rule: &MoveRule<S>| !rule.how.follows_lines();
        let pairs = || one.directions.iter().zip(&other.directions);
        is_free(one)
            || is_free(other)
            || grid.wrapping().is_some()
            || pairs().any(|(one, other)| one.iter().any(|k| other.contains(k)))
    }

    fn action<S: Cells, const D: usize>(
        rule: &MoveRule<S>,
        grid: &Grid<S, D>,
        at: Index,
        way: u32,
    ) -> Action {
        Action::Move { from: cell::<S>(at), to: cell::<S>(rule.target(grid, at, way)) }
    }

    fn locate<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &MoveRule<S>,
        action: Action,
    ) -> Result<(Index, u32), IllegalReason> {
        let Action::Move { from, to } = action else { return Err(IllegalReason::Kind) };
        let (at, way) = (index::<S>(from), state.way_of_move(grid, rule, from, to));
        let has_stone = state.stones_of(rule.stones).has(at);
        let why = if has_stone { IllegalReason::WrongMove } else { rule.why_no_stone() };
        way.map(|way| (at, way)).ok_or(why)
    }

    #[inline(always)]
    fn planes<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &MoveRule<S>,
        each: impl FnMut(u32, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        each_plane(state, |planes| move_planes(state, grid, rule, usize::MAX, planes), each)
    }

    #[inline(always)]
    fn made_planes<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &MoveRule<S>,
        each: impl FnMut(u32, S) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        each_plane(state, |planes| made_planes(state, grid, rule, planes), each)
    }

    #[inline(always)]
    fn made<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &MoveRule<S>,
        at: Index,
        way: u32,
    ) -> Result<(), IllegalReason> {
        if rule.makes.is_empty() {
            return Ok(());
        }
        state.missed_makes(grid, rule, at, way).map_or(Ok(()), |missed| Err(IllegalReason::Makes(missed)))
    }

    #[inline(always)]
    fn some<S: Cells, const D: usize>(state: &State<S, D>, grid: &Grid<S, D>, rule: &MoveRule<S>) -> bool {
        some_move(state, grid, rule)
    }

    #[inline(always)]
    fn count<S: Cells, const D: usize>(state: &State<S, D>, grid: &Grid<S, D>, rule: &MoveRule<S>) -> u32 {
        count_moves(state, grid, rule)
    }

    #[inline(always)]
    fn count_made<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &MoveRule<S>,
    ) -> u32 {
        if rule.makes.is_empty() {
            return count_moves(state, grid, rule);
        }
        let mut count = 0;
        let _ = Self::made_planes(state, grid, rule, |_, cells| {
            count += cells.count();
            ControlFlow::Continue(())
        });
        count
    }

    fn fits<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &MoveRule<S>,
        at: Index,
        way: u32,
    ) -> Result<(), IllegalReason> {
        if !state.stones_of(rule.stones).has(at) {
            return Err(rule.why_no_stone());
        }
        state.check_cell(grid, rule.cells.as_ref(), at)?;
        if !rule.to.has(rule.target(grid, at, way)) {
            return Err(IllegalReason::NotTo);
        }
        let mut planes = state.planes.take();
        move_planes(state, grid, rule, usize::MAX, &mut planes);
        let found = planes.iter().any(|&(other, cells)| other == way && cells.has(at));
        state.planes.give_back(planes);
        if found { Ok(()) } else { Err(IllegalReason::WrongMove) }
    }

    #[inline(always)]
    fn effect<S: Cells, const D: usize>(
        state: &State<S, D>,
        grid: &Grid<S, D>,
        rule: &MoveRule<S>,
        at: Index,
        way: u32,
    ) -> Effect<S> {
        let (mut effect, to) = (state.no_effect(), rule.target(grid, at, way));
        let mut captured = effect.enemy.and(S::single(to));
        if rule.how == Motion::Jump {
            let k = way as usize % DIRECTIONS;
            let mut over = grid.one_along(at, k);
            for _ in 0..=way as usize / DIRECTIONS {
                captured = captured.or(effect.enemy.and(S::single(over)));
                over = grid.one_along(grid.one_along(over, k), k);
            }
        }
        effect.changed = S::single(at).or(S::single(to)).or(captured);
        effect.enemy = effect.enemy.without(captured);
        effect.captured = captured.count();
        effect.change = Change::moved(at, to, rule.becomes);
        // A stone that was placed in this turn still counts as a new stone after it has moved.
        if state.new_stones.stones.has(at) {
            effect.placed = S::single(to);
        }
        if rule.plain {
            effect.own = effect.own.without(S::single(at)).or(S::single(to));
            effect
        } else {
            // A copy: the effect itself would have to stay in memory for all moves if its address were passed on.
            let moved = effect;
            trailing(state, rule, &moved, at, to)
        }
    }

    fn draws<S: Cells, const D: usize>(rule: &MoveRule<S>, grid: &Grid<S, D>, _: bool) -> bool {
        rule.marches(grid)
    }

    #[inline(always)]
    fn draw<S: Cells, const D: usize>(
        state: &State<S, D>,
        rules: &Rules<S, D>,
        slot: Slot,
        rule: &MoveRule<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, u32)> {
        draw_march(state, rules, slot, rule, draw)
    }
}

/// Calls `each` with the planes that `find` writes, until `each` returns `Break`. The buffer is taken out of the state while in use,
/// because `each` may need a buffer itself.
#[inline(always)]
fn each_plane<S: Cells, const D: usize>(
    state: &State<S, D>,
    find: impl FnOnce(&mut Vec<(u32, S)>),
    mut each: impl FnMut(u32, S) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut planes = state.planes.take();
    find(&mut planes);
    let mut flow = ControlFlow::Continue(());
    for &(way, cells) in &planes {
        flow = each(way, cells);
        if flow.is_break() {
            break;
        }
    }
    state.planes.give_back(planes);
    flow
}

/// Appends a way and the `cells` of the stones that can move that way, if there are any. Returns whether `into` now holds `most`
/// ways.
#[inline(always)]
pub fn full<S: Cells>(into: &mut Vec<(u32, S)>, most: usize, way: u32, cells: S) -> bool {
    if !cells.is_empty() {
        into.push((way, cells));
    }
    into.len() >= most
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The cells on which the side to move may end a move under `rule`.
    #[inline(always)]
    pub fn targets(&self, rule: &MoveRule<S>) -> S {
        let enemy = self.stones[1 - self.mover()];
        let open = match rule.onto {
            Onto::Empty => self.empty,
            Onto::Enemy => enemy,
            Onto::Any => self.empty.or(enemy),
        };
        open.and(rule.to)
    }

    /// Fills `into` with at most `most` ways of `rule`, each with the stones that can move that way. The effects of the moves are
    /// not checked.
    #[inline(always)]
    fn move_planes(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, most: usize, into: &mut Vec<(u32, S)>) {
        if rule.free {
            self.planes_of(grid, rule, self.stones[self.mover()], most, into);
        } else {
            restricted_planes(self, grid, rule, most, into);
        }
    }

    /// [`State::move_planes`] of the stones `own`.
    #[inline(always)]
    fn planes_of(
        &self,
        grid: &Grid<S, D>,
        rule: &MoveRule<S>,
        own: S,
        most: usize,
        into: &mut Vec<(u32, S)>,
    ) {
        let side = self.mover();
        into.clear();
        let targets = self.targets(rule);
        if grid.wrapping().is_some() && rule.how != Motion::Anywhere {
            return self.planes_around(grid, rule, own, most, into);
        }
        match rule.how {
            Motion::Leap | Motion::Knight => {
                let targets = targets.padded();
                for (way, leap) in rule.leaps.iter().enumerate() {
                    if full(into, most, way as u32, S::shifted(&targets, -leap.by).and(leap.inside).and(own))
                    {
                        return;
                    }
                }
            }
            Motion::Anywhere => {
                for to in targets.iter() {
                    if full(into, most, to as u32, own) {
                        return;
                    }
                }
            }
            Motion::March => {
                for &k in &rule.directions[side] {
                    for at in own.iter() {
                        if let Some(way) = self.march(grid, rule, targets, at, k.into())
                            && full(into, most, way, S::single(at))
                        {
                            return;
                        }
                    }
                }
            }
            Motion::Step | Motion::Slide | Motion::Jump => {
                for &k in &rule.directions[side] {
                    let mut from = self.one_move_before(grid, rule, targets, k.into());
                    let mut way = u32::from(k);
                    while !from.is_empty() {
                        if full(into, most, way, from.and(own)) {
                            return;
                        }
                        if rule.how == Motion::Step {
                            break;
                        }
                        from = self.one_move_before(grid, rule, from.and(self.empty), k.into());
                        way += DIRECTIONS as u32;
                    }
                }
            }
        }
    }

    /// The cells from which a step or a jump along direction `k` leads to a cell of `to`.
    #[inline(always)]
    fn one_move_before(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, to: S, k: usize) -> S {
        let before = grid.one_before(to, k);
        if rule.how == Motion::Jump {
            grid.one_before(before.and(self.stones_of(rule.over)), k)
        } else {
            before
        }
    }

    /// The way in which a stone of the side to move would move from one cell to another; `None` if there is no such way.
    fn way_of_move(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, from: Cell, to: Cell) -> Option<u32> {
        if grid.wrapping().is_none() || rule.how == Motion::Anywhere {
            return rule.way(from, to, self.mover());
        }
        let (from, to) = (index::<S>(from), index::<S>(to));
        let mut planes = Vec::new();
        // `fits` reports the cells on which a move may not start.
        self.planes_around(grid, rule, self.stones_of(rule.stones), usize::MAX, &mut planes);
        let leads = |&&(way, cells): &&(u32, S)| cells.has(from) && rule.target(grid, from, way) == to;
        planes.iter().find(leads).map(|&(way, _)| way)
    }
}

/// `effect` with the stone on `at`, of either side or neutral, moved to `to`, and with what `rule` leaves behind.
#[inline(always)]
fn with_trail<S: Cells>(rule: &MoveRule<S>, effect: &Effect<S>, at: Index, to: Index) -> Effect<S> {
    let mut effect = *effect;
    let (from, target) = (S::single(at), S::single(to));
    let before = match () {
        () if effect.own.has(at) => Owner::Own,
        () if effect.enemy.has(at) => Owner::Enemy,
        () => Owner::Neutral,
    };
    let stones = effect.stones_of(before);
    *stones = stones.without(from);
    let stones = effect.stones_of(rule.colour.unwrap_or(before));
    *stones = stones.or(target);
    if let Some(owner) = rule.leaves_behind {
        let stones = effect.stones_of(owner);
        *stones = stones.or(from);
        if owner == Owner::Own {
            effect.placed = effect.placed.or(from);
        }
    }
    effect
}

compiled! {
    fn move_planes(state: &State<S, D>, grid: &Grid<S, D>, rule: &MoveRule<S>, most: usize, into: &mut Vec<(u32, S)>)
        => state.move_planes(grid, rule, most, into);
    /// [`State::move_planes`] under a `rule` that excludes some of the player's stones, or moves others.
    fn restricted_planes(
        state: &State<S, D>, grid: &Grid<S, D>, rule: &MoveRule<S>, most: usize, into: &mut Vec<(u32, S)>,
    ) => {
        let stones = state.restricted(grid, rule.cells.as_ref(), state.stones_of(rule.stones));
        state.planes_of(grid, rule, stones, most, into);
    };
    fn trailing(_state: &State<S, D>, rule: &MoveRule<S>, effect: &Effect<S>, at: Index, to: Index) -> Effect<S> => with_trail(rule, effect, at, to);
    /// The moves after which the stone fulfils `makes`.
    fn made_planes(state: &State<S, D>, grid: &Grid<S, D>, rule: &MoveRule<S>, into: &mut Vec<(u32, S)>) => {
        state.move_planes(grid, rule, usize::MAX, into);
        if !rule.makes.is_empty() {
            state.keep_made(grid, rule, into);
        }
    };
    fn some_move(state: &State<S, D>, grid: &Grid<S, D>, rule: &MoveRule<S>) -> bool => {
        let mut planes = state.planes.take();
        let most = if rule.makes.is_empty() { 1 } else { usize::MAX };
        move_planes(state, grid, rule, most, &mut planes);
        let some = state.some_made(grid, rule, &planes);
        state.planes.give_back(planes);
        some
    };
    fn count_moves(state: &State<S, D>, grid: &Grid<S, D>, rule: &MoveRule<S>) -> u32 => {
        if rule.marches(grid) {
            return state.count_marches(grid, rule);
        }
        let mut planes = state.planes.take();
        move_planes(state, grid, rule, usize::MAX, &mut planes);
        let mut count = 0;
        for (_, cells) in &planes {
            count += cells.count();
        }
        state.planes.give_back(planes);
        count
    };
    fn draw_march(
        state: &State<S, D>, rules: &Rules<S, D>, slot: Slot, rule: &MoveRule<S>, draw: &mut Draw<'_>,
    ) -> Option<(Index, u32)> => state.draw_march(rules, slot, rule, draw);
}
