//! `dropline compare`.

use super::experiment::{Plan, Planned, Reading, check_agents, play, players};
use super::openings::Openings;
use super::study::learning::Game;
use crate::cli::experiment_args::Compare;
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::run::ExperimentKind;
use crate::variant::Loaded;
use anyhow::anyhow;
use std::process::ExitCode;

/// Plays several variants and compares them.
pub fn run(args: &Compare, session: &mut Session<'_>) -> Result<ExitCode, Failure> {
    play(plan(args, session)?, &args.runs.folder, session)
}

/// The runs that the command asks for.
pub fn plan(args: &Compare, session: &mut Session<'_>) -> Result<Plan, Failure> {
    check_agents(&args.runs)?;
    let specs = &args.variants;
    if let [alone] = specs.as_slice() {
        return Err(Failure::Wrong(anyhow!(
            "nothing to compare `{alone}` with: name another variant, play it by itself with `dropline simulate \
             {alone}`, or compare values of a key with `dropline sweep {alone} --vary KEY=VALUES`"
        )));
    }
    let loaded = specs.iter().map(|spec| session.load_to_play(spec)).collect::<Result<Vec<_>, _>>()?;
    refuse_same_rules(specs, &loaded)?;
    for loaded in &loaded {
        session.print_notes(loaded);
    }
    let names = names(specs, &loaded);
    let openings = Openings::read_for(&args.runs.start, &loaded)?;
    let named = args.runs.agents.iter().map(ToString::to_string);
    let mut plan = Plan {
        kind: ExperimentKind::Compare,
        names: names.iter().cloned().chain(named).collect(),
        vary: Vec::new(),
        basis: None,
        runs: Vec::new(),
        games: args.runs.games(),
        reading: Reading { until: args.runs.until, delta: args.runs.delta },
    };
    let sets = &session.common.set;
    let games = specs.iter().zip(&loaded).map(|(spec, loaded)| Game { spec, sets, loaded });
    let players = players(&args.runs, &games.collect::<Vec<_>>(), &plan, session)?;
    for pairs in &players.pairs {
        for (((spec, loaded), name), pair) in specs.iter().zip(&loaded).zip(&names).zip(pairs) {
            let run =
                Planned::game(spec, name, loaded.clone(), pair.0.clone()).in_pairs(args.runs.exchanges(pair));
            plan.runs.push(run.with_openings(openings.as_ref())?);
        }
    }
    plan.basis = players.basis;
    Ok(plan)
}

/// The names of the variants in tables: their ids, or the given names if ids coincide.
fn names(specs: &[String], loaded: &[Loaded]) -> Vec<String> {
    let id = |loaded: &Loaded| loaded.variant.id.clone();
    let alike = |name: &str| loaded.iter().filter(|other| id(other) == name).count() > 1;
    let name =
        |(spec, loaded): (&String, &Loaded)| if alike(&id(loaded)) { spec.clone() } else { id(loaded) };
    specs.iter().zip(loaded).map(name).collect()
}

/// Rejects variants with the same rules: they would play the same games.
fn refuse_same_rules(specs: &[String], loaded: &[Loaded]) -> Result<(), Failure> {
    for (at, one) in loaded.iter().enumerate() {
        if let Some(other) = loaded[..at].iter().position(|other| other.rules_hash == one.rules_hash) {
            let (one, other) = (&specs[at], &specs[other]);
            return Err(Failure::Wrong(anyhow!(
                "`{one}` has the same rules as `{other}`: they would play the same games; name each game once"
            )));
        }
    }
    Ok(())
}
