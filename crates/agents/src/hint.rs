//! What a strong agent would do.

use crate::{Agent, AgentSpec, Mcts, Search};
use dropline_engine::rules::{Action, Position};
use dropline_engine::variant::{ScoreMethod, Variant};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The agent that gives hints.
pub const ADVISER: &str = "mcts:2000";

/// Why the agent suggests a turn where it searches by margins or by how near the goals are, and expects no score.
pub fn reason_without_score(variant: &Variant) -> &'static str {
    match variant.score.method {
        ScoreMethod::None => "for how near it brings the goals",
        _ => "for the margins that it leads to",
    }
}

/// The rest of a turn that a strong agent suggests.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The actions.
    pub actions: Vec<Action>,
    /// Whether no other actions are legal.
    pub is_only: bool,
    /// The result that the agent expects, from 0 for a loss to 1 for a win; `None` if it compared margins instead of results.
    pub expected: Option<f64>,
}

/// How a strong agent, with a copy of the random stream `chance`, would complete the turn; `None` if the game is over.
pub fn hint(position: &dyn Position, chance: &Xoshiro256PlusPlus) -> Option<Hint> {
    if position.outcome().is_some() {
        return None;
    }
    let Ok(AgentSpec::Mcts(settings)) = ADVISER.parse() else { unreachable!("`{ADVISER}` is an agent") };
    let mut adviser = Mcts::new(settings);
    let (mut position, mut chance) = (position.boxed_clone(), chance.clone());
    let turn = position.turns();
    let mut hint = Hint { actions: Vec::new(), is_only: true, expected: None };
    while position.outcome().is_none() && position.turns() == turn {
        let is_only = position.count_legal() == 1;
        let action = adviser.choose(&mut *position, &mut chance);
        if !is_only {
            (hint.is_only, hint.expected) = (false, adviser.expectation());
        }
        position.play(action);
        adviser.played(action);
        hint.actions.push(action);
    }
    Some(hint)
}
