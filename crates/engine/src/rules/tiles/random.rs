//! Random play: draws legal actions uniformly, without listing them, and plays whole games of such actions.

use super::compile::Rules;
use super::state::State;
use crate::actions::Numbered;
use crate::chance::Draw;
use crate::rules::action::{Action, Mark};
use crate::rules::player::Player;
use crate::rules::processor::compiled_on_tiles;
use crate::rules::trace::Trace;
use crate::rules::turn::TurnFlow;
use rand_xoshiro::Xoshiro256PlusPlus;

impl<const W: usize> State<W> {
    /// Draws an action uniformly among those other than `pass`, and returns it with the number of these actions.
    #[inline(always)]
    fn draw_counted(&self, rules: &Rules<W>, draw: &mut Draw<'_>) -> (Numbered<W>, u32) {
        self.offered(rules).draw(self, rules, self.may_swap(rules), draw)
    }

    /// [`State::draw_counted`] without the count.
    #[inline(always)]
    fn draw(&self, rules: &Rules<W>, draw: &mut Draw<'_>) -> Numbered<W> {
        self.draw_counted(rules, draw).0
    }

    /// A legal action, drawn uniformly among those other than `pass`.
    pub fn random_action(&self, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus) -> Action {
        self.draw(rules, &mut Draw::new(rng)).action(self)
    }

    /// Plays the action that [`State::random_action`] would have drawn.
    pub fn play_random(&mut self, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus) -> Action {
        play_counted(self, rules, &mut Draw::new(rng)).0
    }

    /// Plays a random action. Returns it with the number of legal actions, which the draw determines anyway.
    #[inline(always)]
    fn play_counted(&mut self, rules: &Rules<W>, draw: &mut Draw<'_>) -> (Action, u32) {
        let (drawn, others) = self.draw_counted(rules, draw);
        let played = (drawn.action(self), others + u32::from(self.may_pass(rules)));
        self.make(rules, drawn);
        played
    }

    /// Plays random actions to the end of the turn, and records each in `trace`, with the number of actions that were legal before
    /// it.
    pub fn play_random_turn(&mut self, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus, trace: &mut Trace) {
        let turn = self.progress.turns;
        while self.progress.turns == turn && self.progress.outcome.is_none() {
            let (action, legal) = play_counted(self, rules, &mut Draw::new(rng));
            trace.note(action, legal);
        }
    }

    /// Plays random actions to the end of the game; returns how many.
    #[inline(always)]
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
            play_counted(self, rules, &mut draw).0.marks(player, |mark| marks.push(mark));
        }
    }
}

compiled_on_tiles! {
    pub fn playout(state: &mut State<W>, rules: &Rules<W>, rng: &mut Xoshiro256PlusPlus) -> u32 => state.playout(rules, rng);
    fn play_counted(state: &mut State<W>, rules: &Rules<W>, draw: &mut Draw<'_>) -> (Action, u32) => state.play_counted(rules, draw);
}
