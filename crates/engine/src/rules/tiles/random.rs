//! Random play: draws legal actions uniformly, without listing them, and plays whole games of such actions.

use super::compile::{Offered, Rules};
use super::legal::Numbered;
use super::set::Set;
use super::sets::PrisonerMask;
use super::state::State;
use crate::chance::Draw;
use crate::rules::action::{Action, Mark};
use crate::rules::player::Player;
use crate::rules::trace::Trace;
use crate::rules::turn::TurnFlow;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;

/// The possible releases: how many there are, and the first of them, which are usually all.
struct Releases {
    count: u32,
    first: [PrisonerMask; 8],
}

impl<const W: usize> State<W> {
    /// Draws an action uniformly among those other than `pass`, and returns it with the number of these actions.
    #[inline(always)]
    fn draw_counted(&self, rules: &Rules<W>, draw: &mut Draw<'_>) -> (Numbered<W>, u32) {
        let offered = self.offered(rules);
        let (deals, releases) = (self.deals_on(offered), self.releases_on(rules, offered));
        let counts = [deals.len() as u32, self.count_drops_on(offered), releases.count];
        let swap = u32::from(self.may_swap(rules));
        let total = counts.iter().sum::<u32>() + swap;
        if total == 0 {
            return (Numbered::Pass, 0);
        }
        let mut rank = draw.below(total);
        if rank < counts[0] {
            return (Numbered::Deal(deals[rank as usize]), total);
        }
        rank -= counts[0];
        if rank < counts[1] {
            return (Numbered::Drop(self.drops().nth(rank)), total);
        }
        rank -= counts[1];
        if rank < counts[2] {
            (Numbered::Release(self.nth_release(rules, &releases, rank)), total)
        } else {
            (Numbered::Swap, total)
        }
    }

    /// [`State::draw_counted`] without the count.
    #[inline(always)]
    fn draw(&self, rules: &Rules<W>, draw: &mut Draw<'_>) -> Numbered<W> {
        self.draw_counted(rules, draw).0
    }

    /// The releases that are `offered`.
    #[inline(always)]
    fn releases_on(&self, rules: &Rules<W>, offered: &Offered) -> Releases {
        let mut releases = Releases { count: 0, first: [0; 8] };
        let _ = self.each_release_on(rules, offered, &mut |few| {
            if let Some(place) = releases.first.get_mut(releases.count as usize) {
                *place = few;
            }
            releases.count += 1;
            ControlFlow::Continue(())
        });
        releases
    }

    /// The cells of the release with the index `rank`.
    #[inline(always)]
    fn nth_release(&self, rules: &Rules<W>, releases: &Releases, rank: u32) -> Set<W> {
        if let Some(&few) = releases.first.get(rank as usize) {
            return self.cells_of(few);
        }
        let (mut before, mut found) = (0, 0);
        let _ = self.each_release(rules, &mut |few| {
            found = few;
            before += 1;
            if before > rank { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.cells_of(found)
    }

    /// A legal action, drawn uniformly among those other than `pass`.
    pub fn random_action(&self, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus) -> Action {
        self.named(self.draw(rules, &mut Draw::new(rng)))
    }

    /// Makes the action that [`State::random_action`] would have drawn.
    pub fn play_random(&mut self, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus) -> Action {
        self.play_counted(rules, &mut Draw::new(rng)).0
    }

    /// Makes a random action; also returns how many were legal, which drawing determines anyway.
    #[inline(never)]
    fn play_counted(&mut self, rules: &Rules<W>, draw: &mut Draw<'_>) -> (Action, u32) {
        let (drawn, others) = self.draw_counted(rules, draw);
        let played = (self.named(drawn), others + u32::from(self.may_pass(rules)));
        self.make(rules, drawn);
        played
    }

    /// Makes random actions to the end of the turn, and notes each in `trace` with the number of actions that were legal before
    /// it.
    pub fn play_random_turn(&mut self, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus, trace: &mut Trace) {
        let turn = self.progress.turns;
        while self.progress.turns == turn && self.progress.outcome.is_none() {
            let (action, legal) = self.play_counted(rules, &mut Draw::new(rng));
            trace.note(action, legal);
        }
    }

    /// Plays random actions to the end of the game; returns how many.
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

    /// Like [`State::playout`], and appends the marks of the actions, in order.
    pub fn playout_marked(&mut self, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus, marks: &mut Vec<Mark>) {
        let mut draw = Draw::new(rng);
        while self.progress.outcome.is_none() {
            let player = Player::BOTH[self.mover() ^ usize::from(self.progress.swapped)];
            self.play_counted(rules, &mut draw).0.marks(player, |mark| marks.push(mark));
        }
    }
}
