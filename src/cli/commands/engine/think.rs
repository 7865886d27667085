//! A search on its own thread.

use super::game::EngineGame;
use super::go::Limit;
use crate::agents::mcts::Budget;
use crate::agents::{Agent, Search};
use crate::contestant::Contestant;
use crate::rules::{Action, Position};
use crate::variant::Loaded;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The time of a turn is divided among at most this many actions: few turns have as many actions as the rules allow.
const SHARES: u32 = 8;

/// The agent, and the actions that it has been notified of.
pub struct Thinker {
    agent: Choosing,
    /// The actions that the agent has been notified of.
    seen: Vec<Action>,
}

enum Choosing {
    /// An agent whose budget can be changed and whose search can be stopped, and its own budget.
    Searching(Box<dyn Search>, Budget),
    Other(Box<dyn Agent>),
}

impl Choosing {
    fn agent(&mut self) -> &mut dyn Agent {
        match self {
            Self::Searching(agent, _) => &mut **agent,
            Self::Other(agent) => &mut **agent,
        }
    }
}

impl Thinker {
    /// `agent`, for games of `loaded`.
    pub fn new(agent: &Contestant, loaded: &Loaded) -> Self {
        let Loaded { variant, rules_hash, .. } = loaded;
        let agent = match agent.search(variant, rules_hash) {
            Some((agent, budget)) => Choosing::Searching(agent, budget),
            None => Choosing::Other(agent.build(variant, rules_hash)),
        };
        Self { agent, seen: Vec::new() }
    }

    /// Notifies the agent of `actions`. If these continue the game that the agent knows, it is notified only of the new ones and
    /// keeps its search tree; otherwise it is notified of a new game and of all its actions.
    fn catch_up(&mut self, actions: &[Action]) {
        let agent = self.agent.agent();
        if self.seen.is_empty() || !actions.starts_with(&self.seen) {
            agent.new_game();
            self.seen.clear();
        }
        actions[self.seen.len()..].iter().for_each(|&action| agent.played(action));
        self.seen = actions.to_vec();
    }
}

/// A search about to begin.
pub struct SearchJob {
    pub thinker: Thinker,
    pub limit: Limit,
    pub stop: Arc<AtomicBool>,
    pub game: EngineGame,
}

/// The result of a search.
pub struct Found {
    /// The agent; `None` if it failed.
    pub thinker: Option<Thinker>,
    pub chance: Xoshiro256PlusPlus,
    /// The actions of the move; `None` if the agent failed.
    pub chosen: Option<Vec<Action>>,
    /// The number of iterations.
    pub nodes: u64,
    pub time: Duration,
    /// The expected share of the points, if a search found it.
    pub expected: Option<f64>,
}

impl SearchJob {
    /// Searches for a move.
    pub fn run(mut self) -> Found {
        let start = Instant::now();
        let made = catch_unwind(AssertUnwindSafe(|| self.choose(start)));
        let (chosen, nodes, expected) =
            made.map_or((None, 0, None), |(chosen, nodes, expected)| (Some(chosen), nodes, expected));
        let thinker = chosen.is_some().then_some(self.thinker);
        Found { thinker, chance: self.game.chance, chosen, nodes, time: start.elapsed(), expected }
    }

    fn choose(&mut self, start: Instant) -> (Vec<Action>, u64, Option<f64>) {
        let Self { thinker, limit, stop, game } = self;
        thinker.catch_up(&game.actions);
        let (turn, single) = (game.position().turns(), game.single);
        let (mut chosen, mut nodes, mut expected) = (Vec::new(), 0, None);
        loop {
            if let Choosing::Searching(agent, own) = &mut thinker.agent {
                let shares = if single { 1 } else { actions_left(game.position()).clamp(1, SHARES) };
                agent.set_budget(budget(*limit, *own, shares, start));
                agent.stop_by(Arc::clone(stop));
            }
            let is_only = game.position().count_legal() == 1;
            let mut chance = game.chance.clone();
            let action = thinker.agent.agent().choose(game.position_mut(), &mut chance);
            game.chance = chance;
            if let Choosing::Searching(agent, _) = &thinker.agent {
                nodes += u64::from(agent.iterations());
                if !is_only {
                    expected = agent.expectation();
                }
            }
            thinker.agent.agent().played(action);
            thinker.seen.push(action);
            chosen.push(action);
            let position = game.position_mut();
            position.play(action);
            if single || position.turns() != turn || position.outcome().is_some() {
                return (chosen, nodes, expected);
            }
        }
    }
}

/// The budget of the next action, for which the time left is divided by `shares`; `own` is the agent's default.
fn budget(limit: Limit, own: Budget, shares: u32, start: Instant) -> Budget {
    let milliseconds = |time: Duration| {
        let most = Budget::MOST_MILLISECONDS;
        Budget::Milliseconds(u32::try_from(time.as_millis()).unwrap_or(most).clamp(1, most))
    };
    match limit {
        Limit::Own | Limit::Depth => own,
        Limit::Nodes(nodes) => Budget::Iterations(nodes.min(Budget::MOST_ITERATIONS)),
        Limit::Time(time) => milliseconds(time.saturating_sub(start.elapsed()) / shares),
        Limit::Infinite => milliseconds(Duration::MAX),
    }
}

/// The maximum number of actions left in the turn.
fn actions_left(position: &dyn Position) -> u32 {
    let variant = position.variant();
    let turn = variant.openings.get(position.turns() as usize).unwrap_or(&variant.turn);
    let most: u32 = turn.steps.iter().map(|step| u32::from(step.max)).sum();
    most.saturating_sub(position.actions_in_turn())
}
