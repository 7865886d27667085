//! The properties of a stone that patterns use: its liberties, and what stands around its cell, updated stone by stone.

use super::cells::Cells;
use super::compile::Rules;
use super::directions::{DIRECTIONS, directions_around, opposite};
use super::grid::Grid;
use super::index::Index;
use super::per_cell::PerCell;
use super::placement::Placement;
use super::state::State;

/// How many codes of surroundings there are. A code has two bits for each direction: one is set if the cell there is empty or
/// occupied by the enemy, the other if it is empty or occupied by a friendly stone. Cells off the board need not be counted: like
/// cells with neutral stones, they have neither bit set.
pub const CODES: usize = 1 << (2 * DIRECTIONS);

/// What the weight of a stone depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surroundings {
    /// The code of the cells around it.
    pub code: u16,
    /// The direction of the previous stone, plus 1; 0 if that stone is not on one of the cells around.
    pub last: u8,
    /// The class of its liberties: see [`liberties_after`]; 0 without capture by liberties.
    pub liberties: u8,
}

/// The codes of the surroundings of all cells.
#[derive(Clone, Copy)]
pub struct SurroundingCodes<S: Cells> {
    /// For each cell, its code from the first side's point of view.
    codes: PerCell<u16, S>,
    /// For each side, the cells that the codes count as empty or occupied by that side's enemy.
    open: [S; 2],
}

impl<S: Cells> SurroundingCodes<S> {
    /// The codes of an empty board.
    #[inline(always)]
    pub fn new<const D: usize>(grid: &Grid<S, D>) -> Self {
        let mut codes = PerCell::of(0);
        for at in 0..S::SIZE {
            let ways = u16::from(grid.ways[at]);
            codes[at] = ways | ways << DIRECTIONS;
        }
        Self { codes, open: [grid.board; 2] }
    }

    /// Brings the codes up to date with the stones of `state`.
    #[inline(always)]
    pub fn renew<const D: usize>(&mut self, state: &State<S, D>, rules: &Rules<S, D>) {
        for side in 0..2 {
            let open = state.empty.or(state.stones[1 - side]);
            let changed = open.without(self.open[side]).or(self.open[side].without(open));
            for at in changed.iter() {
                self.flip(&rules.grid, at, side);
            }
            self.open[side] = open;
        }
    }

    /// Changes the bit of `at` for `side` in the codes of the cells around it.
    #[inline(always)]
    fn flip<const D: usize>(&mut self, grid: &Grid<S, D>, at: Index, side: usize) {
        for k in 0..directions_around::<D>() {
            self.codes[grid.one_along(at, opposite(k))] ^= 1 << (DIRECTIONS * side + k);
        }
    }

    /// The surroundings of a stone of `side` on `at` with this `placement`, with the previous stone on `last`, which must be a
    /// cell of the board. The codes must be up to date.
    #[inline(always)]
    pub fn of<const D: usize>(
        &self,
        rules: &Rules<S, D>,
        side: usize,
        at: Index,
        placement: &Placement<S>,
        last: Index,
    ) -> Surroundings {
        // In the code of a stone, the bits of its own side come first.
        let code = self.codes[at].rotate_right((DIRECTIONS * side) as u32);
        let liberties = if rules.by_liberties { liberties_after(placement) } else { 0 };
        Surroundings { code, last: rules.grid.direction(at, last), liberties }
    }
}

/// The number of classes of [`liberties_after`].
pub const CLASSES: usize = 8;

/// The class of a stone with this `placement`: the liberties of its group before captures, up to 3, and whether it captures.
#[inline(always)]
fn liberties_after<S: Cells>(placement: &Placement<S>) -> u8 {
    let liberties = placement.neighbours.and(placement.left).count().min(3) as u8;
    liberties | u8::from(placement.takes) << 2
}

#[cfg(test)]
mod tests {
    use super::super::cells::words::Words;
    use super::super::directions::STEPS;
    use super::super::index::{cell, index};
    use super::super::own_eyes::PlayoutPolicy;
    use super::*;
    use crate::board::{Board, Cell};
    use crate::chance::{self, Draw};
    use crate::variant;

    type Set = Words<16>;

    /// The cell one step from `at` in direction `k`, if there is one.
    fn step(board: &Board, at: Index, k: usize) -> Option<Cell> {
        board.step(cell::<Set>(at), STEPS[k])
    }

    /// The code of `at` for `side`, cell by cell.
    fn scanned<const D: usize>(state: &State<Set, D>, board: &Board, side: usize, at: Index) -> u16 {
        let seen = [side, 1 - side].map(|side| state.empty.or(state.stones[1 - side]));
        (0..directions_around::<D>()).fold(0, |code, k| {
            let bit = |half: usize| match step(board, at, k) {
                Some(cell) => u16::from(seen[half].has(index::<Set>(cell))) << (DIRECTIONS * half + k),
                None => 0,
            };
            code | bit(0) | bit(1)
        })
    }

    /// [`liberties_after`], computed by flood fills.
    fn filled<const D: usize>(state: &State<Set, D>, rules: &Rules<Set, D>, at: Index) -> u8 {
        let (grid, side, stone) = (&rules.grid, state.mover(), Set::single(at));
        let liberties = |group: Set| grid.spread(group).and(state.empty).without(stone).count();
        let own = liberties(grid.flood(stone, state.stones[side].or(stone))).min(3) as u8;
        let enemies = state.stones[1 - side];
        let near = grid.spread(stone).and(enemies);
        let captures = near.iter().any(|near| liberties(grid.flood(Set::single(near), enemies)) == 0);
        own | u8::from(captures) << 2
    }

    /// Plays random games, compares the updated codes with the cells around, and returns how many actions
    /// were played.
    fn compare<const D: usize>(name: &str, sets: &[&str]) -> usize {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        let variant =
            variant::load(name, &sets).unwrap_or_else(|wrong| panic!("{}", wrong.render(false))).variant;
        let rules = Rules::<Set, D>::new(&variant);
        let mut state = State::start(&rules);
        let (mut actions, mut last) = (0, None);
        for game in 0..3 {
            let mut rng = chance::stream(9, &[0; 32], game);
            let mut draw = Draw::new(&mut rng);
            let mut kept = SurroundingCodes::new(&rules.grid);
            state.reset(&rules);
            while state.progress.outcome.is_none() {
                if let super::super::Action::Place(cell) =
                    state.play_random(&rules, PlayoutPolicy::Unrestricted, &mut draw)
                {
                    last = Some(index::<Set>(cell));
                }
                actions += 1;
                // Several stones may come and go between two updates.
                if actions % 3 == 0 {
                    continue;
                }
                kept.renew(&state, &rules);
                let side = state.mover();
                for at in rules.grid.board.iter() {
                    let placement = state.placement(&rules, side, at);
                    let of = kept.of(&rules, side, at, &placement, last.unwrap_or(Set::NOWHERE));
                    assert_eq!(
                        of.code,
                        scanned(&state, &variant.board, side, at),
                        "{name} {}",
                        cell::<Set>(at).x
                    );
                    if last.is_some() {
                        let next_to = |&k: &usize| step(&variant.board, at, k).map(index::<Set>) == last;
                        let place = (0..directions_around::<D>()).find(next_to);
                        assert_eq!(usize::from(of.last), place.map_or(0, |k| k + 1), "{name}");
                    }
                    if rules.by_liberties && state.empty.has(at) {
                        assert_eq!(of.liberties, filled(&state, &rules, at), "{name} {}", cell::<Set>(at).x);
                    }
                }
            }
        }
        actions
    }

    #[test]
    fn updated_codes_match_the_surrounding_cells() {
        assert!(compare::<4>("go", &["board.width=5", "board.height=6"]) > 100);
        assert!(compare::<4>("go", &["board.width=31", "board.height=5"]) > 100);
        assert!(compare::<6>("send-it", &["board.side=3"]) > 50);
        assert!(compare::<4>("othello", &[]) > 100);
        assert!(compare::<4>("gomoku", &["board.wrap=torus", "board.width=5", "board.height=6"]) > 20);
        assert!(compare::<4>("amazons", &[]) > 100);
    }
}
