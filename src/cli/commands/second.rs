//! The second strength: unless the user names agents, greedy players play some games in addition to those of the random players.

use super::experiment::{Planned, Reading, RunContext};
use super::plan::Part;
use super::report::RESUME;
use super::simulate::incomplete;
use crate::agents::AgentSpec;
use crate::cli::args::Simulate;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::values::AgentPair;
use crate::run::{Manifest, SECOND};
use crate::variant::Loaded;
use std::path::Path;

/// The maximum number of games of the second strength: enough to show a large advantage, and quickly played.
const MOST_GAMES: u64 = 100;

/// The run between greedy players that `simulate` adds, in a folder inside that of the first run.
pub struct Second<'a> {
    planned: Planned,
    loaded: &'a Loaded,
    games: u64,
    reading: Reading,
}

impl<'a> Second<'a> {
    /// The second strength of a run of `loaded`; `None` if the user named the agents.
    pub fn of(args: &Simulate, loaded: &'a Loaded) -> Option<Self> {
        let greedy = AgentPair::same(AgentSpec::Greedy).0;
        args.agents.is_none().then(|| Self {
            planned: Planned::game(&args.variant, &loaded.variant.id, loaded.clone(), greedy),
            loaded,
            games: args.games.min(MOST_GAMES),
            reading: Reading { until: None, delta: args.delta },
        })
    }

    /// How many games it has.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The run, to be divided into units.
    pub fn part(&self, session: &Session<'_>) -> Part<'_> {
        let Self { planned, loaded, games, reading } = self;
        Part {
            dir: Some(SECOND.to_owned()),
            simulation: planned.simulation(loaded, *games, *reading, session.common.seed()),
            loaded,
            command: planned.command(*games, *reading, session.common),
        }
    }

    /// Plays the second strength of the run in the folder `dir`; returns the reason if it is not complete.
    pub fn play(&self, table: RunContext<'_, '_>, dir: &Path) -> Result<Option<Failure>, Failure> {
        let dir = dir.join(SECOND);
        table.progress.next_run("greedy players: ".to_owned(), self.games);
        let is_complete = table.play(&self.planned, self.loaded, (self.games, self.reading), &dir)?;
        if is_complete {
            return Ok(None);
        }
        let manifest = Manifest::read(&dir).map_err(Failure::of_input)?;
        Ok(incomplete(&manifest, &dir, RESUME))
    }
}
