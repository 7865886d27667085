//! Goals in play: which goal the last action, or the turn that has ended, has reached.

use super::cells::Cells;
use super::compile::{GoalRule, Rules};
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
        let kept = rules.all_goals().last().map_or(0, |goal| goal.kept.end);
        self.kept.clear();
        self.kept.resize(kept, S::none());
        if rules.goals.iter().any(|goal| !goal.kept.is_empty()) {
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

    /// How a goal that is reached at the start has ended the game: as if the opponent of the side to move had ended a turn.
    #[inline(always)]
    pub fn decided_at_start(&mut self, rules: &Rules<S, D>) -> Option<Outcome> {
        if !rules.has_goals() {
            return None;
        }
        self.arrived = self.stones;
        let (acted, turns) = (1 - self.mover(), self.progress.turns);
        let decided = first_reached(self, rules, &rules.goals, acted, turns);
        decided.or_else(|| first_reached(self, rules, &rules.turn_goals, acted, turns))
    }

    /// How the last action has ended the game, if it reached a goal.
    #[inline(always)]
    pub fn decided(&mut self, rules: &Rules<S, D>) -> Option<Outcome> {
        self.first_reached(rules, &rules.goals, self.mover(), self.progress.turns)
    }

    /// How the turn that has just ended has ended the game, if a goal is reached now.
    #[inline(always)]
    pub fn decided_by_turn(&mut self, rules: &Rules<S, D>) -> Option<Outcome> {
        if rules.turn_goals.is_empty() {
            return None;
        }
        first_reached(self, rules, &rules.turn_goals, 1 - self.mover(), self.progress.turns - 1)
    }

    /// How the first of `goals` that is reached ends the game, after an action or a turn of the side `acted`, before which `turns`
    /// turns had been completed.
    #[inline(always)]
    fn first_reached(
        &mut self,
        rules: &Rules<S, D>,
        goals: &[GoalRule<S>],
        acted: usize,
        turns: u32,
    ) -> Option<Outcome> {
        let Self { stones, empty, arrived, captured, kept, pieces, .. } = self;
        let view = View { grid: &rules.grid, stones, empty, arrived, captured: *captured, turns, pieces };
        for goal in goals {
            let [first, second] = goal.test.reached(&view, &mut kept[goal.kept.clone()]);
            if !first && !second {
                continue;
            }
            let is_for = goal.is_for[acted];
            let reached = [first & is_for[0], second & is_for[1]];
            let side = match (reached, goal.both) {
                ([false, false], _) | ([true, true], Both::Neither) => continue,
                ([true, false], _) => 0,
                ([false, true], _) => 1,
                (_, Both::Mover) => acted,
                (_, Both::Other) => 1 - acted,
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
    fn first_reached(
        state: &mut State<S, D>, rules: &Rules<S, D>, goals: &[GoalRule<S>], acted: usize, turns: u32,
    ) -> Option<Outcome> => state.first_reached(rules, goals, acted, turns);
}
