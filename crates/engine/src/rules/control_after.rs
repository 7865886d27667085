//! Control after one more stone: computes how many cells each side could use, without placing the stone.
//!
//! A player that looks one action ahead needs the score after every legal placement. A stone that captures nothing changes
//! little: its side sees further along the lines through the stone, the opponent's sight ends there, and cells around the stone
//! and around the groups next to it may become suicide or cease to be suicide. The changes along lines are computed for all cells
//! of a position together; those nearby are computed for each stone.
//!
//! An empty cell is *open* if it has an empty neighbour, else *closed*. No stone on an open cell is suicide, so only sight
//! decides there. If lines of sight run through neighbours, a closed cell can be seen only by adjacent stones, so only what is
//! nearby matters.

use super::action::Action;
use super::cells::Cells;
use super::compile::Rules;
use super::index::{Index, beside, index, steps};
use super::per_cell::PerCell;
use super::placement::Placement;
use super::processor::compiled;
use super::sight::rays;
use super::state::State;
use crate::board::Lines;

/// Data of a position, computed once for all stones that the side to move might place.
#[derive(Clone, Copy)]
pub struct ControlDeltas<S: Cells> {
    /// The empty cells with an empty neighbour, and the empty cells without one.
    open: S,
    closed: S,
    /// For each side, the open cells that it sees, the closed cells where it could place a stone, and the empty cells next to its
    /// stones.
    seen: [S; 2],
    held: [S; 2],
    next: [S; 2],
    /// For each side, how many cells it could use, and the number of its stones plus the number of empty cells.
    usable: [u32; 2],
    stones_and_empty: [u32; 2],
    /// For each cell, how many open cells the side to move would newly see with a stone there.
    gain: PerCell<u16, S>,
    /// For each cell, how many open cells a stone there would hide from the opponent.
    loss: PerCell<u16, S>,
}

impl<S: Cells, const D: usize> State<S, D> {
    /// The control deltas of the side to move; `None` unless control depends only on sight along lines of neighbours and on
    /// suicide.
    #[inline(always)]
    pub fn control_deltas(&self, rules: &Rules<S, D>) -> Option<ControlDeltas<S>> {
        let &[place] = rules.control.as_slice() else { return None };
        let place = &rules.places[usize::from(place)];
        let sight = place.sight.is_some_and(|lines| D == 6 || lines == Lines::Orthogonal);
        if !rules.only_control() || !rules.control_shapes.is_empty() || !sight {
            return None;
        }
        if rules.grid.wrapping().is_some() || !place.cells.is_all() || !rules.no_suicide {
            return None;
        }
        let side = self.mover();
        let open = self.empty.and(rules.grid.spread(self.empty));
        let closed = self.empty.without(open);
        let mut next = [S::none(); 2];
        let mut held = [S::none(); 2];
        for player in 0..2 {
            next[player] = rules.grid.spread(self.stones[player]).and(self.empty);
            for cell in next[player].and(closed).iter() {
                if self.placement(rules, player, cell).lives {
                    held[player] = held[player].or(rules.grid.here[cell].alone);
                }
            }
        }
        let (own, enemy) = (self.stones[side], self.stones[1 - side]);
        let (own_rays, enemy_rays) =
            (rays(&rules.grid, own, self.empty), rays(&rules.grid, enemy, self.empty));
        let (own_seen, _) = seen_and_once(&own_rays);
        let (enemy_seen, once) = seen_and_once(&enemy_rays);
        let mut seen = [S::none(); 2];
        seen[side] = own_seen.and(open);
        seen[1 - side] = enemy_seen.and(open);
        let gain = self.along_lines::<false>(open.without(own_seen), &own_rays);
        let loss = self.along_lines::<true>(open.and(once), &enemy_rays);
        let empty = self.empty.count();
        Some(ControlDeltas {
            open,
            closed,
            seen,
            held,
            next,
            usable: [seen[0].count() + held[0].count(), seen[1].count() + held[1].count()],
            stones_and_empty: [self.stones[0].count() + empty, self.stones[1].count() + empty],
            gain,
            loss,
        })
    }

    /// For each empty cell, how many cells of `wanted` lie behind it, up to the first stone, summed over all directions; with
    /// `BEHIND`, only over directions in which a ray of `rays` reaches the cell.
    ///
    /// The count at a cell is the count at the next cell, plus 1 if that next cell is wanted. So each direction is processed from
    /// its end. Cells with a stone stop the count: their entries stay 0.
    #[inline(always)]
    fn along_lines<const BEHIND: bool>(&self, wanted: S, rays: &[S; D]) -> PerCell<u16, S> {
        let mut weight = PerCell::<_, S>::of(0_u16);
        for cell in wanted.iter() {
            weight[cell] = 1;
        }
        let (cells, count) = listed(self.empty);
        let mut sums = PerCell::of(0_u16);
        for (k, step) in steps::<S, D>().into_iter().enumerate() {
            let mut behind = PerCell::<_, S>::of(0_u16);
            for i in 0..count {
                let turn = if step > 0 { count - 1 - i } else { i };
                let cell = usize::from(cells[turn]);
                let far = beside::<S>(cell, step);
                let run = behind[far] + weight[far];
                behind[cell] = run;
                sums[cell] += if !BEHIND || rays[k].has(cell) { run } else { 0 };
            }
        }
        sums
    }

    /// The points of the first side and of the second after the legal `action`; `None` unless it is a stone that captures
    /// nothing.
    #[inline(always)]
    pub fn points_after(
        &self,
        rules: &Rules<S, D>,
        control_deltas: &ControlDeltas<S>,
        action: Action,
    ) -> Option<[i32; 2]> {
        let Action::Place(cell) = action else { return None };
        let cell = index::<S>(cell);
        let side = self.mover();
        let placement = self.placement(rules, side, cell);
        if placement.takes {
            return None;
        }
        let grid = &rules.grid;
        let stone = grid.here[cell].alone;
        // Neighbours that have lost their last empty neighbour; the new stone sees them.
        let shut = grid.here[cell].near.and(control_deltas.open).without(grid.spread(placement.left));
        let near = placement.neighbours.or(placement.enemy_neighbours);
        let changed = control_deltas.closed.or(shut).without(stone).and(near);
        let mut usable = control_deltas.usable;
        for (player, usable) in usable.iter_mut().enumerate() {
            let (seen, held) = (control_deltas.seen[player], control_deltas.held[player]);
            *usable -= u32::from(seen.meets(stone)) + held.and(near.or(stone)).count();
        }
        usable[side] += u32::from(control_deltas.gain[cell]);
        usable[1 - side] -= u32::from(control_deltas.loss[cell]);
        if !shut.is_empty() {
            usable[side] -= shut.count();
            usable[1 - side] -= shut.and(control_deltas.next[1 - side]).count();
        }
        for closed in changed.iter() {
            let [own, enemy] = self.usable_after(rules, control_deltas, closed, stone, &placement);
            usable[side] += u32::from(own);
            usable[1 - side] += u32::from(enemy);
        }
        // The stone fills an empty cell, so the sum of stones and empty cells stays the same for its side, and falls by 1 for the
        // opponent.
        let mut points = [0; 2];
        for player in 0..2 {
            let all = control_deltas.stones_and_empty[player] - u32::from(player != side);
            points[player] = all as i32 - usable[1 - player] as i32;
        }
        Some(points)
    }

    /// Whether the side to move could place a stone on the cell `closed` after the `stone` with its `placement`, and whether the
    /// opponent could if it began a turn then.
    #[inline(always)]
    fn usable_after(
        &self,
        rules: &Rules<S, D>,
        control_deltas: &ControlDeltas<S>,
        closed: Index,
        stone: S,
        placement: &Placement<S>,
    ) -> [bool; 2] {
        let side = self.mover();
        let here = rules.grid.here[closed].alone;
        let left = placement.left.without(here);
        // With NOWHERE counted as empty, the sentinel group always has a liberty.
        let free = left.or(rules.grid.nowhere);
        // The stone joins the groups next to it; `placement` holds the neighbours of the group they form.
        let joined = placement.neighbours.meets(here);
        let (mut own_neighbours, mut enemy_takes) = (S::none(), false);
        if joined {
            own_neighbours = placement.neighbours;
            enemy_takes = !placement.neighbours.meets(left);
        }
        for name in self.groups.beside(&rules.grid, side, closed) {
            let neighbours = self.groups.neighbours(name);
            own_neighbours = own_neighbours.or(neighbours);
            enemy_takes |= !neighbours.meets(stone) & !free.meets(neighbours);
        }
        let (mut enemy_neighbours, mut own_takes) = (S::none(), false);
        for name in self.groups.beside(&rules.grid, 1 - side, closed) {
            let neighbours = self.groups.neighbours(name);
            enemy_neighbours = enemy_neighbours.or(neighbours);
            own_takes |= !free.meets(neighbours);
        }
        let own_sees = control_deltas.next[side].meets(here) | rules.grid.here[closed].near.meets(stone);
        let enemy_sees = control_deltas.next[1 - side].meets(here);
        [
            own_sees & (own_takes | own_neighbours.meets(left)),
            enemy_sees & (enemy_takes | enemy_neighbours.meets(left)),
        ]
    }
}

/// The `cells` in a table, the lowest first, and their number.
#[inline(always)]
pub fn listed<S: Cells>(cells: S) -> (PerCell<u16, S>, usize) {
    let (mut table, mut count) = (PerCell::of(0_u16), 0);
    for cell in cells.iter() {
        table[count] = cell as u16;
        count += 1;
    }
    (table, count)
}

/// The cells that any of `rays` reaches, and the cells that exactly one of them reaches.
#[inline(always)]
pub fn seen_and_once<S: Cells, const D: usize>(rays: &[S; D]) -> (S, S) {
    let (mut seen, mut twice) = (S::none(), S::none());
    for &ray in rays {
        twice = twice.or(seen.and(ray));
        seen = seen.or(ray);
    }
    (seen, seen.without(twice))
}

compiled! {
    pub fn control_deltas(state: &State<S, D>, rules: &Rules<S, D>) -> Option<ControlDeltas<S>> => state.control_deltas(rules);
    pub fn points_after(
        state: &State<S, D>, rules: &Rules<S, D>, control_deltas: &ControlDeltas<S>, action: Action,
    ) -> Option<[i32; 2]> => state.points_after(rules, control_deltas, action);
}
