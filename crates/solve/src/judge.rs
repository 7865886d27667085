//! Judges games by exact values: which of their decisions keep the value.

use super::key::{Coder, Scope};
use super::symmetry::Symmetries;
use super::{Solver, Stop, Watcher};
use dropline_engine::rules::{Action, ActionList, Player, Position};
use std::collections::HashMap;

/// The decisions of a game that mattered: at least one legal action kept the value of the position, and at least one lost some
/// of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// For each player, the number of decisions that kept the value.
    pub kept: [u32; 2],
    /// For each player, the number of decisions that lost some of it.
    pub lost: [u32; 2],
}

impl Decisions {
    /// Counts a decision of `player`.
    pub fn add(&mut self, player: Player, keeps_value: bool) {
        let counts = if keeps_value { &mut self.kept } else { &mut self.lost };
        counts[player.index()] += 1;
    }

    /// The number of decisions that kept the value.
    pub fn kept(&self) -> u32 {
        self.kept.iter().sum()
    }

    /// The number of decisions.
    pub fn all(&self) -> u32 {
        self.kept() + self.lost.iter().sum::<u32>()
    }
}

/// The maximum number of positions whose answers are kept.
const MOST_KNOWN: usize = 1 << 18;

/// Judges the decisions of agents in a solved game. Answers are kept by position, since many games begin with the same turns.
#[derive(Debug)]
pub struct Judge {
    solver: Solver,
    coder: Coder,
    key: Vec<u8>,
    known: HashMap<Box<[u8]>, Choice>,
}

/// The actions of a position that keep its value, in order; `None` if all do, so the decision does not matter.
type Choice = Option<Box<[Action]>>;

impl Judge {
    /// A judge that asks `solver`, which has solved its game.
    pub fn new(solver: Solver) -> Self {
        // The actions of equivalent positions differ, so symmetries are not used.
        let scope = Scope { within_turns: true, cap: solver.settings.cap, stood: solver.knows_returns() };
        let coder = Coder::new(&solver.variant, Symmetries::identity(&solver.variant.board), scope);
        Self { solver, coder, key: Vec::new(), known: HashMap::new() }
    }

    /// The decisions of the game that begins at the solver's start and consists of these legal actions.
    ///
    /// # Errors
    /// Returns an error if the watcher stopped the solver, or the solver cannot follow a line to its end.
    pub fn decisions(&mut self, actions: &[Action], watcher: &dyn Watcher) -> Result<Decisions, Stop> {
        let mut decisions = Decisions::default();
        let mut position = self.solver.start().boxed_clone();
        for &action in actions {
            if let Some(keeping) = self.choice(&*position, watcher)? {
                decisions.add(position.to_move(), keeping.binary_search(&action).is_ok());
            }
            position.play(action);
        }
        Ok(decisions)
    }

    /// The actions of `position` that keep its value, unless all do.
    fn choice(&mut self, position: &dyn Position, watcher: &dyn Watcher) -> Result<Choice, Stop> {
        self.key.clear();
        self.coder.append(position, &mut self.key);
        if let Some(known) = self.known.get(&*self.key) {
            return Ok(known.clone());
        }
        let choice = self.solve_choice(position, watcher)?;
        if self.known.len() < MOST_KNOWN {
            self.known.insert(self.key.as_slice().into(), choice.clone());
        }
        Ok(choice)
    }

    fn solve_choice(&mut self, position: &dyn Position, watcher: &dyn Watcher) -> Result<Choice, Stop> {
        if position.count_legal() < 2 {
            return Ok(None);
        }
        let value = self.solver.bounds(position, watcher)?.value();
        let legal = self.solver.actions(position, value, watcher)?;
        let keeping: ActionList =
            legal.iter().filter(|legal| legal.keeps_value).map(|legal| legal.action).collect();
        Ok((keeping.len() < legal.len()).then(|| keeping.into()))
    }
}
