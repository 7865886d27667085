//! Accuracy: how often an agent's decisions keep the exact value, and how its results compare with that value.

use super::bounded::{MeanShare, Shares};
use super::interval::wilson;
use super::summary::{Estimate, part};
use super::{Design, Tally};
use crate::rows::GameRow;
use dropline_engine::rules::{Player, Reason};
use dropline_solve::Decisions;

/// The results and the decisions of an agent's games against itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Accuracy {
    tally: Tally,
    shares: Shares,
    decisions: u64,
    mistaken: [u64; 2],
    capped: u64,
}

impl Accuracy {
    /// No games yet of an agent that [repeats](Design::repeats) itself or not.
    pub fn new(repeats: bool) -> Self {
        let tally = Tally::new(Design { repeats, ..Design::default() });
        Self { tally, shares: Shares::default(), decisions: 0, mistaken: [0; 2], capped: 0 }
    }

    /// Adds a game with its `decisions`.
    pub fn add(&mut self, row: &GameRow, decisions: Decisions) {
        self.tally.add(row);
        self.shares.add(decisions.kept(), decisions.all());
        self.decisions += u64::from(decisions.all());
        for (mistaken, lost) in self.mistaken.iter_mut().zip(decisions.lost) {
            *mistaken += u64::from(lost > 0);
        }
        self.capped += u64::from(row.end == Reason::Cap);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.tally.games()
    }

    /// The number of decisions that mattered.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// The number of games that the turn cap ended.
    pub fn capped(&self) -> u64 {
        self.capped
    }

    /// The share of decisions that keep the value: the mean over games of each game's share. `None` if no decision mattered.
    pub fn kept(&self) -> Option<MeanShare> {
        let MeanShare { value, interval, n } = self.shares.mean()?;
        let evidence = self.tally.evidence();
        let wider = |x: f64| (value + (x - value) / evidence.sqrt()).clamp(0.0, 1.0);
        Some(MeanShare { value, interval: interval.map(wider), n: part(n, evidence) })
    }

    /// The share of games in which `player` lost some of the value, with Wilson's interval; `None` without games.
    pub fn mistaken(&self, player: Player) -> Option<MeanShare> {
        let games = self.games();
        let value = self.mistaken[player.index()] as f64 / games as f64;
        let n = part(games, self.tally.evidence());
        (games > 0).then(|| MeanShare { value, interval: wilson(value, n as f64), n })
    }

    /// The first player's score; `None` without games.
    pub fn score(&self) -> Option<MeanShare> {
        let Estimate { value, interval, sampled: (n, _) } = self.tally.score(|score| score)?;
        Some(MeanShare { value, interval: interval?, n })
    }
}
