//! Accuracy: how often an agent's decisions keep the exact value, and how its results compare with that value.

use super::bounded::{MeanShare, Shares};
use super::interval::wilson;
use super::outcomes::Outcomes;
use crate::rows::GameRow;
use crate::rules::{Player, Reason};

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

/// The results and the decisions of an agent's games against itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    outcomes: Outcomes,
    shares: Shares,
    decisions: u64,
    mistaken: [u64; 2],
    capped: u64,
}

impl Accuracy {
    /// Adds a game with its `decisions`.
    pub fn add(&mut self, row: &GameRow, decisions: Decisions) {
        self.outcomes.add(row.winner);
        self.shares.add(decisions.kept(), decisions.all());
        self.decisions += u64::from(decisions.all());
        for (mistaken, lost) in self.mistaken.iter_mut().zip(decisions.lost) {
            *mistaken += u64::from(lost > 0);
        }
        self.capped += u64::from(row.end == Reason::Cap);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.outcomes.games()
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
        self.shares.mean()
    }

    /// The share of games in which `player` lost some of the value, with Wilson's interval; `None` without games.
    pub fn mistaken(&self, player: Player) -> Option<MeanShare> {
        let n = self.games();
        let value = self.mistaken[player.index()] as f64 / n as f64;
        (n > 0).then(|| MeanShare { value, interval: wilson(value, n as f64), n })
    }

    /// The first player's score; `None` without games.
    pub fn score(&self) -> Option<MeanShare> {
        let (value, interval) = self.outcomes.score().zip(self.outcomes.interval())?;
        Some(MeanShare { value, interval, n: self.games() })
    }
}
