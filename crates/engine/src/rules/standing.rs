//! How far a side is ahead by its goals, in a game without scores or with them.

use super::cells::Cells;
use super::compile::{GoalRule, Rules};
use super::flow::settle;
use super::legal::count;
use super::processor::compiled;
use super::state::State;
use crate::goals::{GoalResult, View};
use crate::variant::Stuck;

/// The weight of being one action nearer to a goal, relative to having one more action to choose from.
const GOAL_STEP: i32 = 1000;
/// The greatest distance in actions to a goal that weighs more than scores.
const REACH: i32 = 2;
/// The distance in actions to a goal that is out of reach.
const OUT_OF_REACH: u32 = 100;

impl<S: Cells, const D: usize> State<S, D> {
    /// Roughly how many actions each side is away from the nearest goal with which it wins.
    #[inline(always)]
    fn nearest_goals(&self, rules: &Rules<S, D>) -> [i32; 2] {
        let view = self.view(rules);
        let mut nearest = [OUT_OF_REACH; 2];
        for (side, nearest) in nearest.iter_mut().enumerate() {
            for goal in rules.all_goals().filter(|goal| goal.result == GoalResult::Win && goal.is_of(side)) {
                *nearest = distance(goal, &view, side).unwrap_or(OUT_OF_REACH).min(*nearest);
            }
        }
        [nearest[0] as i32, nearest[1] as i32]
    }

    /// How far the first side is ahead in a game without scores, in arbitrary units: judged by each side's nearest goal and, if
    /// having no legal action decides the game, by how many actions each side has.
    #[inline(always)]
    pub fn standing(&self, rules: &Rules<S, D>) -> i32 {
        let [first, second] = self.nearest_goals(rules);
        let mut ahead = GOAL_STEP * (second - first);
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
            turn.begin_normal_turn(rules, side);
            settle(turn, rules);
            count(turn, rules)
        })
    }
}

compiled! {
    /// By how many actions the first side is further than the second within reach of a goal: 2 if it is one action away from a goal, and
    /// the second side more than two.
    pub fn within_reach(state: &State<S, D>, rules: &Rules<S, D>) -> i32 => {
        let [first, second] = state.nearest_goals(rules);
        second.clamp(1, REACH + 1) - first.clamp(1, REACH + 1)
    };
    /// Roughly how many actions `side` is away from `goal`.
    fn distance(goal: &GoalRule<S>, view: &View<'_, S, D>, side: usize) -> Option<u32> => goal.test.distance(view, side);
    pub fn standing(state: &State<S, D>, rules: &Rules<S, D>) -> i32 => state.standing(rules);
}
