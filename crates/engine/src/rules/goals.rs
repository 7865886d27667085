//! Goals in play: which goal the last action has reached.

use super::cells::Cells;
use super::compile::Rules;
use super::outcome::{Outcome, Reason};
use super::processor::compiled;
use super::state::State;
use super::turn::TurnFlow;
use crate::goals::{Both, GoalResult, View};

impl<S: Cells, const D: usize> State<S, D> {
    /// The parts of the position that goals look at.
    #[inline(always)]
    pub fn view<'a>(&'a self, rules: &'a Rules<S, D>) -> View<'a, S, D> {
        View {
            grid: &rules.grid,
            stones: &self.stones,
            empty: &self.empty,
            arrived: &self.arrived,
            captured: self.captured,
            turns: self.progress.turns,
            pieces: &self.pieces,
        }
    }

    /// Presents all stones to the goals as new, to initialise the sets that the goals keep.
    #[inline(always)]
    pub fn begin_goals(&mut self, rules: &Rules<S, D>) {
        let kept = rules.goals.last().map_or(0, |goal| goal.kept.end);
        self.kept.clear();
        self.kept.resize(kept, S::none());
        if kept > 0 {
            self.arrived = self.stones;
            present(self, rules);
        }
    }

    /// Lets every goal see the stones, whether or not an earlier one is reached.
    #[inline(always)]
    fn present(&mut self, rules: &Rules<S, D>) {
        let Self { stones, empty, arrived, captured, kept, pieces, progress, .. } = self;
        let turns = progress.turns;
        let view = View { grid: &rules.grid, stones, empty, arrived, captured: *captured, turns, pieces };
        for goal in &rules.goals {
            let _ = goal.test.reached(&view, &mut kept[goal.kept.clone()]);
        }
    }

    /// How a goal that is reached at the start has ended the game: as if the opponent of the side to move had acted last.
    #[inline(always)]
    pub fn decided_at_start(&mut self, rules: &Rules<S, D>) -> Option<Outcome> {
        if rules.goals.is_empty() {
            return None;
        }
        self.arrived = self.stones;
        self.progress.side ^= 1;
        let outcome = decided(self, rules);
        self.progress.side ^= 1;
        outcome
    }

    /// How the last action has ended the game, if it reached a goal.
    #[inline(always)]
    pub fn decided(&mut self, rules: &Rules<S, D>) -> Option<Outcome> {
        let mover = self.mover();
        let Self { stones, empty, arrived, captured, kept, pieces, progress, .. } = self;
        let turns = progress.turns;
        let view = View { grid: &rules.grid, stones, empty, arrived, captured: *captured, turns, pieces };
        for goal in &rules.goals {
            let [first, second] = goal.test.reached(&view, &mut kept[goal.kept.clone()]);
            if !first && !second {
                continue;
            }
            let is_for = goal.is_for[mover];
            let reached = [first & is_for[0], second & is_for[1]];
            let side = match (reached, goal.both) {
                ([false, false], _) => continue,
                ([true, false], _) => 0,
                ([false, true], _) => 1,
                (_, Both::Mover) => mover,
                (_, Both::Other) => 1 - mover,
                (_, Both::Draw) => {
                    return Some(Outcome::drawn(Reason::Goal));
                }
            };
            let winner = if goal.result == GoalResult::Win { side } else { 1 - side };
            return Some(Outcome::won(Reason::Goal, self.owner(winner)));
        }
        None
    }
}

compiled! {
    fn present(state: &mut State<S, D>, rules: &Rules<S, D>) => state.present(rules);
    pub fn decided(state: &mut State<S, D>, rules: &Rules<S, D>) -> Option<Outcome> => state.decided(rules);
}
