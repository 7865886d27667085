//! Compares incremental state with a rebuild from scratch.

use super::cell_state::{Near, Things};
use super::compile::Rules;
use super::plane::{NOWHERE, Number};
use super::set::Set;
use super::stack::Stack;
use super::state::State;
use crate::actions::verify_kept;

impl<const W: usize> State<W> {
    /// Compares derived state with the stones and tiles.
    ///
    /// # Errors
    /// Returns an error if they differ; the error says where.
    pub fn verify(&self, rules: &Rules<W>) -> Result<(), String> {
        if let Some(fault) = self.plane.fault() {
            return Err(fault);
        }
        let ground = self.ground();
        let [first, second] = self.tiles;
        expect(first.without(second) == first, "two tiles lie on one cell")?;
        expect(
            ground.count() == u32::from(self.laid),
            "the number of tiles differs from the recomputed one",
        )?;
        let stands = |number: &Number| !self.stack(*number).is_empty();
        let of = |side| move |number: &Number| stands(number) && self.stack(*number).owner() == side;
        let built = [0, 1].map(|side| ground.iter().filter(of(side)).collect::<Set<W>>());
        expect(self.free == built, "the free stacks differ from the recomputed ones")?;
        expect(
            self.bare_tiles().count() == u32::from(self.bare),
            "the number of bare tiles differs from the recomputed one",
        )?;
        let numbers = self.plane.iter().map(|(number, _)| number);
        let prisoners: Set<W> = numbers.filter(|number| stands(number) && !ground.has(*number)).collect();
        expect(self.prisoners == prisoners, "the prisoners differ from the recomputed ones")?;
        let tiles_near =
            |number| self.plane.around(number).into_iter().filter(|&near| ground.has(near)).count();
        let openers = prisoners.iter().filter(|&number| tiles_near(number) >= 2);
        expect(
            self.openers == openers.collect(),
            "the prisoners next to two tiles differ from the recomputed ones",
        )?;
        for tile in ground.iter() {
            let mut surrounded = self.plane.clone();
            surrounded.add_neighbours(tile);
            expect(surrounded.len() == self.plane.len(), "a cell next to a tile is not in use")?;
        }
        self.verify_near()?;
        self.verify_stones(rules)?;
        if self.progress.outcome.is_none() { verify_kept(self, rules) } else { Ok(()) }
    }

    /// Checks that each cell has the right tile flag and neighbourhood.
    fn verify_near(&self) -> Result<(), String> {
        let (ground, bare) = (self.ground(), self.bare_tiles());
        expect(
            self.stack(NOWHERE).is_empty() && !self.cell_state(NOWHERE).tile,
            "the sentinel cell is not empty",
        )?;
        for (number, _) in self.plane.iter() {
            let cell_state = self.cell_state(number);
            expect(cell_state.tile == ground.has(number), "a cell has the wrong tile flag")?;
            let mut near = Near::default();
            for (direction, next) in self.plane.around(number).into_iter().enumerate() {
                for (set, things) in
                    [bare, self.free[0], self.free[1], self.prisoners].iter().zip(Things::ALL)
                {
                    if set.has(next) {
                        near.toggle(things, direction);
                    }
                }
            }
            expect(cell_state.near == near, "a cell has the wrong neighbourhood")?;
        }
        Ok(())
    }

    /// Checks that no stone is lost.
    fn verify_stones(&self, rules: &Rules<W>) -> Result<(), String> {
        for side in 0..2 {
            let all = |state: &Self| {
                let on_cells = state
                    .plane
                    .iter()
                    .map(|(number, _)| u32::from(state.stack(number).counts()[side]))
                    .sum::<u32>();
                on_cells + u32::from(state.hands[side])
            };
            expect(all(self) == all(&rules.start), "a stone is lost")?;
        }
        let high = |stack: Stack| stack.sides().count() == usize::from(stack.height());
        expect(self.plane.iter().all(|(number, _)| high(self.stack(number))), "a stack has the wrong height")
    }
}

/// Returns the error `otherwise` unless `holds`.
///
/// # Errors
/// Returns an error if `holds` is false.
pub fn expect(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}
