//! Goals in play: which one the last action has reached, and how far a side is from the nearest.

use super::cells::Cells;
use super::compile::Rules;
use super::legal::count;
use super::outcome::{Outcome, Reason};
use super::player::Winner;
use super::processor::compiled;
use super::state::{State, settle};
use super::turn::TurnFlow;
use crate::goals::{Both, GoalResult, GoalTest, View};
use crate::variant::Stuck;
use std::ops::Range;

/// A goal, compiled.
pub struct GoalRule<S: Cells> {
    /// What has to be reached.
    pub test: GoalTest<S>,
    /// Whether the side that reaches it wins or loses.
    pub result: GoalResult,
    /// Who has it if both sides reach it.
    pub both: Both,
    /// The part of [`State::kept`] that the test keeps from one action to the next.
    pub kept: Range<usize>,
}

/// The weight of one action towards a goal relative to one more action to choose from.
const GOAL_STEP: i32 = 1000;
/// The distance in actions to a goal that is out of reach.
const OUT_OF_REACH: u32 = 100;

impl<S: Cells, const D: usize> State<S, D> {
    /// What goals see of the position.
    #[inline(always)]
    pub fn view<'a>(&'a self, rules: &'a Rules<S, D>) -> View<'a, S, D> {
        View {
            grid: &rules.grid,
            stones: &self.stones,
            empty: &self.empty,
            arrived: &self.arrived,
            captured: self.captured,
        }
    }

    /// Shows all stones to the goals as new ones, to initialise what they keep. No goal is reached by that: a variant in which
    /// one is reached at the start is rejected.
    #[inline(always)]
    pub fn begin_goals(&mut self, rules: &Rules<S, D>) {
        let kept = rules.goals.last().map_or(0, |goal| goal.kept.end);
        self.kept.clear();
        self.kept.resize(kept, S::none());
        if kept > 0 {
            self.arrived = self.stones;
            let _ = decided(self, rules);
        }
    }

    /// How the last action has ended the game, if it reached a goal.
    #[inline(always)]
    pub fn decided(&mut self, rules: &Rules<S, D>) -> Option<Outcome> {
        let mover = self.mover();
        let Self { stones, empty, arrived, captured, kept, .. } = self;
        let view = View { grid: &rules.grid, stones, empty, arrived, captured: *captured };
        for goal in &rules.goals {
            let reached = goal.test.reached(&view, &mut kept[goal.kept.clone()]);
            let side = match (reached, goal.both) {
                ([false, false], _) => continue,
                ([true, false], _) => 0,
                ([false, true], _) => 1,
                (_, Both::Mover) => mover,
                (_, Both::Other) => 1 - mover,
                (_, Both::Draw) => {
                    return Some(Outcome { reason: Reason::Goal, decided: Some(Winner::Draw) });
                }
            };
            let winner = if goal.result == GoalResult::Win { side } else { 1 - side };
            return Some(Outcome::won(Reason::Goal, self.owner(winner)));
        }
        None
    }

    /// How far the first side is ahead of the second in a game without scores, in no unit: by the goals nearest to each, and if a
    /// player without an action wins or loses, by how many actions each could choose from.
    #[inline(always)]
    pub fn standing(&self, rules: &Rules<S, D>) -> i32 {
        let mut ahead = 0;
        let view = self.view(rules);
        let mut nearest = [OUT_OF_REACH; 2];
        for (side, nearest) in nearest.iter_mut().enumerate() {
            for goal in rules.goals.iter().filter(|goal| goal.result == GoalResult::Win) {
                *nearest = distance(goal, &view, side).unwrap_or(OUT_OF_REACH).min(*nearest);
            }
        }
        ahead += GOAL_STEP * (nearest[1] as i32 - nearest[0] as i32);
        let mobility = match rules.plan.stuck {
            Stuck::Loses => 1,
            Stuck::Wins => -1,
            Stuck::Pass | Stuck::End => 0,
        };
        if mobility != 0 {
            let [first, second] = [0, 1].map(|side| self.choices(rules, side) as i32);
            ahead += mobility * (first - second);
        }
        ahead
    }

    /// How many actions `side` could choose from at the beginning of a normal turn.
    fn choices(&self, rules: &Rules<S, D>, side: usize) -> u32 {
        self.try_out(rules, |turn| {
            turn.give_turn(rules, side);
            settle(turn, rules);
            count(turn, rules)
        })
    }
}

compiled! {
    /// [`State::decided`], compiled on its own.
    pub fn decided(state: &mut State<S, D>, rules: &Rules<S, D>) -> Option<Outcome> => state.decided(rules);
    /// About how many actions `side` is away from `goal`.
    fn distance(goal: &GoalRule<S>, view: &View<'_, S, D>, side: usize) -> Option<u32> => goal.test.distance(view, side);
    /// [`State::standing`], compiled on its own.
    pub fn standing(state: &State<S, D>, rules: &Rules<S, D>) -> i32 => state.standing(rules);
}
