//! `dropline sweep`.

use super::experiment::{Plan, Planned, Reading, check_agents, play, players};
use super::openings::Openings;
use super::study::learning::Game;
use crate::cli::experiment_args::Sweep;
use crate::cli::failure::Failure;
use crate::cli::session::{self, Session};
use crate::run::{ExperimentKind, Varied};
use crate::variant::{self, Diagnostics, Grid, Loaded};
use anyhow::anyhow;
use std::collections::HashMap;
use std::process::ExitCode;

/// Plays all combinations of the values of some keys.
pub fn run(args: &Sweep, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    play(plan(args, session)?, &args.runs.folder, session)
}

/// The runs that the command asks for.
pub fn plan(args: &Sweep, session: &mut Session<'_>) -> Result<Plan, Failure> {
    check_agents(&args.runs)?;
    let grid = Grid::parse(&args.vary, &session.common.set).map_err(Failure::Variant)?;
    let cells = cells(&args.variant, &grid, session)?;
    let openings =
        Openings::read_for(&args.runs.start, cells.iter().filter_map(|cell| cell.loaded.as_ref().ok()))?;
    let named = args.runs.agents.iter().map(ToString::to_string);
    let names = std::iter::once(&args.variant).chain(&args.vary).cloned().chain(named).collect();
    let mut plan = Plan {
        kind: ExperimentKind::Sweep,
        names,
        vary: varied(&grid),
        basis: None,
        runs: Vec::new(),
        games: args.runs.games(),
        reading: Reading { until: args.runs.until, delta: args.runs.delta },
    };
    let sets = cells.iter().map(|cell| cell.sets(session)).collect::<Vec<_>>();
    let games = cells.iter().zip(&sets).filter_map(|(cell, sets)| {
        Some(Game { spec: &args.variant, sets, loaded: cell.loaded.as_ref().ok()? })
    });
    let players = players(&args.runs, &games.collect::<Vec<_>>(), &plan, session)?;
    for pairs in &players.pairs {
        let mut of_games = pairs.iter();
        for cell in &cells {
            let values = cell.values.clone();
            plan.runs.push(match &cell.loaded {
                Ok(loaded) => {
                    let pair = of_games.next().expect("a pair of agents for each game");
                    let name = loaded.variant.id.clone();
                    let planned = Planned::game(&args.variant, &name, loaded.clone(), pair.0.clone());
                    let planned =
                        planned.at(values, cell.settings.clone()).in_pairs(args.runs.exchanges(pair));
                    planned.with_openings(openings.as_ref())?
                }
                Err(wrong) => {
                    let agents = pairs[0].0.clone();
                    Planned::no_game(&args.variant, agents, reason(wrong)).at(values, Vec::new())
                }
            });
        }
    }
    plan.basis = players.basis;
    Ok(plan)
}

/// The combinations of the `grid`; at least one is a valid game, and no two are the same game.
pub(super) fn cells(spec: &str, grid: &Grid, session: &mut Session<'_>) -> Result<Vec<Combination>, Failure> {
    let cells: Vec<Combination> =
        grid.cells().map(|cell| Combination::load(spec, session, grid, &cell)).collect();
    if cells.iter().all(|cell| cell.loaded.is_err()) {
        return Err(no_game(cells));
    }
    refuse_finished(&cells)?;
    refuse_same_rules(&cells)?;
    let wrong: Vec<_> = cells.iter().filter_map(|cell| Some((cell, cell.loaded.as_ref().err()?))).collect();
    if !wrong.is_empty() {
        let [number, all] = [wrong.len(), cells.len()];
        let are = if number == 1 { "is not a valid game" } else { "are not valid games" };
        let listed = listed(wrong.iter().map(|(cell, wrong)| (cell.settings.join(" "), *wrong)));
        session.terminal.note(format_args!("note: {number} of the {all} combinations {are}:{listed}"));
    }
    Ok(cells)
}

/// The keys of the `grid` in the form of an experiment's list.
pub fn varied(grid: &Grid) -> Vec<Varied> {
    let varied = |axis: &variant::Axis| Varied { key: axis.key.clone(), values: axis.values.clone() };
    grid.axes().iter().map(varied).collect()
}

/// A combination of values.
#[derive(Clone)]
pub(super) struct Combination {
    pub values: Vec<String>,
    pub settings: Vec<String>,
    pub loaded: Result<Loaded, Diagnostics>,
}

impl Combination {
    /// What changes the keys of its variant.
    pub(super) fn sets(&self, session: &Session<'_>) -> Vec<String> {
        session.common.set.iter().chain(&self.settings).cloned().collect()
    }

    fn load(spec: &str, session: &Session<'_>, grid: &Grid, cell: &[&str]) -> Self {
        let settings = grid.settings(cell);
        let loaded = variant::load_varied(spec, &session.common.set, &settings);
        Self { values: cell.iter().map(|&value| value.to_owned()).collect(), settings, loaded }
    }
}

/// Rejects combinations whose game is over at its start.
fn refuse_finished(cells: &[Combination]) -> Result<(), Failure> {
    for cell in cells {
        let over = cell.loaded.as_ref().ok().and_then(|loaded| session::over_at_start(&loaded.variant));
        if let Some(over) = over {
            let settings = cell.settings.join(" ");
            return Err(Failure::Wrong(anyhow!("with `{settings}` there is nothing to play: {over}")));
        }
    }
    Ok(())
}

/// Rejects combinations with the same rules: the same games would be reported as different ones.
fn refuse_same_rules(cells: &[Combination]) -> Result<(), Failure> {
    let mut seen = HashMap::new();
    for cell in cells {
        let Ok(loaded) = &cell.loaded else { continue };
        if let Some(other) = seen.insert(loaded.rules_hash, cell) {
            let [one, other] = [cell, other].map(|cell| cell.settings.join(" "));
            return Err(Failure::Wrong(anyhow!(
                "`{one}` has the same rules as `{other}`: they would play the same games; give each game once"
            )));
        }
    }
    Ok(())
}

/// The maximum number of reasons that are listed if no combination is a valid game.
const LISTED: usize = 3;

/// Why no combination is a valid game. An error common to all of them is most likely in the key or in the variant itself, and
/// is reported at its position there.
fn no_game(cells: Vec<Combination>) -> Failure {
    let mut wrong: Vec<(String, Diagnostics)> =
        cells.into_iter().filter_map(|cell| Some((cell.settings.join(" "), cell.loaded.err()?))).collect();
    let (_, first) = &wrong[0];
    if wrong.iter().all(|(_, wrong)| reason(wrong) == reason(first)) {
        return Failure::Variant(wrong.swap_remove(0).1);
    }
    let number = wrong.len();
    let listed = listed(wrong.iter().map(|(settings, wrong)| (settings.clone(), wrong)));
    Failure::Wrong(anyhow!("none of the {number} combinations is a valid game:{listed}"))
}

/// The first of the combinations that are `wrong`, a line each, and how many more there are.
fn listed<'w>(wrong: impl ExactSizeIterator<Item = (String, &'w Diagnostics)>) -> String {
    let more = match wrong.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!("\n  and {more} more"),
    };
    let lines = wrong.take(LISTED).map(|(settings, wrong)| format!("\n  {settings}: {}", reason(wrong)));
    lines.chain([more]).collect()
}

/// The error in one line.
fn reason(wrong: &Diagnostics) -> String {
    wrong.messages_with_expected().collect::<Vec<_>>().join("; ")
}
