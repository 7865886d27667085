//! All that is kept up action by action, compared with the same built from scratch.

use super::compile::Rules;
use super::plane::Number;
use super::set::Set;
use super::stack::Stack;
use super::state::State;

impl<const W: usize> State<W> {
    /// Compares what is kept up with the stones and tiles it follows from.
    ///
    /// # Errors
    /// What differs.
    pub fn verify(&self, rules: &Rules<W>) -> Result<(), String> {
        if let Some(fault) = self.plane.fault() {
            return Err(fault);
        }
        let ground = self.ground();
        let [first, second] = self.tiles;
        expect(self.stacks.len() == self.plane.len(), "the stacks are not those of the cells in use")?;
        expect(first.without(second) == first, "two tiles lie on one cell")?;
        expect(ground.count() == u32::from(self.laid), "there is another number of tiles")?;
        let stands = |number: &Number| !self.stack(*number).is_empty();
        let of = |side| move |number: &Number| stands(number) && self.stack(*number).owner() == side;
        let built = [0, 1].map(|side| ground.iter().filter(of(side)).collect::<Set<W>>());
        expect(self.free == built, "the free stacks are others")?;
        let prisoners =
            (0..self.plane.len() as Number).filter(|&number| stands(&number) && !ground.has(number));
        expect(self.prisoners == prisoners.collect(), "the prisoners are others")?;
        for tile in ground.iter() {
            let mut surrounded = self.plane.clone();
            surrounded.surround(tile);
            expect(surrounded.len() == self.plane.len(), "a cell next to a tile is not in use")?;
        }
        self.verify_stones(rules)?;
        if self.progress.outcome.is_none() { self.verify_deals(rules) } else { Ok(()) }
    }

    /// No stone is lost.
    fn verify_stones(&self, rules: &Rules<W>) -> Result<(), String> {
        for side in 0..2 {
            let all = |state: &Self| {
                let on_cells = state.stacks.iter().map(|stack| u32::from(stack.counts()[side])).sum::<u32>();
                on_cells + u32::from(state.hands[side])
            };
            expect(all(self) == all(&rules.start), "a stone is lost")?;
        }
        let high = |stack: &Stack| stack.sides().count() == usize::from(stack.height());
        expect(self.stacks.iter().all(high), "a stack has another height")
    }

    fn verify_deals(&self, rules: &Rules<W>) -> Result<(), String> {
        let mut built = self.clone();
        built.find_deals(rules);
        for prisoner in [true, false] {
            let of = |state: &Self| state.deals.of_kind(prisoner, !prisoner).to_vec();
            expect(of(self) == of(&built), "the deals are others")?;
            expect(of(self).iter().all(|deal| deal.prisoner == prisoner), "a deal is of another kind")?;
        }
        Ok(())
    }
}

fn expect(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}
