//! Moving a stone in play: steps, slides, jumps, leaps, and marches of as many cells as there are stones on the line.

use super::rule::MoveRule;
use super::{Motion, Move, Onto};
use crate::actions::{ActionRule, General, Whose};
use crate::board::{Board, Cell};
use crate::chance::Draw;
use crate::rules::{
    AXES, Action, Cells, DIRECTIONS, Effect, Grid, IllegalReason, Index, Rules, Slot, State, allowed_by,
    axes, axis_of, cell, compiled, index, opposite,
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
        let is_free = |rule: &MoveRule<S>| matches!(rule.how, Motion::Leap | Motion::Anywhere);
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
        let has_stone = state.stones[state.mover()].has(at);
        let why = if has_stone { IllegalReason::WrongMove } else { IllegalReason::NoOwnStone };
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
        if rule.makes.is_empty() || state.fulfils_makes(grid, rule, at, way) {
            Ok(())
        } else {
            Err(IllegalReason::Makes)
        }
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
        if !state.stones[state.mover()].has(at) {
            return Err(IllegalReason::NoOwnStone);
        }
        if let Some(cells) = &rule.cells {
            cells.check(grid, &state.scene(state.mover()), at)?;
        }
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
        effect.own = effect.own.without(S::single(at)).or(S::single(to));
        effect.enemy = effect.enemy.without(captured);
        effect.captured = captured.count();
        effect.moved = Some(to);
        // A stone that was placed in this turn still counts as a new stone after it has moved.
        if state.new_stones.stones.has(at) {
            effect.placed = S::single(to);
        }
        effect
    }

    #[inline(always)]
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

/// A march is shorter than this: a line has at most [`Board::MAX_SPAN`] stones.
const LENGTHS: usize = Board::MAX_SPAN as usize + 1;

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

    /// The stones that the side to move may move under `rule`, wherever they may go.
    #[inline(always)]
    fn movable(&self, grid: &Grid<S, D>, rule: &MoveRule<S>) -> S {
        let own = self.stones[self.mover()];
        match &rule.cells {
            Some(cells) => allowed_by(grid, cells, &self.scene(self.mover()), own),
            None => own,
        }
    }

    /// The stones that a jump under `rule` can go over.
    #[inline(always)]
    pub fn jumpable_stones(&self, rule: &MoveRule<S>) -> S {
        let side = self.mover();
        match rule.over {
            Whose::Own => self.stones[side],
            Whose::Enemy => self.stones[1 - side],
            Whose::Any => self.stones[0].or(self.stones[1]),
        }
    }

    /// Fills `into` with at most `most` ways of `rule`, each with the stones that can move that way. The effects of the moves are
    /// not checked.
    #[inline(always)]
    fn move_planes(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, most: usize, into: &mut Vec<(u32, S)>) {
        let side = self.mover();
        let own = self.movable(grid, rule);
        into.clear();
        let targets = self.targets(rule);
        if grid.wrapping().is_some() && rule.how != Motion::Anywhere {
            return self.planes_around(grid, rule, own, most, into);
        }
        match rule.how {
            Motion::Leap => {
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
                        if let Some(way) = self.march(grid, rule, at, k.into())
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
            grid.one_before(before.and(self.jumpable_stones(rule)), k)
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
        move_planes(self, grid, rule, usize::MAX, &mut planes);
        let leads = |&&(way, cells): &&(u32, S)| cells.has(from) && rule.target(grid, from, way) == to;
        planes.iter().find(leads).map(|&(way, _)| way)
    }

    /// The way in which the stone on `at` marches in direction `k`, as many cells as there are stones on the line; `None` if an
    /// enemy stone is in its way, or if the stone may not end its move where the march ends.
    #[inline(always)]
    fn march(&self, grid: &Grid<S, D>, rule: &MoveRule<S>, at: Index, k: usize) -> Option<u32> {
        let (own, enemy) = (self.stones[self.mover()], self.stones[1 - self.mover()]);
        let (passable, cells) = (self.empty.or(own), rule.length(at, axis_of(k), own.or(enemy)));
        let mut to = grid.one_along(at, k);
        for _ in 1..cells {
            // Cells beyond the edge cannot be passed.
            if !passable.has(to) {
                return None;
            }
            to = grid.one_along(to, k);
        }
        self.targets(rule).has(to).then_some(k as u32 + DIRECTIONS as u32 * (cells - 1))
    }

    /// The number of marches that the side to move can choose from under `rule`.
    ///
    /// All marches along a line, in either direction, are equally long, so their length is computed once.
    #[inline(always)]
    fn count_marches(&self, grid: &Grid<S, D>, rule: &MoveRule<S>) -> u32 {
        let (own, enemy) = (self.stones[self.mover()], self.stones[1 - self.mover()]);
        let (stones, passable, targets) = (own.or(enemy), self.empty.or(own), self.targets(rule));
        // A bit for each direction: searching the list would take a tenth of the instructions of a count.
        let mut directions = 0_u32;
        for &k in &rule.directions[self.mover()] {
            directions |= 1 << k;
        }
        // For each length, the stones whose march is that long; empty between two axes.
        let (mut of_length, mut count) = ([S::none(); LENGTHS], 0);
        for (axis, &forth) in AXES.iter().enumerate().take(axes::<D>()) {
            let (mut rest, mut longest) = (own, 0);
            while let Some(at) = rest.first() {
                let line = rule.line(at, axis);
                let cells = line.and(stones).count() as usize % LENGTHS;
                of_length[cells] = of_length[cells].or(line.and(own));
                longest = longest.max(cells);
                rest = rest.without(line);
            }
            let of_length = &mut of_length[..=longest];
            for k in [forth, opposite(forth)] {
                if directions & 1 << k != 0 {
                    count += open_marches(grid, k, &of_length[1..], targets, passable).count();
                }
            }
            of_length.fill(S::none());
        }
        count
    }

    /// Draws a stone and a direction until `slot` allows the march. The length of a march is costly to compute, and drawing
    /// computes it for only a few stones.
    #[inline(always)]
    fn draw_march(
        &self,
        rules: &Rules<S, D>,
        slot: Slot,
        rule: &MoveRule<S>,
        draw: &mut Draw<'_>,
    ) -> Option<(Index, u32)> {
        let (own, directions) = (self.stones[self.mover()], &rule.directions[self.mover()]);
        let stones = own.count();
        let mut total = stones * directions.len() as u32;
        // For each direction, the stones that have not been drawn with it, and their number.
        let (mut left, mut counts) = ([own; DIRECTIONS], [stones; DIRECTIONS]);
        while total > 0 {
            let (mut rank, mut i) = (draw.below(total), 0);
            while i + 1 < directions.len() && rank >= counts[i % DIRECTIONS] {
                rank -= counts[i % DIRECTIONS];
                i += 1;
            }
            let at = left[i % DIRECTIONS].pick(|_| rank)?;
            if let Some(way) = self.march(&rules.grid, rule, at, directions[i].into())
                && self.holds(rules, slot, at, way).is_ok()
            {
                return Some((at, way));
            }
            left[i % DIRECTIONS] = left[i % DIRECTIONS].without(rules.grid.here[at].alone);
            counts[i % DIRECTIONS] -= 1;
            total -= 1;
        }
        None
    }
}

/// The stones that can march in direction `k` to a cell of `targets` across cells of `passable`. The stones of `of_length` march
/// as many cells as their index in it plus 1.
#[inline(always)]
fn open_marches<S: Cells, const D: usize>(
    grid: &Grid<S, D>,
    k: usize,
    of_length: &[S],
    targets: S,
    passable: S,
) -> S {
    // The direction is chosen once, not for each length.
    match k {
        0 => marches_back::<S, D, -1, 0>(grid, of_length, targets, passable),
        1 => marches_back::<S, D, 0, -1>(grid, of_length, targets, passable),
        2 => marches_back::<S, D, 1, 0>(grid, of_length, targets, passable),
        3 => marches_back::<S, D, 0, 1>(grid, of_length, targets, passable),
        4 => marches_back::<S, D, -1, -1>(grid, of_length, targets, passable),
        5 => marches_back::<S, D, 1, 1>(grid, of_length, targets, passable),
        6 => marches_back::<S, D, 1, -1>(grid, of_length, targets, passable),
        _ => marches_back::<S, D, -1, 1>(grid, of_length, targets, passable),
    }
}

/// [`open_marches`] in the direction opposite to `DX` columns and `DY` rows. The cells from which a march of n cells is open are
/// found by shifting those from which a march of n - 1 cells is open.
#[inline(always)]
fn marches_back<S: Cells, const D: usize, const DX: i32, const DY: i32>(
    grid: &Grid<S, D>,
    of_length: &[S],
    targets: S,
    passable: S,
) -> S {
    let (mut from, mut marching) = (targets, S::none());
    for &stones in of_length {
        from = grid.moved::<DX, DY, 1>(from);
        marching = marching.or(from.and(stones));
        from = from.and(passable);
    }
    marching
}

compiled! {
    fn move_planes(state: &State<S, D>, grid: &Grid<S, D>, rule: &MoveRule<S>, most: usize, into: &mut Vec<(u32, S)>)
        => state.move_planes(grid, rule, most, into);
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
