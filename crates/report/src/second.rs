//! Adds the second strength to a report: the run of stronger players that accompanies a run whose agents the user did not name.

use super::model::Model;
use super::tables::rounded;
use super::{ReportError, words};
use dropline_engine::text::capital;
use dropline_lab::contestant::label;
use dropline_lab::run::{Manifest, second_of};
use dropline_lab::stats::{Measure, Quantity};
use serde_json::{Value, json};
use std::path::Path;

/// A run of stronger players that accompanies another run.
#[derive(Clone, Debug, PartialEq)]
pub struct Second {
    /// How the run was made.
    pub manifest: Manifest,
    /// How many games it has.
    pub games: u64,
    /// Its headline, without sentences that the main run also has.
    pub headline: String,
    score: Measure,
}

impl Second {
    /// The second strength of the run `first` in the folder `dir`, if it has one with the same rules and with games.
    ///
    /// # Errors
    /// Returns an error if the second strength cannot be read.
    pub(super) fn read(dir: &Path, first: &Model) -> Result<Option<Self>, ReportError> {
        let Some(second) = second_of(dir) else { return Ok(None) };
        match Model::read_alone(&second) {
            Ok(model) if model.manifest.rules_hash == first.manifest.rules_hash => Ok(Some(Self {
                games: model.summary.games(),
                headline: if model.advice() == first.advice() { model.findings() } else { model.headline() },
                score: *model.summary.measure(Quantity::Score),
                manifest: model.manifest,
            })),
            Ok(_) | Err(ReportError::Empty(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Who played, how long it took, and how to play more of these games or none: `Greedy against greedy: 100 games in 0.2 s
    /// (...)`.
    pub fn price(&self) -> String {
        let [first, second] = self.manifest.agents.each_ref().map(|agent| label(agent));
        let (name, games) = (capital(&first), words::games(self.games));
        let time = words::duration(self.manifest.seconds);
        format!(
            "{name} against {second}: {games} in {time} (use `--agents {first},{second}` to play more of them, or \
             `--agents random,random` to play none)"
        )
    }

    /// The second strength as JSON.
    pub(super) fn json(&self) -> Value {
        let Measure { value, interval, n, .. } = self.score;
        json!({
            "agents": self.manifest.agents,
            "games": self.games,
            "headline": self.headline,
            "score": {
                "value": rounded(value),
                "low": interval.map(|interval| rounded(interval.low)),
                "high": interval.map(|interval| rounded(interval.high)),
                "n": n,
            },
        })
    }
}
