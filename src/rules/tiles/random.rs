//! Random play: a legal action chosen uniformly, and whole games of such actions, without listing them.

use super::compile::Rules;
use super::legal::Numbered;
use super::state::State;
use crate::rules::action::Action;
use crate::rules::random::Draw;
use crate::rules::turn::Course;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;

impl<const W: usize> State<W> {
    /// Draws an action, uniformly among those other than `pass`.
    #[inline(always)]
    fn draw(&self, rules: &Rules<W>, draw: &mut Draw<'_>) -> Numbered<W> {
        let menu = self.menu(rules);
        let (deals, drops) = (self.deals_on(rules, menu), self.drops_on(menu));
        let counts = [deals.len() as u32, drops.count(), self.count_releases_on(rules, menu)];
        let swap = u32::from(self.may_swap(rules));
        let total = counts.iter().sum::<u32>() + swap;
        if total == 0 {
            return Numbered::Pass;
        }
        let mut rank = draw.below(total);
        if rank < counts[0] {
            return Numbered::Deal(deals[rank as usize]);
        }
        rank -= counts[0];
        if rank < counts[1] {
            return Numbered::Drop(drops.nth(rank));
        }
        rank -= counts[1];
        let mut drawn = Numbered::Swap;
        let _ = self.each_release_on(rules, menu, &mut |few| {
            if rank > 0 {
                rank -= 1;
                return ControlFlow::Continue(());
            }
            drawn = Numbered::Release(self.cells_of(few));
            ControlFlow::Break(())
        });
        drawn
    }

    /// A legal action, uniformly among those other than `pass`.
    pub fn random_action(&self, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus) -> Action {
        self.named(self.draw(rules, &mut Draw::new(rng)))
    }

    /// Plays random actions to the end of the game; how many there were.
    pub fn playout(&mut self, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus) -> u32 {
        let mut draw = Draw::new(rng);
        let mut actions = 0;
        while self.progress.outcome.is_none() {
            let drawn = self.draw(rules, &mut draw);
            self.make(rules, drawn);
            actions += 1;
        }
        actions
    }
}
